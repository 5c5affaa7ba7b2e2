// Encoder of YUV4MPEG2, uncompressed video for further encoding: a luma plane, and chroma planes
// subsampled to half width and height (4:2:0). Players assume the color matrix BT.709 for video of
// more than 576 lines and BT.601 for others, so this encoder uses the same rule. Limited range:
// luma is from 16 to 235.
// https://wiki.multimedia.cx/index.php/YUV4MPEG2
#include "base/assert.h"
#include "base/mem.h"
#include "image.h"

enum { LINES_601 = 576, ONE = 1 << 16 };

// fixed-point RGB to YUV matrix: row sums are 219/255, 0 and 0 of ONE
typedef struct {
  const char* name;
  int y[3], u[3], v[3];
} Matrix;

static const Matrix* matrixOf(const image_Form* form) {
  static const Matrix bt601 = {
      "BT601", {16829, 33039, 6416}, {-9714, -19070, 28784}, {28784, -24103, -4681}};
  static const Matrix bt709 = {
      "BT709", {11966, 40254, 4064}, {-6596, -22189, 28785}, {28784, -26145, -2639}};
  return form->height > LINES_601 ? &bt709 : &bt601;
}

static void begin(text_Text* out, const image_Form* form) {
  text_format(out, "YUV4MPEG2 W%d H%d F%d:%d Ip A1:1 C420jpeg XCOLORRANGE=LIMITED XMATRIX=%s\n",
              form->width, form->height, form->num, form->den, matrixOf(form)->name);
}

// base plus the weighted mean of n colors, given by their sum
static uint8_t mix(int base, const int part[3], const int sum[3], int n) {
  const int dot = part[0] * sum[0] + part[1] * sum[1] + part[2] * sum[2];
  return (uint8_t)((n * ONE * base + dot + n * (ONE / 2)) / (n * ONE));
}

// mean of 2 x 2 pixels, or of those inside the image
static void colour(const image_Form* form, const uint8_t* rgb, int x, int y, const Matrix* m,
                   uint8_t* u, uint8_t* v) {
  int sum[3] = {0}, n = 0;
  for (int j = y; j < y + 2 && j < form->height; j++) {
    for (int i = x; i < x + 2 && i < form->width; i++, n++) {
      const uint8_t* p = rgb + 3 * ((size_t)j * (size_t)form->width + (size_t)i);
      for (int k = 0; k < 3; k++) sum[k] += p[k];
    }
  }
  *u = mix(128, m->u, sum, n);
  *v = mix(128, m->v, sum, n);
}

static void frame(text_Text* out, const image_Form* form, long k, const uint8_t* pixels,
                  const uint8_t* before) {
  (void)k, (void)before;
  const size_t area = (size_t)form->width * (size_t)form->height;
  const size_t half = (size_t)((form->width + 1) / 2) * (size_t)((form->height + 1) / 2);
  const Matrix* m = matrixOf(form);
  uint8_t* plane = mem_alloc(area + 2 * half);
  if (!plane) {
    out->failed = true;
    return;
  }
  for (size_t i = 0; i < area; i++) {
    const int rgb[3] = {pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]};
    plane[i] = mix(16, m->y, rgb, 1);
  }
  size_t at = area;
  for (int y = 0; y < form->height; y += 2) {
    for (int x = 0; x < form->width; x += 2, at++) {
      colour(form, pixels, x, y, m, &plane[at], &plane[at + half]);
    }
  }
  ASSERT(at == area + half);
  text_add(out, "FRAME\n");
  text_bytes(out, (const char*)plane, area + 2 * half);
  mem_free(plane);
}

const image_Kind image_y4m = {.extension = ".y4m", .film = true, .begin = begin, .frame = frame};
