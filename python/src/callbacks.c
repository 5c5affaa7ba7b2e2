// Callbacks of the engine in Python: set_mjcb_control(f) and its like. A callback gets the objects
// that the function was called with; an exception is raised out of that function, and further
// callbacks of the call are left out. A C function (of ctypes) is called as such, with addresses.
#include <string.h>
#include <time.h>

#include "core.h"

typedef enum Hook_ {
  HOOK_PASSIVE,
  HOOK_CONTROL,
  HOOK_CONTACTFILTER,
  HOOK_SENSOR,
  HOOK_TIME,
  HOOK_ACT_DYN,
  HOOK_ACT_GAIN,
  HOOK_ACT_BIAS,
  NHOOK
} Hook;

_Thread_local Args* running;
static _Thread_local bool failed;
static PyObject* hooks[NHOOK];

bool callback_failed(void) { return failed; }

void callback_forget(void) { failed = false; }

bool callbacks_set(void) {
  for (int hook = 0; hook < NHOOK; hook++) {
    if (hooks[hook]) return true;
  }
  return false;
}

// the object of a struct among the arguments of the calls that run, or None
static PyObject* object_of(const void* base) {
  for (const Args* a = running; a; a = a->outer) {
    for (int i = 0; i < a->count; i++) {
      PyObject* value = a->value[i];
      const bool known = value && (PyObject_TypeCheck(value, layouts[KIND_MODEL].python) ||
                                   PyObject_TypeCheck(value, layouts[KIND_DATA].python));
      if (known && ((Struct*)value)->base == base) return Py_NewRef(value);
    }
  }
  return Py_NewRef(Py_None);
}

// the number that a hook has returned; those that give none may return anything
static double number_of(Hook hook, PyObject* result) {
  static const char* const names[NHOOK] = {[HOOK_CONTACTFILTER] = "contactfilter",
                                           [HOOK_TIME] = "time",
                                           [HOOK_ACT_DYN] = "act_dyn",
                                           [HOOK_ACT_GAIN] = "act_gain",
                                           [HOOK_ACT_BIAS] = "act_bias"};
  if (!names[hook]) return 0;
  const bool whole = hook == HOOK_CONTACTFILTER;
  PyObject* index = whole ? PyNumber_Index(result) : NULL;
  const double value = whole ? index && PyObject_IsTrue(index) == 1 : PyFloat_AsDouble(result);
  Py_XDECREF(index);
  if (PyErr_ExceptionMatches(PyExc_TypeError)) {
    PyErr_Format(PyExc_TypeError, "mjcb_%s callback did not return %s", names[hook],
                 whole ? "an integer" : "a number");
  }
  return value;
}

// calls a hook with model, data and up to two numbers; 0 if it fails
static double call_hook(Hook hook, const mjModel* m, const mjData* d, int n, int first,
                        int second) {
  if (failed || !hooks[hook]) return 0;
  const PyGILState_STATE state = PyGILState_Ensure();
  PyObject* function = Py_XNewRef(hooks[hook]);
  double value = 0;
  if (function && !PyErr_Occurred()) {
    PyObject* args = m ? PyTuple_New(2 + n) : PyTuple_New(0);
    if (args && m) {
      PyTuple_SetItem(args, 0, object_of(m));
      PyTuple_SetItem(args, 1, object_of(d));
      if (n > 0) PyTuple_SetItem(args, 2, PyLong_FromLong(first));
      if (n > 1) PyTuple_SetItem(args, 3, PyLong_FromLong(second));
    }
    Args* const outer = running;
    PyObject* result = args ? PyObject_Call(function, args, NULL) : NULL;
    running = outer;
    if (result) value = number_of(hook, result);
    failed = PyErr_Occurred() != NULL;
    if (failed) value = 0;
    Py_XDECREF(result);
    Py_XDECREF(args);
    // functions of the library that the callback has called leave no error behind
    sn_setErrorMode(sn_ERROR_KEEP);
  }
  Py_XDECREF(function);
  PyGILState_Release(state);
  return value;
}

static void on_passive(const mjModel* m, mjData* d) { call_hook(HOOK_PASSIVE, m, d, 0, 0, 0); }

static void on_control(const mjModel* m, mjData* d) { call_hook(HOOK_CONTROL, m, d, 0, 0, 0); }

static int on_contactfilter(const mjModel* m, mjData* d, int geom1, int geom2) {
  return call_hook(HOOK_CONTACTFILTER, m, d, 2, geom1, geom2) != 0;
}

static void on_sensor(const mjModel* m, mjData* d, int stage) {
  call_hook(HOOK_SENSOR, m, d, 1, stage, 0);
}

// The clock of timers as long as the program has not set one: seconds, as in the reference's
// package.
static mjtNum default_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (mjtNum)t.tv_sec + 1e-9 * (mjtNum)t.tv_nsec;
}

static void keep_clock(void) {
  if (!mjcb_time) mjcb_time = default_clock;
}

