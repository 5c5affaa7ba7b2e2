// Touch and contact sensors. Touch: sum of the normal forces on the body of a site whose line of
// action meets the site. Contact: the contacts between two objects, selected and sorted by the
// reduction `reduce`, in slots of the requested fields: number found, force, torque, distance,
// position, normal, tangent. A contact that has the objects in reverse order is flipped.
//   contact, efc_force -> *res
#include <sinew/api.h>

#include "base/assert.h"
#include "collide/ray.h"
#include "dyn/contact_side.h"
#include "math/vec.h"
#include "model/contact_range.h"
#include "model/stack.h"
#include "step/sensor_parts.h"

// ---- touch

bool sensor_lineMeetsSite(const mjModel* m, int site, const mjtNum sitePos[3],
                          const mjtNum siteMat[9], const mjtNum pos[3], const mjtNum line[3]) {
  mjtNum from[3], o[3], local[3];
  const ray_Kernel kernel = ray_shape(m->site_type[site]);
  if (!kernel) return false;
  v3_sub(from, pos, sitePos);
  m3_mulTVec(o, siteMat, from);
  m3_mulTVec(local, siteMat, line);
  return kernel(m->site_size + 3 * site, o, local, NULL) >= 0;
}

static bool meetsSite(const mjModel* m, const mjData* d, int site, const mjContact* con,
                      mjtNum sign) {
  mjtNum line[3];
  v3_scl(line, con->frame, sign);
  return sensor_lineMeetsSite(m, site, d->site_xpos + 3 * site, d->site_xmat + 9 * site, con->pos,
                              line);
}

mjtNum sensor_touchForce(const mjModel* m, const mjData* d, int site, int contact) {
  const int body = m->site_bodyid[site];
  const mjContact* con = d->contact + contact;
  if (con->efc_address < 0 || !contact_hasSides(m, con)) return 0;
  const bool first = side_representative(m, con, 0) == body,
             second = side_representative(m, con, 1) == body;
  if (!first && !second) return 0;
  mjtNum force[6];
  mj_contactForce(m, d, contact, force);
  return force[0] > 0 && meetsSite(m, d, site, con, second ? -1 : 1) ? force[0] : 0;
}

void sensor_touch(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  mjtNum sum = 0;
  for (int i = 0; i < d->ncon; i++) {
    const mjtNum force = sensor_touchForce(m, d, m->sensor_objid[sensor], i);
    if (force > 0) sum += force;
  }
  *res = sum;
}

// ---- contact: which contacts

typedef struct {
  const mjModel* m;
  const mjData* d;
  int type[2], id[2];  // of the two objects, mjOBJ_UNKNOWN: any
} Search;

static bool inSubtree(const mjModel* m, int body, int root) {
  while (body > root) body = m->body_parentid[body];
  return body == root;
}

// whether an object is on a side of a contact
static bool isOn(const Search* s, int object, const mjContact* con, int side) {
  const int id = s->id[object];
  switch (s->type[object]) {
    case mjOBJ_GEOM:
      return con->geom[side] == id;
    case mjOBJ_BODY:
      return side_representative(s->m, con, side) == id;
    case mjOBJ_XBODY:
      return inSubtree(s->m, side_representative(s->m, con, side), id);
    default:
      return true;  // nothing, or a site, which has no side
  }
}

// 1: as stored, -1: flipped, 0: no match. If both are possible: as stored
static int match(const Search* s, const mjContact* con) {
  if (!contact_hasSides(s->m, con)) return 0;
  if (s->type[0] == mjOBJ_SITE && !LANE(sensor_inSite)(s->m, s->d, s->id[0], con->pos)) return 0;
  if (isOn(s, 0, con, 0) && isOn(s, 1, con, 1)) return 1;
  return isOn(s, 0, con, 1) && isOn(s, 1, con, 0) ? -1 : 0;
}

// ---- contact: fields

static const sensor_Member fieldTable[mjNCONDATA] = {
    [mjCONDATA_FOUND] = {offsetof(sensor_Slot, found), 1},
    [mjCONDATA_FORCE] = {offsetof(sensor_Slot, force), 3},
    [mjCONDATA_TORQUE] = {offsetof(sensor_Slot, torque), 3},
    [mjCONDATA_DIST] = {offsetof(sensor_Slot, dist), 1},
    [mjCONDATA_POS] = {offsetof(sensor_Slot, pos), 3},
    [mjCONDATA_NORMAL] = {offsetof(sensor_Slot, normal), 3},
    [mjCONDATA_TANGENT] = {offsetof(sensor_Slot, tangent), 3},
};

_Static_assert(sizeof(sensor_Slot) == 17 * sizeof(mjtNum), "a slot is the sum of its fields");

mjtNum* sensor_reportSlot(const sensor_Slot* slot, int bits, mjtNum* res) {
  return sensor_report(slot, fieldTable, mjNCONDATA, bits, res);
}

// One contact in its frame. A flip reverses its normal and first tangent, and the force; so of the
// force components only that along the second tangent changes sign
static void fillSlot(const mjModel* m, const mjData* d, const sensor_Match* match,
                     sensor_Slot* slot) {
  const mjContact* con = d->contact + match->contact;
  mjtNum wrench[6];
  mj_contactForce(m, d, match->contact, wrench);
  wrench[2] *= match->sign;
  wrench[5] *= match->sign;
  v3_copy(slot->force, wrench);
  v3_copy(slot->torque, wrench + 3);
  slot->dist = con->dist;
  v3_copy(slot->pos, con->pos);
  v3_scl(slot->normal, con->frame, match->sign);
  v3_scl(slot->tangent, con->frame + 3, match->sign);
}

