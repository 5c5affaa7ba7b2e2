// Decoded images in the cache of assets: the struct, then its pixels. A hit is copied, since who
// decodes an image may change it.
#include <string.h>

#include "asset/asset_cache.h"
#include "asset/png_read.h"
#include "base/mem.h"

static size_t pixelBytes(const png_Image* image) {
  return (size_t)image->width * (size_t)image->height * (size_t)image->nchannel;
}

static void fill(void* value, const void* from) {
  const png_Image* image = from;
  png_Image* copy = value;
  *copy = *image;
  copy->pixel = (unsigned char*)(copy + 1);
  memcpy(copy->pixel, image->pixel, pixelBytes(image));
}

static const char* copyOut(const png_Image* cached, png_Image* image) {
  *image = *cached;
  image->pixel = mem_alloc(pixelBytes(cached));
  if (!image->pixel) return "out of memory";
  memcpy(image->pixel, cached->pixel, pixelBytes(cached));
  return NULL;
}

const char* png_load(const void* data, size_t size, int nchannel, png_Image* image) {
  const cache_Key key = {CACHE_IMAGE, &nchannel, sizeof nchannel, data, size};
  cache_Entry* entry = cache_find(&key);
  if (entry) {
    const char* wrong = copyOut(cache_value(entry), image);
    cache_release(entry);
    return wrong;
  }
  const char* wrong = png_decode(data, size, nchannel, image);
  if (!wrong) cache_add(&key, sizeof *image + pixelBytes(image), fill, image);
  return wrong;
}
