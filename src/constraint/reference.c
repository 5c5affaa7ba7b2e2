// Velocity and reference acceleration of the rows: aref = -B vel - K d (pos - margin), to which
// adhesion and, for connects and welds, the velocity product Jdot v are added. Surfaces that move
// (conveyor belts) add to the velocity of their contacts.
//   qvel, efc_KBIP, pos, margin, R, contact, cvel, cdof_dot -> efc_vel, efc_aref
#include "constraint/body_pair.h"
#include "math/quat.h"
#include "math/spatial.h"

// ---- surfaces that move

// adds the velocity of a geom's surface at a point, in world axes: res = (linear, angular)
static void addSurface(mjtNum res[6], const mjModel* m, const mjData* d, int geom,
                       const mjtNum pos[3], mjtNum sign) {
  if (geom < 0) return;
  const mjtNum *vel = m->geom_surfacevel + 6 * geom, *mat = d->geom_xmat + 9 * geom;
  mjtNum lin[3], ang[3], arm[3];
  m3_mulVec(lin, mat, vel);
  m3_mulVec(ang, mat, vel + 3);
  v3_sub(arm, pos, d->geom_xpos + 3 * geom);
  v3_addCross(lin, ang, arm);
  v3_addToScl(res, lin, sign);
  v3_addToScl(res + 3, ang, sign);
}

// the surfaces push neither along the normal nor drive rolling
static void surfaceBase(mjtNum base[6], const mjModel* m, const mjData* d, const mjContact* con) {
  mjtNum vel[6] = {0, 0, 0, 0, 0, 0};
  addSurface(vel, m, d, con->geom[1], con->pos, 1);
  addSurface(vel, m, d, con->geom[0], con->pos, -1);
  m3_mulVec(base, con->frame, vel);
  m3_mulVec(base + 3, con->frame, vel + 3);
  base[0] = base[4] = base[5] = 0;
}

static void addSurfaces(const mjModel* m, mjData* d, const con_Rows* rows) {
  for (int i = 0; i < rows->nblock; i++) {
    const con_Block* block = &rows->block[i];
    if (block->contact < 0) continue;
    mjtNum base[6], edge[10], *add = base;
    surfaceBase(base, m, d, &d->contact[block->contact]);
    if (block->shape == CON_PYRAMID) {
      con_expandBase(d, block, edge, base);
      add = edge;
    }
    vn_addTo(d->efc_vel + block->efc, add, block->nefc);
  }
}

// ---- velocity products

// acceleration of a body that velocities alone produce: the sum of (d/dt cdof) qvel over its dofs
static void biasOf(mjtNum res[6], const mjModel* m, const mjData* d, int body) {
  const pair_Chain chain = pair_chain(m, body);
  v6_zero(res);
  for (int k = 0; k < chain.n; k++) {
    const int i = chain.dof[k], jnt = m->dof_jntid[i], type = m->jnt_type[jnt];
    const mjtNum *dot = d->cdof_dot + 6 * i, vel = d->qvel[i];
    mjtNum own[6];
    // axes of quaternion joints are carried by their own body
    if (type == mjJNT_BALL || (type == mjJNT_FREE && i >= m->jnt_dofadr[jnt] + 3)) {
      spat_crossMotion(own, d->cvel + 6 * m->dof_bodyid[i], d->cdof + 6 * i);
      dot = own;
    }
    v6_addToScl(res, dot, vel);
  }
}

// the same of a point: (turn, translation), and its angular velocity
static void pointBias(mjtNum res[6], mjtNum spin[3], const mjModel* m, const mjData* d, int body,
                      const mjtNum point[3]) {
  const mjtNum* cvel = d->cvel + 6 * body;
  mjtNum offset[3], speed[3];
  biasOf(res, m, d, body);
  pair_offset(offset, m, d, body, point);
  pair_pointColumn(speed, cvel, offset);
  v3_addCross(res + 3, res, offset);
  v3_addCross(res + 3, cvel, speed);
  v3_copy(spin, cvel);
}

// vec of a (x) (0, v) (x) b, added to res
static void addSandwich(mjtNum res[3], const mjtNum a[4], const mjtNum v[3], const mjtNum b[4]) {
  mjtNum q[4];
  quat_mulAxis(q, a, v);
  quat_mul(q, q, b);
  v3_addTo(res, q + 1);
}

// derivative of conj(qB) (0, w1 - w2) qA at fixed accelerations
static void weldBias(mjtNum res[3], const rows_Sides* s, const mjtNum spin[2][3],
                     const mjtNum bias[2][6]) {
  mjtNum spins[3], biases[3], dotA[4], dotB[4], conj[4];
  v3_sub(spins, spin[0], spin[1]);
  v3_sub(biases, bias[0], bias[1]);
  quat_deriv(dotA, s->quat[0], spin[0]);
  quat_deriv(dotB, s->quat[1], spin[1]);
  quat_neg(dotB, dotB);
  quat_neg(conj, s->quat[1]);
  v3_zero(res);
  addSandwich(res, dotB, spins, s->quat[0]);
  addSandwich(res, conj, biases, s->quat[0]);
  addSandwich(res, conj, spins, dotA);
}

void ref_velocityProducts(const mjModel* m, mjData* d, const con_Rows* rows) {
  for (int i = 0; i < rows->nblock && rows->block[i].type == mjCNSTR_EQUALITY; i++) {
    const con_Block* block = &rows->block[i];
    const int type = m->eq_type[block->id];
    if (type != mjEQ_CONNECT && type != mjEQ_WELD) continue;
    const rows_Sides s = rows_sidesOf(m, d, block->id);
    mjtNum bias[2][6], spin[2][3], diff[3], *aref = d->efc_aref + block->efc;
    for (int k = 0; k < 2; k++) pointBias(bias[k], spin[k], m, d, s.body[k], s.point[k]);
    v3_sub(diff, bias[0] + 3, bias[1] + 3);
    v3_subFrom(aref, diff);
    if (type != mjEQ_WELD) continue;
    weldBias(diff, &s, (const mjtNum(*)[3])spin, (const mjtNum(*)[6])bias);
    v3_addToScl(aref + 3, diff, -0.5 * m->eq_data[mjNEQDATA * block->id + 10]);
  }
}

// ---- adhesion

static void addAdhesion(mjData* d, const con_Rows* rows) {
  for (int i = 0; i < rows->nblock; i++) {
    const con_Block* block = &rows->block[i];
    if (block->contact < 0) continue;
    const mjtNum pull = d->contact[block->contact].adhesion;
    if (pull == 0) continue;
    const int n = block->shape == CON_PYRAMID ? block->nefc : 1;
    for (int k = block->efc; k < block->efc + n; k++) d->efc_aref[k] += d->efc_R[k] * pull / n;
  }
}

void con_reference(const mjModel* m, mjData* d) {
  if (!d->nefc) return;
  const con_Rows rows = con_rows(d);
  con_mulJac(m, d, d->efc_vel, d->qvel);
  if (m->flg_surfacevel) addSurfaces(m, d, &rows);
  for (int i = 0; i < d->nefc; i++) {
    const mjtNum* kbip = d->efc_KBIP + 4 * i;
    d->efc_aref[i] =
        -kbip[1] * d->efc_vel[i] - kbip[0] * kbip[2] * (d->efc_pos[i] - d->efc_margin[i]);
  }
  if (m->flg_adhesion) addAdhesion(d, &rows);
  ref_velocityProducts(m, d, &rows);
}
