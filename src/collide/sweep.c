// Sweep and prune: overlap of the bounding boxes of two bodies or flexes in the principal frame of
// the scene, with the rules of a sweep that sorts interval ends, as floats, along the first axis by
// a stable sort.
//   geom_xpos, geom_xmat, geom_aabb, geom_rbound, margins -> frame; do two bodies meet
#include "collide/sweep.h"

#include <sinew/math.h>

#include "math/vec.h"

// centers of geoms and vertices of flexes, except those of the world
typedef struct {
  int n;
  mjtNum mean[3], cov[9];
} Cloud;

static void addMean(Cloud* cloud, const mjtNum x[3]) {
  cloud->n++;
  v3_addTo(cloud->mean, x);
}

static void addSquares(Cloud* cloud, const mjtNum at[3]) {
  mjtNum x[3], *cov = cloud->cov;
  v3_sub(x, at, cloud->mean);
  cov[0] += x[0] * x[0];
  cov[1] += x[0] * x[1];
  cov[2] += x[0] * x[2];
  cov[4] += x[1] * x[1];
  cov[5] += x[1] * x[2];
  cov[8] += x[2] * x[2];
}

static void addAll(const mjModel* m, const mjData* d, Cloud* cloud,
                   void (*point)(Cloud*, const mjtNum*)) {
  for (int g = m->body_geomnum[0]; g < m->ngeom; g++) point(cloud, d->geom_xpos + 3 * g);
  for (int v = 0; v < m->nflexvert; v++) {
    if (m->flex_vertbodyid[v]) point(cloud, d->flexvert_xpos + 3 * v);
  }
}

void sweep_frame(const mjModel* m, const mjData* d, mjtNum frame[9]) {
  Cloud cloud = {0};
  mjtNum *cov = cloud.cov, value[3], quat[4];
  addAll(m, d, &cloud, addMean);
  const int n = cloud.n > 0 ? cloud.n : 1;
  v3_scl(cloud.mean, cloud.mean, 1.0 / n);
  addAll(m, d, &cloud, addSquares);
  cov[3] = cov[1];
  cov[6] = cov[2];
  cov[7] = cov[5];
  for (int i = 0; i < 9; i++) cov[i] /= n;
  mju_eig3(value, frame, quat, cov);
}

// component i of the three axes
static inline four_Double axesAt(const mjtNum frame[9], int i) {
  return (four_Double){frame[i], frame[3 + i], frame[6 + i], 0};
}

static mjtNum ownLimit(const mjModel* m, int g) {
  // odd: gap under override
  if ((m->opt.enableflags & mjENBL_OVERRIDE) && m->opt.o_margin != 0) return 0.5 * m->opt.o_margin;
  return m->geom_margin[g] + m->geom_gap[g];
}

static inline four_Double absolute(four_Double x) { return four_select(x < 0, -x, x); }

static void addGeom(const mjModel* m, const mjData* d, const mjtNum frame[9], int g,
                    sweep_Box* box) {
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

sweep_Box sweep_bodyBox(const mjModel* m, const mjData* d, const mjtNum frame[9], int body) {
  const mjtNum inf = __builtin_inf();
  sweep_Box box = {four_bc(inf), four_bc(-inf)};
  const int adr = m->body_geomadr[body];
  for (int i = 0; i < m->body_geomnum[body]; i++) addGeom(m, d, frame, adr + i, &box);
  return box;
}

sweep_Box sweep_flexBox(const mjModel* m, const mjData* d, const mjtNum frame[9], int flex) {
  const four_Double f0 = axesAt(frame, 0), f1 = axesAt(frame, 1), f2 = axesAt(frame, 2);
  const mjtNum* pos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  const mjtNum* end = pos + 3 * m->flex_vertnum[flex];
  const mjtNum inf = __builtin_inf();
  sweep_Box box = {four_bc(inf), four_bc(-inf)};
  for (; pos < end; pos += 3) {
    const four_Double at = f0 * pos[0] + f1 * pos[1] + f2 * pos[2];
    box.low = four_min(at, box.low);
    box.high = four_max(at, box.high);
  }
  const bool isOverridden = (m->opt.enableflags & mjENBL_OVERRIDE) && m->opt.o_margin != 0;
  const mjtNum limit =
      isOverridden ? 0.5 * m->opt.o_margin : m->flex_margin[flex] + m->flex_gap[flex];
  const mjtNum around = m->flex_radius[flex] + limit;
  box.low -= around;
  box.high += around;
  return box;
}

bool sweep_boxesMeet(const sweep_Box* a, const sweep_Box* b) {
  for (int k = 1; k < 3; k++) {
    if (a->low[k] > b->high[k] || b->low[k] > a->high[k]) return false;
  }
  // odd: bodies that just touch
  return (float)a->high[0] > (float)b->low[0] && (float)b->high[0] >= (float)a->low[0];
}

bool sweep_meets(const mjModel* m, const mjData* d, const mjtNum frame[9], int a, int b) {
  const sweep_Box boxA = sweep_bodyBox(m, d, frame, a), boxB = sweep_bodyBox(m, d, frame, b);
  return sweep_boxesMeet(&boxA, &boxB);
}
