// Textures from PNG files: one image, a grid of squares in one image that are sides of a cube, or a
// file for each side. Sides that are nowhere get the colour rgb1. Images are flipped before they
// are cut. A KTX file is for whoever draws: it is kept as it is, as one row of bytes.
//   files -> width, height, pixels
#include <string.h>

#include "asset/png_read.h"
#include "asset/texture_builtin.h"
#include "base/assert.h"
#include "base/mem.h"
#include "compile/compile_texture.h"
#include "spec/asset_file.h"

#define MOST_TEXTURE_FILE ((size_t)1 << 30)

enum { MOST_CELLS = 12 };

static void swapBytes(unsigned char* a, unsigned char* b, size_t n) {
  for (size_t k = 0; k < n; k++) {
    const unsigned char t = a[k];
    a[k] = b[k];
    b[k] = t;
  }
}

static void flipImage(png_Image* image, bool horizontal, bool vertical) {
  const size_t n = (size_t)image->nchannel, w = (size_t)image->width, h = (size_t)image->height;
  for (size_t r = 0; vertical && r < h / 2; r++) {
    swapBytes(image->pixel + r * w * n, image->pixel + (h - 1 - r) * w * n, w * n);
  }
  for (size_t r = 0; horizontal && r < h; r++) {
    unsigned char* row = image->pixel + r * w * n;
    for (size_t col = 0; col < w / 2; col++) swapBytes(row + col * n, row + (w - 1 - col) * n, n);
  }
}

// KTX files of version 1 and 2 begin with twelve bytes that are theirs alone
static bool isKtx(const vfs_Blob* blob) {
  static const char magic[2][13] = {"\xabKTX 11\xbb\r\n\x1a\n", "\xabKTX 20\xbb\r\n\x1a\n"};
  const size_t n = sizeof magic[0] - 1;
  return blob->size > n && (!memcmp(blob->data, magic[0], n) || !memcmp(blob->data, magic[1], n));
}

// the bytes of a KTX file as an image; NULL, or what is wrong
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

// contents of a file -> image; NULL, or what is wrong
static const char* decode(const mjsTexture* given, const char* file, const vfs_Blob* blob,
                          int nchannel, png_Image* image) {
  char type[ASSET_TYPE_SIZE];
  asset_type(type, vec_text(given->content_type), file);
  if (!strcmp(type, "image/ktx")) return keepKtx(given, blob, image);
  const char* wrong = png_load(blob->data, blob->size, nchannel, image);
  if (!wrong) flipImage(image, given->hflip, given->vflip);
  return wrong;
}

// a file -> image, flipped; false: an error was told
static bool readImage(comp_Compile* c, const spec_Element* e, const char* key, const char* file,
                      int nchannel, png_Image* image) {
  const mjsTexture* given = SPEC_DATA(mjsTexture, e);
  text_Text path = {0};
  vfs_Blob blob;
  const file_Status status = asset_open(c->vfs, e, vec_text(e->compiler->texturedir), file,
                                        MOST_TEXTURE_FILE, &blob, &path);
  const char* wrong = status == FILE_OK ? NULL : file_statusText(status);
  if (status == FILE_OK) {
    wrong = decode(given, file, &blob, nchannel, image);
    vfs_close(&blob);
  }
  if (path.failed) {
    diag_noMemory(c->diag);
  } else if (wrong) {
    comp_error(c, e, "%s: '%s': %s", key, text_get(&path), wrong);
  }
  text_free(&path);
  return !c->diag->failed;
}

static bool isSquare(comp_Compile* c, const spec_Element* e, const char* key, const char* file,
                     const png_Image* image) {
  if (image->width == image->height) return true;
  comp_error(c, e, "%s: '%s' is %d x %d pixels; the side of a cube must be square", key, file,
             image->width, image->height);
  return false;
}

static void setColorspace(const mjsTexture* given, const png_Image* image, comp_Texture* texture) {
  if (given->colorspace != mjCOLORSPACE_AUTO) return;
  texture->colorspace = image->srgb ? mjCOLORSPACE_SRGB : mjCOLORSPACE_LINEAR;
}

// room for the pixels, all of them rgb1
static bool makeRoom(comp_Compile* c, const mjsTexture* given, int width, int height,
                     comp_Texture* texture) {
  const size_t n = (size_t)texture->nchannel;
  texture->width = width;
  texture->height = height;
  texture->pixel = comp_alloc(c, height, (size_t)width * n);
  if (!texture->pixel) return false;
  for (size_t i = 0; i < (size_t)width * (size_t)height; i++) {
    for (size_t k = 0; k < n; k++) {
      const double value = k < 3 ? given->rgb1[k] : 1;
      texture->pixel[i * n + k] = (unsigned char)(255 * (value < 0 ? 0 : value > 1 ? 1 : value));
    }
  }
  return true;
}

