// Points of contact of two shapes in lanes, by closed forms: those of pair.h in the order of their
// operations, so that every lane has the bits of its world. Sizes are the model's. Each point has
// the lanes that it is in.
#ifndef SINEW_COLLIDE_LANE_POINTS_H_
#define SINEW_COLLIDE_LANE_POINTS_H_

#include <sinew/model.h>

#include "math/vec.h"

typedef struct {
  mask has;
  real dist, pos[3], normal[3], tangent[3];
} lane_Point;

typedef struct {
  const real *pos, *mat;  // (3), (9)
  const mjtNum* size;     // (3)
} lane_Shape;

// ---- planes

// half space behind (origin, normal) and a sphere; no tangent
LANE_INLINE void points_halfSpaceSphere(lane_Point* p, const real origin[3], const real normal[3],
                                        const real centre[3], mjtNum radius, mjtNum margin) {
  real off[3];
  v3_sub(off, centre, origin);
  const real height = v3_dot(normal, off);
  p->has = lane_not(height > margin + radius);
  p->dist = height - radius;
  v3_addScl(p->pos, centre, normal, -0.5 * p->dist - radius);
  v3_copy(p->normal, normal);
  v3_zero(p->tangent);
}

LANE_INLINE void points_planeSphere(lane_Point* p, const lane_Shape* plane,
                                    const lane_Shape* sphere, mjtNum margin) {
  real n[3];
  m3_column(n, plane->mat, 2);
  points_halfSpaceSphere(p, plane->pos, n, sphere->pos, sphere->size[0], margin);
}

// two points, the ends; they have one normal and one tangent
LANE_INLINE void points_planeCapsule(lane_Point p[2], const lane_Shape* plane,
                                     const lane_Shape* capsule, mjtNum margin) {
  real n[3], axis[3], end[3];
  m3_column(n, plane->mat, 2);
  m3_column(axis, capsule->mat, 2);
  for (int k = 0; k < 2; k++) {
    v3_addScl(end, capsule->pos, axis, lane_bc((k ? -1 : 1) * capsule->size[1]));
    points_halfSpaceSphere(p + k, plane->pos, n, end, capsule->size[0], margin);
    v3_copy(p[k].tangent, axis);
  }
}

// ---- spheres and capsules

// two spheres; the frames choose the normal when the centres coincide
LANE_INLINE void points_spheres(lane_Point* p, const real centre1[3], mjtNum radius1,
                                const real mat1[9], const real centre2[3], mjtNum radius2,
                                const real mat2[9], mjtNum margin) {
  real dir[3];
  v3_sub(dir, centre2, centre1);
  const real dist2 = v3_dot(dir, dir);
  const mjtNum limit = margin + radius1 + radius2;
  p->has = lane_not(dist2 > limit * limit);
  if (!lane_any(p->has)) return;
  const real len = lane_sqrt(dist2);
  const mask tiny = len < mjMINVAL;
  v3_scl(dir, dir, 1 / lane_select(tiny, lane_bc(1), len));
  if (lane_any(tiny)) {
    real z1[3], z2[3], across[3];
    m3_column(z1, mat1, 2);
    m3_column(z2, mat2, 2);
    v3_cross(across, z1, z2);
    v3_normalize(across);
    v3_select(dir, tiny, across, dir);
  }
  p->dist = len - radius1 - radius2;
  v3_copy(p->normal, dir);
  v3_zero(p->tangent);
  v3_addScl(p->pos, centre1, dir, radius1 + 0.5 * p->dist);
}

// NaN becomes `low`
LANE_INLINE real points_clip(real x, mjtNum low, mjtNum high) {
  const real y = lane_select(x > low, x, lane_bc(low));
  return lane_select(y < high, y, lane_bc(high));
}

