// _Env: a task in all worlds of a batch. A step takes actions, steps the worlds, and fills
// observations, rewards, ends and infos; a reset takes states. The rest of a vector environment
// (generators, spaces, automatic resets) is in sinew/envs.py.
#include <math.h>
#include <string.h>

#include "batch.h"
#include "envs.h"

typedef struct EnvObject_ {
  PyObject_HEAD Env env;
  PyObject* batch;
} EnvObject;

// ---- making

static void dealloc(PyObject* object) {
  EnvObject* self = (EnvObject*)object;
  PyMem_Free(self->env.before);
  PyMem_Free(self->env.elapsed);
  Py_XDECREF(self->batch);
  PyTypeObject* type = Py_TYPE(object);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(object);
  Py_DECREF(type);
}

// number of a field's column of a body; -1 and an exception if the model has no such body
static bool find_bodies(Env* e) {
  for (int i = 0; i < MAX_BODY && e->task->body[i]; i++) {
    e->body[i] = mj_name2id(e->m, mjOBJ_BODY, e->task->body[i]);
    if (e->body[i] >= 0) continue;
    PyErr_Format(PyExc_ValueError, "%s: the model has no body '%s'", e->task->name,
                 e->task->body[i]);
    return false;
  }
  const double body = e->p[P_BODY];
  if (body >= 0 && body < (double)e->m->nbody) return true;
  PyErr_Format(PyExc_ValueError, "%s: main_body is not one of the model", e->task->name);
  return false;
}

// option by option: the given value, or that of the task
static bool read_option(Env* e, const Option* o, PyObject* value) {
  for (int i = 0; i < o->count; i++) e->p[o->param + i] = o->value[i];
  if (!value) return true;
  if (o->count == 2) {
    PyObject* pair = PySequence_Tuple(value);
    const bool good = pair && PyArg_ParseTuple(pair, "dd", &e->p[o->param], &e->p[o->param + 1]);
    Py_XDECREF(pair);
    if (!good) PyErr_Format(PyExc_TypeError, "%s should be two numbers", o->name);
    return good;
  }
  const double number = PyFloat_AsDouble(value);
  if (number == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s should be a number", o->name);
    return false;
  }
  e->p[o->param] = number;
  return true;
}

static bool read_options(Env* e, PyObject* options) {
  for (int i = P_Z; i < P_BODY; i += 2) {
    e->p[i] = -INFINITY;
    e->p[i + 1] = INFINITY;
  }
  e->p[P_ALWAYS] = 1;
  Py_ssize_t known = 0;
  for (int i = 0; i < MAX_OPTION && e->task->option[i].name; i++) {
    PyObject* value = PyDict_GetItemString(options, e->task->option[i].name);
    known += value != NULL;
    if (!read_option(e, &e->task->option[i], value)) return false;
  }
  if (known == PyDict_Size(options)) return true;
  PyErr_Format(PyExc_TypeError, "%s has not all of the arguments %S", e->task->name, options);
  return false;
}

static const mjtNum* rows_of(const Env* e, const char* field, mjtSize* count) {
  return sn_batchArray(e->b, field, count);
}

// the numbers of a piece; false if the model has not so many
static bool add_source(Env* e, const Piece* piece) {
  if (piece->flag != P_EXCLUDE && !e->p[piece->flag]) return true;
  mjtSize n;
  Source s = {.rows = rows_of(e, piece->field, &n), .piece = piece, .minus = -1};
  if (!s.rows) return false;
  s.stride = n;
  s.first = piece->flag == P_EXCLUDE && !e->p[P_EXCLUDE] ? 0 : piece->skip;
  if (piece->body) s.first = 3 * e->body[piece->body - 1];
  if (piece->minus) s.minus = 3 * e->body[piece->minus - 1];
  s.count = piece->count ? piece->count : n - s.first;
  if (s.count < 0 || s.first + s.count > n) {
    mju_error("%s: the model has not the %s of the task", e->task->name, piece->field);
    return false;
  }
  e->source[e->nsource++] = s;
  e->nobs += (int)s.count;
  return true;
}

