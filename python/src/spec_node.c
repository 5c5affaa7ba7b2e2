// Objects of editable models: one for each struct in use, so that `spec.body('a') is
// spec.body('a')`, and what keeps an mjSpec alive.
#include <string.h>

#include "spec.h"

static const char memory_name[] = "mjSpec";
static PyObject* alive;     // address of a struct -> address of its object
static PyObject* memories;  // address of an mjSpec -> address of its capsule

// ---- memory

SpecMemory* memory_of(PyObject* capsule) { return PyCapsule_GetPointer(capsule, memory_name); }

static void memory_clear(SpecMemory* m) {
  PyObject* key = memories ? PyLong_FromVoidPtr(m->spec) : NULL;
  if (key && PyDict_DelItem(memories, key) < 0) PyErr_Clear();
  Py_XDECREF(key);
  mj_deleteSpec(m->spec);
  Py_XDECREF(m->assets);
  Py_XDECREF(m->parent);
  Py_XDECREF(m->above);
  PyMem_Free(m);
}

static void memory_dealloc(PyObject* capsule) {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  memory_clear(memory_of(capsule));
  PyErr_Restore(type, value, trace);
}

static bool remember(const SpecMemory* m, PyObject* capsule) {
  PyObject *key = PyLong_FromVoidPtr(m->spec), *address = PyLong_FromVoidPtr(capsule);
  const bool good = key && address && PyDict_SetItem(memories, key, address) == 0;
  Py_XDECREF(key);
  Py_XDECREF(address);
  return good;
}

PyObject* memory_new(mjSpec* spec) {
  SpecMemory* m = spec ? PyMem_Calloc(1, sizeof(*m)) : NULL;
  if (!m) {
    mj_deleteSpec(spec);
    return PyErr_NoMemory();
  }
  m->spec = spec;
  m->assets = PyDict_New();
  m->above = PyList_New(0);
  m->override_assets = true;
  m->told = mjs_numWarnings(spec);
  PyObject* capsule = m->assets && m->above ? PyCapsule_New(m, memory_name, memory_dealloc) : NULL;
  if (!capsule) memory_clear(m);
  if (capsule && !remember(m, capsule)) Py_CLEAR(capsule);
  return capsule;
}

PyObject* memory_owner(const Node* n) {
  PyObject* key = PyLong_FromVoidPtr(node_owner(n));
  PyObject* kept = key ? PyDict_GetItemWithError(memories, key) : NULL;
  Py_XDECREF(key);
  return kept ? PyLong_AsVoidPtr(kept) : n->memory;
}

// ---- specs that others were attached to

// The memory and all that it keeps, as a list through them: one to which several ways lead is in it
// once. To be unlinked before it is walked again.
static SpecMemory* link_above(PyObject* memory) {
  SpecMemory *first = memory_of(memory), *last = first;
  first->visited = true;
  for (const SpecMemory* m = first; m; m = m->next) {
    for (Py_ssize_t i = 0; i < PyList_Size(m->above); i++) {
      SpecMemory* above = memory_of(PyList_GetItem(m->above, i));
      if (above->visited) continue;
      above->visited = true;
      last = last->next = above;
    }
  }
  return first;
}

static void unlink_above(SpecMemory* first) {
  for (SpecMemory *m = first, *next; m; m = next) {
    next = m->next;
    m->next = NULL;
    m->visited = false;
  }
}

bool memory_keeps(PyObject* memory, PyObject* other) {
  SpecMemory* first = link_above(memory);
  const bool found = memory_of(other)->visited;
  unlink_above(first);
  return found;
}

bool memory_attach(PyObject* memory, PyObject* above) {
  if (memory_keeps(memory, above)) return true;
  if (!memory_keeps(above, memory)) return PyList_Append(memory_of(memory)->above, above) == 0;
  if (memory_of(above)->copies) return true;
  PyErr_SetString(PyExc_ValueError,
                  "the specs would be attached to each other: this one is part of the child "
                  "already; attach a copy (child.copy()), or set copy_during_attach");
  return false;
}

void memory_told(PyObject* memory) {
  SpecMemory* m = memory_of(memory);
  m->told = mjs_numWarnings(m->spec);
}

void memory_detach(PyObject* memory, Py_ssize_t n) {
  PyObject* above = memory_of(memory)->above;
  if (PyList_Size(above) > n) PyList_SetSlice(above, n, PyList_Size(above), NULL);
}

static bool is_busy(PyObject* memory) {
  SpecMemory* first = link_above(memory);
  bool busy = false;
  for (const SpecMemory* m = first; m && !busy; m = m->next) busy = m->busy;
  unlink_above(first);
  return busy;
}

bool memory_free(PyObject* memory) {
  if (!is_busy(memory)) return true;
  PyErr_SetString(PyExc_RuntimeError, "the spec is being compiled by another thread");
  return false;
}

