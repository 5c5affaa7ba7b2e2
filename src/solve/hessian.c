// Pattern and entries of the Hessian H = M + J' G J. If the columns of every block lie on one chain
// of dofs (contacts with static bodies, limits, ...), the columns of a row are the ancestors of its
// dof, which are those of M unless bodies are simple. Other blocks cause fill: a row's columns are
// then found in bit sets, closed under elimination from the last dof (the columns of a row, without
// it, belong to the row of the largest of them).
#include "solve/spatial_contact.h"

#include <stdint.h>

#include <sinew/api.h>

#include "model/stack.h"

// ---- pattern without fill

static bool isChain(const mjModel* m, const solve_Block* b) {
  int dof = b->ncol ? b->col[b->ncol - 1] : -1;
  for (int k = b->ncol - 2; k >= 0; k--) {
    while (dof > b->col[k]) dof = m->dof_parentid[dof];
    if (dof != b->col[k]) return false;
  }
  return true;
}

static bool hasFill(const mjModel* m, const solve_Problem* p) {
  const int* last = NULL;
  for (int k = 0; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    if (b->ncol <= 1 || b->X || b->col == last) continue;
    if (!isChain(m, b)) return true;
    last = b->col;
  }
  return false;
}

// whether rows of M have all ancestors
static bool isFullInertia(const mjModel* m, const solve_Problem* p) {
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int parent = m->dof_parentid[i];
      if (m->M_rownnz[i] != (parent < 0 ? 1 : m->M_rownnz[parent] + 1)) return false;
    }
  }
  return true;
}

static bool inertiaPattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const mjModel* m = s->m;
  h->adr = m->M_rowadr;
  h->nnz = m->M_rownnz;
  h->col = m->M_colind;
  h->tree = h->inertia = true;
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, last = begin + p->range[r].num - 1;
    h->size += h->adr[last] + h->nnz[last] - h->adr[begin];
  }
  h->val = stack_num(s->d, (size_t)m->nC);
  return h->val != NULL;
}

static bool treePattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const mjModel* m = s->m;
  int *adr = stack_int(s->d, (size_t)m->nv), *nnz = stack_int(s->d, (size_t)m->nv), size = 0;
  if (!adr || !nnz) return false;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int parent = m->dof_parentid[i];
      adr[i] = size;
      nnz[i] = parent < 0 ? 1 : nnz[parent] + 1;
      size += nnz[i];
    }
  }
  int* col = stack_int(s->d, (size_t)size);
  h->val = stack_num(s->d, (size_t)size);
  if (!col || !h->val) return false;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int *from = nnz[i] > 1 ? col + adr[m->dof_parentid[i]] : NULL, last = nnz[i] - 1;
      for (int k = 0; k < last; k++) col[adr[i] + k] = from[k];
      col[adr[i] + last] = i;
    }
  }
  h->adr = adr;
  h->nnz = nnz;
  h->col = col;
  h->size = size;
  h->tree = true;
  return true;
}

// ---- pattern with fill

// sets of dofs, counted from the first of the problem
typedef struct {
  int first, words;
  uint64_t* bit;  // row by row
} Sets;

static uint64_t* rowSet(const Sets* sets, int dof) {
  return sets->bit + (size_t)(dof - sets->first) * (size_t)sets->words;
}

static void insert(const Sets* sets, uint64_t* set, int dof) {
  set[(dof - sets->first) / 64] |= (uint64_t)1 << ((dof - sets->first) % 64);
}

// the largest dof below `dof` in its row, -1: none
static int nextColumn(const Sets* sets, const uint64_t* set, int dof) {
  const int at = dof - sets->first;
  int w = at / 64;
  uint64_t bits = set[w] & (((uint64_t)1 << (at % 64)) - 1);
  while (!bits && w > 0) bits = set[--w];
  return bits ? sets->first + 64 * w + 63 - __builtin_clzll(bits) : -1;
}

static void fillSets(const mjModel* m, const solve_Problem* p, const Sets* sets) {
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      uint64_t* set = rowSet(sets, i);
      const int parent = m->dof_parentid[i];
      const uint64_t* from = parent < 0 ? NULL : rowSet(sets, parent);
      for (int w = 0; w < sets->words; w++) set[w] = from ? from[w] : 0;
      insert(sets, set, i);
    }
  }
  const int* last = NULL;
  for (int k = 0; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    if (b->ncol < 2 || b->X || b->col == last) continue;
    last = b->col;
    uint64_t* set = rowSet(sets, b->col[b->ncol - 1]);
    for (int c = 0; c < b->ncol; c++) insert(sets, set, b->col[c]);
  }
}

