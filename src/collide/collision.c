// Collision detection: broad phase, then narrow phase of the pairs of bodies in the order of their
// signature. Explicit pairs of the model come before the other pairs of geoms of their bodies.
// Flexes count as bodies after all others (flex_collide.h); self-collisions of flexes come last.
// The order of contacts is defined by a sweep (sweep.h), which finds all pairs that overlap by more
// than rounding, but the broad phase may find more. So the sweep is replayed only for bodies whose
// contacts all lie at the limit. The same holds for geoms and the search of two trees. Threads of
// mjData process chunks of pairs: each writes contacts to its own arena, and they are merged in the
// order of chunks, with the bookkeeping of one thread. If a chunk has something to report (arena
// overflow, invalid contact), one thread repeats everything.
//   poses of geoms -> contact, ncon
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "collide/bound_test.h"
#include "collide/broadphase.h"
#include "collide/collide.h"
#include "collide/contact.h"
#include "collide/flex_collide.h"
#include "collide/midphase.h"
#include "collide/separation_cache.h"
#include "collide/small_hull.h"
#include "collide/sweep.h"
#include "model/stack.h"
#include "model/threads.h"
#include "model/timer.h"

// frame of the sweep, computed lazily: once for all threads, or by a thread for itself while
// another thread computes the shared one
typedef struct {
  atomic_int state;
  mjtNum axes[9];
} SharedFrame;
enum { FRAME_NONE, FRAME_TAKEN, FRAME_READY };

typedef struct {
  const mjModel* m;
  mjData* d;
  SharedFrame* frame;
  key_Vector keys;  // pairs of geoms of two bodies
  int pair;         // index of the next explicit pair
  int listed;       // explicit pairs listed .. pair - 1 belong to the current bodies
  bool sure;        // a contact of the current bodies overlaps by more than rounding
  mjtNum depth;     // overlap of the current geoms beyond that
  bool quiet;       // a thread, which raises no warnings
  bool trouble;     // a warning or error is needed
} Run;

// ---- two geoms

// Lower bound of the overlap of the bodies' boxes, along every axis and after rounding to float.
static mjtNum depthOf(const mjModel* m, const mjPreContact* point, int n, mjtNum limit,
                      bool convex) {
  mjtNum most = -INFINITY;
  for (int i = 0; i < n; i++) {
    const mjtNum* x = point[i].pos;
    const mjtNum size = fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
    const mjtNum depth = limit - point[i].dist - (bound_slack(m, convex) + CONTACT_FLOAT * size);
    if (depth > most) most = depth;
  }
  return most;
}

// user-defined collision functions may return any distance
static bool tellsDistance(int type1, int type2, mjfCollision function, mjtNum limit) {
  return bound_isTrue(type1, type2, limit) && function == collide_builtin(type1, type2);
}

static int checkCount(Run* run, const contact_Params* params, int n) {
  if (n <= mjMAXCONPAIR) return n;
  run->trouble = true;
  if (run->quiet) return 0;
  mju_error("collision of geoms %d and %d: %d points, there is room for %d; the rest is dropped",
            params->geom[0], params->geom[1], n, mjMAXCONPAIR);
  return mjMAXCONPAIR;
}

// true if two geoms, the lower type first, provably have no point within the limit
static bool isApart(Run* run, int g1, int g2, mjtNum limit) {
  const mjModel* m = run->m;
  const int type1 = m->geom_type[g1], type2 = m->geom_type[g2];
  if (type2 == mjGEOM_SDF) return false;  // a field may differ from its hull
  if (bound_isCostly(type1, type2)) return separation_isProved(m, run->d, g1, g2, limit);
  return type1 == mjGEOM_PLANE && type2 == mjGEOM_MESH &&
         bound_boxAbove(m, run->d, g1, g2, (limit > 0 ? limit : 0) + BOUND_CONVEX);
}

static bool append(Run* run, const contact_Params* params, const mjPreContact* point, int n) {
  if (!run->quiet) return contact_append(run->d, params, point, n);
  const int good = contact_put(run->d, params, point, n);
  run->trouble |= good != n;
  return good > 0;
}

// contacts of two geoms within the limit; pair: the explicit pair, or -1
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
  const int n = checkCount(run, params, function(m, run->d, point, g1, g2, limit));
  ASSERT_FULL(!builtin || n <= collide_most(m, type1, type2, !(limit <= 0)));
  if (n <= 0) return;
  if (pair < 0) {
    contact_mix(m, params);
  } else {
    contact_fromPair(m, params, pair);
  }
  if (!append(run, params, point, n)) return;
  if (!tellsDistance(type1, type2, function, limit)) return;
  run->depth = depthOf(m, point, n, limit, bound_isCostly(type1, type2));
}

