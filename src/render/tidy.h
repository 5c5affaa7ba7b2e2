// Meshes made ready for pictures: vertices at one place become one, faces of closed shells come
// first, and groups of faces turn to similar directions, so that what is turned away from an eye is
// found by groups.
#ifndef SINEW_RENDER_TIDY_H_
#define SINEW_RENDER_TIDY_H_

#include "render/paint.h"

// floats that a mesh with so many faces needs for the cones of its groups
int tidy_room(int nface);
// a mesh whose vertices, faces, normals and texture coordinates are there and may be moved; `room`
// is for its cones. What memory is short for is left out.
void tidy_mesh(paint_Mesh* mesh, float* room);
// a copy, of which it is known that its first so many faces are of closed shells
void tidy_again(paint_Mesh* mesh, int nclosed, float* room);
// one whose vertices move: only whether all of it is closed
void tidy_skin(paint_Mesh* mesh);

#endif