static void eliminateSets(const solve_Problem* p, const Sets* sets) {
  for (int r = p->nrange - 1; r >= 0; r--) {
    for (int i = p->range[r].adr + p->range[r].num - 1; i >= p->range[r].adr; i--) {
      const uint64_t* set = rowSet(sets, i);
      const int next = nextColumn(sets, set, i);
      if (next < 0) continue;
      uint64_t* other = rowSet(sets, next);
      const int words = (next - sets->first) / 64 + 1;
      for (int w = 0; w < words; w++) other[w] |= set[w];
      // the eliminated dof itself may be in the last word
      const int top = (next - sets->first) % 64;
      if (top < 63) other[words - 1] &= ((uint64_t)1 << (top + 1)) - 1;
    }
  }
}

// runs of a set of bits up to the diagonal; returns their number, run NULL: only counted
static int listRuns(const Sets* sets, const uint64_t* set, int dof, hess_Run* run, int* nnz) {
  const int words = (dof - sets->first) / 64 + 1;
  int n = 0, pos = 0, end = -1;  // end: one after the last run
  for (int w = 0; w < words; w++) {
    uint64_t bits = set[w];
    while (bits) {
      const int low = __builtin_ctzll(bits);
      const uint64_t rest = ~(bits >> low);
      const int len = rest ? __builtin_ctzll(rest) : 64;
      const int start = 64 * w + low;
      if (start == end) {
        if (run) run[n - 1].len += len;
      } else {
        if (run) run[n] = (hess_Run){sets->first + start, len, pos};
        n++;
      }
      end = start + len;
      pos += len;
      bits = low + len >= 64 ? 0 : bits & ~(((uint64_t)1 << (low + len)) - 1);
    }
  }
  *nnz = pos;
  return n;
}

typedef struct {
  int *adr, *nnz, *nrun, *runadr;
} RowLists;

static bool takeLists(mjData* d, size_t nv, RowLists* l) {
  l->adr = stack_int(d, nv);
  l->nnz = stack_int(d, nv);
  l->nrun = stack_int(d, nv);
  l->runadr = stack_int(d, nv);
  return l->adr && l->nnz && l->nrun && l->runadr;
}

// entries and runs of all rows; bounds are good enough if there are few
static void countRows(const solve_Problem* p, const Sets* sets, int* size, int* nrun) {
  if (sets->words == 1) {
    *size = *nrun = p->nv * (p->nv + 1) / 2;
    return;
  }
  *size = *nrun = 0;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      int nnz;
      *nrun += listRuns(sets, rowSet(sets, i), i, NULL, &nnz);
      *size += nnz;
    }
  }
}

static bool listRows(const solve_System* s, const solve_Problem* p, const Sets* sets,
                     const RowLists* l, hess_Matrix* h) {
  int size, nrun;
  countRows(p, sets, &size, &nrun);
  hess_Run* run = stack_alloc(s->d, (size_t)nrun * sizeof *run, sizeof(int));
  int* col = stack_int(s->d, (size_t)size);
  h->val = stack_num(s->d, (size_t)size);
  if (!run || !col || !h->val) return false;
  h->run = run;
  h->col = col;
  nrun = 0;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int n = listRuns(sets, rowSet(sets, i), i, run + nrun, &l->nnz[i]);
      int* to = col + h->size;
      l->nrun[i] = n;
      l->adr[i] = h->size;
      l->runadr[i] = nrun;
      for (int k = nrun; k < nrun + n; k++) {
        for (int c = 0; c < run[k].len; c++) *to++ = run[k].start + c;
      }
      nrun += n;
      h->size += l->nnz[i];
    }
  }
  return true;
}

static bool fillPattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const solve_Range* last = p->range + p->nrange - 1;
  Sets sets = {.first = p->range[0].adr};
  const int span = last->adr + last->num - sets.first;
  RowLists l;
  sets.words = (span + 63) / 64;
  if (!takeLists(s->d, (size_t)s->m->nv, &l)) return false;
  sets.bit =
      stack_alloc(s->d, (size_t)span * (size_t)sets.words * sizeof *sets.bit, sizeof *sets.bit);
  if (!sets.bit) return false;
  fillSets(s->m, p, &sets);
  eliminateSets(p, &sets);
  h->adr = l.adr;
  h->nnz = l.nnz;
  h->nrun = l.nrun;
  h->runadr = l.runadr;
  return listRows(s, p, &sets, &l, h);
}

