// What texts of structs have in common: numbers in the user's format, and where the text goes.
#ifndef SINEW_MODEL_PRINT_H_
#define SINEW_MODEL_PRINT_H_

#include <stdbool.h>

#include "base/text.h"
#include "model/fields.h"

#define PRINT_FORMAT "% -9.2g"  // of numbers, where none is given

// true: a printf format for one number; else a warning has been given
bool print_checkFormat(const char* format, const char* caller);
// n elements of an array of numbers, in one line
void print_elements(text_Text* out, const char* format, field_Type type, const void* array,
                    mjtSize first, mjtSize n);
// to the file, or to stdout without one; frees the text
void print_deliver(text_Text* out, const char* filename, const char* caller);

#endif
