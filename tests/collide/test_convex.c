// General convex pairs: against the reference in thousands of poses, by what must hold whatever the
// numbers are, and with input that has no answer.
#include "convex_golden.h"

#include "collide/collide.h"

#define ITERATION 2e-6  // what the default tolerance leaves of a distance

typedef struct {
  char name[40];
  int poses, contacts, differ;
} Tally;

static mjfCollision collideOf(const mjModel* m) {
  if (m->geom_type[0] == mjGEOM_PLANE) return collide_planeConvex;
  return m->geom_type[0] == mjGEOM_HFIELD ? collide_hfieldConvex : collide_convexConvex;
}

static void setPose(mjData* d, const pairGolden_Pose* p) {
  memcpy(d->geom_xpos, p->pos, sizeof(p->pos));
  memcpy(d->geom_xmat, p->mat, sizeof(p->mat));
}

// one pose against its record; returns the record after it
static const char* checkPose(const mjModel* m, mjData* d, const pairGolden_Case* c, int pose,
                             const char* record, const char* end, Tally* tally) {
  mjPreContact con[mjMAXCONPAIR];
  pairGolden_Pose p;
  pairGolden_place(&p, c, pose);
  setPose(d, &p);
  memset(con, 0xff, sizeof(con));
  const int n = collideOf(m)(m, d, con, 0, 1, m->geom_margin[0] + m->geom_margin[1]);
  pg_check(&record, end, c, pose, con, n, &tally->differ);
  tally->poses++;
  tally->contacts += n;
  return record;
}

static Tally* tallyOf(Tally* tally, int* n, const char* name) {
  for (int i = 0; i < *n; i++) {
    if (!strcmp(tally[i].name, name)) return tally + i;
  }
  assert_true(*n < 64);
  snprintf(tally[*n].name, sizeof(tally[*n].name), "%s", name);
  return tally + (*n)++;
}

static void test_golden(void** state) {
  (void)state;
  cg_Library lib;
  cg_load(&lib);
  Tally tally[64] = {{{0}, 0, 0, 0}};
  int ntally = 0;
  size_t size, textSize;
  char *text = pg_read("convex", "txt", &textSize), *records = pg_read("convex", "bin", &size);
  char* save = NULL;
  const char* record = records;
  for (char* line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    if (*line == '#') continue;
    pairGolden_Case c;
    pg_parse(&c, line);
    mjModel* m = cg_caseModel(&lib, &c);
    mjData* d = mj_makeData(m);
    Tally* t = tallyOf(tally, &ntally, c.name);
    for (int pose = 0; pose < c.poses; pose++) {
      record = checkPose(m, d, &c, pose, record, records + size, t);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_ptr_equal(record, records + size);
  bool ok = true;
  for (const Tally* t = tally; t < tally + ntally; t++) {
    printf("%-20s %5d poses %5d contacts %3d differ\n", t->name, t->poses, t->contacts, t->differ);
    ok = ok && t->differ == 0;
  }
  free(text);
  free(records);
  cg_unload(&lib);
  assert_true(ok);
}

// ---- what must hold for any pair

// sizes that are not symmetric, one geom per type and mesh
static const char* const shapes[] = {
    "type=\"plane\" size=\"1 1 1\"",
    "type=\"hfield\"",
    "type=\"sphere\" size=\".25\"",
    "type=\"capsule\" size=\".125 .375\"",
    "type=\"ellipsoid\" size=\".25 .375 .125\"",
    "type=\"cylinder\" size=\".25 .375\"",
    "type=\"box\" size=\".25 .5 .125\"",
    "type=\"mesh\" mesh=\"cube\"",
    "type=\"mesh\" mesh=\"prism\"",
    "type=\"mesh\" mesh=\"ball\"",
};
enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]), CONVEX = 2 };