// composites of contacts in spatial form
static bool takeContacts(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  if (!p->nspatial) return true;
  h->contact = stack_num(s->d, 36 * (size_t)s->m->nv);
  h->touched = stack_alloc(s->d, (size_t)s->m->nv * sizeof *h->touched, 1);
  if (!h->contact || !h->touched) return false;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) h->touched[i] = false;
  }
  return true;
}

bool hess_pattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  *h = (hess_Matrix){0};
  h->diagInv = stack_num(s->d, (size_t)s->m->nv);
  h->blockRun = stack_alloc(s->d, (size_t)s->maxcol * sizeof *h->blockRun, sizeof(int));
  h->x = stack_num(s->d, (size_t)s->m->nv);
  if (!h->diagInv || !h->blockRun || !h->x || !takeContacts(s, p, h)) return false;
  for (int r = 0; r < p->nrange; r++) dense_zero(h->x + p->range[r].adr, p->range[r].num);
  if (hasFill(s->m, p)) return fillPattern(s, p, h);
  return isFullInertia(s->m, p) ? inertiaPattern(s, p, h) : treePattern(s, p, h);
}

// ---- entries

static void fillInertia(const mjModel* m, const mjData* d, const solve_Problem* p,
                        const hess_Matrix* h) {
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, end = begin + p->range[r].num;
    const int adr = h->adr[begin], size = h->adr[end - 1] + h->nnz[end - 1] - adr;
    if (h->inertia) {
      dense_copy(h->val + adr, d->M + adr, size);
      continue;
    }
    dense_zero(h->val + adr, size);
    for (int i = begin; i < end; i++) {
      const int* col = h->col + h->adr[i];
      mjtNum* row = h->val + h->adr[i];
      const int *mcol = m->M_colind + m->M_rowadr[i], last = m->M_rownnz[i] - 1;
      if (h->nnz[i] == last + 1) {
        for (int k = 0; k <= last; k++) row[k] = d->M[m->M_rowadr[i] + k];
        continue;
      }
      for (int k = 0, at = 0; k < last; k++) {
        while (col[at] != mcol[k]) at++;
        row[at] = d->M[m->M_rowadr[i] + k];
      }
      row[h->nnz[i] - 1] = d->M[m->M_rowadr[i] + last];
    }
  }
}

// dst += t0 j0 + t1 j1 + t2 j2, j apart by stride
static inline void addThree(mjtNum* dst, const mjtNum* t, const mjtNum* j, int stride, int n) {
  const mjtNum *j0 = j, *j1 = j + stride, *j2 = j1 + stride;
  const dense_Pair t0 = {t[0], t[0]}, t1 = {t[1], t[1]}, t2 = {t[2], t[2]};
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    dense_Pair* to = (dense_Pair*)(dst + k);
    *to = *to + (*(const dense_Pair*)(j0 + k) * t0 + *(const dense_Pair*)(j1 + k) * t1 +
                 *(const dense_Pair*)(j2 + k) * t2);
  }
  if (k < n) dst[k] += j0[k] * t[0] + j1[k] * t[1] + j2[k] * t[2];
}

static inline __attribute__((always_inline)) void
addRows(mjtNum* dst, const mjtNum* t, const mjtNum* j, int nbase, int stride, int n) {
  int i = 0;
  for (; i + 3 <= nbase; i += 3) addThree(dst, t + i, j + i * stride, stride, n);
  for (; i < nbase; i++) dense_axpy(dst, j + i * stride, t[i], n);
}

// position of a column in a row
static int position(const hess_Matrix* h, int row, int col) {
  if (h->tree) return h->nnz[col] - 1;
  const hess_Run* run = h->run + h->runadr[row];
  while (col >= run->start + run->len) run++;
  return run->pos + col - run->start;
}

static int blockRuns(const hess_Matrix* h, const solve_Block* b) {
  int n = 0;
  if (h->tree && h->nnz[b->col[b->ncol - 1]] == b->ncol) return 0;  // all rows line up
  for (int k = 0; k < b->ncol; k++) {
    if (k && b->col[k] == b->col[k - 1] + 1) {
      h->blockRun[n - 1].len++;
    } else {
      h->blockRun[n++] = (hess_Run){b->col[k], 1, k};
    }
  }
  return n;
}

