// Batch: many worlds of one model, whose states, controls and results are numpy views with a row
// for each world. Views hold the capsule of the batch, so that they outlive the object.
#include <stdlib.h>
#include <string.h>

#include "batch.h"

static const char batch_name[] = "sn_Batch";
PyTypeObject* batch_type;
// processes forked so far on the way to this one: threads of batches that were made before are lost
static int generation;

// ---- life

static void free_batch(PyObject* capsule) {
  const int* born = PyCapsule_GetContext(capsule);
  if (*born == generation) sn_deleteBatch(PyCapsule_GetPointer(capsule, batch_name));
  PyMem_Free((void*)born);
}

static PyObject* capsule_of(sn_Batch* b) {
  int* born = PyMem_Malloc(sizeof(*born));
  PyObject* capsule = born ? PyCapsule_New(b, batch_name, NULL) : NULL;
  if (!capsule) {
    PyMem_Free(born);
    sn_deleteBatch(b);
    if (!PyErr_Occurred()) PyErr_NoMemory();
    return NULL;
  }
  *born = generation;
  PyCapsule_SetContext(capsule, born);
  PyCapsule_SetDestructor(capsule, free_batch);
  return capsule;
}

static PyObject* wrap(PyTypeObject* type, sn_Batch* b) {
  PyObject* memory = capsule_of(b);
  Batch* self = memory ? (Batch*)PyType_GenericAlloc(type, 0) : NULL;
  if (!self) {
    Py_XDECREF(memory);
    return NULL;
  }
  self->b = b;
  self->memory = memory;
  self->arrays = PyDict_New();
  self->rows = PyDict_New();
  if (self->arrays && self->rows) return (PyObject*)self;
  Py_DECREF((PyObject*)self);
  return NULL;
}

static PyObject* make(PyTypeObject* type, PyObject* args, PyObject* kw) {
  static char* names[] = {"model", "nworld", "nthread", "nlane", NULL};
  PyObject* model;
  int nworld;
  sn_BatchOptions options;
  sn_defaultBatchOptions(&options);
  if (!PyArg_ParseTupleAndKeywords(args, kw, "Oi|ii:Batch", names, &model, &nworld,
                                   &options.nthread, &options.nlane)) {
    return NULL;
  }
  const mjModel* m = model_from(model, "model");
  if (!m) return NULL;
  sn_Batch* b;
  Py_BEGIN_ALLOW_THREADS call_begin();
  b = sn_makeBatch(m, nworld, &options);
  Py_END_ALLOW_THREADS if (!call_end()) {
    sn_deleteBatch(b);
    return NULL;
  }
  PyObject* self = wrap(type, b);
  if (!self) return NULL;
  ((Batch*)self)->nthread = options.nthread;
  ((Batch*)self)->nlane = options.nlane;
  return self;
}

static void dealloc(PyObject* object) {
  Batch* self = (Batch*)object;
  if (self->weak) PyObject_ClearWeakRefs(object);
  Py_XDECREF(self->arrays);
  Py_XDECREF(self->rows);
  Py_XDECREF(self->model);
  Py_XDECREF(self->memory);
  PyTypeObject* type = Py_TYPE(object);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(object);
  Py_DECREF(type);
}

bool batch_begin(Batch* self, const char* function) {
  const int* born = PyCapsule_GetContext(self->memory);
  if (*born != generation) {
    PyErr_Format(PyExc_RuntimeError,
                 "%s(): the batch was made before this process was forked, and has lost its "
                 "threads; make it in the process that steps it",
                 function);
    return false;
  }
  if (self->use != USE_FREE) {
    PyErr_Format(PyExc_RuntimeError, "%s(): another call of the batch runs", function);
    return false;
  }
  if (callbacks_set()) {
    PyErr_Format(PyExc_RuntimeError,
                 "%s(): worlds of a batch cannot call Python; take the callback away with "
                 "mj_resetCallbacks(), or use step(control=...)",
                 function);
    return false;
  }
  self->use = USE_RUNNING;
  return true;
}

void batch_end(Batch* self) { self->use = USE_FREE; }

static PyObject* forked(PyObject* self, PyObject* unused) {
  (void)self, (void)unused;
  generation++;
  Py_RETURN_NONE;
}

// ---- arguments

const char* batch_text(const char* what, PyObject* value) {
  if (!PyUnicode_Check(value)) {
    PyErr_Format(PyExc_TypeError, "%s should be a str, not %R", what, (PyObject*)Py_TYPE(value));
    return NULL;
  }
  Py_ssize_t n;
  const char* text = PyUnicode_AsUTF8AndSize(value, &n);
  if (text && strlen(text) != (size_t)n) {
    PyErr_Format(PyExc_ValueError, "%s must not contain a zero character", what);
    return NULL;
  }
  return text;
}

