// Plain PNG images against those that libpng wrote: every filter, type of colour and number of
// channels; files of other kinds and damaged ones are refused, and libpng decides about them.
#include "support.h"

#include <png.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "asset/png_plain.h"
#include "base/mem.h"

enum { WIDTH = 37, HEIGHT = 23, MOST_FILE = 60000 };

typedef struct {
  unsigned char byte[MOST_FILE];
  size_t n;
} File;

static void append(png_structp png, png_bytep data, size_t n) {
  File* file = png_get_io_ptr(png);
  assert_true(file->n + n <= MOST_FILE);
  memcpy(file->byte + file->n, data, n);
  file->n += n;
}

static void flush(png_structp png) { (void)png; }

// random pixels, flat ones and ramps, so that matches are short and long
static void fillPixels(unsigned char* pixel, int nchannel, int content) {
  uint32_t random = 12345;
  for (int i = 0; i < WIDTH * HEIGHT * nchannel; i++) {
    random = 1664525u * random + 1013904223u;
    pixel[i] = (unsigned char)(content == 0   ? (int)(random >> 24)
                               : content == 1 ? 7 * (i % nchannel) + (i > 900)
                                              : i / 5 + (int)(random >> 30));
  }
}

static void writeFile(File* file, const unsigned char* pixel, int type, int nchannel, int filters,
                      int interlace) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  file->n = 0;
  png_set_write_fn(png, file, append, flush);
  png_set_compression_buffer_size(png, 200);  // several pieces
  png_set_IHDR(png, info, WIDTH, HEIGHT, 8, type, interlace, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, filters);
  png_write_info(png, info);
  for (int pass = png_set_interlace_handling(png); pass > 0; pass--) {
    for (int r = 0; r < HEIGHT; r++) png_write_row(png, pixel + r * WIDTH * nchannel);
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
}

static const struct {
  int type, nchannel;
} kinds[] = {{PNG_COLOR_TYPE_GRAY, 1}, {PNG_COLOR_TYPE_RGB, 3}, {PNG_COLOR_TYPE_RGBA, 4}};

static int channel(const unsigned char* pixel, int nchannel, int i, int k) {
  return k < nchannel ? pixel[i * nchannel + k] : k == 3 ? 255 : pixel[i * nchannel];
}

static void expectPixels(const png_Image* image, const unsigned char* pixel, int nchannel) {
  assert_int_equal(image->width, WIDTH);
  assert_int_equal(image->height, HEIGHT);
  for (int i = 0; i < WIDTH * HEIGHT * image->nchannel; i++) {
    assert_int_equal(image->pixel[i],
                     channel(pixel, nchannel, i / image->nchannel, i % image->nchannel));
  }
}

static void test_pixels(void** unused) {
  (void)unused;
  static const int filters[] = {PNG_FILTER_NONE, PNG_FILTER_SUB,   PNG_FILTER_UP,
                                PNG_FILTER_AVG,  PNG_FILTER_PAETH, PNG_ALL_FILTERS};
  static const int wanted[] = {1, 3, 4};
  static File file;
  unsigned char pixel[WIDTH * HEIGHT * 4];
  for (int run = 0; run < 3 * 6 * 3; run++) {
    const int type = kinds[run % 3].type, nchannel = kinds[run % 3].nchannel;
    fillPixels(pixel, nchannel, run / 18);
    writeFile(&file, pixel, type, nchannel, filters[run / 3 % 6], PNG_INTERLACE_NONE);
    for (int k = 0; k < 3; k++) {
      png_Image image;
      const bool plain = wanted[k] > 1 || nchannel == 1;
      assert_int_equal(png_decodePlain(file.byte, file.n, wanted[k], &image), plain);
      if (!plain) continue;
      expectPixels(&image, pixel, nchannel);
      mem_free(image.pixel);
    }
  }
}

// the one is left to libpng, with the same pixels
static void test_interlaced(void** unused) {
  (void)unused;
  static File file;
  unsigned char pixel[WIDTH * HEIGHT * 4];
  png_Image image;
  fillPixels(pixel, 3, 2);
  writeFile(&file, pixel, PNG_COLOR_TYPE_RGB, 3, PNG_ALL_FILTERS, PNG_INTERLACE_ADAM7);
  assert_false(png_decodePlain(file.byte, file.n, 3, &image));
  assert_null(png_decode(file.byte, file.n, 3, &image));
  expectPixels(&image, pixel, 3);
  mem_free(image.pixel);
}

static void test_damaged(void** unused) {
  (void)unused;
  static File file;
  unsigned char pixel[WIDTH * HEIGHT * 4];
  png_Image image;
  fillPixels(pixel, 3, 1);
  writeFile(&file, pixel, PNG_COLOR_TYPE_RGB, 3, PNG_ALL_FILTERS, PNG_INTERLACE_NONE);
  for (size_t n = 0; n < file.n; n++) assert_false(png_decodePlain(file.byte, n, 3, &image));
  for (size_t i = 8; i < file.n; i++) {
    file.byte[i] ^= 0x10;
    assert_false(png_decodePlain(file.byte, file.n, 3, &image));
    file.byte[i] ^= 0x10;
  }
  assert_true(png_decodePlain(file.byte, file.n, 3, &image));
  mem_free(image.pixel);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pixels),
      cmocka_unit_test(test_interlaced),
      cmocka_unit_test(test_damaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
