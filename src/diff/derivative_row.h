// Derivatives of Jacobian rows that are sums of wrenches, lane-generic: spatial tendons and
// transmissions by sites.
// A row is t_i = S_i.F_i, where F_i is the wrench of a unit force on all that dof i moves. When q_j
// moves, the wrench of a body changes by D_j and the axes after the group of j turn:
//   T_ij = dt_i/dq_j = S_i.D_ij + (S_j x S_i).F_i,    the last for i after the group of j or in it,
// with D_ij the sum of D_j over what dof i moves. Without T, for a motion w with W_b the velocity
// of a body by it and Z_j = W- x S_j:
//   (T'w)_j = sum over bodies of D_j.W_b + F_b.(Z_j + S_j x W_b).
#ifndef SINEW_DIFF_DERIVATIVE_ROW_H_
#define SINEW_DIFF_DERIVATIVE_ROW_H_

#include "diff/derivatives.h"
#include "force/chain.h"
#include "math/spatial.h"

typedef struct {
  int n;           // dofs that the row depends on
  const int* col;  // (n) which dofs, ascending
  const int* up;   // (n) index of the nearest ancestor of a dof in col, -1: none
  real* wrench;    // (n x 6) of a unit force on bodies whose last dof this is
  real* sum;       // (n x 6) on all that the dof moves
  real* change;    // (n x 6) change of wrench by one position coordinate
  real* T;         // (n x n + 1) T row-major, t in the last column
  const lane_Model* m;
  const lane_Data* d;
} diff_Row;

// adds to row.change (zero before) the effect of a move of dof, which is one of row.col
typedef void diff_Change(const diff_Row* row, const void* element, int dof);

// motion for (T'w): W by bodies, Z by dofs, and the result (n)
typedef struct {
  const real *body, *dof;
  real* res;
} diff_Field;

// allocates scratch for n dofs, all zero except col, T only if `full`; false if scratch is short
bool LANE(diff_openRow)(diff_Row* row, const lane_Model* m, lane_Data* d, const int* col, int n,
                        bool full);
// col: the dofs of the chains of two bodies, ascending; returns their number
int LANE(diff_joinChains)(const lane_Model* m, int lastA, int lastB, int* col);
// wrench -> sum
void LANE(diff_sumRow)(diff_Row* row);
// sum, changes -> T
void LANE(diff_fillRow)(diff_Row* row, diff_Change* change, const void* element);
// sum, changes -> res of both fields
void LANE(diff_rateRow)(diff_Row* row, diff_Change* change, const void* element,
                        const diff_Field field[2]);
// res (n x n + 1) = sum of w_k times row k of T, over dofs k on the branch of dof i, itself
// included. ofM: only where M has entries; else the derivative by velocity. spare: same size as res
void LANE(diff_branchRow)(const diff_Row* row, const real* w, bool ofM, real* res, real* spare);

// ---- dofs

// does a dof move what `last` is the last dof of
LANE_INLINE bool diff_moves(const lane_Model* m, int dof, int last) {
  return last >= dof && last - dof < m->D_rownnz[dof] - m->D_diag[dof];
}

LANE_INLINE int diff_place(const diff_Row* row, int dof) {
  int lo = 0, hi = row->n;
  while (lo < hi) {
    const int mid = (lo + hi) / 2;
    if (row->col[mid] < dof) {
      lo = mid + 1;
    } else {
      hi = mid;
    }
  }
  return lo < row->n && row->col[lo] == dof ? lo : -1;
}

LANE_INLINE int* diff_ints(lane_Data* d, int n) { return (int*)(void*)diff_scratch(d, n / 2 + 1); }

// wrench += scale times a force at an arm
LANE_INLINE void diff_push(real wrench[6], const real arm[3], const real force[3], real scale) {
  real torque[3];
  v3_cross(torque, arm, force);
  v3_addToScl(wrench, torque, scale);
  v3_addToScl(wrench + 3, force, scale);
}

#endif
