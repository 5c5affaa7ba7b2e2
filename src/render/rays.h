// Ray-quadric intersections, WIDE rays at a time (SIMD). Included by files that are compiled for
// each instruction set.
#ifndef SINEW_RENDER_RAYS_H_
#define SINEW_RENDER_RAYS_H_

#include "render/paint.h"
#include "render/wide.h"

typedef struct {
  floats from[3], way[3];  // point at distance d: from + d way
} ray_Ray;

// computes the distance at which rays enter a shape; returns a mask of the lanes that hit
typedef ints (*ray_Enter)(const paint_Item* item, const ray_Ray* ray, floats* d);

// distance at which the ray is nearest to the origin (in n axes), and the squared distance there
LANE_INLINE void ray_nearest(const ray_Ray* ray, int n, floats* at, floats* rest, floats* speed2) {
  floats speed = floats_bc(0), along = floats_bc(0), left = floats_bc(0);
  for (int k = 0; k < n; k++) {
    speed += ray->way[k] * ray->way[k];
    along += ray->from[k] * ray->way[k];
  }
  *speed2 = floats_max(speed, floats_bc(1e-20f));
  *at = -along / *speed2;
  for (int k = 0; k < n; k++) {
    const floats x = ray->from[k] + *at * ray->way[k];
    left += x * x;
  }
  *rest = left;
}

// a sphere of radius r about the origin
LANE_INLINE ints ray_enterBall(const ray_Ray* ray, float r, floats* d) {
  floats at, rest, speed2;
  ray_nearest(ray, 3, &at, &rest, &speed2);
  const floats room = r * r - rest;
  *d = at - floats_sqrt(floats_max(room, floats_bc(0)) / speed2);
  return room >= 0;
}

LANE_INLINE ints ray_enterEllipsoid(const paint_Item* item, const ray_Ray* ray, floats* d) {
  ray_Ray unit;
  for (int k = 0; k < 3; k++) {
    const float inv = 1 / item->size[k];
    unit.from[k] = ray->from[k] * inv;
    unit.way[k] = ray->way[k] * inv;
  }
  return ray_enterBall(&unit, 1, d);
}

// the side of an infinite cylinder, or the sphere at the end where the ray enters
LANE_INLINE ints ray_enterCapsule(const paint_Item* item, const ray_Ray* ray, floats* d) {
  const float r = 0.5f * (item->size[0] + item->size[1]), half = item->size[2];
  floats at, rest, speed2, cap;
  ray_nearest(ray, 2, &at, &rest, &speed2);
  const floats room = r * r - rest;
  const floats side = at - floats_sqrt(floats_max(room, floats_bc(0)) / speed2);
  const floats z = ray->from[2] + side * ray->way[2];
  const ints beyond = floats_abs(z) > half;
  *d = side;
  if (!ints_any(beyond & (room >= 0))) return room >= 0;
  ray_Ray moved = *ray;
  moved.from[2] = ray->from[2] - floats_select(z > 0, floats_bc(half), floats_bc(-half));
  const ints ball = ray_enterBall(&moved, r, &cap);
  *d = floats_select(beyond, cap, side);
  return (room >= 0) & (ball | ~beyond);
}

// the side, or the disc where the ray enters
LANE_INLINE ints ray_enterCylinder(const paint_Item* item, const ray_Ray* ray, floats* d) {
  const float half = item->size[2];
  ray_Ray unit = *ray;
  for (int k = 0; k < 2; k++) {
    unit.from[k] = ray->from[k] * (1 / item->size[k]);
    unit.way[k] = ray->way[k] * (1 / item->size[k]);
  }
  floats at, rest, speed2;
  ray_nearest(&unit, 2, &at, &rest, &speed2);
  const floats room = 1 - rest;
  const floats side = at - floats_sqrt(floats_max(room, floats_bc(0)) / speed2);
  const floats z = unit.from[2] + side * unit.way[2];
  const ints beyond = floats_abs(z) > half;
  const floats end = floats_select(z > 0, floats_bc(half), floats_bc(-half));
  const floats slope =
      floats_select(floats_abs(unit.way[2]) > 1e-20f, unit.way[2], floats_bc(1e-20f));
  const floats disc = (end - unit.from[2]) / slope;
  const floats x = unit.from[0] + disc * unit.way[0], y = unit.from[1] + disc * unit.way[1];
  *d = floats_select(beyond, disc, side);
  return (room >= 0) & (~beyond | ((x * x + y * y <= 1) & (disc > side)));
}

// a box (slab test)
LANE_INLINE ints ray_enterBox(const paint_Item* item, const ray_Ray* ray, floats* d) {
  floats in = floats_bc(-1e30f), out = floats_bc(1e30f);
  for (int k = 0; k < 3; k++) {
    const floats way =
        floats_select(floats_abs(ray->way[k]) > 1e-20f, ray->way[k], floats_bc(1e-20f));
    const floats inv = 1.0f / way;
    const floats a = (-item->size[k] - ray->from[k]) * inv,
                 b = (item->size[k] - ray->from[k]) * inv;
    in = floats_max(in, floats_min(a, b));
    out = floats_min(out, floats_max(a, b));
  }
  *d = in;
  return in <= out;
}

// rotates a vector into the frame of an item
LANE_INLINE void ray_toLocal(float res[3], const float mat[9], const float v[3]) {
  for (int k = 0; k < 3; k++) res[k] = mat[k] * v[0] + mat[3 + k] * v[1] + mat[6 + k] * v[2];
}

#endif
