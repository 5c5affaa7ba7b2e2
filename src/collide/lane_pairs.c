// The plan of collision detection in SIMD lanes (lane_pairs.h), and the narrow phase that is
// computed lane by lane.
//   geoms, filters, explicit pairs of the model -> pairs in the order of contacts
#include "collide/lane_pairs.h"

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/assert.h"
#include "base/mem.h"
#include "collide/bound_test.h"
#include "collide/broadphase.h"
#include "collide/collide.h"
#include "collide/convex.h"
#include "collide/filter.h"
#include "collide/midphase.h"
#include "collide/plane_convex.h"
#include "collide/sweep.h"
#include "model/contact_range.h"

static bool isOff(const mjModel* m) {
  return m->opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_CONTACT) || m->nbody < 2;
}

// ---- one pair

// sorted by types
static const struct {
  int type[2], kind;
} kindTable[] = {
    {{mjGEOM_PLANE, mjGEOM_SPHERE}, LANE_PLANE_SPHERE},
    {{mjGEOM_PLANE, mjGEOM_CAPSULE}, LANE_PLANE_CAPSULE},
    {{mjGEOM_PLANE, mjGEOM_CYLINDER}, LANE_PLANE_CYLINDER},
    {{mjGEOM_PLANE, mjGEOM_BOX}, LANE_PLANE_BOX},
    {{mjGEOM_SPHERE, mjGEOM_SPHERE}, LANE_SPHERES},
    {{mjGEOM_SPHERE, mjGEOM_CAPSULE}, LANE_SPHERE_CAPSULE},
    {{mjGEOM_SPHERE, mjGEOM_BOX}, LANE_SPHERE_BOX},
    {{mjGEOM_CAPSULE, mjGEOM_CAPSULE}, LANE_CAPSULES},
};

static int kindOf(int type1, int type2) {
  for (size_t i = 0; i < sizeof kindTable / sizeof *kindTable; i++) {
    if (kindTable[i].type[0] == type1 && kindTable[i].type[1] == type2) return kindTable[i].kind;
  }
  return LANE_ALONE;
}

// slots of points: parallel capsules use two of four ends, boxes four of eight corners, different
// ones in each lane
static int mostOf(const mjModel* m, const lane_Pair* pair) {
  const int *g = pair->geom, type1 = m->geom_type[g[0]], type2 = m->geom_type[g[1]];
  if (pair->kind == LANE_PLANE_BOX) return 8;
  return pair->kind == LANE_CAPSULES ? 4 : collide_most(m, type1, type2, true);
}

static lane_Far farOf(const mjModel* m, int g1, int g2) {
  const bool first = m->geom_rbound[g1] > 0, second = m->geom_rbound[g2] > 0;
  if (first && second) return LANE_FAR_BALLS;
  return m->geom_type[g1] == mjGEOM_PLANE && second ? LANE_FAR_PLANE : LANE_NEVER_FAR;
}

// the part of bound_isFar that is fixed by the model
static mjtNum reachOf(const mjModel* m, const lane_Pair* pair, mjtNum limit) {
  const mjtNum radius1 = m->geom_rbound[pair->geom[0]], radius2 = m->geom_rbound[pair->geom[1]];
  const mjtNum most = radius1 + radius2 + limit;
  if (pair->far == LANE_FAR_PLANE) return limit + radius2;
  return pair->far == LANE_FAR_BALLS ? most * most : 0;
}

bool lane_pairNumbers(const mjModel* m, const lane_Pair* pair, lane_PairNumbers* res) {
  const int g1 = pair->geom[0], g2 = pair->geom[1], listed = pair->listed;
  const mjtNum margin = listed < 0 ? bound_margin(m, g1, g2) : m->pair_margin[listed];
  const mjtNum gap = listed < 0 ? bound_gap(m, g1, g2) : m->pair_gap[listed];
  res->limit = margin + gap;
  res->apart = res->limit + BOUND_CONVEX;
  res->reach = reachOf(m, pair, res->limit);
  res->params.geom[0] = g1;
  res->params.geom[1] = g2;
  res->params.includemargin = margin;
  if (listed < 0) {
    contact_mix(m, &res->params);
  } else {
    contact_fromPair(m, &res->params, listed);
  }
  return res->limit >= 0 && (int)farOf(m, g1, g2) == pair->far &&
         (res->params.adhesion != 0) == pair->sticks;
}

