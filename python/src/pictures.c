// Drawing: rectangles, contexts, and the functions whose arrays are as long as a rectangle says.
// Other threads run while a scene is drawn; a context that is drawn with is not for other calls.
#include <stdlib.h>

#include "core.h"

#define FUNCTION(name)                                                                             \
  static PyObject* name(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw)
#define PARSE(function, ...)                                                                       \
  (void)self;                                                                                      \
  static const char* const names[] = {__VA_ARGS__};                                                \
  enum { COUNT = sizeof(names) / sizeof(*names) };                                                 \
  Args a;                                                                                          \
  if (!args_parse(&a, function, names, COUNT, COUNT, args, n, kw)) return NULL;

static const char context_memory[] = "sinew context";

// ---- objects

int rect_init(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"left", "bottom", "width", "height", NULL};
  mjrRect rect;
  if (((Struct*)self)->base) return 0;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "iiii:MjrRect", names, &rect.left, &rect.bottom,
                                   &rect.width, &rect.height)) {
    return -1;
  }
  return struct_fill(self, &rect);
}

int info_init(PyObject* self, PyObject* args, PyObject* kw) {
  mjrRendererInfo info;
  if (((Struct*)self)->base) return 0;
  if (!no_arguments("MjrRendererInfo", args, kw)) return -1;
  mjr_defaultRendererInfo(&info);
  return struct_fill(self, &info);
}

static void free_context(PyObject* capsule) {
  mjrContext* con = PyCapsule_GetPointer(capsule, context_memory);
  mjr_freeContext(con);
  free(con);
}

// takes the context over
static int own_context(PyObject* self, mjrContext* con) {
  PyObject* memory = PyCapsule_New(con, context_memory, free_context);
  if (!memory) {
    mjr_freeContext(con);
    free(con);
  }
  return struct_own(self, con, memory);
}

int context_init(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"model", "fontscale", NULL};
  PyObject *model = NULL, *scale = NULL;
  if (((Struct*)self)->base) return 0;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "|OO:MjrContext", names, &model, &scale)) return -1;
  const mjModel* m = model ? model_from(model, "model") : NULL;
  if (model && !m) return -1;
  PyObject* index = scale ? PyNumber_Index(scale) : PyLong_FromLong(mjFONTSCALE_150);
  const long fontscale = index ? PyLong_AsLong(index) : -1;
  Py_XDECREF(index);
  if (PyErr_Occurred()) return -1;
  mjrContext* con = malloc(sizeof *con);
  if (!con) {
    PyErr_NoMemory();
    return -1;
  }
  mjr_defaultContext(con);
  call_begin();
  if (m) mjr_makeContext(m, con, fontscale > 1000 ? 1000 : (int)fontscale);
  if (call_end()) return own_context(self, con);
  mjr_freeContext(con);
  free(con);
  return -1;
}

static PyObject* context_free(PyObject* self, PyObject* unused) {
  (void)unused;
  if (!struct_made(self)) return NULL;
  if (((Struct*)self)->busy) {
    PyErr_SetString(PyExc_RuntimeError, "free(): another thread draws with the context");
    return NULL;
  }
  mjr_freeContext((mjrContext*)((Struct*)self)->base);
  Py_RETURN_NONE;
}

PyMethodDef context_methods[] = {
    {"free", context_free, METH_NOARGS, "frees what the context holds"}, {NULL, NULL, 0, NULL}};

// ---- drawing

FUNCTION(render) {
  PARSE("mjr_render", "viewport", "scn", "con")
  const mjrRect* viewport = args_struct(&a, 0, KIND_RECT);
  mjvScene* scn = args_struct(&a, 1, KIND_SCENE);
  mjrContext* con = args_struct(&a, 2, KIND_CONTEXT);
  if (!args_done(&a)) return args_end(&a, NULL);
  const mjrRect view = *viewport;
  Struct* context = (Struct*)a.value[2];
  context->busy = true;
  Py_BEGIN_ALLOW_THREADS call_begin();
  mjr_render(view, scn, con);
  Py_END_ALLOW_THREADS context->busy = false;
  return args_end(&a, call_end() ? Py_NewRef(Py_None) : NULL);
}

