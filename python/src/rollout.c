// Trajectories of a rollout (python/sinew/rollout.py): from given states, with given controls, many
// steps without the lock of the interpreter.
//   initial, control -> state, sensordata after each step
#include <stdatomic.h>
#include <string.h>

#include "core.h"

enum {
  ARG_MODELS,
  ARG_DATA,
  ARG_FIRST,
  ARG_LAST,
  ARG_SPEC,
  ARG_INITIAL,
  ARG_WARMSTART,
  ARG_CONTROL,
  ARG_STATE,
  ARG_SENSORDATA,
  ARG_STOP,
  NARG
};

// an array of rows; NULL: there is none
typedef struct Table_ {
  char* base;
  npy_intp dim[3], stride[3];
} Table;

typedef struct Rollout_ {
  Table initial, warmstart, control, state, sensordata;
  int spec;
  int nstate;  // numbers of a state
  npy_intp nstep;
  const atomic_int* stop;  // set by another thread
  double until;            // time to look at signals, 0: never
} Rollout;

// where a call is: the trajectory, and the next step of it
typedef struct Place_ {
  npy_intp trajectory, step;
} Place;

// ---- one trajectory

static mjtNum* row(const Table* t, npy_intp i, npy_intp k) {
  return (mjtNum*)(t->base + i * t->stride[0] + k * t->stride[1]);
}

static void zero(mjtNum* x, mjtSize n) {
  if (n) memset(x, 0, (size_t)n * sizeof(*x));
}

// bodies that are moved by hand are where the model has them
static void reset_mocap(const mjModel* m, mjData* d, int spec) {
  for (mjtSize b = 0; b < m->nbody; b++) {
    const int k = m->body_mocapid[b];
    if (k < 0) continue;
    if (!(spec & mjSTATE_MOCAP_POS)) mju_copy3(d->mocap_pos + 3 * k, m->body_pos + 3 * b);
    if (!(spec & mjSTATE_MOCAP_QUAT)) mju_copy4(d->mocap_quat + 4 * k, m->body_quat + 4 * b);
  }
}

// inputs that are not of the control are as after mj_resetData; user data stays
static void reset_inputs(const mjModel* m, mjData* d, int spec) {
  if (!(spec & mjSTATE_CTRL)) zero(d->ctrl, m->nu);
  if (!(spec & mjSTATE_QFRC_APPLIED)) zero(d->qfrc_applied, m->nv);
  if (!(spec & mjSTATE_XFRC_APPLIED)) zero(d->xfrc_applied, 6 * m->nbody);
  if (!(spec & mjSTATE_EQ_ACTIVE)) {
    for (mjtSize i = 0; i < m->neq; i++) d->eq_active[i] = m->eq_active0[i];
  }
  if (m->nmocap) reset_mocap(m, d, spec);
}

static void begin(const Rollout* r, const mjModel* m, mjData* d, npy_intp i) {
  reset_inputs(m, d, r->spec);
  mj_setState(m, d, row(&r->initial, i, 0), mjSTATE_FULLPHYSICS);
  if (r->warmstart.base && m->nv) {
    memcpy(d->qacc_warmstart, row(&r->warmstart, i, 0), (size_t)m->nv * sizeof(mjtNum));
  } else {
    zero(d->qacc_warmstart, m->nv);
  }
  for (int w = 0; w < mjNWARNING; w++) d->warning[w].number = 0;
}

static bool has_warned(const mjData* d) {
  for (int w = 0; w < mjNWARNING; w++) {
    if (d->warning[w].number) return true;
  }
  return false;
}

// what is left of a trajectory repeats its last step
static void fill(const Table* t, npy_intp i, npy_intp step, npy_intp nstep) {
  const size_t bytes = (size_t)t->dim[2] * sizeof(mjtNum);
  for (npy_intp k = step + 1; bytes && k < nstep; k++) memcpy(row(t, i, k), row(t, i, step), bytes);
}

