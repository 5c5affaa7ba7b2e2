// Gmsh files (MSH 4.1 and 2.2, as text or binary): nodes and elements of one dimension.
#ifndef SINEW_ASSET_GMSH_H_
#define SINEW_ASSET_GMSH_H_

#include "asset/mesh.h"

typedef struct {
  int dim;  // elements are 1: lines, 2: triangles, 3: tetrahedra
  int nnode, nelem;
  double* node;  // (nnode x 3)
  int* elem;     // (nelem x (dim+1)) from 0
} gmsh_Data;

// bytes[size] must be a NUL; arrays come from the arena. False after a fault
bool gmsh_read(const char* bytes, size_t size, arena_Arena* arena, gmsh_Data* data,
               mesh_Fault* fault);

#endif
