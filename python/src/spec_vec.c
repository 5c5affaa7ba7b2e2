// Strings and vectors of editable models: MjDoubleVec and its like are views on the vector of an
// element, or own one; MjCharVec is a view on characters in a struct.
#include <limits.h>
#include <string.h>

#include "spec.h"

typedef struct Vec_ {
  PyObject_HEAD SpecForm form;
  void* vec;         // mjDoubleVec*, ...; characters of a MjCharVec
  int count;         // of characters
  PyObject* memory;  // capsule that keeps it
} Vec;

// one kind of vector
typedef struct VecKind_ {
  const char* name;
  SpecForm form;
  PyTypeObject* python;
} VecKind;

static VecKind kinds[] = {
    {"MjDoubleVec", SPEC_DOUBLEVEC, NULL}, {"MjFloatVec", SPEC_FLOATVEC, NULL},
    {"MjIntVec", SPEC_INTVEC, NULL},       {"MjByteVec", SPEC_BYTEVEC, NULL},
    {"MjStringVec", SPEC_STRINGVEC, NULL}, {"MjCharVec", SPEC_CHARS, NULL},
};
enum { NVEC = sizeof(kinds) / sizeof(*kinds) };
static const char own_name[] = "sinew vector";

// ---- texts

PyObject* string_of(const mjString* text) {
  const char* s = text ? mjs_getString(text) : NULL;
  return s ? PyUnicode_DecodeUTF8(s, (Py_ssize_t)strlen(s), "replace") : PyUnicode_FromString("");
}

const char* text_from(PyObject* value, const char* name) {
  Py_ssize_t length = 0;
  const char* text = text_of(value, &length);
  if (!text) {
    if (!PyErr_Occurred()) {
      PyErr_Format(PyExc_TypeError, "%s should be a str, not %R", name, (PyObject*)Py_TYPE(value));
    }
    return NULL;
  }
  if ((Py_ssize_t)strlen(text) == length) return text;
  PyErr_Format(PyExc_ValueError, "%s must not contain a zero character", name);
  return NULL;
}

// ---- items

static int item_count(const Vec* v) {
  return v->form == SPEC_CHARS ? v->count : sn_vecSize(v->vec);
}

static PyObject* item_get(const Vec* v, int i) {
  switch (v->form) {
    case SPEC_DOUBLEVEC:
      return PyFloat_FromDouble(((const double*)sn_vecData(v->vec))[i]);
    case SPEC_FLOATVEC:
      return PyFloat_FromDouble((double)((const float*)sn_vecData(v->vec))[i]);
    case SPEC_INTVEC:
      return PyLong_FromLong(((const int*)sn_vecData(v->vec))[i]);
    case SPEC_BYTEVEC:
      return PyLong_FromLong(((const unsigned char*)sn_vecData(v->vec))[i]);
    case SPEC_STRINGVEC:
      return string_of(sn_vecAt(v->vec, i));
    default:
      return PyUnicode_DecodeLatin1((const char*)v->vec + i, 1, NULL);
  }
}

static int int_from(PyObject* value, long low, long high, long* out) {
  PyObject* index = PyNumber_Index(value);
  if (!index) return -1;
  *out = PyLong_AsLong(index);
  Py_DECREF(index);
  if (*out == -1 && PyErr_Occurred()) return -1;
  if (*out >= low && *out <= high) return 0;
  PyErr_Format(PyExc_ValueError, "a number from %ld to %ld is expected", low, high);
  return -1;
}

static int number_set(const Vec* v, int i, PyObject* value) {
  if (v->form == SPEC_DOUBLEVEC || v->form == SPEC_FLOATVEC) {
    const double x = PyFloat_AsDouble(value);
    if (x == -1 && PyErr_Occurred()) return -1;
    if (v->form == SPEC_DOUBLEVEC) {
      ((double*)sn_vecData(v->vec))[i] = x;
    } else {
      ((float*)sn_vecData(v->vec))[i] = (float)x;
    }
    return 0;
  }
  const bool byte = v->form == SPEC_BYTEVEC;
  long x;
  if (int_from(value, byte ? 0 : INT_MIN, byte ? UCHAR_MAX : INT_MAX, &x) < 0) return -1;
  if (byte) {
    ((unsigned char*)sn_vecData(v->vec))[i] = (unsigned char)x;
  } else {
    ((int*)sn_vecData(v->vec))[i] = (int)x;
  }
  return 0;
}

