// What several compile passes need: errors, scratch, references, limits.
#include <stdarg.h>
#include <stdio.h>

#include "mjcf/compile.h"

void comp_error(comp_Compile* c, const spec_Element* e, const char* format, ...) {
  char label[SPEC_LABEL_SIZE], message[2000];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  const diag_Where nowhere = {0};
  diag_error(c->diag, e ? e->where : nowhere, e ? spec_label(label, e) : NULL, "%s", message);
}

void comp_warning(comp_Compile* c, const spec_Element* e, const char* format, ...) {
  char label[SPEC_LABEL_SIZE], message[2000];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  const diag_Where nowhere = {0};
  diag_warning(c->diag, e ? e->where : nowhere, e ? spec_label(label, e) : NULL, "%s", message);
}

void* comp_alloc(comp_Compile* c, int n, size_t bytes) {
  void* ptr = arena_array(&c->scratch, n > 0 ? (size_t)n : 1, bytes);
  if (!ptr) diag_noMemory(c->diag);
  return ptr;
}

int comp_find(comp_Compile* c, const spec_Element* e, const char* what, int type,
              const char* name) {
  if (!name || !*name) return -1;
  const bool visual = type == mjOBJ_MATERIAL || type == mjOBJ_TEXTURE;
  if (visual && c->spec->pub.compiler.discardvisual) return -1;  // dropped on purpose
  const spec_Element* found = spec_find(c->spec, type, name);
  if (found && found->id >= 0) return found->id;
  comp_error(c, e, "%s: there is no %s named '%s'; name one that exists in the model", what,
             spec_typeName(type), name);
  return -1;
}

bool comp_limited(comp_Compile* c, const spec_Element* e, const char* what, int limited,
                  const double range[2], bool* result) {
  *result = limited == mjLIMITED_TRUE;
  if (limited == mjLIMITED_AUTO) {
    *result = range[0] < range[1];
    if (!e->compiler->autolimits && (range[0] != 0 || range[1] != 0)) {
      comp_error(
          c, e,
          "%s: a range is given, but autolimits is off and nothing says whether it limits; set the "
          "limited attribute to true or false, or <compiler autolimits=\"true\"/>",
          what);
      return false;
    }
  }
  if (*result && !(range[0] < range[1])) {
    comp_error(c, e,
               "%s: '%.6g %.6g' limits nothing; the first number must be less than the second",
               what, range[0], range[1]);
    return false;
  }
  return true;
}

void comp_fillUser(mjtNum* dst, mjtSize n, int i, const mjDoubleVec* userdata) {
  const spec_Vec* vec = userdata;
  for (mjtSize j = 0; j < n; j++)
    dst[i * n + j] = j < vec->size ? ((const double*)vec->data)[j] : 0;
}

void comp_markChain(const comp_Compile* c, int body, mjtByte* mark) {
  for (; body > 0; body = c->body[body].parent) {
    const comp_Body* b = &c->body[body];
    for (int i = 0; i < b->dofnum; i++) mark[b->dofadr + i] = 1;
  }
}
