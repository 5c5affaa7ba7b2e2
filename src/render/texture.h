// Textures: images with halved copies, made once, looked up for eight points at a time
// (texture_look.h).
#ifndef SINEW_RENDER_TEXTURE_H_
#define SINEW_RENDER_TEXTURE_H_

#include <sinew/model.h>

#include "render/paint.h"

// the texture of a model with its halved copies, in one block; NULL if memory is short or the
// texture has neither 3 nor 4 channels
paint_Texture* texture_make(const mjModel* m, int texid);

#endif