// a square of an image, from (row, col) on, becomes a side
static void copySide(comp_Texture* texture, int face, const png_Image* image, int row, int col) {
  const size_t n = (size_t)texture->nchannel, side = (size_t)texture->width;
  ASSERT(face >= 0 && face < NFACE && image->nchannel == texture->nchannel);
  ASSERT(row + texture->width <= image->height && col + texture->width <= image->width);
  unsigned char* to = texture->pixel + (size_t)face * side * side * n;
  for (size_t r = 0; r < side; r++) {
    const size_t from = ((size_t)row + r) * (size_t)image->width + (size_t)col;
    memcpy(to + r * side * n, image->pixel + from * n, side * n);
  }
}

// ---- one file

static bool takeWhole(comp_Compile* c, const mjsTexture* given, const png_Image* image,
                      comp_Texture* texture) {
  texture->width = image->width;
  texture->height = image->height;
  texture->nchannel = image->nchannel;
  const size_t row = (size_t)image->width * (size_t)image->nchannel;
  texture->pixel = comp_alloc(c, image->height, row);
  if (!texture->pixel) return false;
  setColorspace(given, image, texture);
  memcpy(texture->pixel, image->pixel, row * (size_t)image->height);
  return true;
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
  if (!makeRoom(c, given, side, NFACE * side, texture)) return false;
  setColorspace(given, image, texture);
  for (int cell = 0; cell < nrow * ncol; cell++) {
    const char* at = strchr(letters, given->gridlayout[cell]);
    if (at && *at) {
      copySide(texture, (int)(at - letters), image, cell / ncol * side, cell % ncol * side);
    } else if (given->gridlayout[cell] != '.') {
      comp_error(c, e, "gridlayout: '%c' is none of the letters .RLUDFB", given->gridlayout[cell]);
      return false;
    }
  }
  return true;
}

static bool fromOne(comp_Compile* c, const spec_Element* e, comp_Texture* texture) {
  const mjsTexture* given = SPEC_DATA(mjsTexture, e);
  const char* file = vec_text(given->file);
  const bool cube = given->type != mjTEXTURE_2D;
  const bool grid = cube && (given->gridsize[0] != 1 || given->gridsize[1] != 1);
  png_Image image = {0};
  bool ok = readImage(c, e, "file", file, texture->nchannel, &image);
  if (ok && grid) {
    ok = cutGrid(c, e, &image, texture);
  } else if (ok) {
    ok = (!cube || isSquare(c, e, "file", file, &image)) && takeWhole(c, given, &image, texture);
  }
  mem_free(image.pixel);
  return ok;
}

// ---- one file for each side

static bool addSide(comp_Compile* c, const spec_Element* e, int face, const char* key,
                    comp_Texture* texture) {
  const mjsTexture* given = SPEC_DATA(mjsTexture, e);
  const char* file = vec_textAt(given->cubefiles, face);
  png_Image image = {0};
  bool ok =
      readImage(c, e, key, file, texture->nchannel, &image) && isSquare(c, e, key, file, &image);
  if (ok && !texture->pixel) {
    ok = makeRoom(c, given, image.width, NFACE * image.width, texture);
    setColorspace(given, &image, texture);
  }
  if (ok && image.width != texture->width) {
    comp_error(c, e, "%s: '%s' has %d pixels a side, the other sides have %d", key, file,
               image.width, texture->width);
    ok = false;
  }
  if (ok) copySide(texture, face, &image, 0, 0);
  mem_free(image.pixel);
  return ok;
}

bool comp_textureFiles(comp_Compile* c, const spec_Element* e, const mjsTexture* given,
                       comp_Texture* texture) {
  static const char* const key[NFACE] = {"fileright", "fileleft",  "fileup",
                                         "filedown",  "filefront", "fileback"};
  if (*vec_text(given->file)) return fromOne(c, e, texture);
  bool any = false;
  for (int face = 0; face < NFACE; face++) {
    if (!*vec_textAt(given->cubefiles, face)) continue;
    if (given->type == mjTEXTURE_2D) {
      comp_error(c, e, "%s: only a cube or skybox has sides; give file, or type=\"cube\"",
                 key[face]);
      return false;
    }
    if (!addSide(c, e, face, key[face], texture)) return false;
    any = true;
  }
  if (any) return true;
  comp_error(c, e, "it has no content; give builtin, file, or files for the sides of a cube");
  return false;
}
