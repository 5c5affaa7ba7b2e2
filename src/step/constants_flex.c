// Derived constants of flexes (deformable bodies): sparsity patterns of their Jacobians, lengths
// and inverse weights (J M^-1 J') of edges at qpos0, and the rest shape of sheets whose equality
// keeps it.
//   flex topology, d at qpos0 -> flexedge_J_*, flexvert_J_*, flex_vertedge*, flex_vertmetric,
//   flexedge_length0, flexedge_invweight0
#include <sinew/api.h>

#include "base/assert.h"
#include "dyn/dyn.h"
#include "dyn/flex.h"
#include "math/quat.h"
#include "math/vec.h"
#include "model/stack.h"
#include "step/constants.h"

// ---- chains of dofs

// Sorted union of the dof chains of several bodies: dofs in it are marked with the same stamp
typedef struct {
  int* mark;  // (nv)
  int stamp;
  int *list, n;  // (nv)
} Chains;

static void startChains(Chains* c) {
  c->stamp++;
  c->n = 0;
}

static void addChain(const mjModel* m, Chains* c, int body) {
  const int weld = m->body_weldid[body], num = m->body_dofnum[weld];
  for (int i = num ? m->body_dofadr[weld] + num - 1 : -1; i >= 0; i = m->dof_parentid[i]) {
    if (c->mark[i] == c->stamp) return;  // the rest of the chain is marked too
    c->mark[i] = c->stamp;
    int at = c->n++;
    for (; at > 0 && c->list[at - 1] > i; at--) c->list[at] = c->list[at - 1];
    c->list[at] = i;
  }
}

// ---- patterns

static bool hasEdgeRows(const mjModel* m, int flex) {
  return flex_hasEdges(m, flex) && (m->flex_edgeequality[flex] || flex_needsEdgeJac(m, flex));
}

static bool setEdgeRows(mjModel* m, Chains* c) {
  int adr = 0;
  for (int f = 0; f < m->nflex; f++) {
    const bool rows = hasEdgeRows(m, f);
    const int begin = m->flex_edgeadr[f], vert = m->flex_vertadr[f];
    for (int e = begin; e < begin + m->flex_edgenum[f]; e++) {
      startChains(c);
      for (int k = 0; k < 2 && rows; k++) {
        addChain(m, c, m->flex_vertbodyid[vert + m->flex_edge[2 * e + k]]);
      }
      if (adr + c->n > m->nJfe) return false;
      m->flexedge_J_rownnz[e] = c->n;
      m->flexedge_J_rowadr[e] = rows ? adr : 0;
      for (int k = 0; k < c->n; k++) m->flexedge_J_colind[adr++] = c->list[k];
    }
  }
  return true;
}

// Lists the edges at each vertex, ascending, from an address on; returns the next address
static int listEdges(mjModel* m, int flex, int adr) {
  const int vert = m->flex_vertadr[flex], nvert = m->flex_vertnum[flex];
  const int edge = m->flex_edgeadr[flex], nedge = m->flex_edgenum[flex];
  for (int v = vert; v < vert + nvert; v++) m->flex_vertedgenum[v] = 0;
  for (int k = 2 * edge; k < 2 * (edge + nedge); k++) m->flex_vertedgenum[vert + m->flex_edge[k]]++;
  for (int v = vert; v < vert + nvert; v++) {
    m->flex_vertedgeadr[v] = adr;
    adr += m->flex_vertedgenum[v];
    m->flex_vertedgenum[v] = 0;
  }
  for (int k = 2 * edge; k < 2 * (edge + nedge); k++) {
    const int v = vert + m->flex_edge[k];
    m->flex_vertedge[m->flex_vertedgeadr[v] + m->flex_vertedgenum[v]++] = k / 2 - edge;
  }
  return adr;
}

// inverse of the weighted second moment matrix of the edges around a vertex; false: the sheet is
// not flat
static bool setMetric(mjModel* m, int flex, int vert) {
  const mjtNum* size = m->flex_size + 3 * flex;
  mjtNum B[4] = {0};
  for (int k = 0; k < m->flex_vertedgenum[vert]; k++) {
    const int e = m->flex_edgeadr[flex] + m->flex_vertedge[m->flex_vertedgeadr[vert] + k];
    const int a = m->flex_vertadr[flex] + m->flex_edge[2 * e];
    const int b = m->flex_vertadr[flex] + m->flex_edge[2 * e + 1];
    const mjtNum mass = m->body_mass[m->flex_vertbodyid[a == vert ? b : a]];
    mjtNum dx[3];
    for (int i = 0; i < 3; i++) {
      dx[i] = (m->flex_vert0[3 * b + i] - m->flex_vert0[3 * a + i]) * 2 * size[i];
    }
    if (lane_abs(dx[2]) > mjMINVAL) return false;
    for (int i = 0; i < 4; i++) B[i] += lane_max(mjMINVAL, mass) * dx[i / 2] * dx[i % 2];
  }
  const mjtNum det = B[0] * B[3] - B[1] * B[2];
  const mjtNum inv = lane_abs(det) < mjMINVAL ? 0 : 1 / det;
  v4_set(m->flex_vertmetric + 4 * vert, B[3] * inv, -B[1] * inv, -B[2] * inv, B[0] * inv);
  return true;
}

