// Textures from PNG files: one image, a grid of squares in one image that are faces of a cube map,
// or one file for each face. Faces that no image gives get the color rgb1. Images are flipped
// before they are cut. A KTX file is for external renderers: it is stored unchanged, as one row of
// bytes. Files are read and decoded in parallel, those with the same contents once, and copied when
// the model is allocated.
//   files -> width, height; then pixels
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/pool.h"
#include "compile/compile_texture.h"
#include "spec/asset_file.h"

#define MOST_TEXTURE_FILE ((size_t)1 << 30)

enum { MOST_CELLS = 12, NBUCKET = 256 };

struct comp_Pictures {
  int n;
  comp_Picture picture[];
};

// ---- contents

// KTX files of versions 1 and 2 begin with a unique signature (magic number) of twelve bytes
static bool isKtx(const vfs_Blob* blob) {
  static const char magic[2][13] = {"\xabKTX 11\xbb\r\n\x1a\n", "\xabKTX 20\xbb\r\n\x1a\n"};
  const size_t n = sizeof magic[0] - 1;
  return blob->size > n && (!memcmp(blob->data, magic[0], n) || !memcmp(blob->data, magic[1], n));
}

// wraps the bytes of a KTX file as an image; returns NULL, or an error message
static const char* keepKtx(const mjsTexture* given, const vfs_Blob* blob, png_Image* image) {
  if (given->type != mjTEXTURE_2D) return "a KTX file can be a texture of type \"2d\" only";
  if (given->hflip || given->vflip) return "a KTX file cannot be flipped; drop hflip and vflip";
  if (!isKtx(blob)) return "it is not a KTX file: it does not begin like one";
  *image = (png_Image){.width = (int)blob->size, .height = 1, .nchannel = 1};
  image->pixel = mem_alloc(blob->size);
  if (!image->pixel) return file_statusText(FILE_NO_MEMORY);
  memcpy(image->pixel, blob->data, blob->size);
  return NULL;
}

static void openPicture(void* context, int i, int worker) {
  (void)worker;
  comp_Picture* p = &((struct comp_Pictures*)context)->picture[i];
  const mjsTexture* given = SPEC_DATA(mjsTexture, p->e);
  char type[ASSET_TYPE_SIZE];
  asset_type(type, vec_text(given->content_type), p->file);
  p->ktx = !strcmp(type, "image/ktx");
  p->status = asset_open(p->vfs, p->e, vec_text(p->e->compiler->texturedir), p->file,
                         MOST_TEXTURE_FILE, &p->blob, &p->path);
}

static void decodePicture(void* context, int i, int worker) {
  (void)worker;
  comp_Picture* p = &((struct comp_Pictures*)context)->picture[i];
  if (p->status != FILE_OK || p->same) return;
  p->wrong = p->ktx ? keepKtx(SPEC_DATA(mjsTexture, p->e), &p->blob, &p->shared.image)
                    : png_load(&p->blob, p->nchannel, &p->shared);
}

static bool isSame(const comp_Picture* a, const comp_Picture* b) {
  return a->nchannel == b->nchannel && a->blob.size == b->blob.size &&
         !memcmp(a->blob.data, b->blob.data, a->blob.size);
}

static void findSame(struct comp_Pictures* all) {
  int head[NBUCKET];
  for (int i = 0; i < NBUCKET; i++) head[i] = -1;
  for (int i = 0; i < all->n; i++) {
    comp_Picture* p = &all->picture[i];
    if (p->status != FILE_OK || p->ktx) continue;
    int* first = &head[p->blob.size % NBUCKET];
    for (int k = *first; k >= 0 && !p->same; k = all->picture[k].next) {
      if (isSame(&all->picture[k], p)) p->same = &all->picture[k];
    }
    if (p->same) continue;
    p->next = *first;
    *first = i;
  }
}

// ---- listing files

static const char* const sideKey[NFACE] = {"fileright", "fileleft",  "fileup",
                                           "filedown",  "filefront", "fileback"};

// is the texture made of files?
static bool hasFiles(const mjsTexture* given) {
  const spec_Vec* data = given->data;
  return !data->size && given->builtin == mjBUILTIN_NONE &&
         (given->nchannel == 1 || given->nchannel == 3 || given->nchannel == 4);
}

// lists the files of a texture; to: NULL (only counts them), or where to write them
static int listFiles(const comp_Compile* c, const spec_Element* e, comp_Picture* to) {
  const mjsTexture* given = SPEC_DATA(mjsTexture, e);
  if (!hasFiles(given)) return 0;
  int n = 0;
  const bool one = *vec_text(given->file);
  for (int face = 0; face < NFACE && (!one || !face); face++) {
    const char* file = one ? vec_text(given->file) : vec_textAt(given->cubefiles, face);
    if (!*file) continue;
    if (to) {
      to[n] = (comp_Picture){.vfs = c->vfs,
                             .e = e,
                             .key = one ? "file" : sideKey[face],
                             .file = file,
                             .nchannel = given->nchannel,
                             .next = -1};
    }
    n++;
  }
  return n;
}

