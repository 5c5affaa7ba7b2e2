// Where a path touches a sphere or cylinder, as its end points move: end points and touching points
// -> slip. All vectors are from the centre, in world axes; n is the normal of the plane of the path
// (sphere: x0 x x1 / |x0 x x1|) or the axis (cylinder, where x is the part across it).
// Outside, with e = x/|x|, f = n x e and cos a = r/|x|, a tangent touches at
//   w = r (cos a e + s sin a f),  s = +-1.
// Inside, the point w of the sphere makes |w - x0| + |w - x1| stationary: with u_k the unit vectors
// from x_k to w and l_k the distances,
//   (1 - ww'/rr)(u0 + u1) = 0.
// Where that has no solution it is w = r unit(x0 + x1). Along a cylinder the path climbs in
// proportion to its length across.
#include "diff/slope_path.h"
#include "math/vec.h"

typedef struct {
  bool cylinder;
  real r, n[3], x[2][3], w[2][3];  // across a cylinder
  mask inside, solved;             // it touches from inside; the point is a stationary one
  real normalScale;                // sphere: 1/|x0 x x1|
  real size[2], sense[2];          // outside: |x|, s
  real unit[2][3], inverse[2];     // from x to w, and one over the distance
  real curve;                      // inside: w.(u0 + u1)/rr
  real rise, arc, total;           // cylinder: climb, arc and length across
} Touch;

// ---- what the derivative is made of

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

static Touch touchOf(const wrap_Geom* geom, const wrap_Result* wrap, const real p0[3],
                     const real p1[3]) {
  enum { NEAR = 100000 };  // one over what the angles with the normal may differ by
  Touch t = {.cylinder = geom->cylinder, .r = geom->radius};
  real side[3], sum[3], part[3];
  v3_sub(t.x[0], p0, geom->xpos);
  v3_sub(t.x[1], p1, geom->xpos);
  for (int k = 0; k < 2; k++) v3_sub(t.w[k], wrap->point[k], geom->xpos);
  v3_sub(part, wrap->point[1], wrap->point[0]);
  setPlane(&t, geom);
  for (int k = 0; k < 2; k++) setPoint(&t, k);

  t.inside = t.r != t.r;
  if (geom->side) {
    v3_sub(side, geom->side, geom->xpos);
    t.inside = v3_norm(side) < t.r;
  }
  v3_add(sum, t.unit[0], t.unit[1]);
  t.curve = v3_dot(t.w[0], sum) / (t.r * t.r);
  v3_cross(side, t.n, t.w[0]);
  t.solved = lane_abs(v3_dot(side, sum)) * NEAR < t.r;
  if (t.cylinder) {
    const real up = v3_dot(part, t.n);
    t.arc = lane_sqrt(lane_max(wrap->arc * wrap->arc - up * up, lane_bc(0)));
    t.arc = lane_select(t.inside, lane_bc(0), t.arc);
    t.total = t.arc + safeInverse(t.inverse[0]) + safeInverse(t.inverse[1]);
  }
  return t;
}

// ---- motion of the touching points, dx -> dw, across a cylinder

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

static void moveStationary(const Touch* t, const real dx[2][3], real dw[3]) {
  real along[3], push[3], off[3];
  v3_cross(along, t->n, t->w[0]);
  v3_scl(along, along, 1.0 / t->r);
  v3_zero(push);
  real stiff = -t->curve, stiffOff = -t->curve;
  for (int k = 0; k < 2; k++) {
    const real slant = v3_dot(along, t->unit[k]);
    stiff = stiff + (1 - slant * slant) * t->inverse[k];
    stiffOff = stiffOff + t->inverse[k];
    across(off, dx[k], t->unit[k]);
    v3_addToScl(push, off, t->inverse[k]);
  }
  v3_scl(dw, along, v3_dot(along, push) * safeInverse(stiff));
  if (!t->cylinder) v3_addToScl(dw, t->n, v3_dot(t->n, push) * safeInverse(stiffOff));
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
  real dn[3], part[3], dz[2], stationary[3], mean[3];
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
  const real (*by)[3] = (const real(*)[3])dx;
  for (int k = 0; k < 2; k++) moveOutside(t, by, dn, k, dw[k]);
  if (lane_any(t->inside)) {
    moveStationary(t, by, stationary);
    moveMean(t, by, mean);
    v3_select(part, t->solved, stationary, mean);
    for (int k = 0; k < 2; k++) v3_select(dw[k], t->inside, part, dw[k]);
  }
  if (t->cylinder) climb(t, by, dz, dw);
}

void LANE(slope_touch)(real slip[2][2][9], const wrap_Geom* geom, const wrap_Result* wrap,
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
