// Files that commands write. They are opened before the work and filled after it, so that a path
// that cannot be written costs nothing; "-" is standard output.
#ifndef SINEW_CLI_OUTPUT_H_
#define SINEW_CLI_OUTPUT_H_

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

typedef struct {
  FILE* file;  // NULL: not open
  const char* path;
} output_File;

bool output_isStdout(const char* path);
// false after a message
bool output_open(output_File* output, const char* path);
// writes the text and closes; false after a message (also if the text ran out of memory)
bool output_finish(output_File* output, const text_Text* text);

// a cell of CSV; one with a comma, a quote or a line end is quoted (RFC 4180)
void output_cell(text_Text* out, const char* cell);
// rows x cols numbers in NumPy's format 1.0
void output_npy(text_Text* out, const double* value, long rows, int cols);

// JSON: a string in quotes; a number, null if it is not finite
void json_string(text_Text* out, const char* string);
void json_number(text_Text* out, double x);

#endif
