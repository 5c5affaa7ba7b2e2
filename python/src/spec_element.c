// Elements of editable models: what they have besides their members (name, class, parent, frame,
// contents of bodies, paths of tendons), and how they are found and attached.
#include <string.h>

#include "spec.h"

// ---- attributes of all elements

static PyObject* get_name(PyObject* self, void* unused) {
  (void)unused;
  const Node* n = (Node*)self;
  return node_isElement(n) ? string_of(mjs_getName(node_handle(n))) : PyUnicode_FromString("");
}

static int set_name(PyObject* self, PyObject* value, void* unused) {
  (void)unused;
  const Node* n = (Node*)self;
  const char* text = value ? text_from(value, "name") : NULL;
  if (!value) PyErr_SetString(PyExc_AttributeError, "name cannot be deleted");
  if (!text || !memory_free(n->memory)) return -1;
  if (!node_isElement(n)) {
    PyErr_SetString(PyExc_ValueError, "elements of a default class have no name");
    return -1;
  }
  call_begin();
  if (mjs_setName(node_handle(n), text) == 0) return 0;
  spec_error(node_owner(n));
  return -1;
}

static PyObject* get_id(PyObject* self, void* unused) {
  (void)unused;
  const Node* n = (Node*)self;
  return PyLong_FromLong(node_isElement(n) ? mjs_getId(node_handle(n)) : -1);
}

static PyObject* get_signature(PyObject* self, void* unused) {
  (void)unused;
  return PyLong_FromUnsignedLongLong(node_owner((Node*)self)->element->signature);
}

static PyObject* get_compiler(PyObject* self, void* unused) {
  (void)unused;
  const Node* n = (Node*)self;
  mjsCompiler* compiler = node_handle(n) ? mjs_getCompiler(node_handle(n)) : NULL;
  return node_new(spec_type("mjsCompiler"), compiler, n->memory);
}

static PyObject* get_parent(PyObject* self, void* unused) {
  (void)unused;
  const Node* n = (Node*)self;
  mjsBody* body = node_isElement(n) ? mjs_getParent(node_handle(n)) : NULL;
  return node_element(body ? body->element : NULL, n->memory);
}

static PyObject* get_frame(PyObject* self, void* unused) {
  (void)unused;
  const Node* n = (Node*)self;
  mjsFrame* frame = node_isElement(n) ? mjs_getFrame(node_handle(n)) : NULL;
  return node_element(frame ? frame->element : NULL, n->memory);
}

static PyObject* get_class(PyObject* self, void* unused) {
  (void)unused;
  const Node* n = (Node*)self;
  return node_default(node_isElement(n) ? mjs_getDefault(node_handle(n)) : NULL, n->memory);
}

static int set_class(PyObject* self, PyObject* value, void* unused) {
  (void)unused;
  const Node* n = (Node*)self;
  const Node* def = value ? node_check(value, "mjsDefault", "classname") : NULL;
  if (!value) PyErr_SetString(PyExc_AttributeError, "classname cannot be deleted");
  if (!def || !memory_free(n->memory)) return -1;
  if (!node_isElement(n) || node_owner(n) != node_owner(def)) {
    PyErr_SetString(PyExc_ValueError, "the class is one of another spec");
    return -1;
  }
  mjs_setDefault(node_handle(n), (mjsDefault*)def->base);
  return 0;
}

// ---- lists

PyObject* node_append(PyObject* list, mjsElement* e, PyObject* memory) {
  PyObject* item = node_element(e, memory);
  if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
  Py_XDECREF(item);
  return list;
}

static PyObject* contents(const Node* n, int object, int recurse) {
  PyObject* list = PyList_New(0);
  const mjsBody* body = (mjsBody*)n->base;
  for (mjsElement* e = mjs_firstChild(body, object, recurse); list && e;
       e = mjs_nextChild(body, e, recurse)) {
    list = node_append(list, e, n->memory);
  }
  return list;
}

static PyObject* get_contents(PyObject* self, void* object) {
  return contents((Node*)self, *(const int*)object, 0);
}

// what bodies contain
static const struct {
  const char* name;
  int object;
} child[] = {{"body", mjOBJ_BODY},    {"frame", mjOBJ_FRAME}, {"geom", mjOBJ_GEOM},
             {"site", mjOBJ_SITE},    {"joint", mjOBJ_JOINT}, {"light", mjOBJ_LIGHT},
             {"camera", mjOBJ_CAMERA}};
