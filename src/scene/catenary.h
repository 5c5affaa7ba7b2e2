// The curve of a chain that hangs between two points.
#ifndef SINEW_SCENE_CATENARY_H_
#define SINEW_SCENE_CATENARY_H_

#include <sinew/types.h>

#define CATENARY_MOST 100  // points

// at most n points (at least 3 are needed) from x0 to x1 of a chain of a length; returns how many.
// A chain that is too short is straight, one that is very long has a bottom and two sides
int catenary_points(mjtNum point[][3], int n, const mjtNum x0[3], const mjtNum x1[3],
                    const mjtNum gravity[3], mjtNum length);

#endif
