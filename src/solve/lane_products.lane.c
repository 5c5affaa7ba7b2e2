// Products with the constraint Jacobian and the inertia matrix in SIMD lanes. Of a row, only groups
// of four dofs in which its block has columns are read.
//   J, M, qLD, blocks -> J vec, J' vec, M vec, M^-1 vec
#include "solve/lane_newton.h"

#if LANE_W > 1

// ---- structure

static void widen(const newton_Lanes* p, int dof, int col) {
  if (col < p->first[dof]) p->first[dof] = col;
}

void LANE(newton_structure)(const newton_Lanes* p) {
  const lane_Problem* of = p->of;
  const lane_Rows* rows = p->rows;
  const int* before = NULL;
  for (int i = 0; i < p->nv; i++) p->first[i] = of->M_colind[of->M_rowadr[i]];
  for (int k = 0; k < rows->nblock; k++) {
    const lane_Block* b = rows->block + k;
    if (b->col == before && b->ncol == b[-1].ncol) {
      p->groups[k] = p->groups[k - 1];
      continue;
    }
    before = b->col;
    uint64_t groups = 0;
    for (int c = 0; c < b->ncol; c++) {
      groups |= (uint64_t)1 << (b->col[c] / 4);
      widen(p, b->col[c], b->col[0]);
    }
    p->groups[k] = groups;
  }
}

// ---- J vec

// dot products of two arrays with one
// order: that of dense_dot: four accumulators by dof mod 4, the remaining dofs separately
LANE_INLINE void dot2(real* res, const real* a, const real* b, const real* v, uint64_t groups,
                      int nv) {
  const real zero = lane_bc(0);
  real a0 = zero, a1 = zero, a2 = zero, a3 = zero, b0 = zero, b1 = zero, b2 = zero, b3 = zero;
  const uint64_t over = (uint64_t)1 << (nv / 4);  // the remaining dofs
  for (uint64_t left = groups & (over - 1); left; left &= left - 1) {
    const int i = 4 * __builtin_ctzll(left);
    const real v0 = v[i], v1 = v[i + 1], v2 = v[i + 2], v3 = v[i + 3];
    a0 += a[i] * v0;
    b0 += b[i] * v0;
    a1 += a[i + 1] * v1;
    b1 += b[i + 1] * v1;
    a2 += a[i + 2] * v2;
    b2 += b[i + 2] * v2;
    a3 += a[i + 3] * v3;
    b3 += b[i + 3] * v3;
  }
  real sum0 = (a0 + a2) + (a1 + a3), sum1 = (b0 + b2) + (b1 + b3);
  if (groups & over) {
    int i = nv & ~3;
    real rest0 = a[i] * v[i], rest1 = b[i] * v[i];
    while (++i < nv) {
      rest0 += a[i] * v[i];
      rest1 += b[i] * v[i];
    }
    sum0 += rest0;
    sum1 += rest1;
  }
  res[0] = sum0;
  res[1] = sum1;
}

static void mulBlock(const newton_Lanes* p, const lane_Block* b, uint64_t groups, real* res,
                     const real* vec) {
  const int nv = p->nv;
  const real* J = p->rows->J + (size_t)b->efc * (size_t)nv;
  if (b->ncol == 1 && b->nefc == 1) {
    res[0] = J[b->col[0]] * vec[b->col[0]];
    return;
  }
  int r = 0;
  for (; r + 2 <= b->nefc; r += 2, J += 2 * nv) dot2(res + r, J, J + nv, vec, groups, nv);
  if (r < b->nefc) {
    real last[2];
    dot2(last, J, J, vec, groups, nv);
    res[r] = last[0];
  }
}

void LANE(newton_mulJac)(const newton_Lanes* p, real* res, const real* vec) {
  const lane_Rows* rows = p->rows;
  for (int k = 0; k < rows->nblock; k++) {
    const lane_Block* b = rows->block + k;
    mulBlock(p, b, p->groups[k], res + b->efc, vec);
  }
}

static void residualBlock(const newton_Lanes* p, const lane_Block* b, uint64_t groups, real* res1,
                          const real* vec1, real* res2, const real* vec2) {
  const bool single = b->ncol == 1 && b->nefc == 1;
  for (int r = b->efc; r < b->efc + b->nefc; r++) {
    const real *J = p->rows->J + (size_t)r * (size_t)p->nv, aref = p->rows->aref[r];
    real dot[2];
    if (single) {
      dot[0] = J[b->col[0]] * vec1[b->col[0]];
      dot[1] = J[b->col[0]] * vec2[b->col[0]];
    } else {
      dot2(dot, vec1, vec2, J, groups, p->nv);
    }
    res1[r] = dot[0] - aref;
    res2[r] = dot[1] - aref;
  }
}

