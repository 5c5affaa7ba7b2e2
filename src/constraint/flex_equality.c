// Jacobian rows of equality constraints of flexes (deformable objects): lengths of edges, shapes of
// vertices, strains of the cells of an interpolated flex. Each row has its own impedance; rows that
// move the same dofs share a block.
//   flexedge_length, flexedge_J, flexvert_length, flexvert_J, frames, cdof -> blocks of rows
#include <string.h>

#include "constraint/body_pair.h"
#include "dyn/flex.h"
#include "dyn/flex_grid.h"

// a flex sleeps if its first movable body does
static bool rests(const rows_Build* b, int flex) {
  const mjModel* m = b->m;
  const bool grid = m->flex_interp[flex] != 0;
  const int n = grid ? m->flex_nodenum[flex] : m->flex_vertnum[flex];
  const int* body = grid ? m->flex_nodebodyid + m->flex_nodeadr[flex]
                         : m->flex_vertbodyid + m->flex_vertadr[flex];
  for (int i = 0; i < n && b->sleeping; i++) {
    const int tree = m->body_treeid[body[i]];
    if (tree >= 0) return !b->d->tree_awake[tree];
  }
  return false;
}

// ---- edges

void rows_planFlexEdges(rows_Build* b, int eq) {
  const mjModel* m = b->m;
  const int flex = m->eq_obj1id[eq], adr = m->flex_edgeadr[flex];
  if (!flex_hasEdges(m, flex) || rests(b, flex)) return;
  for (int e = adr; e < adr + m->flex_edgenum[flex]; e++) {
    if (m->flexedge_rigid[e]) continue;
    rows_plan(b, CON_EQUALITY, mjCNSTR_EQUALITY, eq, 1, 1, m->flexedge_J_rownnz[e])->upper = e;
  }
}

// copies rows from a sparse matrix of the model into a block, with its columns
static void copyRow(rows_Build* b, con_Block* block, const mjtNum* val, const int* col) {
  const size_t n = (size_t)block->ncol;
  memcpy(b->col + block->col, col, n * sizeof *col);
  memcpy(b->jac + block->jac, val, (size_t)block->nbase * n * sizeof *val);
  if (block->nbase == 1 && !b->sparse) rows_squeeze(b, block);
  rows_treesOfColumns(b, block);
}

void rows_fillFlexEdge(rows_Build* b, con_Block* block) {
  const mjModel* m = b->m;
  const int e = block->upper, adr = m->flexedge_J_rowadr[e];
  copyRow(b, block, b->d->flexedge_J + adr, m->flexedge_J_colind + adr);
  rows_setScalars(b, block, b->d->flexedge_length[e] - m->flexedge_length0[e], 0, 0,
                  m->flexedge_invweight0[e]);
}

// ---- shapes of vertices

void rows_planFlexShapes(rows_Build* b, int eq) {
  const mjModel* m = b->m;
  const int flex = m->eq_obj1id[eq], adr = m->flex_vertadr[flex];
  if (!flex_hasShapes(m, flex) || rests(b, flex)) return;
  for (int v = adr; v < adr + m->flex_vertnum[flex]; v++) {
    con_Block* block =
        rows_plan(b, CON_EQUALITY, mjCNSTR_EQUALITY, eq, 2, 2, m->flexvert_J_rownnz[2 * v]);
    block->upper = v;
    block->apart = true;
  }
}

void rows_fillFlexShape(rows_Build* b, con_Block* block) {
  const mjModel* m = b->m;
  const int v = block->upper, adr = m->flexvert_J_rowadr[2 * v];
  ASSERT_FULL(m->flexvert_J_rowadr[2 * v + 1] == adr + block->ncol);
  copyRow(b, block, b->d->flexvert_J + adr, m->flexvert_J_colind + adr);
  rows_setScalars(b, block, 0, 0, 0, m->body_invweight0[2 * m->flex_vertbodyid[v]]);
  for (int k = 0; k < 2; k++) b->d->efc_pos[block->efc + k] = b->d->flexvert_length[2 * v + k];
}

// ---- strains

// an element of an interpolated flex with stored strain modes
typedef struct {
  int flex, elem, nmode;
  grid_Grid grid;
  const mjtNum* mode;  // (nmode x 3 nlocal)
} Strain;

// element that an equality refers to, rounded down; -1: none
static int strainElement(const grid_Grid* g, const mjtNum* data) {
  int elem = 0;
  for (int k = 0; k < (g->shell ? 1 : 3); k++) {
    const int n = g->shell ? g->nelem : g->cell[k];
    if (!(data[k] > -1 && data[k] < n)) return -1;
    elem = elem * n + (int)data[k];
  }
  return elem;
}

static bool strainOf(const mjModel* m, int eq, Strain* s) {
  const int flex = m->eq_obj1id[eq], adr = m->flex_stiffnessadr[flex];
  if (!m->flex_interp[flex] || m->flex_edgeequality[flex] != 3 || adr < 0) return false;
  *s = (Strain){.flex = flex, .grid = grid_of(m, flex)};
  const grid_Grid* g = &s->grid;
  s->elem = strainElement(g, m->eq_data + mjNEQDATA * eq);
  if (s->elem < 0 || g->order >= GRID_SIDE) return false;
  const int n = 3 * g->nlocal, most = (n * n - 1) / n;
  const mjtNum* slot = m->flex_stiffness + adr + (size_t)s->elem * (size_t)(n * n);
  s->nmode = !(slot[0] > 0) ? 0 : slot[0] > most ? most : (int)slot[0];
  s->mode = slot + 1;
  return true;
}

