// Closed-form pairs: against the reference in thousands of poses, and by what must hold whatever
// the numbers are: unit normals, exchange of the shapes, rigid motion, depths known beforehand,
// NaN.
#include "pair_golden.h"

#include "collide/collide.h"
#include "collide/pair.h"

#define EXACT 1e-14
#define MOVED 1e-9
#define ROUNDS 4000

static void test_golden(void** state) {
  (void)state;
  static const pairGolden_Row rows[] = {{"plane-sphere", collide_planeSphere},
                                        {"plane-capsule", collide_planeCapsule},
                                        {"plane-cylinder", collide_planeCylinder},
                                        {"plane-box", collide_planeBox},
                                        {"sphere-sphere", collide_sphereSphere},
                                        {"sphere-capsule", collide_sphereCapsule},
                                        {"sphere-cylinder", collide_sphereCylinder},
                                        {"sphere-box", collide_sphereBox},
                                        {"capsule-capsule", collide_capsuleCapsule},
                                        {"capsule-box", collide_capsuleBox},
                                        {"box-box", collide_boxBox},
                                        {NULL, NULL}};
  pairGolden_run("pairs", rows);
}

// ---- kernels on shapes

typedef int Kernel(mjPreContact* con, const pair_Shape* one, const pair_Shape* two, mjtNum margin);

// sizes, half sizes of boxes around, and most points
typedef struct {
  const char* name;
  Kernel* collide;
  double size1[3], size2[3], e[3], f[3];
  int most;
  bool symmetric;  // of one type
} Pair;

static const Pair pairs[] = {
    {"plane-sphere", pair_planeSphere, {0}, {.3}, {0}, {.3, .3, .3}, 1, false},
    {"plane-capsule", pair_planeCapsule, {0}, {.2, .5}, {0}, {.2, .2, .7}, 2, false},
    {"plane-cylinder", pair_planeCylinder, {0}, {.3, .4}, {0}, {.3, .3, .4}, 4, false},
    {"plane-box", pair_planeBox, {0}, {.2, .3, .4}, {0}, {.2, .3, .4}, 4, false},
    {"sphere-sphere", pair_sphereSphere, {.3}, {.2}, {.3, .3, .3}, {.2, .2, .2}, 1, true},
    {"sphere-capsule", pair_sphereCapsule, {.3}, {.2, .5}, {.3, .3, .3}, {.2, .2, .7}, 1, false},
    {"sphere-cylinder", pair_sphereCylinder, {.3}, {.3, .4}, {.3, .3, .3}, {.3, .3, .4}, 1, false},
    {"sphere-box", pair_sphereBox, {.3}, {.2, .3, .4}, {.3, .3, .3}, {.2, .3, .4}, 1, false},
    {"capsule-capsule",
     pair_capsuleCapsule,
     {.2, .5},
     {.3, .4},
     {.2, .2, .7},
     {.3, .3, .7},
     2,
     true},
    {"capsule-box", pair_capsuleBox, {.2, .5}, {.2, .3, .4}, {.2, .2, .7}, {.2, .3, .4}, 2, false},
    {"box-box", pair_boxBox, {.2, .3, .4}, {.5, .2, .3}, {.2, .3, .4}, {.5, .2, .3}, 8, true}};
enum { NPAIR = sizeof(pairs) / sizeof(pairs[0]) };

static void placePair(pairGolden_Pose* p, const Pair* pair, int pose) {
  pairGolden_Case c = {.seed = 7};
  memcpy(c.e, pair->e, sizeof(c.e));
  memcpy(c.f, pair->f, sizeof(c.f));
  pairGolden_place(p, &c, pose);
}

static int collidePair(mjPreContact con[8], const Pair* pair, const pairGolden_Pose* p,
                       double margin) {
  const pair_Shape one = {p->pos, p->mat, pair->size1}, two = {p->pos + 3, p->mat + 9, pair->size2};
  memset(con, 0xff, 8 * sizeof(mjPreContact));
  return pair->collide(con, &one, &two, margin);
}

