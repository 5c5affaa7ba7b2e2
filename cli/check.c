// sinew check MODEL: what is odd in a model, where, and what to do about it.
#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/number.h"
#include "commands.h"
#include "output.h"

static const struct {
  const char* name;
  check_Rule run;
} rule[] = {
    {"timestep", check_timestep},
    {"sign", check_signs},
    {"mass", check_masses},
    {"thin-inertia", check_thinInertias},
    {"stiff-spring", check_springs},
    {"stiff-servo", check_servos},
    {"solref", check_solrefs},
    {"no-actuator-limit", check_actuatorLimits},
    {"no-joint-limit", check_unlimitedJoints},
    {"keyframe", check_keyframes},
    {"static", check_static},
    {"neighbours", check_neighbours},
    {"overlap", check_overlaps},
    {"friction", check_friction},
    {"unused", check_assets},
    {"trial", check_trial},
};

enum { MOST_STEPS = 1000000000 };

static const char* const severityName[] = {"note", "warning", "error"};
_Static_assert(sizeof severityName / sizeof *severityName == CHECK_ERROR + 1, "each has a name");

// ---- findings

static const spec_Element* elementOf(const check_Check* c, int type, int id) {
  if (id < 0 || !c->spec) return NULL;
  if (type == mjOBJ_BODY && id == 0) return c->spec->world;
  const spec_List* list = &c->spec->list[type];
  for (int i = 0; i < list->n; i++) {
    if (list->item[i]->id == id && list->item[i] != c->spec->world) return list->item[i];
  }
  return NULL;
}

static check_Finding* newFinding(check_Check* c) {
  if (c->n == c->capacity) {
    const int capacity = c->capacity ? 2 * c->capacity : 16;
    check_Finding* grown =
        mem_grow(c->finding, (size_t)c->n * sizeof *grown, (size_t)capacity * sizeof *grown);
    if (!grown) {
      c->failed = true;
      return NULL;
    }
    c->finding = grown;
    c->capacity = capacity;
  }
  ASSERT(c->n < c->capacity);
  check_Finding* f = &c->finding[c->n++];
  memset(f, 0, sizeof *f);
  f->rule = c->rule;
  return f;
}

static char* copyText(check_Check* c, const char* text) {
  const size_t n = strlen(text) + 1;
  char* copy = mem_alloc(n);
  if (copy) memcpy(copy, text, n);
  c->failed = c->failed || !copy;
  return copy;
}

void check_add(check_Check* c, check_Severity severity, int type, int id, const char* advice,
               const char* format, ...) {
  ASSERT(c->rule);
  check_Finding* f = newFinding(c);
  if (!f) return;
  char message[1000];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  const spec_Element* e = elementOf(c, type, id);
  f->severity = severity;
  if (e) {
    f->where = e->where;
    spec_label(f->element, e);
  } else if (id >= 0 && mju_type2Str(type)) {
    char buf[100];
    snprintf(f->element, sizeof f->element, "%s %s", mju_type2Str(type),
             check_name(c, type, id, buf));
  }
  f->message = copyText(c, message);
  f->advice = copyText(c, advice);
}

const char* check_name(const check_Check* c, int type, int id, char buf[100]) {
  const char* name = mj_id2name(c->m, type, id);
  snprintf(buf, 100, name ? "'%.90s'" : "%.0s%d", name ? name : "", id);
  return buf;
}

mjtNum* check_numbers(check_Check* c, mjtSize n) {
  mjtNum* numbers = mem_calloc((size_t)n + 1, sizeof *numbers);
  c->failed = c->failed || !numbers;
  return numbers;
}

// "file:line: text" -> the text and where it is about; without a place all of it is text
static const char* splitPlace(const char* message, size_t* length, int64_t* line) {
  for (const char* at = message; (at = strchr(at, ':')); at++) {
    const char* end = num_parseInt(at + 1, line);
    if (!end || strncmp(end, ": ", 2)) continue;
    *length = (size_t)(at - message);
    return end + 2;
  }
  return message;
}

// a message of the loader; one that is there already is passed over
static void addLoaderFinding(check_Check* c, check_Severity severity, const char* message) {
  size_t length = 0;
  int64_t line = 0;
  const char* text = splitPlace(message, &length, &line);
  for (int i = 0; i < c->n; i++) {
    const check_Finding* f = &c->finding[i];
    if (f->where.line == line && f->message && !strcmp(f->message, text)) return;
  }
  check_Finding* f = newFinding(c);
  if (!f) return;
  f->severity = severity;
  f->rule = "loader";
  f->message = copyText(c, text);
  f->advice = copyText(c, "");
  if (text == message) return;
  f->file = copyText(c, message);
  if (f->file) f->file[length] = 0;
  f->where = (diag_Where){f->file, (int)line};
}

// those of parsing and, later, those of compiling
static void addLoaderWarnings(check_Check* c) {
  for (int i = 0; c->spec && i < c->spec->diag.nwarning; i++) {
    addLoaderFinding(c, CHECK_WARNING, diag_warningAt(&c->spec->diag, i));
  }
}

// ---- output

static void printText(const check_Check* c, const char* path) {
  int count[3] = {0, 0, 0};
  for (int i = 0; i < c->n; i++) {
    const check_Finding* f = &c->finding[i];
    count[f->severity]++;
    if (f->where.file) {
      printf("%s:%d: ", f->where.file, f->where.line);
    } else {
      printf("%s: ", path);
    }
    printf("%s: %s%s%s [%s]\n", severityName[f->severity], f->element, *f->element ? ": " : "",
           f->message, f->rule);
    if (*f->advice) printf("  what to do: %s\n", f->advice);
  }
  printf("%s: %d warning%s, %d note%s\n", path, count[1], count[1] == 1 ? "" : "s", count[0],
         count[0] == 1 ? "" : "s");
}

