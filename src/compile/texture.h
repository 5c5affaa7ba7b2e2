// A texture while a model is compiled.
#ifndef SINEW_COMPILE_TEXTURE_H_
#define SINEW_COMPILE_TEXTURE_H_

#include "compile/compile.h"

// sides of a cube, in the order in which they are stored, one below the other
enum { FACE_RIGHT, FACE_LEFT, FACE_UP, FACE_DOWN, FACE_FRONT, FACE_BACK, NFACE };

typedef struct comp_Texture {
  int width, height, nchannel, colorspace;
  unsigned char* pixel;  // in scratch; NULL: a pattern, to be painted
} comp_Texture;

// pixels from the files of a texture: one image, one image cut into the sides of a cube, or one
// file for each side; nchannel is set. false: an error was told
bool texture_fromFiles(comp_Compile* c, const spec_Element* e, const mjsTexture* given,
                       comp_Texture* texture);
// pixels of a built-in pattern, width and height are set. false: memory is short, which was told
bool texture_paint(comp_Compile* c, const mjsTexture* given, const comp_Texture* texture,
                   unsigned char* pixel);

#endif
