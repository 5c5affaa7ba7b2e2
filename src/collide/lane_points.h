// Closed-form narrow phase in SIMD lanes: contact points of two shapes, by the formulas of pair.h
// with the same order of operations, so that every lane is bitwise identical to its world. Each
// point has a mask of the lanes that have it.
#ifndef SINEW_COLLIDE_LANE_POINTS_H_
#define SINEW_COLLIDE_LANE_POINTS_H_

#include <sinew/model.h>

#include "collide/contact.h"
#include "math/vec.h"

typedef struct {
  mask has;
  real dist, pos[3], normal[3], tangent[3];
} lane_Point;

typedef struct {
  const real *pos, *mat;  // (3), (9)
  const real* size;       // (3)
} lane_Shape;

// ---- planes

// half space behind (origin, normal) and a sphere; no tangent
LANE_INLINE void points_halfSpaceSphere(lane_Point* p, const real origin[3], const real normal[3],
                                        const real centre[3], real radius, real margin) {
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
                                    const lane_Shape* sphere, real margin) {
  real n[3];
  m3_column(n, plane->mat, 2);
  points_halfSpaceSphere(p, plane->pos, n, sphere->pos, sphere->size[0], margin);
}

// two points, the ends; with the same normal and tangent
LANE_INLINE void points_planeCapsule(lane_Point p[2], const lane_Shape* plane,
                                     const lane_Shape* capsule, real margin) {
  real n[3], axis[3], end[3];
  m3_column(n, plane->mat, 2);
  m3_column(axis, capsule->mat, 2);
  for (int k = 0; k < 2; k++) {
    v3_addScl(end, capsule->pos, axis, (k ? -1 : 1) * capsule->size[1]);
    points_halfSpaceSphere(p + k, plane->pos, n, end, capsule->size[0], margin);
    v3_copy(p[k].tangent, axis);
  }
}

// a point of the shape whose height is dist
LANE_INLINE void points_put(lane_Point* p, real dist, const real point[3], const real n[3]) {
  p->dist = dist;
  v3_addScl(p->pos, point, n, -0.5 * dist);
  v3_copy(p->normal, n);
  v3_zero(p->tangent);
}

// height of the center of a shape above the plane, whose normal is written to n
LANE_INLINE real points_height(real n[3], const lane_Shape* plane, const lane_Shape* shape) {
  real off[3];
  m3_column(n, plane->mat, 2);
  v3_sub(off, shape->pos, plane->pos);
  return v3_dot(n, off);
}

// height of corner i of eight relative to the center; reach: half sizes along the normal
LANE_INLINE real points_rise(const real reach[3], int i) {
  const real x = i & 1 ? reach[0] : -reach[0], y = i & 2 ? reach[1] : -reach[1];
  return x + y + (i & 4 ? reach[2] : -reach[2]);
}

// eight points, the corners; a lane has the first four that are low enough
LANE_INLINE void points_planeBox(lane_Point p[8], const lane_Shape* plane, const lane_Shape* box,
                                 real margin) {
  const real* s = box->size;
  real n[3], reach[3];
  const real height = points_height(n, plane, box);
  m3_mulTVec(reach, box->mat, n);
  v3_set(reach, reach[0] * s[0], reach[1] * s[1], reach[2] * s[2]);
  const real most = lane_abs(reach[0]) + lane_abs(reach[1]) + lane_abs(reach[2]);
  const real slack = CONTACT_SLACK * (lane_abs(height) + s[0] + s[1] + s[2]);
  const real room = margin - height + slack;
  const mask open = lane_not(-most > room);
  lint count = lane_bits(lane_bc(0));
  for (int i = 0; i < 8; i++) {
    const real rise = points_rise(reach, i);
    p[i].has = open & lane_not((rise > slack) | (rise > room)) & (count < 4);
    if (!lane_any(p[i].has)) continue;
    real local[3], corner[3];
    v3_set(local, i & 1 ? s[0] : -s[0], i & 2 ? s[1] : -s[1], i & 4 ? s[2] : -s[2]);
    m3_mulVec(corner, box->mat, local);
    const real lift = v3_dot(n, corner), dist = height + lift;
    p[i].has = p[i].has & lane_not((dist > margin) | (lift > 0));
    count = count - p[i].has;
    v3_addTo(corner, box->pos);
    points_put(&p[i], dist, corner, n);
  }
}

