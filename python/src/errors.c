// Errors of the library as exceptions. Each thread has a mode of its own, so it is set before every
// call.
#include "core.h"

PyObject* FatalError;
PyObject* UnexpectedError;

void call_begin(void) {
  sn_setErrorMode(sn_ERROR_KEEP);
  callback_forget();
  if (sn_lastError()) sn_clearErrors();
}

bool call_end(void) {
  if (callback_failed() && PyErr_Occurred()) return false;
  const char* error = sn_lastError();
  if (!error) return true;
  PyErr_SetString(FatalError, error);
  sn_clearErrors();
  return false;
}
