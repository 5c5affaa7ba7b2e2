// Public functions on 3- and 4-vectors (dot, cross, norm, products with 3x3 matrices): one-world
// versions of math/vec.h and math/quat.h.
#include "math/vec.h"

#include <sinew/math.h>

#include "base/args.h"
#include "math/quat.h"

void mju_zero3(mjtNum res[3]) {
  ARGS_NEED(res);
  v3_zero(res);
}

void mju_copy3(mjtNum res[3], const mjtNum data[3]) {
  ARGS_NEED(res, data);
  v3_copy(res, data);
}

void mju_scl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) {
  ARGS_NEED(res, vec);
  v3_scl(res, vec, scl);
}

void mju_add3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]) {
  ARGS_NEED(res, vec1, vec2);
  v3_add(res, vec1, vec2);
}

void mju_sub3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]) {
  ARGS_NEED(res, vec1, vec2);
  v3_sub(res, vec1, vec2);
}

void mju_addTo3(mjtNum res[3], const mjtNum vec[3]) {
  ARGS_NEED(res, vec);
  v3_addTo(res, vec);
}

void mju_subFrom3(mjtNum res[3], const mjtNum vec[3]) {
  ARGS_NEED(res, vec);
  v3_subFrom(res, vec);
}

void mju_addToScl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) {
  ARGS_NEED(res, vec);
  v3_addToScl(res, vec, scl);
}

void mju_addScl3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3], mjtNum scl) {
  ARGS_NEED(res, vec1, vec2);
  v3_addScl(res, vec1, vec2, scl);
}

mjtNum mju_normalize3(mjtNum vec[3]) {
  ARGS_NEED_OR(0, vec);
  return v3_normalize(vec);
}

mjtNum mju_norm3(const mjtNum vec[3]) {
  ARGS_NEED_OR(0, vec);
  return v3_norm(vec);
}

mjtNum mju_dot3(const mjtNum vec1[3], const mjtNum vec2[3]) {
  ARGS_NEED_OR(0, vec1, vec2);
  return v3_dot(vec1, vec2);
}

mjtNum mju_dist3(const mjtNum pos1[3], const mjtNum pos2[3]) {
  ARGS_NEED_OR(0, pos1, pos2);
  return v3_dist(pos1, pos2);
}

void mju_mulMatVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) {
  ARGS_NEED(res, mat, vec);
  m3_mulVec(res, mat, vec);
}

void mju_mulMatTVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) {
  ARGS_NEED(res, mat, vec);
  m3_mulTVec(res, mat, vec);
}

void mju_cross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]) {
  ARGS_NEED(res, a, b);
  v3_cross(res, a, b);
}

void mju_zero4(mjtNum res[4]) {
  ARGS_NEED(res);
  v4_zero(res);
}

void mju_unit4(mjtNum res[4]) {
  ARGS_NEED(res);
  quat_unit(res);
}

void mju_copy4(mjtNum res[4], const mjtNum data[4]) {
  ARGS_NEED(res, data);
  v4_copy(res, data);
}

mjtNum mju_normalize4(mjtNum vec[4]) {
  ARGS_NEED_OR(0, vec);
  return quat_normalize(vec);
}
