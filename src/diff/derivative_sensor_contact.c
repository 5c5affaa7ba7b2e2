// Analytic derivatives of contact forces: touch and contact sensors, and external wrenches on
// bodies by contacts, connects, welds and xfrc_applied. With f, t a contact's force and torque in
// its frame R, whose axes turn by h, at the point p,
//   d(R' f) = R' df + h x R' f
// and its torque about a held point C changes by d(R' t) + dp x R' f + (p - C) x d(R' f).
//   contact, efc_force, df, motion of contacts -> *res, column_Column.wrench
#include "constraint/rows.h"
#include "diff/derivative_sensor_parts.h"
#include "math/spatial.h"

#include <sinew/math.h>

// ---- forces

// res += mat (3 x 6) rel
static void addProduct(mjtNum res[3], const mjtNum mat[18], const mjtNum rel[6]) {
  for (int k = 0; k < 3; k++) res[k] += v6_dot(mat + 6 * k, rel);
}

column_Touch column_contact(const column_Column* c, int contact) {
  const mjContact* con = c->d->contact + contact;
  column_Touch res = {{0}, {0}, 0};
  if (c->input != COLUMN_Q || con->geom[0] < 0 || con->geom[1] < 0) return res;
  ASSERT(c->s->contacts);
  const ckin_Derivative* slope = c->s->contacts + contact;
  mjtNum motion[2][6], rel[6];
  for (int k = 0; k < 2; k++) {
    const int body = c->m->geom_bodyid[con->geom[k]];
    v3_copy(motion[k], column_shift(c, body));
    column_point(c, body, con->pos, motion[k] + 3);
  }
  v6_sub(rel, motion[1], motion[0]);
  v3_copy(res.point, motion[0] + 3);
  addProduct(res.point, slope->pos, rel);
  m3_mulVec(res.turn, slope->base, motion[0]);
  addProduct(res.turn, slope->turn, rel);
  res.dist = v6_dot(slope->dist, rel);
  return res;
}

// order of rows as in mj_contactForce; the adhesion force is constant
void column_contactForce(const column_Column* c, int contact, mjtNum res[6]) {
  const mjContact* con = c->d->contact + contact;
  int stride;
  const mjtNum* at = column_of(c, &c->s->force, &stride);
  v6_zero(res);
  if (con->efc_address < 0 || !at) return;
  const bool pyramid = c->d->efc_type[con->efc_address] == mjCNSTR_CONTACT_PYRAMIDAL;
  const int n = pyramid ? 2 * (con->dim - 1) : con->dim;
  mjtNum rows[10];
  for (int k = 0; k < n; k++) rows[k] = at[(ptrdiff_t)(con->efc_address + k) * stride];
  if (pyramid) {
    mju_decodePyramid(res, rows, con->friction, con->dim);
  } else {
    vn_copy(res, rows, n);
  }
}

// force (0) or torque (3) of a contact in world axes and its change, times sign
static void inWorld(const column_Column* c, int contact, int part, mjtNum sign, mjtNum value[3],
                    mjtNum slope[3]) {
  const mjtNum* frame = c->d->contact[contact].frame;
  const column_Touch motion = column_contact(c, contact);
  mjtNum local[6], change[6];
  mj_contactForce(c->m, c->d, contact, local);
  column_contactForce(c, contact, change);
  m3_mulTVec(value, frame, local + part);
  m3_mulTVec(slope, frame, change + part);
  v3_addCross(slope, motion.turn, value);
  v3_scl(value, value, sign);
  v3_scl(slope, slope, sign);
}

// ---- touch and contact sensors

COLUMN_SLOPE(column_touch) {
  for (int k = 0; k < c->d->ncon; k++) {
    mjtNum change[6];
    if (!(sensor_touchForce(c->m, c->d, c->m->sensor_objid[i], k) > 0)) continue;
    column_contactForce(c, k, change);
    res[0] += change[0];
  }
}

// one contact in its frame; flipped as the sensor flips it
static void slotSlope(const column_Column* c, const sensor_Match* match, sensor_Slot* slot) {
  const mjContact* con = c->d->contact + match->contact;
  const column_Touch motion = column_contact(c, match->contact);
  mjtNum change[6];
  column_contactForce(c, match->contact, change);
  change[2] *= match->sign;
  change[5] *= match->sign;
  v3_copy(slot->force, change);
  v3_copy(slot->torque, change + 3);
  slot->dist = motion.dist;
  v3_copy(slot->pos, motion.point);
  v3_cross(slot->normal, motion.turn, con->frame);
  v3_cross(slot->tangent, motion.turn, con->frame + 3);
  v3_scl(slot->normal, slot->normal, match->sign);
  v3_scl(slot->tangent, slot->tangent, match->sign);
}

