// A flex with its bodies: body.make_flex(name, ...), as <flexcomp> makes it.
#include "spec.h"

// the numbers of a sequence into x, or nothing if it is None; false and an exception if there are
// more or fewer than n
static bool take(PyObject* value, double* x, int n, const char* name) {
  if (value == Py_None) return true;
  PyArrayObject* a = (PyArrayObject*)PyArray_FROM_OTF(value, NPY_DOUBLE,
                                                      NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST);
  const bool good = a && PyArray_SIZE(a) == n;
  for (int i = 0; good && i < n; i++) x[i] = ((const double*)PyArray_DATA(a))[i];
  if (a && !good) PyErr_Format(PyExc_ValueError, "%s must have %d elements", name, n);
  Py_XDECREF((PyObject*)a);
  return good;
}

static bool take_counts(PyObject* value, int x[3], const char* name) {
  double number[3] = {x[0], x[1], x[2]};
  if (!take(value, number, 3, name)) return false;
  for (int i = 0; i < 3; i++) {
    if (!(number[i] >= 0 && number[i] <= 1e6)) {
      PyErr_Format(PyExc_ValueError, "%s: numbers from 0 to 1000000 are expected", name);
      return false;
    }
    x[i] = (int)number[i];
  }
  return true;
}

typedef struct Shape_ {
  const char *name, *type, *dof, *file;
  int dim, equality, rigid, flatskin, elastic2d;
  double radius, mass, inertiabox;
  int count[3], cellcount[3];
  double spacing[3], scale[3], pos[3], quat[4], origin[3];
  mjVFS* vfs;
} Shape;

static bool parse_shape(Shape* s, PyObject* args, PyObject* kw, PyObject* given[8]) {
  static char* names[] = {"name",    "type",     "dim",       "dof",  "count",      "cellcount",
                          "spacing", "scale",    "radius",    "mass", "inertiabox", "equality",
                          "rigid",   "flatskin", "elastic2d", "pos",  "quat",       "origin",
                          "file",    "vfs",      NULL};
  return PyArg_ParseTupleAndKeywords(args, kw, "s|zizOOOOdddiiiiOOOzO:make_flex", names, &s->name,
                                     &s->type, &s->dim, &s->dof, &given[0], &given[1], &given[2],
                                     &given[3], &s->radius, &s->mass, &s->inertiabox, &s->equality,
                                     &s->rigid, &s->flatskin, &s->elastic2d, &given[4], &given[5],
                                     &given[6], &s->file, &given[7]);
}

PyObject* make_flex(PyObject* self, PyObject* args, PyObject* kw) {
  PyObject* given[8] = {Py_None, Py_None, Py_None, Py_None, Py_None, Py_None, Py_None, Py_None};
  Shape s = {.dim = 3, .mass = 1, .inertiabox = 0.005};
  if (!parse_shape(&s, args, kw, given) || !take_counts(given[0], s.count, "count") ||
      !take_counts(given[1], s.cellcount, "cellcount") ||
      !take(given[2], s.spacing, 3, "spacing") || !take(given[3], s.scale, 3, "scale") ||
      !take(given[4], s.pos, 3, "pos") || !take(given[5], s.quat, 4, "quat") ||
      !take(given[6], s.origin, 3, "origin")) {
    return NULL;
  }
  if (given[7] != Py_None && !(s.vfs = vfs_of(given[7]))) return NULL;
  const Node* n = (Node*)self;
  if (!memory_free(n->memory)) return NULL;
  call_begin();
#define GIVEN(i, x) (given[i] == Py_None ? NULL : s.x)
  mjsFlex* flex = mjs_makeFlex((mjsBody*)n->base, s.name, s.type, s.dim, s.dof, GIVEN(0, count),
                               GIVEN(1, cellcount), GIVEN(2, spacing), GIVEN(3, scale), s.radius,
                               s.mass, s.inertiabox, s.equality, s.rigid, s.flatskin, s.elastic2d,
                               GIVEN(4, pos), GIVEN(5, quat), GIVEN(6, origin), s.file, s.vfs);
  return flex ? node_element(flex->element, n->memory) : spec_error(node_owner(n));
}