// ---- types

const SpecType* spec_type(const char* ctype) {
  for (int i = 0; i < spec_ntype; i++) {
    if (!strcmp(spec_types[i].ctype, ctype)) return &spec_types[i];
  }
  return NULL;
}

const SpecType* spec_typeOf(int object) {
  for (int i = 0; i < spec_ntype; i++) {
    if (object >= 0 && spec_types[i].object == object) return &spec_types[i];
  }
  return NULL;
}

const SpecField* field_find(const SpecType* type, const char* name) {
  for (int i = 0; i < type->count; i++) {
    if (!strcmp(type->field[i].name, name)) return &type->field[i];
  }
  return NULL;
}

// ---- objects

// the object that a struct has, a new reference; NULL if it has none
static PyObject* find_alive(PyObject* key, const SpecType* type) {
  PyObject* kept = PyDict_GetItemWithError(alive, key);
  PyObject* object = kept ? PyLong_AsVoidPtr(kept) : NULL;
  // one of a class that a program has derived may be on its way out: its attributes go first
  const bool usable = object && Py_REFCNT(object) > 0 && ((Node*)object)->type == type;
  return usable ? Py_NewRef(object) : NULL;
}

static PyObject* node_make(const SpecType* type, PyTypeObject* class, void* base, PyObject* memory,
                           PyObject* key) {
  Node* n = (Node*)PyType_GenericAlloc(class, 0);
  if (!n) return NULL;
  n->type = type;
  n->base = base;
  n->memory = Py_NewRef(memory);
  PyObject* address = PyLong_FromVoidPtr(n);
  const int status = address ? PyDict_SetItem(alive, key, address) : -1;
  Py_XDECREF(address);
  if (status == 0) return (PyObject*)n;
  Py_DECREF((PyObject*)n);
  return NULL;
}

PyObject* node_new(const SpecType* type, void* base, PyObject* memory) {
  if (!base) Py_RETURN_NONE;
  PyObject* key = PyLong_FromVoidPtr(base);
  if (!key) return NULL;
  PyObject* object = find_alive(key, type);
  if (!object && !PyErr_Occurred()) object = node_make(type, type->python, base, memory, key);
  Py_DECREF(key);
  return object;
}

static void forget(const Node* n) {
  PyObject* key = PyLong_FromVoidPtr(n->base);
  PyObject* kept = key ? PyDict_GetItemWithError(alive, key) : NULL;
  if (kept && PyLong_AsVoidPtr(kept) == n) PyDict_DelItem(alive, key);
  Py_XDECREF(key);
}

static void node_dealloc(PyObject* self) {
  Node* n = (Node*)self;
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  if (n->base) forget(n);
  if (n->weak) PyObject_ClearWeakRefs(self);
  Py_XDECREF(n->memory);
  PyErr_Restore(type, value, trace);
  PyTypeObject* class = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(class, Py_tp_free);
  release(self);
  Py_DECREF(class);
}

PyObject* node_element(mjsElement* element, PyObject* memory) {
  const SpecType* type = element ? spec_typeOf(element->elemtype) : NULL;
  if (!type || !type->cast) Py_RETURN_NONE;
  return node_new(type, type->cast(element), memory);
}

PyObject* node_default(mjsDefault* def, PyObject* memory) {
  return node_new(spec_type("mjsDefault"), def, memory);
}

PyObject* node_spec(PyObject* memory) {
  return node_new(spec_type("mjSpec"), memory_of(memory)->spec, memory);
}

PyObject* node_derived(PyTypeObject* class, PyObject* memory) {
  mjSpec* spec = memory_of(memory)->spec;
  PyObject* key = PyLong_FromVoidPtr(spec);
  PyObject* object = key ? node_make(spec_type("mjSpec"), class, spec, memory, key) : NULL;
  Py_XDECREF(key);
  return object;
}

Node* node_check(PyObject* object, const char* ctype, const char* argument) {
  const SpecType* type = spec_type(ctype);
  if (PyObject_TypeCheck(object, type->python)) return (Node*)object;
  PyErr_Format(PyExc_TypeError, "%s should be %s, not %R", argument, type->name,
               (PyObject*)Py_TYPE(object));
  return NULL;
}

// the first member of elements, and of what is like them
mjsElement* node_handle(const Node* n) {
  const bool has = n->type->object >= 0 || !strcmp(n->type->ctype, "mjsWrap");
  return has ? *(mjsElement**)n->base : NULL;
}

bool node_isElement(const Node* n) {
  const mjsElement* e = node_handle(n);
  return e && (int)e->elemtype == n->type->object;
}

mjSpec* node_owner(const Node* n) {
  mjsElement* e = node_handle(n);
  mjSpec* spec = e ? mjs_getSpec(e) : NULL;
  return spec ? spec : memory_of(n->memory)->spec;
}

