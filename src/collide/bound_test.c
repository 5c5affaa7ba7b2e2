// Separating axis test (SAT) of the oriented bounding boxes of two geoms along their six face axes
// (Gottschalk, Lin, Manocha 1996, without the edge axes).
#include "collide/bound_test.h"

#include <math.h>

// separation along axis i of the first box; x: from its center to that of the second
static inline bool apartAlong(int i, const mjtNum mat1[9], const mjtNum half1[3],
                              const mjtNum mat2[9], const mjtNum half2[3], const mjtNum x[3],
                              mjtNum limit) {
  const mjtNum a = mat1[i], b = mat1[3 + i], c = mat1[6 + i];
  mjtNum reach = half1[i] + limit;
  for (int k = 0; k < 3; k++) {
    reach += fabs(a * mat2[k] + b * mat2[3 + k] + c * mat2[6 + k]) * half2[k];
  }
  return fabs(a * x[0] + b * x[1] + c * x[2]) > reach;
}

bool bound_apart(const mjtNum mat1[9], const mjtNum half1[3], const mjtNum mat2[9],
                 const mjtNum half2[3], const mjtNum x[3], mjtNum limit) {
  for (int i = 0; i < 3; i++) {
    if (apartAlong(i, mat1, half1, mat2, half2, x, limit)) return true;
  }
  for (int i = 0; i < 3; i++) {
    if (apartAlong(i, mat2, half2, mat1, half1, x, limit)) return true;
  }
  return false;
}

// Boxes of geoms, whose centers are offset from the frames: along column i of mat1 the center of
// the first is at aabb1[i], since the columns are orthonormal. x: from the frame of the first to
// that of the second
static inline bool boxesApart(int i, const mjtNum mat1[9], const mjtNum aabb1[6],
                              const mjtNum mat2[9], const mjtNum aabb2[6], const mjtNum x[3],
                              mjtNum limit) {
  const mjtNum a = mat1[i], b = mat1[3 + i], c = mat1[6 + i];
  mjtNum at = a * x[0] + b * x[1] + c * x[2] - aabb1[i], reach = aabb1[3 + i] + limit;
  for (int k = 0; k < 3; k++) {
    const mjtNum along = a * mat2[k] + b * mat2[3 + k] + c * mat2[6 + k];
    at += along * aabb2[k];
    reach += fabs(along) * aabb2[3 + k];
  }
  return fabs(at) > reach;
}

int bound_boxAxis(const mjModel* m, const mjData* d, int g1, int g2, mjtNum limit, int first) {
  const mjtNum *mat1 = d->geom_xmat + 9 * g1, *aabb1 = m->geom_aabb + 6 * g1;
  const mjtNum *mat2 = d->geom_xmat + 9 * g2, *aabb2 = m->geom_aabb + 6 * g2;
  mjtNum x[3], back[3];
  v3_sub(x, d->geom_xpos + 3 * g2, d->geom_xpos + 3 * g1);
  v3_neg(back, x);
  if (first >= 0 && first < 3 && boxesApart(first, mat1, aabb1, mat2, aabb2, x, limit))
    return first;
  if (first >= 3 && boxesApart(first - 3, mat2, aabb2, mat1, aabb1, back, limit)) return first;
  for (int i = 0; i < 3; i++) {
    if (boxesApart(i, mat1, aabb1, mat2, aabb2, x, limit)) return i;
  }
  for (int i = 0; i < 3; i++) {
    if (boxesApart(i, mat2, aabb2, mat1, aabb1, back, limit)) return 3 + i;
  }
  return -1;
}

bool bound_boxAbove(const mjModel* m, const mjData* d, int plane, int g, mjtNum limit) {
  const mjtNum *up = d->geom_xmat + 9 * plane, *mat = d->geom_xmat + 9 * g;
  const mjtNum* aabb = m->geom_aabb + 6 * g;
  const mjtNum a = up[2], b = up[5], c = up[8];
  mjtNum x[3], reach = limit;
  v3_sub(x, d->geom_xpos + 3 * g, d->geom_xpos + 3 * plane);
  mjtNum at = a * x[0] + b * x[1] + c * x[2];
  for (int k = 0; k < 3; k++) {
    const mjtNum along = a * mat[k] + b * mat[3 + k] + c * mat[6 + k];
    at += along * aabb[k];
    reach += fabs(along) * aabb[3 + k];
  }
  return at > reach;
}
