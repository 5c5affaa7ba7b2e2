// What the tests of tendons and transmissions share: the golden states (tools/oracle/tendon.mjs),
// the stages up to velocities for one world and in lanes, random states, comparison of arrays.
#ifndef SINEW_TESTS_TENDON_SUPPORT_H_
#define SINEW_TESTS_TENDON_SUPPORT_H_

#include "support.h"

#include <math.h>
#include <stdbool.h>

#include "base/cpu.h"
#include "dyn/dyn.h"
#include "force/tendon.h"
#include "force/transmission.h"

enum { MAX_PATH = 1024, MAX_FIELDS = 16, MAX_NAME = 32, WORLDS = 8 };
#define TENDON_DIR TEST_DIR "/golden/tendon/"

// ---- models and stages

static inline mjModel* loadFile(const char* name) {
  char path[2 * MAX_PATH], error[1000] = "";
  snprintf(path, sizeof path, TENDON_DIR "%s", name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", path, error);
  return m;
}

static inline mjModel* loadText(const char* xml, char error[1000]) {
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, 1000);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (spec && !m) snprintf(error, 1000, "%s", mjs_getError(spec));
  if (spec) mj_deleteSpec(spec);
  return m;
}

// all that depends on qpos and qvel here
static inline void runWorld(const mjModel* m, mjData* d) {
  LANE(dyn_kinematics)(m, d);
  LANE(dyn_comPos)(m, d);
  mj_tendon(m, d);
  mj_transmission(m, d);
  LANE(tendon_velocity)(m, d);
  LANE(transmission_velocity)(m, d);
  LANE(dyn_comVel)(m, d);
  LANE(dyn_rne)(m, d, 0, d->qfrc_bias);
  LANE(tendon_armatureBias)(m, d);
}

// quaternions come out neither normalised nor tiny
static inline void randomState(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nq; i++) d->qpos[i] = m->qpos0[i] + 0.7 * rng_uniform();
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 2 * rng_uniform();
}

// ---- golden file

typedef struct {
  FILE* file;
  char model[MAX_PATH];  // of the current state
  struct {
    char name[MAX_NAME];
    int n;
    double* value;
  } field[MAX_FIELDS];
  int nfield;
} Golden;

static inline Golden goldenOpen(void) {
  Golden g = {.file = fopen(TENDON_DIR "states.txt", "r")};
  assert_non_null(g.file);
  return g;
}

static inline void goldenClear(Golden* g) {
  for (int i = 0; i < g->nfield; i++) free(g->field[i].value);
  g->nfield = 0;
}

// reads the next state, whose last field is qfrc_bias; *fresh: it belongs to another model than the
// last
static inline bool goldenNext(Golden* g, bool* fresh) {
  goldenClear(g);
  *fresh = false;
  char name[MAX_NAME];
  while (fscanf(g->file, "%31s", name) == 1) {
    if (!strcmp(name, "model")) {
      assert_int_equal(fscanf(g->file, "%1023s", g->model), 1);
      *fresh = true;
      continue;
    }
    assert_true(g->nfield < MAX_FIELDS);
    int n;
    assert_int_equal(fscanf(g->file, "%d", &n), 1);
    double* value = calloc((size_t)n + 1, sizeof *value);
    assert_non_null(value);
    for (int i = 0; i < n; i++) assert_int_equal(fscanf(g->file, "%lf", &value[i]), 1);
    snprintf(g->field[g->nfield].name, MAX_NAME, "%s", name);
    g->field[g->nfield].n = n;
    g->field[g->nfield++].value = value;
    if (!strcmp(name, "qfrc_bias")) return true;
  }
  fclose(g->file);
  return false;
}

static inline const double* goldenField(const Golden* g, const char* name, int n) {
  for (int i = 0; i < g->nfield; i++) {
    if (strcmp(g->field[i].name, name)) continue;
    assert_int_equal(g->field[i].n, n);
    return g->field[i].value;
  }
  fail_msg("no field %s", name);
  return NULL;
}

