// Batches of models with several trees: worlds whose trees meet and part at times of their own have
// the bits of mj_step, in 2, 4 and 8 lanes, on one and two threads, with both cones; worlds with a
// NaN or that are flung apart do not change the others.
#include "support.h"

#include <math.h>

enum { WORLDS = 18, CALLS = 60, QUICK_CALLS = 8, STEPS = 5 };

static int callCount(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return QUICK_CALLS;
#else
  return getenv("SINEW_QUICK") ? QUICK_CALLS : CALLS;
#endif
}

typedef struct {
  const char* name;
  mjModel* m;
  sn_Batch* b;
  mjData* d[WORLDS];
  long differ;  // worlds that had not as many islands as the one before them
} Run;

static mjModel* load(const char* name) {
  char path[200], error[1000] = "";
  snprintf(path, sizeof path, "%s/scenes/%s.xml", TEST_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

// worlds of their own, in which equalities hold as it comes
static void scatter(const Run* r, double speed) {
  const mjModel* m = r->m;
  mjtNum *qvel = sn_batchArray(r->b, "qvel", NULL), *ctrl = sn_batchArray(r->b, "ctrl", NULL);
  mjtBool* active = sn_batchArray(r->b, "eq_active", NULL);
  for (int w = 0; w < WORLDS; w++) {
    mjData* d = r->d[w];
    for (int i = 0; i < m->nv; i++) d->qvel[i] = qvel[w * m->nv + i] = speed * rng_uniform();
    for (int i = 0; i < m->nu; i++) d->ctrl[i] = ctrl[w * m->nu + i] = rng_uniform();
    for (int i = 0; i < m->neq; i++) {
      d->eq_active[i] = active[w * m->neq + i] = rng_uniform() > 0;
    }
  }
}

static void begin(Run* r, const char* name, mjModel* m, int nlane, int nthread, double speed) {
  *r = (Run){.name = name, .m = m};
  r->b = sn_makeBatch(m, WORLDS, &(sn_BatchOptions){.nthread = nthread, .nlane = nlane});
  assert_non_null(r->b);
  for (int w = 0; w < WORLDS; w++) r->d[w] = mj_makeData(m);
  rng_state = 88172645463325252ull;
  scatter(r, speed);
  const char* why = sn_batchObstacle(r->b);
  if (why) assert_string_equal(why, "a CPU without wide vectors");
}

static void end(Run* r) {
  for (int w = 0; w < WORLDS; w++) mj_deleteData(r->d[w]);
  sn_deleteBatch(r->b);
}

static void compare(const Run* r, const char* name, int step) {
  sn_Field f;
  mjtSize n;
  sn_field(sn_TYPE_DATA, sn_findField(sn_TYPE_DATA, name), &f);
  const mjtNum* rows = sn_batchArray(r->b, name, &n);
  for (int w = 0; w < WORLDS; w++) {
    const mjtNum *x = rows + w * n, *y = *(mjtNum**)((char*)r->d[w] + f.offset);
    for (mjtSize i = 0; i < n; i++) {
      if (memcmp(x + i, y + i, sizeof *x) && !(isnan(x[i]) && isnan(y[i]))) {
        fail_msg("%s: %s[%d] of world %d is %a, not %a, after %d steps", r->name, name, (int)i, w,
                 x[i], y[i], step);
      }
    }
  }
}

static void steps(Run* r, int ncall) {
  static const char* const names[] = {"qpos", "qvel", "qacc", "qacc_warmstart", "qfrc_constraint"};
  for (int i = 0; i < 5; i++) sn_batchArray(r->b, names[i], NULL);
  catch_begin();
  for (int k = 0; k < ncall; k++) {
    sn_stepBatch(r->b, STEPS, NULL);
    for (int w = 0; w < WORLDS; w++) {
      for (int i = 0; i < STEPS; i++) mj_step(r->m, r->d[w]);
      r->differ += w && r->d[w]->nisland != r->d[w - 1]->nisland;
    }
    for (int i = 0; i < 5; i++) compare(r, names[i], (k + 1) * STEPS);
  }
  catch_end();
}

static void runModel(const char* name, int cone, int disable) {
  mjModel* m = load(name);
  m->opt.cone = cone;
  m->opt.disableflags |= disable;
  for (int nlane = 2; nlane <= 8; nlane *= 2) {
    for (int nthread = 1; nthread <= 2; nthread++) {
      Run r;
      begin(&r, name, m, nlane, nthread, 1);
      steps(&r, callCount());
      if (!(disable & mjDSBL_ISLAND)) assert_true(r.differ > 0);
      if (nlane == 2 && nthread == 1) {
        print_message("%s: %d lanes, neighbours differed %ld times\n", name, sn_batchLanes(r.b),
                      r.differ);
      }
      end(&r);
    }
  }
  mj_deleteModel(m);
}

static void test_pyramids(void** state) {
  (void)state;
  runModel("islands", mjCONE_PYRAMIDAL, 0);
  runModel("loose", mjCONE_PYRAMIDAL, 0);
}

static void test_cones(void** state) {
  (void)state;
  runModel("islands", mjCONE_ELLIPTIC, 0);
  runModel("loose", mjCONE_ELLIPTIC, 0);
}

static void test_options(void** state) {
  (void)state;
  runModel("islands", mjCONE_PYRAMIDAL, mjDSBL_WARMSTART);
  runModel("islands", mjCONE_ELLIPTIC, mjDSBL_ISLAND);
}

// worlds that are flung until numbers go bad, one with a NaN
static void test_bad_numbers(void** state) {
  (void)state;
  mjModel* m = load("islands");
  Run r;
  begin(&r, "bad numbers", m, 4, 1, 1);
  mjtNum *qpos = sn_batchArray(r.b, "qpos", NULL), *qvel = sn_batchArray(r.b, "qvel", NULL);
  qpos[3 * m->nq + 9] = r.d[3]->qpos[9] = NAN;
  qvel[7 * m->nv + 4] = r.d[7]->qvel[4] = 1e9;
  qvel[8 * m->nv + m->nv - 1] = r.d[8]->qvel[m->nv - 1] = 1e6;
  steps(&r, callCount());
  end(&r);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pyramids),
      cmocka_unit_test(test_cones),
      cmocka_unit_test(test_options),
      cmocka_unit_test(test_bad_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
