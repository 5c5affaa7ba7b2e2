// Errors of the library as exceptions, its warnings to a function of the program. Each thread has a
// mode of its own, so it is set before every call.
#include <stdlib.h>
#include <string.h>

#include "core.h"

PyObject* FatalError;
PyObject* UnexpectedError;
static PyObject* warning_hook;
static CFunction warning_direct;  // a C function of the program

void call_begin(void) {
  sn_setErrorMode(sn_ERROR_KEEP);
  callback_forget();
  if (sn_lastError() || sn_lastWarning()) sn_clearErrors();
}

// hands the last warning of the call on, if there is one
static bool tell_warning(const char* warning) {
  if (!warning) return true;
  char text[sizeof(((mjLogMessage*)0)->subject)];  // a function that is told may call the library
  strncpy(text, warning, sizeof(text) - 1);
  text[sizeof(text) - 1] = 0;
  if (log_handler && !log_warning(text)) return false;
  if (!warning_hook) {
    // the console stays silent; a log file was asked for
    if (!log_handler && mju_getLogConfig().logto_file) mju_writeLog("WARNING", text);
    return true;
  }
  PyObject* hook = Py_NewRef(warning_hook);
  PyObject* result = NULL;
  if (warning_direct) {
    ((void (*)(const char*))warning_direct)(text);
    result = Py_NewRef(Py_None);
  } else {
    result = PyObject_CallFunction(hook, "s", text);
  }
  Py_DECREF(hook);
  Py_XDECREF(result);
  return result != NULL;
}

bool call_end(void) {
  if (callback_failed() && PyErr_Occurred()) return false;
  const char* error = sn_lastError();
  if (!error) return tell_warning(sn_lastWarning());
  PyErr_SetString(FatalError, error);
  sn_clearErrors();
  return false;
}

// the end of "file:12: " in the first line of a text, and the line there; NULL: there is no place
static const char* place_end(const char* text, int* line) {
  for (const char* at = strchr(text, ':'); at; at = strchr(at + 1, ':')) {
    const size_t n = strspn(at + 1, "0123456789");
    if (n && n < 9 && at[1 + n] == ':' && at[2 + n] == ' ') {
      *line = atoi(at + 1);
      return at + 3 + n;
    }
  }
  return NULL;
}

void raise_load(const char* text) {
  int line = 0;
  const char* rest = place_end(text, &line);
  if (!rest) {
    PyErr_SetString(PyExc_ValueError, text);
    return;
  }
  PyObject* place = PyUnicode_DecodeUTF8(text, rest - text, "replace");
  PyObject* said = PyUnicode_DecodeUTF8(rest, (Py_ssize_t)strlen(rest), "replace");
  if (place && said) PyErr_Format(PyExc_ValueError, "%Uline %d, %U", place, line, said);
  Py_XDECREF(place);
  Py_XDECREF(said);
}

static PyObject* set_warning(PyObject* self, PyObject* function) {
  (void)self;
  if (function != Py_None && !PyCallable_Check(function)) {
    PyErr_SetString(PyExc_TypeError, "callback is not an Optional[Callable]");
    return NULL;
  }
  PyObject* old = warning_hook;
  warning_hook = function == Py_None ? NULL : Py_NewRef(function);
  warning_direct = c_function(function);
  Py_XDECREF(old);
  Py_RETURN_NONE;
}

static PyObject* get_warning(PyObject* self, PyObject* unused) {
  (void)self, (void)unused;
  return Py_NewRef(warning_hook ? warning_hook : Py_None);
}

bool errors_add(PyObject* module) {
  static PyMethodDef methods[] = {
      {"set_mju_user_warning", set_warning, METH_O,
       "f(text) gets the last warning of each call; None takes it away"},
      {"get_mju_user_warning", get_warning, METH_NOARGS, "the function that gets warnings"},
      {NULL, NULL, 0, NULL}};
  FatalError = PyErr_NewExceptionWithDoc("sinew.FatalError", "an error of the engine", NULL, NULL);
  UnexpectedError = PyErr_NewExceptionWithDoc("sinew.UnexpectedError",
                                              "an error that should not happen", NULL, NULL);
  return FatalError && UnexpectedError &&
         PyModule_AddObjectRef(module, "FatalError", FatalError) == 0 &&
         PyModule_AddObjectRef(module, "UnexpectedError", UnexpectedError) == 0 &&
         PyModule_AddFunctions(module, methods) == 0;
}
