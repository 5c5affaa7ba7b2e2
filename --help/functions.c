// Made by python/tools/gen_functions.py from tools/api/functions.tsv.
#include <limits.h>
#include "core.h"

#define AS_METHOD(f) ((PyCFunction)(void (*)(void))(f))
#define args_byte(given, i) ((unsigned char)args_bounded(given, i, 255))

static inline int args_bounded(Args* a, int i, int high) {
  const int value = args_int(a, i);
  if (!a->failed) args_range(a, i, value, 0, high + 1, "values");
  return value;
}

static inline PyObject* text_or_none(const char* text) {
  return text ? PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace") : Py_NewRef(Py_None);
}

static PyObject* py_mj_freeLastXML(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {NULL};
  Args given;
  if (!args_parse(&given, "mj_freeLastXML", names, 0, 0, args, n_, kw)) return NULL;
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_freeLastXML();
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_step1(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_step1", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_step1(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_step2(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_step2", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_step2(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_forward(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_forward", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_forward(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_inverse(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_inverse", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_inverse(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_forwardSkip(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "skipstage", "skipsensor"};
  Args given;
  if (!args_parse(&given, "mj_forwardSkip", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int skipstage = (int)args_int(&given, 2);
  const int skipsensor = (int)args_int(&given, 3);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_forwardSkip(m, d, skipstage, skipsensor);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_inverseSkip(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "skipstage", "skipsensor"};
  Args given;
  if (!args_parse(&given, "mj_inverseSkip", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int skipstage = (int)args_int(&given, 2);
  const int skipsensor = (int)args_int(&given, 3);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_inverseSkip(m, d, skipstage, skipsensor);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_defaultLROpt(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"opt"};
  Args given;
  if (!args_parse(&given, "mj_defaultLROpt", names, 1, 1, args, n_, kw)) return NULL;
  mjLROpt* opt = args_struct(&given, 0, KIND_LROPT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_defaultLROpt(opt);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_defaultSolRefImp(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"solref", "solimp"};
  Args given;
  if (!args_parse(&given, "mj_defaultSolRefImp", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp solref_rows = 2;
  mjtNum* solref = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &solref_rows, NULL, "2");
  npy_intp solimp_rows = 5;
  mjtNum* solimp = args_array(&given, 1, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &solimp_rows, NULL, "5");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_defaultSolRefImp(solref, solimp);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_defaultOption(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"opt"};
  Args given;
  if (!args_parse(&given, "mj_defaultOption", names, 1, 1, args, n_, kw)) return NULL;
  mjOption* opt = args_struct(&given, 0, KIND_OPTION);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_defaultOption(opt);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_defaultVisual(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"vis"};
  Args given;
  if (!args_parse(&given, "mj_defaultVisual", names, 1, 1, args, n_, kw)) return NULL;
  mjVisual* vis = args_struct(&given, 0, KIND_VISUAL);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_defaultVisual(vis);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_sizeModel(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m"};
  Args given;
  if (!args_parse(&given, "mj_sizeModel", names, 1, 1, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtSize result;
  call_begin();
  result = mj_sizeModel(m);
  return args_end(&given, call_end() ? PyLong_FromLongLong(result) : NULL);
}

static PyObject* py_mj_resetCtrl(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_resetCtrl", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_resetCtrl(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_resetData(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_resetData", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_resetData(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_resetDataDebug(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "debug_value"};
  Args given;
  if (!args_parse(&given, "mj_resetDataDebug", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const unsigned char debug_value = (unsigned char)args_byte(&given, 2);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_resetDataDebug(m, d, debug_value);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_resetDataKeyframe(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "key"};
  Args given;
  if (!args_parse(&given, "mj_resetDataKeyframe", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int key = (int)args_int(&given, 2);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_resetDataKeyframe(m, d, key);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_setConst(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_setConst", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_setConst(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_printFormattedModel(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "filename", "float_format"};
  Args given;
  if (!args_parse(&given, "mj_printFormattedModel", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const char* filename = args_text(&given, 1, false);
  const char* float_format = args_text(&given, 2, false);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_printFormattedModel(m, filename, float_format);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_printModel(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "filename"};
  Args given;
  if (!args_parse(&given, "mj_printModel", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const char* filename = args_text(&given, 1, false);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_printModel(m, filename);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_printFormattedData(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "filename", "float_format"};
  Args given;
  if (!args_parse(&given, "mj_printFormattedData", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const char* filename = args_text(&given, 2, false);
  const char* float_format = args_text(&given, 3, false);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_printFormattedData(m, d, filename, float_format);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_printData(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "filename"};
  Args given;
  if (!args_parse(&given, "mj_printData", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const char* filename = args_text(&given, 2, false);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_printData(m, d, filename);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_printMat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"mat"};
  Args given;
  if (!args_parse(&given, "mju_printMat", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp nr = -1;
  npy_intp nc = -1;
  mjtNum* mat = args_array(&given, 0, NPY_DOUBLE, 0, &nr, &nc, "nr, nc");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_printMat(mat, (int)nr, (int)nc);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_printMatSparse(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"mat", "rownnz", "rowadr", "colind"};
  Args given;
  if (!args_parse(&given, "mju_printMatSparse", names, 4, 4, args, n_, kw)) return NULL;
  npy_intp nr = -1;
  npy_intp nnz = -1;
  mjtNum* mat = args_array(&given, 0, NPY_DOUBLE, 0, &nnz, NULL, "nnz");
  int* rownnz = args_array(&given, 1, NPY_INT, 0, &nr, NULL, "nr");
  int* rowadr = args_array(&given, 2, NPY_INT, 0, &nr, NULL, "nr");
  int* colind = args_array(&given, 3, NPY_INT, 0, &nnz, NULL, "nnz");
  if (!args_done(&given)) return args_end(&given, NULL);
  args_sparse(&given, nr, INT_MAX, nnz, rownnz, rowadr, colind);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_printMatSparse(mat, (int)nr, rownnz, rowadr, colind);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_fwdKinematics(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_fwdKinematics", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_fwdKinematics(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_fwdPosition(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_fwdPosition", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_fwdPosition(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_fwdVelocity(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_fwdVelocity", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_fwdVelocity(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_fwdActuation(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_fwdActuation", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_fwdActuation(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_fwdAcceleration(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_fwdAcceleration", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_fwdAcceleration(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_fwdConstraint(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_fwdConstraint", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_fwdConstraint(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_Euler(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_Euler", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_Euler(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_RungeKutta(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "N"};
  Args given;
  if (!args_parse(&given, "mj_RungeKutta", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int N = (int)args_int(&given, 2);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_RungeKutta(m, d, N);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_implicit(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_implicit", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_implicit(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_invPosition(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_invPosition", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_invPosition(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_invVelocity(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_invVelocity", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_invVelocity(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_invConstraint(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_invConstraint", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_invConstraint(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_compareFwdInv(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_compareFwdInv", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_compareFwdInv(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_sensorPos(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_sensorPos", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_sensorPos(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_sensorVel(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_sensorVel", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_sensorVel(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_sensorAcc(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_sensorAcc", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_sensorAcc(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_energyPos(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_energyPos", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_energyPos(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_energyVel(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_energyVel", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_energyVel(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_checkPos(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_checkPos", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_checkPos(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_checkVel(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_checkVel", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_checkVel(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_checkAcc(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_checkAcc", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_checkAcc(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_kinematics(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_kinematics", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_kinematics(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_comPos(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_comPos", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_comPos(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_camlight(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_camlight", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_camlight(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_flex(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_flex", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_flex(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_tendon(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_tendon", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_tendon(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_transmission(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_transmission", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_transmission(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_crb(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_crb", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_crb(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_makeM(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_makeM", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_makeM(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_factorM(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_factorM", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_factorM(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_solveM(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "x", "y"};
  Args given;
  if (!args_parse(&given, "mj_solveM", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp n = -1;
  mjtNum* x = args_array(&given, 2, NPY_DOUBLE, ARG_OUT, &n, &nv, "n, nv");
  mjtNum* y = args_array(&given, 3, NPY_DOUBLE, 0, &n, &nv, "n, nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_solveM(m, d, x, y, (int)n);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_solveM2(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "x", "y", "sqrtInvD"};
  Args given;
  if (!args_parse(&given, "mj_solveM2", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp n = -1;
  mjtNum* x = args_array(&given, 2, NPY_DOUBLE, ARG_OUT, &n, &nv, "n, nv");
  mjtNum* y = args_array(&given, 3, NPY_DOUBLE, 0, &n, &nv, "n, nv");
  mjtNum* sqrtInvD = args_array(&given, 4, NPY_DOUBLE, 0, &nv, NULL, "nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_solveM2(m, d, x, y, sqrtInvD, (int)n);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_comVel(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_comVel", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_comVel(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_passive(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_passive", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_passive(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_subtreeVel(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_subtreeVel", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_subtreeVel(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_rne(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "flg_acc", "result"};
  Args given;
  if (!args_parse(&given, "mj_rne", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int flg_acc = (int)args_int(&given, 2);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  mjtNum* result = args_array(&given, 3, NPY_DOUBLE, ARG_OUT, &nv, NULL, "nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_rne(m, d, flg_acc, result);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_rnePostConstraint(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_rnePostConstraint", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_rnePostConstraint(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_maxContact(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "g1", "g2", "has_margin"};
  Args given;
  if (!args_parse(&given, "mj_maxContact", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const int g1 = (int)args_int(&given, 1);
  const int g2 = (int)args_int(&given, 2);
  const int has_margin = (int)args_int(&given, 3);
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mj_maxContact(m, g1, g2, has_margin);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mj_collision(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_collision", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_collision(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_makeConstraint(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_makeConstraint", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_makeConstraint(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_island(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_island", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_island(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_projectConstraint(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_projectConstraint", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_projectConstraint(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_referenceConstraint(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d"};
  Args given;
  if (!args_parse(&given, "mj_referenceConstraint", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_referenceConstraint(m, d);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_constraintUpdate(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "jar", "cost", "flg_coneHessian"};
  Args given;
  if (!args_parse(&given, "mj_constraintUpdate", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int flg_coneHessian = (int)args_int(&given, 4);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nefc = (npy_intp)d->nefc;
  mjtNum* jar = args_array(&given, 2, NPY_DOUBLE, 0, &nefc, NULL, "nefc");
  npy_intp cost_rows = 1;
  mjtNum* cost = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &cost_rows, NULL, "1");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_constraintUpdate(m, d, jar, cost, flg_coneHessian);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_stateSize(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "sig"};
  Args given;
  if (!args_parse(&given, "mj_stateSize", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const int sig = (int)args_int(&given, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mj_stateSize(m, sig);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mj_getState(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "state", "sig"};
  Args given;
  if (!args_parse(&given, "mj_getState", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int sig = (int)args_int(&given, 3);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nstate = args_state(&given, m, sig);
  mjtNum* state = args_array(&given, 2, NPY_DOUBLE, ARG_OUT, &nstate, NULL, "nstate");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_getState(m, d, state, sig);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_extractState(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "src", "srcsig", "dst", "dstsig"};
  Args given;
  if (!args_parse(&given, "mj_extractState", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const int srcsig = (int)args_int(&given, 2);
  const int dstsig = (int)args_int(&given, 4);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nsrc = args_state(&given, m, srcsig);
  npy_intp ndst = args_state(&given, m, dstsig);
  mjtNum* src = args_array(&given, 1, NPY_DOUBLE, 0, &nsrc, NULL, "nsrc");
  mjtNum* dst = args_array(&given, 3, NPY_DOUBLE, ARG_OUT, &ndst, NULL, "ndst");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_extractState(m, src, srcsig, dst, dstsig);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_setState(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "state", "sig"};
  Args given;
  if (!args_parse(&given, "mj_setState", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int sig = (int)args_int(&given, 3);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nstate = args_state(&given, m, sig);
  mjtNum* state = args_array(&given, 2, NPY_DOUBLE, 0, &nstate, NULL, "nstate");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_setState(m, d, state, sig);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_copyState(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "src", "dst", "sig"};
  Args given;
  if (!args_parse(&given, "mj_copyState", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* src = args_struct(&given, 1, KIND_DATA);
  mjData* dst = args_struct(&given, 2, KIND_DATA);
  const int sig = (int)args_int(&given, 3);
  args_pair(&given, 0, 1);
  args_pair(&given, 0, 2);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_copyState(m, src, dst, sig);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_readCtrl(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "id", "time", "interp"};
  Args given;
  if (!args_parse(&given, "mj_readCtrl", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int id = (int)args_int(&given, 2);
  const mjtNum time = (mjtNum)args_double(&given, 3);
  const int interp = (int)args_int(&given, 4);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mj_readCtrl(m, d, id, time, interp);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mj_initCtrlHistory(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "id", "times", "values"};
  Args given;
  if (!args_parse(&given, "mj_initCtrlHistory", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int id = (int)args_int(&given, 2);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nsample = id >= 0 && id < m->nactuator ? m->actuator_history[2*id] : 0;
  mjtNum* times = args_array(&given, 3, NPY_DOUBLE, ARG_OPTIONAL, &nsample, NULL, "nsample");
  mjtNum* values = args_array(&given, 4, NPY_DOUBLE, ARG_OPTIONAL, &nsample, NULL, "nsample");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_initCtrlHistory(m, d, id, times, values);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_initSensorHistory(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "id", "times", "values", "phase"};
  Args given;
  if (!args_parse(&given, "mj_initSensorHistory", names, 6, 6, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int id = (int)args_int(&given, 2);
  const mjtNum phase = (mjtNum)args_double(&given, 5);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nsample = id >= 0 && id < m->nsensor ? m->sensor_history[2*id] : 0;
  npy_intp nvalue = id >= 0 && id < m->nsensor ? nsample * m->sensor_dim[id] : 0;
  mjtNum* times = args_array(&given, 3, NPY_DOUBLE, ARG_OPTIONAL, &nsample, NULL, "nsample");
  mjtNum* values = args_array(&given, 4, NPY_DOUBLE, ARG_OPTIONAL, &nvalue, NULL, "nvalue");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_initSensorHistory(m, d, id, times, values, phase);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_setKeyframe(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "k"};
  Args given;
  if (!args_parse(&given, "mj_setKeyframe", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int k = (int)args_int(&given, 2);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_setKeyframe(m, d, k);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_addContact(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "con"};
  Args given;
  if (!args_parse(&given, "mj_addContact", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  mjContact* con = args_struct(&given, 2, KIND_CONTACT);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mj_addContact(m, d, con);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mj_isPyramidal(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m"};
  Args given;
  if (!args_parse(&given, "mj_isPyramidal", names, 1, 1, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mj_isPyramidal(m);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mj_isSparse(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m"};
  Args given;
  if (!args_parse(&given, "mj_isSparse", names, 1, 1, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mj_isSparse(m);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mj_isDual(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m"};
  Args given;
  if (!args_parse(&given, "mj_isDual", names, 1, 1, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mj_isDual(m);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mj_mulJacVec(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "res", "vec"};
  Args given;
  if (!args_parse(&given, "mj_mulJacVec", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nefc = (npy_intp)d->nefc;
  npy_intp nv = (npy_intp)m->nv;
  mjtNum* res = args_array(&given, 2, NPY_DOUBLE, ARG_OUT, &nefc, NULL, "nefc");
  mjtNum* vec = args_array(&given, 3, NPY_DOUBLE, 0, &nv, NULL, "nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_mulJacVec(m, d, res, vec);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_mulJacTVec(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "res", "vec"};
  Args given;
  if (!args_parse(&given, "mj_mulJacTVec", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nefc = (npy_intp)d->nefc;
  npy_intp nv = (npy_intp)m->nv;
  mjtNum* res = args_array(&given, 2, NPY_DOUBLE, ARG_OUT, &nv, NULL, "nv");
  mjtNum* vec = args_array(&given, 3, NPY_DOUBLE, 0, &nefc, NULL, "nefc");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_mulJacTVec(m, d, res, vec);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_jac(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "jacp", "jacr", "point", "body"};
  Args given;
  if (!args_parse(&given, "mj_jac", names, 6, 6, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int body = (int)args_int(&given, 5);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp jacp_rows = 3;
  mjtNum* jacp = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacp_rows, &nv, "3, nv");
  npy_intp jacr_rows = 3;
  mjtNum* jacr = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacr_rows, &nv, "3, nv");
  npy_intp point_rows = 3;
  mjtNum* point = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &point_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_jac(m, d, jacp, jacr, point, body);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_jacBody(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "jacp", "jacr", "body"};
  Args given;
  if (!args_parse(&given, "mj_jacBody", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int body = (int)args_int(&given, 4);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp jacp_rows = 3;
  mjtNum* jacp = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacp_rows, &nv, "3, nv");
  npy_intp jacr_rows = 3;
  mjtNum* jacr = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacr_rows, &nv, "3, nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_jacBody(m, d, jacp, jacr, body);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_jacBodyCom(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "jacp", "jacr", "body"};
  Args given;
  if (!args_parse(&given, "mj_jacBodyCom", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int body = (int)args_int(&given, 4);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp jacp_rows = 3;
  mjtNum* jacp = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacp_rows, &nv, "3, nv");
  npy_intp jacr_rows = 3;
  mjtNum* jacr = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacr_rows, &nv, "3, nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_jacBodyCom(m, d, jacp, jacr, body);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_jacSubtreeCom(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "jacp", "body"};
  Args given;
  if (!args_parse(&given, "mj_jacSubtreeCom", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int body = (int)args_int(&given, 3);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp jacp_rows = 3;
  mjtNum* jacp = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacp_rows, &nv, "3, nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_jacSubtreeCom(m, d, jacp, body);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_jacGeom(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "jacp", "jacr", "geom"};
  Args given;
  if (!args_parse(&given, "mj_jacGeom", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int geom = (int)args_int(&given, 4);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp jacp_rows = 3;
  mjtNum* jacp = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacp_rows, &nv, "3, nv");
  npy_intp jacr_rows = 3;
  mjtNum* jacr = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacr_rows, &nv, "3, nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_jacGeom(m, d, jacp, jacr, geom);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_jacSite(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "jacp", "jacr", "site"};
  Args given;
  if (!args_parse(&given, "mj_jacSite", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int site = (int)args_int(&given, 4);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp jacp_rows = 3;
  mjtNum* jacp = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacp_rows, &nv, "3, nv");
  npy_intp jacr_rows = 3;
  mjtNum* jacr = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacr_rows, &nv, "3, nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_jacSite(m, d, jacp, jacr, site);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_jacPointAxis(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "jacPoint", "jacAxis", "point", "axis", "body"};
  Args given;
  if (!args_parse(&given, "mj_jacPointAxis", names, 7, 7, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int body = (int)args_int(&given, 6);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp jacPoint_rows = 3;
  mjtNum* jacPoint = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacPoint_rows, &nv, "3, nv");
  npy_intp jacAxis_rows = 3;
  mjtNum* jacAxis = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacAxis_rows, &nv, "3, nv");
  npy_intp point_rows = 3;
  mjtNum* point = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &point_rows, NULL, "3");
  npy_intp axis_rows = 3;
  mjtNum* axis = args_array(&given, 5, NPY_DOUBLE, ARG_LOOSE, &axis_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_jacPointAxis(m, d, jacPoint, jacAxis, point, axis, body);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_jacDot(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "jacp", "jacr", "point", "body"};
  Args given;
  if (!args_parse(&given, "mj_jacDot", names, 6, 6, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int body = (int)args_int(&given, 5);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp jacp_rows = 3;
  mjtNum* jacp = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacp_rows, &nv, "3, nv");
  npy_intp jacr_rows = 3;
  mjtNum* jacr = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &jacr_rows, &nv, "3, nv");
  npy_intp point_rows = 3;
  mjtNum* point = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &point_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_jacDot(m, d, jacp, jacr, point, body);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_angmomMat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "mat", "body"};
  Args given;
  if (!args_parse(&given, "mj_angmomMat", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int body = (int)args_int(&given, 3);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp mat_rows = 3;
  mjtNum* mat = args_array(&given, 2, NPY_DOUBLE, ARG_OUT, &mat_rows, &nv, "3, nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_angmomMat(m, d, mat, body);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_name2id(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "type", "name"};
  Args given;
  if (!args_parse(&given, "mj_name2id", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const int type = (int)args_int(&given, 1);
  const char* name = args_text(&given, 2, false);
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mj_name2id(m, type, name);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mj_id2name(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "type", "id"};
  Args given;
  if (!args_parse(&given, "mj_id2name", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const int type = (int)args_int(&given, 1);
  const int id = (int)args_int(&given, 2);
  if (!args_done(&given)) return args_end(&given, NULL);
  const char* result;
  call_begin();
  result = mj_id2name(m, type, id);
  return args_end(&given, call_end() ? text_or_none(result) : NULL);
}

static PyObject* py_mj_actuatorInputName(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "id", "input"};
  Args given;
  if (!args_parse(&given, "mj_actuatorInputName", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const int id = (int)args_int(&given, 1);
  const int input = (int)args_int(&given, 2);
  if (!args_done(&given)) return args_end(&given, NULL);
  const char* result;
  call_begin();
  result = mj_actuatorInputName(m, id, input);
  return args_end(&given, call_end() ? text_or_none(result) : NULL);
}

static PyObject* py_mj_fullM(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "dst"};
  Args given;
  if (!args_parse(&given, "mj_fullM", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  mjtNum* dst = args_array(&given, 2, NPY_DOUBLE, ARG_OUT, &nv, &nv, "nv, nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_fullM(m, d, dst);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_mulM(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "res", "vec"};
  Args given;
  if (!args_parse(&given, "mj_mulM", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  mjtNum* res = args_array(&given, 2, NPY_DOUBLE, ARG_OUT, &nv, NULL, "nv");
  mjtNum* vec = args_array(&given, 3, NPY_DOUBLE, 0, &nv, NULL, "nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_mulM(m, d, res, vec);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_mulM2(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "res", "vec"};
  Args given;
  if (!args_parse(&given, "mj_mulM2", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  mjtNum* res = args_array(&given, 2, NPY_DOUBLE, ARG_OUT, &nv, NULL, "nv");
  mjtNum* vec = args_array(&given, 3, NPY_DOUBLE, 0, &nv, NULL, "nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_mulM2(m, d, res, vec);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_applyFT(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "force", "torque", "point", "body", "qfrc_target"};
  Args given;
  if (!args_parse(&given, "mj_applyFT", names, 7, 7, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int body = (int)args_int(&given, 5);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nv = (npy_intp)m->nv;
  npy_intp force_rows = 3;
  mjtNum* force = args_array(&given, 2, NPY_DOUBLE, ARG_OPTIONAL | ARG_LOOSE, &force_rows, NULL, "3");
  npy_intp torque_rows = 3;
  mjtNum* torque = args_array(&given, 3, NPY_DOUBLE, ARG_OPTIONAL | ARG_LOOSE, &torque_rows, NULL, "3");
  mjtNum* qfrc_target = args_array(&given, 6, NPY_DOUBLE, ARG_OUT, &nv, NULL, "nv");
  npy_intp point_rows = 3;
  mjtNum* point = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &point_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_applyFT(m, d, force, torque, point, body, qfrc_target);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_objectVelocity(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "objtype", "objid", "res", "flg_local"};
  Args given;
  if (!args_parse(&given, "mj_objectVelocity", names, 6, 6, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int objtype = (int)args_int(&given, 2);
  const int objid = (int)args_int(&given, 3);
  const int flg_local = (int)args_int(&given, 5);
  args_pair(&given, 0, 1);
  npy_intp res_rows = 6;
  mjtNum* res = args_array(&given, 4, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "6");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_objectVelocity(m, d, objtype, objid, res, flg_local);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_objectAcceleration(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "objtype", "objid", "res", "flg_local"};
  Args given;
  if (!args_parse(&given, "mj_objectAcceleration", names, 6, 6, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int objtype = (int)args_int(&given, 2);
  const int objid = (int)args_int(&given, 3);
  const int flg_local = (int)args_int(&given, 5);
  args_pair(&given, 0, 1);
  npy_intp res_rows = 6;
  mjtNum* res = args_array(&given, 4, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "6");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_objectAcceleration(m, d, objtype, objid, res, flg_local);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_geomDistance(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "geom1", "geom2", "distmax", "fromto"};
  Args given;
  if (!args_parse(&given, "mj_geomDistance", names, 6, 6, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int geom1 = (int)args_int(&given, 2);
  const int geom2 = (int)args_int(&given, 3);
  const mjtNum distmax = (mjtNum)args_double(&given, 4);
  args_pair(&given, 0, 1);
  npy_intp fromto_rows = 6;
  mjtNum* fromto = args_array(&given, 5, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &fromto_rows, NULL, "6");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mj_geomDistance(m, d, geom1, geom2, distmax, fromto);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mj_contactForce(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "id", "result"};
  Args given;
  if (!args_parse(&given, "mj_contactForce", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int id = (int)args_int(&given, 2);
  args_pair(&given, 0, 1);
  npy_intp result_rows = 6;
  mjtNum* result = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &result_rows, NULL, "6");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_contactForce(m, d, id, result);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_differentiatePos(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "qvel", "dt", "qpos1", "qpos2"};
  Args given;
  if (!args_parse(&given, "mj_differentiatePos", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const mjtNum dt = (mjtNum)args_double(&given, 2);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nq = (npy_intp)m->nq;
  npy_intp nv = (npy_intp)m->nv;
  mjtNum* qvel = args_array(&given, 1, NPY_DOUBLE, ARG_OUT, &nv, NULL, "nv");
  mjtNum* qpos1 = args_array(&given, 3, NPY_DOUBLE, 0, &nq, NULL, "nq");
  mjtNum* qpos2 = args_array(&given, 4, NPY_DOUBLE, 0, &nq, NULL, "nq");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_differentiatePos(m, qvel, dt, qpos1, qpos2);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_integratePos(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "qpos", "qvel", "dt"};
  Args given;
  if (!args_parse(&given, "mj_integratePos", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const mjtNum dt = (mjtNum)args_double(&given, 3);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nq = (npy_intp)m->nq;
  npy_intp nv = (npy_intp)m->nv;
  mjtNum* qpos = args_array(&given, 1, NPY_DOUBLE, ARG_OUT, &nq, NULL, "nq");
  mjtNum* qvel = args_array(&given, 2, NPY_DOUBLE, 0, &nv, NULL, "nv");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_integratePos(m, qpos, qvel, dt);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_normalizeQuat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "qpos"};
  Args given;
  if (!args_parse(&given, "mj_normalizeQuat", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nq = (npy_intp)m->nq;
  mjtNum* qpos = args_array(&given, 1, NPY_DOUBLE, ARG_OUT, &nq, NULL, "nq");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_normalizeQuat(m, qpos);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_local2Global(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"d", "xpos", "xmat", "pos", "quat", "body", "sameframe"};
  Args given;
  if (!args_parse(&given, "mj_local2Global", names, 7, 7, args, n_, kw)) return NULL;
  mjData* d = args_struct(&given, 0, KIND_DATA);
  const int body = (int)args_int(&given, 5);
  const mjtByte sameframe = (mjtByte)args_byte(&given, 6);
  npy_intp xpos_rows = 3;
  mjtNum* xpos = args_array(&given, 1, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &xpos_rows, NULL, "3");
  npy_intp xmat_rows = 9;
  mjtNum* xmat = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &xmat_rows, NULL, "9");
  npy_intp pos_rows = 3;
  mjtNum* pos = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &pos_rows, NULL, "3");
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &quat_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_local2Global(d, xpos, xmat, pos, quat, body, sameframe);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_getTotalmass(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m"};
  Args given;
  if (!args_parse(&given, "mj_getTotalmass", names, 1, 1, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mj_getTotalmass(m);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mj_setTotalmass(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "newmass"};
  Args given;
  if (!args_parse(&given, "mj_setTotalmass", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const mjtNum newmass = (mjtNum)args_double(&given, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mj_setTotalmass(m, newmass);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_version(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {NULL};
  Args given;
  if (!args_parse(&given, "mj_version", names, 0, 0, args, n_, kw)) return NULL;
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mj_version();
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mj_versionString(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {NULL};
  Args given;
  if (!args_parse(&given, "mj_versionString", names, 0, 0, args, n_, kw)) return NULL;
  if (!args_done(&given)) return args_end(&given, NULL);
  const char* result;
  call_begin();
  result = mj_versionString();
  return args_end(&given, call_end() ? text_or_none(result) : NULL);
}

static PyObject* py_mj_ray(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "pnt", "vec", "geomgroup", "flg_static", "bodyexclude", "geomid", "normal"};
  Args given;
  if (!args_parse(&given, "mj_ray", names, 9, 8, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const mjtBool flg_static = (mjtBool)args_bool(&given, 5);
  const int bodyexclude = (int)args_int(&given, 6);
  args_pair(&given, 0, 1);
  npy_intp geomgroup_rows = 6;
  mjtByte* geomgroup = args_array(&given, 4, NPY_UINT8, ARG_OPTIONAL | ARG_LOOSE, &geomgroup_rows, NULL, "6");
  npy_intp geomid_rows = 1;
  int* geomid = args_array(&given, 7, NPY_INT, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &geomid_rows, NULL, "1");
  npy_intp normal_rows = 3;
  mjtNum* normal = args_array(&given, 8, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &normal_rows, NULL, "3");
  npy_intp pnt_rows = 3;
  mjtNum* pnt = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &pnt_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mj_ray(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, normal);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mj_multiRay(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "pnt", "vec", "geomgroup", "flg_static", "bodyexclude", "geomid", "dist", "normal", "nray", "cutoff"};
  Args given;
  if (!args_parse(&given, "mj_multiRay", names, 12, 12, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const mjtBool flg_static = (mjtBool)args_bool(&given, 5);
  const int bodyexclude = (int)args_int(&given, 6);
  const int nray = (int)args_int(&given, 10);
  const mjtNum cutoff = (mjtNum)args_double(&given, 11);
  args_pair(&given, 0, 1);
  if (!(nray >= 0)) args_fail(&given, PyExc_ValueError, "nray should not be negative");
  npy_intp geomgroup_rows = 6;
  mjtByte* geomgroup = args_array(&given, 4, NPY_UINT8, ARG_OPTIONAL | ARG_LOOSE, &geomgroup_rows, NULL, "6");
  npy_intp geomid_rows = (npy_intp)nray;
  int* geomid = args_array(&given, 7, NPY_INT, ARG_OUT | ARG_OPTIONAL, &geomid_rows, NULL, "nray");
  npy_intp dist_rows = (npy_intp)nray;
  mjtNum* dist = args_array(&given, 8, NPY_DOUBLE, ARG_OUT, &dist_rows, NULL, "nray");
  npy_intp pnt_rows = 3;
  mjtNum* pnt = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &pnt_rows, NULL, "3");
  npy_intp vec_rows = 3*(npy_intp)nray;
  mjtNum* vec = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3*nray");
  npy_intp normal_rows = 3*(npy_intp)nray;
  mjtNum* normal = args_array(&given, 9, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &normal_rows, NULL, "3*nray");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_multiRay(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, dist, normal, nray, cutoff);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mj_rayHfield(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "geomid", "pnt", "vec", "normal"};
  Args given;
  if (!args_parse(&given, "mj_rayHfield", names, 6, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int geomid = (int)args_int(&given, 2);
  args_pair(&given, 0, 1);
  npy_intp normal_rows = 3;
  mjtNum* normal = args_array(&given, 5, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &normal_rows, NULL, "3");
  npy_intp pnt_rows = 3;
  mjtNum* pnt = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &pnt_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mj_rayHfield(m, d, geomid, pnt, vec, normal);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mj_rayMesh(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "geomid", "pnt", "vec", "normal"};
  Args given;
  if (!args_parse(&given, "mj_rayMesh", names, 6, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int geomid = (int)args_int(&given, 2);
  args_pair(&given, 0, 1);
  npy_intp normal_rows = 3;
  mjtNum* normal = args_array(&given, 5, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &normal_rows, NULL, "3");
  npy_intp pnt_rows = 3;
  mjtNum* pnt = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &pnt_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mj_rayMesh(m, d, geomid, pnt, vec, normal);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_rayGeom(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"pos", "mat", "size", "pnt", "vec", "geomtype", "normal"};
  Args given;
  if (!args_parse(&given, "mju_rayGeom", names, 7, 6, args, n_, kw)) return NULL;
  const int geomtype = (int)args_int(&given, 5);
  npy_intp normal_rows = 3;
  mjtNum* normal = args_array(&given, 6, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &normal_rows, NULL, "3");
  npy_intp pos_rows = 3;
  mjtNum* pos = args_array(&given, 0, NPY_DOUBLE, ARG_LOOSE, &pos_rows, NULL, "3");
  npy_intp mat_rows = 9;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &mat_rows, NULL, "9");
  npy_intp size_rows = 3;
  mjtNum* size = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &size_rows, NULL, "3");
  npy_intp pnt_rows = 3;
  mjtNum* pnt = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &pnt_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_rayGeom(pos, mat, size, pnt, vec, geomtype, normal);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mj_rayFlex(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "flex_layer", "flg_vert", "flg_edge", "flg_face", "flg_skin", "flexid", "pnt", "vec", "vertid", "normal"};
  Args given;
  if (!args_parse(&given, "mj_rayFlex", names, 12, 12, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int flex_layer = (int)args_int(&given, 2);
  const mjtBool flg_vert = (mjtBool)args_bool(&given, 3);
  const mjtBool flg_edge = (mjtBool)args_bool(&given, 4);
  const mjtBool flg_face = (mjtBool)args_bool(&given, 5);
  const mjtBool flg_skin = (mjtBool)args_bool(&given, 6);
  const int flexid = (int)args_int(&given, 7);
  args_pair(&given, 0, 1);
  npy_intp vertid_rows = 1;
  int* vertid = args_array(&given, 10, NPY_INT, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &vertid_rows, NULL, "1");
  npy_intp normal_rows = 3;
  mjtNum* normal = args_array(&given, 11, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &normal_rows, NULL, "3");
  npy_intp pnt_rows = 3;
  mjtNum* pnt = args_array(&given, 8, NPY_DOUBLE, ARG_LOOSE, &pnt_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 9, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mj_rayFlex(m, d, flex_layer, flg_vert, flg_edge, flg_face, flg_skin, flexid, pnt, vec, vertid, normal);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_raySkin(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"nface", "nvert", "face", "vert", "pnt", "vec", "vertid"};
  Args given;
  if (!args_parse(&given, "mju_raySkin", names, 7, 7, args, n_, kw)) return NULL;
  const int nface = (int)args_int(&given, 0);
  const int nvert = (int)args_int(&given, 1);
  if (!(nface >= 0 && nvert >= 0)) args_fail(&given, PyExc_ValueError, "nface and nvert should not be negative");
  npy_intp vertid_rows = 1;
  int* vertid = args_array(&given, 6, NPY_INT, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &vertid_rows, NULL, "1");
  npy_intp pnt_rows = 3;
  mjtNum* pnt = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &pnt_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 5, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  npy_intp face_rows = 3*(npy_intp)nface;
  int* face = args_array(&given, 2, NPY_INT, ARG_LOOSE, &face_rows, NULL, "3*nface");
  npy_intp vert_rows = 3*(npy_intp)nvert;
  float* vert = args_array(&given, 3, NPY_FLOAT, ARG_LOOSE, &vert_rows, NULL, "3*nvert");
  if (!args_done(&given)) return args_end(&given, NULL);
  for (int k = 0; !given.failed && k < 3*nface; k++) {
    if (face[k] < 0 || face[k] >= nvert) args_fail(&given, PyExc_ValueError, "face leads out of vert");
  }
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_raySkin(nface, nvert, face, vert, pnt, vec, vertid);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mjv_defaultCamera(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"cam"};
  Args given;
  if (!args_parse(&given, "mjv_defaultCamera", names, 1, 1, args, n_, kw)) return NULL;
  mjvCamera* cam = args_struct(&given, 0, KIND_CAMERA);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_defaultCamera(cam);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_defaultFreeCamera(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "cam"};
  Args given;
  if (!args_parse(&given, "mjv_defaultFreeCamera", names, 2, 2, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjvCamera* cam = args_struct(&given, 1, KIND_CAMERA);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_defaultFreeCamera(m, cam);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_defaultPerturb(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"pert"};
  Args given;
  if (!args_parse(&given, "mjv_defaultPerturb", names, 1, 1, args, n_, kw)) return NULL;
  mjvPerturb* pert = args_struct(&given, 0, KIND_PERTURB);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_defaultPerturb(pert);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_room2model(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"modelpos", "modelquat", "roompos", "roomquat", "scn"};
  Args given;
  if (!args_parse(&given, "mjv_room2model", names, 5, 5, args, n_, kw)) return NULL;
  mjvScene* scn = args_struct(&given, 4, KIND_SCENE);
  npy_intp modelpos_rows = 3;
  mjtNum* modelpos = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &modelpos_rows, NULL, "3");
  npy_intp modelquat_rows = 4;
  mjtNum* modelquat = args_array(&given, 1, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &modelquat_rows, NULL, "4");
  npy_intp roompos_rows = 3;
  mjtNum* roompos = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &roompos_rows, NULL, "3");
  npy_intp roomquat_rows = 4;
  mjtNum* roomquat = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &roomquat_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_room2model(modelpos, modelquat, roompos, roomquat, scn);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_model2room(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"roompos", "roomquat", "modelpos", "modelquat", "scn"};
  Args given;
  if (!args_parse(&given, "mjv_model2room", names, 5, 5, args, n_, kw)) return NULL;
  mjvScene* scn = args_struct(&given, 4, KIND_SCENE);
  npy_intp roompos_rows = 3;
  mjtNum* roompos = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &roompos_rows, NULL, "3");
  npy_intp roomquat_rows = 4;
  mjtNum* roomquat = args_array(&given, 1, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &roomquat_rows, NULL, "4");
  npy_intp modelpos_rows = 3;
  mjtNum* modelpos = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &modelpos_rows, NULL, "3");
  npy_intp modelquat_rows = 4;
  mjtNum* modelquat = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &modelquat_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_model2room(roompos, roomquat, modelpos, modelquat, scn);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_cameraInModel(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"headpos", "forward", "up", "scn"};
  Args given;
  if (!args_parse(&given, "mjv_cameraInModel", names, 4, 4, args, n_, kw)) return NULL;
  mjvScene* scn = args_struct(&given, 3, KIND_SCENE);
  npy_intp headpos_rows = 3;
  mjtNum* headpos = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &headpos_rows, NULL, "3");
  npy_intp forward_rows = 3;
  mjtNum* forward = args_array(&given, 1, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &forward_rows, NULL, "3");
  npy_intp up_rows = 3;
  mjtNum* up = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &up_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_cameraInModel(headpos, forward, up, scn);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_cameraInRoom(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"headpos", "forward", "up", "scn"};
  Args given;
  if (!args_parse(&given, "mjv_cameraInRoom", names, 4, 4, args, n_, kw)) return NULL;
  mjvScene* scn = args_struct(&given, 3, KIND_SCENE);
  npy_intp headpos_rows = 3;
  mjtNum* headpos = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &headpos_rows, NULL, "3");
  npy_intp forward_rows = 3;
  mjtNum* forward = args_array(&given, 1, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &forward_rows, NULL, "3");
  npy_intp up_rows = 3;
  mjtNum* up = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &up_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_cameraInRoom(headpos, forward, up, scn);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_frustumHeight(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"scn"};
  Args given;
  if (!args_parse(&given, "mjv_frustumHeight", names, 1, 1, args, n_, kw)) return NULL;
  mjvScene* scn = args_struct(&given, 0, KIND_SCENE);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mjv_frustumHeight(scn);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mjv_alignToCamera(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec", "forward"};
  Args given;
  if (!args_parse(&given, "mjv_alignToCamera", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  npy_intp forward_rows = 3;
  mjtNum* forward = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &forward_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_alignToCamera(res, vec, forward);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_moveCamera(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "action", "reldx", "reldy", "cam"};
  Args given;
  if (!args_parse(&given, "mjv_moveCamera", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const int action = (int)args_int(&given, 1);
  const mjtNum reldx = (mjtNum)args_double(&given, 2);
  const mjtNum reldy = (mjtNum)args_double(&given, 3);
  mjvCamera* cam = args_struct(&given, 4, KIND_CAMERA);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_moveCamera(m, action, reldx, reldy, cam);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_movePerturb(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "action", "reldx", "reldy", "scn", "pert"};
  Args given;
  if (!args_parse(&given, "mjv_movePerturb", names, 7, 7, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int action = (int)args_int(&given, 2);
  const mjtNum reldx = (mjtNum)args_double(&given, 3);
  const mjtNum reldy = (mjtNum)args_double(&given, 4);
  mjvScene* scn = args_struct(&given, 5, KIND_SCENE);
  mjvPerturb* pert = args_struct(&given, 6, KIND_PERTURB);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjv_movePerturb(m, d, action, reldx, reldy, scn, pert);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_moveModel(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "action", "reldx", "reldy", "roomup", "scn"};
  Args given;
  if (!args_parse(&given, "mjv_moveModel", names, 6, 6, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  const int action = (int)args_int(&given, 1);
  const mjtNum reldx = (mjtNum)args_double(&given, 2);
  const mjtNum reldy = (mjtNum)args_double(&given, 3);
  mjvScene* scn = args_struct(&given, 5, KIND_SCENE);
  npy_intp roomup_rows = 3;
  mjtNum* roomup = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &roomup_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_moveModel(m, action, reldx, reldy, roomup, scn);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_initPerturb(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "scn", "pert"};
  Args given;
  if (!args_parse(&given, "mjv_initPerturb", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  mjvScene* scn = args_struct(&given, 2, KIND_SCENE);
  mjvPerturb* pert = args_struct(&given, 3, KIND_PERTURB);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjv_initPerturb(m, d, scn, pert);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_applyPerturbPose(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "pert", "flg_paused"};
  Args given;
  if (!args_parse(&given, "mjv_applyPerturbPose", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  mjvPerturb* pert = args_struct(&given, 2, KIND_PERTURB);
  const int flg_paused = (int)args_int(&given, 3);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjv_applyPerturbPose(m, d, pert, flg_paused);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_applyPerturbForce(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "pert"};
  Args given;
  if (!args_parse(&given, "mjv_applyPerturbForce", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  mjvPerturb* pert = args_struct(&given, 2, KIND_PERTURB);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjv_applyPerturbForce(m, d, pert);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_averageCamera(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"cam1", "cam2"};
  Args given;
  if (!args_parse(&given, "mjv_averageCamera", names, 2, 2, args, n_, kw)) return NULL;
  mjvGLCamera* cam1 = args_struct(&given, 0, KIND_GLCAMERA);
  mjvGLCamera* cam2 = args_struct(&given, 1, KIND_GLCAMERA);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjvGLCamera result;
  call_begin();
  result = mjv_averageCamera(cam1, cam2);
  return args_end(&given, call_end() ? struct_of(KIND_GLCAMERA, &result) : NULL);
}

static PyObject* py_mjv_camera2GLCamera(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"model", "data", "mjv_camera"};
  Args given;
  if (!args_parse(&given, "mjv_camera2GLCamera", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* model = args_struct(&given, 0, KIND_MODEL);
  mjData* data = args_struct(&given, 1, KIND_DATA);
  mjvCamera* mjv_camera = args_struct(&given, 2, KIND_CAMERA);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjvGLCamera result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mjv_camera2GLCamera(model, data, mjv_camera);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? struct_of(KIND_GLCAMERA, &result) : NULL);
}

static PyObject* py_mjv_select(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "vopt", "aspectratio", "relx", "rely", "scn", "selpnt", "geomid", "flexid", "skinid"};
  Args given;
  if (!args_parse(&given, "mjv_select", names, 11, 11, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  mjvOption* vopt = args_struct(&given, 2, KIND_VIEWOPTION);
  const mjtNum aspectratio = (mjtNum)args_double(&given, 3);
  const mjtNum relx = (mjtNum)args_double(&given, 4);
  const mjtNum rely = (mjtNum)args_double(&given, 5);
  mjvScene* scn = args_struct(&given, 6, KIND_SCENE);
  args_pair(&given, 0, 1);
  npy_intp selpnt_rows = 3;
  mjtNum* selpnt = args_array(&given, 7, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &selpnt_rows, NULL, "3");
  npy_intp geomid_rows = 1;
  int* geomid = args_array(&given, 8, NPY_INT, ARG_OUT | ARG_LOOSE, &geomid_rows, NULL, "1");
  npy_intp flexid_rows = 1;
  int* flexid = args_array(&given, 9, NPY_INT, ARG_OUT | ARG_LOOSE, &flexid_rows, NULL, "1");
  npy_intp skinid_rows = 1;
  int* skinid = args_array(&given, 10, NPY_INT, ARG_OUT | ARG_LOOSE, &skinid_rows, NULL, "1");
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mjv_select(m, d, vopt, aspectratio, relx, rely, scn, selpnt, geomid, flexid, skinid);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mjv_defaultOption(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"opt"};
  Args given;
  if (!args_parse(&given, "mjv_defaultOption", names, 1, 1, args, n_, kw)) return NULL;
  mjvOption* opt = args_struct(&given, 0, KIND_VIEWOPTION);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_defaultOption(opt);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_defaultFigure(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"fig"};
  Args given;
  if (!args_parse(&given, "mjv_defaultFigure", names, 1, 1, args, n_, kw)) return NULL;
  mjvFigure* fig = args_struct(&given, 0, KIND_FIGURE);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_defaultFigure(fig);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_initGeom(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"geom", "type", "size", "pos", "mat", "rgba"};
  Args given;
  if (!args_parse(&given, "mjv_initGeom", names, 6, 6, args, n_, kw)) return NULL;
  mjvGeom* geom = args_struct(&given, 0, KIND_VIEWGEOM);
  const int type = (int)args_int(&given, 1);
  npy_intp size_rows = 3;
  mjtNum* size = args_array(&given, 2, NPY_DOUBLE, ARG_OPTIONAL | ARG_LOOSE, &size_rows, NULL, "3");
  npy_intp pos_rows = 3;
  mjtNum* pos = args_array(&given, 3, NPY_DOUBLE, ARG_OPTIONAL | ARG_LOOSE, &pos_rows, NULL, "3");
  npy_intp mat_rows = 9;
  mjtNum* mat = args_array(&given, 4, NPY_DOUBLE, ARG_OPTIONAL | ARG_LOOSE, &mat_rows, NULL, "9");
  npy_intp rgba_rows = 4;
  float* rgba = args_array(&given, 5, NPY_FLOAT, ARG_OPTIONAL | ARG_LOOSE, &rgba_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_initGeom(geom, type, size, pos, mat, rgba);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_connector(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"geom", "type", "width", "from_", "to"};
  Args given;
  if (!args_parse(&given, "mjv_connector", names, 5, 5, args, n_, kw)) return NULL;
  mjvGeom* geom = args_struct(&given, 0, KIND_VIEWGEOM);
  const int type = (int)args_int(&given, 1);
  const mjtNum width = (mjtNum)args_double(&given, 2);
  npy_intp from_rows = 3;
  mjtNum* from = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &from_rows, NULL, "3");
  npy_intp to_rows = 3;
  mjtNum* to = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &to_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_connector(geom, type, width, from, to);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_updateScene(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "opt", "pert", "cam", "catmask", "scn"};
  Args given;
  if (!args_parse(&given, "mjv_updateScene", names, 7, 7, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  mjvOption* opt = args_struct(&given, 2, KIND_VIEWOPTION);
  mjvPerturb* pert = args_struct_or_none(&given, 3, KIND_PERTURB);
  mjvCamera* cam = args_struct(&given, 4, KIND_CAMERA);
  const int catmask = (int)args_int(&given, 5);
  mjvScene* scn = args_struct(&given, 6, KIND_SCENE);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjv_updateScene(m, d, opt, pert, cam, catmask, scn);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_addGeoms(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "opt", "pert", "catmask", "scn"};
  Args given;
  if (!args_parse(&given, "mjv_addGeoms", names, 6, 6, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  mjvOption* opt = args_struct(&given, 2, KIND_VIEWOPTION);
  mjvPerturb* pert = args_struct_or_none(&given, 3, KIND_PERTURB);
  const int catmask = (int)args_int(&given, 4);
  mjvScene* scn = args_struct(&given, 5, KIND_SCENE);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjv_addGeoms(m, d, opt, pert, catmask, scn);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_makeLights(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "scn"};
  Args given;
  if (!args_parse(&given, "mjv_makeLights", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  mjvScene* scn = args_struct(&given, 2, KIND_SCENE);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjv_makeLights(m, d, scn);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_updateCamera(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "cam", "scn"};
  Args given;
  if (!args_parse(&given, "mjv_updateCamera", names, 4, 4, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  mjvCamera* cam = args_struct(&given, 2, KIND_CAMERA);
  mjvScene* scn = args_struct(&given, 3, KIND_SCENE);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjv_updateCamera(m, d, cam, scn);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_updateSkin(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "scn"};
  Args given;
  if (!args_parse(&given, "mjv_updateSkin", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  mjvScene* scn = args_struct(&given, 2, KIND_SCENE);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjv_updateSkin(m, d, scn);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_cameraFrame(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"headpos", "forward", "up", "right", "d", "cam"};
  Args given;
  if (!args_parse(&given, "mjv_cameraFrame", names, 6, 6, args, n_, kw)) return NULL;
  mjData* d = args_struct(&given, 4, KIND_DATA);
  mjvCamera* cam = args_struct(&given, 5, KIND_CAMERA);
  npy_intp headpos_rows = 3;
  mjtNum* headpos = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &headpos_rows, NULL, "3");
  npy_intp forward_rows = 3;
  mjtNum* forward = args_array(&given, 1, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &forward_rows, NULL, "3");
  npy_intp up_rows = 3;
  mjtNum* up = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &up_rows, NULL, "3");
  npy_intp right_rows = 3;
  mjtNum* right = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &right_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjv_cameraFrame(headpos, forward, up, right, d, cam);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjv_cameraFrustum(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"zver", "zhor", "zclip", "m", "cam"};
  Args given;
  if (!args_parse(&given, "mjv_cameraFrustum", names, 5, 5, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 3, KIND_MODEL);
  mjvCamera* cam = args_struct(&given, 4, KIND_CAMERA);
  npy_intp zver_rows = 2;
  float* zver = args_array(&given, 0, NPY_FLOAT, ARG_OUT | ARG_LOOSE, &zver_rows, NULL, "2");
  npy_intp zhor_rows = 2;
  float* zhor = args_array(&given, 1, NPY_FLOAT, ARG_OUT | ARG_LOOSE, &zhor_rows, NULL, "2");
  npy_intp zclip_rows = 2;
  float* zclip = args_array(&given, 2, NPY_FLOAT, ARG_OUT | ARG_LOOSE, &zclip_rows, NULL, "2");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjv_cameraFrustum(zver, zhor, zclip, m, cam);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_defaultRendererInfo(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"info"};
  Args given;
  if (!args_parse(&given, "mjr_defaultRendererInfo", names, 1, 1, args, n_, kw)) return NULL;
  mjrRendererInfo* info = args_struct(&given, 0, KIND_INFO);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_defaultRendererInfo(info);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_getRendererInfo(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"info"};
  Args given;
  if (!args_parse(&given, "mjr_getRendererInfo", names, 1, 1, args, n_, kw)) return NULL;
  mjrRendererInfo* info = args_struct(&given, 0, KIND_INFO);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_getRendererInfo(info);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_changeFont(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"fontscale", "con"};
  Args given;
  if (!args_parse(&given, "mjr_changeFont", names, 2, 2, args, n_, kw)) return NULL;
  const int fontscale = (int)args_int(&given, 0);
  mjrContext* con = args_struct(&given, 1, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_changeFont(fontscale, con);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_addAux(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"index", "width", "height", "samples", "con"};
  Args given;
  if (!args_parse(&given, "mjr_addAux", names, 5, 5, args, n_, kw)) return NULL;
  const int index = (int)args_int(&given, 0);
  const int width = (int)args_int(&given, 1);
  const int height = (int)args_int(&given, 2);
  const int samples = (int)args_int(&given, 3);
  mjrContext* con = args_struct(&given, 4, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_addAux(index, width, height, samples, con);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_resizeOffscreen(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"width", "height", "con"};
  Args given;
  if (!args_parse(&given, "mjr_resizeOffscreen", names, 3, 3, args, n_, kw)) return NULL;
  const int width = (int)args_int(&given, 0);
  const int height = (int)args_int(&given, 1);
  mjrContext* con = args_struct(&given, 2, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_resizeOffscreen(width, height, con);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_uploadTexture(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "con", "texid"};
  Args given;
  if (!args_parse(&given, "mjr_uploadTexture", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjrContext* con = args_struct(&given, 1, KIND_CONTEXT);
  const int texid = (int)args_int(&given, 2);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_uploadTexture(m, con, texid);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_uploadMesh(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "con", "meshid"};
  Args given;
  if (!args_parse(&given, "mjr_uploadMesh", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjrContext* con = args_struct(&given, 1, KIND_CONTEXT);
  const int meshid = (int)args_int(&given, 2);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_uploadMesh(m, con, meshid);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_uploadHField(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "con", "hfieldid"};
  Args given;
  if (!args_parse(&given, "mjr_uploadHField", names, 3, 3, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjrContext* con = args_struct(&given, 1, KIND_CONTEXT);
  const int hfieldid = (int)args_int(&given, 2);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_uploadHField(m, con, hfieldid);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_restoreBuffer(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"con"};
  Args given;
  if (!args_parse(&given, "mjr_restoreBuffer", names, 1, 1, args, n_, kw)) return NULL;
  mjrContext* con = args_struct(&given, 0, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_restoreBuffer(con);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_setBuffer(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"framebuffer", "con"};
  Args given;
  if (!args_parse(&given, "mjr_setBuffer", names, 2, 2, args, n_, kw)) return NULL;
  const int framebuffer = (int)args_int(&given, 0);
  mjrContext* con = args_struct(&given, 1, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_setBuffer(framebuffer, con);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_blitBuffer(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"src", "dst", "flg_color", "flg_depth", "con"};
  Args given;
  if (!args_parse(&given, "mjr_blitBuffer", names, 5, 5, args, n_, kw)) return NULL;
  mjrRect* src = args_struct(&given, 0, KIND_RECT);
  mjrRect* dst = args_struct(&given, 1, KIND_RECT);
  const int flg_color = (int)args_int(&given, 2);
  const int flg_depth = (int)args_int(&given, 3);
  mjrContext* con = args_struct(&given, 4, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_blitBuffer(*src, *dst, flg_color, flg_depth, con);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_setAux(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"index", "con"};
  Args given;
  if (!args_parse(&given, "mjr_setAux", names, 2, 2, args, n_, kw)) return NULL;
  const int index = (int)args_int(&given, 0);
  mjrContext* con = args_struct(&given, 1, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_setAux(index, con);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_blitAux(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"index", "src", "left", "bottom", "con"};
  Args given;
  if (!args_parse(&given, "mjr_blitAux", names, 5, 5, args, n_, kw)) return NULL;
  const int index = (int)args_int(&given, 0);
  mjrRect* src = args_struct(&given, 1, KIND_RECT);
  const int left = (int)args_int(&given, 2);
  const int bottom = (int)args_int(&given, 3);
  mjrContext* con = args_struct(&given, 4, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_blitAux(index, *src, left, bottom, con);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_text(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"font", "txt", "con", "x", "y", "r", "g", "b"};
  Args given;
  if (!args_parse(&given, "mjr_text", names, 8, 8, args, n_, kw)) return NULL;
  const int font = (int)args_int(&given, 0);
  const char* txt = args_text(&given, 1, false);
  mjrContext* con = args_struct(&given, 2, KIND_CONTEXT);
  const float x = (float)args_double(&given, 3);
  const float y = (float)args_double(&given, 4);
  const float r = (float)args_double(&given, 5);
  const float g = (float)args_double(&given, 6);
  const float b = (float)args_double(&given, 7);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_text(font, txt, con, x, y, r, g, b);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_overlay(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"font", "gridpos", "viewport", "overlay", "overlay2", "con"};
  Args given;
  if (!args_parse(&given, "mjr_overlay", names, 6, 6, args, n_, kw)) return NULL;
  const int font = (int)args_int(&given, 0);
  const int gridpos = (int)args_int(&given, 1);
  mjrRect* viewport = args_struct(&given, 2, KIND_RECT);
  const char* overlay = args_text(&given, 3, false);
  const char* overlay2 = args_text(&given, 4, false);
  mjrContext* con = args_struct(&given, 5, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_overlay(font, gridpos, *viewport, overlay, overlay2, con);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_maxViewport(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"con"};
  Args given;
  if (!args_parse(&given, "mjr_maxViewport", names, 1, 1, args, n_, kw)) return NULL;
  mjrContext* con = args_struct(&given, 0, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjrRect result;
  call_begin();
  result = mjr_maxViewport(con);
  return args_end(&given, call_end() ? struct_of(KIND_RECT, &result) : NULL);
}

static PyObject* py_mjr_rectangle(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"viewport", "r", "g", "b", "a"};
  Args given;
  if (!args_parse(&given, "mjr_rectangle", names, 5, 5, args, n_, kw)) return NULL;
  mjrRect* viewport = args_struct(&given, 0, KIND_RECT);
  const float r = (float)args_double(&given, 1);
  const float g = (float)args_double(&given, 2);
  const float b = (float)args_double(&given, 3);
  const float a = (float)args_double(&given, 4);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_rectangle(*viewport, r, g, b, a);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_label(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"viewport", "font", "txt", "r", "g", "b", "a", "rt", "gt", "bt", "con"};
  Args given;
  if (!args_parse(&given, "mjr_label", names, 11, 11, args, n_, kw)) return NULL;
  mjrRect* viewport = args_struct(&given, 0, KIND_RECT);
  const int font = (int)args_int(&given, 1);
  const char* txt = args_text(&given, 2, false);
  const float r = (float)args_double(&given, 3);
  const float g = (float)args_double(&given, 4);
  const float b = (float)args_double(&given, 5);
  const float a = (float)args_double(&given, 6);
  const float rt = (float)args_double(&given, 7);
  const float gt = (float)args_double(&given, 8);
  const float bt = (float)args_double(&given, 9);
  mjrContext* con = args_struct(&given, 10, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_label(*viewport, font, txt, r, g, b, a, rt, gt, bt, con);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_figure(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"viewport", "fig", "con"};
  Args given;
  if (!args_parse(&given, "mjr_figure", names, 3, 3, args, n_, kw)) return NULL;
  mjrRect* viewport = args_struct(&given, 0, KIND_RECT);
  mjvFigure* fig = args_struct(&given, 1, KIND_FIGURE);
  mjrContext* con = args_struct(&given, 2, KIND_CONTEXT);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_figure(*viewport, fig, con);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_finish(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {NULL};
  Args given;
  if (!args_parse(&given, "mjr_finish", names, 0, 0, args, n_, kw)) return NULL;
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjr_finish();
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjr_getError(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {NULL};
  Args given;
  if (!args_parse(&given, "mjr_getError", names, 0, 0, args, n_, kw)) return NULL;
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mjr_getError();
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mj_warning(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"d", "warning", "info"};
  Args given;
  if (!args_parse(&given, "mj_warning", names, 3, 3, args, n_, kw)) return NULL;
  mjData* d = args_struct(&given, 0, KIND_DATA);
  const int warning = (int)args_int(&given, 1);
  const int info = (int)args_int(&given, 2);
  if (!(0 <= warning && warning < mjNWARNING)) args_fail(&given, PyExc_ValueError, "warning should be one of mjtWarning");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mj_warning(d, warning, info);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_writeLog(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"type", "msg"};
  Args given;
  if (!args_parse(&given, "mju_writeLog", names, 2, 2, args, n_, kw)) return NULL;
  const char* type = args_text(&given, 0, false);
  const char* msg = args_text(&given, 1, false);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_writeLog(type, msg);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_zero3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res"};
  Args given;
  if (!args_parse(&given, "mju_zero3", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_zero3(res);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_copy3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "data"};
  Args given;
  if (!args_parse(&given, "mju_copy3", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp data_rows = 3;
  mjtNum* data = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &data_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_copy3(res, data);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_scl3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec", "scl"};
  Args given;
  if (!args_parse(&given, "mju_scl3", names, 3, 3, args, n_, kw)) return NULL;
  const mjtNum scl = (mjtNum)args_double(&given, 2);
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_scl3(res, vec, scl);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_add3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec1", "vec2"};
  Args given;
  if (!args_parse(&given, "mju_add3", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp vec1_rows = 3;
  mjtNum* vec1 = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec1_rows, NULL, "3");
  npy_intp vec2_rows = 3;
  mjtNum* vec2 = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &vec2_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_add3(res, vec1, vec2);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_sub3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec1", "vec2"};
  Args given;
  if (!args_parse(&given, "mju_sub3", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp vec1_rows = 3;
  mjtNum* vec1 = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec1_rows, NULL, "3");
  npy_intp vec2_rows = 3;
  mjtNum* vec2 = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &vec2_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_sub3(res, vec1, vec2);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_addTo3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec"};
  Args given;
  if (!args_parse(&given, "mju_addTo3", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_addTo3(res, vec);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_subFrom3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec"};
  Args given;
  if (!args_parse(&given, "mju_subFrom3", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_subFrom3(res, vec);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_addToScl3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec", "scl"};
  Args given;
  if (!args_parse(&given, "mju_addToScl3", names, 3, 3, args, n_, kw)) return NULL;
  const mjtNum scl = (mjtNum)args_double(&given, 2);
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_addToScl3(res, vec, scl);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_addScl3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec1", "vec2", "scl"};
  Args given;
  if (!args_parse(&given, "mju_addScl3", names, 4, 4, args, n_, kw)) return NULL;
  const mjtNum scl = (mjtNum)args_double(&given, 3);
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp vec1_rows = 3;
  mjtNum* vec1 = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec1_rows, NULL, "3");
  npy_intp vec2_rows = 3;
  mjtNum* vec2 = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &vec2_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_addScl3(res, vec1, vec2, scl);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_normalize3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"vec"};
  Args given;
  if (!args_parse(&given, "mju_normalize3", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_normalize3(vec);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_norm3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"vec"};
  Args given;
  if (!args_parse(&given, "mju_norm3", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 0, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_norm3(vec);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_dot3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"vec1", "vec2"};
  Args given;
  if (!args_parse(&given, "mju_dot3", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp vec1_rows = 3;
  mjtNum* vec1 = args_array(&given, 0, NPY_DOUBLE, ARG_LOOSE, &vec1_rows, NULL, "3");
  npy_intp vec2_rows = 3;
  mjtNum* vec2 = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec2_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_dot3(vec1, vec2);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_dist3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"pos1", "pos2"};
  Args given;
  if (!args_parse(&given, "mju_dist3", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp pos1_rows = 3;
  mjtNum* pos1 = args_array(&given, 0, NPY_DOUBLE, ARG_LOOSE, &pos1_rows, NULL, "3");
  npy_intp pos2_rows = 3;
  mjtNum* pos2 = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &pos2_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_dist3(pos1, pos2);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_mulMatVec3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "vec"};
  Args given;
  if (!args_parse(&given, "mju_mulMatVec3", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp mat_rows = 9;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &mat_rows, NULL, "9");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_mulMatVec3(res, mat, vec);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_mulMatTVec3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "vec"};
  Args given;
  if (!args_parse(&given, "mju_mulMatTVec3", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp mat_rows = 9;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &mat_rows, NULL, "9");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_mulMatTVec3(res, mat, vec);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_cross(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "a", "b"};
  Args given;
  if (!args_parse(&given, "mju_cross", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp a_rows = 3;
  mjtNum* a = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &a_rows, NULL, "3");
  npy_intp b_rows = 3;
  mjtNum* b = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &b_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_cross(res, a, b);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_zero4(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res"};
  Args given;
  if (!args_parse(&given, "mju_zero4", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp res_rows = 4;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_zero4(res);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_unit4(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res"};
  Args given;
  if (!args_parse(&given, "mju_unit4", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp res_rows = 4;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_unit4(res);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_copy4(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "data"};
  Args given;
  if (!args_parse(&given, "mju_copy4", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp res_rows = 4;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "4");
  npy_intp data_rows = 4;
  mjtNum* data = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &data_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_copy4(res, data);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_normalize4(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"vec"};
  Args given;
  if (!args_parse(&given, "mju_normalize4", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp vec_rows = 4;
  mjtNum* vec = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &vec_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_normalize4(vec);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_zero(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res"};
  Args given;
  if (!args_parse(&given, "mju_zero", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_zero(res, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_fill(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "val"};
  Args given;
  if (!args_parse(&given, "mju_fill", names, 2, 2, args, n_, kw)) return NULL;
  const mjtNum val = (mjtNum)args_double(&given, 1);
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_fill(res, val, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_copy(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec"};
  Args given;
  if (!args_parse(&given, "mju_copy", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_copy(res, vec, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_sum(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"vec"};
  Args given;
  if (!args_parse(&given, "mju_sum", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* vec = args_array(&given, 0, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_sum(vec, (int)n);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_L1(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"vec"};
  Args given;
  if (!args_parse(&given, "mju_L1", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* vec = args_array(&given, 0, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_L1(vec, (int)n);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_scl(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec", "scl"};
  Args given;
  if (!args_parse(&given, "mju_scl", names, 3, 3, args, n_, kw)) return NULL;
  const mjtNum scl = (mjtNum)args_double(&given, 2);
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_scl(res, vec, scl, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_add(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec1", "vec2"};
  Args given;
  if (!args_parse(&given, "mju_add", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  mjtNum* vec1 = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  mjtNum* vec2 = args_array(&given, 2, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_add(res, vec1, vec2, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_sub(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec1", "vec2"};
  Args given;
  if (!args_parse(&given, "mju_sub", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  mjtNum* vec1 = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  mjtNum* vec2 = args_array(&given, 2, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_sub(res, vec1, vec2, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_addTo(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec"};
  Args given;
  if (!args_parse(&given, "mju_addTo", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_addTo(res, vec, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_subFrom(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec"};
  Args given;
  if (!args_parse(&given, "mju_subFrom", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_subFrom(res, vec, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_addToScl(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec", "scl"};
  Args given;
  if (!args_parse(&given, "mju_addToScl", names, 3, 3, args, n_, kw)) return NULL;
  const mjtNum scl = (mjtNum)args_double(&given, 2);
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_addToScl(res, vec, scl, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_addScl(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec1", "vec2", "scl"};
  Args given;
  if (!args_parse(&given, "mju_addScl", names, 4, 4, args, n_, kw)) return NULL;
  const mjtNum scl = (mjtNum)args_double(&given, 3);
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  mjtNum* vec1 = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  mjtNum* vec2 = args_array(&given, 2, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_addScl(res, vec1, vec2, scl, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_normalize(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res"};
  Args given;
  if (!args_parse(&given, "mju_normalize", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_normalize(res, (int)n);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_norm(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res"};
  Args given;
  if (!args_parse(&given, "mju_norm", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_norm(res, (int)n);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_dot(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"vec1", "vec2"};
  Args given;
  if (!args_parse(&given, "mju_dot", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* vec1 = args_array(&given, 0, NPY_DOUBLE, 0, &n, NULL, "n");
  mjtNum* vec2 = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_dot(vec1, vec2, (int)n);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_mulMatVec(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "vec"};
  Args given;
  if (!args_parse(&given, "mju_mulMatVec", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp nr = -1;
  npy_intp nc = -1;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, 0, &nr, &nc, "nr, nc");
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &nr, NULL, "nr");
  mjtNum* vec = args_array(&given, 2, NPY_DOUBLE, 0, &nc, NULL, "nc");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_mulMatVec(res, mat, vec, (int)nr, (int)nc);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_mulMatTVec(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "vec"};
  Args given;
  if (!args_parse(&given, "mju_mulMatTVec", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp nr = -1;
  npy_intp nc = -1;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, 0, &nr, &nc, "nr, nc");
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &nc, NULL, "nc");
  mjtNum* vec = args_array(&given, 2, NPY_DOUBLE, 0, &nr, NULL, "nr");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_mulMatTVec(res, mat, vec, (int)nr, (int)nc);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_mulVecMatVec(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"vec1", "mat", "vec2"};
  Args given;
  if (!args_parse(&given, "mju_mulVecMatVec", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, 0, &n, &n, "n, n");
  mjtNum* vec1 = args_array(&given, 0, NPY_DOUBLE, 0, &n, NULL, "n");
  mjtNum* vec2 = args_array(&given, 2, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mju_mulVecMatVec(vec1, mat, vec2, (int)n);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_transpose(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat"};
  Args given;
  if (!args_parse(&given, "mju_transpose", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp nr = -1;
  npy_intp nc = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &nc, &nr, "nc, nr");
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, 0, &nr, &nc, "nr, nc");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_transpose(res, mat, (int)nr, (int)nc);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_symmetrize(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat"};
  Args given;
  if (!args_parse(&given, "mju_symmetrize", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, &n, "n, n");
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, 0, &n, &n, "n, n");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_symmetrize(res, mat, (int)n);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_eye(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"mat"};
  Args given;
  if (!args_parse(&given, "mju_eye", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* mat = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, &n, "n, n");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_eye(mat, (int)n);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_mulMatMat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat1", "mat2"};
  Args given;
  if (!args_parse(&given, "mju_mulMatMat", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp r1 = -1;
  npy_intp c1 = -1;
  npy_intp c2 = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &r1, &c2, "r1, c2");
  mjtNum* mat1 = args_array(&given, 1, NPY_DOUBLE, 0, &r1, &c1, "r1, c1");
  mjtNum* mat2 = args_array(&given, 2, NPY_DOUBLE, 0, &c1, &c2, "c1, c2");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_mulMatMat(res, mat1, mat2, (int)r1, (int)c1, (int)c2);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_mulMatMatT(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat1", "mat2"};
  Args given;
  if (!args_parse(&given, "mju_mulMatMatT", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp r1 = -1;
  npy_intp c1 = -1;
  npy_intp r2 = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &r1, &r2, "r1, r2");
  mjtNum* mat1 = args_array(&given, 1, NPY_DOUBLE, 0, &r1, &c1, "r1, c1");
  mjtNum* mat2 = args_array(&given, 2, NPY_DOUBLE, 0, &r2, &c1, "r2, c1");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_mulMatMatT(res, mat1, mat2, (int)r1, (int)c1, (int)r2);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_mulMatTMat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat1", "mat2"};
  Args given;
  if (!args_parse(&given, "mju_mulMatTMat", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp r1 = -1;
  npy_intp c1 = -1;
  npy_intp c2 = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &c1, &c2, "c1, c2");
  mjtNum* mat1 = args_array(&given, 1, NPY_DOUBLE, 0, &r1, &c1, "r1, c1");
  mjtNum* mat2 = args_array(&given, 2, NPY_DOUBLE, 0, &r1, &c2, "r1, c2");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_mulMatTMat(res, mat1, mat2, (int)r1, (int)c1, (int)c2);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_sqrMatTD(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "diag"};
  Args given;
  if (!args_parse(&given, "mju_sqrMatTD", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp nr = -1;
  npy_intp nc = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &nc, &nc, "nc, nc");
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, 0, &nr, &nc, "nr, nc");
  mjtNum* diag = args_array(&given, 2, NPY_DOUBLE, ARG_OPTIONAL, &nr, NULL, "nr");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_sqrMatTD(res, mat, diag, (int)nr, (int)nc);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_transformSpatial(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec", "flg_force", "newpos", "oldpos", "rotnew2old"};
  Args given;
  if (!args_parse(&given, "mju_transformSpatial", names, 6, 6, args, n_, kw)) return NULL;
  const int flg_force = (int)args_int(&given, 2);
  npy_intp rotnew2old_rows = 9;
  mjtNum* rotnew2old = args_array(&given, 5, NPY_DOUBLE, ARG_OPTIONAL | ARG_LOOSE, &rotnew2old_rows, NULL, "9");
  npy_intp res_rows = 6;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "6");
  npy_intp vec_rows = 6;
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "6");
  npy_intp newpos_rows = 3;
  mjtNum* newpos = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &newpos_rows, NULL, "3");
  npy_intp oldpos_rows = 3;
  mjtNum* oldpos = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &oldpos_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_transformSpatial(res, vec, flg_force, newpos, oldpos, rotnew2old);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_dense2sparse(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "rownnz", "rowadr", "colind"};
  Args given;
  if (!args_parse(&given, "mju_dense2sparse", names, 5, 5, args, n_, kw)) return NULL;
  npy_intp nr = -1;
  npy_intp nc = -1;
  npy_intp nnz = -1;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, 0, &nr, &nc, "nr, nc");
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &nnz, NULL, "nnz");
  int* rownnz = args_array(&given, 2, NPY_INT, ARG_OUT, &nr, NULL, "nr");
  int* rowadr = args_array(&given, 3, NPY_INT, ARG_OUT, &nr, NULL, "nr");
  int* colind = args_array(&given, 4, NPY_INT, ARG_OUT, &nnz, NULL, "nnz");
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mju_dense2sparse(res, mat, (int)nr, (int)nc, rownnz, rowadr, colind, (int)nnz);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mju_sparse2dense(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "rownnz", "rowadr", "colind"};
  Args given;
  if (!args_parse(&given, "mju_sparse2dense", names, 5, 5, args, n_, kw)) return NULL;
  npy_intp nr = -1;
  npy_intp nc = -1;
  npy_intp nnz = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &nr, &nc, "nr, nc");
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, 0, &nnz, NULL, "nnz");
  int* rownnz = args_array(&given, 2, NPY_INT, 0, &nr, NULL, "nr");
  int* rowadr = args_array(&given, 3, NPY_INT, 0, &nr, NULL, "nr");
  int* colind = args_array(&given, 4, NPY_INT, 0, &nnz, NULL, "nnz");
  if (!args_done(&given)) return args_end(&given, NULL);
  args_sparse(&given, nr, nc, nnz, rownnz, rowadr, colind);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_sparse2dense(res, mat, (int)nr, (int)nc, rownnz, rowadr, colind);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_sym2dense(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "rownnz", "rowadr", "colind"};
  Args given;
  if (!args_parse(&given, "mju_sym2dense", names, 5, 5, args, n_, kw)) return NULL;
  npy_intp n = -1;
  npy_intp nnz = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, &n, "n, n");
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, 0, &nnz, NULL, "nnz");
  int* rownnz = args_array(&given, 2, NPY_INT, 0, &n, NULL, "n");
  int* rowadr = args_array(&given, 3, NPY_INT, 0, &n, NULL, "n");
  int* colind = args_array(&given, 4, NPY_INT, 0, &nnz, NULL, "nnz");
  if (!args_done(&given)) return args_end(&given, NULL);
  args_sparse(&given, n, n, nnz, rownnz, rowadr, colind);
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_sym2dense(res, mat, (int)n, rownnz, rowadr, colind);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_rotVecQuat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec", "quat"};
  Args given;
  if (!args_parse(&given, "mju_rotVecQuat", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &quat_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_rotVecQuat(res, vec, quat);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_negQuat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "quat"};
  Args given;
  if (!args_parse(&given, "mju_negQuat", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp res_rows = 4;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "4");
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &quat_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_negQuat(res, quat);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_mulQuat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "quat1", "quat2"};
  Args given;
  if (!args_parse(&given, "mju_mulQuat", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp res_rows = 4;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "4");
  npy_intp quat1_rows = 4;
  mjtNum* quat1 = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &quat1_rows, NULL, "4");
  npy_intp quat2_rows = 4;
  mjtNum* quat2 = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &quat2_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_mulQuat(res, quat1, quat2);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_mulQuatAxis(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "quat", "axis"};
  Args given;
  if (!args_parse(&given, "mju_mulQuatAxis", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp res_rows = 4;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "4");
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &quat_rows, NULL, "4");
  npy_intp axis_rows = 3;
  mjtNum* axis = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &axis_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_mulQuatAxis(res, quat, axis);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_axisAngle2Quat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "axis", "angle"};
  Args given;
  if (!args_parse(&given, "mju_axisAngle2Quat", names, 3, 3, args, n_, kw)) return NULL;
  const mjtNum angle = (mjtNum)args_double(&given, 2);
  npy_intp res_rows = 4;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "4");
  npy_intp axis_rows = 3;
  mjtNum* axis = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &axis_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_axisAngle2Quat(res, axis, angle);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_quat2Vel(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "quat", "dt"};
  Args given;
  if (!args_parse(&given, "mju_quat2Vel", names, 3, 3, args, n_, kw)) return NULL;
  const mjtNum dt = (mjtNum)args_double(&given, 2);
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &quat_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_quat2Vel(res, quat, dt);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_subQuat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "qa", "qb"};
  Args given;
  if (!args_parse(&given, "mju_subQuat", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp qa_rows = 4;
  mjtNum* qa = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &qa_rows, NULL, "4");
  npy_intp qb_rows = 4;
  mjtNum* qb = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &qb_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_subQuat(res, qa, qb);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_quat2Mat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "quat"};
  Args given;
  if (!args_parse(&given, "mju_quat2Mat", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp res_rows = 9;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "9");
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &quat_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_quat2Mat(res, quat);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_mat2Quat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"quat", "mat"};
  Args given;
  if (!args_parse(&given, "mju_mat2Quat", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &quat_rows, NULL, "4");
  npy_intp mat_rows = 9;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &mat_rows, NULL, "9");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_mat2Quat(quat, mat);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_derivQuat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "quat", "vel"};
  Args given;
  if (!args_parse(&given, "mju_derivQuat", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp res_rows = 4;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "4");
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &quat_rows, NULL, "4");
  npy_intp vel_rows = 3;
  mjtNum* vel = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &vel_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_derivQuat(res, quat, vel);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_quatIntegrate(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"quat", "vel", "scale"};
  Args given;
  if (!args_parse(&given, "mju_quatIntegrate", names, 3, 3, args, n_, kw)) return NULL;
  const mjtNum scale = (mjtNum)args_double(&given, 2);
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &quat_rows, NULL, "4");
  npy_intp vel_rows = 3;
  mjtNum* vel = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vel_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_quatIntegrate(quat, vel, scale);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_quatZ2Vec(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"quat", "vec"};
  Args given;
  if (!args_parse(&given, "mju_quatZ2Vec", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &quat_rows, NULL, "4");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_quatZ2Vec(quat, vec);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_mat2Rot(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"quat", "mat"};
  Args given;
  if (!args_parse(&given, "mju_mat2Rot", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &quat_rows, NULL, "4");
  npy_intp mat_rows = 9;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &mat_rows, NULL, "9");
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mju_mat2Rot(quat, mat);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mju_euler2Quat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"quat", "euler", "seq"};
  Args given;
  if (!args_parse(&given, "mju_euler2Quat", names, 3, 3, args, n_, kw)) return NULL;
  const char* seq = args_text(&given, 2, false);
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &quat_rows, NULL, "4");
  npy_intp euler_rows = 3;
  mjtNum* euler = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &euler_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_euler2Quat(quat, euler, seq);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_mulPose(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"posres", "quatres", "pos1", "quat1", "pos2", "quat2"};
  Args given;
  if (!args_parse(&given, "mju_mulPose", names, 6, 6, args, n_, kw)) return NULL;
  npy_intp posres_rows = 3;
  mjtNum* posres = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &posres_rows, NULL, "3");
  npy_intp quatres_rows = 4;
  mjtNum* quatres = args_array(&given, 1, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &quatres_rows, NULL, "4");
  npy_intp pos1_rows = 3;
  mjtNum* pos1 = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &pos1_rows, NULL, "3");
  npy_intp quat1_rows = 4;
  mjtNum* quat1 = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &quat1_rows, NULL, "4");
  npy_intp pos2_rows = 3;
  mjtNum* pos2 = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &pos2_rows, NULL, "3");
  npy_intp quat2_rows = 4;
  mjtNum* quat2 = args_array(&given, 5, NPY_DOUBLE, ARG_LOOSE, &quat2_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_mulPose(posres, quatres, pos1, quat1, pos2, quat2);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_negPose(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"posres", "quatres", "pos", "quat"};
  Args given;
  if (!args_parse(&given, "mju_negPose", names, 4, 4, args, n_, kw)) return NULL;
  npy_intp posres_rows = 3;
  mjtNum* posres = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &posres_rows, NULL, "3");
  npy_intp quatres_rows = 4;
  mjtNum* quatres = args_array(&given, 1, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &quatres_rows, NULL, "4");
  npy_intp pos_rows = 3;
  mjtNum* pos = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &pos_rows, NULL, "3");
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &quat_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_negPose(posres, quatres, pos, quat);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_trnVecPose(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "pos", "quat", "vec"};
  Args given;
  if (!args_parse(&given, "mju_trnVecPose", names, 4, 4, args, n_, kw)) return NULL;
  npy_intp res_rows = 3;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "3");
  npy_intp pos_rows = 3;
  mjtNum* pos = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &pos_rows, NULL, "3");
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &quat_rows, NULL, "4");
  npy_intp vec_rows = 3;
  mjtNum* vec = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_trnVecPose(res, pos, quat, vec);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_cholFactor(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"mat", "mindiag"};
  Args given;
  if (!args_parse(&given, "mju_cholFactor", names, 2, 2, args, n_, kw)) return NULL;
  const mjtNum mindiag = (mjtNum)args_double(&given, 1);
  npy_intp n = -1;
  mjtNum* mat = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, &n, "n, n");
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mju_cholFactor(mat, (int)n, mindiag);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mju_cholSolve(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "vec"};
  Args given;
  if (!args_parse(&given, "mju_cholSolve", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, 0, &n, &n, "n, n");
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  mjtNum* vec = args_array(&given, 2, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_cholSolve(res, mat, vec, (int)n);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_cholUpdate(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"mat", "x", "flg_plus"};
  Args given;
  if (!args_parse(&given, "mju_cholUpdate", names, 3, 3, args, n_, kw)) return NULL;
  const int flg_plus = (int)args_int(&given, 2);
  npy_intp n = -1;
  mjtNum* mat = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, &n, "n, n");
  mjtNum* x = args_array(&given, 1, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mju_cholUpdate(mat, x, (int)n, flg_plus);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mju_cholFactorBand(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"mat", "ntotal", "nband", "ndense", "diagadd", "diagmul"};
  Args given;
  if (!args_parse(&given, "mju_cholFactorBand", names, 6, 6, args, n_, kw)) return NULL;
  const int ntotal = (int)args_int(&given, 1);
  const int nband = (int)args_int(&given, 2);
  const int ndense = (int)args_int(&given, 3);
  const mjtNum diagadd = (mjtNum)args_double(&given, 4);
  const mjtNum diagmul = (mjtNum)args_double(&given, 5);
  if (!(0 <= ndense && ndense <= ntotal && 1 <= nband && nband <= ntotal)) args_fail(&given, PyExc_ValueError, "sizes of the band do not fit");
  npy_intp mat_rows = ((npy_intp)ntotal-(npy_intp)ndense)*(npy_intp)nband+(npy_intp)ndense*(npy_intp)ntotal;
  mjtNum* mat = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &mat_rows, NULL, "(ntotal-ndense)*nband+ndense*ntotal");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_cholFactorBand(mat, ntotal, nband, ndense, diagadd, diagmul);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_cholSolveBand(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "vec", "ntotal", "nband", "ndense"};
  Args given;
  if (!args_parse(&given, "mju_cholSolveBand", names, 6, 6, args, n_, kw)) return NULL;
  const int ntotal = (int)args_int(&given, 3);
  const int nband = (int)args_int(&given, 4);
  const int ndense = (int)args_int(&given, 5);
  if (!(0 <= ndense && ndense <= ntotal && 1 <= nband && nband <= ntotal)) args_fail(&given, PyExc_ValueError, "sizes of the band do not fit");
  npy_intp res_rows = (npy_intp)ntotal;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &res_rows, NULL, "ntotal");
  npy_intp vec_rows = (npy_intp)ntotal;
  mjtNum* vec = args_array(&given, 2, NPY_DOUBLE, 0, &vec_rows, NULL, "ntotal");
  npy_intp mat_rows = ((npy_intp)ntotal-(npy_intp)ndense)*(npy_intp)nband+(npy_intp)ndense*(npy_intp)ntotal;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &mat_rows, NULL, "(ntotal-ndense)*nband+ndense*ntotal");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_cholSolveBand(res, mat, vec, ntotal, nband, ndense);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_band2Dense(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "ntotal", "nband", "ndense", "flg_sym"};
  Args given;
  if (!args_parse(&given, "mju_band2Dense", names, 6, 6, args, n_, kw)) return NULL;
  const int ntotal = (int)args_int(&given, 2);
  const int nband = (int)args_int(&given, 3);
  const int ndense = (int)args_int(&given, 4);
  const mjtBool flg_sym = (mjtBool)args_bool(&given, 5);
  if (!(0 <= ndense && ndense <= ntotal && 1 <= nband && nband <= ntotal)) args_fail(&given, PyExc_ValueError, "sizes of the band do not fit");
  npy_intp res_rows = (npy_intp)ntotal;
  npy_intp res_cols = (npy_intp)ntotal;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &res_rows, &res_cols, "ntotal, ntotal");
  npy_intp mat_rows = ((npy_intp)ntotal-(npy_intp)ndense)*(npy_intp)nband+(npy_intp)ndense*(npy_intp)ntotal;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &mat_rows, NULL, "(ntotal-ndense)*nband+ndense*ntotal");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_band2Dense(res, mat, ntotal, nband, ndense, flg_sym);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_dense2Band(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "ntotal", "nband", "ndense"};
  Args given;
  if (!args_parse(&given, "mju_dense2Band", names, 5, 5, args, n_, kw)) return NULL;
  const int ntotal = (int)args_int(&given, 2);
  const int nband = (int)args_int(&given, 3);
  const int ndense = (int)args_int(&given, 4);
  if (!(0 <= ndense && ndense <= ntotal && 1 <= nband && nband <= ntotal)) args_fail(&given, PyExc_ValueError, "sizes of the band do not fit");
  npy_intp mat_rows = (npy_intp)ntotal;
  npy_intp mat_cols = (npy_intp)ntotal;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, 0, &mat_rows, &mat_cols, "ntotal, ntotal");
  npy_intp res_rows = ((npy_intp)ntotal-(npy_intp)ndense)*(npy_intp)nband+(npy_intp)ndense*(npy_intp)ntotal;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "(ntotal-ndense)*nband+ndense*ntotal");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_dense2Band(res, mat, ntotal, nband, ndense);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_bandMulMatVec(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "mat", "vec", "ntotal", "nband", "ndense", "nvec", "flg_sym"};
  Args given;
  if (!args_parse(&given, "mju_bandMulMatVec", names, 8, 8, args, n_, kw)) return NULL;
  const int ntotal = (int)args_int(&given, 3);
  const int nband = (int)args_int(&given, 4);
  const int ndense = (int)args_int(&given, 5);
  const int nvec = (int)args_int(&given, 6);
  const mjtBool flg_sym = (mjtBool)args_bool(&given, 7);
  if (!(0 <= ndense && ndense <= ntotal && 1 <= nband && nband <= ntotal)) args_fail(&given, PyExc_ValueError, "sizes of the band do not fit");
  npy_intp res_rows = (npy_intp)ntotal*(npy_intp)nvec;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &res_rows, NULL, "ntotal*nvec");
  npy_intp mat_rows = ((npy_intp)ntotal-(npy_intp)ndense)*(npy_intp)nband+(npy_intp)ndense*(npy_intp)ntotal;
  mjtNum* mat = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &mat_rows, NULL, "(ntotal-ndense)*nband+ndense*ntotal");
  npy_intp vec_rows = (npy_intp)ntotal*(npy_intp)nvec;
  mjtNum* vec = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &vec_rows, NULL, "ntotal*nvec");
  if (!args_done(&given)) return args_end(&given, NULL);
  if (nvec < 0) args_fail(&given, PyExc_ValueError, "nvec should not be negative");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_bandMulMatVec(res, mat, vec, ntotal, nband, ndense, nvec, flg_sym);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_bandDiag(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"i", "ntotal", "nband", "ndense"};
  Args given;
  if (!args_parse(&given, "mju_bandDiag", names, 4, 4, args, n_, kw)) return NULL;
  const int i = (int)args_int(&given, 0);
  const int ntotal = (int)args_int(&given, 1);
  const int nband = (int)args_int(&given, 2);
  const int ndense = (int)args_int(&given, 3);
  if (!(0 <= ndense && ndense <= ntotal && 1 <= nband && nband <= ntotal && 0 <= i && i < ntotal)) args_fail(&given, PyExc_ValueError, "i or sizes of the band do not fit");
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mju_bandDiag(i, ntotal, nband, ndense);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mju_eig3(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"eigval", "eigvec", "quat", "mat"};
  Args given;
  if (!args_parse(&given, "mju_eig3", names, 4, 4, args, n_, kw)) return NULL;
  npy_intp eigval_rows = 3;
  mjtNum* eigval = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &eigval_rows, NULL, "3");
  npy_intp eigvec_rows = 9;
  mjtNum* eigvec = args_array(&given, 1, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &eigvec_rows, NULL, "9");
  npy_intp quat_rows = 4;
  mjtNum* quat = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &quat_rows, NULL, "4");
  npy_intp mat_rows = 9;
  mjtNum* mat = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &mat_rows, NULL, "9");
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mju_eig3(eigval, eigvec, quat, mat);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mju_boxQP(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "R", "index", "H", "g", "lower", "upper"};
  Args given;
  if (!args_parse(&given, "mju_boxQP", names, 7, 7, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* H = args_array(&given, 3, NPY_DOUBLE, 0, &n, &n, "n, n");
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  int* index = args_array(&given, 2, NPY_INT, ARG_OUT | ARG_OPTIONAL, &n, NULL, "n");
  mjtNum* g = args_array(&given, 4, NPY_DOUBLE, 0, &n, NULL, "n");
  mjtNum* lower = args_array(&given, 5, NPY_DOUBLE, ARG_OPTIONAL, &n, NULL, "n");
  mjtNum* upper = args_array(&given, 6, NPY_DOUBLE, ARG_OPTIONAL, &n, NULL, "n");
  npy_intp R_cols = (npy_intp)n+7;
  mjtNum* R = args_array(&given, 1, NPY_DOUBLE, ARG_OUT, &n, &R_cols, "n, n+7");
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = mju_boxQP(res, R, index, H, g, (int)n, lower, upper);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mju_muscleGain(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"len", "vel", "lengthrange", "acc0", "prm"};
  Args given;
  if (!args_parse(&given, "mju_muscleGain", names, 5, 5, args, n_, kw)) return NULL;
  const mjtNum len = (mjtNum)args_double(&given, 0);
  const mjtNum vel = (mjtNum)args_double(&given, 1);
  const mjtNum acc0 = (mjtNum)args_double(&given, 3);
  npy_intp lengthrange_rows = 2;
  mjtNum* lengthrange = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &lengthrange_rows, NULL, "2");
  npy_intp prm_rows = 9;
  mjtNum* prm = args_array(&given, 4, NPY_DOUBLE, ARG_LOOSE, &prm_rows, NULL, "9");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_muscleGain(len, vel, lengthrange, acc0, prm);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_muscleBias(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"len", "lengthrange", "acc0", "prm"};
  Args given;
  if (!args_parse(&given, "mju_muscleBias", names, 4, 4, args, n_, kw)) return NULL;
  const mjtNum len = (mjtNum)args_double(&given, 0);
  const mjtNum acc0 = (mjtNum)args_double(&given, 2);
  npy_intp lengthrange_rows = 2;
  mjtNum* lengthrange = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &lengthrange_rows, NULL, "2");
  npy_intp prm_rows = 9;
  mjtNum* prm = args_array(&given, 3, NPY_DOUBLE, ARG_LOOSE, &prm_rows, NULL, "9");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_muscleBias(len, lengthrange, acc0, prm);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_muscleDynamics(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"ctrl", "act", "prm"};
  Args given;
  if (!args_parse(&given, "mju_muscleDynamics", names, 3, 3, args, n_, kw)) return NULL;
  const mjtNum ctrl = (mjtNum)args_double(&given, 0);
  const mjtNum act = (mjtNum)args_double(&given, 1);
  npy_intp prm_rows = 3;
  mjtNum* prm = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &prm_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_muscleDynamics(ctrl, act, prm);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_encodePyramid(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"pyramid", "force", "mu"};
  Args given;
  if (!args_parse(&given, "mju_encodePyramid", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp dim = -1;
  mjtNum* force = args_array(&given, 1, NPY_DOUBLE, 0, &dim, NULL, "dim");
  npy_intp pyramid_rows = (npy_intp)dim == 1 ? 1 : 2*((npy_intp)dim - 1);
  mjtNum* pyramid = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &pyramid_rows, NULL, "npyramid");
  npy_intp mu_rows = (npy_intp)dim-1;
  mjtNum* mu = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &mu_rows, NULL, "dim-1");
  if (!args_done(&given)) return args_end(&given, NULL);
  if (dim < 1 || dim > 6) args_fail(&given, PyExc_ValueError, "dim should be from 1 to 6");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_encodePyramid(pyramid, force, mu, (int)dim);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_decodePyramid(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"force", "pyramid", "mu"};
  Args given;
  if (!args_parse(&given, "mju_decodePyramid", names, 3, 3, args, n_, kw)) return NULL;
  npy_intp dim = -1;
  mjtNum* force = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &dim, NULL, "dim");
  npy_intp pyramid_rows = (npy_intp)dim == 1 ? 1 : 2*((npy_intp)dim - 1);
  mjtNum* pyramid = args_array(&given, 1, NPY_DOUBLE, 0, &pyramid_rows, NULL, "npyramid");
  npy_intp mu_rows = (npy_intp)dim-1;
  mjtNum* mu = args_array(&given, 2, NPY_DOUBLE, ARG_LOOSE, &mu_rows, NULL, "dim-1");
  if (!args_done(&given)) return args_end(&given, NULL);
  if (dim < 1 || dim > 6) args_fail(&given, PyExc_ValueError, "dim should be from 1 to 6");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_decodePyramid(force, pyramid, mu, (int)dim);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_springDamper(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"pos0", "vel0", "Kp", "Kv", "dt"};
  Args given;
  if (!args_parse(&given, "mju_springDamper", names, 5, 5, args, n_, kw)) return NULL;
  const mjtNum pos0 = (mjtNum)args_double(&given, 0);
  const mjtNum vel0 = (mjtNum)args_double(&given, 1);
  const mjtNum Kp = (mjtNum)args_double(&given, 2);
  const mjtNum Kv = (mjtNum)args_double(&given, 3);
  const mjtNum dt = (mjtNum)args_double(&given, 4);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_springDamper(pos0, vel0, Kp, Kv, dt);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_min(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"a", "b"};
  Args given;
  if (!args_parse(&given, "mju_min", names, 2, 2, args, n_, kw)) return NULL;
  const mjtNum a = (mjtNum)args_double(&given, 0);
  const mjtNum b = (mjtNum)args_double(&given, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_min(a, b);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_max(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"a", "b"};
  Args given;
  if (!args_parse(&given, "mju_max", names, 2, 2, args, n_, kw)) return NULL;
  const mjtNum a = (mjtNum)args_double(&given, 0);
  const mjtNum b = (mjtNum)args_double(&given, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_max(a, b);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_clip(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x", "min", "max"};
  Args given;
  if (!args_parse(&given, "mju_clip", names, 3, 3, args, n_, kw)) return NULL;
  const mjtNum x = (mjtNum)args_double(&given, 0);
  const mjtNum min = (mjtNum)args_double(&given, 1);
  const mjtNum max = (mjtNum)args_double(&given, 2);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_clip(x, min, max);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_sign(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "mju_sign", names, 1, 1, args, n_, kw)) return NULL;
  const mjtNum x = (mjtNum)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_sign(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_round(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "mju_round", names, 1, 1, args, n_, kw)) return NULL;
  const mjtNum x = (mjtNum)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mju_round(x);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mju_type2Str(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"type"};
  Args given;
  if (!args_parse(&given, "mju_type2Str", names, 1, 1, args, n_, kw)) return NULL;
  const int type = (int)args_int(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  const char* result;
  call_begin();
  result = mju_type2Str(type);
  return args_end(&given, call_end() ? text_or_none(result) : NULL);
}

static PyObject* py_mju_str2Type(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"str"};
  Args given;
  if (!args_parse(&given, "mju_str2Type", names, 1, 1, args, n_, kw)) return NULL;
  const char* str = args_text(&given, 0, false);
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mju_str2Type(str);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mju_writeNumBytes(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"nbytes"};
  Args given;
  if (!args_parse(&given, "mju_writeNumBytes", names, 1, 1, args, n_, kw)) return NULL;
  const size_t nbytes = (size_t)args_size(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  const char* result;
  call_begin();
  result = mju_writeNumBytes(nbytes);
  return args_end(&given, call_end() ? text_or_none(result) : NULL);
}

static PyObject* py_mju_warningText(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"warning", "info"};
  Args given;
  if (!args_parse(&given, "mju_warningText", names, 2, 2, args, n_, kw)) return NULL;
  const int warning = (int)args_int(&given, 0);
  const size_t info = (size_t)args_size(&given, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  const char* result;
  call_begin();
  result = mju_warningText(warning, info);
  return args_end(&given, call_end() ? text_or_none(result) : NULL);
}

static PyObject* py_mju_isBad(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "mju_isBad", names, 1, 1, args, n_, kw)) return NULL;
  const mjtNum x = (mjtNum)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mju_isBad(x);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mju_isZero(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"vec"};
  Args given;
  if (!args_parse(&given, "mju_isZero", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* vec = args_array(&given, 0, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = mju_isZero(vec, (int)n);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_mju_standardNormal(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"num2"};
  Args given;
  if (!args_parse(&given, "mju_standardNormal", names, 1, 0, args, n_, kw)) return NULL;
  npy_intp num2_rows = 1;
  mjtNum* num2 = args_array(&given, 0, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &num2_rows, NULL, "1");
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_standardNormal(num2);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_f2n(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec"};
  Args given;
  if (!args_parse(&given, "mju_f2n", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  float* vec = args_array(&given, 1, NPY_FLOAT, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_f2n(res, vec, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_n2f(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec"};
  Args given;
  if (!args_parse(&given, "mju_n2f", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp n = -1;
  float* res = args_array(&given, 0, NPY_FLOAT, ARG_OUT, &n, NULL, "n");
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_n2f(res, vec, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_d2n(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec"};
  Args given;
  if (!args_parse(&given, "mju_d2n", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  double* vec = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_d2n(res, vec, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_n2d(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"res", "vec"};
  Args given;
  if (!args_parse(&given, "mju_n2d", names, 2, 2, args, n_, kw)) return NULL;
  npy_intp n = -1;
  double* res = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  mjtNum* vec = args_array(&given, 1, NPY_DOUBLE, 0, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_n2d(res, vec, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_insertionSort(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"list"};
  Args given;
  if (!args_parse(&given, "mju_insertionSort", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp n = -1;
  mjtNum* list = args_array(&given, 0, NPY_DOUBLE, ARG_OUT, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_insertionSort(list, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_insertionSortInt(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"list"};
  Args given;
  if (!args_parse(&given, "mju_insertionSortInt", names, 1, 1, args, n_, kw)) return NULL;
  npy_intp n = -1;
  int* list = args_array(&given, 0, NPY_INT, ARG_OUT, &n, NULL, "n");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mju_insertionSortInt(list, (int)n);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_Halton(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"index", "base"};
  Args given;
  if (!args_parse(&given, "mju_Halton", names, 2, 2, args, n_, kw)) return NULL;
  const int index = (int)args_int(&given, 0);
  const int base = (int)args_int(&given, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_Halton(index, base);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mju_sigmoid(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "mju_sigmoid", names, 1, 1, args, n_, kw)) return NULL;
  const mjtNum x = (mjtNum)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  mjtNum result;
  call_begin();
  result = mju_sigmoid(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_mjd_transitionFD(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "eps", "flg_centered", "A", "B", "C", "D"};
  Args given;
  if (!args_parse(&given, "mjd_transitionFD", names, 8, 8, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const mjtNum eps = (mjtNum)args_double(&given, 2);
  const mjtBool flg_centered = (mjtBool)args_bool(&given, 3);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nsensordata = (npy_intp)m->nsensordata;
  npy_intp nu = (npy_intp)m->nu;
  npy_intp ndx = 2*m->nv + m->na;
  mjtNum* A = args_array(&given, 4, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &ndx, &ndx, "ndx, ndx");
  mjtNum* B = args_array(&given, 5, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &ndx, &nu, "ndx, nu");
  mjtNum* C = args_array(&given, 6, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nsensordata, &ndx, "nsensordata, ndx");
  mjtNum* D = args_array(&given, 7, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nsensordata, &nu, "nsensordata, nu");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjd_transitionFD(m, d, eps, flg_centered, A, B, C, D);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjd_inverseFD(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "eps", "flg_actuation", "DfDq", "DfDv", "DfDa", "DsDq", "DsDv", "DsDa", "DmDq"};
  Args given;
  if (!args_parse(&given, "mjd_inverseFD", names, 11, 11, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const mjtNum eps = (mjtNum)args_double(&given, 2);
  const mjtBool flg_actuation = (mjtBool)args_bool(&given, 3);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nC = (npy_intp)m->nC;
  npy_intp nsensordata = (npy_intp)m->nsensordata;
  npy_intp nv = (npy_intp)m->nv;
  mjtNum* DfDq = args_array(&given, 4, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nv, "nv, nv");
  mjtNum* DfDv = args_array(&given, 5, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nv, "nv, nv");
  mjtNum* DfDa = args_array(&given, 6, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nv, "nv, nv");
  mjtNum* DsDq = args_array(&given, 7, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nsensordata, "nv, nsensordata");
  mjtNum* DsDv = args_array(&given, 8, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nsensordata, "nv, nsensordata");
  mjtNum* DsDa = args_array(&given, 9, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nsensordata, "nv, nsensordata");
  mjtNum* DmDq = args_array(&given, 10, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nC, "nv, nC");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mjd_inverseFD(m, d, eps, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjd_subQuat(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"qa", "qb", "Da", "Db"};
  Args given;
  if (!args_parse(&given, "mjd_subQuat", names, 4, 4, args, n_, kw)) return NULL;
  npy_intp Da_rows = 9;
  mjtNum* Da = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &Da_rows, NULL, "9");
  npy_intp Db_rows = 9;
  mjtNum* Db = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &Db_rows, NULL, "9");
  npy_intp qa_rows = 4;
  mjtNum* qa = args_array(&given, 0, NPY_DOUBLE, ARG_LOOSE, &qa_rows, NULL, "4");
  npy_intp qb_rows = 4;
  mjtNum* qb = args_array(&given, 1, NPY_DOUBLE, ARG_LOOSE, &qb_rows, NULL, "4");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjd_subQuat(qa, qb, Da, Db);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mjd_quatIntegrate(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"vel", "scale", "Dquat", "Dvel", "Dscale"};
  Args given;
  if (!args_parse(&given, "mjd_quatIntegrate", names, 5, 5, args, n_, kw)) return NULL;
  const mjtNum scale = (mjtNum)args_double(&given, 1);
  npy_intp Dquat_rows = 9;
  mjtNum* Dquat = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &Dquat_rows, NULL, "9");
  npy_intp Dvel_rows = 9;
  mjtNum* Dvel = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &Dvel_rows, NULL, "9");
  npy_intp Dscale_rows = 3;
  mjtNum* Dscale = args_array(&given, 4, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL | ARG_LOOSE, &Dscale_rows, NULL, "3");
  npy_intp vel_rows = 3;
  mjtNum* vel = args_array(&given, 0, NPY_DOUBLE, ARG_LOOSE, &vel_rows, NULL, "3");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  mjd_quatIntegrate(vel, scale, Dquat, Dvel, Dscale);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_mju_threadpool(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"d", "nthread"};
  Args given;
  if (!args_parse(&given, "mju_threadpool", names, 2, 2, args, n_, kw)) return NULL;
  mjData* d = args_struct(&given, 0, KIND_DATA);
  const int nthread = (int)args_int(&given, 1);
  if (!(0 <= nthread && nthread <= 1024)) args_fail(&given, PyExc_ValueError, "nthread should be from 0 to 1024");
  if (!args_done(&given)) return args_end(&given, NULL);
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  mju_threadpool(d, nthread);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_sn_version(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {NULL};
  Args given;
  if (!args_parse(&given, "sn_version", names, 0, 0, args, n_, kw)) return NULL;
  if (!args_done(&given)) return args_end(&given, NULL);
  const char* result;
  call_begin();
  result = sn_version();
  return args_end(&given, call_end() ? text_or_none(result) : NULL);
}

static PyObject* py_sn_sin(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_sin", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_sin(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_cos(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_cos", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_cos(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_tan(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_tan", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_tan(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_sincos(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x", "sine", "cosine"};
  Args given;
  if (!args_parse(&given, "sn_sincos", names, 3, 3, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  npy_intp sine_rows = 1;
  double* sine = args_array(&given, 1, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &sine_rows, NULL, "1");
  npy_intp cosine_rows = 1;
  double* cosine = args_array(&given, 2, NPY_DOUBLE, ARG_OUT | ARG_LOOSE, &cosine_rows, NULL, "1");
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  sn_sincos(x, sine, cosine);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

static PyObject* py_sn_asin(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_asin", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_asin(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_acos(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_acos", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_acos(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_atan(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_atan", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_atan(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_atan2(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"y", "x"};
  Args given;
  if (!args_parse(&given, "sn_atan2", names, 2, 2, args, n_, kw)) return NULL;
  const double y = (double)args_double(&given, 0);
  const double x = (double)args_double(&given, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_atan2(y, x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_exp(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_exp", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_exp(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_log(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_log", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_log(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_log10(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_log10", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_log10(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_pow(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x", "y"};
  Args given;
  if (!args_parse(&given, "sn_pow", names, 2, 2, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  const double y = (double)args_double(&given, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_pow(x, y);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_tanh(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_tanh", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_tanh(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_transition(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "mode", "A", "B", "C", "D"};
  Args given;
  if (!args_parse(&given, "sn_transition", names, 7, 7, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int mode = (int)args_int(&given, 2);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nsensordata = (npy_intp)m->nsensordata;
  npy_intp nu = (npy_intp)m->nu;
  npy_intp ndx = 2*m->nv + m->na;
  mjtNum* A = args_array(&given, 3, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &ndx, &ndx, "ndx, ndx");
  mjtNum* B = args_array(&given, 4, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &ndx, &nu, "ndx, nu");
  mjtNum* C = args_array(&given, 5, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nsensordata, &ndx, "nsensordata, ndx");
  mjtNum* D = args_array(&given, 6, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nsensordata, &nu, "nsensordata, nu");
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = sn_transition(m, d, mode, A, B, C, D);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_sn_inverseDerivatives(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m", "d", "mode", "flg_actuation", "DfDq", "DfDv", "DfDa", "DsDq", "DsDv", "DsDa", "DmDq"};
  Args given;
  if (!args_parse(&given, "sn_inverseDerivatives", names, 11, 11, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  mjData* d = args_struct(&given, 1, KIND_DATA);
  const int mode = (int)args_int(&given, 2);
  const mjtBool flg_actuation = (mjtBool)args_bool(&given, 3);
  args_pair(&given, 0, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  npy_intp nC = (npy_intp)m->nC;
  npy_intp nsensordata = (npy_intp)m->nsensordata;
  npy_intp nv = (npy_intp)m->nv;
  mjtNum* DfDq = args_array(&given, 4, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nv, "nv, nv");
  mjtNum* DfDv = args_array(&given, 5, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nv, "nv, nv");
  mjtNum* DfDa = args_array(&given, 6, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nv, "nv, nv");
  mjtNum* DsDq = args_array(&given, 7, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nsensordata, "nv, nsensordata");
  mjtNum* DsDv = args_array(&given, 8, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nsensordata, "nv, nsensordata");
  mjtNum* DsDa = args_array(&given, 9, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nsensordata, "nv, nsensordata");
  mjtNum* DmDq = args_array(&given, 10, NPY_DOUBLE, ARG_OUT | ARG_OPTIONAL, &nv, &nC, "nv, nC");
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  Py_BEGIN_ALLOW_THREADS
  call_begin();
  result = sn_inverseDerivatives(m, d, mode, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq);
  Py_END_ALLOW_THREADS
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_sn_floor(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_floor", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_floor(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_ceil(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x"};
  Args given;
  if (!args_parse(&given, "sn_ceil", names, 1, 1, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_ceil(x);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_fmod(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"x", "y"};
  Args given;
  if (!args_parse(&given, "sn_fmod", names, 2, 2, args, n_, kw)) return NULL;
  const double x = (double)args_double(&given, 0);
  const double y = (double)args_double(&given, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  double result;
  call_begin();
  result = sn_fmod(x, y);
  return args_end(&given, call_end() ? PyFloat_FromDouble(result) : NULL);
}

static PyObject* py_sn_sceneRoom(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"m"};
  Args given;
  if (!args_parse(&given, "sn_sceneRoom", names, 1, 1, args, n_, kw)) return NULL;
  mjModel* m = args_struct(&given, 0, KIND_MODEL);
  if (!args_done(&given)) return args_end(&given, NULL);
  int result;
  call_begin();
  result = sn_sceneRoom(m);
  return args_end(&given, call_end() ? PyLong_FromLong(result) : NULL);
}

static PyObject* py_sn_setDrawThreads(PyObject* self, PyObject* const* args, Py_ssize_t n_,
    PyObject* kw) {
  (void)self;
  static const char* const names[] = {"con", "nthread"};
  Args given;
  if (!args_parse(&given, "sn_setDrawThreads", names, 2, 2, args, n_, kw)) return NULL;
  mjrContext* con = args_struct(&given, 0, KIND_CONTEXT);
  const int nthread = (int)args_int(&given, 1);
  if (!args_done(&given)) return args_end(&given, NULL);
  call_begin();
  sn_setDrawThreads(con, nthread);
  return args_end(&given, call_end() ? Py_NewRef(Py_None) : NULL);
}

PyMethodDef generated_methods[] = {
    {"mj_freeLastXML", AS_METHOD(py_mj_freeLastXML), METH_FASTCALL | METH_KEYWORDS, "mj_freeLastXML()\n--\n\nforget that XML"},
    {"mj_step1", AS_METHOD(py_mj_step1), METH_FASTCALL | METH_KEYWORDS, "mj_step1(m, d)\n--\n\nthe same in two parts, so that controls can depend on positions and velocities; RK4 becomes Euler"},
    {"mj_step2", AS_METHOD(py_mj_step2), METH_FASTCALL | METH_KEYWORDS, "mj_step2(m, d)\n--\n\npart of a step after the controls are set"},
    {"mj_forward", AS_METHOD(py_mj_forward), METH_FASTCALL | METH_KEYWORDS, "mj_forward(m, d)\n--\n\nstate, controls, forces -> everything up to qacc and sensordata"},
    {"mj_inverse", AS_METHOD(py_mj_inverse), METH_FASTCALL | METH_KEYWORDS, "mj_inverse(m, d)\n--\n\nstate, qacc -> qfrc_inverse: the forces that make this acceleration"},
    {"mj_forwardSkip", AS_METHOD(py_mj_forwardSkip), METH_FASTCALL | METH_KEYWORDS, "mj_forwardSkip(m, d, skipstage, skipsensor)\n--\n\nskipstage (mjtStage): stages up to it are current already; skipsensor: sensors and energy stay"},
    {"mj_inverseSkip", AS_METHOD(py_mj_inverseSkip), METH_FASTCALL | METH_KEYWORDS, "mj_inverseSkip(m, d, skipstage, skipsensor)\n--\n\nas mj_inverse; stages up to skipstage (mjtStage) are current already, skipsensor: sensors and energy stay"},
    {"mj_defaultLROpt", AS_METHOD(py_mj_defaultLROpt), METH_FASTCALL | METH_KEYWORDS, "mj_defaultLROpt(opt)\n--\n\ndefaults"},
    {"mj_defaultSolRefImp", AS_METHOD(py_mj_defaultSolRefImp), METH_FASTCALL | METH_KEYWORDS, "mj_defaultSolRefImp(solref, solimp)\n--\n\nsolref (mjNREF) and solimp (mjNIMP); either may be NULL"},
    {"mj_defaultOption", AS_METHOD(py_mj_defaultOption), METH_FASTCALL | METH_KEYWORDS, "mj_defaultOption(opt)\n--\n\ndefaults"},
    {"mj_defaultVisual", AS_METHOD(py_mj_defaultVisual), METH_FASTCALL | METH_KEYWORDS, "mj_defaultVisual(vis)\n--\n\ndefaults"},
    {"mj_sizeModel", AS_METHOD(py_mj_sizeModel), METH_FASTCALL | METH_KEYWORDS, "mj_sizeModel(m)\n--\n\nbytes of the model in a file"},
    {"mj_resetCtrl", AS_METHOD(py_mj_resetCtrl), METH_FASTCALL | METH_KEYWORDS, "mj_resetCtrl(m, d)\n--\n\nneutral controls: 0, or the identity for quaternion inputs -> ctrl"},
    {"mj_resetData", AS_METHOD(py_mj_resetData), METH_FASTCALL | METH_KEYWORDS, "mj_resetData(m, d)\n--\n\neverything to its start: qpos0, zero velocity and time, no warnings, no contacts"},
    {"mj_resetDataDebug", AS_METHOD(py_mj_resetDataDebug), METH_FASTCALL | METH_KEYWORDS, "mj_resetDataDebug(m, d, debug_value)\n--\n\nthe same, but every field of reals that is an output of the pipeline has all bytes set to debug_value; indices and counts are zero"},
    {"mj_resetDataKeyframe", AS_METHOD(py_mj_resetDataKeyframe), METH_FASTCALL | METH_KEYWORDS, "mj_resetDataKeyframe(m, d, key)\n--\n\nreset, then time, qpos, qvel, act, mocap and ctrl from keyframe `key`; ignored if out of range"},
    {"mj_setConst", AS_METHOD(py_mj_setConst), METH_FASTCALL | METH_KEYWORDS, "mj_setConst(m, d)\n--\n\nconstants of the model at qpos0 and qpos_spring, after its numbers were changed; qpos of d is overwritten. Length ranges of actuators are not computed here."},
    {"mj_printFormattedModel", AS_METHOD(py_mj_printFormattedModel), METH_FASTCALL | METH_KEYWORDS, "mj_printFormattedModel(m, filename, float_format)\n--\n\nfloat_format: a printf format for one number such as \"%12.5g\" (the default is \"% -9.2g\")"},
    {"mj_printModel", AS_METHOD(py_mj_printModel), METH_FASTCALL | METH_KEYWORDS, "mj_printModel(m, filename)\n--\n\nprinting: to a file, or to stdout if filename is NULL or empty"},
    {"mj_printFormattedData", AS_METHOD(py_mj_printFormattedData), METH_FASTCALL | METH_KEYWORDS, "mj_printFormattedData(m, d, filename, float_format)\n--\n\nprinting: to a file, or to stdout if filename is NULL or empty"},
    {"mj_printData", AS_METHOD(py_mj_printData), METH_FASTCALL | METH_KEYWORDS, "mj_printData(m, d, filename)\n--\n\nprinting: to a file, or to stdout if filename is NULL or empty"},
    {"mju_printMat", AS_METHOD(py_mju_printMat), METH_FASTCALL | METH_KEYWORDS, "mju_printMat(mat)\n--\n\nmat (nr x nc) -> stdout"},
    {"mju_printMatSparse", AS_METHOD(py_mju_printMatSparse), METH_FASTCALL | METH_KEYWORDS, "mju_printMatSparse(mat, rownnz, rowadr, colind)\n--\n\nsparse mat -> stdout"},
    {"mj_fwdKinematics", AS_METHOD(py_mj_fwdKinematics), METH_FASTCALL | METH_KEYWORDS, "mj_fwdKinematics(m, d)\n--\n\nqpos, mocap -> poses of bodies, geoms, sites, cameras and lights, mass centres, tendons"},
    {"mj_fwdPosition", AS_METHOD(py_mj_fwdPosition), METH_FASTCALL | METH_KEYWORDS, "mj_fwdPosition(m, d)\n--\n\nqpos, mocap -> frames, tendons, M and its factor, contacts, constraint rows, islands, transmissions"},
    {"mj_fwdVelocity", AS_METHOD(py_mj_fwdVelocity), METH_FASTCALL | METH_KEYWORDS, "mj_fwdVelocity(m, d)\n--\n\nqvel -> velocities, passive forces, reference of the constraint rows, qfrc_bias"},
    {"mj_fwdActuation", AS_METHOD(py_mj_fwdActuation), METH_FASTCALL | METH_KEYWORDS, "mj_fwdActuation(m, d)\n--\n\nctrl, act, actuator_length, actuator_velocity -> act_dot, actuator_force, qfrc_actuator"},
    {"mj_fwdAcceleration", AS_METHOD(py_mj_fwdAcceleration), METH_FASTCALL | METH_KEYWORDS, "mj_fwdAcceleration(m, d)\n--\n\nforces -> qfrc_smooth, qacc_smooth"},
    {"mj_fwdConstraint", AS_METHOD(py_mj_fwdConstraint), METH_FASTCALL | METH_KEYWORDS, "mj_fwdConstraint(m, d)\n--\n\nqacc_smooth, rows -> qacc, efc_force, qfrc_constraint"},
    {"mj_Euler", AS_METHOD(py_mj_Euler), METH_FASTCALL | METH_KEYWORDS, "mj_Euler(m, d)\n--\n\nqacc, act_dot -> state one timestep on: semi-implicit Euler; the implicit integrator of the model; Runge-Kutta with N = 4 stages"},
    {"mj_RungeKutta", AS_METHOD(py_mj_RungeKutta), METH_FASTCALL | METH_KEYWORDS, "mj_RungeKutta(m, d, N)\n--\n\nN = 4 only, as in the reference"},
    {"mj_implicit", AS_METHOD(py_mj_implicit), METH_FASTCALL | METH_KEYWORDS, "mj_implicit(m, d)\n--\n\nimplicit step"},
    {"mj_invPosition", AS_METHOD(py_mj_invPosition), METH_FASTCALL | METH_KEYWORDS, "mj_invPosition(m, d)\n--\n\nposition and velocity stages of the inverse; qacc -> efc_force, qfrc_constraint"},
    {"mj_invVelocity", AS_METHOD(py_mj_invVelocity), METH_FASTCALL | METH_KEYWORDS, "mj_invVelocity(m, d)\n--\n\nvelocity stage of the inverse"},
    {"mj_invConstraint", AS_METHOD(py_mj_invConstraint), METH_FASTCALL | METH_KEYWORDS, "mj_invConstraint(m, d)\n--\n\nconstraint forces from qacc"},
    {"mj_compareFwdInv", AS_METHOD(py_mj_compareFwdInv), METH_FASTCALL | METH_KEYWORDS, "mj_compareFwdInv(m, d)\n--\n\ninverse dynamics after forward dynamics -> solver_fwdinv"},
    {"mj_sensorPos", AS_METHOD(py_mj_sensorPos), METH_FASTCALL | METH_KEYWORDS, "mj_sensorPos(m, d)\n--\n\nsensors of a stage -> sensordata"},
    {"mj_sensorVel", AS_METHOD(py_mj_sensorVel), METH_FASTCALL | METH_KEYWORDS, "mj_sensorVel(m, d)\n--\n\nsensors of the velocity stage"},
    {"mj_sensorAcc", AS_METHOD(py_mj_sensorAcc), METH_FASTCALL | METH_KEYWORDS, "mj_sensorAcc(m, d)\n--\n\nsensors of the acceleration stage"},
    {"mj_energyPos", AS_METHOD(py_mj_energyPos), METH_FASTCALL | METH_KEYWORDS, "mj_energyPos(m, d)\n--\n\nposes, ten_length -> energy[0]; qvel, M -> energy[1]"},
    {"mj_energyVel", AS_METHOD(py_mj_energyVel), METH_FASTCALL | METH_KEYWORDS, "mj_energyVel(m, d)\n--\n\nkinetic energy"},
    {"mj_checkPos", AS_METHOD(py_mj_checkPos), METH_FASTCALL | METH_KEYWORDS, "mj_checkPos(m, d)\n--\n\na number of qpos or qvel that is bad raises a warning and, unless disabled, resets the data"},
    {"mj_checkVel", AS_METHOD(py_mj_checkVel), METH_FASTCALL | METH_KEYWORDS, "mj_checkVel(m, d)\n--\n\nnumbers that diverged in qvel"},
    {"mj_checkAcc", AS_METHOD(py_mj_checkAcc), METH_FASTCALL | METH_KEYWORDS, "mj_checkAcc(m, d)\n--\n\nthe same for qacc; after a reset the forward pass is repeated"},
    {"mj_kinematics", AS_METHOD(py_mj_kinematics), METH_FASTCALL | METH_KEYWORDS, "mj_kinematics(m, d)\n--\n\nqpos, mocap -> poses of bodies, inertial frames, geoms, sites; xanchor, xaxis"},
    {"mj_comPos", AS_METHOD(py_mj_comPos), METH_FASTCALL | METH_KEYWORDS, "mj_comPos(m, d)\n--\n\nposes -> subtree_com, cinert, cdof"},
    {"mj_camlight", AS_METHOD(py_mj_camlight), METH_FASTCALL | METH_KEYWORDS, "mj_camlight(m, d)\n--\n\nposes, subtree_com -> poses of cameras and lights"},
    {"mj_flex", AS_METHOD(py_mj_flex), METH_FASTCALL | METH_KEYWORDS, "mj_flex(m, d)\n--\n\nposes -> vertices, boxes, edges and shapes of flexes; after mj_kinematics and mj_comPos"},
    {"mj_tendon", AS_METHOD(py_mj_tendon), METH_FASTCALL | METH_KEYWORDS, "mj_tendon(m, d)\n--\n\nqpos, poses -> tendon paths, ten_length, ten_J; after mj_kinematics and mj_comPos"},
    {"mj_transmission", AS_METHOD(py_mj_transmission), METH_FASTCALL | METH_KEYWORDS, "mj_transmission(m, d)\n--\n\nactuator_length, actuator_moment and its structure; after mj_tendon"},
    {"mj_crb", AS_METHOD(py_mj_crb), METH_FASTCALL | METH_KEYWORDS, "mj_crb(m, d)\n--\n\ncinert, cdof -> crb, M without the armature of tendons"},
    {"mj_makeM", AS_METHOD(py_mj_makeM), METH_FASTCALL | METH_KEYWORDS, "mj_makeM(m, d)\n--\n\ncinert, cdof, ten_J -> crb, M"},
    {"mj_factorM", AS_METHOD(py_mj_factorM), METH_FASTCALL | METH_KEYWORDS, "mj_factorM(m, d)\n--\n\nM -> qLD, qLDiagInv: M = L' D L"},
    {"mj_solveM", AS_METHOD(py_mj_solveM), METH_FASTCALL | METH_KEYWORDS, "mj_solveM(m, d, x, y)\n--\n\nx = M^-1 y for n vectors; x may be y"},
    {"mj_solveM2", AS_METHOD(py_mj_solveM2), METH_FASTCALL | METH_KEYWORDS, "mj_solveM2(m, d, x, y, sqrtInvD)\n--\n\nx = D^(-1/2) L^(-T) y for n vectors; sqrtInvD[nv] holds D^(-1/2)"},
    {"mj_comVel", AS_METHOD(py_mj_comVel), METH_FASTCALL | METH_KEYWORDS, "mj_comVel(m, d)\n--\n\nqvel, cdof -> cvel, cdof_dot"},
    {"mj_passive", AS_METHOD(py_mj_passive), METH_FASTCALL | METH_KEYWORDS, "mj_passive(m, d)\n--\n\nsprings, dampers, gravity compensation, fluid -> qfrc_spring, qfrc_damper, ..., qfrc_passive"},
    {"mj_subtreeVel", AS_METHOD(py_mj_subtreeVel), METH_FASTCALL | METH_KEYWORDS, "mj_subtreeVel(m, d)\n--\n\ncvel -> subtree_linvel, subtree_angmom"},
    {"mj_rne", AS_METHOD(py_mj_rne), METH_FASTCALL | METH_KEYWORDS, "mj_rne(m, d, flg_acc, result)\n--\n\nresult[nv] = forces of gravity and velocity, plus M qacc without armature if flg_acc"},
    {"mj_rnePostConstraint", AS_METHOD(py_mj_rnePostConstraint), METH_FASTCALL | METH_KEYWORDS, "mj_rnePostConstraint(m, d)\n--\n\nqacc, contact forces -> cacc, cfrc_int, cfrc_ext"},
    {"mj_maxContact", AS_METHOD(py_mj_maxContact), METH_FASTCALL | METH_KEYWORDS, "mj_maxContact(m, g1, g2, has_margin)\n--\n\nmost contacts that the narrow phase makes for two geoms; has_margin: 0 no margin, 1 a margin, -1 as the model says"},
    {"mj_collision", AS_METHOD(py_mj_collision), METH_FASTCALL | METH_KEYWORDS, "mj_collision(m, d)\n--\n\nposes of geoms -> contact, ncon"},
    {"mj_makeConstraint", AS_METHOD(py_mj_makeConstraint), METH_FASTCALL | METH_KEYWORDS, "mj_makeConstraint(m, d)\n--\n\ncontacts, poses, tendons, qpos -> constraint rows: efc_J, efc_pos, efc_D, ..."},
    {"mj_island", AS_METHOD(py_mj_island), METH_FASTCALL | METH_KEYWORDS, "mj_island(m, d)\n--\n\nrows -> islands: nisland, tree_island, dof_island, efc_island, maps"},
    {"mj_projectConstraint", AS_METHOD(py_mj_projectConstraint), METH_FASTCALL | METH_KEYWORDS, "mj_projectConstraint(m, d)\n--\n\nrows -> efc_Y, efc_AR, exact diagonal, as far as the options need them"},
    {"mj_referenceConstraint", AS_METHOD(py_mj_referenceConstraint), METH_FASTCALL | METH_KEYWORDS, "mj_referenceConstraint(m, d)\n--\n\nqvel, rows -> efc_vel, efc_aref"},
    {"mj_constraintUpdate", AS_METHOD(py_mj_constraintUpdate), METH_FASTCALL | METH_KEYWORDS, "mj_constraintUpdate(m, d, jar, cost, flg_coneHessian)\n--\n\njar = J a - aref -> efc_state, efc_force, qfrc_constraint; cost (may be NULL) without the Gauss term; contact.H of contacts in the middle of their cone if flg_coneHessian"},
    {"mj_stateSize", AS_METHOD(py_mj_stateSize), METH_FASTCALL | METH_KEYWORDS, "mj_stateSize(m, sig)\n--\n\nnumbers in the state vector; -1 and an error if sig is not a set of mjtState bits"},
    {"mj_getState", AS_METHOD(py_mj_getState), METH_FASTCALL | METH_KEYWORDS, "mj_getState(m, d, state, sig)\n--\n\nstate as one vector: the components of sig (bits of mjtState) in the order of their bits"},
    {"mj_extractState", AS_METHOD(py_mj_extractState), METH_FASTCALL | METH_KEYWORDS, "mj_extractState(m, src, srcsig, dst, dstsig)\n--\n\nthe components dstsig of a state vector with components srcsig, which must include them"},
    {"mj_setState", AS_METHOD(py_mj_setState), METH_FASTCALL | METH_KEYWORDS, "mj_setState(m, d, state, sig)\n--\n\nstate as one vector: the components of sig (bits of mjtState) in the order of their bits"},
    {"mj_copyState", AS_METHOD(py_mj_copyState), METH_FASTCALL | METH_KEYWORDS, "mj_copyState(m, src, dst, sig)\n--\n\nstate as one vector: the components of sig (bits of mjtState) in the order of their bits"},
    {"mj_readCtrl", AS_METHOD(py_mj_readCtrl), METH_FASTCALL | METH_KEYWORDS, "mj_readCtrl(m, d, id, time, interp)\n--\n\nfirst control of actuator `id` at time - delay. interp 0: hold, 1: linear, 2: cubic, -1: as the model says. Without a buffer: the current control."},
    {"mj_initCtrlHistory", AS_METHOD(py_mj_initCtrlHistory), METH_FASTCALL | METH_KEYWORDS, "mj_initCtrlHistory(m, d, id, times, values)\n--\n\nfills a buffer: times (strictly increasing) and values, oldest first; NULL keeps those that are there"},
    {"mj_initSensorHistory", AS_METHOD(py_mj_initSensorHistory), METH_FASTCALL | METH_KEYWORDS, "mj_initSensorHistory(m, d, id, times, values, phase)\n--\n\nthe same for a sensor; phase: time of the last sample of a sensor with a period"},
    {"mj_setKeyframe", AS_METHOD(py_mj_setKeyframe), METH_FASTCALL | METH_KEYWORDS, "mj_setKeyframe(m, d, k)\n--\n\ntime, qpos, qvel, act, mocap and ctrl -> keyframe k"},
    {"mj_addContact", AS_METHOD(py_mj_addContact), METH_FASTCALL | METH_KEYWORDS, "mj_addContact(m, d, con)\n--\n\nappends a contact and forgets the constraint rows; 1 if there is no room"},
    {"mj_isPyramidal", AS_METHOD(py_mj_isPyramidal), METH_FASTCALL | METH_KEYWORDS, "mj_isPyramidal(m)\n--\n\nwhich cone; is efc_J sparse; does the solver work on forces"},
    {"mj_isSparse", AS_METHOD(py_mj_isSparse), METH_FASTCALL | METH_KEYWORDS, "mj_isSparse(m)\n--\n\nis efc_J sparse"},
    {"mj_isDual", AS_METHOD(py_mj_isDual), METH_FASTCALL | METH_KEYWORDS, "mj_isDual(m)\n--\n\nis the solver dual"},
    {"mj_mulJacVec", AS_METHOD(py_mj_mulJacVec), METH_FASTCALL | METH_KEYWORDS, "mj_mulJacVec(m, d, res, vec)\n--\n\nres[nefc] = efc_J vec[nv], res[nv] = efc_J' vec[nefc]; res is untouched if there are no rows"},
    {"mj_mulJacTVec", AS_METHOD(py_mj_mulJacTVec), METH_FASTCALL | METH_KEYWORDS, "mj_mulJacTVec(m, d, res, vec)\n--\n\nefc_J' vec"},
    {"mj_jac", AS_METHOD(py_mj_jac), METH_FASTCALL | METH_KEYWORDS, "mj_jac(m, d, jacp, jacr, point, body)\n--\n\nJacobian of a point on a body"},
    {"mj_jacBody", AS_METHOD(py_mj_jacBody), METH_FASTCALL | METH_KEYWORDS, "mj_jacBody(m, d, jacp, jacr, body)\n--\n\nat the body frame"},
    {"mj_jacBodyCom", AS_METHOD(py_mj_jacBodyCom), METH_FASTCALL | METH_KEYWORDS, "mj_jacBodyCom(m, d, jacp, jacr, body)\n--\n\nat the centre of mass"},
    {"mj_jacSubtreeCom", AS_METHOD(py_mj_jacSubtreeCom), METH_FASTCALL | METH_KEYWORDS, "mj_jacSubtreeCom(m, d, jacp, body)\n--\n\nof the centre of mass of a subtree"},
    {"mj_jacGeom", AS_METHOD(py_mj_jacGeom), METH_FASTCALL | METH_KEYWORDS, "mj_jacGeom(m, d, jacp, jacr, geom)\n--\n\nat a geom"},
    {"mj_jacSite", AS_METHOD(py_mj_jacSite), METH_FASTCALL | METH_KEYWORDS, "mj_jacSite(m, d, jacp, jacr, site)\n--\n\nat a site"},
    {"mj_jacPointAxis", AS_METHOD(py_mj_jacPointAxis), METH_FASTCALL | METH_KEYWORDS, "mj_jacPointAxis(m, d, jacPoint, jacAxis, point, axis, body)\n--\n\nof a point, and of an axis (world coordinates) that turns with the body"},
    {"mj_jacDot", AS_METHOD(py_mj_jacDot), METH_FASTCALL | METH_KEYWORDS, "mj_jacDot(m, d, jacp, jacr, point, body)\n--\n\ntime derivative of mj_jac"},
    {"mj_angmomMat", AS_METHOD(py_mj_angmomMat), METH_FASTCALL | METH_KEYWORDS, "mj_angmomMat(m, d, mat, body)\n--\n\nangular momentum of a subtree about its centre of mass = mat (3 x nv) qvel"},
    {"mj_name2id", AS_METHOD(py_mj_name2id), METH_FASTCALL | METH_KEYWORDS, "mj_name2id(m, type, name)\n--\n\nid of the named object, -1 if there is none; type is mjtObj"},
    {"mj_id2name", AS_METHOD(py_mj_id2name), METH_FASTCALL | METH_KEYWORDS, "mj_id2name(m, type, id)\n--\n\nname of an object, NULL if it has none or does not exist"},
    {"mj_actuatorInputName", AS_METHOD(py_mj_actuatorInputName), METH_FASTCALL | METH_KEYWORDS, "mj_actuatorInputName(m, id, input)\n--\n\nname of one control of an actuator (\"pos\", \"qw\", ...), NULL if its kind has no such names"},
    {"mj_fullM", AS_METHOD(py_mj_fullM), METH_FASTCALL | METH_KEYWORDS, "mj_fullM(m, d, dst)\n--\n\ndense and symmetric, nv x nv"},
    {"mj_mulM", AS_METHOD(py_mj_mulM), METH_FASTCALL | METH_KEYWORDS, "mj_mulM(m, d, res, vec)\n--\n\nM vec"},
    {"mj_mulM2", AS_METHOD(py_mj_mulM2), METH_FASTCALL | METH_KEYWORDS, "mj_mulM2(m, d, res, vec)\n--\n\nres = D^(1/2) L vec, so that |res|^2 = vec' M vec"},
    {"mj_applyFT", AS_METHOD(py_mj_applyFT), METH_FASTCALL | METH_KEYWORDS, "mj_applyFT(m, d, force, torque, point, body, qfrc_target)\n--\n\nqfrc_target += jacp' force + jacr' torque; either of force and torque may be NULL"},
    {"mj_objectVelocity", AS_METHOD(py_mj_objectVelocity), METH_FASTCALL | METH_KEYWORDS, "mj_objectVelocity(m, d, objtype, objid, res, flg_local)\n--\n\n(rotation, translation) of a body, xbody, geom, site or camera, in world axes or, with flg_local, its own"},
    {"mj_objectAcceleration", AS_METHOD(py_mj_objectAcceleration), METH_FASTCALL | METH_KEYWORDS, "mj_objectAcceleration(m, d, objtype, objid, res, flg_local)\n--\n\nthe same for acceleration, from cacc"},
    {"mj_geomDistance", AS_METHOD(py_mj_geomDistance), METH_FASTCALL | METH_KEYWORDS, "mj_geomDistance(m, d, geom1, geom2, distmax, fromto)\n--\n\nsigned distance of two geoms, at most distmax; fromto (may be NULL): the segment between them"},
    {"mj_contactForce", AS_METHOD(py_mj_contactForce), METH_FASTCALL | METH_KEYWORDS, "mj_contactForce(m, d, id, result)\n--\n\nforce and torque of a contact in its frame"},
    {"mj_differentiatePos", AS_METHOD(py_mj_differentiatePos), METH_FASTCALL | METH_KEYWORDS, "mj_differentiatePos(m, qvel, dt, qpos1, qpos2)\n--\n\nqvel such that qpos1 moved by qvel for dt is qpos2"},
    {"mj_integratePos", AS_METHOD(py_mj_integratePos), METH_FASTCALL | METH_KEYWORDS, "mj_integratePos(m, qpos, qvel, dt)\n--\n\nqpos moves by qvel for dt"},
    {"mj_normalizeQuat", AS_METHOD(py_mj_normalizeQuat), METH_FASTCALL | METH_KEYWORDS, "mj_normalizeQuat(m, qpos)\n--\n\nall quaternions of a qpos"},
    {"mj_local2Global", AS_METHOD(py_mj_local2Global), METH_FASTCALL | METH_KEYWORDS, "mj_local2Global(d, xpos, xmat, pos, quat, body, sameframe)\n--\n\npos, quat in a body -> xpos, xmat in the world; sameframe is mjtSameFrame"},
    {"mj_getTotalmass", AS_METHOD(py_mj_getTotalmass), METH_FASTCALL | METH_KEYWORDS, "mj_getTotalmass(m)\n--\n\nmass of all bodies"},
    {"mj_setTotalmass", AS_METHOD(py_mj_setTotalmass), METH_FASTCALL | METH_KEYWORDS, "mj_setTotalmass(m, newmass)\n--\n\nscales masses and inertias of all bodies"},
    {"mj_version", AS_METHOD(py_mj_version), METH_FASTCALL | METH_KEYWORDS, "mj_version()\n--\n\n3012000: the version of the API and of the results that this library follows"},
    {"mj_versionString", AS_METHOD(py_mj_versionString), METH_FASTCALL | METH_KEYWORDS, "mj_versionString()\n--\n\n\"3.12.0\"; sn_version is the version of Sinew itself"},
    {"mj_ray", AS_METHOD(py_mj_ray), METH_FASTCALL | METH_KEYWORDS, "mj_ray(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, normal=None)\n--\n\nthe nearest geom. geomgroup (may be NULL): 6 flags, 0 leaves a group out; flg_static 0 leaves static geoms out, bodyexclude (-1: none) those of a body"},
    {"mj_multiRay", AS_METHOD(py_mj_multiRay), METH_FASTCALL | METH_KEYWORDS, "mj_multiRay(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, dist, normal, nray, cutoff)\n--\n\nnray rays from one point; geoms farther than cutoff are left out"},
    {"mj_rayHfield", AS_METHOD(py_mj_rayHfield), METH_FASTCALL | METH_KEYWORDS, "mj_rayHfield(m, d, geomid, pnt, vec, normal=None)\n--\n\none geom: a height field, a mesh, a primitive shape; a skin"},
    {"mj_rayMesh", AS_METHOD(py_mj_rayMesh), METH_FASTCALL | METH_KEYWORDS, "mj_rayMesh(m, d, geomid, pnt, vec, normal=None)\n--\n\none mesh"},
    {"mju_rayGeom", AS_METHOD(py_mju_rayGeom), METH_FASTCALL | METH_KEYWORDS, "mju_rayGeom(pos, mat, size, pnt, vec, geomtype, normal=None)\n--\n\none primitive shape"},
    {"mj_rayFlex", AS_METHOD(py_mj_rayFlex), METH_FASTCALL | METH_KEYWORDS, "mj_rayFlex(m, d, flex_layer, flg_vert, flg_edge, flg_face, flg_skin, flexid, pnt, vec, vertid, normal)\n--\n\none flex: vertices, edges, faces of a layer, skin; vertid: its vertex nearest to the hit, -1 (may be NULL)"},
    {"mju_raySkin", AS_METHOD(py_mju_raySkin), METH_FASTCALL | METH_KEYWORDS, "mju_raySkin(nface, nvert, face, vert, pnt, vec, vertid)\n--\n\none skin"},
    {"mjv_defaultCamera", AS_METHOD(py_mjv_defaultCamera), METH_FASTCALL | METH_KEYWORDS, "mjv_defaultCamera(cam)\n--\n\na free camera that looks at the origin"},
    {"mjv_defaultFreeCamera", AS_METHOD(py_mjv_defaultFreeCamera), METH_FASTCALL | METH_KEYWORDS, "mjv_defaultFreeCamera(m, cam)\n--\n\na free camera that has the whole model in view: stat, vis.global -> cam"},
    {"mjv_defaultPerturb", AS_METHOD(py_mjv_defaultPerturb), METH_FASTCALL | METH_KEYWORDS, "mjv_defaultPerturb(pert)\n--\n\nnothing is selected"},
    {"mjv_room2model", AS_METHOD(py_mjv_room2model), METH_FASTCALL | METH_KEYWORDS, "mjv_room2model(modelpos, modelquat, roompos, roomquat, scn)\n--\n\nfrom the room that a scene stands in to the model, by translate, rotate and scale"},
    {"mjv_model2room", AS_METHOD(py_mjv_model2room), METH_FASTCALL | METH_KEYWORDS, "mjv_model2room(roompos, roomquat, modelpos, modelquat, scn)\n--\n\nfrom the model to the room"},
    {"mjv_cameraInModel", AS_METHOD(py_mjv_cameraInModel), METH_FASTCALL | METH_KEYWORDS, "mjv_cameraInModel(headpos, forward, up, scn)\n--\n\nmean of the two cameras, in the model; results may be NULL"},
    {"mjv_cameraInRoom", AS_METHOD(py_mjv_cameraInRoom), METH_FASTCALL | METH_KEYWORDS, "mjv_cameraInRoom(headpos, forward, up, scn)\n--\n\nmean of the two cameras, in the room; results may be NULL"},
    {"mjv_frustumHeight", AS_METHOD(py_mjv_frustumHeight), METH_FASTCALL | METH_KEYWORDS, "mjv_frustumHeight(scn)\n--\n\nheight of the picture at distance 1"},
    {"mjv_alignToCamera", AS_METHOD(py_mjv_alignToCamera), METH_FASTCALL | METH_KEYWORDS, "mjv_alignToCamera(res, vec, forward)\n--\n\nvec turned about z as forward is"},
    {"mjv_moveCamera", AS_METHOD(py_mjv_moveCamera), METH_FASTCALL | METH_KEYWORDS, "mjv_moveCamera(m, action, reldx, reldy, cam)\n--\n\nwhat a movement (mjtMouse) does to a camera; reldx and reldy are fractions of the window's height"},
    {"mjv_movePerturb", AS_METHOD(py_mjv_movePerturb), METH_FASTCALL | METH_KEYWORDS, "mjv_movePerturb(m, d, action, reldx, reldy, scn, pert)\n--\n\nwhat it does to the targets of a perturbation"},
    {"mjv_moveModel", AS_METHOD(py_mjv_moveModel), METH_FASTCALL | METH_KEYWORDS, "mjv_moveModel(m, action, reldx, reldy, roomup, scn)\n--\n\nwhat it does to the model in its room, if enabletransform; roomup: up in the room"},
    {"mjv_initPerturb", AS_METHOD(py_mjv_initPerturb), METH_FASTCALL | METH_KEYWORDS, "mjv_initPerturb(m, d, scn, pert)\n--\n\nselect, localpos -> targets where the body is, localmass, scale"},
    {"mjv_applyPerturbPose", AS_METHOD(py_mjv_applyPerturbPose), METH_FASTCALL | METH_KEYWORDS, "mjv_applyPerturbPose(m, d, pert, flg_paused)\n--\n\ntargets -> pose of a mocap body; of a free body too if flg_paused"},
    {"mjv_applyPerturbForce", AS_METHOD(py_mjv_applyPerturbForce), METH_FASTCALL | METH_KEYWORDS, "mjv_applyPerturbForce(m, d, pert)\n--\n\ntargets -> xfrc_applied of the selected body"},
    {"mjv_averageCamera", AS_METHOD(py_mjv_averageCamera), METH_FASTCALL | METH_KEYWORDS, "mjv_averageCamera(cam1, cam2)\n--\n\none between two"},
    {"mjv_camera2GLCamera", AS_METHOD(py_mjv_camera2GLCamera), METH_FASTCALL | METH_KEYWORDS, "mjv_camera2GLCamera(model, data, mjv_camera)\n--\n\na camera without a distance between the eyes"},
    {"mjv_select", AS_METHOD(py_mjv_select), METH_FASTCALL | METH_KEYWORDS, "mjv_select(m, d, vopt, aspectratio, relx, rely, scn, selpnt, geomid, flexid, skinid)\n--\n\nbody at a point of the picture, from 0 to 1 from the left and from the bottom; -1: none. selpnt: the point on it; one of the ids is what was hit, the others are -1"},
    {"mjv_defaultOption", AS_METHOD(py_mjv_defaultOption), METH_FASTCALL | METH_KEYWORDS, "mjv_defaultOption(opt)\n--\n\nthe flags that mjVISSTRING has as \"1\", groups 0 to 2 of everything"},
    {"mjv_defaultFigure", AS_METHOD(py_mjv_defaultFigure), METH_FASTCALL | METH_KEYWORDS, "mjv_defaultFigure(fig)\n--\n\na figure without lines"},
    {"mjv_initGeom", AS_METHOD(py_mjv_initGeom), METH_FASTCALL | METH_KEYWORDS, "mjv_initGeom(geom, type, size, pos, mat, rgba)\n--\n\na geom of a program: all but objtype, objid, category and segid; NULL: standard values"},
    {"mjv_connector", AS_METHOD(py_mjv_connector), METH_FASTCALL | METH_KEYWORDS, "mjv_connector(geom, type, width, from_, to)\n--\n\ntype, size and place of a capsule, cylinder, arrow or line between two points"},
    {"mjv_updateScene", AS_METHOD(py_mjv_updateScene), METH_FASTCALL | METH_KEYWORDS, "mjv_updateScene(m, d, opt, pert, cam, catmask, scn)\n--\n\nall of it: geoms, then the camera, lights, flexes and skins. catmask: bits of mjtCatBit; pert may be NULL. If geoms do not fit, status is set to 1 with a warning"},
    {"mjv_addGeoms", AS_METHOD(py_mjv_addGeoms), METH_FASTCALL | METH_KEYWORDS, "mjv_addGeoms(m, d, opt, pert, catmask, scn)\n--\n\nadds geoms to those that are there"},
    {"mjv_makeLights", AS_METHOD(py_mjv_makeLights), METH_FASTCALL | METH_KEYWORDS, "mjv_makeLights(m, d, scn)\n--\n\nlights: that of the camera, and those of the model"},
    {"mjv_updateCamera", AS_METHOD(py_mjv_updateCamera), METH_FASTCALL | METH_KEYWORDS, "mjv_updateCamera(m, d, cam, scn)\n--\n\ncam -> both cameras of the scene; one that tracks a body looks at it"},
    {"mjv_updateSkin", AS_METHOD(py_mjv_updateSkin), METH_FASTCALL | METH_KEYWORDS, "mjv_updateSkin(m, d, scn)\n--\n\nvertices and normals of flexes and skins; outdated, mjv_updateScene does it"},
    {"mjv_cameraFrame", AS_METHOD(py_mjv_cameraFrame), METH_FASTCALL | METH_KEYWORDS, "mjv_cameraFrame(headpos, forward, up, right, d, cam)\n--\n\nplace and axes; results may be NULL"},
    {"mjv_cameraFrustum", AS_METHOD(py_mjv_cameraFrustum), METH_FASTCALL | METH_KEYWORDS, "mjv_cameraFrustum(zver, zhor, zclip, m, cam)\n--\n\nnear plane from bottom to top and from left to right, clipping planes; results may be NULL"},
    {"mjr_defaultRendererInfo", AS_METHOD(py_mjr_defaultRendererInfo), METH_FASTCALL | METH_KEYWORDS, "mjr_defaultRendererInfo(info)\n--\n\nnames that are empty"},
    {"mjr_getRendererInfo", AS_METHOD(py_mjr_getRendererInfo), METH_FASTCALL | METH_KEYWORDS, "mjr_getRendererInfo(info)\n--\n\nwho draws, and with what"},
    {"mjr_changeFont", AS_METHOD(py_mjr_changeFont), METH_FASTCALL | METH_KEYWORDS, "mjr_changeFont(fontscale, con)\n--\n\nsizes of fonts"},
    {"mjr_addAux", AS_METHOD(py_mjr_addAux), METH_FASTCALL | METH_KEYWORDS, "mjr_addAux(index, width, height, samples, con)\n--\n\nmakes an auxiliary buffer"},
    {"mjr_resizeOffscreen", AS_METHOD(py_mjr_resizeOffscreen), METH_FASTCALL | METH_KEYWORDS, "mjr_resizeOffscreen(width, height, con)\n--\n\nsize of the offscreen buffer"},
    {"mjr_uploadTexture", AS_METHOD(py_mjr_uploadTexture), METH_FASTCALL | METH_KEYWORDS, "mjr_uploadTexture(m, con, texid)\n--\n\ncopies a texture once more"},
    {"mjr_uploadMesh", AS_METHOD(py_mjr_uploadMesh), METH_FASTCALL | METH_KEYWORDS, "mjr_uploadMesh(m, con, meshid)\n--\n\ncopies a mesh once more"},
    {"mjr_uploadHField", AS_METHOD(py_mjr_uploadHField), METH_FASTCALL | METH_KEYWORDS, "mjr_uploadHField(m, con, hfieldid)\n--\n\ncopies a height field once more"},
    {"mjr_restoreBuffer", AS_METHOD(py_mjr_restoreBuffer), METH_FASTCALL | METH_KEYWORDS, "mjr_restoreBuffer(con)\n--\n\nthe offscreen buffer is drawn to from now on, not an auxiliary one"},
    {"mjr_setBuffer", AS_METHOD(py_mjr_setBuffer), METH_FASTCALL | METH_KEYWORDS, "mjr_setBuffer(framebuffer, con)\n--\n\nthe same, as there is no window"},
    {"mjr_blitBuffer", AS_METHOD(py_mjr_blitBuffer), METH_FASTCALL | METH_KEYWORDS, "mjr_blitBuffer(src, dst, flg_color, flg_depth, con)\n--\n\nfrom offscreen to window or back: nothing, as there is no window"},
    {"mjr_setAux", AS_METHOD(py_mjr_setAux), METH_FASTCALL | METH_KEYWORDS, "mjr_setAux(index, con)\n--\n\nan auxiliary buffer is drawn to from now on"},
    {"mjr_blitAux", AS_METHOD(py_mjr_blitAux), METH_FASTCALL | METH_KEYWORDS, "mjr_blitAux(index, src, left, bottom, con)\n--\n\ncolours of an auxiliary buffer -> the buffer that is drawn to"},
    {"mjr_text", AS_METHOD(py_mjr_text), METH_FASTCALL | METH_KEYWORDS, "mjr_text(font, txt, con, x, y, r, g, b)\n--\n\ntext at a point of the viewport that was drawn to last, from 0 to 1; font: mjtFont"},
    {"mjr_overlay", AS_METHOD(py_mjr_overlay), METH_FASTCALL | METH_KEYWORDS, "mjr_overlay(font, gridpos, viewport, overlay, overlay2, con)\n--\n\nlines of text at a border of the viewport, in two columns if overlay2 is not NULL and not empty; gridpos: mjtGridPos"},
    {"mjr_maxViewport", AS_METHOD(py_mjr_maxViewport), METH_FASTCALL | METH_KEYWORDS, "mjr_maxViewport(con)\n--\n\nall of the offscreen buffer"},
    {"mjr_rectangle", AS_METHOD(py_mjr_rectangle), METH_FASTCALL | METH_KEYWORDS, "mjr_rectangle(viewport, r, g, b, a)\n--\n\na rectangle in the buffer that this thread used last"},
    {"mjr_label", AS_METHOD(py_mjr_label), METH_FASTCALL | METH_KEYWORDS, "mjr_label(viewport, font, txt, r, g, b, a, rt, gt, bt, con)\n--\n\na rectangle with text in the middle"},
    {"mjr_figure", AS_METHOD(py_mjr_figure), METH_FASTCALL | METH_KEYWORDS, "mjr_figure(viewport, fig, con)\n--\n\na figure; where its axes are and what they show is written"},
    {"mjr_finish", AS_METHOD(py_mjr_finish), METH_FASTCALL | METH_KEYWORDS, "mjr_finish()\n--\n\nnothing, as drawing is done when functions return"},
    {"mjr_getError", AS_METHOD(py_mjr_getError), METH_FASTCALL | METH_KEYWORDS, "mjr_getError()\n--\n\n0: there are no errors but those that are reported when they happen"},
    {"mj_warning", AS_METHOD(py_mj_warning), METH_FASTCALL | METH_KEYWORDS, "mj_warning(d, warning, info)\n--\n\ncounts a warning in d->warning and reports it the first time since the last reset"},
    {"mju_writeLog", AS_METHOD(py_mju_writeLog), METH_FASTCALL | METH_KEYWORDS, "mju_writeLog(type, msg)\n--\n\nappends a dated entry to the log file"},
    {"mju_zero3", AS_METHOD(py_mju_zero3), METH_FASTCALL | METH_KEYWORDS, "mju_zero3(res)\n--\n\nres = 0"},
    {"mju_copy3", AS_METHOD(py_mju_copy3), METH_FASTCALL | METH_KEYWORDS, "mju_copy3(res, data)\n--\n\nres = data"},
    {"mju_scl3", AS_METHOD(py_mju_scl3), METH_FASTCALL | METH_KEYWORDS, "mju_scl3(res, vec, scl)\n--\n\nres = vec * scl"},
    {"mju_add3", AS_METHOD(py_mju_add3), METH_FASTCALL | METH_KEYWORDS, "mju_add3(res, vec1, vec2)\n--\n\nres = vec1 + vec2"},
    {"mju_sub3", AS_METHOD(py_mju_sub3), METH_FASTCALL | METH_KEYWORDS, "mju_sub3(res, vec1, vec2)\n--\n\nres = vec1 - vec2"},
    {"mju_addTo3", AS_METHOD(py_mju_addTo3), METH_FASTCALL | METH_KEYWORDS, "mju_addTo3(res, vec)\n--\n\nres += vec"},
    {"mju_subFrom3", AS_METHOD(py_mju_subFrom3), METH_FASTCALL | METH_KEYWORDS, "mju_subFrom3(res, vec)\n--\n\nres -= vec"},
    {"mju_addToScl3", AS_METHOD(py_mju_addToScl3), METH_FASTCALL | METH_KEYWORDS, "mju_addToScl3(res, vec, scl)\n--\n\nres += vec * scl"},
    {"mju_addScl3", AS_METHOD(py_mju_addScl3), METH_FASTCALL | METH_KEYWORDS, "mju_addScl3(res, vec1, vec2, scl)\n--\n\nres = vec1 + vec2 * scl"},
    {"mju_normalize3", AS_METHOD(py_mju_normalize3), METH_FASTCALL | METH_KEYWORDS, "mju_normalize3(vec)\n--\n\nvec /= |vec|, or (1,0,0) if |vec| < mjMINVAL; returns the old |vec|"},
    {"mju_norm3", AS_METHOD(py_mju_norm3), METH_FASTCALL | METH_KEYWORDS, "mju_norm3(vec)\n--\n\n|vec|"},
    {"mju_dot3", AS_METHOD(py_mju_dot3), METH_FASTCALL | METH_KEYWORDS, "mju_dot3(vec1, vec2)\n--\n\nvec1 . vec2"},
    {"mju_dist3", AS_METHOD(py_mju_dist3), METH_FASTCALL | METH_KEYWORDS, "mju_dist3(pos1, pos2)\n--\n\n|pos1 - pos2|"},
    {"mju_mulMatVec3", AS_METHOD(py_mju_mulMatVec3), METH_FASTCALL | METH_KEYWORDS, "mju_mulMatVec3(res, mat, vec)\n--\n\nres = mat vec"},
    {"mju_mulMatTVec3", AS_METHOD(py_mju_mulMatTVec3), METH_FASTCALL | METH_KEYWORDS, "mju_mulMatTVec3(res, mat, vec)\n--\n\nres = mat' vec"},
    {"mju_cross", AS_METHOD(py_mju_cross), METH_FASTCALL | METH_KEYWORDS, "mju_cross(res, a, b)\n--\n\nres = a x b"},
    {"mju_zero4", AS_METHOD(py_mju_zero4), METH_FASTCALL | METH_KEYWORDS, "mju_zero4(res)\n--\n\nres = 0"},
    {"mju_unit4", AS_METHOD(py_mju_unit4), METH_FASTCALL | METH_KEYWORDS, "mju_unit4(res)\n--\n\nres = (1,0,0,0)"},
    {"mju_copy4", AS_METHOD(py_mju_copy4), METH_FASTCALL | METH_KEYWORDS, "mju_copy4(res, data)\n--\n\nres = data"},
    {"mju_normalize4", AS_METHOD(py_mju_normalize4), METH_FASTCALL | METH_KEYWORDS, "mju_normalize4(vec)\n--\n\nvec /= |vec|; (1,0,0,0) if |vec| < mjMINVAL, untouched if |vec| is 1 within mjMINVAL; returns the old |vec|"},
    {"mju_zero", AS_METHOD(py_mju_zero), METH_FASTCALL | METH_KEYWORDS, "mju_zero(res)\n--\n\nres = 0"},
    {"mju_fill", AS_METHOD(py_mju_fill), METH_FASTCALL | METH_KEYWORDS, "mju_fill(res, val)\n--\n\nres = val in every element"},
    {"mju_copy", AS_METHOD(py_mju_copy), METH_FASTCALL | METH_KEYWORDS, "mju_copy(res, vec)\n--\n\nres = vec; the two may overlap"},
    {"mju_sum", AS_METHOD(py_mju_sum), METH_FASTCALL | METH_KEYWORDS, "mju_sum(vec)\n--\n\nsum of the elements"},
    {"mju_L1", AS_METHOD(py_mju_L1), METH_FASTCALL | METH_KEYWORDS, "mju_L1(vec)\n--\n\nsum of the absolute values"},
    {"mju_scl", AS_METHOD(py_mju_scl), METH_FASTCALL | METH_KEYWORDS, "mju_scl(res, vec, scl)\n--\n\nres = vec * scl"},
    {"mju_add", AS_METHOD(py_mju_add), METH_FASTCALL | METH_KEYWORDS, "mju_add(res, vec1, vec2)\n--\n\nres = vec1 + vec2"},
    {"mju_sub", AS_METHOD(py_mju_sub), METH_FASTCALL | METH_KEYWORDS, "mju_sub(res, vec1, vec2)\n--\n\nres = vec1 - vec2"},
    {"mju_addTo", AS_METHOD(py_mju_addTo), METH_FASTCALL | METH_KEYWORDS, "mju_addTo(res, vec)\n--\n\nres += vec"},
    {"mju_subFrom", AS_METHOD(py_mju_subFrom), METH_FASTCALL | METH_KEYWORDS, "mju_subFrom(res, vec)\n--\n\nres -= vec"},
    {"mju_addToScl", AS_METHOD(py_mju_addToScl), METH_FASTCALL | METH_KEYWORDS, "mju_addToScl(res, vec, scl)\n--\n\nres += vec * scl"},
    {"mju_addScl", AS_METHOD(py_mju_addScl), METH_FASTCALL | METH_KEYWORDS, "mju_addScl(res, vec1, vec2, scl)\n--\n\nres = vec1 + vec2 * scl"},
    {"mju_normalize", AS_METHOD(py_mju_normalize), METH_FASTCALL | METH_KEYWORDS, "mju_normalize(res)\n--\n\nres /= |res|, or (1,0,0,...) if |res| < mjMINVAL; returns the old |res|"},
    {"mju_norm", AS_METHOD(py_mju_norm), METH_FASTCALL | METH_KEYWORDS, "mju_norm(res)\n--\n\n|res|"},
    {"mju_dot", AS_METHOD(py_mju_dot), METH_FASTCALL | METH_KEYWORDS, "mju_dot(vec1, vec2)\n--\n\nvec1 . vec2"},
    {"mju_mulMatVec", AS_METHOD(py_mju_mulMatVec), METH_FASTCALL | METH_KEYWORDS, "mju_mulMatVec(res, mat, vec)\n--\n\nres (nr) = mat (nr x nc) vec (nc)"},
    {"mju_mulMatTVec", AS_METHOD(py_mju_mulMatTVec), METH_FASTCALL | METH_KEYWORDS, "mju_mulMatTVec(res, mat, vec)\n--\n\nres (nc) = mat' (mat is nr x nc) vec (nr)"},
    {"mju_mulVecMatVec", AS_METHOD(py_mju_mulVecMatVec), METH_FASTCALL | METH_KEYWORDS, "mju_mulVecMatVec(vec1, mat, vec2)\n--\n\nvec1' mat vec2, mat (n x n)"},
    {"mju_transpose", AS_METHOD(py_mju_transpose), METH_FASTCALL | METH_KEYWORDS, "mju_transpose(res, mat)\n--\n\nres (nc x nr) = mat' (mat is nr x nc)"},
    {"mju_symmetrize", AS_METHOD(py_mju_symmetrize), METH_FASTCALL | METH_KEYWORDS, "mju_symmetrize(res, mat)\n--\n\nres = (mat + mat')/2, n x n; res may be mat"},
    {"mju_eye", AS_METHOD(py_mju_eye), METH_FASTCALL | METH_KEYWORDS, "mju_eye(mat)\n--\n\nmat = unit matrix, n x n"},
    {"mju_mulMatMat", AS_METHOD(py_mju_mulMatMat), METH_FASTCALL | METH_KEYWORDS, "mju_mulMatMat(res, mat1, mat2)\n--\n\nres (r1 x c2) = mat1 (r1 x c1) mat2 (c1 x c2)"},
    {"mju_mulMatMatT", AS_METHOD(py_mju_mulMatMatT), METH_FASTCALL | METH_KEYWORDS, "mju_mulMatMatT(res, mat1, mat2)\n--\n\nres (r1 x r2) = mat1 (r1 x c1) mat2' (mat2 is r2 x c1)"},
    {"mju_mulMatTMat", AS_METHOD(py_mju_mulMatTMat), METH_FASTCALL | METH_KEYWORDS, "mju_mulMatTMat(res, mat1, mat2)\n--\n\nres (c1 x c2) = mat1' (mat1 is r1 x c1) mat2 (r1 x c2)"},
    {"mju_sqrMatTD", AS_METHOD(py_mju_sqrMatTD), METH_FASTCALL | METH_KEYWORDS, "mju_sqrMatTD(res, mat, diag)\n--\n\nres (nc x nc) = mat' diag(diag) mat, mat (nr x nc); diag NULL: mat' mat"},
    {"mju_transformSpatial", AS_METHOD(py_mju_transformSpatial), METH_FASTCALL | METH_KEYWORDS, "mju_transformSpatial(res, vec, flg_force, newpos, oldpos, rotnew2old)\n--\n\nmotion (or force, if flg_force) at oldpos -> at newpos, in the frame whose axes are the columns of rotnew2old (NULL: axes unchanged)"},
    {"mju_dense2sparse", AS_METHOD(py_mju_dense2sparse), METH_FASTCALL | METH_KEYWORDS, "mju_dense2sparse(res, mat, rownnz, rowadr, colind)\n--\n\nnonzeros of mat (nr x nc) -> res, rownnz (nr), rowadr (nr), colind; returns 0, or 1 if they do not fit into nnz numbers (nnz 0 never fits)"},
    {"mju_sparse2dense", AS_METHOD(py_mju_sparse2dense), METH_FASTCALL | METH_KEYWORDS, "mju_sparse2dense(res, mat, rownnz, rowadr, colind)\n--\n\nsparse mat -> res (nr x nc)"},
    {"mju_sym2dense", AS_METHOD(py_mju_sym2dense), METH_FASTCALL | METH_KEYWORDS, "mju_sym2dense(res, mat, rownnz, rowadr, colind)\n--\n\nsparse lower triangle -> symmetric res (n x n)"},
    {"mju_rotVecQuat", AS_METHOD(py_mju_rotVecQuat), METH_FASTCALL | METH_KEYWORDS, "mju_rotVecQuat(res, vec, quat)\n--\n\nres = vec rotated by quat; exactly vec if quat is exactly (1,0,0,0)"},
    {"mju_negQuat", AS_METHOD(py_mju_negQuat), METH_FASTCALL | METH_KEYWORDS, "mju_negQuat(res, quat)\n--\n\nres = conjugate of quat: the inverse rotation"},
    {"mju_mulQuat", AS_METHOD(py_mju_mulQuat), METH_FASTCALL | METH_KEYWORDS, "mju_mulQuat(res, quat1, quat2)\n--\n\nres = quat1 o quat2"},
    {"mju_mulQuatAxis", AS_METHOD(py_mju_mulQuatAxis), METH_FASTCALL | METH_KEYWORDS, "mju_mulQuatAxis(res, quat, axis)\n--\n\nres = quat o (0, axis)"},
    {"mju_axisAngle2Quat", AS_METHOD(py_mju_axisAngle2Quat), METH_FASTCALL | METH_KEYWORDS, "mju_axisAngle2Quat(res, axis, angle)\n--\n\nres = (cos angle/2, axis sin angle/2), the exact identity if angle is 0; axis must have length 1"},
    {"mju_quat2Vel", AS_METHOD(py_mju_quat2Vel), METH_FASTCALL | METH_KEYWORDS, "mju_quat2Vel(res, quat, dt)\n--\n\nres = constant angular velocity (local frame) that reaches quat in time dt"},
    {"mju_subQuat", AS_METHOD(py_mju_subQuat), METH_FASTCALL | METH_KEYWORDS, "mju_subQuat(res, qa, qb)\n--\n\nres = rotation vector from qb to qa, in the frame of qb: qb o exp(res) = qa"},
    {"mju_quat2Mat", AS_METHOD(py_mju_quat2Mat), METH_FASTCALL | METH_KEYWORDS, "mju_quat2Mat(res, quat)\n--\n\nres = rotation matrix of quat"},
    {"mju_mat2Quat", AS_METHOD(py_mju_mat2Quat), METH_FASTCALL | METH_KEYWORDS, "mju_mat2Quat(quat, mat)\n--\n\nquat = normalised quaternion of a rotation matrix"},
    {"mju_derivQuat", AS_METHOD(py_mju_derivQuat), METH_FASTCALL | METH_KEYWORDS, "mju_derivQuat(res, quat, vel)\n--\n\nres = time derivative of quat that turns with angular velocity vel, in the outer frame: (0, vel) o quat / 2"},
    {"mju_quatIntegrate", AS_METHOD(py_mju_quatIntegrate), METH_FASTCALL | METH_KEYWORDS, "mju_quatIntegrate(quat, vel, scale)\n--\n\nquat = normalised quat, turned with angular velocity vel (local frame) for time scale"},
    {"mju_quatZ2Vec", AS_METHOD(py_mju_quatZ2Vec), METH_FASTCALL | METH_KEYWORDS, "mju_quatZ2Vec(quat, vec)\n--\n\nquat = shortest rotation that takes the z axis to the direction of vec"},
    {"mju_mat2Rot", AS_METHOD(py_mju_mat2Rot), METH_FASTCALL | METH_KEYWORDS, "mju_mat2Rot(quat, mat)\n--\n\nquat (a guess, e.g. of the previous call) -> rotation nearest to any 3x3 matrix; returns the number of iterations, at most 500"},
    {"mju_euler2Quat", AS_METHOD(py_mju_euler2Quat), METH_FASTCALL | METH_KEYWORDS, "mju_euler2Quat(quat, euler, seq)\n--\n\nquat = three turns by euler about the axes seq: \"xyz\" moving with the turns, \"XYZ\" fixed, letters may be mixed. An error leaves quat alone."},
    {"mju_mulPose", AS_METHOD(py_mju_mulPose), METH_FASTCALL | METH_KEYWORDS, "mju_mulPose(posres, quatres, pos1, quat1, pos2, quat2)\n--\n\nres = pose1 o pose2, quatres normalised"},
    {"mju_negPose", AS_METHOD(py_mju_negPose), METH_FASTCALL | METH_KEYWORDS, "mju_negPose(posres, quatres, pos, quat)\n--\n\nres = inverse pose"},
    {"mju_trnVecPose", AS_METHOD(py_mju_trnVecPose), METH_FASTCALL | METH_KEYWORDS, "mju_trnVecPose(res, pos, quat, vec)\n--\n\nres = vec rotated by quat + pos"},
    {"mju_cholFactor", AS_METHOD(py_mju_cholFactor), METH_FASTCALL | METH_KEYWORDS, "mju_cholFactor(mat, mindiag)\n--\n\nmat (n x n) -> L in place. A pivot below mindiag becomes mindiag, with zeros below it; returns n minus the number of such pivots."},
    {"mju_cholSolve", AS_METHOD(py_mju_cholSolve), METH_FASTCALL | METH_KEYWORDS, "mju_cholSolve(res, mat, vec)\n--\n\nres = (L L')^-1 vec; res may be vec"},
    {"mju_cholUpdate", AS_METHOD(py_mju_cholUpdate), METH_FASTCALL | METH_KEYWORDS, "mju_cholUpdate(mat, x, flg_plus)\n--\n\nL -> factor of L L' + x x' (flg_plus) or L L' - x x'; x is overwritten. Returns n minus the number of diagonal elements that had to be raised."},
    {"mju_cholFactorBand", AS_METHOD(py_mju_cholFactorBand), METH_FASTCALL | METH_KEYWORDS, "mju_cholFactorBand(mat, ntotal, nband, ndense, diagadd, diagmul)\n--\n\nmat + diag(diagadd + diagmul*diag(mat)) -> L in place; returns the smallest squared pivot, or 0 as soon as one is below mjMINVAL"},
    {"mju_cholSolveBand", AS_METHOD(py_mju_cholSolveBand), METH_FASTCALL | METH_KEYWORDS, "mju_cholSolveBand(res, mat, vec, ntotal, nband, ndense)\n--\n\nres = (L L')^-1 vec; res may be vec"},
    {"mju_band2Dense", AS_METHOD(py_mju_band2Dense), METH_FASTCALL | METH_KEYWORDS, "mju_band2Dense(res, mat, ntotal, nband, ndense, flg_sym)\n--\n\nmat -> res (ntotal x ntotal), symmetric or lower triangle with zeros above"},
    {"mju_dense2Band", AS_METHOD(py_mju_dense2Band), METH_FASTCALL | METH_KEYWORDS, "mju_dense2Band(res, mat, ntotal, nband, ndense)\n--\n\nlower triangle of mat (ntotal x ntotal) -> res; what lies outside the shape is dropped"},
    {"mju_bandMulMatVec", AS_METHOD(py_mju_bandMulMatVec), METH_FASTCALL | METH_KEYWORDS, "mju_bandMulMatVec(res, mat, vec, ntotal, nband, ndense, nvec, flg_sym)\n--\n\nres (nvec x ntotal) = mat times each row of vec (nvec x ntotal); lower triangle only if !flg_sym"},
    {"mju_bandDiag", AS_METHOD(py_mju_bandDiag), METH_FASTCALL | METH_KEYWORDS, "mju_bandDiag(i, ntotal, nband, ndense)\n--\n\naddress of diagonal element i"},
    {"mju_eig3", AS_METHOD(py_mju_eig3), METH_FASTCALL | METH_KEYWORDS, "mju_eig3(eigval, eigvec, quat, mat)\n--\n\nsymmetric mat -> eigenvalues, descending; eigenvectors as columns of eigvec, and as the rotation quat. Returns the number of iterations."},
    {"mju_boxQP", AS_METHOD(py_mju_boxQP), METH_FASTCALL | METH_KEYWORDS, "mju_boxQP(res, R, index, H, g, lower, upper)\n--\n\nminimise x'Hx/2 + x'g with lower <= x <= upper. res (n): in a first guess, out the solution. H (n x n) is positive definite, its lower triangle is read. R: room for n*(n+7) numbers, out the Cholesky factor of the free part of H (nfree x nfree). index (n), optional: out the free variables. lower, upper (n), optional. Returns nfree, or -1 if it failed."},
    {"mju_muscleGain", AS_METHOD(py_mju_muscleGain), METH_FASTCALL | METH_KEYWORDS, "mju_muscleGain(len, vel, lengthrange, acc0, prm)\n--\n\nlength, velocity -> gain of a muscle; prm: range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax"},
    {"mju_muscleBias", AS_METHOD(py_mju_muscleBias), METH_FASTCALL | METH_KEYWORDS, "mju_muscleBias(len, lengthrange, acc0, prm)\n--\n\nlength -> passive force of a muscle; prm as in mju_muscleGain"},
    {"mju_muscleDynamics", AS_METHOD(py_mju_muscleDynamics), METH_FASTCALL | METH_KEYWORDS, "mju_muscleDynamics(ctrl, act, prm)\n--\n\ncontrol, activation -> its time derivative; prm: time constants of activation and deactivation, width of the transition between them"},
    {"mju_encodePyramid", AS_METHOD(py_mju_encodePyramid), METH_FASTCALL | METH_KEYWORDS, "mju_encodePyramid(pyramid, force, mu)\n--\n\ncontact force (dim) -> pyramid coordinates (2*(dim-1), or 1 if dim is 1)"},
    {"mju_decodePyramid", AS_METHOD(py_mju_decodePyramid), METH_FASTCALL | METH_KEYWORDS, "mju_decodePyramid(force, pyramid, mu)\n--\n\npyramid coordinates -> contact force"},
    {"mju_springDamper", AS_METHOD(py_mju_springDamper), METH_FASTCALL | METH_KEYWORDS, "mju_springDamper(pos0, vel0, Kp, Kv, dt)\n--\n\nposition at time dt of x'' = -Kp x - Kv x' that starts at pos0, vel0"},
    {"mju_min", AS_METHOD(py_mju_min), METH_FASTCALL | METH_KEYWORDS, "mju_min(a, b)\n--\n\nnumbers"},
    {"mju_max", AS_METHOD(py_mju_max), METH_FASTCALL | METH_KEYWORDS, "mju_max(a, b)\n--\n\nnumbers"},
    {"mju_clip", AS_METHOD(py_mju_clip), METH_FASTCALL | METH_KEYWORDS, "mju_clip(x, min, max)\n--\n\nx limited to [min, max]; NaN stays"},
    {"mju_sign", AS_METHOD(py_mju_sign), METH_FASTCALL | METH_KEYWORDS, "mju_sign(x)\n--\n\n1, 0 or 1"},
    {"mju_round", AS_METHOD(py_mju_round), METH_FASTCALL | METH_KEYWORDS, "mju_round(x)\n--\n\nnearest integer, halves away from zero, limited to the range of int; 0 for NaN"},
    {"mju_type2Str", AS_METHOD(py_mju_type2Str), METH_FASTCALL | METH_KEYWORDS, "mju_type2Str(type)\n--\n\nmjtObj -> name, NULL if it has none"},
    {"mju_str2Type", AS_METHOD(py_mju_str2Type), METH_FASTCALL | METH_KEYWORDS, "mju_str2Type(str)\n--\n\nname -> mjtObj, mjOBJ_UNKNOWN if there is none"},
    {"mju_writeNumBytes", AS_METHOD(py_mju_writeNumBytes), METH_FASTCALL | METH_KEYWORDS, "mju_writeNumBytes(nbytes)\n--\n\ne.g. \"15M\": exact, with the largest of the suffixes K M G T P E; valid until the thread's next call"},
    {"mju_warningText", AS_METHOD(py_mju_warningText), METH_FASTCALL | METH_KEYWORDS, "mju_warningText(warning, info)\n--\n\nmjtWarning and its number -> message; valid until the thread's next call"},
    {"mju_isBad", AS_METHOD(py_mju_isBad), METH_FASTCALL | METH_KEYWORDS, "mju_isBad(x)\n--\n\n1 if x is NaN or |x| > mjMAXVAL"},
    {"mju_isZero", AS_METHOD(py_mju_isZero), METH_FASTCALL | METH_KEYWORDS, "mju_isZero(vec)\n--\n\n1 if all elements are 0"},
    {"mju_standardNormal", AS_METHOD(py_mju_standardNormal), METH_FASTCALL | METH_KEYWORDS, "mju_standardNormal(num2=None)\n--\n\na number of the standard normal distribution, and a second independent one in *num2 unless NULL; each thread has its own sequence"},
    {"mju_f2n", AS_METHOD(py_mju_f2n), METH_FASTCALL | METH_KEYWORDS, "mju_f2n(res, vec)\n--\n\nnumbers"},
    {"mju_n2f", AS_METHOD(py_mju_n2f), METH_FASTCALL | METH_KEYWORDS, "mju_n2f(res, vec)\n--\n\nnumbers"},
    {"mju_d2n", AS_METHOD(py_mju_d2n), METH_FASTCALL | METH_KEYWORDS, "mju_d2n(res, vec)\n--\n\nnumbers"},
    {"mju_n2d", AS_METHOD(py_mju_n2d), METH_FASTCALL | METH_KEYWORDS, "mju_n2d(res, vec)\n--\n\nnumbers"},
    {"mju_insertionSort", AS_METHOD(py_mju_insertionSort), METH_FASTCALL | METH_KEYWORDS, "mju_insertionSort(list)\n--\n\nsort ascending, in place"},
    {"mju_insertionSortInt", AS_METHOD(py_mju_insertionSortInt), METH_FASTCALL | METH_KEYWORDS, "mju_insertionSortInt(list)\n--\n\nnumbers"},
    {"mju_Halton", AS_METHOD(py_mju_Halton), METH_FASTCALL | METH_KEYWORDS, "mju_Halton(index, base)\n--\n\nelement `index` of the Halton sequence: digits of index in the given base, mirrored at the point"},
    {"mju_sigmoid", AS_METHOD(py_mju_sigmoid), METH_FASTCALL | METH_KEYWORDS, "mju_sigmoid(x)\n--\n\n0 below 0, 1 above 1, between them 6x^5 - 15x^4 + 10x^3"},
    {"mjd_transitionFD", AS_METHOD(py_mjd_transitionFD), METH_FASTCALL | METH_KEYWORDS, "mjd_transitionFD(m, d, eps, flg_centered, A, B, C, D)\n--\n\nx = (dq, qvel, act), ndx = 2 nv + na, u = ctrl, s = sensordata; A = dx'/dx (ndx x ndx), B = dx'/du (ndx x nu), C = ds/dx (nsensordata x ndx), D = ds/du (nsensordata x nu), by rows; each may be NULL. Centred or forward differences of a step, from the first stage that an input reaches; a limited control is moved within its range, and its column is zero if it is outside. The matrices that integrators solve with are not varied by qvel (Euler), act and ctrl. The state of d is left as it was, its results are not. Not for RK4 and delays"},
    {"mjd_inverseFD", AS_METHOD(py_mjd_inverseFD), METH_FASTCALL | METH_KEYWORDS, "mjd_inverseFD(m, d, eps, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq)\n--\n\nforces f = qfrc_inverse, less qfrc_actuator if flg_actuation; s = sensordata; m = M (nC). Forward differences by q, v = qvel and a = qacc; row i belongs to input i: Df (nv x nv), Ds (nv x nsensordata), Dm (nv x nC); each may be NULL. State and qacc of d are left as they were, other results are not. Not for RK4 and no-slip"},
    {"mjd_subQuat", AS_METHOD(py_mjd_subQuat), METH_FASTCALL | METH_KEYWORDS, "mjd_subQuat(qa, qb, Da, Db)\n--\n\nderivatives of mju_subQuat(qa, qb) by qa and qb; either may be NULL"},
    {"mjd_quatIntegrate", AS_METHOD(py_mjd_quatIntegrate), METH_FASTCALL | METH_KEYWORDS, "mjd_quatIntegrate(vel, scale, Dquat, Dvel, Dscale)\n--\n\nderivatives of mju_quatIntegrate(quat, vel, scale) by quat, scale*vel and scale; each may be NULL"},
    {"mju_threadpool", AS_METHOD(py_mju_threadpool), METH_FASTCALL | METH_KEYWORDS, "mju_threadpool(d, nthread)\n--\n\ngives d nthread worker threads beside the caller's, in place of those that it has; 0: none. They solve constraint islands side by side where that saves time (Newton, CG). Results do not depend on their number. Each needs scratch of the arena's size. mj_deleteData ends them."},
    {"sn_version", AS_METHOD(py_sn_version), METH_FASTCALL | METH_KEYWORDS, "sn_version()\n--\n\n\"0.1.0\": the version of Sinew; mj_versionString is that of the API"},
    {"sn_sin", AS_METHOD(py_sn_sin), METH_FASTCALL | METH_KEYWORDS, "sn_sin(x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_cos", AS_METHOD(py_sn_cos), METH_FASTCALL | METH_KEYWORDS, "sn_cos(x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_tan", AS_METHOD(py_sn_tan), METH_FASTCALL | METH_KEYWORDS, "sn_tan(x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_sincos", AS_METHOD(py_sn_sincos), METH_FASTCALL | METH_KEYWORDS, "sn_sincos(x, sine, cosine)\n--\n\nsine and cosine of one angle, at the price of one"},
    {"sn_asin", AS_METHOD(py_sn_asin), METH_FASTCALL | METH_KEYWORDS, "sn_asin(x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_acos", AS_METHOD(py_sn_acos), METH_FASTCALL | METH_KEYWORDS, "sn_acos(x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_atan", AS_METHOD(py_sn_atan), METH_FASTCALL | METH_KEYWORDS, "sn_atan(x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_atan2", AS_METHOD(py_sn_atan2), METH_FASTCALL | METH_KEYWORDS, "sn_atan2(y, x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_exp", AS_METHOD(py_sn_exp), METH_FASTCALL | METH_KEYWORDS, "sn_exp(x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_log", AS_METHOD(py_sn_log), METH_FASTCALL | METH_KEYWORDS, "sn_log(x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_log10", AS_METHOD(py_sn_log10), METH_FASTCALL | METH_KEYWORDS, "sn_log10(x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_pow", AS_METHOD(py_sn_pow), METH_FASTCALL | METH_KEYWORDS, "sn_pow(x, y)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_tanh", AS_METHOD(py_sn_tanh), METH_FASTCALL | METH_KEYWORDS, "sn_tanh(x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_transition", AS_METHOD(py_sn_transition), METH_FASTCALL | METH_KEYWORDS, "sn_transition(m, d, mode, A, B, C, D)\n--\n\nA (ndx x ndx) and B (ndx x nu) of the next state, C (nsensordata x ndx) and D (nsensordata x nu) of the sensors, by rows; each may be NULL. d is at the state and stays there. What formulas do not cover is taken from differences: returns the mode that was used (hybrid if C and D were), -1 after an error."},
    {"sn_inverseDerivatives", AS_METHOD(py_sn_inverseDerivatives), METH_FASTCALL | METH_KEYWORDS, "sn_inverseDerivatives(m, d, mode, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq)\n--\n\nDerivatives of inverse dynamics at qpos, qvel, qacc of d, as mjd_inverseFD has them: row i belongs to input i; forces f = qfrc_inverse, less those of actuators if flg_actuation, sensors s, entries m of M; each may be NULL. By formulas are those of forces, by centred differences the others, and all with the flag invdiscrete; returns like sn_transition."},
    {"sn_floor", AS_METHOD(py_sn_floor), METH_FASTCALL | METH_KEYWORDS, "sn_floor(x)\n--\n\nExact for every double; the sign of a zero result is that of x."},
    {"sn_ceil", AS_METHOD(py_sn_ceil), METH_FASTCALL | METH_KEYWORDS, "sn_ceil(x)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_fmod", AS_METHOD(py_sn_fmod), METH_FASTCALL | METH_KEYWORDS, "sn_fmod(x, y)\n--\n\nelementary functions The functions that the engine computes with. C libraries differ in the last bit of theirs, so a program that feeds their results back into a simulation gets other trajectories on another system; these give the same bits on every CPU, operating system, compiler and build. Errors are below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set."},
    {"sn_sceneRoom", AS_METHOD(py_sn_sceneRoom), METH_FASTCALL | METH_KEYWORDS, "sn_sceneRoom(m)\n--\n\nmaxgeom for scenes of a model, which holds all that it usually shows"},
    {"sn_setDrawThreads", AS_METHOD(py_sn_setDrawThreads), METH_FASTCALL | METH_KEYWORDS, "sn_setDrawThreads(con, nthread)\n--\n\nthreads that a context draws with, that of the caller included; 0: one for each processor, as after mjr_makeContext. Pictures do not depend on it."},
    {NULL, NULL, 0, NULL}};
