// Output files of commands. A path is tested before the computation, so that an unwritable one
// fails early, and the file is replaced atomically after it (base/file.h); "-" is standard output.
// Also serialization of CSV, NPY and JSON.
#ifndef SINEW_CLI_OUTPUT_H_
#define SINEW_CLI_OUTPUT_H_

#include <stdbool.h>
#include <stdio.h>

#include "base/file.h"
#include "base/text.h"

typedef struct {
  const char* path;  // NULL: no output
  FILE* file;        // open stream of standard output, a pipe or a device; NULL: a plain file
} output_File;

bool output_isStdout(const char* path);
// false after a message
bool output_open(output_File* output, const char* path);
// writes the text and closes; false after a message (also if the text ran out of memory)
bool output_finish(output_File* output, const text_Text* text);
// the same for a file that is written in pieces: opens a stream; commits or discards the file
bool output_start(output_File* output, file_Writer* writer);
bool output_end(output_File* output, file_Writer* writer);
void output_drop(output_File* output, file_Writer* writer);

// a CSV cell; quoted if it has a comma, a quote or a line end (RFC 4180)
void output_cell(text_Text* out, const char* cell);
// rows x cols values in NumPy's format 1.0
void output_npy(text_Text* out, const double* value, long rows, int cols);

// JSON values: a quoted string; a number, null if it is not finite
void json_string(text_Text* out, const char* string);
void json_number(text_Text* out, double x);

#endif
