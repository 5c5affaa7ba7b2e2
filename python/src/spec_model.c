// MjSpec: parsing, compiling, saving and attaching of editable models, and finding of elements.
#include <limits.h>
#include <string.h>

#include "spec.h"

enum { ERROR_SIZE = 4096 };
#define AS_METHOD(f) ((PyCFunction)(void (*)(void))(f))
#define KEYWORDS (METH_VARARGS | METH_KEYWORDS)

static SpecMemory* held(PyObject* self) { return memory_of(((Node*)self)->memory); }

// ---- files in memory

// adds the files of a mapping that are not there yet; names of those added are appended to `added`
static bool put_files(mjVFS* vfs, PyObject* files, PyObject* added) {
  PyObject* items = files == Py_None ? PyList_New(0) : PyMapping_Items(files);
  if (!items) PyErr_SetString(PyExc_TypeError, "files in memory should be a dict of str to bytes");
  bool good = items != NULL;
  for (Py_ssize_t i = 0; good && i < PyList_Size(items); i++) {
    PyObject* name = PyTuple_GetItem(PyList_GetItem(items, i), 0);
    PyObject* value = PyTuple_GetItem(PyList_GetItem(items, i), 1);
    const char* text = text_from(name, "the name of a file");
    if (!text || mj_containsBufferVFS(vfs, text)) {
      good = text != NULL;
      continue;
    }
    PyObject* bytes = PyUnicode_Check(value)     ? PyUnicode_AsUTF8String(value)
                      : PyByteArray_Check(value) ? PyBytes_FromObject(value)
                                                 : Py_NewRef(value);
    good = bytes && vfs_put(vfs, name, bytes) && PyList_Append(added, name) == 0;
    Py_XDECREF(bytes);
  }
  Py_XDECREF(items);
  return good;
}

// files for one call: those of an MjVfs or of none, and those of up to two mappings
typedef struct Files_ {
  mjVFS own;
  mjVFS* vfs;
  PyObject* added;
} Files;

static bool files_open(Files* f, PyObject* vfs, PyObject* first, PyObject* second) {
  f->vfs = &f->own;
  f->added = PyList_New(0);
  mj_defaultVFS(&f->own);
  if (vfs != Py_None) f->vfs = vfs_of(vfs);
  call_begin();
  return f->vfs && f->added && put_files(f->vfs, first, f->added) &&
         put_files(f->vfs, second, f->added);
}

static void files_close(Files* f) {
  const Py_ssize_t n = f->added && f->vfs && f->vfs != &f->own ? PyList_Size(f->added) : 0;
  for (Py_ssize_t i = 0; i < n; i++) {
    mj_deleteFileVFS(f->vfs, text_from(PyList_GetItem(f->added, i), "the name of a file"));
  }
  mj_deleteVFS(&f->own);
  Py_XDECREF(f->added);
}

bool assets_pass(SpecMemory* to, const SpecMemory* from) {
  return to == from || PyDict_Merge(to->assets, from->assets, 0) == 0;
}

// ---- making

// takes the spec over; assets: a dict, or NULL
static PyObject* wrap(mjSpec* spec, PyObject* assets) {
  PyObject* memory = memory_new(spec);
  if (!memory) return NULL;
  PyObject* self = node_spec(memory);
  if (self && assets && assets != Py_None && PyDict_Update(held(self)->assets, assets) < 0) {
    Py_CLEAR(self);
  }
  Py_DECREF(memory);
  return self;
}

// an empty spec; classes that programs derive have any arguments: __init__ looks at them
PyObject* spec_new(PyTypeObject* type, PyObject* args, PyObject* kw) {
  (void)args, (void)kw;
  call_begin();
  PyObject* memory = memory_new(mj_makeSpec());
  PyObject* self = memory ? node_derived(type, memory) : NULL;
  Py_XDECREF(memory);
  return self;
}

int spec_init(PyObject* self, PyObject* args, PyObject* kw) {
  (void)self;
  if (!PyTuple_Size(args) && (!kw || !PyDict_Size(kw))) return 0;
  PyErr_SetString(PyExc_TypeError, "MjSpec() takes no arguments; see from_file and from_string");
  return -1;
}