enum { NCHILD = sizeof(child) / sizeof(*child) };

// the kind that a word or an mjtObj names, -1 if bodies contain none
static int child_kind(PyObject* value) {
  const char* text = PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, NULL) : NULL;
  const long number = text ? -1 : PyLong_AsLong(value);
  for (int i = 0; i < NCHILD; i++) {
    if (text ? !strcmp(text, child[i].name) : number == child[i].object) return child[i].object;
  }
  return -1;
}

static PyObject* find_all(PyObject* self, PyObject* value) {
  const bool word = PyUnicode_Check(value), plain = PyLong_CheckExact(value);
  if (!word && (plain || !PyIndex_Check(value))) {
    PyErr_SetString(PyExc_TypeError, "find_all(): a str or an mjtObj is expected");
    return NULL;
  }
  PyObject* index = word ? Py_NewRef(value) : PyNumber_Index(value);
  const int object = index ? child_kind(index) : -1;
  Py_XDECREF(index);
  if (object >= 0) return contents((Node*)self, object, 1);
  PyErr_SetString(
      PyExc_ValueError,
      "body.find_all supports the types: body, frame, geom, site, joint, light, camera.");
  return NULL;
}

static PyObject* find_child(PyObject* self, PyObject* name) {
  const Node* n = (Node*)self;
  const char* text = text_from(name, "name");
  mjsBody* body = text ? mjs_findChild((mjsBody*)n->base, text) : NULL;
  return text ? node_element(body ? body->element : NULL, n->memory) : NULL;
}

static PyObject* first_child(PyObject* self, int object) {
  const Node* n = (Node*)self;
  return node_element(mjs_firstChild((mjsBody*)n->base, object, 0), n->memory);
}

static PyObject* next_child(PyObject* self, PyObject* value, int object) {
  const Node* n = (Node*)self;
  const Node* last = node_check(value, spec_typeOf(object)->ctype, "the element");
  if (!last || !node_isElement(last)) return last ? Py_NewRef(Py_None) : NULL;
  return node_element(mjs_nextChild((mjsBody*)n->base, node_handle(last), 0), n->memory);
}

// a method knows its kind by being a function of its own
#define WALK(kind, object)                                                                         \
  static PyObject* first_##kind(PyObject* self, PyObject* unused) {                                \
    (void)unused;                                                                                  \
    return first_child(self, object);                                                              \
  }                                                                                                \
  static PyObject* next_##kind(PyObject* self, PyObject* last) {                                   \
    return next_child(self, last, object);                                                         \
  }
WALK(body, mjOBJ_BODY)
WALK(frame, mjOBJ_FRAME)
WALK(geom, mjOBJ_GEOM)
WALK(site, mjOBJ_SITE)
WALK(joint, mjOBJ_JOINT)
WALK(light, mjOBJ_LIGHT)
WALK(camera, mjOBJ_CAMERA)

// ---- frames

static PyObject* set_frame(PyObject* self, PyObject* value) {
  const Node* n = (Node*)self;
  const Node* frame = node_check(value, "mjsFrame", "frame");
  if (!frame || !memory_free(n->memory)) return NULL;
  if (!node_isElement(n)) {
    PyErr_SetString(PyExc_ValueError, "elements of a default class have no frame");
    return NULL;
  }
  call_begin();
  if (mjs_setFrame(node_handle(n), (mjsFrame*)frame->base)) return spec_error(node_owner(n));
  Py_RETURN_NONE;
}

static PyObject* to_frame(PyObject* self, PyObject* unused) {
  (void)unused;
  const Node* n = (Node*)self;
  if (!memory_free(n->memory)) return NULL;
  mjsBody* body = (mjsBody*)n->base;
  mjSpec* spec = node_owner(n);
  call_begin();
  mjsFrame* frame = mjs_bodyToFrame(&body);
  memory_told(memory_owner(n));
  return frame ? node_element(frame->element, n->memory) : spec_error(spec);
}

// ---- attaching