static mjModel* pairModel(const cg_Library* lib, int i, int j) {
  mjModel* m = cg_model(lib, 2);
  cg_setGeom(m, lib, 0, shapes[i]);
  cg_setGeom(m, lib, 1, shapes[j]);
  return m;
}

static double norm3(const mjtNum x[3]) { return sqrt(mju_dot3(x, x)); }

// a random pose of two geoms that often touch a little
static void randomPose(const mjModel* m, pairGolden_Pose* p) {
  for (int i = 0; i < 2; i++) {
    mjtNum quat[4] = {rng_uniform(), rng_uniform(), rng_uniform(), rng_uniform()};
    mju_normalize4(quat);
    mju_quat2Mat(p->mat + 9 * i, quat);
  }
  const double reach = m->geom_rbound[0] + m->geom_rbound[1];
  mjtNum v[3] = {rng_uniform(), rng_uniform(), rng_uniform()};
  mju_normalize3(v);
  mju_scl3(v, v, reach * (0.65 + 0.35 * rng_uniform()));
  for (int k = 0; k < 3; k++) p->pos[k] = rng_uniform();
  mju_add3(p->pos + 3, p->pos, v);
}

typedef struct {
  int checked, far;
  double dist, normal, moved, depth;  // largest differences
} Worst;

static void widen(double* most, double x) {
  if (!(x <= *most)) *most = x;
}

// the same contact with the geoms exchanged, both moved, and as a distance
static void checkInvariants(mjModel* m, mjData* d, Worst* worst) {
  m->opt.disableflags = 0;
  mjPreContact con[mjMAXCONPAIR], other[mjMAXCONPAIR];
  pairGolden_Pose p, q;
  randomPose(m, &p);
  setPose(d, &p);
  const int many = collide_convexConvex(m, d, con, 0, 1, 0);
  for (int i = 0; i < many; i++) assert_true(fabs(norm3(con[i].normal) - 1) < 1e-14);
  // one point each: which points of two faces are kept depends on the order of the geoms
  m->opt.disableflags |= mjDSBL_MULTICCD;
  const int n = collide_convexConvex(m, d, con, 0, 1, 0);
  assert_true((n > 0) == (many > 0));
  const mjtNum dist = mj_geomDistance(m, d, 0, 1, 2, NULL);
  // very deep contacts are limited by the number of iterations, grazing ones by the tolerance
  if (n == 0 || con[0].dist < -0.05 || con[0].dist > -1e-5) {
    if (n == 0) assert_true(dist > -ITERATION);
    worst->far += n == 0;
    return;
  }
  worst->checked++;
  widen(&worst->depth, fabs(dist - con[0].dist));
  assert_true(collide_convexConvex(m, d, other, 1, 0, 0) > 0);
  widen(&worst->dist, fabs(other[0].dist - con[0].dist));
  widen(&worst->normal, 1 + mju_dot3(other[0].normal, con[0].normal));

  mjtNum quat[4] = {rng_uniform(), rng_uniform(), rng_uniform(), rng_uniform()}, turn[9], x[3];
  const mjtNum shift[3] = {rng_uniform(), rng_uniform(), rng_uniform()};
  mju_normalize4(quat);
  mju_quat2Mat(turn, quat);
  for (int i = 0; i < 2; i++) {
    mju_mulMatMat(q.mat + 9 * i, turn, p.mat + 9 * i, 3, 3, 3);
    mju_mulMatVec(x, turn, p.pos + 3 * i, 3, 3);
    mju_add3(q.pos + 3 * i, x, shift);
  }
  setPose(d, &q);
  assert_true(collide_convexConvex(m, d, other, 0, 1, 0) > 0);
  widen(&worst->moved, fabs(other[0].dist - con[0].dist));
  mju_mulMatVec(x, turn, con[0].normal, 3, 3);
  widen(&worst->normal, 1 - mju_dot3(other[0].normal, x));
}

