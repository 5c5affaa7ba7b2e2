// Reader of tests/golden/force.txt (made by tools/oracle/force.mjs): for every state of every model
// it calls a check with the model, a data with the inputs, and a data with all figures of the
// reference.
#ifndef SINEW_TESTS_FORCE_GOLDEN_H_
#define SINEW_TESTS_FORCE_GOLDEN_H_

#include <math.h>

#include "model/fields.h"
#include "support.h"

typedef struct {
  char file[200];
  mjModel* m;
  mjData *d, *want;
  mjtNum* nextAct;  // (na) act after one step
  int states;
} golden_Case;

typedef void golden_Check(golden_Case* c);

static const char* const golden_inputs[] = {"qpos",
                                            "qvel",
                                            "act",
                                            "ctrl",
                                            "history",
                                            "actuator_length",
                                            "actuator_velocity",
                                            "moment_rownnz",
                                            "moment_rowadr",
                                            "moment_colind",
                                            "actuator_moment"};

static inline void golden_fill(const field_Field* f, const mjModel* m, void* base,
                               const char* text) {
  const mjtSize n = field_count(f, m, NULL);
  void* array = field_get(f, base);
  mjtSize k = 0;
  for (char* end; k < n; k++, text = end) {
    const double x = strtod(text, &end);
    if (end == text) break;
    if (f->type == FIELD_INT) {
      ((int*)array)[k] = (int)x;
    } else {
      ((mjtNum*)array)[k] = x;
    }
  }
  assert_int_equal(k, n);
}

static inline const field_Field* golden_field(field_Table table, const char* name) {
  for (int i = 0; i < table.n; i++) {
    if (!strcmp(table.field[i].name, name)) return &table.field[i];
  }
  fail_msg("no field %s", name);
  return NULL;
}

static inline void golden_free(golden_Case* c) {
  mj_deleteData(c->d);
  mj_deleteData(c->want);
  mj_deleteModel(c->m);
  free(c->nextAct);
  c->m = NULL;
  c->d = c->want = NULL;
  c->nextAct = NULL;
}

static inline void golden_open(golden_Case* c, const char* file) {
  char path[500], error[500] = "";
  golden_free(c);
  snprintf(c->file, sizeof c->file, "%s", file);
  snprintf(path, sizeof path, "%s/%s", TEST_DIR, file);
  c->m = mj_loadXML(path, NULL, error, sizeof error);
  if (!c->m) fail_msg("%s: %s", file, error);
  c->m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
  c->d = mj_makeData(c->m);
  c->want = mj_makeData(c->m);
  c->nextAct = calloc((size_t)c->m->na + 1, sizeof *c->nextAct);
}

static inline void golden_array(golden_Case* c, const char* name, const char* text) {
  const field_Field* f = golden_field(field_data(), name);
  golden_fill(f, c->m, c->want, text);
  for (size_t i = 0; i < sizeof golden_inputs / sizeof *golden_inputs; i++) {
    if (!strcmp(golden_inputs[i], name)) golden_fill(f, c->m, c->d, text);
  }
}

static inline void golden_line(golden_Case* c, char* line, golden_Check* check) {
  char* name = strtok(line, " \n");
  char* rest = strtok(NULL, "\n");
  if (!name || name[0] == '#') return;
  if (!rest) rest = "";
  if (!strcmp(name, "model")) {
    golden_open(c, rest);
  } else if (!strcmp(name, "const")) {
    name = strtok(rest, " ");
    golden_fill(golden_field(field_model(), name), c->m, c->m, strtok(NULL, ""));
  } else if (!strcmp(name, "state")) {
    mj_resetData(c->m, c->d);
    mj_resetData(c->m, c->want);
  } else if (!strcmp(name, "time")) {
    c->d->time = c->want->time = strtod(rest, NULL);
  } else if (!strcmp(name, "next_act")) {
    char* at = rest;
    for (int i = 0; i < c->m->na; i++) c->nextAct[i] = strtod(at, &at);
    c->states++;
    check(c);
  } else {
    golden_array(c, name, rest);
  }
}

// returns the number of states
static inline int golden_run(golden_Check* check) {
  enum { LINE = 1 << 18 };
  FILE* file = fopen(TEST_DIR "/golden/force.txt", "r");
  char* line = malloc(LINE);
  assert_non_null(file);
  golden_Case c = {.states = 0};
  while (fgets(line, LINE, file)) golden_line(&c, line, check);
  golden_free(&c);
  free(line);
  fclose(file);
  return c.states;
}

// greatest |a-b| / (1 + greatest |b| of the array)
static inline double golden_residual(const mjtNum* a, const mjtNum* b, mjtSize n) {
  double worst = 0, scale = 1;
  for (mjtSize i = 0; i < n; i++) scale = fmax(scale, fabs(b[i]));
  for (mjtSize i = 0; i < n; i++) {
    const double diff = fabs(a[i] - b[i]) / scale;
    if (!(diff <= worst)) worst = diff;
  }
  return worst;
}

#endif
