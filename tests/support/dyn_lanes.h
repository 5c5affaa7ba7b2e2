// Tree algorithms in lanes: the body of test_dyn_lanes2.c, 4 and 8, which set LANE_W and
// LANE_SUFFIX. Eight worlds in random states, one at rest, one with huge angles, one with a NaN,
// are computed one by one through the API and LANE_W at once in lanes; every number must have the
// same bits (NaN equal to NaN).
#ifndef SINEW_TESTS_DYN_LANES_H_
#define SINEW_TESTS_DYN_LANES_H_

#if defined(__x86_64__) || LANE_W == 2
#pragma GCC diagnostic ignored "-Wpsabi"

#include "base/cpu.h"
#include "dyn/dyn.h"
#include "dyn_support.h"
#include "force/tendon.h"
#include "model/fields.h"

enum { WORLDS = 8 };

void dyn_rnePost_w1(const mjModel* m, mjData* d);

static const char* const modelPath[] = {
    "golden/dyn.xml",
    "data/mjcf/body_simple.xml",
    "data/mjcf/joint_types.xml",
    "data/mjcf/keyframe_mocap.xml",
    "../models/humanoid.xml",
    "../models/hand.xml",
};

// fields that the stages write
static const char* const fieldName[] = {
    "xpos",
    "xquat",
    "xmat",
    "xipos",
    "ximat",
    "xanchor",
    "xaxis",
    "geom_xpos",
    "geom_xmat",
    "site_xpos",
    "site_xmat",
    "cam_xpos",
    "cam_xmat",
    "light_xpos",
    "light_xdir",
    "subtree_com",
    "cinert",
    "cdof",
    "crb",
    "M",
    "qLD",
    "qLDiagInv",
    "cvel",
    "cdof_dot",
    "qfrc_bias",
    "qfrc_smooth",
    "qacc_smooth",
    "subtree_linvel",
    "subtree_angmom",
    "cacc",
    "cfrc_ext",
    "cfrc_int",
    "qpos",
    "qfrc_inverse",
    "qfrc_constraint",
    "qfrc_passive",
};

static int compared;

static int sameBits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static void checkNumber(double lanes, double one, const char* name, int i, int lane) {
  compared++;
  if (!sameBits(lanes, one)) {
    fail_msg("%s[%d], lane %d: %a, one world: %a", name, i, lane, lanes, one);
  }
}

static void setWorld(const mjModel* m, mjData* d, int lane) {
  dyn_randomState(m, d);
  if (lane == 0) mj_resetData(m, d);
  if (lane == 1) dyn_shake(d->qpos, m->nq, 1e7);
  if (lane == 2 && m->nv) d->qvel[m->nv / 2] = __builtin_nan("");
  if (lane == 3) memset(d->qpos, 0, sizeof(mjtNum) * (size_t)m->nq);
}

// stages of one world; vectors that no stage owns are used for further results
static void runOne(const mjModel* m, mjData* d) {
  dyn_position(m, d);
  mj_comVel(m, d);
  mj_rne(m, d, 0, d->qfrc_bias);
  mj_rne(m, d, 1, d->qfrc_smooth);
  mj_solveM(m, d, d->qacc_smooth, d->qfrc_smooth, 1);
  mj_subtreeVel(m, d);
  mj_energyPos(m, d);
  mj_energyVel(m, d);
  dyn_rnePost_w1(m, d);
  mj_mulM(m, d, d->qfrc_inverse, d->qfrc_bias);
  mj_mulM2(m, d, d->qfrc_constraint, d->qfrc_bias);
  mj_differentiatePos(m, d->qfrc_passive, 0.25, m->qpos0, d->qpos);
  const int last = (int)m->nbody - 1;
  mj_applyFT(m, d, d->xpos + 3, d->xipos, d->xpos + 3 * last, last, d->qfrc_inverse);
  mj_integratePos(m, d->qpos, d->qvel, 0.25);
}

