// Textures: procedural (built-in) patterns, image files, and pixels given by the program; materials
// refer to them by role. Pixels are stored in rows from the top; a cube map is six squares below
// each other: right, left, up, down, front, back. If the model is already allocated, they are drawn
// into it directly, in parallel.
#include <string.h>

#include "asset/texture_builtin.h"
#include "base/assert.h"
#include "base/pool.h"
#include "compile/compile.h"
#include "compile/compile_index.h"
#include "compile/compile_texture.h"

enum { MOST_SIDE = 1 << 14, MOST_THREADS = 8, MOST_LOOKED_AT = 32 };

#define MOST_BYTES ((mjtSize)1 << 32)  // maximum for all textures
#define MANY_BYTES ((mjtSize)1 << 20)  // size above which starting threads pays off

// size of a procedural texture; its pixels are painted later
static bool sizeBuiltin(comp_Compile* c, const spec_Element* e, const mjsTexture* given,
                        comp_Texture* texture) {
  const bool cube = given->type != mjTEXTURE_2D;
  if (given->width < 1 || given->width > MOST_SIDE ||
      (!cube && (given->height < 1 || given->height > MOST_SIDE))) {
    comp_error(c, e, "%s: a builtin texture needs between 1 and %d pixels",
               given->width < 1 || given->width > MOST_SIDE ? "width" : "height", MOST_SIDE);
    return false;
  }
  texture->width = given->width;
  texture->height = cube ? NFACE * given->width : given->height;
  return true;
}

static bool makeTexture(comp_Compile* c, const spec_Element* e, comp_Texture* texture) {
  const mjsTexture* given = SPEC_DATA(mjsTexture, e);
  texture->nchannel = given->nchannel;
  texture->colorspace = given->colorspace;
  if (given->nchannel != 1 && given->nchannel != 3 && given->nchannel != 4) {
    comp_error(c, e, "nchannel: %d is not possible; it must be 1, 3 or 4", given->nchannel);
    return false;
  }
  const spec_Vec* data = given->data;
  if (data->size) {
    texture->width = given->width;
    texture->height = given->height;
    if ((mjtSize)given->width * given->height * given->nchannel != data->size) {
      comp_error(c, e, "data: %d bytes were given for %d x %d pixels of %d channels", data->size,
                 given->width, given->height, given->nchannel);
      return false;
    }
    texture->pixel = data->data;
    return true;
  }
  if (given->builtin != mjBUILTIN_NONE) return sizeBuiltin(c, e, given, texture);
  return comp_textureFiles(c, e, given, texture);
}

bool comp_prepareTextures(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_TEXTURE];
  if (c->spec->pub.compiler.discardvisual) return true;
  c->texture = comp_alloc(c, list->n, sizeof *c->texture);
  if (!c->texture || !comp_readPictures(c)) return false;
  c->size.ntex = list->n;
  for (int i = 0; i < list->n; i++) {
    const comp_Texture* texture = &c->texture[i];
    if (!makeTexture(c, list->item[i], &c->texture[i])) {
      if (!comp_resume(c)) return false;
      continue;
    }
    if (!comp_advanceTo(c, list->item[i], "the number of bytes of all textures", &c->size.ntexdata,
                        (mjtSize)texture->width * texture->height * texture->nchannel, MOST_BYTES))
      return false;
  }
  return true;
}

static void fillMaterials(comp_Compile* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->nmat; i++) {
    const spec_Element* e = c->list[mjOBJ_MATERIAL].item[i];
    const mjsMaterial* given = SPEC_DATA(mjsMaterial, e);
    const spec_Vec* textures = given->textures;
    for (int k = 0; k < mjNTEXROLE; k++) {
      m->mat_texid[mjNTEXROLE * i + k] =
          k < textures->size ? comp_find(c, e, "texture", mjOBJ_TEXTURE, vec_textAt(textures, k))
                             : -1;
    }
    m->mat_texuniform[i] = given->texuniform;
    memcpy(m->mat_texrepeat + 2 * i, given->texrepeat, sizeof given->texrepeat);
    m->mat_emission[i] = given->emission;
    m->mat_specular[i] = given->specular;
    m->mat_shininess[i] = given->shininess;
    m->mat_reflectance[i] = given->reflectance;
    m->mat_metallic[i] = given->metallic;
    m->mat_roughness[i] = given->roughness;
    memcpy(m->mat_rgba + 4 * i, given->rgba, sizeof given->rgba);
  }
}

