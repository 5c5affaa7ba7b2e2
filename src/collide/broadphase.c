// Broad phase. Every body that can collide gets a ball around its geoms, widened by margin and gap;
// pairs of balls that meet pass to the filters. The search for pairs is made with wider balls and
// kept in the data: as long as no ball has left the wider one, only the pairs of that list are
// compared (Verlet 1967). World and planes are compared with all.
//   geom_xpos, xipos, ximat -> signatures of pairs, ascending
#include "collide/broadphase.h"

#include <stdalign.h>
#include <string.h>

#include "collide/ball.h"
#include "math/vec.h"
#include "model/stack.h"

enum {
  SHORT_LIFE = 4,  // steps: a list that did not live so long was not worth the width
  PAUSE = 16,      // steps before the next try
};

static const mjtNum WIDEN = 1 + 1e-10;  // against rounding: a later test of the same kind decides
static const mjtNum SPARE = 0.25;       // width of the list, in radii

typedef struct {
  const filter_Rules* rules;
  ball_Set set;
  int* body;  // ids, ascending
} Broad;

// ---- balls

bool broad_isUnbounded(const mjModel* m, int body) {
  const int adr = m->body_geomadr[body];
  if (m->body_dofnum[m->body_weldid[body]]) return false;
  for (int i = 0; i < m->body_geomnum[body]; i++) {
    if (m->geom_type[adr + i] == mjGEOM_PLANE) return true;
  }
  return false;
}

// how far from its surface a geom may make contacts, its share
static inline mjtNum ownLimit(const mjModel* m, int g) {
  const mjtNum margin =
      m->opt.enableflags & mjENBL_OVERRIDE ? 0.5 * m->opt.o_margin : m->geom_margin[g];
  return margin + m->geom_gap[g];
}

static inline mjtNum geomRadius(const mjModel* m, int g) {
  return m->geom_rbound[g] > 0 ? m->geom_rbound[g] + ownLimit(m, g) : (mjtNum)__builtin_inf();
}

// about the box of the bounding tree if its margins hold, else about the inertial frame
static void ballOfMany(const mjModel* m, const mjData* d, int body, ball_Ball* ball) {
  const mjtNum* center = d->xipos + 3 * body;
  const int adr = m->body_geomadr[body], root = m->body_bvhadr[body];
  if (!(m->opt.disableflags & mjDSBL_MIDPHASE) && !(m->opt.enableflags & mjENBL_OVERRIDE) &&
      root >= 0) {
    const mjtNum* aabb = m->bvh_aabb + 6 * root;
    m3_mulVec(ball->pos, d->ximat + 9 * body, aabb);
    v3_addTo(ball->pos, center);
    const mjtNum radius = v3_norm(aabb + 3);
    ball->radius = radius < 1e9 ? radius + m->body_margin[body] : (mjtNum)__builtin_inf();
    return;
  }
  v3_copy(ball->pos, center);
  ball->radius = 0;
  for (int i = 0; i < m->body_geomnum[body]; i++) {
    const mjtNum reach = v3_dist(center, d->geom_xpos + 3 * (adr + i)) + geomRadius(m, adr + i);
    if (reach > ball->radius) ball->radius = reach;
  }
}

static bool makeBalls(Broad* b, mjData* d) {
  const mjModel* m = b->rules->m;
  const int nbody = (int)m->nbody;
  b->body = stack_int(d, (size_t)nbody);
  b->set.ball = stack_alloc(d, (size_t)nbody * sizeof *b->set.ball, alignof(ball_Ball));
  if (!b->body || !b->set.ball) return false;
  int n = 0;
  for (int body = 1; body < nbody; body++) {
    if (!filter_canCollide(m, body) || !m->body_geomnum[body]) continue;
    ball_Ball* ball = &b->set.ball[n];
    b->body[n++] = body;
    if (m->body_geomnum[body] == 1) {
      const int g = m->body_geomadr[body];
      v3_copy(ball->pos, d->geom_xpos + 3 * g);
      ball->radius = geomRadius(m, g);
    } else {
      ballOfMany(m, d, body, ball);
    }
    ball->radius *= WIDEN;
  }
  b->set.n = n;
  return true;
}

// ---- the kept list

// no ball has left the wider one that the list was made with
static bool listHolds(const Broad* b, const hidden_Data* hidden) {
  if (hidden->nnear < 0 || hidden->nball != b->set.n) return false;
  for (int i = 0; i < b->set.n; i++) {
    const ball_Ball *now = &b->set.ball[i], *then = &hidden->ball[i];
    mjtNum x[3];
    v3_sub(x, now->pos, then->pos);
    const mjtNum grown = now->radius == then->radius ? 0 : now->radius - then->radius;
    const mjtNum spare = hidden->spare - grown;
    if (!(v3_dot(x, x) <= spare * spare && spare >= 0 && b->body[i] == then->body)) return false;
  }
  return true;
}

// harmonic mean of the radii: a few large bodies do not matter
static mjtNum typicalRadius(const ball_Set* set) {
  mjtNum sum = 0;
  for (int i = 0; i < set->n; i++) {
    const mjtNum radius = set->ball[i].radius;
    sum += radius > mjMINVAL ? 1 / radius : 0;
  }
  return sum > 0 ? set->n / sum : 0;
}

