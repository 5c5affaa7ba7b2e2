// Arguments of the generated functions: by position or keyword, with messages that say what was
// expected. Inputs may be anything that numpy makes an array of; outputs must be arrays that can be
// written in place.
#include <limits.h>
#include <string.h>

#include "core.h"

void args_fail(Args* a, PyObject* type, const char* text) {
  if (!a->failed) PyErr_Format(type, "%s(): %s", a->function, text);
  a->failed = true;
}

// number of a parameter by its name, -1: there is none
static int find_name(const Args* a, PyObject* key) {
  for (int i = 0; i < a->count; i++) {
    if (PyUnicode_CompareWithASCIIString(key, a->names[i]) == 0) return i;
  }
  return -1;
}

static bool take_keyword(Args* a, PyObject* key, PyObject* value) {
  const int i = find_name(a, key);
  if (i < 0) {
    PyErr_Format(PyExc_TypeError, "%s() has no argument '%S'", a->function, key);
  } else if (a->value[i]) {
    PyErr_Format(PyExc_TypeError, "%s() got argument '%s' twice", a->function, a->names[i]);
  } else {
    a->value[i] = value;
    return true;
  }
  return false;
}

bool args_parse(Args* a, const char* function, const char* const* names, int count, int nreq,
                PyObject* const* args, Py_ssize_t n, PyObject* kwnames) {
  a->outer = running;
  a->function = function;
  a->names = names;
  a->count = count;
  a->failed = false;
  if (n > count) {
    PyErr_Format(PyExc_TypeError, "%s() takes %d arguments, %zd were given", function, count, n);
    return false;
  }
  for (int i = 0; i < count; i++) {  // no more than there are: calls are short
    a->value[i] = i < n ? args[i] : NULL;
    a->held[i] = NULL;
  }
  const Py_ssize_t nkey = kwnames ? PyTuple_Size(kwnames) : 0;
  for (Py_ssize_t k = 0; k < nkey; k++) {
    if (!take_keyword(a, PyTuple_GetItem(kwnames, k), args[n + k])) return false;
  }
  for (int i = 0; i < nreq; i++) {
    if (!a->value[i]) {
      PyErr_Format(PyExc_TypeError, "%s() needs argument %d, '%s'", function, i + 1, names[i]);
      return false;
    }
  }
  running = a;
  return true;
}

// the exception for an argument of the wrong kind
static void wrong(Args* a, int i, const char* expected) {
  if (!a->failed) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s(): %s should be %s, not %R", a->function, a->names[i],
                 expected, (PyObject*)Py_TYPE(a->value[i]));
  }
  a->failed = true;
}

void* args_struct(Args* a, int i, Kind kind) {
  const Layout* layout = &layouts[kind];
  if (a->failed) return NULL;
  if (PyObject_TypeCheck(a->value[i], layout->python)) {
    if (!struct_made(a->value[i])) {
      a->failed = true;
      return NULL;
    }
    if (!((Struct*)a->value[i])->busy) return ((Struct*)a->value[i])->base;
    args_fail(a, PyExc_RuntimeError, "another thread draws with the context");
    return NULL;
  }
  wrong(a, i, layout->name);
  return NULL;
}

void* args_struct_or_none(Args* a, int i, Kind kind) {
  return a->failed || a->value[i] == Py_None ? NULL : args_struct(a, i, kind);
}

static int64_t whole(Args* a, int i, int64_t low, int64_t high) {
  if (a->failed) return 0;
  PyObject* index = PyNumber_Index(a->value[i]);
  if (!index) {
    wrong(a, i, "an int");
    return 0;
  }
  const long long value = PyLong_AsLongLong(index);
  Py_DECREF(index);
  if ((value == -1 && PyErr_Occurred()) || value < low || value > high) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s(): %s is out of range", a->function, a->names[i]);
    a->failed = true;
    return 0;
  }
  return value;
}

int args_int(Args* a, int i) { return (int)whole(a, i, INT_MIN, INT_MAX); }

int64_t args_size(Args* a, int i) { return whole(a, i, 0, INT64_MAX); }

double args_double(Args* a, int i) {
  if (a->failed) return 0;
  const double value = PyFloat_AsDouble(a->value[i]);
  if (value == -1 && PyErr_Occurred()) wrong(a, i, "a float");
  return value;
}

