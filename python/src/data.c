// MjData: made for a model that it keeps; copies, pickle.
#include <string.h>

#include "core.h"

static const char data_name[] = "mjData";

static void free_data(PyObject* capsule) {
  PyObject* model = PyCapsule_GetContext(capsule);
  mj_deleteData(PyCapsule_GetPointer(capsule, data_name));
  Py_XDECREF(model);
}

// gives an object that has none yet its data, which is taken over
static int data_own(PyObject* self, mjData* d, PyObject* model) {
  PyObject* memory = PyCapsule_New(d, data_name, free_data);
  if (!memory) {
    mj_deleteData(d);
    return -1;
  }
  PyCapsule_SetContext(memory, Py_NewRef(((Struct*)model)->memory));
  ((Struct*)self)->model = Py_NewRef(model);
  return struct_own(self, d, memory);
}

PyObject* data_wrapAs(PyTypeObject* type, mjData* d, PyObject* model) {
  PyObject* self = struct_unmade(type, NULL, NULL);
  if (!self) {
    mj_deleteData(d);
  } else if (data_own(self, d, model) < 0) {
    Py_CLEAR(self);
  }
  return self;
}

PyObject* data_wrap(mjData* d, PyObject* model) {
  return data_wrapAs(layouts[KIND_DATA].python, d, model);
}

static int data_make(PyObject* self, PyObject* model) {
  const mjModel* m = model_from(model, "model");
  if (!m) return -1;
  call_begin();
  mjData* d = mj_makeData(m);
  if (d) return data_own(self, d, model);
  if (call_end()) PyErr_NoMemory();
  return -1;
}

int data_init(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"model", NULL};
  PyObject* model;
  if (((Struct*)self)->base) return 0;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "O:MjData", names, &model)) return -1;
  return data_make(self, model);
}

static PyObject* data_copy(PyObject* self, PyObject* unused) {
  (void)unused;
  const Struct* s = (Struct*)self;
  if (!struct_made(self)) return NULL;
  call_begin();
  mjData* d = mj_copyData(NULL, model_of(s), (mjData*)s->base);
  if (!d) return call_end() ? PyErr_NoMemory() : NULL;
  return object_carry(data_wrapAs(Py_TYPE(self), d, s->model), self, NULL);
}

// the copy has a model of its own
static PyObject* data_deepcopy(PyObject* self, PyObject* memo) {
  const Struct* s = (Struct*)self;
  if (!struct_made(self)) return NULL;
  call_begin();
  mjModel* m = mj_copyModel(NULL, model_of(s));
  if (!m) return call_end() ? PyErr_NoMemory() : NULL;
  PyObject* model = object_carry(model_wrapAs(Py_TYPE(s->model), m), s->model, memo);
  mjData* d = model ? mj_copyData(NULL, m, (mjData*)s->base) : NULL;
  PyObject* copy = d ? data_wrapAs(Py_TYPE(self), d, model) : NULL;
  if (!copy && !PyErr_Occurred() && call_end()) PyErr_NoMemory();
  Py_XDECREF(model);
  return object_carry(copy, self, memo);
}

// ---- pickle: the bytes of all members in the order of the table, arrays of the arena last

// members that are of one process only
static bool stays(const Member* f) {
  static const char* const names[] = {"narena",     "nbuffer",    "nplugin",    "pstack",
                                      "pbase",      "parena",     "signature",  "plugin",
                                      "threadlock", "threadpool", "plugin_data"};
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
    if (!strcmp(f->field.name, names[i])) return true;
  }
  return f->form == FORM_HIDDEN;
}

static mjtSize bytes_of(const Struct* s, const Member* f, void** address) {
  mjtSize rows, cols;
  *address = sn_fieldAddress(sn_TYPE_DATA, f->index, model_of(s), (mjData*)s->base, &rows, &cols);
  return rows > 0 && cols > 0 ? rows * cols * (mjtSize)f->field.size : 0;
}

// members that are stored, in the arena or not, ended by NULL; the lists are made when the module
// starts
static const Member** stored[2];

bool data_prepare(void) {
  const Layout* layout = &layouts[KIND_DATA];
  for (int arena = 0; arena < 2; arena++) {
    stored[arena] = PyMem_Calloc((size_t)layout->count + 1, sizeof(*stored[arena]));
    if (!stored[arena]) return false;
    int n = 0;
    for (int i = 0; i < layout->count; i++) {
      const Member* f = &layout->member[i];
      const bool there = (f->field.flags & sn_FIELD_ARENA) != 0;
      if (there == (arena == 1) && !stays(f)) stored[arena][n++] = f;
    }
  }
  return true;
}

