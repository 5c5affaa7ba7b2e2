// Built-in textures.
#ifndef SINEW_ASSET_TEXTURE_BUILTIN_H_
#define SINEW_ASSET_TEXTURE_BUILTIN_H_

#include <sinew/spec.h>

#include "base/arena.h"
#include "base/pool.h"

// sides of a cube, in the order in which they are stored, one below the other
enum { FACE_RIGHT, FACE_LEFT, FACE_UP, FACE_DOWN, FACE_FRONT, FACE_BACK, NFACE };

// pixels (height x width x nchannel) of a pattern; a cube has six squares, whatever the height.
// pool: threads that may help, or NULL. false: memory is short
bool texture_paint(arena_Arena* scratch, pool_Pool* pool, const mjsTexture* given, int width,
                   int height, int nchannel, unsigned char* pixel);

#endif
