// Open-loop trajectories: what sinew/rollout.py calls with arrays of full shapes.
#include <time.h>

#include "batch.h"

typedef struct Rolls_ {
  PyObject* progress;  // f(done), or NULL
  PyThreadState* thread;
  struct timespec last;
  bool failed;
} Rolls;

// From the thread of the call, after its trajectories: interrupts are heard a few times a second.
static int on_progress(void* context, int done) {
  enum { MILLISECONDS = 50 };
  Rolls* r = context;
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  const double passed =
      1e3 * (double)(now.tv_sec - r->last.tv_sec) + 1e-6 * (double)(now.tv_nsec - r->last.tv_nsec);
  if (r->failed || (passed >= 0 && passed < MILLISECONDS)) return r->failed;
  r->last = now;
  PyEval_RestoreThread(r->thread);
  r->failed = PyErr_CheckSignals() < 0;
  int end = r->failed;
  if (!end && r->progress) {
    PyObject* result = PyObject_CallFunction(r->progress, "i", done);
    end = result ? PyObject_IsTrue(result) : -1;
    r->failed = end < 0;
    Py_XDECREF(result);
  }
  r->thread = PyEval_SaveThread();
  sn_setErrorMode(sn_ERROR_KEEP);
  sn_clearErrors();
  return end;
}

// (nroll) models, NULL if there is one only; *m: the first
static bool read_models(PyObject* list, int nroll, const mjModel** m, const mjModel*** all) {
  const Py_ssize_t n = PyList_Check(list) ? PyList_Size(list) : 0;
  if (n != 1 && n != nroll) {
    PyErr_SetString(PyExc_ValueError, "rollout(): a model, or one for each trajectory");
    return false;
  }
  if (n > 1) *all = PyMem_Calloc((size_t)n, sizeof(**all));
  if (n > 1 && !*all) return PyErr_NoMemory() != NULL;
  for (Py_ssize_t i = 0; i < n; i++) {
    PyObject* one = PyList_GetItem(list, i);
    if (!PyObject_TypeCheck(one, layouts[KIND_MODEL].python)) {
      PyErr_SetString(PyExc_TypeError, "rollout(): model should be MjModel");
      return false;
    }
    if (i == 0) *m = as_model(one);
    if (*all) (*all)[i] = as_model(one);
  }
  return true;
}

enum { STATE0, WARMSTART0, CONTROL, STATE, SENSORS, NARRAY };

// shapes that the library takes on trust
static bool read_arrays(const mjModel* m, sn_Rollout* r, PyObject* const* value,
                        PyArrayObject** array) {
  static const char* const name[NARRAY] = {"initial_state", "initial_warmstart", "control", "state",
                                           "sensordata"};
  call_begin();
  const npy_intp nstate = mj_stateSize(m, mjSTATE_FULLPHYSICS);
  const npy_intp ncontrol = mj_stateSize(m, r->control_spec);
  if (!call_end()) return false;
  const npy_intp nroll = r->nroll, nstep = r->nstep;
  const npy_intp dims[NARRAY][3] = {{nroll, nstate, 0},
                                    {nroll, (npy_intp)m->nv, 0},
                                    {nroll, nstep, ncontrol},
                                    {nroll, nstep, nstate},
                                    {nroll, nstep, (npy_intp)m->nsensordata}};
  for (int i = 0; i < NARRAY; i++) {
    if (!is_given(value[i])) continue;
    if (i >= STATE && (!PyArray_Check(value[i]) || !PyArray_ISCARRAY((PyArrayObject*)value[i]) ||
                       PyArray_TYPE((PyArrayObject*)value[i]) != NPY_DOUBLE)) {
      PyErr_Format(PyExc_TypeError,
                   "rollout(): %s should be a writable, C-contiguous array of float64", name[i]);
      return false;
    }
    array[i] = batch_array("rollout", name[i], value[i], NPY_DOUBLE, i < CONTROL ? 2 : 3, dims[i],
                           i < CONTROL ? "nbatch, n" : "nbatch, nstep, n");
    if (!array[i]) return false;
  }
  return true;
}

static mjtNum* data_or_null(PyArrayObject* x) { return x ? PyArray_DATA(x) : NULL; }

// _rollout(models, nroll, nstep, nthread, control_spec, initial_state, initial_warmstart, control,
//          state, sensordata, progress) -> trajectories that are done
PyObject* rollout_run(PyObject* self, PyObject* args) {
  (void)self;
  sn_Rollout r;
  sn_defaultRollout(&r);
  Rolls rolls = {0};
  PyObject *models, *value[NARRAY], *progress;
  if (!PyArg_ParseTuple(args, "OiiiiOOOOOO:_rollout", &models, &r.nroll, &r.nstep, &r.nthread,
                        &r.control_spec, &value[STATE0], &value[WARMSTART0], &value[CONTROL],
                        &value[STATE], &value[SENSORS], &progress)) {
    return NULL;
  }
  PyArrayObject* array[NARRAY] = {0};
  const mjModel* m = NULL;
  const mjModel** all = NULL;
  bool good = read_models(models, r.nroll, &m, &all) && read_arrays(m, &r, value, array);
  int done = -1;
  if (good) {
    rolls.progress = is_given(progress) ? progress : NULL;
    timespec_get(&rolls.last, TIME_UTC);
    r.model = all;
    r.state0 = data_or_null(array[STATE0]);
    r.warmstart0 = data_or_null(array[WARMSTART0]);
    r.control = data_or_null(array[CONTROL]);
    r.state = data_or_null(array[STATE]);
    r.sensordata = data_or_null(array[SENSORS]);
    r.progress = on_progress;
    r.context = &rolls;
    call_begin();
    rolls.thread = PyEval_SaveThread();
    done = sn_rollout(m, &r);
    PyEval_RestoreThread(rolls.thread);
    if (rolls.failed) sn_clearErrors();
    good = !rolls.failed && call_end();
  }
  PyMem_Free((void*)all);
  for (int i = 0; i < NARRAY; i++) Py_XDECREF((PyObject*)array[i]);
  return good ? PyLong_FromLong(done) : NULL;
}