// arrays are asked for once; results among them are filled by steps from now on
static bool find_arrays(Env* e) {
  const int* need = e->task->need;
  if (e->m->nq < need[0] || e->m->nv < need[1] || e->m->nsite < need[2]) {
    mju_error("%s: the model has not the joints and sites of the task", e->task->name);
    return false;
  }
  e->qpos = rows_of(e, "qpos", NULL);
  e->qvel = rows_of(e, "qvel", NULL);
  e->ctrl = rows_of(e, "ctrl", NULL);
  e->xpos = rows_of(e, "xpos", NULL);
  e->xipos = rows_of(e, "xipos", NULL);
  e->site_xpos = rows_of(e, "site_xpos", NULL);
  if (e->p[P_CONTACT] || e->p[P_CFRC]) e->cfrc_ext = rows_of(e, "cfrc_ext", NULL);
  bool good = !sn_lastError();
  for (int i = 0; good && i < MAX_PIECE && e->task->piece[i].field; i++) {
    good = add_source(e, &e->task->piece[i]);
  }
  for (int i = 0; i < e->m->nbody; i++) e->mass += e->m->body_mass[i];
  return good;
}

static bool env_init(Env* e, PyObject* options) {
  const size_t nworld = (size_t)sn_batchSize(e->b);
  e->m = sn_batchModel(e->b);
  e->dt = e->m->opt.timestep * e->frame_skip;
  e->ninfo = task_infos(e->task);
  e->before = PyMem_Calloc(nworld, 2 * sizeof(*e->before));
  e->elapsed = PyMem_Calloc(nworld, sizeof(*e->elapsed));
  if (!e->before || !e->elapsed) return PyErr_NoMemory() != NULL;
  if (!read_options(e, options) || !find_bodies(e)) return false;
  call_begin();
  const bool good = find_arrays(e);
  return call_end() && good;
}

// results that the next step starts from, which copies of the batch must have
static bool note_arrays(const EnvObject* self) {
  static const char* const names[] = {"xpos", "xipos", "site_xpos"};
  bool good = true;
  for (size_t i = 0; good && i < sizeof(names) / sizeof(*names); i++) {
    good = batch_note(self->batch, names[i], (Py_ssize_t)strlen(names[i]));
  }
  if (good && self->env.cfrc_ext) good = batch_note(self->batch, "cfrc_ext", 8);
  for (int k = 0; good && k < self->env.nsource; k++) {
    const char* name = self->env.source[k].piece->field;
    good = batch_note(self->batch, name, (Py_ssize_t)strlen(name));
  }
  return good;
}

// _Env(batch, task, frame_skip, max_steps, weak, options)
static PyObject* make(PyTypeObject* type, PyObject* args, PyObject* kw) {
  PyObject *batch, *options;
  const char* name;
  int frame_skip, max_steps, weak;
  if (kw || !PyArg_ParseTuple(args, "O!siipO!:_Env", batch_type, &batch, &name, &frame_skip,
                              &max_steps, &weak, &PyDict_Type, &options)) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "_Env() takes no keywords");
    return NULL;
  }
  const Task* task = task_find(name);
  if (!task || frame_skip < 1 || ((Batch*)batch)->use != USE_FREE) {
    PyErr_Format(PyExc_ValueError,
                 task ? "%s: frame_skip should be positive, and the batch at rest" : "no task '%s'",
                 name);
    return NULL;
  }
  EnvObject* self = (EnvObject*)PyType_GenericAlloc(type, 0);
  if (!self) return NULL;
  self->batch = Py_NewRef(batch);
  self->env = (Env){.task = task, .b = ((Batch*)batch)->b, .weak = weak != 0};
  self->env.frame_skip = frame_skip;
  self->env.max_steps = max_steps;
  if (env_init(&self->env, options) && note_arrays(self)) return (PyObject*)self;
  Py_DECREF((PyObject*)self);
  return NULL;
}

// ---- arrays of a call

typedef struct Call_ {
  PyArrayObject *action, *obs, *reward, *terminated, *truncated, *info, *mask;
} Call;

static bool is_array(PyObject* value, int npy, int rank, npy_intp rows, npy_intp cols,
                     const char* name) {
  PyArrayObject* x = (PyArrayObject*)value;
  if (PyArray_Check(value) && PyArray_TYPE(x) == npy && PyArray_ISCARRAY(x) &&
      PyArray_NDIM(x) == rank && PyArray_DIM(x, 0) == rows &&
      (rank == 1 || PyArray_DIM(x, 1) == cols)) {
    return true;
  }
  PyErr_Format(PyExc_TypeError, "%s is not an array of the environment", name);
  return false;
}

