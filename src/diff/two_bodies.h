// Sparse Jacobian assembly for elements between two bodies (contacts, equalities): sums their 6 x 6
// matrices before these are projected on dofs. Such an element adds to the derivative of the force
// on dof i of one body by dof j of a body S_i . (K F_j), with F_j one of the vectors of dof j
// (diff/derivatives.h) and K a 6 x 6 matrix that is the same for all dofs: the matrices of several
// contacts are added up, and each pair of dofs is visited once.
#ifndef SINEW_DIFF_TWO_BODIES_H_
#define SINEW_DIFF_TWO_BODIES_H_

#include "constraint/body_pair.h"
#include "diff/derivatives.h"

// vectors of a dof, for columns of positions and of velocities
typedef enum {
  TWO_AXIS,     // S
  TWO_TURNING,  // W- x S
  TWO_DOT,      // Sd
  TWO_DOTDOT,   // Sdd
  TWO_NPOS
} two_Position;

typedef enum {
  TWO_VAXIS,  // S
  TWO_BOTH,   // Sd + So
  TWO_NVEL
} two_Velocity;

typedef struct {
  const mjModel* m;
  const mjData* d;
  const diff_Work* w;
  int body[2];
  bool moves[2];  // some dof moves the body
  pair_Chain chain[2];
  int common;           // number of dofs above both bodies, which come first in their chains
  bool meet;            // forces on both bodies act at one point, so they cancel on those dofs
  mjtNum offset[2][3];  // reference points of their trees
  unsigned posUsed, velUsed;     // bits of the vectors whose matrix is in use
  mjtNum q[TWO_NPOS][2][2][36];  // [vector][body of the row][body of the column], column-major
  mjtNum v[TWO_NVEL][2][2][36];
} two_Bodies;

// an empty pair; `meet`: forces on both bodies act at one point
void two_open(two_Bodies* p, const mjModel* m, const mjData* d, const diff_Work* w, int body1,
              int body2, bool meet);
// adds all matrices to res, row i times factor[i] unless that is NULL, and empties the pair
void two_flush(two_Bodies* p, const diff_Matrix* res, const mjtNum* factor);

// returns a matrix and marks it as used
mjtNum* two_position(two_Bodies* p, two_Position kind, int row, int col);
mjtNum* two_velocity(two_Bodies* p, two_Velocity kind, int row, int col);

// mat += a b'
static inline void two_outer(mjtNum mat[36], const mjtNum a[6], const mjtNum b[6]) {
  for (int c = 0; c < 6; c++) {
    for (int r = 0; r < 6; r++) mat[6 * c + r] += a[r] * b[c];
  }
}

// covector of a dof's S for `force` along the motion of a point at `arm` from its reference point,
// and `torque` about it
static inline void two_covector(mjtNum res[6], const mjtNum arm[3], const mjtNum force[3],
                                const mjtNum torque[3]) {
  v3_cross(res, arm, force);
  if (torque) v3_addTo(res, torque);
  v3_copy(res + 3, force);
}

#endif
