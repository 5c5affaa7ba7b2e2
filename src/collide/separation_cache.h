// Separation cache: temporal coherence of pairs of geoms that do not touch. For each pair the
// separating axis that was found last (a direction, or the number of an axis of the boxes) is kept
// and tried first in the next step. It is proved anew with the present poses and sizes, so a wrong
// entry costs time and never changes a result.
#ifndef SINEW_COLLIDE_SEPARATION_CACHE_H_
#define SINEW_COLLIDE_SEPARATION_CACHE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "collide/support_scan.h"
#include "collide/support_table.h"

// the entries; pairs that share a word lose no more than time by it
enum { SEPARATION_WAYS = 4 };
typedef struct {
  uint64_t* word;
  int n;  // a multiple of SEPARATION_WAYS; 0: those of the data are taken
} separation_Cache;

// two geoms that a convex solver is asked about
typedef struct {
  int geom[2];
  mjtNum limit;                      // of the distance: margin + gap
  const supportTable_Hull* hull[2];  // of meshes that have cells, else NULL
  const scan_Hull* scan[2];          // of meshes that are scanned, else NULL
  separation_Cache cache;
} separation_Pair;

// ---- geoms of the data, with the hulls that it has

// the narrow phase of two costly geoms (bound_test.h) would find nothing within the limit
bool separation_isProved(const mjModel* m, mjData* d, int g1, int g2, mjtNum limit);

// ---- pairs

// what was kept proves again that the convex solver would find nothing
bool separation_holds(const mjModel* m, const mjData* d, const separation_Pair* pair);
// a unit direction in which the first geom lies above the second, as the solver found, or zero;
// kept if it proves enough
void separation_keep(const mjModel* m, mjData* d, const separation_Pair* pair, const mjtNum dir[3]);

#endif
