// Derivative of the integrator (Euler, implicit, implicitfast) for multiple right-hand sides.
// The integrator's matrix Ah = M - h D takes M qacc to its acceleration acc, so that
//   Ah dacc = M dqacc + E,    E = (dM)(qacc - acc) + h (dD) acc
// Euler has D = -diag(B): then dacc = dqacc + Ah^-1 (E - h B dqacc), without a product with M.
// Velocities move by h dacc, positions by h times the new velocities; quaternions by the
// derivatives of their integration (exponential map).
//   M, qH or qLU, x, E -> x; qvel, acc, x -> x, pos
#include "diff/advance.h"

#include <math.h>
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "dyn/inertia_panel.h"
#include "force/force_derivative.h"
#include "math/vec.h"
#include "model/awake_ranges.h"
#include "step/implicit.h"

enum { FREE = 6 };

static void addRow(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  panel_kernels()->add(res, vec, scl, n);
}

static void scaleRow(const panel_Panel* x, int i, mjtNum scl) { panel_kernels()->scale(x, i, scl); }

// ---- implicit: sparse U L factorization on the pattern D

static void solveFull(const mjModel* m, const mjData* d, const panel_Panel* x) {
  const panel_Kernels* kernels = panel_kernels();
  for (int i = (int)m->nv - 1; i >= 0; i--) {
    const int above = m->D_rowadr[i] + m->D_diag[i] + 1, n = m->D_rownnz[i] - m->D_diag[i] - 1;
    if (n) kernels->gather(x, panel_row(x, i), d->qLU + above, m->D_colind + above, n);
  }
  for (int i = 0; i < m->nv; i++) {
    const int adr = m->D_rowadr[i], n = m->D_diag[i];
    if (n) kernels->gather(x, panel_row(x, i), d->qLU + adr, m->D_colind + adr, n);
    scaleRow(x, i, 1 / d->qLU[adr + n]);
  }
}

// ---- implicitfast: bodies that move alone have a block of their own

// inverse of A by Gaussian elimination with pivoting; false if it is singular
static bool invert(mjtNum A[36], mjtNum inv[36]) {
  memset(inv, 0, FREE * FREE * sizeof *inv);
  for (int k = 0; k < FREE; k++) inv[(FREE + 1) * k] = 1;
  for (int k = 0; k < FREE; k++) {
    int best = k;
    for (int r = k + 1; r < FREE; r++) {
      if (fabs(A[FREE * r + k]) > fabs(A[FREE * best + k])) best = r;
    }
    if (!(fabs(A[FREE * best + k]) >= mjMINVAL)) return false;
    for (int c = 0; c < FREE && best != k; c++) {
      const mjtNum a = A[FREE * k + c], b = inv[FREE * k + c];
      A[FREE * k + c] = A[FREE * best + c];
      inv[FREE * k + c] = inv[FREE * best + c];
      A[FREE * best + c] = a;
      inv[FREE * best + c] = b;
    }
    const mjtNum scl = 1 / A[(FREE + 1) * k];
    for (int c = 0; c < FREE; c++) A[FREE * k + c] *= scl, inv[FREE * k + c] *= scl;
    for (int r = 0; r < FREE; r++) {
      const mjtNum f = A[FREE * r + k];
      if (r == k || f == 0) continue;
      addRow(A + FREE * r, A + FREE * k, -f, FREE);
      addRow(inv + FREE * r, inv + FREE * k, -f, FREE);
    }
  }
  return true;
}

static bool solveFree(const mjModel* m, const mjData* d, int body, const panel_Panel* x) {
  const int adr = m->body_dofadr[body];
  mjtNum A[36], inv[36], in[FREE], out[FREE];
  LANE(step_freeBlock)(m, d, body, A);
  if (!invert(A, inv)) return false;
  for (int c = 0; c < x->n; c++) {
    for (int i = 0; i < FREE; i++) in[i] = panel_row(x, adr + i)[c];
    for (int i = 0; i < FREE; i++) {
      out[i] = 0;
      for (int k = 0; k < FREE; k++) out[i] += inv[FREE * i + k] * in[k];
    }
    for (int i = 0; i < FREE; i++) panel_row(x, adr + i)[c] = out[i];
  }
  return true;
}

static void solveFast(const mjModel* m, const mjData* d, const panel_Panel* x) {
  for (int t = 0; t < m->ntree; t++) {
    const range_Range range = range_ofTree(m, t);
    const int body = range.body[0];
    if (deriv_isLoneFree(m, body) && solveFree(m, d, body, x)) continue;
    inertia_solvePanel(m, range, x, d->qH, d->qHDiagInv);
  }
}

