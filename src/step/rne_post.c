// Interaction forces after the constraint solve (mj_rnePostConstraint): external wrenches on bodies
// (user, contacts, connects and welds), then recursive Newton-Euler (RNE) with them.
//   qacc, xfrc_applied, efc_force -> cacc, cfrc_ext, cfrc_int
#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "dyn/dyn.h"
#include "math/spatial.h"
#include "math/vec.h"
#include "model/contact_range.h"
#include "step/sensor_parts.h"

// cfrc_ext of a body += sign * (force, torque) at a point; nothing for the world
static void push(const mjModel* m, mjData* d, int body, mjtNum sign, const mjtNum force[3],
                 const mjtNum torque[3], const mjtNum point[3]) {
  if (body <= 0) return;
  mjtNum wrench[6], offset[3], moved[6];
  v3_copy(wrench, torque);
  v3_copy(wrench + 3, force);
  v3_sub(offset, d->subtree_com + 3 * m->body_rootid[body], point);
  spat_shiftForce(moved, wrench, offset);
  vn_addToScl(d->cfrc_ext + 6 * body, moved, sign, 6);
}

static void addContact(const mjModel* m, mjData* d, int i) {
  const mjContact* con = d->contact + i;
  if (con->efc_address < 0 || con->geom[0] < 0 || con->geom[1] < 0) return;
  if (!contact_hasSides(m, con)) return;
  mjtNum local[6], force[3], torque[3];
  mj_contactForce(m, d, i, local);
  m3_mulTVec(force, con->frame, local);
  m3_mulTVec(torque, con->frame, local + 3);
  push(m, d, m->geom_bodyid[con->geom[0]], -1, force, torque, con->pos);
  push(m, d, m->geom_bodyid[con->geom[1]], 1, force, torque, con->pos);
}

// anchor of one side (0, 1) of a connect or weld in the world, and the body that it is fixed to
static int anchor(const mjModel* m, const mjData* d, int eq, int side, mjtNum point[3]) {
  const int id = side ? m->eq_obj2id[eq] : m->eq_obj1id[eq];
  if (m->eq_objtype[eq] == mjOBJ_SITE) {
    v3_copy(point, d->site_xpos + 3 * id);
    return m->site_bodyid[id];
  }
  // a connect stores the anchor of its first body first, a weld that of its second
  const int place = side == (m->eq_type[eq] == mjEQ_WELD) ? 0 : 3;
  m3_mulVec(point, d->xmat + 9 * id, m->eq_data + mjNEQDATA * eq + place);
  v3_addTo(point, d->xpos + 3 * id);
  return id;
}

static void addEquality(const mjModel* m, mjData* d, int eq, int row) {
  const mjtNum* force = d->efc_force + row;
  mjtNum torque[3], point[3];
  v3_zero(torque);
  if (m->eq_type[eq] == mjEQ_WELD) v3_copy(torque, force + 3);  // odd: torque of a weld
  for (int side = 0; side < 2; side++) {
    const int body = anchor(m, d, eq, side, point);
    push(m, d, body, side ? -1 : 1, force, torque, point);
  }
}

// the rows of equalities come first, and those of one equality are contiguous
static void addEqualities(const mjModel* m, mjData* d) {
  for (int row = 0; row < d->ne;) {
    const int eq = d->efc_id[row];
    ASSERT_FULL(d->efc_type[row] == mjCNSTR_EQUALITY);
    const bool pose = m->eq_type[eq] == mjEQ_CONNECT || m->eq_type[eq] == mjEQ_WELD;
    if (pose) addEquality(m, d, eq, row);
    while (row < d->ne && d->efc_id[row] == eq) row++;
  }
}

void sensor_rnePost(const mjModel* m, mjData* d) {
  // order: what the user applies, contacts, equalities
  LANE(dyn_applied)(m, d);
  for (int i = 0; i < d->ncon; i++) addContact(m, d, i);
  addEqualities(m, d);
  LANE(dyn_bodyForces)(m, d);
}

void mj_rnePostConstraint(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  sensor_rnePost(m, d);
  d->flg_rnepost = true;
}