// Writes the pattern of the two rows of a vertex; returns the end of the second, -1: the array is
// full
static int setShapeRows(mjModel* m, int flex, int vert, int adr, Chains* c) {
  startChains(c);
  for (int k = 0; k < m->flex_vertedgenum[vert]; k++) {
    const int e = m->flex_edgeadr[flex] + m->flex_vertedge[m->flex_vertedgeadr[vert] + k];
    for (int i = 0; i < 2; i++) {
      addChain(m, c, m->flex_vertbodyid[m->flex_vertadr[flex] + m->flex_edge[2 * e + i]]);
    }
  }
  if (adr + 2 * c->n > 2 * m->nJfv) return -1;
  for (int r = 2 * vert; r < 2 * vert + 2; r++) {
    m->flexvert_J_rownnz[r] = c->n;
    m->flexvert_J_rowadr[r] = adr;
    for (int k = 0; k < c->n; k++) m->flexvert_J_colind[adr++] = c->list[k];
  }
  return adr;
}

static int setShapes(mjModel* m, Chains* c) {
  int adr = 0, edges = 0;
  for (int f = 0; f < m->nflex; f++) {
    const int begin = m->flex_vertadr[f], end = begin + m->flex_vertnum[f];
    const bool shapes = flex_hasShapes(m, f);
    if (shapes) edges = listEdges(m, f, edges);
    for (int v = begin; v < end; v++) {
      if (shapes) {
        if (!setMetric(m, f, v)) return CONST_NOT_FLAT - f;
        adr = setShapeRows(m, f, v, adr, c);
        if (adr < 0) return CONST_NO_ROOM;
      } else {
        for (int r = 2 * v; r < 2 * v + 2; r++) {
          m->flexvert_J_rownnz[r] = 0;
          m->flexvert_J_rowadr[r] = adr;
        }
      }
    }
  }
  return 0;
}

// rotates the rest shape of sheets into their plane
// odd: sheet that faces down
static void alignShapes(mjModel* m) {
  for (int f = 0; f < m->nflex; f++) {
    if (!flex_hasShapes(m, f)) continue;
    mjtNum *vert0 = m->flex_vert0 + 3 * m->flex_vertadr[f], edge[2][3], normal[3], quat[4];
    const int* elem = m->flex_elem + m->flex_elemdataadr[f];
    for (int k = 0; k < 2; k++) v3_sub(edge[k], vert0 + 3 * elem[k + 1], vert0 + 3 * elem[0]);
    v3_cross(normal, edge[0], edge[1]);
    quat_fromZ(quat, normal);
    for (int v = 0; v < m->flex_vertnum[f]; v++) quat_rotateInv(vert0 + 3 * v, vert0 + 3 * v, quat);
  }
}

int const_flexPatterns(mjModel* m, mjData* d) {
  const size_t nv = (size_t)m->nv;
  Chains c = {.mark = stack_int(d, nv), .list = stack_int(d, nv)};
  if (!c.mark || !c.list) return CONST_NO_ROOM;
  for (int i = 0; i < m->nv; i++) c.mark[i] = 0;
  if (!setEdgeRows(m, &c)) return CONST_NO_ROOM;
  const int fault = setShapes(m, &c);
  if (!fault) alignShapes(m);
  return fault;
}

// ---- at qpos0

static mjtNum edgeWeight(const mjModel* m, const mjData* d, int flex, int edge, mjtNum* row,
                         mjtNum* solved) {
  const int nv = (int)m->nv, adr = m->flexedge_J_rowadr[edge], n = m->flexedge_J_rownnz[edge];
  int body[2];
  for (int k = 0; k < 2; k++) {
    body[k] = m->flex_vertbodyid[m->flex_vertadr[flex] + m->flex_edge[2 * edge + k]];
  }
  if (m->flexedge_rigid[edge]) return 0;
  if (m->body_simple[body[0]] == 2 && m->body_simple[body[1]] == 2) {
    return (1 / m->body_mass[body[0]] + 1 / m->body_mass[body[1]]) / 2;
  }
  if (!n) return 0;
  vn_zero(row, nv);
  for (int k = adr; k < adr + n; k++) row[m->flexedge_J_colind[k]] = d->flexedge_J[k];
  vn_copy(solved, row, nv);
  LANE(dyn_solve)(m, solved, d->qLD, d->qLDiagInv, 1);
  return vn_dot(row, solved, nv);
}

bool const_flexWeights(mjModel* m, mjData* d) {
  mjtNum *row = stack_num(d, (size_t)m->nv), *solved = stack_num(d, (size_t)m->nv);
  if (!row || !solved) return false;
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_interp[f]) continue;
    const int begin = m->flex_edgeadr[f];
    for (int e = begin; e < begin + m->flex_edgenum[f]; e++) {
      m->flexedge_length0[e] = d->flexedge_length[e];
      m->flexedge_invweight0[e] = edgeWeight(m, d, f, e, row, solved);
    }
  }
  return true;
}

static void grow(mjtNum* size, mjtNum other) { *size = lane_max(*size, other); }

void const_flexSizes(const mjModel* m, const mjData* d, mjtNum* size) {
  for (int f = 0; f < m->nflex; f++) {
    const int edge = m->flex_edgeadr[f], *node = m->flex_nodebodyid + m->flex_nodeadr[f];
    for (int e = edge; e < edge + m->flex_edgenum[f] && !m->flex_interp[f]; e++) {
      for (int k = 0; k < 2; k++) {
        grow(size + m->flex_vertbodyid[m->flex_vertadr[f] + m->flex_edge[2 * e + k]],
             m->flexedge_length0[e]);
      }
    }
    for (int i = 0; i < m->flex_nodenum[f]; i++) {
      for (int j = 0; j < i; j++) {
        const mjtNum dist = v3_dist(d->xpos + 3 * node[i], d->xpos + 3 * node[j]);
        grow(size + node[i], dist);
        grow(size + node[j], dist);
      }
    }
  }
}
