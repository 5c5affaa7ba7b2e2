// What copies of a batch are made of (sinew/_batch.py puts them together), and words for names that
// it does not have.
#include <string.h>

#include "batch.h"

// ---- copies

static bool is_copyable(const Batch* self) {
  const mjModel* m = sn_batchModel(self->b);
  if (self->use != USE_FREE) {
    PyErr_SetString(PyExc_RuntimeError, "the batch cannot be copied while a call of it runs");
    return false;
  }
  if (m->nplugin) {
    PyErr_SetString(PyExc_TypeError,
                    "the batch cannot be copied: plugins keep data of each world, which is in no "
                    "array. Make one of the model, and set its arrays");
    return false;
  }
  return true;
}

// _parts() -> model, nthread, nlane, {name: array}, {name: parameter}
PyObject* batch_parts(PyObject* object, PyObject* unused) {
  (void)unused;
  Batch* self = (Batch*)object;
  if (!is_copyable(self)) return NULL;
  call_begin();
  mjModel* m = mj_copyModel(NULL, sn_batchModel(self->b));
  if (!call_end()) return NULL;
  if (!m) return PyErr_NoMemory();
  PyObject* model = model_wrap(m);
  return model ? Py_BuildValue("NiiOO", model, self->nthread, self->nlane, self->arrays, self->rows)
               : NULL;
}

// ---- one world as an MjData

static PyObject* with_world(PyObject* object, PyObject* args, bool get) {
  Batch* self = (Batch*)object;
  const char* function = get ? "get_world" : "set_world";
  PyObject* data;
  int world;
  if (!PyArg_ParseTuple(args, get ? "iO!:get_world" : "iO!:set_world", &world,
                        layouts[KIND_DATA].python, &data) ||
      !struct_made(data) || !batch_begin(self, function)) {
    return NULL;
  }
  call_begin();
  if (get) {
    sn_batchGetWorld(self->b, world, as_data(data));
  } else {
    sn_batchSetWorld(self->b, world, as_data(data));
  }
  batch_end(self);
  return call_end() ? Py_NewRef(get ? data : Py_None) : NULL;
}

PyObject* batch_get_world(PyObject* self, PyObject* args) { return with_world(self, args, true); }

PyObject* batch_set_world(PyObject* self, PyObject* args) { return with_world(self, args, false); }

// _set_warnings(counts): those of a batch that this one is a copy of
PyObject* batch_set_warnings(PyObject* object, PyObject* value) {
  const Batch* self = (Batch*)object;
  const npy_intp dims[2] = {sn_batchSize(self->b), mjNWARNING};
  PyArrayObject* x =
      batch_array("_set_warnings", "counts", value, NPY_INT, 2, dims, "nworld, mjNWARNING");
  if (!x) return NULL;
  memcpy((int*)sn_batchWarnings(self->b), PyArray_DATA(x), (size_t)PyArray_NBYTES(x));
  Py_DECREF((PyObject*)x);
  Py_RETURN_NONE;
}

bool batch_note(PyObject* batch, const char* name, Py_ssize_t n) {
  PyObject* key = PyUnicode_FromStringAndSize(name, n);
  PyObject* view = key ? PyObject_CallMethod(batch, "array", "O", key) : NULL;
  Py_XDECREF(key);
  Py_XDECREF(view);
  return view != NULL;
}

// ---- unknown names

static bool add_names(PyObject* list, int type, const char* prefix, int flag) {
  for (int i = 0; i < sn_fieldCount(type); i++) {
    sn_Field f;
    sn_field(type, i, &f);
    if (!(f.flags & flag) || f.flags & sn_FIELD_ARENA || npy_type(f.type) < 0) continue;
    PyObject* name = PyUnicode_FromFormat("%s%s", prefix, f.name);
    const bool good = name && PyList_Append(list, name) == 0;
    Py_XDECREF(name);
    if (!good) return false;
  }
  return true;
}

// the name nearest to a wrong one, or NULL
static PyObject* nearest(PyObject* wrong, bool parameter) {
  PyObject *list = PyList_New(0), *difflib = PyImport_ImportModule("difflib"), *found = NULL;
  const bool good = list && difflib &&
                    (parameter ? add_names(list, sn_TYPE_MODEL, "", sn_FIELD_WORLD) &&
                                     add_names(list, sn_TYPE_OPTION, "opt.", sn_FIELD_WORLD)
                               : add_names(list, sn_TYPE_DATA, "", sn_FIELD_EXPORT));
  if (good) found = PyObject_CallMethod(difflib, "get_close_matches", "OOi", wrong, list, 1);
  PyObject* name = found && PyList_Size(found) ? Py_NewRef(PyList_GetItem(found, 0)) : NULL;
  Py_XDECREF(found);
  Py_XDECREF(list);
  Py_XDECREF(difflib);
  return name;
}

void batch_suggest(PyObject* wrong, bool parameter) {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyObject* name = nearest(wrong, parameter);
  PyErr_Clear();
  if (!name) {
    PyErr_Restore(type, value, trace);
    return;
  }
  PyErr_Format(type, "%S; did you mean '%U'?", value ? value : Py_None, name);
  Py_DECREF(name);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
}
