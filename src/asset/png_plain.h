// The plain ones among PNG images, without libpng.
#ifndef SINEW_ASSET_PNG_PLAIN_H_
#define SINEW_ASSET_PNG_PLAIN_H_

#include "asset/png_read.h"

// decodes an image of 8 bits per channel that is gray, RGB or RGBA, not interlaced and without
// transparent colours, to as many channels as png_decode has; everything but srgb is set. false:
// the file is of another kind, damaged or too large, or memory is short; nothing is kept
bool png_decodePlain(const void* data, size_t size, int nchannel, png_Image* image);

#endif
