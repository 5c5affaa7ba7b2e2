// Sparse Cholesky factorization in reverse order, symbolic and numeric. The pattern of L comes from
// the elimination tree: the columns of a row left of its last off-diagonal column fill the row of
// that column (Davis 2006, chapter 4, read from the last row up).
#include "math/reverse_factor.h"

#include <limits.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"

// ---- symbolic factorization

typedef struct {
  int n;
  int *adr, *next, *with;  // couplings of a row by groups: linked lists of group indices
  int *child, *sibling;    // rows whose last off-diagonal column is this one
  int *mark, *list;        // columns of the current row
  int* row;                // patterns found so far, stored from the end of the buffer
  long size, used;         // of the buffer
  long* start;             // where a row begins in it
} Pattern;

// heapsort: rows may be long
static void sift(int* list, int i, int n) {
  for (int k = 2 * i + 1; k < n; i = k, k = 2 * i + 1) {
    if (k + 1 < n && list[k] < list[k + 1]) k++;
    if (list[i] >= list[k]) return;
    const int x = list[i];
    list[i] = list[k];
    list[k] = x;
  }
}

static void sortInts(int* list, int n) {
  for (int i = n / 2 - 1; i >= 0; i--) sift(list, i, n);
  for (int end = n - 1; end > 0; end--) {
    const int x = list[0];
    list[0] = list[end];
    list[end] = x;
    sift(list, 0, end);
  }
}

static int add(Pattern* p, int row, int col, int n) {
  if (col >= row || col < 0 || p->mark[col] == row) return n;
  p->mark[col] = row;
  p->list[n++] = col;
  return n;
}

// doubles the buffer of patterns until `more` fits; its contents stay at the end
static bool growStore(Pattern* p, long more) {
  if (p->used + more <= p->size) return true;
  long size = p->size ? p->size : 1024;
  while (size < p->used + more) {
    if (size > INT_MAX / 2) return false;
    size *= 2;
  }
  int* row = mem_alloc((size_t)size * sizeof *row);
  if (!row) return false;
  if (p->used) {
    memcpy(row + size - p->used, p->row + p->size - p->used, (size_t)p->used * sizeof *row);
  }
  mem_free(p->row);
  p->row = row;
  p->size = size;
  return true;
}

// finds the columns of a row, the diagonal last; start counts from the end of the buffer
static bool addRow(Pattern* p, int row, const int (*group)[4]) {
  int n = 0;
  for (int k = p->adr[row]; k >= 0; k = p->next[k]) {
    for (int i = 0; i < 4; i++) n = add(p, row, group[p->with[k]][i], n);
  }
  for (int c = p->child[row]; c >= 0; c = p->sibling[c]) {
    const int* from = p->row + p->size - p->start[c];
    for (int i = 0; from[i] != c; i++) n = add(p, row, from[i], n);
  }
  sortInts(p->list, n);
  if (n) {  // passed on to the nearest row before it
    const int parent = p->list[n - 1];
    p->sibling[row] = p->child[parent];
    p->child[parent] = row;
  }
  p->list[n++] = row;
  if (!growStore(p, n)) return false;
  p->used += n;
  p->start[row] = p->used;
  memcpy(p->row + p->size - p->used, p->list, (size_t)n * sizeof *p->row);
  return true;
}

static bool takePattern(Pattern* p, int n, int ngroup) {
  const size_t rows = (size_t)n, entries = 4 * (size_t)ngroup;
  int* all = mem_alloc((5 * rows + 2 * entries + 1) * sizeof *all);
  *p = (Pattern){.n = n, .adr = all};
  p->start = mem_alloc((rows + 1) * sizeof *p->start);
  if (!all || !p->start) return false;
  p->child = all + rows;
  p->sibling = p->child + rows;
  p->mark = p->sibling + rows;
  p->list = p->mark + rows;
  p->next = p->list + rows;
  p->with = p->next + entries;
  for (int i = 0; i < n; i++) p->adr[i] = p->child[i] = p->mark[i] = -1;
  return true;
}

static void linkGroups(Pattern* p, int ngroup, const int (*group)[4]) {
  int k = 0;
  for (int g = 0; g < ngroup; g++) {
    for (int i = 0; i < 4; i++) {
      const int row = group[g][i];
      ASSERT_FULL(row < p->n);
      if (row < 0) continue;
      p->with[k] = g;
      p->next[k] = p->adr[row];
      p->adr[row] = k++;
    }
  }
}

static void writePattern(const Pattern* p, int* rownnz, int* rowadr, int* colind) {
  memcpy(colind, p->row + p->size - p->used, (size_t)p->used * sizeof *colind);
  for (int i = 0; i < p->n; i++) {
    rowadr[i] = (int)(p->used - p->start[i]);
    rownnz[i] = (int)(p->start[i] - (i + 1 < p->n ? p->start[i + 1] : 0));
  }
}

long reverse_pattern(int n, int ngroup, const int (*group)[4], int* rownnz, int* rowadr,
                     int* colind, long room) {
  Pattern p;
  bool ok = takePattern(&p, n, ngroup);
  if (ok) {
    linkGroups(&p, ngroup, group);
    for (int i = n - 1; i >= 0 && ok; i--) ok = addRow(&p, i, group);
  }
  ok = ok && (!colind || p.used <= room);
  if (ok && colind && n) writePattern(&p, rownnz, rowadr, colind);
  mem_free(p.adr);
  mem_free(p.start);
  mem_free(p.row);
  return ok ? p.used : -1;
}

// ---- numeric factorization

// order: from the last row up; a row is divided by the root of its pivot, then subtracted from the
// rows of its columns, the nearest last
bool reverse_factor(mjtNum* L, int n, const int* rownnz, const int* rowadr, const int* colind) {
  for (int r = n - 1; r >= 0; r--) {
    const int adr = rowadr[r], last = rownnz[r] - 1, *col = colind + adr;
    mjtNum* row = L + adr;
    ASSERT_FULL(col[last] == r);
    if (!(row[last] > 0)) return false;
    row[last] = __builtin_sqrt(row[last]);
    for (int k = 0; k < last; k++) row[k] /= row[last];
    for (int k = 0; k < last; k++) {
      const int c = col[k], *to = colind + rowadr[c];
      mjtNum* above = L + rowadr[c];
      for (int i = 0, at = 0; i <= k; i++) {  // its columns are among those of the row above
        while (to[at] != col[i]) at++;
        above[at] -= row[k] * row[i];
      }
    }
  }
  return true;
}

void reverse_solve(mjtNum* x, const int* at, const mjtNum* L, int n, const int* rownnz,
                   const int* rowadr, const int* colind) {
  for (int r = n - 1; r >= 0; r--) {  // L'
    const int adr = rowadr[r], last = adr + rownnz[r] - 1;
    const mjtNum v = x[at[r]] / L[last];
    x[at[r]] = v;
    for (int k = adr; k < last; k++) x[at[colind[k]]] -= L[k] * v;
  }
  for (int r = 0; r < n; r++) {  // L
    const int adr = rowadr[r], last = adr + rownnz[r] - 1;
    mjtNum sum = x[at[r]];
    for (int k = adr; k < last; k++) sum -= L[k] * x[at[colind[k]]];
    x[at[r]] = sum / L[last];
  }
}
