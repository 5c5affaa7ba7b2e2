// Distance or penetration of two convex objects.
#ifndef SINEW_COLLIDE_CONVEX_H_
#define SINEW_COLLIDE_CONVEX_H_

#include "collide/face_contact.h"
#include "collide/separation_cache.h"

typedef struct ConvexResult_ {
  mjtNum dist;      // signed, of the deepest point; GJK_FAR: more than the cutoff, or not known
  int n;            // points; there may be some although the distance is far
  mjtNum above[3];  // no points: unit direction in which A lies above B, if one was found, or zero
  Witness point[FACE_POINTS];
} ConvexResult;

// cutoff > 0: distances up to it are wanted. hasFaces: several points if faces lie on each other.
void convex_solve(const mjModel* m, mjData* d, Shape* a, Shape* b, mjtNum cutoff, bool hasFaces,
                  ConvexResult* res);
// contacts of two geoms; above: as in the result
int convex_geoms(const mjModel* m, mjData* d, mjPreContact* con, const separation_Pair* pair,
                 mjtNum above[3]);
// the points as contacts at `margin` + distance, if the objects overlap; returns their number
int convex_contacts(const ConvexResult* res, mjtNum margin, mjPreContact* con);

#endif
