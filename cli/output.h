// Files that commands write. A path is tried before the work, so that one that cannot be written
// costs nothing, and the file is replaced as a whole after it (base/file.h); "-" is standard
// output.
#ifndef SINEW_CLI_OUTPUT_H_
#define SINEW_CLI_OUTPUT_H_

#include <stdbool.h>
#include <stdio.h>

#include "base/file.h"
#include "base/text.h"

typedef struct {
  const char* path;  // NULL: there is none
  FILE* file;        // standard output, a pipe or a device, open; NULL: a plain file
} output_File;

bool output_isStdout(const char* path);
// false after a message
bool output_open(output_File* output, const char* path);
// writes the text and closes; false after a message (also if the text ran out of memory)
bool output_finish(output_File* output, const text_Text* text);
// the same for a file that is written piece by piece: a stream; its end, as a file or without one
bool output_start(output_File* output, file_Writer* writer);
bool output_end(output_File* output, file_Writer* writer);
void output_drop(output_File* output, file_Writer* writer);

// a cell of CSV; one with a comma, a quote or a line end is quoted (RFC 4180)
void output_cell(text_Text* out, const char* cell);
// rows x cols numbers in NumPy's format 1.0
void output_npy(text_Text* out, const double* value, long rows, int cols);

// JSON: a string in quotes; a number, null if it is not finite
void json_string(text_Text* out, const char* string);
void json_number(text_Text* out, double x);

#endif
