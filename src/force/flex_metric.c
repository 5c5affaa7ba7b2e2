// Sparse matrix of the implicit metric of flexes: assembly of 3 x 3 blocks between bodies that
// share an element, a bent edge or a cell. The sparsity pattern and the places of the blocks follow
// from the topology and are cached with mjData, so a pass only adds values. Also the Cholesky
// factors of the diagonal blocks (preconditioner).
//   frames, flexvert_xpos, flexedge_length, M -> efm_K_*, efm_dofid, efm_L, flexelem_krot
#include "force/flex_metric.h"

#include <stdalign.h>
#include <string.h>

#include "base/assert.h"
#include "dyn/flex.h"
#include "dyn/flex_grid.h"
#include "force/flex_force.h"
#include "force/passive_contact.h"
#include "math/quat.h"
#include "math/vec.h"
#include "model/private_data.h"
#include "model/stack.h"
#include "model/warning.h"

// ---- flexes and parts that are in the metric

metric_Parts metric_partsOf(const mjModel* m, int flex) {
  const int dim = m->flex_dim[flex];
  if (m->flex_rigid[flex]) return (metric_Parts){false, false, false};
  if (m->flex_interp[flex]) {
    // odd: shells without stretch
    return (metric_Parts){.cells = flex_isStiff(m, flex) && m->flex_edgeequality[flex] != 3};
  }
  return (metric_Parts){.stretch = dim > 1 && flex_isStiff(m, flex),
                        .bend = dim == 2 && flex_isBent(m, flex)};
}

bool metric_areCellsInMatrix(const mjModel* m, int flex) {
  const int* body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  for (int i = 0; i < m->flex_nodenum[flex]; i++) {
    const bool fixed = m->body_treeid[body[i]] < 0;
    if (!fixed && (m->body_simple[body[i]] != 2 || m->body_dofnum[body[i]] != 3)) return false;
  }
  return m->flex_interp[flex] > 0;
}

static bool hasPassive(const mjModel* m) {
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_passive[f] && !m->flex_rigid[f]) return true;
  }
  return false;
}

bool metric_isWanted(const mjModel* m) {
  const bool implicit =
      m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST;
  if (!implicit || m->opt.solver != mjSOL_CG || m->opt.cone != mjCONE_PYRAMIDAL) return false;
  if (m->opt.enableflags & mjENBL_SLEEP) return false;
  for (int f = 0; f < m->nflex; f++) {
    const metric_Parts parts = metric_partsOf(m, f);
    if (parts.stretch || parts.bend || parts.cells) return true;
  }
  return hasPassive(m);
}

// bending alone is left to matrix-free products, and to its constant factorization
static bool isInMatrix(const mjModel* m, int flex, metric_Parts* parts, bool any) {
  *parts = metric_partsOf(m, flex);
  parts->cells = parts->cells && metric_areCellsInMatrix(m, flex);
  return any && (parts->stretch || parts->bend || parts->cells);
}

static bool anyMatrix(const mjModel* m) {
  for (int f = 0; f < m->nflex; f++) {
    metric_Parts parts;
    if (isInMatrix(m, f, &parts, true) && (parts.stretch || parts.cells)) return true;
  }
  return false;
}

// ---- groups that are coupled, in their order: elements, bent edges, cells

typedef struct {
  const mjModel* m;
  int flex, kind, item;
  bool any;
  metric_Parts parts;
  grid_Grid grid;
  int n, body[GRID_LOCAL];  // of the current one
} Groups;

static bool bodiesOf(Groups* g, int kind, int item) {
  const mjModel* m = g->m;
  const int f = g->flex, *body = m->flex_vertbodyid + m->flex_vertadr[f];
  if (kind == 0) {
    g->n = m->flex_dim[f] + 1;
    const int* vert = m->flex_elem + m->flex_elemdataadr[f] + item * g->n;
    for (int i = 0; i < g->n; i++) g->body[i] = body[vert[i]];
  } else if (kind == 1) {
    const int e = m->flex_edgeadr[f] + item;
    const int *end = m->flex_edge + 2 * e, *flap = m->flex_edgeflap + 2 * e;
    if (flap[0] < 0 || flap[1] < 0) return false;
    const int vert[4] = {end[0], end[1], flap[0], flap[1]};
    g->n = 4;
    for (int i = 0; i < 4; i++) g->body[i] = body[vert[i]];
  } else {
    int node[GRID_LOCAL];
    g->n = g->grid.nlocal;
    grid_nodes(&g->grid, item, node);
    for (int i = 0; i < g->n; i++) {
      g->body[i] = m->flex_nodebodyid[m->flex_nodeadr[f] + node[i]];
    }
  }
  return true;
}