static double distance(const double a[3], const double b[3]) { return mju_dist3(a, b); }

// all kinds of poses: normals are unit, distances within the margin, all fields set, the rest of
// the array untouched
static void test_fields(void** state) {
  (void)state;
  for (int k = 0; k < NPAIR; k++) {
    int touching = 0;
    double worst = 0;
    for (int pose = 0; pose < ROUNDS; pose++) {
      pairGolden_Pose p;
      mjPreContact con[8];
      placePair(&p, pairs + k, pose);
      const double margin = pose % 3 ? 0 : 0.05;
      const int n = collidePair(con, pairs + k, &p, margin);
      assert_in_range(n, 0, pairs[k].most);
      touching += n > 0;
      for (int i = 0; i < n; i++) {
        worst = fmax(worst, fabs(mju_norm3(con[i].normal) - 1));
        assert_true(con[i].dist <= margin + 1e-12 && mju_norm3(con[i].pos) < 10);
        const double tangent = mju_norm3(con[i].tangent);
        assert_true(pairs[k].collide == pair_planeCapsule ? fabs(tangent - 1) < EXACT
                                                          : tangent == 0);
      }
      for (int i = n; i < pairs[k].most; i++) assert_true(isnan(con[i].pos[0]));
    }
    assert_true(touching > ROUNDS / 10);
    if (worst > EXACT) fail_msg("%s: normal off unit length by %g", pairs[k].name, worst);
  }
}

// the same motion of both shapes moves the contacts
static void test_rigidMotion(void** state) {
  (void)state;
  for (int k = 0; k < NPAIR; k++) {
    for (int pose = 0; pose < ROUNDS; pose++) {
      if (pose % 10 > PG_NEAR) continue;  // poses without ties
      pairGolden_Pose p, q;
      mjPreContact con[8], moved[8];
      double turn[9], shift[3];
      placePair(&p, pairs + k, pose);
      pg_randomRotation(turn);
      for (int i = 0; i < 3; i++) shift[i] = pg_uniform();
      for (int i = 0; i < 2; i++) {
        mju_mulMatVec3(q.pos + 3 * i, turn, p.pos + 3 * i);
        mju_addTo3(q.pos + 3 * i, shift);
        pg_mul(q.mat + 9 * i, turn, p.mat + 9 * i);
      }
      const int n = collidePair(con, pairs + k, &p, 0.01);
      assert_int_equal(n, collidePair(moved, pairs + k, &q, 0.01));
      for (int i = 0; i < n; i++) {
        double pos[3], normal[3];
        mju_mulMatVec3(pos, turn, con[i].pos);
        mju_addTo3(pos, shift);
        mju_mulMatVec3(normal, turn, con[i].normal);
        assert_true(fabs(con[i].dist - moved[i].dist) <= MOVED);
        assert_true(distance(pos, moved[i].pos) <= MOVED);
        assert_true(distance(normal, moved[i].normal) <= MOVED);
      }
    }
  }
}

// shapes of one type: exchanged, they touch at the same points with opposite normals
static void test_exchange(void** state) {
  (void)state;
  for (int k = 0; k < NPAIR; k++) {
    if (!pairs[k].symmetric) continue;
    Pair other = pairs[k];
    memcpy(other.size1, pairs[k].size2, sizeof(other.size1));
    memcpy(other.size2, pairs[k].size1, sizeof(other.size2));
    int contacts = 0;
    for (int pose = 0; pose < ROUNDS; pose++) {
      if (pose % 10 > PG_NEAR) continue;
      pairGolden_Pose p, q;
      mjPreContact con[8], flipped[8];
      placePair(&p, pairs + k, pose);
      memcpy(q.pos, p.pos + 3, 3 * sizeof(double));
      memcpy(q.pos + 3, p.pos, 3 * sizeof(double));
      memcpy(q.mat, p.mat + 9, 9 * sizeof(double));
      memcpy(q.mat + 9, p.mat, 9 * sizeof(double));
      const int n = collidePair(con, pairs + k, &p, 0.01);
      assert_int_equal(n, collidePair(flipped, &other, &q, 0.01));
      contacts += n;
      for (int i = 0; i < n; i++) {
        mju_scl3(flipped[i].normal, flipped[i].normal, -1);
        assert_true(fabs(con[i].dist - flipped[i].dist) <= MOVED);
        assert_true(distance(con[i].pos, flipped[i].pos) <= MOVED);
        assert_true(distance(con[i].normal, flipped[i].normal) <= MOVED);
      }
    }
    assert_true(contacts > ROUNDS / 20);
  }
}

