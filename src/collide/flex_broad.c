// Broad phase of flexes (deformable bodies). A flex is compared with the world, with bodies that
// have a plane and cannot move, and with everything whose bounding box overlaps its own (sweep and
// prune, sweep.h). Filters: masks, exclusions, sleep.
//   flexvert_xpos, geom_x* -> pairs, merged with those of bodies by signature
#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "collide/flex_collide.h"
#include "collide/sweep.h"
#include "model/awake.h"
#include "model/stack.h"

typedef struct {
  const filter_Rules* rules;
  mjData* d;
  bool framed;  // frame and boxes were computed
  mjtNum frame[9];
  sweep_Box* box;    // (nflex)
  broad_Pair* pair;  // of the merged list
  const broad_Pair* body;
  int n, ndone, nbody;  // sizes: merged list; pairs of bodies already merged; all pairs of bodies
} Broad;

int flex_sleepState(const mjModel* m, const mjData* d, int flex) {
  const bool isInterpolated = m->flex_interp[flex] != 0;
  const int adr = isInterpolated ? m->flex_nodeadr[flex] : m->flex_vertadr[flex];
  const int n = isInterpolated ? m->flex_nodenum[flex] : m->flex_vertnum[flex];
  const int* body = (isInterpolated ? m->flex_nodebodyid : m->flex_vertbodyid) + adr;
  for (int i = 0; i < n; i++) {
    if (m->body_treeid[body[i]] >= 0) return d->body_awake[body[i]];
  }
  return mjS_STATIC;
}

static inline bool masksMeet(int contype1, int conaffinity1, int contype2, int conaffinity2) {
  return (contype1 & conaffinity2) || (contype2 & conaffinity1);
}

// sleep filter: true if both are asleep, or one is asleep and the other static
static bool restBody(const Broad* b, int body, int flex) {
  if (!b->rules->sleeping) return false;
  const mjModel* m = b->rules->m;
  const int own = flex_sleepState(m, b->d, flex), other = b->d->body_awake[body];
  const bool isStatic = !m->body_weldid[body];
  return (own == mjS_ASLEEP && (other == mjS_ASLEEP || isStatic)) ||
         (other == mjS_ASLEEP && own == mjS_STATIC);
}

static bool restFlexes(const Broad* b, int flex1, int flex2) {
  if (!b->rules->sleeping) return false;
  const mjModel* m = b->rules->m;
  return flex_sleepState(m, b->d, flex1) != mjS_AWAKE &&
         flex_sleepState(m, b->d, flex2) != mjS_AWAKE;
}

static void makeFrame(Broad* b) {
  const mjModel* m = b->rules->m;
  if (b->framed) return;
  b->framed = true;
  sweep_frame(m, b->d, b->frame);
  for (int f = 0; f < m->nflex; f++) b->box[f] = sweep_flexBox(m, b->d, b->frame, f);
}

// appends the pairs of bodies that come before the pair, then the pair
static void add(Broad* b, uint32_t signature) {
  while (b->ndone < b->nbody && b->body[b->ndone].signature < signature) {
    b->pair[b->n++] = b->body[b->ndone++];
  }
  b->pair[b->n++] = (broad_Pair){signature, 0};
}

static bool isExcluded(const Broad* b, int object1, int object2) {
  return b->rules->m->nexclude && filter_isExcluded(b->rules->m, object1, object2);
}

static void pairBody(Broad* b, int body) {
  const mjModel* m = b->rules->m;
  const bool always = !body || broad_isUnbounded(m, body);
  sweep_Box box;
  bool boxed = false;
  for (int f = 0; f < m->nflex; f++) {
    const int object = (int)m->nbody + f;
    if (!masksMeet(m->body_contype[body], m->body_conaffinity[body], m->flex_contype[f],
                   m->flex_conaffinity[f]) ||
        isExcluded(b, body, object) || restBody(b, body, f)) {
      continue;
    }
    if (!always && !boxed) {
      makeFrame(b);
      box = sweep_bodyBox(m, b->d, b->frame, body);
      boxed = true;
    }
    if (always || sweep_boxesMeet(&box, &b->box[f])) add(b, filter_signature(body, object));
  }
}

static void pairFlex(Broad* b, int f) {
  const mjModel* m = b->rules->m;
  for (int k = f + 1; k < m->nflex; k++) {
    const int object1 = (int)m->nbody + f, object2 = (int)m->nbody + k;
    if (!masksMeet(m->flex_contype[f], m->flex_conaffinity[f], m->flex_contype[k],
                   m->flex_conaffinity[k]) ||
        isExcluded(b, object1, object2) || restFlexes(b, f, k)) {
      continue;
    }
    makeFrame(b);
    if (sweep_boxesMeet(&b->box[f], &b->box[k])) add(b, filter_signature(object1, object2));
  }
}

static mjtSize countBodies(const mjModel* m) {
  mjtSize n = 0;
  for (int body = 0; body < m->nbody; body++) {
    n += m->body_geomnum[body] > 0 && filter_canCollide(m, body);
  }
  return n;
}

int flex_broadPairs(const filter_Rules* rules, mjData* d, const broad_Pair** pairs, int n) {
  const mjModel* m = rules->m;
  const size_t nflex = (size_t)m->nflex;
  const size_t most = (size_t)n + ((size_t)countBodies(m) + nflex) * nflex;
  Broad b = {.rules = rules, .d = d, .body = *pairs, .nbody = n};
  b.pair = stack_alloc(d, most * sizeof *b.pair, alignof(broad_Pair));
  b.box = stack_alloc(d, nflex * sizeof *b.box, alignof(sweep_Box));
  if (!b.pair || !b.box) {
    mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
    return n;
  }
  for (int body = 0; body < m->nbody; body++) {
    if (m->body_geomnum[body] && filter_canCollide(m, body)) pairBody(&b, body);
  }
  for (int f = 0; f < m->nflex; f++) pairFlex(&b, f);
  memcpy(b.pair + b.n, b.body + b.ndone, (size_t)(n - b.ndone) * sizeof *b.pair);
  b.n += n - b.ndone;
  ASSERT((size_t)b.n <= most);
  *pairs = b.pair;
  return b.n;
}
