// Dual problem AR = Y Y' + diag(R) in SIMD lanes (constraint/project.c in one world), computed lane
// by lane, because rows are few and differ between lanes. Y = J L^-1 D^-1/2 is stored by columns,
// so that four rows are computed at once.
//   rows, qLD -> lines of the dual problems, with b, bounds and reciprocals of diagonals
#include "solve/lane_dual.h"

#if LANE_W > 1

#include <math.h>

#include "base/assert.h"

// columns of J with all their ancestors, for each block
typedef struct {
  int *adr, *num;   // (nblock)
  int *col, *mark;  // ascending; (nv) 0 between calls
  real* scale;      // (nv) D^-1/2
} Closure;

// ---- places

static int countRows(const lane_Rows* rows, int lane) {
  int n = 0;
  for (int k = 0; k < rows->nblock; k++) n += rows->has[k][lane] ? rows->block[k].nefc : 0;
  return n;
}

static int countCones(const lane_Rows* rows, int lane) {
  int n = 0;
  for (int k = 0; k < rows->nblock; k++) {
    n += rows->has[k][lane] && rows->block[k].shape == CON_ELLIPTIC;
  }
  return n;
}

static void listRows(dual_Lane* p, const lane_Rows* rows) {
  int n = 0;
  for (int k = 0; k < rows->nblock && p->n; k++) {
    if (!rows->has[k][p->lane]) continue;
    for (int r = 0; r < rows->block[k].nefc; r++, n++) {
      p->row[n] = rows->block[k].efc + r;
      p->block[n] = k;
    }
  }
  ASSERT_FULL(n == p->n);
}

// most: places of the longest lane
static bool takePlaces(dual_Lane* p, lane_Data* d, int most, int nv, int ncone) {
  const int size = p->size, numbers = size * (p->stride + nv + 4) + most;
  p->line = (double*)lane_scratch(d, (numbers + LANE_W - 1) / LANE_W);
  p->row = lane_ints(d, 4 * size);
  p->cone = (dual_Cone*)lane_scratch(d, (int)((size_t)ncone * sizeof *p->cone / sizeof(real)) + 1);
  if (!p->line || !p->row || !p->cone) return false;
  memset(p->line, 0, (size_t)numbers * sizeof *p->line);
  p->Y = p->line + size * p->stride;
  p->force = p->Y + size * nv;
  p->low = p->force + most;
  p->high = p->low + size;
  p->previous = p->high + size;
  p->momentum = p->previous + size;
  p->block = p->row + size;
  p->order = p->block + size;
  p->coneOf = p->order + size;
  return true;
}

static bool makePlaces(dual_Lanes* p, lane_Data* d, mask live) {
  const lane_Rows* rows = p->of->rows;
  int most = 4;
  bool fits = true;
  for (int l = 0; l < LANE_W; l++) {
    const int n = live[l] ? countRows(rows, l) : 0;
    p->lane[l] = (dual_Lane){.lane = l, .n = n, .nwhole = n & ~3, .size = (n & ~3) + 4};
    if (p->lane[l].size > most) most = p->lane[l].size;
  }
  for (int l = 0; l < LANE_W && fits; l++) {
    p->lane[l].stride = most + DUAL_HEAD;
    const int ncone = p->lane[l].n && p->of->ncone ? countCones(rows, l) : 0;
    fits = takePlaces(p->lane + l, d, most, p->of->nv, ncone);
    if (fits) listRows(p->lane + l, rows);
  }
  return fits;
}

// ---- columns

static bool takeClosure(Closure* c, const newton_Lanes* of, lane_Data* d) {
  const lane_Problem* w = of->of;
  const int nv = of->nv, nblock = of->rows->nblock;
  c->adr = lane_ints(d, 2 * nblock + nblock * nv + nv);
  c->scale = lane_scratch(d, nv);
  if (!c->adr || !c->scale) return false;
  c->num = c->adr + nblock;
  c->col = c->num + nblock;
  c->mark = c->col + nblock * nv;
  memset(c->mark, 0, (size_t)nv * sizeof *c->mark);
  for (int i = 0; i < nv; i++) {
    c->scale[i] = 1 / lane_sqrt(w->qLD[w->M_rowadr[i] + w->M_rownnz[i] - 1]);
  }
  return true;
}

