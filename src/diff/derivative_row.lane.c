// Derivatives of Jacobian rows that are sums of wrenches, over branches of the kinematic tree
// (diff/derivative_row.h).
//   wrenches on bodies, their changes, cdof -> T, T'w
#include "diff/derivative_row.h"

// ---- lists of dofs

// nearest ancestor in the row; fixed tendons have only some dofs of a chain
static void linkParents(const lane_Model* m, const diff_Row* row, int* up) {
  for (int k = 0; k < row->n; k++) {
    up[k] = -1;
    for (int i = m->dof_parentid[row->col[k]]; i >= 0 && up[k] < 0; i = m->dof_parentid[i]) {
      up[k] = diff_place(row, i);
    }
  }
}

bool LANE(diff_openRow)(diff_Row* row, const lane_Model* m, lane_Data* d, const int* col, int n,
                        bool full) {
  *row = (diff_Row){.n = n, .col = col, .m = m, .d = d};
  const int nT = full ? n * (n + 1) : 0;
  int* up = diff_ints(d, n);
  real* at = diff_scratch(d, 18 * n + nT + 1);
  if (!up || !at) return false;
  vn_zero(at, 18 * n + nT);
  row->wrench = at;
  row->sum = at + 6 * n;
  row->change = at + 12 * n;
  row->T = full ? at + 18 * n : NULL;
  linkParents(m, row, up);
  row->up = up;
  return true;
}

int LANE(diff_joinChains)(const lane_Model* m, int lastA, int lastB, int* col) {
  int n = 0;
  for (int a = lastA, b = lastB; a >= 0 || b >= 0; n++) {
    const int dof = a > b ? a : b;
    col[n] = dof;
    if (a == dof) a = m->dof_parentid[dof];
    if (b == dof) b = m->dof_parentid[dof];
  }
  for (int k = 0; k < n / 2; k++) {
    const int swap = col[k];
    col[k] = col[n - 1 - k];
    col[n - 1 - k] = swap;
  }
  return n;
}

// ---- sums

static void sumUp(const diff_Row* row, real* at) {
  for (int k = row->n - 1; k >= 0; k--) {
    ASSERT_FULL(row->up[k] < k);
    if (row->up[k] >= 0) v6_addTo(at + 6 * row->up[k], at + 6 * k);
  }
}

void LANE(diff_sumRow)(diff_Row* row) {
  vn_copy(row->sum, row->wrench, 6 * row->n);
  sumUp(row, row->sum);
}

// changes of wrenches if a dof moves
static void changeBy(diff_Row* row, diff_Change* change, const void* element, int dof) {
  vn_zero(row->change, 6 * row->n);
  change(row, element, dof);
}

// ---- derivative

// adds the effect of turning axes, and the row itself
static void turnRow(const diff_Row* row, int k) {
  const lane_Model* m = row->m;
  const real *cdof = row->d->cdof, *S = cdof + 6 * row->col[k];
  real *T = row->T + k * (row->n + 1), turn[6];
  spat_crossForce(turn, S, row->sum + 6 * k);
  for (int c = 0; c < row->n; c++) {
    const int dof = row->col[c];
    if (!diff_moves(m, diff_group(m, dof), row->col[k])) continue;
    T[c] = T[c] + v6_dot(cdof + 6 * dof, turn);
  }
  T[row->n] = v6_dot(S, row->sum + 6 * k);
}

void LANE(diff_fillRow)(diff_Row* row, diff_Change* change, const void* element) {
  const int n = row->n;
  for (int c = 0; c < n; c++) {
    changeBy(row, change, element, row->col[c]);
    sumUp(row, row->change);
    for (int k = 0; k < n; k++) {
      row->T[k * (n + 1) + c] = v6_dot(row->d->cdof + 6 * row->col[k], row->change + 6 * k);
    }
  }
  for (int k = 0; k < n; k++) turnRow(row, k);
}

void LANE(diff_rateRow)(diff_Row* row, diff_Change* change, const void* element,
                        const diff_Field field[2]) {
  const int n = row->n;
  const lane_Model* m = row->m;
  for (int f = 0; f < 2; f++) {
    // F.(S x W) = S.(W x* F)
    for (int k = 0; k < n; k++) {
      const real* W = field[f].body + 6 * m->dof_bodyid[row->col[k]];
      spat_crossForce(row->change + 6 * k, W, row->wrench + 6 * k);
    }
    sumUp(row, row->change);
    for (int c = 0; c < n; c++) {
      const int dof = row->col[c];
      field[f].res[c] = v6_dot(row->sum + 6 * c, field[f].dof + 6 * dof) +
                        v6_dot(row->change + 6 * c, row->d->cdof + 6 * dof);
    }
  }
  for (int c = 0; c < n; c++) {
    changeBy(row, change, element, row->col[c]);
    for (int f = 0; f < 2; f++) {
      for (int k = 0; k < n; k++) {
        const real* W = field[f].body + 6 * m->dof_bodyid[row->col[k]];
        field[f].res[c] = field[f].res[c] + v6_dot(row->change + 6 * k, W);
      }
    }
  }
}

// ---- branches

// index of the parent where the matrix has entries: M has no off-diagonal entries for simple
// bodies, which have no children
LANE_INLINE int parentOf(const diff_Row* row, int k, bool ofM) {
  return ofM && row->m->dof_simplenum[row->col[k]] ? -1 : row->up[k];
}

// sums over ancestors in spare, over descendants in res
void LANE(diff_branchRow)(const diff_Row* row, const real* w, bool ofM, real* res, real* spare) {
  const int n = row->n, width = n + 1;
  for (int k = 0; k < n; k++) {
    vn_scl(res + k * width, row->T + k * width, w[row->col[k]], width);
    vn_zero(spare + k * width, width);
  }
  for (int k = 0; k < n; k++) {
    const int up = parentOf(row, k, ofM);
    if (up < 0) continue;
    vn_add(spare + k * width, spare + up * width, res + up * width, width);
  }
  for (int k = n - 1; k >= 0; k--) {
    const int up = parentOf(row, k, ofM);
    if (up >= 0) vn_addTo(res + up * width, res + k * width, width);
  }
  for (int k = 0; k < n; k++) vn_addTo(res + k * width, spare + k * width, width);
}
