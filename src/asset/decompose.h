// A solid cut into convex pieces that are nearly the same solid.
#ifndef SINEW_ASSET_DECOMPOSE_H_
#define SINEW_ASSET_DECOMPOSE_H_

#include <stdbool.h>

#include "asset/surface_distance.h"
#include "base/arena.h"

enum { PIECES_MOST = 256 };    // of a mesh
#define PIECES_CONCAVITY 0.02  // if none is given

typedef struct {
  int n;
  int* adr;       // (n) first vertex
  int* num;       // (n) vertices of each, of its hull alone
  double* x;      // (sum of num x 3)
  double excess;  // volume of the pieces beyond that of the solid, as a share of that of its hull
} pieces_Pieces;

typedef enum {
  PIECES_OK,
  PIECES_NO_MEMORY,
  PIECES_OPEN,  // the surface is not closed
  PIECES_FLAT,  // it has no volume
} pieces_Status;

// tree: of the faces, as hull_makeTree makes it. Cuts until the pieces have no more than
// `concavity` (a share of the volume of the hull) beyond the solid, or until there are `most`. The
// same result each time.
pieces_Status pieces_make(arena_Arena* arena, const surface_Surface* solid, int nvert, int nface,
                          int most, double concavity, pieces_Pieces* res);

#endif
