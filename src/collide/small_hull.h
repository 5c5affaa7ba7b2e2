// Cache of small convex hulls for the SIMD support scan (support_scan.h), in the private part of
// mjData. Entries are compared with the vertices and the graph of the model at the start of each
// collision detection, because users may edit these at any time.
#ifndef SINEW_COLLIDE_SMALL_HULL_H_
#define SINEW_COLLIDE_SMALL_HULL_H_

#include <sinew/data.h>
#include <sinew/model.h>

#include "collide/support_scan.h"

// updates the hulls; they may be used until small_end
void small_begin(const mjModel* m, mjData* d);
void small_end(mjData* d);
// hull of the mesh of a geom, between small_begin and small_end; NULL: none
const scan_Hull* small_ofGeom(const mjModel* m, const mjData* d, int g);

#endif
