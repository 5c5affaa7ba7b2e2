// Recursive Newton-Euler (RNE), inverse dynamics of kinematic trees. Down the tree: cacc = parent's
// cacc + sum (cdof_dot qvel + cdof qacc), where the world accelerates against gravity; f = I a + v
// x* I v. Up the tree forces are summed; a dof's force is cdof . f. Bodies that cannot move need no
// force: nothing reads it.
//   qvel, qacc, cvel, cdof, cdof_dot, cinert -> result;
//   with xfrc_applied -> cacc, cfrc_ext, cfrc_int
#include "base/assert.h"
#include "dyn/dyn.h"
#include "dyn/four_bodies.h"
#include "math/spatial.h"

LANE_INLINE void worldAcceleration(const lane_Model* m, real acc[6]) {
  v6_zero(acc);
  if (m->opt.disableflags & mjDSBL_GRAVITY) return;
  for (int k = 0; k < 3; k++) acc[3 + k] = -lane_prm(m->opt.gravity, k);
}

// acc of the body from that of its parent
// order: the axes of a body are summed first, then added
LANE_INLINE void bodyAcceleration(const lane_Model* m, const lane_Data* d, int body, bool withQacc,
                                  const real parent[6], real res[6]) {
  const int adr = m->body_dofadr[body], n = m->body_dofnum[body];
  v6_Whole acc = v6_load(parent);
  if (n > 0) {
    acc = v6_plus(acc, v6_sum(d->cdof_dot + 6 * adr, d->qvel + adr, n));
    if (withQacc) acc = v6_plus(acc, v6_sum(d->cdof + 6 * adr, d->qacc + adr, n));
  }
  v6_store(res, acc);
}

// the force that moves the body: I a + v x* I v
LANE_INLINE void bodyForce(const lane_Data* d, int body, const real acc[6], real res[6]) {
  const real *inertia = d->cinert + 10 * body, *vel = d->cvel + 6 * body;
  real momentum[6], gyro[6], force[6];
  spat_mulInertia(force, inertia, acc);
  spat_mulInertia(momentum, inertia, vel);
  spat_crossForce(gyro, vel, momentum);
  v6_add(res, force, gyro);
}

// of bodies begin .. end - 1; those that cannot move get one too, which nothing reads
static void bodyForces(const lane_Data* d, int begin, int end, const real* acc, real* force) {
#if LANE_W == 1
  FOURS(fours_forces)
  (force + 6 * begin, d->cinert + 10 * begin, acc + 6 * begin, d->cvel + 6 * begin, end - begin);
#else
  for (int i = begin; i < end; i++) bodyForce(d, i, acc + 6 * i, force + 6 * i);
#endif
}

void LANE(dyn_rneRanges)(const lane_Model* m, lane_Data* d, range_List ranges, int flg_acc,
                         real* result) {
  const int nbody = (int)m->nbody;
  lane_mark(d);
  real* acc = lane_scratch(d, 6 * nbody);
  real* force = lane_scratch(d, 6 * nbody);
  if (acc && force) {
    worldAcceleration(m, acc);
    range_eachRange(ranges, s) {
      for (int i = s->body[0]; i < s->body[1]; i++) {
        bodyAcceleration(m, d, i, flg_acc, acc + 6 * m->body_parentid[i], acc + 6 * i);
      }
      bodyForces(d, s->body[0], s->body[1], acc, force);
    }
    range_eachBack(ranges, body, i) {
      const int parent = m->body_parentid[i];
      if (m->body_treeid[i] < 0) continue;
      const int adr = m->body_dofadr[i], n = m->body_dofnum[i];
      for (int k = adr; k < adr + n; k++) result[k] = v6_dot(d->cdof + 6 * k, force + 6 * i);
      if (m->body_treeid[parent] < 0) continue;
      real* at = force + 6 * parent;
      v6_store(at, v6_plus(v6_load(at), v6_load(force + 6 * i)));
    }
  } else {
    range_eachRange(ranges, s) vn_zero(result + s->dof[0], range_dofs(s));
  }
  lane_free(d);
}

void LANE(dyn_rne)(const lane_Model* m, lane_Data* d, int flg_acc, real* result) {
  LANE(dyn_rneRanges)(m, d, lane_ranges(d), flg_acc, result);
}

// user wrenches: given as (force, torque) at centers of mass, moved to that of the tree
void LANE(dyn_applied)(const lane_Model* m, lane_Data* d) {
  v6_zero(d->cfrc_ext);
  for (int i = 1; i < m->nbody; i++) {
    const real* applied = d->xfrc_applied + 6 * i;
    real wrench[6], offset[3];
    v3_copy(wrench, applied + 3);
    v3_copy(wrench + 3, applied);
    v3_sub(offset, d->subtree_com + 3 * m->body_rootid[i], d->xipos + 3 * i);
    spat_shiftForce(d->cfrc_ext + 6 * i, wrench, offset);
  }
}

void LANE(dyn_rnePost)(const lane_Model* m, lane_Data* d) {
  LANE(dyn_applied)(m, d);
  LANE(dyn_bodyForces)(m, d);
}

void LANE(dyn_bodyForces)(const lane_Model* m, lane_Data* d) {
  worldAcceleration(m, d->cacc);
  v6_zero(d->cfrc_int);
  for (int i = 1; i < m->nbody; i++) {
    bodyAcceleration(m, d, i, true, d->cacc + 6 * m->body_parentid[i], d->cacc + 6 * i);
    bodyForce(d, i, d->cacc + 6 * i, d->cfrc_int + 6 * i);
    v6_sub(d->cfrc_int + 6 * i, d->cfrc_int + 6 * i, d->cfrc_ext + 6 * i);
  }
  for (int i = (int)m->nbody - 1; i > 0; i--) {
    v6_addTo(d->cfrc_int + 6 * m->body_parentid[i], d->cfrc_int + 6 * i);
  }
}
