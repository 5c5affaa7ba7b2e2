// Helpers shared by the analytic derivatives of tendons and actuators, lane-generic.
#ifndef SINEW_DIFF_DERIVATIVE_PARTS_H_
#define SINEW_DIFF_DERIVATIVE_PARTS_H_

#include "diff/derivative_row.h"
#include "force/actuator.h"

// derivative of an actuator's force by velocity, as the integrator's matrix has it
// (force/force_derivative.lane.c); 0 for actuators that it leaves out
void LANE(diff_actuatorDrag)(const lane_Model* m, const lane_Data* d, int i, real* drag);

// does the integrator's matrix contain more than the damping of joints
LANE_INLINE bool diff_isImplicit(const lane_Model* m) {
  return m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST;
}

// does the matrix have any block to fill
LANE_INLINE bool diff_wants(const diff_Matrix* at) { return at->q || at->v || at->act || at->ctrl; }

LANE_INLINE void diff_add(real* at, real x) { *at = *at + x; }

// E.q += a (T_ik s_i + t_i sum over k ~ i of T_kj w_k), s_i = sum over k ~ i of t_k w_k: the change
// of a t t' w with the row, masked to branches. scale: a; branch: by diff_branchRow
LANE_INLINE void diff_addOuter(real* to, int stride, const diff_Row* row, const real* branch,
                               real scale) {
  const int n = row->n, width = n + 1;
  for (int k = 0; k < n; k++) {
    const real *T = row->T + k * width, *sum = branch + k * width;
    real* at = to + row->col[k] * stride;
    for (int c = 0; c < n; c++) {
      diff_add(at + row->col[c], scale * (T[c] * sum[n] + T[n] * sum[c]));
    }
  }
}

#endif
