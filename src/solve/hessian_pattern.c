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

// sets of dofs, counted from the first of the problem, one for each dof
typedef struct {
  int first, words;
  uint64_t* link;  // dofs that share an entry of M or a row of J with it
  uint64_t* row;   // columns of its row
} Sets;

static size_t offset(const Sets* sets, int dof) {
  return (size_t)(dof - sets->first) * (size_t)sets->words;
}

static void insert(const Sets* sets, uint64_t* set, int dof) {
  set[(dof - sets->first) / 64] |= (uint64_t)1 << ((dof - sets->first) % 64);
}

// bits of a word up to the dof, without it
static uint64_t below(int place) { return ((uint64_t)1 << (place % 64)) - 1; }

// the largest dof below `dof` in its row, -1: none
static int nextColumn(const Sets* sets, int dof) {
  const uint64_t* set = sets->row + offset(sets, dof);
  int w = (dof - sets->first) / 64;
  uint64_t bits = set[w] & below(dof - sets->first);
  while (!bits && w > 0) bits = set[--w];
  return bits ? sets->first + 64 * w + 63 - __builtin_clzll(bits) : -1;
}

static bool takeSets(const solve_System* s, const solve_Problem* p, Sets* sets) {
  const solve_Range* last = p->range + p->nrange - 1;
  sets->first = p->range[0].adr;
  const int span = last->adr + last->num - sets->first;
  sets->words = (span + 63) / 64;
  const size_t size = (size_t)span * (size_t)sets->words;
  sets->link = stack_alloc(s->d, 2 * size * sizeof *sets->link, sizeof *sets->link);
  sets->row = sets->link ? sets->link + size : NULL;
  return sets->link;
}

static void linkInertia(const mjModel* m, const solve_Problem* p, const Sets* sets) {
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, num = p->range[r].num;
    uint64_t* link = sets->link + offset(sets, begin);
    for (size_t w = 0; w < (size_t)num * (size_t)sets->words; w++) link[w] = 0;
    for (int i = begin; i < begin + num; i++) {
      const int *col = m->M_colind + m->M_rowadr[i], nnz = m->M_rownnz[i];
      for (int k = 0; k < nnz; k++) {
        insert(sets, sets->link + offset(sets, i), col[k]);
        insert(sets, sets->link + offset(sets, col[k]), i);
      }
    }
  }
}

// all pairs of a block's columns
static void linkBlock(const Sets* sets, const solve_Block* b) {
  uint64_t* mask = sets->row;  // not in use yet
  for (int w = 0; w < sets->words; w++) mask[w] = 0;
  for (int c = 0; c < b->ncol; c++) insert(sets, mask, b->col[c]);
  for (int c = 0; c < b->ncol; c++) {
    uint64_t* link = sets->link + offset(sets, b->col[c]);
    for (int w = 0; w < sets->words; w++) link[w] |= mask[w];
  }
}

static void linkBlocks(const solve_Problem* p, const Sets* sets) {
  const int* last = NULL;
  for (int k = 0; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    if (b->ncol < 2 || b->col == last) continue;
    last = b->col;
    linkBlock(sets, b);
  }
}

