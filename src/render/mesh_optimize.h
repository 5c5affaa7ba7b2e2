// Mesh optimization for rendering: welds vertices at one place, moves faces of closed shells to the
// front, and groups faces by direction into clusters with normal cones, so that whole clusters are
// back-face culled.
#ifndef SINEW_RENDER_MESH_OPTIMIZE_H_
#define SINEW_RENDER_MESH_OPTIMIZE_H_

#include "render/paint.h"

// number of floats for the normal cones of a mesh with so many faces
int optimize_floats(int nface);
// Optimizes a mesh whose vertices, faces, normals and texture coordinates are set and may be
// reordered; `room` is the memory for its cones. Steps that run out of memory are left out.
void optimize_mesh(paint_Mesh* mesh, float* room);
// the same for a decimated copy, whose first nclosed faces are known to be of closed shells
void optimize_again(paint_Mesh* mesh, int nclosed, float* room);
// for a mesh whose vertices move: only determines whether all of it is closed
void optimize_skin(paint_Mesh* mesh);

#endif
