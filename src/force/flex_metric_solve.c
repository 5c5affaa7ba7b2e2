// Products and solves with the implicit metric M + K of flexes: by its sparse matrix, where
// stiffness is in it, else matrix-free, element by element; preconditioned conjugate gradients (CG)
// with blocks of the diagonal as preconditioner.
//   qvel, efm_K_*, flex_bending, flexelem_krot -> efm_c; qfrc_smooth, efm_c -> qacc_smooth
#include <sinew/api.h>

#include "dyn/dyn.h"
#include "force/flex_metric.h"
#include "force/passive_contact.h"
#include "math/reverse_factor.h"
#include "math/sparse.h"
#include "math/vec.h"
#include "model/stack.h"

// ---- products

// the three rows of a body have the same columns
static void mulMatrix(const mjData* d, mjtNum* res, const mjtNum* vec) {
  enum { GATHER = 768 };
  mjtNum store[GATHER];
  for (int r = 0; r < d->nefmdof; r++) {
    const int dof = d->efm_dofid[r], adr = d->efm_K_rowadr[dof], n = d->efm_K_rownnz[dof];
    const int* col = d->efm_K_colind + adr;
    const mjtNum* val = d->efm_K_val + adr;
    if (n > GATHER) {
      for (int k = 0; k < 3; k++) res[dof + k] += sparse_dot(val + k * n, col, n, vec);
      continue;
    }
    for (int k = 0; k < n; k += 3) v3_copy(store + k, vec + col[k]);
    for (int k = 0; k < 3; k++) res[dof + k] += sparse_runDot(val + k * n, store, n);
  }
}

void metric_addMul(const mjModel* m, mjData* d, mjtNum* res, const mjtNum* vec) {
  const mjtNum h = m->opt.timestep;
  mulMatrix(d, res, vec);
  for (int f = 0; f < m->nflex; f++) {
    const metric_Parts parts = metric_partsOf(m, f);
    const mjtNum scale = h * h + h * m->flex_damping[f];
    if (parts.bend && !d->nefmK) stiff_bend(m, d, f, scale, false, res, vec);
    if (parts.cells && !metric_areCellsInMatrix(m, f)) stiff_cells(m, d, f, scale, res, vec);
  }
  passive_mulContacts(d, h * h, res, vec);
}

void metric_shift(const mjModel* m, mjData* d) {
  const mjtNum h = m->opt.timestep;
  vn_zero(d->efm_c, (int)m->nv);
  for (int f = 0; f < m->nflex; f++) {
    const metric_Parts parts = metric_partsOf(m, f);
    if (parts.bend) stiff_bend(m, d, f, -h, true, d->efm_c, d->qvel);
    if (parts.stretch) stiff_stretch(m, d, f, -h, d->efm_c, d->qvel);
    if (parts.cells) stiff_cells(m, d, f, -h, d->efm_c, d->qvel);
  }
  passive_mulContacts(d, -h, d->efm_c, d->qvel);
}

// ---- preconditioner

static void solveBlocks(const mjData* d, mjtNum* vec) {
  for (int r = 0; r < d->nefmdof; r++) {
    const mjtNum* L = d->efm_L + 9 * r;
    mjtNum* x = vec + d->efm_dofid[r];
    x[0] /= L[0];
    x[1] = (x[1] - L[3] * x[0]) / L[4];
    x[2] = (x[2] - L[6] * x[0] - L[7] * x[1]) / L[8];
    x[2] /= L[8];
    x[1] = (x[1] - L[7] * x[2]) / L[4];
    x[0] = (x[0] - L[3] * x[1] - L[6] * x[2]) / L[0];
  }
}

// zeroes the dofs that the preconditioner covers
static void zeroCovered(const mjModel* m, const mjData* d, bool constant, mjtNum* vec) {
  for (int r = 0; r < d->nefmdof; r++) v3_zero(vec + d->efm_dofid[r]);
  for (int r = 0; constant && r < m->nefm0dof; r++) vec[m->efm0_dofid[r]] = 0;
}

// whether there is a constant factorization; rows of zeros: none
static bool hasConstant(const mjModel* m, const mjData* d) {
  return !d->nefmK && m->nefm0dof && m->efm0_L[m->efm0_L_rowadr[0] + m->efm0_L_rownnz[0] - 1] > 0;
}

