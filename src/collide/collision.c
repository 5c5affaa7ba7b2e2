// Collision detection: broad phase, then the pairs of bodies in the order of their signature. Pairs
// of geoms that the model lists come before the others of their bodies.
// The broad phase may find more than the sweep that the order of contacts is defined by; that sweep
// finds all pairs that overlap by more than rounding, so it is replayed only for bodies whose
// contacts all lie at the limit.
//   poses of geoms -> contact, ncon
#include <math.h>
#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "collide/apart.h"
#include "collide/broadphase.h"
#include "collide/collide.h"
#include "collide/contact.h"
#include "collide/midphase.h"
#include "collide/reach.h"
#include "collide/small_hull.h"
#include "collide/sweep.h"
#include "model/stack.h"
#include "model/timer.h"

typedef struct {
  const mjModel* m;
  mjData* d;
  filter_Rules rules;
  key_List keys;  // pairs of geoms of two bodies
  int pair;       // next explicit pair
  int listed;     // explicit pairs listed .. pair - 1 belong to the bodies at hand
  bool sure;      // a contact of the bodies at hand overlaps by more than rounding
  bool hasFrame;
  mjtNum frame[9];  // of the sweep
} Run;

// ---- two geoms

// whether the boxes of the bodies meet for certain, along every axis and as floats
static bool overlaps(const mjModel* m, const mjPreContact* point, mjtNum limit, bool convex) {
  const mjtNum* x = point->pos;
  const mjtNum size = fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
  return limit - point->dist > reach_slack(m, convex) + CONTACT_FLOAT * size;
}

// a user's function may tell anything
static bool tellsDistance(int type1, int type2, mjfCollision function, mjtNum limit) {
  return reach_isTrue(type1, type2, limit) && function == collide_builtin(type1, type2);
}

static int checkCount(const contact_Params* params, int n) {
  if (n <= mjMAXCONPAIR) return n;
  mju_error("collision of geoms %d and %d: %d points, there is room for %d; the rest is dropped",
            params->geom[0], params->geom[1], n, mjMAXCONPAIR);
  return mjMAXCONPAIR;
}

// two geoms of a costly pair, the lower type first, are found to have no point within the limit
static bool isApart(Run* run, int g1, int g2, mjtNum limit) {
  const mjModel* m = run->m;
  const int type1 = m->geom_type[g1], type2 = m->geom_type[g2];
  if (reach_isCostly(type1, type2)) return apart_isProved(m, run->d, g1, g2, limit);
  return type1 == mjGEOM_PLANE && type2 == mjGEOM_MESH &&
         reach_boxAbove(m, run->d, g1, g2, (limit > 0 ? limit : 0) + REACH_CONVEX);
}

// points of two geoms within the limit; the pair is an explicit one, or -1
static void collideGeoms(Run* run, contact_Params* params, mjtNum limit, int pair) {
  const mjModel* m = run->m;
  const int g1 = params->geom[0], g2 = params->geom[1];
  const int type1 = m->geom_type[g1], type2 = m->geom_type[g2];
  ASSERT_FULL(type1 <= type2);
  const mjfCollision function = mjCOLLISIONFUNC[type1][type2];
  if (!function) return;
  const bool builtin = function == collide_builtin(type1, type2);
  if (builtin && isApart(run, g1, g2, limit)) return;
  mjPreContact point[mjMAXCONPAIR];
  if (!builtin) memset(point, 0, sizeof point);
  const int n = checkCount(params, function(m, run->d, point, g1, g2, limit));
  ASSERT_FULL(!builtin || n <= collide_most(m, type1, type2, !(limit <= 0)));
  if (n <= 0) return;
  if (pair < 0) {
    contact_mix(m, params);
  } else {
    contact_fromPair(m, params, pair);
  }
  if (!contact_append(run->d, params, point, n)) return;
  const bool convex = reach_isCostly(type1, type2);
  if (!run->sure && tellsDistance(type1, type2, function, limit)) {
    for (int i = 0; i < n && !run->sure; i++) run->sure = overlaps(m, &point[i], limit, convex);
  }
}

static bool isListed(const Run* run, int g1, int g2) {
  const mjModel* m = run->m;
  for (int i = run->listed; i < run->pair; i++) {
    const int p1 = m->pair_geom1[i], p2 = m->pair_geom2[i];
    if ((p1 == g1 && p2 == g2) || (p1 == g2 && p2 == g1)) return true;
  }
  return false;
}

// geoms that passed the filters, the lower type first
static void collideNear(Run* run, int g1, int g2, mjtNum margin, mjtNum limit) {
  if (run->listed < run->pair && isListed(run, g1, g2)) return;
  contact_Params params;
  params.geom[0] = g1;
  params.geom[1] = g2;
  params.includemargin = margin;
  collideGeoms(run, &params, limit, -1);
}

// geoms of two bodies, the first of the lower body
static void tryGeoms(Run* run, int g1, int g2) {
  const mjModel* m = run->m;
  const mjtNum margin = reach_margin(m, g1, g2), limit = margin + reach_gap(m, g1, g2);
  if (reach_isFar(m, run->d, g1, g2, limit) || !filter_geoms(m, run->d, g1, g2)) return;
  const bool flip = m->geom_type[g1] > m->geom_type[g2];
  collideNear(run, flip ? g2 : g1, flip ? g1 : g2, margin, limit);
}

// ---- two bodies

