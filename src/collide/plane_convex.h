// Plane-ellipsoid and plane-mesh collision by support functions.
#ifndef SINEW_COLLIDE_PLANE_CONVEX_H_
#define SINEW_COLLIDE_PLANE_CONVEX_H_

#include "collide/separation_cache.h"

// contacts of a plane, the first geom, with a mesh, which may have a support table, or with an
// ellipsoid
int plane_convex(const mjModel* m, mjData* d, mjPreContact* con, const separation_Pair* pair);

#endif
