// Tendon wrapping around a sphere or cylinder, lane-generic: the shortest path (geodesic) between
// two points that does not enter the geom, or, with a side site inside the geom, that touches it
// from inside.
#ifndef SINEW_FORCE_WRAP_H_
#define SINEW_FORCE_WRAP_H_

#include "base/lane.h"

// what a path wraps around; the cylinder is infinite along its z axis
typedef struct {
  const real* xpos;  // (3)
  const real* xmat;  // (9)
  const real* side;  // (3) site on whose side the path runs, NULL: none
  real radius;
  int cylinder;
} wrap_Geom;

typedef struct {
  real point[2][3];  // where the path touches first and last
  real arc;          // length of path between them
  mask wrapped;      // lanes in which it touches; if there is none, the rest is not set
} wrap_Result;

void LANE(wrap_path)(wrap_Result* res, const wrap_Geom* geom, const real p0[3], const real p1[3]);

#endif