// actions may be floats or doubles, and are not changed
static bool read_actions(const EnvObject* self, PyObject* value) {
  const Env* e = &self->env;
  PyArrayObject* x = (PyArrayObject*)value;
  if (PyArray_Check(value) && PyArray_NDIM(x) == 2 && PyArray_ISCARRAY_RO(x) &&
      (PyArray_TYPE(x) == NPY_DOUBLE || PyArray_TYPE(x) == NPY_FLOAT) &&
      PyArray_DIM(x, 0) == sn_batchSize(e->b) && PyArray_DIM(x, 1) == (npy_intp)e->m->nu) {
    return true;
  }
  PyErr_Format(PyExc_ValueError, "actions should be of shape (%d, %d), float32 or float64",
               sn_batchSize(e->b), (int)e->m->nu);
  return false;
}

static bool read_call(const EnvObject* self, const Call* c) {
  const Env* e = &self->env;
  const npy_intp n = sn_batchSize(e->b);
  const int type = PyArray_Check((PyObject*)c->obs) && PyArray_TYPE(c->obs) == NPY_FLOAT
                       ? NPY_FLOAT
                       : NPY_DOUBLE;
  return is_array((PyObject*)c->obs, type, 2, n, e->nobs, "obs") &&
         is_array((PyObject*)c->info, NPY_DOUBLE, 2, n, e->ninfo, "info") &&
         is_array((PyObject*)c->mask, NPY_BOOL, 1, n, 0, "mask") &&
         (!c->action || (is_array((PyObject*)c->reward, NPY_DOUBLE, 1, n, 0, "reward") &&
                         is_array((PyObject*)c->terminated, NPY_BOOL, 1, n, 0, "terminated") &&
                         is_array((PyObject*)c->truncated, NPY_BOOL, 1, n, 0, "truncated")));
}

// ---- observations

static void observe_source(const Env* e, const Source* s, int w, bool start, double* out) {
  const mjtNum* row = s->rows + w * s->stride;
  if (s->piece->forces && start) {
    memset(out, 0, (size_t)s->count * sizeof(*out));
    return;
  }
  memcpy(out, row + s->first, (size_t)s->count * sizeof(*out));
  for (mjtSize i = 0; i < s->count && s->minus >= 0; i++) out[i] -= row[s->minus + i];
  for (mjtSize i = 0; i < s->count && s->piece->map; i++) out[i] = s->piece->map(e, out[i]);
}

static void observe(const Env* e, int w, bool start, double* out) {
  for (int k = 0; k < e->nsource; k++) {
    observe_source(e, &e->source[k], w, start, out);
    out += e->source[k].count;
  }
}

// the observation of a world, as doubles or floats; room: for nobs numbers
static void write_observation(const Env* e, PyArrayObject* obs, int w, bool start, double* room) {
  const npy_intp at = (npy_intp)w * e->nobs;
  if (PyArray_TYPE(obs) == NPY_DOUBLE) {
    observe(e, w, start, (double*)PyArray_DATA(obs) + at);
    return;
  }
  observe(e, w, start, room);
  float* out = (float*)PyArray_DATA(obs) + at;
  for (int i = 0; i < e->nobs; i++) out[i] = (float)room[i];
}

// ---- steps

static const void* action_of(const Env* e, PyArrayObject* action, int w) {
  const size_t size = PyArray_TYPE(action) == NPY_FLOAT ? sizeof(float) : sizeof(double);
  return (const char*)PyArray_DATA(action) + (size_t)w * (size_t)e->m->nu * size;
}

static void write_ctrl(const Env* e, const void* action, int w) {
  const int nu = (int)e->m->nu;
  mjtNum* ctrl = (mjtNum*)e->ctrl + (mjtSize)w * nu;
  for (int i = 0; i < nu; i++) {
    ctrl[i] = e->single ? (double)((const float*)action)[i] : ((const double*)action)[i];
  }
}

