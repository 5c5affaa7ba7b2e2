// Inertia at qpos0 as seen by bodies, dofs, tendons and actuators. Inverse weights are diagonal
// entries of J M^-1 J' (inverse inertia in constraint space), averaged over axes that belong
// together so that they do not depend on the choice of axes. Bodies that only slide use their mass
// alone: their rows need no solve. The damping ratio z of a position servo (a positive biasprm[2])
// becomes the damping -2 z sqrt(kp mass).
//   d at qpos0 -> dof_M0, body_/dof_/tendon_invweight0, tendon_length0, actuator_length0, _acc0,
//   _biasprm
#include "base/assert.h"
#include "dyn/dyn.h"
#include "dyn/row.h"
#include "force/tendon.h"
#include "force/transmission.h"
#include "math/dense.h"
#include "math/spatial.h"
#include "math/vec.h"
#include "step/constants.h"

// ---- diagonal of M

// armature of the actuators on a joint
static mjtNum actuatorArmature(const mjModel* m, int jnt) {
  mjtNum sum = 0;
  if (m->jnt_actuatorid[jnt] == -1) return 0;
  for (int i = 0; i < m->nactuator; i++) {
    const int type = m->actuator_trntype[i];
    if (type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT) continue;
    if (m->actuator_trnid[2 * i] != jnt) continue;
    const mjtNum gear = m->actuator_gear[6 * m->actuator_outadr[i]];
    sum += m->actuator_armature[i] * (gear * gear);  // order: the square first
  }
  return sum;
}

static void setDiagonal(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nv; i++) {
    mjtNum force[6];
    spat_mulInertia(force, d->crb + 10 * m->dof_bodyid[i], d->cdof + 6 * i);
    m->dof_M0[i] =
        m->dof_armature[i] + actuatorArmature(m, m->dof_jntid[i]) + v6_dot(d->cdof + 6 * i, force);
  }
}

// ---- inverse weights

// Up to six right-hand sides are solved at once: W values per dof.
enum { W = 6 };

// Lists dof `last` and its ancestors, from the root on; returns their number. Vectors that are zero
// elsewhere are solved and multiplied on this chain only, bitwise identical to whole vectors.
static int listChain(const mjModel* m, int last, int* chain) {
  int n = 0, at;
  for (int i = last; i >= 0; i = m->dof_parentid[i]) n++;
  at = n;
  for (int i = last; i >= 0; i = m->dof_parentid[i]) chain[--at] = i;
  ASSERT(at == 0 && chain[n - 1] == last);
  return n;
}

// x += y scl
static inline void addSix(mjtNum* x, const mjtNum* y, mjtNum scl) {
  dense_Pair* to = (dense_Pair*)x;
  const dense_Pair* from = (const dense_Pair*)y;
  const dense_Pair a = to[0] + from[0] * scl, b = to[1] + from[1] * scl, c = to[2] + from[2] * scl;
  to[0] = a;
  to[1] = b;
  to[2] = c;
}

// res = sum of row[k] X[col[k]]
// order: that of row_dot
static void rowTimes(mjtNum res[W], const mjtNum* row, const int* col, int n, const mjtNum* X) {
  mjtNum part[4][W] = {{0}};
  int k = 0;
  for (; k + 4 <= n; k += 4) {
    for (int q = 0; q < 4; q++) addSix(part[q], X + W * col[k + q], row[k + q]);
  }
  for (int c = 0; c < W; c++) res[c] = (part[0][c] + part[2][c]) + (part[1][c] + part[3][c]);
  for (; k < n; k++) addSix(res, X + W * col[k], row[k]);
}

// X = M^-1 X on the chain
static void solveOnChain(const mjModel* m, const mjData* d, const int* chain, int n, mjtNum* X) {
  for (int at = n - 1; at >= 0; at--) {
    const int i = chain[at], adr = m->M_rowadr[i], last = adr + m->M_rownnz[i] - 1;
    mjtNum* own = X + W * i;
    ASSERT_FULL(m->M_colind[last] == i);
    for (int k = adr; k < last; k++) addSix(X + W * m->M_colind[k], own, -d->qLD[k]);
    for (int c = 0; c < W; c++) own[c] *= d->qLDiagInv[i];
  }
  for (int at = 0; at < n; at++) {
    const int i = chain[at], adr = m->M_rowadr[i];
    mjtNum sum[W];
    rowTimes(sum, d->qLD + adr, m->M_colind + adr, m->M_rownnz[i] - 1, X);
    addSix(X + W * i, sum, -1);
  }
}

