// Node grids of interpolated flexes (finite elements): indices of nodes and elements, Lagrange
// basis, interpolation, node positions and velocities, and corotational rotations of elements
// (turn.h).
//   xpos, xmat, cvel -> positions and velocities of nodes
#include "dyn/flex_grid.h"

#include <stdlib.h>

#include "base/assert.h"
#include "dyn/four_bodies.h"
#include "dyn/turn.h"
#include "math/quat.h"
#include "math/vec.h"

// ---- structure

static int facesOf(const int cell[3]) {
  return 2 * (cell[1] * cell[2] + cell[0] * cell[2] + cell[0] * cell[1]);
}

grid_Grid grid_of(const mjModel* m, int flex) {
  const int *cell = m->flex_cellnum + 3 * flex, interp = m->flex_interp[flex];
  grid_Grid g = {.order = abs(interp), .shell = interp < 0, .nnode = 1, .inner = interp < 0};
  for (int k = 0; k < 3; k++) {
    g.cell[k] = cell[k];
    g.num[k] = cell[k] * g.order + 1;
    g.nnode *= g.num[k];
    g.inner = g.inner && g.num[k] >= 3;
  }
  const int side = g.order + 1;
  g.nelem = g.shell ? facesOf(cell) : cell[0] * cell[1] * cell[2];
  g.nlocal = g.shell ? side * side : side * side * side;
  ASSERT_FULL(side <= GRID_SIDE && g.nnode == m->flex_nodenum[flex]);
  return g;
}

static int nodeAt(const grid_Grid* g, const int at[3]) {
  return (at[0] * g->num[1] + at[1]) * g->num[2] + at[2];
}

// faces of the box in the order x = 0, x = 1, y = 0, ...
grid_Face grid_face(const grid_Grid* g, int elem) {
  grid_Face face = {0};
  for (int side = 0; side < 6; side++) {
    face.normal = side / 2;
    face.upper = side % 2;
    face.slow = (face.normal + 1) % 3;
    face.fast = (face.normal + 2) % 3;
    const int n = g->cell[face.slow] * g->cell[face.fast];
    if (elem < n) break;
    elem -= n;
  }
  face.q[0] = elem / g->cell[face.fast];
  face.q[1] = elem % g->cell[face.fast];
  ASSERT_FULL(face.q[0] < g->cell[face.slow]);
  return face;
}

int grid_cellSize(const grid_Grid* g) { return (g->order + 1) * (g->order + 1) * (g->order + 1); }

void grid_cellNodes(const grid_Grid* g, const int cell[3], int node[GRID_LOCAL]) {
  const int side = g->order + 1;
  int n = 0;
  for (int a = 0; a < side; a++) {
    for (int b = 0; b < side; b++) {
      for (int c = 0; c < side; c++) {
        const int at[3] = {cell[0] * g->order + a, cell[1] * g->order + b, cell[2] * g->order + c};
        node[n++] = nodeAt(g, at);
      }
    }
  }
}

static void faceNodes(const grid_Grid* g, int elem, int node[GRID_LOCAL]) {
  const grid_Face face = grid_face(g, elem);
  const int side = g->order + 1;
  int at[3], n = 0;
  at[face.normal] = face.upper ? g->num[face.normal] - 1 : 0;
  for (int a = 0; a < side; a++) {
    for (int b = 0; b < side; b++) {
      at[face.slow] = face.q[0] * g->order + a;
      at[face.fast] = face.q[1] * g->order + b;
      node[n++] = nodeAt(g, at);
    }
  }
}

void grid_nodes(const grid_Grid* g, int elem, int node[GRID_LOCAL]) {
  ASSERT_FULL(elem >= 0 && elem < g->nelem);
  if (g->shell) {
    faceNodes(g, elem, node);
    return;
  }
  const int plane = g->cell[1] * g->cell[2];
  const int cell[3] = {elem / plane, elem % plane / g->cell[2], elem % g->cell[2]};
  grid_cellNodes(g, cell, node);
}

// ---- basis

void grid_basis(mjtNum value[GRID_SIDE], mjtNum s, int order) {
  if (order == 1) {
    value[0] = 1 - s;
    value[1] = s;
  } else {
    value[0] = 2 * s * s - 3 * s + 1;
    value[1] = 4 * (s - s * s);
    value[2] = 2 * s * s - s;
  }
}

void grid_slope(mjtNum slope[GRID_SIDE], mjtNum s, int order) {
  if (order == 1) {
    slope[0] = -1;
    slope[1] = 1;
  } else {
    slope[0] = 4 * s - 3;
    slope[1] = 4 - 8 * s;
    slope[2] = 4 * s - 1;
  }
}