static PyObject* attach_to(PyObject* self, const char* ctype, const char* argument, PyObject* args,
                           PyObject* kw) {
  char* names[] = {(char*)argument, "prefix", "suffix", NULL};
  PyObject* value;
  const char *prefix = NULL, *suffix = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "O|zz", names, &value, &prefix, &suffix)) return NULL;
  const Node *to = (Node*)self, *from = node_check(value, ctype, argument);
  if (!from || !memory_free(to->memory) || !memory_free(from->memory)) return NULL;
  mjSpec* spec = node_owner(to);
  const bool other = node_owner(from) != spec;
  PyObject *parent = memory_owner(to), *kept = memory_owner(from);
  const Py_ssize_t before = PyList_Size(memory_of(kept)->above);
  if (other && !memory_attach(kept, parent)) return NULL;
  call_begin();
  mjsElement* e =
      mjs_attach(node_handle(to), node_handle(from), prefix ? prefix : "", suffix ? suffix : "");
  if (!e) {
    memory_detach(kept, before);
    return spec_error(spec);
  }
  if (other && !assets_pass(memory_of(parent), memory_of(kept))) return NULL;
  return node_element(e, to->memory);
}

static PyObject* attach_body(PyObject* self, PyObject* args, PyObject* kw) {
  return attach_to(self, "mjsBody", "body", args, kw);
}

static PyObject* attach_frame(PyObject* self, PyObject* args, PyObject* kw) {
  return attach_to(self, "mjsFrame", "frame", args, kw);
}

// ---- adding

#define ADD(kind, ctype)                                                                           \
  static PyObject* add_##kind(PyObject* self, PyObject* args, PyObject* kw) {                      \
    return spec_add(self, ctype, args, kw);                                                        \
  }
ADD(body, "mjsBody")
ADD(frame, "mjsFrame")
ADD(geom, "mjsGeom")
ADD(site, "mjsSite")
ADD(joint, "mjsJoint")
ADD(light, "mjsLight")
ADD(camera, "mjsCamera")
ADD(freejoint, "freejoint")

// ---- paths of tendons

static PyTypeObject* path_type;

typedef struct Path_ {
  PyObject_HEAD PyObject* tendon;
} Path;

static mjsTendon* path_tendon(PyObject* self) {
  return (mjsTendon*)((Node*)((Path*)self)->tendon)->base;
}

static Py_ssize_t path_length(PyObject* self) { return mjs_getWrapNum(path_tendon(self)); }

static PyObject* wrap_node(mjsWrap* wrap, PyObject* memory) {
  return node_new(spec_type("mjsWrap"), wrap, memory);
}

static PyObject* path_item(PyObject* self, Py_ssize_t i) {
  if (i < 0 || i >= path_length(self)) {
    PyErr_SetString(PyExc_IndexError, "Index out of range.");
    return NULL;
  }
  PyObject* memory = ((Node*)((Path*)self)->tendon)->memory;
  return wrap_node(mjs_getWrap(path_tendon(self), (int)i), memory);
}

static PyObject* path_subscript(PyObject* self, PyObject* key) {
  const Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
  return i == -1 && PyErr_Occurred() ? NULL : path_item(self, i);
}

static void path_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_XDECREF(((Path*)self)->tendon);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static PyObject* no_path(PyTypeObject* type, PyObject* args, PyObject* kw) {
  (void)type, (void)args, (void)kw;
  PyErr_SetString(PyExc_TypeError, "paths are parts of tendons");
  return NULL;
}

static PyObject* get_path(PyObject* self, void* unused) {
  (void)unused;
  Path* path = (Path*)PyType_GenericAlloc(path_type, 0);
  if (path) path->tendon = Py_NewRef(self);
  return (PyObject*)path;
}

static PyObject* tendon_default(PyObject* self, PyObject* unused) {
  (void)unused;
  return get_class(self, NULL);
}

static PyObject* wrapped(PyObject* self, mjsWrap* wrap) {
  const Node* n = (Node*)self;
  return wrap ? wrap_node(wrap, n->memory) : spec_error(node_owner(n));
}

// may objects be put on the path; a tendon of a default class has none
static bool can_wrap(PyObject* self) {
  if (!memory_free(((Node*)self)->memory)) return false;
  call_begin();
  if (node_isElement((Node*)self)) return true;
  PyErr_SetString(PyExc_ValueError, "a tendon of a default class has no path");
  return false;
}

static PyObject* wrap_site(PyObject* self, PyObject* args) {
  const char* site;
  if (!PyArg_ParseTuple(args, "s:wrap_site", &site) || !can_wrap(self)) return NULL;
  return wrapped(self, mjs_wrapSite((mjsTendon*)((Node*)self)->base, site));
}

static PyObject* wrap_geom(PyObject* self, PyObject* args) {
  const char *geom, *side;
  if (!PyArg_ParseTuple(args, "ss:wrap_geom", &geom, &side) || !can_wrap(self)) return NULL;
  return wrapped(self, mjs_wrapGeom((mjsTendon*)((Node*)self)->base, geom, side));
}

