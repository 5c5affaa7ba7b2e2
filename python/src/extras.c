// Functions with arguments of their own kinds: the cache of assets, sparse sums, derivatives by
// numbers of the model and their check.
#include <string.h>

#include "core.h"

#define FUNCTION(name)                                                                             \
  static PyObject* name(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw)
#define PARSE(function, ...)                                                                       \
  (void)self;                                                                                      \
  static const char* const names[] = {__VA_ARGS__};                                                \
  enum { COUNT = sizeof(names) / sizeof(*names) };                                                 \
  Args a;                                                                                          \
  if (!args_parse(&a, function, names, COUNT, COUNT, args, n, kw)) return NULL;

// ---- cache of assets

static const char cache_name[] = "mjCache";

static mjCache* args_cache(Args* a, int i) {
  if (!a->failed && PyCapsule_IsValid(a->value[i], cache_name)) {
    return PyCapsule_GetPointer(a->value[i], cache_name);
  }
  args_fail(a, PyExc_TypeError, "cache should be what mj_getCache() gives");
  return NULL;
}

static PyObject* get_cache(PyObject* self, PyObject* unused) {
  (void)self, (void)unused;
  return PyCapsule_New(mj_getCache(), cache_name, NULL);
}

FUNCTION(cache_size) {
  PARSE("mj_getCacheSize", "cache")
  mjCache* cache = args_cache(&a, 0);
  return args_end(&a, args_done(&a) ? PyLong_FromSize_t(mj_getCacheSize(cache)) : NULL);
}

FUNCTION(cache_capacity) {
  PARSE("mj_getCacheCapacity", "cache")
  mjCache* cache = args_cache(&a, 0);
  return args_end(&a, args_done(&a) ? PyLong_FromSize_t(mj_getCacheCapacity(cache)) : NULL);
}

FUNCTION(set_capacity) {
  PARSE("mj_setCacheCapacity", "cache", "size")
  mjCache* cache = args_cache(&a, 0);
  const int64_t size = args_size(&a, 1);
  if (!args_done(&a)) return args_end(&a, NULL);
  return args_end(&a, PyLong_FromSize_t(mj_setCacheCapacity(cache, (size_t)size)));
}

FUNCTION(clear_cache) {
  PARSE("mj_clearCache", "cache")
  mjCache* cache = args_cache(&a, 0);
  if (!args_done(&a)) return args_end(&a, NULL);
  mj_clearCache(cache);
  return args_end(&a, Py_NewRef(Py_None));
}

// ---- sums of sparse matrices

static bool has_column(const int* colind, int n, int col) {
  for (int k = 0; k < n; k++) {
    if (colind[k] == col) return true;
  }
  return false;
}

// have the rows room for the entries of M that they do not have yet
static bool rows_have_room(const mjModel* m, npy_intp nnz, const int* rownnz, const int* rowadr,
                           const int* colind) {
  for (int r = 0; r < m->nv; r++) {
    const npy_intp end = r + 1 < m->nv ? rowadr[r + 1] : nnz;
    if (end > nnz) return false;
    npy_intp need = rowadr[r] + rownnz[r];
    for (int k = 0; k < m->M_rownnz[r]; k++) {
      need += !has_column(colind + rowadr[r], rownnz[r], m->M_colind[m->M_rowadr[r] + k]);
    }
    if (need > end) return false;
  }
  return true;
}

FUNCTION(add_mass) {
  PARSE("mj_addM", "m", "d", "dst", "rownnz", "rowadr", "colind")
  mjModel* m = args_struct(&a, 0, KIND_MODEL);
  mjData* d = args_struct(&a, 1, KIND_DATA);
  args_pair(&a, 0, 1);
  if (!args_done(&a)) return args_end(&a, NULL);
  npy_intp nv = (npy_intp)m->nv, nnz = -1;
  const bool dense = a.value[3] == Py_None && a.value[4] == Py_None && a.value[5] == Py_None;
  if (dense) nnz = nv * nv;
  mjtNum* dst = args_array(&a, 2, NPY_DOUBLE, ARG_OUT | (dense ? ARG_LOOSE : 0), &nnz, NULL,
                           dense ? "nv*nv" : "nnz");
  int* rownnz = dense ? NULL : args_array(&a, 3, NPY_INT, ARG_OUT, &nv, NULL, "nv");
  int* rowadr = dense ? NULL : args_array(&a, 4, NPY_INT, ARG_OUT, &nv, NULL, "nv");
  int* colind = dense ? NULL : args_array(&a, 5, NPY_INT, ARG_OUT, &nnz, NULL, "nnz");
  if (args_done(&a) && !dense) args_sparse(&a, nv, nv, nnz, rownnz, rowadr, colind);
  if (args_done(&a) && !dense && !rows_have_room(m, nnz, rownnz, rowadr, colind)) {
    args_fail(&a, PyExc_ValueError, "rows have no room for the entries of M");
  }
  if (!args_done(&a)) return args_end(&a, NULL);
  call_begin();
  mj_addM(m, d, dst, rownnz, rowadr, colind);
  return args_end(&a, call_end() ? Py_NewRef(Py_None) : NULL);
}

