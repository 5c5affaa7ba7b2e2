// Diagnostics of loading: the first error and all warnings, each with file, line and element.
// After the first error everything that takes a diag does nothing, so a reader checks `failed`
// where it matters and not after every call.
#ifndef SINEW_MJCF_DIAG_H_
#define SINEW_MJCF_DIAG_H_

#include <stdbool.h>

#include "base/text.h"

// where something was written; file NULL: not read from a file
typedef struct {
  const char* file;
  int line;
} diag_Where;

typedef struct {
  text_Text error;     // "model.xml:12: <geom name='foot'>: ...", empty without an error
  text_Text warnings;  // NUL between them
  int nwarning;
  bool failed;
} diag_Diag;

// records the first error; `element` describes what it is about ("<geom name='foot'>"), may be NULL
void diag_error(diag_Diag* diag, diag_Where where, const char* element, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_warning(diag_Diag* diag, diag_Where where, const char* element, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
// "out of memory", said without needing any
void diag_noMemory(diag_Diag* diag);
// the error text, or "" ; never NULL
const char* diag_text(const diag_Diag* diag);
// the i-th warning, NULL if there are fewer; valid until the next warning
const char* diag_warningAt(const diag_Diag* diag, int i);
void diag_free(diag_Diag* diag);

#endif
