// Pattern of the sparse Hessian. If the columns of every block lie on one chain of dofs (contacts
// with static bodies, limits, ...) and M has all ancestors of its dofs, the rows of H are those of
// M. Otherwise a row's columns are found in bit sets, closed under elimination from the last dof
// (the columns of a row, without it, belong to the row of the largest of them).
#include "solve/hessian.h"

#include <stdint.h>

#include "model/stack.h"

// ---- rows of M

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
    if (b->ncol <= 1 || b->col == last) continue;
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
  h->pattern =
      (hess_Pattern){.adr = m->M_rowadr, .nnz = m->M_rownnz, .col = m->M_colind, .tree = true};
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, last = begin + p->range[r].num - 1;
    h->size += m->M_rowadr[last] + m->M_rownnz[last] - m->M_rowadr[begin];
  }
  h->end = (int)m->nC;
  return true;
}

// ---- bit sets

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
      const int *col = m->M_colind + m->M_rowadr[i], nnz = m->M_rownnz[i];
      uint64_t* set = rowSet(sets, i);
      for (int w = 0; w < sets->words; w++) set[w] = 0;
      for (int k = 0; k < nnz; k++) insert(sets, set, col[k]);
    }
  }
  const int* last = NULL;
  for (int k = 0; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    if (b->ncol < 2 || b->col == last) continue;
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

// ---- lists

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
  int *adr, *nnz, *nrun, *runadr, *nuser, *useradr;  // (nv)
  int *col, *user, *userpos;
  hess_Run* run;
} Lists;

static bool takeLists(mjData* d, size_t nv, Lists* l) {
  int* all = stack_int(d, 6 * nv);
  l->adr = all;
  l->nnz = all + nv;
  l->nrun = all + 2 * nv;
  l->runadr = all + 3 * nv;
  l->nuser = all + 4 * nv;
  l->useradr = all + 5 * nv;
  return all;
}

static bool takeEntries(mjData* d, size_t size, size_t nrun, Lists* l) {
  l->run = stack_alloc(d, nrun * sizeof *l->run, sizeof(int));
  l->col = stack_int(d, size);
  l->user = stack_int(d, size);
  l->userpos = stack_int(d, size);
  return l->run && l->col && l->user && l->userpos;
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

// runs and columns of all rows; returns the number of columns
static int listRows(const solve_Problem* p, const Sets* sets, const Lists* l) {
  int nrun = 0, size = 0;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int n = listRuns(sets, rowSet(sets, i), i, l->run + nrun, &l->nnz[i]);
      int* to = l->col + size;
      l->nrun[i] = n;
      l->adr[i] = size;
      l->runadr[i] = nrun;
      for (int k = nrun; k < nrun + n; k++) {
        for (int c = 0; c < l->run[k].len; c++) *to++ = l->run[k].start + c;
      }
      nrun += n;
      size += l->nnz[i];
    }
  }
  return size;
}

// the rows below the diagonal by columns
static void listUsers(const solve_Problem* p, const Lists* l) {
  int begin = 0;
  for (int r = 0; r < p->nrange; r++) {
    for (int i = 0; i < p->range[r].num; i++) l->nuser[p->range[r].adr + i] = 0;
  }
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      for (int k = 0; k < l->nnz[i] - 1; k++) l->nuser[l->col[l->adr[i] + k]]++;
    }
  }
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      l->useradr[i] = begin;
      begin += l->nuser[i];
      l->nuser[i] = 0;  // counted again as they are filled
    }
  }
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      for (int k = 0; k < l->nnz[i] - 1; k++) {
        const int dof = l->col[l->adr[i] + k], at = l->useradr[dof] + l->nuser[dof]++;
        l->user[at] = i;
        l->userpos[at] = k;
      }
    }
  }
}

static bool fillPattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const solve_Range* last = p->range + p->nrange - 1;
  Sets sets = {.first = p->range[0].adr};
  const int span = last->adr + last->num - sets.first;
  int size, nrun;
  Lists l;
  sets.words = (span + 63) / 64;
  if (!takeLists(s->d, (size_t)s->m->nv, &l)) return false;
  sets.bit =
      stack_alloc(s->d, (size_t)span * (size_t)sets.words * sizeof *sets.bit, sizeof *sets.bit);
  if (!sets.bit) return false;
  fillSets(s->m, p, &sets);
  eliminateSets(p, &sets);
  countRows(p, &sets, &size, &nrun);
  if (!takeEntries(s->d, (size_t)size, (size_t)nrun, &l)) return false;
  h->size = h->end = listRows(p, &sets, &l);
  listUsers(p, &l);
  h->pattern = (hess_Pattern){.adr = l.adr,
                              .nnz = l.nnz,
                              .col = l.col,
                              .nrun = l.nrun,
                              .runadr = l.runadr,
                              .run = l.run,
                              .nuser = l.nuser,
                              .useradr = l.useradr,
                              .user = l.user,
                              .userpos = l.userpos};
  return true;
}

bool hess_pattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const bool own = !isFullInertia(s->m, p) || hasFill(s->m, p);
  return own ? fillPattern(s, p, h) : inertiaPattern(s, p, h);
}