static PyObject* wrap_joint(PyObject* self, PyObject* args) {
  const char* joint;
  double coef;
  if (!PyArg_ParseTuple(args, "sd:wrap_joint", &joint, &coef) || !can_wrap(self)) return NULL;
  return wrapped(self, mjs_wrapJoint((mjsTendon*)((Node*)self)->base, joint, coef));
}

static PyObject* wrap_pulley(PyObject* self, PyObject* args) {
  double divisor;
  if (!PyArg_ParseTuple(args, "d:wrap_pulley", &divisor) || !can_wrap(self)) return NULL;
  return wrapped(self, mjs_wrapPulley((mjsTendon*)((Node*)self)->base, divisor));
}

static PyObject* wrap_target(PyObject* self, void* unused) {
  (void)unused;
  const Node* n = (Node*)self;
  return node_element(mjs_getWrapTarget((mjsWrap*)n->base), n->memory);
}

static PyObject* wrap_side(PyObject* self, void* unused) {
  (void)unused;
  const Node* n = (Node*)self;
  mjsSite* site = mjs_getWrapSideSite((mjsWrap*)n->base);
  return node_element(site ? site->element : NULL, n->memory);
}

static PyObject* wrap_coef(PyObject* self, void* unused) {
  (void)unused;
  const mjsWrap* wrap = (mjsWrap*)((Node*)self)->base;
  if (wrap->type != mjWRAP_JOINT) Py_RETURN_NONE;
  return PyFloat_FromDouble(mjs_getWrapCoef(wrap));
}

static PyObject* wrap_divisor(PyObject* self, void* unused) {
  (void)unused;
  const mjsWrap* wrap = (mjsWrap*)((Node*)self)->base;
  if (wrap->type != mjWRAP_PULLEY) Py_RETURN_NONE;
  return PyFloat_FromDouble(mjs_getWrapDivisor(wrap));
}

static PyObject* sensor_size(PyObject* self, PyObject* unused) {
  (void)unused;
  return PyLong_FromLong(mjs_sensorDim((mjsSensor*)((Node*)self)->base));
}

// ---- tables

#define AS_METHOD(f) ((PyCFunction)(void (*)(void))(f))
#define KEYWORDS (METH_VARARGS | METH_KEYWORDS)
#define ADDER(kind)                                                                                \
  {                                                                                                \
    "add_" #kind, AS_METHOD(add_##kind), KEYWORDS,                                                 \
        "Adds a " #kind "; its members are keywords, `default` is its class."                      \
  }
#define WALKER(kind)                                                                               \
  {"first_" #kind, first_##kind, METH_NOARGS, "The first " #kind " in the body, or None."}, {      \
    "next_" #kind, next_##kind, METH_O, "The " #kind " after the given one, or None."              \
  }
#define SET_FRAME                                                                                  \
  { "set_frame", set_frame, METH_O, "Puts the element into a frame of its body." }
#define ATTACH_BODY                                                                                \
  {                                                                                                \
    "attach_body", AS_METHOD(attach_body), KEYWORDS,                                               \
        "attach_body(body, prefix='', suffix='')\n--\n\nA body, of this spec or of another, "      \
        "becomes a child here."                                                                    \
  }

PyMethodDef spec_bodyMethods[] = {
    ADDER(body),
    ADDER(frame),
    ADDER(geom),
    ADDER(site),
    ADDER(joint),
    ADDER(light),
    ADDER(camera),
    {"add_freejoint", AS_METHOD(add_freejoint), KEYWORDS,
     "Adds a free joint; keywords: name, group, align."},
    {"attach_frame", AS_METHOD(attach_frame), KEYWORDS,
     "attach_frame(frame, prefix='', suffix='')\n--\n\nA frame, of this spec or of another, with "
     "what is in it, becomes part of the body."},
    WALKER(body),
    WALKER(frame),
    WALKER(geom),
    WALKER(site),
    WALKER(joint),
    WALKER(light),
    WALKER(camera),
    {"find_all", find_all, METH_O,
     "All elements of a kind (a word or an mjtObj) in the body and below it."},
    {"find_child", find_child, METH_O, "The body of this name below, or None."},
    {"to_frame", to_frame, METH_NOARGS,
     "Turns the body into a frame: what it contains becomes part of its parent."},
    SET_FRAME,
    {"make_flex", AS_METHOD(make_flex), KEYWORDS,
     "make_flex(name, type=None, dim=3, dof=None, count=None, cellcount=None, spacing=None, "
     "scale=None, radius=0.0, mass=1.0, inertiabox=0.005, equality=0, rigid=0, flatskin=0, "
     "elastic2d=0, pos=None, quat=None, origin=None, file=None, vfs=None)\n--\n\nA flex with its "
     "bodies, as <flexcomp> makes it."},
    {NULL, NULL, 0, NULL}};

