// Render assets: what a context keeps of a model to draw it: meshes, planes, height fields, skins,
// textures. Copied once by mjr_makeContext, replaced by the mjr_upload functions.
#ifndef SINEW_RENDER_RENDER_ASSETS_H_
#define SINEW_RENDER_RENDER_ASSETS_H_

#include <sinew/model.h>

#include "render/paint.h"

// a plane of the model
typedef struct {
  float half[2];  // half sizes of the rectangle that is drawn
  bool endless[2];
} assets_Plane;

typedef struct {
  const paint_Mesh *box, *plane, *cone, *triangle;  // of unit size
  int nmesh;
  paint_Mesh** mesh;  // (2 nmesh) each mesh and its convex hull, NULL: there is none
  int nhfield;
  paint_Mesh** hfield;  // (nhfield)
  int nplane;
  assets_Plane* planes;
  int ntexture;
  paint_Texture** texture;  // (ntexture) NULL: it cannot be drawn
  int nskin;
  paint_Mesh** skin;  // (nskin) faces and texture coordinates; vertices are those of the scene
  int sky;            // texture, -1: none
} assets_Assets;

// NULL: out of memory
assets_Assets* assets_make(const mjModel* m);
void assets_free(assets_Assets* s);
// rebuilds an asset from the model; false: out of memory (or an unsupported texture), and the
// old one stays
bool assets_uploadMesh(assets_Assets* s, const mjModel* m, int id);
bool assets_uploadHfield(assets_Assets* s, const mjModel* m, int id);
bool assets_uploadTexture(assets_Assets* s, const mjModel* m, int id);

#endif
