// Dynamic string buffer, snprintf and copies that truncate UTF-8 between characters.
#include "base/text.h"

#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/size.h"

// ensures capacity for n more bytes and the NUL
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

// ---- UTF-8

// bytes of a UTF-8 character by its first byte; 1 for bytes that cannot be the first
static size_t charSize(char first) {
  const unsigned char c = (unsigned char)first;
  return c < 0xc2 || c > 0xf4 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

static bool goesOn(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

// removes incomplete characters; returns the bytes that remain
static size_t dropCut(char* bytes, size_t n) {
  size_t kept = 0;
  for (size_t i = 0, have; i < n; i += have) {
    const size_t size = charSize(bytes[i]);
    for (have = 1; have < size && i + have < n && goesOn(bytes[i + have]);) have++;
    if (have < size) continue;
    memmove(bytes + kept, bytes + i, size);
    kept += size;
  }
  bytes[kept] = 0;
  return kept;
}

// whether a format contains a string conversion with a precision
static bool cutsStrings(const char* format) {
  while ((format = strstr(format, "%"))) {
    format++;
    if (*format == '%') {
      format++;
      continue;
    }
    format += strspn(format, "-+ #0*123456789");
    if (*format != '.') continue;
    format += 1 + strspn(format + 1, "*0123456789");
    if (*format == 's') return true;
  }
  return false;
}

size_t text_printArgs(char* dst, size_t n, const char* format, va_list args) {
  ASSERT(n > 0);
  const int size = vsnprintf(dst, n, format, args);
  if (size < 0) *dst = 0;
  if (size <= 0) return 0;
  const size_t there = (size_t)size < n ? (size_t)size : n - 1;
  return there < (size_t)size || cutsStrings(format) ? dropCut(dst, there) : there;
}

size_t text_print(char* dst, size_t n, const char* format, ...) {
  va_list args;
  va_start(args, format);
  const size_t size = text_printArgs(dst, n, format, args);
  va_end(args);
  return size;
}

void text_copy(char* dst, const char* src, size_t n) {
  const size_t size = strlen(src);
  ASSERT(n > 0);
  memcpy(dst, src, size < n ? size : n - 1);
  dst[size < n ? size : n - 1] = 0;
  if (size < n) return;
  size_t last = n - 1;  // the first byte of the last character
  while (last > 0 && n - last < 4 && goesOn(dst[last - 1])) last--;
  if (last > 0) dropCut(dst + last - 1, n - last);
}

// ---- printf

void text_format(text_Text* text, const char* format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (n >= 0 && reserve(text, (size_t)n)) {
    text->size += text_printArgs(text->data + text->size, (size_t)n + 1, format, again);
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

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

size_t text_sizeOf(const char* bytes, size_t size) {
  while (size && !bytes[size - 1]) size--;
  return size;
}

bool text_equalNoCase(const char* a, const char* b) {
  while (*a && lower((unsigned char)*a) == lower((unsigned char)*b)) a++, b++;
  return lower((unsigned char)*a) == lower((unsigned char)*b);
}
