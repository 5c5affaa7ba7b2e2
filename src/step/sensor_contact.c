// Sensors of contacts. Touch: the normal forces on the body of a site whose line of action meets
// the site. Contact: the contacts between two objects, chosen and ordered as `reduce` says, in
// slots of the fields that were asked for: number found, force, torque, distance, position, normal,
// tangent. A contact that has the objects the other way round is turned over.
//   contact, efc_force -> *res
#include <sinew/api.h>

#include "base/assert.h"
#include "collide/ray.h"
#include "math/vec.h"
#include "model/stack.h"
#include "step/sensor_parts.h"

// ---- touch

static int bodyOf(const mjModel* m, const mjContact* con, int side) {
  return con->geom[side] >= 0 ? m->geom_bodyid[con->geom[side]] : -1;
}

static bool meetsSite(const mjModel* m, const mjData* d, int site, const mjContact* con,
                      mjtNum sign) {
  mjtNum from[3], o[3], line[3], local[3];
  const ray_Kernel kernel = ray_shape(m->site_type[site]);
  if (!kernel) return false;
  v3_sub(from, con->pos, d->site_xpos + 3 * site);
  v3_scl(line, con->frame, sign);
  m3_mulTVec(o, d->site_xmat + 9 * site, from);
  m3_mulTVec(local, d->site_xmat + 9 * site, line);
  return kernel(m->site_size + 3 * site, o, local, NULL) >= 0;
}

void sensor_touch(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  const int site = m->sensor_objid[sensor], body = m->site_bodyid[site];
  mjtNum sum = 0;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (con->efc_address < 0) continue;
    const bool first = bodyOf(m, con, 0) == body, second = bodyOf(m, con, 1) == body;
    if (!first && !second) continue;
    mjtNum force[6];
    mj_contactForce(m, d, i, force);
    if (force[0] > 0 && meetsSite(m, d, site, con, second ? -1 : 1)) sum += force[0];
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
  const int geom = con->geom[side], id = s->id[object];
  switch (s->type[object]) {
    case mjOBJ_GEOM:
      return geom == id;
    case mjOBJ_BODY:
      return geom >= 0 && s->m->geom_bodyid[geom] == id;
    case mjOBJ_XBODY:
      return geom >= 0 && inSubtree(s->m, s->m->geom_bodyid[geom], id);
    default:
      return true;  // nothing, or a site, which has no side
  }
}

// 1: as it is, -1: turned over, 0: no match. Both ways possible: as it is
static int match(const Search* s, const mjContact* con) {
  if (s->type[0] == mjOBJ_SITE && !LANE(sensor_inSite)(s->m, s->d, s->id[0], con->pos)) return 0;
  if (isOn(s, 0, con, 0) && isOn(s, 1, con, 1)) return 1;
  return isOn(s, 0, con, 1) && isOn(s, 1, con, 0) ? -1 : 0;
}

// ---- contact: fields

typedef struct {
  mjtNum found, force[3], torque[3], dist, pos[3], normal[3], tangent[3];
} Slot;

static const sensor_Member fieldTable[mjNCONDATA] = {
    [mjCONDATA_FOUND] = {offsetof(Slot, found), 1},
    [mjCONDATA_FORCE] = {offsetof(Slot, force), 3},
    [mjCONDATA_TORQUE] = {offsetof(Slot, torque), 3},
    [mjCONDATA_DIST] = {offsetof(Slot, dist), 1},
    [mjCONDATA_POS] = {offsetof(Slot, pos), 3},
    [mjCONDATA_NORMAL] = {offsetof(Slot, normal), 3},
    [mjCONDATA_TANGENT] = {offsetof(Slot, tangent), 3},
};

_Static_assert(sizeof(Slot) == 17 * sizeof(mjtNum), "a slot is the sum of its fields");

static mjtNum* report(const Slot* slot, int bits, mjtNum* res) {
  return sensor_report(slot, fieldTable, mjNCONDATA, bits, res);
}

typedef struct {
  int contact, sign;
  mjtNum key;  // the smallest is first, then the lowest contact
} Match;

