// Distance or penetration depth of two convex objects by GJK and EPA, and their contact points.
#ifndef SINEW_COLLIDE_CONVEX_H_
#define SINEW_COLLIDE_CONVEX_H_

#include "collide/face_contact.h"
#include "collide/separation_cache.h"

typedef struct ConvexResult_ {
  mjtNum dist;      // signed, of the deepest point; GJK_FAR: more than the cutoff, or unknown
  int n;            // number of points; may be positive even if dist is GJK_FAR
  mjtNum above[3];  // if there are no points: unit direction in which A lies above B, if one was
                    // found, or zero
  Witness point[FACE_POINTS];
} ConvexResult;

// cutoff > 0: computes distances up to it. hasFaces: several points if faces touch.
void convex_solve(const mjModel* m, mjData* d, Shape* a, Shape* b, mjtNum cutoff, bool hasFaces,
                  ConvexResult* res);
// contacts of two geoms; above: as in ConvexResult
int convex_geoms(const mjModel* m, mjData* d, mjPreContact* con, const separation_Pair* pair,
                 mjtNum above[3]);
// the points as contacts at `margin` + distance, if the objects overlap; returns their count
int convex_contacts(const ConvexResult* res, mjtNum margin, mjPreContact* con);

#endif
