// Members of elements as attributes: numbers, enums, arrays (views that write through), texts,
// vectors, structs.
#include <limits.h>
#include <string.h>

#include "spec.h"

// ---- reading

static int npy_of(SpecForm form) {
  return form == SPEC_NUM ? NPY_DOUBLE : form == SPEC_FLOAT ? NPY_FLOAT : NPY_INT;
}

static PyObject* get_number(const SpecField* f, const char* p) {
  switch (f->form) {
    case SPEC_NUM:
      return PyFloat_FromDouble(*(const double*)p);
    case SPEC_FLOAT:
      return PyFloat_FromDouble((double)*(const float*)p);
    case SPEC_INT:
      return PyLong_FromLong(*(const int*)p);
    case SPEC_BOOL:
      return PyBool_FromLong(*(const mjtBool*)p);
    case SPEC_BYTE:
      return PyLong_FromLong(*(const mjtByte*)p);
    case SPEC_SIZE:
      return PyLong_FromLongLong(*(const mjtSize*)p);
    case SPEC_UINT64:
      return PyLong_FromUnsignedLongLong(*(const uint64_t*)p);
    default:
      return enum_of(f->target, *(const int*)p);
  }
}

// structs that models have too, such as mjOption, have the types of those
static const Layout* plain_layout(const char* ctype) {
  for (int k = 0; k < NKIND; k++) {
    if (!strcmp(ctype + 2, layouts[k].name + 2)) return &layouts[k];
  }
  return NULL;
}

static PyObject* get_struct(const Node* n, const SpecField* f, char* base) {
  const SpecType* type = spec_type(f->target);
  if (type) return node_new(type, base, n->memory);
  const Layout* layout = plain_layout(f->target);
  return (PyObject*)struct_new(layout, layout->python, base, n->memory);
}

PyObject* field_get(PyObject* self, void* field) {
  const SpecField* f = field;
  const Node* n = (Node*)self;
  char* p = n->base + f->offset;
  switch (f->form) {
    case SPEC_STRUCT:
      return get_struct(n, f, p);
    case SPEC_RECORD:
      return get_struct(n, f, *(char**)p);
    case SPEC_CHARS:
      return vec_view(f->form, p, f->count, n->memory);
    case SPEC_STRING:
      return string_of(*(mjString**)p);
    case SPEC_BYTEVEC:
      return PyBytes_FromStringAndSize(sn_vecData(*(void**)p), sn_vecSize(*(void**)p));
    case SPEC_INTVECS:
    case SPEC_FLOATVECS:
      return vec_nested(f->form, *(void**)p);
    case SPEC_STRINGVEC:
    case SPEC_INTVEC:
    case SPEC_FLOATVEC:
    case SPEC_DOUBLEVEC:
      return vec_view(f->form, *(void**)p, 0, n->memory);
    default:
      break;
  }
  const npy_intp dims[1] = {f->count};
  return f->count == 1 ? get_number(f, p) : array_view(p, npy_of(f->form), 1, dims, 0, n->memory);
}

// ---- writing numbers

static int wrong_type(const SpecField* f, const char* expected, PyObject* value) {
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "%s should be %s, not %R", f->name, expected,
               (PyObject*)Py_TYPE(value));
  return -1;
}

static int set_whole(const SpecField* f, char* p, PyObject* value) {
  PyObject* index = PyNumber_Index(value);
  if (!index) return wrong_type(f, "an int", value);
  long long number = 0;
  if (f->form == SPEC_UINT64) {
    *(uint64_t*)p = PyLong_AsUnsignedLongLongMask(index);
  } else {
    number = PyLong_AsLongLong(index);
  }
  Py_DECREF(index);
  const long long low = f->form == SPEC_BYTE ? 0 : f->form == SPEC_SIZE ? LLONG_MIN : INT_MIN;
  const long long high = f->form == SPEC_BYTE   ? UCHAR_MAX
                         : f->form == SPEC_SIZE ? LLONG_MAX
                                                : INT_MAX;
  if ((number == -1 && PyErr_Occurred()) || number < low || number > high) {
    return wrong_type(f, "an int in range", value);
  }
  if (f->form == SPEC_INT || f->form == SPEC_ENUM) *(int*)p = (int)number;
  if (f->form == SPEC_BYTE) *(mjtByte*)p = (mjtByte)number;
  if (f->form == SPEC_SIZE) *(mjtSize*)p = number;
  return 0;
}

