// MjModel: loading, copies, pickle.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

static const char model_name[] = "mjModel";
enum { ERROR_SIZE = 4096 };

static void free_model(PyObject* capsule) {
  mj_deleteModel(PyCapsule_GetPointer(capsule, model_name));
}

// takes the model over
static int model_own(PyObject* self, mjModel* m) {
  PyObject* memory = PyCapsule_New(m, model_name, free_model);
  if (!memory) mj_deleteModel(m);
  return struct_own(self, m, memory);
}

PyObject* model_wrapAs(PyTypeObject* type, mjModel* m) {
  PyObject* self = struct_unmade(type, NULL, NULL);
  if (!self) {
    mj_deleteModel(m);
  } else if (model_own(self, m) < 0) {
    Py_CLEAR(self);
  }
  return self;
}

PyObject* model_wrap(mjModel* m) { return model_wrapAs(layouts[KIND_MODEL].python, m); }

mjModel* model_from(PyObject* object, const char* name) {
  if (PyObject_TypeCheck(object, layouts[KIND_MODEL].python)) {
    return struct_made(object) ? as_model(object) : NULL;
  }
  PyErr_Format(PyExc_TypeError, "%s should be MjModel, not %R", name, (PyObject*)Py_TYPE(object));
  return NULL;
}

// ---- files in memory

// the name of a file without its folders, in small letters
static PyObject* bare_name(PyObject* name) {
  Py_ssize_t n = 0;
  const char* text = text_of(name, &n);
  if (!text) {
    PyErr_SetString(PyExc_TypeError, "assets should be a dict of str to bytes");
    return NULL;
  }
  Py_ssize_t start = n;
  while (start > 0 && text[start - 1] != '/' && text[start - 1] != '\\') start--;
  PyObject* bare = PyUnicode_DecodeUTF8(text + start, n - start, "replace");
  PyObject* small = bare ? PyObject_CallMethod(bare, "lower", NULL) : NULL;
  Py_XDECREF(bare);
  return small;
}

// A model may name files without their folders, as the reference does: two of one name would be
// one.
static bool is_repeated(PyObject* seen, PyObject* name) {
  PyObject* bare = bare_name(name);
  const int known = bare ? PySet_Contains(seen, bare) : -1;
  if (known == 1) PyErr_Format(PyExc_ValueError, "Repeated file name in assets dict: %U", bare);
  const bool good = known == 0 && PySet_Add(seen, bare) == 0;
  Py_XDECREF(bare);
  return !good;
}

static bool add_assets(mjVFS* vfs, PyObject* assets) {
  PyObject* items = PyMapping_Items(assets);
  if (!items) {
    PyErr_SetString(PyExc_TypeError, "assets should be a dict of str to bytes");
    return false;
  }
  PyObject* seen = PySet_New(NULL);
  bool good = seen != NULL;
  for (Py_ssize_t i = 0; good && i < PyList_Size(items); i++) {
    PyObject* pair = PyList_GetItem(items, i);
    PyObject* name = PyTuple_GetItem(pair, 0);
    good = !is_repeated(seen, name) && vfs_put(vfs, name, PyTuple_GetItem(pair, 1));
  }
  Py_XDECREF(seen);
  Py_DECREF(items);
  return good;
}

// ---- loading

typedef enum Source_ { SOURCE_PATH, SOURCE_STRING, SOURCE_BINARY } Source;

