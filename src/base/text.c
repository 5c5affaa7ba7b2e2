// Growable text.
#include "base/text.h"

#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/size.h"

// room for n more bytes and the NUL
static bool reserve(text_Text* text, size_t n) {
  size_t need;
  if (text->failed || !size_add(text->size, n, &need) || !size_add(need, 1, &need)) {
    text->failed = true;
    return false;
  }
  if (need <= text->capacity) return true;
  size_t capacity = text->capacity ? text->capacity : 64;
  while (capacity < need) {
    if (!size_mul(capacity, 2, &capacity)) capacity = need;
  }
  char* grown = mem_grow(text->data, text->size, capacity);
  if (!grown) {
    text->failed = true;
    return false;
  }
  text->data = grown;
  text->capacity = capacity;
  ASSERT(text->size < text->capacity);
  return true;
}

void text_bytes(text_Text* text, const char* bytes, size_t n) {
  if (!reserve(text, n)) return;
  if (n) memcpy(text->data + text->size, bytes, n);
  text->size += n;
  text->data[text->size] = 0;
}

void text_add(text_Text* text, const char* string) { text_bytes(text, string, strlen(string)); }

void text_fill(text_Text* text, char c, size_t n) {
  if (!reserve(text, n)) return;
  memset(text->data + text->size, c, n);
  text->size += n;
  text->data[text->size] = 0;
}

void text_format(text_Text* text, const char* format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (n >= 0 && reserve(text, (size_t)n)) {
    vsnprintf(text->data + text->size, (size_t)n + 1, format, again);
    text->size += (size_t)n;
    ASSERT_FULL(strlen(text->data) <= text->size);
  }
  va_end(again);
}

void text_num(text_Text* text, double x, int digits) {
  char buf[NUM_SIZE];
  text_bytes(text, buf, (size_t)num_print(buf, x, digits));
}

const char* text_get(const text_Text* text) { return text->data ? text->data : ""; }

void text_free(text_Text* text) {
  mem_free(text->data);
  *text = (text_Text){0};
}

void text_copy(char* dst, const char* src, size_t n) {
  size_t len = strlen(src);
  ASSERT(n > 0);
  if (len >= n) len = n - 1;
  memcpy(dst, src, len);
  dst[len] = 0;
}

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

size_t text_sizeOf(const char* bytes, size_t size) {
  while (size && !bytes[size - 1]) size--;
  return size;
}

bool text_equalNoCase(const char* a, const char* b) {
  while (*a && lower((unsigned char)*a) == lower((unsigned char)*b)) a++, b++;
  return lower((unsigned char)*a) == lower((unsigned char)*b);
}
