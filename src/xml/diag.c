// Diagnostics of loading (error reporting): formats, collects and limits errors and warnings with
// their source locations.
#include "xml/diag.h"

#include <stdio.h>
#include <string.h>

#include "base/assert.h"

static const char noMemory[] = "out of memory while loading the model";

// formats "file:line: <element>: " and the message
static void compose(text_Text* out, diag_Where where, const char* element, const char* format,
                    va_list args) {
  char message[2000];
  text_printArgs(message, sizeof message, format, args);
  if (where.file) text_format(out, where.line > 0 ? "%s:%d: " : "%s: ", where.file, where.line);
  if (element) text_format(out, "%s: ", element);
  text_add(out, message);
}

void diag_errorArgs(diag_Diag* diag, diag_Where where, const char* element, const char* format,
                    va_list args) {
  if (diag->failed || diag->nerror == DIAG_MOST) return;
  diag->failed = true;
  if (diag->nerror) text_add(&diag->error, "\n");
  diag->start[diag->nerror++] = diag->error.size;
  diag->final = diag->nerror == DIAG_MOST;
  compose(&diag->error, where, element, format, args);
  if (diag->final) text_format(&diag->error, "\n(loading stops at %d errors)", DIAG_MOST);
}

void diag_error(diag_Diag* diag, diag_Where where, const char* element, const char* format, ...) {
  va_list args;
  va_start(args, format);
  diag_errorArgs(diag, where, element, format, args);
  va_end(args);
}

bool diag_resume(diag_Diag* diag) {
  ASSERT_FULL(!diag->final || diag->failed);
  if (!diag->final) diag->failed = false;
  return !diag->failed;
}

bool diag_settleFrom(diag_Diag* diag, int before) {
  ASSERT_FULL(before >= 0 && before <= diag->nerror);
  diag->failed = diag->failed || diag->nerror > before;
  return !diag->failed;
}

bool diag_settle(diag_Diag* diag) { return diag_settleFrom(diag, 0); }

void diag_warningArgs(diag_Diag* diag, diag_Where where, const char* element, const char* format,
                      va_list args) {
  if (diag->failed) return;
  if (diag->nwarning == DIAG_MOST_WARNINGS) {
    diag->nunsaid++;
    return;
  }
  if (diag->nwarning) text_bytes(&diag->warnings, "", 1);
  compose(&diag->warnings, where, element, format, args);
  if (diag->warnings.failed) {
    diag_noMemory(diag);
  } else {
    diag->nwarning++;
  }
}

void diag_warning(diag_Diag* diag, diag_Where where, const char* element, const char* format, ...) {
  va_list args;
  va_start(args, format);
  diag_warningArgs(diag, where, element, format, args);
  va_end(args);
}

void diag_noMemory(diag_Diag* diag) {
  diag->final = true;
  if (diag->failed) return;
  diag->failed = true;
  diag->error.failed = true;
}

const char* diag_text(const diag_Diag* diag) {
  return diag->failed && diag->error.failed ? noMemory : text_get(&diag->error);
}

// size of the first n errors in bytes
static size_t lengthOf(const diag_Diag* diag, int n) {
  return n < diag->nerror ? diag->start[n] - 1 : diag->error.size;
}

const char* diag_errorAt(const diag_Diag* diag, int i, int* length) {
  ASSERT(i >= 0 && i < diag->nerror);
  *length = (int)(lengthOf(diag, i + 1) - diag->start[i]);
  return text_get(&diag->error) + diag->start[i];
}

void diag_copy(const diag_Diag* diag, char* dst, size_t n) {
  enum { REST = 40 };  // bytes for the last line
  const char* text = diag_text(diag);
  int whole = diag->error.failed ? 1 : diag->nerror;
  ASSERT(n > 0);
  text_copy(dst, text, n);
  if (whole <= 1 || lengthOf(diag, whole) < n) return;
  while (whole > 1 && lengthOf(diag, whole) + REST >= n) whole--;
  const size_t used = lengthOf(diag, whole);
  if (used + REST < n) snprintf(dst + used, n - used, "\n... and %d more", diag->nerror - whole);
}

void diag_clearErrors(diag_Diag* diag) {
  text_free(&diag->error);
  diag->error = (text_Text){0};
  diag->nerror = 0;
  diag->failed = diag->final = false;
}

const char* diag_warningAt(const diag_Diag* diag, int i) {
  if (i < 0 || i >= diag->nwarning) return NULL;
  const char* at = diag->warnings.data;
  for (; i > 0; i--) at += strlen(at) + 1;
  return at;
}

void diag_renew(diag_Diag* diag) {
  diag_clearErrors(diag);
  if (!diag->nlast) return;
  ASSERT(diag->nlast > 0 && diag->nlast <= diag->nwarning);
  const char* first = diag_warningAt(diag, diag->nwarning - diag->nlast);
  diag->nwarning -= diag->nlast;
  diag->warnings.size = (size_t)(first - diag->warnings.data) - (diag->nwarning > 0);
  diag->nlast = 0;
}

void diag_free(diag_Diag* diag) {
  text_free(&diag->error);
  text_free(&diag->warnings);
  *diag = (diag_Diag){0};
}
