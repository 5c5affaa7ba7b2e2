// Columns of constraint Jacobians as pure functions on `real`, lane-generic: the velocity that a
// unit velocity of one dof gives to the quantity a constraint measures. cdof is the motion axis of
// the dof (rotation, translation) at the reference point of its tree; offset leads from there to
// the point.
#ifndef SINEW_CONSTRAINT_JACOBIAN_H_
#define SINEW_CONSTRAINT_JACOBIAN_H_

#include "math/quat.h"
#include "math/vec.h"

// velocity of a point
LANE_INLINE void jac_point(real lin[3], const real cdof[6], const real offset[3]) {
  v3_cross(lin, cdof, offset);
  v3_addTo(lin, cdof + 3);
}

// dim base rows of a contact, ncol apart: how a dof moves the point along the axes of the contact
// frame, and rotates it about them; axes are negated for body 1
LANE_INLINE void jac_contact(real* at, int ncol, int dim, const real cdof[6], const real axes[9],
                             const real offset[3]) {
  real lin[3];
  jac_point(lin, cdof, offset);
  at[0] = v3_dot(axes, lin);
  if (dim == 1) return;
  at[ncol] = v3_dot(axes + 3, lin);
  at[2 * ncol] = v3_dot(axes + 6, lin);
  if (dim == 3) return;
  at[3 * ncol] = v3_dot(axes, cdof);
  if (dim == 4) return;
  at[4 * ncol] = v3_dot(axes + 3, cdof);
  at[5 * ncol] = v3_dot(axes + 6, cdof);
}

// velocity of point 1 minus that of point 2 for a dof that moves both: both have the same rotation
LANE_INLINE void jac_twoPoints(real lin[3], const real cdof[6], const real offset1[3],
                               const real offset2[3]) {
  real second[3];
  jac_point(lin, cdof, offset1);
  jac_point(second, cdof, offset2);
  v3_subFrom(lin, second);
}

// rotational part of a weld: torquescale/2 vec(conj(qB) (0,w) qA)
LANE_INLINE void jac_weldTurn(real res[3], const real conj[4], const real w[3], const real qA[4],
                              real torquescale) {
  real q[4];
  quat_mulAxis(q, conj, w);
  quat_mul(q, q, qA);
  v3_scl(res, q + 1, 0.5 * torquescale);
}

// polynomials of joint and tendon equalities, without their constant term
LANE_INLINE real jac_polynomial(const real c[5], real x) {
  return c[1] * x + c[2] * x * x + c[3] * x * x * x + c[4] * x * x * x * x;
}

LANE_INLINE real jac_polynomialSlope(const real c[5], real x) {
  return c[1] + 2 * c[2] * x + 3 * c[3] * x * x + 4 * c[4] * x * x * x;
}

#endif