int args_bool(Args* a, int i) {
  if (a->failed) return 0;
  const int value = PyObject_IsTrue(a->value[i]);
  if (value < 0) a->failed = true;
  return value > 0;
}

const char* text_of(PyObject* value, Py_ssize_t* length) {
  if (PyUnicode_Check(value)) return PyUnicode_AsUTF8AndSize(value, length);
  if (!PyBytes_Check(value)) return NULL;
  *length = PyBytes_Size(value);
  return PyBytes_AsString(value);
}

const char* args_text(Args* a, int i, bool optional) {
  if (a->failed) return NULL;
  PyObject* value = a->value[i];
  if (optional && (!value || value == Py_None)) return NULL;
  Py_ssize_t length = 0;
  const char* text = text_of(value, &length);
  if (!text) {
    wrong(a, i, "a str");
  } else if ((Py_ssize_t)strlen(text) != length) {
    args_fail(a, PyExc_ValueError, "a str must not contain a zero character");
    text = NULL;
  }
  return text;
}

void args_range(Args* a, int i, int64_t value, int64_t low, int64_t n, const char* what) {
  if (a->failed || (value >= low && value < n)) return;
  PyErr_Format(PyExc_IndexError, "%s(): %s is %lld, but there are %lld %s", a->function,
               a->names[i], (long long)value, (long long)n, what);
  a->failed = true;
}

static const char* type_name(int npy) {
  return npy == NPY_DOUBLE  ? "float64"
         : npy == NPY_FLOAT ? "float32"
         : npy == NPY_INT   ? "int32"
                            : "uint8";
}

// an array for an output: the value itself
static PyArrayObject* output(Args* a, int i, int npy) {
  PyObject* value = a->value[i];
  if (!PyArray_Check(value) || PyArray_TYPE((PyArrayObject*)value) != npy ||
      !PyArray_ISCARRAY((PyArrayObject*)value)) {
    if (!a->failed) {
      PyErr_Format(PyExc_TypeError, "%s(): %s should be a writable, C-contiguous array of %s",
                   a->function, a->names[i], type_name(npy));
    }
    a->failed = true;
    return NULL;
  }
  Py_INCREF(value);
  return (PyArrayObject*)value;
}

// Whole numbers of another type, such as the int64 that numpy gives by default, if all of them fit;
// NULL: they do not, or there are none.
static PyObject* cast_whole(PyObject* value, int npy) {
  PyObject* given = PyArray_FROM_O(value);
  PyObject* array = NULL;
  const int type = given ? PyArray_TYPE((PyArrayObject*)given) : NPY_OBJECT;
  if (PyTypeNum_ISINTEGER(type) || PyTypeNum_ISFLOAT(type)) {
    array = PyArray_FROM_OTF(given, npy, NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST);
  }
  PyObject* same = array ? PyObject_RichCompare(array, given, Py_EQ) : NULL;
  PyObject* all = same ? PyObject_CallMethod(same, "all", NULL) : NULL;
  if (!all || PyObject_IsTrue(all) != 1) Py_CLEAR(array);
  Py_XDECREF(all);
  Py_XDECREF(same);
  Py_XDECREF(given);
  return array;
}

static PyArrayObject* input(Args* a, int i, int npy) {
  PyObject* array = PyArray_FROM_OTF(a->value[i], npy, NPY_ARRAY_CARRAY_RO);
  if (!array && PyTypeNum_ISINTEGER(npy)) {
    PyErr_Clear();
    array = cast_whole(a->value[i], npy);
  }
  if (array) return (PyArrayObject*)array;
  if (!a->failed) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s(): %s should be an array of %s, not %R", a->function,
                 a->names[i], type_name(npy), (PyObject*)Py_TYPE(a->value[i]));
  }
  a->failed = true;
  return NULL;
}

// does a size fit, and is a free one now known
static bool fits(npy_intp* expected, npy_intp found) {
  if (*expected < 0) *expected = found;
  return *expected == found;
}