static int itemsOf(const Groups* g, int kind) {
  if (kind == 0) return g->parts.stretch ? g->m->flex_elemnum[g->flex] : 0;
  if (kind == 1) return g->parts.bend ? g->m->flex_edgenum[g->flex] : 0;
  return g->parts.cells ? g->grid.nelem : 0;
}

static Groups startGroups(const mjModel* m) {
  return (Groups){.m = m, .flex = -1, .kind = 2, .any = anyMatrix(m)};
}

static bool nextGroup(Groups* g) {
  for (;;) {
    while (g->flex < 0 || g->item >= itemsOf(g, g->kind)) {
      g->item = 0;
      if (g->kind < 2) {
        g->kind++;
        continue;
      }
      g->kind = 0;
      if (++g->flex >= g->m->nflex) return false;
      if (!isInMatrix(g->m, g->flex, &g->parts, g->any)) g->parts = (metric_Parts){0};
      if (g->parts.cells) g->grid = grid_of(g->m, g->flex);
    }
    if (bodiesOf(g, g->kind, g->item++)) return true;
  }
}

// ---- structure

static int rowOf(const private_Metric* p, const mjModel* m, int body) {
  int low = 0, high = p->nrow;
  if (m->body_dofnum[body] != 3) return -1;
  const int dof = m->body_dofadr[body];
  while (low < high) {
    const int middle = (low + high) / 2;
    if (p->dof[middle] < dof) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < p->nrow && p->dof[low] == dof ? low : -1;
}

// rows in the order of bodies, which is that of dofs
static bool listRows(const mjModel* m, mjData* d, private_Metric* p) {
  const int most = (int)private_metricRows(m);
  stack_mark(d);
  int* in = stack_int(d, (size_t)m->nbody);
  p->nrow = 0;
  if (in) {
    memset(in, 0, (size_t)m->nbody * sizeof *in);
    Groups g = startGroups(m);
    while (nextGroup(&g)) {
      for (int i = 0; i < g.n; i++) in[g.body[i]] = 1;
    }
    for (int b = 0; b < m->nbody && p->nrow < most; b++) {
      if (in[b] && m->body_dofnum[b] == 3) p->dof[p->nrow++] = m->body_dofadr[b];
    }
  }
  stack_free(d);
  return in != NULL;
}

static void sortRow(int* list, int n) {
  for (int i = 1; i < n; i++) {
    const int x = list[i];
    int j = i;
    for (; j > 0 && list[j - 1] > x; j--) list[j] = list[j - 1];
    list[j] = x;
  }
}

static int uniqueRow(int* to, const int* list, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (!k || to[k - 1] != list[i]) to[k++] = list[i];
  }
  return k;
}

// columns of all rows: counted, gathered with duplicates, then sorted without duplicates
static void listColumns(const mjModel* m, private_Metric* p) {
  for (int r = 0; r < p->nrow; r++) p->num[r] = 0;
  Groups g = startGroups(m);
  while (nextGroup(&g)) {
    int members = 0;
    for (int i = 0; i < g.n; i++) members += rowOf(p, m, g.body[i]) >= 0;
    for (int i = 0; i < g.n; i++) {
      const int row = rowOf(p, m, g.body[i]);
      if (row >= 0) p->num[row] += members;
    }
  }
  int at = 0;
  for (int r = 0; r < p->nrow; r++) {
    p->diag[r] = at;  // its first column, until columns are known
    at += p->num[r];
    p->num[r] = 0;
  }
  g = startGroups(m);
  while (nextGroup(&g)) {
    for (int i = 0; i < g.n; i++) {
      const int row = rowOf(p, m, g.body[i]);
      for (int j = 0; j < g.n && row >= 0; j++) {
        if (rowOf(p, m, g.body[j]) < 0) continue;
        p->col[p->diag[row] + p->num[row]++] = m->body_dofadr[g.body[j]];
      }
    }
  }
  for (int r = 0, to = 0; r < p->nrow; r++) {
    int* list = p->col + p->diag[r];
    sortRow(list, p->num[r]);
    p->num[r] = uniqueRow(p->col + to, list, p->num[r]);
    p->diag[r] = to;
    to += p->num[r];
  }
}

