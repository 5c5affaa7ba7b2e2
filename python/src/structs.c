// Python types of the public structs, made from the field tables when the module starts: every
// member is an attribute, numbers as Python numbers, arrays as numpy views on the memory of the
// library.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

enum { NO_TYPE = -1 };  // of a struct that the field tables do not have

Layout layouts[NKIND] = {
    [KIND_MODEL] = {"MjModel", sn_TYPE_MODEL, sizeof(mjModel)},
    [KIND_DATA] = {"MjData", sn_TYPE_DATA, sizeof(mjData)},
    [KIND_OPTION] = {"MjOption", sn_TYPE_OPTION, sizeof(mjOption)},
    [KIND_VISUAL] = {"MjVisual", sn_TYPE_VISUAL, sizeof(mjVisual)},
    [KIND_STATISTIC] = {"MjStatistic", sn_TYPE_STATISTIC, sizeof(mjStatistic)},
    [KIND_CONTACT] = {"MjContact", sn_TYPE_CONTACT, sizeof(mjContact)},
    [KIND_WARNINGSTAT] = {"MjWarningStat", sn_TYPE_WARNINGSTAT, sizeof(mjWarningStat)},
    [KIND_TIMERSTAT] = {"MjTimerStat", sn_TYPE_TIMERSTAT, sizeof(mjTimerStat)},
    [KIND_SOLVERSTAT] = {"MjSolverStat", sn_TYPE_SOLVERSTAT, sizeof(mjSolverStat)},
    [KIND_LROPT] = {"MjLROpt", sn_TYPE_LROPT, sizeof(mjLROpt)},
    [KIND_VIEWOPTION] = {"MjvOption", sn_TYPE_VIEWOPTION, sizeof(mjvOption)},
    [KIND_CAMERA] = {"MjvCamera", sn_TYPE_CAMERA, sizeof(mjvCamera)},
    [KIND_PERTURB] = {"MjvPerturb", sn_TYPE_PERTURB, sizeof(mjvPerturb)},
    [KIND_PRECONTACT] = {"MjPreContact", NO_TYPE, sizeof(mjPreContact)},
    [KIND_VIEWGEOM] = {"MjvGeom", NO_TYPE, sizeof(mjvGeom)},
    [KIND_VIEWLIGHT] = {"MjvLight", NO_TYPE, sizeof(mjvLight)},
    [KIND_GLCAMERA] = {"MjvGLCamera", NO_TYPE, sizeof(mjvGLCamera)},
    [KIND_SCENE] = {"MjvScene", NO_TYPE, sizeof(mjvScene)},
    [KIND_FIGURE] = {"MjvFigure", NO_TYPE, sizeof(mjvFigure)},
    [KIND_RECT] = {"MjrRect", NO_TYPE, sizeof(mjrRect)},
    [KIND_VERTEX] = {"MjrVertexAttribute", NO_TYPE, sizeof(mjrVertexAttribute)},
    [KIND_INFO] = {"MjrRendererInfo", NO_TYPE, sizeof(mjrRendererInfo)},
    [KIND_CONTEXT] = {"MjrContext", NO_TYPE, sizeof(mjrContext)},
};

// groups of mjVisual: prefix in the field table, attribute, type
enum { NGROUP = 6 };
static const char* const group_name[NGROUP][3] = {
    {"global.", "global_", "Global"},
    {"quality.", "quality", "Quality"},
    {"headlight.", "headlight", "Headlight"},
    {"map.", "map", "Map"},
    {"scale.", "scale", "Scale"},
    {"rgba.", "rgba", "Rgba"},
};
static Layout groups[NGROUP];

const Layout* layout_of(int type) {
  for (int k = 0; k < NKIND; k++) {
    if (layouts[k].type == type) return &layouts[k];
  }
  return NULL;
}

const Layout* layout_of_type(PyTypeObject* type) {
  for (int k = 0; k < NKIND; k++) {
    if (PyType_IsSubtype(type, layouts[k].python)) return &layouts[k];
  }
  for (int g = 0; g < NGROUP; g++) {
    if (PyType_IsSubtype(type, groups[g].python)) return &groups[g];
  }
  return NULL;
}

const mjModel* model_of(const Struct* s) {
  const Struct* owner = s->layout == &layouts[KIND_DATA] ? (const Struct*)s->model : s;
  return (const mjModel*)owner->base;
}

