// Wrapping with hand-made poses: known lengths, tangency, helices on cylinders, equal angles
// inside, symmetry, the gradient of the length, and every case that must not wrap.
#include "support.h"

#include <math.h>

#include "force/wrap.h"

#define EXACT 1e-12
#define DIFF_STEP 1e-6
#define DIFF_TOLERANCE 1e-8
#define EQUAL_ANGLE 1e-5  // Newton's method stops at 1e-6 in the angle

static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double origin[3] = {0};

static double dist(const double a[3], const double b[3]) { return mju_dist3(a, b); }

static wrap_Geom geomAt(const double pos[3], const double mat[9], double radius, int cylinder,
                        const double* side) {
  return (wrap_Geom){
      .xpos = pos, .xmat = mat, .radius = radius, .cylinder = cylinder, .side = side};
}

static wrap_Geom unitGeom(int cylinder, const double* side) {
  return geomAt(origin, unit, 1, cylinder, side);
}

// length of the path, the straight one if it does not wrap
static double pathLength(const wrap_Geom* geom, const double p0[3], const double p1[3]) {
  wrap_Result res;
  LANE(wrap_path)(&res, geom, p0, p1);
  if (!res.wrapped) return dist(p0, p1);
  return dist(p0, res.point[0]) + res.arc + dist(res.point[1], p1);
}

static int wraps(const wrap_Geom* geom, const double p0[3], const double p1[3]) {
  wrap_Result res;
  LANE(wrap_path)(&res, geom, p0, p1);
  return res.wrapped;
}

// ---- known paths

// over a unit circle from (-2, 0) to (2, 0): two tangents of length sqrt 3 and an arc of pi - 2
// acos(1/2)
static void test_knownLength(void** state) {
  (void)state;
  const double p0[3] = {-2, 0, 0}, p1[3] = {2, 0, 0}, expected = 2 * sqrt(3) + mjPI / 3;
  const double up[3] = {0, 1.5, 0}, down[3] = {0, -1.5, 0};
  for (int cylinder = 0; cylinder < 2; cylinder++) {
    const wrap_Geom over = unitGeom(cylinder, up), under = unitGeom(cylinder, down);
    wrap_Result res;
    LANE(wrap_path)(&res, &over, p0, p1);
    assert_true(res.wrapped && fabs(res.arc - mjPI / 3) <= EXACT);
    if (cylinder)
      assert_true(fabs(res.point[0][1] - sqrt(3) / 2) <= EXACT &&
                  fabs(res.point[0][0] + 0.5) <= EXACT);
    assert_true(fabs(pathLength(&over, p0, p1) - expected) <= EXACT);
    assert_true(fabs(pathLength(&under, p0, p1) - expected) <= EXACT);
  }
  // the side site takes it the long way: from (-2, 1.2) to (2, 1.2) below the circle
  const double a[3] = {-2, 1.2, 0}, b[3] = {2, 1.2, 0};
  const wrap_Geom none = unitGeom(1, NULL), under = unitGeom(1, down), over = unitGeom(1, up);
  assert_false(wraps(&none, a, b));
  assert_false(wraps(&over, a, b));
  const double d = sqrt(4 + 1.44), tangent = sqrt(d * d - 1);
  const double arc = 2 * mjPI - 2 * acos(1 / d) - 2 * atan2(2, 1.2);
  assert_true(fabs(pathLength(&under, a, b) - (2 * tangent + arc)) <= EXACT);
}

// ---- what every wrapped path satisfies

static void randomPose(double pos[3], double mat[9]) {
  double quat[4];
  for (int k = 0; k < 3; k++) pos[k] = 0.3 * rng_uniform();
  for (int k = 0; k < 4; k++) quat[k] = rng_uniform();
  mju_normalize4(quat);
  mju_quat2Mat(mat, quat);
}

