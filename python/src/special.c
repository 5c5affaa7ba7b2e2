// Functions whose Python form differs from their C form by more than a table can say: repeated
// steps, buffers that become results, errors that are told in a buffer.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

enum { ERROR_SIZE = 4096 };
#define FUNCTION(name)                                                                             \
  static PyObject* name(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw)
#define PARSE(function, required, ...)                                                             \
  (void)self;                                                                                      \
  static const char* const names[] = {__VA_ARGS__};                                                \
  Args a;                                                                                          \
  if (!args_parse(&a, function, names, sizeof(names) / sizeof(*names), required, args, n, kw)) {   \
    return NULL;                                                                                   \
  }

// ---- steps

static bool goes_on(int left) { return left > 0 && !sn_lastError() && !callback_failed(); }

// Steps until none are left or about SIGNAL_SECONDS are over; returns those that are left. The
// clock is read after 1, 2, 4 ... steps, as long as that takes a small part of the slice.
static int step_some(mjModel* m, mjData* d, int left) {
  const double start = clock_seconds();
  for (int batch = 1; goes_on(left);) {
    for (int i = 0; i < batch && goes_on(left); i++, left--) mj_step(m, d);
    const double spent = clock_seconds() - start;
    if (spent > SIGNAL_SECONDS || spent < 0) break;
    if (spent < SIGNAL_SECONDS / 4) batch *= 2;
  }
  return left;
}

// Many steps in one call. In the main thread Python may interrupt them; others do not take the lock
// of the interpreter before they are done.
static bool step_many(mjModel* m, mjData* d, int left) {
  bool whole = left == 1;
  while (left > 0) {
    Py_BEGIN_ALLOW_THREADS call_begin();
    if (whole) {
      while (goes_on(left)) mj_step(m, d), left--;
    } else {
      left = step_some(m, d, left);
    }
    Py_END_ALLOW_THREADS if (!call_end()) return false;
    if (left > 0 && PyErr_CheckSignals() < 0) return false;
    whole = left > 0 && !is_main_thread();
  }
  return true;
}

FUNCTION(step) {
  PARSE("mj_step", 2, "m", "d", "nstep")
  mjModel* m = args_struct(&a, 0, KIND_MODEL);
  mjData* d = args_struct(&a, 1, KIND_DATA);
  args_pair(&a, 0, 1);
  const int nstep = a.value[2] ? args_int(&a, 2) : 1;
  if (!args_done(&a)) return args_end(&a, NULL);
  return args_end(&a, step_many(m, d, nstep) ? Py_NewRef(Py_None) : NULL);
}

// ---- others

FUNCTION(save_model) {
  PARSE("mj_saveModel", 1, "m", "filename", "buffer")
  mjModel* m = args_struct(&a, 0, KIND_MODEL);
  const char* filename = args_text(&a, 1, true);
  if (!args_done(&a)) return args_end(&a, NULL);
  npy_intp size = -1;
  void* buffer =
      args_array(&a, 2, NPY_UINT8, ARG_OUT | ARG_OPTIONAL, &size, NULL, "mj_sizeModel(m)");
  if (args_done(&a) && buffer && size < mj_sizeModel(m)) {
    args_fail(&a, PyExc_TypeError, "buffer should have mj_sizeModel(m) bytes");
  }
  if (args_done(&a) && !buffer && !filename) {
    args_fail(&a, PyExc_TypeError, "filename or buffer should be given");
  }
  if (!args_done(&a)) return args_end(&a, NULL);
  call_begin();
  mj_saveModel(m, filename, buffer, buffer ? (int)size : 0);
  // a file that cannot be written is a warning of the library
  const char* warning = sn_lastWarning();
  if (!sn_lastError() && warning) PyErr_SetString(FatalError, warning);
  const bool good = !PyErr_Occurred() && call_end();
  sn_clearErrors();
  return args_end(&a, good ? Py_NewRef(Py_None) : NULL);
}

FUNCTION(save_last_xml) {
  PARSE("mj_saveLastXML", 2, "filename", "m")
  const char* filename = args_text(&a, 0, false);
  mjModel* m = args_struct(&a, 1, KIND_MODEL);
  if (!args_done(&a)) return args_end(&a, NULL);
  char error[ERROR_SIZE] = "";
  call_begin();
  if (!mj_saveLastXML(filename, m, error, sizeof(error)) && call_end()) {
    PyErr_SetString(FatalError, error);
  }
  return args_end(&a, PyErr_Occurred() ? NULL : Py_NewRef(Py_None));
}

FUNCTION(print_schema) {
  PARSE("mj_printSchema", 2, "flg_html", "flg_pad")
  const int html = args_bool(&a, 0), pad = args_bool(&a, 1);
  if (!args_done(&a)) return args_end(&a, NULL);
  call_begin();
  const int size = mj_printSchema(NULL, NULL, 0, html, pad);
  char* text = size > 0 ? calloc((size_t)size + 1, 1) : NULL;
  if (text) mj_printSchema(NULL, text, size + 1, html, pad);
  PyObject* result = call_end() ? PyUnicode_FromString(text ? text : "") : NULL;
  free(text);
  return args_end(&a, result);
}

FUNCTION(set_length_range) {
  PARSE("mj_setLengthRange", 4, "m", "d", "index", "opt")
  mjModel* m = args_struct(&a, 0, KIND_MODEL);
  mjData* d = args_struct(&a, 1, KIND_DATA);
  args_pair(&a, 0, 1);
  const int index = args_int(&a, 2);
  mjLROpt* opt = args_struct(&a, 3, KIND_LROPT);
  if (!args_done(&a)) return args_end(&a, NULL);
  char error[ERROR_SIZE] = "";
  int good;
  Py_BEGIN_ALLOW_THREADS call_begin();
  good = mj_setLengthRange(m, d, index, opt, error, sizeof(error));
  Py_END_ALLOW_THREADS if (call_end() && !good) PyErr_SetString(FatalError, error);
  return args_end(&a, PyErr_Occurred() ? NULL : Py_NewRef(Py_None));
}