static const int* nodeBodies(const mjModel* m, const Strain* s, int body[GRID_LOCAL]) {
  int node[GRID_LOCAL];
  grid_nodes(&s->grid, s->elem, node);
  for (int i = 0; i < s->grid.nlocal; i++) {
    body[i] = m->flex_nodebodyid[m->flex_nodeadr[s->flex] + node[i]];
  }
  return body;
}

void rows_planFlexStrain(rows_Build* b, int eq) {
  Strain s;
  int body[GRID_LOCAL], ncol = 0;
  if (!strainOf(b->m, eq, &s) || !s.nmode || rests(b, s.flex)) return;
  nodeBodies(b->m, &s, body);
  for (int i = 0; i < s.grid.nlocal; i++) ncol += pair_chain(b->m, body[i]).n;
  if (ncol > b->m->nv) ncol = (int)b->m->nv;
  rows_plan(b, CON_EQUALITY, mjCNSTR_EQUALITY, eq, s.nmode, s.nmode, ncol)->apart = true;
}

// merges the dofs of a chain into ascending columns; returns the number of columns
static int joinColumns(int* col, int n, pair_Chain chain) {
  for (int k = 0; k < chain.n; k++) {
    int at = n;
    while (at > 0 && col[at - 1] > chain.dof[k]) at--;
    if (at > 0 && col[at - 1] == chain.dof[k]) continue;
    memmove(col + at + 1, col + at, (size_t)(n - at) * sizeof *col);
    col[at] = chain.dof[k];
    n++;
  }
  return n;
}

static int columnOf(const int* col, int n, int dof) {
  int low = 0;
  while (low < n) {
    const int middle = (low + n) / 2;
    if (col[middle] < dof) {
      low = middle + 1;
    } else {
      n = middle;
    }
  }
  return low;
}

// all rows += (R mode)' Jp of one node, mat = R
static void addNode(const rows_Build* b, const con_Block* block, const Strain* s, int node,
                    pair_Chain chain, const mjtNum offset[3], const mjtNum mat[9]) {
  const int n = block->ncol, *col = b->col + block->col, width = 3 * s->grid.nlocal;
  for (int k = 0; k < chain.n; k++) {
    const int at = columnOf(col, n, chain.dof[k]);
    mjtNum lin[3], local[3];
    jac_point(lin, b->d->cdof + 6 * chain.dof[k], offset);
    m3_mulTVec(local, mat, lin);
    for (int r = 0; r < s->nmode; r++) {
      b->jac[block->jac + r * n + at] += v3_dot(s->mode + r * width + 3 * node, local);
    }
  }
}

static void fillStrain(rows_Build* b, con_Block* block, const Strain* s) {
  const mjModel* m = b->m;
  const grid_Grid* g = &s->grid;
  int node[GRID_LOCAL], body[GRID_LOCAL];
  mjtNum x[3 * GRID_LOCAL], u[3 * GRID_LOCAL], quat[4], mat[9], weight = 0;
  grid_nodes(g, s->elem, node);
  nodeBodies(m, s, body);
  for (int i = 0; i < g->nlocal; i++) grid_nodePosition(m, b->d, s->flex, node[i], x + 3 * i);
  grid_rotation(g, s->elem, x, quat);
  quat_toMat(mat, quat);
  block->ncol = 0;
  for (int i = 0; i < g->nlocal; i++) {
    block->ncol = joinColumns(b->col + block->col, block->ncol, pair_chain(m, body[i]));
    weight += m->body_invweight0[2 * body[i]];
  }
  vn_zero(b->jac + block->jac, s->nmode * block->ncol);
  for (int i = 0; i < g->nlocal; i++) {
    mjtNum offset[3];
    pair_offset(offset, m, b->d, body[i], x + 3 * i);
    addNode(b, block, s, i, pair_chain(m, body[i]), offset, mat);
    m3_mulTVec(u + 3 * i, mat, x + 3 * i);
    v3_subFrom(u + 3 * i, m->flex_node0 + 3 * (m->flex_nodeadr[s->flex] + node[i]));
  }
  rows_setScalars(b, block, 0, 0, 0, weight / g->nlocal);
  for (int r = 0; r < s->nmode; r++) {
    b->d->efc_pos[block->efc + r] = vn_dot(s->mode + 3 * g->nlocal * r, u, 3 * g->nlocal);
  }
  rows_treesOfColumns(b, block);
}

void rows_fillFlexStrain(rows_Build* b, con_Block* block) {
  Strain s;
  const bool known = strainOf(b->m, block->id, &s);
  ASSERT(known && s.nmode == block->nefc);
  fillStrain(b, block, &s);
}

// ---- all

int rows_mostFlexBlocks(const mjModel* m) {
  int most = 0;
  for (int i = 0; i < m->neq && m->nflex; i++) {
    const int flex = m->eq_obj1id[i];
    if (m->eq_type[i] == mjEQ_FLEX) most += m->flex_edgenum[flex];
    if (m->eq_type[i] == mjEQ_FLEXVERT) most += m->flex_vertnum[flex];
  }
  return most;
}
