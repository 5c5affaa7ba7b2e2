// Analytic derivative of the bias force with respect to velocity, lane-generic, and the sparsity
// pattern D of all derivatives with respect to velocity: row i has the ancestors of dof i, i itself
// and its descendants, which are numbered i+1, i+2, ...
#ifndef SINEW_DYN_DERIVATIVE_H_
#define SINEW_DYN_DERIVATIVE_H_

#include "base/assert.h"
#include "model/lane_data.h"

// qDeriv -= d qfrc_bias/d qvel, without the armature of tendons
void LANE(deriv_subtractBias)(const lane_Model* m, lane_Data* d);
// scl times d qfrc_bias/d qvel (6 x 6) of a body that moves alone on a free joint
void LANE(deriv_freeBias)(const lane_Model* m, const lane_Data* d, int body, real scl,
                          real res[36]);

// index of (row, col) in qDeriv, -1 if the dofs are on different branches
LANE_INLINE int deriv_entry(const lane_Model* m, int row, int col) {
  const int lo = row < col ? row : col, hi = row < col ? col : row;
  if (hi - lo >= m->D_rownnz[lo] - m->D_diag[lo]) return -1;
  const int at = m->D_rowadr[row] + (col < row ? m->D_diag[col] : m->D_diag[row] + col - row);
  ASSERT_FULL(m->D_colind[at] == col);
  return at;
}
// whether the body moves alone on a free joint
LANE_INLINE int deriv_isLoneFree(const lane_Model* m, int body) {
  return m->body_jntnum[body] == 1 && m->jnt_type[m->body_jntadr[body]] == mjJNT_FREE &&
         m->tree_dofnum[m->body_treeid[body]] == 6 &&
         lane_agree(m, lane_prm(m->body_subtreemass, body) == lane_prm(m->body_mass, body));
}

#endif
