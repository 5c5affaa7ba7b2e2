// Symbolic factorization: sparsity patterns of the Hessian and of its Cholesky factor, with
// fill-in. If the columns of every block lie on one chain of dofs (contacts with static bodies,
// limits, ...), there is no fill-in and rows have the ancestors of their dofs as columns: all of
// them if M does, or if blocks couple them (simple bodies). Otherwise the columns of rows are bit
// sets, closed under elimination from the last dof (elimination tree: the columns of a row, without
// its dof, are added to the row of the largest of them).
#include "solve/hessian.h"

#include <limits.h>

#include <stdint.h>
#include <string.h>

#include "model/private_data.h"
#include "model/stack.h"

// ---- rows of M

static bool isChain(const mjModel* m, const int* col, int n) {
  int dof = n ? col[n - 1] : -1;
  ASSERT_FULL(assert_ascend(col, n));
  for (int k = n - 2; k >= 0; k--) {
    while (dof > col[k]) dof = m->dof_parentid[dof];
    if (dof != col[k]) return false;
  }
  return true;
}

static bool hasFill(const mjModel* m, const solve_Problem* p) {
  int last = -1;
  for (int k = 0; k < p->rows.nblock; k++) {
    const con_Block* b = p->rows.block + k;
    if (b->ncol <= 1 || b->col == last) continue;
    if (!isChain(m, con_columns(&p->rows, b), b->ncol)) return true;
    last = b->col;
  }
  return false;
}

// returns true if the row of a dof in M has the columns of its parent's row plus its own
static bool extendsParent(const mjModel* m, int i) {
  const int parent = m->dof_parentid[i];
  return parent >= 0 && m->M_rownnz[i] == m->M_rownnz[parent] + 1;
}

// returns true if rows of M have all ancestors as columns
static bool isFullInertia(const mjModel* m, const solve_Problem* p) {
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      if (m->dof_parentid[i] >= 0 && !extendsParent(m, i)) return false;
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
  ASSERT(h->size <= h->end);
  return true;
}

// ---- all ancestors

// returns true if blocks couple each dof to all its ancestors where M does not; depth: number of
// ancestors plus 1. covered: scratch (nv)
static bool isCovered(const mjModel* m, const solve_Problem* p, const int* depth, int* covered) {
  for (int r = 0; r < p->nrange; r++) {
    for (int k = 0; k < p->range[r].num; k++) covered[p->range[r].adr + k] = 0;
  }
  for (int k = 0; k < p->rows.nblock; k++) {
    const con_Block* b = p->rows.block + k;
    const int last = con_lastDof(&p->rows, b);
    if (last >= 0 && depth[last] == b->ncol) covered[last] = 1;
  }
  for (int r = p->nrange - 1; r >= 0; r--) {
    for (int i = p->range[r].adr + p->range[r].num - 1; i >= p->range[r].adr; i--) {
      const int parent = m->dof_parentid[i];
      if (parent < 0) continue;
      if (!covered[i] && !extendsParent(m, i)) return false;
      covered[parent] |= covered[i];
    }
  }
  return true;
}

// pattern with all ancestors as columns; false: not enough scratch memory, or blocks leave gaps
static bool treePattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const mjModel* m = s->m;
  int *adr = solve_take(s, 3 * (size_t)m->nv, sizeof *adr), size = 0;
  if (!adr) return false;
  int *nnz = adr + m->nv, *covered = nnz + m->nv;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int parent = m->dof_parentid[i];
      ASSERT_FULL(parent < i && parent >= -1);
      adr[i] = size;
      nnz[i] = parent < 0 ? 1 : nnz[parent] + 1;
      size += nnz[i];
    }
  }
  int* col = isCovered(m, p, nnz, covered) ? solve_take(s, (size_t)size, sizeof *col) : NULL;
  if (!col) return false;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int *from = nnz[i] > 1 ? col + adr[m->dof_parentid[i]] : NULL, last = nnz[i] - 1;
      for (int k = 0; k < last; k++) col[adr[i] + k] = from[k];
      col[adr[i] + last] = i;
    }
  }
  h->pattern = (hess_Pattern){.adr = adr, .nnz = nnz, .col = col, .tree = true};
  h->size = h->end = size;
  return true;
}

// ---- bit sets

// one bit set of places for each place; a place is the index of a dof in the problem, so the bits
// are dense
typedef struct {
  int n, words;
  const int* dof;   // dof of a place, NULL: the same
  uint64_t* start;  // places whose dof does not directly follow that of the place before
  uint64_t* link;   // for each place: places that share an entry of M or a row of J with it
  uint64_t* row;    // for each place: columns of its row
} Sets;