static void runLanes(const lane_Model* m, lane_Data* d, real* qpos0) {
  LANE(dyn_kinematics)(m, d);
  LANE(dyn_comPos)(m, d);
  LANE(dyn_camlight)(m, d);
  LANE(tendon_update)(m, d);
  LANE(dyn_makeM)(m, d);
  LANE(dyn_factorM)(m, d);
  LANE(dyn_comVel)(m, d);
  LANE(dyn_rne)(m, d, 0, d->qfrc_bias);
  LANE(dyn_rne)(m, d, 1, d->qfrc_smooth);
  for (int i = 0; i < m->nv; i++) d->qacc_smooth[i] = d->qfrc_smooth[i];
  LANE(dyn_solve)(m, d->qacc_smooth, d->qLD, d->qLDiagInv, 1);
  LANE(dyn_subtreeVel)(m, d);
  LANE(dyn_energyPos)(m, d);
  LANE(dyn_energyVel)(m, d);
  LANE(dyn_rnePost)(m, d);
  LANE(dyn_mulM)(m, d, d->qfrc_inverse, d->qfrc_bias);
  LANE(dyn_mulM2)(m, d, d->qfrc_constraint, d->qfrc_bias);
  LANE(dyn_differentiatePos)(m, d->qfrc_passive, 0.25, qpos0, d->qpos);
  const int last = (int)m->nbody - 1;
  LANE(dyn_applyFT)(m, d, d->xpos + 3, d->xipos, d->xpos + 3 * last, last, d->qfrc_inverse);
  LANE(dyn_integratePos)(m, d->qpos, d->qvel, 0.25);
}

// results that go to arrays of the caller

static void checkJacobians(const mjModel* m, const lane_Data* lanes, mjData* const* world,
                           real* out) {
  const int nv = (int)m->nv, body = (int)m->nbody - 1;
  mjtNum* one = mju_malloc(sizeof *one * (size_t)(18 * nv + 1));
  LANE(dyn_jac)(lanes->model, lanes, out, out + 3 * nv, lanes->xipos, body);
  LANE(dyn_jacDot)(lanes->model, lanes, out + 6 * nv, out + 9 * nv, lanes->xipos, body);
  LANE(dyn_jacSubtreeCom)(lanes->model, lanes, out + 12 * nv, body / 2);
  LANE(dyn_angmomMat)(lanes->model, lanes, out + 15 * nv, body / 2);
  for (int w = 0; w < LANE_W; w++) {
    mj_jac(m, world[w], one, one + 3 * nv, world[w]->xipos, body);
    mj_jacDot(m, world[w], one + 6 * nv, one + 9 * nv, world[w]->xipos, body);
    mj_jacSubtreeCom(m, world[w], one + 12 * nv, body / 2);
    mj_angmomMat(m, world[w], one + 15 * nv, body / 2);
    for (int i = 0; i < 18 * nv; i++) checkNumber(lane_get(out[i], w), one[i], "jacobian", i, w);
  }
  mju_free(one);
}

static void checkObjects(const mjModel* m, const lane_Data* lanes, mjData* const* world,
                         real* out) {
  const int type[] = {mjOBJ_BODY, mjOBJ_XBODY, mjOBJ_GEOM, mjOBJ_SITE, mjOBJ_CAMERA};
  const mjtSize count[] = {m->nbody, m->nbody, m->ngeom, m->nsite, m->ncam};
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 2 * count[k]; i++) {
      assert_true(LANE(dyn_objectVelocity)(lanes->model, lanes, type[k], i / 2, out, i % 2));
      assert_true(
          LANE(dyn_objectAcceleration)(lanes->model, lanes, type[k], i / 2, out + 6, i % 2));
      for (int w = 0; w < LANE_W; w++) {
        mjtNum one[12];
        mj_objectVelocity(m, world[w], type[k], i / 2, one, i % 2);
        mj_objectAcceleration(m, world[w], type[k], i / 2, one + 6, i % 2);
        for (int j = 0; j < 12; j++) checkNumber(lane_get(out[j], w), one[j], "object", j, w);
      }
    }
  }
}

