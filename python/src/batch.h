// What the files of batches share: the Python object, and arrays that come as arguments.
#ifndef SINEW_PYTHON_BATCH_H_
#define SINEW_PYTHON_BATCH_H_

#include "core.h"

// who may use the batch now
typedef enum Use_ {
  USE_FREE,
  USE_CONTROL,  // between steps, in the program's function: arrays may be made, steps are not
                // possible
  USE_RUNNING   // a call runs without the lock of the interpreter
} Use;

typedef struct Batch_ {
  PyObject_HEAD sn_Batch* b;
  PyObject* memory;    // capsule that keeps it
  PyObject* model;     // a copy for the program, made when it is asked for
  PyObject* arrays;    // views by name
  PyObject* rows;      // views of parameters by name
  PyObject* weak;      // weak references
  int nthread, nlane;  // as they were asked for
  Use use;
} Batch;

extern PyTypeObject* batch_type;

// false and an exception if another call runs, or the threads were lost in a fork
bool batch_begin(Batch* self, const char* function);
void batch_end(Batch* self);

// ---- arguments; NULL and an exception if they do not fit

// a str without zeros; what: "array(): name"
const char* batch_text(const char* what, PyObject* value);
// a new reference to a dense array of a type and shape
PyArrayObject* batch_array(const char* function, const char* name, PyObject* value, int npy,
                           int rank, const npy_intp* dims, const char* shape);
// (nworld x n) numbers; a vector of n numbers stands for all worlds
PyArrayObject* batch_rows(const Batch* self, const char* function, const char* name,
                          PyObject* value, npy_intp n, const char* shape);
// worlds of a call; *out NULL: all. False and an exception if it does not fit
bool batch_mask(const Batch* self, const char* function, PyObject* value, PyArrayObject** out);

static inline bool is_given(PyObject* value) { return value && value != Py_None; }

static inline const mjtBool* mask_of(PyArrayObject* mask) {
  return mask ? PyArray_DATA(mask) : NULL;
}

// ---- names

// a field that is filled from now on is one of those that copies have; false and an exception
bool batch_note(PyObject* batch, const char* name, Py_ssize_t n);
// adds the name that may have been meant to the exception
void batch_suggest(PyObject* wrong, bool parameter);

// ---- methods, in their files

PyObject* batch_step(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw);
PyObject* batch_forward(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw);
PyObject* batch_reset(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw);
PyObject* batch_transition(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw);
PyObject* batch_render(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw);
PyObject* batch_gather(PyObject* self, PyObject* fields);
PyObject* batch_parts(PyObject* self, PyObject* unused);
PyObject* batch_get_world(PyObject* self, PyObject* args);
PyObject* batch_set_world(PyObject* self, PyObject* args);
PyObject* batch_set_warnings(PyObject* self, PyObject* value);
bool gathers_add(PyObject* module);
bool envs_add(PyObject* module);

#define BATCH_METHOD(name, function, doc)                                                          \
  { name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS, doc }

#endif
