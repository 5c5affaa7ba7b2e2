// Coarser copies of meshes, for what is seen less clearly than by the eye itself: mirror images and
// maps of shadows. What the eye sees is drawn whole.
#ifndef SINEW_RENDER_COARSE_H_
#define SINEW_RENDER_COARSE_H_

#include "render/paint.h"
#include "render/solids.h"

// copies of a tidy mesh, as a chain from it; fewer if memory is short
void coarse_make(paint_Mesh* mesh, solids_Make make);
void coarse_free(paint_Mesh* mesh);  // with the mesh

// Items with the coarsest meshes whose surfaces were measured to be at most so many pixels of the
// view from where they were; not all points are measured (deviation.c), some may be farther off.
// False: memory is short.
bool coarse_items(paint_Items* out, const paint_Items* items, const paint_View* view, float pixels);

#endif