// ---- arrays

int npy_type(int type) {
  switch (type) {
    case sn_TYPE_NUM:
      return NPY_DOUBLE;
    case sn_TYPE_FLOAT:
      return NPY_FLOAT;
    case sn_TYPE_INT:
      return NPY_INT;
    case sn_TYPE_SIZE:
      return NPY_INT64;
    case sn_TYPE_BYTE:
      return NPY_UINT8;
    case sn_TYPE_BOOL:
      return NPY_BOOL;
    case sn_TYPE_ADDRESS:
    case sn_TYPE_UINT64:
      return NPY_UINT64;
    default:
      return -1;
  }
}

PyObject* array_view(void* address, int npy, int rank, const npy_intp* dims, npy_intp step,
                     PyObject* owner) {
  static double nothing[1];  // an empty array has an address too
  npy_intp strides[3] = {step, 0, 0};
  npy_intp copy[3] = {0};
  memcpy(copy, dims, sizeof(npy_intp) * (size_t)rank);
  if (step && rank == 2) {
    PyArray_Descr* descr = PyArray_DescrFromType(npy);
    if (!descr) return NULL;
    PyObject* item = PyObject_GetAttrString((PyObject*)descr, "itemsize");
    Py_DECREF(descr);
    if (!item) return NULL;
    strides[1] = PyLong_AsSsize_t(item);
    Py_DECREF(item);
  }
  PyObject* array = PyArray_New(&PyArray_Type, rank, copy, npy, step ? strides : NULL,
                                address ? address : nothing, 0, NPY_ARRAY_CARRAY, NULL);
  if (!array) return NULL;
  Py_INCREF(owner);
  if (PyArray_SetBaseObject((PyArrayObject*)array, owner) < 0) {
    Py_DECREF(array);
    return NULL;
  }
  return array;
}

int array_assign(PyObject* array, PyObject* value) {
  if (!value) {
    PyErr_SetString(PyExc_AttributeError, "members of structs cannot be deleted");
    return -1;
  }
  return PyArray_CopyObject((PyArrayObject*)array, value);
}

// ---- objects

static bool cache_make(Struct* s) {
  if (s->cache) return true;
  s->cache = PyMem_Calloc((size_t)s->layout->count, sizeof(PyObject*));
  if (!s->cache) PyErr_NoMemory();
  return s->cache != NULL;
}

// keeps a new value and hands it out
PyObject* struct_keep(Struct* s, const Member* f, PyObject* value) {
  if (!value || !cache_make(s)) {
    Py_XDECREF(value);
    return NULL;
  }
  Py_XDECREF(s->cache[f->slot]);
  s->cache[f->slot] = value;
  return Py_NewRef(value);
}

static void* address_of(const Struct* s, const Member* f, mjtSize* rows, mjtSize* cols) {
  const bool data = s->layout->type == sn_TYPE_DATA;
  return sn_fieldAddress(s->layout->type, f->index, model_of(s), data ? (mjData*)s->base : NULL,
                         rows, cols);
}

// ---- reading

static PyObject* get_scalar(PyObject* self, void* closure) {
  const Member* f = closure;
  if (!struct_made(self)) return NULL;
  const char* p = ((Struct*)self)->base + f->field.offset;
  switch (f->field.type) {
    case sn_TYPE_NUM:
      return PyFloat_FromDouble(*(const mjtNum*)p);
    case sn_TYPE_FLOAT:
      return PyFloat_FromDouble((double)*(const float*)p);
    case sn_TYPE_INT:
      return PyLong_FromLong(*(const int*)p);
    case sn_TYPE_SIZE:
      return PyLong_FromLongLong(*(const mjtSize*)p);
    case sn_TYPE_BYTE:
      return PyLong_FromLong(*(const mjtByte*)p);
    case sn_TYPE_BOOL:
      return PyBool_FromLong(*(const mjtBool*)p);
    default:
      return PyLong_FromUnsignedLongLong(*(const uint64_t*)p);
  }
}

static PyObject* get_vector(PyObject* self, void* closure) {
  const Member* f = closure;
  Struct* s = (Struct*)self;
  if (s->cache && s->cache[f->slot]) return Py_NewRef(s->cache[f->slot]);
  if (!struct_made(self)) return NULL;
  const npy_intp dims[1] = {f->rows};
  PyObject* array = array_view(s->base + f->field.offset, f->npy, 1, dims, 0, s->memory);
  if (array && !f->writable) PyArray_CLEARFLAGS((PyArrayObject*)array, NPY_ARRAY_WRITEABLE);
  return struct_keep(s, f, array);
}