const mjSpec* spec_of(PyObject* object) {
  const bool good = PyObject_TypeCheck(object, spec_type("mjSpec")->python);
  return good ? memory_of(((Node*)object)->memory)->spec : NULL;
}

bool spec_element(PyObject* object, int* kind, int* id, uint64_t* signature) {
  const SpecType* type = spec_types;
  while (type < spec_types + spec_ntype && Py_TYPE(object) != type->python) type++;
  const Node* n = type < spec_types + spec_ntype ? (Node*)object : NULL;
  if (!n || !type->cast || !node_isElement(n)) {
    PyErr_Format(PyExc_TypeError, "an element of an MjSpec is expected, not %R",
                 (PyObject*)Py_TYPE(object));
    return false;
  }
  *kind = type->object;
  *id = mjs_getId(node_handle(n));
  *signature = node_owner(n)->element->signature;
  return true;
}

PyObject* spec_error(mjSpec* spec) {
  const char* kept = sn_lastError();
  const char* said = mjs_getError(spec);
  raise_load(said && *said ? said : kept ? kept : "the edit is not possible");
  sn_clearErrors();
  return NULL;
}

// ---- making the types

static PyObject* no_constructor(PyTypeObject* type, PyObject* args, PyObject* kw) {
  (void)args, (void)kw;
  PyErr_Format(PyExc_TypeError, "%R: No constructor defined!", (PyObject*)type);
  return NULL;
}

// members first, then what else there is
static PyGetSetDef* getset_of(const SpecType* type) {
  const PyGetSetDef* extra = spec_extraGetset(type);
  int more = 0;
  while (extra && extra[more].name) more++;
  PyGetSetDef* def = PyMem_Calloc((size_t)(type->count + more + 1), sizeof(*def));
  for (int i = 0; def && i < type->count; i++) {
    const SpecField* f = &type->field[i];
    def[i] = (PyGetSetDef){f->name, field_get, field_set, f->doc, (void*)f};
  }
  if (def && more) memcpy(def + type->count, extra, sizeof(*def) * (size_t)more);
  return def;
}

static bool make_type(SpecType* type, PyObject* module) {
  static PyMethodDef none[] = {{NULL, NULL, 0, NULL}};
  static PyMemberDef weak[] = {
      {"__weaklistoffset__", T_PYSSIZET, offsetof(Node, weak), READONLY, NULL},
      {NULL, 0, 0, 0, NULL}};
  PyMethodDef* methods = spec_extraMethods(type);
  char name[64], doc[96];
  snprintf(name, sizeof(name), "sinew._core.%s", type->name);
  snprintf(doc, sizeof(doc), "%s of an editable model", type->ctype);
  const bool whole = !strcmp(type->ctype, "mjSpec");
  PyType_Slot slots[] = {{Py_tp_dealloc, node_dealloc},
                         {Py_tp_members, weak},
                         {Py_tp_getset, getset_of(type)},
                         {Py_tp_methods, methods ? methods : none},
                         {Py_tp_new, whole ? spec_new : no_constructor},
                         {Py_tp_doc, doc},
                         {whole ? Py_tp_init : 0, spec_init},
                         {whole ? Py_tp_repr : 0, spec_repr},
                         {0, NULL}};
  const unsigned int base = whole ? Py_TPFLAGS_BASETYPE : 0;
  PyType_Spec spec = {name, sizeof(Node), 0, Py_TPFLAGS_DEFAULT | base, slots};
  type->python = (PyTypeObject*)PyType_FromSpec(&spec);
  return type->python && PyModule_AddObjectRef(module, type->name, (PyObject*)type->python) == 0;
}

bool nodes_add(PyObject* module) {
  alive = PyDict_New();
  memories = PyDict_New();
  bool good = alive && memories;
  for (int i = 0; good && i < spec_ntype; i++) good = make_type(&spec_types[i], module);
  return good;
}

// `global` is a keyword of Python: programs write global_, or getattr(visual, 'global')
static PyObject* visual_member(PyObject* self, PyObject* name) {
  const char* text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
  if (text && !strcmp(text, "global")) return PyObject_GetAttrString(self, "global_");
  PyErr_Format(PyExc_AttributeError, "%R has no attribute %R", (PyObject*)Py_TYPE(self), name);
  return NULL;
}

static bool alias_global(void) {
  static PyMethodDef def = {"__getattr__", visual_member, METH_O, NULL};
  PyTypeObject* type = layouts[KIND_VISUAL].python;
  PyObject* method = PyDescr_NewMethod(type, &def);
  const bool good = method && PyObject_SetAttrString((PyObject*)type, def.ml_name, method) == 0;
  Py_XDECREF(method);
  return good;
}

bool specs_add(PyObject* module) {
  return vecs_add(module) && nodes_add(module) && paths_add(module) && alias_global();
}
