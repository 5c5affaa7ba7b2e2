// Geometric error of a decimated mesh: the distance of its surface from the original.
#ifndef SINEW_RENDER_GEOMETRIC_ERROR_H_
#define SINEW_RENDER_GEOMETRIC_ERROR_H_

#include "render/decimate.h"

// squared distance of a point from a triangle
double geometricError_fromFace(const double* p, const double* const a[3]);
// the largest distance found so far, relative to the longest side; it never decreases
double geometricError_of(decimate_State* c);

#endif
