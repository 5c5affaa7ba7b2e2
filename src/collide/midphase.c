// Mid-phase. Bodies with few geoms are compared geom by geom. If a body has many, its bounding
// volume hierarchy (BVH) is searched for the bounding sphere of each geom of the other body. This
// finds all pairs that the reference's simultaneous traversal of two trees finds, and more: the
// traversal compares oriented bounding boxes, whose rounding may separate geoms that just touch. It
// is replayed where that can make a difference.
//   geom_xpos, xipos, ximat, bvh_* -> keys of pairs of geoms, ascending
#include "collide/midphase.h"

#include <math.h>

#include "base/assert.h"
#include "collide/bound_test.h"
#include "collide/broadphase.h"
#include "collide/filter.h"

enum { FEW_PAIRS = 32, DEPTH = 128 };

static inline bool hasMask(const mjModel* m, int g) {
  return (m->geom_contype[g] | m->geom_conaffinity[g]) != 0;
}

// geoms without a mask are in no hierarchy: not even the user's filter gets them
static inline bool mayCollide(const mjModel* m, mjData* d, int g1, int g2) {
  if (mjcb_contactfilter && (!hasMask(m, g1) || !hasMask(m, g2))) return false;
  return filter_geoms(m, d, g1, g2);
}

// adds a pair of near geoms, the first of the lower body
static inline void addPair(const mjModel* m, mjData* d, int g1, int g2, key_Vector* keys) {
  if (!mayCollide(m, d, g1, g2)) return;
  const bool flip = m->geom_type[g1] > m->geom_type[g2];
  const uint64_t first = (uint64_t)(flip ? g2 : g1), second = (uint64_t)(flip ? g1 : g2);
  key_push(keys, first << 32 | second);
}

static void tryPair(const mjModel* m, mjData* d, int g1, int g2, key_Vector* keys) {
  const mjtNum limit = bound_margin(m, g1, g2) + bound_gap(m, g1, g2);
  if (!bound_isFar(m, d, g1, g2, limit)) addPair(m, d, g1, g2, keys);
}

// geoms of body b near g1 of a lower body
static void gatherWith(const mjModel* m, mjData* d, int g1, int b, key_Vector* keys) {
  if (!hasMask(m, g1)) return;  // visual only
  const int adr = m->body_geomadr[b], end = adr + m->body_geomnum[b];
  const mjtNum *rbound = m->geom_rbound, *gap = m->geom_gap, *margin = m->geom_margin;
  const mjtNum *xpos = d->geom_xpos, radius = rbound[g1], margin1 = margin[g1], gap1 = gap[g1];
  const mjtNum x = xpos[3 * g1], y = xpos[3 * g1 + 1], z = xpos[3 * g1 + 2];
  const bool isOverridden = m->opt.enableflags & mjENBL_OVERRIDE;
  const mjtNum shared = m->opt.o_margin;
  for (int g2 = adr; g2 < end; g2++) {
    if (!(radius > 0 && rbound[g2] > 0)) {
      tryPair(m, d, g1, g2, keys);
      continue;
    }
    // order: as bound_margin, bound_gap and bound_isFar have it
    const mjtNum limit = (isOverridden ? shared : margin1 + margin[g2]) + (gap1 + gap[g2]);
    const mjtNum dx = x - xpos[3 * g2], dy = y - xpos[3 * g2 + 1], dz = z - xpos[3 * g2 + 2];
    const mjtNum most = radius + rbound[g2] + limit;
    if (dx * dx + dy * dy + dz * dz <= most * most) addPair(m, d, g1, g2, keys);
  }
}

static void gatherAll(const mjModel* m, mjData* d, int a, int b, key_Vector* keys) {
  const int adr = m->body_geomadr[a], end = adr + m->body_geomnum[a];
  for (int g1 = adr; g1 < end; g1++) gatherWith(m, d, g1, b, keys);
}

// the bounding sphere of a geom in the frame of a tree
typedef struct {
  mjtNum pos[3], radius;
} Probe;

static inline bool meetsNode(const Probe* probe, const mjtNum aabb[6]) {
  return fabs(probe->pos[0] - aabb[0]) <= aabb[3] + probe->radius &&
         fabs(probe->pos[1] - aabb[1]) <= aabb[4] + probe->radius &&
         fabs(probe->pos[2] - aabb[2]) <= aabb[5] + probe->radius;
}

static Probe probeOf(const mjModel* m, const mjData* d, int g, int body) {
  Probe probe;
  mjtNum x[3];
  v3_sub(x, d->geom_xpos + 3 * g, d->xipos + 3 * body);
  m3_mulTVec(probe.pos, d->ximat + 9 * body, x);
  const mjtNum margin = m->opt.enableflags & mjENBL_OVERRIDE ? fabs(m->opt.o_margin) : 0;
  const mjtNum limit = fabs(m->geom_margin[g]) + m->geom_gap[g] + fabs(m->body_margin[body]);
  probe.radius =
      m->geom_rbound[g] > 0 ? m->geom_rbound[g] + limit + margin : (mjtNum)__builtin_inf();
  return probe;
}

