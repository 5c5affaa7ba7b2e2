// Built-in textures.
#ifndef SINEW_ASSET_TEXTURE_BUILTIN_H_
#define SINEW_ASSET_TEXTURE_BUILTIN_H_

#include <sinew/spec.h>

#include "base/arena.h"

// sides of a cube, in the order in which they are stored, one below the other
enum { FACE_RIGHT, FACE_LEFT, FACE_UP, FACE_DOWN, FACE_FRONT, FACE_BACK, NFACE };

// pixels (height x width x nchannel) of a pattern; a cube has six squares, whatever the height.
// false: memory is short
bool texture_paint(arena_Arena* scratch, const mjsTexture* given, int width, int height,
                   int nchannel, unsigned char* pixel);

#endif
