// Public API of editable models: accessors of names, strings and vectors (dynamic arrays) of
// elements, and of paths of tendons.
#include <limits.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/extra.h>

#include "base/args.h"
#include "base/mem.h"
#include "model/sensor_row.h"
#include "spec/copy_refs.h"
#include "spec/spec_api.h"

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

// ---- vectors; a negative size clears them

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

// appends a vector to a vector of vectors
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

// ---- access by size and address, for language bindings

_Static_assert(sizeof(spec_Vec) == sn_VECPARTS * sizeof(void*), "programs make room for it");

mjtBool sn_vecInit(void* vec) {
  ARGS_NEED_OR(false, vec);
  spec_Pool* pool = mem_alloc(sizeof *pool);
  *(spec_Vec*)vec = (spec_Vec){.pool = pool};
  if (!pool) return false;
  *pool = (spec_Pool){.arena = arena_make(0)};
  return true;
}

void sn_vecFree(void* vec) {
  spec_Vec* v = vec;
  if (!v || !v->pool) return;
  arena_free(&v->pool->arena);
  mem_free(v->pool);
  *v = (spec_Vec){0};
}

int sn_vecSize(const void* vec) { return vec ? ((const spec_Vec*)vec)->size : 0; }

void* sn_vecData(const void* vec) { return sn_vecSize(vec) ? ((const spec_Vec*)vec)->data : NULL; }

void* sn_vecAt(const void* vec, int i) {
  return i >= 0 && i < sn_vecSize(vec) ? (spec_Vec*)((const spec_Vec*)vec)->data + i : NULL;
}

mjtBool sn_vecResize(void* vec, int size, int bytes) {
  spec_Vec* v = vec;
  if (!v || size < 0 || bytes <= 0) return false;
  while (v->size < size) {
    if (!vec_push(v, (size_t)bytes)) return false;
  }
  v->size = size;
  if (bytes == 1 && v->data) ((char*)v->data)[size] = 0;
  return true;
}

// ---- dimensions of sensors

static int product(mjtSize count, mjtSize size) {
  if (count <= 0 || size <= 0) return 0;
  return count <= INT_MAX / size ? (int)(count * size) : INT_MAX;
}

// an object that a sensor refers to, NULL if there is none
static const void* objectOf(const mjsSensor* sensor, mjtObj type) {
  if (!sensor->element || sensor->objtype != type) return NULL;
  const spec_Spec* spec = spec_of(sensor->element)->spec;
  const spec_Element* object = spec_find(spec, type, vec_text(sensor->objname));
  return object ? object->data : NULL;
}

static int rays(const mjsSensor* sensor) {
  if (sensor->objtype != mjOBJ_CAMERA) return 1;
  const mjsCamera* camera = objectOf(sensor, mjOBJ_CAMERA);
  return camera ? product(camera->resolution[0], camera->resolution[1]) : 0;
}

static int outputs(const mjsSensor* sensor) {
  const mjsActuator* actuator = objectOf(sensor, mjOBJ_ACTUATOR);
  return actuator && actuator->gaintype == mjGAIN_SO3 ? 3 : 1;
}

int mjs_sensorDim(const mjsSensor* sensor) {
  ARGS_NEED_OR(-1, sensor);
  const sensor_Row* row = sensor_row(sensor->type);
  if (!row) return -1;
  if (row->dim >= 0) return row->dim;
  switch (sensor->type) {
    case mjSENS_RANGEFINDER:
      return product(rays(sensor), sensor_raySize(sensor->intprm[0]));
    case mjSENS_CONTACT:
      return product(sensor->intprm[2], sensor_contactSize(sensor->intprm[0]));
    case mjSENS_ACTUATORPOS:
    case mjSENS_ACTUATORVEL:
    case mjSENS_ACTUATORFRC:
      return outputs(sensor);
    case mjSENS_USER:
      return sensor->dim;
    default:
      return 0;
  }
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