bool comp_readPictures(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_TEXTURE];
  int n = 0;
  for (int i = 0; i < list->n; i++) n += listFiles(c, list->item[i], NULL);
  struct comp_Pictures* all = comp_alloc(c, 1, sizeof *all + (size_t)n * sizeof *all->picture);
  if (!all) return false;
  c->pictures = all;
  for (int i = 0; i < list->n; i++) {
    c->texture[i].picture = &all->picture[all->n];
    c->texture[i].npicture = listFiles(c, list->item[i], &all->picture[all->n]);
    all->n += c->texture[i].npicture;
  }
  ASSERT(all->n == n);
  pool_Pool* pool = comp_makePool(c, n);
  pool_run(pool, openPicture, all, n);
  findSame(all);
  pool_run(pool, decodePicture, all, n);
  pool_free(pool);
  for (int i = 0; i < n; i++) {
    if (all->picture[i].status == FILE_OK) vfs_close(&all->picture[i].blob);
  }
  return true;
}

void comp_freePictures(comp_Compile* c) {
  struct comp_Pictures* all = c->pictures;
  for (int i = 0; all && i < all->n; i++) {
    text_free(&all->picture[i].path);
    png_release(&all->picture[i].shared);
  }
}

// the image of a file; NULL after an error
static const png_Image* imageOf(comp_Compile* c, const comp_Picture* p) {
  const comp_Picture* source = p->same ? p->same : p;
  const char* wrong = p->status == FILE_OK ? source->wrong : file_statusText(p->status);
  if (p->path.failed) {
    diag_noMemory(c->diag);
  } else if (wrong) {
    comp_error(c, p->e, "%s: '%s': %s", p->key, text_get(&p->path), wrong);
  }
  return c->diag->failed ? NULL : &source->shared.image;
}

// ---- how files are combined

static bool isSquare(comp_Compile* c, const comp_Picture* p, const png_Image* image) {
  if (image->width == image->height) return true;
  comp_error(c, p->e, "%s: '%s' is %d x %d pixels; the side of a cube must be square", p->key,
             p->file, image->width, image->height);
  return false;
}

static void setColorspace(const mjsTexture* given, const png_Image* image, comp_Texture* texture) {
  if (given->colorspace != mjCOLORSPACE_AUTO) return;
  texture->colorspace = image->srgb ? mjCOLORSPACE_SRGB : mjCOLORSPACE_LINEAR;
}

static void setSize(comp_Texture* texture, const mjsTexture* given, const png_Image* image,
                    int width, int height) {
  texture->width = width;
  texture->height = height;
  setColorspace(given, image, texture);
}

static bool cutGrid(comp_Compile* c, const spec_Element* e, const png_Image* image,
                    comp_Texture* texture) {
  static const char letters[NFACE + 1] = "RLUDFB";
  const mjsTexture* given = SPEC_DATA(mjsTexture, e);
  const int nrow = given->gridsize[0], ncol = given->gridsize[1];
  if (nrow < 1 || ncol < 1 || nrow > MOST_CELLS || ncol > MOST_CELLS || nrow * ncol > MOST_CELLS) {
    comp_error(c, e, "gridsize: %d x %d; there must be 1 to %d squares", nrow, ncol, MOST_CELLS);
    return false;
  }
  const int side = image->width / ncol;
  if (side * ncol != image->width || side * nrow != image->height) {
    comp_error(
        c, e,
        "gridsize: an image of %d x %d pixels cannot be cut into %d columns and %d rows of squares",
        image->width, image->height, ncol, nrow);
    return false;
  }
  setSize(texture, given, image, side, NFACE * side);
  texture->cut = true;
  for (int cell = 0; cell < nrow * ncol; cell++) {
    const char* at = strchr(letters, given->gridlayout[cell]);
    if (at && *at) {
      texture->side[at - letters] = (comp_Side){image, cell / ncol * side, cell % ncol * side};
    } else if (given->gridlayout[cell] != '.') {
      comp_error(c, e, "gridlayout: '%c' is none of the letters .RLUDFB", given->gridlayout[cell]);
      return false;
    }
  }
  return true;
}

