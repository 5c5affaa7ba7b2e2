// Ray casting against a signed distance field (SDF) by sphere tracing (Hart 1996), also known as
// ray marching: steps as long as the distance to the surface.
//   geom_xpos, geom_xmat, distances -> x, normal
#include <math.h>

#include "collide/ray.h"
#include "collide/sdf.h"
#include "math/vec.h"

enum { MOST_STEPS = 40 };
static const mjtNum HIT = 1e-7, FARTHEST = 1e6;

// odd: length of a ray on a field; meters, not parts of vec
mjtNum ray_field(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                 const mjtNum vec[3], mjtNum normal[3]) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
  mjtNum from[3], o[3], dir[3], faces[6], far = 0;
  sdf_Shape shape;
  if (!sdf_ofGeom(&shape, m, d, geom)) return -1;
  v3_sub(from, pnt, pos);
  m3_mulTVec(o, mat, from);
  m3_mulTVec(dir, mat, vec);
  if (ray_boxFaces(m->geom_size + 3 * geom, o, dir, faces) < 0) return -1;
  v3_normalize(dir);
  for (int i = 0; i < MOST_STEPS && !(far > FARTHEST); i++) {
    mjtNum x[3], g[3];
    v3_addScl(x, o, dir, far);
    const mjtNum away = fabs(sdf_distance(&shape, x));
    far += away;
    if (!(away < HIT)) continue;
    if (normal) {
      v3_addScl(x, o, dir, far);
      sdf_gradient(&shape, g, x);
      v3_normalize(g);
      m3_mulVec(normal, mat, g);
    }
    return far;
  }
  return -1;
}