// an enum takes the numbers that it has names for
static int set_enum(const SpecField* f, char* p, PyObject* value) {
  int number;
  if (set_whole(f, (char*)&number, value) < 0) return -1;
  PyObject* known = enum_of(f->target, number);
  if (!known) return -1;
  const bool good = !PyLong_CheckExact(known);
  Py_DECREF(known);
  if (good) {
    *(int*)p = number;
    return 0;
  }
  PyErr_Format(PyExc_ValueError, "%s: %d is no value of %s", f->name, number, f->target);
  return -1;
}

static int set_number(const SpecField* f, char* p, PyObject* value) {
  if (f->form == SPEC_BOOL) {
    const bool can = value == Py_None || PyType_GetSlot(Py_TYPE(value), Py_nb_bool);
    const int truth = can ? PyObject_IsTrue(value) : -1;
    if (truth < 0) return wrong_type(f, "a bool", value);
    *(mjtBool*)p = truth > 0;
    return 0;
  }
  if (f->form == SPEC_ENUM) return set_enum(f, p, value);
  if (f->form != SPEC_NUM && f->form != SPEC_FLOAT) return set_whole(f, p, value);
  const double number = PyFloat_AsDouble(value);
  if (number == -1 && PyErr_Occurred()) return wrong_type(f, "a float", value);
  if (f->form == SPEC_NUM) {
    *(double*)p = number;
  } else {
    *(float*)p = (float)number;
  }
  return 0;
}

static int set_array(const SpecField* f, char* p, PyObject* value) {
  const int npy = npy_of(f->form);
  PyArrayObject* x =
      (PyArrayObject*)PyArray_FROM_OTF(value, npy, NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST);
  const bool good = x && PyArray_SIZE(x) == f->count;
  if (good) memcpy(p, PyArray_DATA(x), (size_t)f->count * (npy == NPY_DOUBLE ? 8 : 4));
  Py_XDECREF((PyObject*)x);
  if (good) return 0;
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "%s should be %d numbers", f->name, f->count);
  return -1;
}

// ---- writing structs: values are copied, strings and vectors stay those of the element

static void copy_vec(SpecForm form, void* to, const void* from) {
  const int n = sn_vecSize(from);
  switch (form) {
    case SPEC_STRING:
      mjs_setString(to, mjs_getString(from));
      break;
    case SPEC_INTVEC:
      mjs_setInt(to, sn_vecData(from), n);
      break;
    case SPEC_FLOATVEC:
      mjs_setFloat(to, sn_vecData(from), n);
      break;
    case SPEC_DOUBLEVEC:
      mjs_setDouble(to, sn_vecData(from), n);
      break;
    case SPEC_BYTEVEC:
      mjs_setBuffer(to, sn_vecData(from), n);
      break;
    default:
      sn_vecResize(to, 0, 1);
      for (int i = 0; i < n; i++) {
        const void* item = sn_vecAt(from, i);
        if (form == SPEC_STRINGVEC) mjs_appendString(to, mjs_getString(item));
        if (form == SPEC_INTVECS) mjs_appendIntVec(to, sn_vecData(item), sn_vecSize(item));
        if (form == SPEC_FLOATVECS) mjs_appendFloatVec(to, sn_vecData(item), sn_vecSize(item));
      }
  }
}