void LANE(newton_residuals)(const newton_Lanes* p, real* res1, const real* vec1, real* res2,
                            const real* vec2) {
  for (int k = 0; k < p->rows->nblock; k++) {
    residualBlock(p, p->rows->block + k, p->groups[k], res1, vec1, res2, vec2);
  }
}

// ---- J' force

// up to four rows at once
// order: row after row
LANE_INLINE void addRows(real* res, const real* J, const int* row, const real* force,
                         const lane_Block* b, int nv, const int count) {
  const real *j0 = J + row[0] * nv, *j1 = count > 1 ? J + row[1] * nv : j0;
  const real *j2 = count > 2 ? J + row[2] * nv : j0, *j3 = count > 3 ? J + row[3] * nv : j0;
  const real f0 = force[row[0]], f1 = count > 1 ? force[row[1]] : f0;
  const real f2 = count > 2 ? force[row[2]] : f0, f3 = count > 3 ? force[row[3]] : f0;
  for (int k = 0; k < b->ncol; k++) {
    const int c = b->col[k];
    real sum = res[c] + j0[c] * f0;
    if (count > 1) sum += j1[c] * f1;
    if (count > 2) sum += j2[c] * f2;
    if (count > 3) sum += j3[c] * f3;
    res[c] = sum;
  }
}

static void addBlock(real* res, const real* J, const real* force, const lane_Block* b, int nv) {
  for (int r = 0; r < b->nefc;) {
    int row[4], n = 0;
    for (; r < b->nefc && n < 4; r++) {
      row[n] = r;
      n += lane_any(force[r] != 0);
    }
    if (n == 4) addRows(res, J, row, force, b, nv, 4);
    if (n == 3) addRows(res, J, row, force, b, nv, 3);
    if (n == 2) addRows(res, J, row, force, b, nv, 2);
    if (n == 1) addRows(res, J, row, force, b, nv, 1);
  }
}

void LANE(newton_mulJacT)(const newton_Lanes* p, real* res, const real* force) {
  const lane_Rows* rows = p->rows;
  for (int i = 0; i < p->nv; i++) res[i] = lane_bc(0);
  for (int k = 0; k < rows->nblock; k++) {
    const lane_Block* b = rows->block + k;
    addBlock(res, rows->J + (size_t)b->efc * (size_t)p->nv, force + b->efc, b, p->nv);
  }
}

// ---- inertia

// order: the diagonal, then from it back to the first column
void LANE(newton_inertia)(const newton_Lanes* p, real* res, const real* vec) {
  const lane_Problem* of = p->of;
  for (int i = 0; i < p->nv; i++) {
    const int adr = of->M_rowadr[i], last = of->M_rownnz[i] - 1, *col = of->M_colind + adr;
    const real *row = of->M + adr, vi = vec[i];
    real sum = row[last] * vi;
    for (int k = last - 1; k >= 0; k--) {
      sum += row[k] * vec[col[k]];
      res[col[k]] += row[k] * vi;
    }
    res[i] = sum;
  }
}

// order: that of sparse_dot
static real dotRow(const real* val, const int* ind, int n, const real* vec) {
  real s0 = lane_bc(0), s1 = s0, s2 = s0, s3 = s0;
  int k = 0;
  for (; k + 4 <= n; k += 4) {
    s0 += val[k] * vec[ind[k]];
    s1 += val[k + 1] * vec[ind[k + 1]];
    s2 += val[k + 2] * vec[ind[k + 2]];
    s3 += val[k + 3] * vec[ind[k + 3]];
  }
  real sum = (s0 + s2) + (s1 + s3);
  for (; k < n; k++) sum += val[k] * vec[ind[k]];
  return sum;
}

void LANE(newton_inertiaSolve)(const newton_Lanes* p, real* vec) {
  const lane_Problem* of = p->of;
  for (int i = p->nv - 1; i >= 0; i--) {
    const int adr = of->M_rowadr[i], *col = of->M_colind + adr;
    const real x = -vec[i];
    for (int k = 0; k < of->M_rownnz[i] - 1; k++) vec[col[k]] += of->qLD[adr + k] * x;
  }
  for (int i = 0; i < p->nv; i++) {
    const int adr = of->M_rowadr[i], last = of->M_rownnz[i] - 1;
    real x = vec[i] * of->qLDiagInv[i];
    if (last) x -= dotRow(of->qLD + adr, of->M_colind + adr, last, vec);
    vec[i] = x;
  }
}

#endif
