// A texture while a model is compiled.
#ifndef SINEW_COMPILE_COMPILE_TEXTURE_H_
#define SINEW_COMPILE_COMPILE_TEXTURE_H_

#include "asset/png_read.h"
#include "asset/texture_builtin.h"
#include "base/text.h"
#include "compile/compile.h"

// a file that a texture needs, and what it is
typedef struct comp_Picture comp_Picture;
struct comp_Picture {
  const mjVFS* vfs;
  const spec_Element* e;
  const char *key, *file;
  int nchannel;
  file_Status status;
  text_Text path;  // where it is, or was looked for
  vfs_Blob blob;   // until it is decoded
  bool ktx;
  const char* wrong;  // with its contents; NULL: there is an image
  png_Shared shared;
  const comp_Picture* same;  // an earlier one with the same contents has the image
  int next;                  // the next one of those that may have the same contents
};

// where a side of a cube is cut from; no picture: nowhere
typedef struct {
  const png_Image* image;
  int row, col;
} comp_Side;

typedef struct comp_Texture {
  int width, height, nchannel, colorspace;
  unsigned char* pixel;   // given by the program
  comp_Picture* picture;  // of its files, in the order of the faces or one
  int npicture;
  const png_Image* whole;  // it is one picture as it is
  bool cut;                // it has sides
  comp_Side side[NFACE];
} comp_Texture;

// ---- compile_texture_file.c

// files of all textures of the list, opened and decoded in parallel; what is wrong with them is
// told by comp_textureFiles
bool comp_readPictures(comp_Compile* c);
// how a texture is put together from its files: one image, one image cut into the sides of a cube,
// or one file for each side; nchannel is set. false: an error was told
bool comp_textureFiles(comp_Compile* c, const spec_Element* e, const mjsTexture* given,
                       comp_Texture* texture);
// its pixels: those that the program gave, those of files
void comp_paintData(const mjsTexture* given, const comp_Texture* texture, unsigned char* pixel);
void comp_paintFiles(const mjsTexture* given, const comp_Texture* texture, unsigned char* pixel);

#endif