static size_t plain_size(const SpecField* f) {
  static const size_t size[SPEC_NFORM] = {[SPEC_NUM] = sizeof(double),
                                          [SPEC_FLOAT] = sizeof(float),
                                          [SPEC_INT] = sizeof(int),
                                          [SPEC_BOOL] = sizeof(mjtBool),
                                          [SPEC_BYTE] = sizeof(mjtByte),
                                          [SPEC_SIZE] = sizeof(mjtSize),
                                          [SPEC_UINT64] = 8,
                                          [SPEC_ENUM] = sizeof(int),
                                          [SPEC_CHARS] = 1};
  return size[f->form] * (size_t)f->count;
}

static void copy_struct(const SpecType* type, char* to, const char* from) {
  for (int i = 0; to != from && i < type->count; i++) {
    const SpecField* f = &type->field[i];
    const size_t size = plain_size(f);
    const SpecType* inner = f->form == SPEC_STRUCT ? spec_type(f->target) : NULL;
    if (size) {
      memcpy(to + f->offset, from + f->offset, size);
    } else if (inner) {
      copy_struct(inner, to + f->offset, from + f->offset);
    } else if (f->form == SPEC_STRUCT) {
      memcpy(to + f->offset, from + f->offset, plain_layout(f->target)->size);
    } else if (f->form != SPEC_RECORD) {
      copy_vec(f->form, *(void**)(to + f->offset), *(void**)(from + f->offset));
    }
  }
}

static int set_struct(const Node* n, const SpecField* f, char* base, PyObject* value) {
  const SpecType* type = spec_type(f->target);
  if (type) {
    const Node* from = node_check(value, f->target, f->name);
    if (!from || (!strcmp(f->target, "mjsPlugin") && plugin_assign(n, base, from) < 0)) return -1;
    copy_struct(type, base, from->base);
    return 0;
  }
  const Layout* layout = plain_layout(f->target);
  if (!PyObject_TypeCheck(value, layout->python)) return wrong_type(f, layout->name, value);
  memmove(base, ((Struct*)value)->base, layout->size);
  return 0;
}

// ---- writing

static int set_string(const SpecField* f, mjString* to, PyObject* value) {
  const char* text = text_from(value, f->name);
  if (text) mjs_setString(to, text);
  return text ? 0 : -1;
}

// textures of a material have a place for each role
static int set_texts(const Node* n, const SpecField* f, void* vec, PyObject* value) {
  const Py_ssize_t count = strcmp(n->type->ctype, "mjsMaterial") ? -1 : PyObject_Size(value);
  if (count != -1 && count != mjNTEXROLE) {
    PyErr_Format(PyExc_ValueError,
                 "%s must have exactly %d elements, empty ones where there is no texture; got %zd",
                 f->name, (int)mjNTEXROLE, count);
    return -1;
  }
  return PyErr_Occurred() ? -1 : vec_assign(f->form, vec, 0, value);
}

int field_set(PyObject* self, PyObject* value, void* field) {
  const SpecField* f = field;
  const Node* n = (Node*)self;
  char* p = n->base + f->offset;
  if (!value) {
    PyErr_Format(PyExc_AttributeError, "%s cannot be deleted", f->name);
    return -1;
  }
  if (!memory_free(n->memory)) return -1;
  switch (f->form) {
    case SPEC_STRUCT:
      return set_struct(n, f, p, value);
    case SPEC_RECORD:
      return set_struct(n, f, *(char**)p, value);
    case SPEC_STRING:
      if (!strcmp(n->type->ctype, "mjsPlugin") && !strcmp(f->name, "name")) {
        return plugin_setName(n, f, value);
      }
      return set_string(f, *(mjString**)p, value);
    case SPEC_STRINGVEC:
      return set_texts(n, f, *(void**)p, value);
    case SPEC_CHARS:
      return vec_assign(f->form, p, f->count, value);
    case SPEC_INTVEC:
    case SPEC_FLOATVEC:
    case SPEC_DOUBLEVEC:
    case SPEC_BYTEVEC:
    case SPEC_INTVECS:
    case SPEC_FLOATVECS:
      return vec_assign(f->form, *(void**)p, 0, value);
    default:
      return f->count == 1 ? set_number(f, p, value) : set_array(f, p, value);
  }
}

