// Contact points with a signed distance field (SDF): frame transforms, the deepest points of a
// triangle, and the record of a point.
#ifndef SINEW_COLLIDE_SDF_FACE_H_
#define SINEW_COLLIDE_SDF_FACE_H_

#include "collide/sdf.h"
#include "math/vec.h"

// points of a surface inside a field, in the field's frame
typedef struct {
  mjtNum x[mjMAXCONPAIR][3], dist[mjMAXCONPAIR];
  int n;
} sdf_Points;

// transforms a point from the frame of a geom to that of another
static inline void sdf_toOther(mjtNum res[3], const mjData* d, int from, int to,
                               const mjtNum x[3]) {
  mjtNum p[3];
  m3_mulVec(p, d->geom_xmat + 9 * from, x);
  v3_addTo(p, d->geom_xpos + 3 * from);
  v3_subFrom(p, d->geom_xpos + 3 * to);
  m3_mulTVec(res, d->geom_xmat + 9 * to, p);
}

// true if x is one of n points
bool sdf_isKnown(const mjtNum (*known)[3], int n, const mjtNum x[3]);
// A contact at x with normal sign * unit(gradient), both in the frame of a geom; returns 1, or 0 if
// the gradient is zero.
int sdf_putPoint(mjPreContact* con, const mjData* d, int geom, const mjtNum x[3],
                 const mjtNum gradient[3], int sign, mjtNum dist);
// appends the points of a triangle (corners in the field's frame) that are inside the field
void sdf_searchFace(const sdf_Shape* shape, const mjOption* opt, const mjtNum corner[3][3],
                    sdf_Points* points);

#endif