static PyObject* parse(const char* source, bool file, PyObject* include, PyObject* assets,
                       PyObject* vfs) {
  if (assets != Py_None && !PyDict_Check(assets)) {
    PyErr_SetString(PyExc_TypeError, "assets should be a dict of str to bytes");
    return NULL;
  }
  char error[ERROR_SIZE] = "";
  mjSpec* spec = NULL;
  Files f;
  const bool good = files_open(&f, vfs, include, assets);
  if (good) {
    Py_BEGIN_ALLOW_THREADS call_begin();
    spec = file ? mj_parseXML(source, f.vfs, error, ERROR_SIZE)
                : mj_parseXMLString(source, f.vfs, error, ERROR_SIZE);
    Py_END_ALLOW_THREADS
  }
  files_close(&f);
  if (spec) return wrap(spec, assets);
  if (good) raise_load(*error ? error : "the model cannot be read");
  return NULL;
}

static PyObject* from_string(PyObject* unused, PyObject* args, PyObject* kw) {
  (void)unused;
  static char* names[] = {"xml", "include", "assets", "vfs", NULL};
  const char* xml;
  PyObject *include = Py_None, *assets = Py_None, *vfs = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "s|OOO", names, &xml, &include, &assets, &vfs)) {
    return NULL;
  }
  return parse(xml, false, include, assets, vfs);
}

static PyObject* from_file(PyObject* unused, PyObject* args, PyObject* kw) {
  (void)unused;
  static char* names[] = {"filename", "include", "assets", "vfs", NULL};
  PyObject *path, *include = Py_None, *assets = Py_None, *vfs = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "O&|OOO", names, PyUnicode_FSConverter, &path,
                                   &include, &assets, &vfs)) {
    return NULL;
  }
  PyObject* self = parse(PyBytes_AsString(path), true, include, assets, vfs);
  Py_DECREF(path);
  return self;
}

static PyObject* copy_of(PyObject* self, PyObject* memo) {
  call_begin();
  mjSpec* spec = mj_copySpec(held(self)->spec);
  if (!spec) return spec_error(held(self)->spec);
  PyObject* memory = memory_new(spec);
  PyObject* copy = memory ? node_derived(Py_TYPE(self), memory) : NULL;
  if (copy && PyDict_Update(held(copy)->assets, held(self)->assets) < 0) Py_CLEAR(copy);
  if (copy) held(copy)->copies = held(self)->copies;
  Py_XDECREF(memory);
  return object_carry(copy, self, memo);
}

static PyObject* spec_copy(PyObject* self, PyObject* unused) {
  (void)unused;
  return copy_of(self, NULL);
}

static PyObject* spec_deepcopy(PyObject* self, PyObject* memo) { return copy_of(self, memo); }

// ---- compiling

// the lock is given away; nobody can change the spec meanwhile
static mjModel* compile(SpecMemory* m, mjSpec* spec, const mjVFS* vfs) {
  mjModel* model;
  m->busy++;
  Py_BEGIN_ALLOW_THREADS call_begin();
  model = mj_compile(spec, vfs);
  Py_END_ALLOW_THREADS m->busy--;
  return model;
}

// a Python warning for each that the last compilation has; false if one is an exception
static bool warn(mjSpec* spec, int first) {
  const int n = mjs_numWarnings(spec);
  for (int i = first; i < n; i++) {
    if (PyErr_WarnEx(PyExc_UserWarning, mjs_getWarning(spec, i), 1) < 0) return false;
  }
  return true;
}

static PyObject* spec_compile(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"vfs", NULL};
  PyObject* vfs = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "|O", names, &vfs)) return NULL;
  if (!memory_free(((Node*)self)->memory)) return NULL;
  SpecMemory* m = held(self);
  Files f;
  const bool good = files_open(&f, vfs, m->assets, Py_None);
  mjModel* model = good ? compile(m, m->spec, f.vfs) : NULL;
  files_close(&f);
  if (!model) return good ? spec_error(m->spec) : NULL;
  if (warn(m->spec, m->told)) return model_wrap(model);
  mj_deleteModel(model);
  return NULL;
}

