// Control inputs of a simulation: zero, random noise, or a CSV table over time, parsed here. A
// table holds each row until the time of the next (zero-order hold); controls that it does not name
// keep their values.
#include "control.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "columns.h"

enum { MOST_WORD = COLUMN_LABEL };

// ---- tables

// parses one cell of a CSV line without its quotes; returns the text after its comma, NULL after
// the last cell
static const char* nextCell(const char* at, char word[MOST_WORD]) {
  size_t n = 0;
  bool quoted = false;
  at += strspn(at, " ");
  for (; *at && *at != '\r' && (quoted || *at != ','); at++) {
    const bool doubled = quoted && !strncmp(at, "\"\"", 2);  // an escaped quote
    if (doubled) at++;
    if (*at == '"' && !doubled) {
      quoted = !quoted;
      continue;
    }
    if (n + 1 < MOST_WORD) word[n++] = *at;
  }
  while (n && word[n - 1] == ' ') n--;
  word[n] = 0;
  return *at == ',' ? at + 1 : NULL;
}

static int countCells(const char* line) {
  char word[MOST_WORD];
  int n = 0;
  while (line) {
    line = nextCell(line, word);
    n++;
  }
  return n;
}

static bool controlSource(column_Source* source) {
  for (int i = 0; column_source(i, source); i++) {
    if (!strcmp(source->name, "ctrl")) return true;
  }
  return false;
}

// control of a column heading: "ctrl:NAME", "NAME", "ctrl[3]"; -1: another field; -2: unknown
static int findControl(const mjModel* m, const char* word) {
  const bool own = !strncmp(word, "ctrl:", 5) || !strncmp(word, "ctrl[", 5);
  column_Source source;
  if (!controlSource(&source)) return -2;
  for (int i = 0; i < m->nu; i++) {
    for (int named = 0; named < 2; named++) {
      column_Label label;
      char name[COLUMN_LABEL + 64];
      column_label(&label, m, &source, i, named);
      column_name(name, sizeof name, "ctrl", label.text);
      if (!strcmp(name, word) || !strcmp(label.text, word)) return i;
    }
  }
  for (int i = 0; !own && column_source(i, &source); i++) {
    const size_t n = strlen(source.name);
    if (!strncmp(word, source.name, n) && (word[n] == ':' || word[n] == '[')) return -1;
  }
  return -2;
}

static void unknownControl(const mjModel* m, const char* path, const char* word) {
  const char* name = strncmp(word, "ctrl:", 5) ? word : word + 5;
  char near[COLUMN_LABEL];
  column_Source source;
  const bool known = controlSource(&source) && column_nearest(m, &source, name, near);
  fprintf(stderr, "sinew: %s:1: there is no control '%s'%s%s%s\n", path, word,
          known ? "; did you mean '" : "; columns are called by actuators", known ? near : "",
          known ? "'?" : "");
}

static bool readHeading(control_Control* control, const mjModel* m, const char* path,
                        const char* line) {
  char word[MOST_WORD];
  const char* at = nextCell(line, word);
  bool used = false;
  for (int i = 0; i + 1 < control->width; i++) {
    at = nextCell(at, word);
    const int target = findControl(m, word);
    if (target == -2) return unknownControl(m, path, word), false;
    for (int k = 0; k < i; k++) {
      if (target < 0 || control->target[k] != target) continue;
      fprintf(stderr, "sinew: %s:1: the control '%s' has two columns\n", path, word);
      return false;
    }
    ASSERT(target < m->nu);
    control->target[i] = target;
    used = used || target >= 0;
  }
  if (!used) fprintf(stderr, "sinew: %s:1: the heading names no control\n", path);
  return used;
}

// without a heading there is one column for each control
static bool numberColumns(control_Control* control, const mjModel* m, const char* path) {
  for (int i = 0; i + 1 < control->width; i++) control->target[i] = i;
  if (control->width == 1 + m->nu) return true;
  fprintf(stderr,
          "sinew: %s:1: a line must have the time and %d controls, separated by commas, or the "
          "first line must name its columns\n",
          path, (int)m->nu);
  return false;
}

