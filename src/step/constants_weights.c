// Inertia at qpos0 seen from bodies, dofs, tendons and actuators.
// Inverse weights are diagonals of J M^-1 J', averaged over what belongs together so that they do
// not depend on the choice of axes. Bodies that only slide take their mass alone: their rows need
// no solve. The damping ratio of a position servo (a positive biasprm[2]) becomes damping -2 z
// sqrt(kp mass).
//   d at qpos0 -> dof_M0, body_/dof_/tendon_invweight0, tendon_length0, actuator_length0, _acc0,
//   _biasprm
#include "dyn/dyn.h"
#include "dyn/row.h"
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
    sum += m->actuator_armature[i] * (gear * gear);
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

// The dofs that move dof `last` and it itself, from the root on; returns their number. Vectors that
// are zero elsewhere are solved for and multiplied here alone, with the bits of the whole vectors.
static int listChain(const mjModel* m, int last, int* chain) {
  int n = 0, at;
  for (int i = last; i >= 0; i = m->dof_parentid[i]) n++;
  at = n;
  for (int i = last; i >= 0; i = m->dof_parentid[i]) chain[--at] = i;
  return n;
}

// x = M^-1 x on the chain
static void solveOnChain(const mjModel* m, const mjData* d, const int* chain, int n, mjtNum* x) {
  for (int at = n - 1; at >= 0; at--) {
    const int i = chain[at], adr = m->M_rowadr[i], last = adr + m->M_rownnz[i] - 1;
    for (int k = adr; k < last; k++) x[m->M_colind[k]] -= d->qLD[k] * x[i];
    x[i] *= d->qLDiagInv[i];
  }
  for (int at = 0; at < n; at++) {
    const int i = chain[at], adr = m->M_rowadr[i];
    x[i] -= row_dot(d->qLD + adr, m->M_colind + adr, m->M_rownnz[i] - 1, x);
  }
}

// vn_dot of vectors that are zero off the chain
static mjtNum dotOnChain(const mjtNum* a, const mjtNum* b, int nv, const int* chain, int n) {
  mjtNum part[4] = {0}, rest = 0;
  const int blocks = nv - nv % 4;
  for (int at = 0; at < n; at++) {
    const int i = chain[at];
    mjtNum* sum = i < blocks ? part + i % 4 : &rest;
    *sum += a[i] * b[i];
  }
  return ((part[0] + part[2]) + (part[1] + part[3])) + rest;
}

// jac: (6 x nv) rotation, translation; solved: (nv)
static void setBody(mjModel* m, const mjData* d, int body, int* chain, mjtNum* jac,
                    mjtNum* solved) {
  const int weld = m->body_weldid[body], nv = (int)m->nv;
  mjtNum* weight = m->body_invweight0 + 2 * body;
  weight[0] = weight[1] = 0;
  if (!m->body_dofnum[weld]) return;
  if (m->body_simple[body] == 2) {
    weight[0] = 1 / m->body_mass[body];
    return;
  }
  const int n = listChain(m, m->body_dofadr[weld] + m->body_dofnum[weld] - 1, chain);
  mjtNum offset[3], diag[6];
  v3_sub(offset, d->xipos + 3 * body, d->subtree_com + 3 * m->body_rootid[body]);
  for (int at = 0; at < n; at++) {
    mjtNum motion[6];
    spat_shiftMotion(motion, d->cdof + 6 * chain[at], offset);
    for (int c = 0; c < 6; c++) jac[c * nv + chain[at]] = motion[c];
  }
  for (int c = 0; c < 6; c++) {
    const mjtNum* row = jac + c * nv;
    for (int at = 0; at < n; at++) solved[chain[at]] = row[chain[at]];
    solveOnChain(m, d, chain, n, solved);
    diag[c] = dotOnChain(row, solved, nv, chain, n);
  }
  weight[0] = (diag[3] + diag[4] + diag[5]) / 3;
  weight[1] = (diag[0] + diag[1] + diag[2]) / 3;
}

// mean of n entries from adr on, in all of them
static void average(mjtNum* x, int adr, int n) {
  mjtNum sum = 0;
  for (int k = 0; k < n; k++) sum += x[adr + k];
  for (int k = 0; k < n; k++) x[adr + k] = sum / n;
}

static void setDofs(mjModel* m, const mjData* d, int* chain, mjtNum* x) {
  for (int i = 0; i < m->nv; i++) {
    const int body = m->dof_bodyid[i];
    if (m->body_simple[body] == 2) {
      m->dof_invweight0[i] = 1 / m->body_mass[body];
      continue;
    }
    const int n = listChain(m, i, chain);
    for (int at = 0; at < n; at++) x[chain[at]] = chain[at] == i;
    solveOnChain(m, d, chain, n, x);
    m->dof_invweight0[i] = x[i];
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
  int* chain = stack_int(d, (size_t)nv);
  if (!jac || !solved || !chain) return false;
  LANE(tendon_update)(m, d);
  LANE(dyn_crb)(m, d);
  setDiagonal(m, d);
  LANE(dyn_makeM)(m, d);
  LANE(dyn_factorM)(m, d);
  LANE(transmission_update)(m, d);
  for (int b = 0; b < m->nbody; b++) setBody(m, d, b, chain, jac, solved);
  setDofs(m, d, chain, jac);
  setTendons(m, d, jac, solved);
  setOutputs(m, d, jac);
  setDampingRatios(m, d);
  return true;
}
