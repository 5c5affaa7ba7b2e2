// Level of detail: coarser copies of meshes (LODs) for mirror images and shadow maps. The main view
// always draws the full mesh.
#ifndef SINEW_RENDER_LOD_H_
#define SINEW_RENDER_LOD_H_

#include "render/paint.h"
#include "render/solids.h"

// copies of a tidy mesh, as a chain from it; fewer if memory is short
void lod_make(paint_Mesh* mesh, solids_Make make);
void lod_free(paint_Mesh* mesh);  // with the mesh

// Items with the coarsest meshes whose surfaces were measured to be at most so many pixels of the
// view from where they were; not all points are measured (geometric_error.c), some may be farther
// off. False: memory is short.
bool lod_items(paint_Items* out, const paint_Items* items, const paint_View* view, float pixels);

#endif
