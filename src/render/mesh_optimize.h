// Mesh optimization for rendering: welds vertices at one place, moves faces of closed shells to the
// front, and groups faces by direction into clusters with normal cones, so that whole clusters are
// back-face culled.
#ifndef SINEW_RENDER_MESH_OPTIMIZE_H_
#define SINEW_RENDER_MESH_OPTIMIZE_H_

#include "render/paint.h"

// floats that a mesh with so many faces needs for the cones of its groups
int optimize_floats(int nface);
// a mesh whose vertices, faces, normals and texture coordinates are there and may be moved; `room`
// is for its cones. What memory is short for is left out.
void optimize_mesh(paint_Mesh* mesh, float* room);
// a copy, of which it is known that its first so many faces are of closed shells
void optimize_again(paint_Mesh* mesh, int nclosed, float* room);
// one whose vertices move: only whether all of it is closed
void optimize_skin(paint_Mesh* mesh);

#endif