// row of the block's column k += sum over base rows i0 .. i0+nbase-1 of t[i] J[i][0..k]
static inline void addColumn(const hess_Matrix* h, const solve_Block* b, int k, const mjtNum* t,
                             int i0, int nbase, int nrun) {
  const int row = b->col[k];
  const mjtNum* jac = b->jac + i0 * b->ncol;
  mjtNum* dst = h->val + h->adr[row];
  if (h->nnz[row] == k + 1) {
    addRows(dst, t, jac, nbase, b->ncol, k + 1);
    return;
  }
  for (int r = 0; r < nrun && h->blockRun[r].start <= row; r++) {
    const hess_Run* run = h->blockRun + r;
    const int len = run->start + run->len <= row ? run->len : row + 1 - run->start;
    addRows(dst + position(h, row, run->start), t, jac + run->pos, nbase, b->ncol, len);
  }
}

// H += J' diag(D) J
static void addDiagonal(hess_Matrix* h, const solve_Block* b, const mjtNum* D) {
  const int n = b->ncol;
  if (b->X) {
    spat_addInertia(b, D, true, h);
    return;
  }
  if (n == 1) {
    const int row = b->col[0];
    for (int i = 0; i < b->nbase; i++) {
      h->val[h->adr[row] + h->nnz[row] - 1] += D[i] * b->jac[i] * b->jac[i];
    }
    return;
  }
  const int nrun = blockRuns(h, b);
  for (int i0 = 0; i0 < b->nbase; i0 += 6) {
    const int nbase = b->nbase - i0 < 6 ? b->nbase - i0 : 6;
    const mjtNum* jac = b->jac + i0 * n;
    for (int k = 0; k < n; k++) {
      mjtNum t[6];
      for (int i = 0; i < nbase; i++) t[i] = D[i0 + i] * jac[i * n + k];
      addColumn(h, b, k, t, i0, nbase, nrun);
    }
  }
}

// H += J' G J, G (nbase x nbase), nbase <= 6
static void addFull(hess_Matrix* h, const solve_Block* b, const mjtNum* G) {
  if (b->X) {
    spat_addInertia(b, G, false, h);
    return;
  }
  const int n = b->ncol, nbase = b->nbase, nrun = blockRuns(h, b);
  for (int k = 0; k < n; k++) {
    mjtNum t[6];
    for (int i = 0; i < nbase; i++) {
      mjtNum sum = 0;
      for (int j = 0; j < nbase; j++) sum += G[i * nbase + j] * b->jac[j * n + k];
      t[i] = sum;
    }
    addColumn(h, b, k, t, 0, nbase, nrun);
  }
}

// active edges: normal row sum D, diagonal D mu^2, and D mu times their difference between
static void addPyramid(hess_Matrix* h, const solve_Block* b, const mjtNum* D, const int* state) {
  const int nbase = b->nbase;
  mjtNum diag[6] = {0}, cross[6] = {0}, G[36] = {0};
  bool any = false, full = false;
  for (int k = 1; k < nbase; k++) {
    const mjtNum plus = state[2 * k - 2] ? D[2 * k - 2] : 0;
    const mjtNum minus = state[2 * k - 1] ? D[2 * k - 1] : 0, mu = b->friction[k - 1];
    diag[0] += plus + minus;
    diag[k] = mu * mu * (plus + minus);
    cross[k] = mu * (plus - minus);
    any |= diag[k] != 0;
    full |= cross[k] != 0;
  }
  if (!any) return;
  if (!full) {
    addDiagonal(h, b, diag);
    return;
  }
  for (int k = 0; k < nbase; k++) {
    G[k * nbase + k] = diag[k];
    if (k) G[k] = G[k * nbase] = cross[k];
  }
  addFull(h, b, G);
}

static void addElliptic(const solve_Problem* p, hess_Matrix* h, const solve_Block* b) {
  const int state = p->state[b->row];
  if (state == mjCNSTRSTATE_QUADRATIC) addDiagonal(h, b, p->D + b->row);
  if (state != mjCNSTRSTATE_CONE) return;
  cost_coneHessian(p, b, b->contact->H);
  addFull(h, b, b->contact->H);
}

void hess_fill(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  fillInertia(s->m, s->d, p, h);
  for (int k = 0; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    if (b->shape == CON_PYRAMID) {
      addPyramid(h, b, p->D + b->row, p->state + b->row);
    } else if (b->shape == CON_ELLIPTIC) {
      addElliptic(p, h, b);
    } else if (p->state[b->row] == mjCNSTRSTATE_QUADRATIC) {
      addDiagonal(h, b, p->D + b->row);
    }
  }
  if (p->nspatial) spat_addHessian(s->m, s->d, p, h);
}
