// Products with the constraint Jacobian and with the inertia matrix for one problem, in the
// summation order of the reference.
#include "solve/problem.h"

#include "force/flex_metric.h"
#include "math/sparse.h"

// ---- sums by dof index in the problem

// sums over dof indices of the problem
// order: that of dense_dot, by index mod 4, and the remainder of whole groups of four
typedef struct {
  mjtNum group[4], rest;
  int groups;  // dofs in whole groups
} Sums;

static inline void addTerm(Sums* s, int number, mjtNum term) {
  *(number < s->groups ? s->group + (number & 3) : &s->rest) += term;
}

static inline mjtNum total(const Sums* s) {
  return ((s->group[0] + s->group[2]) + (s->group[1] + s->group[3])) + s->rest;
}

// ---- Jacobian

static void mulColumns(const solve_Problem* p, mjtNum* vec, const mjtNum* rows) {
  const con_Columns* c = &p->rows.columns;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      vec[i] = sparse_dot(c->val + c->adr[i], c->row + c->adr[i], c->num[i], rows);
    }
  }
}

void prod_jacT(const solve_Problem* p, mjtNum* vec, const mjtNum* rows) {
  if (p->rows.columns.adr) {
    mulColumns(p, vec, rows);
    return;
  }
  for (int r = 0; r < p->nrange; r++) dense_zero(vec + p->range[r].adr, p->range[r].num);
  con_addJacT(&p->rows, vec, rows);
}

// ---- inertia

// rows of a range refer only to its own columns: trees share no entries. Each symmetric entry is
// read once and used for both halves; two passes over chains are slower, since rows are short
// order: the diagonal, then from it back to the first column
void prod_inertia(const solve_System* s, const solve_Problem* p, mjtNum* res, const mjtNum* vec) {
  const mjModel* m = s->m;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1, *col = m->M_colind + adr;
      const mjtNum *row = s->d->M + adr, vi = vec[i];
      ASSERT_FULL(col[0] >= p->range[r].adr && col[last] == i);
      mjtNum sum = row[last] * vi;
      for (int k = last - 1; k >= 0; k--) {
        sum += row[k] * vec[col[k]];
        res[col[k]] += row[k] * vi;
      }
      res[i] = sum;
    }
  }
  if (s->metric) metric_addMul(m, s->d, res, vec);
}

void prod_inertiaSolve(const solve_System* s, const solve_Problem* p, mjtNum* vec) {
  if (s->metric) {
    metric_precondition(s->m, s->d, vec);
    return;
  }
  const mjModel* m = s->m;
  const mjData* d = s->d;
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, end = begin + p->range[r].num;
    for (int i = end - 1; i >= begin; i--) {
      const int adr = m->M_rowadr[i];
      sparse_axpy(vec, d->qLD + adr, m->M_colind + adr, m->M_rownnz[i] - 1, -vec[i]);
    }
    for (int i = begin; i < end; i++) {
      const int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
      mjtNum x = vec[i] * d->qLDiagInv[i];  // order: times the reciprocal of the pivot
      if (last) x -= sparse_dot(d->qLD + adr, m->M_colind + adr, last, vec);
      vec[i] = x;
    }
  }
}

// ---- vectors over dofs

// terms of a range, whose indices begin at `number`; a short one term by term, since a pair of sums
// would wait for values that were stored one by one
static void addRange(Sums* s, int number, const mjtNum* a, const mjtNum* b, int n) {
  enum { SHORT = 16 };
  int i = 0;
  if (n <= SHORT) {
    for (; i < n; i++) addTerm(s, number + i, a[i] * b[i]);
    return;
  }
  for (; i < n && (number + i) & 3; i++) addTerm(s, number + i, a[i] * b[i]);
  dense_Pair s01 = {s->group[0], s->group[1]}, s23 = {s->group[2], s->group[3]};
  for (; i + 4 <= n && number + i < s->groups; i += 4) {
    s01 += *(const dense_Pair*)(a + i) * *(const dense_Pair*)(b + i);
    s23 += *(const dense_Pair*)(a + i + 2) * *(const dense_Pair*)(b + i + 2);
  }
  *(dense_Pair*)s->group = s01;
  *(dense_Pair*)(s->group + 2) = s23;
  for (; i < n; i++) addTerm(s, number + i, a[i] * b[i]);
}

mjtNum prod_dot(const solve_Problem* p, const mjtNum* a, const mjtNum* b) {
  const int first = p->range[0].adr;
  ASSERT_FULL(p->nrange > 0 && (p->nrange > 1 || p->range[0].num == p->nv));
  if (p->nrange == 1) return dense_dot(a + first, b + first, p->nv);
  Sums s = {.groups = p->nv & ~3};
  for (int r = 0, number = 0; r < p->nrange; number += p->range[r++].num) {
    addRange(&s, number, a + p->range[r].adr, b + p->range[r].adr, p->range[r].num);
  }
  return total(&s);
}

mjtNum prod_dotRanges(const mjModel* m, range_List ranges, const mjtNum* a, const mjtNum* b) {
  ASSERT_FULL(ranges.n > 0);
  if (range_dofs(ranges.range) == m->nv) return dense_dot(a, b, (int)m->nv);
  Sums s = {.groups = (int)m->nv & ~3};
  range_eachRange(ranges, at) {
    addRange(&s, at->dof[0], a + at->dof[0], b + at->dof[0], range_dofs(at));
  }
  return total(&s);
}

void prod_copy(const solve_Problem* p, mjtNum* res, const mjtNum* vec) {
  for (int r = 0; r < p->nrange; r++) {
    dense_copy(res + p->range[r].adr, vec + p->range[r].adr, p->range[r].num);
  }
}

void prod_axpy(const solve_Problem* p, mjtNum* res, const mjtNum* vec, mjtNum scl) {
  for (int r = 0; r < p->nrange; r++) {
    dense_axpy(res + p->range[r].adr, vec + p->range[r].adr, scl, p->range[r].num);
  }
}