// ---- known answers

typedef struct {
  int pair;       // in pairs
  double off[3];  // of shape 2 from shape 1
  int turn;       // quarter turns of shape 2 about y
  int count;      // of contacts
  double dist;    // of all of them
  double normal[3];
} Known;

static const Known known[] = {
    {0, {5, 1, .2}, 0, 1, -.1, {0, 0, 1}},     // sphere, 0.1 in
    {0, {5, 1, .31}, 0, 0, 0, {0}},            // above
    {1, {0, 0, .1}, 1, 2, -.1, {0, 0, 1}},     // lying capsule
    {1, {0, 0, .6}, 0, 1, -.1, {0, 0, 1}},     // standing
    {2, {0, 0, .3}, 0, 3, -.1, {0, 0, 1}},     // standing cylinder: a triangle
    {2, {0, 0, .2}, 1, 2, -.1, {0, 0, 1}},     // lying: its line
    {3, {0, 0, .3}, 0, 4, -.1, {0, 0, 1}},     // flat box
    {4, {.4, 0, 0}, 0, 1, -.1, {1, 0, 0}},     // spheres
    {4, {0, 0, 0}, 0, 1, -.5, {1, 0, 0}},      // at one place, frames parallel
    {4, {0, 0, 0}, 1, 1, -.5, {0, 1, 0}},      // at one place: z x x
    {5, {0, .4, .3}, 0, 1, -.1, {0, 1, 0}},    // side of a capsule
    {5, {0, 0, .9}, 0, 1, -.1, {0, 0, 1}},     // its end
    {6, {.5, 0, .1}, 0, 1, -.1, {1, 0, 0}},    // side of a cylinder
    {6, {.1, 0, .6}, 0, 1, -.1, {0, 0, 1}},    // its cap
    {7, {.4, .1, .1}, 0, 1, -.1, {1, 0, 0}},   // face of a box
    {7, {0, .2, 0}, 0, 1, -.4, {0, 1, 0}},     // centre inside: nearest face, 0.1 away
    {8, {0, .4, 0}, 1, 1, -.1, {0, 1, 0}},     // crossed
    {9, {.3, 0, 0}, 0, 2, -.1, {1, 0, 0}},     // capsule along a face
    {10, {.6, .1, .1}, 0, 4, -.1, {1, 0, 0}},  // face on face
    {10, {.4, 0, 0}, 1, 4, -.1, {1, 0, 0}},    // the other face
    {10, {.71, 0, 0}, 0, 0, 0, {0}},           // apart
};

static void test_known(void** state) {
  (void)state;
  for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++) {
    const Known* want = known + k;
    pairGolden_Pose p = {.mat = {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1}};
    mjPreContact con[8];
    if (want->turn) pg_axisRotation(p.mat + 9, 1, 0, 1);
    memcpy(p.pos + 3, want->off, sizeof(want->off));
    const int n = collidePair(con, pairs + want->pair, &p, 0);
    if (n != want->count) fail_msg("known case %d: %d contacts", (int)k, n);
    for (int i = 0; i < n; i++) {
      if (fabs(con[i].dist - want->dist) > EXACT || distance(con[i].normal, want->normal) > EXACT) {
        fail_msg("known case %d: dist %g", (int)k, con[i].dist);
      }
    }
  }
}

