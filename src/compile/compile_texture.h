// A texture while a model is compiled.
#ifndef SINEW_COMPILE_COMPILE_TEXTURE_H_
#define SINEW_COMPILE_COMPILE_TEXTURE_H_

#include "compile/compile.h"

typedef struct comp_Texture {
  int width, height, nchannel, colorspace;
  unsigned char* pixel;  // in scratch; NULL: a pattern, to be painted
} comp_Texture;

// pixels from the files of a texture: one image, one image cut into the sides of a cube, or one
// file for each side; nchannel is set. false: an error was told
bool comp_textureFiles(comp_Compile* c, const spec_Element* e, const mjsTexture* given,
                       comp_Texture* texture);

#endif