static void test_invariants(void** state) {
  (void)state;
  cg_Library lib;
  cg_load(&lib);
  Worst worst = {0, 0, 0, 0, 0, 0};
  for (int i = CONVEX; i < SHAPES; i++) {
    for (int j = i; j < SHAPES; j++) {
      mjModel* m = pairModel(&lib, i, j);
      mjData* d = mj_makeData(m);
      for (int k = 0; k < 200; k++) checkInvariants(m, d, &worst);
      mj_deleteData(d);
      mj_deleteModel(m);
    }
  }
  cg_unload(&lib);
  printf("%d contacts, %d separated: exchanged %.1e, moved %.1e, distance %.1e, normals %.1e\n",
         worst.checked, worst.far, worst.dist, worst.moved, worst.depth, worst.normal);
  assert_true(worst.checked > 500 && worst.far > 500);
  assert_true(worst.dist < ITERATION && worst.moved < ITERATION && worst.depth < ITERATION);
  assert_true(worst.normal < 5e-3);  // 1 - cosine of 0.1
}

// depths that are known: an ellipsoid that is a ball, a cylinder end on, a box on a prism
static void test_depths(void** state) {
  (void)state;
  static const struct {
    int i, j;
    double at[3], dist;
  } cases[] = {
      {2, 4, {0, 0, 0.365}, -0.01},  // sphere .25, ellipsoid .125 along z
      {5, 6, {0, 0, 0.48}, -0.02},   // cylinder .375, box .125
      {5, 5, {0, 0, 0.74}, -0.01},  {3, 5, {0.37, 0, 0}, -0.005}, {6, 6, {0, 0, 0.2475}, -0.0025},
  };
  cg_Library lib;
  cg_load(&lib);
  for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
    mjModel* m = pairModel(&lib, cases[k].i, cases[k].j);
    mjData* d = mj_makeData(m);
    memset(d->geom_xmat, 0, 18 * sizeof(mjtNum));
    memset(d->geom_xpos, 0, 6 * sizeof(mjtNum));
    for (int i = 0; i < 18; i += i % 9 == 8 ? 1 : 4) d->geom_xmat[i] = 1;
    // off the axis of symmetry, along which the search would start at its end
    d->geom_xpos[0] = 1e-3 * (cases[k].at[0] == 0);
    mju_copy3(d->geom_xpos + 3, cases[k].at);
    mjPreContact con[mjMAXCONPAIR];
    const int n = collide_convexConvex(m, d, con, 0, 1, 0);
    assert_true(n >= 1);
    assert_true(fabs(con[0].dist - cases[k].dist) < 2e-5);
    assert_true(con[0].normal[cases[k].at[0] == 0 ? 2 : 0] > 0.999);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  cg_unload(&lib);
}

// ---- input without an answer

static const double odd[] = {0, -0.0, NAN, INFINITY, -INFINITY, 1e-300, 1e-160, 1e160, 1e300, -1};

static void spoil(mjtNum* x, int n) {
  x[rng_next() % (uint64_t)n] = odd[rng_next() % (sizeof(odd) / sizeof(odd[0]))];
}

static void callAll(const mjModel* m, mjData* d, mjtNum margin) {
  mjPreContact con[mjMAXCONPAIR];
  mjtNum x[6];
  const int n = collideOf(m)(m, d, con, 0, 1, margin);
  assert_true(n >= 0 && n <= mjMAXCONPAIR);
  mj_geomDistance(m, d, 0, 1, 1, x);
  mj_geomDistance(m, d, 1, 0, margin, x);
}

