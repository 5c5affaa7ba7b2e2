// Elasticity of interpolated flexes (corotational finite elements). Cells, and faces of shells, are
// corotational: in the frame that turns with an element its nodes are displaced by u = R'x - x0,
// and the force is R K u, K negative. Shells bend where two faces meet: the energy is k |nA - nB -
// R dn0|^2 / 2, R between the rotations of both.
//   frames, cvel, flex_node0, flex_stiffness, flex_bending -> qfrc_spring, qfrc_damper
#include <sinew/api.h>

#include "base/assert.h"
#include "dyn/dyn.h"
#include "dyn/flex_grid.h"
#include "force/flex_force.h"
#include "math/dense.h"
#include "math/quat.h"
#include "math/vec.h"
#include "model/stack.h"

// nodes of a flex in a pass
typedef struct {
  int flex;
  grid_Grid grid;
  mjtNum *x, *v;            // positions and velocities (nnode x 3)
  mjtNum *spring, *damper;  // forces on them
} Nodes;

static bool takeNodes(const mjModel* m, mjData* d, int flex, bool moving, Nodes* nodes) {
  *nodes = (Nodes){.flex = flex, .grid = grid_of(m, flex)};
  const int n = 3 * nodes->grid.nnode;
  mjtNum* all = stack_smooth(d, (moving ? 4 : 2) * (size_t)n);
  if (!all) return false;
  nodes->x = all;
  nodes->spring = all + n;
  grid_positions(m, d, flex, nodes->x);
  vn_zero(nodes->spring, n);
  if (!moving) return true;
  nodes->v = all + 2 * n;
  nodes->damper = all + 3 * n;
  grid_velocities(m, d, flex, nodes->x, nodes->v);
  vn_zero(nodes->damper, n);
  return true;
}

// odd: cells without reaction; a node that is the origin of its body acts on three dofs alone
static void applyNodes(const mjModel* m, const mjData* d, const Nodes* nodes, bool reaction,
                       const mjtNum* force, mjtNum* qfrc) {
  const int adr = m->flex_nodeadr[nodes->flex];
  for (int i = 0; i < nodes->grid.nnode; i++) {
    const int body = m->flex_nodebodyid[adr + i];
    const mjtNum* offset = m->flex_node + 3 * (adr + i);
    const bool origin =
        m->flex_centered[nodes->flex] || (offset[0] == 0 && offset[1] == 0 && offset[2] == 0);
    if (!reaction && origin && m->body_dofnum[body]) {
      mjtNum local[3];
      m3_mulTVec(local, d->xmat + 9 * body, force + 3 * i);
      for (int k = 0; k < 3 && k < m->body_dofnum[body]; k++) {
        qfrc[m->body_dofadr[body] + k] += local[k];
      }
    } else {
      flex_push(m, d, body, nodes->x + 3 * i, force + 3 * i, qfrc);
    }
  }
}

// distributes forces on inner nodes of a shell to the nodes that they follow
static void spreadInner(const Nodes* nodes, mjtNum* force) {
  const grid_Grid* g = &nodes->grid;
  if (!g->inner) return;
  for (int i = 0; i < g->nnode; i++) {
    if (!grid_isInner(g, i)) continue;
    int on[GRID_BLEND];
    mjtNum weight[GRID_BLEND];
    grid_blend(g, i, on, weight);
    for (int k = 0; k < GRID_BLEND; k++) v3_addToScl(force + 3 * on[k], force + 3 * i, weight[k]);
    v3_zero(force + 3 * i);
  }
}

// ---- cells and faces

// force of an element: += R K u
static void addForce(const grid_Grid* g, const int* node, const mjtNum* K, const mjtNum mat[9],
                     const mjtNum* u, mjtNum* force) {
  const int n = 3 * g->nlocal;
  mjtNum local[3 * GRID_LOCAL], f[3];
  int row = 0;
  for (; row + 4 <= n; row += 4) dense_dot4(local + row, K + row * n, n, u, n);
  for (; row < n; row++) local[row] = dense_dot(K + row * n, u, n);
  for (int i = 0; i < g->nlocal; i++) {
    m3_mulVec(f, mat, local + 3 * i);
    v3_addTo(force + 3 * node[i], f);
  }
}

