// Pictures of the worlds of a batch. Arrays come from sinew/_batch.py, which makes them.
#include "batch.h"

// numbers of an array that is written, NULL for None
static void* numbers(Args* a, int i, int npy, npy_intp count) {
  PyArrayObject* array = (PyArrayObject*)a->value[i];
  if (a->failed || a->value[i] == Py_None) return NULL;
  if (PyArray_Check(a->value[i]) && PyArray_TYPE(array) == npy && PyArray_ISCARRAY(array) &&
      PyArray_SIZE(array) == count) {
    return PyArray_DATA(array);
  }
  args_fail(a, PyExc_TypeError,
            "out should be a writable, C-contiguous array of another shape or type");
  return NULL;
}

PyObject* batch_render(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw) {
  static const char* const names[] = {"worlds", "camera", "option", "height",
                                      "width",  "rgb",    "depth",  "segment"};
  enum { COUNT = sizeof(names) / sizeof(*names) };
  Batch* batch = (Batch*)self;
  Args a;
  if (!args_parse(&a, "render", names, COUNT, COUNT, args, n, kw)) return NULL;
  npy_intp count = -1;
  const int* world = args_array(&a, 0, NPY_INT, 0, &count, NULL, "worlds");
  const mjvCamera* camera = args_struct_or_none(&a, 1, KIND_CAMERA);
  const mjvOption* option = args_struct_or_none(&a, 2, KIND_VIEWOPTION);
  const int height = args_int(&a, 3), width = args_int(&a, 4);
  const npy_intp area = (npy_intp)height * width * count;
  sn_BatchPicture wanted = {.picture = {.width = width, .height = height},
                            .world = world,
                            .n = (int)count,
                            .camera = camera,
                            .option = option};
  wanted.picture.rgb = numbers(&a, 5, NPY_UINT8, 3 * area);
  wanted.picture.depth = numbers(&a, 6, NPY_FLOAT, area);
  wanted.picture.segment = numbers(&a, 7, NPY_INT, 2 * area);
  if (!args_done(&a) || !batch_begin(batch, "render")) return args_end(&a, NULL);
  Py_BEGIN_ALLOW_THREADS call_begin();
  sn_batchRender(batch->b, &wanted);
  Py_END_ALLOW_THREADS batch_end(batch);
  return args_end(&a, call_end() ? Py_NewRef(Py_None) : NULL);
}