static int columnAt(const private_Metric* p, int row, int first, int dof) {
  for (int k = 0; k < p->num[row]; k++) {
    if (p->col[first + k] == dof) return k;
  }
  return -1;
}

// address of each block of each group; a row of blocks is three rows of 3 num entries
static void listPlaces(const mjModel* m, private_Metric* p, const int* first, const int* adr) {
  int* place = p->place;
  Groups g = startGroups(m);
  while (nextGroup(&g)) {
    for (int i = 0; i < g.n; i++) {
      const int row = rowOf(p, m, g.body[i]);
      *place++ = row < 0 ? 0 : 3 * p->num[row];
      for (int j = 0; j < g.n; j++) {
        const bool both = row >= 0 && rowOf(p, m, g.body[j]) >= 0;
        *place++ =
            both ? adr[row] + 3 * columnAt(p, row, first[row], m->body_dofadr[g.body[j]]) : -1;
      }
    }
  }
}

static bool makeStructure(const mjModel* m, mjData* d, private_Metric* p) {
  if (!listRows(m, d, p)) return false;
  listColumns(m, p);
  stack_mark(d);
  int *first = stack_int(d, (size_t)p->nrow), *adr = stack_int(d, (size_t)p->nrow);
  if (first && adr) {
    p->nentry = 0;
    for (int r = 0; r < p->nrow; r++) {
      first[r] = p->diag[r];
      adr[r] = p->nentry;
      p->nentry += 9 * p->num[r];
    }
    listPlaces(m, p, first, adr);
    for (int r = 0; r < p->nrow; r++) {
      p->diag[r] = adr[r] + 3 * columnAt(p, r, first[r], p->dof[r]);
    }
  }
  stack_free(d);
  return first && adr;
}

// hash of the parts of flexes that are in the matrix; never 0
static uint64_t keyOf(const mjModel* m) {
  uint64_t key = 14695981039346656037u;
  const bool any = anyMatrix(m);
  for (int f = 0; f < m->nflex; f++) {
    metric_Parts parts;
    const bool in = isInMatrix(m, f, &parts, any);
    const int bits = in ? 1 + parts.stretch + 2 * parts.bend + 4 * parts.cells : 0;
    key = (key ^ (uint64_t)bits) * 1099511628211u;
  }
  return key ? key : 1;
}

// ---- values

// adds a block of a group to the matrix
static inline void addBlock(mjtNum* val, int stride, const mjtNum block[9], mjtNum scale) {
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) val[r * stride + c] += scale * block[3 * r + c];
  }
}

// whether all bodies of a flex have the same axes
static bool areAligned(const mjModel* m, const mjData* d, const int* body, int n) {
  const mjtNum* first = NULL;
  for (int i = 0; i < n; i++) {
    if (m->body_dofnum[body[i]] != 3) continue;
    const mjtNum* mat = d->xmat + 9 * body[i];
    if (first && memcmp(first, mat, 9 * sizeof *mat) != 0) return false;
    first = mat;
  }
  return true;
}

// an element: K of its edges, their vectors in the frame of each corner
typedef struct {
  int n, nedge;
  mjtNum K[6][6], dir[4][6][3];
  mjtNum tension[6];
  const mjtNum* mat[4];
} Element;

