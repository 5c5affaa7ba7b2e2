// Constraint velocities and reference acceleration (constraint stabilization): aref = -B vel - K d
// (pos - margin), plus adhesion and, for connects and welds, the velocity product Jdot v. Moving
// surfaces (conveyor belts) add to the velocity of their contacts.
//   qvel, efc_KBIP, pos, margin, R, contact, cvel, cdof_dot -> efc_vel, efc_aref
#include "constraint/body_pair.h"
#include "constraint/impedance.h"
#include "math/spatial.h"
#include "model/contact_range.h"

// ---- moving surfaces

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

// surfaces neither push along the normal nor drive rolling
static void surfaceBase(mjtNum base[6], const mjModel* m, const mjData* d, const mjContact* con) {
  mjtNum vel[6] = {0, 0, 0, 0, 0, 0};
  v6_zero(base);
  if (!contact_hasSides(m, con)) return;
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

typedef struct {
  pair_Chain chain;
  mjtNum offset[3], speed[3];  // of the point
} Side;

static Side sideOf(const mjModel* m, const mjData* d, int body, const mjtNum point[3]) {
  Side s = {.chain = pair_chain(m, body)};
  pair_offset(s.offset, m, d, body, point);
  jac_point(s.speed, d->cvel + 6 * body, s.offset);
  return s;
}

// time derivative of a dof's column in the Jacobian of a point: (rotation, translation)
static void columnDot(mjtNum turn[3], mjtNum lin[3], const mjModel* m, const mjData* d,
                      const Side* side, int dof) {
  const int jnt = m->dof_jntid[dof], type = m->jnt_type[jnt];
  const mjtNum *cdof = d->cdof + 6 * dof, *dot = d->cdof_dot + 6 * dof;
  mjtNum own[6];
  // odd: jacDot of a ball before a slide; axes of quaternion joints are carried by their own body
  if (type == mjJNT_BALL || (type == mjJNT_FREE && dof >= m->jnt_dofadr[jnt] + 3)) {
    spat_crossMotion(own, d->cvel + 6 * m->dof_bodyid[dof], cdof);
    dot = own;
  }
  v3_copy(turn, dot);
  v3_cross(lin, dot, side->offset);
  v3_addTo(lin, dot + 3);
  v3_addCross(lin, cdof, side->speed);
}

// elements from..5 of Jdot v of a side: (rotation, translation)
// order: dofs one after another if the Jacobian is sparse, as math/dense.h says if it is dense
static void biasOf(mjtNum res[6], const mjModel* m, const mjData* d, const Side* side, int from) {
  enum { REST = 4 };  // index of the sum over dofs after the whole groups of four
  const int groups = d->efc_J_rownnz ? 0 : (int)m->nv & ~3;
  mjtNum sum[REST + 1][6] = {0};
  for (int k = 0; k < side->chain.n; k++) {
    const int dof = side->chain.dof[k];
    mjtNum column[6], *to = sum[dof < groups ? dof & 3 : REST];
    columnDot(column, column + 3, m, d, side, dof);
    for (int i = from; i < 6; i++) to[i] += column[i] * d->qvel[dof];
  }
  for (int i = from; i < 6; i++) {
    res[i] = ((sum[0][i] + sum[2][i]) + (sum[1][i] + sum[3][i])) + sum[REST][i];
  }
}

// vec of a (x) (0, v) (x) b, added to res
static void addSandwich(mjtNum res[3], const mjtNum a[4], const mjtNum v[3], const mjtNum b[4]) {
  mjtNum q[4];
  quat_mulAxis(q, a, v);
  quat_mul(q, q, b);
  v3_addTo(res, q + 1);
}

// time derivative of conj(qB) (0, w1 - w2) qA without its qacc terms. For bodies, qA is that of
// body 1 times the relative pose at rest, and so is its derivative
static void weldBias(mjtNum res[3], const mjModel* m, const mjData* d, int eq, const rows_Sides* s,
                     const mjtNum biases[3]) {
  const mjtNum *spinA = d->cvel + 6 * s->body[0], *spinB = d->cvel + 6 * s->body[1];
  mjtNum spins[3], dotA[4], dotB[4], conj[4];
  v3_sub(spins, spinA, spinB);
  if (m->eq_objtype[eq] == mjOBJ_SITE) {
    quat_deriv(dotA, s->quat[0], spinA);
  } else {
    quat_deriv(dotA, d->xquat + 4 * s->body[0], spinA);
    quat_mul(dotA, dotA, m->eq_data + mjNEQDATA * eq + 6);
  }
  quat_deriv(dotB, s->quat[1], spinB);
  quat_neg(dotB, dotB);
  quat_neg(conj, s->quat[1]);
  v3_zero(res);
  // order: the product of three is taken from the left
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
    mjtNum bias[2][6], turn[3], diff[3], *aref = d->efc_aref + block->efc;
    for (int k = 0; k < 2; k++) {
      const Side side = sideOf(m, d, s.body[k], s.point[k]);
      biasOf(bias[k], m, d, &side, type == mjEQ_WELD ? 0 : 3);
    }
    v3_sub(diff, bias[0] + 3, bias[1] + 3);
    v3_subFrom(aref, diff);
    if (type != mjEQ_WELD) continue;
    v3_sub(diff, bias[0], bias[1]);
    weldBias(turn, m, d, block->id, &s, diff);
    v3_addToScl(aref + 3, turn, -0.5 * m->eq_data[mjNEQDATA * block->id + 10]);
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
    // order: the adhesion of a row first
    for (int k = block->efc; k < block->efc + n; k++) d->efc_aref[k] += d->efc_R[k] * (pull / n);
  }
}

void con_reference(const mjModel* m, mjData* d) {
  if (!d->nefc) return;
  const con_Rows rows = con_rows(d);
  con_mulJac(&rows, d->efc_vel, d->qvel);
  if (m->flg_surfacevel) addSurfaces(m, d, &rows);
  for (int i = 0; i < d->nefc; i++) {
    d->efc_aref[i] =
        imp_reference(d->efc_KBIP + 4 * i, d->efc_vel[i], d->efc_pos[i], d->efc_margin[i]);
  }
  if (m->flg_adhesion) addAdhesion(d, &rows);
  ref_velocityProducts(m, d, &rows);
}
