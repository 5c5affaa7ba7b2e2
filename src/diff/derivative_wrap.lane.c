// Tendon wrapping: derivatives of the tangent points on a sphere or cylinder with respect to the
// end points: end points and touching points -> slip. All vectors are from the center, in world
// axes; n is the normal of the plane of the path (sphere: x0 x x1 / |x0 x x1|) or the axis
// (cylinder, where x is the part orthogonal to it).
// Outside, with e = x/|x|, f = n x e and cos a = r/|x|, a tangent touches at
//   w = r (cos a e + s sin a f),  s = +-1.
// Inside, w is rotated by asin z - asin (A z) from x0 (or by B from x1, if that comes first), where
// A = r/|x0|, B = r/|x1|, G is the angle between x0 and x1 and z a root of
//   F(z) = asin(A z) + asin(B z) - 2 asin z + G.
// What is differentiated is the Newton iteration z <- z - F/F' of force/wrap.lane.c, since it stops
// early:
//   dz <- (F (F'_z dz + F'_p)/F' - F_p)/F'.
// If it fails, w = r unit(x0 + x1). Along a cylinder the path climbs in proportion to its length in
// the plane orthogonal to the axis.
#include "diff/derivative_path.h"
#include "math/elementary.h"
#include "math/vec.h"

// of force/wrap.lane.c
#define NEWTON_STEPS 20
#define NEWTON_START (1 - 1e-7)
#define NEWTON_TOLERANCE 1e-6

typedef struct {
  bool cylinder;
  real r, n[3], x[2][3], w[2][3];  // orthogonal to the axis of a cylinder
  mask inside, solved;             // touches from inside; a root was found
  mask left;                       // inside: x0 comes first
  real normalScale;                // sphere: 1/|x0 x x1|
  real size[2], sense[2];          // |x|; outside: s
  real unit[2][3], inverse[2];     // from x to w, 1/distance
  real bend[3];           // inside: derivative of the rotation of w from the first end, by A, B, G
  real rise, arc, total;  // cylinder: climb, arc and length orthogonal to the axis
} Touch;

// ---- intermediate values

LANE_INLINE real safeInverse(real x) {
  const mask tiny = lane_abs(x) < mjMINVAL;
  return lane_select(tiny, lane_bc(0), 1.0 / lane_select(tiny, lane_bc(1), x));
}

// removes the part along n
LANE_INLINE void across(real res[3], const real vec[3], const real n[3]) {
  v3_addScl(res, vec, n, -v3_dot(vec, n));
}

static void setPlane(Touch* t, const wrap_Geom* geom) {
  if (t->cylinder) {
    m3_column(t->n, geom->xmat, 2);
    t->rise = v3_dot(t->x[1], t->n) - v3_dot(t->x[0], t->n);
    for (int k = 0; k < 2; k++) {
      across(t->x[k], t->x[k], t->n);
      across(t->w[k], t->w[k], t->n);
    }
  } else {
    v3_cross(t->n, t->x[0], t->x[1]);
    t->normalScale = safeInverse(v3_normalize(t->n));
  }
}

static void setPoint(Touch* t, int k) {
  real f[3];
  t->size[k] = lane_max(v3_norm(t->x[k]), lane_bc(mjMINVAL));
  v3_cross(f, t->n, t->x[k]);
  t->sense[k] = lane_copysign(lane_bc(1), v3_dot(f, t->w[k]));
  v3_sub(t->unit[k], t->w[k], t->x[k]);
  t->inverse[k] = safeInverse(v3_normalize(t->unit[k]));
}

// 1/sqrt(1 - x^2), bounded
LANE_INLINE real steep(real x) {
  const real root = lane_sqrt(lane_max(1 - x * x, lane_bc(0)));
  return 1.0 / lane_max(root, lane_bc(mjMINVAL));
}

LANE_INLINE real arcsine(real x) { return lane_asin(lane_clip(x, lane_bc(-1), lane_bc(1))); }

typedef struct {
  real p[3];   // A, B, G
  real dz[3];  // derivatives of z by them
} Reflection;

LANE_INLINE real reflection(const Reflection* f, real z) {
  return arcsine(f->p[0] * z) + arcsine(f->p[1] * z) - 2 * arcsine(z) + f->p[2];
}

LANE_INLINE real reflectionSlope(const Reflection* f, real z) {
  return f->p[0] * steep(f->p[0] * z) + f->p[1] * steep(f->p[1] * z) - 2 * steep(z);
}

