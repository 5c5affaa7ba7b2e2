// Overlap of the boxes of two bodies in the principal frame of the scene, with the rules of a sweep
// that sorts float ends along the first axis by a stable sort.
//   geom_xpos, geom_xmat, geom_aabb, geom_rbound, margins -> frame; do two bodies meet
#include "collide/sweep.h"

#include <math.h>

#include <sinew/math.h>

#include "math/vec.h"

void sweep_frame(const mjModel* m, const mjData* d, mjtNum frame[9]) {
  const int first = m->body_geomnum[0], n = (int)m->ngeom - first;  // geoms of the world lead
  mjtNum mean[3] = {0}, cov[9] = {0}, value[3], quat[4];
  for (int g = first; g < m->ngeom; g++) v3_addTo(mean, d->geom_xpos + 3 * g);
  v3_scl(mean, mean, 1.0 / (n > 0 ? n : 1));
  for (int g = first; g < m->ngeom; g++) {
    mjtNum x[3];
    v3_sub(x, d->geom_xpos + 3 * g, mean);
    cov[0] += x[0] * x[0];
    cov[1] += x[0] * x[1];
    cov[2] += x[0] * x[2];
    cov[4] += x[1] * x[1];
    cov[5] += x[1] * x[2];
    cov[8] += x[2] * x[2];
  }
  cov[3] = cov[1];
  cov[6] = cov[2];
  cov[7] = cov[5];
  for (int i = 0; i < 9; i++) cov[i] /= n > 0 ? n : 1;
  mju_eig3(value, frame, quat, cov);
}

typedef struct {
  mjtNum low[3], high[3];
} Box;

static mjtNum ownLimit(const mjModel* m, int g) {
  // odd: gap under override
  if ((m->opt.enableflags & mjENBL_OVERRIDE) && m->opt.o_margin != 0) return 0.5 * m->opt.o_margin;
  return m->geom_margin[g] + m->geom_gap[g];
}

static void addGeom(const mjModel* m, const mjData* d, const mjtNum frame[9], int g, Box* box) {
  const mjtNum *pos = d->geom_xpos + 3 * g, *mat = d->geom_xmat + 9 * g;
  const mjtNum *aabb = m->geom_aabb + 6 * g, radius = m->geom_rbound[g], limit = ownLimit(m, g);
  mjtNum center[3], axis[3];
  m3_mulVec(center, mat, aabb);
  v3_addTo(center, pos);
  for (int k = 0; k < 3; k++) {
    const mjtNum* f = frame + 3 * k;
    m3_mulTVec(axis, mat, f);
    const mjtNum half = fabs(aabb[3] * axis[0]) + fabs(aabb[4] * axis[1]) + fabs(aabb[5] * axis[2]);
    const mjtNum at = v3_dot(pos, f), mid = v3_dot(center, f);
    mjtNum low = mid - half, high = mid + half;
    if (radius > 0) {
      if (at - radius > low) low = at - radius;
      if (at + radius < high) high = at + radius;
    }
    if (low - limit < box->low[k]) box->low[k] = low - limit;
    if (high + limit > box->high[k]) box->high[k] = high + limit;
  }
}

static Box bodyBox(const mjModel* m, const mjData* d, const mjtNum frame[9], int body) {
  const mjtNum inf = __builtin_inf();
  Box box = {{inf, inf, inf}, {-inf, -inf, -inf}};
  const int adr = m->body_geomadr[body];
  for (int i = 0; i < m->body_geomnum[body]; i++) addGeom(m, d, frame, adr + i, &box);
  return box;
}

bool sweep_meets(const mjModel* m, const mjData* d, const mjtNum frame[9], int a, int b) {
  const Box boxA = bodyBox(m, d, frame, a), boxB = bodyBox(m, d, frame, b);
  for (int k = 1; k < 3; k++) {
    if (boxA.low[k] > boxB.high[k] || boxB.low[k] > boxA.high[k]) return false;
  }
  // odd: bodies that just touch
  return (float)boxA.high[0] > (float)boxB.low[0] && (float)boxB.high[0] >= (float)boxA.low[0];
}
