// Mass matrix (joint-space inertia) by the composite rigid body algorithm (CRB, Featherstone):
// crb_b is the inertia of the subtree of b as one rigid body; M_ij = cdof_j . (crb_b cdof_i) for
// dof i of body b and its ancestors j. M is the lower triangle in compressed sparse row format
// (CSR), ascending columns, the diagonal last. Armature (reflected inertia) of joints, and of the
// actuators that drive them, adds to the diagonal; that of tendons adds a J'J, at entries of M
// only.
//   cinert, cdof, ten_J -> crb, M; also products with M
#include "base/assert.h"
#include "dyn/dyn.h"
#include "dyn/row.h"
#include "math/four.h"
#include "math/spatial.h"

// ---- armature that actuators hand to their joint or tendon

static bool drives(const lane_Model* m, int actuator, int target, bool tendon) {
  const int type = m->actuator_trntype[actuator];
  const bool joint = type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT;
  return (tendon ? type == mjTRN_TENDON : joint) && m->actuator_trnid[2 * actuator] == target;
}

LANE_INLINE real reflected(const lane_Model* m, int actuator) {
  const real gear = lane_prm(m->actuator_gear, 6 * m->actuator_outadr[actuator]);
  return lane_prm(m->actuator_armature, actuator) * (gear * gear);
}

// link: jnt_actuatorid or tendon_actuatorid: one actuator, -1 none, -2 several
LANE_INLINE real actuatorArmature(const lane_Model* m, int link, int target, bool tendon) {
  ASSERT_FULL(link >= -2 && link < m->nactuator);
  if (link >= 0) return reflected(m, link);
  real sum = lane_bc(0);
  if (link == -1) return sum;
  for (int i = 0; i < m->nactuator; i++) {
    if (drives(m, i, target, tendon)) sum = sum + reflected(m, i);
  }
  return sum;
}

// ---- composite inertia

// res += inertia; one world in whole vectors, since compilers cannot know that they do not overlap
LANE_INLINE void addInertia(real res[10], const real inertia[10]) {
#if LANE_W == 1
  const four_Double a = four_load(res) + four_load(inertia);
  const v6_Whole b = v6_plus(v6_load(res + 4), v6_load(inertia + 4));
  four_store(res, a);
  v6_store(res + 4, b);
#else
  vn_addTo(res, inertia, 10);
#endif
}

static void composite(const lane_Model* m, lane_Data* d, range_List ranges) {
  range_eachRange(ranges, s) {
    const int adr = 10 * s->body[0];
    vn_copy(d->crb + adr, d->cinert + adr, 10 * s->body[1] - adr);
  }
  range_eachBack(ranges, body, i) {
    const int parent = m->body_parentid[i];
    if (parent) addInertia(d->crb + 10 * parent, d->crb + 10 * i);
  }
}

// order: that of v6_dot. One world: two products at once, which pays where cdof comes from memory
LANE_INLINE real alongDof(const real cdof[6], const real force[6]) {
#if LANE_W == 1
  typedef double Pair __attribute__((vector_size(16)));
  const Pair a0 = {cdof[0], cdof[1]}, a1 = {cdof[2], cdof[3]}, a2 = {cdof[4], cdof[5]};
  const Pair b0 = {force[0], force[1]}, b1 = {force[2], force[3]}, b2 = {force[4], force[5]};
  const Pair sum = a0 * b0 + a1 * b1, rest = a2 * b2;
  return (sum[0] + sum[1]) + (rest[0] + rest[1]);
#else
  return v6_dot(cdof, force);
#endif
}

// row[k] = alongDof(cdof of col[k], force)
LANE_INLINE void alongDofs(real* row, const real* cdof, const int* col, int n,
                           const real force[6]) {
  int k = 0;
#if LANE_W == 1
  // four of them at once
  const four_Double low = {force[0], force[1], force[2], force[3]};
  const four_Double high = {force[4], force[5], force[4], force[5]};
  for (; k + 4 <= n; k += 4) {
    const real *a = cdof + 6 * col[k], *b = cdof + 6 * col[k + 1];
    const real *c = cdof + 6 * col[k + 2], *d = cdof + 6 * col[k + 3];
    const four_Double pa = four_load(a) * low, pb = four_load(b) * low;
    const four_Double pc = four_load(c) * low, pd = four_load(d) * low;
    const four_Double ac = four_lows(pa, pc) + four_highs(pa, pc);
    const four_Double bd = four_lows(pb, pd) + four_highs(pb, pd);
    const four_Double restAC = (four_Double){a[4], a[5], c[4], c[5]} * high;
    const four_Double restBD = (four_Double){b[4], b[5], d[4], d[5]} * high;
    four_store(row + k, (four_evens(ac, bd) + four_odds(ac, bd)) +
                            (four_evens(restAC, restBD) + four_odds(restAC, restBD)));
  }
#endif
  for (; k < n; k++) row[k] = alongDof(cdof + 6 * col[k], force);
}

