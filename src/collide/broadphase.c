// Broad phase. Every body that can collide has a bounding sphere around its geoms, inflated by
// margin and gap; overlapping pairs go through the filters. The search uses larger spheres, and
// mjData caches its pairs (neighbor list, Verlet 1967): as long as no sphere has left its larger
// one and the inputs of the filters are unchanged, only the cached pairs are compared. The world
// and bodies with planes are compared with all bodies. This covers bodies that are awake; these
// then search for sleeping ones (sleeping_grid.h). The result, and the scratch memory that it
// keeps, depend on the poses alone: lists that do not fit into scratch are skipped, spheres are
// processed one after the other, and nothing is left behind.
//   geom_xpos, xipos, ximat -> signatures of pairs, ascending
#include "collide/broadphase.h"

#include <stdalign.h>
#include <string.h>

#include "base/assert.h"
#include "collide/body_ball.h"
#include "collide/sleeping_grid.h"
#include "model/awake.h"
#include "model/stack.h"

enum {
  SHORT_LIFE = 4,  // steps: a list with a shorter life was not worth its width
  PAUSE = 16,      // steps before the next attempt
};

static const mjtNum SPARE = 0.25;  // width of the list (skin distance), in radii

typedef struct {
  const filter_Rules* rules;
  ball_Set set;
  int* body;  // ids, ascending
} Broad;

// ---- bounding spheres

bool broad_isUnbounded(const mjModel* m, int body) {
  const int adr = m->body_geomadr[body];
  if (m->body_dofnum[m->body_weldid[body]]) return false;
  for (int i = 0; i < m->body_geomnum[body]; i++) {
    if (m->geom_type[adr + i] == mjGEOM_PLANE) return true;
  }
  return false;
}

static bool makeBalls(Broad* b, mjData* d) {
  const mjModel* m = b->rules->m;
  const int nbody = (int)m->nbody;
  b->body = stack_int(d, (size_t)nbody);
  b->set.ball = stack_alloc(d, (size_t)nbody * sizeof *b->set.ball, alignof(ball_Ball));
  if (!b->body || !b->set.ball) return false;
  int n = 0;
  const range_List ranges = awake_ranges(d);
  range_each(ranges, body, body) {
    if (!ball_has(m, body)) continue;
    ball_ofBody(m, d, body, &b->set.ball[n]);
    b->body[n++] = body;
  }
  b->set.n = n;
  ASSERT_FULL(assert_ascend(b->body, n));
  return true;
}

// ---- the cached list of near pairs

// inputs of filter_allows, besides the structure of the model
typedef struct {
  const int* array;
  size_t n;
} Rule;
enum { NRULE = 3 };

static void rulesOf(const mjModel* m, Rule rule[NRULE]) {
  rule[0] = (Rule){m->body_contype, (size_t)m->nbody};
  rule[1] = (Rule){m->body_conaffinity, (size_t)m->nbody};
  rule[2] = (Rule){m->exclude_signature, (size_t)m->nexclude};
}

// true if the list was filtered by the same rules
static bool rulesHold(const filter_Rules* rules, const private_Data* priv) {
  Rule rule[NRULE];
  rulesOf(rules->m, rule);
  const int* kept = priv->nearRule;
  if (*kept++ != rules->family) return false;
  for (int i = 0; i < NRULE; kept += rule[i++].n) {
    if (rule[i].n && memcmp(kept, rule[i].array, rule[i].n * sizeof *kept)) return false;
  }
  return true;
}

static void keepRules(const filter_Rules* rules, private_Data* priv) {
  Rule rule[NRULE];
  rulesOf(rules->m, rule);
  int* kept = priv->nearRule;
  *kept++ = rules->family;
  for (int i = 0; i < NRULE; kept += rule[i++].n) {
    if (rule[i].n) memcpy(kept, rule[i].array, rule[i].n * sizeof *kept);
  }
}

// true if no sphere has left the larger one that the list was made with
static bool listHolds(const Broad* b, const private_Data* priv) {
  if (priv->nnear < 0 || priv->nball != b->set.n) return false;
  if (!rulesHold(b->rules, priv)) return false;
  for (int i = 0; i < b->set.n; i++) {
    const ball_Ball *now = &b->set.ball[i], *then = &priv->ball[i];
    mjtNum x[3];
    v3_sub(x, now->pos, then->pos);
    const mjtNum grown = now->radius == then->radius ? 0 : now->radius - then->radius;
    const mjtNum spare = priv->spare - grown;
    if (!(v3_dot(x, x) <= spare * spare && spare >= 0 && b->body[i] == then->body)) return false;
  }
  return true;
}

// harmonic mean of the radii, on which a few large bodies have little effect
static mjtNum typicalRadius(const ball_Set* set) {
  mjtNum sum = 0;
  for (int i = 0; i < set->n; i++) {
    const mjtNum radius = set->ball[i].radius;
    sum += radius > mjMINVAL ? 1 / radius : 0;
  }
  return sum > 0 ? set->n / sum : 0;
}