// (straight piece) . (radius) in the touching point, with a cylinder's axis taken out of both
static double tangency(const wrap_Geom* g, const double p[3], const double touch[3],
                       double* radius) {
  double rel[3], dir[3], local[3], along[3];
  for (int k = 0; k < 3; k++) rel[k] = touch[k] - g->xpos[k], dir[k] = p[k] - touch[k];
  mju_mulMatTVec3(local, g->xmat, rel);
  mju_mulMatTVec3(along, g->xmat, dir);
  if (g->cylinder) local[2] = along[2] = 0;
  *radius = mju_norm3(local);
  return mju_dot3(local, along);
}

static void checkOutside(const wrap_Geom* g, const double p[2][3], double* worst) {
  wrap_Result res;
  LANE(wrap_path)(&res, g, p[0], p[1]);
  for (int k = 0; k < 2; k++) {
    double radius;
    *worst = fmax(*worst, fabs(tangency(g, p[k], res.point[k], &radius)));
    *worst = fmax(*worst, fabs(radius - g->radius));
  }
  assert_true(res.arc >= dist(res.point[0], res.point[1]) - EXACT);
  const double length = pathLength(g, p[0], p[1]);
  assert_true(length >= dist(p[0], p[1]) - EXACT);
  *worst = fmax(*worst, fabs(length - pathLength(g, p[1], p[0])));
  if (g->cylinder) {  // the same slope on all three pieces
    double rise[3], axis[3] = {g->xmat[2], g->xmat[5], g->xmat[8]}, dif[3];
    const double* at[4] = {p[0], res.point[0], res.point[1], p[1]};
    const double piece[3] = {dist(at[0], at[1]), res.arc, dist(at[2], at[3])};
    for (int k = 0; k < 3; k++) {
      mju_sub3(dif, at[k + 1], at[k]);
      rise[k] = mju_dot3(dif, axis) / fmax(piece[k], 1e-3);
    }
    if (piece[1] > 1e-3 && piece[0] > 1e-3) *worst = fmax(*worst, 1e-3 * fabs(rise[0] - rise[1]));
    if (piece[2] > 1e-3 && piece[0] > 1e-3) *worst = fmax(*worst, 1e-3 * fabs(rise[0] - rise[2]));
  }
}

// moving an end point changes the length by its share along the first piece
static double gradientError(const wrap_Geom* g, const double p0[3], const double p1[3]) {
  wrap_Result res;
  LANE(wrap_path)(&res, g, p0, p1);
  const double len = dist(p0, res.point[0]);
  double worst = 0;
  for (int k = 0; k < 3; k++) {
    double plus[3] = {p0[0], p0[1], p0[2]}, minus[3] = {p0[0], p0[1], p0[2]};
    plus[k] += DIFF_STEP;
    minus[k] -= DIFF_STEP;
    const double slope = (pathLength(g, plus, p1) - pathLength(g, minus, p1)) / (2 * DIFF_STEP);
    worst = fmax(worst, fabs(slope - (p0[k] - res.point[0][k]) / len));
  }
  return worst;
}

static void test_outsideProperties(void** state) {
  (void)state;
  double worst = 0, gradient = 0;
  int count = 0;
  for (int round = 0; round < 4000; round++) {
    double pos[3], mat[9], p[2][3], side[3];
    randomPose(pos, mat);
    for (int k = 0; k < 3; k++) p[0][k] = rng_uniform(), p[1][k] = rng_uniform();
    for (int k = 0; k < 3; k++) side[k] = pos[k] + (k == round % 3 ? 0.5 : 0.1 * rng_uniform());
    const wrap_Geom g = geomAt(pos, mat, 0.3, round & 1, round & 2 ? side : NULL);
    wrap_Result res;
    LANE(wrap_path)(&res, &g, p[0], p[1]);
    if (!res.wrapped) continue;
    checkOutside(&g, p, &worst);
    // an arc of nearly nothing or half a turn is next to another path: no derivative there
    const double turn = res.arc / g.radius;
    if (turn < 0.1 || fabs(turn - mjPI) < 0.1 || dist(p[0], res.point[0]) < 0.05) continue;
    if (g.side || fabs(turn - mjPI) < 0.2) continue;  // a side site may switch sides
    gradient = fmax(gradient, gradientError(&g, p[0], p[1]));
    count++;
  }
  print_message("%d gradients; worst residual %.2g, gradient %.2g\n", count, worst, gradient);
  assert_true(count > 200 && worst <= EXACT && gradient <= DIFF_TOLERANCE);
}

