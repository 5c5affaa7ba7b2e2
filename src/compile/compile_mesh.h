// Meshes in the compiler: results of processing, and geoms that show or fit them.
#ifndef SINEW_COMPILE_COMPILE_MESH_H_
#define SINEW_COMPILE_COMPILE_MESH_H_

#include "asset/mesh.h"
#include "compile/compile_parts.h"

// the processed mesh of an id
const mesh_Mesh* comp_mesh(const comp_Compile* c, int id);

// compile_shape.c: the data of a mesh that a plugin makes
bool comp_makeShape(comp_Compile* c, const spec_Element* e, arena_Arena* arena, mesh_Data* data,
                    mesh_Fault* fault);

// a convex piece of a mesh, which becomes one of its own
typedef struct {
  spec_Element* e;
  int mesh, number;  // of which it is a piece, and which one
} comp_Piece;
// appends them to the meshes; their ids follow those that are there
bool comp_addMeshes(comp_Compile* c, const comp_Piece* piece, int n);

// what is odd about a mesh that was made, and about its file
void comp_warnMesh(comp_Compile* c, const spec_Element* e, const mesh_Mesh* mesh, const char* file);

#endif