// pairs that may overlap: `near` of spheres, ascending, with all filters except sleep; `rest` of an
// awake sphere and a sleeping one
typedef struct {
  const uint32_t* near;
  const uint64_t* rest;
  int nnear, nrest;
} Lists;

static void keep(const Broad* b, private_Data* priv, mjtNum spare, const Lists* lists) {
  ASSERT(lists->nnear <= priv->nearMost && lists->nrest <= priv->nearMost);
  memcpy(priv->near, lists->near, (size_t)lists->nnear * sizeof *lists->near);
  if (lists->nrest) {
    memcpy(priv->nearRest, lists->rest, (size_t)lists->nrest * sizeof *lists->rest);
  }
  priv->nnear = lists->nnear;
  priv->nnearRest = lists->nrest;
  priv->nball = b->set.n;
  priv->spare = spare;
  priv->age = 0;
  keepRules(b->rules, priv);
}

static bool listPairs(Broad* b, mjData* d, Lists* lists) {
  const uint64_t* found = NULL;
  const int n = ball_pairs(&b->set, d, &found);
  uint32_t* list = n < 0 ? NULL : stack_alloc(d, (size_t)n * sizeof *list, alignof(uint32_t));
  if (!list) return false;
  for (int k = 0; k < n; k++) {
    const int i = (int)(found[k] >> 16), j = (int)(found[k] & 0xFFFF);
    if (filter_allows(b->rules, b->body[i], b->body[j])) list[lists->nnear++] = (uint32_t)found[k];
  }
  lists->near = list;
  key_Vector keys;
  key_begin(&keys, d);
  sleepingGrid_search(b->rules->m, d, &b->set, b->body, &keys);
  lists->rest = key_lowest(&keys);
  lists->nrest = keys.n;
  return !keys.full;
}

// pairs of spheres inflated by `spare`; they are cached if they fit
static bool search(Broad* b, mjData* d, private_Data* priv, mjtNum spare, Lists* lists) {
  for (int i = 0; i < b->set.n; i++) {
    priv->ball[i] = b->set.ball[i];
    priv->ball[i].body = b->body[i];
    b->set.ball[i].radius += spare;
  }
  const bool fits = listPairs(b, d, lists);
  for (int i = 0; i < b->set.n; i++) b->set.ball[i].radius = priv->ball[i].radius;
  if (!fits) return false;
  const int most = priv->nearMost;
  if (spare > 0 && lists->nnear <= most && lists->nrest <= most) keep(b, priv, spare, lists);
  return true;
}

// false: out of scratch
static bool nearPairs(Broad* b, mjData* d, Lists* lists) {
  private_Data* priv = private_of(d);
  if (b->rules->sleeping && sleepingGrid_update(b->rules->m, d)) priv->nnear = -1;
  if (listHolds(b, priv)) {
    priv->age++;
    *lists = (Lists){priv->near, priv->nearRest, priv->nnear, priv->nnearRest};
    return true;
  }
  if (priv->nnear >= 0 && priv->age < SHORT_LIFE) priv->pause = PAUSE;
  priv->nnear = -1;
  const bool direct = priv->pause > 0;
  if (direct) priv->pause--;
  return search(b, d, priv, direct ? 0 : SPARE * typicalRadius(&b->set), lists);
}

// ---- pairs of bodies

// true if a sphere is near a geom of the world
static inline bool nearGeom(const mjModel* m, const mjData* d, const ball_Ball* ball, int g) {
  const mjtNum *pos = d->geom_xpos + 3 * g, *mat = d->geom_xmat + 9 * g;
  mjtNum x[3];
  v3_sub(x, ball->pos, pos);
  if (m->geom_type[g] == mjGEOM_PLANE) {
    const mjtNum height = mat[2] * x[0] + mat[5] * x[1] + mat[8] * x[2];
    return height <= ball->radius + ball_ownLimit(m, g) * BALL_WIDEN;
  }
  const mjtNum reach = ball->radius + ball_ofGeom(m, g) * BALL_WIDEN;
  return v3_dot(x, x) <= reach * reach;
}

bool broad_meets(const mjModel* m, const mjData* d, int body1, int body2, int worldGeom) {
  ball_Ball one, two;
  ball_ofBody(m, d, body1 ? body1 : body2, &one);
  if (!body1 || !body2) return m->body_geomnum[0] > BROAD_FEW || nearGeom(m, d, &one, worldGeom);
  ball_ofBody(m, d, body2, &two);
  return ball_meet(&one, &two);
}

// pair NULL: only counts them
static int pairWorld(const Broad* b, const mjData* d, broad_Pair* pair) {
  const mjModel* m = b->rules->m;
  const int ngeom = m->body_geomnum[0];
  int n = 0;
  _Static_assert(BROAD_FEW <= 32, "a bit for each geom of the world");
  if (!ngeom) return 0;
  for (int i = 0; i < b->set.n; i++) {
    uint32_t near = ngeom > BROAD_FEW;
    if (!near) {
      for (int g = 0; g < ngeom; g++) near |= (uint32_t)nearGeom(m, d, &b->set.ball[i], g) << g;
    }
    if (near && filter_bodies(b->rules, 0, b->body[i])) {
      if (pair) pair[n] = (broad_Pair){filter_signature(0, b->body[i]), near};
      n++;
    }
  }
  return n;
}

