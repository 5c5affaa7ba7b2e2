// Plane against a sphere, capsule, cylinder or box in closed form: the contact points are the
// points of the shape that are lowest over the plane. Reads the poses and sizes of the two shapes
// -> dist, pos, normal, tangent of points.
#include <math.h>

#include "base/assert.h"
#include "collide/collide.h"
#include "collide/contact.h"
#include "collide/pair.h"

// height of the center of a shape above the plane, whose normal is written to n
static mjtNum heightOver(mjtNum n[3], const pair_Shape* plane, const mjtNum centre[3]) {
  mjtNum off[3];
  m3_column(n, plane->mat, 2);
  v3_sub(off, centre, plane->pos);
  return v3_dot(n, off);
}

// contact at a point of the shape whose height is dist
static void putPoint(mjPreContact* con, mjtNum dist, const mjtNum point[3], const mjtNum n[3]) {
  pair_put(con, dist, n);
  v3_addScl(con->pos, point, n, -0.5 * dist);
}

int pair_planeSphere(mjPreContact* con, const pair_Shape* plane, const pair_Shape* sphere,
                     mjtNum margin) {
  mjtNum n[3];
  m3_column(n, plane->mat, 2);
  return pair_halfSpaceSphere(con, plane->pos, n, sphere->pos, sphere->size[0], margin);
}

int pair_planeCapsule(mjPreContact* con, const pair_Shape* plane, const pair_Shape* capsule,
                      mjtNum margin) {
  mjtNum n[3], axis[3], end[3];
  m3_column(n, plane->mat, 2);
  m3_column(axis, capsule->mat, 2);
  int count = 0;
  for (int sign = 1; sign >= -1; sign -= 2) {
    v3_addScl(end, capsule->pos, axis, sign * capsule->size[1]);
    if (pair_halfSpaceSphere(con + count, plane->pos, n, end, capsule->size[0], margin)) {
      v3_copy(con[count++].tangent, axis);
    }
  }
  return count;
}

int pair_planeCylinder(mjPreContact* con, const pair_Shape* plane, const pair_Shape* cylinder,
                       mjtNum margin) {
  const mjtNum *c = cylinder->pos, radius = cylinder->size[0], half = cylinder->size[1];
  mjtNum n[3], axis[3], down[3], point[3];
  const mjtNum height = heightOver(n, plane, c);
  m3_column(axis, cylinder->mat, 2);
  mjtNum slope = v3_dot(n, axis);
  if (slope > 0) {
    v3_neg(axis, axis);
    slope = -slope;
  }
  // radius in the direction of steepest descent on the end disks
  v3_scl(down, axis, slope);
  v3_subFrom(down, n);
  const mjtNum len2 = v3_dot(down, down);
  if (len2 >= mjMINVAL * mjMINVAL) {
    v3_scl(down, down, radius / sqrt(len2));
  } else {
    m3_column(down, cylinder->mat, 0);
    v3_scl(down, down, radius);
  }
  const mjtNum fall = v3_dot(down, n), drop = slope * half;
  v3_scl(axis, axis, half);

  // the lowest rim point, and the one above it on the other disk
  const mjtNum lowest = height + drop + fall;
  if (!(lowest <= margin)) return 0;
  v3_add(point, c, down);
  mjtNum base[3];
  v3_add(base, point, axis);
  putPoint(con, lowest, base, n);
  int count = 1;
  const mjtNum other = height - drop + fall;
  if (other <= margin) {
    v3_subFrom(point, axis);
    putPoint(con + count++, other, point, n);
  }
  // two more on the lower disk: with the lowest one an equilateral triangle
  const mjtNum side = height + drop - 0.5 * fall;
  if (side <= margin) {
    mjtNum across[3];
    v3_cross(across, down, axis);
    v3_normalize(across);
    for (int sign = 1; sign >= -1; sign -= 2) {
      v3_addScl(point, c, across, sign * (CONTACT_HALF_SQRT3 * radius));
      v3_addTo(point, axis);
      v3_addToScl(point, down, -0.5);
      putPoint(con + count++, side, point, n);
    }
  }
  return count;
}

// Corners are culled by the local normal, with slack; the remaining ones are computed in the world,
// where the sign of their height relative to the center also decides at exactly zero.
// order: corners by number, the first four
int pair_planeBox(mjPreContact* con, const pair_Shape* plane, const pair_Shape* box,
                  mjtNum margin) {
  const mjtNum* s = box->size;
  mjtNum n[3], reach[3];
  const mjtNum height = heightOver(n, plane, box->pos);
  m3_mulTVec(reach, box->mat, n);
  v3_set(reach, reach[0] * s[0], reach[1] * s[1], reach[2] * s[2]);
  const mjtNum most = fabs(reach[0]) + fabs(reach[1]) + fabs(reach[2]);
  const mjtNum slack = CONTACT_SLACK * (fabs(height) + s[0] + s[1] + s[2]);
  const mjtNum room = margin - height + slack;
  if (-most > room) return 0;

  int count = 0;
  for (int i = 0; i < 8 && count < 4; i++) {
    const mjtNum rise = (i & 1 ? reach[0] : -reach[0]) + (i & 2 ? reach[1] : -reach[1]) +
                        (i & 4 ? reach[2] : -reach[2]);
    if (rise > slack || rise > room) continue;
    const mjtNum local[3] = {i & 1 ? s[0] : -s[0], i & 2 ? s[1] : -s[1], i & 4 ? s[2] : -s[2]};
    mjtNum corner[3];
    m3_mulVec(corner, box->mat, local);
    const mjtNum lift = v3_dot(n, corner), dist = height + lift;
    if (dist > margin || lift > 0) continue;
    v3_addTo(corner, box->pos);
    putPoint(con + count++, dist, corner, n);
  }
  ASSERT_FULL(count <= 4);
  return count;
}

#define ON_GEOMS(name)                                                                             \
  int collide_##name(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,               \
                     mjtNum margin) {                                                              \
    const pair_Shape shape1 = pair_geom(m, d, g1), shape2 = pair_geom(m, d, g2);                   \
    return pair_##name(con, &shape1, &shape2, margin);                                             \
  }

ON_GEOMS(planeSphere)
ON_GEOMS(planeCapsule)
ON_GEOMS(planeCylinder)
ON_GEOMS(planeBox)
