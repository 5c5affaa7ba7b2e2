// Signals in long calls: only the main thread handles them, so only it stops now and then to look.
#include <time.h>

#include "core.h"

double clock_seconds(void) {
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool is_main_thread(void) {
  PyObject* threading = PyImport_ImportModule("threading");
  PyObject* main = threading ? PyObject_CallMethod(threading, "main_thread", NULL) : NULL;
  PyObject* ident = main ? PyObject_GetAttrString(main, "ident") : NULL;
  const bool same = ident && PyLong_AsUnsignedLong(ident) == PyThread_get_thread_ident();
  Py_XDECREF(ident);
  Py_XDECREF(main);
  Py_XDECREF(threading);
  PyErr_Clear();
  return same;
}
