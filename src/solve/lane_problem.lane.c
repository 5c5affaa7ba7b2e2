// Optimization problems in SIMD lanes: all worlds as they are, or an island of some lanes with
// renumbered dofs, columns and rows.
//   rows, M, smooth dynamics -> lane_Problem
#include "solve/lane_problem.h"

#if LANE_W > 1

#include "constraint/constraint.h"

// ---- all worlds

static mask plainLanes(const mjModel* m, const lane_Rows* rows) {
  mask elliptic = lane_bci(0);
  for (int k = 0; k < rows->nblock && !con_isPyramidal(m); k++) {
    if (rows->block[k].shape == CON_ELLIPTIC) elliptic = elliptic | rows->has[k];
  }
  return lane_not(elliptic);
}

static real traceOf(const lane_Problem* p) {
  real trace = lane_bc(0);
  for (int i = 0; i < p->nv; i++) trace += p->M[p->M_rowadr[i] + p->M_rownnz[i] - 1];
  return trace;
}

// odd: two scales of tolerance
static real scaleOf(const lane_Problem* p) {
  const mjModel* m = p->m;
  if (!(m->opt.disableflags & mjDSBL_ISLAND)) return 1 / traceOf(p);
  const double nv = m->nv > 1 ? (double)m->nv : 1;
  return lane_bc(1 / (lane_stat(m, meaninertia) * nv));
}

void LANE(problem_whole)(const mjModel* m, const lane_Data* d, const lane_Rows* rows, mask live,
                         lane_Problem* p) {
  *p = (lane_Problem){.m = m,
                      .lanes = live,
                      .plain = plainLanes(m, rows),
                      .nv = (int)m->nv,
                      .M_rowadr = m->M_rowadr,
                      .M_rownnz = m->M_rownnz,
                      .M_colind = m->M_colind,
                      .M = d->M,
                      .qLD = d->qLD,
                      .qLDiagInv = d->qLDiagInv,
                      .qacc_smooth = d->qacc_smooth,
                      .qfrc_smooth = d->qfrc_smooth,
                      .qacc_warmstart = d->qacc_warmstart,
                      .rows = *rows};
  p->scale = scaleOf(p);
}

// ---- an island

typedef struct {
  const lane_Problem* whole;
  const lane_Islands* islands;
  const lane_Island* island;
  lane_Data* d;
  int nv;
  int *dof, *number;  // (nv) dof of an index; index of a dof, -1: it is not in the island
} Part;

// trees ascend, and so do their dofs
static bool numberDofs(Part* part) {
  const mjModel* m = part->whole->m;
  const int nv = (int)m->nv, ntree = (int)m->ntree;
  const int* root = part->islands->root + part->island->lane * ntree;
  part->number = lane_ints(part->d, 2 * nv);
  if (!part->number) return false;
  part->dof = part->number + nv;
  for (int i = 0; i < nv; i++) part->number[i] = -1;
  for (int t = part->island->tree; t < ntree; t++) {
    if (root[t] != part->island->tree) continue;
    for (int k = 0; k < m->tree_dofnum[t]; k++) {
      part->number[m->tree_dofadr[t] + k] = part->nv;
      part->dof[part->nv++] = m->tree_dofadr[t] + k;
    }
  }
  return true;
}

// a row of M has only columns of its tree
static bool numberInertia(const Part* part, lane_Problem* p) {
  const mjModel* m = part->whole->m;
  int* adr = lane_ints(part->d, 2 * part->nv);
  int* col = lane_ints(part->d, (int)m->nC);
  if (!adr || !col) return false;
  for (int i = 0; i < part->nv; i++) {
    const int dof = part->dof[i], begin = m->M_rowadr[dof], n = m->M_rownnz[dof];
    adr[i] = begin;
    adr[part->nv + i] = n;
    for (int k = begin; k < begin + n; k++) col[k] = part->number[m->M_colind[k]];
  }
  p->M_rowadr = adr;
  p->M_rownnz = adr + part->nv;
  p->M_colind = col;
  return true;
}

static bool takeVectors(const Part* part, lane_Problem* p) {
  const lane_Problem* w = part->whole;
  const real* from[] = {w->qLDiagInv, w->qacc_smooth, w->qfrc_smooth, w->qacc_warmstart};
  const real** to[] = {&p->qLDiagInv, &p->qacc_smooth, &p->qfrc_smooth, &p->qacc_warmstart};
  real* vector = lane_scratch(part->d, 4 * part->nv);
  if (!vector) return false;
  for (int k = 0; k < 4; k++, vector += part->nv) {
    for (int i = 0; i < part->nv; i++) vector[i] = from[k][part->dof[i]];
    *to[k] = vector;
  }
  return true;
}

// ---- its rows

typedef struct {
  int nblock, ncol;
  lane_Block* block;
  mask* has;
  int *col, *row;
  real *J, *D, *R, *aref, *frictionloss, *mu, *friction;
} Rows;

