// Steps, forward dynamics, resets and derivatives of a batch, without the lock of the interpreter.
// Long runs are cut into calls of some hundredth of a second, between which interrupts are heard.
#include <string.h>
#include <time.h>

#include "batch.h"

#define METHOD(name)                                                                               \
  PyObject* name(PyObject* object, PyObject* const* args, Py_ssize_t n, PyObject* kw)
#define PARSE(function, ...)                                                                       \
  Batch* self = (Batch*)object;                                                                    \
  static const char* const names[] = {__VA_ARGS__};                                                \
  enum { COUNT = sizeof(names) / sizeof(*names) };                                                 \
  Args a;                                                                                          \
  if (!args_parse(&a, function, names, COUNT, 0, args, n, kw)) return NULL;

static int int_or(Args* a, int i, int other) {
  return is_given(a->value[i]) ? args_int(a, i) : other;
}

static double double_or(Args* a, int i, double other) {
  return is_given(a->value[i]) ? args_double(a, i) : other;
}

// ---- steps

typedef struct Steps_ {
  Batch* self;
  int nstep;
  PyArrayObject *mask, *ctrl, *part;  // part: room for the controls of one call
  PyObject* control;
  PyThreadState* thread;
  bool failed;
} Steps;

static mjtNum* ctrl_of(const Steps* s) { return sn_batchArray(s->self->b, "ctrl", NULL); }

// controls that are held go to the array of the batch
static void hold(const Steps* s) {
  const size_t nu = (size_t)sn_batchModel(s->self->b)->nu;
  const mjtNum* from = PyArray_DATA(s->ctrl);
  mjtNum* to = ctrl_of(s);
  const mjtBool* mask = mask_of(s->mask);
  for (size_t w = 0; w < (size_t)sn_batchSize(s->self->b) && nu; w++) {
    if (!mask || mask[w]) memcpy(to + w * nu, from + w * nu, nu * sizeof(*to));
  }
}

// controls of steps first .. first+count-1 of all worlds
static const mjtNum* part_of(const Steps* s, int first, int count) {
  const size_t nu = (size_t)sn_batchModel(s->self->b)->nu, n = (size_t)count * nu;
  const mjtNum* from = PyArray_DATA(s->ctrl);
  mjtNum* to = PyArray_DATA(s->part);
  for (size_t w = 0; w < (size_t)sn_batchSize(s->self->b) && n; w++) {
    memcpy(to + w * n, from + (w * (size_t)s->nstep + (size_t)first) * nu, n * sizeof(*to));
  }
  return to;
}

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// room for the controls of a piece; false and an exception if memory is short
static bool part_make(Steps* s, int count) {
  npy_intp size = (npy_intp)sn_batchSize(s->self->b) * count * PyArray_DIM(s->ctrl, 2);
  if (s->part && PyArray_SIZE(s->part) >= size) return true;
  Py_XDECREF((PyObject*)s->part);
  s->part = (PyArrayObject*)PyArray_SimpleNew(1, &size, NPY_DOUBLE);
  return s->part != NULL;
}

// calls in pieces that double until they take long enough; the steps that were taken, -1: error
static int step_pieces(Steps* s) {
  enum { FIRST = 4096 };  // steps of worlds
  const double enough = 0.02;
  const bool each = s->ctrl && PyArray_NDIM(s->ctrl) == 3;
  int piece = FIRST / sn_batchSize(s->self->b) + 1;
  for (int done = 0; done < s->nstep;) {
    const int count = s->nstep - done > piece ? piece : s->nstep - done;
    sn_BatchInput input = {.mask = mask_of(s->mask)};
    if (each && count == s->nstep) input.ctrl = PyArray_DATA(s->ctrl);
    if (each && count < s->nstep) {
      if (!part_make(s, count)) return -1;
      input.ctrl = part_of(s, done, count);
    }
    int taken;
    const double begin = seconds();
    Py_BEGIN_ALLOW_THREADS call_begin();
    taken = sn_stepBatch(s->self->b, count, &input);
    Py_END_ALLOW_THREADS if (!call_end() || taken < 0) return -1;
    if (seconds() - begin < enough && piece < (1 << 24)) piece *= 2;
    done += count;
    if (PyErr_CheckSignals() < 0) return -1;
  }
  return s->nstep;
}