// dz after a Newton step from z, where F has the given value and derivative
static void stepSlopes(const Reflection* f, real z, real value, real slope, real dz[3]) {
  const real own = steep(z), one = lane_bc(1);
  real bend = -2 * z * (own * own * own);  // F'_z
  real byF[3], bySlope[3];                 // F_p, F'_p
  v3_set(byF, one, one, one);
  v3_zero(bySlope);
  for (int k = 0; k < 2; k++) {
    const real c = f->p[k], s = steep(c * z), twist = c * z * (s * s * s);
    bend = bend + c * c * twist;
    byF[k] = z * s;
    bySlope[k] = s + c * z * twist;
  }
  for (int k = 0; k < 3; k++) {
    dz[k] = (value * (bend * f->dz[k] + bySlope[k]) / slope - byF[k]) / slope;
  }
}

// the root with its derivatives; returns the worlds in which the iteration converges
static mask solve(Reflection* f, real* root, mask wanted) {
  real z = lane_bc(NEWTON_START), value = reflection(f, z);
  v3_zero(f->dz);
  mask good = wanted & lane_not(value > 0);
  mask active = good & (lane_abs(value) > NEWTON_TOLERANCE);
  for (int step = 0; step < NEWTON_STEPS && lane_any(active); step++) {
    const real raw = reflectionSlope(f, z);
    const mask flat = raw > -mjMINVAL;
    const real slope = lane_select(flat, lane_bc(-1), raw), next = z - value / slope;
    const real nextValue = reflection(f, next);
    const mask lost = flat | (next > z) | (nextValue > NEWTON_TOLERANCE);
    const mask moved = active & lane_not(lost);
    real dz[3];
    stepSlopes(f, z, value, slope, dz);
    good = good & lane_not(active & lost);
    v3_select(f->dz, moved, dz, f->dz);
    z = lane_select(moved, next, z);
    value = lane_select(moved, nextValue, value);
    active = moved & (lane_abs(value) > NEWTON_TOLERANCE);
  }
  *root = z;
  return good & lane_not(active);
}

// rotation from the first end: asin z - asin (C z), C = A or B
static void setInside(Touch* t) {
  const real cosine =
      lane_clip(v3_dot(t->x[0], t->x[1]) / (t->size[0] * t->size[1]), lane_bc(-1), lane_bc(1));
  Reflection f = {.p = {t->r / t->size[0], t->r / t->size[1], lane_acos(cosine)}};
  real z, cross[3];
  v3_cross(cross, t->x[0], t->x[1]);
  t->left = v3_dot(t->n, cross) > 0;
  t->solved = solve(&f, &z, lane_not(cosine > 1 - mjMINVAL));
  const real c = lane_select(t->left, f.p[0], f.p[1]), s = steep(c * z);
  v3_scl(t->bend, f.dz, steep(z) - s * c);
  t->bend[0] = t->bend[0] - lane_select(t->left, s * z, lane_bc(0));
  t->bend[1] = t->bend[1] - lane_select(t->left, lane_bc(0), s * z);
}

static Touch touchOf(const wrap_Geom* geom, const wrap_Result* wrap, const real p0[3],
                     const real p1[3]) {
  Touch t = {.cylinder = geom->cylinder, .r = geom->radius};
  real part[3];
  v3_sub(t.x[0], p0, geom->xpos);
  v3_sub(t.x[1], p1, geom->xpos);
  for (int k = 0; k < 2; k++) v3_sub(t.w[k], wrap->point[k], geom->xpos);
  setPlane(&t, geom);
  for (int k = 0; k < 2; k++) setPoint(&t, k);
  t.inside = t.r != t.r;
  if (geom->side) {
    v3_sub(part, geom->side, geom->xpos);
    t.inside = v3_norm(part) < t.r;
  }
  if (lane_any(t.inside)) setInside(&t);
  if (t.cylinder) {
    v3_sub(part, wrap->point[1], wrap->point[0]);
    const real up = v3_dot(part, t.n);
    t.arc = lane_sqrt(lane_max(wrap->arc * wrap->arc - up * up, lane_bc(0)));
    t.arc = lane_select(t.inside, lane_bc(0), t.arc);
    t.total = t.arc + safeInverse(t.inverse[0]) + safeInverse(t.inverse[1]);
  }
  return t;
}

// ---- motion of the touching points, dx -> dw, orthogonal to the axis of a cylinder

static void moveOutside(const Touch* t, const real dx[2][3], const real dn[3], int k, real dw[3]) {
  const real a = t->size[k], c = t->r / a, s = lane_sqrt(lane_max(1 - c * c, lane_bc(0)));
  real e[3], f[3], de[3], df[3], part[3];
  v3_scl(e, t->x[k], 1.0 / a);
  v3_cross(f, t->n, e);
  const real da = v3_dot(e, dx[k]), turn = c * da * safeInverse(a * s);
  v3_addScl(de, dx[k], e, -da);
  v3_scl(de, de, 1.0 / a);
  v3_cross(df, dn, e);
  v3_cross(part, t->n, de);
  v3_addTo(df, part);
  v3_scl(dw, e, -s * turn);
  v3_addToScl(dw, de, c);
  v3_addToScl(dw, f, t->sense[k] * c * turn);
  v3_addToScl(dw, df, t->sense[k] * s);
  v3_scl(dw, dw, t->r);
}