static inline int dofOf(const Sets* sets, int place) {
  return sets->dof ? sets->dof[place] : place;
}

static inline uint64_t* setOf(const Sets* sets, uint64_t* base, int place) {
  return base + (size_t)place * (size_t)sets->words;
}

static inline void insert(uint64_t* set, int place) {
  set[place / 64] |= (uint64_t)1 << (place % 64);
}

static inline void unite(const Sets* sets, uint64_t* set, const uint64_t* other) {
  for (int w = 0; w < sets->words; w++) set[w] |= other[w];
}

// mask of the bits before a place in its word
static inline uint64_t before(int place) { return ((uint64_t)1 << (place % 64)) - 1; }

static bool takeSets(const solve_System* s, const solve_Problem* p, Sets* sets) {
  *sets = (Sets){.n = p->nv, .words = (p->nv + 63) / 64, .dof = p->dof};
  const size_t words = (size_t)sets->words, size = (size_t)p->nv * words, all = 2 * size + words;
  sets->start = stack_alloc(s->d, all * sizeof *sets->start, sizeof *sets->start);
  if (!sets->start) return false;
  memset(sets->start, 0, all * sizeof *sets->start);
  sets->link = sets->start + words;
  sets->row = sets->link + size;
  for (int r = 0, place = 0; r < p->nrange; place += p->range[r++].num) insert(sets->start, place);
  return true;
}

// adds the coupling by M to `link`: the places before each place and, by way of `row`, those after
// it
static void linkInertia(const mjModel* m, const solve_Problem* p, const Sets* sets) {
  for (int i = 0; i < sets->n; i++) {
    const int dof = dofOf(sets, i), *col = m->M_colind + m->M_rowadr[dof];
    uint64_t* link = setOf(sets, sets->link, i);
    insert(link, i);
    if (extendsParent(m, dof)) {
      unite(sets, link, setOf(sets, sets->link, con_number(&p->rows, m->dof_parentid[dof])));
      continue;
    }
    for (int k = 0; k < m->M_rownnz[dof] - 1; k++) {
      const int place = con_number(&p->rows, col[k]);
      insert(link, place);
      insert(setOf(sets, sets->row, place), i);
    }
  }
  for (int i = sets->n - 1; i >= 0; i--) {
    const int dof = dofOf(sets, i);
    uint64_t* row = setOf(sets, sets->row, i);
    insert(row, i);
    unite(sets, setOf(sets, sets->link, i), row);
    if (extendsParent(m, dof)) {
      unite(sets, setOf(sets, sets->row, con_number(&p->rows, m->dof_parentid[dof])), row);
    }
  }
}

// all pairs of a block's columns
static void linkBlocks(const solve_Problem* p, const Sets* sets) {
  int last = -1;
  uint64_t* mask = sets->row;  // not used yet
  for (int k = 0; k < p->rows.nblock; k++) {
    const con_Block* b = p->rows.block + k;
    if (b->ncol < 2 || b->col == last) continue;
    last = b->col;
    const int* col = con_columns(&p->rows, b);
    for (int w = 0; w < sets->words; w++) mask[w] = 0;
    for (int c = 0; c < b->ncol; c++) insert(mask, con_number(&p->rows, col[c]));
    for (int c = 0; c < b->ncol; c++) {
      unite(sets, setOf(sets, sets->link, con_number(&p->rows, col[c])), mask);
    }
  }
}

// the largest place before i in its row (parent in the elimination tree), -1: none
static int nextPlace(const Sets* sets, int i) {
  const uint64_t* row = setOf(sets, sets->row, i);
  int w = i / 64;
  uint64_t bits = row[w] & before(i);
  while (!bits && w > 0) bits = row[--w];
  return bits ? 64 * w + 63 - __builtin_clzll(bits) : -1;
}

// rows: links up to the diagonal plus the fill-in of elimination; next[i]: parent of place i in the
// elimination tree
static void closeRows(const Sets* sets, int* next) {
  for (int i = 0; i < sets->n; i++) {
    const uint64_t* link = setOf(sets, sets->link, i);
    uint64_t* row = setOf(sets, sets->row, i);
    const int top = i / 64;
    for (int w = 0; w < sets->words; w++) row[w] = w < top ? link[w] : 0;
    row[top] = link[top] & before(i);
    insert(row, i);
  }
  for (int i = sets->n - 1; i >= 0; i--) {
    const uint64_t* row = setOf(sets, sets->row, i);
    next[i] = nextPlace(sets, i);
    ASSERT_FULL(next[i] < i);
    if (next[i] < 0) continue;
    uint64_t* other = setOf(sets, sets->row, next[i]);
    const int top = next[i] / 64;
    for (int w = 0; w < top; w++) other[w] |= row[w];
    other[top] |= row[top] & before(next[i]);
  }
}