static void finish(Env* e, const Call* c, int w, double* room) {
  double after[2];
  double* info = (double*)PyArray_DATA(c->info) + (npy_intp)w * e->ninfo;
  Motion motion = {&e->before[2 * w], after, action_of(e, c->action, w)};
  Outcome out = {.info = info + e->task->nplace};
  if (e->task->position) e->task->position(e, w, after);
  if (e->task->place) e->task->place(e, w, info);
  e->task->judge(e, w, &motion, &out);
  ((double*)PyArray_DATA(c->reward))[w] = out.reward;
  ((npy_bool*)PyArray_DATA(c->terminated))[w] = out.terminated;
  ((npy_bool*)PyArray_DATA(c->truncated))[w] = ++e->elapsed[w] >= e->max_steps && e->max_steps > 0;
  write_observation(e, c->obs, w, false, room);
}

// all worlds of the mask: actions -> states -> observations and rewards
static bool play(Env* e, const Call* c, double* room) {
  const mjtBool* mask = PyArray_DATA(c->mask);
  const int nworld = sn_batchSize(e->b);
  e->single = PyArray_TYPE(c->action) == NPY_FLOAT;
  for (int w = 0; w < nworld; w++) {
    if (!mask[w]) continue;
    if (e->task->position) e->task->position(e, w, &e->before[2 * w]);
    write_ctrl(e, action_of(e, c->action, w), w);
  }
  const sn_BatchInput input = {.mask = mask};
  if (sn_stepBatch(e->b, e->frame_skip, &input) < 0) return false;
  for (int w = 0; w < nworld; w++) {
    if (mask[w]) finish(e, c, w, room);
  }
  return true;
}

// step(actions, mask, obs, reward, terminated, truncated, info)
static PyObject* step(PyObject* object, PyObject* args) {
  EnvObject* self = (EnvObject*)object;
  Batch* batch = (Batch*)self->batch;
  Call c = {0};
  if (!PyArg_ParseTuple(args, "OOOOOOO:step", &c.action, &c.mask, &c.obs, &c.reward, &c.terminated,
                        &c.truncated, &c.info) ||
      !read_actions(self, (PyObject*)c.action) || !read_call(self, &c)) {
    return NULL;
  }
  double* room = PyMem_Malloc(((size_t)self->env.nobs + 1) * sizeof(*room));
  if (!room) return PyErr_NoMemory();
  bool good = batch_begin(batch, "step");
  if (good) {
    Py_BEGIN_ALLOW_THREADS call_begin();
    good = play(&self->env, &c, room);
    Py_END_ALLOW_THREADS good = call_end() && good;
    batch_end(batch);
  }
  PyMem_Free(room);
  return good ? Py_NewRef(Py_None) : NULL;
}

// ---- resets

// states of the worlds of the mask -> results and observations
static bool begin(Env* e, const Call* c, const mjtNum* qpos, const mjtNum* qvel, double* room) {
  const mjtBool* mask = PyArray_DATA(c->mask);
  sn_BatchReset r;
  sn_defaultBatchReset(&r);
  r.qpos = qpos;
  r.qvel = qvel;
  if (sn_resetBatch(e->b, mask, &r) < 0 || sn_forwardBatch(e->b, mask) < 0) return false;
  for (int w = 0; w < sn_batchSize(e->b); w++) {
    if (!mask[w]) continue;
    double* info = (double*)PyArray_DATA(c->info) + (npy_intp)w * e->ninfo;
    memset(info, 0, (size_t)e->ninfo * sizeof(*info));
    if (e->task->place) e->task->place(e, w, info);
    e->elapsed[w] = 0;
    write_observation(e, c->obs, w, true, room);
  }
  return true;
}

// reset(qpos, qvel, mask, obs, info)
static PyObject* reset(PyObject* object, PyObject* args) {
  EnvObject* self = (EnvObject*)object;
  Batch* batch = (Batch*)self->batch;
  const Env* e = &self->env;
  const npy_intp n = sn_batchSize(e->b);
  Call c = {0};
  PyObject *qpos, *qvel;
  if (!PyArg_ParseTuple(args, "OOOOO:reset", &qpos, &qvel, &c.mask, &c.obs, &c.info) ||
      !is_array(qpos, NPY_DOUBLE, 2, n, (npy_intp)e->m->nq, "qpos") ||
      !is_array(qvel, NPY_DOUBLE, 2, n, (npy_intp)e->m->nv, "qvel") || !read_call(self, &c)) {
    return NULL;
  }
  double* room = PyMem_Malloc(((size_t)e->nobs + 1) * sizeof(*room));
  if (!room) return PyErr_NoMemory();
  bool good = batch_begin(batch, "reset");
  if (good) {
    Py_BEGIN_ALLOW_THREADS call_begin();
    good = begin(&self->env, &c, PyArray_DATA((PyArrayObject*)qpos),
                 PyArray_DATA((PyArrayObject*)qvel), room);
    Py_END_ALLOW_THREADS good = call_end() && good;
    batch_end(batch);
  }
  PyMem_Free(room);
  return good ? Py_NewRef(Py_None) : NULL;
}