// vn_dot of column c of vectors that are zero off the chain
// order: that of vn_dot, by number mod 4
static mjtNum dotOnChain(const mjtNum* A, const mjtNum* B, int c, int nv, const int* chain, int n) {
  mjtNum part[4] = {0}, rest = 0;
  const int blocks = nv - nv % 4;
  for (int at = 0; at < n; at++) {
    const int i = chain[at];
    mjtNum* sum = i < blocks ? part + i % 4 : &rest;
    *sum += A[W * i + c] * B[W * i + c];
  }
  return ((part[0] + part[2]) + (part[1] + part[3])) + rest;
}

typedef struct {
  int *chain, *done;     // (nv)
  mjtNum *jac, *solved;  // (nv x W)
} Scratch;

static void setBody(mjModel* m, const mjData* d, int body, const Scratch* s) {
  const int weld = m->body_weldid[body];
  mjtNum* weight = m->body_invweight0 + 2 * body;
  weight[0] = weight[1] = 0;
  if (!m->body_dofnum[weld]) return;
  if (m->body_simple[body] == 2) {  // odd: sliders weigh their mass
    weight[0] = 1 / m->body_mass[body];
    return;
  }
  const int n = listChain(m, m->body_dofadr[weld] + m->body_dofnum[weld] - 1, s->chain);
  mjtNum offset[3], diag[W];
  v3_sub(offset, d->xipos + 3 * body, d->subtree_com + 3 * m->body_rootid[body]);
  for (int at = 0; at < n; at++) {
    const int i = s->chain[at];
    spat_shiftMotion(s->jac + W * i, d->cdof + 6 * i, offset);
    v6_copy(s->solved + W * i, s->jac + W * i);
  }
  solveOnChain(m, d, s->chain, n, s->solved);
  for (int c = 0; c < W; c++) {
    diag[c] = dotOnChain(s->jac, s->solved, c, (int)m->nv, s->chain, n);
  }
  weight[0] = (diag[3] + diag[4] + diag[5]) / 3;
  weight[1] = (diag[0] + diag[1] + diag[2]) / 3;
}

// replaces n entries from adr on by their mean
static void average(mjtNum* x, int adr, int n) {
  mjtNum sum = 0;
  for (int k = 0; k < n; k++) sum += x[adr + k];
  for (int k = 0; k < n; k++) x[adr + k] = sum / n;
}

// dof `last` and those of its ancestors that are not done, as many as are solved at once
static void setDofsAbove(mjModel* m, const mjData* d, int last, const Scratch* s) {
  const int n = listChain(m, last, s->chain);
  int dof[W], w = 0;
  for (int at = n - 1; at >= 0; at--) {
    const int i = s->chain[at];
    v6_zero(s->solved + W * i);
    if (w == W || s->done[i]) continue;
    s->solved[W * i + w] = 1;
    s->done[i] = 1;
    dof[w++] = i;
  }
  ASSERT(w > 0 && dof[0] == last);
  solveOnChain(m, d, s->chain, n, s->solved);
  for (int c = 0; c < w; c++) {
    // row of the identity matrix times the solution: NaN if M is singular
    mjtNum rest = 0;
    for (int at = 0; at < n; at++) rest += 0 * s->solved[W * s->chain[at] + c];
    m->dof_invweight0[dof[c]] = s->solved[W * dof[c] + c] + rest;
  }
}

static void setDofs(mjModel* m, const mjData* d, const Scratch* s) {
  for (int i = 0; i < m->nv; i++) {
    const int body = m->dof_bodyid[i];
    s->done[i] = m->body_simple[body] == 2;
    // odd: sliders weigh their mass
    if (s->done[i]) m->dof_invweight0[i] = 1 / m->body_mass[body];
  }
  for (int i = (int)m->nv - 1; i >= 0; i--) {
    if (!s->done[i]) setDofsAbove(m, d, i, s);
    ASSERT_FULL(s->done[i]);
  }
  for (int j = 0; j < m->njnt; j++) {
    const int adr = m->jnt_dofadr[j], type = m->jnt_type[j];
    if (type == mjJNT_BALL || type == mjJNT_FREE) average(m->dof_invweight0, adr, 3);
    if (type == mjJNT_FREE) average(m->dof_invweight0, adr + 3, 3);
  }
}

