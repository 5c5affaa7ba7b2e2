// Tendons as the compiler sees them: path, dofs and trees that they touch. Actuators, sensors, the
// sparse structure and sleep policies read this.
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
  int *dof, ndof;    // columns of its Jacobian, ascending
  int *tree, ntree;  // trees that it touches, in the order of the path
  bool limited, actfrclimited;
} comp_Tendon;

// body of an object on a path, -1 for a pulley
int comp_wrapBody(const comp_Compile* c, const comp_Wrap* wrap);

#endif