static bool fromOne(comp_Compile* c, const spec_Element* e, comp_Texture* texture) {
  const mjsTexture* given = SPEC_DATA(mjsTexture, e);
  const bool cube = given->type != mjTEXTURE_2D;
  const png_Image* image = imageOf(c, texture->picture);
  if (!image) return false;
  if (cube && (given->gridsize[0] != 1 || given->gridsize[1] != 1)) {
    return cutGrid(c, e, image, texture);
  }
  if (cube && !isSquare(c, texture->picture, image)) return false;
  setSize(texture, given, image, image->width, image->height);
  texture->nchannel = image->nchannel;
  texture->whole = image;
  return true;
}

static bool addSide(comp_Compile* c, const mjsTexture* given, int face, const comp_Picture* p,
                    comp_Texture* texture) {
  const png_Image* image = imageOf(c, p);
  if (!image || !isSquare(c, p, image)) return false;
  if (!texture->cut) setSize(texture, given, image, image->width, NFACE * image->width);
  texture->cut = true;
  texture->side[face] = (comp_Side){image, 0, 0};
  if (image->width == texture->width) return true;
  comp_error(c, p->e, "%s: '%s' has %d pixels a side, the other sides have %d", p->key, p->file,
             image->width, texture->width);
  return false;
}

bool comp_textureFiles(comp_Compile* c, const spec_Element* e, const mjsTexture* given,
                       comp_Texture* texture) {
  if (*vec_text(given->file)) return fromOne(c, e, texture);
  const comp_Picture* p = texture->picture;
  for (int face = 0; face < NFACE; face++) {
    if (!*vec_textAt(given->cubefiles, face)) continue;
    if (given->type == mjTEXTURE_2D) {
      comp_error(c, e, "%s: only a cube or skybox has sides; give file, or type=\"cube\"",
                 sideKey[face]);
      return false;
    }
    if (!addSide(c, given, face, p++, texture)) return false;
  }
  ASSERT(p == texture->picture + texture->npicture);
  if (texture->cut) return true;
  comp_error(c, e, "it has no content; give builtin, file, or files for the sides of a cube");
  return false;
}

// ---- pixels

// copies a row of an image that may be flipped, n pixels from col on
static void copyRow(unsigned char* to, const mjsTexture* given, const png_Image* image, int row,
                    int col, int n) {
  const size_t nchannel = (size_t)image->nchannel, width = (size_t)image->width;
  const int source = given->vflip ? image->height - 1 - row : row;
  const unsigned char* from = image->pixel + (size_t)source * width * nchannel;
  if (!given->hflip) {
    memcpy(to, from + (size_t)col * nchannel, (size_t)n * nchannel);
    return;
  }
  for (int k = 0; k < n; k++, to += nchannel) {
    memcpy(to, from + (width - 1 - (size_t)(col + k)) * nchannel, nchannel);
  }
}

void comp_paintData(const mjsTexture* given, const comp_Texture* texture, unsigned char* pixel) {
  png_Image image = {.width = texture->width,
                     .height = texture->height,
                     .nchannel = texture->nchannel,
                     .pixel = texture->pixel};
  for (int r = 0; r < image.height; r++) {
    copyRow(pixel, given, &image, r, 0, image.width);
    pixel += (size_t)image.width * (size_t)image.nchannel;
  }
}

// copies a square of an image to a face of the cube
static void copySide(unsigned char* to, const mjsTexture* given, const comp_Side* side, int n) {
  const png_Image* image = side->image;
  ASSERT(side->row + n <= image->height && side->col + n <= image->width);
  for (int r = 0; r < n; r++, to += (size_t)n * (size_t)image->nchannel) {
    copyRow(to, given, image, side->row + r, side->col, n);
  }
}

static void fillSide(unsigned char* to, const mjsTexture* given, size_t nchannel, size_t n) {
  unsigned char color[4];
  for (size_t k = 0; k < nchannel; k++) {
    const double value = k < 3 ? given->rgb1[k] : 1;
    color[k] = (unsigned char)(255 * (value < 0 ? 0 : value > 1 ? 1 : value));
  }
  for (size_t i = 0; i < n; i++) memcpy(to + i * nchannel, color, nchannel);
  for (size_t r = 1; r < n; r++) memcpy(to + r * n * nchannel, to, n * nchannel);
}

void comp_paintFiles(const mjsTexture* given, const comp_Texture* texture, unsigned char* pixel) {
  const size_t nchannel = (size_t)texture->nchannel, n = (size_t)texture->width;
  ASSERT((texture->whole != NULL) != texture->cut);
  for (int r = 0; r < texture->height && texture->whole; r++) {
    copyRow(pixel + (size_t)r * n * nchannel, given, texture->whole, r, 0, texture->width);
  }
  for (int i = 0; i < NFACE && texture->cut; i++, pixel += n * n * nchannel) {
    if (texture->side[i].image) {
      copySide(pixel, given, &texture->side[i], texture->width);
    } else {
      fillSide(pixel, given, nchannel, n);
    }
  }
}
