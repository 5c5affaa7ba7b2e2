// Model statistics at qpos0 (mjStatistic: extent, center, mean size, mass and inertia), for scaling
// of views and tolerances. The extent is the longest side of an axis-aligned bounding box (AABB)
// around everything; the size of a body is the distance from its center of mass to its farthest
// geom or joint. Statistics with nothing to measure keep their defaults.
//   d at qpos0 -> stat, dof_length
#include "base/assert.h"
#include "math/vec.h"
#include "step/constants.h"

#define MIN_SIZE 1e-5
#define PLANE_PART 0.1      // fraction of a plane's size, or of a height field's without bound
#define PLANE_DEFAULT 0.01  // an infinite plane

typedef struct {
  mjtNum min[3], max[3];
} Box;

static void extend(Box* box, const mjtNum pos[3], mjtNum radius) {
  for (int k = 0; k < 3; k++) {
    box->min[k] = lane_min(box->min[k], pos[k] - radius);
    box->max[k] = lane_max(box->max[k], pos[k] + radius);
  }
}

// planes have no bounding sphere: their size is a fraction of geom_size
static mjtNum radiusOf(const mjModel* m, int geom) {
  if (m->geom_rbound[geom] > 0) return m->geom_rbound[geom];
  const mjtNum* size = m->geom_size + 3 * geom;
  const mjtNum largest = lane_max(size[0], size[1]);
  if (m->geom_type[geom] == mjGEOM_PLANE) return largest > 0 ? PLANE_PART * largest : PLANE_DEFAULT;
  if (m->geom_type[geom] == mjGEOM_HFIELD) return PLANE_PART * lane_max(largest, size[2]);
  return m->geom_rbound[geom];
}

static Box boxAround(const mjModel* m, const mjData* d) {
  Box box = {{mjMAXVAL, mjMAXVAL, mjMAXVAL}, {-mjMAXVAL, -mjMAXVAL, -mjMAXVAL}};
  for (int b = 1; b < m->nbody; b++) {
    extend(&box, d->xpos + 3 * b, 0);
    extend(&box, d->xipos + 3 * b, 0);
  }
  for (int j = 0; j < m->njnt; j++) extend(&box, d->xanchor + 3 * j, 0);
  for (int s = 0; s < m->nsite; s++) extend(&box, d->site_xpos + 3 * s, 0);
  for (int g = 0; g < m->ngeom; g++) extend(&box, d->geom_xpos + 3 * g, radiusOf(m, g));
  return box;
}

static void setExtent(mjModel* m, const mjData* d) {
  const Box box = boxAround(m, d);
  mjtNum side = 0;
  if (!(box.max[0] > box.min[0])) return;
  for (int k = 0; k < 3; k++) {
    m->stat.center[k] = 0.5 * (box.min[k] + box.max[k]);
    side = lane_max(side, box.max[k] - box.min[k]);
  }
  m->stat.extent = lane_max(MIN_SIZE, side);
}

static void grow(mjtNum* size, mjtNum other) { *size = lane_max(*size, other); }

static void bodySizes(const mjModel* m, const mjData* d, mjtNum* size) {
  vn_zero(size, (int)m->nbody);
  for (int j = 0; j < m->njnt; j++) {
    const int body = m->jnt_bodyid[j], parent = m->body_parentid[body];
    grow(size + body, v3_dist(d->xipos + 3 * body, d->xanchor + 3 * j));
    grow(size + parent, v3_dist(d->xipos + 3 * parent, d->xanchor + 3 * j));
  }
  for (int g = 0; g < m->ngeom; g++) {
    const int body = m->geom_bodyid[g];
    if (!(m->geom_rbound[g] > 0)) continue;  // planes
    grow(size + body, m->geom_rbound[g] + v3_dist(d->xipos + 3 * body, d->geom_xpos + 3 * g));
  }
  if (m->nflex) const_flexSizes(m, d, size);
  size[0] = 0;
  for (int b = 1; b < m->nbody; b++) grow(size + b, MIN_SIZE);
}

static void setLengths(mjModel* m, const mjtNum* size) {
  for (int i = 0; i < m->nv; i++) {
    const int jnt = m->dof_jntid[i], type = m->jnt_type[jnt];
    ASSERT_FULL(m->dof_bodyid[i] > 0);  // the world, whose size is 0, has no dofs
    const bool linear = type == mjJNT_SLIDE || (type == mjJNT_FREE && i < m->jnt_dofadr[jnt] + 3);
    m->dof_length[i] = linear ? 1 : size[m->dof_bodyid[i]];
  }
}

void const_statistics(mjModel* m, const mjData* d, mjtNum* size) {
  m->stat = (mjStatistic){.meaninertia = 1, .meanmass = 1, .meansize = 0.2, .extent = 2};
  setExtent(m, d);
  bodySizes(m, d, size);
  setLengths(m, size);
  mjtNum sizes = 0, masses = 0, inertias = 0;
  const mjtNum nother = (mjtNum)(m->nbody - 1);
  for (int b = 1; b < m->nbody; b++) {
    sizes += size[b] / nother;  // order: each size is divided, of the others the sum
    masses += m->body_mass[b];
  }
  for (int i = 0; i < m->nv; i++) inertias += d->M[m->M_rowadr[i] + m->M_rownnz[i] - 1];
  if (m->nbody > 1) {
    m->stat.meansize = sizes;
    m->stat.meanmass = masses / nother;
  }
  if (m->nv) m->stat.meaninertia = inertias / (mjtNum)m->nv;
  m->stat.extent = lane_max(m->stat.extent, 2 * m->stat.meansize);
}