// two bodies that move against each other, as far as the structure of the model tells
static bool canMeet(const mjModel* m, int a, int b) {
  const int weldA = m->body_weldid[a], weldB = m->body_weldid[b];
  return weldA != weldB && (m->body_dofnum[weldA] || m->body_dofnum[weldB]);
}

static void keep(const Broad* b, hidden_Data* hidden, mjtNum spare, const uint32_t* list, int n) {
  memcpy(hidden->near, list, (size_t)n * sizeof *list);
  hidden->nnear = n;
  hidden->nball = b->set.n;
  hidden->spare = spare;
  hidden->age = 0;
  for (int i = 0; i < b->set.n; i++) {
    hidden->ball[i] = b->set.ball[i];
    hidden->ball[i].body = b->body[i];
  }
}

// pairs of balls that are wider by `spare`; they are kept if there is room
static int search(Broad* b, mjData* d, hidden_Data* hidden, mjtNum spare, const uint32_t** near) {
  const uint64_t* found = NULL;
  for (int i = 0; i < b->set.n; i++) b->set.ball[i].radius += spare;
  const int n = ball_pairs(&b->set, d, &found);
  for (int i = 0; i < b->set.n; i++) b->set.ball[i].radius -= spare;
  uint32_t* list = n < 0 ? NULL : stack_alloc(d, (size_t)n * sizeof *list, alignof(uint32_t));
  if (!list) return -1;
  *near = list;
  int nnear = 0;
  for (int k = 0; k < n; k++) {
    const int i = (int)(found[k] >> 16), j = (int)(found[k] & 0xFFFF);
    if (canMeet(b->rules->m, b->body[i], b->body[j])) list[nnear++] = (uint32_t)found[k];
  }
  if (spare > 0 && nnear <= hidden->nearMost) keep(b, hidden, spare, list, nnear);
  return nnear;
}

// pairs of balls that may meet, ascending; -1: no room
static int nearPairs(Broad* b, mjData* d, const uint32_t** near) {
  hidden_Data* hidden = hidden_of(d);
  if (listHolds(b, hidden)) {
    hidden->age++;
    *near = hidden->near;
    return hidden->nnear;
  }
  if (hidden->nnear >= 0 && hidden->age < SHORT_LIFE) hidden->pause = PAUSE;
  hidden->nnear = -1;
  const bool direct = hidden->pause > 0;
  if (direct) hidden->pause--;
  return search(b, d, hidden, direct ? 0 : SPARE * typicalRadius(&b->set), near);
}

// ---- pairs of bodies

// a ball comes near a geom of the world
static inline bool nearGeom(const mjModel* m, const mjData* d, const ball_Ball* ball, int g) {
  const mjtNum *pos = d->geom_xpos + 3 * g, *mat = d->geom_xmat + 9 * g;
  mjtNum x[3];
  v3_sub(x, ball->pos, pos);
  if (m->geom_type[g] == mjGEOM_PLANE) {
    const mjtNum height = mat[2] * x[0] + mat[5] * x[1] + mat[8] * x[2];
    return height <= ball->radius + ownLimit(m, g) * WIDEN;
  }
  const mjtNum reach = ball->radius + geomRadius(m, g) * WIDEN;
  return v3_dot(x, x) <= reach * reach;
}

static int pairWorld(const Broad* b, const mjData* d, broad_Pair* pair) {
  const mjModel* m = b->rules->m;
  const int ngeom = m->body_geomnum[0];
  int n = 0;
  if (!ngeom) return 0;
  for (int i = 0; i < b->set.n; i++) {
    uint32_t near = ngeom > BROAD_FEW;
    if (!near) {
      for (int g = 0; g < ngeom; g++) near |= (uint32_t)nearGeom(m, d, &b->set.ball[i], g) << g;
    }
    if (near && filter_bodies(b->rules, 0, b->body[i])) {
      pair[n++] = (broad_Pair){filter_signature(0, b->body[i]), near};
    }
  }
  return n;
}

static int pairBodies(const Broad* b, const uint32_t* near, int nnear, broad_Pair* pair) {
  int n = 0;
  for (int k = 0; k < nnear; k++) {
    const int i = (int)(near[k] >> 16), j = (int)(near[k] & 0xFFFF);
    if (ball_meet(&b->set.ball[i], &b->set.ball[j]) &&
        filter_bodies(b->rules, b->body[i], b->body[j])) {
      pair[n++].signature = filter_signature(b->body[i], b->body[j]);
    }
  }
  return n;
}

int broad_pairs(const filter_Rules* rules, mjData* d, const broad_Pair** pairs) {
  Broad b = {.rules = rules};
  const uint32_t* near = NULL;
  const int nnear = makeBalls(&b, d) ? nearPairs(&b, d, &near) : -1;
  const size_t most = (size_t)b.set.n + (size_t)(nnear > 0 ? nnear : 0);
  broad_Pair* pair = nnear < 0 ? NULL : stack_alloc(d, most * sizeof *pair, alignof(broad_Pair));
  if (!pair) {
    mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
    return 0;
  }
  *pairs = pair;
  const int n = pairWorld(&b, d, pair);
  return n + pairBodies(&b, near, nnear, pair + n);
}
