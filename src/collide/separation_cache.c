// Separating axis cache (separation_cache.h): a 4-way set-associative hash table of 64-bit words,
// in the private part of mjData or in a world of a batch. A word has some bits of the hash of the
// pair, and the axis of the boxes that separated them or the direction that the convex solver
// found, as 16-bit values. Along a direction u the first geom must lie above the second by more
// than the limit plus the effects of the solver's tolerance and of rounding: then every simplex
// that GJK may build, after any number of iterations, stays away from the origin. Support extents
// along u bound all points that support functions may return. Those of meshes come from support
// tables (support_table.h) or scans (support_scan.h), if there are any; for other meshes only the
// boxes can be tested.
//   geom_xpos, geom_xmat, sizes, vertices -> separated or not
#include "collide/separation_cache.h"

#include <math.h>

#include "collide/bound_test.h"
#include "collide/gjk.h"
#include "collide/small_hull.h"
#include "model/private_data.h"

static const mjtNum UNIT = 32000;     // scale of a unit direction in the integers of a hint
static const mjtNum MOST = 32767;     // upper bound of its length
static const mjtNum ROUNDING = 1e-9;  // of coordinates, a generous bound

// ---- hints (cached separating axes)

// bits: 0-12 hash, never all zero; 13-15 axis + 1, 0: a direction; 16-63 the direction
typedef struct {
  uint64_t* word;  // (SEPARATION_WAYS) the set of words for a hint of the pair
  uint64_t tag;
} Slot;

enum { TAG_BITS = 13, AXIS_BITS = 3 };
#define TAG_MASK (((uint64_t)1 << TAG_BITS) - 1)

static inline Slot slotOf(const mjData* d, const separation_Pair* pair) {
  const private_Data* priv = private_of(d);
  const bool own = pair->cache.n > 0;
  uint64_t* first = own ? pair->cache.word : priv->apart;
  const uint64_t sets = (own ? (uint64_t)pair->cache.n : priv->napart) / SEPARATION_WAYS;
  uint64_t hash = (uint64_t)(uint32_t)pair->geom[0] << 32 | (uint32_t)pair->geom[1];
  hash = (hash ^ hash >> 29) * 0x9E3779B97F4A7C15u;
  const uint64_t set = (hash >> 32) * sets >> 32;
  return (Slot){first + SEPARATION_WAYS * set, (hash >> 32 & TAG_MASK) | 1};
}

static inline uint64_t load(const Slot* slot) {
  for (int i = 0; i < SEPARATION_WAYS; i++) {
    const uint64_t word = __atomic_load_n(slot->word + i, __ATOMIC_RELAXED);
    if ((word & TAG_MASK) == slot->tag) return word >> TAG_BITS;
  }
  return 0;
}

// replaces the hint of the pair, else fills an empty word, else evicts the word that its tag
// selects
static inline void store(const Slot* slot, uint64_t value) {
  int place = -1;
  for (int i = SEPARATION_WAYS - 1; i >= 0; i--) {
    const uint64_t tag = __atomic_load_n(slot->word + i, __ATOMIC_RELAXED) & TAG_MASK;
    if (tag == slot->tag || (!tag && place < 0)) place = i;
    if (tag == slot->tag) break;
  }
  if (place < 0) place = (int)(slot->tag >> 1) % SEPARATION_WAYS;
  __atomic_store_n(slot->word + place, value << TAG_BITS | slot->tag, __ATOMIC_RELAXED);
}

// axis of the boxes; -1: the hint is a direction
static inline int axisOf(uint64_t hint) { return (int)(hint & ((1 << AXIS_BITS) - 1)) - 1; }

static inline void unpack(mjtNum dir[3], uint64_t value) {
  for (int i = 0; i < 3; i++) dir[i] = (int16_t)(uint16_t)(value >> (AXIS_BITS + 16 * i));
}

static inline uint64_t pack(const mjtNum dir[3]) {
  uint64_t value = 0;
  for (int i = 0; i < 3; i++) {
    value |= (uint64_t)(uint16_t)(int16_t)(dir[i] * UNIT) << (AXIS_BITS + 16 * i);
  }
  return value;
}