// ---- lists

typedef struct {
  int *adr, *nnz, *nrun, *runadr, *group, *nuser, *useradr;  // of dofs (nv)
  int *next, *seen, *met;                                    // of places
  int *col, *user, *userpos;
  hess_Run* run;
} Lists;

enum { RUN_INTS = sizeof(hess_Run) / sizeof(int) };

static void placeDofLists(Lists* l, int* dof, size_t nv) {
  int** const list[] = {&l->adr, &l->nnz, &l->nrun, &l->runadr, &l->group, &l->nuser, &l->useradr};
  _Static_assert(sizeof list / sizeof *list == PRIVATE_PATTERN, "as many as are kept");
  for (size_t k = 0; k < PRIVATE_PATTERN; k++) *list[k] = dof + k * nv;
}

// dof: lists over dofs of a cache entry, NULL: they are not cached
static bool takeLists(const solve_System* s, Lists* l, int* dof) {
  const size_t nv = (size_t)s->m->nv;
  int* own = solve_take(s, PRIVATE_PATTERN * nv, sizeof *own);
  l->next = solve_take(s, 3 * nv, sizeof *l->next);
  if (!own || !l->next) return false;
  placeDofLists(l, dof ? dof : own, nv);
  l->seen = l->next + nv;
  l->met = l->seen + nv;
  return true;
}

// three lists of `most` ints, followed by the runs
static void placeEntries(Lists* l, int* all, int most) {
  l->col = all;
  l->user = all + most;
  l->userpos = l->user + most;
  l->run = (hess_Run*)(l->userpos + most);
}

// most, nrun: upper bounds of the entries of the factor and of the runs; kept: the cache entry
// where they are stored if they fit. Scratch is allocated in any case, here and for the lists over
// dofs: whether a solve fits into the arena must not depend on the cache, which problems that are
// solved in parallel cannot use.
static bool takeEntries(const solve_System* s, const solve_Problem* p, Lists* l, int most, int nrun,
                        symbolic_Entry* kept) {
  const size_t ints = 3 * (size_t)most + RUN_INTS * (size_t)nrun;
  int* own = solve_take(s, ints, sizeof *own);
  if (own) placeEntries(l, symbolic_reserve(s, p, kept, ints) ? kept->list : own, most);
  return own;
}

// moves the lists together, without their unused capacity
static void closeUp(Lists* l, int* all, int size, int nrun) {
  const Lists from = *l;
  placeEntries(l, all, size);
  memmove(l->user, from.user, (size_t)size * sizeof *l->user);
  memmove(l->userpos, from.userpos, (size_t)size * sizeof *l->userpos);
  memmove(l->run, from.run, (size_t)nrun * sizeof *l->run);
}

// writes columns and runs of a row; returns the number of runs
static int listRow(const Sets* sets, int i, int* col, hess_Run* run, int* nnz) {
  const uint64_t* row = setOf(sets, sets->row, i);
  int n = 0, pos = 0, end = -1;  // end: one after the last run
  for (int w = 0; w <= i / 64; w++) {
    uint64_t bits = row[w];
    while (bits) {
      const int low = __builtin_ctzll(bits);
      const uint64_t stop = ~(bits >> low) | (sets->start[w] >> low & ~(uint64_t)1);
      const int len = stop ? __builtin_ctzll(stop) : 64, dof = dofOf(sets, 64 * w + low);
      if (dof == end) {
        run[n - 1].len += len;
      } else {
        run[n++] = (hess_Run){dof, len, pos};
      }
      for (int k = 0; k < len; k++) col[pos + k] = dof + k;
      end = dof + len;
      pos += len;
      bits = low + len < 64 ? bits >> (low + len) << (low + len) : 0;
    }
  }
  ASSERT_FULL(pos > 0 && col[pos - 1] == dofOf(sets, i));  // the diagonal is last
  *nnz = pos;
  return n;
}

// counts entries and runs of all rows; for few dofs upper bounds are good enough
static void countRows(const Sets* sets, int* size, int* nrun) {
  *size = *nrun = sets->n * (sets->n + 1) / 2;
  if (sets->words == 1) return;
  *size = *nrun = 0;
  for (int i = 0; i < sets->n; i++) {
    const uint64_t* row = setOf(sets, sets->row, i);
    uint64_t carry = 0;
    for (int w = 0; w <= i / 64; w++) {
      *size += __builtin_popcountll(row[w]);
      *nrun += __builtin_popcountll(row[w] & (~(row[w] << 1 | carry) | sets->start[w]));
      carry = row[w] >> 63;
    }
  }
}

