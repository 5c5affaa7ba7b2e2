// Closed-form narrow phase of primitive shapes: poses and sizes of two geoms -> contact points.
// The kernels do not depend on a model, so flexes, distances and tests use them too. Sizes are
// those of geoms: sphere r; capsule r, half length; cylinder r, half length; box half sizes; plane
// none. Points have dist <= margin, contact normals point from the first shape to the second, pos
// is midway between the surfaces. A NaN in the input gives no point or a NaN in one; it never
// causes an access out of bounds.
#ifndef SINEW_COLLIDE_PAIR_H_
#define SINEW_COLLIDE_PAIR_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "math/vec.h"

typedef struct {
  const mjtNum* pos;   // (3)
  const mjtNum* mat;   // (9) row-major, columns are the local axes
  const mjtNum* size;  // (3)
} pair_Shape;

static inline pair_Shape pair_geom(const mjModel* m, const mjData* d, int geom) {
  return (pair_Shape){.pos = d->geom_xpos + 3 * geom,
                      .mat = d->geom_xmat + 9 * geom,
                      .size = m->geom_size + 3 * geom};
}

// ---- pairs: write at most `most` points to con, return how many

#define PAIR_KERNEL(name)                                                                          \
  int pair_##name(mjPreContact* con, const pair_Shape* shape1, const pair_Shape* shape2,           \
                  mjtNum margin)
PAIR_KERNEL(planeSphere);     // 1
PAIR_KERNEL(planeCapsule);    // 2
PAIR_KERNEL(planeCylinder);   // 4
PAIR_KERNEL(planeBox);        // 4
PAIR_KERNEL(sphereSphere);    // 1
PAIR_KERNEL(sphereCapsule);   // 1
PAIR_KERNEL(sphereCylinder);  // 1
PAIR_KERNEL(sphereBox);       // 1
PAIR_KERNEL(capsuleCapsule);  // 2
PAIR_KERNEL(capsuleBox);      // 2
PAIR_KERNEL(boxBox);          // 8

// ---- parts that several pairs share

// clamp that maps NaN to `low`
static inline mjtNum pair_clip(mjtNum x, mjtNum low, mjtNum high) {
  const mjtNum y = x > low ? x : low;
  return y < high ? y : high;
}

// one contact point without a suggested tangent
static inline void pair_put(mjPreContact* con, mjtNum dist, const mjtNum normal[3]) {
  con->dist = dist;
  v3_copy(con->normal, normal);
  v3_zero(con->tangent);
}

// half space behind (origin, normal) and a sphere
static inline int pair_halfSpaceSphere(mjPreContact* con, const mjtNum origin[3],
                                       const mjtNum normal[3], const mjtNum centre[3],
                                       mjtNum radius, mjtNum margin) {
  mjtNum off[3];
  v3_sub(off, centre, origin);
  const mjtNum height = v3_dot(normal, off);
  if (height > margin + radius) return 0;
  const mjtNum dist = height - radius;
  pair_put(con, dist, normal);
  v3_addScl(con->pos, centre, normal, -0.5 * dist - radius);
  return 1;
}

// two spheres; the frames determine the normal if the centers coincide (sphere_pairs.c)
int pair_spheres(mjPreContact* con, const mjtNum centre1[3], mjtNum radius1, const mjtNum mat1[9],
                 const mjtNum centre2[3], mjtNum radius2, const mjtNum mat2[9], mjtNum margin);

// Closest points of two segments center +- half axis, as parameters in [-1, 1]. For half axes A, B
// and d = center of A - center of B: AA = A.A, AB = -A.B, BB = B.B, Ad = -A.d, Bd = B.d.
typedef struct {
  mjtNum AA, AB, BB, Ad, Bd, det;  // det = AA*BB - AB*AB
} pair_Segments;

// order: capsules divide, boxes multiply by the reciprocal
static inline mjtNum pair_quotient(mjtNum a, mjtNum b, bool byReciprocal) {
  return byReciprocal ? a * (1 / b) : a / b;
}

// parameters x[0] on A, x[1] on B; returns -1, 0 or 1: the end of A that x[0] was clamped to last.
// det must not be 0.
// odd: end of an edge; it stays set when x[0] is found anew, for an end of B, and is then free
static inline int pair_nearest(mjtNum x[2], const pair_Segments* s, bool byReciprocal) {
  int end = 0;
  x[0] = pair_quotient(s->BB * s->Ad - s->AB * s->Bd, s->det, byReciprocal);
  x[1] = pair_quotient(s->AA * s->Bd - s->AB * s->Ad, s->det, byReciprocal);
  if (x[0] > 1) {
    end = 1;
    x[0] = 1;
    x[1] = pair_quotient(s->Bd - s->AB, s->BB, byReciprocal);
  } else if (x[0] < -1) {
    end = -1;
    x[0] = -1;
    x[1] = pair_quotient(s->Bd + s->AB, s->BB, byReciprocal);
  }
  if (x[1] > 1) {
    x[1] = 1;
    x[0] = pair_quotient(s->Ad - s->AB, s->AA, byReciprocal);
  } else if (x[1] < -1) {
    x[1] = -1;
    x[0] = pair_quotient(s->Ad + s->AB, s->AA, byReciprocal);
  } else {
    return end;
  }
  if (x[0] > 1) {
    end = 1;
    x[0] = 1;
  } else if (x[0] < -1) {
    end = -1;
    x[0] = -1;
  }
  return end;
}

#endif
