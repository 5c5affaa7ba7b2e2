// Kernels of the lane tests: the law of constraint rows and cones, impedance, Jacobian columns.
// Included by lane_kernels.lane.c.
#include "constraint/impedance.h"
#include "constraint/jacobian.h"
#include "constraint/law.h"

static void law_rows(const real* in, real* out) {
  mask active, back, front;
  out[0] = law_quadratic(in[0], in[1], &out[1]);
  out[2] = law_oneSided(in[0], in[1], &out[3], &active);
  out[4] = FLAG(active);
  out[5] = law_friction(in[0], in[1], in[2], lane_abs(in[3]), &out[6], &back, &front);
  out[7] = FLAG(back);
  out[8] = FLAG(front);
}
// x (5), D (5), mu, friction (4)
static void law_cone_(const real* in, real* out) {
  law_Zone z;
  out[0] = law_cone(in, in + 5, in[10], in + 11, 5, out + 1, &z);
  out[6] = FLAG(z.top) + 2 * FLAG(z.bottom) + 4 * FLAG(z.middle);
}
static void law_hessian(const real* in, real* out) {
  law_coneHessian(out, in, in[3], in[4], in + 5, 3);
}
// x (3), v (3), D (3), mu, friction (2), alpha
static void law_line(const real* in, real* out) {
  const law_ConeLine c = law_coneLine(in, in + 3, in + 6, in[9], in + 10, 3);
  out[0] = out[1] = out[2] = lane_bc(0);
  law_addConeLine(&c, in[12], &out[0], &out[1], &out[2]);
}
static void law_forces(const real* in, real* out) {
  const law_Zone z = law_zoneOfForce(in, in[3], in + 4, 3);
  out[0] = FLAG(z.top) + 2 * FLAG(z.bottom) + 4 * FLAG(z.middle);
}
// solimp (5), dist, solref (2), least
static void impedance_(const real* in, real* out) {
  static const mjtNum standard[2] = {0.02, 1};
  const imp_Curve c = imp_curve(in);
  real ref[2];
  imp_impedance(&c, in[5], &out[0], &out[1]);
  imp_safeRef(ref, in + 6, standard, in[8]);
  out[2] = imp_stiffness(&c, ref);
  out[3] = imp_damping(&c, ref);
  out[4] = imp_regularisation(out[0], in[8]);
  out[5] = imp_diagonal(out[0], out[4]);
  out[6] = imp_coneFriction(in[6], in[7], in[8], lane_abs(in[5]));
  imp_coneR(out + 7, in[6], in[7], in, 4);
  out[11] = imp_reference(in, in[4], in[5], in[6]);
}
// cdof (6), axes (9), offset (3)
static void jacobian_contact(const real* in, real* out) {
  jac_contact(out, 1, 6, in, in + 6, in + 15);
}
static void jacobian_equality(const real* in, real* out) {
  jac_twoPoints(out, in, in + 6, in + 9);
  jac_weldTurn(out + 3, in + 6, in, in + 12, in[10]);
  out[6] = jac_polynomial(in, in[5]);
  out[7] = jac_polynomialSlope(in, in[5]);
}

// clang-format off
#define CONSTRAINT_KERNELS                  \
  {{"law_rows", 4, 9}, law_rows},           \
  {{"law_cone", 15, 7}, law_cone_},         \
  {{"law_hessian", 7, 9}, law_hessian},     \
  {{"law_line", 13, 3}, law_line},          \
  {{"law_forces", 6, 1}, law_forces},       \
  {{"impedance", 9, 12}, impedance_},       \
  {{"jacobian_contact", 18, 6}, jacobian_contact}, \
  {{"jacobian_equality", 16, 8}, jacobian_equality}
// clang-format on