PyMethodDef spec_frameMethods[] = {ADDER(body),  ADDER(frame),         ADDER(geom),   ADDER(site),
                                   ADDER(joint), ADDER(light),         ADDER(camera), ATTACH_BODY,
                                   SET_FRAME,    {NULL, NULL, 0, NULL}};

PyMethodDef spec_siteMethods[] = {ATTACH_BODY, SET_FRAME, {NULL, NULL, 0, NULL}};

PyMethodDef spec_placedMethods[] = {SET_FRAME, {NULL, NULL, 0, NULL}};

PyMethodDef spec_tendonMethods[] = {
    {"default", tendon_default, METH_NOARGS, "The default class of the tendon."},
    {"wrap_site", wrap_site, METH_VARARGS, "wrap_site(name): the path goes through a site."},
    {"wrap_geom", wrap_geom, METH_VARARGS,
     "wrap_geom(name, sidesite): the path goes around a geom."},
    {"wrap_joint", wrap_joint, METH_VARARGS, "wrap_joint(name, coef): adds coef * qpos."},
    {"wrap_pulley", wrap_pulley, METH_VARARGS, "wrap_pulley(divisor): the path goes on divided."},
    {NULL, NULL, 0, NULL}};

PyMethodDef spec_sensorMethods[] = {
    {"get_data_size", sensor_size, METH_NOARGS, "Numbers that the sensor gives."},
    {NULL, NULL, 0, NULL}};

// attributes by group of types; a type has all groups that name it
enum {
  IS_ELEMENT = 1,
  IS_PLACED = 2,
  HAS_CLASS = 4,
  IS_BODY = 8,
  IS_TENDON = 16,
  IS_WRAP = 32,
  IS_DEFAULT = 64,
  IS_PLUGIN = 128,
  IS_SPEC = 256
};

static const int objects[] = {mjOBJ_BODY,  mjOBJ_FRAME, mjOBJ_GEOM,  mjOBJ_SITE,
                              mjOBJ_JOINT, mjOBJ_LIGHT, mjOBJ_CAMERA};
#define LIST(name, i)                                                                              \
  { name, get_contents, NULL, "what the body contains", (void*)&objects[i] }

static const struct {
  int group;
  PyGetSetDef def;
} attributes[] = {
    {IS_ELEMENT | IS_DEFAULT, {"name", get_name, set_name, "name", NULL}},
    {IS_ELEMENT | IS_PLUGIN,
     {"id", get_id, NULL, "number in the compiled model, -1: not compiled yet", NULL}},
    {IS_ELEMENT | IS_PLUGIN,
     {"signature", get_signature, NULL, "tells one compilation from another", NULL}},
    {IS_ELEMENT | IS_PLUGIN,
     {"compiler", get_compiler, NULL, "settings of the file it came from", NULL}},
    {IS_PLACED, {"parent", get_parent, NULL, "the body that it is in", NULL}},
    {IS_PLACED, {"frame", get_frame, NULL, "the frame that it is in, or None", NULL}},
    {HAS_CLASS, {"classname", get_class, set_class, "default class", NULL}},
    {IS_BODY, LIST("bodies", 0)},
    {IS_BODY, LIST("frames", 1)},
    {IS_BODY, LIST("geoms", 2)},
    {IS_BODY, LIST("sites", 3)},
    {IS_BODY, LIST("joints", 4)},
    {IS_BODY, LIST("lights", 5)},
    {IS_BODY, LIST("cameras", 6)},
    {IS_TENDON, {"path", get_path, NULL, "objects on the path", NULL}},
    {IS_WRAP, {"target", wrap_target, NULL, "site, geom or joint", NULL}},
    {IS_WRAP, {"sidesite", wrap_side, NULL, "side site of a geom, or None", NULL}},
    {IS_WRAP, {"coef", wrap_coef, NULL, "coefficient of a joint", NULL}},
    {IS_WRAP, {"divisor", wrap_divisor, NULL, "divisor of a pulley", NULL}},
    {IS_PLUGIN, {"config", plugin_config, plugin_setConfig, "attributes of the plugin", NULL}},
};
enum { NATTRIBUTE = sizeof(attributes) / sizeof(*attributes) };

