// What sensors of actuators read, by all inputs: central differences of the stages up to the forces
// of actuators, which need neither contacts nor the solver.
#ifndef SINEW_DIFF_ACTUATOR_DIFFERENCE_H_
#define SINEW_DIFF_ACTUATOR_DIFFERENCE_H_

#include "diff/derivatives.h"

// derivatives by all inputs; rows are outputs of actuators, of `joint` dofs. Blocks of columns that
// are NULL are not asked for
typedef struct {
  diff_Matrix length, speed, force;  // actuator_length, actuator_velocity, actuator_force
  diff_Matrix joint;                 // qfrc_actuator
} actuator_Slopes;

// numbers of an output row and of a dof row are written where a matrix is given. d is at a point
// with results of a forward pass and has the same bits afterwards. False if scratch is short
bool actuator_differences(const mjModel* m, mjData* d, const actuator_Slopes* res);

#endif
