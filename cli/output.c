// Output files of commands (atomic replacement), and serialization of CSV cells, NPY arrays and
// JSON values.
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
  *output = (output_File){path, NULL};
  if (output_isStdout(path)) {
    output->file = stdout;
    return true;
  }
  file_Writer trial;
  const int error = file_begin(&trial, path);
  if (error) return fail(output, strerror(error));
  if (trial.part[0]) {
    file_abandon(&trial);
  } else {
    output->file = trial.stream;  // a pipe that was opened is not opened again
  }
  return true;
}

bool output_start(output_File* output, file_Writer* writer) {
  ASSERT(output->path);
  *writer = (file_Writer){.stream = output->file};
  const int error = output->file ? 0 : file_begin(writer, output->path);
  return !error || fail(output, strerror(error));
}

bool output_end(output_File* output, file_Writer* writer) {
  int error = 0;
  if (writer->stream == stdout) {
    errno = 0;
    if (fflush(stdout) || ferror(stdout)) error = errno ? errno : EIO;
    writer->stream = NULL;
  } else {
    error = file_commit(writer);
  }
  output->file = NULL;
  if (error && writer->part[0]) {
    fprintf(stderr, "sinew: '%s' is whole, but cannot be renamed\n", writer->part);
  }
  return !error || fail(output, strerror(error));
}

void output_drop(output_File* output, file_Writer* writer) {
  if (writer->stream && writer->stream != stdout) file_abandon(writer);
  writer->stream = output->file = NULL;
}

bool output_finish(output_File* output, const text_Text* text) {
  file_Writer writer;
  if (!output_start(output, &writer)) return false;
  errno = 0;
  if (!text->failed && fwrite(text_get(text), 1, text->size, writer.stream) == text->size) {
    return output_end(output, &writer);
  }
  const int error = errno;
  output_drop(output, &writer);
  return fail(output, text->failed ? "out of memory" : strerror(error));
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
  ASSERT(out->failed || out->size % 64 == 0);  // data is aligned
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
    text_add(out, "null");  // JSON has no infinities or NaN
  }
}