static PyObject* make_array(Struct* s, const Member* f, void* address, mjtSize rows, mjtSize cols) {
  const npy_intp dims[2] = {(npy_intp)rows, (npy_intp)cols};
  const int rank = strcmp(f->field.coltext, "1") ? 2 : 1;
  return struct_keep(s, f, array_view(address, f->npy, rank, dims, 0, s->memory));
}

// arrays that stay where they are as long as the struct lives
static PyObject* get_array(PyObject* self, void* closure) {
  const Member* f = closure;
  Struct* s = (Struct*)self;
  if (s->cache && s->cache[f->slot]) return Py_NewRef(s->cache[f->slot]);
  if (!struct_made(self)) return NULL;
  mjtSize rows, cols;
  void* address = address_of(s, f, &rows, &cols);
  return make_array(s, f, address, rows, cols);
}

// arrays in the arena, which each step makes anew
static PyObject* get_moving(PyObject* self, void* closure) {
  const Member* f = closure;
  Struct* s = (Struct*)self;
  if (!struct_made(self)) return NULL;
  mjtSize rows, cols;
  void* address = address_of(s, f, &rows, &cols);
  if (!address) rows = 0;
  PyArrayObject* kept = s->cache ? (PyArrayObject*)s->cache[f->slot] : NULL;
  if (kept && address && PyArray_DATA(kept) == address && PyArray_DIM(kept, 0) == rows &&
      (PyArray_NDIM(kept) == 1 || PyArray_DIM(kept, 1) == cols)) {
    return Py_NewRef((PyObject*)kept);
  }
  return make_array(s, f, address, rows, cols);
}

static PyObject* get_bytes(PyObject* self, void* closure) {
  const Member* f = closure;
  Struct* s = (Struct*)self;
  if (s->cache && s->cache[f->slot]) return Py_NewRef(s->cache[f->slot]);
  if (!struct_made(self)) return NULL;
  mjtSize rows, cols;
  const char* address = address_of(s, f, &rows, &cols);
  return struct_keep(s, f,
                     PyBytes_FromStringAndSize(address, address ? (Py_ssize_t)(rows * cols) : 0));
}

static PyObject* get_struct(PyObject* self, void* closure) {
  const Member* f = closure;
  Struct* s = (Struct*)self;
  if (s->cache && s->cache[f->slot]) return Py_NewRef(s->cache[f->slot]);
  if (!struct_made(self)) return NULL;
  char* base = s->base + f->field.offset;
  return struct_keep(s, f, (PyObject*)struct_new(f->target, f->target->python, base, s->memory));
}

static PyObject* get_list(PyObject* self, void* closure) {
  const Member* f = closure;
  Struct* s = (Struct*)self;
  if (!struct_made(self)) return NULL;
  mjtSize rows, cols;
  char* base = address_of(s, f, &rows, &cols);
  const Py_ssize_t count = base ? (Py_ssize_t)(rows * cols) : 0;
  Struct* kept = s->cache ? (Struct*)s->cache[f->slot] : NULL;
  if (kept && kept->base == base && kept->count == count) return Py_NewRef((PyObject*)kept);
  Struct* list = struct_new(f->target, f->target->list, base, s->memory);
  if (list) list->count = count;
  return struct_keep(s, f, (PyObject*)list);
}

PyObject* member_get(PyObject* self, void* member) {
  const Member* f = member;
  switch (f->form) {
    case FORM_SCALAR:
      return get_scalar(self, member);
    case FORM_VECTOR:
      return get_vector(self, member);
    case FORM_BYTES:
      return get_bytes(self, member);
    case FORM_STRUCT:
      return get_struct(self, member);
    case FORM_LIST:
      return get_list(self, member);
    case FORM_TUPLE:
      return view_tuple(self, member);
    case FORM_MATRIX:
    case FORM_TEXT:
    case FORM_NAMES:
    case FORM_POINTED:
    case FORM_LITERAL:
      return view_get(self, member);
    default:
      return get_moving(self, member);
  }
}

// ---- writing