// copies of a model and its data are compiled anew, so that views on the old ones stay valid
static PyObject* recompile(PyObject* self, PyObject* args) {
  PyObject *oldm, *oldd;
  if (!PyArg_ParseTuple(args, "O!O!:recompile", layouts[KIND_MODEL].python, &oldm,
                        layouts[KIND_DATA].python, &oldd)) {
    return NULL;
  }
  if (!struct_made(oldm) || !struct_made(oldd)) return NULL;
  if (!memory_free(((Node*)self)->memory)) return NULL;
  SpecMemory* s = held(self);
  Files f;
  bool good = files_open(&f, Py_None, s->assets, Py_None);
  mjModel* m = good ? mj_copyModel(NULL, model_of((Struct*)oldd)) : NULL;
  mjData* d = m ? mj_copyData(NULL, m, as_data(oldd)) : NULL;
  if (good && !d) PyErr_NoMemory();
  if (d) {
    s->busy++;
    Py_BEGIN_ALLOW_THREADS call_begin();
    good = mj_recompile(s->spec, f.vfs, m, d) == 0;
    Py_END_ALLOW_THREADS s->busy--;
    if (!good) spec_error(s->spec);
    good = good && warn(s->spec, s->told);
  }
  files_close(&f);
  if (d && good) {
    PyObject* model = model_wrap(m);
    PyObject* data = model ? data_wrap(d, model) : NULL;
    return data ? Py_BuildValue("(NN)", model, data) : NULL;
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return NULL;
}

// ---- saving

// the XML of a spec that is compiled
static PyObject* xml_of(const mjSpec* spec) {
  char error[ERROR_SIZE] = "", first[2];
  const int size = mj_saveXMLString(spec, first, sizeof(first), error, ERROR_SIZE);
  char* text = size > 0 ? PyMem_Malloc((size_t)size + 1) : NULL;
  PyObject* result = NULL;
  if (size > 0 && !text) {
    PyErr_NoMemory();
  } else if (text && mj_saveXMLString(spec, text, size + 1, error, ERROR_SIZE) == 0) {
    result = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
  } else {
    PyErr_SetString(FatalError, *error ? error : "the model cannot be written");
  }
  PyMem_Free(text);
  return result;
}

// what the spec compiles to now: a copy is compiled and written
static PyObject* to_xml(PyObject* self, PyObject* unused) {
  (void)unused;
  SpecMemory* m = held(self);
  call_begin();
  mjSpec* copy = mj_copySpec(m->spec);
  if (!copy) return spec_error(m->spec);
  PyObject* text = NULL;
  Files f;
  if (files_open(&f, Py_None, m->assets, Py_None)) {
    mjModel* model = compile(m, copy, f.vfs);
    text = !model ? spec_error(copy) : warn(copy, 0) ? xml_of(copy) : NULL;
    mj_deleteModel(model);
  }
  files_close(&f);
  mj_deleteSpec(copy);
  return text;
}

static PyObject* to_file(PyObject* self, PyObject* value) {
  PyObject* path;
  if (!PyUnicode_FSConverter(value, &path)) return NULL;
  char error[ERROR_SIZE] = "";
  call_begin();
  const int status = mj_saveXML(held(self)->spec, PyBytes_AsString(path), error, ERROR_SIZE);
  Py_DECREF(path);
  if (status == 0) Py_RETURN_NONE;
  PyErr_SetString(FatalError, *error ? error : "the model cannot be written");
  return NULL;
}

static PyObject* encode(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"filename", "model", "content_type", NULL};
  PyObject *path, *model = Py_None;
  const char* type = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "O&|Oz", names, PyUnicode_FSConverter, &path, &model,
                                   &type)) {
    return NULL;
  }
  if (model != Py_None && !model_from(model, "model")) {
    Py_DECREF(path);
    return NULL;
  }
  char error[ERROR_SIZE] = "";
  mjtSize n = -1;
  Files f;
  const bool good = files_open(&f, Py_None, held(self)->assets, Py_None);
  if (good) {
    n = mj_encode(held(self)->spec, model == Py_None ? NULL : as_model(model),
                  PyBytes_AsString(path), type, f.vfs, error, ERROR_SIZE);
  }
  files_close(&f);
  Py_DECREF(path);
  if (n >= 0) return PyLong_FromLongLong(n);
  if (good) PyErr_SetString(FatalError, *error ? error : "the model cannot be written");
  return NULL;
}

// ---- attaching