static void wrong_shape(const char* function, const char* name, PyArrayObject* x, int rank,
                        const npy_intp* dims, const char* shape) {
  PyObject* expected = PyTuple_New(rank);
  for (int i = 0; expected && i < rank; i++) {
    PyTuple_SetItem(expected, i, PyLong_FromSsize_t(dims[i]));
  }
  PyObject* found = PyObject_GetAttrString((PyObject*)x, "shape");
  if (expected && found) {
    PyErr_Format(PyExc_TypeError, "%s(): %s should be of shape (%s) = %S, not %S", function, name,
                 shape, expected, found);
  }
  Py_XDECREF(expected);
  Py_XDECREF(found);
}

static PyArrayObject* dense(const char* function, const char* name, PyObject* value, int npy) {
  PyObject* array = PyArray_FROM_OTF(value, npy, NPY_ARRAY_CARRAY_RO);
  if (array) return (PyArrayObject*)array;
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "%s(): %s should be an array of %s, not %R", function, name,
               npy == NPY_BOOL ? "bool" : "float64", (PyObject*)Py_TYPE(value));
  return NULL;
}

PyArrayObject* batch_array(const char* function, const char* name, PyObject* value, int npy,
                           int rank, const npy_intp* dims, const char* shape) {
  PyArrayObject* x = dense(function, name, value, npy);
  if (!x) return NULL;
  bool same = PyArray_NDIM(x) == rank;
  for (int i = 0; same && i < rank; i++) same = PyArray_DIM(x, i) == dims[i];
  if (same) return x;
  wrong_shape(function, name, x, rank, dims, shape);
  Py_DECREF((PyObject*)x);
  return NULL;
}

PyArrayObject* batch_rows(const Batch* self, const char* function, const char* name,
                          PyObject* value, npy_intp n, const char* shape) {
  const npy_intp dims[2] = {sn_batchSize(self->b), n};
  PyArrayObject* x = dense(function, name, value, NPY_DOUBLE);
  if (!x || PyArray_NDIM(x) != 1 || PyArray_DIM(x, 0) != n) {
    if (!x) return NULL;
    PyArrayObject* same = batch_array(function, name, (PyObject*)x, NPY_DOUBLE, 2, dims, shape);
    Py_DECREF((PyObject*)x);
    return same;
  }
  PyArrayObject* all = (PyArrayObject*)PyArray_SimpleNew(2, (npy_intp*)dims, NPY_DOUBLE);
  if (all && PyArray_CopyInto(all, x) < 0) {
    Py_DECREF((PyObject*)all);
    all = NULL;
  }
  Py_DECREF((PyObject*)x);
  return all;
}

bool batch_mask(const Batch* self, const char* function, PyObject* value, PyArrayObject** out) {
  *out = NULL;
  if (!is_given(value)) return true;
  const npy_intp dims[1] = {sn_batchSize(self->b)};
  *out = batch_array(function, "mask", value, NPY_BOOL, 1, dims, "nworld");
  return *out != NULL;
}

// ---- arrays

// rows of a field of each world: (nworld), (nworld x rows) or (nworld x rows x cols)
static PyObject* view_of(const Batch* self, void* rows, int type, int index) {
  sn_Field f;
  mjtSize nrow, ncol;
  sn_field(type, index, &f);
  sn_fieldAddress(type, index, sn_batchModel(self->b), NULL, &nrow, &ncol);
  const npy_intp dims[3] = {sn_batchSize(self->b), (npy_intp)nrow, (npy_intp)ncol};
  const bool column = !strcmp(f.coltext, "1");
  const int rank = !column ? 3 : strcmp(f.rowtext, "1") ? 2 : 1;
  return array_view(rows, npy_type(f.type), rank, dims, 0, self->memory);
}

// "opt.gravity" is a field of mjOption
static int find_field(bool parameter, const char* name, int* type) {
  const bool option = parameter && !strncmp(name, "opt.", 4);
  *type = option ? sn_TYPE_OPTION : parameter ? sn_TYPE_MODEL : sn_TYPE_DATA;
  return sn_findField(*type, option ? name + 4 : name);
}

