// Forces of contacts and equalities in lanes (SIMD over worlds), as rne_post.c and sensor_contact.c
// compute them for one world: external wrenches for recursive Newton-Euler (RNE), and touch
// sensors. Contacts are processed in order, each in the lanes that have its rows. Compiled for more
// than one lane only.
//   contacts, rows, forces -> cfrc_ext, cacc, cfrc_int; touch
#include "step/lane_force.h"

#if LANE_W > 1

#include "base/assert.h"
#include "dyn/dyn.h"
#include "math/spatial.h"
#include "step/lane_constraint.h"
#include "step/sensor_parts.h"

// ---- forces of contacts

// order: from the first on
static real sumOf(const real* force, int n) {
  real sum = lane_bc(0);
  for (int i = 0; i < n; i++) sum = sum + force[i];
  return sum;
}

static real normalForce(const lane_Solved* s, const lane_Block* b) {
  const real* force = s->force + b->efc;
  return b->shape == CON_PYRAMID ? sumOf(force, b->nefc) : force[0];
}

// mj_contactForce
static void contactForce(const lane_Solved* s, const lane_Contact* con, const lane_Block* b,
                         real local[6]) {
  const real *force = s->force + b->efc, *friction = s->contacts->prm[con->pair].friction;
  v6_zero(local);
  local[0] = normalForce(s, b);
  for (int k = 1; b->shape == CON_PYRAMID && k <= b->nefc / 2; k++) {
    local[k] = (force[2 * k - 2] - force[2 * k - 1]) * friction[k - 1];
  }
  for (int k = 1; b->shape == CON_ELLIPTIC && k < b->nefc; k++) local[k] = force[k];
}

// ---- forces on bodies

// push of rne_post.c, in the lanes of has
static void push(const lane_Model* m, lane_Data* d, mask has, int body, real sign,
                 const real wrench[6], const real point[3]) {
  if (body <= 0) return;
  real offset[3], moved[6], *sum = d->cfrc_ext + 6 * body;
  v3_sub(offset, d->subtree_com + 3 * m->body_rootid[body], point);
  spat_shiftForce(moved, wrench, offset);
  for (int k = 0; k < 6; k++) sum[k] = lane_select(has, sum[k] + moved[k] * sign, sum[k]);
}

static void addContact(const lane_Model* m, lane_Data* d, const lane_Solved* s, int i) {
  const lane_Touch* touch = &s->make->touch[i];
  if (touch->block < 0) return;
  const lane_Contact* con = &s->contacts->contact[i];
  const int* body = s->plan->pairs.pair[con->pair].body;
  real local[6], wrench[6];
  contactForce(s, con, &s->rows->block[touch->block], local);
  m3_mulTVec(wrench + 3, con->frame, local);
  m3_mulTVec(wrench, con->frame, local + 3);
  push(m, d, touch->has, body[0], lane_bc(-1), wrench, con->pos);
  push(m, d, touch->has, body[1], lane_bc(1), wrench, con->pos);
}

// anchor of one side of a connect or weld, and its body
static int anchor(const lane_Model* m, const lane_Data* d, int eq, int side, real point[3]) {
  const int id = side ? m->eq_obj2id[eq] : m->eq_obj1id[eq];
  if (m->eq_objtype[eq] == mjOBJ_SITE) {
    v3_copy(point, d->site_xpos + 3 * id);
    return m->site_bodyid[id];
  }
  // a connect stores the anchor of its first body first, a weld that of its second
  const int place = side == (m->eq_type[eq] == mjEQ_WELD) ? 0 : 3;
  m3_mulVec(point, d->xmat + 9 * id, lane_prmAt(m->eq_data, mjNEQDATA * eq + place));
  v3_addTo(point, d->xpos + 3 * id);
  return id;
}

static void addEquality(const lane_Model* m, lane_Data* d, const lane_Solved* s, int number) {
  const lane_Block* b = &s->rows->block[number];
  const int type = m->eq_type[b->id];
  if (type != mjEQ_CONNECT && type != mjEQ_WELD) return;
  const real* force = s->force + b->efc;
  real wrench[6], point[3];
  v6_zero(wrench);
  v3_copy(wrench + 3, force);
  if (type == mjEQ_WELD) v3_copy(wrench, force + 3);  // odd: torque of a weld
  for (int side = 0; side < 2; side++) {
    const int body = anchor(m, d, b->id, side, point);
    push(m, d, s->rows->has[number], body, lane_bc(side ? -1 : 1), wrench, point);
  }
}

void LANE(force_rnePost)(const lane_Model* m, lane_Data* d) {
  lane_Solved s;
  // order: what the user applies, contacts, equalities
  LANE(dyn_applied)(m, d);
  if (LANE(step_solved)(d, &s)) {
    for (int i = 0; i < s.contacts->ncon; i++) addContact(m, d, &s, i);
    for (int k = 0; k < s.rows->nblock && s.rows->block[k].type == mjCNSTR_EQUALITY; k++) {
      addEquality(m, d, &s, k);
    }
  }
  LANE(dyn_bodyForces)(m, d);
}

// ---- touch

static mask meetsSite(const lane_Model* m, const lane_Data* d, int site, const lane_Contact* con,
                      mask near, mjtNum sign) {
  mask res = near;
  for (int lane = 0; lane < LANE_W; lane++) {
    if (!near[lane]) continue;
    mjtNum pos[3], normal[3], sitePos[3], siteMat[9];
    for (int k = 0; k < 3; k++) {
      pos[k] = con->pos[k][lane];
      normal[k] = con->frame[k][lane] * sign;
      sitePos[k] = d->site_xpos[3 * site + k][lane];
    }
    for (int k = 0; k < 9; k++) siteMat[k] = d->site_xmat[9 * site + k][lane];
    const mjModel* one = lane_one(m, lane);
    if (!sensor_lineMeetsSite(one, site, sitePos, siteMat, pos, normal)) res[lane] = 0;
  }
  return res;
}

void LANE(force_touch)(const lane_Model* m, lane_Data* d, int sensor, real* res) {
  const int site = m->sensor_objid[sensor], body = m->site_bodyid[site];
  lane_Solved s;
  *res = lane_bc(0);
  if (!LANE(step_solved)(d, &s)) return;
  for (int i = 0; i < s.contacts->ncon; i++) {
    const lane_Contact* con = &s.contacts->contact[i];
    const lane_Touch* touch = &s.make->touch[i];
    const int* of = s.plan->pairs.pair[con->pair].body;
    if (touch->block < 0 || (of[0] != body && of[1] != body)) continue;
    const real force = normalForce(&s, &s.rows->block[touch->block]);
    const mask pressed = touch->has & (force > 0);
    const mask met = meetsSite(m, d, site, con, pressed, of[1] == body ? -1 : 1);
    *res = lane_select(met, *res + force, *res);
  }
}

#endif
