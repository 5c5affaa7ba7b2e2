// Rate of a tendon's Jacobian along the motion, with derivatives, lane-generic.
#ifndef SINEW_DIFF_SLOPE_ARMATURE_H_
#define SINEW_DIFF_SLOPE_ARMATURE_H_

#include "diff/slope_path.h"

typedef struct {
  real value;        // (dJ/dt) qvel
  real *byQ, *byV;   // (n) over the columns of the row
} slope_Spin;

// for a path over sites only
void LANE(slope_spin)(const slope_Row* row, const slope_Path* path, const slope_Work* w,
                      slope_Spin* spin);

#endif
