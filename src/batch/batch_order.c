// Sorts worlds into groups for SIMD lanes (greedy clustering). A group computes every constraint
// that one of its worlds has, so worlds with similar constraints should share a group: they are
// sorted by signature, and within chunks of that order each group adds the worlds of least cost.
//   signatures of the places -> their order
#include <stdlib.h>

#include "base/assert.h"
#include "batch/batch_lanes.h"

enum {
  SORT_STEPS = 8,  // number of steps after which constraints have changed enough to sort again
  PIECE = 256,     // size of the chunks in which groups search worlds, a multiple of all widths
  EFFORT = 64,
  EFFORT_COST = 4,
  ISLAND = 1000  // times the cost of a limit: more important than all else
};

// records the constraints and the iterations of the last steps of a world
void batch_note(batch_Place* place, const step_Signature* signature, int nstep) {
  const int effort = EFFORT * signature->niter / nstep;
  place->signature = *signature;
  place->effort += (effort - place->effort) / 4;
}

static int byNumber(uint64_t x, uint64_t y) { return (x > y) - (x < y); }

static int bySignature(const void* a, const void* b) {
  const batch_Place *x = a, *y = b;
  int order = byNumber(x->signature.trees, y->signature.trees);
  if (!order) order = byNumber((uint64_t)y->effort, (uint64_t)x->effort);
  for (int k = 0; k < SIGNATURE_ROWS && !order; k++) {
    order = byNumber(x->signature.rows[k], y->signature.rows[k]);
  }
  return order ? order : byNumber((uint64_t)x->world, (uint64_t)y->world);
}

// number of bits that one has and the other lacks
static inline int lacking(uint64_t has, uint64_t lacks) {
  return __builtin_popcountll(has & ~lacks);
}

// cost of adding a world to a group whose worlds have the constraints `all`: constraints that only
// it has cost all lanes, those that it lacks leave its lane idle, different islands are solved one
// after another
static int costOf(const batch_Place* group, const batch_Place* world) {
  const step_Signature *all = &group->signature, *own = &world->signature;
  int cost = abs(group->effort - world->effort) / EFFORT_COST;
  cost += ISLAND * __builtin_popcountll(all->trees ^ own->trees);
  for (int k = 0; k < SIGNATURE_ROWS; k++) {
    cost += 2 * lacking(own->rows[k], all->rows[k]) + lacking(all->rows[k], own->rows[k]);
  }
  return cost;
}

static void add(step_Signature* all, const step_Signature* own) {
  all->trees |= own->trees;
  for (int k = 0; k < SIGNATURE_ROWS; k++) all->rows[k] |= own->rows[k];
}

// index of the world of least cost, from `begin` to `end`
static int findNext(const batch_Place* place, int begin, int end, const batch_Place* group) {
  int best = begin, least = costOf(group, &place[begin]);
  for (int i = begin + 1; i < end && least; i++) {
    const int cost = costOf(group, &place[i]);
    if (cost < least) {
      least = cost;
      best = i;
    }
  }
  return best;
}

static void gatherPiece(sn_Batch* b, batch_Worker* worker, int piece, void* context) {
  (void)worker, (void)context;
  const int begin = piece * PIECE, left = b->nworld - begin, width = b->lanes->width;
  const int n = left < PIECE ? left : PIECE;
  batch_Place* place = b->place + begin;
  batch_Place group = {0};
  ASSERT_FULL(PIECE % width == 0);
  for (int i = 0; i < n; i++) {
    const int next = i % width ? findNext(place, i, n, &group) : i;
    const batch_Place moved = place[next];
    if (i % width == 0) group = moved;
    add(&group.signature, &moved.signature);
    place[next] = place[i];
    place[i] = moved;
  }
}

static bool sortPlaces(sn_Batch* b) {
  qsort(b->place, (size_t)b->nworld, sizeof *b->place, bySignature);
  return batch_share(b, "sn_stepBatch", (b->nworld + PIECE - 1) / PIECE, gatherPiece, NULL);
}

int batch_orderWorlds(sn_Batch* b, int nstep, const mjtBool* wanted) {
  int n = 0;
  if (b->age >= SORT_STEPS) {
    sortPlaces(b);
    b->age = 0;
  }
  b->age += nstep < SORT_STEPS ? nstep : SORT_STEPS;
  for (int i = 0; i < b->nworld; i++) {
    if (!wanted || wanted[b->place[i].world]) b->order[n++] = i;
  }
  return n;
}
