// A plane against an ellipsoid or a mesh.
#ifndef SINEW_COLLIDE_PLANE_CONVEX_H_
#define SINEW_COLLIDE_PLANE_CONVEX_H_

#include "collide/separation_cache.h"

// contacts of a plane, the first geom, and a mesh that may have cells, or an ellipsoid
int plane_convex(const mjModel* m, mjData* d, mjPreContact* con, const separation_Pair* pair);

#endif