// inside, both pieces make the same angle with the radius
static void test_insideProperties(void** state) {
  (void)state;
  double worst = 0, radiusError = 0;
  int solved = 0, bisected = 0;
  for (int round = 0; round < 4000; round++) {
    double pos[3], mat[9], p[2][3];
    randomPose(pos, mat);
    for (int k = 0; k < 3; k++) p[0][k] = rng_uniform(), p[1][k] = rng_uniform();
    const wrap_Geom g = geomAt(pos, mat, 0.2, round & 1, pos);
    wrap_Result res;
    LANE(wrap_path)(&res, &g, p[0], p[1]);
    if (!res.wrapped) continue;
    assert_true(res.arc == 0 && !memcmp(res.point[0], res.point[1], sizeof res.point[0]));
    double local[3], dir[2][3], rel[3], radius, cosine[2];
    for (int k = 0; k < 3; k++) rel[k] = res.point[0][k] - pos[k];
    mju_mulMatTVec3(local, mat, rel);
    if (g.cylinder) local[2] = 0;
    radius = mju_norm3(local);
    radiusError = fmax(radiusError, fabs(radius - g.radius));
    for (int k = 0; k < 2; k++) {
      double dif[3];
      mju_sub3(dif, p[k], res.point[0]);
      mju_mulMatTVec3(dir[k], mat, dif);
      if (g.cylinder) dir[k][2] = 0;
      mju_normalize3(dir[k]);
      cosine[k] = mju_dot3(dir[k], local) / radius;
    }
    const double error = fabs(cosine[0] - cosine[1]);
    if (error <= EQUAL_ANGLE) {
      worst = fmax(worst, error);
      solved++;
    } else {
      bisected++;  // no solution by Newton's method: half way between the directions
    }
  }
  print_message("%d equal angles to %.2g, %d half way; radius %.2g\n", solved, worst, bisected,
                radiusError);
  assert_true(solved > 300 && bisected < solved / 4 && radiusError <= EXACT);
}

// ---- no wrap

static void test_noWrap(void** state) {
  (void)state;
  const double far0[3] = {-2, 1.5, 0}, far1[3] = {2, 1.5, 0}, left[3] = {-2, 0, 0},
               right[3] = {2, 0, 0};
  const double within[3] = {0.5, 0.1, 0}, side[3] = {0, 2, 0};
  for (int cylinder = 0; cylinder < 2; cylinder++) {
    const wrap_Geom g = unitGeom(cylinder, NULL), sided = unitGeom(cylinder, side);
    const wrap_Geom inner = unitGeom(cylinder, origin);
    const wrap_Geom nothing = geomAt(origin, unit, 0, cylinder, NULL);
    assert_false(wraps(&g, far0, far1));      // passes by
    assert_false(wraps(&sided, far0, far1));  // on the right side already
    assert_false(wraps(&g, within, right));   // an end inside
    assert_false(wraps(&g, origin, right));   // an end in the centre
    assert_false(wraps(&g, right, right));    // no direction
    assert_false(wraps(&nothing, left, right));
    assert_false(wraps(&inner, left, right));  // runs through the circle, which it touches then
    assert_true(wraps(&inner, far0, far1));    // passes by: is pulled in to touch
    assert_false(wraps(&inner, within, right));
  }
}

// opposite ends: any plane will do, none may fail
static void test_sphereColinear(void** state) {
  (void)state;
  const wrap_Geom g = unitGeom(0, NULL);
  const double expected = 2 * sqrt(3) + mjPI / 3;
  for (int axis = 0; axis < 3; axis++) {
    double p0[3] = {0}, p1[3] = {0};
    p0[axis] = -2;
    p1[axis] = 2;
    assert_true(wraps(&g, p0, p1));
    assert_true(fabs(pathLength(&g, p0, p1) - expected) <= EXACT);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_knownLength),      cmocka_unit_test(test_outsideProperties),
      cmocka_unit_test(test_insideProperties), cmocka_unit_test(test_noWrap),
      cmocka_unit_test(test_sphereColinear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
