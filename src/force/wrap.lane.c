// Tendon wrapping around spheres and cylinders: end points and geom -> tangent points and arc. The
// problem is planar: for a cylinder in its cross-section, for a sphere in the plane of its center
// and the end points. Outside, the path consists of two tangents and an arc; of the two ways
// around, the side site or else the shorter one decides. Inside, it touches the circle in one
// point, where both straight pieces make the same angle with the normal; Newton's method finds it.
// Every lane computes both branches of a decision; operands are guarded so that the unused branch
// stays finite.
#include "force/wrap.h"

#include "math/elementary.h"
#include "math/vec.h"

#define NEWTON_STEPS 20
#define NEWTON_START (1 - 1e-7)
#define NEWTON_TOLERANCE 1e-6
#define CROSSED (-10000.0)  // score of a way around whose tangents cross

// ---- the plane

LANE_INLINE void v2_set(real res[2], real x, real y) {
  res[0] = x;
  res[1] = y;
}

LANE_INLINE real v2_dot(const real a[2], const real b[2]) { return a[0] * b[0] + a[1] * b[1]; }

LANE_INLINE real v2_cross(const real a[2], const real b[2]) { return a[0] * b[1] - a[1] * b[0]; }

LANE_INLINE void v2_add(real res[2], const real a[2], const real b[2]) {
  v2_set(res, a[0] + b[0], a[1] + b[1]);
}

LANE_INLINE void v2_sub(real res[2], const real a[2], const real b[2]) {
  v2_set(res, a[0] - b[0], a[1] - b[1]);
}

LANE_INLINE void v2_select(real res[2], mask m, const real a[2], const real b[2]) {
  v2_set(res, lane_select(m, a[0], b[0]), lane_select(m, a[1], b[1]));
}

// vec / |vec|, or (1,0) if |vec| < mjMINVAL
LANE_INLINE void v2_normalize(real vec[2]) {
  const real norm = lane_sqrt(v2_dot(vec, vec));
  const mask tiny = norm < mjMINVAL;
  const real inv = 1.0 / lane_select(tiny, lane_bc(1), norm);
  v2_set(vec, lane_select(tiny, lane_bc(1), vec[0] * inv),
         lane_select(tiny, lane_bc(0), vec[1] * inv));
}

// whether the closed segments (a, b) and (c, d) share a point; parallel ones do not
LANE_INLINE mask cross(const real a[2], const real b[2], const real c[2], const real d[2]) {
  real e0[2], e1[2], gap[2];
  v2_sub(e0, b, a);
  v2_sub(e1, d, c);
  v2_sub(gap, c, a);
  const real det = v2_cross(e0, e1);
  const real size = lane_abs(det), sign = lane_copysign(lane_bc(1), det);
  const real s = v2_cross(gap, e1) * sign, t = v2_cross(gap, e0) * sign;  // parameters times size
  return (size >= mjMINVAL) & (s >= 0) & (s <= size) & (t >= 0) & (t <= size);
}

// ---- outside

// Tangent points of the two tangents from d. In symmetric models the choice between the ways around
// depends on equality of goodness.
// order: of these operations, of normalizing the axes and of scaling the side site, for the ties
LANE_INLINE void tangents(real plus[2], real minus[2], const real d[2], real r, real square) {
  const real rr = r * r, q = lane_sqrt(square - rr);
  const real x = d[0] * rr, y = d[1] * rr, dx = r * d[1] * q, dy = r * d[0] * q;
  v2_set(plus, (x + dx) / square, (y - dy) / square);
  v2_set(minus, (x - dx) / square, (y + dy) / square);
}

// score of a way around: close to the side site, or short
LANE_INLINE real goodness(const real t0[2], const real t1[2], const real* side) {
  real v[2];
  if (!side) {
    v2_sub(v, t0, t1);
    return -v2_dot(v, v);
  }
  v2_add(v, t0, t1);
  v2_normalize(v);
  return v2_dot(v, side);
}

