// BatchGather: numbers of each world in one row, as observations of a policy.
#include <string.h>

#include "batch.h"

static PyTypeObject* gather_type;

typedef struct Gather_ {
  PyObject_HEAD sn_BatchGather* g;
  PyObject* memory;  // of the batch
  PyObject* fields;
  int nworld;
} Gather;

static void dealloc(PyObject* object) {
  Gather* self = (Gather*)object;
  sn_deleteGather(self->g);
  Py_XDECREF(self->memory);
  Py_XDECREF(self->fields);
  PyTypeObject* type = Py_TYPE(object);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(object);
  Py_DECREF(type);
}

// the fields of a gather are among the arrays of the batch
static bool note_fields(PyObject* batch, const char* text) {
  while (*text) {
    text += strspn(text, ", \t\n");
    const size_t n = strcspn(text, ",[: \t\n");
    if (n && !batch_note(batch, text, (Py_ssize_t)n)) return false;
    text += strcspn(text, ",");
  }
  return true;
}

PyObject* batch_gather(PyObject* object, PyObject* fields) {
  const Batch* b = (Batch*)object;
  const char* text = batch_text("gather(): fields", fields);
  if (!text) return NULL;
  if (b->use == USE_RUNNING) {
    PyErr_SetString(PyExc_RuntimeError, "gather(): another call of the batch runs");
    return NULL;
  }
  call_begin();
  sn_BatchGather* g = sn_makeGather(b->b, text);
  const bool good = call_end() && g && note_fields(object, text);
  Gather* self = good ? (Gather*)PyType_GenericAlloc(gather_type, 0) : NULL;
  if (!self) {
    sn_deleteGather(g);
    return NULL;
  }
  self->g = g;
  self->memory = Py_NewRef(b->memory);
  self->fields = Py_NewRef(fields);
  self->nworld = sn_batchSize(b->b);
  return (PyObject*)self;
}

// rows that the numbers fit in: dense in themselves, any distance from one to the next
static bool fits(const Gather* self, PyArrayObject* x) {
  const int type = PyArray_TYPE(x);
  const npy_intp item = type == NPY_DOUBLE ? sizeof(double) : sizeof(float);
  const npy_intp size = sn_gatherSize(self->g);
  return (type == NPY_DOUBLE || type == NPY_FLOAT) && PyArray_ISBEHAVED(x) &&
         PyArray_NDIM(x) == 2 && PyArray_DIM(x, 0) == self->nworld && PyArray_DIM(x, 1) == size &&
         (size < 2 || PyArray_STRIDE(x, 1) == item) && PyArray_STRIDE(x, 0) % item == 0;
}

static PyObject* new_array(const Gather* self, PyObject* dtype) {
  PyArray_Descr* descr = NULL;
  if (PyArray_DescrConverter2(dtype, &descr) != NPY_SUCCEED) return NULL;
  if (!descr && !(descr = PyArray_DescrFromType(NPY_DOUBLE))) return NULL;
  const npy_intp dims[2] = {self->nworld, sn_gatherSize(self->g)};
  return PyArray_NewFromDescr(&PyArray_Type, descr, 2, dims, NULL, NULL, 0, NULL);
}

// a new reference to the array that shares the memory of an object: a tensor, a buffer
static PyObject* array_of_other(PyObject* out) {
  PyObject* module = PyImport_ImportModule("sinew._buffers");
  PyObject* view = module ? PyObject_CallMethod(module, "writable", "O", out) : NULL;
  Py_XDECREF(module);
  return view;
}

static PyObject* call(PyObject* object, PyObject* args, PyObject* kw) {
  static char* names[] = {"out", "dtype", NULL};
  const Gather* self = (Gather*)object;
  PyObject *out = Py_None, *dtype = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "|OO:BatchGather", names, &out, &dtype)) return NULL;
  out = is_given(out) ? Py_NewRef(out) : new_array(self, dtype);
  if (!out) return NULL;
  PyObject* view = PyArray_Check(out) ? Py_NewRef(out) : array_of_other(out);
  PyArrayObject* x = (PyArrayObject*)view;
  if (!view || !fits(self, x)) {
    Py_XDECREF(view);
    Py_DECREF(out);
    if (!view) return NULL;
    PyErr_Format(PyExc_TypeError,
                 "out should be a writable array or tensor of float64 or float32 of shape (%d, "
                 "%d), dense in "
                 "its rows",
                 self->nworld, sn_gatherSize(self->g));
    return NULL;
  }
  if (PyArray_TYPE(x) == NPY_DOUBLE) {
    sn_gatherBatch(self->g, PyArray_DATA(x), PyArray_STRIDE(x, 0) / (npy_intp)sizeof(double));
  } else {
    sn_gatherBatchFloat(self->g, PyArray_DATA(x), PyArray_STRIDE(x, 0) / (npy_intp)sizeof(float));
  }
  Py_DECREF(view);
  return out;
}

static PyObject* get_size(PyObject* self, void* unused) {
  (void)unused;
  return PyLong_FromLong(sn_gatherSize(((Gather*)self)->g));
}

static PyObject* get_shape(PyObject* self, void* unused) {
  (void)unused;
  return Py_BuildValue("(ii)", ((Gather*)self)->nworld, sn_gatherSize(((Gather*)self)->g));
}

static PyObject* get_fields(PyObject* self, void* unused) {
  (void)unused;
  return Py_NewRef(((Gather*)self)->fields);
}

static PyObject* no_constructor(PyTypeObject* type, PyObject* args, PyObject* kw) {
  (void)type, (void)args, (void)kw;
  PyErr_SetString(PyExc_TypeError, "Batch.gather(fields) makes it");
  return NULL;
}

bool gathers_add(PyObject* module) {
  static PyGetSetDef attributes[] = {{"size", get_size, NULL, "numbers of a row", NULL},
                                     {"shape", get_shape, NULL, "(nworld, size)", NULL},
                                     {"fields", get_fields, NULL, "what was asked for", NULL},
                                     {NULL, NULL, NULL, NULL, NULL}};
  PyType_Slot slots[] = {
      {Py_tp_new, no_constructor},
      {Py_tp_dealloc, dealloc},
      {Py_tp_call, call},
      {Py_tp_getset, attributes},
      {Py_tp_doc,
       "Numbers of each world in one row: g(out=None, dtype=None) fills an array of "
       "float64 or float32, or a new one, and returns it. out may be a tensor of another "
       "package whose memory numpy can share."},
      {0, NULL}};
  PyType_Spec spec = {"sinew._core.BatchGather", sizeof(Gather), 0, Py_TPFLAGS_DEFAULT, slots};
  gather_type = (PyTypeObject*)PyType_FromSpec(&spec);
  return gather_type && PyModule_AddObjectRef(module, "BatchGather", (PyObject*)gather_type) == 0;
}