// odd: joint listed twice; only its last entry counts, which is zero, and the stiffness of the
// tendon's limits depends on it
static void scatter(mjtNum* dense, int nv, const mjtNum* row, const int* col, int n) {
  vn_zero(dense, nv);
  for (int k = 0; k < n; k++) dense[col[k]] = row[k];
}

static void setTendons(mjModel* m, const mjData* d, mjtNum* row, mjtNum* solved) {
  const int nv = (int)m->nv;
  for (int t = 0; t < m->ntendon; t++) {
    const int adr = m->ten_J_rowadr[t];
    scatter(row, nv, d->ten_J + adr, m->ten_J_colind + adr, m->ten_J_rownnz[t]);
    vn_copy(solved, row, nv);
    LANE(dyn_solve)(m, solved, d->qLD, d->qLDiagInv, 1);
    m->tendon_length0[t] = d->ten_length[t];
    m->tendon_invweight0[t] = vn_dot(row, solved, nv);
  }
}

static void setOutputs(mjModel* m, const mjData* d, mjtNum* x) {
  const int nv = (int)m->nv;
  for (int k = 0; k < m->nout; k++) {
    ASSERT_FULL(d->moment_rownnz[k] >= 0 && d->moment_rownnz[k] <= nv);
    const int adr = d->moment_rowadr[k];
    scatter(x, nv, d->actuator_moment + adr, d->moment_colind + adr, d->moment_rownnz[k]);
    LANE(dyn_solve)(m, x, d->qLD, d->qLDiagInv, 1);
    m->actuator_length0[k] = d->actuator_length[k];
    m->actuator_acc0[k] = lane_sqrt(vn_dot(x, x, nv));
  }
}

// ---- damping ratios

// effective inertia of an actuator output (reflected inertia)
static mjtNum reflectedMass(const mjModel* m, const mjData* d, int out) {
  mjtNum mass = 0;
  for (int k = 0; k < d->moment_rownnz[out]; k++) {
    const int at = d->moment_rowadr[out] + k;
    const mjtNum square = d->actuator_moment[at] * d->actuator_moment[at];
    if (square > mjMINVAL) mass += m->dof_M0[d->moment_colind[at]] / square;
  }
  return mass;
}

// odd: damping ratio by numbers
static void setDampingRatios(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nactuator; i++) {
    const mjtNum* gain = m->actuator_gainprm + mjNGAIN * i;
    mjtNum* bias = m->actuator_biasprm + mjNBIAS * i;
    const bool pid = m->actuator_gaintype[i] == mjGAIN_PID;
    if (!(bias[2] > 0) || !(pid || gain[0] == -bias[1])) continue;
    const mjtNum kp = pid ? -bias[1] : gain[0];
    const mjtNum mass = reflectedMass(m, d, m->actuator_outadr[i]);
    bias[2] *= -2 * lane_sqrt(kp * mass);
  }
}

bool const_weights(mjModel* m, mjData* d) {
  const size_t nv = (size_t)m->nv;
  const Scratch s = {stack_int(d, nv), stack_int(d, nv), stack_num(d, W * nv),
                     stack_num(d, W * nv)};
  if (!s.chain || !s.done || !s.jac || !s.solved) return false;
  LANE(tendon_update)(m, d);
  LANE(dyn_crb)(m, d);
  setDiagonal(m, d);
  LANE(dyn_makeM)(m, d);
  LANE(dyn_factorM)(m, d);
  LANE(transmission_update)(m, d);
  for (int b = 0; b < m->nbody; b++) setBody(m, d, b, &s);
  setDofs(m, d, &s);
  setTendons(m, d, s.jac, s.solved);
  setOutputs(m, d, s.jac);
  setDampingRatios(m, d);
  return true;
}