// the program's function, before a step; an exception or True ends the steps
static int call_control(void* context, sn_Batch* b, int step) {
  (void)b;
  Steps* s = context;
  PyEval_RestoreThread(s->thread);
  s->self->use = USE_CONTROL;
  PyObject* result = PyObject_CallFunction(s->control, "Oi", (PyObject*)s->self, step);
  const int end = result ? PyObject_IsTrue(result) : -1;
  Py_XDECREF(result);
  s->failed = end < 0;
  s->self->use = USE_RUNNING;
  s->thread = PyEval_SaveThread();
  // functions of the library that it has called leave no error behind
  sn_setErrorMode(sn_ERROR_KEEP);
  sn_clearErrors();
  return end;
}

static int step_control(Steps* s) {
  const sn_BatchInput input = {.mask = mask_of(s->mask), .control = call_control, .context = s};
  call_begin();
  s->thread = PyEval_SaveThread();
  const int taken = sn_stepBatch(s->self->b, s->nstep, &input);
  PyEval_RestoreThread(s->thread);
  if (s->failed) {
    sn_clearErrors();
    return -1;
  }
  return call_end() ? taken : -1;
}

// ctrl: (nu), (nworld x nu) or (nworld x nstep x nu)
static bool read_ctrl(Steps* s, PyObject* value) {
  if (!is_given(value)) return true;
  const npy_intp nu = (npy_intp)sn_batchModel(s->self->b)->nu;
  PyArrayObject* x = (PyArrayObject*)PyArray_FROM_O(value);
  if (!x) return false;
  if (PyArray_NDIM(x) == 3) {
    const npy_intp dims[3] = {sn_batchSize(s->self->b), s->nstep, nu};
    s->ctrl = batch_array("step", "ctrl", (PyObject*)x, NPY_DOUBLE, 3, dims, "nworld, nstep, nu");
  } else {
    s->ctrl = batch_rows(s->self, "step", "ctrl", (PyObject*)x, nu, "nworld, nu");
  }
  Py_DECREF((PyObject*)x);
  return s->ctrl != NULL;
}

static bool read_steps(Steps* s, Args* a) {
  s->nstep = int_or(a, 0, 1);
  if (args_done(a) && s->nstep < 0) args_fail(a, PyExc_ValueError, "nstep should not be negative");
  s->control = is_given(a->value[3]) ? a->value[3] : NULL;
  if (s->control && !PyCallable_Check(s->control)) {
    args_fail(a, PyExc_TypeError, "control should be a function of the batch and the step");
  } else if (s->control && is_given(a->value[1])) {
    args_fail(a, PyExc_ValueError, "ctrl or control, not both");
  }
  return args_done(a) && batch_mask(s->self, "step", a->value[2], &s->mask) &&
         read_ctrl(s, a->value[1]);
}

METHOD(batch_step) {
  PARSE("step", "nstep", "ctrl", "mask", "control")
  Steps s = {.self = self};
  int taken = -1;
  if (read_steps(&s, &a) && batch_begin(self, "step")) {
    if (s.ctrl && PyArray_NDIM(s.ctrl) == 2) hold(&s);
    taken = s.control ? step_control(&s) : step_pieces(&s);
    batch_end(self);
  }
  Py_XDECREF((PyObject*)s.mask);
  Py_XDECREF((PyObject*)s.ctrl);
  Py_XDECREF((PyObject*)s.part);
  return args_end(&a, taken < 0 ? NULL : PyLong_FromLong(taken));
}

METHOD(batch_forward) {
  PARSE("forward", "mask")
  PyArrayObject* mask;
  bool good = batch_mask(self, "forward", a.value[0], &mask) && batch_begin(self, "forward");
  if (good) {
    Py_BEGIN_ALLOW_THREADS call_begin();
    sn_forwardBatch(self->b, mask_of(mask));
    Py_END_ALLOW_THREADS good = call_end();
    batch_end(self);
  }
  Py_XDECREF((PyObject*)mask);
  return args_end(&a, good ? Py_NewRef(Py_None) : NULL);
}

// ---- resets

// number or name of a keyframe, -1: none
static int read_key(Args* a, int i, const mjModel* m) {
  if (!is_given(a->value[i])) return -1;
  if (!PyUnicode_Check(a->value[i])) {
    const int key = args_int(a, i);
    args_range(a, i, key, 0, m->nkey, "keyframes");
    return key;
  }
  const char* name = args_text(a, i, false);
  const int key = name ? mj_name2id(m, mjOBJ_KEY, name) : -1;
  if (name && key < 0) {
    PyErr_Format(PyExc_KeyError, "reset(): there is no keyframe '%s'", name);
    a->failed = true;
  }
  return key;
}