// "a/k.obj" -> "a/" prefix "k" suffix ".obj"
static PyObject* renamed(const char* name, const char* prefix, const char* suffix) {
  const char* slash = strrchr(name, '/');
  const char* base = slash ? slash + 1 : name;
  const char* dot = strrchr(base, '.');
  const Py_ssize_t stem = dot ? dot - base : (Py_ssize_t)strlen(base);
  PyObject* folder = PyUnicode_FromStringAndSize(name, base - name);
  PyObject* middle = PyUnicode_FromStringAndSize(base, stem);
  PyObject* out = folder && middle ? PyUnicode_FromFormat("%U%s%U%s%s", folder, prefix, middle,
                                                          suffix, dot ? dot : "")
                                   : NULL;
  Py_XDECREF(folder);
  Py_XDECREF(middle);
  return out;
}

// is a file among the assets, by its whole name or by that without folders
static bool among(PyObject* assets, const char* file) {
  Py_ssize_t at = 0;
  PyObject *key, *value;
  while (PyDict_Next(assets, &at, &key, &value)) {
    const char* name = PyUnicode_Check(key) ? PyUnicode_AsUTF8AndSize(key, NULL) : NULL;
    const char* slash = name ? strrchr(name, '/') : NULL;
    const char* own = strrchr(file, '/');
    if (name && !strcmp(slash ? slash + 1 : name, own ? own + 1 : file)) return true;
  }
  return false;
}

static bool rename_string(mjString* file, PyObject* assets, const char* prefix,
                          const char* suffix) {
  const char* name = mjs_getString(file);
  if (!name || !*name || !among(assets, name)) return true;
  PyObject* text = renamed(name, prefix, suffix);
  if (text) mjs_setString(file, PyUnicode_AsUTF8AndSize(text, NULL));
  Py_XDECREF(text);
  return text != NULL;
}

// the file of an element, if it has one
static bool rename_file(mjsElement* e, PyObject* assets, const char* prefix, const char* suffix) {
  const SpecType* type = spec_typeOf(e->elemtype);
  char* base = type->cast(e);
  const SpecField* f = field_find(type, "file");
  if (!rename_string(*(mjString**)(base + f->offset), assets, prefix, suffix)) return false;
  const SpecField* cube = field_find(type, "cubefiles");
  void* files = cube ? *(void**)(base + cube->offset) : NULL;
  for (int i = 0; files && i < sn_vecSize(files); i++) {
    if (!rename_string(sn_vecAt(files, i), assets, prefix, suffix)) return false;
  }
  return true;
}

// files that a spec has in memory get the names that its elements get, so that specs with files of
// the same name can be attached to one
static bool rename_files(SpecMemory* child, const char* prefix, const char* suffix) {
  static const int objects[] = {mjOBJ_MESH, mjOBJ_HFIELD, mjOBJ_SKIN, mjOBJ_TEXTURE};
  for (size_t k = 0; k < sizeof(objects) / sizeof(*objects); k++) {
    for (mjsElement* e = mjs_firstElement(child->spec, objects[k]); e;
         e = mjs_nextElement(child->spec, e)) {
      if (!rename_file(e, child->assets, prefix, suffix)) return false;
    }
  }
  return true;
}

static bool pass_renamed(SpecMemory* to, const SpecMemory* from, const char* prefix,
                         const char* suffix) {
  Py_ssize_t at = 0;
  PyObject *key, *value;
  while (PyDict_Next(from->assets, &at, &key, &value)) {
    const char* name = text_from(key, "the name of a file");
    PyObject* now = name ? renamed(name, prefix, suffix) : NULL;
    const int there = now ? PyDict_Contains(to->assets, now) : -1;
    const bool put = there == 0 || to->override_assets;
    const int status = there < 0 ? -1 : put ? PyDict_SetItem(to->assets, now, value) : 0;
    Py_XDECREF(now);
    if (status < 0) return false;
  }
  return true;
}