// mean point p = sum |f| p_k / sum |f|, and its change
static void meanPoint(const column_Column* c, const sensor_Matches* r, mjtNum mean[3],
                      mjtNum slope[3]) {
  mjtNum weight = 0, heavier = 0, f[3], df[3];
  v3_zero(mean);
  v3_zero(slope);
  for (int k = 0; k < r->n; k++) {
    const int contact = r->match[k].contact;
    const mjtNum* pos = c->d->contact[contact].pos;
    const column_Touch motion = column_contact(c, contact);
    inWorld(c, contact, 0, r->match[k].sign, f, df);
    const mjtNum size = v3_norm(f), grows = size > 0 ? v3_dot(f, df) / size : 0;
    weight += size;
    heavier += grows;
    v3_addToScl(mean, pos, size);
    v3_addToScl(slope, pos, grows);
    v3_addToScl(slope, motion.point, size);
  }
  const mjtNum inv = 1 / (weight > mjMINVAL ? weight : mjMINVAL);
  v3_scl(mean, mean, inv);
  if (weight > mjMINVAL) v3_addToScl(slope, mean, -heavier);
  v3_scl(slope, slope, inv);
}

// sums of forces, and of torques about the mean point; in world axes
static void netSlope(const column_Column* c, const sensor_Matches* r, sensor_Slot* slot) {
  mjtNum mean[3], f[3], df[3], t[3], dt[3];
  meanPoint(c, r, mean, slot->pos);
  for (int k = 0; k < r->n; k++) {
    const int contact = r->match[k].contact;
    const column_Touch motion = column_contact(c, contact);
    mjtNum arm[3], moves[3];
    inWorld(c, contact, 0, r->match[k].sign, f, df);
    inWorld(c, contact, 3, r->match[k].sign, t, dt);
    v3_sub(arm, c->d->contact[contact].pos, mean);
    v3_sub(moves, motion.point, slot->pos);
    v3_addCross(dt, moves, f);
    v3_addCross(dt, arm, df);
    v3_addTo(slot->force, df);
    v3_addTo(slot->torque, dt);
  }
}

COLUMN_SLOPE(column_contactSensor) {
  mj_markStack(c->d);
  const sensor_Matches r = sensor_findContacts(c->m, c->d, i);
  for (int k = 0; k < (r.net ? 1 : r.shown); k++) {
    sensor_Slot slot = {0};
    if (r.net) {
      netSlope(c, &r, &slot);
    } else {
      slotSlope(c, r.match + k, &slot);
    }
    res = sensor_reportSlot(&slot, r.bits, res);
  }
  mj_freeStack(c->d);
}

// ---- wrenches between bodies

typedef struct {
  mjtNum force[3], forceSlope[3], torqueSlope[3];
  const mjtNum *point, *moves;
} Push;

// subtracts sign times the change of a wrench on a body; ignored for the world
static void subPush(const column_Column* c, int body, mjtNum sign, const Push* push) {
  if (body <= 0) return;
  mjtNum change[6], arm[3];
  v3_copy(change, push->torqueSlope);
  v3_copy(change + 3, push->forceSlope);
  v3_sub(arm, push->point, c->d->subtree_com + 3 * c->m->body_rootid[body]);
  v3_addCross(change, arm, push->forceSlope);
  v3_addCross(change, push->moves, push->force);
  v6_addToScl(c->wrench + 6 * body, change, -sign);
}

static void subContact(const column_Column* c, int contact) {
  const mjContact* con = c->d->contact + contact;
  if (con->efc_address < 0 || con->geom[0] < 0 || con->geom[1] < 0) return;
  const column_Touch motion = column_contact(c, contact);
  mjtNum torque[3];
  Push push = {.point = con->pos, .moves = motion.point};
  inWorld(c, contact, 0, 1, push.force, push.forceSlope);
  inWorld(c, contact, 3, 1, torque, push.torqueSlope);
  subPush(c, c->m->geom_bodyid[con->geom[0]], -1, &push);
  subPush(c, c->m->geom_bodyid[con->geom[1]], 1, &push);
}

// rows are the force in world axes; the torque of a weld is used as it is
static void subEquality(const column_Column* c, int eq, int row) {
  const rows_Sides sides = rows_sidesOf(c->m, c->d, eq);
  const bool weld = c->m->eq_type[eq] == mjEQ_WELD;
  mjtNum moves[3];
  Push push = {.moves = moves};
  for (int k = 0; k < 3; k++) {
    push.force[k] = c->d->efc_force[row + k];
    push.forceSlope[k] = column_entry(c, &c->s->force, row + k);
    if (weld) push.torqueSlope[k] = column_entry(c, &c->s->force, row + 3 + k);
  }
  for (int side = 0; side < 2; side++) {
    push.point = sides.point[side];
    column_point(c, sides.body[side], push.point, moves);
    subPush(c, sides.body[side], side ? -1 : 1, &push);
  }
}

void column_subExternal(const column_Column* c) {
  const mjModel* m = c->m;
  const mjData* d = c->d;
  for (int b = 1; b < m->nbody; b++) {
    mjtNum moves[3], turn[3];
    column_point(c, b, d->xipos + 3 * b, moves);
    v3_cross(turn, moves, d->xfrc_applied + 6 * b);
    v3_subFrom(c->wrench + 6 * b, turn);
  }
  for (int i = 0; i < d->ncon; i++) subContact(c, i);
  for (int row = 0; row < d->ne;) {
    const int eq = d->efc_id[row], type = m->eq_type[eq];
    if (type == mjEQ_CONNECT || type == mjEQ_WELD) subEquality(c, eq, row);
    while (row < d->ne && d->efc_id[row] == eq) row++;
  }
}