static void addJsonFinding(text_Text* out, const check_Finding* f) {
  const struct {
    const char *key, *value;
  } part[] = {{"severity", severityName[f->severity]},
              {"rule", f->rule},
              {"file", f->where.file ? f->where.file : ""},
              {"element", f->element},
              {"message", f->message},
              {"advice", f->advice}};
  text_format(out, "    {\"line\": %d", f->where.file ? f->where.line : 0);
  for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
    text_format(out, ", \"%s\": ", part[k].key);
    json_string(out, part[k].value);
  }
  text_add(out, "}");
}

static bool printJson(const check_Check* c, const char* path) {
  text_Text out = {0};
  text_add(&out, "{\n  \"model\": ");
  json_string(&out, path);
  text_add(&out, ",\n  \"findings\": [");
  for (int i = 0; i < c->n; i++) {
    text_add(&out, i ? ",\n" : "\n");
    addJsonFinding(&out, &c->finding[i]);
  }
  text_add(&out, c->n ? "\n  ]\n}\n" : "]\n}\n");
  return cli_print(&out);
}

// ---- the command

// loader and trial report what they have to say as findings
static void ignoreMessage(const mjLogMessage* msg) { (void)msg; }

static void release(check_Check* c, mjSpec* spec) {
  for (int i = 0; i < c->n; i++) {
    mem_free(c->finding[i].message);
    mem_free(c->finding[i].advice);
    mem_free(c->finding[i].file);
  }
  mem_free(c->finding);
  mj_deleteData(c->d);
  mj_deleteModel(c->m);
  mj_deleteSpec(spec);
  mju_setLogHandler(NULL);
}

// the model, and what it was compiled from unless it is a binary one; false: `error` says why
static bool load(check_Check* c, const option_Line* line, mjSpec** spec,
                 char error[CLI_ERROR_SIZE]) {
  const char* path = line->argument[0];
  *error = 0;
  if (cli_isBinary(path)) {
    c->m = cli_loadQuietly(line, error, CLI_ERROR_SIZE);
    return c->m != NULL;
  }
  mju_setLogHandler(ignoreMessage);
  const sn_LoadOptions options = cli_loadOptions(line);
  *spec = sn_parseXML(path, NULL, &options, error, CLI_ERROR_SIZE);
  if (!*spec) return false;
  c->spec = spec_spec(*spec);
  c->m = mj_compile(*spec, NULL);
  if (!c->m) diag_copy(&c->spec->diag, error, CLI_ERROR_SIZE);
  return c->m != NULL;
}

// one finding for each line of the loader's message
static void addLoadErrors(check_Check* c, char* error) {
  for (char *at = error, *next; at; at = next) {
    next = strchr(at, '\n');
    if (next) *next++ = 0;
    if (*at) addLoaderFinding(c, CHECK_ERROR, at);
  }
}

static void runRules(check_Check* c) {
  mju_setLogHandler(ignoreMessage);
  c->d = mj_makeData(c->m);
  c->failed = c->failed || !c->d;
  if (c->d) mj_forward(c->m, c->d);
  for (size_t i = 0; c->d && i < sizeof rule / sizeof *rule; i++) {
    c->rule = rule[i].name;
    rule[i].run(c);
  }
}

static int checkModel(const option_Line* line) {
  const char* path = line->argument[0];
  const bool json = option_flag(line, "--json");
  if (option_number(line, "--steps") > MOST_STEPS) {
    return option_error(line->command, "--steps: at most %d", MOST_STEPS);
  }
  check_Check c = {.nstep = (int)option_number(line, "--steps")};
  mjSpec* spec = NULL;
  char error[CLI_ERROR_SIZE];
  const bool loaded = load(&c, line, &spec, error);
  if (!loaded && !json) fprintf(stderr, "sinew: %s\n", error);
  addLoaderWarnings(&c);
  if (loaded) {
    runRules(&c);
  } else {
    addLoadErrors(&c, error);
  }
  bool ok = !c.failed;
  if (!ok) fprintf(stderr, "sinew: out of memory\n");
  if (ok && json) ok = printJson(&c, path);
  if (ok && !json && loaded) printText(&c, path);
  for (int i = 0; i < c.n; i++) ok = ok && c.finding[i].severity < CHECK_WARNING;
  release(&c, spec);
  return ok ? CLI_OK : CLI_FAILED;
}

static const option_Option option[] = {
    {"--json", OPTION_FLAG, NULL, NULL, NULL,
     "print findings as JSON, also those of a model that cannot be loaded"},
    {"--steps", OPTION_COUNT, "N", "200", NULL, "steps of the trial; 0: none"},
};

static const char* const example[] = {
    "sinew check models/humanoid.xml",
    "sinew check robot.xml --json > findings.json",
};

const cli_Command cli_checkCommand = {
    .name = "check",
    .argument = {{"MODEL", false}},
    .purpose = "what is odd in a model, where, and what to do about it",
    .about =
        "Looks for what is odd in a model before it hurts: a timestep that is not positive or "
        "too long for springs and servos, gains with the wrong sign, masses far apart, overlaps "
        "at the start, joints and actuators without limits, keyframes out of range, unused "
        "assets, and what happens in a short trial without control. The exit code is 1 if "
        "there are warnings; notes may be meant.",
    .option = option,
    .noption = sizeof option / sizeof *option,
    .loads = true,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = checkModel,
};
