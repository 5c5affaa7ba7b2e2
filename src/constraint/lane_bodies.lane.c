// Jacobian rows of connect, weld and distance equality constraints in SIMD lanes, as
// equality_rows.c and reference.c compute them for one world.
//   eq_data, frames, cdof, cvel, cdof_dot, qvel -> J, R, D, aref of a block
#include "constraint/jacobian.h"
#include "constraint/lane_build.h"
#include "math/quat.h"
#include "math/spatial.h"

#if LANE_W > 1

// anchors and orientations of the two sides (rows_Sides), and the offsets from the reference points
// of their trees
typedef struct {
  real point[2][3], quat[2][4];
  real offset[2][3];
} Sides;

static void siteSide(const lane_Build* b, Sides* s, int side, int site) {
  v3_copy(s->point[side], b->d->site_xpos + 3 * site);
  quat_mul(s->quat[side], b->d->xquat + 4 * b->m->site_bodyid[site],
           lane_prmAt(b->m->site_quat, 4 * site));
}

static void bodySide(const lane_Build* b, Sides* s, int side, int body, const real anchor[3]) {
  m3_mulVec(s->point[side], b->d->xmat + 9 * body, anchor);
  v3_addTo(s->point[side], b->d->xpos + 3 * body);
}

static void setSides(const lane_Build* b, const lane_Item* item, Sides* s) {
  const lane_Model* m = b->m;
  const int eq = item->id, obj[2] = {m->eq_obj1id[eq], m->eq_obj2id[eq]}, type = m->eq_type[eq];
  const real* data = lane_prmAt(m->eq_data, mjNEQDATA * eq);
  for (int k = 0; k < 2; k++) {
    quat_unit(s->quat[k]);
    if (type == mjEQ_DISTANCE) {
      v3_copy(s->point[k], b->d->geom_xpos + 3 * obj[k]);
    } else if (m->eq_objtype[eq] == mjOBJ_SITE) {
      siteSide(b, s, k, obj[k]);
    } else {
      // the data of a weld begins with the anchor of body 2
      bodySide(b, s, k, obj[k], data + ((type == mjEQ_WELD) != k ? 3 : 0));
    }
    v3_sub(s->offset[k], s->point[k], b->d->subtree_com + 3 * m->body_rootid[item->body[k]]);
  }
  if (type == mjEQ_WELD && m->eq_objtype[eq] != mjOBJ_SITE) {
    quat_mul(s->quat[0], b->d->xquat + 4 * obj[0], data + 6);
    v4_copy(s->quat[1], b->d->xquat + 4 * obj[1]);
  }
}

// ---- Jacobian

// velocity of point 1 minus that of point 2 for the dof of column c: (rotation, translation)
static void relativeMotion(real turn[3], real lin[3], const lane_Build* b, const lane_Item* item,
                           const Sides* s, int c) {
  const real* cdof = b->d->cdof + 6 * item->col[c];
  if (c < item->common) {
    jac_twoPoints(lin, cdof, s->offset[0], s->offset[1]);
    v3_zero(turn);
    return;
  }
  const bool first = item->lower == (c < item->split);
  jac_point(lin, cdof, s->offset[first ? 0 : 1]);
  v3_copy(turn, cdof);
  if (!first) {
    v3_neg(lin, lin);
    v3_neg(turn, turn);
  }
}

// base rows; returns the lanes in which not all are zero
static mask fillConnect(const lane_Build* b, const lane_Item* item, const Sides* s) {
  const real scale = lane_prm(b->m->eq_data, mjNEQDATA * item->id + 10);
  const int n = item->ncol;
  real *jac = b->out->base, conj[4];
  mask other = build_none();
  quat_neg(conj, s->quat[1]);
  for (int c = 0; c < n; c++) {
    real turn[3], lin[3];
    relativeMotion(turn, lin, b, item, s, c);
    for (int k = 0; k < 3; k++) jac[k * n + c] = lin[k];
    if (item->nefc == 6) {
      jac_weldTurn(turn, conj, turn, s->quat[0], scale);
      for (int k = 0; k < 3; k++) jac[(3 + k) * n + c] = turn[k];
    }
    for (int k = 0; k < item->nefc; k++) other = other | (jac[k * n + c] != 0);
  }
  return other;
}

static mask fillDistance(const lane_Build* b, const lane_Item* item, const Sides* s, real* pos) {
  mask other = build_none();
  real normal[3];
  v3_sub(normal, s->point[0], s->point[1]);
  // coincident centers: body 2 is assumed to lie along x
  const real dist = v3_normalize(normal);
  normal[0] = lane_select(dist < mjMINVAL, lane_bc(-1), normal[0]);
  for (int c = 0; c < item->ncol; c++) {
    real turn[3], lin[3];
    relativeMotion(turn, lin, b, item, s, c);
    b->out->base[c] = v3_dot(normal, lin);
    other = other | (b->out->base[c] != 0);
  }
  *pos = dist - lane_prm(b->m->eq_data, mjNEQDATA * item->id);
  return other;
}

// ---- residuals

static void residuals(const lane_Build* b, const lane_Item* item, const Sides* s, real pos[6]) {
  v3_sub(pos, s->point[0], s->point[1]);
  if (item->nefc != 6) return;
  real error[4];
  quat_neg(error, s->quat[1]);
  quat_mul(error, error, s->quat[0]);
  v3_scl(pos + 3, error + 1, lane_prm(b->m->eq_data, mjNEQDATA * item->id + 10));
}

// ---- velocity products