static bool hasTree(const mjModel* m, int body) {
  return body && m->body_geomnum[body] > 1 && m->body_bvhadr[body] >= 0 &&
         !(m->opt.disableflags & mjDSBL_MIDPHASE);
}

// collideBodies in collision.c
static void setSearched(lane_Pair* pair, const mjModel* m) {
  const int a = pair->body[0], b = pair->body[1];
  if (pair->listed >= 0 || (m->body_geomnum[a] == 1 && m->body_geomnum[b] == 1)) return;
  pair->searched = mid_isUsed(m, a, b);
  if (!pair->searched) return;
  pair->rounding = mid_certain(m, pair->geom[0], pair->geom[1]);
}

// geoms in any order; listed: explicit pair, or -1; false: no collision function for these types
static bool setPair(lane_Pair* pair, const mjModel* m, int a, int b, int listed) {
  const bool flip = m->geom_type[a] > m->geom_type[b];
  const int g1 = flip ? b : a, g2 = flip ? a : b;
  const int type1 = m->geom_type[g1], type2 = m->geom_type[g2];
  if (!collide_builtin(type1, type2)) return false;
  *pair = (lane_Pair){.kind = kindOf(type1, type2), .geom = {g1, g2}, .listed = listed};
  pair->tells = bound_isTrue(type1, type2, 0);
  pair->slack = bound_slack(m, bound_isCostly(type1, type2));
  pair->body[0] = m->geom_bodyid[g1];
  pair->body[1] = m->geom_bodyid[g2];
  pair->boxes = bound_isCostly(type1, type2);
  pair->floor = type1 == mjGEOM_PLANE && type2 == mjGEOM_MESH;
  pair->far = farOf(m, g1, g2);
  lane_PairNumbers numbers;
  lane_pairNumbers(m, pair, &numbers);
  pair->dim = numbers.params.dim;
  pair->sticks = numbers.params.adhesion != 0;
  setSearched(pair, m);
  pair->bounded = listed < 0 && (hasTree(m, pair->body[0]) || hasTree(m, pair->body[1]));
  return true;
}

// ---- visitor over all pairs, in order

typedef struct {
  const mjModel* m;
  lane_Pairs* pairs;  // pair NULL: only counts them
  const char* fault;
} Visit;

static const char* faultOf(const mjModel* m, const lane_Pair* pair) {
  const int *g = pair->geom, type1 = m->geom_type[g[0]], type2 = m->geom_type[g[1]];
  lane_PairNumbers numbers;
  if (mjCOLLISIONFUNC[type1][type2] != collide_builtin(type1, type2)) return "a collision function";
  if (type2 == mjGEOM_SDF && type1 != mjGEOM_PLANE) return "signed distance fields";
  if (!contact_isDim(pair->dim)) return "a condim that does not exist";
  return lane_pairNumbers(m, pair, &numbers) ? NULL : "a margin below zero";
}

static bool visit(Visit* v, int g1, int g2, int listed) {
  lane_Pair pair;
  if (!setPair(&pair, v->m, g1, g2, listed)) return false;
  const char* fault = faultOf(v->m, &pair);
  if (fault) v->fault = fault;
  if (v->pairs->pair) v->pairs->pair[v->pairs->npair] = pair;
  v->pairs->npair++;
  v->pairs->most += mostOf(v->m, &pair);
  return true;
}

// true if an explicit pair of [first, end) has the two geoms
static bool isListed(const mjModel* m, int first, int end, int g1, int g2) {
  for (int i = first; i < end; i++) {
    const int p1 = m->pair_geom1[i], p2 = m->pair_geom2[i];
    if ((p1 == g1 && p2 == g2) || (p1 == g2 && p2 == g1)) return true;
  }
  return false;
}

// order: of the bodies' geoms, or with the mid-phase by the pair whose lower type is put first
static bool comesBefore(const lane_Pair* x, const lane_Pair* y) {
  const int *a = x->geom, *b = y->geom;
  return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1];
}

static void sortPairs(lane_Pair* pair, int n) {
  for (int i = 1; i < n; i++) {
    const lane_Pair moved = pair[i];
    int k = i;
    for (; k > 0 && comesBefore(&moved, &pair[k - 1]); k--) pair[k] = pair[k - 1];
    pair[k] = moved;
  }
}

