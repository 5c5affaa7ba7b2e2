// Overlap of the boxes of two bodies in the principal frame of the scene, with the rules of a sweep
// that sorts float ends along the first axis by a stable sort.
//   geom_xpos, geom_xmat, geom_aabb, geom_rbound, margins -> frame; do two bodies meet
#include "collide/sweep.h"

#include <sinew/math.h>

#include "math/four.h"
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

// along the three axes of the frame; the fourth element is idle
typedef struct {
  four_Double low, high;
} Box;

// component i of the axes
static inline four_Double axesAt(const mjtNum frame[9], int i) {
  return (four_Double){frame[i], frame[3 + i], frame[6 + i], 0};
}

static mjtNum ownLimit(const mjModel* m, int g) {
  // odd: gap under override
  if ((m->opt.enableflags & mjENBL_OVERRIDE) && m->opt.o_margin != 0) return 0.5 * m->opt.o_margin;
  return m->geom_margin[g] + m->geom_gap[g];
}

static inline four_Double absolute(four_Double x) { return four_select(x < 0, -x, x); }

static void addGeom(const mjModel* m, const mjData* d, const mjtNum frame[9], int g, Box* box) {
  const mjtNum *pos = d->geom_xpos + 3 * g, *mat = d->geom_xmat + 9 * g;
  const mjtNum *aabb = m->geom_aabb + 6 * g, radius = m->geom_rbound[g], limit = ownLimit(m, g);
  const four_Double f0 = axesAt(frame, 0), f1 = axesAt(frame, 1), f2 = axesAt(frame, 2);
  mjtNum center[3];
  m3_mulVec(center, mat, aabb);
  v3_addTo(center, pos);
  four_Double half = {0};
  for (int i = 0; i < 3; i++) {
    const four_Double axis = f0 * mat[i] + f1 * mat[3 + i] + f2 * mat[6 + i];
    half += absolute(axis * aabb[3 + i]);
  }
  const four_Double at = f0 * pos[0] + f1 * pos[1] + f2 * pos[2];
  const four_Double mid = f0 * center[0] + f1 * center[1] + f2 * center[2];
  four_Double low = mid - half, high = mid + half;
  if (radius > 0) {
    low = four_max(at - radius, low);
    high = four_min(at + radius, high);
  }
  box->low = four_min(low - limit, box->low);
  box->high = four_max(high + limit, box->high);
}

static Box bodyBox(const mjModel* m, const mjData* d, const mjtNum frame[9], int body) {
  const mjtNum inf = __builtin_inf();
  Box box = {four_bc(inf), four_bc(-inf)};
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