static bool meetsRest(const Broad* b, const private_Data* priv, uint64_t key) {
  const uint32_t signature = (uint32_t)(key >> 32);
  return ball_meet(&b->set.ball[key >> 16 & 0xFFFF], &priv->rest[key & 0xFFFF]) &&
         filter_bodies(b->rules, (int)(signature >> 16), (int)(signature & 0xFFFF));
}

// merges the pairs of both lists
// order: of contacts, by signatures
static int pairBodies(const Broad* b, const private_Data* priv, const Lists* lists,
                      broad_Pair* pair) {
  int n = 0, r = 0;
  for (int k = 0; k < lists->nnear; k++) {
    const int i = (int)(lists->near[k] >> 16), j = (int)(lists->near[k] & 0xFFFF);
    if (!ball_meet(&b->set.ball[i], &b->set.ball[j]) ||
        filter_sleeps(b->rules, b->body[i], b->body[j])) {
      continue;
    }
    const uint32_t signature = filter_signature(b->body[i], b->body[j]);
    for (; r < lists->nrest && lists->rest[r] >> 32 < signature; r++) {
      pair[n] = (broad_Pair){(uint32_t)(lists->rest[r] >> 32), 0};
      n += meetsRest(b, priv, lists->rest[r]);
    }
    pair[n++] = (broad_Pair){signature, 0};
  }
  for (; r < lists->nrest; r++) {
    pair[n] = (broad_Pair){(uint32_t)(lists->rest[r] >> 32), 0};
    n += meetsRest(b, priv, lists->rest[r]);
  }
  return n;
}

// pairs with the world and from the lists; returns their count, -1 if scratch is exhausted
static int pairListed(Broad* b, mjData* d, broad_Pair** pair) {
  Lists lists = {0};
  if (!nearPairs(b, d, &lists)) return -1;
  const size_t most = (size_t)b->set.n + (size_t)lists.nnear + (size_t)lists.nrest;
  *pair = stack_alloc(d, most * sizeof **pair, alignof(broad_Pair));
  if (!*pair) return -1;
  const int world = pairWorld(b, d, *pair);
  const int n = world + pairBodies(b, private_of(d), &lists, *pair + world);
  ASSERT((size_t)n <= most);
  return n;
}

// ---- without lists

// iterator over the spheres of all bodies, asleep or not, in ascending order of bodies
typedef struct {
  int i, r;  // next of the set, next of the sleeping ones
  int body;
  const ball_Ball* ball;
  bool rests;
} Walk;

static bool walkOn(const Broad* b, const private_Data* priv, Walk* w) {
  const int nrest = b->rules->sleeping ? priv->nrest : 0;
  if (w->i >= b->set.n && w->r >= nrest) return false;
  w->rests = w->i >= b->set.n || (w->r < nrest && priv->rest[w->r].body < b->body[w->i]);
  w->ball = w->rests ? &priv->rest[w->r] : &b->set.ball[w->i];
  w->body = w->rests ? w->ball->body : b->body[w->i];
  if (w->rests) {
    w->r++;
  } else {
    w->i++;
  }
  return true;
}

static bool walkersMeet(const Broad* b, const mjData* d, const Walk* x, const Walk* y) {
  if (x->rests && (y->rests || d->body_awake[y->body] != mjS_AWAKE)) return false;
  if (y->rests && d->body_awake[x->body] != mjS_AWAKE) return false;
  return ball_meet(x->ball, y->ball) && filter_bodies(b->rules, x->body, y->body);
}

// the same pairs as pairBodies; pair NULL: only counts them
static int pairOneByOne(const Broad* b, const mjData* d, broad_Pair* pair) {
  const private_Data* priv = private_of(d);
  Walk x = {0};
  int n = 0;
  while (walkOn(b, priv, &x)) {
    Walk y = x;
    while (walkOn(b, priv, &y)) {
      if (!walkersMeet(b, d, &x, &y)) continue;
      if (pair) pair[n] = (broad_Pair){filter_signature(x.body, y.body), 0};
      n++;
    }
  }
  return n;
}

// ---- all

int broad_pairs(const filter_Rules* rules, mjData* d, const broad_Pair** pairs) {
  Broad b = {.rules = rules};
  broad_Pair *found = NULL, *pair = NULL;
  if (makeBalls(&b, d)) {
    const size_t before = d->pstack;
    const int listed = pairListed(&b, d, &found);
    const int n = listed < 0 ? pairWorld(&b, d, NULL) + pairOneByOne(&b, d, NULL) : listed;
    stack_release(d, before);
    pair = stack_alloc(d, (size_t)n * sizeof *pair, alignof(broad_Pair));
    *pairs = pair;
    if (pair && listed < 0) {
      const int world = pairWorld(&b, d, pair), rest = pairOneByOne(&b, d, pair + world);
      ASSERT(world + rest == n);  // as many as were counted
    }
    if (pair && listed > 0) memmove(pair, found, (size_t)n * sizeof *pair);
    if (pair) return n;
  }
  mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
  return 0;
}
