// Constant part of the implicit metric of flexes: sparse Cholesky factorization of M + (h^2 + h
// damping) K of the bending of sheets, which does not depend on the state. The three coordinates of
// a vertex are decoupled, so its factor is three times that of one coordinate.
//   body_mass, dof_armature, flex_bending -> efm0_dofid, efm0_L_*, efm0_L
#include <stdint.h>

#include "base/mem.h"
#include "dyn/flex.h"
#include "force/flex_force.h"
#include "force/flex_metric.h"
#include "math/reverse_factor.h"
#include "math/vec.h"

// rows of one coordinate, one for each vertex that has three dofs, and groups that are coupled
typedef struct {
  int *row, n;  // of a vertex (nflexvert), -1: none
  int (*group)[4], ngroup;
} Rows;

static bool isSheet(const mjModel* m, int flex) {
  return flex_hasEdges(m, flex) && m->flex_dim[flex] == 2 && flex_isBent(m, flex);
}

static void setRows(const mjModel* m, Rows* r) {
  for (int v = 0; v < m->nflexvert; v++) r->row[v] = -1;
  for (int f = 0; f < m->nflex; f++) {
    if (!isSheet(m, f)) continue;
    const int vert = m->flex_vertadr[f], edge = m->flex_edgeadr[f];
    for (int v = vert; v < vert + m->flex_vertnum[f]; v++) {
      if (m->body_dofnum[m->flex_vertbodyid[v]] == 3) r->row[v] = r->n++;
    }
    for (int e = edge; e < edge + m->flex_edgenum[f]; e++) {
      const int* flap = m->flex_edgeflap + 2 * e;
      if (flap[0] < 0 || flap[1] < 0) continue;
      int* group = r->group[r->ngroup++];
      for (int k = 0; k < 2; k++) {
        group[k] = r->row[vert + m->flex_edge[2 * e + k]];
        group[2 + k] = r->row[vert + flap[k]];
      }
    }
  }
}

static bool takeRows(const mjModel* m, Rows* r) {
  *r = (Rows){.row = mem_alloc(((size_t)m->nflexvert + 1) * sizeof *r->row)};
  r->group = mem_alloc(((size_t)m->nflexedge + 1) * sizeof *r->group);
  if (!r->row || !r->group) return false;
  setRows(m, r);
  return true;
}

static void freeRows(Rows* r) {
  mem_free(r->row);
  mem_free(r->group);
}

// ---- values

typedef struct {
  int *nnz, *adr, *col;
  mjtNum* val;
} Factor;

static mjtNum* entry(const Factor* L, int row, int col) {
  int k = L->adr[row];
  while (L->col[k] != col) k++;
  return L->val + k;
}

static void addBending(const mjModel* m, int flex, const Rows* r, const Factor* L) {
  const mjtNum h = m->opt.timestep, scale = h * h + h * m->flex_damping[flex];
  const int vert = m->flex_vertadr[flex], edge = m->flex_edgeadr[flex];
  const mjtNum* K = m->flex_bending + m->flex_bendingadr[flex];
  for (int e = edge; e < edge + m->flex_edgenum[flex]; e++, K += FLEX_BEND) {
    const int *end = m->flex_edge + 2 * e, *flap = m->flex_edgeflap + 2 * e;
    if (flap[0] < 0 || flap[1] < 0) continue;
    const int row[4] = {r->row[vert + end[0]], r->row[vert + end[1]], r->row[vert + flap[0]],
                        r->row[vert + flap[1]]};
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        if (row[j] >= 0 && row[j] <= row[i]) *entry(L, row[i], row[j]) += scale * K[4 * i + j];
      }
    }
  }
}

// whether this coordinate has the armature of the previous one: then its factor is reused
static bool isRepeated(const mjModel* m, const Rows* r, int coord) {
  for (int v = 0; v < m->nflexvert && coord; v++) {
    if (r->row[v] < 0) continue;
    const mjtNum* armature = m->dof_armature + m->body_dofadr[m->flex_vertbodyid[v]] + coord;
    if (armature[0] != armature[-1]) return false;
  }
  return coord > 0;
}

static bool factorOne(const mjModel* m, const Rows* r, const Factor* L, int coord) {
  vn_zero(L->val, L->adr[r->n - 1] + L->nnz[r->n - 1]);
  for (int v = 0; v < m->nflexvert; v++) {
    if (r->row[v] < 0) continue;
    const int body = m->flex_vertbodyid[v];
    *entry(L, r->row[v], r->row[v]) +=
        m->body_mass[body] + m->dof_armature[m->body_dofadr[body] + coord];
  }
  for (int f = 0; f < m->nflex; f++) {
    if (isSheet(m, f)) addBending(m, f, r, L);
  }
  return reverse_factor(L->val, r->n, L->nnz, L->adr, L->col);
}

// row 3 i + coord of the whole; rows before it have three times as many entries
static void writeRows(mjModel* m, const Rows* r, const Factor* L, int coord) {
  for (int v = 0; v < m->nflexvert; v++) {
    const int i = r->row[v];
    if (i < 0) continue;
    const int row = 3 * i + coord, n = L->nnz[i], adr = 3 * L->adr[i] + coord * n;
    m->efm0_dofid[row] = m->body_dofadr[m->flex_vertbodyid[v]] + coord;
    m->efm0_L_rownnz[row] = n;
    m->efm0_L_rowadr[row] = adr;
    for (int k = 0; k < n; k++) {
      m->efm0_L_colind[adr + k] = 3 * L->col[L->adr[i] + k] + coord;
      m->efm0_L[adr + k] = L->val[L->adr[i] + k];
    }
  }
}

static bool setFactor(mjModel* m, const Rows* r) {
  const size_t n = (size_t)r->n, nL = (size_t)m->nefm0L / 3;
  int* ints = mem_alloc((2 * n + nL + 1) * sizeof *ints);
  Factor L = {.nnz = ints, .val = mem_alloc((nL + 1) * sizeof *L.val)};
  bool ok = ints && L.val;
  if (ok) {
    L.adr = ints + n;
    L.col = L.adr + n;
    ok = reverse_pattern(r->n, r->ngroup, r->group, L.nnz, L.adr, L.col, (long)nL) == (long)nL;
  }
  for (int c = 0; c < 3 && ok; c++) {
    // without a factor the solver falls back to the inertia: rows of zeros say so
    if (!isRepeated(m, r, c) && !factorOne(m, r, &L, c)) vn_zero(L.val, (int)nL);
    writeRows(m, r, &L, c);
  }
  mem_free(ints);
  mem_free(L.val);
  return ok;
}

bool metric_setConstant(mjModel* m) {
  if (!m->nefm0dof) return true;
  Rows r;
  const bool ok = takeRows(m, &r) && 3 * (mjtSize)r.n == m->nefm0dof && setFactor(m, &r);
  freeRows(&r);
  return ok;
}