static void solveOthers(const mjModel* m, mjData* d, bool constant, mjtNum* vec, mjtNum* other) {
  const int nv = (int)m->nv;
  vn_copy(other, vec, nv);
  zeroCovered(m, d, constant, other);
  LANE(dyn_solve)(m, other, d->qLD, d->qLDiagInv, 1);
  zeroCovered(m, d, constant, other);  // of dofs that are coupled to covered ones
  if (constant) {
    reverse_solve(vec, m->efm0_dofid, m->efm0_L, (int)m->nefm0dof, m->efm0_L_rownnz,
                  m->efm0_L_rowadr, m->efm0_L_colind);
  }
  solveBlocks(d, vec);
  // covered dofs keep their result, the others get that of the inertia
  mjtNum* covered = other + nv;
  for (int i = 0; i < nv; i++) covered[i] = 1;
  zeroCovered(m, d, constant, covered);
  for (int i = 0; i < nv; i++) {
    if (covered[i] != 0) vec[i] = other[i];
  }
}

void metric_precondition(const mjModel* m, mjData* d, mjtNum* vec) {
  const bool constant = hasConstant(m, d);
  if (3 * d->nefmdof == m->nv) {
    solveBlocks(d, vec);
    return;
  }
  if (constant && m->nefm0dof == m->nv) {
    reverse_solve(vec, m->efm0_dofid, m->efm0_L, (int)m->nefm0dof, m->efm0_L_rownnz,
                  m->efm0_L_rowadr, m->efm0_L_colind);
    return;
  }
  stack_mark(d);
  mjtNum* other = stack_smooth(d, 2 * (size_t)m->nv);
  if (other) solveOthers(m, d, constant, vec, other);
  stack_free(d);
}

// ---- acceleration

static void warnUnsolved(const mjModel* m, mjData* d, const mjtNum* r) {
  int worst = 0;
  for (int i = 1; i < m->nv; i++) {
    if (lane_abs(r[i]) > lane_abs(r[worst])) worst = i;
  }
  if (!d->warning[mjWARN_INERTIA].number) {
    mju_warning("The acceleration of flexes with implicit stiffness did not converge: raise "
                "option/iterations or lower option/timestep");
  }
  mj_warning(d, mjWARN_INERTIA, worst);
}

// Conjugate gradients from x = 0; r, z, p, q: scratch, r holds the right-hand side
static bool solveGradients(const mjModel* m, mjData* d, mjtNum* x, mjtNum* work) {
  const int nv = (int)m->nv;
  mjtNum *r = work, *z = work + nv, *p = work + 2 * nv, *q = work + 3 * nv;
  const mjtNum enough = m->opt.tolerance * m->opt.tolerance * vn_dot(r, r, nv);
  vn_zero(x, nv);
  if (vn_dot(r, r, nv) == 0) return true;
  vn_copy(z, r, nv);
  metric_precondition(m, d, z);
  vn_copy(p, z, nv);
  mjtNum rz = vn_dot(r, z, nv);
  for (int i = 0; i < m->opt.iterations; i++) {
    LANE(dyn_mulM)(m, d, q, p);
    metric_addMul(m, d, q, p);
    const mjtNum curve = vn_dot(p, q, nv);
    if (!(curve > 0)) return true;
    const mjtNum alpha = rz / curve;
    vn_addToScl(x, p, alpha, nv);
    vn_addToScl(r, q, -alpha, nv);
    if (vn_dot(r, r, nv) < enough) return true;
    vn_copy(z, r, nv);
    metric_precondition(m, d, z);
    const mjtNum next = vn_dot(r, z, nv), beta = next / rz;
    for (int k = 0; k < nv; k++) p[k] = z[k] + beta * p[k];
    rz = next;
  }
  return false;
}

void metric_accelerate(const mjModel* m, mjData* d, mjtNum* qacc) {
  const int nv = (int)m->nv;
  stack_mark(d);
  mjtNum* work = stack_smooth(d, 4 * (size_t)nv);
  if (work && metric_isActive(d)) {  // contacts and rows may have had to make way
    vn_add(work, d->qfrc_smooth, d->efm_c, nv);
    if (!solveGradients(m, d, qacc, work)) warnUnsolved(m, d, work);
  } else {
    vn_copy(qacc, d->qfrc_smooth, nv);
    LANE(dyn_solve)(m, qacc, d->qLD, d->qLDiagInv, 1);
  }
  stack_free(d);
}