static bool shape_fits(PyArrayObject* x, int flags, npy_intp* rows, npy_intp* cols) {
  const int rank = PyArray_NDIM(x);
  if (!cols) {  // a column counts as a vector, and any shape if the number is fixed
    const bool line = rank == 1 || (rank == 2 && PyArray_DIM(x, 1) == 1) || (flags & ARG_LOOSE);
    return line && fits(rows, PyArray_SIZE(x));
  }
  if (rank != 1 && rank != 2) return false;
  if (rank == 1 && (flags & ARG_FLAT) && PyArray_SIZE(x) == *rows * *cols) return true;
  return fits(rows, PyArray_DIM(x, 0)) && fits(cols, rank == 2 ? PyArray_DIM(x, 1) : 1);
}

static void wrong_shape(Args* a, int i, PyArrayObject* x, npy_intp rows, npy_intp cols, bool matrix,
                        const char* shape) {
  PyObject* found = PyObject_GetAttrString((PyObject*)x, "shape");
  if (!found) PyErr_Clear();
  if (matrix) {
    PyErr_Format(PyExc_TypeError, "%s(): %s should be of shape (%s) = (%zd, %zd), not %S",
                 a->function, a->names[i], shape, (Py_ssize_t)rows, (Py_ssize_t)cols,
                 found ? found : Py_None);
  } else {
    PyErr_Format(PyExc_TypeError, "%s(): %s should be of size %s = %zd, not of shape %S",
                 a->function, a->names[i], shape, (Py_ssize_t)rows, found ? found : Py_None);
  }
  Py_XDECREF(found);
  a->failed = true;
}

void* args_array(Args* a, int i, int npy, int flags, npy_intp* rows, npy_intp* cols,
                 const char* shape) {
  if (a->failed) return NULL;
  if ((flags & ARG_OPTIONAL) && (!a->value[i] || a->value[i] == Py_None)) return NULL;
  PyArrayObject* x = flags & ARG_OUT ? output(a, i, npy) : input(a, i, npy);
  if (!x) return NULL;
  a->held[i] = (PyObject*)x;
  if (!shape_fits(x, flags, rows, cols)) {
    wrong_shape(a, i, x, *rows, cols ? *cols : 1, cols != NULL, shape);
    return NULL;
  }
  if (PyArray_SIZE(x) > INT_MAX) {
    args_fail(a, PyExc_ValueError, "arrays of more than 2^31 numbers are not possible");
    return NULL;
  }
  return PyArray_DATA(x);
}

// sizes on which the arrays of an mjData depend
bool model_fits(const mjModel* m1, const mjModel* m2) {
  if (m1 == m2) return true;
  const Layout* layout = &layouts[KIND_MODEL];
  for (int i = 0; i < layout->count; i++) {
    const sn_Field* f = &layout->member[i].field;
    if (f->type != sn_TYPE_SIZE || !strcmp(f->name, "nbuffer") || !strcmp(f->name, "nnames")) {
      continue;
    }
    if (memcmp((const char*)m1 + f->offset, (const char*)m2 + f->offset, sizeof(mjtSize))) {
      return false;
    }
  }
  return true;
}

void args_pair(Args* a, int model, int data) {
  if (a->failed) return;
  const mjModel* m = as_model(a->value[model]);
  const mjModel* own = model_of((Struct*)a->value[data]);
  if (model_fits(m, own)) return;
  args_fail(a, PyExc_ValueError, "the data was made for another model");
}

void args_sparse(Args* a, npy_intp nr, npy_intp nc, npy_intp nnz, const int* rownnz,
                 const int* rowadr, const int* colind) {
  for (npy_intp r = 0; !a->failed && r < nr; r++) {
    const int64_t first = rowadr[r], n = rownnz[r];
    bool good = first >= 0 && n >= 0 && first + n <= nnz;
    for (int64_t k = first; good && k < first + n; k++) good = colind[k] >= 0 && colind[k] < nc;
    if (!good) args_fail(a, PyExc_ValueError, "rownnz, rowadr and colind lead out of the arrays");
  }
}

npy_intp args_state(Args* a, const mjModel* m, int sig) {
  if (a->failed) return 0;
  call_begin();
  const int n = mj_stateSize(m, sig);
  if (!call_end()) a->failed = true;
  return n < 0 ? 0 : n;
}

bool args_done(Args* a) { return !a->failed; }

PyObject* args_end(Args* a, PyObject* result) {
  running = a->outer;
  for (int i = 0; i < a->count; i++) Py_XDECREF(a->held[i]);
  return result;
}