static unsigned char* pixelsOf(const comp_Compile* c, int i) {
  return c->m->tex_data + c->m->tex_adr[i];
}

// copies all textures except patterns
static void copyTexture(void* context, int i, int worker) {
  (void)worker;
  const comp_Compile* c = context;
  const comp_Texture* texture = &c->texture[i];
  const mjsTexture* given = SPEC_DATA(mjsTexture, c->list[mjOBJ_TEXTURE].item[i]);
  if (texture->pixel) {
    comp_paintData(given, texture, pixelsOf(c, i));
  } else if (texture->npicture) {
    comp_paintFiles(given, texture, pixelsOf(c, i));
  }
}

static bool isSamePattern(const mjsTexture* a, const mjsTexture* b) {
  return a->type == b->type && a->builtin == b->builtin && a->mark == b->mark &&
         a->width == b->width && a->height == b->height && a->nchannel == b->nchannel &&
         a->random == b->random && !memcmp(a->rgb1, b->rgb1, sizeof a->rgb1) &&
         !memcmp(a->rgb2, b->rgb2, sizeof a->rgb2) &&
         !memcmp(a->markrgb, b->markrgb, sizeof a->markrgb);
}

// copies the pixels of one of the last patterns, if it is the same
static bool copyPattern(const comp_Compile* c, int i) {
  const spec_List* list = &c->list[mjOBJ_TEXTURE];
  const comp_Texture* t = &c->texture[i];
  for (int k = i - 1; k >= 0 && k >= i - MOST_LOOKED_AT; k--) {
    if (c->texture[k].pixel || c->texture[k].npicture) continue;
    if (!isSamePattern(SPEC_DATA(mjsTexture, list->item[k]), SPEC_DATA(mjsTexture, list->item[i])))
      continue;
    memcpy(pixelsOf(c, i), pixelsOf(c, k),
           (size_t)t->width * (size_t)t->height * (size_t)t->nchannel);
    return true;
  }
  return false;
}

static bool paintTextures(comp_Compile* c) {
  const int ntex = (int)c->m->ntex;
  pool_Pool* pool = c->m->ntexdata > MANY_BYTES ? comp_makePool(c, MOST_THREADS) : NULL;
  pool_run(pool, copyTexture, c, ntex);
  bool ok = true;
  for (int i = 0; i < ntex && ok; i++) {
    const comp_Texture* t = &c->texture[i];
    if (t->pixel || t->npicture || copyPattern(c, i)) continue;
    ok = texture_paint(&c->scratch, pool, SPEC_DATA(mjsTexture, c->list[mjOBJ_TEXTURE].item[i]),
                       t->width, t->height, t->nchannel, pixelsOf(c, i));
  }
  pool_free(pool);
  if (!ok) diag_noMemory(c->diag);
  return ok;
}

bool comp_fillTextures(comp_Compile* c) {
  mjModel* m = c->m;
  mjtSize adr = 0;
  for (int i = 0; i < m->ntex; i++) {
    const comp_Texture* texture = &c->texture[i];
    m->tex_type[i] = SPEC_DATA(mjsTexture, c->list[mjOBJ_TEXTURE].item[i])->type;
    m->tex_colorspace[i] = texture->colorspace;
    m->tex_width[i] = texture->width;
    m->tex_height[i] = texture->height;
    m->tex_nchannel[i] = texture->nchannel;
    m->tex_adr[i] = adr;
    adr += (mjtSize)texture->width * texture->height * texture->nchannel;
  }
  ASSERT(adr == m->ntexdata);
  if (!paintTextures(c)) return false;
  fillMaterials(c);
  return !c->diag->failed;
}
