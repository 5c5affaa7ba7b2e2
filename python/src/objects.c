// Objects of structs: how they are made, also of classes that programs derive, copied and pickled.
#include <stdlib.h>
#include <string.h>

#include "core.h"

static const char memory_name[] = "sinew memory";

PyMemberDef struct_weak[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Struct, weak), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}};

PyTypeObject* type_make(const char* name, unsigned int flags, PyType_Slot* slots) {
  char full[96];
  snprintf(full, sizeof(full), "sinew._core.%s", name);
  PyType_Spec spec = {full, sizeof(Struct), 0, Py_TPFLAGS_DEFAULT | flags, slots};
  return (PyTypeObject*)PyType_FromSpec(&spec);
}

Struct* struct_new(const Layout* layout, PyTypeObject* type, void* base, PyObject* memory) {
  Struct* s = (Struct*)PyType_GenericAlloc(type, 0);
  if (!s) return NULL;
  s->layout = layout;
  s->base = base;
  Py_XINCREF(memory);
  s->memory = memory;
  return s;
}

void struct_dealloc(PyObject* self) {
  Struct* s = (Struct*)self;
  if (s->weak) PyObject_ClearWeakRefs(self);
  views_free(s);
  for (int i = 0; s->cache && i < s->layout->count; i++) Py_XDECREF(s->cache[i]);
  PyMem_Free(s->cache);
  Py_XDECREF(s->model);
  Py_XDECREF(s->memory);
  PyTypeObject* type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

// ---- __new__ and __init__

PyObject* struct_unmade(PyTypeObject* type, PyObject* args, PyObject* kw) {
  (void)args, (void)kw;
  return (PyObject*)struct_new(layout_of_type(type), type, NULL, NULL);
}

bool struct_made(PyObject* self) {
  const Struct* s = (Struct*)self;
  if (s->base) return true;
  PyErr_Format(PyExc_TypeError, "%s.__init__() must be called when overriding __init__",
               s->layout->name);
  return false;
}

int struct_own(PyObject* self, void* base, PyObject* memory) {
  if (!memory) return -1;
  Struct* s = (Struct*)self;
  s->base = base;
  s->memory = memory;
  return 0;
}

static void free_memory(PyObject* capsule) { free(PyCapsule_GetPointer(capsule, memory_name)); }

int struct_fill(PyObject* self, const void* contents) {
  const size_t size = ((Struct*)self)->layout->size;
  void* block = calloc(1, size);
  if (!block) {
    PyErr_NoMemory();
    return -1;
  }
  if (contents) memcpy(block, contents, size);
  PyObject* memory = PyCapsule_New(block, memory_name, free_memory);
  if (!memory) free(block);
  return struct_own(self, block, memory);
}

PyObject* struct_of(Kind kind, const void* contents) {
  PyObject* self = struct_unmade(layouts[kind].python, NULL, NULL);
  if (self && struct_fill(self, contents) < 0) Py_CLEAR(self);
  return self;
}

static void set_defaults(const Layout* layout, void* base) {
  if (layout == &layouts[KIND_VIEWGEOM]) mjv_initGeom(base, mjGEOM_NONE, NULL, NULL, NULL, NULL);
  if (layout == &layouts[KIND_FIGURE]) mjv_defaultFigure(base);
  switch (layout->type) {
    case sn_TYPE_OPTION:
      mj_defaultOption(base);
      break;
    case sn_TYPE_VISUAL:
      mj_defaultVisual(base);
      break;
    case sn_TYPE_VIEWOPTION:
      mjv_defaultOption(base);
      break;
    case sn_TYPE_CAMERA:
      mjv_defaultCamera(base);
      break;
    case sn_TYPE_PERTURB:
      mjv_defaultPerturb(base);
      break;
    default:
      break;
  }
}

bool no_arguments(const char* name, PyObject* args, PyObject* kw) {
  if (!PyTuple_Size(args) && (!kw || !PyDict_Size(kw))) return true;
  PyErr_Format(PyExc_TypeError, "%s() takes no arguments", name);
  return false;
}

int struct_init(PyObject* self, PyObject* args, PyObject* kw) {
  const Struct* s = (Struct*)self;
  if (s->base) return 0;
  if (!no_arguments(s->layout->name, args, kw) || struct_fill(self, NULL) < 0) return -1;
  set_defaults(s->layout, s->base);
  return 0;
}

int struct_init_none(PyObject* self, PyObject* args, PyObject* kw) {
  (void)args, (void)kw;
  const Layout* layout = ((Struct*)self)->layout;
  PyErr_Format(PyExc_TypeError, "%s: No constructor defined! %s", layout->name,
               layout->type == sn_TYPE_MODEL
                   ? "Models are made by from_xml_path, from_xml_string and from_binary_path"
                   : "It is part of MjVisual");
  return -1;
}

// ---- copies, pickle

// attributes that a program has given an object of a class of its own; NULL: none
static PyObject* attributes_of(PyObject* self) {
  PyObject* dict = PyObject_GetAttrString(self, "__dict__");
  if (!dict) PyErr_Clear();
  if (dict && (!PyDict_Check(dict) || !PyDict_Size(dict))) Py_CLEAR(dict);
  return dict;
}

PyObject* object_carry(PyObject* copy, PyObject* self, PyObject* memo) {
  PyObject* dict = copy ? attributes_of(self) : NULL;
  if (!dict) return copy;
  PyObject* module = memo ? PyImport_ImportModule("copy") : NULL;
  PyObject* held = !memo    ? Py_NewRef(dict)
                   : module ? PyObject_CallMethod(module, "deepcopy", "OO", dict, memo)
                            : NULL;
  PyObject* attributes = held ? PyObject_GetAttrString(copy, "__dict__") : NULL;
  if (!attributes || PyDict_Update(attributes, held) < 0) Py_CLEAR(copy);
  Py_XDECREF(attributes);
  Py_XDECREF(held);
  Py_XDECREF(module);
  Py_DECREF(dict);
  return copy;
}

static PyObject* copy_of(PyObject* self, PyObject* memo) {
  if (!struct_made(self)) return NULL;
  PyObject* copy = struct_unmade(Py_TYPE(self), NULL, NULL);
  if (copy && struct_fill(copy, ((Struct*)self)->base) < 0) Py_CLEAR(copy);
  return object_carry(copy, self, memo);
}

static PyObject* struct_copy(PyObject* self, PyObject* unused) {
  (void)unused;
  return copy_of(self, NULL);
}

static PyObject* struct_deepcopy(PyObject* self, PyObject* memo) { return copy_of(self, memo); }

PyObject* object_reduce(PyObject* self, PyObject* state) {
  PyObject* dict = attributes_of(self);
  PyObject* whole = dict && state ? PyTuple_Pack(2, state, dict) : Py_XNewRef(state);
  PyObject* module = PyImport_ImportModule("copyreg");
  PyObject* make = module ? PyObject_GetAttrString(module, "__newobj__") : NULL;
  PyObject* result = whole && make ? Py_BuildValue("O(O)O", make, Py_TYPE(self), whole) : NULL;
  Py_XDECREF(make);
  Py_XDECREF(module);
  Py_XDECREF(whole);
  Py_XDECREF(dict);
  Py_XDECREF(state);
  return result;
}

PyObject* object_state(PyObject* self, PyObject* state) {
  PyObject *own = state, *dict = NULL;
  if (PyTuple_Check(state) && !PyArg_ParseTuple(state, "OO!", &own, &PyDict_Type, &dict)) {
    return NULL;
  }
  PyObject* attributes = dict ? PyObject_GetAttrString(self, "__dict__") : NULL;
  const bool good = !dict || (attributes && PyDict_Update(attributes, dict) == 0);
  Py_XDECREF(attributes);
  return good ? own : NULL;
}

static PyObject* struct_setstate(PyObject* self, PyObject* state) {
  const Struct* s = (Struct*)self;
  char* bytes;
  Py_ssize_t n;
  PyObject* own = object_state(self, state);
  if (!own || PyBytes_AsStringAndSize(own, &bytes, &n) < 0) return NULL;
  if ((size_t)n != s->layout->size) {
    PyErr_Format(PyExc_ValueError, "%s of another version", s->layout->name);
    return NULL;
  }
  if (!s->base && struct_fill(self, NULL) < 0) return NULL;
  memcpy(s->base, bytes, s->layout->size);
  Py_RETURN_NONE;
}

static PyObject* struct_reduce(PyObject* self, PyObject* unused) {
  (void)unused;
  const Struct* s = (Struct*)self;
  if (!struct_made(self)) return NULL;
  return object_reduce(self, PyBytes_FromStringAndSize(s->base, (Py_ssize_t)s->layout->size));
}

PyMethodDef struct_methods[] = {
    {"__copy__", struct_copy, METH_NOARGS, "a copy with memory of its own"},
    {"__deepcopy__", struct_deepcopy, METH_O, "a copy with memory of its own"},
    {"__reduce__", struct_reduce, METH_NOARGS, "for pickle"},
    {"__setstate__", struct_setstate, METH_O, "for pickle"},
    {NULL, NULL, 0, NULL}};
