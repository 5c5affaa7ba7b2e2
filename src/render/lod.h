// Level of detail: coarser copies of meshes (LODs) for mirror images and shadow maps. The main view
// always draws the full mesh.
#ifndef SINEW_RENDER_LOD_H_
#define SINEW_RENDER_LOD_H_

#include "render/paint.h"
#include "render/solids.h"

// makes a chain of coarser copies of an optimized mesh; fewer copies if out of memory
void lod_make(paint_Mesh* mesh, solids_Make make);
void lod_free(paint_Mesh* mesh);  // frees the mesh and its copies

// Copies items with the coarsest meshes whose measured geometric error is at most so many pixels of
// the view. The error is sampled (geometric_error.c), some points may be farther off. False: out of
// memory.
bool lod_items(paint_Items* out, const paint_Items* items, const paint_View* view, float pixels);

#endif