// one contact in its frame. Turned over, its normal and first tangent point the other way, and so
// does the force: of its components only that along the second tangent changes
static void fillSlot(const mjModel* m, const mjData* d, const Match* match, Slot* slot) {
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

typedef struct {
  const mjModel* m;
  mjData* d;
  Match* match;
  int n, bits, num;  // num: slots
} Reduce;

static mjtNum keyNone(const Reduce* r, int contact) {
  (void)r;
  (void)contact;
  return 0;
}

static mjtNum keyDist(const Reduce* r, int contact) { return r->d->contact[contact].dist; }

static mjtNum keyForce(const Reduce* r, int contact) {
  mjtNum wrench[6];
  mj_contactForce(r->m, r->d, contact, wrench);
  return -v3_dot(wrench, wrench);
}

// brings the next of the matches from `from` on to that place
// order: ties fall to the lower contact
static void selectNext(const Reduce* r, int from) {
  int best = from;
  for (int i = from + 1; i < r->n; i++) {
    const Match *a = r->match + i, *b = r->match + best;
    if (a->key < b->key || (a->key == b->key && a->contact < b->contact)) best = i;
  }
  ASSERT_FULL(from < r->n && best < r->n);
  const Match chosen = r->match[best];
  r->match[best] = r->match[from];
  r->match[from] = chosen;
}

static mjtNum* reportEach(const Reduce* r, bool sorted, mjtNum* res) {
  const int n = r->n < r->num ? r->n : r->num;
  for (int i = 0; i < n; i++) {
    Slot slot = {.found = r->n};
    if (sorted) selectNext(r, i);
    fillSlot(r->m, r->d, r->match + i, &slot);
    res = report(&slot, r->bits, res);
  }
  return res;
}

// force and torque of one contact on its second object, in world axes; turned over: on the first
static void worldWrench(const Reduce* r, const Match* match, mjtNum force[3], mjtNum torque[3]) {
  const mjContact* con = r->d->contact + match->contact;
  mjtNum wrench[6];
  mj_contactForce(r->m, r->d, match->contact, wrench);
  m3_mulTVec(force, con->frame, wrench);
  m3_mulTVec(torque, con->frame, wrench + 3);
  v3_scl(force, force, match->sign);
  v3_scl(torque, torque, match->sign);
}

// total force, and torque about the mean point weighted by the sizes of the forces; axes of the
// world without a contact too
static mjtNum* reportNet(const Reduce* r, mjtNum* res) {
  Slot slot = {.found = r->n, .normal = {1, 0, 0}, .tangent = {0, 1, 0}};
  mjtNum weight = 0, f[3], t[3];
  for (int i = 0; i < r->n; i++) {
    worldWrench(r, r->match + i, f, t);
    const mjtNum size = v3_norm(f);
    weight += size;
    v3_addToScl(slot.pos, r->d->contact[r->match[i].contact].pos, size);
  }
  for (int k = 0; k < 3; k++) slot.pos[k] /= weight > mjMINVAL ? weight : mjMINVAL;
  for (int i = 0; i < r->n; i++) {
    mjtNum arm[3];
    worldWrench(r, r->match + i, f, t);
    v3_sub(arm, r->d->contact[r->match[i].contact].pos, slot.pos);
    v3_addCross(t, arm, f);
    v3_addTo(slot.force, f);
    v3_addTo(slot.torque, t);
  }
  return report(&slot, r->bits, res);
}

enum { REDUCE_NONE, REDUCE_MINDIST, REDUCE_MAXFORCE, REDUCE_NETFORCE, NREDUCE };

static mjtNum (*const keyTable[NREDUCE])(const Reduce* r, int contact) = {keyNone, keyDist,
                                                                          keyForce, keyNone};

void sensor_contact(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  const int* prm = m->sensor_intprm + mjNSENS * sensor;
  const int reduce = prm[1] >= 0 && prm[1] < NREDUCE ? prm[1] : REDUCE_NONE;
  mjtNum* end = res + m->sensor_dim[sensor];
  const Search search = {m,
                         d,
                         {m->sensor_objtype[sensor], m->sensor_reftype[sensor]},
                         {m->sensor_objid[sensor], m->sensor_refid[sensor]}};
  mj_markStack(d);
  Reduce r = {.m = m, .d = d, .bits = prm[0], .num = prm[2]};
  r.match = d->ncon ? stack_alloc(d, (size_t)d->ncon * sizeof *r.match, _Alignof(Match)) : NULL;
  if (d->ncon && !r.match) mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
  for (int i = 0; i < d->ncon && r.match; i++) {
    const int sign = match(&search, d->contact + i);
    if (sign) r.match[r.n++] = (Match){i, sign, keyTable[reduce](&r, i)};
  }
  ASSERT(r.n <= d->ncon);
  res = reduce == REDUCE_NETFORCE ? reportNet(&r, res) : reportEach(&r, reduce != REDUCE_NONE, res);
  vn_zero(res, (int)(end - res));
  mj_freeStack(d);
}