// ---- support extents: upper bound of u.(p - geom_xpos) for all points p of a geom; l: u in its
// frame, at most as long as MOST
// frame, at most as long as MOST

// cached data of a mesh hull, if any
typedef struct {
  const supportTable_Hull* cells;
  const scan_Hull* scan;
} Known;

typedef mjtNum Reach(const mjModel* m, int g, const Known* hull, const mjtNum l[3]);

static mjtNum reachSphere(const mjModel* m, int g, const Known* hull, const mjtNum l[3]) {
  (void)hull;
  (void)l;
  return fabs(m->geom_size[3 * g]) * MOST;
}

static mjtNum reachCapsule(const mjModel* m, int g, const Known* hull, const mjtNum l[3]) {
  (void)hull;
  const mjtNum* size = m->geom_size + 3 * g;
  return fabs(size[0]) * MOST + fabs(size[1] * l[2]);
}

static mjtNum reachEllipsoid(const mjModel* m, int g, const Known* hull, const mjtNum l[3]) {
  (void)hull;
  const mjtNum* size = m->geom_size + 3 * g;
  const mjtNum t[3] = {size[0] * l[0], size[1] * l[1], size[2] * l[2]};
  return v3_norm(t);
}

static mjtNum reachCylinder(const mjModel* m, int g, const Known* hull, const mjtNum l[3]) {
  (void)hull;
  const mjtNum* size = m->geom_size + 3 * g;
  return fabs(size[0]) * sqrt(l[0] * l[0] + l[1] * l[1]) + fabs(size[1] * l[2]);
}

static mjtNum reachBox(const mjModel* m, int g, const Known* hull, const mjtNum l[3]) {
  (void)hull;
  const mjtNum* size = m->geom_size + 3 * g;
  return fabs(size[0] * l[0]) + fabs(size[1] * l[1]) + fabs(size[2] * l[2]);
}

// as the support functions compute it; at least 0, for the origin, where the search starts
static mjtNum reachMesh(const mjModel* m, int g, const Known* hull, const mjtNum l[3]) {
  const int mesh = m->geom_dataid[g], n = mesh >= 0 ? m->mesh_vertnum[mesh] : 0;
  if (n >= SUPPORT_SCAN) {
    if (hull->scan) return scan_extent(hull->scan, l);
    return hull->cells ? supportTable_extent(hull->cells, l) : GJK_FAR;
  }
  mjtNum most = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    const float* v = m->mesh_vert + 3 * (m->mesh_vertadr[mesh] + i);
    const mjtNum value = l[0] * v[0] + l[1] * v[1] + l[2] * v[2];
    most = value > most ? value : most;
    sum += value;
  }
  return most + 0 * sum;  // NaN if a vertex is not finite
}

static Reach* const reachOf[mjNGEOMTYPES] = {
    [mjGEOM_SPHERE] = reachSphere,
    [mjGEOM_CAPSULE] = reachCapsule,
    [mjGEOM_ELLIPSOID] = reachEllipsoid,
    [mjGEOM_CYLINDER] = reachCylinder,
    [mjGEOM_BOX] = reachBox,
    [mjGEOM_MESH] = reachMesh,
};

static mjtNum reachAlong(const mjModel* m, const mjData* d, const separation_Pair* pair, int side,
                         const mjtNum u[3]) {
  const int g = pair->geom[side];
  const Known hull = {pair->hull[side], pair->scan[side]};
  Reach* reach = reachOf[m->geom_type[g]];
  mjtNum l[3];
  if (!reach) return GJK_FAR;
  m3_mulTVec(l, d->geom_xmat + 9 * g, u);
  return reach(m, g, &hull, l);
}

static bool hasFaces(const mjModel* m, int g) {
  return m->geom_type[g] == mjGEOM_BOX || m->geom_type[g] == mjGEOM_MESH;
}