static uint64_t read_seed(Args* a, int i) {
  if (a->failed || !is_given(a->value[i])) return 0;
  PyObject* index = PyNumber_Index(a->value[i]);
  const unsigned long long seed = index ? PyLong_AsUnsignedLongLong(index) : 0;
  Py_XDECREF(index);
  if (PyErr_Occurred()) {
    PyErr_Clear();
    args_fail(a, PyExc_ValueError, "seed should be an int from 0 to 2^64-1");
  }
  return seed;
}

METHOD(batch_reset) {
  PARSE("reset", "mask", "key", "qpos", "qvel", "qpos_noise", "qvel_noise", "normal", "seed")
  const mjModel* m = sn_batchModel(self->b);
  sn_BatchReset r;
  sn_defaultBatchReset(&r);
  r.key = read_key(&a, 1, m);
  r.qpos_noise = double_or(&a, 4, 0);
  r.qvel_noise = double_or(&a, 5, 0);
  r.normal = a.value[6] ? args_bool(&a, 6) != 0 : false;
  r.seed = read_seed(&a, 7);
  PyArrayObject *mask = NULL, *qpos = NULL, *qvel = NULL;
  bool good = args_done(&a) && batch_mask(self, "reset", a.value[0], &mask);
  if (good && is_given(a.value[2])) {
    qpos = batch_rows(self, "reset", "qpos", a.value[2], (npy_intp)m->nq, "nworld, nq");
    good = qpos != NULL;
  }
  if (good && is_given(a.value[3])) {
    qvel = batch_rows(self, "reset", "qvel", a.value[3], (npy_intp)m->nv, "nworld, nv");
    good = qvel != NULL;
  }
  if (good && (good = batch_begin(self, "reset"))) {
    r.qpos = qpos ? PyArray_DATA(qpos) : NULL;
    r.qvel = qvel ? PyArray_DATA(qvel) : NULL;
    Py_BEGIN_ALLOW_THREADS call_begin();
    sn_resetBatch(self->b, mask_of(mask), &r);
    Py_END_ALLOW_THREADS good = call_end();
    batch_end(self);
  }
  Py_XDECREF((PyObject*)mask);
  Py_XDECREF((PyObject*)qpos);
  Py_XDECREF((PyObject*)qvel);
  return args_end(&a, good ? Py_NewRef(Py_None) : NULL);
}

// ---- derivatives

// a matrix of each world that is written, NULL: it is left out
static mjtNum* read_matrix(Args* a, int i, int nworld, npy_intp rows, npy_intp cols) {
  if (a->failed || !is_given(a->value[i])) return NULL;
  PyArrayObject* x = (PyArrayObject*)a->value[i];
  if (!PyArray_Check((PyObject*)x) || PyArray_TYPE(x) != NPY_DOUBLE || !PyArray_ISCARRAY(x)) {
    args_fail(a, PyExc_TypeError, "matrices should be writable, C-contiguous arrays of float64");
    return NULL;
  }
  if (PyArray_NDIM(x) == 3 && PyArray_DIM(x, 0) == nworld && PyArray_DIM(x, 1) == rows &&
      PyArray_DIM(x, 2) == cols) {
    return PyArray_DATA(x);
  }
  PyErr_Format(PyExc_TypeError, "%s(): %s should be of shape (%d, %zd, %zd)", a->function,
               a->names[i], nworld, (Py_ssize_t)rows, (Py_ssize_t)cols);
  a->failed = true;
  return NULL;
}

METHOD(batch_transition) {
  PARSE("transition", "mode", "A", "B", "C", "D")
  const mjModel* m = sn_batchModel(self->b);
  const npy_intp nx = (npy_intp)(2 * m->nv + m->na), nu = (npy_intp)m->nu;
  const npy_intp ny = (npy_intp)m->nsensordata;
  const int nworld = sn_batchSize(self->b);
  const int mode = int_or(&a, 0, 0);
  mjtNum* A = read_matrix(&a, 1, nworld, nx, nx);
  mjtNum* B = read_matrix(&a, 2, nworld, nx, nu);
  mjtNum* C = read_matrix(&a, 3, nworld, ny, nx);
  mjtNum* D = read_matrix(&a, 4, nworld, ny, nu);
  bool good = args_done(&a) && batch_begin(self, "transition");
  int used = -1;
  if (good) {
    Py_BEGIN_ALLOW_THREADS call_begin();
    used = sn_batchTransition(self->b, mode, A, B, C, D);
    Py_END_ALLOW_THREADS good = call_end();
    batch_end(self);
  }
  return args_end(&a, good ? PyLong_FromLong(used) : NULL);
}
