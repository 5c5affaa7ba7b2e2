// Draw list: geoms of an mjvScene become items of the rasterizer.
#ifndef SINEW_RENDER_ITEMS_H_
#define SINEW_RENDER_ITEMS_H_

#include <sinew/render.h>
#include <sinew/visualize.h>

#include "render/render_assets.h"

typedef struct {
  paint_Items all;    // in the order of the scene
  paint_Items clear;  // once more those that are seen through, nearest first
  int* first;         // (ngeom + 1) items of a geom begin there
  int mostFirst;
  paint_Mesh* loose;  // meshes whose vertices are in the scene: skins, flexes
  int nloose, mostLoose;
  float* normal;  // of corners of skins
  int mostNormal;
  int* count;  // 0, 1, 2, ...: faces of flexes
  int mostCount;
  int mirror;  // item of `all` that reflects, -1: none
} items_Items;

// Reads the scene, in which it is set what is transparent and what reflects; order: its n
// transparent geoms, nearest first. segment: colours are those of numbers. False: memory is short.
bool items_make(items_Items* items, const mjvScene* scn, const mjrContext* con,
                const assets_Assets* assets, const paint_View* view, bool segment, const int* order,
                int n);
void items_free(items_Items* items);

#endif
