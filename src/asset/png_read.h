// PNG images from memory, decoded to 8 bits per channel.
#ifndef SINEW_ASSET_PNG_READ_H_
#define SINEW_ASSET_PNG_READ_H_

#include <stdbool.h>
#include <stddef.h>

#include "asset/asset_cache.h"
#include "io/vfs.h"

enum { PNG_MOST_SIDE = 1 << 15, PNG_MOST_PIXELS = 1 << 27 };

typedef struct {
  int width, height, nchannel;
  unsigned char* pixel;  // rows from the top; mem_free it
  bool srgb;             // the file says that its colours are sRGB
} png_Image;

// decodes to 1 (gray, or the red of colours), 3 (RGB) or 4 (RGBA) channels; NULL, or what is wrong
const char* png_decode(const void* data, size_t size, int nchannel, png_Image* image);

// an image that others may use too: its pixels are only read
typedef struct {
  png_Image image;
  cache_Entry* entry;  // that has the pixels; NULL: they are this one's
} png_Shared;

// a file -> image, through the cache of assets, which may take over the memory of the file; NULL,
// or what is wrong
const char* png_load(vfs_Blob* file, int nchannel, png_Shared* shared);
void png_release(png_Shared* shared);

#endif
