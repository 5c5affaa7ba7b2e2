// Files that commands write, and the parts of CSV, NPY and JSON.
#include "output.h"

#include <errno.h>
#include <string.h>

#include "base/assert.h"
#include "base/number.h"
#include "npy.h"

bool output_isStdout(const char* path) { return !strcmp(path, "-"); }

static bool fail(const output_File* output, const char* why) {
  fprintf(stderr, "sinew: cannot write '%s': %s\n", output->path, why);
  return false;
}

bool output_open(output_File* output, const char* path) {
  *output = (output_File){output_isStdout(path) ? stdout : fopen(path, "wb"), path};
  return output->file || fail(output, strerror(errno));
}

bool output_finish(output_File* output, const text_Text* text) {
  FILE* file = output->file;
  ASSERT(file && output->path);
  output->file = NULL;
  errno = 0;
  bool ok = !text->failed && fwrite(text_get(text), 1, text->size, file) == text->size;
  ok = fflush(file) == 0 && ok;
  const int error = errno;
  if (file != stdout) ok = fclose(file) == 0 && ok;
  if (ok) return true;
  return fail(output, text->failed ? "out of memory" : strerror(error ? error : errno));
}

void output_cell(text_Text* out, const char* cell) {
  const bool quote = strpbrk(cell, ",\"\r\n") != NULL;
  if (quote) text_add(out, "\"");
  for (; *cell; cell++) {
    if (*cell == '"') text_add(out, "\"");
    text_bytes(out, cell, 1);
  }
  if (quote) text_add(out, "\"");
}

void output_npy(text_Text* out, const double* value, long rows, int cols) {
  npy_header(out, &(npy_Array){.ndim = 2, .shape = {rows, cols}});
  ASSERT(out->failed || out->size % 64 == 0);  // the numbers are aligned
  text_bytes(out, (const char*)value, (size_t)rows * (size_t)cols * sizeof *value);
}

void json_string(text_Text* out, const char* s) {
  text_add(out, "\"");
  for (; *s; s++) {
    const unsigned char ch = (unsigned char)*s;
    if (ch == '"' || ch == '\\') {
      text_format(out, "\\%c", ch);
    } else if (ch < ' ') {
      text_format(out, "\\u%04x", ch);
    } else {
      text_bytes(out, s, 1);
    }
  }
  text_add(out, "\"");
}

void json_number(text_Text* out, double x) {
  if (x - x == 0) {
    text_num(out, x, NUM_SHORTEST);
  } else {
    text_add(out, "null");  // JSON has no infinities
  }
}
