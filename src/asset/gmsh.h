// Parser of Gmsh mesh files (MSH 4.1 and 2.2, text or binary): nodes, and the elements of one
// dimension (for example triangles or tetrahedra).
#ifndef SINEW_ASSET_GMSH_H_
#define SINEW_ASSET_GMSH_H_

#include "asset/mesh.h"

typedef struct {
  int dim;  // dimension of elements: 1 lines, 2 triangles, 3 tetrahedra
  int nnode, nelem;
  double* node;  // (nnode x 3)
  int* elem;     // (nelem x (dim+1)) node indices from 0
} gmsh_Data;

// bytes[size] must be a NUL; arrays are allocated in the arena. Returns false after an error
bool gmsh_read(const char* bytes, size_t size, arena_Arena* arena, gmsh_Data* data,
               mesh_Fault* fault);

#endif
