// sinew check MODEL: what is odd in a model, where, and what to do about it.
#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "commands.h"

static const char help[] =
    "usage: sinew check MODEL [options]       MODEL: .xml, .urdf or .snb (without line numbers)\n"
    "Looks for what is odd in a model before it hurts: masses far apart, timestep too long for "
    "its\n"
    "springs and servos, overlaps at the start, joints and actuators without limits, keyframes "
    "out\n"
    "of range, unused assets, and what happens in a short trial without control.\n"
    "  --json       findings as JSON\n"
    "  --steps N    steps of the trial (default 200, 0: none)\n\n"
    "exit code: 0 no warnings (notes may be there), 1 warnings or the model cannot be loaded, 2 "
    "usage\n\n"
    "examples:\n"
    "  sinew check models/humanoid.xml\n"
    "  sinew check robot.xml --json > findings.json\n";

static const struct {
  const char* name;
  check_Rule run;
} rule[] = {
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

static const char* const severityName[] = {"note", "warning"};

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

// warnings of the loader: they name their place themselves
static void addLoaderWarnings(check_Check* c) {
  for (int i = 0; c->spec && i < c->spec->diag.nwarning; i++) {
    check_Finding* f = newFinding(c);
    if (!f) return;
    f->severity = CHECK_WARNING;
    f->rule = "loader";
    f->message = copyText(c, diag_warningAt(&c->spec->diag, i));
    f->advice = copyText(c, "");
  }
}

// ---- output

static void printText(const check_Check* c, const char* path) {
  int count[2] = {0, 0};
  for (int i = 0; i < c->n; i++) {
    const check_Finding* f = &c->finding[i];
    count[f->severity]++;
    if (f->where.file) {
      printf("%s:%d: ", f->where.file, f->where.line);
    } else if (strcmp(f->rule, "loader")) {
      printf("%s: ", path);
    }
    printf("%s: %s%s%s [%s]\n", severityName[f->severity], f->element, *f->element ? ": " : "",
           f->message, f->rule);
    if (*f->advice) printf("  what to do: %s\n", f->advice);
  }
  printf("%s: %d warning%s, %d note%s\n", path, count[1], count[1] == 1 ? "" : "s", count[0],
         count[0] == 1 ? "" : "s");
}

static void addJsonString(text_Text* out, const char* s) {
  text_add(out, "\"");
  for (; *s; s++) {
    const unsigned char ch = (unsigned char)*s;
    if (ch == '"' || ch == '\\') {
      text_format(out, "\\%c", ch);
    } else if (ch < ' ') {
      text_format(out, "\\u%04x", ch);
    } else {
      text_bytes(out, s, 1);
    }
  }
  text_add(out, "\"");
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
    addJsonString(out, part[k].value);
  }
  text_add(out, "}");
}

static bool printJson(const check_Check* c, const char* path) {
  text_Text out = {0};
  text_add(&out, "{\n  \"model\": ");
  addJsonString(&out, path);
  text_add(&out, ",\n  \"findings\": [");
  for (int i = 0; i < c->n; i++) {
    text_add(&out, i ? ",\n" : "\n");
    addJsonFinding(&out, &c->finding[i]);
  }
  text_add(&out, c->n ? "\n  ]\n}\n" : "]\n}\n");
  const bool ok = !out.failed;
  if (ok) fwrite(text_get(&out), 1, out.size, stdout);
  text_free(&out);
  return ok;
}

// ---- the command

// loader and trial report what they have to say as findings
static void ignoreMessage(const mjLogMessage* msg) { (void)msg; }

static void release(check_Check* c, mjSpec* spec) {
  for (int i = 0; i < c->n; i++) {
    mem_free(c->finding[i].message);
    mem_free(c->finding[i].advice);
  }
  mem_free(c->finding);
  mj_deleteData(c->d);
  mj_deleteModel(c->m);
  mj_deleteSpec(spec);
  mju_setLogHandler(NULL);
}

// the model, and what it was compiled from unless it is a binary one; false after a message
static bool load(check_Check* c, const char* path, mjSpec** spec) {
  char error[20000] = "";  // for all errors of a file
  if (cli_isBinary(path)) {
    c->m = cli_load(path);
    return c->m != NULL;
  }
  mju_setLogHandler(ignoreMessage);
  *spec = mj_parseXML(path, NULL, error, sizeof error);
  if (*spec) {
    c->spec = spec_spec(*spec);
    addLoaderWarnings(c);
    c->m = mj_compile(*spec, NULL);
    if (!c->m) text_copy(error, diag_text(&c->spec->diag), sizeof error);
  }
  if (!c->m) fprintf(stderr, "sinew: %s\n", error);
  return c->m != NULL;
}

static int checkModel(const char* path, int nstep, bool json) {
  check_Check c = {.nstep = nstep};
  mjSpec* spec = NULL;
  if (!load(&c, path, &spec)) {
    release(&c, spec);
    return CLI_FAILED;
  }
  mju_setLogHandler(ignoreMessage);
  addLoaderWarnings(&c);
  c.d = mj_makeData(c.m);
  if (c.d) mj_forward(c.m, c.d);
  for (size_t i = 0; c.d && i < sizeof rule / sizeof *rule; i++) {
    c.rule = rule[i].name;
    rule[i].run(&c);
  }
  bool ok = c.d && !c.failed;
  if (ok && json) ok = printJson(&c, path);
  if (ok && !json) printText(&c, path);
  if (!ok) fprintf(stderr, "sinew: out of memory\n");
  for (int i = 0; i < c.n; i++) ok = ok && c.finding[i].severity != CHECK_WARNING;
  release(&c, spec);
  return ok ? CLI_OK : CLI_FAILED;
}

int cli_check(int argc, char** argv) {
  const char* model = NULL;
  bool json = false, bad = false;
  int64_t nstep = 200;
  for (int i = 0; i < argc; i++) {
    if (!strcmp(argv[i], "--help")) {
      printf("%s", help);
      return CLI_OK;
    }
    if (!strcmp(argv[i], "--json")) {
      json = true;
    } else if (!strcmp(argv[i], "--steps") && i + 1 < argc) {
      const char* end = num_parseInt(argv[++i], &nstep);
      bad = bad || !end || *end || nstep < 0 || nstep > 1000000000;
    } else if (argv[i][0] != '-' && !model) {
      model = argv[i];
    } else {
      bad = true;
    }
  }
  if (bad || !model) {
    fprintf(stderr, "%s", help);
    return CLI_USAGE;
  }
  return checkModel(model, (int)nstep, json);
}