// an array of numbers of pixels, NULL for None; its shape is free
static void* pixels(Args* a, int i, int npy, bool out, npy_intp count) {
  PyObject* value = a->value[i];
  if (a->failed || value == Py_None) return NULL;
  PyArrayObject* array = PyArray_Check(value) ? (PyArrayObject*)value : NULL;
  if (!array || PyArray_TYPE(array) != npy || !PyArray_IS_C_CONTIGUOUS(array) ||
      (out && !PyArray_ISWRITEABLE(array))) {
    PyErr_Format(PyExc_TypeError, "%s(): %s should be a %sC-contiguous array of %s", a->function,
                 a->names[i], out ? "writable, " : "",
                 npy == NPY_FLOAT ? "float32"
                 : npy == NPY_INT ? "int32"
                                  : "uint8");
    a->failed = true;
  } else if (PyArray_SIZE(array) != count) {
    PyErr_Format(PyExc_ValueError, "%s(): %s should have %zd numbers for the viewport, not %zd",
                 a->function, a->names[i], count, PyArray_SIZE(array));
    a->failed = true;
  }
  return a->failed ? NULL : PyArray_DATA(array);
}

// colours and depths of a viewport, to be read or drawn
static PyObject* move_pixels(Args* a, bool read) {
  const mjrRect* viewport = args_struct(a, 2, KIND_RECT);
  const mjrContext* con = args_struct(a, 3, KIND_CONTEXT);
  if (!args_done(a)) return args_end(a, NULL);
  const mjrRect view = *viewport;
  const npy_intp area = view.width > 0 && view.height > 0 ? (npy_intp)view.width * view.height : 0;
  unsigned char* rgb = pixels(a, 0, NPY_UINT8, read, 3 * area);
  float* depth = pixels(a, 1, NPY_FLOAT, read, area);
  if (!args_done(a)) return args_end(a, NULL);
  call_begin();
  if (read) {
    mjr_readPixels(rgb, depth, view, con);
  } else {
    mjr_drawPixels(rgb, depth, view, con);
  }
  return args_end(a, call_end() ? Py_NewRef(Py_None) : NULL);
}

FUNCTION(read_pixels) {
  PARSE("mjr_readPixels", "rgb", "depth", "viewport", "con")
  return move_pixels(&a, true);
}

FUNCTION(draw_pixels) {
  PARSE("mjr_drawPixels", "rgb", "depth", "viewport", "con")
  return move_pixels(&a, false);
}

FUNCTION(find_rect) {
  PARSE("mjr_findRect", "x", "y", "nrect", "rect")
  const int x = args_int(&a, 0), y = args_int(&a, 1), count = args_int(&a, 2);
  const mjrRect* rect = args_struct(&a, 3, KIND_RECT);
  if (args_done(&a) && (count < 0 || count > 1)) {
    args_fail(&a, PyExc_ValueError, "nrect should be 0 or 1: rect is one");
  }
  if (!args_done(&a)) return args_end(&a, NULL);
  return args_end(&a, PyLong_FromLong(mjr_findRect(x, y, count, rect)));
}

FUNCTION(draw) {
  PARSE("_draw", "scn", "con", "height", "width", "rgb", "depth", "segment")
  mjvScene* scn = args_struct(&a, 0, KIND_SCENE);
  mjrContext* con = args_struct(&a, 1, KIND_CONTEXT);
  const int height = args_int(&a, 2), width = args_int(&a, 3);
  const npy_intp area = (npy_intp)height * width;
  const sn_Picture wanted = {.width = width,
                             .height = height,
                             .rgb = pixels(&a, 4, NPY_UINT8, true, 3 * area),
                             .depth = pixels(&a, 5, NPY_FLOAT, true, area),
                             .segment = pixels(&a, 6, NPY_INT, true, 2 * area)};
  if (!args_done(&a)) return args_end(&a, NULL);
  Struct* context = (Struct*)a.value[1];
  context->busy = true;
  Py_BEGIN_ALLOW_THREADS call_begin();
  sn_draw(scn, con, &wanted);
  Py_END_ALLOW_THREADS context->busy = false;
  return args_end(&a, call_end() ? Py_NewRef(Py_None) : NULL);
}

#define METHOD(name, function, doc)                                                                \
  { name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS, doc }

PyMethodDef picture_methods[] = {
    METHOD("mjr_render", render,
           "mjr_render(viewport, scn, con)\n--\n\nDraws a scene into the buffer of a context."),
    METHOD("mjr_readPixels", read_pixels,
           "mjr_readPixels(rgb, depth, viewport, con)\n--\n\nThe buffer -> arrays of uint8 and "
           "float32, rows from the bottom up; either may be None."),
    METHOD("mjr_drawPixels", draw_pixels,
           "mjr_drawPixels(rgb, depth, viewport, con)\n--\n\nArrays -> the buffer, rows from the "
           "bottom up; either may be None."),
    METHOD("mjr_findRect", find_rect,
           "mjr_findRect(x, y, nrect, rect)\n--\n\n0 if the point is in the rectangle, else -1."),
    METHOD(
        "_draw", draw,
        "_draw(scn, con, height, width, rgb, depth, segment)\n--\n\nA scene as arrays, rows from "
        "above; arrays may be None."),
    {NULL, NULL, 0, NULL}};
