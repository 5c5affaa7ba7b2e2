// Vertices of flexes, boxes of their elements and of the trees over them.
//   xpos, xmat -> flexvert_xpos, flexelem_aabb, bvh_aabb_dyn
#include "dyn/flex.h"

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "dyn/flex_grid.h"
#include "math/vec.h"
#include "model/stack.h"

// ---- vertices

static void placeOnBodies(const mjModel* m, mjData* d, int flex) {
  const int adr = m->flex_vertadr[flex], n = m->flex_vertnum[flex];
  const bool centred = m->flex_centered[flex];
  for (int v = adr; v < adr + n; v++) {
    const int body = m->flex_vertbodyid[v];
    const mjtNum* offset = m->flex_vert + 3 * v;
    if (centred || (offset[0] == 0 && offset[1] == 0 && offset[2] == 0)) {
      v3_copy(d->flexvert_xpos + 3 * v, d->xpos + 3 * body);
    } else {
      m3_mulVec(d->flexvert_xpos + 3 * v, d->xmat + 9 * body, offset);
      v3_addTo(d->flexvert_xpos + 3 * v, d->xpos + 3 * body);
    }
  }
}

static void interpolate(const mjModel* m, mjData* d, int flex, const mjtNum* xnode) {
  const grid_Grid grid = grid_of(m, flex);
  const int adr = m->flex_vertadr[flex], n = m->flex_vertnum[flex], size = grid_cellSize(&grid);
  for (int v = adr; v < adr + n; v++) {
    int cell[3], node[GRID_LOCAL];
    mjtNum local[3], weight[GRID_LOCAL], sum[3] = {0, 0, 0};
    grid_locate(&grid, m->flex_vert0 + 3 * v, cell, local);
    grid_cellNodes(&grid, cell, node);
    grid_weights(&grid, local, weight);
    for (int k = 0; k < size; k++) v3_addToScl(sum, xnode + 3 * node[k], weight[k]);
    v3_copy(d->flexvert_xpos + 3 * v, sum);
  }
}

static void placeVertices(const mjModel* m, mjData* d, int flex) {
  if (!m->flex_interp[flex]) {
    placeOnBodies(m, d, flex);
    return;
  }
  stack_mark(d);
  mjtNum* xnode = stack_smooth(d, 3 * (size_t)m->flex_nodenum[flex]);
  if (xnode) {
    grid_positions(m, d, flex, xnode);
    interpolate(m, d, flex, xnode);
  }
  stack_free(d);
}

// ---- boxes

static inline void setBox(mjtNum box[6], const mjtNum min[3], const mjtNum max[3]) {
  for (int k = 0; k < 3; k++) {
    box[k] = 0.5 * (max[k] + min[k]);
    box[3 + k] = 0.5 * (max[k] - min[k]);
  }
}

static inline void boxElements(const mjModel* m, mjData* d, int flex, const int corners) {
  const mjtNum *xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex], radius = m->flex_radius[flex];
  const int* vert = m->flex_elem + m->flex_elemdataadr[flex];
  mjtNum* box = d->flexelem_aabb + 6 * m->flex_elemadr[flex];
  for (int e = 0; e < m->flex_elemnum[flex]; e++, vert += corners, box += 6) {
    mjtNum min[3], max[3];
    v3_copy(min, xpos + 3 * vert[0]);
    v3_copy(max, min);
    for (int i = 1; i < corners; i++) {
      const mjtNum* x = xpos + 3 * vert[i];
      for (int k = 0; k < 3; k++) {
        min[k] = lane_min(min[k], x[k]);
        max[k] = lane_max(max[k], x[k]);
      }
    }
    // order: half the sum, half the difference, then the radius
    setBox(box, min, max);
    for (int k = 3; k < 6; k++) box[k] += radius;
  }
}

// by the number of corners, so that its loops are unrolled
static void boxAll(const mjModel* m, mjData* d, int flex) {
  switch (m->flex_dim[flex]) {
    case 1:
      boxElements(m, d, flex, 2);
      break;
    case 2:
      boxElements(m, d, flex, 3);
      break;
    default:
      boxElements(m, d, flex, 4);
  }
}

static void joinBoxes(mjtNum box[6], const mjtNum a[6], const mjtNum b[6]) {
  mjtNum min[3], max[3];
  for (int k = 0; k < 3; k++) {
    min[k] = lane_min(a[k] - a[3 + k], b[k] - b[3 + k]);
    max[k] = lane_max(a[k] + a[3 + k], b[k] + b[3 + k]);
  }
  setBox(box, min, max);
}

// children stand behind their parents
static void boxTree(const mjModel* m, mjData* d, int flex) {
  const int adr = m->flex_bvhadr[flex];
  if (adr < 0) return;
  mjtNum* box = d->bvh_aabb_dyn + 6 * (adr - m->nbvhstatic);
  const mjtNum* elem = d->flexelem_aabb + 6 * m->flex_elemadr[flex];
  const int *child = m->bvh_child + 2 * adr, *id = m->bvh_nodeid + adr;
  for (int i = m->flex_bvhnum[flex] - 1; i >= 0; i--) {
    if (id[i] >= 0) {
      v6_copy(box + 6 * i, elem + 6 * id[i]);
    } else {
      ASSERT_FULL(child[2 * i] > i && child[2 * i + 1] > i);
      joinBoxes(box + 6 * i, box + 6 * child[2 * i], box + 6 * child[2 * i + 1]);
    }
  }
}

// ---- all

void flex_place(const mjModel* m, mjData* d) {
  const bool trees = !(m->opt.disableflags & mjDSBL_MIDPHASE);
  for (int f = 0; f < m->nflex; f++) {
    placeVertices(m, d, f);
    boxAll(m, d, f);
    if (trees) boxTree(m, d, f);
  }
}

void flex_update(const mjModel* m, mjData* d) {
  flex_place(m, d);
  flex_edges(m, d, false);
  flex_shapes(m, d);
}

void mj_flex(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  flex_update(m, d);
}
