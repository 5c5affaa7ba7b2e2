// Diagnostics of loading: errors and warnings, each with file, line and element. After an error
// everything that takes a diag does nothing, so a reader checks `failed` where it matters and not
// after every call. So that a user sees all faults of a file at once, a loop over elements that
// do not depend on each other goes on with the next one by diag_resume; what comes after the loop
// needs diag_settle first.
#ifndef SINEW_XML_DIAG_H_
#define SINEW_XML_DIAG_H_

#include <stdarg.h>
#include <stdbool.h>

#include "base/text.h"

// where something was written; file NULL: not read from a file
typedef struct {
  const char* file;
  int line;
} diag_Where;

#define DIAG_MOST 20             // errors that are collected
#define DIAG_MOST_WARNINGS 1000  // warnings

typedef struct {
  text_Text error;          // "model.xml:12: <geom name='foot'>: ...", a newline between errors
  size_t start[DIAG_MOST];  // where each begins
  int nerror;
  text_Text warnings;     // NUL between them
  int nwarning, nunsaid;  // kept, and beyond the most
  int nlast;              // how many of them, at the end, are those of the last compilation
  bool failed;
  bool final;  // diag_resume does nothing: memory is short, or there are errors enough
} diag_Diag;

// records an error; `element` describes what it is about ("<geom name='foot'>"), may be NULL
void diag_error(diag_Diag* diag, diag_Where where, const char* element, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_warning(diag_Diag* diag, diag_Where where, const char* element, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
// the same with arguments that a caller was given
void diag_errorArgs(diag_Diag* diag, diag_Where where, const char* element, const char* format,
                    va_list args) __attribute__((format(printf, 4, 0)));
void diag_warningArgs(diag_Diag* diag, diag_Where where, const char* element, const char* format,
                      va_list args) __attribute__((format(printf, 4, 0)));
// "out of memory", said without needing any
void diag_noMemory(diag_Diag* diag);
// after an error: true if one may go on with what does not depend on it
bool diag_resume(diag_Diag* diag);
// after a loop that has resumed: false, and failed again, if there was any error
bool diag_settle(diag_Diag* diag);
// the same for errors since there were `before`
bool diag_settleFrom(diag_Diag* diag, int before);
// the i-th error: where it begins, and its length; i < nerror
const char* diag_errorAt(const diag_Diag* diag, int i, int* length);
// the errors, a newline between them, or ""; never NULL
const char* diag_text(const diag_Diag* diag);
// the errors into a buffer of n bytes (n > 0): the first, cut if need be, and those that fit whole;
// the last line tells how many more there are
void diag_copy(const diag_Diag* diag, char* dst, size_t n);
void diag_clearErrors(diag_Diag* diag);
// the i-th warning, NULL if there are fewer; valid until the next warning
const char* diag_warningAt(const diag_Diag* diag, int i);
// forgets the error, so that the next one can be recorded, and what the last compilation has said
void diag_renew(diag_Diag* diag);
void diag_free(diag_Diag* diag);

#endif
