// sn_checkModel: runs the table of lint rules on a model and collects their findings. Findings are
// reported at the end, so that the callback may do anything: no mutex is held and no error mode is
// changed then.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "lint/lint.h"

static const struct {
  const char* name;
  lint_Rule run;
} rules[] = {
    {"timestep", lint_timestep},
    {"sign", lint_signs},
    {"mass", lint_masses},
    {"thin-inertia", lint_thinInertias},
    {"stiff-spring", lint_springs},
    {"stiff-servo", lint_servos},
    {"stiff-flex", lint_flexStiffness},
    {"solref", lint_solrefs},
    {"no-actuator-limit", lint_actuatorLimits},
    {"no-joint-limit", lint_unlimitedJoints},
    {"keyframe", lint_keyframes},
    {"static", lint_static},
    {"neighbours", lint_neighbours},
    {"overlap", lint_overlaps},
    {"flex-overlap", lint_flexOverlaps},
    {"friction", lint_friction},
    {"flex-effect", lint_flexSettings},
    {"unused", lint_assets},
    {"trial", lint_trial},
};

enum { TRIAL_STEPS = 200 };

// ---- findings

sn_Finding* lint_new(lint_Audit* c, int severity, const char* rule) {
  if (c->n == c->capacity) {
    const int capacity = c->capacity ? 2 * c->capacity : 16;
    sn_Finding* grown =
        mem_grow(c->finding, (size_t)c->n * sizeof *grown, (size_t)capacity * sizeof *grown);
    if (!grown) {
      c->failed = true;
      return NULL;
    }
    c->finding = grown;
    c->capacity = capacity;
  }
  ASSERT(rule && c->n < c->capacity);
  sn_Finding* f = &c->finding[c->n++];
  *f = (sn_Finding){.severity = severity,
                    .rule = rule,
                    .element = "",
                    .objtype = mjOBJ_UNKNOWN,
                    .objid = -1,
                    .message = "",
                    .remedy = ""};
  return f;
}

const char* lint_text(lint_Audit* c, const char* text, size_t n) {
  const char* copy = arena_text(&c->arena, text, n);
  c->failed = c->failed || !copy;
  return copy ? copy : "";
}

static const spec_Element* elementOf(const lint_Audit* c, int type, int id) {
  if (id < 0 || !c->spec) return NULL;
  if (type == mjOBJ_BODY && id == 0) return c->spec->world;
  const spec_List* list = &c->spec->list[type];
  for (int i = 0; i < list->n; i++) {
    if (list->item[i]->id == id && list->item[i] != c->spec->world) return list->item[i];
  }
  return NULL;
}

// the element of a finding, and its source location
static void setElement(lint_Audit* c, sn_Finding* f, int type, int id) {
  const spec_Element* e = elementOf(c, type, id);
  char label[SPEC_LABEL_SIZE] = "";
  if (e) {
    f->file = e->where.file;
    f->line = e->where.file ? e->where.line : 0;
    spec_label(label, e);
  } else if (id >= 0 && mju_type2Str(type)) {
    char buf[100];
    text_print(label, sizeof label, "%s %s", mju_type2Str(type), lint_name(c, type, id, buf));
  }
  f->element = lint_text(c, label, strlen(label));
  if (id < 0) return;
  f->objtype = type;
  f->objid = id;
}

void lint_add(lint_Audit* c, sn_Severity severity, int type, int id, const char* remedy,
              const char* format, ...) {
  sn_Finding* f = lint_new(c, (int)severity, c->rule);
  if (!f) return;
  char message[1000];
  va_list args;
  va_start(args, format);
  text_printArgs(message, sizeof message, format, args);
  va_end(args);
  setElement(c, f, type, id);
  f->message = lint_text(c, message, strlen(message));
  f->remedy = lint_text(c, remedy, strlen(remedy));
}

const char* lint_name(const lint_Audit* c, int type, int id, char buf[100]) {
  const char* name = mj_id2name(c->m, type, id);
  text_print(buf, 100, name ? "'%.90s'" : "%.0s%d", name ? name : "", id);
  return buf;
}

mjtNum* lint_numbers(lint_Audit* c, mjtSize n) {
  mjtNum* numbers = mem_calloc((size_t)n + 1, sizeof *numbers);
  c->failed = c->failed || !numbers;
  return numbers;
}

// ---- the whole

void lint_run(lint_Audit* c) {
  c->d = mj_makeData(c->m);
  c->failed = c->failed || !c->d;
  if (c->d) mj_forward(c->m, c->d);
  for (size_t i = 0; c->d && i < sizeof rules / sizeof *rules; i++) {
    c->rule = rules[i].name;
    rules[i].run(c);
  }
  mj_deleteData(c->d);
  c->d = NULL;
}

int lint_tell(lint_Audit* c, const lint_Listener* listener, const char* function) {
  const int n = c->failed ? -1 : c->n;
  if (c->failed) mju_error("%s: out of memory", function);
  for (int i = 0; i < n; i++) listener->found(listener->context, &c->finding[i]);
  mem_free(c->finding);
  arena_free(&c->arena);
  return n;
}

// ---- public API

void sn_defaultCheckOptions(sn_CheckOptions* options) {
  ARGS_NEED(options);
  *options = (sn_CheckOptions){.nstep = TRIAL_STEPS};
  sn_defaultLoadOptions(&options->load);
}

int sn_checkModel(const mjModel* m, const mjSpec* spec, const sn_CheckOptions* options,
                  void (*found)(void* context, const sn_Finding* finding), void* context) {
  ARGS_NEED_OR(-1, m);
  if (!args_has(__func__, "found", (const void*)(uintptr_t)found)) return -1;
  lint_Audit c = {.m = m,
                  .spec = spec ? spec_spec(spec) : NULL,
                  .nstep = options ? options->nstep : TRIAL_STEPS,
                  .arena = arena_make(0)};
  const int mode = sn_setErrorMode(sn_ERROR_KEEP);  // errors raised by the rules become findings
  lint_run(&c);
  sn_clearErrors();
  sn_setErrorMode(mode);
  return lint_tell(&c, &(lint_Listener){found, context}, __func__);
}
