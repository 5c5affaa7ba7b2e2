// What is odd in a model: sn_checkModel and sn_checkFile as functions that return a list of tuples,
// of which sinew.check makes its findings.
#include <string.h>

#include "core.h"

typedef struct Listener_ {
  PyObject* list;  // NULL after an exception
} Listener;

static PyObject* unicode_of(const char* text) {
  return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

// the members of a finding in their order
static PyObject* tuple_of(const sn_Finding* f) {
  PyObject* file = f->file ? PyUnicode_DecodeFSDefault(f->file) : Py_NewRef(Py_None);
  return Py_BuildValue("(iNNiNiiNN)", f->severity, unicode_of(f->rule), file, f->line,
                       unicode_of(f->element), f->objtype, f->objid, unicode_of(f->message),
                       unicode_of(f->remedy));
}

// the library calls it from a thread that has given the lock away
static void listen(void* context, const sn_Finding* f) {
  Listener* listener = context;
  const PyGILState_STATE state = PyGILState_Ensure();
  PyObject* tuple = listener->list ? tuple_of(f) : NULL;
  if (!tuple || PyList_Append(listener->list, tuple) < 0) Py_CLEAR(listener->list);
  Py_XDECREF(tuple);
  PyGILState_Release(state);
}

// the list, or an exception
static PyObject* result_of(Listener* listener) {
  if (call_end() && listener->list) return listener->list;
  Py_XDECREF(listener->list);
  return NULL;
}

static bool parse(Args* a, const char* function, const char* const* names, int count,
                  PyObject* const* args, Py_ssize_t n, PyObject* kw, sn_CheckOptions* options) {
  if (!args_parse(a, function, names, count, 1, args, n, kw)) return false;
  call_begin();
  sn_defaultCheckOptions(options);
  if (a->value[1]) options->nstep = args_int(a, 1);
  return true;
}

static PyObject* check_model(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "nstep", "spec"};
  Args a;
  sn_CheckOptions options;
  if (!parse(&a, "sn_checkModel", names, 3, args, n, kw, &options)) return NULL;
  mjModel* m = args_struct(&a, 0, KIND_MODEL);
  const bool given = a.value[2] && a.value[2] != Py_None;
  const mjSpec* spec = given ? spec_of(a.value[2]) : NULL;
  if (given && !spec) args_fail(&a, PyExc_TypeError, "spec should be MjSpec");
  Listener listener = {args_done(&a) ? PyList_New(0) : NULL};
  if (!listener.list) return args_end(&a, NULL);
  Py_BEGIN_ALLOW_THREADS call_begin();
  sn_checkModel(m, spec, &options, listen, &listener);
  Py_END_ALLOW_THREADS return args_end(&a, result_of(&listener));
}

static PyObject* check_file(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw) {
  (void)self;
  static const char* const names[] = {"filename", "nstep"};
  Args a;
  sn_CheckOptions options;
  if (!parse(&a, "sn_checkFile", names, 2, args, n, kw, &options)) return NULL;
  PyObject* path = NULL;
  Listener listener = {NULL};
  if (args_done(&a) && PyUnicode_FSConverter(a.value[0], &path)) listener.list = PyList_New(0);
  if (!listener.list) {
    Py_XDECREF(path);
    return args_end(&a, NULL);
  }
  const char* filename = PyBytes_AsString(path);
  Py_BEGIN_ALLOW_THREADS call_begin();
  sn_checkFile(filename, NULL, &options, NULL, 0, listen, &listener);
  Py_END_ALLOW_THREADS Py_DECREF(path);
  return args_end(&a, result_of(&listener));
}

#define METHOD(name, function, doc)                                                                \
  { name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS, doc }

PyMethodDef finding_methods[] = {
    METHOD(
        "sn_checkModel", check_model,
        "sn_checkModel(m, nstep=200, spec=None)\n--\n\nWhat is odd in a model: a list of "
        "(severity, rule, "
        "file, line, element, objtype, objid, message, remedy); sinew.check has them as objects."),
    METHOD(
        "sn_checkFile", check_file,
        "sn_checkFile(filename, nstep=200)\n--\n\nThe same of a model file, with what its loader "
        "says."),
    {NULL, NULL, 0, NULL}};
