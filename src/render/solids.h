// Tessellation: unit solids and height fields as triangle meshes.
#ifndef SINEW_RENDER_SOLIDS_H_
#define SINEW_RENDER_SOLIDS_H_

#include <sinew/types.h>

#include "render/paint.h"

// a mesh with room for vertices and faces; NULL if memory is short
typedef paint_Mesh* (*solids_Make)(int nvert, int nface, bool texcoord);

paint_Mesh* solids_box(solids_Make make);       // [-1, 1]^3
paint_Mesh* solids_plane(solids_Make make);     // [-1, 1]^2, facing +z
paint_Mesh* solids_cone(solids_Make make);      // radius 1 - z, z in [0, 1], with its base
paint_Mesh* solids_triangle(solids_Make make);  // (0,0) (1,0) (0,1), facing +z
// heights of a grid, its sides and bottom, in metres; normals are not set
paint_Mesh* solids_hfield(const float* data, int nrow, int ncol, const mjtNum size[4],
                          solids_Make make);

// ---- what follows from vertices and faces

// the box around a mesh, from its vertices
void solids_setBox(paint_Mesh* mesh);
// from its normals, whether those of the corners of faces are one
void solids_setFlat(paint_Mesh* mesh);

#endif
