// Textures of a model: 4 bytes per pixel, 2D ones in sRGB converted to linear, with mipmaps down to
// one pixel.
#include "render/texture.h"

#include <string.h>

#include "base/mem.h"
#include "base/size.h"

// ---- pixels

static uint32_t pack(const int c[4]) {
  return (uint32_t)c[0] | (uint32_t)c[1] << 8 | (uint32_t)c[2] << 16 | (uint32_t)c[3] << 24;
}

// sRGB -> linear, rounded; x in 0 .. 255. By Newton's method on y = x^(12/5), which needs no libm
static int toLinear(int x) {
  const double s = x / 255.0;
  if (s <= 0.04045) return (int)(255 * s / 12.92 + 0.5);
  const double t = (s + 0.055) / 1.055, t2 = t * t;
  double root = t;  // fifth root of t^2
  for (int k = 0; k < 40; k++)
    root -= (root * root * root * root * root - t2) / (5 * root * root * root * root);
  return (int)(255 * t2 * root + 0.5);
}

// Rows are padded by one pixel, the right neighbor of the last: the first one again, or of cube
// maps the last.
static void endRows(uint32_t* image, int width, int height, bool wrap) {
  for (int y = 0; y < height; y++) {
    uint32_t* row = image + (size_t)y * (size_t)(width + 1);
    row[width] = wrap ? row[0] : row[width - 1];
  }
}

static void readImage(uint32_t* to, const mjtByte* from, int width, int height, int nchannel,
                      bool linear) {
  int table[256];
  for (int i = 0; i < 256; i++) table[i] = linear ? toLinear(i) : i;
  for (int y = 0; y < height; y++, to++) {
    for (int x = 0; x < width; x++, from += nchannel) {
      *to++ = pack((const int[4]){table[from[0]], table[from[1]], table[from[2]],
                                  nchannel == 4 ? from[3] : 255});
    }
  }
}

// next mipmap: means of four pixels; the last row or column of an odd size is dropped, a single one
// counts twice
static void halve(uint32_t* to, int width, int height, const uint32_t* from, int w, int h) {
  for (int y = 0; y < height; y++) {
    const int y0 = 2 * y < h ? 2 * y : h - 1, y1 = 2 * y + 1 < h ? 2 * y + 1 : h - 1;
    const uint32_t *low = from + (size_t)y0 * (size_t)(w + 1),
                   *high = from + (size_t)y1 * (size_t)(w + 1);
    for (int x = 0; x < width; x++) {
      const int x0 = 2 * x < w ? 2 * x : w - 1, x1 = 2 * x + 1 < w ? 2 * x + 1 : w - 1;
      const uint32_t p[4] = {low[x0], low[x1], high[x0], high[x1]};
      int sum[4];
      for (int k = 0; k < 4; k++) {
        sum[k] = 2;
        for (int i = 0; i < 4; i++) sum[k] += p[i] >> 8 * k & 255;
        sum[k] /= 4;
      }
      to[(size_t)y * (size_t)(width + 1) + (size_t)x] = pack(sum);
    }
  }
}

// ---- textures

static int half(int n) { return n > 1 ? n / 2 : 1; }

// number of pixels of all levels of one face
static size_t setLevels(paint_Texture* t, int width, int height) {
  size_t n = 0;
  for (t->nlevel = 0; t->nlevel < MOST_LEVELS; t->nlevel++) {
    t->width[t->nlevel] = width;
    t->height[t->nlevel] = height;
    n += ((size_t)width + 1) * (size_t)height;
    if (width == 1 && height == 1) {
      t->nlevel++;
      break;
    }
    width = half(width);
    height = half(height);
  }
  return n;
}

// images of all levels and faces, one behind the other
static void fillLevels(paint_Texture* t, uint32_t* image, const mjModel* m, int texid, int nface,
                       int nimage) {
  const int width = t->width[0], height = t->height[0], nchannel = m->tex_nchannel[texid];
  const mjtByte* data = m->tex_data + m->tex_adr[texid];
  const bool flat = nface == 1, linear = flat && m->tex_colorspace[texid] == mjCOLORSPACE_SRGB;
  const size_t area = (size_t)width * (size_t)height;
  uint32_t* at = image;
  for (int k = 0; k < t->nlevel; k++) {
    const size_t size = ((size_t)t->width[k] + 1) * (size_t)t->height[k];
    t->begin[k] = (int)(at - image);
    for (int f = 0; f < nface; f++, at += size) {
      if (!k) {
        readImage(at, data + (nimage == 6 ? (size_t)f : 0) * area * (size_t)nchannel, width, height,
                  nchannel, linear);
      } else {
        const size_t before = ((size_t)t->width[k - 1] + 1) * (size_t)t->height[k - 1];
        halve(at, t->width[k], t->height[k], image + t->begin[k - 1] + (size_t)f * before,
              t->width[k - 1], t->height[k - 1]);
      }
      endRows(at, t->width[k], t->height[k], flat);
    }
  }
}

// interleaves each pixel with that of the next row; the last row is followed by the first, or of
// cube maps by itself
static void pairRows(const paint_Texture* t, uint32_t* to, const uint32_t* image, int nface) {
  for (int k = 0; k < t->nlevel; k++) {
    const size_t stride = (size_t)t->width[k] + 1, height = (size_t)t->height[k];
    for (int f = 0; f < nface; f++, image += stride * height) {
      for (size_t y = 0; y < height; y++) {
        const size_t next = y + 1 < height ? y + 1 : nface == 1 ? 0 : y;
        for (size_t x = 0; x < stride; x++, to += 2) {
          to[0] = image[y * stride + x];
          to[1] = image[next * stride + x];
        }
      }
    }
  }
}

paint_Texture* texture_make(const mjModel* m, int texid) {
  const int width = m->tex_width[texid], nchannel = m->tex_nchannel[texid];
  const bool cube = m->tex_type[texid] != mjTEXTURE_2D;
  // a cube map has one image for all faces, or six below each other
  const int height = cube ? width : m->tex_height[texid];
  const int nface = cube ? 6 : 1, nimage = cube && m->tex_height[texid] >= 6 * width ? 6 : 1;
  if (width < 1 || m->tex_height[texid] < 1 || (nchannel != 3 && nchannel != 4)) return NULL;
  if (cube && m->tex_height[texid] < width) return NULL;
  paint_Texture shape = {.type = m->tex_type[texid], .clear = nchannel == 4};
  const size_t count = setLevels(&shape, width, height) * (size_t)nface;
  if (count > INT32_MAX / 2) return NULL;
  paint_Texture* t = mem_alloc(sizeof *t + 2 * count * sizeof(uint32_t));
  uint32_t* image = t ? mem_alloc(count * sizeof *image) : NULL;
  if (image) {
    *t = shape;
    t->pixel = (const int32_t*)(const void*)(t + 1);
    fillLevels(t, image, m, texid, nface, nimage);
    pairRows(t, (uint32_t*)(t + 1), image, nface);
  } else {
    mem_free(t);
    t = NULL;
  }
  mem_free(image);
  return t;
}
