// Textures with mipmaps, built once and sampled at WIDE points at a time (texture_sampler.h).
#ifndef SINEW_RENDER_TEXTURE_H_
#define SINEW_RENDER_TEXTURE_H_

#include <sinew/model.h>

#include "render/paint.h"

// makes a texture of the model with its mipmaps, in one block; NULL: out of memory, or an
// unsupported size or number of channels (3 or 4)
paint_Texture* texture_make(const mjModel* m, int texid);

#endif