static void test_odd_input(void** state) {
  (void)state;
  static const int iterations[] = {-5, 0, 1, 2, 3, 35, 51, 200};
  static const double tolerances[] = {1e-6, 0, NAN, -1, 1, 1e-15};
  cg_Library lib;
  cg_load(&lib);
  for (int i = 0; i < SHAPES; i++) {
    for (int j = i < CONVEX ? CONVEX : i; j < SHAPES; j++) {
      mjModel* m = pairModel(&lib, i, j);
      mjData* d = mj_makeData(m);
      mjtNum size[6];
      memcpy(size, m->geom_size, sizeof(size));
      for (int k = 0; k < 300; k++) {
        pairGolden_Pose p;
        randomPose(m, &p);
        setPose(d, &p);
        memcpy(m->geom_size, size, sizeof(size));
        if (k % 3 == 0) spoil(d->geom_xpos, 6);
        if (k % 4 == 0) spoil(d->geom_xmat, 18);
        if (k % 5 == 0) spoil(m->geom_size, 6);
        if (k % 7 == 0) mju_copy3(d->geom_xpos + 3, d->geom_xpos);
        if (k % 11 == 0) memset(m->geom_size, 0, sizeof(size));
        m->opt.ccd_iterations = k % 2 ? 35 : iterations[rng_next() % 8];
        m->opt.ccd_tolerance = k % 6 ? 1e-6 : tolerances[rng_next() % 6];
        callAll(m, d, k % 8 ? 0.01 * (k & 1) : odd[rng_next() % 10]);
      }
      mj_deleteData(d);
      mj_deleteModel(m);
    }
  }
  cg_unload(&lib);
}

// as many iterations as anybody may ask for, with scratch and without
static void test_many_iterations(void** state) {
  (void)state;
  cg_Library lib;
  cg_load(&lib);
  mjModel* m = pairModel(&lib, 4, 4);
  m->opt.ccd_tolerance = 0;
  for (int small = 0; small < 2; small++) {
    m->narena = small ? 1 << 12 : 1 << 24;
    mjData* d = mj_makeData(m);
    const int iterations[] = {50, 51, 1000, 10000, 2000000000};
    for (int k = 0; k < 5; k++) {
      mjPreContact con[mjMAXCONPAIR];
      pairGolden_Pose p;
      randomPose(m, &p);
      mju_copy3(p.pos + 3, p.pos);
      p.pos[4] += 0.3;
      setPose(d, &p);
      m->opt.ccd_iterations = iterations[k];
      assert_int_equal(collide_convexConvex(m, d, con, 0, 1, 0), 1);
      const size_t used = d->pstack;
      assert_int_equal(used, 0);
    }
    mj_deleteData(d);
  }
  mj_deleteModel(m);
  cg_unload(&lib);
}

// a mesh without a hull graph is scanned, and has no polygons to clip
static void test_no_graph(void** state) {
  (void)state;
  cg_Library lib;
  cg_load(&lib);
  mjModel* m = pairModel(&lib, 6, 9);
  mjData* d = mj_makeData(m);
  int found = 0;
  for (int k = 0; k < 300; k++) {
    mjPreContact con[mjMAXCONPAIR], other[mjMAXCONPAIR];
    pairGolden_Pose p;
    randomPose(m, &p);
    setPose(d, &p);
    const int id = m->geom_dataid[1], graph = m->mesh_graphadr[id], npoly = m->mesh_polynum[id];
    m->opt.disableflags |= mjDSBL_MULTICCD;
    const int n = collide_convexConvex(m, d, con, 0, 1, 0);
    m->opt.disableflags &= ~mjDSBL_MULTICCD;
    m->mesh_graphadr[id] = -1;
    m->mesh_polynum[id] = 0;
    assert_int_equal(collide_convexConvex(m, d, other, 0, 1, 0), n);
    if (n) assert_true(fabs(con[0].dist - other[0].dist) < 1e-12);
    m->mesh_graphadr[id] = graph;
    m->mesh_polynum[id] = npoly;
    found += n;
  }
  assert_true(found > 50);
  mj_deleteData(d);
  mj_deleteModel(m);
  cg_unload(&lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),   cmocka_unit_test(test_invariants),
      cmocka_unit_test(test_depths),   cmocka_unit_test(test_odd_input),
      cmocka_unit_test(test_no_graph), cmocka_unit_test(test_many_iterations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
