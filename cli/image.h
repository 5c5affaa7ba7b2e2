// Files of pictures: PNG, animated PNG, and films without compression (YUV4MPEG2). A kind is a row
// of a table of functions that append bytes; frames can be coded in any order, on any thread.
#ifndef SINEW_CLI_IMAGE_H_
#define SINEW_CLI_IMAGE_H_

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

typedef struct {
  int width, height;
  bool grey;     // pixels are 16 bits of grey, the high byte first, else 3 bytes of colour
  int num, den;  // frames a second, num / den
  long nframe;   // that are planned
} image_Form;

typedef struct {
  const char* extension;  // ".png"
  bool film;              // it has several frames
  bool grey;              // it can have 16 bits of grey
  bool needsBefore;       // a frame is coded by what has changed since the one before it
  void (*begin)(text_Text* out, const image_Form* form);
  // the k-th frame, rows from the upper one down; before: the frame before it, NULL for the first
  void (*frame)(text_Text* out, const image_Form* form, long k, const uint8_t* pixels,
                const uint8_t* before);
  // corrects the file if another number of frames was written than planned; NULL: nothing to do
  bool (*end)(FILE* file, const image_Form* form, long nframe);
} image_Kind;

// the kind of a path, by its extension, "-" is .y4m; NULL: there is none
const image_Kind* image_kindOf(const char* path);

static inline int image_pixelBytes(const image_Form* form) { return form->grey ? 2 : 3; }

extern const image_Kind image_png, image_apng, image_y4m;

// a PNG file of rows of pixels of `channels` of `bits` each (image_png.c)
void image_writePng(text_Text* out, int width, int height, int channels, int bits,
                    const uint8_t* pixels, size_t stride);

#endif
