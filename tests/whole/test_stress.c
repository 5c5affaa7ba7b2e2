// Load: a thousand spheres in a bin, nearly singular systems, and arenas that are too small. Steps
// take no memory from the heap, numbers stay finite, and what does not fit costs a warning.
#include <math.h>

#include "support.h"

static mjModel* fromText(const char* xml) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void assertFinite(const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nv; i++) assert_true(fabs(d->qacc[i]) < mjMAXVAL);
  for (int i = 0; i < d->nefc; i++) assert_true(isfinite(d->efc_force[i]));
}

// ---- a bin of spheres

static const char bin[] =
    "<mujoco><size memory='400M'/><option timestep='0.004'/>"
    "<default><geom friction='0.5'/></default><worldbody>"
    "<geom type='plane' size='2 2 .1'/>"
    "<geom type='box' size='.05 .8 .5' pos='-.75 0 .5'/><geom type='box' size='.05 .8 .5' pos='.75 "
    "0 .5'/>"
    "<geom type='box' size='.8 .05 .5' pos='0 -.75 .5'/><geom type='box' size='.8 .05 .5' pos='0 "
    ".75 .5'/>"
    "<replicate count='10' offset='.13 .003 0'><replicate count='10' offset='.002 .13 0'>"
    "<replicate count='10' offset='.004 .002 .13'>"
    "<body pos='-.62 -.62 .2'><freejoint/><geom size='.06'/></body>"
    "</replicate></replicate></replicate></worldbody></mujoco>";

#ifdef __SANITIZE_ADDRESS__
enum { BIN_STEPS = 40 };  // enough to touch everything
#else
enum { BIN_STEPS = 120 };
#endif

static void test_bin(void** state) {
  (void)state;
  mjModel* m = fromText(bin);
  assert_int_equal(m->nv, 6000);
  mjData* d = mj_makeData(m);
  const int steps = getenv("SINEW_QUICK") ? 5 : BIN_STEPS;
  heap_watch(0);
  for (int i = 0; i < steps; i++) mj_step(m, d);
  heap_unwatch();
  print_message("  %d contacts, %d rows, %d islands, arena %.1f MB\n", d->ncon, d->nefc, d->nisland,
                (double)d->maxuse_arena / 1e6);
  assert_int_equal(heap_calls, 0);
  assertFinite(m, d);
  for (int i = 0; i < mjNWARNING; i++) assert_int_equal(d->warning[i].number, 0);
  if (steps > 100) assert_true(d->ncon > 300);
  for (int b = 0; b < 1000; b++) {  // none fell through the floor
    assert_true(d->qpos[7 * b + 2] > 0.03);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- nearly singular

// the same loop closed by five equalities, one of which contradicts the others
static const char parallel[] =
    "<mujoco><worldbody><body name='a'><joint axis='0 1 0'/><geom size='.1' pos='.3 0 0'/>"
    "<body name='b' pos='.5 0 0'><joint axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body></body>"
    "</worldbody><equality>"
    "<connect body1='b' anchor='.5 0 0'/><connect body1='b' anchor='.5 0 0'/>"
    "<connect body1='b' anchor='.5 0 0'/><weld body1='b'/>"
    "<weld body1='b' relpose='.1 0 .1 1 0 0 0'/></equality></mujoco>";

static const char ratio[] =
    "<mujoco><worldbody><geom type='plane' size='1 1 1'/>"
    "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' mass='.001'/></body>"
    "<body pos='0 0 .3'><freejoint/><geom type='box' size='.1 .1 .1' mass='1000'/></body>"
    "</worldbody></mujoco>";

static const char frictionless[] =
    "<mujoco><option cone='elliptic'/><default><geom friction='0 0 0' "
    "condim='6'/></default><worldbody>"
    "<geom type='plane' size='1 1 1'/>"
    "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='.01 0 .3'><freejoint/><geom type='sphere' size='.1'/></body></worldbody></mujoco>";

static void stayFinite(const char* xml) {
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    for (int variant = 0; variant < 4; variant++) {
      mjModel* m = fromText(xml);
      m->opt.solver = solver;
      m->opt.jacobian = variant & 1 ? mjJAC_SPARSE : mjJAC_DENSE;
      if (variant & 2) m->opt.noslip_iterations = 3;
      mjData* d = mj_makeData(m);
      for (int i = 0; i < 500; i++) {
        mj_step(m, d);
        assertFinite(m, d);
      }
      for (int i = 0; i < mjNWARNING; i++) assert_int_equal(d->warning[i].number, 0);
      mj_deleteData(d);
      mj_deleteModel(m);
    }
  }
}

static void test_parallel(void** state) {
  (void)state;
  stayFinite(parallel);
}
static void test_massRatio(void** state) {
  (void)state;
  stayFinite(ratio);
}
static void test_frictionless(void** state) {
  (void)state;
  stayFinite(frictionless);
}

// ---- arenas of all sizes

static const char heap[] =
    "<mujoco><size memory='%d'/><option cone='%s' solver='%s' jacobian='%s'/>"
    "<worldbody><geom type='plane' size='1 1 1'/>"
    "<replicate count='6' offset='.05 0 .15'><body pos='0 0 .08'><freejoint/>"
    "<geom type='box' size='.1 .1 .1' condim='4'/></body></replicate></worldbody></mujoco>";

static void test_smallArena(void** state) {
  (void)state;
  static const char *cone[] = {"pyramidal", "elliptic"}, *solver[] = {"PGS", "CG", "Newton"},
                    *jacobian[] = {"dense", "sparse"};
  int full = 0, whole = 0;
  for (int k = 0; k < 12; k++) {
    for (int bytes = 3000; bytes < 4000000; bytes += bytes / 3) {
      char xml[2000];
      snprintf(xml, sizeof xml, heap, bytes, cone[k % 2], solver[k % 3], jacobian[k / 6]);
      mjModel* m = fromText(xml);
      catch_begin();
      mjData* d = mj_makeData(m);
      for (int i = 0; i < 5; i++) mj_step(m, d);
      mj_inverse(m, d);
      catch_end();
      const int warnings =
          d->warning[mjWARN_CONTACTFULL].number + d->warning[mjWARN_CNSTRFULL].number;
      full += warnings > 0;
      whole += warnings == 0;
      if (warnings) assert_true(caught_count > 0);
      for (int i = 0; i < m->nq; i++) assert_true(isfinite(d->qpos[i]));
      assert_true(d->time > 0.009);  // the steps were taken all the same
      mj_deleteData(d);
      mj_deleteModel(m);
    }
  }
  print_message("  %d arenas were too small, %d were not\n", full, whole);
  assert_true(full > 20 && whole > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bin),        cmocka_unit_test(test_parallel),
      cmocka_unit_test(test_massRatio),  cmocka_unit_test(test_frictionless),
      cmocka_unit_test(test_smallArena),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