// distance that the solver may take for touching: its search terminates exactly on polytopes
// without margin
static mjtNum solverSlack(const mjModel* m, const separation_Pair* pair) {
  const mjtNum tolerance = m->opt.ccd_tolerance > 0 ? 2 * m->opt.ccd_tolerance : 0;
  const bool isFlat = !pair->limit && hasFaces(m, pair->geom[0]) && hasFaces(m, pair->geom[1]);
  return isFlat ? tolerance : BOUND_CONVEX + tolerance;
}

// true if the first geom is above the second along u, whose length is at most MOST
static bool isAbove(const mjModel* m, const mjData* d, const separation_Pair* pair,
                    const mjtNum u[3]) {
  if (m->opt.ccd_iterations > GJK_ITERATIONS) return false;  // the solver might warn
  const int g1 = pair->geom[0], g2 = pair->geom[1];
  const mjtNum *pos1 = d->geom_xpos + 3 * g1, *pos2 = d->geom_xpos + 3 * g2;
  const mjtNum back[3] = {-u[0], -u[1], -u[2]};
  mjtNum x[3];
  v3_sub(x, pos1, pos2);
  const mjtNum far =
      fabs(pos1[0]) + fabs(pos1[1]) + fabs(pos1[2]) + fabs(pos2[0]) + fabs(pos2[1]) + fabs(pos2[2]);
  const mjtNum reach = reachAlong(m, d, pair, 0, back) + reachAlong(m, d, pair, 1, u);
  const mjtNum limit = pair->limit > 0 ? pair->limit : 0;
  const mjtNum clear = limit + solverSlack(m, pair) + ROUNDING * far;
  return v3_dot(u, x) > reach + clear * MOST + ROUNDING * reach;
}

// true if the support extents of a geom are known
static bool isKnown(const mjModel* m, const separation_Pair* pair, int side) {
  const int g = pair->geom[side], mesh = m->geom_dataid[g];
  if (m->geom_type[g] != mjGEOM_MESH) return reachOf[m->geom_type[g]] != NULL;
  return pair->hull[side] || pair->scan[side] || mesh < 0 || m->mesh_vertnum[mesh] < SUPPORT_SCAN;
}

// ---- pairs

bool separation_holds(const mjModel* m, const mjData* d, const separation_Pair* pair) {
  const Slot slot = slotOf(d, pair);
  const uint64_t hint = load(&slot);
  if (!hint || axisOf(hint) >= 0) return false;
  mjtNum u[3];
  unpack(u, hint);
  return isAbove(m, d, pair, u);
}

void separation_keep(const mjModel* m, mjData* d, const separation_Pair* pair,
                     const mjtNum dir[3]) {
  const mjtNum length2 = v3_dot(dir, dir);
  if (!isKnown(m, pair, 0) || !isKnown(m, pair, 1)) return;
  if (!(length2 > 0.9 && length2 < 1.02)) return;
  const Slot slot = slotOf(d, pair);
  const uint64_t hint = pack(dir);
  mjtNum u[3];
  unpack(u, hint);
  if (isAbove(m, d, pair, u)) store(&slot, hint);
}

// ---- geoms

bool separation_isProved(const mjModel* m, mjData* d, int g1, int g2, mjtNum limit) {
  separation_Pair pair = {.geom = {g1, g2}, .limit = limit};
  const Slot slot = slotOf(d, &pair);
  const uint64_t hint = load(&slot);
  const int axis = hint ? axisOf(hint) : -1;
  if (hint && axis < 0) {
    mjtNum u[3];
    for (int k = 0; k < 2; k++) pair.scan[k] = small_ofGeom(m, d, pair.geom[k]);
    unpack(u, hint);
    if (isAbove(m, d, &pair, u)) return true;
  }
  const mjtNum apart = (limit > 0 ? limit : 0) + BOUND_CONVEX;
  const int found = bound_boxAxis(m, d, g1, g2, apart, axis);
  if (found >= 0 && found != axis) store(&slot, (uint64_t)found + 1);
  return found >= 0;
}
