// Meshes in the compiler: results of processing, and geoms that show or fit them.
#ifndef SINEW_MJCF_COMPILE_MESH_H_
#define SINEW_MJCF_COMPILE_MESH_H_

#include "mjcf/compile_parts.h"
#include "mjcf/mesh.h"

// the processed mesh of an id
const mesh_Mesh* comp_mesh(const comp_Compile* c, int id);

#endif
