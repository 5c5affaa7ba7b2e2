// Meshes in the compiler: results of processing, and geoms that show or fit them.
#ifndef SINEW_COMPILE_COMPILE_MESH_H_
#define SINEW_COMPILE_COMPILE_MESH_H_

#include "asset/mesh.h"
#include "compile/compile_parts.h"

// the processed mesh of an id
const mesh_Mesh* comp_mesh(const comp_Compile* c, int id);

#endif