// parallel capsules of one length, side by side: both ends, the upper one first
static void test_parallelCapsules(void** state) {
  (void)state;
  const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, size[3] = {.25, .5, 0};
  const double pos1[3] = {0}, pos2[3] = {.4, 0, 0}, aside[3] = {1, 0, 0};
  const pair_Shape one = {pos1, unit, size}, two = {pos2, unit, size};
  mjPreContact con[2];
  assert_int_equal(pair_capsuleCapsule(con, &one, &two, 0), 2);
  for (int i = 0; i < 2; i++) {
    const double pos[3] = {.2, 0, i ? -.5 : .5};
    assert_true(fabs(con[i].dist + .1) <= EXACT && distance(con[i].pos, pos) <= EXACT);
    assert_true(distance(con[i].normal, aside) <= EXACT);
  }
}

// one edge over another: a single point, its depth and place known
static void test_crossedEdges(void** state) {
  (void)state;
  const double s = sqrt(0.5), size[3] = {1, 1, 1};
  double mat1[9], mat2[9];
  pg_axisRotation(mat1, 0, s, s);  // edge up, along x
  pg_axisRotation(mat2, 1, s, s);  // edge down, along y
  const double pos1[3] = {0}, pos2[3] = {.1, .2, 2 * sqrt(2) - .1};
  const pair_Shape one = {pos1, mat1, size}, two = {pos2, mat2, size};
  mjPreContact con[8];
  assert_int_equal(pair_boxBox(con, &one, &two, 0), 1);
  const double pos[3] = {.1, 0, sqrt(2) - .05}, up[3] = {0, 0, 1};
  assert_true(fabs(con[0].dist + .1) <= EXACT && distance(con[0].pos, pos) <= EXACT);
  assert_true(distance(con[0].normal, up) <= EXACT);
}

// eight corners: a square on an equal one, turned by 45 degrees
static void test_octagon(void** state) {
  (void)state;
  const double s = sqrt(0.5), size[3] = {1, 1, 1}, unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  double mat[9];
  pg_axisRotation(mat, 2, s, s);
  const double pos1[3] = {0}, pos2[3] = {0, 0, 1.75};
  const pair_Shape one = {pos1, unit, size}, two = {pos2, mat, size};
  mjPreContact con[8];
  assert_int_equal(pair_boxBox(con, &one, &two, 0), 8);
  for (int i = 0; i < 8; i++) {
    const double x = fabs(con[i].pos[0]), y = fabs(con[i].pos[1]);
    assert_true(fabs(con[i].dist + .25) <= EXACT && fabs(con[i].pos[2] - .875) <= EXACT);
    assert_true(fabs(fmax(x, y) - 1) <= EXACT && fabs(fmin(x, y) - (sqrt(2) - 1)) <= EXACT);
  }
}

// NaN, infinity and huge numbers anywhere in the input: no more points than there may be
static void test_broken(void** state) {
  (void)state;
  static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300, 0};
  for (int k = 0; k < NPAIR; k++) {
    for (int pose = 0; pose < 200; pose++) {
      for (int at = 0; at < 30; at++) {
        Pair pair = pairs[k];
        pairGolden_Pose p;
        mjPreContact con[8];
        placePair(&p, &pair, pose);
        double* const field = at < 6    ? p.pos + at
                              : at < 24 ? p.mat + at - 6
                              : at < 27 ? pair.size1 + at - 24
                                        : pair.size2 + at - 27;
        for (int i = 0; i < 5; i++) {
          *field = bad[i];
          assert_in_range(collidePair(con, &pair, &p, 0.01), 0, pair.most);
        }
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),       cmocka_unit_test(test_fields),
      cmocka_unit_test(test_rigidMotion),  cmocka_unit_test(test_exchange),
      cmocka_unit_test(test_known),        cmocka_unit_test(test_parallelCapsules),
      cmocka_unit_test(test_crossedEdges), cmocka_unit_test(test_octagon),
      cmocka_unit_test(test_broken)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
