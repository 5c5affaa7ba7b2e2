// Batches: a world has the bits of mj_step for its state, on one and on several threads; parameters
// are those of edited copies of the model; masks, resets, noise, observations, derivatives,
// rollouts, bad numbers, failing memory.
#include "support.h"

#include <math.h>

enum { WORLDS = 13, STEPS = 60 };

static const char* const files[] = {"acrobot",      "arm",       "cartpole",   "dominoes",
                                    "hand",         "humanoid",  "muscle_arm", "pendulum",
                                    "slider_crank", "quadruped", "hopper"};
enum { NFILE = sizeof files / sizeof *files };

static mjModel* load(const char* name) {
  char path[200], error[1000] = "";
  snprintf(path, sizeof path, "%s/../models/%s.xml", TEST_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static int lanes;  // most worlds at once in all batches, 0: as many as there can be

static sn_Batch* makeOn(const mjModel* m, int n, int nthread) {
  const sn_BatchOptions options = {.nthread = nthread, .nlane = lanes};
  sn_Batch* b = sn_makeBatch(m, n, &options);
  assert_non_null(b);
  return b;
}

// a world of its own for each row, with the same numbers in both
static void scatter(const mjModel* m, sn_Batch* b, mjData** d, int n) {
  mjtNum *qvel = sn_batchArray(b, "qvel", NULL), *ctrl = sn_batchArray(b, "ctrl", NULL);
  for (int w = 0; w < n; w++) {
    d[w] = mj_makeData(m);
    for (int i = 0; i < m->nv; i++) d[w]->qvel[i] = qvel[w * m->nv + i] = 0.3 * rng_uniform();
    for (int i = 0; i < m->nu; i++) d[w]->ctrl[i] = ctrl[w * m->nu + i] = rng_uniform();
  }
}

static void assertRows(sn_Batch* b, const char* name, mjData* const* d, int n) {
  sn_Field f;
  mjtSize count;
  sn_field(sn_TYPE_DATA, sn_findField(sn_TYPE_DATA, name), &f);
  const char* rows = sn_batchArray(b, name, &count);
  assert_non_null(rows);
  for (int w = 0; w < n; w++) {
    const char* at = (char*)d[w] + f.offset;
    if (f.flags & sn_FIELD_ARRAY) at = *(char* const*)at;
    if (!count) continue;
    assert_memory_equal(rows + (size_t)w * (size_t)count * f.size, at, (size_t)count * f.size);
  }
}

static const char* const compared[] = {"time", "qpos",       "qvel", "act", "qacc_warmstart",
                                       "xpos", "sensordata", "qacc", "cvel"};
enum { NCOMPARED = sizeof compared / sizeof *compared };

static void freeAll(mjData** d, int n) {
  for (int w = 0; w < n; w++) mj_deleteData(d[w]);
}

// ---- tests

static void checkBits(const char* file, int nthread) {
  mjModel* m = load(file);
  sn_Batch* b = makeOn(m, WORLDS, nthread);
  mjData* d[WORLDS];
  scatter(m, b, d, WORLDS);
  for (int i = 0; i < NCOMPARED; i++) assert_non_null(sn_batchArray(b, compared[i], NULL));
  for (int k = 0; k < STEPS; k += 5) {
    assert_int_equal(sn_stepBatch(b, 5, NULL), 5);
    for (int w = 0; w < WORLDS; w++) {
      for (int i = 0; i < 5; i++) mj_step(m, d[w]);
    }
    for (int i = 0; i < NCOMPARED; i++) assertRows(b, compared[i], d, WORLDS);
  }
  freeAll(d, WORLDS);
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

static void test_bits(void** state) {
  (void)state;
  static const int widths[] = {1, 2, 4, 8};
  for (int i = 0; i < NFILE; i++) {
    for (int k = 0; k < 4; k++) {
      lanes = widths[k];
      checkBits(files[i], 1);
      checkBits(files[i], 3);
    }
  }
  lanes = 0;
}

// results that a step computes only if a sensor needs them
static void checkDemand(const char* file, int width) {
  static const char* const names[] = {"cacc", "cfrc_int", "cfrc_ext", "subtree_linvel",
                                      "subtree_angmom"};
  mjModel* m = load(file);
  lanes = width;
  for (int integrator = mjINT_EULER; integrator <= mjINT_RK4; integrator++) {
    m->opt.integrator = integrator;
    sn_Batch* b = makeOn(m, WORLDS, 1);
    mjData* d[WORLDS];
    scatter(m, b, d, WORLDS);
    for (int i = 0; i < 5; i++) assert_non_null(sn_batchArray(b, names[i], NULL));
    for (int k = 0; k < STEPS; k += 20) {
      assert_int_equal(sn_stepBatch(b, 20, NULL), 20);
      for (int w = 0; w < WORLDS; w++) {
        for (int i = 0; i < 20; i++) mj_step(m, d[w]);
        if (!d[w]->flg_rnepost) mj_rnePostConstraint(m, d[w]);
        if (!d[w]->flg_subtreevel) mj_subtreeVel(m, d[w]);
      }
      for (int i = 0; i < 5; i++) assertRows(b, names[i], d, WORLDS);
    }
    freeAll(d, WORLDS);
    sn_deleteBatch(b);
  }
  mj_deleteModel(m);
}

static void test_on_demand(void** state) {
  (void)state;
  for (int i = 0; i < NFILE; i++) {
    for (int width = 2; width <= 8; width *= 2) checkDemand(files[i], width);
  }
  lanes = 0;
}

// Balls that just touch: the sweep decides, along an axis through all geoms. Some of these do not
// collide: one is only drawn, one has a sensor, one a tendon.
static const char* const touching =
    "<mujoco><option gravity='0 0 0'/><default><default class='seen'>"
    "<geom size='.1' contype='0' conaffinity='0'/></default></default><worldbody>"
    "<body><freejoint/><geom size='.1'/><geom class='seen' pos='-.3 0 0'/>"
    "<geom class='seen' name='sensed' pos='-.5 0 0'/><geom class='seen' name='round' pos='-.9 0 "
    "0'/>"
    "<site name='a' pos='-1.2 0 .07'/></body>"
    "<body><freejoint/><geom size='.1'/><site name='b' pos='0 0 .05'/></body></worldbody>"
    "<tendon><spatial stiffness='1e-9'><site site='a'/><geom geom='round'/><site site='b'/>"
    "</spatial></tendon><sensor><framepos objtype='geom' objname='sensed'/></sensor></mujoco>";

static void touch(const mjModel* m, sn_Batch* b, mjData** d) {
  assert_int_equal(sn_resetBatch(b, NULL, NULL), 0);
  mjtNum *qpos = sn_batchArray(b, "qpos", NULL), *qvel = sn_batchArray(b, "qvel", NULL);
  for (int w = 0; w < WORLDS; w++) {
    mj_resetData(m, d[w]);
    for (int k = 0; k < 3; k++) d[w]->qpos[7 + k] = d[w]->qpos[k] = rng_uniform();
    d[w]->qpos[7] += 0.2 + (w % 2 ? 1e-8 : 1e-17) * rng_uniform();
    d[w]->qvel[0] = 1;
    memcpy(qpos + 14 * w, d[w]->qpos, 14 * sizeof *qpos);
    memcpy(qvel + 12 * w, d[w]->qvel, 12 * sizeof *qvel);
  }
}

static void test_geoms_that_are_not_read(void** state) {
  (void)state;
  char error[200] = "";
  mjSpec* spec = mj_parseXMLString(touching, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  assert_non_null(m);
  int ntouching = 0;
  for (lanes = 1; lanes <= 8; lanes *= 2) {
    sn_Batch* b = makeOn(m, WORLDS, 1);
    mjData* d[WORLDS];
    for (int w = 0; w < WORLDS; w++) d[w] = mj_makeData(m);
    assert_non_null(sn_batchArray(b, "sensordata", NULL));
    for (int round = 0; round < 60; round++) {
      touch(m, b, d);
      if (round == 30) assert_non_null(sn_batchArray(b, "geom_xpos", NULL));
      assert_int_equal(sn_stepBatch(b, 1, NULL), 1);
      for (int w = 0; w < WORLDS; w++) {
        mj_step(m, d[w]);
        ntouching += d[w]->ncon;
      }
      assertRows(b, "qvel", d, WORLDS);
      assertRows(b, "sensordata", d, WORLDS);
      if (round >= 30) assertRows(b, "geom_xpos", d, WORLDS);
    }
    freeAll(d, WORLDS);
    sn_deleteBatch(b);
  }
  lanes = 0;
  assert_in_range(ntouching, 50, 4 * 60 * WORLDS - 50);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

// Boxes that just touch, on bodies of several geoms: rounding of the boxes of their trees decides.
static const char* const stacked =
    "<mujoco><option gravity='0 0 0'/><worldbody><body><freejoint/><geom type='box' size='.5 .5 "
    ".1'/><geom size='.1' pos='5 0 0'/></body><body pos='0 0 .4'><freejoint/><geom type='box' "
    "size='.3 .4 .3'/><geom type='ellipsoid' size='.1 .1 .1' pos='0 0 2'/></body><body "
    "pos='0 0 .4'><freejoint/><geom size='.3'/><geom size='.1' pos='0 0 2'/></body>"
    "</worldbody></mujoco>";

// bodies 1 and 2 on top of body 0, all turned alike
static void stack(const mjModel* m, sn_Batch* b, mjData** d) {
  assert_int_equal(sn_resetBatch(b, NULL, NULL), 0);
  mjtNum *qpos = sn_batchArray(b, "qpos", NULL), *qvel = sn_batchArray(b, "qvel", NULL);
  for (int w = 0; w < WORLDS; w++) {
    mj_resetData(m, d[w]);
    mjtNum turn[4] = {1, rng_uniform(), rng_uniform(), rng_uniform()};
    mju_normalize4(turn);
    const mjtNum up[3] = {0, 0, .4}, side[3] = {5, 0, .4};
    for (int k = 0; k < 3; k++) mju_copy4(d[w]->qpos + 7 * k + 3, turn);
    mju_rotVecQuat(d[w]->qpos + 7, up, turn);
    mju_rotVecQuat(d[w]->qpos + 14, side, turn);
    d[w]->qvel[0] = 1;
    memcpy(qpos + 21 * w, d[w]->qpos, 21 * sizeof *qpos);
    memcpy(qvel + 18 * w, d[w]->qvel, 18 * sizeof *qvel);
  }
}

static void test_touching_trees(void** state) {
  (void)state;
  char error[200] = "";
  mjSpec* spec = mj_parseXMLString(stacked, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) fail_msg("%s", error);
  int with = 0, without = 0;
  for (lanes = 1; lanes <= 8; lanes *= 2) {
    sn_Batch* b = makeOn(m, WORLDS, 1);
    mjData* d[WORLDS];
    for (int w = 0; w < WORLDS; w++) d[w] = mj_makeData(m);
    for (int round = 0; round < 20; round++) {
      stack(m, b, d);
      assert_int_equal(sn_stepBatch(b, 1, NULL), 1);
      for (int w = 0; w < WORLDS; w++) {
        mj_step(m, d[w]);
        with += d[w]->ncon >= 4;
        without += d[w]->ncon < 4;
      }
      assertRows(b, "qvel", d, WORLDS);
    }
    freeAll(d, WORLDS);
    sn_deleteBatch(b);
  }
  lanes = 0;
  print_message("boxes that touch: %d worlds with contacts, %d without\n", with, without);
  assert_true(with > 20 && without > 20);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void test_controls_of_each_step(void** state) {
  (void)state;
  mjModel* m = load("arm");
  sn_Batch* b = makeOn(m, WORLDS, 2);
  mjData* d[WORLDS];
  scatter(m, b, d, WORLDS);
  const size_t nu = (size_t)m->nu;
  mjtNum* ctrl = malloc(WORLDS * STEPS * nu * sizeof *ctrl);
  for (size_t i = 0; i < WORLDS * STEPS * nu; i++) ctrl[i] = rng_uniform();
  assert_int_equal(sn_stepBatch(b, STEPS, &(sn_BatchInput){.ctrl = ctrl}), STEPS);
  for (size_t w = 0; w < WORLDS; w++) {
    for (size_t k = 0; k < STEPS; k++) {
      memcpy(d[w]->ctrl, ctrl + (w * STEPS + k) * nu, nu * sizeof *ctrl);
      mj_step(m, d[w]);
    }
  }
  assertRows(b, "qpos", d, WORLDS);
  assertRows(b, "ctrl", d, WORLDS);
  free(ctrl);
  freeAll(d, WORLDS);
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

// a spring to the start, in the arrays of the batch
static int pull(void* context, sn_Batch* b, int step) {
  mjtSize nq, nu;
  const mjtNum* qpos = sn_batchArray(b, "qpos", &nq);
  mjtNum* ctrl = sn_batchArray(b, "ctrl", &nu);
  for (int w = 0; w < sn_batchSize(b); w++) {
    for (mjtSize i = 0; i < nu; i++) ctrl[w * nu + i] = -qpos[w * nq + i % nq];
  }
  return step >= *(const int*)context;
}

static void test_control_by_function(void** state) {
  (void)state;
  mjModel* m = load("cartpole");
  sn_Batch* b = makeOn(m, WORLDS, 2);
  mjData* d[WORLDS];
  int most = 20;
  scatter(m, b, d, WORLDS);
  const sn_BatchInput input = {.control = pull, .context = &most};
  assert_int_equal(sn_stepBatch(b, STEPS, &input), most);
  for (int w = 0; w < WORLDS; w++) {
    for (int k = 0; k < most; k++) {
      for (int i = 0; i < m->nu; i++) d[w]->ctrl[i] = -d[w]->qpos[i % m->nq];
      mj_step(m, d[w]);
    }
  }
  assertRows(b, "qpos", d, WORLDS);
  freeAll(d, WORLDS);
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

static void test_parameters(void** state) {
  (void)state;
  mjModel* m = load("quadruped");
  sn_Batch* b = makeOn(m, WORLDS, 2);
  mjData* d[WORLDS];
  mjModel* own[WORLDS];
  scatter(m, b, d, WORLDS);
  mjtSize nbody, ngravity, nfriction;
  mjtNum* mass = sn_batchParameter(b, "body_mass", &nbody);
  mjtNum* gravity = sn_batchParameter(b, "opt.gravity", &ngravity);
  mjtNum* friction = sn_batchParameter(b, "geom_friction", &nfriction);
  assert_int_equal(nbody, m->nbody);
  assert_int_equal(ngravity, 3);
  assert_ptr_equal(gravity, sn_batchParameter(b, "opt.gravity", NULL));
  for (int w = 0; w < WORLDS; w++) {
    own[w] = mj_copyModel(NULL, m);
    for (int i = 0; i < m->nbody; i++) own[w]->body_mass[i] = mass[w * nbody + i] *= 1 + 0.02 * w;
    own[w]->opt.gravity[0] = gravity[3 * w] = 0.1 * w;
    for (int i = 0; i < nfriction; i++) {
      own[w]->geom_friction[i] = friction[w * nfriction + i] *= 1 - 0.03 * w;
    }
  }
  assert_int_equal(sn_stepBatch(b, STEPS, NULL), STEPS);
  for (int w = 0; w < WORLDS; w++) {
    for (int k = 0; k < STEPS; k++) mj_step(own[w], d[w]);
    mj_deleteModel(own[w]);
  }
  assertRows(b, "qpos", d, WORLDS);
  assertRows(b, "qacc_warmstart", d, WORLDS);
  freeAll(d, WORLDS);
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

static void test_masks(void** state) {
  (void)state;
  mjModel* m = load("arm");
  sn_Batch* b = makeOn(m, WORLDS, 2);
  mjData* d[WORLDS];
  scatter(m, b, d, WORLDS);
  for (int k = 0; k < STEPS; k++) {
    mjtBool mask[WORLDS], gone[WORLDS];
    for (int w = 0; w < WORLDS; w++) {
      mask[w] = rng_uniform() < 0.3;
      gone[w] = rng_uniform() < -0.9;
    }
    sn_stepBatch(b, 1 + k % 3, &(sn_BatchInput){.mask = mask});
    assert_int_equal(sn_resetBatch(b, gone, NULL), 0);
    for (int w = 0; w < WORLDS; w++) {
      for (int i = 0; i < 1 + k % 3 && mask[w]; i++) mj_step(m, d[w]);
      if (gone[w]) mj_resetData(m, d[w]);
    }
  }
  assertRows(b, "qpos", d, WORLDS);
  assertRows(b, "time", d, WORLDS);
  freeAll(d, WORLDS);
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

static void test_bad_numbers_stay_in_their_world(void** state) {
  (void)state;
  mjModel* m = load("humanoid");
  sn_Batch* b = makeOn(m, WORLDS, 2);
  mjData* d[WORLDS];
  scatter(m, b, d, WORLDS);
  mjtNum* qpos = sn_batchArray(b, "qpos", NULL);
  qpos[5 * m->nq + 2] = d[5]->qpos[2] = NAN;
  assert_int_equal(sn_stepBatch(b, 10, NULL), 10);
  catch_begin();
  for (int w = 0; w < WORLDS; w++) {
    for (int k = 0; k < 10; k++) mj_step(m, d[w]);
  }
  catch_end();
  assertRows(b, "qpos", d, WORLDS);
  const int* warning = sn_batchWarnings(b);
  for (int w = 0; w < WORLDS; w++) {
    assert_int_equal(warning[w * mjNWARNING + mjWARN_BADQPOS], w == 5);
  }
  assert_int_equal(sn_resetBatch(b, NULL, NULL), 0);
  assert_int_equal(warning[5 * mjNWARNING + mjWARN_BADQPOS], 0);
  freeAll(d, WORLDS);
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

static void test_resets(void** state) {
  (void)state;
  mjModel* m = load("cartpole");
  sn_Batch *b = makeOn(m, WORLDS, 1), *b2 = makeOn(m, WORLDS, 3);
  assert_true(m->nkey > 0);
  sn_BatchReset r;
  sn_defaultBatchReset(&r);
  r.key = 0, r.qpos_noise = 0.1, r.qvel_noise = 0.2, r.seed = 7;
  const size_t bytes = WORLDS * (size_t)m->nq * sizeof(mjtNum);
  mjtNum *q = sn_batchArray(b, "qpos", NULL), *q2 = sn_batchArray(b2, "qpos", NULL);
  for (int normal = 0; normal < 2; normal++) {
    r.normal = (mjtBool)normal;
    assert_int_equal(sn_resetBatch(b, NULL, &r), 0);
    assert_int_equal(sn_resetBatch(b2, NULL, &r), 0);
    assert_memory_equal(q, q2, bytes);
    assert_true(q[0] != q[m->nq]);
    for (int i = 0; i < WORLDS * m->nq && !normal; i++) {
      assert_true(fabs(q[i] - m->key_qpos[i % m->nq]) < 0.1);
    }
  }
  mjtNum* given = calloc(WORLDS, (size_t)m->nq * sizeof *given);
  for (int i = 0; i < WORLDS * m->nq; i++) given[i] = i;
  assert_int_equal(sn_resetBatch(b, NULL, &(sn_BatchReset){.key = -1, .qpos = given}), 0);
  assert_memory_equal(q, given, bytes);
  catch_begin();
  assert_int_equal(sn_resetBatch(b, NULL, &(sn_BatchReset){.key = 99}), -1);
  catch_end();
  free(given);
  sn_deleteBatch(b);
  sn_deleteBatch(b2);
  mj_deleteModel(m);
}

static void test_gather(void** state) {
  (void)state;
  mjModel* m = load("arm");
  sn_Batch* b = makeOn(m, WORLDS, 2);
  char text[300];
  const char* body = mj_id2name(m, mjOBJ_BODY, 1);
  snprintf(text, sizeof text, "qpos[1:], qvel, xpos:%s , ncon, sensordata", body);
  sn_BatchGather* g = sn_makeGather(b, text);
  assert_non_null(g);
  const int n = sn_gatherSize(g);
  assert_int_equal(n, m->nq - 1 + m->nv + 3 + 1 + m->nsensordata);
  sn_stepBatch(b, 3, NULL);
  mjtNum* out = malloc(WORLDS * (size_t)n * sizeof *out);
  float* small = malloc(WORLDS * (size_t)n * sizeof *small);
  sn_gatherBatch(g, out, n);
  sn_gatherBatchFloat(g, small, n);
  const mjtNum *qpos = sn_batchArray(b, "qpos", NULL), *xpos = sn_batchArray(b, "xpos", NULL);
  for (int w = 0; w < WORLDS; w++) {
    assert_true(out[w * n] == qpos[w * m->nq + 1]);
    assert_true(out[w * n + m->nq - 1 + m->nv + 2] == xpos[(w * m->nbody + 1) * 3 + 2]);
    for (int i = 0; i < n; i++) assert_true(small[w * n + i] == (float)out[w * n + i]);
  }
  catch_begin();
  static const char* const wrong[] = {"",        "qpos[",  "qpos[9:3]", "qpos[0:99]",
                                      "nothing", "efc_J",  "xpos:no",   "qpos,,qvel",
                                      "xpos:",   "buffer", "qpos[a]",   "contact"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_null(sn_makeGather(b, wrong[i]));
  }
  catch_end();
  free(out);
  free(small);
  sn_deleteGather(g);
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

static void test_transition(void** state) {
  (void)state;
  mjModel* m = load("cartpole");
  sn_Batch* b = makeOn(m, WORLDS, 2);
  mjData* d[WORLDS];
  scatter(m, b, d, WORLDS);
  const size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu;
  mjtNum *A = malloc(WORLDS * nx * nx * sizeof *A), *B = malloc(WORLDS * nx * nu * sizeof *B);
  mjtNum *one = malloc(nx * nx * sizeof *one), *two = malloc(nx * nu * sizeof *two);
  assert_int_equal(sn_batchTransition(b, sn_DIFF_ANALYTIC, A, B, NULL, NULL), sn_DIFF_ANALYTIC);
  for (size_t w = 0; w < WORLDS; w++) {
    mj_forward(m, d[w]);
    sn_transition(m, d[w], sn_DIFF_ANALYTIC, one, two, NULL, NULL);
    assert_memory_equal(one, A + w * nx * nx, nx * nx * sizeof *one);
    assert_memory_equal(two, B + w * nx * nu, nx * nu * sizeof *two);
  }
  free(A), free(B), free(one), free(two);
  freeAll(d, WORLDS);
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

// ---- rollouts

static int stopAt(void* context, int done) { return done >= *(const int*)context; }

static void test_rollout(void** state) {
  (void)state;
  mjModel* m = load("arm");
  const size_t ns = (size_t)mj_stateSize(m, mjSTATE_FULLPHYSICS), nu = (size_t)m->nu;
  const size_t nd = (size_t)m->nsensordata;
  mjtNum* state0 = calloc(WORLDS, ns * sizeof *state0);
  mjtNum* control = malloc(WORLDS * STEPS * nu * sizeof *control);
  mjtNum *states = malloc(WORLDS * STEPS * ns * sizeof *states), *row = malloc(ns * sizeof *row);
  mjtNum* sensors = malloc(WORLDS * STEPS * (nd + 1) * sizeof *sensors);
  mjData* d = mj_makeData(m);
  for (size_t w = 0; w < WORLDS; w++) mj_getState(m, d, state0 + w * ns, mjSTATE_FULLPHYSICS);
  for (size_t i = 0; i < WORLDS * STEPS * nu; i++) control[i] = rng_uniform();
  sn_Rollout r;
  sn_defaultRollout(&r);
  r.nroll = WORLDS, r.nstep = STEPS, r.state0 = state0, r.control = control;
  r.state = states, r.sensordata = sensors, r.nthread = 2;
  assert_int_equal(sn_rollout(m, &r), WORLDS);
  for (size_t w = 0; w < WORLDS; w++) {
    mj_resetData(m, d);
    for (size_t k = 0; k < STEPS; k++) {
      memcpy(d->ctrl, control + (w * STEPS + k) * nu, nu * sizeof *control);
      mj_step(m, d);
      mj_getState(m, d, row, mjSTATE_FULLPHYSICS);
      assert_memory_equal(row, states + (w * STEPS + k) * ns, ns * sizeof *row);
      assert_memory_equal(d->sensordata, sensors + (w * STEPS + k) * nd, nd * sizeof *row);
    }
  }
  int most = 2;
  r.nthread = 1, r.progress = stopAt, r.context = &most;
  assert_int_equal(sn_rollout(m, &r), 2);
  mj_deleteData(d);
  free(state0), free(control), free(states), free(sensors), free(row);
  mj_deleteModel(m);
}

// ---- memory

static void useBatch(void* context) {
  const mjModel* m = context;
  catch_begin();
  sn_Batch* b = sn_makeBatch(m, 3, &(sn_BatchOptions){.nthread = 1});
  if (b) {
    sn_batchArray(b, "xpos", NULL);
    sn_batchParameter(b, "body_mass", NULL);
    sn_BatchGather* g = sn_makeGather(b, "qpos, qvel, xpos, xquat, qacc");
    sn_stepBatch(b, 2, NULL);
    sn_batchTransition(b, 0, NULL, NULL, NULL, NULL);
    sn_deleteGather(g);
  }
  sn_deleteBatch(b);
  catch_end();
}

static void test_failing_memory(void** state) {
  (void)state;
  mjModel* m = load("pendulum");
  heap_failEach(useBatch, m, 5);
  mj_deleteModel(m);
}

static void test_wrong_arguments(void** state) {
  (void)state;
  mjModel* m = load("pendulum");
  catch_begin();
  assert_null(sn_makeBatch(m, 0, NULL));
  assert_null(sn_makeBatch(m, 1, &(sn_BatchOptions){.nthread = -1}));
  assert_null(sn_makeBatch(m, 1, &(sn_BatchOptions){.nlane = 3}));
  sn_Batch* b = makeOn(m, 2, 1);
  assert_null(sn_batchArray(b, "efc_force", NULL));
  assert_null(sn_batchArray(b, "no", NULL));
  assert_null(sn_batchParameter(b, "nq", NULL));
  assert_null(sn_batchParameter(b, "body_parentid", NULL));
  assert_int_equal(sn_stepBatch(b, -1, NULL), -1);
  mjtNum zero[100] = {0};
  assert_int_equal(sn_stepBatch(b, 1, &(sn_BatchInput){.ctrl = zero, .control = pull}), -1);
  catch_end();
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bits),
      cmocka_unit_test(test_controls_of_each_step),
      cmocka_unit_test(test_control_by_function),
      cmocka_unit_test(test_on_demand),
      cmocka_unit_test(test_geoms_that_are_not_read),
      cmocka_unit_test(test_touching_trees),
      cmocka_unit_test(test_parameters),
      cmocka_unit_test(test_masks),
      cmocka_unit_test(test_bad_numbers_stay_in_their_world),
      cmocka_unit_test(test_resets),
      cmocka_unit_test(test_gather),
      cmocka_unit_test(test_transition),
      cmocka_unit_test(test_rollout),
      cmocka_unit_test(test_failing_memory),
      cmocka_unit_test(test_wrong_arguments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