static int item_set(const Vec* v, int i, PyObject* value) {
  if (v->form != SPEC_STRINGVEC && v->form != SPEC_CHARS) return number_set(v, i, value);
  const char* text = text_from(value, "the item");
  if (!text) return -1;
  if (v->form == SPEC_STRINGVEC) return mjs_setInStringVec(v->vec, i, text) ? 0 : -1;
  if (strlen(text) != 1) {
    PyErr_SetString(PyExc_ValueError, "one character is expected");
    return -1;
  }
  ((char*)v->vec)[i] = text[0];
  return 0;
}

// ---- the sequence

static Py_ssize_t vec_length(PyObject* self) { return item_count((Vec*)self); }

// a number of an item, -1 and an exception if there is none
static int index_of(const Vec* v, PyObject* key) {
  const Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
  if (i == -1 && PyErr_Occurred()) return -1;
  if (i >= 0 && i < item_count(v)) return (int)i;
  PyErr_SetString(PyExc_IndexError, "Index out of range.");
  return -1;
}

static PyObject* vec_subscript(PyObject* self, PyObject* key) {
  const int i = index_of((Vec*)self, key);
  return i < 0 ? NULL : item_get((Vec*)self, i);
}

// for iteration, which ends with an IndexError
static PyObject* vec_item(PyObject* self, Py_ssize_t i) {
  if (i >= 0 && i < item_count((Vec*)self)) return item_get((Vec*)self, (int)i);
  PyErr_SetString(PyExc_IndexError, "Index out of range.");
  return NULL;
}

static int vec_store(PyObject* self, PyObject* key, PyObject* value) {
  const int i = index_of((Vec*)self, key);
  if (i < 0) return -1;
  if (value) return item_set((Vec*)self, i, value);
  PyErr_SetString(PyExc_TypeError, "items cannot be deleted");
  return -1;
}

static void vec_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_XDECREF(((Vec*)self)->memory);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static PyObject* make(const VecKind* kind, void* vec, int count, PyObject* memory) {
  Vec* v = (Vec*)PyType_GenericAlloc(kind->python, 0);
  if (!v) return NULL;
  v->form = kind->form;
  v->vec = vec;
  v->count = count;
  v->memory = Py_NewRef(memory);
  return (PyObject*)v;
}

PyObject* vec_view(SpecForm form, void* vec, int count, PyObject* memory) {
  for (int k = 0; k < NVEC; k++) {
    if (kinds[k].form == form) return make(&kinds[k], vec, count, memory);
  }
  PyErr_SetString(PyExc_SystemError, "not a vector");
  return NULL;
}

const char* chars_three(PyObject* value) {
  const Vec* v = (Vec*)value;
  const bool good = Py_TYPE(value) == kinds[NVEC - 1].python && v->count == 3;
  return good ? v->vec : NULL;
}

// ---- vectors of their own: MjDoubleVec(value, size)

static void own_free(PyObject* capsule) {
  void* vec = PyCapsule_GetPointer(capsule, own_name);
  sn_vecFree(vec);
  PyMem_Free(vec);
}

// room for a vector in a capsule; NULL and an exception if memory is short
static PyObject* own_new(void) {
  void* vec = PyMem_Calloc(sn_VECPARTS, sizeof(void*));
  if (!vec || !sn_vecInit(vec)) {
    PyMem_Free(vec);
    return PyErr_NoMemory();
  }
  PyObject* capsule = PyCapsule_New(vec, own_name, own_free);
  if (!capsule) {
    sn_vecFree(vec);
    PyMem_Free(vec);
  }
  return capsule;
}

static size_t item_bytes(SpecForm form) {
  return form == SPEC_DOUBLEVEC                         ? sizeof(double)
         : form == SPEC_FLOATVEC || form == SPEC_INTVEC ? 4
                                                        : 1;
}

static bool own_resize(Vec* v, int size) {
  if (v->form != SPEC_STRINGVEC) return sn_vecResize(v->vec, size, (int)item_bytes(v->form));
  for (int i = 0; i < size; i++) mjs_appendString(v->vec, "");
  return sn_vecSize(v->vec) == size;
}

static PyObject* vec_new(PyTypeObject* type, PyObject* args, PyObject* kw) {
  (void)kw;
  const VecKind* kind = kinds;
  while (kind->python != type) kind++;
  PyObject* value;
  int size;
  if (!PyArg_ParseTuple(args, "Oi", &value, &size)) return NULL;
  if (size < 0 || kind->form == SPEC_CHARS) {
    PyErr_SetString(PyExc_ValueError, size < 0 ? "the size should not be negative"
                                               : "characters are parts of a spec");
    return NULL;
  }
  PyObject* memory = own_new();
  Vec* v = memory ? (Vec*)make(kind, PyCapsule_GetPointer(memory, own_name), 0, memory) : NULL;
  Py_XDECREF(memory);
  if (v && !own_resize(v, size)) {
    PyErr_NoMemory();
    size = -1;
  }
  for (int i = 0; v && i < size; i++) {
    if (item_set(v, i, value) < 0) size = -1;
  }
  if (!v || size >= 0) return (PyObject*)v;
  Py_DECREF((PyObject*)v);
  return NULL;
}