// worlds in which the straight path would enter the circle, or pass it on the wrong side
LANE_INLINE mask obstructed(const real d0[2], const real d1[2], real r, const real square[2],
                            const real* side) {
  real dif[2], near[2];
  v2_sub(dif, d1, d0);
  const real len2 = v2_dot(dif, dif), rr = r * r;
  const mask possible =
      lane_not((square[0] < rr) | (square[1] < rr) | (r < mjMINVAL) | (len2 < mjMINVAL));
  const real at = -v2_dot(d0, dif) / lane_select(possible, len2, lane_bc(1));
  const real along = lane_clip(at, lane_bc(0), lane_bc(1));
  v2_set(near, d0[0] + along * dif[0], d0[1] + along * dif[1]);
  mask clear = v2_dot(near, near) > rr;
  if (side) clear = clear & (v2_dot(side, near) >= 0);
  return possible & lane_not(clear);
}

static mask wrapOutside(real t0[2], real t1[2], real* arc, const real d0[2], const real d1[2],
                        const real* radius, const real* side) {
  const real r = *radius;
  real square[2] = {v2_dot(d0, d0), v2_dot(d1, d1)};
  const mask hit = obstructed(d0, d1, r, square, side);
  if (!lane_any(hit)) return hit;

  // unit circle seen from distance 1 where there is no wrap
  const real safe = lane_select(hit, r, lane_bc(1));
  for (int k = 0; k < 2; k++) square[k] = lane_select(hit, square[k], lane_bc(1));
  real a0[2], a1[2], b0[2], b1[2];
  tangents(a0, b0, d0, safe, square[0]);
  tangents(b1, a1, d1, safe, square[1]);
  const mask crossA = cross(d0, a0, d1, a1), crossB = cross(d0, b0, d1, b1);
  const real goodA = lane_select(crossA, lane_bc(CROSSED), goodness(a0, a1, side));
  const real goodB = lane_select(crossB, lane_bc(CROSSED), goodness(b0, b1, side));
  const mask first = goodA > goodB;  // order: ties fall to the second
  v2_select(t0, first, a0, b0);
  v2_select(t1, first, a1, b1);

  // the short or the long way from t0 to t1, as the tangents turn
  real u0[2] = {t0[0], t0[1]}, u1[2] = {t1[0], t1[1]};
  v2_normalize(u0);
  v2_normalize(u1);
  const real cosine = v2_dot(u0, u1);
  const real angle = lane_acos(lane_clip(cosine, lane_bc(-1), lane_bc(1)));
  const real turn = v2_cross(t1, t0);
  const mask far = (first & (turn < 0)) | (lane_not(first) & (turn > 0));
  *arc = safe * lane_select(far, 2 * mjPI - angle, angle);
  return hit & lane_not((first & crossA) | (lane_not(first) & crossB));
}

// ---- inside

// asin(A z) + asin(B z) - 2 asin(z) + G: zero where the angles with the normal are equal, z being
// the sine of that angle
typedef struct {
  real A, B, G;
} Reflection;

LANE_INLINE real sine(real x) { return lane_asin(lane_clip(x, lane_bc(-1), lane_bc(1))); }

LANE_INLINE real reflection(const Reflection* f, real z) {
  return sine(f->A * z) + sine(f->B * z) - 2 * sine(z) + f->G;
}

// derivative of asin: 1 / sqrt(1 - x^2), bounded
LANE_INLINE real slope(real x) {
  const real root = lane_sqrt(lane_max(1 - x * x, lane_bc(0)));
  return 1.0 / lane_max(root, lane_bc(mjMINVAL));
}

LANE_INLINE real reflectionSlope(const Reflection* f, real z) {
  return f->A * slope(f->A * z) + f->B * slope(f->B * z) - 2 * slope(z);
}

// root in *z; worlds of `wanted` in which Newton's method descends to it
static mask solveReflection(real* z, const Reflection* f, const mask* wanted) {
  real x = lane_bc(NEWTON_START), value = reflection(f, x);
  mask good = *wanted & lane_not(value > 0);
  mask active = good & (lane_abs(value) > NEWTON_TOLERANCE);
  for (int step = 0; step < NEWTON_STEPS && lane_any(active); step++) {
    const real deriv = reflectionSlope(f, x);
    const mask flat = deriv > -mjMINVAL;
    const real next = x - value / lane_select(flat, lane_bc(-1), deriv);
    const real nextValue = reflection(f, next);
    const mask lost = flat | (next > x) | (nextValue > NEWTON_TOLERANCE);
    const mask moved = active & lane_not(lost);
    good = good & lane_not(active & lost);
    x = lane_select(moved, next, x);
    value = lane_select(moved, nextValue, value);
    active = moved & (lane_abs(value) > NEWTON_TOLERANCE);
  }
  *z = x;
  return good & lane_not(active);
}

