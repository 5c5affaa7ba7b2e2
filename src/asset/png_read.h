// PNG images from memory, decoded to 8 bits per channel.
#ifndef SINEW_ASSET_PNG_READ_H_
#define SINEW_ASSET_PNG_READ_H_

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  int width, height, nchannel;
  unsigned char* pixel;  // rows from the top; mem_free it
  bool srgb;             // the file says that its colours are sRGB
} png_Image;

// decodes to 1 (gray, or the red of colours), 3 (RGB) or 4 (RGBA) channels; NULL, or what is wrong
const char* png_decode(const void* data, size_t size, int nchannel, png_Image* image);
// the same, through the cache of assets
const char* png_load(const void* data, size_t size, int nchannel, png_Image* image);

#endif
