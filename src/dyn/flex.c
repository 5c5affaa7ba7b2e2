// Vertex positions of flexes (deformable bodies), axis-aligned bounding boxes (AABB) of their
// elements, and bounding volume hierarchies (BVH) over them.
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

static void placeVertices(const mjModel* m, mjData* d, int flex) {
  if (!m->flex_interp[flex]) {
    placeOnBodies(m, d, flex);
    return;
  }
  stack_mark(d);
  mjtNum* xnode = stack_smooth(d, 3 * (size_t)m->flex_nodenum[flex]);
  if (xnode) {
    const int adr = m->flex_vertadr[flex];
    grid_positions(m, d, flex, xnode);
    grid_interpolate(m, flex, m->flex_vert0 + 3 * adr, m->flex_vertnum[flex], xnode,
                     d->flexvert_xpos + 3 * adr);
  }
  stack_free(d);
}

// ---- boxes

// Axes and corners one by one, not in loops: gcc keeps arrays of three values in memory and indexes
// them, which takes twice as long.

// center and half size along an axis
// order: half the sum, half the difference, then the radius
static inline void setAxis(mjtNum* box, mjtNum min, mjtNum max, mjtNum radius) {
  box[0] = 0.5 * (max + min);
  box[3] = 0.5 * (max - min) + radius;
}

// an axis of an element of 2 to 4 corners
static inline void boxAxis(mjtNum* box, const mjtNum* a, const mjtNum* b, const mjtNum* c,
                           const mjtNum* d, mjtNum radius) {
  mjtNum min = lane_min(*a, *b), max = lane_max(*a, *b);
  if (c) {
    min = lane_min(min, *c);
    max = lane_max(max, *c);
  }
  if (d) {
    min = lane_min(min, *d);
    max = lane_max(max, *d);
  }
  setAxis(box, min, max, radius);
}

static inline void boxElements(const mjModel* m, mjData* d, int flex, const int corners) {
  const mjtNum *xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex], radius = m->flex_radius[flex];
  const int* vert = m->flex_elem + m->flex_elemdataadr[flex];
  mjtNum* box = d->flexelem_aabb + 6 * m->flex_elemadr[flex];
  for (int e = 0; e < m->flex_elemnum[flex]; e++, vert += corners, box += 6) {
    const mjtNum *x0 = xpos + 3 * vert[0], *x1 = xpos + 3 * vert[1];
    const mjtNum* x2 = corners > 2 ? xpos + 3 * vert[2] : NULL;
    const mjtNum* x3 = corners > 3 ? xpos + 3 * vert[3] : NULL;
    boxAxis(box, x0, x1, x2, x3, radius);
    boxAxis(box + 1, x0 + 1, x1 + 1, x2 ? x2 + 1 : NULL, x3 ? x3 + 1 : NULL, radius);
    boxAxis(box + 2, x0 + 2, x1 + 2, x2 ? x2 + 2 : NULL, x3 ? x3 + 2 : NULL, radius);
  }
}

// dispatches by the number of corners, which becomes a compile-time constant
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

static inline void joinAxis(mjtNum* box, const mjtNum* a, const mjtNum* b) {
  setAxis(box, lane_min(a[0] - a[3], b[0] - b[3]), lane_max(a[0] + a[3], b[0] + b[3]), 0);
}

static inline void joinBoxes(mjtNum box[6], const mjtNum a[6], const mjtNum b[6]) {
  joinAxis(box, a, b);
  joinAxis(box + 1, a + 1, b + 1);
  joinAxis(box + 2, a + 2, b + 2);
}

// refits the BVH bottom-up: children come after their parents
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