// the site or frame that something is attached to, by itself or by its name
static mjsElement* place_of(PyObject* self, PyObject* site, PyObject* frame) {
  const bool by_site = site != Py_None;
  PyObject* value = by_site ? site : frame;
  if (by_site == (frame != Py_None)) {
    PyErr_SetString(PyExc_ValueError, by_site ? "Only one of frame or site can be specified."
                                              : "One of frame or site must be specified.");
    return NULL;
  }
  if (PyUnicode_Check(value)) {
    const char* name = text_from(value, by_site ? "site" : "frame");
    mjsElement* e =
        name ? mjs_findElement(held(self)->spec, by_site ? mjOBJ_SITE : mjOBJ_FRAME, name) : NULL;
    if (name && !e) {
      PyErr_SetString(PyExc_ValueError, by_site ? "Site not found." : "Frame not found.");
    }
    return e;
  }
  const Node* n = node_check(value, by_site ? "mjsSite" : "mjsFrame", by_site ? "site" : "frame");
  if (n && node_owner(n) != held(self)->spec) {
    PyErr_SetString(PyExc_ValueError, "the place is one of another spec");
    return NULL;
  }
  return n ? node_handle(n) : NULL;
}

static PyObject* attach_spec(PyObject* self, const Node* child, mjsElement* place,
                             const char* prefix, const char* suffix) {
  SpecMemory *to = held(self), *from = memory_of(child->memory);
  PyObject* above = ((Node*)self)->memory;
  if (to == from) {
    PyErr_SetString(PyExc_ValueError, "a spec cannot be attached to itself; attach a copy");
    return NULL;
  }
  const Py_ssize_t before = PyList_Size(from->above);
  if (!memory_attach(child->memory, above) || !rename_files(from, prefix, suffix)) return NULL;
  call_begin();
  mjsElement* e = mjs_attach(place, from->spec->element, prefix, suffix);
  if (!e) {
    memory_detach(child->memory, before);
    return spec_error(to->spec);
  }
  if (memory_keeps(child->memory, above)) {
    Py_XDECREF(from->parent);
    from->parent = Py_NewRef(above);
  }
  return pass_renamed(to, from, prefix, suffix) ? node_element(e, above) : NULL;
}

static PyObject* attach(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"child", "prefix", "suffix", "site", "frame", NULL};
  PyObject *value, *site = Py_None, *frame = Py_None;
  const char *prefix = NULL, *suffix = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "O|zzOO", names, &value, &prefix, &suffix, &site,
                                   &frame)) {
    return NULL;
  }
  const Node* child = node_check(value, "mjSpec", "child");
  if (!child || !memory_free(((Node*)self)->memory) || !memory_free(child->memory)) return NULL;
  mjsElement* place = place_of(self, site, frame);
  if (!place) return NULL;
  return attach_spec(self, child, place, prefix ? prefix : "/", suffix ? suffix : "");
}

// ---- editing

static PyObject* spec_delete(PyObject* self, PyObject* value) {
  const Node* n = NULL;
  for (int i = 0; !n && i < spec_ntype; i++) {
    const bool element = spec_types[i].object >= 0 && spec_types[i].object != mjOBJ_MODEL;
    if (element && PyObject_TypeCheck(value, spec_types[i].python)) n = (Node*)value;
  }
  if (!n) {
    PyErr_Format(PyExc_TypeError, "delete(): an element is expected, not %R",
                 (PyObject*)Py_TYPE(value));
    return NULL;
  }
  if (!memory_free(((Node*)self)->memory)) return NULL;
  if (!node_isElement(n) || node_owner(n) != held(self)->spec) {
    PyErr_SetString(PyExc_ValueError, "the element is not in this model");
    return NULL;
  }
  call_begin();
  if (mjs_delete(held(self)->spec, node_handle(n))) return spec_error(held(self)->spec);
  Py_RETURN_NONE;
}

static PyObject* find_default(PyObject* self, PyObject* name) {
  const char* text = text_from(name, "the name");
  if (!text) return NULL;
  return node_default(mjs_findDefault(held(self)->spec, text), ((Node*)self)->memory);
}

static PyObject* add_default(PyObject* self, PyObject* args) {
  const char* name;
  PyObject* value;
  if (!PyArg_ParseTuple(args, "sO:add_default", &name, &value)) return NULL;
  const Node* parent = value == Py_None ? NULL : node_check(value, "mjsDefault", "the parent");
  if ((value != Py_None && !parent) || !memory_free(((Node*)self)->memory)) return NULL;
  if (parent && node_owner(parent) != held(self)->spec) {
    PyErr_SetString(PyExc_ValueError, "the parent is one of another spec");
    return NULL;
  }
  call_begin();
  const mjsDefault* above = parent ? (mjsDefault*)parent->base : NULL;
  return node_default(mjs_addDefault(held(self)->spec, name, above), ((Node*)self)->memory);
}

