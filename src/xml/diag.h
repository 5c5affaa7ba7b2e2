// Diagnostics of loading (error reporting and recovery): collects errors and warnings, each with
// file, line and element. After an error every function that takes a diag returns without doing
// anything, so a parser checks `failed` only where it matters, not after every call. To report all
// errors of a file at once, a loop over independent elements continues with the next one after
// diag_resume; code after the loop must call diag_settle first.
#ifndef SINEW_XML_DIAG_H_
#define SINEW_XML_DIAG_H_

#include <stdarg.h>
#include <stdbool.h>

#include "base/text.h"

// source location; file NULL: not read from a file
typedef struct {
  const char* file;
  int line;
} diag_Where;

#define DIAG_MOST 20             // maximum number of errors that are collected
#define DIAG_MOST_WARNINGS 1000  // of warnings

typedef struct {
  text_Text error;          // "model.xml:12: <geom name='foot'>: ...", a newline between errors
  size_t start[DIAG_MOST];  // offset of each error
  int nerror;
  text_Text warnings;     // NUL between them
  int nwarning, nunsaid;  // number of kept warnings, and of those beyond the maximum
  int nlast;              // how many of the last ones are from the last compilation
  bool failed;
  bool final;  // diag_resume does nothing: out of memory, or the maximum of errors is reached
} diag_Diag;

// records an error; `element` describes its element ("<geom name='foot'>"), may be NULL
void diag_error(diag_Diag* diag, diag_Where where, const char* element, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_warning(diag_Diag* diag, diag_Where where, const char* element, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
// the same with a va_list
void diag_errorArgs(diag_Diag* diag, diag_Where where, const char* element, const char* format,
                    va_list args) __attribute__((format(printf, 4, 0)));
void diag_warningArgs(diag_Diag* diag, diag_Where where, const char* element, const char* format,
                      va_list args) __attribute__((format(printf, 4, 0)));
// records "out of memory" without allocating
void diag_noMemory(diag_Diag* diag);
// after an error: returns true if code that does not depend on the failed part may continue
bool diag_resume(diag_Diag* diag);
// after a loop that has resumed: returns false, and sets failed again, if there was any error
bool diag_settle(diag_Diag* diag);
// the same for errors after the first `before` ones
bool diag_settleFrom(diag_Diag* diag, int before);
// start and length of the i-th error; i < nerror
const char* diag_errorAt(const diag_Diag* diag, int i, int* length);
// the errors, separated by newlines, or ""; never NULL
const char* diag_text(const diag_Diag* diag);
// Copies the errors into a buffer of n bytes (n > 0): the first, truncated if necessary, and those
// that fit completely; the last line says how many more there are.
void diag_copy(const diag_Diag* diag, char* dst, size_t n);
void diag_clearErrors(diag_Diag* diag);
// the i-th warning, NULL if there are fewer; valid until the next warning
const char* diag_warningAt(const diag_Diag* diag, int i);
// clears the error, so that the next one can be recorded, and the messages of the last compilation
void diag_renew(diag_Diag* diag);
void diag_free(diag_Diag* diag);

#endif
