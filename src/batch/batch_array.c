// Arrays of a batch, with one row per world (environment): a field of mjData (state, inputs,
// results) or of mjModel (parameters for domain randomization), looked up in the field tables.
#include <stdint.h>
#include <string.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"
#include "batch/batch.h"
#include "batch/batch_lanes.h"

// ---- lists

batch_Array* batch_find(const batch_List* list, const char* name) {
  for (int i = 0; i < list->n; i++) {
    if (!strcmp(list->array[i].name, name)) return &list->array[i];
  }
  return NULL;
}

void batch_freeList(batch_List* list) {
  for (int i = 0; i < list->n; i++) mem_free(list->array[i].rows);
  mem_free(list->array);
  *list = (batch_List){0};
}

static batch_Array* append(batch_List* list) {
  if (list->n == list->most) {
    const int most = list->most ? 2 * list->most : 16;
    batch_Array* array =
        mem_grow(list->array, (size_t)list->n * sizeof *array, (size_t)most * sizeof *array);
    if (!array) return NULL;
    list->array = array;
    list->most = most;
  }
  return &list->array[list->n];
}

// appends an array of zeros; NULL: out of memory
static batch_Array* add(sn_Batch* b, batch_List* list, const sn_Field* f, mjtSize count) {
  batch_Array* a = append(list);
  if (!a) return NULL;
  *a = (batch_Array){.name = f->name,
                     .offset = f->offset,
                     .member = !(f->flags & sn_FIELD_ARRAY),
                     .type = f->type,
                     .count = count,
                     .bytes = (size_t)count * f->size,
                     .slot = batch_slot(f->name)};
  if (a->bytes && (size_t)b->nworld > SIZE_MAX / a->bytes) return NULL;
  a->rows = mem_calloc((size_t)b->nworld, a->bytes ? a->bytes : 1);
  if (!a->rows) return NULL;
  list->n++;
  return a;
}

// number of values of a field in one world
static mjtSize countOf(const mjModel* m, int type, int i) {
  mjtSize rows, cols;
  sn_fieldAddress(type, i, m, NULL, &rows, &cols);
  return rows * cols;
}

// ---- state and inputs

// fields of the stage that programs write; sleep states are in the mjData of each world instead
static bool isInput(const sn_Field* f) {
  return f->stage == sn_STAGE_INPUT && strcmp(f->name, "tree_asleep");
}

// inputs that steps in lanes modify; the rest stays as programs set it
static bool isMoved(const char* name) {
  static const char* const moved[] = {"time", "qpos", "qvel", "act", "qacc_warmstart"};
  for (int i = 0; i < (int)(sizeof moved / sizeof *moved); i++) {
    if (!strcmp(name, moved[i])) return true;
  }
  return false;
}

static void fillInput(const sn_Batch* b, const batch_Array* a, void* source) {
  for (int w = 0; w < b->nworld && a->bytes; w++) memcpy(batch_row(a, w), source, a->bytes);
}

bool batch_makeInputs(sn_Batch* b) {
  mjData* d = b->worker[0].d;
  for (int i = 0; i < sn_fieldCount(sn_TYPE_DATA); i++) {
    sn_Field f;
    sn_field(sn_TYPE_DATA, i, &f);
    if (!isInput(&f)) continue;
    batch_Array* a = add(b, &b->input, &f, countOf(b->m, sn_TYPE_DATA, i));
    if (!a) return false;
    a->kept = !isMoved(f.name);
    fillInput(b, a, batch_place(a, d));
  }
  return true;
}

// ---- results

// numeric fields whose size is the same in each world
static bool isNumber(const sn_Field* f) {
  return f->type <= sn_TYPE_BOOL && !(f->flags & sn_FIELD_ARENA);
}

batch_Array* batch_result(sn_Batch* b, const char* name) {
  batch_Array* a = batch_find(&b->input, name);
  if (!a) a = batch_find(&b->result, name);
  if (a) return a;
  sn_Field f;
  const int i = sn_findField(sn_TYPE_DATA, name);
  if (i < 0 || !sn_field(sn_TYPE_DATA, i, &f)) {
    mju_error("sn_batchArray: mjData has no field '%s'", name);
    return NULL;
  }
  if (!isNumber(&f) || !(f.flags & sn_FIELD_EXPORT)) {
    mju_error("sn_batchArray: '%s' has no fixed number of numbers in a world; ask for sensors, or "
              "for fields of bodies, geoms, sites and joints",
              name);
    return NULL;
  }
  a = add(b, &b->result, &f, countOf(b->m, sn_TYPE_DATA, i));
  if (!a) mju_error("sn_batchArray: out of memory for '%s' of %d worlds", name, b->nworld);
  return a;
}

void* sn_batchArray(sn_Batch* b, const char* name, mjtSize* count) {
  ARGS_NEED_OR(NULL, b, name);
  const batch_Array* a = batch_result(b, name);
  if (count) *count = a ? a->count : 0;
  return a ? a->rows : NULL;
}

// ---- parameters

// "opt.gravity" is a field of mjOption, which is a member of mjModel
static bool findParameter(const mjModel* m, const char* name, sn_Field* f, mjtSize* count) {
  const bool option = !strncmp(name, "opt.", 4);
  const int type = option ? sn_TYPE_OPTION : sn_TYPE_MODEL;
  const int i = sn_findField(type, option ? name + 4 : name);
  if (i < 0 || !sn_field(type, i, f)) return false;
  *count = countOf(m, type, i);
  if (option) f->offset += offsetof(mjModel, opt);
  return (f->flags & sn_FIELD_WORLD) != 0;
}

// every thread has a copy of the model, for the parameters of its current world
static bool makeModels(sn_Batch* b) {
  for (int i = 0; i < b->nworker; i++) {
    if (!b->worker[i].own) b->worker[i].own = mj_copyModel(NULL, b->m);
    if (!b->worker[i].own) return false;
  }
  return true;
}

static batch_Array* addParameter(sn_Batch* b, const char* name) {
  sn_Field f;
  mjtSize count;
  if (!findParameter(b->m, name, &f, &count)) {
    mju_error("sn_batchParameter: '%s' is no field of mjModel that worlds may differ in (see "
              "docs/batch.md); for options write opt.gravity",
              name);
    return NULL;
  }
  batch_Array* a = makeModels(b) ? add(b, &b->parameter, &f, count) : NULL;
  if (!a) {
    mju_error("sn_batchParameter: out of memory for '%s' of %d worlds", name, b->nworld);
    return NULL;
  }
  fillInput(b, a, batch_place(a, b->m));
  return a;
}

void* sn_batchParameter(sn_Batch* b, const char* name, mjtSize* count) {
  ARGS_NEED_OR(NULL, b, name);
  const batch_Array* a = batch_find(&b->parameter, strncmp(name, "opt.", 4) ? name : name + 4);
  if (!a) a = addParameter(b, name);
  if (count) *count = a ? a->count : 0;
  return a ? a->rows : NULL;
}
