// Diagnostics of loading.
#include "mjcf/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char noMemory[] = "out of memory while loading the model";

// "file:line: <element>: " and the message
static void compose(text_Text* out, diag_Where where, const char* element, const char* format,
                    va_list args) {
  char message[2000];
  vsnprintf(message, sizeof message, format, args);
  if (where.file) text_format(out, where.line > 0 ? "%s:%d: " : "%s: ", where.file, where.line);
  if (element) text_format(out, "%s: ", element);
  text_add(out, message);
}

void diag_error(diag_Diag* diag, diag_Where where, const char* element, const char* format, ...) {
  if (diag->failed) return;
  diag->failed = true;
  va_list args;
  va_start(args, format);
  compose(&diag->error, where, element, format, args);
  va_end(args);
}

void diag_warning(diag_Diag* diag, diag_Where where, const char* element, const char* format, ...) {
  if (diag->failed) return;
  va_list args;
  va_start(args, format);
  if (diag->nwarning) text_bytes(&diag->warnings, "", 1);
  compose(&diag->warnings, where, element, format, args);
  va_end(args);
  if (diag->warnings.failed) {
    diag_noMemory(diag);
  } else {
    diag->nwarning++;
  }
}

void diag_noMemory(diag_Diag* diag) {
  if (diag->failed) return;
  diag->failed = true;
  diag->error.failed = true;
}

const char* diag_text(const diag_Diag* diag) {
  return diag->failed && diag->error.failed ? noMemory : text_get(&diag->error);
}

const char* diag_warningAt(const diag_Diag* diag, int i) {
  if (i < 0 || i >= diag->nwarning) return NULL;
  const char* at = diag->warnings.data;
  for (; i > 0; i--) at += strlen(at) + 1;
  return at;
}

void diag_free(diag_Diag* diag) {
  text_free(&diag->error);
  text_free(&diag->warnings);
  *diag = (diag_Diag){0};
}
