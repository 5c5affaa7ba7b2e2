// Matrix-free products with the elastic stiffness of flexes, element by element, in generalized
// coordinates: vec and res are vectors over dofs, of which those of bodies with three take part.
//   flexvert_xpos, flexelem_krot -> res += scale K vec
#include "dyn/flex_grid.h"
#include "force/flex_force.h"
#include "force/flex_metric.h"
#include "math/dense.h"
#include "math/vec.h"
#include "model/stack.h"

// ---- between dofs and points

// how the values of a body's three dofs become vectors of points: unchanged, or rotated from the
// body's axes into those of the world
typedef enum { PLAIN, TURNED, PINNED } Way;

// number of dofs of a body that take part, from its first dof on
// odd: shift of a pinned vertex; three dofs from the first one of its body, whatever they are
static int countOf(const mjModel* m, int body, Way way) {
  const int num = m->body_dofnum[body];
  if (way != PINNED || !num) return num == 3 ? 3 : 0;
  const int left = (int)m->nv - m->body_dofadr[body];
  return left < 3 ? left : 3;
}

static void toWorld(const mjModel* m, const mjData* d, const int* body, int n, Way way,
                    const mjtNum* vec, mjtNum* world) {
  for (int i = 0; i < n; i++) {
    const int b = body[i], num = countOf(m, b, way);
    mjtNum local[3] = {0, 0, 0};
    for (int k = 0; k < num; k++) local[k] = vec[m->body_dofadr[b] + k];
    if (way == PLAIN) {
      v3_copy(world + 3 * i, local);
    } else {
      m3_mulVec(world + 3 * i, d->xmat + 9 * b, local);
    }
  }
}

static void fromWorld(const mjModel* m, const mjData* d, const int* body, int n, Way way,
                      const mjtNum* world, mjtNum scale, mjtNum* res) {
  for (int i = 0; i < n; i++) {
    const int b = body[i], num = countOf(m, b, way);
    mjtNum local[3];
    if (way == PLAIN) {
      v3_copy(local, world + 3 * i);
    } else {
      m3_mulTVec(local, d->xmat + 9 * b, world + 3 * i);
    }
    for (int k = 0; k < num; k++) res[m->body_dofadr[b] + k] += scale * local[k];
  }
}

// allocates vectors at the points of a flex: input, then output, which is zero
static mjtNum* takePoints(mjData* d, int n) {
  mjtNum* both = stack_smooth(d, 6 * (size_t)n);
  if (both) vn_zero(both + 3 * n, 3 * n);
  return both;
}

// ---- bending

static void bendProduct(const mjModel* m, int flex, const mjtNum* x, mjtNum* f) {
  const mjtNum* K = m->flex_bending + m->flex_bendingadr[flex];
  const int adr = m->flex_edgeadr[flex];
  for (int e = adr; e < adr + m->flex_edgenum[flex]; e++, K += FLEX_BEND) {
    const int *end = m->flex_edge + 2 * e, *flap = m->flex_edgeflap + 2 * e;
    if (flap[0] < 0 || flap[1] < 0) continue;
    const int vert[4] = {3 * end[0], 3 * end[1], 3 * flap[0], 3 * flap[1]};
    for (int i = 0; i < 4; i++) {
      const mjtNum* row = K + 4 * i;
      for (int k = 0; k < 3; k++) {
        f[vert[i] + k] += row[0] * x[vert[0] + k] + row[1] * x[vert[1] + k] +
                          row[2] * x[vert[2] + k] + row[3] * x[vert[3] + k];
      }
    }
  }
}

void stiff_bend(const mjModel* m, mjData* d, int flex, mjtNum scale, bool turned, mjtNum* res,
                const mjtNum* vec) {
  const int n = m->flex_vertnum[flex], *body = m->flex_vertbodyid + m->flex_vertadr[flex];
  stack_mark(d);
  mjtNum* x = takePoints(d, n);
  if (x) {
    toWorld(m, d, body, n, turned ? TURNED : PLAIN, vec, x);
    bendProduct(m, flex, x, x + 3 * n);
    fromWorld(m, d, body, n, turned ? TURNED : PLAIN, x + 3 * n, scale, res);
  }
  stack_free(d);
}

// ---- stretching

void stiff_tensions(const mjModel* m, const mjData* d, int flex, int elem, mjtNum tension[6]) {
  const int(*local)[2];
  const int n = flex_localEdges(m->flex_dim[flex], &local), adr = m->flex_edgeadr[flex];
  const int* edge = m->flex_elemedge + m->flex_elemedgeadr[flex] + n * elem;
  const mjtNum* K = m->flex_stiffness + m->flex_stiffnessadr[flex] + FLEX_STRETCH * elem;
  mjtNum s[6];
  for (int a = 0; a < n; a++) {
    const mjtNum l = d->flexedge_length[adr + edge[a]], l0 = m->flexedge_length0[adr + edge[a]];
    s[a] = l * l - l0 * l0;
    tension[a] = 0;
  }
  for (int a = 0, at = 0; a < n; a++) {
    tension[a] += K[at++] * s[a];
    for (int b = a + 1; b < n; b++, at++) {
      tension[a] += K[at] * s[b];
      tension[b] += K[at] * s[a];
    }
  }
  for (int a = 0; a < n; a++) tension[a] = lane_max(tension[a], 0);
}

