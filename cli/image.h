// Encoders of image and video files: PNG, animated PNG (APNG), and uncompressed video (YUV4MPEG2).
// A format is a row of a table of functions that append bytes; frames can be encoded in any order,
// on any thread.
#ifndef SINEW_CLI_IMAGE_H_
#define SINEW_CLI_IMAGE_H_

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

typedef struct {
  int width, height;
  bool grey;     // 16-bit grayscale, big-endian; otherwise 8-bit RGB, 3 bytes per pixel
  int num, den;  // frame rate num / den, in frames per second
  long nframe;   // expected number of frames
} image_Form;

typedef struct {
  const char* extension;  // ".png"
  bool film;              // supports several frames
  bool grey;              // supports 16-bit grayscale
  bool needsBefore;       // frames are encoded as differences from the previous frame
  void (*begin)(text_Text* out, const image_Form* form);
  // encodes the k-th frame, rows from top to bottom; before: the previous frame, NULL for the first
  void (*frame)(text_Text* out, const image_Form* form, long k, const uint8_t* pixels,
                const uint8_t* before);
  // corrects the file if the number of frames differs from the expected one; NULL: not needed
  bool (*end)(FILE* file, const image_Form* form, long nframe);
} image_Kind;

// the format of a path, by its extension, "-" is .y4m; NULL: unknown
const image_Kind* image_kindOf(const char* path);

static inline int image_pixelBytes(const image_Form* form) { return form->grey ? 2 : 3; }

extern const image_Kind image_png, image_apng, image_y4m;

// encodes a PNG file from rows of pixels with `channels` of `bits` each (image_png.c)
void image_writePng(text_Text* out, int width, int height, int channels, int bits,
                    const uint8_t* pixels, size_t stride);

#endif