static mjtSize stored_size(const Struct* s) {
  mjtSize size = 0;
  void* address;
  for (int arena = 0; arena < 2; arena++) {
    for (const Member** f = stored[arena]; *f; f++) size += bytes_of(s, *f, &address);
  }
  return size;
}

static PyObject* data_reduce(PyObject* self, PyObject* unused) {
  (void)unused;
  const Struct* s = (Struct*)self;
  if (!struct_made(self)) return NULL;
  PyObject* bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)stored_size(s));
  if (!bytes) return NULL;
  char* to = PyBytes_AsString(bytes);
  for (int arena = 0; arena < 2; arena++) {
    for (const Member** f = stored[arena]; *f; f++) {
      void* address;
      const mjtSize n = bytes_of(s, *f, &address);
      if (!n) continue;
      if (address) {
        memcpy(to, address, (size_t)n);
      } else {
        memset(to, 0, (size_t)n);
      }
      to += n;
    }
  }
  return object_reduce(self, Py_BuildValue("{sOsN}", "model", s->model, "data", bytes));
}

// arrays of the arena are laid out one after the other; false if they do not fit
static bool restore_arena(const Struct* s, const char* from, const char* end) {
  mjData* d = (mjData*)s->base;
  size_t used = 0;
  for (const Member** f = stored[1]; *f; f++) {
    void* address;
    const mjtSize n = bytes_of(s, *f, &address);
    if (!n) continue;
    const size_t start = (used + 63) / 64 * 64;
    if (n > end - from || start + (size_t)n > (size_t)d->narena) return false;
    char* place = (char*)d->arena + start;
    memcpy(place, from, (size_t)n);
    memcpy(s->base + (*f)->field.offset, &place, sizeof(place));
    from += n;
    used = start + (size_t)n;
  }
  d->parena = used;
  return from == end;
}

static bool restore_members(const Struct* s, const char** from, const char* end) {
  for (const Member** f = stored[0]; *f; f++) {
    void* address;
    const mjtSize n = bytes_of(s, *f, &address);
    if (n > end - *from) return false;
    if (n && address) memcpy(address, *from, (size_t)n);
    *from += n;
  }
  return true;
}

// the state has the model and the bytes; pickles of Sinew 0.x have made the data of its model
// before, and have the bytes alone
static PyObject* data_setstate(PyObject* self, PyObject* state) {
  const Struct* s = (Struct*)self;
  char* from;
  Py_ssize_t n;
  PyObject* own = object_state(self, state);
  if (!own) return NULL;
  if (PyDict_Check(own)) {
    PyObject* model = PyDict_GetItemString(own, "model");
    own = PyDict_GetItemString(own, "data");
    if (!model || !own || (!s->base && data_make(self, model) < 0)) own = Py_None;
  }
  if (PyErr_Occurred() || PyBytes_AsStringAndSize(own, &from, &n) < 0 || !struct_made(self)) {
    return NULL;
  }
  const char* at = from;
  if (restore_members(s, &at, from + n) && restore_arena(s, at, from + n)) {
    sn_updateSleep(model_of(s), (mjData*)s->base);
    Py_RETURN_NONE;
  }
  mj_resetData(model_of(s), (mjData*)s->base);
  PyErr_SetString(PyExc_ValueError, "the state of the data does not fit its model");
  return NULL;
}

PyMethodDef* data_methods(void) {
  static const PyMethodDef own[] = {
      {"_bind", views_bind, METH_O, "the view of an element of an MjSpec"},
      {"__copy__", data_copy, METH_NOARGS, "a copy with the same model"},
      {"__deepcopy__", data_deepcopy, METH_O, "a copy with a copy of the model"},
      {"__reduce__", data_reduce, METH_NOARGS, "for pickle"},
      {"__setstate__", data_setstate, METH_O, "for pickle"},
  };
  enum { NOWN = sizeof(own) / sizeof(*own), NMETHOD = 48 };
  static PyMethodDef all[NMETHOD];
  memcpy(all, own, sizeof(own));
  int n = NOWN;
  for (const PyMethodDef* view = views_methods(true); view->ml_name && n < NMETHOD - 1; view++) {
    all[n++] = *view;
  }
  return all;
}