static bool wrongRow(const char* path, long number, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
static bool wrongRow(const char* path, long number, const char* format, ...) {
  va_list args;
  fprintf(stderr, "sinew: %s:%ld: ", path, number);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  return false;
}

// parses a row; cells of unused columns are not checked
static bool readRow(control_Control* control, const char* path, const char* line, long number) {
  const int width = control->width;
  double* row = control->value + control->nrow * width;
  const char* at = line;
  for (int i = 0; i < width; i++) {
    char word[MOST_WORD];
    if (!at) return wrongRow(path, number, "there are fewer than %d cells", width);
    at = nextCell(at, word);
    const char* end = num_parse(word, &row[i]);
    const bool used = !i || control->target[i - 1] >= 0;
    if (used && (!end || *end)) {
      return wrongRow(path, number, "cell %d must be a number", i + 1);
    }
  }
  if (at) return wrongRow(path, number, "there are more than %d cells", width);
  if (control->nrow && row[0] < row[-width]) {
    return wrongRow(path, number, "the time %g is before that of the row above", row[0]);
  }
  control->nrow++;
  return true;
}

static bool isBlank(const char* line) { return !line[strspn(line, " \r")]; }

static bool begins(const char* line) {
  double x;
  return num_parse(line + strspn(line, " \""), &x) != NULL;
}

static bool readLines(control_Control* control, const mjModel* m, const char* path, char* text) {
  long number = 0;
  bool first = true;
  for (char *line = text, *next; line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    number++;
    if (isBlank(line)) continue;
    if (first) {
      first = false;
      const bool heading = !begins(line);
      if (!(heading ? readHeading(control, m, path, line) : numberColumns(control, m, path))) {
        return false;
      }
      if (heading) continue;
    }
    if (!readRow(control, path, line, number)) return false;
  }
  if (!control->nrow) fprintf(stderr, "sinew: %s has no rows of numbers\n", path);
  return control->nrow > 0;
}

static bool readTable(control_Control* control, const mjModel* m, const char* path) {
  char* text;
  size_t size;
  const file_Status status = file_read(path, (size_t)1 << 30, &text, &size);
  if (status != FILE_OK) {
    fprintf(stderr, "sinew: --ctrl: '%s' %s; give zero, noise or a CSV file\n", path,
            file_statusText(status));
    return false;
  }
  size_t lines = 1, length = strcspn(text + strspn(text, " \r\n"), "\n");
  for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
  char* head = text + strspn(text, " \r\n");
  const char kept = head[length];
  head[length] = 0;
  control->width = countCells(head);
  ASSERT(control->width > 0);
  head[length] = kept;
  control->value = mem_calloc(lines, (size_t)control->width * sizeof *control->value);
  control->target = mem_calloc((size_t)control->width, sizeof *control->target);
  const bool memory = control->value && control->target;
  if (!memory) fprintf(stderr, "sinew: out of memory for '%s'\n", path);
  const bool ok = memory && readLines(control, m, path, text);
  mem_free(text);
  return ok;
}

bool control_make(control_Control* control, const mjModel* m, const char* what) {
  *control = (control_Control){.random = 88172645463325252ull};
  if (!strcmp(what, "zero")) return true;
  control->noise = !strcmp(what, "noise");
  return control->noise || readTable(control, m, what);
}

void control_free(control_Control* control) {
  mem_free(control->value);
  mem_free(control->target);
  *control = (control_Control){0};
}

// ---- values

// uniform in [-1, 1)
static double nextRandom(uint64_t* s) {
  *s ^= *s << 13;
  *s ^= *s >> 7;
  *s ^= *s << 17;
  return (double)(*s >> 11) * 0x1p-52 - 1;
}

// smooth noise with a time constant of a tenth of a second
static void addNoise(control_Control* control, const mjModel* m, mjData* d) {
  const double h = m->opt.timestep, memory = h / (h + 0.1);
  for (int i = 0; i < m->nu; i++) {
    const bool limited = m->actuator_ctrllimited[i];
    const double lo = limited ? m->actuator_ctrlrange[2 * i] : -1,
                 hi = limited ? m->actuator_ctrlrange[2 * i + 1] : 1;
    const double target = 0.5 * (lo + hi) + 0.5 * (hi - lo) * nextRandom(&control->random);
    d->ctrl[i] += memory * (target - d->ctrl[i]);
  }
}

void control_set(control_Control* control, const mjModel* m, mjData* d, double time) {
  if (control->noise) addNoise(control, m, d);
  if (!control->width) return;
  while (control->at + 1 < control->nrow &&
         control->value[(control->at + 1) * control->width] <= time) {
    control->at++;
  }
  ASSERT(control->at < control->nrow);
  const double* row = control->value + control->at * control->width;
  for (int i = 0; i + 1 < control->width; i++) {
    if (control->target[i] >= 0) d->ctrl[control->target[i]] = row[1 + i];
  }
}