static void inertiaRow(const lane_Model* m, lane_Data* d, int dof) {
  const int adr = m->M_rowadr[dof], last = m->M_rownnz[dof] - 1;
  real* row = d->M + adr;
  ASSERT_FULL(m->M_colind[adr + last] == dof && assert_ascend(m->M_colind + adr, last + 1));
  if (m->dof_simplenum[dof]) {
    ASSERT_FULL(last == 0);
    row[last] = lane_prm(m->dof_M0, dof);
    return;
  }
  const int jnt = m->dof_jntid[dof];
  const int* col = m->M_colind + adr;
  real force[6];
  spat_mulInertia(force, d->crb + 10 * m->dof_bodyid[dof], d->cdof + 6 * dof);
  alongDofs(row, d->cdof, col, last, force);
  real armature = lane_prm(m->dof_armature, dof);
  if (m->jnt_actuatorid[jnt] != -1) {
    armature = armature + actuatorArmature(m, m->jnt_actuatorid[jnt], jnt, false);
  }
  row[last] = armature + alongDof(d->cdof + 6 * dof, force);  // order: armatures first
}

void LANE(dyn_crbRanges)(const lane_Model* m, lane_Data* d, range_List ranges) {
  composite(m, d, ranges);
  range_each(ranges, dof, i) inertiaRow(m, d, i);
}

void LANE(dyn_crb)(const lane_Model* m, lane_Data* d) {
  vn_zero(d->crb, 10);
  LANE(dyn_crbRanges)(m, d, lane_ranges(d));
}

// row i of M += scale J_i J where both have entries; both have ascending columns
// odd: tendon armature outside the pattern of M
LANE_INLINE void addOuterRow(const lane_Model* m, real* M, int i, real scale, const real* J,
                             const int* Jcol, int Jnnz) {
  const int adr = m->M_rowadr[i], nnz = m->M_rownnz[i];
  const int* col = m->M_colind + adr;
  int k = 0;
  for (int p = 0; p < Jnnz && k < nnz; p++) {
    while (k < nnz && col[k] < Jcol[p]) k++;
    if (k < nnz && col[k] == Jcol[p]) M[adr + k] = M[adr + k] + scale * J[p];
  }
}

void LANE(dyn_tendonArmature)(const lane_Model* m, lane_Data* d) {
  for (int t = 0; t < m->ntendon; t++) {
    const int link = m->tendon_actuatorid[t];
    if (link == -1 && lane_agree(m, lane_prm(m->tendon_armature, t) == 0)) continue;
    if (lane_isTendonAsleep(m, d, t)) continue;
    const real armature = lane_prm(m->tendon_armature, t) + actuatorArmature(m, link, t, true);
    if (!lane_agree(m, armature != 0)) continue;
    const int adr = m->ten_J_rowadr[t], nnz = m->ten_J_rownnz[t];
    const real* J = d->ten_J + adr;
    const int* col = m->ten_J_colind + adr;
    for (int p = 0; p < nnz; p++) {
      if (lane_isDofAsleep(m, d, col[p])) continue;  // its row is unchanged
      addOuterRow(m, d->M, col[p], armature * J[p], J, col, nnz);
    }
  }
}

void LANE(dyn_makeM)(const lane_Model* m, lane_Data* d) {
  LANE(dyn_crb)(m, d);
  LANE(dyn_tendonArmature)(m, d);
}

// ---- products

// both triangles at once
// order: the diagonal, then from it back to the first column
void LANE(dyn_mulM)(const lane_Model* m, const lane_Data* d, real* res, const real* vec) {
  for (int i = 0; i < m->nv; i++) {
    const int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
    const real *row = d->M + adr, own = vec[i];
    const int* col = m->M_colind + adr;
    real sum = row[last] * own;
    for (int k = last - 1; k >= 0; k--) {
      sum = sum + row[k] * vec[col[k]];
      res[col[k]] = res[col[k]] + row[k] * own;
    }
    res[i] = sum;
  }
}

void LANE(dyn_mulM2)(const lane_Model* m, const lane_Data* d, real* res, const real* vec) {
  for (int i = 0; i < m->nv; i++) {
    const int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
    const real sum = vec[i] + row_dot(d->qLD + adr, m->M_colind + adr, last, vec);
    res[i] = lane_sqrt(d->qLD[adr + last]) * sum;
  }
}