static void visitBodies(Visit* v, int a, int b, int listed, int end) {
  const mjModel* m = v->m;
  const int first = v->pairs->npair, adrA = m->body_geomadr[a], adrB = m->body_geomadr[b];
  for (int g1 = adrA; g1 < adrA + m->body_geomnum[a]; g1++) {
    for (int g2 = adrB; g2 < adrB + m->body_geomnum[b]; g2++) {
      if (filter_masks(m, g1, g2) && !isListed(m, listed, end, g1, g2)) visit(v, g1, g2, -1);
    }
  }
  const int n = v->pairs->npair - first;
  if (!v->pairs->pair || !n) return;
  lane_Pair* pair = v->pairs->pair + first;
  if (mid_isUsed(m, a, b)) sortPairs(pair, n);
  pair[0].opens = pair[n - 1].closes = a && !broad_isUnbounded(m, a) && !broad_isUnbounded(m, b);
}

// order: of signatures, explicit pairs first
static void visitAll(Visit* v) {
  const mjModel* m = v->m;
  const filter_Rules rules = filter_rulesAwake(m);
  int pair = 0, listed = 0;
  v->pairs->npair = v->pairs->most = 0;
  for (int a = 0; a < m->nbody; a++) {
    if (!m->body_geomnum[a]) continue;
    for (int b = a + 1; b < m->nbody; b++) {
      if (!m->body_geomnum[b] || !filter_bodies(&rules, a, b)) continue;
      const uint32_t signature = filter_signature(a, b);
      for (; pair < m->npair && (uint32_t)m->pair_signature[pair] <= signature; pair++) {
        visit(v, m->pair_geom1[pair], m->pair_geom2[pair], pair);
      }
      for (; listed < pair && (uint32_t)m->pair_signature[listed] < signature;) listed++;
      visitBodies(v, a, b, listed, pair);
    }
  }
  for (; pair < m->npair; pair++) visit(v, m->pair_geom1[pair], m->pair_geom2[pair], pair);
}

const char* lane_pairsObstacle(const mjModel* m) {
  if (isOff(m)) return NULL;
  if (m->opt.enableflags & mjENBL_OVERRIDE) return "contact override";
  if (mjcb_contactfilter) return "a contact filter";
  for (int i = 1; i < m->npair; i++) {
    if ((uint32_t)m->pair_signature[i - 1] > (uint32_t)m->pair_signature[i]) {
      return "pairs that are not in order";
    }
  }
  lane_Pairs pairs = {0};
  Visit v = {m, &pairs, NULL};
  visitAll(&v);
  return v.fault;
}

// ---- runs: several pairs of two bodies, culled together by bounding spheres of the bodies, and
// their rows

enum { RUN_PAIRS = 2, ROW_PAIRS = 3 };  // fewer are tested one by one

// end of the pairs from `first` on that have the same bodies, in any order of the two
static int endOfRun(const lane_Pairs* pairs, int first) {
  const int *body = pairs->pair[first].body, low = body[0] < body[1] ? body[0] : body[1];
  int end = first + 1;
  for (; end < pairs->npair; end++) {
    const int* b = pairs->pair[end].body;
    if ((b[0] < b[1] ? b[0] : b[1]) != low || b[0] + b[1] != body[0] + body[1]) break;
  }
  return end;
}

// true if all of them can be culled by spheres
static bool haveBalls(const lane_Pairs* pairs, int first, int end) {
  for (int i = first; i < end; i++) {
    if (pairs->pair[i].far != LANE_FAR_BALLS) return false;
  }
  return true;
}

static void setBall(const mjModel* m, lane_Ball* ball, int body) {
  const int adr = m->body_geomadr[body], end = adr + m->body_geomnum[body];
  mjtNum low[3], high[3];
  ball->body = body;
  ball->radius = 0;
  for (int k = 0; k < 3; k++) {
    low[k] = high[k] = m->geom_pos[3 * adr + k];
    for (int g = adr + 1; g < end; g++) {
      low[k] = mju_min(low[k], m->geom_pos[3 * g + k]);
      high[k] = mju_max(high[k], m->geom_pos[3 * g + k]);
    }
    ball->center[k] = 0.5 * (low[k] + high[k]);
  }
  for (int g = adr; g < end; g++) {
    const mjtNum reach = v3_dist(ball->center, m->geom_pos + 3 * g) + m->geom_rbound[g];
    ball->radius = mju_max(ball->radius, reach);
  }
}

static int findBall(const mjModel* m, lane_Pairs* pairs, int body) {
  for (int i = 0; i < pairs->nball; i++) {
    if (pairs->ball[i].body == body) return i;
  }
  setBall(m, &pairs->ball[pairs->nball], body);
  return pairs->nball++;
}