static const field_Field* findField(const char* name) {
  const field_Table table = field_data();
  for (int i = 0; i < table.n; i++) {
    if (!strcmp(table.field[i].name, name)) return &table.field[i];
  }
  fail_msg("no field %s", name);
  return NULL;
}

static void checkFields(const mjModel* m, const lane_Data* lanes, mjData* const* world) {
  mjData* copy = mj_makeData(m);
  for (int w = 0; w < LANE_W; w++) {
    LANE(lane_get)(m, lanes, w, copy);
    for (size_t k = 0; k < sizeof fieldName / sizeof *fieldName; k++) {
      const field_Field* f = findField(fieldName[k]);
      const mjtNum *a = field_get(f, copy), *b = field_get(f, world[w]);
      for (int i = 0; i < field_count(f, m, NULL); i++) checkNumber(a[i], b[i], f->name, i, w);
    }
    for (int i = 0; i < 2; i++) checkNumber(copy->energy[i], world[w]->energy[i], "energy", i, w);
  }
  mj_deleteData(copy);
}

static void checkModel(const char* path, int first) {
  mjData* world[LANE_W];
  mjModel* m = dyn_load(path, &world[0]);
  for (int w = 1; w < LANE_W; w++) world[w] = mj_makeData(m);
  lane_Data* lanes = LANE(lane_make)(m);
  real* out = mju_malloc(sizeof *out * (size_t)(18 * m->nv + m->nq + 12));
  for (int i = 0; i < m->nq; i++) out[18 * m->nv + 12 + i] = lane_bc(m->qpos0[i]);
  for (int w = 0; w < LANE_W; w++) {
    setWorld(m, world[w], first + w);
    LANE(lane_put)(m, lanes, w, world[w]);
    for (int i = 0; i < m->nv; i++) lanes->qacc[i] = lane_set(lanes->qacc[i], w, world[w]->qacc[i]);
    runOne(m, world[w]);
  }
  runLanes(lanes->model, lanes, out + 18 * m->nv + 12);
  assert_int_equal(lanes->used, 0);
  checkFields(m, lanes, world);
  checkJacobians(m, lanes, world, out);
  checkObjects(m, lanes, world, out);
  LANE(lane_delete)(lanes);
  mju_free(out);
  for (int w = 0; w < LANE_W; w++) mj_deleteData(world[w]);
  mj_deleteModel(m);
}

static void test_sameBits(void** unused) {
  (void)unused;
  if (!cpu_hasLanes(LANE_W)) {
    printf("this machine does not run %d lanes: nothing to compare\n", LANE_W);
    return;
  }
  dyn_restart();
  for (size_t i = 0; i < sizeof modelPath / sizeof *modelPath; i++) {
    for (int first = 0; first < WORLDS; first += LANE_W) checkModel(modelPath[i], first);
  }
  printf("%d lanes: %d numbers with equal bits\n", LANE_W, compared);
  assert_true(compared > 10000);
}

// frames nest to any depth, also when scratch is full
static void test_frames(void** unused) {
  (void)unused;
  if (!cpu_hasLanes(LANE_W)) return;
  mjData* one;
  mjModel* m = dyn_load(modelPath[0], &one);
  mj_deleteData(one);
  lane_Data* d = LANE(lane_make)(m);
  assert_non_null(d);
  int depth = 0, used[100];
  for (; depth < 90; depth++) {
    used[depth] = d->used;
    lane_mark(d);
    if (depth % 2) assert_non_null(lane_scratch(d, 3));
  }
  assert_null(lane_scratch(d, d->nscratch));
  assert_non_null(lane_scratch(d, d->nscratch - d->used));
  for (; depth < 100; depth++) {
    used[depth] = d->used;
    lane_mark(d);
    assert_null(lane_scratch(d, 1));
  }
  while (depth-- > 0) {
    lane_free(d);
    assert_int_equal(d->used, used[depth]);
  }
  assert_int_equal(d->frame + d->nfull, 0);
  LANE(lane_delete)(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sameBits),
                                     cmocka_unit_test(test_frames)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else  // the library has no lanes here

int main(void) { return 0; }

#endif

#endif
