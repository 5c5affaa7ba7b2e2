// Converts alternative orientations (axis-angle, Euler angles, axes) to quaternions.
#ifndef SINEW_SPEC_SPEC_ORIENTATION_H_
#define SINEW_SPEC_SPEC_ORIENTATION_H_

#include <sinew/spec.h>

// converts an alternative orientation to quat with the element's compiler settings; returns NULL,
// or an error message
const char* spec_orientation(double quat[4], const mjsCompiler* compiler,
                             const mjsOrientation* alt);

#endif