// a number that is no int in C is of a wrong type, as in the reference's package
static bool whole_number(PyObject* value, long long low, long long high, long long* out) {
  PyObject* index = PyNumber_Index(value);
  if (!index) return false;
  *out = PyLong_AsLongLong(index);
  if ((*out == -1 && PyErr_Occurred()) || *out < INT_MIN || *out > INT_MAX) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "an int of 32 bits is expected, not %R", index);
  }
  Py_DECREF(index);
  if (PyErr_Occurred()) return false;
  if (*out >= low && *out <= high) return true;
  PyErr_Format(PyExc_ValueError, "a number from %lld to %lld is expected, not %lld", low, high,
               *out);
  return false;
}

static int set_int(const Struct* s, const Member* f, PyObject* value, void* p) {
  long long low = INT_MIN, high = INT_MAX, number;
  if (f->field.type == sn_TYPE_BYTE) low = 0, high = UCHAR_MAX;
  if (view_most(s, f, -1) >= 0) low = 0, high = view_most(s, f, -1);
  // counts of an mjData say how long its arrays are: they can be lowered, never raised
  if (s->layout->type == sn_TYPE_DATA && f->field.type == sn_TYPE_INT) low = 0, high = *(int*)p;
  if (!whole_number(value, low, high, &number)) return -1;
  if (f->field.type == sn_TYPE_BYTE) {
    *(mjtByte*)p = (mjtByte)number;
  } else {
    *(int*)p = (int)number;
  }
  return 0;
}

static int set_scalar(PyObject* self, PyObject* value, void* closure) {
  const Member* f = closure;
  const Struct* s = (Struct*)self;
  if (!struct_made(self)) return -1;
  char* p = s->base + f->field.offset;
  if (!value) {
    PyErr_SetString(PyExc_AttributeError, "members of structs cannot be deleted");
    return -1;
  }
  if (f->field.type == sn_TYPE_BOOL) {
    const int truth = PyObject_IsTrue(value);
    if (truth >= 0) *(mjtBool*)p = truth > 0;
    return truth < 0 ? -1 : 0;
  }
  if (f->field.type != sn_TYPE_NUM && f->field.type != sn_TYPE_FLOAT) {
    return set_int(s, f, value, p);
  }
  const double number = PyFloat_AsDouble(value);
  if (number == -1 && PyErr_Occurred()) return -1;
  if (f->field.type == sn_TYPE_NUM) {
    *(mjtNum*)p = number;
  } else {
    *(float*)p = (float)number;
  }
  return 0;
}

// In the reference's package the flag and the number of bodies with gravity compensation are one.
static int set_gravcomp(PyObject* self, PyObject* value, void* closure) {
  if (set_scalar(self, value, closure) < 0) return -1;
  mjModel* m = as_model(self);
  m->ngravcomp = m->flg_gravcomp;
  return 0;
}

static int set_array(PyObject* self, PyObject* value, void* closure) {
  PyObject* array = member_get(self, closure);
  const int status = array ? array_assign(array, value) : -1;
  Py_XDECREF(array);
  return status;
}

// ---- comparison

bool struct_same(const Struct* a, const Struct* b) {
  for (int i = 0; i < a->layout->count; i++) {
    const Member* f = &a->layout->member[i];
    if (f->form == FORM_STRUCT) return !memcmp(a->base, b->base, a->layout->size);
    const size_t bytes = f->field.size * (size_t)f->rows * (size_t)(f->cols ? f->cols : 1);
    if (memcmp(a->base + f->field.offset, b->base + f->field.offset, bytes)) return false;
  }
  return true;
}