static void deformElement(const Nodes* nodes, int elem, const mjtNum* K, const mjtNum* rest,
                          const flex_Sums* sums, mjtNum damping, const mjtNum quat[4]) {
  const grid_Grid* g = &nodes->grid;
  int node[GRID_LOCAL];
  mjtNum u[3 * GRID_LOCAL], mat[9];
  grid_nodes(g, elem, node);
  quat_toMat(mat, quat);
  if (sums->spring) {
    for (int i = 0; i < g->nlocal; i++) {
      m3_mulTVec(u + 3 * i, mat, nodes->x + 3 * node[i]);
      v3_subFrom(u + 3 * i, rest + 3 * node[i]);
    }
    addForce(g, node, K, mat, u, nodes->spring);
  }
  if (nodes->v) {
    for (int i = 0; i < g->nlocal; i++) {
      m3_mulTVec(u + 3 * i, mat, nodes->v + 3 * node[i]);
      v3_scl(u + 3 * i, u + 3 * i, damping);
    }
    addForce(g, node, K, mat, u, nodes->damper);
  }
}

// empty cells have a stiffness of zeros
static void deformGroup(const mjModel* m, const Nodes* nodes, int first, int n, const mjtNum* K,
                        const flex_Sums* sums) {
  const int size = 9 * nodes->grid.nlocal * nodes->grid.nlocal;
  const mjtNum* rest = m->flex_node0 + 3 * m->flex_nodeadr[nodes->flex];
  mjtNum quat[4 * GRID_GROUP];
  bool any = false;
  for (int e = 0; e < n; e++) any = any || K[e * size] != 0;
  if (!any) return;
  grid_rotations(&nodes->grid, nodes->x, first, n, quat);
  for (int e = 0; e < n; e++, K += size) {
    if (*K == 0) continue;
    deformElement(nodes, first + e, K, rest, sums, m->flex_damping[nodes->flex], quat + 4 * e);
  }
}

void flex_deform(const mjModel* m, mjData* d, int flex, const flex_Sums* sums) {
  Nodes nodes;
  const bool damped = sums->damper && m->flex_damping[flex] != 0;
  stack_mark(d);
  if (takeNodes(m, d, flex, damped, &nodes)) {
    const size_t size = 9 * (size_t)(nodes.grid.nlocal * nodes.grid.nlocal);
    const mjtNum* K = m->flex_stiffness + m->flex_stiffnessadr[flex];
    for (int e = 0; e < nodes.grid.nelem; e += GRID_GROUP) {
      const int left = nodes.grid.nelem - e, n = left < GRID_GROUP ? left : GRID_GROUP;
      deformGroup(m, &nodes, e, n, K + (size_t)e * size, sums);
    }
    spreadInner(&nodes, nodes.spring);
    if (sums->spring) applyNodes(m, d, &nodes, sums->reaction, nodes.spring, sums->qspring);
    if (damped) {
      spreadInner(&nodes, nodes.damper);
      applyNodes(m, d, &nodes, sums->reaction, nodes.damper, sums->qdamper);
    }
  }
  stack_free(d);
}

// ---- bending of shells

// a face where it meets another one: tangents and normal there
typedef struct {
  int node[GRID_LOCAL];
  mjtNum slope[2][GRID_LOCAL];  // of the basis, along both tangents
  mjtNum tangent[2][3], normal[3], area;
  mjtNum quat[4];
} Side;