// leaves of the hierarchy (BVH) of a body that overlap the sphere of geom g; lower: g is of the
// lower body
static void searchTree(const mjModel* m, mjData* d, int g, int body, bool lower, key_Vector* keys) {
  const Probe probe = probeOf(m, d, g, body);
  const int root = m->body_bvhadr[body];
  int waiting[DEPTH], n = 0;
  waiting[n++] = root;
  while (n) {
    const int node = waiting[--n], leaf = m->bvh_nodeid[node];
    ASSERT_FULL(node >= root && leaf < m->ngeom);
    if (!meetsNode(&probe, m->bvh_aabb + 6 * node)) continue;
    if (leaf >= 0) {
      tryPair(m, d, lower ? g : leaf, lower ? leaf : g, keys);
    } else if (n + 2 <= DEPTH) {  // a balanced tree is never so deep
      waiting[n++] = root + m->bvh_child[2 * node];
      waiting[n++] = root + m->bvh_child[2 * node + 1];
    }
  }
}

bool mid_searches(const mjModel* m, int a, int b) {
  const int numA = m->body_geomnum[a], numB = m->body_geomnum[b];
  if (!mid_isUsed(m, a, b) || ((!a || !b) && m->body_geomnum[0] <= BROAD_FEW)) return false;
  return (int64_t)numA * numB > FEW_PAIRS;
}

void mid_gather(const mjModel* m, mjData* d, int a, int b, uint32_t world, key_Vector* keys) {
  const int numA = m->body_geomnum[a], numB = m->body_geomnum[b];
  ASSERT_FULL(a < b && mid_isUsed(m, a, b));
  keys->n = 0;
  if (!a && numA <= BROAD_FEW) {
    for (; world; world &= world - 1) gatherWith(m, d, __builtin_ctz(world), b, keys);
  } else if ((int64_t)numA * numB <= FEW_PAIRS) {
    gatherAll(m, d, a, b, keys);
  } else {
    const bool lower = numA < numB;  // the body with fewer geoms searches the other's tree
    const int few = lower ? a : b, adr = m->body_geomadr[few];
    for (int i = 0; i < m->body_geomnum[few]; i++) {
      searchTree(m, d, adr + i, lower ? b : a, lower, keys);
    }
  }
  // order: of contacts, by the pair after the lower type was put first
  key_sort(keys);
}

// ---- simultaneous traversal of two hierarchies (BVH)

// separating axis test of two boxes, each in its frame, along the six axes of the frames
typedef struct {
  const mjtNum *pos[2], *mat[2];
  mjtNum axis[6][3];
  mjtNum cosine[6][2][3];  // of the axes of each frame
} Frames;

static inline mjtNum dot(const mjtNum a[3], const mjtNum n[3]) {
  return a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
}

static void setFrames(Frames* f, const mjtNum* pos, const mjtNum* mat, const int id[2]) {
  for (int i = 0; i < 2; i++) {
    f->pos[i] = pos + 3 * id[i];
    f->mat[i] = mat + 9 * id[i];
    for (int k = 0; k < 3; k++)
      v3_set(f->axis[3 * i + k], f->mat[i][k], f->mat[i][3 + k], f->mat[i][6 + k]);
  }
  // order: all three cosines, also of the axes of the frame itself
  for (int a = 0; a < 6; a++) {
    for (int i = 0; i < 2; i++) {
      for (int k = 0; k < 3; k++) f->cosine[a][i][k] = dot(f->axis[3 * i + k], f->axis[a]);
    }
  }
}

static inline mjtNum halfAlong(const mjtNum cosine[3], const mjtNum aabb[6]) {
  return fabs(cosine[0] * aabb[3]) + fabs(cosine[1] * aabb[4]) + fabs(cosine[2] * aabb[5]);
}

// order: the place of a box in the world comes first
static bool geomsMeet(const mjModel* m, const mjData* d, const int g[2]) {
  Frames f;
  mjtNum center[2][3];
  setFrames(&f, d->geom_xpos, d->geom_xmat, g);
  const mjtNum limit = bound_margin(m, g[0], g[1]) + bound_gap(m, g[0], g[1]);
  const mjtNum* aabb[2] = {m->geom_aabb + 6 * g[0], m->geom_aabb + 6 * g[1]};
  for (int i = 0; i < 2; i++) {
    m3_mulVec(center[i], f.mat[i], aabb[i]);
    v3_addTo(center[i], f.pos[i]);
  }
  for (int a = 0; a < 6; a++) {
    const mjtNum reach =
        halfAlong(f.cosine[a][0], aabb[0]) + halfAlong(f.cosine[a][1], aabb[1]) + limit;
    if (fabs(dot(center[1], f.axis[a]) - dot(center[0], f.axis[a])) > reach) return false;
  }
  return true;
}

