// Tendon armature: rate of change of a tendon's Jacobian along the motion, (dJ/dt) qvel, with its
// analytic derivatives; lane-generic.
#ifndef SINEW_DIFF_DERIVATIVE_ARMATURE_H_
#define SINEW_DIFF_DERIVATIVE_ARMATURE_H_

#include "diff/derivative_path.h"

typedef struct {
  real value;       // (dJ/dt) qvel
  real *byQ, *byV;  // (n) over the columns of the row
} diff_Spin;

// for a path over sites only
void LANE(diff_spin)(const diff_Row* row, const diff_Path* path, const diff_Work* w,
                     diff_Spin* spin);

#endif