static void stretchProduct(const mjModel* m, const mjData* d, int flex, const mjtNum* x,
                           mjtNum* f) {
  const int(*local)[2];
  const int dim = m->flex_dim[flex], n = flex_localEdges(dim, &local);
  const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  const mjtNum* K = m->flex_stiffness + m->flex_stiffnessadr[flex];
  const int* vert = m->flex_elem + m->flex_elemdataadr[flex];
  for (int e = 0; e < m->flex_elemnum[flex]; e++, K += FLEX_STRETCH, vert += dim + 1) {
    mjtNum dir[6][3], change[6][3], rate[6], push[6] = {0}, tension[6];
    stiff_tensions(m, d, flex, e, tension);
    for (int a = 0; a < n; a++) {
      const int p = 3 * vert[local[a][0]], r = 3 * vert[local[a][1]];
      v3_sub(dir[a], xpos + p, xpos + r);
      v3_sub(change[a], x + p, x + r);
      rate[a] = 2 * v3_dot(dir[a], change[a]);
    }
    for (int a = 0, at = 0; a < n; a++) {
      push[a] += K[at++] * rate[a];
      for (int b = a + 1; b < n; b++, at++) {
        push[a] += K[at] * rate[b];
        push[b] += K[at] * rate[a];
      }
    }
    for (int a = 0; a < n; a++) {
      const int p = 3 * vert[local[a][0]], r = 3 * vert[local[a][1]];
      for (int k = 0; k < 3; k++) {
        const mjtNum force = push[a] * dir[a][k] + tension[a] * change[a][k];
        f[p + k] += force;
        f[r + k] -= force;
      }
    }
  }
}

void stiff_stretch(const mjModel* m, mjData* d, int flex, mjtNum scale, mjtNum* res,
                   const mjtNum* vec) {
  const int n = m->flex_vertnum[flex], *body = m->flex_vertbodyid + m->flex_vertadr[flex];
  stack_mark(d);
  mjtNum* x = takePoints(d, n);
  if (x) {
    toWorld(m, d, body, n, PINNED, vec, x);
    stretchProduct(m, d, flex, x, x + 3 * n);
    fromWorld(m, d, body, n, PINNED, x + 3 * n, scale, res);
  }
  stack_free(d);
}

// ---- cells

static void cellProduct(const mjModel* m, const mjData* d, int flex, const mjtNum* x, mjtNum* f) {
  const grid_Grid grid = grid_of(m, flex);
  const int width = 3 * grid.nlocal;
  const mjtNum* K = d->flexelem_krot + m->flex_stiffnessadr[flex];
  const mjtNum* own = m->flex_stiffness + m->flex_stiffnessadr[flex];
  for (int e = 0; e < grid.nelem; e++, K += width * width, own += width * width) {
    int node[GRID_LOCAL];
    mjtNum local[3 * GRID_LOCAL];
    if (*own == 0) continue;
    grid_nodes(&grid, e, node);
    for (int i = 0; i < grid.nlocal; i++) v3_copy(local + 3 * i, x + 3 * node[i]);
    for (int i = 0; i < width; i++) {
      f[3 * node[i / 3] + i % 3] -= dense_dot(K + i * width, local, width);
    }
  }
}

// velocities of nodes by all dofs that move them (J vec)
static void moveNodes(const mjModel* m, const mjData* d, int flex, const mjtNum* xnode,
                      const mjtNum* vec, mjtNum* vel) {
  const int* body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  for (int i = 0; i < m->flex_nodenum[flex]; i++, vel += 3) {
    const int weld = m->body_weldid[body[i]], num = m->body_dofnum[weld];
    mjtNum offset[3], lin[3];
    v3_sub(offset, xnode + 3 * i, d->subtree_com + 3 * m->body_rootid[body[i]]);
    v3_zero(vel);
    for (int k = num ? m->body_dofadr[weld] + num - 1 : -1; k >= 0; k = m->dof_parentid[k]) {
      v3_cross(lin, d->cdof + 6 * k, offset);
      v3_addTo(lin, d->cdof + 6 * k + 3);
      v3_addToScl(vel, lin, vec[k]);
    }
  }
}

// products through full Jacobians: nodes whose bodies are attached to moving bodies
static void nestedCells(const mjModel* m, mjData* d, int flex, mjtNum scale, mjtNum* res,
                        const mjtNum* vec) {
  const int n = m->flex_nodenum[flex], *body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  stack_mark(d);
  mjtNum *x = takePoints(d, n), *xnode = stack_smooth(d, 3 * (size_t)n);
  if (x && xnode) {
    mjtNum* f = x + 3 * n;
    grid_positions(m, d, flex, xnode);
    moveNodes(m, d, flex, xnode, vec, x);
    cellProduct(m, d, flex, x, f);
    for (int i = 0; i < n; i++) {
      v3_scl(f + 3 * i, f + 3 * i, scale);
      flex_push(m, d, body[i], xnode + 3 * i, f + 3 * i, res);
    }
  }
  stack_free(d);
}

void stiff_cells(const mjModel* m, mjData* d, int flex, mjtNum scale, mjtNum* res,
                 const mjtNum* vec) {
  if (!metric_areCellsInMatrix(m, flex)) {
    nestedCells(m, d, flex, scale, res, vec);
    return;
  }
  const int n = m->flex_nodenum[flex], *body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  stack_mark(d);
  mjtNum* x = takePoints(d, n);
  if (x) {
    toWorld(m, d, body, n, TURNED, vec, x);
    cellProduct(m, d, flex, x, x + 3 * n);
    fromWorld(m, d, body, n, TURNED, x + 3 * n, scale, res);
  }
  stack_free(d);
}
