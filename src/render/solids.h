// Tessellation: unit solids and height fields as triangle meshes; bounding boxes of meshes.
#ifndef SINEW_RENDER_SOLIDS_H_
#define SINEW_RENDER_SOLIDS_H_

#include <sinew/types.h>

#include "render/paint.h"

// allocates a mesh with space for vertices and faces; NULL: out of memory
typedef paint_Mesh* (*solids_Make)(int nvert, int nface, bool texcoord);

paint_Mesh* solids_box(solids_Make make);       // [-1, 1]^3
paint_Mesh* solids_plane(solids_Make make);     // [-1, 1]^2, facing +z
paint_Mesh* solids_cone(solids_Make make);      // radius 1 - z, z in [0, 1], with its base
paint_Mesh* solids_triangle(solids_Make make);  // (0,0) (1,0) (0,1), facing +z
// a height field with its sides and bottom, in meters; normals are not set
paint_Mesh* solids_hfield(const float* data, int nrow, int ncol, const mjtNum size[4],
                          solids_Make make);

// ---- properties that follow from vertices and faces

// sets the bounding box (AABB) of a mesh from its vertices
void solids_setBox(paint_Mesh* mesh);
// sets from the normals whether the corners of each face have one normal
void solids_setFlat(paint_Mesh* mesh);

#endif