static PyObject* resolve_orientation(PyObject* unused, PyObject* args, PyObject* kw) {
  (void)unused;
  static char* names[] = {"degree", "sequence", "orientation", NULL};
  int degree;
  PyObject *sequence = Py_None, *value = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "p|OO", names, &degree, &sequence, &value))
    return NULL;
  const Node* n = value ? node_check(value, "mjsOrientation", "orientation") : NULL;
  if (!value) PyErr_SetString(PyExc_TypeError, "orientation is needed");
  const char* order = sequence == Py_None ? "xyz" : chars_three(sequence);
  if (n && !order) PyErr_SetString(PyExc_TypeError, "sequence should be compiler.eulerseq");
  if (!n || !order) return NULL;
  double quat[4] = {0};
  const char axes[4] = {order[0], order[1], order[2], 0};
  const char* error = mjs_resolveOrientation(quat, (mjtByte)degree, axes, (mjsOrientation*)n->base);
  if (!error) return Py_BuildValue("[dddd]", quat[0], quat[1], quat[2], quat[3]);
  PyErr_SetString(PyExc_ValueError, error);
  return NULL;
}

static PyObject* activate_plugin(PyObject* self, PyObject* name) {
  const char* text = text_from(name, "the name");
  if (!text) return NULL;
  if (!mjs_activatePlugin((mjSpec*)((Node*)self)->base, text)) Py_RETURN_NONE;
  PyErr_Format(PyExc_ValueError, "there is no plugin %R; load its library first", name);
  return NULL;
}

// ---- elements by name, lists, adding: one row for each kind

static PyObject* find_element(PyObject* self, PyObject* name, int object) {
  const char* text = text_from(name, "the name");
  if (!text) return NULL;
  return node_element(mjs_findElement(held(self)->spec, object, text), ((Node*)self)->memory);
}

static PyObject* get_list(PyObject* self, void* object) {
  mjSpec* spec = held(self)->spec;
  PyObject* list = PyList_New(0);
  for (mjsElement* e = mjs_firstElement(spec, *(const int*)object); list && e;
       e = mjs_nextElement(spec, e)) {
    list = node_append(list, e, ((Node*)self)->memory);
  }
  return list;
}

#define FIND(kind, object)                                                                         \
  static PyObject* find_##kind(PyObject* self, PyObject* name) {                                   \
    return find_element(self, name, object);                                                       \
  }
#define ADD(kind, ctype)                                                                           \
  static PyObject* add_##kind(PyObject* self, PyObject* args, PyObject* kw) {                      \
    return spec_add(self, ctype, args, kw);                                                        \
  }
// kind, object, name of the list
#define EACH_PLACED(X)                                                                             \
  X(body, mjOBJ_BODY, bodies)                                                                      \
  X(frame, mjOBJ_FRAME, frames)                                                                    \
  X(geom, mjOBJ_GEOM, geoms)                                                                       \
  X(joint, mjOBJ_JOINT, joints)                                                                    \
  X(site, mjOBJ_SITE, sites)                                                                       \
  X(camera, mjOBJ_CAMERA, cameras)                                                                 \
  X(light, mjOBJ_LIGHT, lights)
// and the struct in C
#define EACH_OTHER(X)                                                                              \
  X(actuator, mjOBJ_ACTUATOR, actuators, "mjsActuator")                                            \
  X(sensor, mjOBJ_SENSOR, sensors, "mjsSensor")                                                    \
  X(flex, mjOBJ_FLEX, flexes, "mjsFlex")                                                           \
  X(pair, mjOBJ_PAIR, pairs, "mjsPair")                                                            \
  X(equality, mjOBJ_EQUALITY, equalities, "mjsEquality")                                           \
  X(exclude, mjOBJ_EXCLUDE, excludes, "mjsExclude")                                                \
  X(tendon, mjOBJ_TENDON, tendons, "mjsTendon")                                                    \
  X(numeric, mjOBJ_NUMERIC, numerics, "mjsNumeric")                                                \
  X(text, mjOBJ_TEXT, texts, "mjsText")                                                            \
  X(tuple, mjOBJ_TUPLE, tuples, "mjsTuple")                                                        \
  X(key, mjOBJ_KEY, keys, "mjsKey")                                                                \
  X(mesh, mjOBJ_MESH, meshes, "mjsMesh")                                                           \
  X(hfield, mjOBJ_HFIELD, hfields, "mjsHField")                                                    \
  X(skin, mjOBJ_SKIN, skins, "mjsSkin")                                                            \
  X(texture, mjOBJ_TEXTURE, textures, "mjsTexture")                                                \
  X(material, mjOBJ_MATERIAL, materials, "mjsMaterial")                                            \
  X(plugin, mjOBJ_PLUGIN, plugins, "mjsPlugin")

