// PNG encoder with libpng (lossless compression), writing to a memory buffer.
#include <png.h>
#include <setjmp.h>
#include <string.h>

#include "base/path.h"
#include "image.h"
#include "output.h"

const image_Kind* image_kindOf(const char* path) {
  static const image_Kind* const kind[] = {&image_png, &image_apng, &image_y4m};
  if (output_isStdout(path)) return &image_y4m;
  for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
    if (!strcmp(path_extension(path), kind[i]->extension)) return kind[i];
  }
  return NULL;
}

static void addBytes(png_structp png, png_bytep bytes, png_size_t n) {
  text_bytes(png_get_io_ptr(png), (const char*)bytes, n);
}

static void addNothing(png_structp png) { (void)png; }

static int colourOf(int channels) {
  static const int colour[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA,
                               PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
  return colour[channels];
}

// libpng jumps here (longjmp) on errors; the only possible one is out of memory
void image_writePng(text_Text* out, int width, int height, int channels, int bits,
                    const uint8_t* pixels, size_t stride) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info || setjmp(png_jmpbuf(png))) {
    out->failed = true;
    png_destroy_write_struct(&png, &info);
    return;
  }
  png_set_write_fn(png, out, addBytes, addNothing);
  png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, bits, colourOf(channels),
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (int y = 0; y < height; y++) png_write_row(png, pixels + (size_t)y * stride);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
}

static void begin(text_Text* out, const image_Form* form) { (void)out, (void)form; }

static void frame(text_Text* out, const image_Form* form, long k, const uint8_t* pixels,
                  const uint8_t* before) {
  (void)k, (void)before;
  image_writePng(out, form->width, form->height, form->grey ? 1 : 3, form->grey ? 16 : 8, pixels,
                 (size_t)form->width * (size_t)image_pixelBytes(form));
}

const image_Kind image_png = {.extension = ".png", .grey = true, .begin = begin, .frame = frame};