// columns of a block and their ancestors; returns the number of columns
static int closeBlock(Closure* c, const lane_Problem* m, const lane_Block* b, int* res) {
  if (!b->ncol) return 0;
  const int last = b->col[b->ncol - 1];
  int first = last, n = 0;
  for (int i = 0; i < b->ncol; i++) {
    const int adr = m->M_rowadr[b->col[i]], end = adr + m->M_rownnz[b->col[i]];
    for (int k = adr; k < end; k++) c->mark[m->M_colind[k]] = 1;
    if (m->M_colind[adr] < first) first = m->M_colind[adr];
  }
  for (int i = first; i <= last; i++) {
    if (c->mark[i]) res[n++] = i;
    c->mark[i] = 0;
  }
  return n;
}

static void closeBlocks(Closure* c, const newton_Lanes* of) {
  const lane_Rows* rows = of->rows;
  int used = 0;
  for (int k = 0; k < rows->nblock; k++) {
    const lane_Block* b = rows->block + k;
    if (k && b->col == b[-1].col && b->ncol == b[-1].ncol) {
      c->adr[k] = c->adr[k - 1];
      c->num[k] = c->num[k - 1];
      continue;
    }
    c->adr[k] = used;
    c->num[k] = closeBlock(c, of->of, b, c->col + used);
    used += c->num[k];
  }
}

// ---- Y

static void copyJ(const dual_Lane* p, const newton_Lanes* of) {
  for (int i = 0; i < p->n; i++) {
    const lane_Block* b = of->rows->block + p->block[i];
    const real* row = of->rows->J + (size_t)p->row[i] * (size_t)of->nv;
    const int place = dual_place(p, i);
    double* Y = dual_group(p, place, of->nv) + place % 4;
    for (int k = 0; k < b->ncol; k++) Y[4 * b->col[k]] = row[b->col[k]][p->lane];
  }
}

// four rows of J -> rows of Y, in place; *check stays 0 if they are finite
static void transform(double* Y, const newton_Lanes* of, const Closure* c, int lane,
                      four_Double* check) {
  const lane_Problem* m = of->of;
  for (int k = of->nv - 1; k >= 0; k--) {
    const int adr = m->M_rowadr[k], last = m->M_rownnz[k] - 1, *above = m->M_colind + adr;
    const four_Double x = four_load(Y + 4 * k);
    const double* L = (const double*)(m->qLD + adr) + lane;
    if (!four_any(x != 0)) continue;
    for (int a = 0; a < last; a++) {
      double* y = Y + 4 * above[a];
      four_store(y, four_load(y) - four_bc(L[a * LANE_W]) * x);
    }
    const four_Double y = x * c->scale[k][lane];
    *check += y - y;
    four_store(Y + 4 * k, y);
  }
}

// ---- AR

// res (4 count) = a row of Y times the rows in `count` groups
// order: ascending columns, one after another
LANE_INLINE void mulGroups(double* res, const double* row, const double* Y, const int* col, int n,
                           int nv, const int count) {
  const double *Y1 = Y + 4 * nv, *Y2 = Y1 + 4 * nv, *Y3 = Y2 + 4 * nv;
  four_Double s0 = four_bc(0), s1 = s0, s2 = s0, s3 = s0;
  for (int i = 0; i < n; i++) {
    const int at = 4 * col[i];
    const four_Double y = four_bc(row[at]);
    s0 += y * four_load(Y + at);
    if (count > 1) s1 += y * four_load(Y1 + at);
    if (count > 2) s2 += y * four_load(Y2 + at);
    if (count > 3) s3 += y * four_load(Y3 + at);
  }
  four_store(res, s0);
  if (count > 1) four_store(res + 4, s1);
  if (count > 2) four_store(res + 8, s2);
  if (count > 3) four_store(res + 12, s3);
}

// computes the entries of a row up to its own group of places
static void makeLine(const dual_Lane* p, const Closure* c, int nv, int i) {
  const int place = dual_place(p, i), n = c->num[p->block[i]], *col = c->col + c->adr[p->block[i]];
  const double* row = dual_group(p, place, nv) + place % 4;
  double* line = dual_line(p, place);
  int g = 0;
  for (; g + 12 <= place; g += 16) mulGroups(line + g, row, p->Y + g * nv, col, n, nv, 4);
  if (g + 4 <= place) {
    mulGroups(line + g, row, p->Y + g * nv, col, n, nv, 2);
    g += 8;
  }
  if (g <= place) mulGroups(line + g, row, p->Y + g * nv, col, n, nv, 1);
}

