// Dynamic string buffer for messages, printed models and files; UTF-8 safe truncation. A failed
// allocation sets `failed` and turns further appends into no-ops, so that a writer checks once at
// its end.
#ifndef SINEW_BASE_TEXT_H_
#define SINEW_BASE_TEXT_H_

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
  char* data;  // NUL-terminated once anything was appended, else NULL
  size_t size, capacity;
  bool failed;
} text_Text;

// append: n bytes, a string, one character `n` times, printf (numbers with a decimal point use
// text_num, since printf's depends on the locale; strings are cut as by text_print), a number with
// `digits` significant digits
void text_bytes(text_Text* text, const char* bytes, size_t n);
void text_add(text_Text* text, const char* string);
void text_fill(text_Text* text, char c, size_t n);
void text_format(text_Text* text, const char* format, ...) __attribute__((format(printf, 2, 3)));
void text_num(text_Text* text, double x, int digits);
// the text, "" if empty; valid until the next append
const char* text_get(const text_Text* text);
void text_free(text_Text* text);

// All functions here cut UTF-8 text between characters only.
// snprintf into a buffer of n bytes (n > 0), for texts that may be too long for it or for a
// precision (%.100s): returns the bytes written, without the NUL
size_t text_print(char* dst, size_t n, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
size_t text_printArgs(char* dst, size_t n, const char* format, va_list args)
    __attribute__((format(printf, 3, 0)));
// copies src into dst of n bytes, truncated if necessary, always NUL-terminated (n > 0)
void text_copy(char* dst, const char* src, size_t n);
// size of the text in a buffer without trailing NULs: buffers of C strings often count them
size_t text_sizeOf(const char* bytes, size_t size);
// whether a and b are equal, ignoring the case of ASCII letters
bool text_equalNoCase(const char* a, const char* b);

#endif
