// Rank-one updates of the factor H = L' D L for rows that entered or left the quadratic zone (Gill,
// Golub, Murray, Saunders 1974, method C1), from the last dof of a row to the first. Each dof hands
// on to the largest column of its row, which has all its other columns. A downdate that takes most
// of a pivot away leaves too few digits: the caller factors anew.
#include "solve/hessian.h"

#define LEAST_SHARE 1e-3  // of a pivot that a downdate has to leave

// x = row r of a block (counted from its first) over dofs
static void scatterRow(const solve_Block* b, int r, mjtNum* x) {
  const int n = b->ncol;
  if (b->shape != CON_PYRAMID) {
    for (int k = 0; k < n; k++) x[b->col[k]] = b->jac[r * n + k];
    return;
  }
  const mjtNum mu = r % 2 ? -b->friction[r / 2] : b->friction[r / 2];
  const mjtNum* tangent = b->jac + (r / 2 + 1) * n;
  for (int k = 0; k < n; k++) x[b->col[k]] = b->jac[k] + mu * tangent[k];
}

// D, row of dof k += alpha x x'; returns the share of the pivot that is left
static inline mjtNum updateRow(hess_Matrix* h, int k, mjtNum* x, mjtNum* alpha) {
  const int last = h->nnz[k] - 1, *col = h->col + h->adr[k];
  mjtNum* row = h->val + h->adr[k];
  const mjtNum xk = x[k], old = row[last], now = old + *alpha * xk * xk;
  const mjtNum inv = 1 / now, scl = *alpha * xk * inv;
  x[k] = 0;
  if (xk == 0) return 1;
  *alpha *= old * inv;
  row[last] = now;
  h->diagInv[k] = inv;
  for (int p = 0; p < last; p++) {
    const mjtNum xp = x[col[p]] - xk * row[p];
    x[col[p]] = xp;
    row[p] += scl * xp;
  }
  return now / old;
}

// H += alpha J_r' J_r; false if digits were lost. The next dof that is reached is the largest
// column
static bool update(hess_Matrix* h, const solve_Block* b, int r, mjtNum alpha) {
  int k = b->ncol ? b->col[b->ncol - 1] : -1;
  bool good = true;
  scatterRow(b, r, h->x);
  while (k >= 0) {
    const int last = h->nnz[k] - 1;
    good &= updateRow(h, k, h->x, &alpha) > LEAST_SHARE;
    k = last ? h->col[h->adr[k] + last - 1] : -1;
  }
  return good;
}

static bool isQuadratic(int state) { return state == mjCNSTRSTATE_QUADRATIC; }

bool hess_update(const solve_Problem* p, hess_Matrix* h, const int* before) {
  bool good = true;
  for (int k = 0; k < p->nblock && good; k++) {
    const solve_Block* b = p->block + k;
    for (int r = 0; r < b->nefc && good; r++) {
      const int row = b->row + r, now = isQuadratic(p->state[row]);
      if (now == isQuadratic(before[row])) continue;
      good = update(h, b, r, now ? p->D[row] : -p->D[row]);
    }
  }
  return good;
}
