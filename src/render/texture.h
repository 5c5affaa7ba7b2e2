// Textures with mipmaps, built once and sampled at WIDE points at a time (texture_sampler.h).
#ifndef SINEW_RENDER_TEXTURE_H_
#define SINEW_RENDER_TEXTURE_H_

#include <sinew/model.h>

#include "render/paint.h"

// the texture of a model with its mipmaps, in one block; NULL if memory is short or the
// texture has neither 3 nor 4 channels
paint_Texture* texture_make(const mjModel* m, int texid);

#endif