bool vecs_add(PyObject* module) {
  for (int k = 0; k < NVEC; k++) {
    char name[64];
    snprintf(name, sizeof(name), "sinew._core.%s", kinds[k].name);
    PyType_Slot slots[] = {{Py_tp_dealloc, vec_dealloc},
                           {Py_tp_new, vec_new},
                           {Py_mp_length, vec_length},
                           {Py_mp_subscript, vec_subscript},
                           {Py_mp_ass_subscript, vec_store},
                           {Py_sq_length, vec_length},
                           {Py_sq_item, vec_item},
                           {Py_tp_doc, "numbers or texts of an element"},
                           {0, NULL}};
    PyType_Spec spec = {name, sizeof(Vec), 0, Py_TPFLAGS_DEFAULT, slots};
    kinds[k].python = (PyTypeObject*)PyType_FromSpec(&spec);
    if (!kinds[k].python ||
        PyModule_AddObjectRef(module, kinds[k].name, (PyObject*)kinds[k].python) < 0) {
      return false;
    }
  }
  return true;
}

// ---- from Python values

static bool is_sequence(PyObject* value) {
  const Py_ssize_t n = PyUnicode_Check(value) ? -1 : PyObject_Size(value);
  if (n >= 0 && n <= INT_MAX) return true;
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "a sequence is expected, not %R", (PyObject*)Py_TYPE(value));
  return false;
}

// an array of the numbers, whatever its shape
static PyArrayObject* numbers(PyObject* value, int npy) {
  if (!is_sequence(value)) return NULL;
  PyArrayObject* any = (PyArrayObject*)PyArray_FROM_O(value);
  const int type = any ? PyArray_TYPE(any) : NPY_OBJECT;
  // an empty list is an array of float64
  const bool whole = PyTypeNum_ISINTEGER(type) || (any && PyArray_SIZE(any) == 0);
  const bool good =
      npy == NPY_INT64 ? whole : PyTypeNum_ISNUMBER(type) && !PyTypeNum_ISCOMPLEX(type);
  PyObject* array =
      good ? PyArray_FROM_OTF((PyObject*)any, npy, NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST)
           : NULL;
  Py_XDECREF((PyObject*)any);
  if (array) return (PyArrayObject*)array;
  PyErr_Clear();
  PyErr_SetString(PyExc_TypeError,
                  npy == NPY_INT64 ? "whole numbers are expected" : "numbers are expected");
  return NULL;
}

// int64 to int32; NULL and an exception if a number is too large
static PyArrayObject* narrow(PyArrayObject* wide) {
  const npy_intp n[1] = {PyArray_SIZE(wide)};
  PyArrayObject* out =
      (PyArrayObject*)PyArray_New(&PyArray_Type, 1, n, NPY_INT, NULL, NULL, 0, 0, NULL);
  const int64_t* from = PyArray_DATA(wide);
  int* to = out ? PyArray_DATA(out) : NULL;
  for (npy_intp i = 0; out && i < n[0]; i++) {
    if (from[i] < INT_MIN || from[i] > INT_MAX) {
      PyErr_SetString(PyExc_ValueError, "a number is out of the range of int");
      Py_DECREF((PyObject*)out);
      return NULL;
    }
    to[i] = (int)from[i];
  }
  return out;
}

// numbers as the vector has them
static PyArrayObject* typed(PyObject* value, bool whole, bool floats) {
  PyArrayObject* array = numbers(value, whole ? NPY_INT64 : floats ? NPY_FLOAT : NPY_DOUBLE);
  if (!array || !whole) return array;
  PyArrayObject* out = narrow(array);
  Py_DECREF((PyObject*)array);
  return out;
}

static int assign_numbers(SpecForm form, void* vec, PyObject* value) {
  PyArrayObject* array = typed(value, form == SPEC_INTVEC, form == SPEC_FLOATVEC);
  if (!array) return -1;
  const int n = (int)PyArray_SIZE(array);
  if (form == SPEC_DOUBLEVEC) mjs_setDouble(vec, PyArray_DATA(array), n);
  if (form == SPEC_FLOATVEC) mjs_setFloat(vec, PyArray_DATA(array), n);
  if (form == SPEC_INTVEC) mjs_setInt(vec, PyArray_DATA(array), n);
  Py_DECREF((PyObject*)array);
  return 0;
}

