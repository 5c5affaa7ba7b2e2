// Catenary: the curve of a chain that hangs between two points.
#ifndef SINEW_SCENE_CATENARY_H_
#define SINEW_SCENE_CATENARY_H_

#include <sinew/types.h>

#define CATENARY_MOST 100  // maximum number of points

// Computes at most n points (n >= 3) from x0 to x1 along a chain of a given length; returns their
// number. A chain that is too short is straight, a very long one has a bottom and two sides.
int catenary_points(mjtNum point[][3], int n, const mjtNum x0[3], const mjtNum x1[3],
                    const mjtNum gravity[3], mjtNum length);

#endif