// the view of a name, kept from the first time on
static PyObject* array_of(Batch* self, PyObject* key, bool parameter) {
  PyObject* cache = parameter ? self->rows : self->arrays;
  const char* name = batch_text(parameter ? "parameter(): name" : "array(): name", key);
  if (!name) return NULL;
  PyObject* kept = PyDict_GetItemWithError(cache, key);
  if (kept || PyErr_Occurred()) return Py_XNewRef(kept);
  if (self->use == USE_RUNNING) {
    PyErr_SetString(PyExc_RuntimeError, "another call of the batch runs");
    return NULL;
  }
  call_begin();
  void* rows = (parameter ? sn_batchParameter : sn_batchArray)(self->b, name, NULL);
  if (!call_end()) {
    batch_suggest(key, parameter);
    return NULL;
  }
  int type;
  const int index = find_field(parameter, name, &type);
  PyObject* view = view_of(self, rows, type, index);
  if (view && PyDict_SetItem(cache, key, view) < 0) {
    Py_DECREF(view);
    return NULL;
  }
  return view;
}

static PyObject* array(PyObject* self, PyObject* name) {
  return array_of((Batch*)self, name, false);
}

static PyObject* parameter(PyObject* self, PyObject* name) {
  return array_of((Batch*)self, name, true);
}

static PyObject* get_input(PyObject* self, void* name) {
  PyObject* key = PyUnicode_FromString(name);
  PyObject* view = key ? array_of((Batch*)self, key, false) : NULL;
  Py_XDECREF(key);
  return view;
}

static int set_input(PyObject* self, PyObject* value, void* name) {
  PyObject* view = get_input(self, name);
  const int status = view ? array_assign(view, value) : -1;
  Py_XDECREF(view);
  return status;
}

// ---- attributes

static PyObject* get_model(PyObject* object, void* unused) {
  (void)unused;
  Batch* self = (Batch*)object;
  if (!self->model) {
    call_begin();
    mjModel* m = mj_copyModel(NULL, sn_batchModel(self->b));
    if (!call_end()) return NULL;
    if (!m) return PyErr_NoMemory();
    self->model = model_wrap(m);
  }
  return Py_XNewRef(self->model);
}

static PyObject* get_warnings(PyObject* object, void* unused) {
  (void)unused;
  const Batch* self = (Batch*)object;
  const npy_intp dims[2] = {sn_batchSize(self->b), mjNWARNING};
  PyObject* view = array_view((void*)sn_batchWarnings(self->b), NPY_INT, 2, dims, 0, self->memory);
  if (view) PyArray_CLEARFLAGS((PyArrayObject*)view, NPY_ARRAY_WRITEABLE);
  return view;
}

static PyObject* get_nworld(PyObject* self, void* unused) {
  (void)unused;
  return PyLong_FromLong(sn_batchSize(((Batch*)self)->b));
}

static PyObject* get_nlane(PyObject* self, void* unused) {
  (void)unused;
  return PyLong_FromLong(sn_batchLanes(((Batch*)self)->b));
}

static PyObject* get_obstacle(PyObject* self, void* unused) {
  (void)unused;
  const char* text = sn_batchObstacle(((Batch*)self)->b);
  return text ? PyUnicode_FromString(text) : Py_NewRef(Py_None);
}

static Py_ssize_t length(PyObject* self) { return sn_batchSize(((Batch*)self)->b); }

static PyObject* repr(PyObject* self) {
  const sn_Batch* b = ((Batch*)self)->b;
  const mjModel* m = sn_batchModel(b);
  return line_of(self, " of", m->names,
                 PyUnicode_FromFormat("%d worlds, nq=%d, nv=%d, nu=%d, %d lanes", sn_batchSize(b),
                                      (int)m->nq, (int)m->nv, (int)m->nu, sn_batchLanes(b)));
}

// ---- the type

static bool is_input(const sn_Field* f) {
  return f->stage == sn_STAGE_INPUT && (f->flags & sn_FIELD_EXPORT) && npy_type(f->type) >= 0 &&
         strcmp(f->name, "tree_asleep") != 0;
}

