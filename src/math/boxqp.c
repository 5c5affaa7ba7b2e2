// Box-constrained quadratic program (QP): minimize x'Hx/2 + x'g with lower <= x <= upper, H
// positive definite, by the projected Newton method with an active set (Tassa, Mansard, Todorov,
// "Control-limited differential dynamic programming", 2014). Variables that the gradient holds at a
// bound are fixed; the others take a Newton step that is clipped to the box and shortened by a line
// search until the cost decreases enough. The active set is right after finitely many steps; then
// one full step is exact.
#include <math.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/args.h"
#include "base/assert.h"
#include "math/cholesky.h"
#include "math/dense.h"

enum {
  MAX_ITERATIONS = 100,
  WORK_VECTORS = 7,  // R holds the (n x n) factor and this many vectors
};
static const double SHRINK = 0.6;        // line search: factor between steps
static const double MIN_STEP = 1e-22;    // line search: gives up below
static const double MIN_DECREASE = 0.1;  // line search: required part of the linear decrease

// the problem and its work buffers
typedef struct {
  int n, nfree;
  const double *H, *g, *lower, *upper;  // bounds may be NULL
  double* R;                            // (nfree x nfree) Cholesky factor of the free part of H
  double* x;                            // current point
  double* grad;                         // g + Hx
  double* newton;                       // Newton direction, 0 where clamped
  double* trial;                        // next point
  double* change;                       // trial - x
  double* Hchange;                      // H * change
  double* isfree;                       // 1: free, 0: clamped
  double* packed;                       // right-hand side of the free part
} Problem;

static double clipped(const Problem* p, int i, double x) {
  if (p->lower && !(x > p->lower[i])) return p->lower[i];
  if (p->upper && x > p->upper[i]) return p->upper[i];
  return x;
}

// res = H vec, from the lower triangle of H
static void mulSymmetric(double* res, const double* H, const double* vec, int n) {
  for (int i = 0; i < n; i++) {
    const double* const row = H + (size_t)i * (size_t)n;
    res[i] = dense_dot(row, vec, i + 1);
    dense_axpy(res, row, vec[i], i);
  }
}

static void updateGradient(Problem* p) {
  mulSymmetric(p->grad, p->H, p->x, p->n);
  dense_add(p->grad, p->grad, p->g, p->n);
}

// updates isfree and nfree from x and its gradient; returns whether the active set changed
static int updateFreeSet(Problem* p) {
  int changed = 0;
  p->nfree = 0;
  for (int i = 0; i < p->n; i++) {
    const int low = p->lower && p->x[i] <= p->lower[i] && p->grad[i] > 0;
    const int high = p->upper && p->x[i] >= p->upper[i] && p->grad[i] < 0;
    const double isfree = low || high ? 0 : 1;
    changed |= isfree != p->isfree[i];
    p->isfree[i] = isfree;
    if (isfree != 0) p->nfree++;
  }
  return changed;
}

// Cholesky factorization of the free part of H (lower triangle) into R; 0 if it is not positive
// definite
static int factorFree(Problem* p) {
  int row = 0;
  for (int i = 0; i < p->n; i++) {
    if (p->isfree[i] == 0) continue;
    double* to = p->R + (size_t)row * (size_t)p->nfree;
    for (int j = 0; j <= i; j++) {
      if (p->isfree[j] != 0) *to++ = p->H[(size_t)i * (size_t)p->n + (size_t)j];
    }
    row++;
  }
  ASSERT(row == p->nfree);
  return chol_factor(p->R, p->nfree, mjMINVAL) == p->nfree;
}

// newton = y - x, where y is the minimum over the free variables: (free part of H) y = -g - H
// (clamped x)
static void newtonDirection(Problem* p) {
  for (int i = 0; i < p->n; i++) p->change[i] = p->isfree[i] != 0 ? 0 : p->x[i];
  mulSymmetric(p->newton, p->H, p->change, p->n);
  int k = 0;
  for (int i = 0; i < p->n; i++) {
    if (p->isfree[i] != 0) p->packed[k++] = p->newton[i] + p->g[i];
  }
  ASSERT(k == p->nfree);
  chol_solve(p->packed, p->R, p->packed, p->nfree);
  k = 0;
  for (int i = 0; i < p->n; i++) p->newton[i] = p->isfree[i] != 0 ? -p->packed[k++] - p->x[i] : 0;
}

