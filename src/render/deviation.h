// How far a mesh that gets coarser is from what it was.
#ifndef SINEW_RENDER_DEVIATION_H_
#define SINEW_RENDER_DEVIATION_H_

#include "render/collapse.h"

// square of the distance of a point from a triangle
double deviation_fromFace(const double* p, const double* const a[3]);
// the farthest that is known, a share of the longest side; never less than before
double deviation_of(collapse_State* c);

#endif
