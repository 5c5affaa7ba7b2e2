// Proofs that two geoms are apart, tried in the order in which they are likely to succeed: what
// proved it in an earlier step comes first. What is kept of that step is a hint: a direction, or a
// number of an axis of the boxes, from which the proof is computed anew with the present poses and
// sizes. A wrong hint costs time only.
#ifndef SINEW_COLLIDE_APART_H_
#define SINEW_COLLIDE_APART_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "collide/hull_cells.h"
#include "collide/hull_scan.h"

// where hints are kept; pairs share words as there are, and lose no more than time by it
enum { APART_WAYS = 4 };
typedef struct {
  uint64_t* word;
  int n;  // a multiple of APART_WAYS; 0: those of the data are taken
} apart_Hints;

// two geoms that a convex solver is asked about
typedef struct {
  int geom[2];
  mjtNum limit;               // of the distance: margin + gap
  const cells_Hull* hull[2];  // of meshes that have cells, else NULL
  const scan_Hull* scan[2];   // of meshes that are scanned, else NULL
  apart_Hints hints;
} apart_Pair;

// ---- geoms of the data, with the hulls that it has

// the narrow phase of two costly geoms (reach.h) would find nothing within the limit
bool apart_isProved(const mjModel* m, mjData* d, int g1, int g2, mjtNum limit);

// ---- pairs

// what was kept proves again that the convex solver would find nothing
bool apart_holds(const mjModel* m, const mjData* d, const apart_Pair* pair);
// a unit direction in which the first geom lies above the second, as the solver found, or zero;
// kept if it proves enough
void apart_keep(const mjModel* m, mjData* d, const apart_Pair* pair, const mjtNum dir[3]);

#endif
