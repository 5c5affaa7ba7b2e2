// Sphere against a sphere, capsule, cylinder or box in closed form: finds the point of the other
// shape, or of its core, that is nearest to the center. Reads the poses and sizes of the two shapes
// -> one contact point or none.
#include <math.h>

#include "collide/collide.h"
#include "collide/pair.h"

int pair_spheres(mjPreContact* con, const mjtNum centre1[3], mjtNum radius1, const mjtNum mat1[9],
                 const mjtNum centre2[3], mjtNum radius2, const mjtNum mat2[9], mjtNum margin) {
  mjtNum dir[3];
  v3_sub(dir, centre2, centre1);
  const mjtNum dist2 = v3_dot(dir, dir), limit = margin + radius1 + radius2;
  if (dist2 > limit * limit) return 0;
  const mjtNum len = sqrt(dist2);
  if (len < mjMINVAL) {
    mjtNum z1[3], z2[3];
    m3_column(z1, mat1, 2);
    m3_column(z2, mat2, 2);
    v3_cross(dir, z1, z2);
    v3_normalize(dir);
  } else {
    v3_scl(dir, dir, 1 / len);
  }
  const mjtNum dist = len - radius1 - radius2;
  pair_put(con, dist, dir);
  v3_addScl(con->pos, centre1, dir, radius1 + 0.5 * dist);
  return 1;
}

int pair_sphereSphere(mjPreContact* con, const pair_Shape* one, const pair_Shape* two,
                      mjtNum margin) {
  return pair_spheres(con, one->pos, one->size[0], one->mat, two->pos, two->size[0], two->mat,
                      margin);
}

int pair_sphereCapsule(mjPreContact* con, const pair_Shape* sphere, const pair_Shape* capsule,
                       mjtNum margin) {
  mjtNum axis[3], off[3], nearest[3];
  m3_column(axis, capsule->mat, 2);
  v3_sub(off, sphere->pos, capsule->pos);
  const mjtNum x = pair_clip(v3_dot(axis, off), -capsule->size[1], capsule->size[1]);
  v3_addScl(nearest, capsule->pos, axis, x);
  return pair_spheres(con, sphere->pos, sphere->size[0], sphere->mat, nearest, capsule->size[0],
                      capsule->mat, margin);
}

int pair_sphereCylinder(mjPreContact* con, const pair_Shape* sphere, const pair_Shape* cylinder,
                        mjtNum margin) {
  const mjtNum radius = cylinder->size[0], half = cylinder->size[1];
  mjtNum axis[3], off[3], across[3], point[3];
  m3_column(axis, cylinder->mat, 2);
  v3_sub(off, sphere->pos, cylinder->pos);
  const mjtNum x = v3_dot(axis, off);
  v3_addScl(across, off, axis, -x);
  const mjtNum across2 = v3_dot(across, across);
  bool side = fabs(x) < half, cap = across2 < radius * radius;
  if (side && cap) {
    cap = half - fabs(x) < radius - sqrt(across2);
    side = !cap;
  }
  if (side) {
    v3_addScl(point, cylinder->pos, axis, x);
    return pair_spheres(con, sphere->pos, sphere->size[0], sphere->mat, point, radius,
                        cylinder->mat, margin);
  }
  if (!(x > 0)) v3_neg(axis, axis);
  if (cap) {
    v3_addScl(point, cylinder->pos, axis, half);
    if (!pair_halfSpaceSphere(con, point, axis, sphere->pos, sphere->size[0], margin)) return 0;
    v3_neg(con->normal, con->normal);
    return 1;
  }
  v3_scl(point, axis, half);
  v3_addToScl(point, across, radius / sqrt(across2));
  v3_addTo(point, cylinder->pos);
  return pair_spheres(con, sphere->pos, sphere->size[0], sphere->mat, point, 0, cylinder->mat,
                      margin);
}

// center inside the box, or on its surface: pushed out through the nearest face. Writes the local
// normal; returns the depth of the center.
// order: ties fall to the lower face
static mjtNum nearestFace(mjtNum normal[3], const mjtNum centre[3], const mjtNum size[3]) {
  mjtNum least = 2 * (size[0] + size[1] + size[2]);
  int face = 0;
  for (int i = 0; i < 6; i++) {
    const int k = i >> 1;
    const mjtNum depth = fabs((i & 1 ? size[k] : -size[k]) - centre[k]);
    if (depth < least) {
      least = depth;
      face = i;
    }
  }
  v3_zero(normal);
  normal[face >> 1] = face & 1 ? -1 : 1;
  return least;
}

int pair_sphereBox(mjPreContact* con, const pair_Shape* sphere, const pair_Shape* box,
                   mjtNum margin) {
  const mjtNum *s = box->size, radius = sphere->size[0];
  mjtNum off[3], centre[3], nearest[3], dir[3], local[3], normal[3];
  v3_sub(off, sphere->pos, box->pos);
  m3_mulTVec(centre, box->mat, off);
  for (int k = 0; k < 3; k++) {
    nearest[k] = s[k] > 0 ? pair_clip(centre[k], -s[k], s[k]) : centre[k];
  }
  v3_sub(dir, nearest, centre);
  const mjtNum gap = v3_norm(dir);
  if (gap - radius > margin) return 0;

  mjtNum dist;
  if (gap > mjMINVAL) {
    v3_scl(dir, dir, 1 / gap);
    dist = gap - radius;
    for (int k = 0; k < 3; k++) {
      local[k] = 0.5 * nearest[k] + 0.5 * (centre[k] + radius * dir[k]);
    }
  } else {
    const mjtNum depth = nearestFace(dir, centre, s);
    dist = -depth - radius;
    v3_addScl(local, centre, dir, 0.5 * (radius - depth));
  }
  m3_mulVec(normal, box->mat, dir);
  pair_put(con, dist, normal);
  m3_mulVec(con->pos, box->mat, local);
  v3_addTo(con->pos, box->pos);
  return 1;
}

#define ON_GEOMS(name)                                                                             \
  int collide_##name(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,               \
                     mjtNum margin) {                                                              \
    const pair_Shape shape1 = pair_geom(m, d, g1), shape2 = pair_geom(m, d, g2);                   \
    return pair_##name(con, &shape1, &shape2, margin);                                             \
  }

ON_GEOMS(sphereSphere)
ON_GEOMS(sphereCapsule)
ON_GEOMS(sphereCylinder)
ON_GEOMS(sphereBox)
