// Draw list: the geoms of an mjvScene become render items of the rasterizer.
#ifndef SINEW_RENDER_ITEMS_H_
#define SINEW_RENDER_ITEMS_H_

#include <sinew/render.h>
#include <sinew/visualize.h>

#include "render/render_assets.h"

typedef struct {
  paint_Items all;    // in the order of the scene
  paint_Items clear;  // copies of the transparent ones, nearest first
  int* first;         // (ngeom + 1) index of the first item of a geom
  int mostFirst;
  paint_Mesh* loose;  // meshes whose vertices are in the scene: skins and flexes
  int nloose, mostLoose;
  float* normal;  // of face corners of skins
  int mostNormal;
  int* count;  // 0, 1, 2, ...: vertex indices of the faces of flexes
  int mostCount;
  int mirror;  // index in `all` of the item that reflects, -1: none
} items_Items;

// Converts a scene whose transparent and reflecting geoms are determined already. order: its n
// transparent geoms, nearest first. segment: colors encode segment ids. False: out of memory.
bool items_make(items_Items* items, const mjvScene* scn, const mjrContext* con,
                const assets_Assets* assets, const paint_View* view, bool segment, const int* order,
                int n);
void items_free(items_Items* items);

#endif
