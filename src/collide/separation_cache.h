// Separation cache: temporal coherence for pairs of geoms that do not touch. For each pair, the
// separating axis found last (a direction, or the index of an axis of the boxes) is cached and
// tried first in the next step. It is verified with the present poses and sizes, so a wrong entry
// costs time and never changes a result.
#ifndef SINEW_COLLIDE_SEPARATION_CACHE_H_
#define SINEW_COLLIDE_SEPARATION_CACHE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "collide/support_scan.h"
#include "collide/support_table.h"

// the entries; a collision of pairs in one word only costs time
enum { SEPARATION_WAYS = 4 };
typedef struct {
  uint64_t* word;
  int n;  // a multiple of SEPARATION_WAYS; 0: use the cache of mjData
} separation_Cache;

// two geoms, as input of a convex solver
typedef struct {
  int geom[2];
  mjtNum limit;                      // distance threshold: margin + gap
  const supportTable_Hull* hull[2];  // of meshes that have support tables, else NULL
  const scan_Hull* scan[2];          // of meshes that are scanned, else NULL
  separation_Cache cache;
} separation_Pair;

// ---- geoms of mjData, with its cached hulls

// true if the narrow phase of two costly geoms (bound_test.h) would certainly find nothing within
// the limit
bool separation_isProved(const mjModel* m, mjData* d, int g1, int g2, mjtNum limit);

// ---- pairs

// true if the cached direction proves again that the convex solver would find nothing
bool separation_holds(const mjModel* m, const mjData* d, const separation_Pair* pair);
// dir: a unit direction in which the first geom lies above the second, found by the solver, or
// zero; cached if it proves enough
void separation_keep(const mjModel* m, mjData* d, const separation_Pair* pair, const mjtNum dir[3]);

#endif