// what an element is: groups of attributes and its methods
static const struct {
  const char* ctype;
  int group;
  PyMethodDef* methods;
} traits[] = {
    {"mjsBody", IS_ELEMENT | IS_PLACED | HAS_CLASS | IS_BODY, spec_bodyMethods},
    {"mjsFrame", IS_ELEMENT | IS_PLACED, spec_frameMethods},
    {"mjsJoint", IS_ELEMENT | IS_PLACED | HAS_CLASS, spec_placedMethods},
    {"mjsGeom", IS_ELEMENT | IS_PLACED | HAS_CLASS, spec_placedMethods},
    {"mjsSite", IS_ELEMENT | IS_PLACED | HAS_CLASS, spec_siteMethods},
    {"mjsCamera", IS_ELEMENT | IS_PLACED | HAS_CLASS, spec_placedMethods},
    {"mjsLight", IS_ELEMENT | IS_PLACED | HAS_CLASS, spec_placedMethods},
    {"mjsFlex", IS_ELEMENT, NULL},
    {"mjsMesh", IS_ELEMENT | HAS_CLASS, spec_meshMethods},
    {"mjsHField", IS_ELEMENT, NULL},
    {"mjsSkin", IS_ELEMENT, NULL},
    {"mjsTexture", IS_ELEMENT, NULL},
    {"mjsMaterial", IS_ELEMENT | HAS_CLASS, NULL},
    {"mjsPair", IS_ELEMENT | HAS_CLASS, NULL},
    {"mjsExclude", IS_ELEMENT, NULL},
    {"mjsEquality", IS_ELEMENT | HAS_CLASS, NULL},
    {"mjsTendon", IS_ELEMENT | IS_TENDON, spec_tendonMethods},
    {"mjsWrap", IS_WRAP, NULL},
    {"mjsActuator", IS_ELEMENT | HAS_CLASS, spec_actuatorMethods},
    {"mjsSensor", IS_ELEMENT, spec_sensorMethods},
    {"mjsNumeric", IS_ELEMENT, NULL},
    {"mjsText", IS_ELEMENT, NULL},
    {"mjsTuple", IS_ELEMENT, NULL},
    {"mjsKey", IS_ELEMENT, NULL},
    {"mjsDefault", IS_DEFAULT, NULL},
    {"mjsPlugin", IS_PLUGIN, NULL},
    {"mjSpec", IS_SPEC, spec_modelMethods},
};
enum { NTRAIT = sizeof(traits) / sizeof(*traits) };

static int trait_of(const SpecType* type) {
  for (int i = 0; i < NTRAIT; i++) {
    if (!strcmp(traits[i].ctype, type->ctype)) return i;
  }
  return -1;
}

PyMethodDef* spec_extraMethods(const SpecType* type) {
  const int i = trait_of(type);
  return i < 0 ? NULL : traits[i].methods;
}

PyGetSetDef* spec_extraGetset(const SpecType* type) {
  static PyGetSetDef some[NATTRIBUTE + 1];
  const int trait = trait_of(type);
  if (trait >= 0 && traits[trait].group == IS_SPEC) return spec_modelGetset;
  int n = 0;
  for (int i = 0; trait >= 0 && i < NATTRIBUTE; i++) {
    if (attributes[i].group & traits[trait].group) some[n++] = attributes[i].def;
  }
  some[n] = (PyGetSetDef){0};
  return some;
}

bool paths_add(PyObject* module) {
  PyType_Slot slots[] = {{Py_tp_dealloc, path_dealloc},
                         {Py_tp_new, no_path},
                         {Py_sq_length, path_length},
                         {Py_sq_item, path_item},
                         {Py_mp_length, path_length},
                         {Py_mp_subscript, path_subscript},
                         {Py_tp_doc, "objects on the path of a tendon"},
                         {0, NULL}};
  PyType_Spec spec = {"sinew._core.MjsTendonPath", sizeof(Path), 0, Py_TPFLAGS_DEFAULT, slots};
  path_type = (PyTypeObject*)PyType_FromSpec(&spec);
  return path_type && PyModule_AddObjectRef(module, "MjsTendonPath", (PyObject*)path_type) == 0;
}