// ---- derivatives

FUNCTION(transition_check) {
  PARSE("sn_transitionCheck", "m", "d", "mode")
  mjModel* m = args_struct(&a, 0, KIND_MODEL);
  mjData* d = args_struct(&a, 1, KIND_DATA);
  args_pair(&a, 0, 1);
  const int mode = args_int(&a, 2);
  if (!args_done(&a)) return args_end(&a, NULL);
  sn_DiffReport r;
  memset(&r, 0, sizeof(r));
  int used;
  Py_BEGIN_ALLOW_THREADS call_begin();
  used = sn_transitionCheck(m, d, mode, &r);
  Py_END_ALLOW_THREADS if (!call_end()) return args_end(&a, NULL);
  const char matrix[2] = {r.matrix, 0};
  return args_end(&a,
                  Py_BuildValue("{si ss si si ss sd sd sd sd sd sO si si}", "mode", used, "matrix",
                                matrix, "row", r.row, "col", r.col, "what", r.what, "value",
                                r.value, "difference", r.difference, "error", r.error, "eps", r.eps,
                                "ratio", r.ratio, "converged", r.converged ? Py_True : Py_False,
                                "ncolumn", r.ncolumn, "nchanged", r.nchanged));
}

// (name, index) -> the number of the model; the library checks the index
static bool read_parameter(PyObject* pair, sn_Parameter* p) {
  const char* name;
  PyObject* tuple = PySequence_Tuple(pair);
  const bool good = tuple && PyArg_ParseTuple(tuple, "si", &name, &p->index);
  p->field = good ? sn_findField(sn_TYPE_MODEL, name) : -1;
  if (good && p->field < 0) PyErr_Format(PyExc_ValueError, "the model has no array %s", name);
  Py_XDECREF(tuple);
  return p->field >= 0;
}

FUNCTION(parameter_derivatives) {
  PARSE("sn_parameterDerivatives", "m", "d", "parameter", "P")
  mjModel* m = args_struct(&a, 0, KIND_MODEL);
  mjData* d = args_struct(&a, 1, KIND_DATA);
  args_pair(&a, 0, 1);
  if (!args_done(&a)) return args_end(&a, NULL);
  PyObject* pairs = PySequence_List(a.value[2]);
  npy_intp count = pairs ? (npy_intp)PyList_Size(pairs) : 0;
  npy_intp ndx = (npy_intp)(2 * m->nv + m->na);
  sn_Parameter* parameter = pairs ? PyMem_Calloc((size_t)count + 1, sizeof(*parameter)) : NULL;
  bool good = parameter != NULL;
  for (npy_intp i = 0; good && i < count; i++) {
    good = read_parameter(PyList_GetItem(pairs, i), &parameter[i]);
  }
  mjtNum* P = good ? args_array(&a, 3, NPY_DOUBLE, ARG_OUT, &ndx, &count, "2*nv+na, n") : NULL;
  int used = 0;
  good = good && args_done(&a);
  if (good) {
    Py_BEGIN_ALLOW_THREADS call_begin();
    used = sn_parameterDerivatives(m, d, parameter, (int)count, P);
    Py_END_ALLOW_THREADS good = call_end();
  }
  PyMem_Free(parameter);
  Py_XDECREF(pairs);
  return args_end(&a, good ? PyLong_FromLong(used) : NULL);
}

#define METHOD(name, function, doc)                                                                \
  { name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS, doc }

PyMethodDef extra_methods[] = {
    {"mj_getCache", get_cache, METH_NOARGS, "the cache of assets of the process"},
    METHOD("mj_getCacheSize", cache_size, "mj_getCacheSize(cache)\n--\n\nBytes in the cache."),
    METHOD("mj_getCacheCapacity", cache_capacity,
           "mj_getCacheCapacity(cache)\n--\n\nMost bytes that it may hold."),
    METHOD("mj_setCacheCapacity", set_capacity,
           "mj_setCacheCapacity(cache, size)\n--\n\nDrops entries until they fit."),
    METHOD("mj_clearCache", clear_cache, "mj_clearCache(cache)\n--\n\nEmpties the cache."),
    METHOD("mj_addM", add_mass,
           "mj_addM(m, d, dst, rownnz, rowadr, colind)\n--\n\nAdds the lower triangle of M to a "
           "sparse "
           "matrix, or to a dense one if the last three are None."),
    METHOD(
        "sn_transitionCheck", transition_check,
        "sn_transitionCheck(m, d, mode)\n--\n\nCompares derivatives of a step with differences of "
        "steps; a dict that tells the worst entry."),
    METHOD("sn_parameterDerivatives", parameter_derivatives,
           "sn_parameterDerivatives(m, d, parameter, P)\n--\n\nDerivatives of a step by numbers of "
           "the "
           "model, a list of (name of the array, index), to the columns of P."),
    {NULL, NULL, 0, NULL}};