// four points: the lowest of the rim, the one above it, two more on the lower disk
LANE_INLINE void points_planeCylinder(lane_Point p[4], const lane_Shape* plane,
                                      const lane_Shape* cylinder, real margin) {
  const real radius = cylinder->size[0], half = cylinder->size[1];
  const real* c = cylinder->pos;
  real n[3], axis[3], down[3], point[3], base[3], side[3];
  const real height = points_height(n, plane, cylinder);
  m3_column(axis, cylinder->mat, 2);
  const real slant = v3_dot(n, axis);
  const mask up = slant > 0;
  for (int k = 0; k < 3; k++) axis[k] = lane_select(up, -axis[k], axis[k]);
  const real slope = lane_select(up, -slant, slant);
  // radius in the direction of steepest descent on the end disks
  v3_scl(down, axis, slope);
  v3_subFrom(down, n);
  const real len2 = v3_dot(down, down);
  const mask steep = len2 >= mjMINVAL * mjMINVAL;
  m3_column(side, cylinder->mat, 0);
  v3_scl(side, side, radius);
  v3_scl(down, down, radius / lane_sqrt(lane_select(steep, len2, lane_bc(1))));
  v3_select(down, steep, down, side);
  const real fall = v3_dot(down, n), drop = slope * half;
  v3_scl(axis, axis, half);
  const real lowest = height + drop + fall, other = height - drop + fall;
  const real low = height + drop - 0.5 * fall;
  p[0].has = lowest <= margin;
  p[1].has = p[0].has & (other <= margin);
  p[2].has = p[3].has = p[0].has & (low <= margin);
  v3_add(point, c, down);
  v3_add(base, point, axis);
  points_put(&p[0], lowest, base, n);
  v3_subFrom(point, axis);
  points_put(&p[1], other, point, n);
  if (!lane_any(p[2].has)) return;
  v3_cross(side, down, axis);
  v3_normalize(side);
  for (int k = 0; k < 2; k++) {
    v3_addScl(point, c, side, (k ? -1 : 1) * (CONTACT_HALF_SQRT3 * radius));
    v3_addTo(point, axis);
    v3_addToScl(point, down, lane_bc(-0.5));
    points_put(&p[2 + k], low, point, n);
  }
}

// ---- spheres and capsules

