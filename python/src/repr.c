// The text of structs, lists and views: their attributes in the order of their names.
#include <stdlib.h>
#include <string.h>

#include "core.h"

static int by_name(const void* a, const void* b) {
  return strcmp((*(const PyGetSetDef* const*)a)->name, (*(const PyGetSetDef* const*)b)->name);
}

// the text of a value; further lines of a struct in a struct are indented
static PyObject* value_text(PyObject* value) {
  PyObject* text = PyObject_Repr(value);
  if (!text || PyType_GetSlot(Py_TYPE(value), Py_tp_repr) != (void*)struct_repr) return text;
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
    if (PyType_GetSlot(base, Py_tp_repr) == (void*)struct_repr) type = base;
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
