// Approximate convex decomposition: cuts a closed mesh into convex pieces that nearly fill the same
// volume.
#ifndef SINEW_ASSET_DECOMPOSE_H_
#define SINEW_ASSET_DECOMPOSE_H_

#include <stdbool.h>

#include "asset/surface_distance.h"
#include "base/arena.h"

enum { PIECES_MOST = 256 };    // pieces of a mesh
#define PIECES_CONCAVITY 0.02  // default concavity

typedef struct {
  int n;
  int* adr;       // (n) first vertex
  int* num;       // (n) hull vertices of each piece
  double* x;      // (sum of num x 3)
  double excess;  // volume of the pieces minus that of the solid, as a fraction of the volume of
                  // its hull
} pieces_Pieces;

typedef enum {
  PIECES_OK,
  PIECES_NO_MEMORY,
  PIECES_OPEN,  // the surface is not closed
  PIECES_FLAT,  // the surface encloses no volume
} pieces_Status;

// tree: BVH of the faces, as made by hull_makeTree. Cuts until the excess volume of the pieces is
// at most `concavity` (a fraction of the hull's volume), or until there are `most` pieces.
// Deterministic.
pieces_Status pieces_make(arena_Arena* arena, const surface_Surface* solid, int nvert, int nface,
                          int most, double concavity, pieces_Pieces* res);

#endif
