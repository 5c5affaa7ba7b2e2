// Kernels of the lane tests for the vector, quaternion, spatial and curve headers; included by
// lane_kernels.c, whose table takes the list at the end.
#ifndef SINEW_TESTS_LANES_VECTOR_KERNELS_H_
#define SINEW_TESTS_LANES_VECTOR_KERNELS_H_

#include "math/curve.h"
#include "math/quat.h"
#include "math/spatial.h"
#include "math/vec.h"

static void vec3(const real* in, real* out) {
  v3_cross(out, in, in + 3);
  v3_copy(out + 3, in);
  v3_addCross(out + 3, in, in + 3);
  v3_addScl(out + 6, in, in + 3, in[6]);
  out[9] = v3_dot(in, in + 3);
  out[10] = v3_norm(in);
  out[11] = v3_dist(in, in + 3);
  v3_copy(out + 12, in);
  out[15] = v3_normalize(out + 12);
}
static void vec4(const real* in, real* out) {
  v4_scl(out, in, in[4]);
  v4_select(out + 4, in[0] < in[4], in, in + 4);
  out[8] = v4_dot(in, in + 4);
}
static void vec6(const real* in, real* out) {
  v6_add(out, in, in + 6);
  v6_addToScl(out, in, in[7]);
  v6_sub(out + 6, in, in + 6);
  out[12] = v6_dot(in, in + 6);
  out[13] = vn_dot(in, in + 5, 5);
  out[14] = vn_dot(in, in + 6, 6);
}
static void mat3(const real* in, real* out) {
  m3_mul(out, in, in + 9);
  m3_mulVec(out + 9, in, in + 18);
  m3_mulTVec(out + 12, in, in + 18);
}
static void mat3Transposed(const real* in, real* out) {
  m3_mulT(out, in, in + 9);
  real product[9];
  m3_Tmul(product, in, in + 9);
  v3_copy(out + 9, product);
  m3_column(out + 12, product, 1);
}
static void quatProducts(const real* in, real* out) {
  quat_mul(out, in, in + 4);
  quat_mulAxis(out + 4, in, in + 8);
  quat_rotate(out + 8, in + 8, in);
  quat_rotateInv(out + 11, in + 8, in + 4);
}
static void quatNormalize(const real* in, real* out) {
  v4_copy(out, in);
  out[4] = quat_normalize(out);
  out[5] = FLAG(quat_isUnit(in));
  out[6] = FLAG(quat_isUnit(out));
}
static void quatMatrix(const real* in, real* out) {
  real unit[4];
  v4_copy(unit, in);
  quat_normalize(unit);
  quat_toMat(out, unit);
  quat_fromMat(out + 9, out);
}
static void quatAngle(const real* in, real* out) {
  quat_fromAxisAngle(out, in, in[3]);
  quat_fromZ(out + 4, in);
  quat_toVel(out + 8, in, lane_bc(0.5));
}
static void quatIntegrate(const real* in, real* out) {
  v4_copy(out, in);
  quat_integrate(out, in + 4, in[7]);
  quat_deriv(out + 4, in, in + 4);
  quat_sub(out + 8, in, in + 4);
}
static void spatialCross(const real* in, real* out) {
  spat_crossMotion(out, in, in + 6);
  spat_crossForce(out + 6, in, in + 6);
}
static void spatialInertia(const real* in, real* out) {
  spat_mulInertia(out, in, in + 10);
  spat_inertia(out + 6, in, in + 3, in + 12, in[15]);
}
static void spatialShift(const real* in, real* out) {
  spat_shiftMotion(out, in, in + 6);
  spat_shiftForce(out + 6, in, in + 6);
}
static void spatialFrame(const real* in, real* out) {
  spat_toFrame(out, in, in + 6);
  spat_fromFrame(out + 6, in, in + 6);
}
static void muscle(const real* in, real* out) {
  out[0] = curve_sigmoid(in[0]);
  out[1] = curve_muscleForceLength(in[0], in[1], in[2]);
  out[2] = curve_muscleForceVelocity(in[0], in[1]);
  out[3] = curve_musclePassive(in[0], in[1], in[2]);
  out[4] = curve_muscleGain(in[0], in[1], in + 2, in[4], in + 5);
  out[5] = curve_muscleBias(in[0], in + 2, in[4], in + 5);
  out[6] = curve_muscleDynamics(in[0], in[1], in + 2);
}

#define VECTOR_KERNELS                                                                             \
  {{"vec3", 7, 16}, vec3}, {{"vec4", 8, 9}, vec4}, {{"vec6", 12, 15}, vec6},                       \
      {{"mat3", 21, 15}, mat3}, {{"mat3_transposed", 18, 15}, mat3Transposed},                     \
      {{"quat_products", 11, 14}, quatProducts}, {{"quat_normalize", 4, 7}, quatNormalize},        \
      {{"quat_matrix", 4, 13}, quatMatrix}, {{"quat_angle", 4, 11}, quatAngle},                    \
      {{"quat_integrate", 8, 11}, quatIntegrate}, {{"spatial_cross", 12, 12}, spatialCross},       \
      {{"spatial_inertia", 16, 16}, spatialInertia}, {{"spatial_shift", 9, 12}, spatialShift},     \
      {{"spatial_frame", 15, 12}, spatialFrame}, {                                                 \
    {"muscle", 14, 7}, muscle                                                                      \
  }

#endif