static PyObject* struct_compare(PyObject* a, PyObject* b, int op) {
  if (Py_TYPE(a) != Py_TYPE(b) || (op != Py_EQ && op != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
  if (!struct_made(a) || !struct_made(b)) return NULL;
  const bool same = struct_same((Struct*)a, (Struct*)b);
  return PyBool_FromLong(same == (op == Py_EQ));
}

// ---- types from tables

static Form form_of(const sn_Field* f) {
  const bool single = !strcmp(f->rowtext, "1") && !strcmp(f->coltext, "1");
  if (f->type >= sn_TYPE_MODEL)
    return single && !(f->flags & sn_FIELD_ARRAY) ? FORM_STRUCT : FORM_LIST;
  if (f->type == sn_TYPE_POINTER) return FORM_HIDDEN;
  if (f->type == sn_TYPE_CHAR) return FORM_BYTES;
  if (f->flags & sn_FIELD_ARRAY) return FORM_ARRAY;
  return single ? FORM_SCALAR : FORM_VECTOR;
}

// numbers that a program may set
static bool may_set(const Layout* layout, const Member* f) {
  if (f->form == FORM_VECTOR || f->form == FORM_ARRAY) return true;
  if (f->form != FORM_SCALAR) return false;
  const int type = f->field.type;
  return type == sn_TYPE_NUM || type == sn_TYPE_FLOAT || type == sn_TYPE_BYTE ||
         type == sn_TYPE_BOOL || (type == sn_TYPE_INT && layout->type != sn_TYPE_MODEL);
}

static void member_init(const Layout* layout, Member* f, int index, int slot) {
  sn_field(layout->type, index, &f->field);
  const char* dot = strchr(f->field.name, '.');
  f->name = dot ? dot + 1 : f->field.name;
  f->index = index;
  f->slot = slot;
  f->npy = npy_type(f->field.type);
  f->form = form_of(&f->field);
  f->writable = may_set(layout, f);
  if (!strcmp(f->name, "plugin_attr")) {  // words with zeros between them
    f->form = FORM_ARRAY;
    f->npy = NPY_INT8;
  }
  f->target = f->field.type >= sn_TYPE_MODEL ? layout_of(f->field.type) : NULL;
  mjtSize rows = 1, cols = 1;
  sn_fieldAddress(layout->type, index, NULL, NULL, &rows, &cols);
  f->rows = (int)(rows * cols);
}

char* member_doc(const Member* f) {
  char text[1024];
  const bool single = f->form == FORM_SCALAR || f->form == FORM_STRUCT;
  const char* unit = f->field.unit && *f->field.unit ? f->field.unit : NULL;
  const int n = snprintf(text, sizeof(text), "%s", f->field.meaning ? f->field.meaning : "");
  int at = n < 0 ? 0 : n;
  if (unit) at += snprintf(text + at, sizeof(text) - (size_t)at, " [%s]", unit);
  if (!single && *f->field.rowtext) {
    snprintf(text + at, sizeof(text) - (size_t)at, "; %s x %s of %s", f->field.rowtext,
             f->field.coltext, f->field.ctype);
  }
  char* copy = malloc(strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}

static getter getter_of(const Member* f) {
  switch (f->form) {
    case FORM_SCALAR:
      return get_scalar;
    case FORM_VECTOR:
      return get_vector;
    case FORM_BYTES:
      return get_bytes;
    case FORM_STRUCT:
      return get_struct;
    case FORM_LIST:
      return get_list;
    case FORM_TUPLE:
      return view_tuple;
    case FORM_MATRIX:
    case FORM_TEXT:
    case FORM_NAMES:
    case FORM_POINTED:
    case FORM_LITERAL:
      return view_get;
    default:
      return f->field.flags & sn_FIELD_ARENA ? get_moving : get_array;
  }
}

static setter setter_of(const Member* f) {
  if (!f->writable || f->form == FORM_TUPLE) return NULL;
  if (!strcmp(f->name, "flg_gravcomp")) return set_gravcomp;
  return f->form == FORM_SCALAR ? set_scalar : f->form == FORM_TEXT ? view_set_text : set_array;
}

static PyGetSetDef* getset_of(const Layout* layout) {
  PyGetSetDef* def = calloc((size_t)layout->count + 2, sizeof(*def));
  int n = 0;
  for (int i = 0; def && i < layout->count; i++) {
    Member* f = &layout->member[i];
    if (f->form == FORM_HIDDEN) continue;
    def[n++] = (PyGetSetDef){f->name, getter_of(f), setter_of(f), member_doc(f), f};
  }
  return def;
}

static bool layout_init(Layout* layout, const char* prefix) {
  const int n = sn_fieldCount(layout->type);
  const size_t length = prefix ? strlen(prefix) : 0;
  layout->member = calloc((size_t)n + 1, sizeof(Member));
  if (!layout->member) return false;
  for (int i = 0; i < n; i++) {
    sn_Field f;
    sn_field(layout->type, i, &f);
    if (prefix && strncmp(f.name, prefix, length)) continue;
    member_init(layout, &layout->member[layout->count], i, layout->count);
    layout->count++;
  }
  layout->getset = getset_of(layout);
  return layout->getset != NULL;
}

// mjVisual has groups, whose members are told with their names in front
static bool visual_init(Layout* visual) {
  visual->member = calloc(NGROUP, sizeof(Member));
  visual->count = NGROUP;
  for (int g = 0; visual->member && g < NGROUP; g++) {
    groups[g] =
        (Layout){.name = group_name[g][2], .type = sn_TYPE_VISUAL, .size = sizeof(mjVisual)};
    if (!layout_init(&groups[g], group_name[g][0])) return false;
    visual->member[g] = (Member){.field = {.name = group_name[g][1], .meaning = "", .unit = ""},
                                 .name = group_name[g][1],
                                 .slot = g,
                                 .form = FORM_STRUCT,
                                 .target = &groups[g]};
  }
  visual->getset = visual->member ? getset_of(visual) : NULL;
  return visual->getset != NULL;
}

// what collision functions give: all numbers, one after the other
static bool precontact_init(Layout* layout) {
  static const struct {
    const char *name, *meaning;
    size_t offset;
    int rows;
  } table[] = {
      {"dist", "distance, negative in penetration", offsetof(mjPreContact, dist), 1},
      {"pos", "point midway between the surfaces", offsetof(mjPreContact, pos), 3},
      {"normal", "unit normal, from geom 1 to geom 2", offsetof(mjPreContact, normal), 3},
      {"tangent", "first tangent, 0: chosen by the caller", offsetof(mjPreContact, tangent), 3},
  };
  enum { N = sizeof(table) / sizeof(*table) };
  layout->count = N;
  layout->member = calloc(N, sizeof(Member));
  for (int i = 0; layout->member && i < N; i++) {
    layout->member[i] = (Member){.field = {.name = table[i].name,
                                           .meaning = table[i].meaning,
                                           .ctype = "mjtNum",
                                           .rowtext = table[i].rows == 1 ? "1" : "3",
                                           .coltext = "1",
                                           .type = sn_TYPE_NUM,
                                           .offset = table[i].offset,
                                           .size = sizeof(mjtNum)},
                                 .name = table[i].name,
                                 .slot = i,
                                 .npy = NPY_DOUBLE,
                                 .form = table[i].rows == 1 ? FORM_SCALAR : FORM_VECTOR,
                                 .writable = true,
                                 .rows = table[i].rows};
  }
  layout->getset = layout->member ? getset_of(layout) : NULL;
  return layout->getset != NULL;
}

static bool drawn_init(Layout* layout, Kind kind) {
  if (!view_init(layout, kind)) return false;
  layout->getset = getset_of(layout);
  return layout->getset != NULL;
}

static PyObject* get_model(PyObject* self, void* unused) {
  (void)unused;
  return struct_made(self) ? Py_NewRef(((Struct*)self)->model) : NULL;
}

static PyObject* get_address(PyObject* self, void* unused) {
  (void)unused;
  return struct_made(self) ? PyLong_FromVoidPtr(((Struct*)self)->base) : NULL;
}

// one more attribute of a type that a table has made
static void extra_attribute(PyGetSetDef* def, const char* name, getter get, const char* doc) {
  while (def->name) def++;
  *def = (PyGetSetDef){name, get, NULL, doc, NULL};
}

static bool big_type(Layout* layout, PyMethodDef* methods, initproc init, const char* doc) {
  const bool data = layout->type == sn_TYPE_DATA;
  PyGetSetDef* def = calloc((size_t)layout->count + 4, sizeof(*def));
  if (!def) return false;
  memcpy(def, layout->getset, sizeof(*def) * (size_t)layout->count);
  extra_attribute(def, "_address", get_address, "address of the C struct");
  if (data) extra_attribute(def, "model", get_model, "the model that it was made for");
  PyType_Slot slots[] = {{Py_tp_dealloc, struct_dealloc},
                         {Py_tp_members, struct_weak},
                         {Py_tp_getset, def},
                         {Py_tp_repr, data ? data_repr : model_repr},
                         {Py_tp_methods, methods},
                         {Py_tp_new, struct_unmade},
                         {Py_tp_init, init},
                         {Py_tp_doc, (void*)doc},
                         {0, NULL}};
  layout->python = type_make(layout->name, Py_TPFLAGS_BASETYPE, slots);
  return layout->python != NULL;
}

static bool small_type(Layout* layout, initproc init) {
  PyType_Slot slots[] = {{Py_tp_dealloc, struct_dealloc},
                         {Py_tp_members, struct_weak},
                         {Py_tp_getset, layout->getset},
                         {Py_tp_methods, struct_methods},
                         {Py_tp_new, struct_unmade},
                         {Py_tp_init, init},
                         {Py_tp_repr, made_repr},
                         {Py_tp_richcompare, struct_compare},
                         {Py_tp_hash, PyObject_HashNotImplemented},
                         {0, NULL}};
  layout->python = type_make(layout->name, Py_TPFLAGS_BASETYPE, slots);
  return layout->python != NULL;
}

// it has memory of its own, which no copy shares
static bool owner_type(Layout* layout, initproc init, PyMethodDef* methods, const char* doc) {
  PyType_Slot slots[] = {{Py_tp_dealloc, struct_dealloc},
                         {Py_tp_members, struct_weak},
                         {Py_tp_getset, layout->getset},
                         {Py_tp_new, struct_unmade},
                         {Py_tp_init, init},
                         {Py_tp_doc, (void*)doc},
                         {methods ? Py_tp_methods : 0, methods},
                         {0, NULL}};
  layout->python = type_make(layout->name, Py_TPFLAGS_BASETYPE, slots);
  return layout->python != NULL;
}

static bool has_list(const Layout* layout) {
  return layout->type == sn_TYPE_CONTACT || layout->type == sn_TYPE_WARNINGSTAT ||
         layout->type == sn_TYPE_TIMERSTAT || layout->type == sn_TYPE_SOLVERSTAT;
}

static bool kind_make(Kind kind) {
  Layout* layout = &layouts[kind];
  switch (kind) {
    case KIND_MODEL:
      return big_type(layout, model_methods(), struct_init_none, "a compiled model");
    case KIND_DATA:
      return big_type(layout, data_methods(), data_init, "state and results of a simulation");
    case KIND_SCENE:
      return owner_type(layout, scene_init, NULL,
                        "MjvScene(model=None, maxgeom=0)\n--\n\nwhat is to be drawn");
    case KIND_INFO:
      return owner_type(layout, info_init, NULL, "MjrRendererInfo()\n--\n\nwho draws");
    case KIND_CONTEXT:
      return owner_type(layout, context_init, context_methods,
                        "MjrContext(model=None, fontscale=150)\n--\n\nwhat scenes of a model are "
                        "drawn with");
    default:
      return small_type(layout, kind == KIND_RECT ? rect_init : struct_init);
  }
}

static bool types_make(void) {
  for (int k = 0; k < NKIND; k++) {
    if (!kind_make((Kind)k)) return false;
    if (has_list(&layouts[k]) && !lists_type(&layouts[k])) return false;
  }
  for (int g = 0; g < NGROUP; g++) {
    if (!small_type(&groups[g], struct_init_none)) return false;
  }
  return true;
}

bool structs_add(PyObject* module) {
  for (int k = 0; k < NKIND; k++) {
    const bool good = k == KIND_VISUAL       ? visual_init(&layouts[k])
                      : k == KIND_PRECONTACT ? precontact_init(&layouts[k])
                      : k > KIND_PRECONTACT  ? drawn_init(&layouts[k], (Kind)k)
                                             : layout_init(&layouts[k], NULL);
    if (!good) {
      PyErr_NoMemory();
      return false;
    }
  }
  if (!data_prepare()) {
    PyErr_NoMemory();
    return false;
  }
  if (!types_make()) return false;
  for (int k = 0; k < NKIND; k++) {
    PyObject* type = (PyObject*)layouts[k].python;
    if (PyModule_AddObjectRef(module, layouts[k].name, type) < 0) return false;
  }
  for (int g = 0; g < NGROUP; g++) {
    PyObject* type = (PyObject*)groups[g].python;
    PyObject* visual = (PyObject*)layouts[KIND_VISUAL].python;
    PyObject* path = PyUnicode_FromFormat("MjVisual.%s", groups[g].name);  // pickle looks there
    const bool good = path && PyObject_SetAttrString(type, "__qualname__", path) == 0 &&
                      PyObject_SetAttrString(visual, groups[g].name, type) == 0;
    Py_XDECREF(path);
    if (!good) return false;
  }
  return true;
}