// ---- contact: the four ways to reduce

static mjtNum keyNone(const mjModel* m, const mjData* d, int contact) {
  (void)m;
  (void)d;
  (void)contact;
  return 0;
}

static mjtNum keyDist(const mjModel* m, const mjData* d, int contact) {
  (void)m;
  return d->contact[contact].dist;
}

static mjtNum keyForce(const mjModel* m, const mjData* d, int contact) {
  mjtNum wrench[6];
  mj_contactForce(m, d, contact, wrench);
  return -v3_dot(wrench, wrench);
}

enum { REDUCE_NONE, REDUCE_MINDIST, REDUCE_MAXFORCE, REDUCE_NETFORCE, NREDUCE };

static mjtNum (*const keyTable[NREDUCE])(const mjModel* m, const mjData* d,
                                         int contact) = {keyNone, keyDist, keyForce, keyNone};

// selection sort: moves the best of the matches from `from` on to that place
// order: ties fall to the lower contact
static void selectNext(const sensor_Matches* r, int from) {
  int best = from;
  for (int i = from + 1; i < r->n; i++) {
    const sensor_Match *a = r->match + i, *b = r->match + best;
    if (a->key < b->key || (a->key == b->key && a->contact < b->contact)) best = i;
  }
  ASSERT_FULL(from < r->n && best < r->n);
  const sensor_Match chosen = r->match[best];
  r->match[best] = r->match[from];
  r->match[from] = chosen;
}

sensor_Matches sensor_findContacts(const mjModel* m, mjData* d, int sensor) {
  const int* prm = m->sensor_intprm + mjNSENS * sensor;
  const int reduce = prm[1] >= 0 && prm[1] < NREDUCE ? prm[1] : REDUCE_NONE;
  const Search search = {m,
                         d,
                         {m->sensor_objtype[sensor], m->sensor_reftype[sensor]},
                         {m->sensor_objid[sensor], m->sensor_refid[sensor]}};
  sensor_Matches r = {.bits = prm[0], .net = reduce == REDUCE_NETFORCE};
  r.match =
      d->ncon ? stack_alloc(d, (size_t)d->ncon * sizeof *r.match, _Alignof(sensor_Match)) : NULL;
  if (d->ncon && !r.match) mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
  for (int i = 0; i < d->ncon && r.match; i++) {
    const int sign = match(&search, d->contact + i);
    if (sign) r.match[r.n++] = (sensor_Match){i, sign, keyTable[reduce](m, d, i)};
  }
  ASSERT(r.n <= d->ncon);
  r.shown = r.n < prm[2] ? r.n : prm[2];
  for (int i = 0; i < r.shown && reduce != REDUCE_NONE && !r.net; i++) selectNext(&r, i);
  return r;
}

// ---- contact: results

static mjtNum* reportEach(const mjModel* m, const mjData* d, const sensor_Matches* r, mjtNum* res) {
  for (int i = 0; i < r->shown; i++) {
    sensor_Slot slot = {.found = r->n};
    fillSlot(m, d, r->match + i, &slot);
    res = sensor_reportSlot(&slot, r->bits, res);
  }
  return res;
}

// force and torque of one contact on its second object, in world axes; if flipped, on the first
static void worldWrench(const mjModel* m, const mjData* d, const sensor_Match* match,
                        mjtNum force[3], mjtNum torque[3]) {
  const mjContact* con = d->contact + match->contact;
  mjtNum wrench[6];
  mj_contactForce(m, d, match->contact, wrench);
  m3_mulTVec(force, con->frame, wrench);
  m3_mulTVec(torque, con->frame, wrench + 3);
  v3_scl(force, force, match->sign);
  v3_scl(torque, torque, match->sign);
}

// Net wrench: total force, and torque about the mean contact point weighted by force magnitudes;
// axes are those of the world, also without contacts
static mjtNum* reportNet(const mjModel* m, const mjData* d, const sensor_Matches* r, mjtNum* res) {
  sensor_Slot slot = {.found = r->n, .normal = {1, 0, 0}, .tangent = {0, 1, 0}};
  mjtNum weight = 0, f[3], t[3];
  for (int i = 0; i < r->n; i++) {
    worldWrench(m, d, r->match + i, f, t);
    const mjtNum size = v3_norm(f);
    weight += size;
    v3_addToScl(slot.pos, d->contact[r->match[i].contact].pos, size);
  }
  for (int k = 0; k < 3; k++) slot.pos[k] /= weight > mjMINVAL ? weight : mjMINVAL;
  for (int i = 0; i < r->n; i++) {
    mjtNum arm[3];
    worldWrench(m, d, r->match + i, f, t);
    v3_sub(arm, d->contact[r->match[i].contact].pos, slot.pos);
    v3_addCross(t, arm, f);
    v3_addTo(slot.force, f);
    v3_addTo(slot.torque, t);
  }
  return sensor_reportSlot(&slot, r->bits, res);
}

void sensor_contact(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  mjtNum* end = res + m->sensor_dim[sensor];
  mj_markStack(d);
  const sensor_Matches r = sensor_findContacts(m, d, sensor);
  res = r.net ? reportNet(m, d, &r, res) : reportEach(m, d, &r, res);
  vn_zero(res, (int)(end - res));
  mj_freeStack(d);
}
