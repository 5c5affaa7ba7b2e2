// Textures while a model is compiled.
#ifndef SINEW_COMPILE_COMPILE_TEXTURE_H_
#define SINEW_COMPILE_COMPILE_TEXTURE_H_

#include "asset/png_read.h"
#include "asset/texture_builtin.h"
#include "base/text.h"
#include "compile/compile.h"

// an image file that a texture requires, and its contents
typedef struct comp_Picture comp_Picture;
struct comp_Picture {
  const mjVFS* vfs;
  const spec_Element* e;
  const char *key, *file;
  int nchannel;
  file_Status status;
  text_Text path;  // where it was found, or looked for
  vfs_Blob blob;   // until it is decoded
  bool ktx;
  const char* wrong;  // error in its contents; NULL: it has an image
  png_Shared shared;
  const comp_Picture* same;  // an earlier picture with the same contents, which owns the image
  int next;                  // next picture that may have the same contents
};

// position in an image from which a face of a cube map is cut; no image: the face is not given
typedef struct {
  const png_Image* image;
  int row, col;
} comp_Side;

typedef struct comp_Texture {
  int width, height, nchannel, colorspace;
  unsigned char* pixel;   // given by the program
  comp_Picture* picture;  // its files: one for each face in order, or a single one
  int npicture;
  const png_Image* whole;  // the texture is this image, uncut
  bool cut;                // the texture has faces of a cube
  comp_Side side[NFACE];
} comp_Texture;

// ---- compile_texture_file.c

// Opens and decodes the files of all textures of the list in parallel; comp_textureFiles reports
// their errors
bool comp_readPictures(comp_Compile* c);
// How a texture is composed of its files: one image, one image cut into the faces of a cube, or one
// file for each face; nchannel is set. Returns false after an error
bool comp_textureFiles(comp_Compile* c, const spec_Element* e, const mjsTexture* given,
                       comp_Texture* texture);
// writes its pixels: those given by the program, or those of files
void comp_paintData(const mjsTexture* given, const comp_Texture* texture, unsigned char* pixel);
void comp_paintFiles(const mjsTexture* given, const comp_Texture* texture, unsigned char* pixel);

#endif
