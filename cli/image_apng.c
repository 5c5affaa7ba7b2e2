// Encoder of animated PNG (APNG): further frames are in chunks of their own, each with the changed
// rectangle, in which unchanged pixels are transparent. Viewers without animation show the first
// frame. https://www.w3.org/TR/png-3, section 11.3.6
#include <string.h>
#include <zlib.h>

#include "base/assert.h"
#include "base/mem.h"
#include "image.h"

enum {
  HEAD = 8 + 25,       // size of the signature and of IHDR
  CONTROL = HEAD + 8,  // offset of the number of frames (acTL chunk)
  MOST_DELAY = 65535
};

static void putNumber(uint8_t at[4], uint32_t x) {
  for (int k = 0; k < 4; k++) at[k] = (uint8_t)(x >> (24 - 8 * k));
}

static uint32_t getNumber(const uint8_t at[4]) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void addNumber(text_Text* out, uint32_t x) {
  uint8_t bytes[4];
  putNumber(bytes, x);
  text_bytes(out, (const char*)bytes, 4);
}

// writes a chunk: length, type, data, and the CRC checksum of the last two
static void addChunk(text_Text* out, const char type[4], const text_Text* data) {
  const Bytef* bytes = (const Bytef*)text_get(data);
  uLong sum = crc32(0, (const Bytef*)type, 4);
  sum = crc32_z(sum, bytes, data->size);
  addNumber(out, (uint32_t)data->size);
  text_bytes(out, type, 4);
  text_bytes(out, (const char*)bytes, data->size);
  addNumber(out, (uint32_t)sum);
  out->failed = out->failed || data->failed;
}

// ---- frame differences

typedef struct {
  int left, top, width, height;
} Rect;

static bool rowDiffers(const image_Form* form, const uint8_t* a, const uint8_t* b, int y) {
  const size_t n = (size_t)form->width * (size_t)image_pixelBytes(form), at = (size_t)y * n;
  return memcmp(a + at, b + at, n) != 0;
}

static bool columnDiffers(const image_Form* form, const uint8_t* a, const uint8_t* b, int x) {
  const size_t n = (size_t)image_pixelBytes(form);
  for (int y = 0; y < form->height; y++) {
    const size_t at = ((size_t)y * (size_t)form->width + (size_t)x) * n;
    if (memcmp(a + at, b + at, n)) return true;
  }
  return false;
}

// bounding rectangle of the pixels that differ; one pixel if none do
static Rect changed(const image_Form* form, const uint8_t* a, const uint8_t* b) {
  if (!b) return (Rect){0, 0, form->width, form->height};
  int top = 0, bottom = form->height, left = 0, right = form->width;
  while (top < bottom && !rowDiffers(form, a, b, top)) top++;
  if (top == bottom) return (Rect){0, 0, 1, 1};
  while (!rowDiffers(form, a, b, bottom - 1)) bottom--;
  while (!columnDiffers(form, a, b, left)) left++;
  while (!columnDiffers(form, a, b, right - 1)) right--;
  return (Rect){left, top, right - left, bottom - top};
}

// RGBA pixels of a rectangle: transparent where unchanged
static uint8_t* overlay(const image_Form* form, Rect r, const uint8_t* a, const uint8_t* b) {
  const size_t n = (size_t)image_pixelBytes(form), alpha = form->grey ? 2 : 1;
  uint8_t* out = mem_calloc((size_t)r.width * (size_t)r.height, n + alpha);
  uint8_t* to = out;
  for (int y = r.top; out && y < r.top + r.height; y++) {
    for (int x = r.left; x < r.left + r.width; x++, to += n + alpha) {
      const size_t at = ((size_t)y * (size_t)form->width + (size_t)x) * n;
      if (b && !memcmp(a + at, b + at, n)) continue;
      memcpy(to, a + at, n);
      memset(to + n, 255, alpha);
    }
  }
  return out;
}

// ---- frames

// appends the data of all chunks of a type in a PNG file to out, and its first chunk, IHDR, to
// `head` if given
static void takeData(text_Text* out, text_Text* head, const text_Text* png) {
  const uint8_t* bytes = (const uint8_t*)text_get(png);
  for (size_t at = 8; at + 12 <= png->size;) {
    const size_t n = getNumber(bytes + at);
    if (!memcmp(bytes + at + 4, "IHDR", 4) && head) text_bytes(head, (const char*)bytes, HEAD);
    if (!memcmp(bytes + at + 4, "IDAT", 4)) text_bytes(out, (const char*)bytes + at + 8, n);
    at += 12 + n;
  }
}

static void addControl(text_Text* out, const image_Form* form, long k, Rect r) {
  text_Text data = {0};
  ASSERT(form->num <= MOST_DELAY && form->den <= MOST_DELAY);
  addNumber(&data, k ? (uint32_t)(2 * k - 1) : 0);
  addNumber(&data, (uint32_t)r.width);
  addNumber(&data, (uint32_t)r.height);
  addNumber(&data, (uint32_t)r.left);
  addNumber(&data, (uint32_t)r.top);
  addNumber(&data, (uint32_t)form->den << 16 | (uint32_t)form->num);  // delay in seconds, den / num
  text_bytes(&data, k ? "\0\1" : "\0\0", 2);                          // dispose: none; blend: over
  addChunk(out, "fcTL", &data);
  text_free(&data);
}

static void addAnimation(text_Text* out, uint32_t nframe) {
  text_Text data = {0};
  addNumber(&data, nframe);
  addNumber(&data, 0);  // number of plays; 0: infinite
  addChunk(out, "acTL", &data);
  text_free(&data);
}

// Sequence numbers of chunks follow from the frame number: each further frame has two.
static void frame(text_Text* out, const image_Form* form, long k, const uint8_t* pixels,
                  const uint8_t* before) {
  const Rect r = changed(form, pixels, before);
  const int channels = form->grey ? 2 : 4, bits = form->grey ? 16 : 8;
  uint8_t* part = overlay(form, r, pixels, before);
  text_Text png = {0}, data = {0};
  if (!part) {
    out->failed = true;
    return;
  }
  image_writePng(&png, r.width, r.height, channels, bits, part,
                 (size_t)r.width * (size_t)(channels * bits / 8));
  if (k) addNumber(&data, (uint32_t)(2 * k));
  takeData(&data, k ? NULL : out, &png);
  if (!k) addAnimation(out, (uint32_t)form->nframe);
  addControl(out, form, k, r);
  addChunk(out, k ? "fdAT" : "IDAT", &data);
  out->failed = out->failed || png.failed;
  text_free(&png);
  text_free(&data);
  mem_free(part);
}

static void begin(text_Text* out, const image_Form* form) { (void)out, (void)form; }

// writes the end chunk and corrects the number of frames
static bool end(FILE* file, const image_Form* form, long nframe) {
  text_Text text = {0};
  const text_Text none = {0};
  addChunk(&text, "IEND", &none);
  bool ok = !text.failed && fwrite(text_get(&text), 1, text.size, file) == text.size;
  text_free(&text);
  if (!ok || nframe == form->nframe) return ok;
  addAnimation(&text, (uint32_t)nframe);
  ok = !text.failed && !fseek(file, CONTROL - 8, SEEK_SET) &&
       fwrite(text_get(&text), 1, text.size, file) == text.size;
  text_free(&text);
  return ok;
}

const image_Kind image_apng = {.extension = ".apng",
                               .film = true,
                               .grey = true,
                               .needsBefore = true,
                               .begin = begin,
                               .frame = frame,
                               .end = end};
