// Meshes while a model is compiled: results of mesh processing, and the geoms that show a mesh or
// fit a primitive shape to it.
#ifndef SINEW_COMPILE_COMPILE_MESH_H_
#define SINEW_COMPILE_COMPILE_MESH_H_

#include "asset/mesh.h"
#include "compile/compile_parts.h"

// the processed mesh of an id
const mesh_Mesh* comp_mesh(const comp_Compile* c, int id);

// compile_shape.c: makes the data of a plugin's mesh
bool comp_makeShape(comp_Compile* c, const spec_Element* e, arena_Arena* arena, mesh_Data* data,
                    mesh_Fault* fault);

// a convex piece of a mesh, which becomes a mesh of its own
typedef struct {
  spec_Element* e;
  int mesh, number;  // mesh that it is a piece of, and its index
} comp_Piece;
// appends them to the meshes; their ids follow the existing ones
bool comp_addMeshes(comp_Compile* c, const comp_Piece* piece, int n);

// warnings about a processed mesh and its file
void comp_warnMesh(comp_Compile* c, const spec_Element* e, const mesh_Mesh* mesh, const char* file);

#endif
