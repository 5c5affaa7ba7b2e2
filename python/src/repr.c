// The text of objects: of structs, lists and views their attributes in the order of their names; of
// those that are too large for that one line with names, sizes and the time.
#include <stdlib.h>
#include <string.h>

#include "core.h"

static int by_name(const void* a, const void* b) {
  return strcmp((*(const PyGetSetDef* const*)a)->name, (*(const PyGetSetDef* const*)b)->name);
}

// is the text of its objects that of their attributes
static bool is_listed(PyTypeObject* type) {
  const void* repr = PyType_GetSlot(type, Py_tp_repr);
  return repr == (void*)struct_repr || repr == (void*)made_repr;
}

// the text of a value; further lines of a struct in a struct are indented
static PyObject* value_text(PyObject* value) {
  PyObject* text = PyObject_Repr(value);
  if (!text || !is_listed(Py_TYPE(value))) return text;
  PyObject* from = PyUnicode_FromString("\n");
  PyObject* to = PyUnicode_FromString("\n  ");
  PyObject* moved = from && to ? PyUnicode_Replace(text, from, to, -1) : NULL;
  Py_XDECREF(from);
  Py_XDECREF(to);
  Py_DECREF(text);
  return moved;
}

// text + "  name: value"; takes the text over
static PyObject* with_line(PyObject* text, PyObject* self, const PyGetSetDef* def) {
  PyObject* value = def->get(self, def->closure);
  PyObject* shown = value ? value_text(value) : NULL;
  PyObject* longer = shown ? PyUnicode_FromFormat("%U  %s: %U\n", text, def->name, shown) : NULL;
  Py_XDECREF(shown);
  Py_XDECREF(value);
  Py_DECREF(text);
  return longer;
}

static PyObject* all_lines(PyObject* self, const PyGetSetDef* const* sorted, int n) {
  PyObject* name = PyObject_GetAttrString((PyObject*)Py_TYPE(self), "__name__");
  PyObject* text = name ? PyUnicode_FromFormat("<%U\n", name) : NULL;
  Py_XDECREF(name);
  for (int i = 0; text && i < n; i++) text = with_line(text, self, sorted[i]);
  PyObject* whole = text ? PyUnicode_FromFormat("%U>", text) : NULL;
  Py_XDECREF(text);
  return whole;
}

// the table of attributes of a type, or of that which programs have derived it from
static const PyGetSetDef* attributes_of(PyTypeObject* type) {
  for (PyTypeObject* base = type; base; base = PyType_GetSlot(base, Py_tp_base)) {
    if (is_listed(base)) type = base;
  }
  return PyType_GetSlot(type, Py_tp_getset);
}

PyObject* struct_repr(PyObject* self) {
  const PyGetSetDef* def = attributes_of(Py_TYPE(self));
  int n = 0;
  while (def[n].name) n++;
  const PyGetSetDef** sorted = PyMem_Malloc(sizeof(*sorted) * (size_t)(n + 1));
  if (!sorted) return PyErr_NoMemory();
  for (int i = 0; i < n; i++) sorted[i] = &def[i];
  qsort(sorted, (size_t)n, sizeof(*sorted), by_name);
  PyObject* text = all_lines(self, sorted, n);
  PyMem_Free(sorted);
  return text;
}

// ---- one line

// name of the class, also of one that a program has derived
static PyObject* class_name(PyObject* self) {
  return PyObject_GetAttrString((PyObject*)Py_TYPE(self), "__name__");
}

static PyObject* quoted_name(const char* name) {
  PyObject* text = PyUnicode_DecodeUTF8(name, (Py_ssize_t)strlen(name), "replace");
  PyObject* quoted = text ? PyObject_Repr(text) : NULL;
  Py_XDECREF(text);
  return quoted;
}

PyObject* line_of(PyObject* self, const char* link, const char* name, PyObject* rest) {
  PyObject* class = class_name(self);
  PyObject* quoted = quoted_name(name);
  PyObject* text = class && quoted && rest
                       ? PyUnicode_FromFormat("<%U%s %U: %U>", class, link, quoted, rest)
                       : NULL;
  Py_XDECREF(class);
  Py_XDECREF(quoted);
  Py_XDECREF(rest);
  return text;
}

static PyObject* not_made(PyObject* self) {
  PyObject* class = class_name(self);
  PyObject* text = class ? PyUnicode_FromFormat("<%U: __init__ was not called>", class) : NULL;
  Py_XDECREF(class);
  return text;
}

PyObject* made_repr(PyObject* self) {
  return ((Struct*)self)->base ? struct_repr(self) : not_made(self);
}

PyObject* model_repr(PyObject* self) {
  const mjModel* m = (const mjModel*)((Struct*)self)->base;
  if (!m) return not_made(self);
  return line_of(self, "", m->names,
                 PyUnicode_FromFormat("nq=%zd, nv=%zd, nu=%zd, na=%zd, nbody=%zd, njnt=%zd, "
                                      "ngeom=%zd, nsensor=%zd",
                                      (Py_ssize_t)m->nq, (Py_ssize_t)m->nv, (Py_ssize_t)m->nu,
                                      (Py_ssize_t)m->na, (Py_ssize_t)m->nbody, (Py_ssize_t)m->njnt,
                                      (Py_ssize_t)m->ngeom, (Py_ssize_t)m->nsensor));
}

PyObject* data_repr(PyObject* self) {
  const mjData* d = (const mjData*)((Struct*)self)->base;
  if (!d) return not_made(self);
  const mjModel* m = model_of((Struct*)self);
  char time[32];
  snprintf(time, sizeof(time), "%.9g", d->time);
  return line_of(self, " of", m->names,
                 PyUnicode_FromFormat("time=%s, nq=%zd, nv=%zd, ncon=%d, nefc=%d", time,
                                      (Py_ssize_t)m->nq, (Py_ssize_t)m->nv, d->ncon, d->nefc));
}

static int count_of(const mjSpec* spec, mjtObj object) {
  int n = 0;
  mjSpec* s = (mjSpec*)spec;
  for (mjsElement* e = mjs_firstElement(s, object); e; e = mjs_nextElement(s, e)) n++;
  return n;
}

// how many there are of the kinds that most models have
PyObject* spec_repr(PyObject* self) {
  const mjSpec* spec = spec_of(self);
  const char* name = mjs_getString(spec->modelname);
  return line_of(self, "", name ? name : "",
                 PyUnicode_FromFormat("bodies=%d, joints=%d, geoms=%d, sites=%d, meshes=%d, "
                                      "actuators=%d, sensors=%d",
                                      count_of(spec, mjOBJ_BODY), count_of(spec, mjOBJ_JOINT),
                                      count_of(spec, mjOBJ_GEOM), count_of(spec, mjOBJ_SITE),
                                      count_of(spec, mjOBJ_MESH), count_of(spec, mjOBJ_ACTUATOR),
                                      count_of(spec, mjOBJ_SENSOR)));
}