static char* input_doc(const sn_Field* f) {
  char text[512];
  snprintf(text, sizeof(text), "%s%s%s%s of each world; nworld x %s x %s of %s", f->meaning,
           *f->unit ? " [" : "", f->unit, *f->unit ? "]" : "", f->rowtext, f->coltext, f->ctype);
  char* copy = malloc(strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}

static PyGetSetDef* attributes(void) {
  static const PyGetSetDef own[] = {
      {"model", get_model, NULL, "a copy of the model of the worlds", NULL},
      {"warnings", get_warnings, NULL,
       "warnings of each world since it was made or reset; nworld x mjNWARNING of int", NULL},
      {"nworld", get_nworld, NULL, "number of worlds", NULL},
      {"nlane", get_nlane, NULL, "worlds that are stepped at once", NULL},
      {"obstacle", get_obstacle, NULL, "why that is one by one; None: it was asked for", NULL}};
  enum { NOWN = sizeof(own) / sizeof(*own) };
  const int count = sn_fieldCount(sn_TYPE_DATA);
  PyGetSetDef* def = calloc((size_t)(count + NOWN + 1), sizeof(*def));
  if (!def) return NULL;
  memcpy(def, own, sizeof(own));
  for (int i = 0, n = NOWN; i < count; i++) {
    sn_Field f;
    sn_field(sn_TYPE_DATA, i, &f);
    if (!is_input(&f)) continue;
    def[n++] = (PyGetSetDef){f.name, get_input, set_input, input_doc(&f), (void*)f.name};
  }
  return def;
}

static PyMethodDef methods[] = {
    {"array", array, METH_O,
     "array(name, /)\n--\n\nThe array of a field of MjData, with a row for each world. Results are "
     "filled by steps from the first call on."},
    {"parameter", parameter, METH_O,
     "parameter(name, /)\n--\n\nThe array of a field of MjModel ('body_mass', 'opt.gravity') in "
     "which worlds may differ; steps take the numbers of each world from then on."},
    BATCH_METHOD("step", batch_step,
                 "step(nstep=1, ctrl=None, mask=None, control=None)\n--\n\nSteps the worlds, and "
                 "returns the number of steps.\n\nctrl: (nworld, nu) or (nu) held, or (nworld, "
                 "nstep, nu) of each step; None: as the array has it\nmask: worlds to step\n"
                 "control: f(batch, step), called before each step to set inputs; True ends"),
    BATCH_METHOD("forward", batch_forward,
                 "forward(mask=None)\n--\n\nResults at the present states, without a step."),
    BATCH_METHOD(
        "reset", batch_reset,
        "reset(mask=None, key=None, qpos=None, qvel=None, qpos_noise=0.0, qvel_noise=0.0, "
        "normal=False, seed=0)\n--\n\nStates, inputs and warnings as at the start, at a keyframe "
        "(number or name) or with the given positions and velocities, (nworld, n) or (n).\n\n"
        "Noise is added to coordinates of hinges and slides and to positions of free joints: from "
        "-noise to noise, or with that deviation if normal; it depends on the seed and the number "
        "of the world alone. Results stay until the next step or forward."),
    BATCH_METHOD("_transition", batch_transition,
                 "_transition(mode, A, B, C, D)\n--\n\nDerivatives of a step of every world."),
    BATCH_METHOD("_render", batch_render,
                 "_render(worlds, camera, option, height, width, rgb, depth, segment)\n--\n\n"
                 "Pictures of worlds."),
    {"get_world", batch_get_world, METH_VARARGS,
     "get_world(world, data, /)\n--\n\nCopies state, inputs and warnings of a world to an MjData, "
     "and returns it: mj_step goes on from there as the world does."},
    {"set_world", batch_set_world, METH_VARARGS,
     "set_world(world, data, /)\n--\n\nThe world goes on from the state and inputs of an MjData."},
    {"_parts", batch_parts, METH_NOARGS, "what copies are made of"},
    {"_set_warnings", batch_set_warnings, METH_O, "counts of warnings of a copy"},
    {"gather", batch_gather, METH_O,
     "gather(fields, /)\n--\n\nNumbers of each world in one row: 'qpos[1:], qvel, xpos:torso'. "
     "The result is called to get them, into an array if one is given."},
    {NULL, NULL, 0, NULL}};

bool batches_add(PyObject* module) {
  static PyMethodDef functions[] = {
      {"_batch_forked", forked, METH_NOARGS, "a process was forked: threads of batches are lost"},
      {NULL, NULL, 0, NULL}};
  static PyMemberDef members[] = {
      {"__weaklistoffset__", T_PYSSIZET, offsetof(Batch, weak), READONLY, NULL},
      {NULL, 0, 0, 0, NULL}};
  PyType_Slot slots[] = {
      {Py_tp_new, make},
      {Py_tp_dealloc, dealloc},
      {Py_tp_repr, repr},
      {Py_tp_methods, methods},
      {Py_tp_members, members},
      {Py_tp_getset, attributes()},
      {Py_sq_length, length},
      {Py_tp_doc, "Batch(model, nworld, nthread=0, nlane=0)\n--\n\nMany worlds of a copy of a "
                  "model, stepped on threads (0: one for each processor), nlane of them at once in "
                  "vector registers (0: what the CPU has). Each gives the bits of mj_step."},
      {0, NULL}};
  PyType_Spec spec = {"sinew._core.Batch", sizeof(Batch), 0, Py_TPFLAGS_DEFAULT, slots};
  batch_type = (PyTypeObject*)PyType_FromSpec(&spec);
  return batch_type && PyModule_AddObjectRef(module, "Batch", (PyObject*)batch_type) == 0 &&
         PyModule_AddFunctions(module, functions) == 0 && gathers_add(module) && envs_add(module);
}
