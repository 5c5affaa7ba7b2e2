// Fast decoder of common PNG images, without libpng.
#ifndef SINEW_ASSET_PNG_PLAIN_H_
#define SINEW_ASSET_PNG_PLAIN_H_

#include "asset/png_read.h"

// Decodes an image with 8 bits per channel that is gray, RGB or RGBA, not interlaced and without
// transparent colors, to as many channels as png_decode; sets all members except srgb. Returns
// false, and allocates nothing, if the file is of another kind, damaged or too large, or if out of
// memory
bool png_decodePlain(const void* data, size_t size, int nchannel, png_Image* image);

#endif