static mjModel* from_string(const char* xml, const mjVFS* vfs, char* error) {
  mjSpec* spec = mj_parseXMLString(xml, vfs, error, ERROR_SIZE);
  if (!spec) return NULL;
  mjModel* m = mj_compile(spec, vfs);
  if (!m) snprintf(error, ERROR_SIZE, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

static mjModel* from_source(Source source, const char* text, const mjVFS* vfs, char* error) {
  switch (source) {
    case SOURCE_PATH:
      return mj_loadXML(text, vfs, error, ERROR_SIZE);
    case SOURCE_STRING:
      return from_string(text, vfs, error);
    default:
      return mj_loadModel(text, vfs);
  }
}

// the message of a load that failed: what it has written, or what the library has kept
static void load_error(char* error) {
  const char* kept = sn_lastError() ? sn_lastError() : sn_lastWarning();
  raise_load(*error ? error : kept ? kept : "the model cannot be loaded");
  sn_clearErrors();
}

// files of an MjVfs, or none, with those of assets -> model
static mjModel* load_with(Source source, const char* text, PyObject* assets, PyObject* files) {
  char error[ERROR_SIZE] = "";
  mjVFS own;
  mjVFS* vfs = files == Py_None ? &own : vfs_of(files);
  if (!vfs) return NULL;
  if (vfs != &own && assets != Py_None) {
    PyErr_SetString(PyExc_ValueError, "assets or vfs, not both");
    return NULL;
  }
  mj_defaultVFS(&own);
  mjModel* m = NULL;
  call_begin();
  if (assets == Py_None || add_assets(vfs, assets)) {
    Py_BEGIN_ALLOW_THREADS call_begin();
    m = from_source(source, text, vfs, error);
    Py_END_ALLOW_THREADS if (!m) load_error(error);
  }
  mj_deleteVFS(&own);
  return m;
}

// the XML that is given as a text; NULL and an exception if it is none
static const char* xml_of(PyObject* value) {
  Py_ssize_t length;
  const char* xml = text_of(value, &length);
  if (!xml) {
    PyErr_SetString(PyExc_TypeError, "xml should be str or bytes");
  } else if ((Py_ssize_t)strlen(xml) != length) {
    PyErr_SetString(PyExc_ValueError, "xml must not contain a zero character");
    xml = NULL;
  }
  return xml;
}

static PyObject* load(Source source, PyObject* args, PyObject* kw) {
  static char* by_path[] = {"filename", "assets", "vfs", NULL};
  static char* by_text[] = {"xml", "assets", "vfs", NULL};
  const char* text = NULL;
  PyObject *xml = NULL, *path = NULL, *assets = Py_None, *files = Py_None;
  if (source == SOURCE_STRING) {
    if (!PyArg_ParseTupleAndKeywords(args, kw, "O|OO", by_text, &xml, &assets, &files)) return NULL;
    text = xml_of(xml);
    if (!text) return NULL;
  } else {
    if (!PyArg_ParseTupleAndKeywords(args, kw, "O&|OO", by_path, PyUnicode_FSConverter, &path,
                                     &assets, &files)) {
      return NULL;
    }
    text = PyBytes_AsString(path);
  }
  mjModel* m = load_with(source, text, assets, files);
  Py_XDECREF(path);
  return m ? model_wrap(m) : NULL;
}

static PyObject* from_xml_path(PyObject* unused, PyObject* args, PyObject* kw) {
  (void)unused;
  return load(SOURCE_PATH, args, kw);
}

static PyObject* from_xml_string(PyObject* unused, PyObject* args, PyObject* kw) {
  (void)unused;
  return load(SOURCE_STRING, args, kw);
}

static PyObject* from_binary_path(PyObject* unused, PyObject* args, PyObject* kw) {
  (void)unused;
  return load(SOURCE_BINARY, args, kw);
}

// ---- copies, pickle

static PyObject* copy_of(PyObject* self, PyObject* memo) {
  if (!struct_made(self)) return NULL;
  call_begin();
  mjModel* m = mj_copyModel(NULL, as_model(self));
  if (!m) return call_end() ? PyErr_NoMemory() : NULL;
  return object_carry(model_wrapAs(Py_TYPE(self), m), self, memo);
}

static PyObject* model_copy(PyObject* self, PyObject* unused) {
  (void)unused;
  return copy_of(self, NULL);
}

static PyObject* model_deepcopy(PyObject* self, PyObject* memo) { return copy_of(self, memo); }

static mjModel* from_state(PyObject* state) {
  char* bytes;
  Py_ssize_t n;
  if (PyBytes_AsStringAndSize(state, &bytes, &n) < 0) return NULL;
  if (n > INT_MAX) {
    PyErr_SetString(PyExc_ValueError, "the model is too large");
    return NULL;
  }
  call_begin();
  mjModel* m = mj_loadModelBuffer(bytes, (int)n);
  if (!m) load_error((char[1]){""});
  return m;
}

static PyObject* from_bytes(PyObject* unused, PyObject* state) {
  (void)unused;
  mjModel* m = from_state(state);
  return m ? model_wrap(m) : NULL;
}

static PyObject* model_setstate(PyObject* self, PyObject* state) {
  if (((Struct*)self)->base) {
    PyErr_SetString(PyExc_ValueError, "the model is there already");
    return NULL;
  }
  PyObject* own = object_state(self, state);
  mjModel* m = own ? from_state(own) : NULL;
  if (!m || model_own(self, m) < 0) return NULL;
  Py_RETURN_NONE;
}

static PyObject* model_reduce(PyObject* self, PyObject* unused) {
  (void)unused;
  if (!struct_made(self)) return NULL;
  const mjModel* m = as_model(self);
  const mjtSize size = mj_sizeModel(m);
  if (size > INT_MAX) {
    PyErr_SetString(PyExc_ValueError, "the model is too large");
    return NULL;
  }
  PyObject* bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
  if (!bytes) return NULL;
  call_begin();
  mj_saveModel(m, NULL, PyBytes_AsString(bytes), (int)size);
  if (!call_end()) Py_CLEAR(bytes);
  return bytes ? object_reduce(self, bytes) : NULL;
}

#define AS_METHOD(f) ((PyCFunction)(void (*)(void))(f))

PyMethodDef* model_methods(void) {
  enum { KEYWORDS = METH_VARARGS | METH_KEYWORDS | METH_STATIC };
  static const PyMethodDef own[] = {
      {"from_xml_path", AS_METHOD(from_xml_path), KEYWORDS,
       "from_xml_path(filename, assets=None, vfs=None)\n--\n\nA model from an MJCF or URDF file; "
       "assets: "
       "files "
       "in memory, a dict of name to bytes."},
      {"from_xml_string", AS_METHOD(from_xml_string), KEYWORDS,
       "from_xml_string(xml, assets=None, vfs=None)\n--\n\nA model from a text; assets: files in "
       "memory, a "
       "dict "
       "of name to bytes."},
      {"from_binary_path", AS_METHOD(from_binary_path), KEYWORDS,
       "from_binary_path(filename, assets=None, vfs=None)\n--\n\nA model from a file that "
       "mj_saveModel "
       "wrote."},
      {"_from_bytes", from_bytes, METH_O | METH_STATIC, "a model from its binary form"},
      {"_bind", views_bind, METH_O, "the view of an element of an MjSpec"},
      {"__copy__", model_copy, METH_NOARGS, "a copy"},
      {"__deepcopy__", model_deepcopy, METH_O, "a copy"},
      {"__reduce__", model_reduce, METH_NOARGS, "for pickle"},
      {"__setstate__", model_setstate, METH_O, "for pickle"},
  };
  enum { NOWN = sizeof(own) / sizeof(*own), NMETHOD = 64 };
  static PyMethodDef all[NMETHOD];
  memcpy(all, own, sizeof(own));
  int n = NOWN;
  for (const PyMethodDef* view = views_methods(false); view->ml_name && n < NMETHOD - 1; view++) {
    all[n++] = *view;
  }
  return all;
}