void grid_locate(const grid_Grid* g, const mjtNum unit[3], int cell[3], mjtNum local[3]) {
  for (int k = 0; k < 3; k++) {
    const int last = g->cell[k] - 1;
    const mjtNum x = unit[k] * g->cell[k];
    // compared as floating-point values first: they may not fit into an int
    cell[k] = !(x >= 1) ? 0 : x >= last ? last : (int)x;
    const mjtNum s = x - cell[k];
    local[k] = s < 0 ? 0 : s > 1 ? 1 : s;
  }
}

// Node offsets from the first node are the same for all cells. `side` is a constant where this is
// called, so that loops over a cell are unrolled.
static inline void interpolate(const grid_Grid* g, const int side, const mjtNum* unit, int n,
                               const mjtNum* xnode, mjtNum* xpos) {
  const int skip[3] = {g->num[1] * g->num[2], g->num[2], 1};
  for (int v = 0; v < n; v++) {
    int cell[3], first = 0;
    mjtNum local[3], value[3][GRID_SIDE], x = 0, y = 0, z = 0;
    grid_locate(g, unit + 3 * v, cell, local);
    for (int k = 0; k < 3; k++) {
      grid_basis(value[k], local[k], side - 1);
      first += cell[k] * (side - 1) * skip[k];
    }
    for (int a = 0; a < side; a++) {
      for (int b = 0; b < side; b++) {
        const mjtNum* at = xnode + 3 * (first + a * skip[0] + b * skip[1]);
        for (int c = 0; c < side; c++) {
          const mjtNum weight = value[0][a] * value[1][b] * value[2][c];
          x += at[3 * c] * weight;
          y += at[3 * c + 1] * weight;
          z += at[3 * c + 2] * weight;
        }
      }
    }
    v3_set(xpos + 3 * v, x, y, z);
  }
}

void grid_interpolate(const mjModel* m, int flex, const mjtNum* unit, int n, const mjtNum* xnode,
                      mjtNum* xpos) {
  const grid_Grid g = grid_of(m, flex);
  if (g.order == 1) {
    interpolate(&g, 2, unit, n, xnode, xpos);
  } else {
    interpolate(&g, 3, unit, n, xnode, xpos);
  }
}

void grid_weights(const grid_Grid* g, const mjtNum local[3], mjtNum weight[GRID_LOCAL]) {
  const int side = g->order + 1;
  mjtNum value[3][GRID_SIDE];
  for (int k = 0; k < 3; k++) grid_basis(value[k], local[k], g->order);
  int n = 0;
  for (int a = 0; a < side; a++) {
    for (int b = 0; b < side; b++) {
      for (int c = 0; c < side; c++) weight[n++] = value[0][a] * value[1][b] * value[2][c];
    }
  }
}

// ---- inner nodes of shells

static void placeOf(const grid_Grid* g, int node, int at[3]) {
  at[0] = node / (g->num[1] * g->num[2]);
  at[1] = node / g->num[2] % g->num[1];
  at[2] = node % g->num[2];
}

bool grid_isInner(const grid_Grid* g, int node) {
  int at[3];
  if (!g->inner) return false;
  placeOf(g, node, at);
  for (int k = 0; k < 3; k++) {
    if (at[k] == 0 || at[k] == g->num[k] - 1) return false;
  }
  return true;
}

// Transfinite interpolation. Bits select the axes that go to their ends: one axis is a face, two
// are an edge, three a corner; signs alternate as in inclusion and exclusion.
void grid_blend(const grid_Grid* g, int node, int on[GRID_BLEND], mjtNum weight[GRID_BLEND]) {
  static const int ends[7] = {1, 2, 4, 3, 5, 6, 7};
  static const int sign[7] = {1, 1, 1, -1, -1, -1, 1};
  int at[3], n = 0;
  placeOf(g, node, at);
  for (int k = 0; k < 7; k++) {
    for (int upper = 0; upper < 8; upper++) {
      if (upper & ~ends[k]) continue;
      int place[3];
      mjtNum w = sign[k];
      for (int a = 0; a < 3; a++) {
        const bool isEnd = ends[k] >> a & 1, isUpper = upper >> a & 1;
        const mjtNum s = (mjtNum)at[a] / (g->num[a] - 1);
        place[a] = !isEnd ? at[a] : isUpper ? g->num[a] - 1 : 0;
        if (isEnd) w *= isUpper ? s : 1 - s;
      }
      on[n] = nodeAt(g, place);
      weight[n++] = w;
    }
  }
  ASSERT_FULL(n == GRID_BLEND);
}

// x (nnode x 3) of inner nodes from those of the surface
static void blendInner(const grid_Grid* g, mjtNum* x) {
  if (!g->inner) return;
  for (int i = 1; i < g->num[0] - 1; i++) {
    for (int j = 1; j < g->num[1] - 1; j++) {
      for (int k = 1; k < g->num[2] - 1; k++) {
        const int at[3] = {i, j, k}, node = nodeAt(g, at);
        int on[GRID_BLEND];
        mjtNum weight[GRID_BLEND], sum[3] = {0, 0, 0};
        grid_blend(g, node, on, weight);
        for (int n = 0; n < GRID_BLEND; n++) v3_addToScl(sum, x + 3 * on[n], weight[n]);
        v3_copy(x + 3 * node, sum);
      }
    }
  }
}

