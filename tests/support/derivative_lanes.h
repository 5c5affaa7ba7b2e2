// Slope kernels in lanes: the body of test_derivative_lanes2.c, 4 and 8, which set LANE_W and
// LANE_SUFFIX. Eight worlds in random states, one at rest and without wrenches, one with huge
// angles, one with a NaN, are differentiated one by one and LANE_W at once in lanes; every number
// must have the same bits (NaN equal to NaN).
#ifndef SINEW_TESTS_SLOPE_LANES_H_
#define SINEW_TESTS_SLOPE_LANES_H_

#if defined(__x86_64__) || LANE_W == 2
#pragma GCC diagnostic ignored "-Wpsabi"

#include "base/cpu.h"
#include "derivative_models.h"
#include "diff/derivatives.h"
#include "dyn_support.h"
#include "step/smooth.h"

// the kernels of one world; its diff_Work has the same layout, with pointers to doubles
void step_frames_w1(const mjModel* m, mjData* d);
void step_inertia_w1(const mjModel* m, mjData* d);
void step_velocity_w1(const mjModel* m, mjData* d);
bool diff_open_w1(const mjModel* m, mjData* d, diff_Work* w);
void diff_motion_w1(const mjModel* m, const mjData* d, diff_Work* w);
void diff_joints_w1(const mjModel* m, mjData* d, diff_Work* w);
void diff_loads_w1(const mjModel* m, mjData* d, diff_Work* w);
void diff_fluid_w1(const mjModel* m, mjData* d, diff_Work* w);
void diff_rne_w1(const mjModel* m, mjData* d, diff_Work* w);

// ---- results: G and E by q and v, and arrays of the work, copied before its frame is freed

enum { WORLDS = 8 };
enum { NMATRIX = 4, NARRAY = 9, NRESULT = NMATRIX + NARRAY };

static const char* const resultName[NRESULT] = {"G.q",    "G.v",     "E.q",       "E.v",  "both",
                                                "dotdot", "turning", "motion",    "cacc", "pull",
                                                "lift",   "fluid",   "fluidSlope"};

// numbers of each, 0 where there is no fluid
static void resultSizes(const mjModel* m, bool fluid, int size[NRESULT]) {
  const int nv = (int)m->nv, nbody = (int)m->nbody;
  const int each[NRESULT] = {nv * nv,   nv * nv,   nv * nv,   nv * nv,   6 * nv,
                             6 * nv,    6 * nv,    6 * nbody, 6 * nbody, 6 * nbody,
                             6 * nbody, 6 * nbody, 36 * nbody};
  memcpy(size, each, sizeof each);
  if (!fluid) size[NRESULT - 2] = size[NRESULT - 1] = 0;
}

static real** workArray(diff_Work* w, int k) {
  real** const of[NRESULT] = {&w->G.q,    &w->G.v,     &w->E.q,       &w->E.v,  &w->both,
                              &w->dotdot, &w->turning, &w->motion,    &w->cacc, &w->pull,
                              &w->lift,   &w->fluid,   &w->fluidSlope};
  return of[k];
}

typedef struct {
  const mjModel* m;
  int size[NRESULT];
  real *lanes[NRESULT], *qacc, *acc;  // of all worlds
  mjtNum *one[NRESULT], *rest;        // of one: the results, and qacc, acc, driven and lifted
} Check;

static void* zeros(int n, size_t bytes) {
  void* at = mju_malloc((size_t)(n + 1) * bytes);
  assert_non_null(at);
  memset(at, 0, (size_t)(n + 1) * bytes);
  return at;
}

static Check check_make(const mjModel* m) {
  const int nv = (int)m->nv;
  Check c = {.m = m,
             .qacc = zeros(nv, sizeof(real)),
             .acc = zeros(nv, sizeof(real)),
             .rest = zeros(2 * nv, sizeof(mjtNum))};
  resultSizes(m, m->opt.density > 0 || m->opt.viscosity > 0, c.size);
  for (int k = 0; k < NRESULT; k++) {
    c.lanes[k] = zeros(c.size[k], sizeof(real));
    c.one[k] = zeros(c.size[k], sizeof(mjtNum));
  }
  return c;
}

static void check_free(Check* c) {
  for (int k = 0; k < NRESULT; k++) {
    mju_free(c->lanes[k]);
    mju_free(c->one[k]);
  }
  mju_free(c->qacc);
  mju_free(c->acc);
  mju_free(c->rest);
}

// ---- both ways

static void runLanes(Check* c, lane_Data* d) {
  const mjModel* m = c->m;
  diff_Work w = {.qacc = c->qacc, .acc = c->acc};
  w.G.stride = w.E.stride = (int)m->nv;
  for (int k = 0; k < NMATRIX; k++) *workArray(&w, k) = c->lanes[k];
  LANE(step_frames)(d->model, d);
  LANE(step_inertia)(d->model, d);
  LANE(step_velocity)(d->model, d);
  lane_mark(d);
  assert_true(LANE(diff_open)(d->model, d, &w));
  LANE(diff_motion)(d->model, d, &w);
  for (int i = 0; i < m->nv; i++) w.driven[i] = w.lifted[i] = lane_bc(i % 3 ? 1 : 0);
  LANE(diff_joints)(d->model, d, &w);
  LANE(diff_loads)(d->model, d, &w);
  LANE(diff_fluid)(d->model, d, &w);
  LANE(diff_rne)(d->model, d, &w);
  for (int k = NMATRIX; k < NRESULT; k++) {
    for (int i = 0; i < c->size[k]; i++) c->lanes[k][i] = (*workArray(&w, k))[i];
  }
  lane_free(d);
  assert_int_equal(d->used, 0);
}