static mjtNum largestLimit(const mjModel* m, const lane_Pair* pair, int n) {
  mjtNum limit = 0;
  for (int i = 0; i < n; i++) {
    lane_PairNumbers numbers;
    lane_pairNumbers(m, &pair[i], &numbers);
    limit = mju_max(limit, numbers.limit);
  }
  return limit;
}

// end of the pairs from `first` on that have its first geom; explicit pairs are no part of a row
static int endOfRow(const lane_Pair* pair, int first, int end) {
  int i = first;
  while (i < end && pair[i].geom[0] == pair[first].geom[0] && pair[i].listed < 0) i++;
  return i > first ? i : first + 1;
}

static void addRows(const mjModel* m, lane_Pairs* pairs, lane_Run* run) {
  const lane_Pair* pair = pairs->pair;
  run->row = pairs->nrow;
  for (int first = run->first, end; first < run->end; first = end) {
    end = endOfRow(pair, first, run->end);
    if (end - first < ROW_PAIRS) continue;
    const int geom = pair[first].geom[0];
    const mjtNum reach = m->geom_rbound[geom] + largestLimit(m, pair + first, end - first);
    const int ball = findBall(m, pairs, pair[first].body[1]);
    pairs->row[pairs->nrow++] = (lane_Row){first, end, geom, ball, reach};
  }
  run->nrow = pairs->nrow - run->row;
}

static void addRun(const mjModel* m, lane_Pairs* pairs, int first, int end) {
  lane_Run* run = &pairs->run[pairs->nrun++];
  const lane_Pair* pair = &pairs->pair[first];
  *run = (lane_Run){.first = first, .end = end, .limit = largestLimit(m, pair, end - first)};
  for (int k = 0; k < 2; k++) run->ball[k] = findBall(m, pairs, pair->body[k]);
  addRows(m, pairs, run);
}

static bool makeRuns(lane_Pairs* pairs, const mjModel* m) {
  pairs->run = mem_calloc((size_t)pairs->npair / RUN_PAIRS + 1, sizeof *pairs->run);
  pairs->row = mem_calloc((size_t)pairs->npair / ROW_PAIRS + 1, sizeof *pairs->row);
  pairs->ball = mem_calloc((size_t)m->nbody, sizeof *pairs->ball);
  if (!pairs->run || !pairs->row || !pairs->ball) return false;
  for (int first = 0, end; first < pairs->npair; first = end) {
    end = endOfRun(pairs, first);
    if (end - first >= RUN_PAIRS && haveBalls(pairs, first, end)) addRun(m, pairs, first, end);
  }
  return true;
}

// ---- meshes

// cells along an edge of the cube map: a few cells for each vertex
static int sideFor(int nhull) {
  int side = 8;
  while (side < 64 && supportTable_count(side) < 4 * nhull) side *= 2;
  return side;
}

// false: out of memory. A mesh may lack a support table.
static bool makeCells(supportTable_Hull* hull, const mjModel* m, int mesh) {
  const int *graph = m->mesh_graph + m->mesh_graphadr[mesh], nhull = graph[0];
  const int *edgeadr = graph + 2, *vertex = edgeadr + nhull, side = sideFor(nhull);
  const size_t ncell = (size_t)supportTable_count(side), most = 6 * ncell;
  mjtNum* at = mem_calloc(3 * (size_t)nhull + 1, sizeof *at);
  *hull = (supportTable_Hull){.graph = {at, edgeadr, vertex + nhull, nhull}, .side = side};
  hull->most = (int)most;
  hull->adr = mem_calloc(ncell + 1, sizeof *hull->adr);
  hull->item = mem_calloc(2 * most, sizeof *hull->item);
  if (!at || !hull->adr || !hull->item) return false;
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  for (int i = 0; i < nhull; i++) {
    for (int k = 0; k < 3; k++) at[3 * i + k] = vert[3 * vertex[i] + k];
  }
  if (!supportTable_make(hull)) hull->side = 0;
  return true;
}

static bool canClimb(const mjModel* m, int g) {
  const int mesh = m->geom_dataid[g];
  if (m->geom_type[g] != mjGEOM_MESH || mesh < 0) return false;
  return m->mesh_vertnum[mesh] >= SUPPORT_SCAN && m->mesh_graphadr[mesh] >= 0;
}