static void elementOf(const mjModel* m, const mjData* d, int flex, int elem, bool aligned,
                      Element* el) {
  const int(*local)[2];
  el->n = m->flex_dim[flex] + 1;
  el->nedge = flex_localEdges(m->flex_dim[flex], &local);
  const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  const int* vert = m->flex_elem + m->flex_elemdataadr[flex] + elem * el->n;
  const int* body = m->flex_vertbodyid + m->flex_vertadr[flex];
  const mjtNum* K = m->flex_stiffness + m->flex_stiffnessadr[flex] + FLEX_STRETCH * elem;
  for (int a = 0; a < el->nedge; a++) {
    for (int b = a; b < el->nedge; b++) el->K[a][b] = el->K[b][a] = *K++;
  }
  stiff_tensions(m, d, flex, elem, el->tension);
  for (int i = 0; i < el->n; i++) el->mat[i] = d->xmat + 9 * body[vert[i]];
  for (int i = 0; i < el->n; i++) {
    for (int a = 0; a < el->nedge; a++) {
      mjtNum dir[3];
      if (aligned && i) {
        v3_copy(el->dir[i][a], el->dir[0][a]);
        continue;
      }
      v3_sub(dir, xpos + 3 * vert[local[a][0]], xpos + 3 * vert[local[a][1]]);
      m3_mulTVec(el->dir[i][a], el->mat[i], dir);
    }
  }
}

// 2 sum_ab K_ab s_ai s_bj d_a d_b' + sum_a s_ai s_aj tension_a, in the frames of corners i and j
static void stretchBlock(const Element* el, const int sign[4][6], int i, int j, bool aligned,
                         mjtNum block[9]) {
  mjtNum along = 0;
  vn_zero(block, 9);
  for (int a = 0; a < el->nedge; a++) {
    if (!sign[i][a]) continue;
    mjtNum sum[3] = {0, 0, 0};
    for (int b = 0; b < el->nedge; b++) {
      if (sign[j][b]) v3_addToScl(sum, el->dir[j][b], 2 * sign[j][b] * el->K[a][b]);
    }
    for (int r = 0; r < 3; r++) {
      v3_addToScl(block + 3 * r, sum, sign[i][a] * el->dir[i][a][r]);
    }
    along += sign[i][a] * sign[j][a] * el->tension[a];
  }
  if (aligned) {
    for (int k = 0; k < 3; k++) block[4 * k] += along;
  } else {
    mjtNum turn[9];
    m3_Tmul(turn, el->mat[i], el->mat[j]);
    vn_addToScl(block, turn, along, 9);
  }
}

static const int* addStretch(const mjModel* m, mjData* d, int flex, mjtNum scale,
                             const int* place) {
  const int(*local)[2];
  const int n = m->flex_dim[flex] + 1, nedge = flex_localEdges(m->flex_dim[flex], &local);
  const bool aligned =
      areAligned(m, d, m->flex_vertbodyid + m->flex_vertadr[flex], m->flex_vertnum[flex]);
  int sign[4][6] = {{0}};
  for (int a = 0; a < nedge; a++) {
    sign[local[a][0]][a] = 1;
    sign[local[a][1]][a] = -1;
  }
  for (int e = 0; e < m->flex_elemnum[flex]; e++, place += n * (n + 1)) {
    Element el;
    elementOf(m, d, flex, e, aligned, &el);
    for (int i = 0; i < n; i++) {
      const int* row = place + i * (n + 1);
      for (int j = 0; j < n; j++) {
        mjtNum block[9];
        if (row[1 + j] < 0) continue;
        stretchBlock(&el, sign, i, j, aligned, block);
        addBlock(d->efm_K_val + row[1 + j], row[0], block, scale);
      }
    }
  }
  return place;
}

// odd: bending in the metric; blocks are not turned into the frames of bodies
static const int* addBend(const mjModel* m, mjData* d, int flex, mjtNum scale, const int* place) {
  const mjtNum* K = m->flex_bending + m->flex_bendingadr[flex];
  const int adr = m->flex_edgeadr[flex];
  for (int e = adr; e < adr + m->flex_edgenum[flex]; e++, K += FLEX_BEND) {
    if (m->flex_edgeflap[2 * e] < 0 || m->flex_edgeflap[2 * e + 1] < 0) continue;
    for (int i = 0; i < 4; i++, place += 5) {
      for (int j = 0; j < 4; j++) {
        if (place[1 + j] < 0) continue;
        mjtNum* val = d->efm_K_val + place[1 + j];
        for (int k = 0; k < 3; k++) val[k * (place[0] + 1)] += scale * K[4 * i + j];
      }
    }
  }
  return place;
}