// largest |a - b| / max(1, |b|)
static inline double worstError(const double* a, const double* b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++) {
    const double error = fabs(a[i] - b[i]) / fmax(1, fabs(b[i]));
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

static inline void compareField(const Golden* g, const char* name, const double* mine, int n,
                                double tolerance, double* worst) {
  const double error = worstError(mine, goldenField(g, name, n), n);
  if (!(error <= tolerance)) fail_msg("%s, %s: %.3g", g->model, name, error);
  if (error > *worst) *worst = error;
}

// ---- lanes: the variants of the library, whose data type is not visible here

#define LANE_STAGE(name, suffix) void name##_##suffix(const mjModel* m, void* d);
#define LANE_VARIANT(suffix)                                                                       \
  extern mjModel* lane_makeModel_##suffix(const mjModel* m);                                       \
  extern void lane_deleteModel_##suffix(mjModel* m);                                               \
  void* lane_make_##suffix(const mjModel* m);                                                      \
  void lane_delete_##suffix(void* d);                                                              \
  void lane_put_##suffix(const mjModel* m, void* d, int lane, const mjData* world);                \
  void lane_get_##suffix(const mjModel* m, const void* d, int lane, mjData* world);                \
  LANE_STAGE(dyn_kinematics, suffix)                                                               \
  LANE_STAGE(dyn_comPos, suffix)                                                                   \
  LANE_STAGE(dyn_comVel, suffix)                                                                   \
  LANE_STAGE(tendon_update, suffix)                                                                \
  LANE_STAGE(tendon_velocity, suffix)                                                              \
  LANE_STAGE(tendon_armatureBias, suffix)                                                          \
  LANE_STAGE(transmission_update, suffix)                                                          \
  LANE_STAGE(transmission_velocity, suffix)                                                        \
  static inline void runLanes_##suffix(const mjModel* m, int width, mjData* world[]) {             \
    for (int first = 0; first < WORLDS; first += width) {                                          \
      void* d = lane_make_##suffix(m);                                                             \
      mjModel* lm = lane_makeModel_##suffix(m);                                                    \
      assert_non_null(d);                                                                          \
      assert_non_null(lm);                                                                         \
      for (int k = 0; k < width; k++) lane_put_##suffix(m, d, k, world[first + k]);                \
      dyn_kinematics_##suffix(lm, d);                                                              \
      dyn_comPos_##suffix(lm, d);                                                                  \
      tendon_update_##suffix(lm, d);                                                               \
      transmission_update_##suffix(lm, d);                                                         \
      tendon_velocity_##suffix(lm, d);                                                             \
      transmission_velocity_##suffix(lm, d);                                                       \
      dyn_comVel_##suffix(lm, d);                                                                  \
      tendon_armatureBias_##suffix(lm, d);                                                         \
      for (int k = 0; k < width; k++) lane_get_##suffix(m, d, k, world[first + k]);                \
      lane_deleteModel_##suffix(lm);                                                               \
      lane_delete_##suffix(d);                                                                     \
    }                                                                                              \
  }
#define LANE_EACH(width, suffix) LANE_VARIANT(suffix)
CPU_VARIANTS(LANE_EACH)
#undef LANE_EACH

typedef struct {
  void (*run)(const mjModel* m, int width, mjData* world[]);
  int width;
} LaneVariant;

#define LANE_ROW(width, suffix) {runLanes_##suffix, width},
static const LaneVariant laneVariant[] = {CPU_VARIANTS(LANE_ROW)};
#undef LANE_ROW

static inline void sameBits(const char* what, const double* a, const double* b, int n) {
  for (int i = 0; i < n; i++) {
    if (memcmp(&a[i], &b[i], sizeof *a) && !(a[i] != a[i] && b[i] != b[i])) {
      fail_msg("%s[%d]: %a, in lanes %a", what, i, a[i], b[i]);
    }
  }
}

// calls `check` on every world of WORLDS random states, as computed for one world and in lanes
static inline void compareLanes(const char* file,
                                void (*check)(const mjModel*, const mjData*, const mjData*)) {
  mjModel* m = loadFile(file);
  mjData *one[WORLDS], *lane[WORLDS];
  for (int k = 0; k < WORLDS; k++) {
    one[k] = mj_makeData(m);
    lane[k] = mj_makeData(m);
    randomState(m, one[k]);
    runWorld(m, one[k]);
    // in lanes the bias of armature is computed alone
    for (int i = 0; i < m->nv; i++) one[k]->qfrc_bias[i] = 0;
    LANE(tendon_armatureBias)(m, one[k]);
  }
  for (size_t v = 0; v < sizeof laneVariant / sizeof *laneVariant; v++) {
    if (!cpu_hasLanes(laneVariant[v].width)) continue;
    for (int k = 0; k < WORLDS; k++) mj_copyState(m, one[k], lane[k], mjSTATE_INTEGRATION);
    laneVariant[v].run(m, laneVariant[v].width, lane);
    for (int k = 0; k < WORLDS; k++) check(m, one[k], lane[k]);
  }
  for (int k = 0; k < WORLDS; k++) {
    mj_deleteData(one[k]);
    mj_deleteData(lane[k]);
  }
  mj_deleteModel(m);
}

#endif