static void runOne(Check* c, mjData* d, int lane) {
  const mjModel* m = c->m;
  const int nv = (int)m->nv;
  for (int i = 0; i < nv; i++) {
    c->rest[i] = lane_get(c->qacc[i], lane);
    c->rest[nv + i] = lane_get(c->acc[i], lane);
  }
  diff_Work w = {.qacc = (void*)c->rest, .acc = (void*)(c->rest + nv)};
  w.G.stride = w.E.stride = nv;
  for (int k = 0; k < NMATRIX; k++) {
    *workArray(&w, k) = (void*)c->one[k];
    memset(c->one[k], 0, (size_t)c->size[k] * sizeof(mjtNum));
  }
  step_frames_w1(m, d);
  step_inertia_w1(m, d);
  step_velocity_w1(m, d);
  mj_markStack(d);
  assert_true(diff_open_w1(m, d, &w));
  diff_motion_w1(m, d, &w);
  mjtNum *driven = (void*)w.driven, *lifted = (void*)w.lifted;
  for (int i = 0; i < nv; i++) driven[i] = lifted[i] = i % 3 ? 1 : 0;
  diff_joints_w1(m, d, &w);
  diff_loads_w1(m, d, &w);
  diff_fluid_w1(m, d, &w);
  diff_rne_w1(m, d, &w);
  for (int k = NMATRIX; k < NRESULT; k++) {
    if (c->size[k]) memcpy(c->one[k], *workArray(&w, k), (size_t)c->size[k] * sizeof(mjtNum));
  }
  mj_freeStack(d);
}

// ---- comparison

static int compared;

static void checkNumber(double lanes, double one, const char* name, int i, int lane) {
  compared++;
  if (memcmp(&lanes, &one, sizeof one) && !(lanes != lanes && one != one)) {
    fail_msg("%s[%d], lane %d: %a, one world: %a", name, i, lane, lanes, one);
  }
}

static void setWorld(const mjModel* m, mjData* d, int lane) {
  dyn_randomState(m, d);
  if (lane == 0) mj_resetData(m, d);
  if (lane == 1) dyn_shake(d->qpos, m->nq, 1e7);
  if (lane == 2) d->qvel[m->nv / 2] = __builtin_nan("");
  if (lane == 3) memset(d->qpos, 0, sizeof(mjtNum) * (size_t)m->nq);
}

static mjModel* load(const char* xml, int integrator) {
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  mjModel* m = mj_compile(spec, NULL);
  mj_deleteSpec(spec);
  assert_non_null(m);
  m->opt.integrator = integrator;
  return m;
}

static void checkModel(const char* xml, int integrator, int first) {
  mjModel* m = load(xml, integrator);
  mjData* d[LANE_W];
  lane_Data* lanes = LANE(lane_make)(m);
  Check c = check_make(m);
  for (int w = 0; w < LANE_W; w++) {
    d[w] = mj_makeData(m);
    setWorld(m, d[w], first + w);
    LANE(lane_put)(m, lanes, w, d[w]);
    for (int i = 0; i < m->nv; i++) {
      c.qacc[i] = lane_set(c.qacc[i], w, dyn_uniform());
      c.acc[i] = lane_set(c.acc[i], w, dyn_uniform());
    }
  }
  runLanes(&c, lanes);
  for (int w = 0; w < LANE_W; w++) {
    runOne(&c, d[w], w);
    for (int k = 0; k < NRESULT; k++) {
      for (int i = 0; i < c.size[k]; i++) {
        checkNumber(lane_get(c.lanes[k][i], w), c.one[k][i], resultName[k], i, w);
      }
    }
    mj_deleteData(d[w]);
  }
  check_free(&c);
  LANE(lane_delete)(lanes);
  mj_deleteModel(m);
}

static void test_sameBits(void** unused) {
  (void)unused;
  const char* const xml[] = {diff_jointsXml, diff_windXml, diff_stillXml, diff_smallXml};
  const int integrator[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  if (!cpu_hasLanes(LANE_W)) {
    printf("this machine does not run %d lanes: nothing to compare\n", LANE_W);
    return;
  }
  dyn_restart();
  for (size_t i = 0; i < sizeof xml / sizeof *xml; i++) {
    for (int k = 0; k < 3; k++) {
      for (int first = 0; first < WORLDS; first += LANE_W) checkModel(xml[i], integrator[k], first);
    }
  }
  printf("%d lanes: %d numbers with equal bits\n", LANE_W, compared);
  assert_true(compared > 10000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sameBits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else  // the library has no lanes here

int main(void) { return 0; }

#endif

#endif