// rows: links up to the diagonal and what elimination adds
static void closeRows(const solve_Problem* p, const Sets* sets) {
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const uint64_t* link = sets->link + offset(sets, i);
      uint64_t* row = sets->row + offset(sets, i);
      const int at = i - sets->first, top = at / 64;
      for (int w = 0; w < top; w++) row[w] = link[w];
      row[top] = link[top] & (below(at) | (uint64_t)1 << (at % 64));
      for (int w = top + 1; w < sets->words; w++) row[w] = 0;
    }
  }
  for (int r = p->nrange - 1; r >= 0; r--) {
    for (int i = p->range[r].adr + p->range[r].num - 1; i >= p->range[r].adr; i--) {
      const uint64_t* row = sets->row + offset(sets, i);
      const int next = nextColumn(sets, i);
      if (next < 0) continue;
      uint64_t* other = sets->row + offset(sets, next);
      const int at = next - sets->first, top = at / 64;
      for (int w = 0; w < top; w++) other[w] |= row[w];
      other[top] |= row[top] & below(at);
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
  int *adr, *nnz, *nrun, *runadr, *group, *nuser, *useradr, *next, *seen;  // (nv)
  int *col, *user;
  hess_Run* run;
} Lists;

static bool takeLists(mjData* d, size_t nv, Lists* l) {
  int* all = stack_int(d, 9 * nv);
  int** const list[] = {&l->adr,   &l->nnz,     &l->nrun, &l->runadr, &l->group,
                        &l->nuser, &l->useradr, &l->next, &l->seen};
  for (int k = 0; k < 9 && all; k++) *list[k] = all + (size_t)k * nv;
  return all;
}

static bool takeEntries(mjData* d, size_t size, size_t nrun, Lists* l) {
  l->run = stack_alloc(d, nrun * sizeof *l->run, sizeof(int));
  l->col = stack_int(d, size);
  l->user = stack_int(d, size);
  return l->run && l->col && l->user;
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
      *nrun += listRuns(sets, sets->row + offset(sets, i), i, NULL, &nnz);
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
      const int n = listRuns(sets, sets->row + offset(sets, i), i, l->run + nrun, &l->nnz[i]);
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

// first dofs of groups, next columns
static void findGroups(const solve_Problem* p, const Lists* l) {
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, end = begin + p->range[r].num;
    for (int i = begin; i < end; i++) {
      const int nnz = l->nnz[i];
      l->next[i] = nnz > 1 ? l->col[l->adr[i] + nnz - 2] : -1;
      const bool joined = i > begin && nnz == l->nnz[i - 1] + 1 && l->next[i] == i - 1;
      l->group[i] = joined ? l->group[i - 1] : i;
      l->seen[i] = -1;
    }
  }
}

// Rows that have dof i among their columns: those that share an entry of M or a row of J with it,
// ascending, each followed by the rows that its elimination leads to, as far as they are new. Each
// row meets its columns in ascending order.
static int listUsers(const Sets* sets, const Lists* l, int i, int begin) {
  const uint64_t* link = sets->link + offset(sets, i);
  int* const seen = l->seen;
  int n = begin, w = (i - sets->first) / 64;
  uint64_t bits = link[w] & ~below(i - sets->first) & ~((uint64_t)1 << ((i - sets->first) % 64));
  while (true) {
    for (; bits; bits &= bits - 1) {
      int row = sets->first + 64 * w + __builtin_ctzll(bits);
      for (; row > i && seen[row] != i; row = l->next[row]) {
        seen[row] = i;
        l->user[n++] = row;
      }
    }
    if (++w >= sets->words) break;
    bits = link[w];
  }
  l->useradr[i] = begin;
  l->nuser[i] = n - begin;
  return n;
}

static void listAllUsers(const solve_Problem* p, const Sets* sets, const Lists* l) {
  int end = 0;
  for (int r = 0; r < p->nrange; r++) {
    for (int k = 0; k < p->range[r].num; k++) {
      end = listUsers(sets, l, p->range[r].adr + k, end);
    }
  }
}

static bool fillPattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  Sets sets;
  int size, nrun;
  Lists l;
  if (!takeLists(s->d, (size_t)s->m->nv, &l) || !takeSets(s, p, &sets)) return false;
  linkInertia(s->m, p, &sets);
  linkBlocks(p, &sets);
  closeRows(p, &sets);
  countRows(p, &sets, &size, &nrun);
  if (!takeEntries(s->d, (size_t)size, (size_t)nrun, &l)) return false;
  h->size = h->end = listRows(p, &sets, &l);
  findGroups(p, &l);
  listAllUsers(p, &sets, &l);
  h->pattern = (hess_Pattern){.adr = l.adr,
                              .nnz = l.nnz,
                              .col = l.col,
                              .nrun = l.nrun,
                              .runadr = l.runadr,
                              .run = l.run,
                              .group = l.group,
                              .nuser = l.nuser,
                              .useradr = l.useradr,
                              .user = l.user};
  return true;
}

bool hess_pattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const bool own = !isFullInertia(s->m, p) || hasFill(s->m, p);
  return own ? fillPattern(s, p, h) : inertiaPattern(s, p, h);
}