static bool isListed(const Run* run, int g1, int g2) {
  const mjModel* m = run->m;
  for (int i = run->listed; i < run->pair; i++) {
    const int p1 = m->pair_geom1[i], p2 = m->pair_geom2[i];
    if ((p1 == g1 && p2 == g2) || (p1 == g2 && p2 == g1)) return true;
  }
  return false;
}

// narrow phase of geoms that passed the filters, the lower type first
static void collideNear(Run* run, int g1, int g2, mjtNum margin, mjtNum limit) {
  if (run->listed < run->pair && isListed(run, g1, g2)) return;
  contact_Params params;
  params.geom[0] = g1;
  params.geom[1] = g2;
  params.includemargin = margin;
  run->depth = -INFINITY;
  collideGeoms(run, &params, limit, -1);
}

// geoms of two bodies, the first of the lower body
static void tryGeoms(Run* run, int g1, int g2) {
  const mjModel* m = run->m;
  const mjtNum margin = bound_margin(m, g1, g2), limit = margin + bound_gap(m, g1, g2);
  if (bound_isFar(m, run->d, g1, g2, limit) || !filter_geoms(m, run->d, g1, g2)) return;
  const bool flip = m->geom_type[g1] > m->geom_type[g2];
  collideNear(run, flip ? g2 : g1, flip ? g1 : g2, margin, limit);
  run->sure = run->sure || run->depth > 0;
}

// ---- two bodies

static bool hasUsersFunction(const mjModel* m, int g1, int g2) {
  const int type1 = m->geom_type[g1], type2 = m->geom_type[g2];
  return mjCOLLISIONFUNC[type1][type2] != collide_builtin(type1, type2);
}

// Two geoms found by the mid-phase, the lower type first. A user-defined function gets only pairs
// that the traversal of the two hierarchies (BVH) finds.
// odd: geoms that just touch
static void collideFound(Run* run, int g1, int g2) {
  const mjModel* m = run->m;
  const int before = run->d->ncon;
  const mjtNum margin = bound_margin(m, g1, g2), limit = margin + bound_gap(m, g1, g2);
  const bool users = hasUsersFunction(m, g1, g2);
  if (users && !mid_meets(m, run->d, g1, g2)) return;
  collideNear(run, g1, g2, margin, limit);
  if (users || run->d->ncon == before) return;
  if (mid_isReached(m, run->d, g1, g2, run->depth)) {
    run->sure = run->sure || run->depth > 0;
  } else {
    contact_truncate(run->d, before);
  }
}

