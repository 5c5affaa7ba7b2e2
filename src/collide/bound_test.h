// Bounding volume tests of pairs of geoms: contact margin and gap, bounding spheres, and oriented
// bounding boxes (OBB) by the separating axis test (SAT).
#ifndef SINEW_COLLIDE_BOUND_TEST_H_
#define SINEW_COLLIDE_BOUND_TEST_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "base/assert.h"
#include "math/vec.h"

// contact margin of two geoms
static inline mjtNum bound_margin(const mjModel* m, int g1, int g2) {
  return m->opt.enableflags & mjENBL_OVERRIDE ? m->opt.o_margin
                                              : m->geom_margin[g1] + m->geom_margin[g2];
}
static inline mjtNum bound_gap(const mjModel* m, int g1, int g2) {
  return m->geom_gap[g1] + m->geom_gap[g2];
}

// true if g, which has a bounding sphere, is farther than limit above a plane
static inline bool bound_isAbove(const mjModel* m, const mjData* d, int plane, int g,
                                 mjtNum limit) {
  const mjtNum* mat = d->geom_xmat + 9 * plane;
  mjtNum x[3];
  v3_sub(x, d->geom_xpos + 3 * g, d->geom_xpos + 3 * plane);
  return mat[2] * x[0] + mat[5] * x[1] + mat[8] * x[2] > limit + m->geom_rbound[g];
}

// true if the bounding spheres, or sphere and plane, are farther apart than limit
static inline bool bound_isFar(const mjModel* m, const mjData* d, int g1, int g2, mjtNum limit) {
  const mjtNum radius1 = m->geom_rbound[g1], radius2 = m->geom_rbound[g2];
  if (radius1 > 0 && radius2 > 0) {
    mjtNum x[3];
    v3_sub(x, d->geom_xpos + 3 * g1, d->geom_xpos + 3 * g2);
    const mjtNum most = radius1 + radius2 + limit;
    return v3_dot(x, x) > most * most;
  }
  if (m->geom_type[g1] == mjGEOM_PLANE && radius2 > 0) return bound_isAbove(m, d, g1, g2, limit);
  if (m->geom_type[g2] == mjGEOM_PLANE && radius1 > 0) return bound_isAbove(m, d, g2, g1, limit);
  return false;
}

// true if boxes with the given axes and half sizes are farther apart than limit along a face axis
// of one of them; x: from the center of the first to that of the second
bool bound_apart(const mjtNum mat1[9], const mjtNum half1[3], const mjtNum mat2[9],
                 const mjtNum half2[3], const mjtNum x[3], mjtNum limit);
// separating axis: returns an axis along which the boxes of two geoms are farther apart than limit:
// 0 to 2 of the first, 3 to 5 of the second, -1: none. `first`, if not -1, is tried before the
// others.
int bound_boxAxis(const mjModel* m, const mjData* d, int g1, int g2, mjtNum limit, int first);
// true if the box of a geom is farther than limit above a plane
bool bound_boxAbove(const mjModel* m, const mjData* d, int plane, int g, mjtNum limit);
// true for types, the lower one first, whose narrow phase costs more than comparing boxes
static inline bool bound_isCostly(int type1, int type2) {
  ASSERT_FULL(type1 <= type2);
  if (type1 < mjGEOM_SPHERE || type2 < mjGEOM_ELLIPSOID) return false;
  if (type2 != mjGEOM_BOX && type2 != mjGEOM_CYLINDER) return true;
  return type1 != mjGEOM_SPHERE && !(type1 == mjGEOM_BOX && type2 == mjGEOM_BOX);
}

// ---- certain overlap: which contacts prove that the boxes of their bodies overlap

static const mjtNum BOUND_CONVEX = 1e-5;  // iterative solvers stop within this of the true distance
static const mjtNum BOUND_CLOSED = 1e-9;

static inline mjtNum bound_slack(const mjModel* m, bool convex) {
  return convex ? BOUND_CONVEX + 2 * m->opt.ccd_tolerance : BOUND_CLOSED;
}
// true if the narrow phase of two types, the lower one first, returns true distances: those of
// fields are biased
static inline bool bound_isTrue(int type1, int type2, mjtNum limit) {
  return limit >= 0 && type1 != mjGEOM_HFIELD && type2 < mjGEOM_SDF;
}

#endif
