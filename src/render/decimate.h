// Mesh decimation by edge collapses, cheapest first, with quadric error metrics (Garland and
// Heckbert, "Surface simplification using quadric error metrics", 1997).
#ifndef SINEW_RENDER_DECIMATE_H_
#define SINEW_RENDER_DECIMATE_H_

#include "render/paint.h"

// A mesh that gets coarser. Vertices that are left stay where they are, faces that are left keep
// their order. Lengths are shares of the longest side.
typedef struct {
  const paint_Mesh* mesh;
  int nvert, nface;   // all vertices, and faces that are left
  int* face;          // (3 nface) corners
  int* row;           // (nface) the face of the mesh that it was
  int* into;          // (nvert) what a vertex has become, itself: it is left
  int* hint;          // (nvert) a vertex that is near to what a vertex was
  int *first, *star;  // (nvert + 1, 3 nface) faces at a vertex
  double* at;         // (3 nvert)
  double* normal;     // (3 faces of the mesh) of length 1 or 0
  double* quadric;    // (nvert x 11) squares of distances from planes
  float* loss;        // (nvert) of the cheapest collapse, and to which vertex
  int *to, *order, *spare;
  bool* touched;  // (nvert) in this pass
  double far;     // how far the surface has moved, as far as it is known
} decimate_State;

// false: memory is short; to be freed anyway
bool decimate_begin(decimate_State* c, const paint_Mesh* mesh, double side);
void decimate_free(decimate_State* c);
bool decimate_to(decimate_State* c, int nface);  // false: there is no way to so few faces

#endif
