// MjVfs: files in memory that loading finds before those on disk, as a mapping of names to bytes.
#include <limits.h>

#include "core.h"

typedef struct Vfs_ {
  PyObject_HEAD mjVFS vfs;
  bool open;
  PyObject* weak;  // weak references
} Vfs;

static PyTypeObject* vfs_type;

bool vfs_put(mjVFS* vfs, PyObject* key, PyObject* value) {
  char* bytes;
  Py_ssize_t n;
  const char* name = text_of(key, &n);
  if (!name || PyBytes_AsStringAndSize(value, &bytes, &n) < 0) {
    PyErr_SetString(PyExc_TypeError, "files in memory are str to bytes");
    return false;
  }
  const int status = n > INT_MAX ? -1 : mj_addBufferVFS(vfs, name, bytes, (int)n);
  if (!status) return true;
  PyErr_Format(PyExc_ValueError,
               status == 2 ? "file '%s' is there twice" : "file '%s' cannot be added", name);
  return false;
}

static bool is_open(const Vfs* self) {
  if (!self->open) PyErr_SetString(PyExc_RuntimeError, "the MjVfs is closed");
  return self->open;
}

mjVFS* vfs_of(PyObject* object) {
  if (!PyObject_TypeCheck(object, vfs_type)) {
    PyErr_SetString(PyExc_TypeError, "vfs should be MjVfs");
    return NULL;
  }
  return is_open((Vfs*)object) ? &((Vfs*)object)->vfs : NULL;
}

// classes that programs derive have any arguments: __init__ looks at them
static PyObject* vfs_new(PyTypeObject* type, PyObject* args, PyObject* kw) {
  (void)args, (void)kw;
  Vfs* self = (Vfs*)PyType_GenericAlloc(type, 0);
  if (!self) return NULL;
  mj_defaultVFS(&self->vfs);
  self->open = true;
  return (PyObject*)self;
}

static int vfs_init(PyObject* self, PyObject* args, PyObject* kw) {
  (void)self;
  return no_arguments("MjVfs", args, kw) ? 0 : -1;
}

static PyObject* vfs_close(PyObject* self, PyObject* unused) {
  (void)unused;
  if (((Vfs*)self)->open) mj_deleteVFS(&((Vfs*)self)->vfs);
  ((Vfs*)self)->open = false;
  Py_RETURN_NONE;
}

static void vfs_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  if (((Vfs*)self)->weak) PyObject_ClearWeakRefs(self);
  if (((Vfs*)self)->open) mj_deleteVFS(&((Vfs*)self)->vfs);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

// vfs[name] = bytes, del vfs[name]
static int vfs_assign(PyObject* self, PyObject* key, PyObject* value) {
  mjVFS* vfs = vfs_of(self);
  if (!vfs) return -1;
  call_begin();
  if (value) return vfs_put(vfs, key, value) ? 0 : -1;
  const char* name = PyUnicode_AsUTF8AndSize(key, NULL);
  if (!name) return -1;
  if (mj_deleteFileVFS(vfs, name) == 0) return 0;
  PyErr_SetObject(PyExc_KeyError, key);
  return -1;
}

static int vfs_contains(PyObject* self, PyObject* key) {
  mjVFS* vfs = vfs_of(self);
  const char* name = vfs ? PyUnicode_AsUTF8AndSize(key, NULL) : NULL;
  return name ? mj_containsBufferVFS(vfs, name) : -1;
}

static PyObject* vfs_enter(PyObject* self, PyObject* unused) {
  (void)unused;
  return Py_NewRef(self);
}

bool vfs_add(PyObject* module) {
  static PyMethodDef methods[] = {{"close", vfs_close, METH_NOARGS, "frees the files"},
                                  {"__enter__", vfs_enter, METH_NOARGS, "itself"},
                                  {"__exit__", vfs_close, METH_VARARGS, "frees the files"},
                                  {NULL, NULL, 0, NULL}};
  static PyMemberDef weak[] = {
      {"__weaklistoffset__", T_PYSSIZET, offsetof(Vfs, weak), READONLY, NULL},
      {NULL, 0, 0, 0, NULL}};
  PyType_Slot slots[] = {{Py_tp_new, vfs_new},
                         {Py_tp_init, vfs_init},
                         {Py_tp_members, weak},
                         {Py_tp_dealloc, vfs_dealloc},
                         {Py_tp_methods, methods},
                         {Py_mp_ass_subscript, vfs_assign},
                         {Py_sq_contains, vfs_contains},
                         {Py_tp_doc, "files in memory: names to bytes"},
                         {0, NULL}};
  PyType_Spec spec = {"sinew._core.MjVfs", sizeof(Vfs), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                      slots};
  vfs_type = (PyTypeObject*)PyType_FromSpec(&spec);
  return vfs_type && PyModule_AddObjectRef(module, "MjVfs", (PyObject*)vfs_type) == 0;
}
