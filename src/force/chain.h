// Point Jacobians by columns: points of bodies and the dofs of the kinematic chain that move them,
// lane-generic. Column i of the Jacobian of a point is the translation of cdof_i plus its rotation
// times the offset from the reference point of the body's tree; only dofs on the body's chain have
// one.
#ifndef SINEW_FORCE_CHAIN_H_
#define SINEW_FORCE_CHAIN_H_

#include "base/assert.h"
#include "math/vec.h"
#include "model/lane_data.h"

// last dof that moves a body, -1: none
LANE_INLINE int chain_last(const lane_Model* m, int body) {
  const int weld = m->body_weldid[body], n = m->body_dofnum[weld];
  ASSERT_FULL(weld <= body && (!n || m->body_dofadr[weld] + n <= m->nv));
  return n ? m->body_dofadr[weld] + n - 1 : -1;
}

// reference point of the c-quantities of a body
LANE_INLINE const real* chain_centre(const lane_Model* m, const lane_Data* d, int body) {
  return d->subtree_com + 3 * m->body_rootid[body];
}

// column of the Jacobian of a point at an offset from the reference point
LANE_INLINE void chain_column(real col[3], const real cdof[6], const real offset[3]) {
  v3_cross(col, cdof, offset);
  v3_add(col, cdof + 3, col);
}

// velocity of a point of a body
LANE_INLINE void chain_velocity(real vel[3], const lane_Model* m, const lane_Data* d, int body,
                                const real point[3]) {
  const real* cvel = d->cvel + 6 * body;
  real arm[3];
  v3_sub(arm, point, chain_centre(m, d, body));
  v3_cross(vel, cvel, arm);
  v3_addTo(vel, cvel + 3);
}

#endif
