// set_mju_user_malloc and set_mju_user_free: functions in C, as ctypes has them, that the library
// takes memory from. Memory is freed by the function that is set when it is freed.
#include <string.h>

#include "core.h"

typedef enum Hook_ { HOOK_MALLOC, HOOK_FREE, NHOOK } Hook;

static PyObject* hooks[NHOOK];
static const char* const names[NHOOK] = {"mju_user_malloc", "mju_user_free"};

// is it a pointer to a function in C
static bool is_function(PyObject* ctypes, PyObject* object) {
  PyObject* kind = PyObject_GetAttrString(ctypes, "_CFuncPtr");
  const int found = kind ? PyObject_IsInstance(object, kind) : -1;
  Py_XDECREF(kind);
  return found > 0;
}

// the address of a function of ctypes; NULL and an exception if it is none
static void* address_of(Hook hook, PyObject* object) {
  PyObject* ctypes = PyImport_ImportModule("ctypes");
  if (!ctypes) return NULL;
  PyObject* kind = is_function(ctypes, object) ? PyObject_GetAttrString(ctypes, "c_void_p") : NULL;
  PyObject* pointer = kind ? PyObject_CallMethod(ctypes, "cast", "OO", object, kind) : NULL;
  PyObject* value = pointer ? PyObject_GetAttrString(pointer, "value") : NULL;
  void* address = value ? PyLong_AsVoidPtr(value) : NULL;
  Py_XDECREF(value);
  Py_XDECREF(pointer);
  Py_XDECREF(kind);
  Py_DECREF(ctypes);
  if (!address && !PyErr_Occurred()) {
    PyErr_Format(PyExc_TypeError, "%s must be a C function pointer", names[hook]);
  }
  return address;
}

static PyObject* set_hook(Hook hook, PyObject* object) {
  void* address = object == Py_None ? NULL : address_of(hook, object);
  if (!address && object != Py_None) return NULL;
  if (hook == HOOK_MALLOC) {
    memcpy(&mju_user_malloc, &address, sizeof(address));
  } else {
    memcpy(&mju_user_free, &address, sizeof(address));
  }
  PyObject* old = hooks[hook];
  hooks[hook] = object == Py_None ? NULL : Py_NewRef(object);
  Py_XDECREF(old);
  Py_RETURN_NONE;
}

static PyObject* set_malloc(PyObject* self, PyObject* object) {
  (void)self;
  return set_hook(HOOK_MALLOC, object);
}

static PyObject* set_free(PyObject* self, PyObject* object) {
  (void)self;
  return set_hook(HOOK_FREE, object);
}

static PyObject* get_malloc(PyObject* self, PyObject* unused) {
  (void)self, (void)unused;
  return Py_NewRef(hooks[HOOK_MALLOC] ? hooks[HOOK_MALLOC] : Py_None);
}

static PyObject* get_free(PyObject* self, PyObject* unused) {
  (void)self, (void)unused;
  return Py_NewRef(hooks[HOOK_FREE] ? hooks[HOOK_FREE] : Py_None);
}

bool allocators_add(PyObject* module) {
  static PyMethodDef methods[] = {
      {"set_mju_user_malloc", set_malloc, METH_O,
       "f(size), a function of ctypes, gives memory; None takes it away"},
      {"get_mju_user_malloc", get_malloc, METH_NOARGS, "the function that gives memory"},
      {"set_mju_user_free", set_free, METH_O,
       "f(address), a function of ctypes, takes memory back; None takes it away"},
      {"get_mju_user_free", get_free, METH_NOARGS, "the function that takes memory back"},
      {NULL, NULL, 0, NULL}};
  return PyModule_AddFunctions(module, methods) == 0;
}
