// Python types of what is drawn: MjvScene and the structs in it, MjvFigure. Their members are
// tables that python/tools/gen_view.py makes of the header; arrays are views on the memory of the
// scene.
#include <stdlib.h>
#include <string.h>

#include "core.h"

static const char scene_memory[] = "sinew scene";

// ---- lengths of the arrays of a scene

typedef struct {
  const char* name;
  int width;        // numbers of each
  size_t adr, num;  // arrays whose last entries tell how many there are
  size_t count;     // entries of these
} Length;

#define RUN(adr, num, count)                                                                       \
  offsetof(mjvScene, adr), offsetof(mjvScene, num), offsetof(mjvScene, count)

// those that are not listed have one number for each flex, skin or geom
static const Length lengths[] = {
    {"flexedge", 2, RUN(flexedgeadr, flexedgenum, nflex)},
    {"flexvert", 3, RUN(flexvertadr, flexvertnum, nflex)},
    {"flexface", 9, RUN(flexfaceadr, flexfacenum, nflex)},
    {"flexnormal", 9, RUN(flexfaceadr, flexfacenum, nflex)},
    {"flextexcoord", 6, RUN(flexfaceadr, flexfacenum, nflex)},
    {"skinvert", 3, RUN(skinvertadr, skinvertnum, nskin)},
    {"skinnormal", 3, RUN(skinvertadr, skinvertnum, nskin)},
};

static npy_intp run_length(const mjvScene* scn, const Length* length) {
  const char* base = (const char*)scn;
  int *adr, *num;
  const int n = *(const int*)(base + length->count);
  memcpy(&adr, base + length->adr, sizeof adr);
  memcpy(&num, base + length->num, sizeof num);
  return n ? (npy_intp)length->width * (adr[n - 1] + num[n - 1]) : 0;
}

static npy_intp length_of(const mjvScene* scn, const Member* f) {
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    if (!strcmp(f->name, lengths[i].name)) return run_length(scn, &lengths[i]);
  }
  return !strncmp(f->name, "flex", 4)   ? scn->nflex
         : !strncmp(f->name, "skin", 4) ? scn->nskin
                                        : scn->maxgeom;
}

// ---- members

PyObject* view_get(PyObject* self, void* closure) {
  const Member* f = closure;
  Struct* s = (Struct*)self;
  if (!struct_made(self)) return NULL;
  char* p = s->base + f->field.offset;
  const npy_intp dims[2] = {f->rows, f->cols};
  if (f->form == FORM_TEXT)
    return PyUnicode_DecodeUTF8(p, (Py_ssize_t)strnlen(p, (size_t)f->rows), "replace");
  if (f->form == FORM_LITERAL) {
    const char* text;
    memcpy(&text, p, sizeof text);
    return PyUnicode_FromString(text ? text : "");
  }
  if (f->form == FORM_MATRIX) return array_view(p, f->npy, 2, dims, 0, s->memory);
  if (f->form != FORM_NAMES) return view_pointed(s, f);
  // texts of one length
  PyObject* array = PyArray_New(&PyArray_Type, 1, (npy_intp*)dims, NPY_STRING, NULL, p, f->cols,
                                NPY_ARRAY_CARRAY, NULL);
  if (!array) return NULL;
  Py_INCREF(s->memory);
  if (PyArray_SetBaseObject((PyArrayObject*)array, s->memory) == 0) return array;
  Py_DECREF(array);
  return NULL;
}

// numbers elsewhere; places and numbers of vertices are the library's own
PyObject* view_pointed(Struct* s, const Member* f) {
  void* address;
  memcpy(&address, s->base + f->field.offset, sizeof address);
  const npy_intp dims[1] = {address ? length_of((const mjvScene*)s->base, f) : 0};
  PyObject* array = array_view(address, f->npy, 1, dims, 0, s->memory);
  if (array && f->npy == NPY_INT) PyArray_CLEARFLAGS((PyArrayObject*)array, NPY_ARRAY_WRITEABLE);
  return array;
}