static void collideTrees(Run* run, int a, int b, uint32_t world) {
  mid_gather(run->m, run->d, a, b, world, &run->keys);
  const uint64_t* key = key_lowest(&run->keys);
  for (int i = 0; i < run->keys.n; i++) {
    collideFound(run, (int)(key[i] >> 32), (int)(key[i] & 0xFFFFFFFFu));
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

// `room` is used while another thread computes the shared frame
static const mjtNum* frameOf(Run* run, mjtNum room[9]) {
  SharedFrame* shared = run->frame;
  if (atomic_load_explicit(&shared->state, memory_order_acquire) == FRAME_READY) {
    return shared->axes;
  }
  int none = FRAME_NONE;
  const bool isFirst = atomic_compare_exchange_strong(&shared->state, &none, FRAME_TAKEN);
  mjtNum* axes = isFirst ? shared->axes : room;
  sweep_frame(run->m, run->d, axes);
  if (isFirst) atomic_store_explicit(&shared->state, FRAME_READY, memory_order_release);
  return axes;
}

// true if the sweep finds a pair of bodies, neither of which is compared with all
static bool isSwept(Run* run, int a, int b) {
  if (!a || broad_isUnbounded(run->m, a) || broad_isUnbounded(run->m, b)) return true;
  mjtNum room[9];
  return sweep_meets(run->m, run->d, frameOf(run, room), a, b);
}

// ids of flexes follow those of bodies
static void collideFlex(Run* run, int a, int b) {
  const mjModel* m = run->m;
  const int nbody = (int)m->nbody;
  if (a < nbody) {
    flex_collideBody(m, run->d, a, b - nbody);
  } else {
    flex_collideFlex(m, run->d, a - nbody, b - nbody);
  }
}

static void collideBodies(Run* run, int a, int b, uint32_t world) {
  const mjModel* m = run->m;
  if (b >= m->nbody) {
    collideFlex(run, a, b);
    return;
  }
  const int before = run->d->ncon;
  const bool override = m->opt.enableflags & mjENBL_OVERRIDE;  // the sweep then ignores the gap
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
  if (bound_isFar(m, d, g1, g2, limit)) return;
  const bool flip = m->geom_type[g1] > m->geom_type[g2];
  contact_Params params;
  params.geom[0] = flip ? g2 : g1;
  params.geom[1] = flip ? g1 : g2;
  params.includemargin = margin;
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

// ---- chunks

enum { MOST_CHUNKS = 256, LEAST_CHUNK = 8, FOR_THREADS = 64 };

// a range of pairs of bodies and, if a thread processed it, its results
typedef struct {
  int begin, end;
  bool full;     // keys were dropped
  bool trouble;  // see Run
  int worker;
  int ncon, mostCon;  // contacts, and their peak count
  size_t adr, peak;   // offset in the worker's arena; peak use of bytes beyond that
} Chunk;

typedef struct {
  const mjModel* m;
  mjData* d;
  const broad_Pair* pair;
  SharedFrame frame;
  int n, nchunk;
  int split;               // chunks before it belong to the calling thread
  atomic_int front, back;  // the next chunk before and after the split
  Chunk chunk[MOST_CHUNKS];
} Narrow;

// the first explicit pair that is not before the pairs of a chunk (binary search)
static int firstListed(const Narrow* narrow, int begin) {
  const mjModel* m = narrow->m;
  int low = 0, high = begin ? (int)m->npair : 0;
  while (low < high) {
    const int middle = (low + high) / 2;
    if ((uint32_t)m->pair_signature[middle] > narrow->pair[begin - 1].signature) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

static void collideChunk(Narrow* narrow, Chunk* chunk, mjData* d, bool quiet) {
  Run run = {.m = narrow->m, .d = d, .frame = &narrow->frame, .quiet = quiet};
  run.pair = run.listed = firstListed(narrow, chunk->begin);
  mj_markStack(d);
  key_begin(&run.keys, d);
  for (int i = chunk->begin; i < chunk->end; i++) {
    const uint32_t signature = narrow->pair[i].signature;
    ASSERT(i == 0 || narrow->pair[i - 1].signature < signature);  // the order of contacts
    if (run.pair < run.m->npair || run.listed < run.pair) collidePairs(&run, signature);
    collideBodies(&run, (int)(signature >> 16), (int)(signature & 0xFFFF), narrow->pair[i].world);
  }
  if (chunk->end == narrow->n && run.pair < run.m->npair) collidePairs(&run, UINT32_MAX);
  ASSERT(chunk->end < narrow->n || run.pair == run.m->npair);
  chunk->full = run.keys.full;
  chunk->trouble = run.trouble;
  mj_freeStack(d);
}

// chunk sizes do not depend on the number of threads, so neither does the use of scratch
static void cut(Narrow* narrow) {
  const int n = narrow->n, least = (n + MOST_CHUNKS - 1) / MOST_CHUNKS;
  const int size = least > LEAST_CHUNK ? least : LEAST_CHUNK;
  do {
    const int begin = narrow->nchunk * size, end = begin + size < n ? begin + size : n;
    narrow->chunk[narrow->nchunk++] = (Chunk){.begin = begin, .end = end};
  } while (narrow->nchunk * size < n);
  ASSERT(narrow->nchunk <= MOST_CHUNKS);
}

// ---- threads

// the contact list starts after the worker's contacts of other chunks, which all precede this one
static void runChunk(Narrow* narrow, Chunk* chunk, int worker) {
  mjData* d = threads_view(narrow->d, worker);
  chunk->worker = worker;
  chunk->adr = d->parena;
  d->contact = (mjContact*)((char*)d->arena + d->parena);
  d->ncon = d->maxuse_con = 0;
  d->maxuse_arena = (mjtSize)d->parena;
  collideChunk(narrow, chunk, d, true);
  chunk->ncon = d->ncon;
  chunk->mostCon = d->maxuse_con;
  chunk->peak = (size_t)d->maxuse_arena - chunk->adr;
}

// The calling thread starts with the first chunks, whose contacts are then already in place, and
// helps with the others.
static void runChunks(void* context, int task, int worker) {
  (void)task;
  Narrow* narrow = context;
  for (int i; !worker && (i = narrow->front++) < narrow->split;) {
    runChunk(narrow, &narrow->chunk[i], worker);
  }
  for (int i; (i = narrow->back++) < narrow->nchunk;) {
    runChunk(narrow, &narrow->chunk[i], worker);
  }
}

// callbacks of users and plugins run on the calling thread only; a flex has few pairs with many
// contacts each
static bool mayShare(const mjModel* m, mjData* d, int n) {
  if (m->nflex || m->nplugin || n < FOR_THREADS || mjcb_contactfilter || threads_count(d) < 2)
    return false;
  for (int i = 0; i < mjNGEOMTYPES; i++) {
    for (int k = i; k < mjNGEOMTYPES; k++) {
      if (mjCOLLISIONFUNC[i][k] && mjCOLLISIONFUNC[i][k] != collide_builtin(i, k)) return false;
    }
  }
  return true;
}

// computes the arena statistics of a single thread; false: something must be reported or does not
// fit
static bool takeStock(const Narrow* narrow, mjData* d) {
  int ncon = 0;
  for (int i = 0; i < narrow->nchunk; i++) {
    const Chunk* chunk = &narrow->chunk[i];
    const size_t peak = (size_t)ncon * sizeof(mjContact) + chunk->peak;
    if (chunk->trouble || peak > (size_t)d->narena) return false;
    if ((mjtSize)peak > d->maxuse_arena) d->maxuse_arena = (mjtSize)peak;
    if (chunk->mostCon && ncon + chunk->mostCon > d->maxuse_con) {
      d->maxuse_con = ncon + chunk->mostCon;
    }
    ncon += chunk->ncon;
  }
  d->ncon = ncon;
  return true;
}

// moves the contacts of all chunks into order, from the last chunk on: those of the calling thread,
// which are in the way, only move up, past everything that is still to be moved
static void joinChunks(const Narrow* narrow, mjData* d) {
  size_t end = (size_t)d->ncon;
  for (int i = narrow->nchunk; i-- > 0;) {
    const Chunk* chunk = &narrow->chunk[i];
    const char* arena = threads_view(d, chunk->worker)->arena;
    end -= (size_t)chunk->ncon;
    if (arena + chunk->adr == (const char*)(d->contact + end)) continue;
    memmove(d->contact + end, arena + chunk->adr, (size_t)chunk->ncon * sizeof(mjContact));
  }
  ASSERT(!end);
  d->parena = (size_t)d->ncon * sizeof(mjContact);
}

// false: one thread must process all chunks
static bool shareChunks(Narrow* narrow) {
  mjData* d = narrow->d;
  const mjtSize arena = d->maxuse_arena;
  const int con = d->maxuse_con;
  const int nthread = threads_count(d);
  narrow->split = narrow->nchunk / nthread;
  narrow->front = 0;
  narrow->back = narrow->split;
  threads_run(d, runChunks, narrow, nthread);
  runChunks(narrow, 0, 0);  // in case the others finish before the calling thread starts
  d->contact = d->arena;
  d->ncon = 0;
  d->parena = 0;
  d->maxuse_arena = arena;
  d->maxuse_con = con;
  if (takeStock(narrow, d)) {
    joinChunks(narrow, d);
    return true;
  }
  d->maxuse_arena = arena;
  d->maxuse_con = con;
  return false;
}

// ---- all

static void narrowPhase(const mjModel* m, mjData* d, const broad_Pair* pair, int n) {
  Narrow narrow;
  narrow.m = m;
  narrow.d = d;
  narrow.pair = pair;
  narrow.n = n;
  narrow.nchunk = 0;
  atomic_init(&narrow.frame.state, FRAME_NONE);  // no fence
  cut(&narrow);
  if (!mayShare(m, d, n) || !shareChunks(&narrow)) {
    for (int i = 0; i < narrow.nchunk; i++) collideChunk(&narrow, &narrow.chunk[i], d, false);
  }
  bool full = false;
  for (int i = 0; i < narrow.nchunk; i++) full |= narrow.chunk[i].full;
  if (full) mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
}

static void detect(const mjModel* m, mjData* d) {
  const filter_Rules rules = filter_rules(m, d);
  const broad_Pair* pairs = NULL;
  mj_markStack(d);
  const mjtNum broad = timer_now();
  int n = broad_pairs(&rules, d, &pairs);
  if (m->nflex) n = flex_broadPairs(&rules, d, &pairs, n);
  const mjtNum narrow = timer_add(d, mjTIMER_COL_BROAD, broad);
  small_begin(m, d);
  narrowPhase(m, d, pairs, n);
  if (m->nflex) flex_collideSelf(m, d);
  small_end(d);
  timer_add(d, mjTIMER_COL_NARROW, narrow);
  mj_freeStack(d);
}

void collide_all(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now();
  stack_clearArena(d);
  ASSERT(!d->ncon && !d->parena && (void*)d->contact == d->arena);
  if (!(m->opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_CONTACT)) && m->nbody + m->nflex > 1) {
    detect(m, d);
  }
  timer_add(d, mjTIMER_POS_COLLISION, start);
}
