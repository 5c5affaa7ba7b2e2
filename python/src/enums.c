// Enums: a type for each, made from a table when the module starts. A member is an object with a
// number and a name, not a number itself: it stands for its number in arithmetic, as an index and
// in a dict, equals ints, whole numbers of numpy and members of its own type only, and has no
// order.
#include <limits.h>

#include "enums.h"

typedef struct Enum_ {
  PyObject_HEAD const EnumTable* table;
  PyObject* number;
  PyObject* name;
  PyObject* weak;  // weak references
} Enum;

static PyTypeObject* enum_base;
static PyTypeObject* members_type;

static bool is_enum(PyObject* o) { return PyObject_TypeCheck(o, enum_base); }

// ---- making

static const EnumTable* table_of(PyTypeObject* type);

static const char* name_of(const EnumTable* table, long value) {
  for (int i = 0; i < table->count; i++) {
    if (table->member[i].value == value) return table->member[i].name;
  }
  return NULL;
}

static PyObject* enum_make(PyTypeObject* type, const EnumTable* table, long value) {
  const char* name = name_of(table, value);
  if (!name) {
    PyErr_Format(PyExc_ValueError, "Invalid int value for %s: %ld", table->name, value);
    return NULL;
  }
  Enum* e = (Enum*)PyType_GenericAlloc(type, 0);
  if (!e) return NULL;
  e->table = table;
  e->number = PyLong_FromLong(value);
  e->name = PyUnicode_InternFromString(name);
  if (e->number && e->name) return (PyObject*)e;
  Py_DECREF((PyObject*)e);
  return NULL;
}

// false and an exception if it is no whole number that an enum could have
static bool number_of(const EnumTable* table, PyObject* value, long* number) {
  PyObject* index = PyNumber_Index(value);
  int overflow = 0;
  *number = index ? PyLong_AsLongAndOverflow(index, &overflow) : 0;
  Py_XDECREF(index);
  if (index && !overflow && *number >= INT_MIN && *number <= UINT_MAX) return true;
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "%s() should be called with an int, not %R", table->name, value);
  return false;
}

static PyObject* enum_new(PyTypeObject* type, PyObject* args, PyObject* kw) {
  static char* names[] = {"value", NULL};
  const EnumTable* table = table_of(type);
  PyObject* value;
  long number;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "O", names, &value) ||
      !number_of(table, value, &number)) {
    return NULL;
  }
  return enum_make(type, table, number);
}