// copies the lower triangle to the upper one, by blocks of 4 x 4
static void mirror(const dual_Lane* p) {
  const int stride = p->stride;
  for (int i = 4; i < p->size; i += 4) {
    for (int j = 0; j < i; j += 4) {
      const double* from = dual_line(p, i) + j;
      double* to = dual_line(p, j) + i;
      four_Double a = four_load(from), b = four_load(from + stride);
      four_Double e = four_load(from + 2 * stride), f = four_load(from + 3 * stride);
      four_transpose(&a, &b, &e, &f);
      four_store(to, a);
      four_store(to + stride, b);
      four_store(to + 2 * stride, e);
      four_store(to + 3 * stride, f);
    }
  }
}

// ---- rows

static void boundRow(const lane_Rows* rows, int shape, int row, int lane, double* low,
                     double* high) {
  *low = shape == CON_EQUALITY ? -INFINITY : 0;
  *high = INFINITY;
  if (shape == CON_FRICTION) {
    *high = rows->frictionloss[row][lane];
    *low = -*high;
  }
}

static void finishRow(const dual_Lane* p, const newton_Lanes* of, int i) {
  const lane_Rows* rows = of->rows;
  const int place = dual_place(p, i), row = p->row[i], shape = rows->block[p->block[i]].shape;
  double *line = dual_line(p, place), *head = line - DUAL_HEAD;
  line[place] += rows->R[row][p->lane];
  head[DUAL_B] = of->Jv[row][p->lane];
  head[DUAL_INV] = 1 / line[place];
  head[DUAL_A] = 1 / head[DUAL_INV];  // order: rounded twice
  boundRow(rows, shape, row, p->lane, head + DUAL_LOW, head + DUAL_HIGH);
  p->low[place] = shape == CON_ELLIPTIC ? -INFINITY : head[DUAL_LOW];
  p->high[place] = head[DUAL_HIGH];
  p->force[place] = of->force[row][p->lane];
}

static void makeCone(const dual_Lane* p, const newton_Lanes* of, int i, dual_Cone* c) {
  const real* friction = of->rows->friction + (LAW_DIM - 1) * p->block[i];
  const int n = of->rows->block[p->block[i]].nefc;
  c->n = n;
  for (int r = 0; r < n; r++) c->place[r] = dual_place(p, i + r);
  for (int r = 0; r < n * n; r++) {
    c->numbers[r] = dual_line(p, c->place[r / n])[c->place[r % n]];
  }
  c->numbers[n * n] = (dual_line(p, c->place[0]) - DUAL_HEAD)[DUAL_INV];
  for (int r = 1; r < n; r++) c->numbers[n * n + r] = friction[r - 1][p->lane];
}

static void listItems(dual_Lane* p, const newton_Lanes* of) {
  for (int i = 0; i < p->n; p->nitem++) {
    const lane_Block* b = of->rows->block + p->block[i];
    const bool cone = b->shape == CON_ELLIPTIC;
    const int place = dual_place(p, i);
    p->order[p->nitem] = place;
    p->coneOf[place] = cone ? p->ncone : -1;
    if (cone) makeCone(p, of, i, p->cone + p->ncone++);
    i += cone ? b->nefc : 1;
  }
  p->coneOf[DUAL_EMPTY] = -1;
}

// false: a value is NaN or infinite
static bool makeLane(dual_Lane* p, const newton_Lanes* of, const Closure* c) {
  four_Double check = four_bc(0);
  copyJ(p, of);
  for (int g = p->n & 3 ? 0 : 4; g < p->size; g += 4) {
    transform(dual_group(p, g, of->nv), of, c, p->lane, &check);
  }
  for (int i = 0; i < p->n; i++) makeLine(p, c, of->nv, i);
  mirror(p);
  for (int i = 0; i < p->n; i++) finishRow(p, of, i);
  listItems(p, of);
  return !four_any(check != 0);
}

// ---- all

bool LANE(dual_make)(dual_Lanes* p, const newton_Lanes* of, lane_Data* d, mask live, mask* finite) {
  Closure c;
  p->of = of;
  if (!makePlaces(p, d, live) || !takeClosure(&c, of, d)) return false;
  closeBlocks(&c, of);
  *finite = lane_bci(0);
  for (int l = 0; l < LANE_W; l++) (*finite)[l] = makeLane(p->lane + l, of, &c) ? -1 : 0;
  return true;
}

#endif