// worlds in which the path can touch the circle from inside: it does not pass through it
LANE_INLINE mask canTouch(const real d0[2], const real d1[2], real r, const real len[2],
                          real* gap2) {
  real dif[2], near[2];
  v2_sub(dif, d1, d0);
  const real len2 = v2_dot(dif, dif);
  const mask apart = len2 > mjMINVAL;
  const real along = -v2_dot(d0, dif) / lane_select(apart, len2, lane_bc(1));
  v2_set(near, d0[0] + along * dif[0], d0[1] + along * dif[1]);
  const mask through = apart & (along > 0) & (along < 1) & (v2_dot(near, near) <= r * r);
  *gap2 = len2;
  return lane_not((len[0] <= r) | (len[1] <= r) | (r < mjMINVAL) | (len[0] < mjMINVAL) |
                  (len[1] < mjMINVAL) | through);
}

static mask wrapInside(real touch[2], const real d0[2], const real d1[2], const real* radius) {
  const real r = *radius;
  real len[2] = {lane_sqrt(v2_dot(d0, d0)), lane_sqrt(v2_dot(d1, d1))}, gap2;
  mask hit = canTouch(d0, d1, r, len, &gap2);
  if (!lane_any(hit)) return hit;
  for (int k = 0; k < 2; k++) len[k] = lane_select(hit, len[k], lane_bc(1));

  const real cosG = (len[0] * len[0] + len[1] * len[1] - gap2) / (2 * len[0] * len[1]);
  hit = hit & lane_not(cosG < -1 + mjMINVAL);
  const Reflection f = {r / len[0], r / len[1],
                        lane_acos(lane_clip(cosG, lane_bc(-1), lane_bc(1)))};
  const mask wanted = hit & lane_not(cosG > 1 - mjMINVAL);
  real z, s, c, vec[2], mean[2];
  const mask solved = solveReflection(&z, &f, &wanted);

  // turn the first end point (counter-clockwise) to where the path touches
  const mask left = v2_cross(d0, d1) > 0;
  v2_select(vec, left, d0, d1);
  v2_normalize(vec);
  lane_sincos(sine(z) - sine(lane_select(left, f.A, f.B) * z), &s, &c);
  const real turned[2] = {r * (c * vec[0] - s * vec[1]), r * (s * vec[0] + c * vec[1])};

  // where that has no solution: half way between the directions
  v2_set(mean, 0.5 * (d0[0] + d1[0]), 0.5 * (d0[1] + d1[1]));
  v2_normalize(mean);
  v2_set(mean, r * mean[0], r * mean[1]);
  v2_select(touch, solved, turned, mean);
  return hit;
}

// ---- space

// axes of the plane through the center of a sphere and both points, the first towards p0
static void spherePlane(real axis[2][3], const real p0[3], const real p1[3]) {
  real normal[3];
  v3_copy(axis[0], p0);
  v3_normalize(axis[0]);
  v3_cross(normal, p0, p1);
  const mask colinear = v3_normalize(normal) < mjMINVAL;
  if (lane_any(colinear)) {
    // any plane: across the axis by the diagonal without its largest component
    const real x = lane_abs(axis[0][0]), y = lane_abs(axis[0][1]), z = lane_abs(axis[0][2]);
    const mask byY = (y > x) & (y > z), byZ = (z > x) & (z > y);
    const real zero = lane_bc(0), one = lane_bc(1);
    real diagonal[3], other[3];
    v3_set(diagonal, lane_select(byY | byZ, one, zero), lane_select(byY, zero, one),
           lane_select(byZ, zero, one));
    v3_cross(other, axis[0], diagonal);
    v3_normalize(other);
    v3_select(normal, colinear, other, normal);
  }
  v3_cross(axis[1], normal, axis[0]);
  v3_normalize(axis[1]);
}