static int assign_bytes(void* vec, PyObject* value) {
  PyObject* bytes = PyBytes_FromObject(value);
  if (!bytes) return -1;
  const Py_ssize_t n = PyBytes_Size(bytes);
  if (n <= INT_MAX) {
    mjs_setBuffer(vec, PyBytes_AsString(bytes), (int)n);
  } else {
    PyErr_SetString(PyExc_ValueError, "too many bytes");
  }
  Py_DECREF(bytes);
  return n <= INT_MAX ? 0 : -1;
}

// the texts of a sequence as a list, all of them checked
static PyObject* texts(PyObject* value) {
  PyObject* list = is_sequence(value) ? PySequence_List(value) : NULL;
  for (Py_ssize_t i = 0; list && i < PyList_Size(list); i++) {
    if (text_from(PyList_GetItem(list, i), "the item")) continue;
    Py_DECREF(list);
    return NULL;
  }
  return list;
}

static int assign_texts(void* vec, PyObject* value) {
  PyObject* list = texts(value);
  if (!list) return -1;
  sn_vecResize(vec, 0, 1);
  for (Py_ssize_t i = 0; i < PyList_Size(list); i++) {
    mjs_appendString(vec, text_from(PyList_GetItem(list, i), "the item"));
  }
  Py_DECREF(list);
  return 0;
}

// arrays of a sequence of sequences, in a list
static PyObject* rows_of(SpecForm form, PyObject* value) {
  PyObject* out = is_sequence(value) ? PyList_New(0) : NULL;
  const Py_ssize_t n = out ? PyObject_Size(value) : 0;
  for (Py_ssize_t i = 0; out && i < n; i++) {
    PyObject* item = PySequence_GetItem(value, i);
    PyArrayObject* row = item ? typed(item, form == SPEC_INTVECS, true) : NULL;
    if (!row || PyList_Append(out, (PyObject*)row) < 0) Py_CLEAR(out);
    Py_XDECREF((PyObject*)row);
    Py_XDECREF(item);
  }
  return out;
}

static int assign_nested(SpecForm form, void* vec, PyObject* value) {
  PyObject* rows = rows_of(form, value);
  if (!rows) return -1;
  sn_vecResize(vec, 0, 1);
  for (Py_ssize_t i = 0; i < PyList_Size(rows); i++) {
    PyArrayObject* row = (PyArrayObject*)PyList_GetItem(rows, i);
    const int n = (int)PyArray_SIZE(row);
    if (form == SPEC_INTVECS) {
      mjs_appendIntVec(vec, PyArray_DATA(row), n);
    } else {
      mjs_appendFloatVec(vec, PyArray_DATA(row), n);
    }
  }
  Py_DECREF(rows);
  return 0;
}

// a text, or characters, into a field that stays as long as it is
static int assign_chars(char* chars, int count, PyObject* value) {
  PyObject* empty = PyUnicode_FromString("");
  PyObject* joined = empty && !PyUnicode_Check(value) ? PyUnicode_Join(empty, value) : NULL;
  Py_XDECREF(empty);
  if (!joined && PyErr_Occurred()) return -1;
  const char* text = text_from(joined ? joined : value, "the text");
  const size_t length = text ? strlen(text) : 0;
  if (text) memcpy(chars, text, length < (size_t)count ? length : (size_t)count);
  Py_XDECREF(joined);
  return text ? 0 : -1;
}

int vec_assign(SpecForm form, void* vec, int count, PyObject* value) {
  switch (form) {
    case SPEC_CHARS:
      return assign_chars(vec, count, value);
    case SPEC_STRINGVEC:
      return assign_texts(vec, value);
    case SPEC_BYTEVEC:
      return assign_bytes(vec, value);
    case SPEC_INTVECS:
    case SPEC_FLOATVECS:
      return assign_nested(form, vec, value);
    default:
      return assign_numbers(form, vec, value);
  }
}

PyObject* vec_nested(SpecForm form, const void* vec) {
  const int n = sn_vecSize(vec);
  PyObject* out = PyList_New(n);
  for (int i = 0; out && i < n; i++) {
    void* inner = sn_vecAt(vec, i);
    const int m = inner ? sn_vecSize(inner) : 0;
    PyObject* row = PyList_New(m);
    const Vec v = {.form = form == SPEC_INTVECS ? SPEC_INTVEC : SPEC_FLOATVEC, .vec = inner};
    for (int k = 0; row && k < m; k++) PyList_SetItem(row, k, item_get(&v, k));
    if (!row) Py_CLEAR(out);
    if (out) PyList_SetItem(out, i, row);
  }
  return out;
}
