// Procedural (built-in) textures.
#ifndef SINEW_ASSET_TEXTURE_BUILTIN_H_
#define SINEW_ASSET_TEXTURE_BUILTIN_H_

#include <sinew/spec.h>

#include "base/arena.h"
#include "base/pool.h"

// faces of a cube map, in the order in which they are stored, one below the other
enum { FACE_RIGHT, FACE_LEFT, FACE_UP, FACE_DOWN, FACE_FRONT, FACE_BACK, NFACE };

// Paints the pixels (height x width x nchannel) of a pattern; a cube has six squares, whatever the
// height. pool: thread pool to use, or NULL. Returns false if out of memory
bool texture_paint(arena_Arena* scratch, pool_Pool* pool, const mjsTexture* given, int width,
                   int height, int nchannel, unsigned char* pixel);

#endif
