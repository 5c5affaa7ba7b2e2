// Tendons while a model is compiled: their paths, and the dofs and kinematic trees that they touch.
// Used by actuators, sensors, sparsity patterns and sleep policies.
#ifndef SINEW_COMPILE_COMPILE_TENDON_H_
#define SINEW_COMPILE_COMPILE_TENDON_H_

#include "compile/compile.h"

typedef struct {
  int type;    // mjtWrap
  int objid;   // joint, site or geom, -1 for a pulley
  double prm;  // coefficient of a joint, divisor of a pulley, side site of a geom or -1
} comp_Wrap;

typedef struct comp_Tendon {
  spec_Element* e;  // mjsTendon
  comp_Wrap* wrap;
  int nwrap;
  bool spatial;
  int *dof, ndof;    // columns of its Jacobian row, ascending
  int *tree, ntree;  // kinematic trees that it touches, in the order of the path
  bool limited, actfrclimited;
} comp_Tendon;

// body of an object on the path, -1 for a pulley
int comp_wrapBody(const comp_Compile* c, const comp_Wrap* wrap);

#endif
