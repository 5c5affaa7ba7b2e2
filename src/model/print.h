// Printing of structs as text: formatting of values by the user's printf format, and output to a
// file or stdout.
#ifndef SINEW_MODEL_PRINT_H_
#define SINEW_MODEL_PRINT_H_

#include <stdbool.h>

#include "base/text.h"
#include "model/fields.h"

#define PRINT_FORMAT "% -9.2g"  // default format of values

// validates a printf format for one value: true, or false after a warning
bool print_checkFormat(const char* format, const char* caller);
// prints n elements of an array in one line
void print_elements(text_Text* out, const char* format, field_Type type, const void* array,
                    mjtSize first, mjtSize n);
// writes the text to the file, or to stdout if there is none; frees it
void print_deliver(text_Text* out, const char* filename, const char* caller);

#endif
