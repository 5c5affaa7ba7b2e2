// Adding elements: body.add_geom(default, name=..., size=...). Keywords are the members of the
// element, its name, and for an orientation the ways to give it. What cannot be set is not added.
#include <string.h>

#include "spec.h"

// ---- the functions of the library

typedef mjsElement* (*InBody)(mjsBody* body, const mjsDefault* def, mjsFrame* frame);
typedef mjsElement* (*InSpec)(mjSpec* spec, const mjsDefault* def);

#define IN_BODY(kind)                                                                              \
  static mjsElement* add##kind(mjsBody* body, const mjsDefault* def, mjsFrame* frame) {            \
    (void)frame;                                                                                   \
    mjs##kind* made = mjs_add##kind(body, def);                                                    \
    return made ? made->element : NULL;                                                            \
  }
IN_BODY(Body)
IN_BODY(Geom)
IN_BODY(Site)
IN_BODY(Joint)
IN_BODY(Light)
IN_BODY(Camera)

static mjsElement* addFrame(mjsBody* body, const mjsDefault* def, mjsFrame* frame) {
  (void)def;
  mjsFrame* made = mjs_addFrame(body, frame);
  return made ? made->element : NULL;
}

static mjsElement* addFree(mjsBody* body, const mjsDefault* def, mjsFrame* frame) {
  (void)def, (void)frame;
  mjsJoint* made = mjs_addFreeJoint(body);
  return made ? made->element : NULL;
}

#define IN_SPEC(kind, ...)                                                                         \
  static mjsElement* add##kind(mjSpec* spec, const mjsDefault* def) {                              \
    (void)def;                                                                                     \
    mjs##kind* made = mjs_add##kind(__VA_ARGS__);                                                  \
    return made ? made->element : NULL;                                                            \
  }
IN_SPEC(Actuator, spec, def)
IN_SPEC(Sensor, spec)
IN_SPEC(Pair, spec, def)
IN_SPEC(Exclude, spec)
IN_SPEC(Equality, spec, def)
IN_SPEC(Tendon, spec, def)
IN_SPEC(Numeric, spec)
IN_SPEC(Text, spec)
IN_SPEC(Tuple, spec)
IN_SPEC(Key, spec)
IN_SPEC(Mesh, spec, def)
IN_SPEC(HField, spec)
IN_SPEC(Skin, spec)
IN_SPEC(Texture, spec)
IN_SPEC(Material, spec, def)
IN_SPEC(Flex, spec)
IN_SPEC(Plugin, spec)

static const struct Adder_ {
  const char* ctype;
  InBody body;
  InSpec spec;
  bool takes_default;
} adders[] = {
    {"mjsBody", addBody, NULL, true},         {"mjsFrame", addFrame, NULL, true},
    {"mjsGeom", addGeom, NULL, true},         {"mjsSite", addSite, NULL, true},
    {"mjsJoint", addJoint, NULL, true},       {"mjsLight", addLight, NULL, true},
    {"mjsCamera", addCamera, NULL, true},     {"freejoint", addFree, NULL, false},
    {"mjsActuator", NULL, addActuator, true}, {"mjsSensor", NULL, addSensor, false},
    {"mjsPair", NULL, addPair, true},         {"mjsExclude", NULL, addExclude, false},
    {"mjsEquality", NULL, addEquality, true}, {"mjsTendon", NULL, addTendon, true},
    {"mjsNumeric", NULL, addNumeric, false},  {"mjsText", NULL, addText, false},
    {"mjsTuple", NULL, addTuple, false},      {"mjsKey", NULL, addKey, false},
    {"mjsMesh", NULL, addMesh, true},         {"mjsHField", NULL, addHField, false},
    {"mjsSkin", NULL, addSkin, false},        {"mjsTexture", NULL, addTexture, false},
    {"mjsMaterial", NULL, addMaterial, true}, {"mjsFlex", NULL, addFlex, false},
    {"mjsPlugin", NULL, addPlugin, false},
};
enum { NADDER = sizeof(adders) / sizeof(*adders) };

// ---- keywords

// ways to give an orientation
static const struct {
  const char* name;
  int type;
} ways[] = {{"axisangle", mjORIENTATION_AXISANGLE},
            {"xyaxes", mjORIENTATION_XYAXES},
            {"zaxis", mjORIENTATION_ZAXIS},
            {"euler", mjORIENTATION_EULER}};
enum { NWAY = sizeof(ways) / sizeof(*ways) };

// the way that a keyword names, for the orientation `alt`, or `ialt` with an i in front; -1: none
static int way_of(const char* key, const char* field) {
  const size_t skip = strlen(field) - strlen("alt");
  if (strncmp(key, field, skip)) return -1;
  for (int w = 0; w < NWAY; w++) {
    if (!strcmp(key + skip, ways[w].name)) return w;
  }
  return -1;
}