// allocates the rows of its blocks; has, from: their lanes (nblock) and their indices in the whole
// problem
static bool takeRows(const Part* part, const lane_Rows* all, const int* from, Rows* r,
                     lane_Rows* rows) {
  int ncol = 0;
  for (int k = 0; k < r->nblock; k++) {
    const lane_Block* b = all->block + from[k];
    ncol += b->ncol;
    rows->nefc += b->nefc;
    if (b->shape == CON_EQUALITY) rows->ne += b->nefc;
    if (b->shape == CON_FRICTION) rows->nf += b->nefc;
  }
  const int n = rows->nefc, size = (int)((sizeof *r->block + sizeof(real) - 1) / sizeof(real));
  r->block = (lane_Block*)lane_scratch(part->d, r->nblock * size);
  r->col = lane_ints(part->d, ncol + n);
  r->J = lane_scratch(part->d, n * (part->nv + 4) + 6 * r->nblock);
  if (!r->block || !r->col || !r->J) return false;
  r->row = r->col + ncol;
  r->D = r->J + n * part->nv;
  r->R = r->D + n;
  r->aref = r->R + n;
  r->frictionloss = r->aref + n;
  r->mu = r->frictionloss + n;
  r->friction = r->mu + r->nblock;
  return true;
}

// columns in the island; consecutive blocks with the same columns share them
static void fillColumns(const Part* part, const lane_Block* from, Rows* r, lane_Block* b,
                        const lane_Block* before) {
  if (before && from[0].col == before->col && from[0].ncol == before->ncol) {
    b->col = b[-1].col;
    b->ncol = b[-1].ncol;
    return;
  }
  b->col = r->col + r->ncol;
  b->ncol = 0;
  for (int c = 0; c < from->ncol; c++) {
    const int number = part->number[from->col[c]];
    if (number < 0) continue;
    r->col[r->ncol++] = number;
    b->ncol++;
  }
}

// copies the values of rows, with zeros in lanes without the block
static void fillNumbers(const Part* part, const lane_Rows* all, const lane_Block* from,
                        const Rows* r, const lane_Block* b, mask has) {
  const int nv = part->nv, *col = b->col;
  const real zero = lane_bc(0);
  for (int i = 0; i < b->nefc; i++) {
    const int at = b->efc + i, row = from->efc + i;
    const real* J = all->J + (size_t)row * (size_t)part->whole->nv;
    real* const to = r->J + (size_t)at * (size_t)nv;
    for (int k = 0; k < nv && b->ncol < nv; k++) to[k] = zero;
    for (int k = 0; k < b->ncol; k++) to[col[k]] = lane_select(has, J[part->dof[col[k]]], zero);
    r->row[at] = row;
    r->D[at] = lane_select(has, all->D[row], zero);
    r->R[at] = lane_select(has, all->R[row], zero);
    r->aref[at] = lane_select(has, all->aref[row], zero);
    r->frictionloss[at] = lane_select(has, all->frictionloss[row], zero);
  }
}

static void fillRows(const Part* part, const lane_Rows* all, const int* from, Rows* r) {
  int efc = 0;
  for (int k = 0; k < r->nblock; k++) {
    const lane_Block* b = all->block + from[k];
    r->block[k] = *b;
    r->block[k].efc = efc;
    fillColumns(part, b, r, r->block + k, k ? all->block + from[k - 1] : NULL);
    fillNumbers(part, all, b, r, r->block + k, r->has[k]);
    efc += b->nefc;
    if (b->shape != CON_ELLIPTIC) continue;
    r->mu[k] = all->mu[from[k]];
    for (int i = 0; i < 5; i++) r->friction[5 * k + i] = all->friction[5 * from[k] + i];
  }
}

// returns true if a tree of the block is in the island, by the tree's first dof
static bool isPossible(const Part* part, const lane_Block* b) {
  return b->tree[1] < -1 || part->number[part->whole->m->tree_dofadr[b->tree[0]]] >= 0;
}

static bool partRows(const Part* part, lane_Problem* p) {
  const lane_Problem* w = part->whole;
  const lane_Rows* all = &w->rows;
  Rows r = {.has = (mask*)lane_scratch(part->d, all->nblock)};
  int* from = lane_ints(part->d, all->nblock);
  if (!r.has || !from) return false;
  for (int k = 0; k < all->nblock; k++) {
    if (!isPossible(part, all->block + k)) continue;
    const mask has = LANE(islands_lanes)(w->m, all, part->islands, part->island, k);
    if (!lane_any(has)) continue;
    r.has[r.nblock] = has;
    from[r.nblock++] = k;
  }
  p->rows = (lane_Rows){.nblock = r.nblock};
  if (!takeRows(part, all, from, &r, &p->rows)) return false;
  fillRows(part, all, from, &r);
  p->rows.block = r.block;
  p->rows.has = r.has;
  p->rows.J = r.J;
  p->rows.D = r.D;
  p->rows.R = r.R;
  p->rows.aref = r.aref;
  p->rows.frictionloss = r.frictionloss;
  p->rows.mu = r.mu;
  p->rows.friction = r.friction;
  p->row = r.row;
  return true;
}

bool LANE(problem_island)(const lane_Problem* whole, lane_Data* d, const lane_Islands* islands,
                          const lane_Island* island, lane_Problem* p) {
  Part part = {.whole = whole, .islands = islands, .island = island, .d = d};
  *p = *whole;
  p->lanes = island->lanes;
  if (!numberDofs(&part)) return false;
  p->nv = part.nv;
  p->dof = part.dof;
  if (!numberInertia(&part, p) || !takeVectors(&part, p) || !partRows(&part, p)) return false;
  p->scale = scaleOf(p);
  return true;
}

#endif