// R K R', block by block
static void turnMatrix(mjtNum* res, const mjtNum* K, const mjtNum mat[9], int n) {
  const int width = 3 * n;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const int adr = 3 * i * width + 3 * j;
      mjtNum block[9], half[9];
      for (int r = 0; r < 3; r++) v3_copy(block + 3 * r, K + adr + r * width);
      m3_mul(half, mat, block);
      m3_mulT(block, half, mat);
      for (int r = 0; r < 3; r++) v3_copy(res + adr + r * width, block + 3 * r);
    }
  }
}

// stiffness of cells in the axes of the world
static void turnCells(const mjModel* m, mjData* d, int flex) {
  const grid_Grid grid = grid_of(m, flex);
  const int size = 9 * grid.nlocal * grid.nlocal, adr = m->flex_stiffnessadr[flex];
  stack_mark(d);
  mjtNum* xnode = stack_smooth(d, 3 * (size_t)grid.nnode);
  if (xnode) grid_positions(m, d, flex, xnode);
  mjtNum quat[4 * GRID_GROUP], mat[9];
  for (int e = 0; e < grid.nelem && xnode; e++) {
    const mjtNum* K = m->flex_stiffness + adr + e * size;
    const int left = grid.nelem - e, at = e % GRID_GROUP;
    if (!at) grid_rotations(&grid, xnode, e, left < GRID_GROUP ? left : GRID_GROUP, quat);
    if (*K == 0) {
      vn_zero(d->flexelem_krot + adr + e * size, size);
      continue;
    }
    quat_toMat(mat, quat + 4 * at);
    turnMatrix(d->flexelem_krot + adr + e * size, K, mat, grid.nlocal);
  }
  stack_free(d);
}

static const int* addCells(const mjModel* m, mjData* d, int flex, mjtNum scale, const int* place) {
  const grid_Grid grid = grid_of(m, flex);
  const int n = grid.nlocal, width = 3 * n;
  const int* body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  const mjtNum* K = d->flexelem_krot + m->flex_stiffnessadr[flex];
  for (int e = 0; e < grid.nelem; e++, K += width * width) {
    int node[GRID_LOCAL];
    grid_nodes(&grid, e, node);
    for (int i = 0; i < n; i++, place += n + 1) {
      for (int j = 0; j < n; j++) {
        if (place[1 + j] < 0) continue;
        mjtNum block[9], half[9];
        const mjtNum* at = K + 3 * i * width + 3 * j;
        for (int r = 0; r < 3; r++) v3_copy(block + 3 * r, at + r * width);
        m3_Tmul(half, d->xmat + 9 * body[node[i]], block);
        m3_mul(block, half, d->xmat + 9 * body[node[j]]);
        addBlock(d->efm_K_val + place[1 + j], place[0], block, -scale);
      }
    }
  }
  return place;
}

static void addNumbers(const mjModel* m, mjData* d, const private_Metric* p) {
  const mjtNum h = m->opt.timestep;
  const bool any = anyMatrix(m);
  const int* place = p->place;
  vn_zero(d->efm_K_val, d->nefmK);
  for (int f = 0; f < m->nflex; f++) {
    metric_Parts parts;
    const mjtNum scale = h * h + h * m->flex_damping[f];
    if (!isInMatrix(m, f, &parts, any)) continue;
    if (parts.stretch) place = addStretch(m, d, f, scale, place);
    if (parts.bend) place = addBend(m, d, f, scale, place);
    if (parts.cells) place = addCells(m, d, f, scale, place);
  }
}

// ---- factors of the diagonal

// lower triangle of the block of M between the three dofs of a body
static void inertiaBlock(const mjModel* m, const mjData* d, int dof, mjtNum A[9]) {
  vn_zero(A, 9);
  for (int r = 0; r < 3; r++) {
    const int adr = m->M_rowadr[dof + r], last = adr + m->M_rownnz[dof + r] - 1;
    for (int k = last; k >= adr && m->M_colind[k] >= dof; k--) {
      const int c = m->M_colind[k] - dof;
      A[3 * r + c] = d->M[k];
    }
  }
}