// order: the place of the frame comes last
static bool nodesMeet(const mjModel* m, const Frames* f, const int node[2], mjtNum margin) {
  const mjtNum* aabb[2] = {m->bvh_aabb + 6 * node[0], m->bvh_aabb + 6 * node[1]};
  for (int a = 0; a < 6; a++) {
    mjtNum at[2];
    for (int i = 0; i < 2; i++) at[i] = dot(f->cosine[a][i], aabb[i]) + dot(f->pos[i], f->axis[a]);
    const mjtNum reach =
        halfAlong(f->cosine[a][0], aabb[0]) + halfAlong(f->cosine[a][1], aabb[1]) + margin;
    if (fabs(at[1] - at[0]) > reach) return false;
  }
  return true;
}

// margin of the boxes above the leaves
// odd: gap under override; the margin that replaces all others does not count it, so contacts in
// the gap are found only where these boxes are as near as that margin
static mjtNum innerMargin(const mjModel* m, int a, int b) {
  return m->opt.enableflags & mjENBL_OVERRIDE ? m->opt.o_margin
                                              : m->body_margin[a] + m->body_margin[b];
}

// which of two nodes is descended into
static int opened(const mjModel* m, const int node[2], const int leaf[2]) {
  if (leaf[0] >= 0 || leaf[1] >= 0) return leaf[0] >= 0;
  return !(mid_faces(m->bvh_aabb + 6 * node[0]) > mid_faces(m->bvh_aabb + 6 * node[1]));
}

// true if the traversal, from the roots on, reaches the leaves of the geoms
static bool comesTo(const mjModel* m, const mjData* d, const int body[2], const int g[2]) {
  const int root[2] = {m->body_bvhadr[body[0]], m->body_bvhadr[body[1]]};
  const mjtNum margin = innerMargin(m, body[0], body[1]);
  Frames frames;
  setFrames(&frames, d->xipos, d->ximat, body);
  int waiting[DEPTH][2], n = 1;
  waiting[0][0] = root[0];
  waiting[0][1] = root[1];
  while (n) {
    n--;
    const int node[2] = {waiting[n][0], waiting[n][1]};
    const int leaf[2] = {m->bvh_nodeid[node[0]], m->bvh_nodeid[node[1]]};
    if (leaf[0] == g[0] && leaf[1] == g[1]) return true;
    if ((leaf[0] >= 0 && leaf[0] != g[0]) || (leaf[1] >= 0 && leaf[1] != g[1])) continue;
    if (!nodesMeet(m, &frames, node, margin)) continue;
    const int open = opened(m, node, leaf);
    for (int i = 0; i < 2 && n < DEPTH; i++, n++) {
      waiting[n][1 - open] = node[1 - open];
      waiting[n][open] = root[open] + m->bvh_child[2 * node[open] + i];
    }
  }
  return false;
}

static mjtNum extent(const mjModel* m, int body) {
  const mjtNum* aabb = m->bvh_aabb + 6 * m->body_bvhadr[body];
  mjtNum sum = 0;
  for (int k = 0; k < 6; k++) sum += fabs(aabb[k]);
  return sum;
}

mjtNum mid_certain(const mjModel* m, int g1, int g2) {
  static const mjtNum ROUNDING = 2e-15;  // of sums of products of three factors
  const int type1 = m->geom_type[g1], type2 = m->geom_type[g2];
  if (bound_isCostly(type1 < type2 ? type1 : type2, type1 < type2 ? type2 : type1)) return INFINITY;
  const int a = m->geom_bodyid[g1], b = m->geom_bodyid[g2];
  const mjtNum limit = bound_margin(m, g1, g2) + bound_gap(m, g1, g2);
  const mjtNum inner = innerMargin(m, a, b);
  return ROUNDING * (extent(m, a) + extent(m, b)) + (limit > inner ? limit - inner : 0);
}

bool mid_meets(const mjModel* m, const mjData* d, int g1, int g2) {
  const bool flip = m->geom_bodyid[g1] > m->geom_bodyid[g2];
  const int g[2] = {flip ? g2 : g1, flip ? g1 : g2};
  const int body[2] = {m->geom_bodyid[g[0]], m->geom_bodyid[g[1]]};
  return geomsMeet(m, d, g) && comesTo(m, d, body, g);
}

bool mid_isReached(const mjModel* m, const mjData* d, int g1, int g2, mjtNum depth) {
  return (depth > 0 && depth > mid_certain(m, g1, g2)) || mid_meets(m, d, g1, g2);
}
