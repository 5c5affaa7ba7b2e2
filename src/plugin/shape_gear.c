// mujoco.sdf.gear: signed distance field (SDF) of a spur gear with involute teeth, rotated by
// alpha, with a round hole.
#include <math.h>

#include <sinew/extra.h>
#include <sinew/model.h>

#include "plugin/shape.h"

enum { ALPHA, DIAMETER, TEETH, THICKNESS, HOLE, N };
static const char* const names[] = {"alpha", "diameter", "teeth", "thickness", "innerdiameter"};

static void readAttributes(mjtNum attribute[], const char* name[], const char* value[]) {
  static const mjtNum standard[] = {0, 2.8, 25, 0.2, -1};
  (void)name;
  shape_read(attribute, value, standard, N);
}

static mjtNum mod(mjtNum x, mjtNum y) { return x - y * floor(x / y); }

static mjtNum smoothUnion(mjtNum a, mjtNum b, mjtNum k) {
  mjtNum t = 0.5 + 0.5 * (b - a) / k;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  return b * (1 - t) + a * t - k * t * (1 - t);
}

static mjtNum smoothBoth(mjtNum a, mjtNum b, mjtNum k) {
  return shape_without(shape_both(a, b), smoothUnion(shape_without(a, b), shape_without(b, a), k));
}

// distance to the involute of a circle, at an angle from its start
static mjtNum flank(mjtNum rho, mjtNum base, mjtNum angle) {
  if (rho <= base) return -1e6;
  return sqrt(rho * rho - base * base) - base * (angle + sn_acos(base / rho));
}

typedef struct {
  mjtNum outer, inner;  // radii of the tips and of the hole
  mjtNum root;          // and of the valleys between the teeth
} Radii;

static Radii radiiOf(const mjtNum* attribute) {
  const mjtNum pitch = attribute[TEETH] / attribute[DIAMETER];
  Radii r = {.outer = attribute[DIAMETER] / 2 + 1 / pitch};
  r.root = r.outer - 2.2 / pitch;
  r.inner = attribute[HOLE] >= 0 ? attribute[HOLE] / 2 : r.root - 0.14 * attribute[DIAMETER];
  return r;
}

// 2D distance near the teeth
static mjtNum teeth(mjtNum rho, mjtNum azimuth, const mjtNum* attribute, const Radii* r) {
  const mjtNum n = attribute[TEETH], diameter = attribute[DIAMETER], pitch = n / diameter;
  const mjtNum psi = 3.096e-5 * n * n - 6.557e-3 * n + 0.551;  // pressure angle
  const mjtNum base = diameter * sn_cos(psi) / 2, stride = mjPI / pitch / (diameter / 2);
  const mjtNum angle = sn_acos(2 * base / diameter);
  const mjtNum shift = stride / 2 - 2 * (sn_tan(angle) - angle);
  const mjtNum f = azimuth + attribute[ALPHA];
  const mjtNum fa = mod(f + shift / 2, stride) - shift / 2;
  const mjtNum fb = mod(-f - shift / 2, stride) - shift / 2;
  mjtNum cogs = shape_both(flank(rho, base, fa), flank(rho, base, fb));
  const mjtNum width = stride - shift;
  cogs = shape_both(shape_both(fa - width, fb - width), cogs);
  cogs = smoothBoth(rho - r->outer, cogs, 0.0035 * diameter);
  cogs = smoothUnion(rho - r->root, cogs, base - r->outer + 2.2 / pitch);
  return shape_without(cogs, rho - r->inner);
}

static mjtNum plane(const mjtNum p[3], const mjtNum* attribute) {
  const Radii r = radiiOf(attribute);
  const mjtNum rho = shape_length(p[0], p[1]);
  if (r.inner - rho > 0) return r.inner - rho;
  if (rho - r.outer > 0.2) return rho - r.outer;
  return teeth(rho, sn_atan2(p[1], p[0]), attribute, &r);
}

static mjtNum distance(const mjtNum p[3], const mjtNum* attribute) {
  const mjtNum a = plane(p, attribute), b = fabs(p[2]) - attribute[THICKNESS] / 2;
  return fmin(fmax(a, b), 0) + shape_length(fmax(a, 0), fmax(b, 0));
}

static void box(mjtNum aabb[6], const mjtNum* attribute) {
  aabb[0] = aabb[1] = aabb[2] = 0;
  aabb[3] = aabb[4] = 0.625 * attribute[DIAMETER];
  aabb[5] = 0.55 * attribute[THICKNESS];
}

SHAPE_PLUGIN(gear, "mujoco.sdf.gear", names, readAttributes, distance, shape_gradient, box);
