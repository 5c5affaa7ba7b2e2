// Inertia at qpos0 seen from bodies, dofs, tendons and actuators.
// Inverse weights are diagonals of J M^-1 J', averaged over what belongs together so that they do
// not depend on the choice of axes. Bodies that only slide take their mass alone: their rows need
// no solve. The damping ratio of a position servo (a positive biasprm[2]) becomes damping -2 z
// sqrt(kp mass).
//   d at qpos0 -> dof_M0, body_/dof_/tendon_invweight0, tendon_length0, actuator_length0, _acc0,
//   _biasprm
#include "dyn/dyn.h"
#include "force/tendon.h"
#include "force/transmission.h"
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
    sum += m->actuator_armature[i] * gear * gear;
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

// The diagonal of X' M^-1 X for w columns X (row by row, w per dof) that are zero off the chain of
// dofs that ends in `last`: with M = L' D L it is the sum of squares of L^-T X over D, and L^-T
// stays on the chain. X is overwritten.
static void chainWeights(const mjModel* m, const mjData* d, int last, int w, mjtNum* X,
                         mjtNum* diag) {
  vn_zero(diag, w);
  for (int i = last; i >= 0; i = m->dof_parentid[i]) {
    const mjtNum* own = X + w * i;
    const int adr = m->M_rowadr[i], n = m->M_rownnz[i] - 1;
    for (int k = adr; k < adr + n; k++) {
      vn_addToScl(X + w * m->M_colind[k], own, -d->qLD[k], w);
    }
    for (int c = 0; c < w; c++) diag[c] += own[c] * own[c] * d->qLDiagInv[i];
  }
}

static void setBody(mjModel* m, const mjData* d, int body, mjtNum* jac) {
  const int weld = m->body_weldid[body];
  mjtNum* weight = m->body_invweight0 + 2 * body;
  weight[0] = weight[1] = 0;
  if (!m->body_dofnum[weld]) return;
  if (m->body_simple[body] == 2) {
    weight[0] = 1 / m->body_mass[body];
    return;
  }
  const int last = m->body_dofadr[weld] + m->body_dofnum[weld] - 1;
  mjtNum offset[3], diag[6];
  v3_sub(offset, d->xipos + 3 * body, d->subtree_com + 3 * m->body_rootid[body]);
  for (int i = last; i >= 0; i = m->dof_parentid[i]) {
    spat_shiftMotion(jac + 6 * i, d->cdof + 6 * i, offset);
  }
  chainWeights(m, d, last, 6, jac, diag);
  weight[0] = (diag[3] + diag[4] + diag[5]) / 3;
  weight[1] = (diag[0] + diag[1] + diag[2]) / 3;
}

// mean of n entries from adr on, in all of them
static void average(mjtNum* x, int adr, int n) {
  mjtNum sum = 0;
  for (int k = 0; k < n; k++) sum += x[adr + k];
  for (int k = 0; k < n; k++) x[adr + k] = sum / n;
}

static void setDofs(mjModel* m, const mjData* d, mjtNum* x) {
  vn_zero(x, (int)m->nv);
  for (int i = 0; i < m->nv; i++) {
    const int body = m->dof_bodyid[i];
    if (m->body_simple[body] == 2) {
      m->dof_invweight0[i] = 1 / m->body_mass[body];
      continue;
    }
    x[i] = 1;
    chainWeights(m, d, i, 1, x, m->dof_invweight0 + i);
    for (int k = i; k >= 0; k = m->dof_parentid[k]) x[k] = 0;
  }
  for (int j = 0; j < m->njnt; j++) {
    const int adr = m->jnt_dofadr[j], type = m->jnt_type[j];
    if (type == mjJNT_BALL || type == mjJNT_FREE) average(m->dof_invweight0, adr, 3);
    if (type == mjJNT_FREE) average(m->dof_invweight0, adr + 3, 3);
  }
}

// of a joint that a tendon lists twice only the last entry counts, which is zero: the weight of
// such a tendon is as odd in the reference, and the stiffness of its limits depends on it
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
    const int adr = d->moment_rowadr[k];
    scatter(x, nv, d->actuator_moment + adr, d->moment_colind + adr, d->moment_rownnz[k]);
    LANE(dyn_solve)(m, x, d->qLD, d->qLDiagInv, 1);
    m->actuator_length0[k] = d->actuator_length[k];
    m->actuator_acc0[k] = lane_sqrt(vn_dot(x, x, nv));
  }
}

// ---- damping ratios

// inertia that an output moves, reflected to it
static mjtNum reflectedMass(const mjModel* m, const mjData* d, int out) {
  mjtNum mass = 0;
  for (int k = 0; k < d->moment_rownnz[out]; k++) {
    const int at = d->moment_rowadr[out] + k;
    const mjtNum square = d->actuator_moment[at] * d->actuator_moment[at];
    if (square > mjMINVAL) mass += m->dof_M0[d->moment_colind[at]] / square;
  }
  return mass;
}

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
  const int nv = (int)m->nv;
  mjtNum* jac = stack_num(d, (size_t)(6 * nv));
  mjtNum* solved = stack_num(d, (size_t)nv);
  if (!jac || !solved) return false;
  LANE(tendon_update)(m, d);
  LANE(dyn_crb)(m, d);
  setDiagonal(m, d);
  LANE(dyn_makeM)(m, d);
  LANE(dyn_factorM)(m, d);
  LANE(transmission_update)(m, d);
  for (int b = 0; b < m->nbody; b++) setBody(m, d, b, jac);
  setDofs(m, d, jac);
  setTendons(m, d, jac, solved);
  setOutputs(m, d, jac);
  setDampingRatios(m, d);
  return true;
}