// ---- what there is

static PyObject* get_nobs(PyObject* self, void* unused) {
  (void)unused;
  return PyLong_FromLong(((EnvObject*)self)->env.nobs);
}

// a view of the steps of each world's episode
static PyObject* get_elapsed(PyObject* object, void* unused) {
  (void)unused;
  const EnvObject* self = (EnvObject*)object;
  const npy_intp n = sn_batchSize(self->env.b);
  return array_view(self->env.elapsed, NPY_INT, 1, &n, 0, object);
}

static PyObject* option_names(const Task* task) {
  PyObject* list = PyList_New(0);
  for (int i = 0; list && i < MAX_OPTION && task->option[i].name; i++) {
    const Option* o = &task->option[i];
    PyObject* pair = o->count == 2 ? Py_BuildValue("(s(dd))", o->name, o->value[0], o->value[1])
                                   : Py_BuildValue("(sd)", o->name, o->value[0]);
    if (!pair || PyList_Append(list, pair) < 0) Py_CLEAR(list);
    Py_XDECREF(pair);
  }
  return list;
}

static PyObject* info_names(const Task* task) {
  const int n = task_infos(task);
  PyObject* tuple = PyTuple_New(n);
  for (int i = 0; tuple && i < n; i++) {
    PyTuple_SetItem(tuple, i, PyUnicode_FromString(task->info[i]));
  }
  return tuple;
}

// {name: (file, frame_skip, max_steps, noise, options, infos, infos of resets)}
static PyObject* env_tasks(PyObject* self, PyObject* unused) {
  (void)self, (void)unused;
  PyObject* all = PyDict_New();
  const Task* task;
  for (int i = 0; all && (task = task_at(i)); i++) {
    PyObject *options = option_names(task), *infos = info_names(task);
    PyObject* one = options && infos
                        ? Py_BuildValue("(siidOOi)", task->file, task->frame_skip, task->max_steps,
                                        task->noise, options, infos, task->nplace)
                        : NULL;
    if (!one || PyDict_SetItemString(all, task->name, one) < 0) Py_CLEAR(all);
    Py_XDECREF(one);
    Py_XDECREF(options);
    Py_XDECREF(infos);
  }
  return all;
}

bool envs_add(PyObject* module) {
  static PyMethodDef functions[] = {{"_env_tasks", env_tasks, METH_NOARGS, "tasks of environments"},
                                    {NULL, NULL, 0, NULL}};
  static PyMethodDef methods[] = {
      {"step", step, METH_VARARGS, "actions to observations and rewards"},
      {"reset", reset, METH_VARARGS, "states to observations"},
      {NULL, NULL, 0, NULL}};
  static PyGetSetDef attributes[] = {{"nobs", get_nobs, NULL, "numbers of an observation", NULL},
                                     {"elapsed", get_elapsed, NULL, "steps of the episodes", NULL},
                                     {NULL, NULL, NULL, NULL, NULL}};
  PyType_Slot slots[] = {{Py_tp_new, make},
                         {Py_tp_dealloc, dealloc},
                         {Py_tp_methods, methods},
                         {Py_tp_getset, attributes},
                         {Py_tp_doc, "a task in all worlds of a batch"},
                         {0, NULL}};
  PyType_Spec spec = {"sinew._core._Env", sizeof(EnvObject), 0, Py_TPFLAGS_DEFAULT, slots};
  PyObject* type = PyType_FromSpec(&spec);
  const bool good = type && PyModule_AddObjectRef(module, "_Env", type) == 0 &&
                    PyModule_AddFunctions(module, functions) == 0;
  Py_XDECREF(type);
  return good;
}