// ---- nodes in the world

void grid_nodePosition(const mjModel* m, const mjData* d, int flex, int node, mjtNum x[3]) {
  const int at = m->flex_nodeadr[flex] + node, body = m->flex_nodebodyid[at];
  const mjtNum* offset = m->flex_node + 3 * at;
  if (m->flex_centered[flex] || (offset[0] == 0 && offset[1] == 0 && offset[2] == 0)) {
    v3_copy(x, d->xpos + 3 * body);
  } else {
    m3_mulVec(x, d->xmat + 9 * body, offset);
    v3_addTo(x, d->xpos + 3 * body);
  }
}

void grid_positions(const mjModel* m, const mjData* d, int flex, mjtNum* xpos) {
  const grid_Grid g = grid_of(m, flex);
  for (int i = 0; i < g.nnode; i++) grid_nodePosition(m, d, flex, i, xpos + 3 * i);
  blendInner(&g, xpos);
}

void grid_velocities(const mjModel* m, const mjData* d, int flex, const mjtNum* xpos, mjtNum* vel) {
  const grid_Grid g = grid_of(m, flex);
  for (int i = 0; i < g.nnode; i++) {
    const int body = m->flex_nodebodyid[m->flex_nodeadr[flex] + i];
    const mjtNum* cvel = d->cvel + 6 * body;
    mjtNum arm[3];
    v3_sub(arm, xpos + 3 * i, d->subtree_com + 3 * m->body_rootid[body]);
    v3_cross(vel + 3 * i, cvel, arm);
    v3_addTo(vel + 3 * i, cvel + 3);
  }
  blendInner(&g, vel);
}

// ---- rotation

// columns of the deformation gradient at the center of a cell
static void cellGradient(const grid_Grid* g, const mjtNum* x, mjtNum column[9]) {
  const int side = g->order + 1;
  mjtNum value[GRID_SIDE], slope[GRID_SIDE];
  int n = 0;
  grid_basis(value, 0.5, g->order);
  grid_slope(slope, 0.5, g->order);
  vn_zero(column, 9);
  for (int a = 0; a < side; a++) {
    for (int b = 0; b < side; b++) {
      for (int c = 0; c < side; c++, n++) {
        v3_addToScl(column, x + 3 * n, slope[a] * value[b] * value[c]);
        v3_addToScl(column + 3, x + 3 * n, value[a] * slope[b] * value[c]);
        v3_addToScl(column + 6, x + 3 * n, value[a] * value[b] * slope[c]);
      }
    }
  }
}

// the same for a face: tangents in the columns of their axes, their cross product in that of the
// normal
static void faceGradient(const grid_Grid* g, int elem, const mjtNum* x, mjtNum column[9]) {
  const grid_Face face = grid_face(g, elem);
  const int side = g->order + 1;
  mjtNum value[GRID_SIDE], slope[GRID_SIDE];
  mjtNum *slow = column + 3 * face.slow, *fast = column + 3 * face.fast;
  int n = 0;
  grid_basis(value, 0.5, g->order);
  grid_slope(slope, 0.5, g->order);
  vn_zero(column, 9);
  for (int a = 0; a < side; a++) {
    for (int b = 0; b < side; b++, n++) {
      v3_addToScl(slow, x + 3 * n, slope[a] * value[b]);
      v3_addToScl(fast, x + 3 * n, value[a] * slope[b]);
    }
  }
  v3_cross(column + 3 * face.normal, slow, fast);
}

// deformation gradient of an element; x: its nodes (nlocal x 3)
static void gradient(const grid_Grid* g, int elem, const mjtNum* x, mjtNum column[9]) {
  if (g->shell) {
    faceGradient(g, elem, x, column);
  } else {
    cellGradient(g, x, column);
  }
}

void grid_rotation(const grid_Grid* g, int elem, const mjtNum x[3 * GRID_LOCAL], mjtNum quat[4]) {
  mjtNum column[9];
  gradient(g, elem, x, column);
  turn_towards(column, quat);
}

void grid_rotations(const grid_Grid* g, const mjtNum* xnode, int elem, int n, mjtNum* quat) {
  mjtNum column[9 * GRID_GROUP], x[3 * GRID_LOCAL];
  ASSERT_FULL(n > 0 && n <= GRID_GROUP);
  for (int e = 0; e < n; e++) {
    int node[GRID_LOCAL];
    grid_nodes(g, elem + e, node);
    for (int i = 0; i < g->nlocal; i++) v3_copy(x + 3 * i, xnode + 3 * node[i]);
    gradient(g, elem + e, x, column + 9 * e);
  }
  FOURS(fours_rotations)(quat, column, n);
}