// Backtracking line search: the longest step whose clipped end decreases the cost enough. Returns 1
// and moves x there, or 0 and leaves x. *exact: the full step was taken without clipping.
static int lineSearch(Problem* p, int* exact) {
  for (double step = 1; step > MIN_STEP; step *= SHRINK) {
    *exact = step == 1;
    for (int i = 0; i < p->n; i++) {
      const double full = p->x[i] + step * p->newton[i];
      p->trial[i] = clipped(p, i, full);
      if (p->trial[i] != full) *exact = 0;
      p->change[i] = p->trial[i] - p->x[i];
    }
    // cost difference from the change itself: avoids the cancellation of two large values
    mulSymmetric(p->Hchange, p->H, p->change, p->n);
    const double linear = dense_dot(p->grad, p->change, p->n);
    const double total = linear + 0.5 * dense_dot(p->change, p->Hchange, p->n);
    if (linear < 0 && total <= MIN_DECREASE * linear) {
      dense_copy(p->x, p->trial, p->n);
      return 1;
    }
  }
  return 0;
}

// solves from any start x in the box; returns nfree or -1
static int solve(Problem* p) {
  for (int i = 0; i < p->n; i++) p->isfree[i] = -1;  // no active set yet
  int exact = 0;
  for (int iter = 0; iter < MAX_ITERATIONS; iter++) {
    updateGradient(p);
    for (int i = 0; i < p->n; i++) {
      if (isnan(p->grad[i])) return -1;
    }
    const int changed = updateFreeSet(p);
    if (p->nfree == 0 || (exact && !changed)) return p->nfree;
    ASSERT(changed || iter > 0);  // the first active set is always new: there is a factor
    if (changed && !factorFree(p)) return -1;
    newtonDirection(p);
    if (!lineSearch(p, &exact)) return p->nfree;  // no step decreases the cost: optimal to rounding
  }
  return -1;
}

static int checkInput(int n, const mjtNum* lower, const mjtNum* upper) {
  if (n <= 0) {
    mju_error("mju_boxQP: the number of variables is %d, it must be positive", n);
    return 0;
  }
  for (int i = 0; lower && upper && i < n; i++) {
    if (!(lower[i] < upper[i])) {
      mju_error("mju_boxQP: bounds of variable %d leave no interval: lower must be below upper", i);
      return 0;
    }
  }
  return 1;
}

int mju_boxQP(mjtNum* res, mjtNum* R, int* index, const mjtNum* H, const mjtNum* g, int n,
              const mjtNum* lower, const mjtNum* upper) {
  if (n > 0) ARGS_NEED_OR(-1, res, R, H, g);
  if (!checkInput(n, lower, upper)) return -1;
  double* const work = R + (size_t)n * (size_t)n;
  const size_t stride = (size_t)n;
  Problem p = {.n = n,
               .H = H,
               .g = g,
               .lower = lower,
               .upper = upper,
               .R = R,
               .x = res,
               .grad = work,
               .newton = work + stride,
               .trial = work + 2 * stride,
               .change = work + 3 * stride,
               .Hchange = work + 4 * stride,
               .isfree = work + 5 * stride,
               .packed = work + 6 * stride};
  for (int i = 0; i < n; i++) res[i] = clipped(&p, i, isnan(res[i]) ? 0 : res[i]);

  const int nfree = solve(&p);
  if (nfree > 0 && index) {
    for (int i = 0, k = 0; i < n; i++) {
      if (p.isfree[i] != 0) index[k++] = i;
    }
  }
  return nfree;
}

void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n,
                     mjtNum** lower, mjtNum** upper) {
  ARGS_NEED(res, R, H, g);
  const size_t count = n > 0 ? (size_t)n : 0;
  const size_t vec = count * sizeof(mjtNum);
  *res = mju_malloc(vec);
  *R = mju_malloc(vec * (count + WORK_VECTORS));
  *H = mju_malloc(vec * count);
  *g = mju_malloc(vec);
  if (index) *index = mju_malloc(count * sizeof(int));
  if (lower) *lower = mju_malloc(vec);
  if (upper) *upper = mju_malloc(vec);
  if (*res) mju_zero(*res, n);  // a defined warm start
}