// structs, each made once
PyObject* view_tuple(PyObject* self, void* closure) {
  const Member* f = closure;
  Struct* s = (Struct*)self;
  if (s->cache && s->cache[f->slot]) return Py_NewRef(s->cache[f->slot]);
  if (!struct_made(self)) return NULL;
  const mjvScene* scn = (const mjvScene*)s->base;
  const bool geoms = !strcmp(f->name, "geoms");
  char* base = geoms ? (char*)scn->geoms : s->base + f->field.offset;
  const Py_ssize_t n = geoms ? scn->maxgeom : f->rows;
  PyObject* tuple = PyTuple_New(n);
  for (Py_ssize_t i = 0; tuple && i < n; i++) {
    char* at = base + (size_t)i * f->target->size;
    PyObject* item = (PyObject*)struct_new(f->target, f->target->python, at, s->memory);
    if (!item || PyTuple_SetItem(tuple, i, item) < 0) Py_CLEAR(tuple);
  }
  return struct_keep(s, f, tuple);
}

int view_set_text(PyObject* self, PyObject* value, void* closure) {
  const Member* f = closure;
  const Struct* s = (Struct*)self;
  Py_ssize_t n;
  if (!struct_made(self)) return -1;
  if (!value || !PyUnicode_Check(value)) {
    PyErr_SetString(PyExc_TypeError, "a str is expected");
    return -1;
  }
  const char* text = PyUnicode_AsUTF8AndSize(value, &n);
  if (!text) return -1;
  if (n >= f->rows) {
    PyErr_Format(PyExc_ValueError, "a text of at most %d bytes is expected, not %zd", f->rows - 1,
                 n);
    return -1;
  }
  memset(s->base + f->field.offset, 0, (size_t)f->rows);
  memcpy(s->base + f->field.offset, text, (size_t)n);
  return 0;
}

int view_most(const Struct* s, const Member* f, int most) {
  if (s->layout != &layouts[KIND_SCENE]) return most;
  if (!strcmp(f->name, "ngeom")) return ((const mjvScene*)s->base)->maxgeom;
  return strcmp(f->name, "nlight") ? most : mjMAXLIGHT;
}

// ---- types

bool view_init(Layout* layout, Kind kind) {
  const ViewTable* table = view_tables;
  while (table->kind != kind) table++;
  layout->count = (int)table->count;
  layout->member = calloc(table->count, sizeof(Member));
  for (int i = 0; layout->member && i < layout->count; i++) {
    const ViewRow* row = &table->row[i];
    layout->member[i] = (Member){.field = {.name = row->name,
                                           .meaning = row->meaning,
                                           .ctype = row->ctype,
                                           .rowtext = "",
                                           .coltext = "",
                                           .unit = "",
                                           .type = row->type,
                                           .offset = row->offset,
                                           .size = row->size},
                                 .name = row->name,
                                 .slot = i,
                                 .npy = row->type < 0                         ? -1
                                        : !strcmp(row->ctype, "unsigned int") ? NPY_UINT
                                                                              : npy_type(row->type),
                                 .form = row->form,
                                 .writable = row->writable,
                                 .target = row->target < 0 ? NULL : &layouts[row->target],
                                 .rows = row->rows,
                                 .cols = row->cols};
  }
  return layout->member != NULL;
}

static void free_scene(PyObject* capsule) {
  mjvScene* scn = PyCapsule_GetPointer(capsule, scene_memory);
  mjv_freeScene(scn);
  free(scn);
}

// memory for as many geoms, of a model that may be NULL; NULL and an exception if there is none
static mjvScene* make_scene(const mjModel* m, int maxgeom) {
  mjvScene* scn = calloc(1, sizeof *scn);
  if (!scn) return (mjvScene*)PyErr_NoMemory();
  call_begin();
  mjv_makeScene(m, scn, maxgeom);
  if (call_end()) return scn;
  free(scn);
  return NULL;
}

int scene_init(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"model", "maxgeom", NULL};
  PyObject* model = Py_None;
  int maxgeom = 0;
  if (((Struct*)self)->base) return 0;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "|Oi:MjvScene", names, &model, &maxgeom)) return -1;
  const mjModel* m = model == Py_None ? NULL : model_from(model, "model");
  mjvScene* scn = m || model == Py_None ? make_scene(m, maxgeom) : NULL;
  if (!scn) return -1;
  PyObject* memory = PyCapsule_New(scn, scene_memory, free_scene);
  if (!memory) {
    mjv_freeScene(scn);
    free(scn);
  }
  return struct_own(self, scn, memory);
}