// one step of a trajectory; true if it was the last
static bool advance(const Rollout* r, const mjModel* m, mjData* d, Place at) {
  const npy_intp i = at.trajectory, k = at.step;
  if (r->control.base) mj_setState(m, d, row(&r->control, i, k), r->spec);
  mj_step(m, d);
  mj_getState(m, d, row(&r->state, i, k), mjSTATE_FULLPHYSICS);
  if (m->nsensordata) {
    memcpy(row(&r->sensordata, i, k), d->sensordata, (size_t)m->nsensordata * sizeof(mjtNum));
  }
  if (!has_warned(d)) return k + 1 == r->nstep;
  fill(&r->state, i, k, r->nstep);
  fill(&r->sensordata, i, k, r->nstep);
  return true;
}

// ---- the trajectories of a call

static bool goes_on(const Rollout* r) {
  return !atomic_load_explicit(r->stop, memory_order_relaxed) && !sn_lastError() &&
         !callback_failed();
}

// steps of one trajectory until it ends, or until it is time to look at signals; true if it ended
static bool run(const Rollout* r, const mjModel* m, mjData* d, Place* at) {
  enum { CLOCK = 16 };  // steps from one look at the clock to the next
  if (at->step == 0) begin(r, m, d, at->trajectory);
  for (int i = 1; goes_on(r); i++) {
    const bool last = r->nstep == 0 || advance(r, m, d, *at);
    at->step++;
    if (last) return true;
    if (r->until > 0 && i % CLOCK == 0 && clock_seconds() > r->until) return false;
  }
  return false;
}

static PyObject* model_at(PyObject* models, npy_intp i) {
  return PyTuple_GetItem(models, PyTuple_Size(models) > 1 ? (Py_ssize_t)i : 0);
}

// Steps without the lock from a place on, through trajectories of the same model. Callbacks find
// the objects of model and data among the arguments of the call that runs.
static bool run_some(Rollout* r, PyObject* models, PyObject* data, Place* at, npy_intp last) {
  PyObject* model = model_at(models, at->trajectory);
  Args call = {.outer = running, .count = 2, .value = {model, data}};
  const mjModel* m = as_model(model);
  mjData* d = as_data(data);
  const bool alone = PyTuple_Size(models) > 1;
  running = &call;
  Py_BEGIN_ALLOW_THREADS call_begin();
  bool ended = true;
  while (ended && at->trajectory < last && goes_on(r)) {
    ended = run(r, m, d, at);
    if (ended) *at = (Place){at->trajectory + 1, 0};
    if (alone || (r->until > 0 && clock_seconds() > r->until)) break;
  }
  Py_END_ALLOW_THREADS running = call.outer;
  return call_end();
}

// ---- arguments

// a table of numbers whose rows are dense
static Table table_of(Args* a, int i, int rank, bool output) {
  Table t = {0};
  if (a->failed || a->value[i] == Py_None) return t;
  PyArrayObject* x = (PyArrayObject*)a->value[i];
  const bool good =
      PyArray_Check(a->value[i]) && PyArray_TYPE(x) == NPY_DOUBLE && PyArray_NDIM(x) == rank &&
      PyArray_ISBEHAVED_RO(x) && (!output || PyArray_ISWRITEABLE(x)) &&
      (PyArray_DIM(x, rank - 1) < 2 || PyArray_STRIDE(x, rank - 1) == (npy_intp)sizeof(mjtNum));
  if (!good) {
    args_fail(a, PyExc_TypeError, "tables should be arrays of float64 with dense rows");
    return t;
  }
  t.base = PyArray_DATA(x);
  for (int k = 0; k < rank; k++) {
    t.dim[k] = PyArray_DIM(x, k);
    t.stride[k] = PyArray_STRIDE(x, k);
  }
  if (rank == 2) t.dim[2] = t.dim[1], t.dim[1] = 1, t.stride[1] = 0;
  return t;
}

static void need(Args* a, bool truth, const char* text) {
  if (!truth) args_fail(a, PyExc_ValueError, text);
}

static bool has_size(const Table* t, npy_intp last, npy_intp nstep, npy_intp n) {
  return !t->base || (t->dim[0] >= last && t->dim[1] >= nstep && t->dim[2] == n);
}