static void solveIntegrator(const mjModel* m, const mjData* d, const panel_Panel* x) {
  if (m->opt.integrator == mjINT_IMPLICIT) {
    solveFull(m, d, x);
  } else if (m->opt.integrator == mjINT_IMPLICITFAST) {
    solveFast(m, d, x);
  } else {
    inertia_solvePanel(m, range_whole(m), x, d->qH, d->qHDiagInv);
  }
}

// ---- acceleration

// E = -(M x + E)
static void negativeForce(const mjModel* m, const mjData* d, const panel_Panel* x,
                          const panel_Panel* E) {
  const panel_Kernels* kernels = panel_kernels();
  for (int i = 0; i < m->nv; i++) scaleRow(E, i, -1);
  for (int i = 0; i < m->nv; i++) {
    const int adr = m->M_rowadr[i], n = m->M_rownnz[i], *col = m->M_colind + adr;
    kernels->gather(x, panel_row(E, i), d->M + adr, col, n);
    if (n > 1) kernels->spread(E, panel_row(x, i), d->M + adr, col, n - 1);
  }
}

void advance_acceleration(const mjModel* m, const mjData* d, const panel_Panel* x,
                          const panel_Panel* E, bool force) {
  const mjtNum h = m->opt.timestep;
  if (force) {
    for (int i = 0; i < m->nv; i++) addRow(panel_row(x, i), panel_row(E, i), 1, x->n);
    solveIntegrator(m, d, x);
    return;
  }
  if (m->opt.integrator == mjINT_EULER) {
    for (int i = 0; i < m->nv; i++) {
      mjtNum slope;
      if (deriv_dofDamping(m, d, i, &slope)) {
        addRow(panel_row(E, i), panel_row(x, i), -h * slope, x->n);
      }
    }
    solveIntegrator(m, d, E);
    for (int i = 0; i < m->nv; i++) addRow(panel_row(x, i), panel_row(E, i), 1, x->n);
    return;
  }
  negativeForce(m, d, x, E);
  solveIntegrator(m, d, E);
  for (int i = 0; i < m->nv; i++) {
    const mjtNum* row = panel_row(E, i);
    mjtNum* res = panel_row(x, i);
    for (int k = 0; k < x->n; k++) res[k] = -row[k];
  }
}

// ---- state

// rows of the three dofs of a quaternion
static void turnRows(const mjModel* m, const mjData* d, const mjtNum* acc, int dof,
                     const panel_Panel* x, const panel_Panel* pos, int q) {
  const mjtNum h = m->opt.timestep;
  mjtNum vel[3], byQuat[9], byVel[9], byScale[3];
  for (int k = 0; k < 3; k++) vel[k] = d->qvel[dof + k] + h * acc[dof + k];
  mjd_quatIntegrate(vel, h, byQuat, byVel, byScale);
  for (int i = 0; i < 3; i++) {
    mjtNum* row = panel_row(pos, dof + i);
    memset(row, 0, (size_t)pos->n * sizeof *row);
    for (int k = 0; k < 3; k++) {
      addRow(row, panel_row(x, dof + k), h * byVel[3 * i + k], pos->n);
      if (q >= 0) row[q + dof + k] += byQuat[3 * i + k];
    }
  }
}

static void scalarRow(const mjModel* m, int dof, const panel_Panel* x, const panel_Panel* pos,
                      int q) {
  const mjtNum *from = panel_row(x, dof), h = m->opt.timestep;
  mjtNum* row = panel_row(pos, dof);
  for (int k = 0; k < pos->n; k++) row[k] = h * from[k];
  if (q >= 0) row[q + dof] += 1;
}

void advance_state(const mjModel* m, const mjData* d, const mjtNum* acc, const panel_Panel* x,
                   const panel_Panel* pos, int q, int v) {
  for (int i = 0; i < m->nv; i++) {
    scaleRow(x, i, m->opt.timestep);
    if (v >= 0) panel_row(x, i)[v + i] += 1;
  }
  for (int j = 0; j < m->njnt; j++) {
    const int dof = m->jnt_dofadr[j], type = m->jnt_type[j];
    if (type == mjJNT_BALL) {
      turnRows(m, d, acc, dof, x, pos, q);
      continue;
    }
    for (int k = 0; k < (type == mjJNT_FREE ? 3 : 1); k++) scalarRow(m, dof + k, x, pos, q);
    if (type == mjJNT_FREE) turnRows(m, d, acc, dof + 3, x, pos, q);
  }
}