#define DEFINE_PLACED(kind, object, list)                                                          \
  FIND(kind, object)                                                                               \
  static const int object_##kind = object;
#define DEFINE_OTHER(kind, object, list, ctype)                                                    \
  FIND(kind, object)                                                                               \
  ADD(kind, ctype)                                                                                 \
  static const int object_##kind = object;
EACH_PLACED(DEFINE_PLACED)
EACH_OTHER(DEFINE_OTHER)

// ---- attributes

static PyObject* get_world(PyObject* self, void* unused) {
  (void)unused;
  mjsBody* world = mjs_findBody(held(self)->spec, "world");
  return node_element(world ? world->element : NULL, ((Node*)self)->memory);
}

static PyObject* get_default(PyObject* self, void* unused) {
  (void)unused;
  return node_default(mjs_getSpecDefault(held(self)->spec), ((Node*)self)->memory);
}

static PyObject* get_assets(PyObject* self, void* unused) {
  (void)unused;
  return Py_NewRef(held(self)->assets);
}

static int set_assets(PyObject* self, PyObject* value, void* unused) {
  (void)unused;
  if (!value || !PyDict_Check(value)) {
    PyErr_SetString(PyExc_TypeError, "assets should be a dict of str to bytes");
    return -1;
  }
  PyObject* old = held(self)->assets;
  held(self)->assets = Py_NewRef(value);
  Py_DECREF(old);
  return 0;
}

static PyObject* get_override(PyObject* self, void* unused) {
  (void)unused;
  return PyBool_FromLong(held(self)->override_assets);
}

static int set_override(PyObject* self, PyObject* value, void* unused) {
  (void)unused;
  const int truth = value ? PyObject_IsTrue(value) : -1;
  if (truth >= 0) held(self)->override_assets = truth > 0;
  if (!value) PyErr_SetString(PyExc_AttributeError, "override_assets cannot be deleted");
  return truth < 0 ? -1 : 0;
}

static PyObject* get_copying(PyObject* self, void* unused) {
  (void)self, (void)unused;
  PyErr_SetString(PyExc_ValueError, "copy_during_attach can only be set.");
  return NULL;
}

static int set_copying(PyObject* self, PyObject* value, void* unused) {
  (void)unused;
  if (!value || !PyBool_Check(value)) {
    PyErr_SetString(PyExc_TypeError, "copy_during_attach should be a bool");
    return -1;
  }
  if (!memory_free(((Node*)self)->memory)) return -1;
  held(self)->copies = value == Py_True;
  return mjs_setDeepCopy(held(self)->spec, value == Py_True) < 0 ? -1 : 0;
}

static PyObject* get_parent(PyObject* self, void* unused) {
  (void)unused;
  PyObject* parent = held(self)->parent;
  return parent ? node_spec(parent) : Py_NewRef(Py_None);
}

static PyObject* get_timer(PyObject* self, void* unused) {
  (void)unused;
  const npy_intp dims[1] = {mjNCTIMER};
  return array_view((void*)mjs_getTimer(held(self)->spec), NPY_DOUBLE, 1, dims, 0,
                    ((Node*)self)->memory);
}

static PyObject* get_address(PyObject* self, void* unused) {
  (void)unused;
  return PyLong_FromVoidPtr(((Node*)self)->base);
}

// folders of the compiler, which specs have too
static PyObject* get_folder(PyObject* self, void* offset) {
  return string_of(*(mjString**)(((Node*)self)->base + *(const size_t*)offset));
}

static int set_folder(PyObject* self, PyObject* value, void* offset) {
  const char* text = value ? text_from(value, "the folder") : NULL;
  if (!value) PyErr_SetString(PyExc_AttributeError, "the folder cannot be deleted");
  if (!text || !memory_free(((Node*)self)->memory)) return -1;
  mjs_setString(*(mjString**)(((Node*)self)->base + *(const size_t*)offset), text);
  return 0;
}