// Cholesky factorization of the lower triangle, in place; what is above the diagonal stays
static void factorBlock(mjtNum A[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j <= i; j++) {
      mjtNum sum = A[3 * i + j];
      for (int k = 0; k < j; k++) sum -= A[3 * i + k] * A[3 * j + k];
      A[3 * i + j] = i == j ? lane_sqrt(lane_max(sum, mjMINVAL)) : sum / A[4 * j];
    }
  }
}

static void factorDiagonal(const mjModel* m, mjData* d, const private_Metric* p) {
  for (int r = 0; r < p->nrow; r++) {
    mjtNum* A = d->efm_L + 9 * r;
    const mjtNum* K = d->efm_K_val + p->diag[r];
    d->efm_dofid[r] = p->dof[r];
    inertiaBlock(m, d, p->dof[r], A);
    for (int k = 0; k < 9; k++) A[k] += K[k / 3 * (3 * p->num[r]) + k % 3];
    factorBlock(A);
  }
}

// ---- the stage

static void writeStructure(const mjModel* m, mjData* d, const private_Metric* p) {
  const int nv = (int)m->nv;
  int adr = 0, *to = d->efm_K_colind;
  const int* col = p->col;
  for (int i = 0; i < nv; i++) d->efm_K_rownnz[i] = d->efm_K_rowadr[i] = 0;
  for (int r = 0, i = 0; r < p->nrow; col += p->num[r++]) {
    for (; i < p->dof[r]; i++) d->efm_K_rowadr[i] = adr;
    for (int k = 0; k < 3; k++, i++) {
      d->efm_K_rownnz[i] = 3 * p->num[r];
      d->efm_K_rowadr[i] = adr;
      adr += 3 * p->num[r];
      for (int b = 0; b < p->num[r]; b++, to += 3) {
        to[0] = col[b];
        to[1] = col[b] + 1;
        to[2] = col[b] + 2;
      }
    }
  }
  for (int i = p->nrow ? p->dof[p->nrow - 1] + 3 : nv; i < nv; i++) d->efm_K_rowadr[i] = adr;
}

static bool takeArrays(const mjModel* m, mjData* d, const private_Metric* p) {
  const size_t nv = (size_t)m->nv, nK = (size_t)p->nentry, nrow = (size_t)p->nrow;
  mjtNum* num = stack_arena(d, (nv + nK + 9 * nrow) * sizeof *num, MEM_ALIGN);
  int* ints = stack_arena(d, (2 * nv + nK + nrow) * sizeof *ints, alignof(int));
  if (!num || !ints) return false;
  d->nefmK = p->nentry;
  d->nefmdof = p->nrow;
  d->nefmL = 9 * p->nrow;
  d->efm_c = num;
  d->efm_K_val = num + nv;
  d->efm_L = d->efm_K_val + nK;
  d->efm_K_rownnz = ints;
  d->efm_K_rowadr = ints + nv;
  d->efm_K_colind = ints + 2 * nv;
  d->efm_dofid = d->efm_K_colind + nK;
  vn_zero(d->efm_c, (int)nv);
  return true;
}

static bool findStructure(const mjModel* m, mjData* d, private_Metric* p) {
  const uint64_t key = keyOf(m);
  if (p->key == key) return true;
  p->key = 0;
  if (!makeStructure(m, d, p)) return false;
  p->key = key;
  return true;
}

static bool update(const mjModel* m, mjData* d) {
  private_Metric* p = &private_of(d)->metric;
  if (!passive_makeContacts(m, d)) return false;
  if (!findStructure(m, d, p) || !takeArrays(m, d, p)) return false;
  writeStructure(m, d, p);
  for (int f = 0; f < m->nflex; f++) {
    if (metric_partsOf(m, f).cells) turnCells(m, d, f);
  }
  addNumbers(m, d, p);
  factorDiagonal(m, d, p);
  return true;
}

void metric_update(const mjModel* m, mjData* d) {
  d->efm_active = d->nefmK = d->nefmdof = d->nefmL = 0;
  if (!metric_isWanted(m)) return;
  if (update(m, d)) {
    d->efm_active = 1;
  } else {
    warning_rowsFull(d);  // forces of flexes are explicit then
    d->efm_c = NULL;
    d->nefmK = d->nefmdof = d->nefmL = 0;
  }
}
