// What a model's pictures are made of, copied from it once: shapes, planes, textures, materials.
#ifndef SINEW_RENDER_STOCK_H_
#define SINEW_RENDER_STOCK_H_

#include <sinew/model.h>

#include "render/paint.h"

// a plane of the model
typedef struct {
  float half[2];  // of what is drawn
  bool endless[2];
} stock_Plane;

typedef struct {
  const paint_Mesh *box, *plane, *cone, *triangle;  // of size 1
  int nmesh;
  paint_Mesh** mesh;  // (2 nmesh) each mesh and its hull, NULL: there is none
  int nhfield;
  paint_Mesh** hfield;  // (nhfield)
  int nplane;
  stock_Plane* planes;
  int ntexture;
  paint_Texture** texture;  // (ntexture) NULL: it cannot be drawn
  int nskin;
  paint_Mesh** skin;  // (nskin) faces and texture coordinates; vertices are those of the scene
  int sky;            // texture, -1: none
} stock_Stock;

// NULL: memory is short
stock_Stock* stock_make(const mjModel* m);
void stock_free(stock_Stock* s);
// anew from the model; false: memory is short, and what was there stays
bool stock_uploadMesh(stock_Stock* s, const mjModel* m, int id);
bool stock_uploadHfield(stock_Stock* s, const mjModel* m, int id);
bool stock_uploadTexture(stock_Stock* s, const mjModel* m, int id);

#endif
