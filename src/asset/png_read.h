// PNG decoder: images from a memory buffer to 8 bits per channel.
#ifndef SINEW_ASSET_PNG_READ_H_
#define SINEW_ASSET_PNG_READ_H_

#include <stdbool.h>
#include <stddef.h>

#include "asset/asset_cache.h"
#include "io/vfs.h"

enum { PNG_MOST_SIDE = 1 << 15, PNG_MOST_PIXELS = 1 << 27 };

typedef struct {
  int width, height, nchannel;
  unsigned char* pixel;  // rows from the top; free with mem_free
  bool srgb;             // the file says that its color space is sRGB
} png_Image;

// Decodes to 1 (gray, or the red channel of colors), 3 (RGB) or 4 (RGBA) channels. Returns NULL, or
// an error message
const char* png_decode(const void* data, size_t size, int nchannel, png_Image* image);

// an image that may be shared through the cache: its pixels are read-only
typedef struct {
  png_Image image;
  cache_Entry* entry;  // cache entry that owns the pixels; NULL: the image itself owns them
} png_Shared;

// Decodes a file through the asset cache, which may take ownership of the file's memory. Returns
// NULL, or an error message
const char* png_load(vfs_Blob* file, int nchannel, png_Shared* shared);
void png_release(png_Shared* shared);

#endif
