// Separation of the boxes of two geoms along their six face axes (Gottschalk, Lin, Manocha 1996,
// without the edge axes).
#include "collide/reach.h"

#include <math.h>

static void boxCenter(const mjModel* m, const mjData* d, int g, mjtNum center[3]) {
  const mjtNum* local = m->geom_aabb + 6 * g;
  v3_copy(center, d->geom_xpos + 3 * g);
  if (local[0] != 0 || local[1] != 0 || local[2] != 0) {
    mjtNum shift[3];
    m3_mulVec(shift, d->geom_xmat + 9 * g, local);
    v3_addTo(center, shift);
  }
}

// along axis i of the first box; x: from its center to that of the second
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

bool reach_apart(const mjtNum mat1[9], const mjtNum half1[3], const mjtNum mat2[9],
                 const mjtNum half2[3], const mjtNum x[3], mjtNum limit) {
  for (int i = 0; i < 3; i++) {
    if (apartAlong(i, mat1, half1, mat2, half2, x, limit)) return true;
  }
  for (int i = 0; i < 3; i++) {
    if (apartAlong(i, mat2, half2, mat1, half1, x, limit)) return true;
  }
  return false;
}

int reach_boxAxis(const mjModel* m, const mjData* d, int g1, int g2, mjtNum limit, int first) {
  const mjtNum *mat1 = d->geom_xmat + 9 * g1, *half1 = m->geom_aabb + 6 * g1 + 3;
  const mjtNum *mat2 = d->geom_xmat + 9 * g2, *half2 = m->geom_aabb + 6 * g2 + 3;
  mjtNum center1[3], center2[3], x[3];
  boxCenter(m, d, g1, center1);
  boxCenter(m, d, g2, center2);
  v3_sub(x, center2, center1);
  if (first >= 0 && first < 3 && apartAlong(first, mat1, half1, mat2, half2, x, limit))
    return first;
  if (first >= 3 && apartAlong(first - 3, mat2, half2, mat1, half1, x, limit)) return first;
  for (int i = 0; i < 3; i++) {
    if (apartAlong(i, mat1, half1, mat2, half2, x, limit)) return i;
  }
  for (int i = 0; i < 3; i++) {
    if (apartAlong(i, mat2, half2, mat1, half1, x, limit)) return 3 + i;
  }
  return -1;
}

bool reach_boxAbove(const mjModel* m, const mjData* d, int plane, int g, mjtNum limit) {
  const mjtNum *up = d->geom_xmat + 9 * plane, *mat = d->geom_xmat + 9 * g;
  const mjtNum* half = m->geom_aabb + 6 * g + 3;
  const mjtNum a = up[2], b = up[5], c = up[8];
  mjtNum x[3], reach = limit;
  boxCenter(m, d, g, x);
  v3_subFrom(x, d->geom_xpos + 3 * plane);
  for (int k = 0; k < 3; k++) reach += fabs(a * mat[k] + b * mat[3 + k] + c * mat[6 + k]) * half[k];
  return a * x[0] + b * x[1] + c * x[2] > reach;
}
