// Derivatives of actuator outputs (length, velocity, force, qfrc_actuator) with respect to all
// inputs by central finite differences of the pipeline stages up to actuation, which need neither
// collision detection nor the constraint solver.
#ifndef SINEW_DIFF_ACTUATOR_DIFFERENCE_H_
#define SINEW_DIFF_ACTUATOR_DIFFERENCE_H_

#include "diff/derivatives.h"

// derivatives with respect to all inputs; rows are outputs of actuators, of `joint` dofs. Blocks of
// columns that are NULL are not computed
typedef struct {
  diff_Matrix length, speed, force;  // actuator_length, actuator_velocity, actuator_force
  diff_Matrix joint;                 // qfrc_actuator
} actuator_Slopes;

// writes all values of the rows of the given matrices, one per actuator output or dof. d holds the
// results of a forward pass and is bitwise unchanged on return. False if scratch is short
bool actuator_differences(const mjModel* m, mjData* d, const actuator_Slopes* res);

#endif