// ---- when an element is added

// the first numbers of an array, the others are 0
static int give_loose(const SpecField* f, char* p, PyObject* value) {
  PyArrayObject* x = (PyArrayObject*)PyArray_FROM_OTF(value, NPY_DOUBLE,
                                                      NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST);
  const npy_intp n = x && !PyUnicode_Check(value) ? PyArray_SIZE(x) : -1;
  if (n >= 1 && n <= f->count) {
    memset(p, 0, sizeof(double) * (size_t)f->count);
    memcpy(p, PyArray_DATA(x), sizeof(double) * (size_t)n);
  }
  Py_XDECREF((PyObject*)x);
  if (n >= 1 && n <= f->count) return 0;
  PyErr_Clear();
  if (n < 0) {
    PyErr_Format(PyExc_TypeError, "%s should be a numeric scalar or list.", f->name);
  } else {
    PyErr_Format(PyExc_ValueError, "%s should be a list/array of size 1 to %d.", f->name, f->count);
  }
  return -1;
}

// textures that are not named stay empty
static int give_texts(mjStringVec* vec, PyObject* value) {
  PyObject* list = PyUnicode_Check(value) ? NULL : PySequence_List(value);
  const Py_ssize_t n = list ? PyList_Size(list) : 0;
  int status = list && n <= sn_vecSize(vec) ? 0 : -1;
  for (Py_ssize_t i = 0; status == 0 && i < n; i++) {
    const char* text = text_from(PyList_GetItem(list, i), "textures");
    status = text && mjs_setInStringVec(vec, (int)i, text) ? 0 : -1;
  }
  Py_XDECREF(list);
  if (status < 0 && !PyErr_Occurred()) {
    PyErr_SetString(PyExc_TypeError,
                    "textures should be a list of str, not longer than there are roles");
  }
  return status;
}

// is it a text, or a list of characters, of the right length; an exception else
static bool has_chars(const SpecField* f, PyObject* value) {
  const Py_ssize_t n = PySequence_Check(value) ? PyObject_Size(value) : -1;
  if (n < 0) {
    PyErr_Format(PyExc_TypeError, "%s should be a str or a list of characters, not %R", f->name,
                 (PyObject*)Py_TYPE(value));
    return false;
  }
  if (n != f->count) {
    PyErr_Format(PyExc_ValueError, "%s should have length %d, got %zd.", f->name, f->count, n);
    return false;
  }
  for (Py_ssize_t i = 0; i < n; i++) {
    PyObject* item = PySequence_GetItem(value, i);
    const bool one = item && PyUnicode_Check(item) && PyUnicode_GetLength(item) == 1;
    Py_XDECREF(item);
    if (one) continue;
    if (item)
      PyErr_Format(PyExc_ValueError, "%s: list elements must be single characters", f->name);
    return false;
  }
  return true;
}

int field_give(Node* n, const SpecField* f, PyObject* value) {
  char* p = n->base + f->offset;
  if (f->loose) return give_loose(f, p, value);
  if (f->form == SPEC_CHARS && !has_chars(f, value)) return -1;
  if (f->form == SPEC_STRINGVEC && !strcmp(n->type->ctype, "mjsMaterial")) {
    return give_texts(*(mjStringVec**)p, value);
  }
  if (f->count > 1 && f->form <= SPEC_INT && PySequence_Check(value) && !PyUnicode_Check(value) &&
      PyObject_Size(value) != f->count) {
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "%s should be a list/array of size %d.", f->name, f->count);
    return -1;
  }
  return field_set((PyObject*)n, value, (void*)f);
}