static mjtNum on_time(void) { return call_hook(HOOK_TIME, NULL, NULL, 0, 0, 0); }

static mjtNum on_act_dyn(const mjModel* m, const mjData* d, int id) {
  return call_hook(HOOK_ACT_DYN, m, d, 1, id, 0);
}

static mjtNum on_act_gain(const mjModel* m, const mjData* d, int id) {
  return call_hook(HOOK_ACT_GAIN, m, d, 1, id, 0);
}

static mjtNum on_act_bias(const mjModel* m, const mjData* d, int id) {
  return call_hook(HOOK_ACT_BIAS, m, d, 1, id, 0);
}

#define EACH_HOOK(X)                                                                               \
  X(passive, PASSIVE, mjfGeneric, "f(m, d) adds to d.qfrc_passive")                                \
  X(control, CONTROL, mjfGeneric, "f(m, d) writes d.ctrl")                                         \
  X(contactfilter, CONTACTFILTER, mjfConFilt, "f(m, d, geom1, geom2): true leaves the pair out")   \
  X(sensor, SENSOR, mjfSensor, "f(m, d, stage) writes the data of user sensors")                   \
  X(time, TIME, mjfTime, "f() is the clock of d.timer")                                            \
  X(act_dyn, ACT_DYN, mjfAct, "f(m, d, id) is act_dot of a user actuator")                         \
  X(act_gain, ACT_GAIN, mjfAct, "f(m, d, id) is the gain of a user actuator")                      \
  X(act_bias, ACT_BIAS, mjfAct, "f(m, d, id) is the bias of a user actuator")

CFunction c_function(PyObject* function) {
  PyObject* modules = PyImport_GetModuleDict();  // if ctypes is not there, it is no such object
  PyObject* ctypes = modules ? PyDict_GetItemString(modules, "ctypes") : NULL;
  PyObject* kind = ctypes ? PyObject_GetAttrString(ctypes, "_CFuncPtr") : NULL;
  PyObject* place = NULL;
  if (kind && PyObject_IsInstance(function, kind) == 1) {
    place = PyObject_CallMethod(ctypes, "addressof", "O", function);
  }
  CFunction found = NULL;
  const void* address = place ? PyLong_AsVoidPtr(place) : NULL;
  if (address) memcpy(&found, address, sizeof(found));
  Py_XDECREF(place);
  Py_XDECREF(kind);
  PyErr_Clear();
  return found;
}

#define INSTALL(name, hook, type, doc)                                                             \
  case HOOK_##hook:                                                                                \
    mjcb_##name = !on ? NULL : direct ? (type)direct : on_##name;                                  \
    break;

// installs the C function of a hook, or the program's own one, or takes it away
static void install(Hook hook, bool on, CFunction direct) {
  switch (hook) {
    EACH_HOOK(INSTALL)
    default:
      break;
  }
}

static PyObject* set_hook(Hook hook, PyObject* function) {
  if (function != Py_None && !PyCallable_Check(function)) {
    PyErr_SetString(PyExc_TypeError, "callback is not an Optional[Callable]");
    return NULL;
  }
  PyObject* old = hooks[hook];
  hooks[hook] = function == Py_None ? NULL : Py_NewRef(function);
  install(hook, hooks[hook] != NULL, hooks[hook] ? c_function(function) : NULL);
  keep_clock();
  Py_XDECREF(old);
  Py_RETURN_NONE;
}

static PyObject* get_hook(Hook hook) { return Py_NewRef(hooks[hook] ? hooks[hook] : Py_None); }

static PyObject* reset(PyObject* self, PyObject* unused) {
  (void)self, (void)unused;
  for (int hook = 0; hook < NHOOK; hook++) {
    PyObject* done = set_hook((Hook)hook, Py_None);
    Py_XDECREF(done);
  }
  mj_resetCallbacks();
  keep_clock();
  Py_RETURN_NONE;
}

#define FUNCTIONS(name, hook, type, doc)                                                           \
  static PyObject* set_##name(PyObject* self, PyObject* function) {                                \
    (void)self;                                                                                    \
    return set_hook(HOOK_##hook, function);                                                        \
  }                                                                                                \
  static PyObject* get_##name(PyObject* self, PyObject* unused) {                                  \
    (void)self, (void)unused;                                                                      \
    return get_hook(HOOK_##hook);                                                                  \
  }
EACH_HOOK(FUNCTIONS)

#define ENTRIES(name, hook, type, doc)                                                             \
  {"set_mjcb_" #name, set_##name, METH_O, doc "; None takes it away"},                             \
      {"get_mjcb_" #name, get_##name, METH_NOARGS, doc},

bool callbacks_add(PyObject* module) {
  static PyMethodDef methods[] = {
      EACH_HOOK(ENTRIES){"mj_resetCallbacks", reset, METH_NOARGS, "takes all callbacks away"},
      {NULL, NULL, 0, NULL}};
  keep_clock();
  return PyModule_AddFunctions(module, methods) == 0;
}