// two spheres; the frames determine the normal if the centers coincide
LANE_INLINE void points_spheres(lane_Point* p, const real centre1[3], real radius1,
                                const real mat1[9], const real centre2[3], real radius2,
                                const real mat2[9], real margin) {
  real dir[3];
  v3_sub(dir, centre2, centre1);
  const real dist2 = v3_dot(dir, dir);
  const real limit = margin + radius1 + radius2;
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

// clamps; NaN becomes `low`
LANE_INLINE real points_clip(real x, real low, real high) {
  const real y = lane_select(x > low, x, low);
  return lane_select(y < high, y, high);
}

LANE_INLINE void points_sphereCapsule(lane_Point* p, const lane_Shape* sphere,
                                      const lane_Shape* capsule, real margin) {
  real axis[3], off[3], nearest[3];
  m3_column(axis, capsule->mat, 2);
  v3_sub(off, sphere->pos, capsule->pos);
  const real x = points_clip(v3_dot(axis, off), -capsule->size[1], capsule->size[1]);
  v3_addScl(nearest, capsule->pos, axis, x);
  points_spheres(p, sphere->pos, sphere->size[0], sphere->mat, nearest, capsule->size[0],
                 capsule->mat, margin);
}

// center inside a box, or on its surface: pushed out through the nearest face; returns the depth of
// the center
// order: ties fall to the lower face
LANE_INLINE real points_nearestFace(real normal[3], const real centre[3], const real size[3]) {
  const real zero = lane_bc(0);
  real least = 2 * (size[0] + size[1] + size[2]);
  v3_set(normal, lane_bc(1), zero, zero);
  for (int i = 0; i < 6; i++) {
    const int k = i >> 1;
    const real depth = lane_abs((i & 1 ? size[k] : -size[k]) - centre[k]);
    const mask nearer = depth < least;
    real out[3];
    v3_zero(out);
    out[k] = lane_bc(i & 1 ? -1 : 1);
    least = lane_select(nearer, depth, least);
    v3_select(normal, nearer, out, normal);
  }
  return least;
}

LANE_INLINE void points_sphereBox(lane_Point* p, const lane_Shape* sphere, const lane_Shape* box,
                                  real margin) {
  const real *s = box->size, radius = sphere->size[0];
  real off[3], centre[3], nearest[3], dir[3], local[3];
  v3_sub(off, sphere->pos, box->pos);
  m3_mulTVec(centre, box->mat, off);
  for (int k = 0; k < 3; k++) {
    nearest[k] = lane_select(s[k] > 0, points_clip(centre[k], -s[k], s[k]), centre[k]);
  }
  v3_sub(dir, nearest, centre);
  const real gap = v3_norm(dir);
  p->has = lane_not(gap - radius > margin);
  if (!lane_any(p->has)) return;
  const mask outside = gap > mjMINVAL;
  v3_scl(dir, dir, 1 / lane_select(outside, gap, lane_bc(1)));
  p->dist = gap - radius;
  for (int k = 0; k < 3; k++) local[k] = 0.5 * nearest[k] + 0.5 * (centre[k] + radius * dir[k]);
  if (!lane_all(outside)) {
    real face[3], within[3];
    const real depth = points_nearestFace(face, centre, s);
    v3_addScl(within, centre, face, 0.5 * (radius - depth));
    v3_select(dir, outside, dir, face);
    v3_select(local, outside, local, within);
    p->dist = lane_select(outside, p->dist, -depth - radius);
  }
  m3_mulVec(p->normal, box->mat, dir);
  v3_zero(p->tangent);
  m3_mulVec(p->pos, box->mat, local);
  v3_addTo(p->pos, box->pos);
}

// nearest points of two segments (pair_Segments)
typedef struct {
  const lane_Shape *one, *two;
  real margin;
  real half1[3], half2[3];  // half axes
  real AA, AB, BB, Ad, Bd, det;
} points_Capsules;

LANE_INLINE void points_segments(points_Capsules* c, const lane_Shape* one, const lane_Shape* two,
                                 real margin) {
  real off[3], axis[3];
  c->one = one;
  c->two = two;
  c->margin = margin;
  m3_column(axis, one->mat, 2);
  v3_scl(c->half1, axis, one->size[1]);
  m3_column(axis, two->mat, 2);
  v3_scl(c->half2, axis, two->size[1]);
  v3_sub(off, one->pos, two->pos);
  c->AA = v3_dot(c->half1, c->half1);
  c->AB = -v3_dot(c->half1, c->half2);
  c->BB = v3_dot(c->half2, c->half2);
  c->Ad = -v3_dot(c->half1, off);
  c->Bd = v3_dot(c->half2, off);
  c->det = c->AA * c->BB - c->AB * c->AB;
}

// clamps to [-1, 1]; NaN stays
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
    points_spheresAt(p, c, lane_bc(sign),
                     points_clip((c->Bd - sign * c->AB) / c->BB, lane_bc(-1), lane_bc(1)));
  } else {
    points_spheresAt(p, c, points_clip((c->Ad - sign * c->AB) / c->AA, lane_bc(-1), lane_bc(1)),
                     lane_bc(sign));
  }
}

#endif