// an orientation by one of its ways: 1 set, 0 the keyword is no such way, -1 an exception
static int give_orientation(Node* n, const char* key, PyObject* value) {
  for (int k = 0; k < n->type->count; k++) {
    const SpecField* f = &n->type->field[k];
    const bool fits = f->form == SPEC_STRUCT && !strcmp(f->target, "mjsOrientation");
    const int w = fits ? way_of(key, f->name) : -1;
    if (w < 0) continue;
    mjsOrientation* alt = (mjsOrientation*)(n->base + f->offset);
    if (alt->type != mjORIENTATION_QUAT) {
      const char* i = *f->name == 'i' ? "i" : "";
      PyErr_Format(PyExc_ValueError,
                   "Only one of: %saxisangle, %sxyaxes, %szaxis, or %seuler can be set.", i, i, i,
                   i);
      return -1;
    }
    PyObject* node = node_new(spec_type(f->target), alt, n->memory);
    const SpecField* member = field_find(spec_type(f->target), ways[w].name);
    const int status = node ? field_give((Node*)node, member, value) : -1;
    Py_XDECREF(node);
    if (status < 0) return -1;
    alt->type = ways[w].type;
    return 1;
  }
  return 0;
}

static int unknown(const Node* n, const char* key) {
  PyErr_Format(PyExc_TypeError, "%s has no member '%s'", n->type->name, key);
  return -1;
}

static int give(Node* n, const char* key, PyObject* value) {
  if (value == Py_None) return 0;
  if (!strcmp(key, "name")) {
    return PyObject_SetAttrString((PyObject*)n, key, value);
  }
  const SpecField* f = field_find(n->type, key);
  const bool whole = f && f->form == SPEC_STRUCT && !strcmp(f->target, "mjsOrientation");
  if (f && !whole) return field_give(n, f, value);
  const int status = give_orientation(n, key, value);
  return status < 0 ? -1 : status > 0 ? 0 : unknown(n, key);
}

// all keywords but `default`
static int give_all(Node* n, PyObject* kw, bool free_joint) {
  Py_ssize_t at = 0;
  PyObject *key, *value;
  while (kw && PyDict_Next(kw, &at, &key, &value)) {
    const char* text = PyUnicode_AsUTF8AndSize(key, NULL);
    if (!text) return -1;
    if (!strcmp(text, "default")) continue;
    if (free_joint && strcmp(text, "name") && strcmp(text, "group") && strcmp(text, "align")) {
      PyErr_Format(PyExc_TypeError,
                   "Invalid %s keyword argument. Valid options are: align, group, name.", text);
      return -1;
    }
    if (give(n, text, value) < 0) return -1;
  }
  return 0;
}

// ---- adding

// the default class, or the frame for a frame; false and an exception if it is something else
static bool class_of(const struct Adder_* adder, PyObject* args, PyObject* kw, const Node* parent,
                     Node** def) {
  const Py_ssize_t n = PyTuple_Size(args);
  PyObject* given = n ? PyTuple_GetItem(args, 0) : kw ? PyDict_GetItemString(kw, "default") : NULL;
  *def = NULL;
  if (n > (adder->takes_default ? 1 : 0) || (given && !adder->takes_default)) {
    PyErr_SetString(PyExc_TypeError, "members of the element should be given by keyword");
    return false;
  }
  if (!given || given == Py_None) return true;
  const char* ctype = adder->body == addFrame ? "mjsFrame" : "mjsDefault";
  *def = node_check(given, ctype, "default");
  if (*def && node_owner(*def) != node_owner(parent)) {
    PyErr_SetString(PyExc_ValueError, "default is of another spec");
    return false;
  }
  return *def != NULL;
}

static mjsElement* add_to(const struct Adder_* adder, const Node* parent, const Node* def) {
  const mjsDefault* class = def && adder->body != addFrame ? (mjsDefault*)def->base : NULL;
  if (adder->spec) return adder->spec((mjSpec*)parent->base, class);
  mjsFrame* around = def && adder->body == addFrame ? (mjsFrame*)def->base : NULL;
  if (!strcmp(parent->type->ctype, "mjsBody")) {
    return adder->body((mjsBody*)parent->base, class, around);
  }
  // into a frame: the body of the frame gets it, and it is put into the frame
  mjsFrame* frame = (mjsFrame*)parent->base;
  mjsBody* body = mjs_getParent(frame->element);
  if (!body) return NULL;
  mjsElement* e = adder->body(body, class, adder->body == addFrame ? frame : NULL);
  if (!e || adder->body == addFrame || mjs_setFrame(e, frame) == 0) return e;
  mjs_delete(mjs_getSpec(e), e);
  PyErr_SetString(PyExc_ValueError, "the frame was deleted");
  return NULL;
}

PyObject* spec_add(PyObject* self, const char* ctype, PyObject* args, PyObject* kw) {
  Node *parent = (Node*)self, *def;
  int k = 0;
  while (strcmp(adders[k].ctype, ctype)) k++;  // every kind that has a method is there
  if (!memory_free(parent->memory) || !class_of(&adders[k], args, kw, parent, &def)) return NULL;
  call_begin();
  mjsElement* e = add_to(&adders[k], parent, def);
  if (!e) return PyErr_Occurred() ? NULL : spec_error(node_owner(parent));
  Node* made = (Node*)node_element(e, parent->memory);
  if (made && give_all(made, kw, adders[k].body == addFree) == 0) return (PyObject*)made;
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  mjs_delete(node_owner(parent), e);
  Py_XDECREF((PyObject*)made);
  PyErr_Restore(type, value, trace);
  return NULL;
}