static bool setHulls(lane_Pairs* pairs, const mjModel* m) {
  pairs->hull = mem_calloc((size_t)m->nmesh + 1, sizeof *pairs->hull);
  if (!pairs->hull) return false;
  for (int i = 0; i < pairs->npair; i++) {
    lane_Pair* pair = &pairs->pair[i];
    for (int k = 0; k < 2; k++) {
      if (!canClimb(m, pair->geom[k])) continue;
      supportTable_Hull* hull = pairs->hull + m->geom_dataid[pair->geom[k]];
      if (!hull->adr && !makeCells(hull, m, m->geom_dataid[pair->geom[k]])) return false;
      pair->hull[k] = hull->side ? hull : NULL;
    }
  }
  return true;
}

// ---- separation cache and bounding boxes

static int countSeparations(const lane_Pairs* pairs, const mjModel* m) {
  int n = 0;
  for (int i = 0; i < pairs->npair; i++) {
    const lane_Pair* pair = &pairs->pair[i];
    const int type1 = m->geom_type[pair->geom[0]], type2 = m->geom_type[pair->geom[1]];
    n += pair->kind == LANE_ALONE && collide_builtin(type1, type2) == collide_convexConvex;
  }
  return n;
}

static bool listBoxes(lane_Pairs* pairs, const mjModel* m) {
  pairs->box = mem_calloc((size_t)m->ngeom + 1, sizeof *pairs->box);
  if (!pairs->box) return false;
  for (int g = 0; g < m->ngeom; g++) {
    bool asked = false;
    for (int i = 0; i < pairs->npair && !asked; i++) {
      const lane_Pair* pair = &pairs->pair[i];
      asked = (pair->boxes && pair->geom[0] == g) ||
              ((pair->boxes || pair->floor) && pair->geom[1] == g);
    }
    if (asked) pairs->box[pairs->nbox++] = g;
  }
  return true;
}

bool lane_pairsMake(lane_Pairs* pairs, const mjModel* m) {
  *pairs = (lane_Pairs){.nmesh = (int)m->nmesh};
  if (isOff(m)) return true;
  Visit v = {m, pairs, NULL};
  visitAll(&v);
  pairs->pair = mem_calloc((size_t)pairs->npair + 1, sizeof *pairs->pair);
  if (!pairs->pair) return false;
  visitAll(&v);
  pairs->nseparation = countSeparations(pairs, m);
  return makeRuns(pairs, m) && listBoxes(pairs, m) && setHulls(pairs, m);
}

void lane_pairsFree(lane_Pairs* pairs) {
  for (int i = 0; pairs->hull && i < pairs->nmesh; i++) {
    mem_free((void*)pairs->hull[i].graph.at);
    mem_free(pairs->hull[i].adr);
    mem_free(pairs->hull[i].item);
  }
  mem_free(pairs->hull);
  mem_free(pairs->pair);
  mem_free(pairs->run);
  mem_free(pairs->row);
  mem_free(pairs->ball);
  mem_free(pairs->box);
}

// ---- one lane

int lane_alonePoints(const mjModel* m, mjData* d, const lane_Pair* pair, separation_Cache cache,
                     mjtNum limit, mjPreContact point[mjMAXCONPAIR]) {
  const int g1 = pair->geom[0], g2 = pair->geom[1];
  const mjfCollision function = collide_builtin(m->geom_type[g1], m->geom_type[g2]);
  const separation_Pair asked = {
      .geom = {g1, g2}, .limit = limit, .hull = {pair->hull[0], pair->hull[1]}, .cache = cache};
  if (function == collide_planeConvex) return plane_convex(m, d, point, &asked);
  if (function != collide_convexConvex) return function(m, d, point, g1, g2, limit);
  if (separation_holds(m, d, &asked)) return 0;
  mjtNum above[3];
  const int n = convex_geoms(m, d, point, &asked, above);
  if (!n) separation_keep(m, d, &asked, above);
  return n;
}

bool lane_aloneReached(const mjModel* m, const mjData* d, const lane_Pair* pair, mjtNum depth) {
  return mid_isReached(m, d, pair->geom[0], pair->geom[1], depth);
}

bool lane_aloneFound(const mjModel* m, const mjData* d, const lane_Pair* pair) {
  const int *body = pair->body, worldGeom = pair->geom[body[0] != 0];
  return broad_meets(m, d, body[0], body[1], worldGeom) && !mid_searches(m, body[0], body[1]);
}

bool lane_aloneSwept(const mjModel* m, const mjData* d, int body1, int body2) {
  mjtNum frame[9];
  sweep_frame(m, d, frame);
  return sweep_meets(m, d, frame, body1 < body2 ? body1 : body2, body1 < body2 ? body2 : body1);
}