static void collideTrees(Run* run, int a, int b, uint32_t world) {
  const mjModel* m = run->m;
  mid_gather(m, run->d, a, b, world, &run->keys);
  const uint64_t* key = key_lowest(&run->keys);
  for (int i = 0; i < run->keys.n; i++) {
    const int g1 = (int)(key[i] >> 32), g2 = (int)(key[i] & 0xFFFFFFFFu);
    const mjtNum margin = reach_margin(m, g1, g2);
    collideNear(run, g1, g2, margin, margin + reach_gap(m, g1, g2));
  }
}

// order: of contacts, by the pair as the bodies have it
static void collideAllGeoms(Run* run, int a, int b) {
  const mjModel* m = run->m;
  const int adrA = m->body_geomadr[a], adrB = m->body_geomadr[b];
  for (int g1 = adrA; g1 < adrA + m->body_geomnum[a]; g1++) {
    for (int g2 = adrB; g2 < adrB + m->body_geomnum[b]; g2++) tryGeoms(run, g1, g2);
  }
}

// the sweep has a pair of bodies, neither of which is compared with all
static bool isSwept(Run* run, int a, int b) {
  if (!a || broad_isUnbounded(run->m, a) || broad_isUnbounded(run->m, b)) return true;
  if (!run->hasFrame) sweep_frame(run->m, run->d, run->frame);
  run->hasFrame = true;
  return sweep_meets(run->m, run->d, run->frame, a, b);
}

static void collideBodies(Run* run, int a, int b, uint32_t world) {
  const mjModel* m = run->m;
  const int before = run->d->ncon;
  const bool override = m->opt.enableflags & mjENBL_OVERRIDE;  // the gap is then not swept
  if (override && !isSwept(run, a, b)) return;
  run->sure = override || !a;
  if (m->body_geomnum[a] == 1 && m->body_geomnum[b] == 1) {
    tryGeoms(run, m->body_geomadr[a], m->body_geomadr[b]);
  } else if (mid_isUsed(m, a, b)) {
    collideTrees(run, a, b, world);
  } else {
    collideAllGeoms(run, a, b);
  }
  if (!run->sure && run->d->ncon > before && !isSwept(run, a, b)) {
    contact_truncate(run->d, before);
  }
}

// ---- explicit pairs

static void collidePair(Run* run, int pair) {
  const mjModel* m = run->m;
  const mjData* d = run->d;
  int g1 = m->pair_geom1[pair], g2 = m->pair_geom2[pair];
  if ((m->opt.enableflags & mjENBL_SLEEP) && d->body_awake[m->geom_bodyid[g1]] != mjS_AWAKE &&
      d->body_awake[m->geom_bodyid[g2]] != mjS_AWAKE) {
    return;
  }
  const bool override = m->opt.enableflags & mjENBL_OVERRIDE;
  const mjtNum margin = override ? m->opt.o_margin : m->pair_margin[pair];
  const mjtNum limit = margin + m->pair_gap[pair];
  if (reach_isFar(m, d, g1, g2, limit)) return;
  const bool flip = m->geom_type[g1] > m->geom_type[g2];
  contact_Params params;
  params.geom[0] = flip ? g2 : g1;
  params.geom[1] = flip ? g1 : g2;
  params.includemargin = margin;
  run->sure = true;
  collideGeoms(run, &params, limit, pair);
}

// explicit pairs up to a signature
// order: before the other contacts of their bodies
static void collidePairs(Run* run, uint32_t signature) {
  const mjModel* m = run->m;
  run->listed = run->pair;
  for (; run->pair < m->npair; run->pair++) {
    const uint32_t next = (uint32_t)m->pair_signature[run->pair];
    if (next > signature) break;
    if (next < signature) run->listed = run->pair + 1;
    collidePair(run, run->pair);
    ASSERT_FULL(run->listed <= run->pair + 1);
  }
}

// ---- all

static void narrowPhase(Run* run, const broad_Pair* pair, int n) {
  for (int i = 0; i < n; i++) {
    const uint32_t signature = pair[i].signature;
    ASSERT(i == 0 || pair[i - 1].signature < signature);  // the order of contacts
    if (run->pair < run->m->npair || run->listed < run->pair) collidePairs(run, signature);
    collideBodies(run, (int)(signature >> 16), (int)(signature & 0xFFFF), pair[i].world);
  }
  if (run->pair < run->m->npair) collidePairs(run, UINT32_MAX);
  ASSERT(run->pair == run->m->npair);
}

static void detect(const mjModel* m, mjData* d) {
  Run run = {.m = m, .d = d, .rules = filter_rules(m, d)};
  const broad_Pair* pairs = NULL;
  mj_markStack(d);
  const mjtNum broad = timer_now();
  const int n = broad_pairs(&run.rules, d, &pairs);
  timer_add(d, mjTIMER_COL_BROAD, broad);
  const mjtNum narrow = timer_now();
  key_begin(&run.keys, d);
  small_begin(m, d);
  narrowPhase(&run, pairs, n);
  small_end(d);
  if (run.keys.full) mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
  timer_add(d, mjTIMER_COL_NARROW, narrow);
  mj_freeStack(d);
}

void collide_all(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now();
  stack_clearArena(d);
  ASSERT(!d->ncon && !d->parena && (void*)d->contact == d->arena);
  if (!(m->opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_CONTACT)) && m->nbody > 1) detect(m, d);
  timer_add(d, mjTIMER_POS_COLLISION, start);
}