// result is filled and returned, wherever the library has the numbers
FUNCTION(read_sensor) {
  PARSE("mj_readSensor", 6, "m", "d", "id", "time", "result", "interp")
  mjModel* m = args_struct(&a, 0, KIND_MODEL);
  mjData* d = args_struct(&a, 1, KIND_DATA);
  args_pair(&a, 0, 1);
  const int id = args_int(&a, 2);
  const double time = args_double(&a, 3);
  const int interp = args_int(&a, 5);
  if (!args_done(&a)) return args_end(&a, NULL);
  args_range(&a, 2, id, 0, m->nsensor, "sensors");
  if (!args_done(&a)) return args_end(&a, NULL);
  npy_intp dim = m->sensor_dim[id];
  mjtNum* result = args_array(&a, 4, NPY_DOUBLE, ARG_OUT, &dim, NULL, "sensor_dim");
  if (!args_done(&a)) return args_end(&a, NULL);
  call_begin();
  const mjtNum* found = mj_readSensor(m, d, id, time, result, interp);
  if (found && found != result) memcpy(result, found, sizeof(mjtNum) * (size_t)dim);
  return args_end(&a, call_end() ? Py_NewRef(a.value[4]) : NULL);
}

static void add_dependency(void* list, const char* file) {
  PyObject* text = PyUnicode_DecodeFSDefault(file);
  if (text) PyList_Append(list, text);
  Py_XDECREF(text);
}

FUNCTION(dependencies) {
  PARSE("mju_getXMLDependencies", 1, "filename")
  const char* filename = args_text(&a, 0, false);
  PyObject* list = args_done(&a) ? PyList_New(0) : NULL;
  if (!list) return args_end(&a, NULL);
  call_begin();
  const int count = sn_findDependencies(filename, add_dependency, list);
  if (!call_end() || PyErr_Occurred() || count < 0) {
    if (!PyErr_Occurred()) PyErr_SetString(FatalError, "the dependencies cannot be found");
    Py_DECREF(list);
    list = NULL;
  }
  return args_end(&a, list);
}

FUNCTION(copy_data) {
  PARSE("mj_copyData", 3, "dest", "m", "src")
  mjData* dest = args_struct(&a, 0, KIND_DATA);
  mjModel* m = args_struct(&a, 1, KIND_MODEL);
  mjData* src = args_struct(&a, 2, KIND_DATA);
  args_pair(&a, 1, 0);
  args_pair(&a, 1, 2);
  if (!args_done(&a)) return args_end(&a, NULL);
  Py_BEGIN_ALLOW_THREADS call_begin();
  mj_copyData(dest, m, src);
  Py_END_ALLOW_THREADS return args_end(&a, call_end() ? Py_NewRef(Py_None) : NULL);
}

// ---- plugin libraries

// functions of the program are called in the thread that asks
static PyObject* library_callback;

static void tell_library(const char* filename, int first, int count) {
  PyObject* result = PyErr_Occurred()
                         ? NULL
                         : PyObject_CallFunction(library_callback, "sii", filename, first, count);
  Py_XDECREF(result);
}

FUNCTION(load_libraries) {
  PARSE("mj_loadAllPluginLibraries", 1, "directory", "callback")
  const char* directory = args_text(&a, 0, false);
  PyObject* callback = a.value[1] && a.value[1] != Py_None ? a.value[1] : NULL;
  if (!args_done(&a)) return args_end(&a, NULL);
  library_callback = callback;
  call_begin();
  mj_loadAllPluginLibraries(directory, callback ? tell_library : NULL);
  library_callback = NULL;
  const bool ok = call_end() && !PyErr_Occurred();
  return args_end(&a, ok ? Py_NewRef(Py_None) : NULL);
}

#define METHOD(name, function, doc)                                                                \
  { name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS, doc }

PyMethodDef special_methods[] = {
    METHOD("mj_step", step, "mj_step(m, d, nstep=1)\n--\n\nAdvances by nstep time steps."),
    METHOD(
        "mj_saveModel", save_model,
        "mj_saveModel(m, filename=None, buffer=None)\n--\n\nThe model in binary form, to a file or "
        "to a buffer of mj_sizeModel(m) bytes."),
    METHOD("mj_saveLastXML", save_last_xml,
           "mj_saveLastXML(filename, m)\n--\n\nThe model that was loaded last from a file as MJCF, "
           "with "
           "the numbers of m."),
    METHOD("mj_printSchema", print_schema,
           "mj_printSchema(flg_html, flg_pad)\n--\n\nElements and attributes of MJCF as a text."),
    METHOD("mj_setLengthRange", set_length_range,
           "mj_setLengthRange(m, d, index, opt)\n--\n\nactuator_lengthrange of one actuator."),
    METHOD("mj_readSensor", read_sensor,
           "mj_readSensor(m, d, id, time, result, interp)\n--\n\nA sensor at a time -> result."),
    METHOD("mju_getXMLDependencies", dependencies,
           "mju_getXMLDependencies(filename)\n--\n\nNames of the files that a model file needs."),
    METHOD("mj_loadAllPluginLibraries", load_libraries,
           "mj_loadAllPluginLibraries(directory, callback=None)\n--\n\nLoads all plugin libraries "
           "of a "
           "folder; callback gets file, first slot and number of plugins of each."),
    METHOD("mj_copyData", copy_data, "mj_copyData(dest, m, src)\n--\n\nCopies src to dest."),
    {NULL, NULL, 0, NULL}};
