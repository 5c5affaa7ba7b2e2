// Nearest point of a simplex of 1 to 4 points to the origin, by signed volumes: the distance
// subalgorithm of GJK.
#ifndef SINEW_COLLIDE_SIMPLEX_H_
#define SINEW_COLLIDE_SIMPLEX_H_

#include <stdbool.h>

#include <sinew/types.h>

#include "math/vec.h"

// barycentric weights (sum 1, none negative) of the nearest point; 0 for vertices that it does not
// need
void simplex_nearest(const mjtNum* const point[4], int n, mjtNum weight[4]);
// signed areas of the triangles in which o replaces corner 1, 2, 3, in the coordinate plane where
// the triangle is largest; returns the triangle's area there
mjtNum simplex_areas(mjtNum area[3], const mjtNum o[3], const mjtNum s1[3], const mjtNum s2[3],
                     const mjtNum s3[3]);

// res = n (n.v)/|n|^2
// order: the quotient first
LANE_INLINE bool simplex_alongNormal(mjtNum res[3], const mjtNum n[3], const mjtNum v[3],
                                     mjtNum nn) {
  v3_scl(res, n, v3_dot(n, v) / nn);
  return true;
}

// projection of the origin on the plane of a triangle; false if the triangle has no normal
static inline bool simplex_project(mjtNum res[3], const mjtNum v1[3], const mjtNum v2[3],
                                   const mjtNum v3[3]) {
  mjtNum d21[3], d31[3], d32[3], n[3];
  v3_sub(d21, v2, v1);
  v3_sub(d32, v3, v2);

  v3_cross(n, d32, d21);
  mjtNum nn = v3_dot(n, n);
  if (nn == 0) return false;
  if (nn > mjMINVAL && v3_dot(n, v2) != 0) return simplex_alongNormal(res, n, v2, nn);

  // nearly degenerate, or the origin in the plane: try from the other corners
  v3_sub(d31, v3, v1);
  v3_cross(n, d21, d31);
  nn = v3_dot(n, n);
  if (nn == 0) return false;
  if (nn > mjMINVAL && v3_dot(n, v1) != 0) return simplex_alongNormal(res, n, v1, nn);

  v3_cross(n, d31, d32);
  nn = v3_dot(n, n);
  if (nn == 0) return false;
  return simplex_alongNormal(res, n, v3, nn);
}

#endif
