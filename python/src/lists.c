// Lists of structs in an mjData, such as its contacts: an item is a struct, an attribute is one
// member of all of them as an array.
#include <stdlib.h>

#include "core.h"

static PyObject* list_column(PyObject* self, void* closure) {
  const Member* f = closure;
  const Struct* s = (Struct*)self;
  const npy_intp dims[2] = {s->count, f->rows};
  const int rank = f->form == FORM_SCALAR ? 1 : 2;
  void* address = s->base ? s->base + f->field.offset : NULL;
  return array_view(address, f->npy, rank, dims, (npy_intp)s->layout->size, s->memory);
}

static int set_column(PyObject* self, PyObject* value, void* closure) {
  PyObject* array = list_column(self, closure);
  const int status = array ? array_assign(array, value) : -1;
  Py_XDECREF(array);
  return status;
}

static Py_ssize_t list_length(PyObject* self) { return ((Struct*)self)->count; }

static PyObject* list_item(PyObject* self, Py_ssize_t i) {
  const Struct* s = (Struct*)self;
  if (i < 0 || i >= s->count) {
    PyErr_Format(PyExc_IndexError, "index %zd, but there are %zd", i, s->count);
    return NULL;
  }
  char* base = s->base + (size_t)i * s->layout->size;
  return (PyObject*)struct_new(s->layout, s->layout->python, base, s->memory);
}

static PyObject* list_slice(PyObject* self, PyObject* slice) {
  const Struct* s = (Struct*)self;
  Py_ssize_t start, stop, step;
  if (PySlice_Unpack(slice, &start, &stop, &step) < 0) return NULL;
  const Py_ssize_t n = PySlice_AdjustIndices(s->count, &start, &stop, step);
  if (step != 1) {
    PyErr_SetString(PyExc_ValueError, "slices of lists of structs have step 1");
    return NULL;
  }
  char* base = s->base ? s->base + (size_t)start * s->layout->size : NULL;
  Struct* part = struct_new(s->layout, Py_TYPE(self), base, s->memory);
  if (part) part->count = n;
  return (PyObject*)part;
}

static PyObject* list_subscript(PyObject* self, PyObject* key) {
  if (PySlice_Check(key)) return list_slice(self, key);
  const Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
  if (i == -1 && PyErr_Occurred()) return NULL;
  return list_item(self, i < 0 ? i + ((Struct*)self)->count : i);
}

static PyObject* list_compare(PyObject* a, PyObject* b, int op) {
  if (Py_TYPE(a) != Py_TYPE(b) || (op != Py_EQ && op != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
  Struct one = *(Struct*)a, other = *(Struct*)b;
  bool same = one.count == other.count;
  for (Py_ssize_t i = 0; same && i < one.count; i++) {
    same = struct_same(&one, &other);
    one.base += one.layout->size;
    other.base += other.layout->size;
  }
  return PyBool_FromLong(same == (op == Py_EQ));
}

static PyGetSetDef* columns_of(const Layout* layout) {
  PyGetSetDef* def = calloc((size_t)layout->count + 1, sizeof(*def));
  for (int i = 0; def && i < layout->count; i++) {
    Member* f = &layout->member[i];
    def[i] = (PyGetSetDef){f->name, list_column, set_column, member_doc(f), f};
  }
  return def;
}

static PyObject* no_list(PyTypeObject* type, PyObject* args, PyObject* kw) {
  (void)type, (void)args, (void)kw;
  PyErr_SetString(PyExc_TypeError, "lists of structs are parts of MjData");
  return NULL;
}

bool lists_type(Layout* layout) {
  char name[64];
  snprintf(name, sizeof(name), "_%sList", layout->name);
  PyType_Slot slots[] = {{Py_tp_dealloc, struct_dealloc},
                         {Py_tp_members, struct_weak},
                         {Py_tp_getset, columns_of(layout)},
                         {Py_tp_repr, struct_repr},
                         {Py_tp_new, no_list},
                         {Py_tp_richcompare, list_compare},
                         {Py_tp_hash, PyObject_HashNotImplemented},
                         {Py_sq_length, list_length},
                         {Py_sq_item, list_item},
                         {Py_mp_length, list_length},
                         {Py_mp_subscript, list_subscript},
                         {0, NULL}};
  layout->list = type_make(name, 0, slots);
  return layout->list != NULL;
}