LANE_INLINE void points_sphereCapsule(lane_Point* p, const lane_Shape* sphere,
                                      const lane_Shape* capsule, mjtNum margin) {
  real axis[3], off[3], nearest[3];
  m3_column(axis, capsule->mat, 2);
  v3_sub(off, sphere->pos, capsule->pos);
  const real x = points_clip(v3_dot(axis, off), -capsule->size[1], capsule->size[1]);
  v3_addScl(nearest, capsule->pos, axis, x);
  points_spheres(p, sphere->pos, sphere->size[0], sphere->mat, nearest, capsule->size[0],
                 capsule->mat, margin);
}

// nearest points of two segments (pair_Segments)
typedef struct {
  const lane_Shape *one, *two;
  mjtNum margin;
  real half1[3], half2[3];  // half axes
  real AA, AB, BB, Ad, Bd, det;
} points_Capsules;

LANE_INLINE void points_segments(points_Capsules* c, const lane_Shape* one, const lane_Shape* two,
                                 mjtNum margin) {
  real off[3], axis[3];
  c->one = one;
  c->two = two;
  c->margin = margin;
  m3_column(axis, one->mat, 2);
  v3_scl(c->half1, axis, lane_bc(one->size[1]));
  m3_column(axis, two->mat, 2);
  v3_scl(c->half2, axis, lane_bc(two->size[1]));
  v3_sub(off, one->pos, two->pos);
  c->AA = v3_dot(c->half1, c->half1);
  c->AB = -v3_dot(c->half1, c->half2);
  c->BB = v3_dot(c->half2, c->half2);
  c->Ad = -v3_dot(c->half1, off);
  c->Bd = v3_dot(c->half2, off);
  c->det = c->AA * c->BB - c->AB * c->AB;
}

// -1 or 1 in place of what is beyond them; NaN stays
LANE_INLINE real points_unit(real x) {
  return lane_select(x > 1, lane_bc(1), lane_select(x < -1, lane_bc(-1), x));
}

// parameters x[0], x[1] in [-1, 1] where the segments are nearest; they are not parallel
LANE_INLINE void points_nearest(real x[2], const points_Capsules* c) {
  real a = (c->BB * c->Ad - c->AB * c->Bd) / c->det;
  real b = (c->AA * c->Bd - c->AB * c->Ad) / c->det;
  const mask high1 = a > 1, low1 = a < -1;
  if (lane_any(high1 | low1)) {
    const real end = lane_select(high1, c->Bd - c->AB, c->Bd + c->AB) / c->BB;
    a = points_unit(a);
    b = lane_select(high1 | low1, end, b);
  }
  const mask high2 = b > 1, low2 = b < -1;
  if (lane_any(high2 | low2)) {
    const real end = lane_select(high2, c->Ad - c->AB, c->Ad + c->AB) / c->AA;
    b = points_unit(b);
    a = lane_select(high2 | low2, points_unit(end), a);
  }
  x[0] = a;
  x[1] = b;
}

// spheres at parameters of the segments
LANE_INLINE void points_spheresAt(lane_Point* p, const points_Capsules* c, real x1, real x2) {
  real centre1[3], centre2[3];
  v3_addScl(centre1, c->one->pos, c->half1, x1);
  v3_addScl(centre2, c->two->pos, c->half2, x2);
  points_spheres(p, centre1, c->one->size[0], c->one->mat, centre2, c->two->size[0], c->two->mat,
                 c->margin);
}

// end k of four with the nearest point of the other segment: +1, -1 of the first, then of the
// second
LANE_INLINE void points_parallelEnd(lane_Point* p, const points_Capsules* c, int k) {
  const mjtNum sign = k & 1 ? -1 : 1;
  if (k < 2) {
    points_spheresAt(p, c, lane_bc(sign), points_clip((c->Bd - sign * c->AB) / c->BB, -1, 1));
  } else {
    points_spheresAt(p, c, points_clip((c->Ad - sign * c->AB) / c->AA, -1, 1), lane_bc(sign));
  }
}

#endif