// time derivative of a dof's column in the Jacobian of a point: (rotation, translation)
static void columnDot(real column[6], const lane_Build* b, int dof, const real offset[3],
                      const real speed[3]) {
  const lane_Model* m = b->m;
  const int jnt = m->dof_jntid[dof], type = m->jnt_type[jnt];
  const real *cdof = b->d->cdof + 6 * dof, *dot = b->d->cdof_dot + 6 * dof;
  real own[6];
  // odd: jacDot of a ball before a slide; axes of quaternion joints are carried by their own body
  if (type == mjJNT_BALL || (type == mjJNT_FREE && dof >= m->jnt_dofadr[jnt] + 3)) {
    spat_crossMotion(own, b->d->cvel + 6 * m->dof_bodyid[dof], cdof);
    dot = own;
  }
  v3_copy(column, dot);
  v3_cross(column + 3, dot, offset);
  v3_addTo(column + 3, dot + 3);
  v3_addCross(column + 3, cdof, speed);
}

// res = Jdot v of a side: (rotation, translation)
// order: that of dense_dot
static void biasOf(real res[6], const lane_Build* b, const lane_Item* item, const Sides* s,
                   int side) {
  const int groups = (int)b->m->nv & ~3;
  real sum[6][5] = {0}, speed[3], column[6];
  jac_point(speed, b->d->cvel + 6 * item->body[side], s->offset[side]);
  for (int k = 0; k < item->n[side]; k++) {
    const int dof = item->dof[side][k], to = dof < groups ? dof & 3 : 4;
    columnDot(column, b, dof, s->offset[side], speed);
    for (int i = 0; i < 6; i++) sum[i][to] = sum[i][to] + column[i] * b->d->qvel[dof];
  }
  for (int i = 0; i < 6; i++) {
    res[i] = ((sum[i][0] + sum[i][2]) + (sum[i][1] + sum[i][3])) + sum[i][4];
  }
}

// vec of a (x) (0, v) (x) b, added to res
static void addSandwich(real res[3], const real a[4], const real v[3], const real b[4]) {
  real q[4];
  quat_mulAxis(q, a, v);
  quat_mul(q, q, b);
  v3_addTo(res, q + 1);
}

// time derivative of conj(qB) (0, w1 - w2) qA without its qacc terms
static void weldBias(real res[3], const lane_Build* b, const lane_Item* item, const Sides* s,
                     const real biases[3]) {
  const real *spinA = b->d->cvel + 6 * item->body[0], *spinB = b->d->cvel + 6 * item->body[1];
  real spins[3], dotA[4], dotB[4], conj[4];
  v3_sub(spins, spinA, spinB);
  if (b->m->eq_objtype[item->id] == mjOBJ_SITE) {
    quat_deriv(dotA, s->quat[0], spinA);
  } else {
    quat_deriv(dotA, b->d->xquat + 4 * item->body[0], spinA);
    quat_mul(dotA, dotA, lane_prmAt(b->m->eq_data, mjNEQDATA * item->id + 6));
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

// aref -= Jdot v
static void subtractProducts(const lane_Build* b, const lane_Item* item, const Sides* s,
                             real aref[6]) {
  real bias[2][6], turn[3], diff[6];
  for (int k = 0; k < 2; k++) biasOf(bias[k], b, item, s, k);
  v6_sub(diff, bias[0], bias[1]);
  v3_subFrom(aref, diff + 3);
  if (item->nefc != 6) return;
  weldBias(turn, b, item, s, diff);
  const real scale = lane_prm(b->m->eq_data, mjNEQDATA * item->id + 10);
  v3_addToScl(aref + 3, turn, -0.5 * scale);
}

// ---- blocks

static void writeRows(const lane_Build* b, const lane_Item* item, mask has, int efc) {
  const int n = item->ncol;
  for (int r = 0; r < item->nefc; r++) {
    real* row = build_row(b, efc + r);
    for (int c = 0; c < n; c++) {
      row[item->col[c]] = lane_select(has, b->out->base[r * n + c], lane_bc(0));
    }
  }
}

static void setNumbers(const lane_Build* b, const lane_Item* item, const Sides* s, mask has,
                       int efc, const real pos[6]) {
  const int n = item->nefc;
  const build_State state =
      build_state(b, item, has, n > 1 ? lane_sqrt(vn_dot(pos, pos, n)) - 0 : pos[0] - 0);
  real* aref = b->out->aref + efc;
  for (int r = 0; r < n; r++) {
    const real* row = build_row(b, efc + r);
    const real vel = n == 1 && item->ncol == 1 ? build_velocityOfOne(b, row, item->col[0])
                                               : build_velocity(b, item, row);
    build_setR(b, &state, efc + r, imp_regularisation(state.imp, state.law->diag[r / 3]));
    build_setReference(b, &state, efc + r, state.law->K, state.law->B, vel, pos[r]);
  }
  if (n == 1) return;
  subtractProducts(b, item, s, aref);
  for (int r = 0; r < n; r++) aref[r] = lane_select(has, aref[r], lane_bc(0));
}

void LANE(build_bodies)(lane_Build* b, const lane_Item* item, mask has) {
  Sides s;
  real pos[6];
  setSides(b, item, &s);
  if (item->nefc == 1) {
    has = has & fillDistance(b, item, &s, pos);
  } else {
    has = has & fillConnect(b, item, &s);
    residuals(b, item, &s, pos);
  }
  if (!lane_any(has) || !build_open(b, item, has)) return;
  const int efc = b->out->nefc - item->nefc;
  writeRows(b, item, has, efc);
  setNumbers(b, item, &s, has, efc, pos);
}

#endif