static bool sideOf(const Nodes* nodes, int elem, const mjtNum local[2], Side* s) {
  const grid_Grid* g = &nodes->grid;
  const int side = g->order + 1;
  mjtNum value[2][GRID_SIDE], slope[2][GRID_SIDE], x[3 * GRID_LOCAL];
  for (int k = 0; k < 2; k++) {
    grid_basis(value[k], local[k], g->order);
    grid_slope(slope[k], local[k], g->order);
    v3_zero(s->tangent[k]);
  }
  grid_nodes(g, elem, s->node);
  for (int a = 0, n = 0; a < side; a++) {
    for (int b = 0; b < side; b++, n++) {
      v3_copy(x + 3 * n, nodes->x + 3 * s->node[n]);
      s->slope[0][n] = slope[0][a] * value[1][b];
      s->slope[1][n] = value[0][a] * slope[1][b];
      for (int k = 0; k < 2; k++) v3_addToScl(s->tangent[k], x + 3 * n, s->slope[k][n]);
    }
  }
  v3_cross(s->normal, s->tangent[0], s->tangent[1]);
  s->area = v3_norm(s->normal);
  if (s->area < mjMINVAL) return false;
  v3_scl(s->normal, s->normal, 1 / s->area);
  grid_rotation(g, elem, x, s->quat);
  return true;
}

// forces of a residual r of the normal, times k
static void pushSide(const Nodes* nodes, const Side* s, const mjtNum r[3], mjtNum k) {
  mjtNum w[3], c0[3], c1[3];
  const mjtNum along = v3_dot(s->normal, r);
  for (int i = 0; i < 3; i++) w[i] = (r[i] - s->normal[i] * along) / s->area;
  v3_cross(c0, w, s->tangent[1]);
  v3_cross(c1, w, s->tangent[0]);
  for (int n = 0; n < nodes->grid.nlocal; n++) {
    mjtNum* f = nodes->spring + 3 * s->node[n];
    for (int i = 0; i < 3; i++) f[i] += k * (s->slope[0][n] * c0[i] - s->slope[1][n] * c1[i]);
  }
}

static void bendPair(const Nodes* nodes, const mjtNum edge[FLEX_SHELL]) {
  Side a, b;
  mjtNum quat[4], turned[3], r[3];
  const int last = nodes->grid.nelem;
  if (!(edge[0] >= 0 && edge[0] < last && edge[1] >= 0 && edge[1] < last)) return;
  if (!sideOf(nodes, (int)edge[0], edge + 2, &a) || !sideOf(nodes, (int)edge[1], edge + 4, &b)) {
    return;
  }
  const mjtNum sign = v4_dot(a.quat, b.quat) < 0 ? -1 : 1;
  for (int k = 0; k < 4; k++) quat[k] = a.quat[k] + sign * b.quat[k];
  quat_normalize(quat);
  quat_rotate(turned, edge + 7, quat);
  for (int k = 0; k < 3; k++) r[k] = a.normal[k] - b.normal[k] - turned[k];
  pushSide(nodes, &a, r, edge[6]);
  pushSide(nodes, &b, r, -edge[6]);
}

void flex_bendShell(const mjModel* m, mjData* d, int flex, const flex_Sums* sums) {
  const mjtNum* bending = m->flex_bending + m->flex_bendingadr[flex];
  Nodes nodes;
  if (sums->damper && m->flex_damping[flex] > 0 && m->opt.timestep > 0) {
    mju_warning("flex %d: the bending of an interpolated shell is not damped; set damping of its "
                "elasticity to 0",
                flex);
  }
  if (!sums->spring) return;
  stack_mark(d);
  if (takeNodes(m, d, flex, false, &nodes)) {
    // the count is stored in the model as a floating-point value that could be any
    const mjtNum room = (mjtNum)((m->nflexbending - m->flex_bendingadr[flex] - 1) / FLEX_SHELL);
    const int n = bending[0] >= 0 && bending[0] <= room ? (int)bending[0] : 0;
    for (int e = 0; e < n; e++) {
      if (bending[1 + FLEX_SHELL * e + 6] != 0) bendPair(&nodes, bending + 1 + FLEX_SHELL * e);
    }
    applyNodes(m, d, &nodes, sums->reaction, nodes.spring, sums->qspring);
  }
  stack_free(d);
}