// writes rows and their groups; returns the number of columns, *count: the number of runs
static int listRows(const Sets* sets, const Lists* l, int* count) {
  int nrun = 0, size = 0;
  for (int i = 0; i < sets->n; i++) {
    const int dof = dofOf(sets, i);
    l->adr[dof] = size;
    l->runadr[dof] = nrun;
    l->nrun[dof] = listRow(sets, i, l->col + size, l->run + nrun, l->nnz + dof);
    nrun += l->nrun[dof];
    size += l->nnz[dof];
    const int last = i && l->next[i] == i - 1 ? dofOf(sets, i - 1) : -1;
    l->group[dof] = last >= 0 && l->nnz[dof] == l->nnz[last] + 1 ? l->group[last] : i;
    l->seen[i] = -1;
    l->met[i] = 0;
  }
  *count = nrun;
  return size;
}

// order: of the rows that have place i among their columns: those that share an entry of M or a row
// of J with it, ascending, each followed by the rows that its elimination leads to, unless they are
// already listed. Rows are listed for their columns in ascending order
static int listUsers(const Sets* sets, const Lists* l, int i, int adr) {
  const uint64_t* link = setOf(sets, sets->link, i);
  const int* next = l->next;
  int *const seen = l->seen, n = 0;
  for (int w = i / 64; w < sets->words; w++) {
    uint64_t bits = link[w];
    if (w == i / 64) bits &= ~before(i) - ((uint64_t)1 << (i % 64));
    for (; bits; bits &= bits - 1) {
      int row = 64 * w + __builtin_ctzll(bits);
      for (; row > i && seen[row] != i; row = next[row]) {
        seen[row] = i;
        l->userpos[adr + n] = l->met[row]++;
        l->user[adr + n++] = dofOf(sets, row);
      }
    }
  }
  return n;
}

static void setPattern(hess_Matrix* h, const Lists* l, int size) {
  h->size = h->end = size;
  h->pattern = (hess_Pattern){.adr = l->adr,
                              .nnz = l->nnz,
                              .col = l->col,
                              .nrun = l->nrun,
                              .runadr = l->runadr,
                              .run = l->run,
                              .group = l->group,
                              .nuser = l->nuser,
                              .useradr = l->useradr,
                              .user = l->user,
                              .userpos = l->userpos};
}

static bool fillPattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  Sets sets;
  int most, nrun;
  Lists l;
  const size_t before = s->d->pstack;
  symbolic_Entry kept = symbolic_begin(s, p);
  if (!takeLists(s, &l, kept.dof) || !takeSets(s, p, &sets)) return false;
  linkInertia(s->m, p, &sets);
  linkBlocks(p, &sets);
  closeRows(&sets, l.next);
  countRows(&sets, &most, &nrun);
  if (!takeEntries(s, p, &l, most, nrun, &kept)) return false;
  const int size = listRows(&sets, &l, &nrun);
  ASSERT(size <= most);
  for (int i = 0, adr = 0; i < p->nv; i++) {
    const int dof = dofOf(&sets, i), n = listUsers(&sets, &l, i, adr);
    l.useradr[dof] = adr;
    l.nuser[dof] = n;
    adr += n;
    // every entry left of a diagonal is listed once
    ASSERT_FULL(i + 1 < p->nv || adr == size - p->nv);
  }
  const size_t scratch = s->d->pstack - before;
  if (kept.head && scratch <= INT_MAX) {
    kept.size = size;
    kept.scratch = (int)scratch;
    closeUp(&l, kept.list, size, nrun);
    symbolic_end(s, p, &kept, 3 * size + RUN_INTS * nrun);
  }
  setPattern(h, &l, size);
  return true;
}

// pattern of an earlier solve, from the cache
static bool keptPattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const symbolic_Entry kept = symbolic_find(s, p);
  Lists l = {0};
  if (!kept.dof || !stack_alloc(s->d, (size_t)kept.scratch, 1)) return false;
  placeDofLists(&l, kept.dof, (size_t)s->m->nv);
  placeEntries(&l, kept.list, kept.size);
  setPattern(h, &l, kept.size);
  return true;
}

enum { SCRATCH_STEP = 64 };  // alignment of patterns: each takes as much as when it was made

bool hess_pattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  if (!stack_alloc(s->d, 0, SCRATCH_STEP)) return false;
  if (keptPattern(s, p, h)) return true;
  if (hasFill(s->m, p)) return fillPattern(s, p, h);
  if (isFullInertia(s->m, p)) return inertiaPattern(s, p, h);
  return treePattern(s, p, h) || fillPattern(s, p, h);
}
