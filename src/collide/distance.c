// Signed distance between two geoms, whatever their masks and margins: convex pairs by the general
// solver (GJK, EPA), all others from the contacts of their collision function with the largest
// distance as its limit.
//   geom_xpos, geom_xmat -> distance, segment between the geoms
#include <sinew/api.h>

#include "base/args.h"
#include "collide/collide.h"
#include "collide/convex.h"

static mjtNum distanceConvex(const mjModel* m, mjData* d, int geom1, int geom2, mjtNum distmax,
                             mjtNum fromto[6]) {
  Shape a, b;
  shape_fromGeom(&a, m, geom1, d->geom_xpos + 3 * geom1, d->geom_xmat + 9 * geom1, 0);
  shape_fromGeom(&b, m, geom2, d->geom_xpos + 3 * geom2, d->geom_xmat + 9 * geom2, 0);
  ConvexResult res;
  convex_solve(m, d, &a, &b, distmax, false, &res);
  if (res.n > 0) {
    v3_copy(fromto, res.point[0].xa);
    v3_copy(fromto + 3, res.point[0].xb);
  }
  return res.dist < distmax ? res.dist : distmax;
}

static mjtNum distanceContacts(const mjModel* m, mjData* d, mjfCollision collide, int geom1,
                               int geom2, mjtNum distmax, mjtNum fromto[6]) {
  mjPreContact con[mjMAXCONPAIR];
  const bool isFlipped = m->geom_type[geom1] > m->geom_type[geom2];
  const int n = isFlipped ? collide(m, d, con, geom2, geom1, distmax)
                          : collide(m, d, con, geom1, geom2, distmax);
  const mjPreContact* best = NULL;
  mjtNum dist = distmax;
  for (int i = 0; i < n; i++) {
    if (con[i].dist < dist) {
      dist = con[i].dist;
      best = con + i;
    }
  }
  if (!best) return distmax;
  v3_addScl(fromto + (isFlipped ? 3 : 0), best->pos, best->normal, -0.5 * dist);
  v3_addScl(fromto + (isFlipped ? 0 : 3), best->pos, best->normal, 0.5 * dist);
  return dist;
}

mjtNum mj_geomDistance(const mjModel* m, mjData* d, int geom1, int geom2, mjtNum distmax,
                       mjtNum fromto[6]) {
  ARGS_NEED_OR(0, m, d);
  mjtNum segment[6] = {0, 0, 0, 0, 0, 0}, dist = distmax;
  if (args_hasId(__func__, "geom", geom1, m->ngeom) &&
      args_hasId(__func__, "geom", geom2, m->ngeom)) {
    const int type1 = m->geom_type[geom1], type2 = m->geom_type[geom2];
    const mjfCollision collide =
        type1 > type2 ? mjCOLLISIONFUNC[type2][type1] : mjCOLLISIONFUNC[type1][type2];
    if (collide == collide_convexConvex || collide == collide_boxBox) {
      dist = distanceConvex(m, d, geom1, geom2, distmax, segment);
    } else if (collide) {
      dist = distanceContacts(m, d, collide, geom1, geom2, distmax, segment);
    }
  }
  if (fromto) v6_copy(fromto, segment);
  return dist;
}