static void moveSolved(const Touch* t, const real dx[2][3], const real dn[3], real dw[3]) {
  real turn[2], size[2], part[3];
  for (int k = 0; k < 2; k++) {
    const real inverse = 1.0 / t->size[k];
    v3_cross(part, t->x[k], dx[k]);
    turn[k] = v3_dot(t->n, part) * (inverse * inverse);
    size[k] = -v3_dot(t->x[k], dx[k]) * t->r * (inverse * inverse * inverse);  // dA, dB
  }
  const real open = lane_select(t->left, turn[1] - turn[0], turn[0] - turn[1]);
  const real bend = t->bend[0] * size[0] + t->bend[1] * size[1] + t->bend[2] * open;
  v3_cross(dw, t->n, t->w[0]);
  v3_scl(dw, dw, lane_select(t->left, turn[0], turn[1]) + bend);
  v3_addToScl(dw, t->n, -v3_dot(dn, t->w[0]));
}

static void moveMean(const Touch* t, const real dx[2][3], real dw[3]) {
  real mean[3], sum[3];
  v3_add(mean, t->x[0], t->x[1]);
  const real inverse = safeInverse(v3_normalize(mean));
  v3_add(sum, dx[0], dx[1]);
  across(dw, sum, mean);
  v3_scl(dw, dw, t->r * inverse);
}

// heights p0 + rise l0/total and p0 + rise (l0 + arc)/total along the axis
static void climb(const Touch* t, const real dx[2][3], const real dz[2], real dw[2][3]) {
  real turn[2], len[2], dlen[2], part[3];
  for (int k = 0; k < 2; k++) {
    v3_cross(part, t->w[k], dw[k]);
    turn[k] = v3_dot(t->n, part) / t->r;
    v3_sub(part, dw[k], dx[k]);
    dlen[k] = v3_dot(t->unit[k], part);
    len[k] = safeInverse(t->inverse[k]);
  }
  const real darc = lane_select(t->inside, lane_bc(0), t->sense[0] * (turn[1] - turn[0]));
  const real dtotal = dlen[0] + darc + dlen[1], inverse = safeInverse(t->total);
  const real at[2] = {len[0], len[0] + t->arc}, dat[2] = {dlen[0], dlen[0] + darc};
  for (int k = 0; k < 2; k++) {
    const real share = at[k] * inverse;
    const real dshare = (dat[k] - share * dtotal) * inverse;
    v3_addToScl(dw[k], t->n, dz[0] + (dz[1] - dz[0]) * share + t->rise * dshare);
  }
}

static void moveTouch(const Touch* t, real dx[2][3], real dw[2][3]) {
  real dn[3], part[3], dz[2], solved[3], mean[3];
  v3_zero(dn);
  if (t->cylinder) {
    for (int k = 0; k < 2; k++) {
      dz[k] = v3_dot(dx[k], t->n);
      across(dx[k], dx[k], t->n);
    }
  } else {
    v3_cross(part, dx[0], t->x[1]);
    v3_addCross(part, t->x[0], dx[1]);
    across(dn, part, t->n);
    v3_scl(dn, dn, t->normalScale);
  }
  const real(*by)[3] = (const real(*)[3])dx;
  for (int k = 0; k < 2; k++) moveOutside(t, by, dn, k, dw[k]);
  if (lane_any(t->inside)) {
    moveSolved(t, by, dn, solved);
    moveMean(t, by, mean);
    v3_select(part, t->solved, solved, mean);
    for (int k = 0; k < 2; k++) v3_select(dw[k], t->inside, part, dw[k]);
  }
  if (t->cylinder) climb(t, by, dz, dw);
}

void LANE(diff_touch)(real slip[2][2][9], const wrap_Geom* geom, const wrap_Result* wrap,
                      const real p0[3], const real p1[3]) {
  const Touch t = touchOf(geom, wrap, p0, p1);
  for (int l = 0; l < 2; l++) {
    for (int axis = 0; axis < 3; axis++) {
      real dx[2][3], dw[2][3];
      for (int k = 0; k < 2; k++) v3_zero(dx[k]);
      dx[l][axis] = lane_bc(1);
      moveTouch(&t, dx, dw);
      for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++) {
          slip[k][l][3 * i + axis] = lane_select(wrap->wrapped, dw[k][i], lane_bc(0));
        }
      }
    }
  }
}
