// Editable models: names, strings and vectors of elements, paths of tendons.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "mjcf/copy_refs.h"
#include "mjcf/spec_api.h"

// ---- names

int mjs_setName(mjsElement* element, const char* name) {
  ARGS_NEED_OR(-1, element, name);
  spec_Element* e = spec_of(element);
  spec_Spec* spec = e->spec;
  api_clearError(spec);
  if (e == spec->element) return vec_setText(spec->pub.modelname, name) ? 0 : -1;
  char label[SPEC_LABEL_SIZE];
  if (e == spec->world || e == spec->root) {
    diag_error(&spec->diag, e->where, spec_label(label, e), "cannot be renamed");
    return -1;
  }
  if (!spec_setName(e, name)) {
    diag_error(&spec->diag, e->where, spec_label(label, e), "name: another %s is called '%s'",
               spec_typeName(e->type), name);
    return -1;
  }
  return spec->pool.failed ? -1 : 0;
}

mjString* mjs_getName(mjsElement* element) {
  ARGS_NEED_OR(NULL, element);
  spec_Element* e = spec_of(element);
  return e == e->spec->element ? e->spec->pub.modelname : e->name;
}

// ---- vectors; a negative size empties them

static void setArray(void* dest, const void* array, int size, size_t bytes) {
  vec_set(dest, array, size > 0 ? size : 0, bytes);
}

void mjs_setBuffer(mjByteVec* dest, const void* array, int size) {
  ARGS_NEED(dest);
  if (size > 0) ARGS_NEED(array);
  setArray(dest, array, size, 1);
}

void mjs_setInt(mjIntVec* dest, const int* array, int size) {
  ARGS_NEED(dest);
  if (size > 0) ARGS_NEED(array);
  setArray(dest, array, size, sizeof *array);
}

void mjs_setFloat(mjFloatVec* dest, const float* array, int size) {
  ARGS_NEED(dest);
  if (size > 0) ARGS_NEED(array);
  setArray(dest, array, size, sizeof *array);
}

void mjs_setDouble(mjDoubleVec* dest, const double* array, int size) {
  ARGS_NEED(dest);
  if (size > 0) ARGS_NEED(array);
  setArray(dest, array, size, sizeof *array);
}

// one more vector at the end of a vector of vectors
static void appendArray(void* dest, const void* array, int size, size_t bytes) {
  spec_Vec* vec = dest;
  spec_Vec* item = vec_push(vec, sizeof *item);
  if (!item) return;
  item->pool = vec->pool;
  setArray(item, array, size, bytes);
}

void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size) {
  ARGS_NEED(dest);
  if (size > 0) ARGS_NEED(array);
  appendArray(dest, array, size, sizeof *array);
}

void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size) {
  ARGS_NEED(dest);
  if (size > 0) ARGS_NEED(array);
  appendArray(dest, array, size, sizeof *array);
}

const double* mjs_getDouble(const mjDoubleVec* source, int* size) {
  ARGS_NEED_OR(NULL, source);
  const spec_Vec* vec = source;
  if (size) *size = vec->size;
  return vec->size ? vec->data : NULL;
}

// ---- strings

void mjs_setString(mjString* dest, const char* text) {
  ARGS_NEED(dest, text);
  vec_setText(dest, text);
}

const char* mjs_getString(const mjString* source) {
  ARGS_NEED_OR("", source);
  return vec_text(source);
}

void mjs_appendString(mjStringVec* dest, const char* text) {
  ARGS_NEED(dest, text);
  vec_appendText(dest, text);
}

static bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

void mjs_setStringVec(mjStringVec* dest, const char* text) {
  ARGS_NEED(dest, text);
  spec_Vec* vec = dest;
  vec->size = 0;
  while (*text) {
    while (blank(*text)) text++;
    size_t n = 0;
    while (text[n] && !blank(text[n])) n++;
    spec_Vec* item = n ? vec_push(vec, sizeof *item) : NULL;
    if (!item) return;
    item->pool = vec->pool;
    if (!vec_setTextN(item, text, n)) return;
    text += n;
  }
}

mjtBool mjs_setInStringVec(mjStringVec* dest, int i, const char* text) {
  ARGS_NEED_OR(false, dest, text);
  spec_Vec* vec = dest;
  if (i < 0 || i >= vec->size) return false;
  return vec_setText((spec_Vec*)vec->data + i, text);
}

// ---- paths of tendons

int mjs_getWrapNum(const mjsTendon* tendonspec) {
  ARGS_NEED_OR(0, tendonspec);
  return spec_tendon(spec_of(tendonspec->element))->path.n;
}

mjsWrap* mjs_getWrap(const mjsTendon* tendonspec, int i) {
  ARGS_NEED_OR(NULL, tendonspec);
  const spec_List* path = &spec_tendon(spec_of(tendonspec->element))->path;
  return i >= 0 && i < path->n ? path->item[i]->data : NULL;
}

mjsElement* mjs_getWrapTarget(const mjsWrap* wrap) {
  ARGS_NEED_OR(NULL, wrap);
  const spec_Element* e = spec_of(wrap->element);
  const int type = copy_wrapTarget(e);
  spec_Element* target = type < 0 ? NULL : spec_find(e->spec, type, vec_text(spec_wrap(e)->target));
  return target ? &target->head : NULL;
}

mjsSite* mjs_getWrapSideSite(const mjsWrap* wrap) {
  ARGS_NEED_OR(NULL, wrap);
  const spec_Element* e = spec_of(wrap->element);
  const spec_Element* site = spec_find(e->spec, mjOBJ_SITE, vec_text(spec_wrap(e)->sidesite));
  return site ? site->data : NULL;
}

double mjs_getWrapDivisor(const mjsWrap* wrap) {
  ARGS_NEED_OR(1, wrap);
  return wrap->type == mjWRAP_PULLEY ? spec_wrap(spec_of(wrap->element))->prm : 1;
}

double mjs_getWrapCoef(const mjsWrap* wrap) {
  ARGS_NEED_OR(1, wrap);
  return wrap->type == mjWRAP_JOINT ? spec_wrap(spec_of(wrap->element))->prm : 1;
}
