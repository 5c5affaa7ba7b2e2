// collide/filter: what it says of two geoms for all times is what collisions find when everything
// is within the margin, and what keeps a model from being stepped in lanes.
#include "collide/filter.h"
#include "simulate_support.h"
#include "step/forward.h"

// families, welded and static bodies, a mocap body, masks, excluded bodies
static const char mixedXml[] =
    "<mujoco><size memory='20M'/><worldbody>"
    "<geom type='plane' size='5 5 .1'/><geom size='.1' pos='1 0 0' contype='2' conaffinity='4'/>"
    "<body name='fixed'><geom type='box' size='.1 .1 .1'/></body>"
    "<body name='mocap' mocap='true' pos='0 1 0'><geom size='.1'/></body>"
    "<body name='a' pos='0 0 1'><freejoint/><geom size='.1' contype='3' conaffinity='1'/>"
    "<geom size='.05' pos='.2 0 0' contype='4' conaffinity='2'/>"
    "<body name='welded' pos='0 .2 0'><geom type='capsule' size='.05 .1'/></body>"
    "<body name='b' pos='.3 0 0'><joint/><geom size='.1'/>"
    "<body name='c' pos='.3 0 0'><joint/><geom size='.1'/><geom size='.05' pos='0 0 .1' "
    "contype='0' conaffinity='0'/></body></body></body>"
    "<body name='d' pos='0 -1 1'><joint type='slide'/><geom type='capsule' size='.1 .2'/></body>"
    "<body name='e' pos='0 -2 1'><joint type='ball'/><geom type='ellipsoid' size='.1 .2 "
    ".1'/></body>"
    "</worldbody><contact><exclude body1='a' body2='d'/><exclude body1='c' body2='fixed'/>"
    "<exclude body1='e' body2='d'/></contact></mujoco>";

static int keepAll(const mjModel* m, mjData* d, int geom1, int geom2) {
  (void)m, (void)d, (void)geom1, (void)geom2;
  return 0;
}

// ---- against collisions

// geoms without masks are left out of the trees of their bodies: a user's filter may never see them
static bool hasMask(const mjModel* m, int geom) {
  return m->geom_contype[geom] || m->geom_conaffinity[geom];
}

// whether the pairs of a model are those of which there are contacts if nothing is far away
static void comparePairs(mjModel* m) {
  const int n = (int)m->ngeom;
  m->opt.enableflags |= mjENBL_OVERRIDE;
  m->opt.o_margin = 1000;
  mjData* d = mj_makeData(m);
  char* met = calloc((size_t)n * (size_t)n, 1);
  mj_fwdPosition(m, d);
  assert_int_equal(d->warning[mjWARN_CONTACTFULL].number, 0);
  for (int i = 0; i < d->ncon; i++) {
    met[d->contact[i].geom[0] * n + d->contact[i].geom[1]] = 1;
    met[d->contact[i].geom[1] * n + d->contact[i].geom[0]] = 1;
  }
  int any = 0;
  for (int g1 = 0; g1 < n; g1++) {
    for (int g2 = 0; g2 < n; g2++) {
      if (m->geom_type[g1] == mjGEOM_PLANE && m->geom_type[g2] == mjGEOM_PLANE) continue;
      const bool boxes = m->geom_type[g1] == mjGEOM_BOX && m->geom_type[g2] == mjGEOM_BOX;
      const bool asked = hasMask(m, g1) && hasMask(m, g2) && !boxes;  // far boxes find nothing
      const bool ever = filter_everCollide(m, g1, g2);
      if (met[g1 * n + g2] ? !ever : ever && asked) {
        fail_msg("geoms %d and %d (types %d, %d): %s by the filter", g1, g2, m->geom_type[g1],
                 m->geom_type[g2], ever ? "met" : "apart");
      }
      any += met[g1 * n + g2];
    }
  }
  assert_int_equal(any > 0, step_hasConstraints(m));
  free(met);
  mj_deleteData(d);
}

static void compareModel(mjModel* m) {
  for (int family = 0; family < 2; family++) {
    m->opt.disableflags = family ? 0 : mjDSBL_FILTERPARENT;
    mjcb_contactfilter = NULL;
    comparePairs(m);
    mjcb_contactfilter = keepAll;
    comparePairs(m);
    mjcb_contactfilter = NULL;
  }
  mj_deleteModel(m);
}

static void test_agrees(void** state) {
  (void)state;
  static const char* const file[] = {"../models/humanoid.xml", "../models/hand.xml",
                                     "../models/arm.xml", "golden/rows_contact.xml"};
  compareModel(sim_compile(mixedXml));
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    mjModel* m = sim_load(file[i]);
    m->narena = 1 << 28;
    m->npair = 0;  // these pass by all filters
    compareModel(m);
  }
}

// ---- the user's filter

// geoms whose masks were taken away collide if the user's filter says so
static void test_callback(void** state) {
  (void)state;
  mjModel* m = sim_compile("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body>"
                           "<body><freejoint/><geom size='.1' pos='.1 0 0'/></body></worldbody>"
                           "</mujoco>");
  mjData* d = mj_makeData(m);
  for (int g = 0; g < 2; g++) m->geom_contype[g] = m->geom_conaffinity[g] = 0;
  mj_forward(m, d);
  assert_int_equal(d->ncon, 0);
  assert_null(step_simdObstacle(m));
  mjcb_contactfilter = keepAll;
  mj_forward(m, d);
  assert_int_equal(d->ncon, 1);
  assert_non_null(step_simdObstacle(m));
  mjcb_contactfilter = NULL;
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- many bodies

enum { BODIES = 65533 };

// the ids of two bodies fill an int, the sign included
static void test_largeIds(void** state) {
  (void)state;
  const int far[] = {1, 32767, 32768, 40000, BODIES - 1}, n = sizeof far / sizeof *far;
  int *self = malloc(BODIES * sizeof *self), *ones = malloc(BODIES * sizeof *ones);
  int* parent = calloc(BODIES, sizeof *parent);
  int exclude[] = {(int)filter_signature(1, 32768), (int)filter_signature(32767, 40000),
                   (int)filter_signature(40000, BODIES - 1)};
  for (int i = 0; i < BODIES; i++) {
    self[i] = i;
    ones[i] = 1;
  }
  mjModel m = {.nbody = BODIES, .ngeom = BODIES, .nexclude = 3, .exclude_signature = exclude};
  m.geom_bodyid = m.body_weldid = self;
  m.body_parentid = parent;
  m.body_dofnum = m.body_contype = m.body_conaffinity = m.geom_contype = m.geom_conaffinity = ones;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      const int a = far[i < k ? i : k], b = far[i < k ? k : i];
      bool excluded = a == b;
      for (int e = 0; e < 3 && a != b; e++) {
        excluded |= (uint32_t)exclude[e] == filter_signature(a, b);
      }
      assert_int_equal(filter_everCollide(&m, far[i], far[k]), !excluded);
    }
  }
  free(self);
  free(ones);
  free(parent);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_agrees),
      cmocka_unit_test(test_callback),
      cmocka_unit_test(test_largeIds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