static void check_models(Args* a, npy_intp last) {
  PyObject* models = a->value[ARG_MODELS];
  const Py_ssize_t n = PyTuple_Check(models) ? PyTuple_Size(models) : 0;
  need(a, n == 1 || (n > 1 && n >= last), "models should be a tuple of one, or one for each");
  const Struct* data = (Struct*)a->value[ARG_DATA];
  for (Py_ssize_t i = 0; !a->failed && i < n; i++) {
    PyObject* model = PyTuple_GetItem(models, i);
    const mjModel* m = model_from(model, "model");
    if (m) {
      need(a, model_fits(m, model_of(data)), "the data was made for another model");
    } else {
      a->failed = true;
    }
  }
}

static void check_tables(Args* a, Rollout* r, npy_intp first, npy_intp last) {
  const mjModel* m = model_of((Struct*)a->value[ARG_DATA]);
  r->nstate = (int)args_state(a, m, mjSTATE_FULLPHYSICS);
  const npy_intp ncontrol = args_state(a, m, r->spec);
  if (a->failed) return;
  r->nstep = r->state.dim[1];
  need(a, first >= 0 && first <= last, "trajectories are out of range");
  need(a, r->initial.base && r->state.base && r->sensordata.base, "a table is missing");
  need(a,
       has_size(&r->initial, last, 1, r->nstate) && has_size(&r->warmstart, last, 1, m->nv) &&
           has_size(&r->control, last, r->nstep, ncontrol) &&
           has_size(&r->state, last, r->nstep, r->nstate) &&
           has_size(&r->sensordata, last, r->nstep, m->nsensordata),
       "sizes of tables do not fit");
}

static Rollout read_arguments(Args* a, npy_intp* first, npy_intp* last) {
  Rollout r = {.spec = args_int(a, ARG_SPEC)};
  args_struct(a, ARG_DATA, KIND_DATA);
  *first = (npy_intp)args_size(a, ARG_FIRST);
  *last = (npy_intp)args_size(a, ARG_LAST);
  npy_intp one = 1;
  r.stop = args_array(a, ARG_STOP, NPY_INT, ARG_OUT, &one, NULL, "1");
  r.initial = table_of(a, ARG_INITIAL, 2, false);
  r.warmstart = table_of(a, ARG_WARMSTART, 2, false);
  r.control = table_of(a, ARG_CONTROL, 3, false);
  r.state = table_of(a, ARG_STATE, 3, true);
  r.sensordata = table_of(a, ARG_SENSORDATA, 3, true);
  if (!a->failed) check_models(a, *last);
  if (!a->failed) check_tables(a, &r, *first, *last);
  return r;
}

static PyObject* rollout(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw) {
  static const char* const names[NARG] = {"models", "data",       "first",     "last",
                                          "spec",   "initial",    "warmstart", "control",
                                          "state",  "sensordata", "stop"};
  (void)self;
  Args a;
  if (!args_parse(&a, "_rollout", names, NARG, NARG, args, n, kw)) return NULL;
  npy_intp first = 0, last = 0;
  Rollout r = read_arguments(&a, &first, &last);
  if (!args_done(&a)) return args_end(&a, NULL);
  const bool main = is_main_thread();
  bool good = true;
  for (Place at = {first, 0}; good && at.trajectory < last && !*(const int*)r.stop;) {
    r.until = main ? clock_seconds() + SIGNAL_SECONDS : 0;
    good = run_some(&r, a.value[ARG_MODELS], a.value[ARG_DATA], &at, last) &&
           PyErr_CheckSignals() == 0;
  }
  return args_end(&a, good ? Py_NewRef(Py_None) : NULL);
}

bool rollout_add(PyObject* module) {
  static PyMethodDef methods[] = {{"_rollout", (PyCFunction)(void (*)(void))rollout,
                                   METH_FASTCALL | METH_KEYWORDS,
                                   "trajectories first .. last-1 of a batch, until stop[0] is set"},
                                  {NULL, NULL, 0, NULL}};
  return PyModule_AddFunctions(module, methods) == 0;
}
