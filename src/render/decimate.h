// Mesh decimation by edge collapses, cheapest first, with quadric error metrics (Garland and
// Heckbert, "Surface simplification using quadric error metrics", 1997).
#ifndef SINEW_RENDER_DECIMATE_H_
#define SINEW_RENDER_DECIMATE_H_

#include "render/paint.h"

// A mesh during decimation. Remaining vertices stay where they are, remaining faces keep their
// order. Lengths are relative to the longest side of the bounding box.
typedef struct {
  const paint_Mesh* mesh;
  int nvert, nface;   // all vertices of the mesh, and remaining faces
  int* face;          // (3 nface) vertex indices
  int* row;           // (nface) index of the face in the original mesh
  int* into;          // (nvert) what a vertex was collapsed into, itself: it remains
  int* hint;          // (nvert) a vertex near the original place of a vertex, where searches start
  int *first, *star;  // (nvert + 1, 3 nface) faces around each vertex
  double* at;         // (3 nvert) positions
  double* normal;     // (3 faces of the mesh) original face normals, of length 1 or 0
  double* quadric;    // (nvert x 11) quadrics: squared distances from planes
  float* loss;        // (nvert) cost of the cheapest collapse, and `to`, its target vertex
  int *to, *order, *spare;
  bool* touched;  // (nvert) changed in this pass
  double far;     // geometric error: how far the surface is known to have moved
} decimate_State;

// false: out of memory; the state must be freed anyway
bool decimate_begin(decimate_State* c, const paint_Mesh* mesh, double side);
void decimate_free(decimate_State* c);
bool decimate_to(decimate_State* c, int nface);  // false: so few faces cannot be reached

#endif
