// Penetration depth of two convex objects by the expanding polytope algorithm (EPA).
#ifndef SINEW_COLLIDE_EPA_H_
#define SINEW_COLLIDE_EPA_H_

#include <sinew/api.h>

#include "collide/gjk.h"

typedef struct Penetration_ {
  mjtNum depth;         // penetration depth, >= 0
  mjtNum xa[3], xb[3];  // deepest points
  Record corner[3];     // the face of A - B that is nearest to the origin
} Penetration;

typedef enum EpaStatus_ {
  EPA_FOUND,
  EPA_NO_START,  // the simplex does not extend to a polytope around the origin
  EPA_FAILED,    // the polytope degenerated
} EpaStatus;

// simplex of 2 to 4 vertices that touches or contains the origin -> res. Takes scratch of d if the
// iterations need more than a local buffer.
EpaStatus epa_run(const ConvexQuery* query, mjData* d, const Record* simplex, int n,
                  Penetration* res);

#endif