static void enum_dealloc(PyObject* self) {
  Enum* e = (Enum*)self;
  if (e->weak) PyObject_ClearWeakRefs(self);
  Py_XDECREF(e->number);
  Py_XDECREF(e->name);
  PyTypeObject* type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

// ---- texts, attributes, comparison

static PyObject* enum_str(PyObject* self) {
  PyObject* type = PyObject_GetAttrString((PyObject*)Py_TYPE(self), "__name__");
  PyObject* text = type ? PyUnicode_FromFormat("%S.%U", type, ((Enum*)self)->name) : NULL;
  Py_XDECREF(type);
  return text;
}

static PyObject* enum_repr(PyObject* self) {
  PyObject* name = enum_str(self);
  PyObject* text = name ? PyUnicode_FromFormat("<%U: %S>", name, ((Enum*)self)->number) : NULL;
  Py_XDECREF(name);
  return text;
}

static PyObject* get_name(PyObject* self, void* unused) {
  (void)unused;
  return Py_NewRef(((Enum*)self)->name);
}

static PyObject* get_value(PyObject* self, void* unused) {
  (void)unused;
  return Py_NewRef(((Enum*)self)->number);
}

static PyObject* enum_number(PyObject* self) { return Py_NewRef(((Enum*)self)->number); }

static Py_hash_t enum_hash(PyObject* self) { return PyObject_Hash(((Enum*)self)->number); }

static PyObject* enum_compare(PyObject* self, PyObject* other, int op) {
  const Enum* e = (Enum*)self;
  if (op != Py_EQ && op != Py_NE) Py_RETURN_NOTIMPLEMENTED;
  PyObject* number = NULL;
  if (PyLong_Check(other)) number = Py_NewRef(other);
  if (is_enum(other) && ((Enum*)other)->table == e->table) {
    number = Py_NewRef(((Enum*)other)->number);
  }
  if (PyArray_IsScalar(other, Integer)) number = PyNumber_Index(other);
  if (!number) return PyErr_Occurred() ? NULL : PyBool_FromLong(op == Py_NE);
  PyObject* result = PyObject_RichCompare(e->number, number, op);
  Py_DECREF(number);
  return result;
}

static PyObject* enum_reduce(PyObject* self, PyObject* unused) {
  (void)unused;
  return Py_BuildValue("O(O)", (PyObject*)Py_TYPE(self), ((Enum*)self)->number);
}

// ---- arithmetic

// What stands for an operand: a new reference, NULL without an exception if it is no number. Bits
// are those of whole numbers only.
static PyObject* operand(PyObject* o, bool bits) {
  if (is_enum(o)) return Py_NewRef(((Enum*)o)->number);
  if (PyLong_CheckExact(o)) return Py_NewRef(o);
  if (PyIndex_Check(o) || PyArray_IsScalar(o, Bool)) {
    PyObject* whole = PyNumber_Long(o);
    if (whole) return whole;
  } else if (!bits && !PyComplex_Check(o) && !PyArray_Check(o)) {
    const double number = PyFloat_AsDouble(o);
    if (number != -1 || !PyErr_Occurred()) return PyFloat_FromDouble(number);
  }
  PyErr_Clear();
  return NULL;
}

static PyObject* calculate(PyObject* a, PyObject* b, binaryfunc function, bool bits) {
  PyObject* left = operand(a, bits);
  PyObject* right = left ? operand(b, bits) : NULL;
  PyObject* result = right ? function(left, right) : Py_NewRef(Py_NotImplemented);
  Py_XDECREF(left);
  Py_XDECREF(right);
  return result;
}

#define OPERATION(name, function, bits)                                                            \
  static PyObject* name(PyObject* a, PyObject* b) { return calculate(a, b, function, bits); }
OPERATION(enum_add, PyNumber_Add, false)
OPERATION(enum_subtract, PyNumber_Subtract, false)
OPERATION(enum_multiply, PyNumber_Multiply, false)
OPERATION(enum_divide, PyNumber_TrueDivide, false)
OPERATION(enum_floor, PyNumber_FloorDivide, false)
OPERATION(enum_remainder, PyNumber_Remainder, false)
OPERATION(enum_and, PyNumber_And, true)
OPERATION(enum_or, PyNumber_Or, true)
OPERATION(enum_xor, PyNumber_Xor, true)

// members can be shifted, but nothing by a member
#define SHIFT(name, function)                                                                      \
  static PyObject* name(PyObject* a, PyObject* b) {                                                \
    if (!is_enum(a)) Py_RETURN_NOTIMPLEMENTED;                                                     \
    return calculate(a, b, function, true);                                                        \
  }
SHIFT(enum_left, PyNumber_Lshift)
SHIFT(enum_right, PyNumber_Rshift)

static PyObject* enum_negative(PyObject* self) { return PyNumber_Negative(((Enum*)self)->number); }

// ---- __members__: a dict of its own for each who asks

typedef struct Members_ {
  PyObject_HEAD PyObject* dict;
} Members;

static PyObject* members_get(PyObject* self, PyObject* object, PyObject* type) {
  (void)object, (void)type;
  return PyDict_Copy(((Members*)self)->dict);
}

static void members_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_XDECREF(((Members*)self)->dict);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

// ---- types

static PyTypeObject** types;  // of the tables

// the table of a type, or of the enum that a class in Python is made of
static const EnumTable* table_of(PyTypeObject* type) {
  for (int i = 0; i < enum_count; i++) {
    if (types[i] == type) return &enum_tables[i];
  }
  for (int i = 0; i < enum_count; i++) {
    if (PyType_IsSubtype(type, types[i])) return &enum_tables[i];
  }
  return NULL;
}

PyObject* enum_of(const char* name, int value) {
  for (int i = 0; i < enum_count; i++) {
    if (strcmp(enum_tables[i].name, name)) continue;
    if (name_of(&enum_tables[i], value)) return enum_make(types[i], &enum_tables[i], value);
  }
  return PyLong_FromLong(value);
}

static PyObject* no_enum(PyTypeObject* type, PyObject* args, PyObject* kw) {
  (void)type, (void)args, (void)kw;
  PyErr_SetString(PyExc_TypeError, "only its subclasses have members");
  return NULL;
}

static bool make_base(void) {
  static PyMemberDef weak[] = {
      {"__weaklistoffset__", T_PYSSIZET, offsetof(Enum, weak), READONLY, NULL},
      {NULL, 0, 0, 0, NULL}};
  static PyGetSetDef attributes[] = {{"name", get_name, NULL, "name of the member", NULL},
                                     {"value", get_value, NULL, "number of the member", NULL},
                                     {NULL, NULL, NULL, NULL, NULL}};
  static PyMethodDef methods[] = {{"__reduce__", enum_reduce, METH_NOARGS, "for pickle"},
                                  {NULL, NULL, 0, NULL}};
  PyType_Slot slots[] = {{Py_tp_doc, "a number with a name"},
                         {Py_tp_new, no_enum},
                         {Py_tp_dealloc, enum_dealloc},
                         {Py_tp_members, weak},
                         {Py_tp_getset, attributes},
                         {Py_tp_methods, methods},
                         {Py_tp_repr, enum_repr},
                         {Py_tp_str, enum_str},
                         {Py_tp_hash, enum_hash},
                         {Py_tp_richcompare, enum_compare},
                         {Py_nb_int, enum_number},
                         {Py_nb_index, enum_number},
                         {Py_nb_negative, enum_negative},
                         {Py_nb_add, enum_add},
                         {Py_nb_subtract, enum_subtract},
                         {Py_nb_multiply, enum_multiply},
                         {Py_nb_true_divide, enum_divide},
                         {Py_nb_floor_divide, enum_floor},
                         {Py_nb_remainder, enum_remainder},
                         {Py_nb_and, enum_and},
                         {Py_nb_or, enum_or},
                         {Py_nb_xor, enum_xor},
                         {Py_nb_lshift, enum_left},
                         {Py_nb_rshift, enum_right},
                         {0, NULL}};
  PyType_Spec spec = {"sinew._core._Enum", sizeof(Enum), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  enum_base = (PyTypeObject*)PyType_FromSpec(&spec);
  PyType_Slot members_slots[] = {
      {Py_tp_descr_get, members_get}, {Py_tp_dealloc, members_dealloc}, {0, NULL}};
  PyType_Spec members_spec = {"sinew._core._Members", sizeof(Members), 0, Py_TPFLAGS_DEFAULT,
                              members_slots};
  members_type = (PyTypeObject*)PyType_FromSpec(&members_spec);
  return enum_base && members_type;
}

// the members become attributes of the type and items of its dict
static bool add_members(PyTypeObject* type, const EnumTable* table) {
  Members* all = (Members*)PyType_GenericAlloc(members_type, 0);
  if (!all) return false;
  all->dict = PyDict_New();
  bool good = all->dict != NULL;
  for (int i = 0; good && i < table->count; i++) {
    PyObject* member = enum_make(type, table, table->member[i].value);
    const char* name = table->member[i].name;
    good = member && PyDict_SetItemString(all->dict, name, member) == 0 &&
           PyObject_SetAttrString((PyObject*)type, name, member) == 0;
    Py_XDECREF(member);
  }
  good = good && PyObject_SetAttrString((PyObject*)type, "__members__", (PyObject*)all) == 0;
  Py_DECREF((PyObject*)all);
  return good;
}

static PyTypeObject* make_type(const EnumTable* table) {
  char name[96];
  snprintf(name, sizeof(name), "sinew._core.%s", table->name);
  PyType_Slot slots[] = {{Py_tp_new, enum_new}, {Py_tp_doc, (void*)table->doc}, {0, NULL}};
  PyType_Spec spec = {name, sizeof(Enum), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  PyObject* bases = PyTuple_Pack(1, (PyObject*)enum_base);
  PyTypeObject* type = bases ? (PyTypeObject*)PyType_FromSpecWithBases(&spec, bases) : NULL;
  Py_XDECREF(bases);
  return type;
}

static bool add_constants(PyObject* module) {
  bool good = true;
  for (int i = 0; good && i < constant_count; i++) {
    const Constant* c = &constants[i];
    PyObject* value = c->whole ? PyLong_FromLong((long)c->value) : PyFloat_FromDouble(c->value);
    good = value && PyModule_AddObjectRef(module, c->name, value) == 0;
    Py_XDECREF(value);
  }
  return good;
}

bool enums_add(PyObject* module) {
  types = PyMem_Calloc((size_t)enum_count, sizeof(*types));
  if (!types || !make_base()) return false;
  if (PyModule_AddObjectRef(module, "_Enum", (PyObject*)enum_base) < 0) return false;
  for (int i = 0; i < enum_count; i++) {
    types[i] = make_type(&enum_tables[i]);
    if (!types[i] || !add_members(types[i], &enum_tables[i])) return false;
    PyObject* type = (PyObject*)types[i];
    if (PyModule_AddObjectRef(module, enum_tables[i].name, type) < 0) return false;
  }
  return add_constants(module);
}