LANE_INLINE void toLocal(real res[3], const wrap_Geom* geom, const real point[3]) {
  real dif[3];
  v3_sub(dif, point, geom->xpos);
  m3_mulTVec(res, geom->xmat, dif);
}

LANE_INLINE void toPlane(real res[2], real axis[2][3], const real p[3]) {
  v2_set(res, v3_dot(p, axis[0]), v3_dot(p, axis[1]));
}

// heights along a cylinder: in proportion to the length covered in the cross-section
static void climb(real touch[2][3], real* arc, real t[2][2], real d[2][2], const real p0[3],
                  const real p1[3]) {
  real v[2];
  v2_sub(v, d[0], t[0]);
  const real len0 = lane_sqrt(v2_dot(v, v));
  v2_sub(v, d[1], t[1]);
  const real len1 = lane_sqrt(v2_dot(v, v));
  const real total = len0 + *arc + len1;
  const real divisor = lane_select(total > 0, total, lane_bc(1)), rise = p1[2] - p0[2];
  touch[0][2] = p0[2] + rise * len0 / divisor;
  touch[1][2] = p0[2] + rise * (len0 + *arc) / divisor;
  const real dz = touch[1][2] - touch[0][2];
  *arc = lane_sqrt(*arc * *arc + dz * dz);
}

// touching points t and arc in the plane, for either side of the circle
static mask wrapPlane(real t[2][2], real* arc, const wrap_Geom* geom, real axis[2][3],
                      real d[2][2]) {
  for (int k = 0; k < 2; k++) v2_set(t[k], lane_bc(0), lane_bc(0));
  *arc = lane_bc(0);
  if (!geom->side) return wrapOutside(t[0], t[1], arc, d[0], d[1], &geom->radius, NULL);

  real local[3], side[2], touch[2] = {lane_bc(0), lane_bc(0)};
  toLocal(local, geom, geom->side);
  toPlane(side, axis, local);
  v2_normalize(side);
  v2_set(side, geom->radius * side[0], geom->radius * side[1]);
  const mask inner = v3_norm(local) < geom->radius;
  mask hit = inner & lane_not(inner);  // nowhere
  if (lane_any(lane_not(inner))) {
    hit = lane_not(inner) & wrapOutside(t[0], t[1], arc, d[0], d[1], &geom->radius, side);
  }
  if (lane_any(inner)) {
    const mask inside = inner & wrapInside(touch, d[0], d[1], &geom->radius);
    for (int k = 0; k < 2; k++) v2_select(t[k], inner, touch, t[k]);
    *arc = lane_select(inner, lane_bc(0), *arc);
    hit = hit | inside;
  }
  return hit;
}

void LANE(wrap_path)(wrap_Result* res, const wrap_Geom* geom, const real p0[3], const real p1[3]) {
  real local[2][3], axis[2][3], d[2][2], t[2][2];
  toLocal(local[0], geom, p0);
  toLocal(local[1], geom, p1);
  const mask tiny0 = v3_dot(local[0], local[0]) < mjMINVAL * mjMINVAL;
  const mask tiny1 = v3_dot(local[1], local[1]) < mjMINVAL * mjMINVAL;
  if (geom->cylinder) {
    v3_set(axis[0], lane_bc(1), lane_bc(0), lane_bc(0));
    v3_set(axis[1], lane_bc(0), lane_bc(1), lane_bc(0));
  } else {
    spherePlane(axis, local[0], local[1]);
  }
  for (int k = 0; k < 2; k++) toPlane(d[k], axis, local[k]);
  res->wrapped = lane_not(tiny0 | tiny1) & wrapPlane(t, &res->arc, geom, axis, d);
  if (!lane_any(res->wrapped)) return;

  real touch[2][3];
  for (int k = 0; k < 2; k++) {
    v3_scl(touch[k], axis[0], t[k][0]);
    v3_addToScl(touch[k], axis[1], t[k][1]);
  }
  if (geom->cylinder) climb(touch, &res->arc, t, d, local[0], local[1]);
  for (int k = 0; k < 2; k++) {
    m3_mulVec(res->point[k], geom->xmat, touch[k]);
    v3_addTo(res->point[k], geom->xpos);
  }
}
