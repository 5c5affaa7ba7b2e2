// PNG decoder on top of libpng; simple images take the fast path (png_plain.h). Its memory comes
// from base/mem; sizes are limited before anything is allocated, so a small file cannot decompress
// into a huge image.
#include "asset/png_read.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

#include "asset/png_plain.h"
#include "base/assert.h"
#include "base/mem.h"

typedef struct {
  const unsigned char* data;
  size_t size, at;
  const char* error;  // error message, a static string
} Source;

static png_voidp allocate(png_structp png, png_alloc_size_t bytes) {
  (void)png;
  return mem_alloc(bytes);
}

static void release(png_structp png, png_voidp ptr) {
  (void)png;
  mem_free(ptr);
}

static void onError(png_structp png, png_const_charp message) {
  (void)message;
  longjmp(png_jmpbuf(png), 1);
}

static void onWarning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void readBytes(png_structp png, png_bytep out, size_t n) {
  Source* source = png_get_io_ptr(png);
  ASSERT(source->at <= source->size);
  if (n > source->size - source->at) {
    source->error = "the PNG file is truncated";
    png_error(png, "truncated");
  }
  memcpy(out, source->data + source->at, n);
  source->at += n;
}

// Asks libpng to convert any format to 8-bit gray, RGB or RGBA: of 16 bits the upper ones are kept,
// and the gray of colors is their red channel
// odd: gray is red
static void setConversion(png_structp png, png_infop info, int nchannel) {
  png_byte type = png_get_color_type(png, info);
  png_set_expand(png);
  png_set_strip_16(png);
  if (nchannel == 1 && (type & PNG_COLOR_MASK_COLOR)) png_set_rgb_to_gray(png, 1, 1, 0);
  if (nchannel > 1 && !(type & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
  if (nchannel < 4) png_set_strip_alpha(png);
  if (nchannel == 4) png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
}

// Is there a chunk of this name anywhere? libpng also calls a file sRGB because of its profile, and
// not for an sRGB chunk beside a profile.
// odd: sRGB by its chunk
static bool hasChunk(const Source* source, const char name[4]) {
  enum { SIGNATURE = 8, FRAME = 12 };  // a chunk has length, name, data and checksum
  for (size_t at = SIGNATURE; at + FRAME <= source->size;) {
    const unsigned char* chunk = source->data + at;
    const size_t n = png_get_uint_32(chunk);
    if (!memcmp(chunk + 4, name, 4)) return true;
    if (n > source->size - at - FRAME) return false;
    at += FRAME + n;
  }
  return false;
}

// Reads the header and the pixels; the caller frees what it allocates, in image and rows
static void readImage(png_structp png, png_infop info, Source* source, int nchannel,
                      png_Image* image, png_bytep** rows) {
  png_read_info(png, info);
  png_uint_32 width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  if (width > PNG_MOST_SIDE || height > PNG_MOST_SIDE || (size_t)width * height > PNG_MOST_PIXELS) {
    source->error =
        "the PNG image is too large: at most 32768 pixels a side and 134 million in all";
    png_error(png, "large");
  }
  image->srgb = hasChunk(source, "sRGB");
  setConversion(png, info, nchannel);
  if (png_get_rowbytes(png, info) != (size_t)width * (size_t)nchannel) png_error(png, "layout");
  image->width = (int)width;
  image->height = (int)height;
  image->nchannel = nchannel;
  image->pixel = mem_calloc((size_t)width * height, (size_t)nchannel);
  *rows = mem_calloc(height, sizeof **rows);
  if (!image->pixel || !*rows) {
    source->error = "out of memory";
    png_error(png, "memory");
  }
  for (png_uint_32 r = 0; r < height; r++)
    (*rows)[r] = image->pixel + (size_t)r * width * (size_t)nchannel;
  png_read_image(png, *rows);
  png_read_end(png, NULL);
}

const char* png_decode(const void* data, size_t size, int nchannel, png_Image* image) {
  Source source = {data, size, 0, NULL};
  ASSERT(nchannel == 1 || nchannel == 3 || nchannel == 4);
  png_bytep* volatile rows = NULL;
  memset(image, 0, sizeof *image);
  if (size < 8 || png_sig_cmp(data, 0, 8)) return "it is not a PNG file";
  if (png_decodePlain(data, size, nchannel, image)) {
    image->srgb = hasChunk(&source, "sRGB");
    return NULL;
  }
  png_structp png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, NULL, onError, onWarning, NULL,
                                             allocate, release);
  if (!png) return "out of memory";
  png_infop volatile info = png_create_info_struct(png);
  if (!info) {
    png_destroy_read_struct(&png, NULL, NULL);
    return "out of memory";
  }
  const char* volatile error = NULL;
  if (setjmp(png_jmpbuf(png))) {
    error = source.error ? source.error : "the PNG file is damaged";
  } else {
    png_set_read_fn(png, &source, readBytes);
    readImage(png, info, &source, nchannel, image, (png_bytep**)&rows);
  }
  png_infop dead = info;
  png_destroy_read_struct(&png, &dead, NULL);
  mem_free(rows);
  if (error) {
    mem_free(image->pixel);
    image->pixel = NULL;
  }
  return error;
}