static const size_t mesh_folder = offsetof(mjSpec, compiler) + offsetof(mjsCompiler, meshdir);
static const size_t texture_folder = offsetof(mjSpec, compiler) + offsetof(mjsCompiler, texturedir);

#define LIST_PLACED(kind, object, list)                                                            \
  {#list, get_list, NULL, "all elements of the kind, in their order", (void*)&object_##kind},
#define LIST_OTHER(kind, object, list, ctype) LIST_PLACED(kind, object, list)

PyGetSetDef spec_modelGetset[] = {
    EACH_PLACED(LIST_PLACED) EACH_OTHER(LIST_OTHER){"worldbody", get_world, NULL, "body 0", NULL},
    {"default", get_default, NULL, "the default class main", NULL},
    {"assets", get_assets, set_assets, "files in memory: names to bytes", NULL},
    {"override_assets", get_override, set_override,
     "files of a spec that is attached replace those of the same name", NULL},
    {"copy_during_attach", get_copying, set_copying, "what is attached is copied", NULL},
    {"parent", get_parent, NULL, "the spec that this one was attached to, or None", NULL},
    {"timer", get_timer, NULL, "seconds of the last compilation, by mjtCTimer", NULL},
    {"meshdir", get_folder, set_folder, "folder of meshes and height fields", (void*)&mesh_folder},
    {"texturedir", get_folder, set_folder, "folder of textures", (void*)&texture_folder},
    {"_address", get_address, NULL, "address of the C struct", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

#define METHODS_PLACED(kind, object, list)                                                         \
  {#kind, find_##kind, METH_O, "The " #kind " of this name, or None."},
#define METHODS_OTHER(kind, object, list, ctype)                                                   \
  METHODS_PLACED(kind, object, list){"add_" #kind, AS_METHOD(add_##kind), KEYWORDS,                \
                                     "Adds a " #kind "; its members are keywords."},

PyMethodDef spec_modelMethods[] = {
    {"from_string", AS_METHOD(from_string), KEYWORDS | METH_STATIC,
     "from_string(xml, include=None, assets=None, vfs=None)\n--\n\nA spec from a text."},
    {"from_file", AS_METHOD(from_file), KEYWORDS | METH_STATIC,
     "from_file(filename, include=None, assets=None, vfs=None)\n--\n\nA spec from a file."},
    {"copy", spec_copy, METH_NOARGS, "A copy."},
    {"__copy__", spec_copy, METH_NOARGS, "A copy."},
    {"__deepcopy__", spec_deepcopy, METH_O, "A copy."},
    {"compile", AS_METHOD(spec_compile), KEYWORDS,
     "compile(vfs=None)\n--\n\nThe model; ValueError with the reason if there is none."},
    {"recompile", recompile, METH_VARARGS,
     "recompile(model, data): a new model and data, with the state of the old data."},
    {"to_xml", to_xml, METH_NOARGS, "The spec as MJCF."},
    {"to_file", to_file, METH_O, "The spec, which was compiled, as MJCF to a file."},
    {"encode", AS_METHOD(encode), KEYWORDS,
     "encode(filename, model=None, content_type=None)\n--\n\nWrites the format that the name or "
     "the type says."},
    {"attach", AS_METHOD(attach), KEYWORDS,
     "attach(child, prefix='/', suffix='', site=None, frame=None)\n--\n\nWhat another spec "
     "contains becomes part of this one, at a site or in a frame of it; returns the frame around "
     "it."},
    {"delete", spec_delete, METH_O, "Takes an element out, with what depends on it."},
    {"find_default", find_default, METH_O, "The default class of this name, or None."},
    {"add_default", add_default, METH_VARARGS,
     "add_default(name, parent): a new default class; None if the name is taken."},
    {"resolve_orientation", AS_METHOD(resolve_orientation), KEYWORDS | METH_STATIC,
     "resolve_orientation(degree, sequence=None, orientation=None)\n--\n\nAn orientation as a "
     "quaternion."},
    {"activate_plugin", activate_plugin, METH_O, "Makes a plugin part of the spec."},
    EACH_PLACED(METHODS_PLACED) EACH_OTHER(METHODS_OTHER){NULL, NULL, 0, NULL}};
