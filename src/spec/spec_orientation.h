// Orientations that were not given as quaternions.
#ifndef SINEW_SPEC_SPEC_ORIENTATION_H_
#define SINEW_SPEC_SPEC_ORIENTATION_H_

#include <sinew/spec.h>

// alternative orientation -> quat, with the element's compiler settings; NULL, or what is wrong
const char* spec_orientation(double quat[4], const mjsCompiler* compiler,
                             const mjsOrientation* alt);

#endif
