// Named access: m.body('x'), d.joint(0).qpos. A view is an object of a kind with its number; its
// attributes are the rows of the arrays that belong to the kind, found by the sizes in the field
// tables. Joints have slices of dofs and coordinates, actuators of controls, outputs and
// activations, sensors of sensordata, and some kinds of a pool of data.
#include <stdlib.h>
#include <string.h>

#include "core.h"

// which rows belong to an object
typedef enum Rows_ {
  ROWS_OWN,     // one
  ROWS_SLICE,   // from a first one on
  ROWS_FLAT,    // the same, without the first axis if it is one
  ROWS_HFIELD,  // an image of heights
  ROWS_TEXTURE  // an image of pixels
} Rows;

typedef struct Slice_ {
  const char* size;   // rows of the arrays
  const char* first;  // member of mjModel: where the slice begins
  const char* count;  // and how long it is; NULL: by the type of the joint
  Rows rows;
} Slice;

enum { MAX_SLICE = 4 };

typedef struct ViewKind_ {
  const char* name;  // of the type
  int object;        // mjtObj
  const char* size;  // number of them: member of mjModel
  const char* prefix[2];
  Slice slice[MAX_SLICE];
  bool data;  // mjData has this kind too
} ViewKind;

static const ViewKind kinds[] = {
    {"Actuator",
     mjOBJ_ACTUATOR,
     "nactuator",
     {"actuator_"},
     {{"nu", "actuator_ctrladr", "actuator_ctrlnum", ROWS_FLAT},
      {"nout", "actuator_outadr", "actuator_outnum", ROWS_FLAT},
      {"na", "actuator_actadr", "actuator_actnum", ROWS_FLAT}},
     true},
    {"Body", mjOBJ_BODY, "nbody", {"body_"}, {{0}}, true},
    {"Camera", mjOBJ_CAMERA, "ncam", {"cam_"}, {{0}}, true},
    {"Equality", mjOBJ_EQUALITY, "neq", {"eq_"}, {{0}}, false},
    {"Exclude", mjOBJ_EXCLUDE, "nexclude", {"exclude_"}, {{0}}, false},
    {"Geom", mjOBJ_GEOM, "ngeom", {"geom_"}, {{0}}, true},
    {"Hfield",
     mjOBJ_HFIELD,
     "nhfield",
     {"hfield_"},
     {{"nhfielddata", "hfield_adr", NULL, ROWS_HFIELD}},
     false},
    {"Joint",
     mjOBJ_JOINT,
     "njnt",
     {"jnt_", "dof_"},
     {{"nv", "jnt_dofadr", NULL, ROWS_SLICE}, {"nq", "jnt_qposadr", NULL, ROWS_SLICE}},
     true},
    {"Keyframe", mjOBJ_KEY, "nkey", {"key_"}, {{0}}, false},
    {"Light", mjOBJ_LIGHT, "nlight", {"light_"}, {{0}}, true},
    {"Material", mjOBJ_MATERIAL, "nmat", {"mat_"}, {{0}}, false},
    {"Mesh", mjOBJ_MESH, "nmesh", {"mesh_"}, {{0}}, false},
    {"Numeric",
     mjOBJ_NUMERIC,
     "nnumeric",
     {"numeric_"},
     {{"nnumericdata", "numeric_adr", "numeric_size", ROWS_SLICE}},
     false},
    {"Pair", mjOBJ_PAIR, "npair", {"pair_"}, {{0}}, false},
    {"Sensor",
     mjOBJ_SENSOR,
     "nsensor",
     {"sensor_", "sensor"},
     {{"nsensordata", "sensor_adr", "sensor_dim", ROWS_SLICE}},
     true},
    {"Site", mjOBJ_SITE, "nsite", {"site_"}, {{0}}, true},
    {"Skin", mjOBJ_SKIN, "nskin", {"skin_"}, {{0}}, false},
    {"Tendon",
     mjOBJ_TENDON,
     "ntendon",
     {"tendon_", "ten_"},
     {{"nJten", "ten_J_rowadr", "ten_J_rownnz", ROWS_SLICE}},
     true},
    {"Text",
     mjOBJ_TEXT,
     "ntext",
     {"text_"},
     {{"ntextdata", "text_adr", "text_size", ROWS_SLICE}},
     false},
    {"Texture",
     mjOBJ_TEXTURE,
     "ntex",
     {"tex_"},
     {{"ntexdata", "tex_adr", NULL, ROWS_TEXTURE}},
     false},
    {"Tuple",
     mjOBJ_TUPLE,
     "ntuple",
     {"tuple_"},
     {{"ntupledata", "tuple_adr", "tuple_size", ROWS_SLICE}},
     false},
};
enum { NVIEW = sizeof(kinds) / sizeof(*kinds) };

typedef struct ViewType_ {
  const ViewKind* kind;
  bool data;
  int count;           // attributes that are rows
  size_t size_offset;  // of the number of objects in mjModel
  PyGetSetDef* getset;
  PyTypeObject* python;
} ViewType;

// an attribute of a view
typedef struct Part_ {
  const Member* member;
  const Slice* slice;   // NULL: a row
  size_t first, count;  // of the slice: offsets of the arrays in mjModel; count 0: by the type
  int slot;             // place in the view's cache
} Part;

// A model or data keeps the views that were asked for, so they hold its memory and not itself.
typedef struct View_ {
  PyObject_HEAD const ViewType* type;
  const mjModel* m;
  char* base;        // model or data
  PyObject* memory;  // capsule that keeps it
  PyObject** cache;  // arrays that were asked for
  int id;
} View;

static ViewType view_types[2][NVIEW];

// ---- attributes

static int joint_numbers(int type, bool positions) {
  switch (type) {
    case mjJNT_FREE:
      return positions ? 7 : 6;
    case mjJNT_BALL:
      return positions ? 4 : 3;
    default:
      return 1;
  }
}

static mjtSize number_at(const mjModel* m, size_t offset, int id) {
  const void* array = *(void* const*)((const char*)m + offset);
  return ((const int*)array)[id];
}

// rows of a slice; the first may be -1, for none
static mjtSize slice_count(const Part* part, const mjModel* m, int id) {
  if (part->count) return number_at(m, part->count, id);
  return joint_numbers(m->jnt_type[id], !strcmp(part->slice->size, "nq"));
}

static mjtSize tex_adr(const mjModel* m, int id) { return (mjtSize)m->tex_adr[id]; }

// shape of an attribute and its first row; returns the rank
static int shape_of(const Part* part, const mjModel* m, int id, mjtSize cols, npy_intp dims[3],
                    mjtSize* first) {
  const bool flat = !strcmp(part->member->field.coltext, "1");
  *first = id;
  dims[0] = flat ? 1 : (npy_intp)cols;
  if (!part->slice) return 1;
  if (part->slice->rows == ROWS_TEXTURE) {
    *first = tex_adr(m, id);
    dims[0] = m->tex_height[id], dims[1] = m->tex_width[id], dims[2] = m->tex_nchannel[id];
    return 3;
  }
  *first = number_at(m, part->first, id);
  if (part->slice->rows == ROWS_HFIELD) {
    dims[0] = m->hfield_nrow[id], dims[1] = m->hfield_ncol[id];
    return 2;
  }
  const mjtSize count = *first < 0 ? 0 : slice_count(part, m, id);
  if (*first < 0) *first = 0;
  if (part->slice->rows == ROWS_FLAT && count == 1) return 1;
  dims[0] = (npy_intp)count;
  dims[1] = (npy_intp)cols;
  return flat ? 1 : 2;
}

static PyObject* make_part(const View* v, const Part* part) {
  const sn_Field* f = &part->member->field;
  mjtSize rows, cols, first;
  char* base = sn_fieldAddress(v->type->data ? sn_TYPE_DATA : sn_TYPE_MODEL, part->member->index,
                               v->m, v->type->data ? (mjData*)v->base : NULL, &rows, &cols);
  npy_intp dims[3];
  const int rank = shape_of(part, v->m, v->id, cols, dims, &first);
  npy_intp total = 1;
  for (int k = 0; k < rank; k++) total *= dims[k];
  if (first < 0 || total < 0 || first * cols + total > rows * cols) {
    PyErr_SetString(PyExc_IndexError, "addresses in the model lead out of its arrays");
    return NULL;
  }
  char* address = base ? base + (size_t)(first * cols) * f->size : NULL;
  if (f->type == sn_TYPE_CHAR)
    return PyUnicode_DecodeUTF8(address, total ? total - 1 : 0, "replace");
  const int npy = part->member->npy == NPY_BOOL ? NPY_UINT8 : part->member->npy;
  return array_view(address, npy, rank, dims, 0, v->memory);
}

static PyObject* get_part(PyObject* self, void* closure) {
  const Part* part = closure;
  View* v = (View*)self;
  if (!v->cache) v->cache = PyMem_Calloc((size_t)v->type->count, sizeof(PyObject*));
  if (!v->cache) return PyErr_NoMemory();
  PyObject** place = &v->cache[part->slot];
  if (!*place) *place = make_part(v, part);
  return Py_XNewRef(*place);
}

static int set_part(PyObject* self, PyObject* value, void* closure) {
  PyObject* array = get_part(self, closure);
  if (array && !PyArray_Check(array)) {
    PyErr_SetString(PyExc_AttributeError, "texts cannot be set");
    Py_DECREF(array);
    return -1;
  }
  const int status = array ? array_assign(array, value) : -1;
  Py_XDECREF(array);
  return status;
}

static PyObject* get_id(PyObject* self, void* unused) {
  (void)unused;
  return PyLong_FromLong(((View*)self)->id);
}

static PyObject* get_name(PyObject* self, void* unused) {
  (void)unused;
  const View* v = (View*)self;
  const char* name = mj_id2name(v->m, v->type->kind->object, v->id);
  return PyUnicode_FromString(name ? name : "");
}

// ---- attributes from the field tables

static size_t offset_of(const char* name) {
  sn_Field f;
  return sn_field(sn_TYPE_MODEL, sn_findField(sn_TYPE_MODEL, name), &f) ? f.offset : 0;
}

// name of a member without the name of the kind in front; NULL: it does not have it
static const char* short_name(const ViewKind* kind, const char* name) {
  for (int i = 0; i < 2; i++) {
    const char* prefix = kind->prefix[i];
    const size_t n = prefix ? strlen(prefix) : 0;
    if (n && !strncmp(name, prefix, n) && name[n]) return name + n;
  }
  return NULL;
}

static const Slice* slice_of(const ViewKind* kind, const char* rows) {
  for (int i = 0; i < MAX_SLICE; i++) {
    if (kind->slice[i].size && !strcmp(kind->slice[i].size, rows)) return &kind->slice[i];
  }
  return NULL;
}

static bool already(const PyGetSetDef* def, int n, const char* name) {
  for (int i = 0; i < n; i++) {
    if (!strcmp(def[i].name, name)) return true;
  }
  return false;
}

// the attribute that a member becomes; NULL if it belongs to another kind
static const char* attribute(const ViewKind* kind, const Member* f, bool data) {
  const bool mine = !strcmp(f->field.rowtext, kind->size);
  const Slice* slice = slice_of(kind, f->field.rowtext);
  if ((!mine && !slice) || f->form == FORM_LIST || (f->field.flags & sn_FIELD_ARENA)) return NULL;
  const char* name = short_name(kind, f->field.name);
  if (name) return name;
  if (data) return f->field.name;
  return slice && !strcmp(slice->size, "nq") ? f->field.name : NULL;  // qpos0, qpos_spring
}

static void add_part(const ViewKind* kind, const Member* f, const char* name, int slot,
                     PyGetSetDef* def) {
  Part* part = calloc(1, sizeof(*part));
  if (!part) return;
  part->member = f;
  part->slot = slot;
  part->slice = slice_of(kind, f->field.rowtext);
  if (part->slice) {
    part->first = offset_of(part->slice->first);
    part->count = part->slice->count ? offset_of(part->slice->count) : 0;
  }
  *def = (PyGetSetDef){name, get_part, set_part, f->field.meaning, part};
}

static PyGetSetDef* parts_of(const ViewKind* kind, bool data, int* count) {
  const Layout* layout = &layouts[data ? KIND_DATA : KIND_MODEL];
  PyGetSetDef* def = calloc((size_t)layout->count + 3, sizeof(*def));
  if (!def) return NULL;
  int n = 0;
  def[n++] = (PyGetSetDef){"id", get_id, NULL, "number of the object", NULL};
  def[n++] = (PyGetSetDef){"name", get_name, NULL, "name of the object", NULL};
  const int first = n;
  for (int i = 0; i < layout->count; i++) {
    const Member* f = &layout->member[i];
    // the body of a joint is told for each of its dofs
    if (!strcmp(f->field.name, "jnt_bodyid")) continue;
    const char* name =
        f->form == FORM_ARRAY || f->form == FORM_BYTES ? attribute(kind, f, data) : NULL;
    if (!name || already(def, n, name)) continue;
    add_part(kind, f, name, n - first, &def[n]);
    n++;
  }
  *count = n - first;
  return def;
}

// ---- objects

static void view_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  View* v = (View*)self;
  for (int i = 0; v->cache && i < v->type->count; i++) Py_XDECREF(v->cache[i]);
  PyMem_Free(v->cache);
  Py_XDECREF(v->memory);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static PyObject* no_view(PyTypeObject* type, PyObject* args, PyObject* kw) {
  (void)type, (void)args, (void)kw;
  PyErr_SetString(PyExc_TypeError, "views are made by methods of models and data");
  return NULL;
}

static bool view_type(ViewType* type, const ViewKind* kind, bool data) {
  type->kind = kind;
  type->data = data;
  type->size_offset = offset_of(kind->size);
  type->getset = parts_of(kind, data, &type->count);
  if (!type->getset) return false;
  char name[96];
  snprintf(name, sizeof(name), "sinew._core._Mj%s%sViews", data ? "Data" : "Model", kind->name);
  PyType_Slot slots[] = {{Py_tp_dealloc, view_dealloc},
                         {Py_tp_getset, type->getset},
                         {Py_tp_repr, struct_repr},
                         {Py_tp_new, no_view},
                         {0, NULL}};
  PyType_Spec spec = {name, sizeof(View), 0, Py_TPFLAGS_DEFAULT, slots};
  type->python = (PyTypeObject*)PyType_FromSpec(&spec);
  return type->python != NULL;
}

bool views_add(PyObject* module) {
  (void)module;
  for (int k = 0; k < NVIEW; k++) {
    if (!view_type(&view_types[0][k], &kinds[k], false)) return false;
    if (kinds[k].data && !view_type(&view_types[1][k], &kinds[k], true)) return false;
  }
  return true;
}

// ---- access

static mjtSize objects(const ViewType* type, const mjModel* m) {
  return *(const mjtSize*)((const char*)m + type->size_offset);
}

// KeyError that lists the names that there are
static void no_name(const ViewType* type, const mjModel* m, PyObject* key) {
  PyObject* names = PyList_New(0);
  for (mjtSize i = 0; names && i < objects(type, m); i++) {
    const char* text = mj_id2name(m, type->kind->object, (int)i);
    PyObject* name = text && *text ? PyUnicode_FromString(text) : NULL;
    if (name) PyList_Append(names, name);
    Py_XDECREF(name);
  }
  if (names && PyList_Sort(names) == 0) {
    PyErr_Format(PyExc_KeyError, "Invalid name %R. Valid names: %R", key, names);
  }
  Py_XDECREF(names);
}

static int find_id(const ViewType* type, const mjModel* m, PyObject* key) {
  if (PyUnicode_Check(key) || PyBytes_Check(key)) {
    Py_ssize_t length;
    const char* name = text_of(key, &length);
    if (!name) return -1;
    const int id = mj_name2id(m, type->kind->object, name);
    if (id < 0) no_name(type, m, key);
    return id;
  }
  if (!PyIndex_Check(key)) {
    PyErr_Format(PyExc_TypeError, "a name or a number is expected, not %R",
                 (PyObject*)Py_TYPE(key));
    return -1;
  }
  const Py_ssize_t id = PyNumber_AsSsize_t(key, PyExc_IndexError);
  if (id == -1 && PyErr_Occurred()) return -1;
  if (id >= 0 && id < objects(type, m)) return (int)id;
  PyErr_Format(PyExc_IndexError, "Invalid index %zd. Valid indices from 0 to %zd", id,
               (Py_ssize_t)objects(type, m) - 1);
  return -1;
}

static PyObject* view_new(const ViewType* type, const Struct* s, int id) {
  View* v = (View*)PyType_GenericAlloc(type->python, 0);
  if (!v) return NULL;
  v->type = type;
  v->m = model_of(s);
  v->base = s->base;
  v->memory = Py_NewRef(s->memory);
  v->id = id;
  return (PyObject*)v;
}

// where a model or data keeps the view of an object; NULL if there is no memory
static PyObject** place_of(const ViewType* type, Struct* s, int kind, int id) {
  if (!s->views) s->views = PyMem_Calloc(NVIEW, sizeof(*s->views));
  if (!s->views) return NULL;
  if (!s->views[kind]) {
    s->views[kind] = PyMem_Calloc((size_t)objects(type, model_of(s)), sizeof(PyObject*));
  }
  return s->views[kind] ? &s->views[kind][id] : NULL;
}

void views_free(Struct* s) {
  if (!s->views) return;
  for (int kind = 0; kind < NVIEW; kind++) {
    if (!s->views[kind]) continue;
    const mjtSize n = objects(&view_types[0][kind], model_of(s));
    for (mjtSize i = 0; i < n; i++) Py_XDECREF(s->views[kind][i]);
    PyMem_Free(s->views[kind]);
  }
  PyMem_Free(s->views);
}

// the view of an object, made once
static PyObject* kept_view(const ViewType* type, Struct* s, int kind, int id) {
  PyObject** place = place_of(type, s, kind, id);
  if (!place) return PyErr_NoMemory();
  if (!*place) *place = view_new(type, s, id);
  return Py_XNewRef(*place);
}

// the view of an element of an MjSpec that the model was compiled from
PyObject* views_bind(PyObject* self, PyObject* element) {
  int object, id;
  uint64_t signature;
  if (!spec_element(element, &object, &id, &signature)) return NULL;
  const Struct* s = (Struct*)self;
  if (!struct_made(self)) return NULL;
  const bool data = s->layout->type == sn_TYPE_DATA;
  int kind = 0;
  while (kind < NVIEW && (kinds[kind].object != object || !view_types[data][kind].python)) kind++;
  if (kind == NVIEW) {
    PyErr_Format(PyExc_TypeError, "%R has no place in %s", (PyObject*)Py_TYPE(element),
                 s->layout->name);
    return NULL;
  }
  const ViewType* type = &view_types[data][kind];
  if (signature != model_of(s)->signature || id < 0 || id >= objects(type, model_of(s))) {
    PyErr_SetString(PyExc_ValueError,
                    "The mjSpec does not match mjModel. Please recompile the mjSpec.");
    return NULL;
  }
  return kept_view(type, (Struct*)self, kind, id);
}

static PyObject* view_of(int kind, PyObject* self, PyObject* const* args, Py_ssize_t n,
                         PyObject* kwnames) {
  Struct* s = (Struct*)self;
  if (!struct_made(self)) return NULL;
  const ViewType* type = &view_types[s->layout->type == sn_TYPE_DATA][kind];
  const Py_ssize_t nkey = kwnames ? PyTuple_Size(kwnames) : 0;
  if (n + nkey > 1 ||
      (nkey && PyUnicode_CompareWithASCIIString(PyTuple_GetItem(kwnames, 0), "name"))) {
    PyErr_SetString(PyExc_TypeError, "one argument is expected: a name or a number");
    return NULL;
  }
  PyObject* key = n + nkey ? Py_NewRef(args[0]) : PyUnicode_FromString("");  // no object has it
  const int id = key ? find_id(type, model_of(s), key) : -1;
  Py_XDECREF(key);
  return id < 0 ? NULL : kept_view(type, s, kind, id);
}

// a method knows its kind by being a function of its own
#define ACCESS(k)                                                                                  \
  static PyObject* access_##k(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* kw) { \
    return view_of(k, self, args, n, kw);                                                          \
  }
#define EACH_KIND(X)                                                                               \
  X(0)                                                                                             \
  X(1)                                                                                             \
  X(2)                                                                                             \
  X(3)                                                                                             \
  X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20)
EACH_KIND(ACCESS)
#define ENTRY(k) (PyCFunction)(void (*)(void)) access_##k,
static const PyCFunction access_functions[] = {EACH_KIND(ENTRY)};
_Static_assert(sizeof(access_functions) / sizeof(*access_functions) == NVIEW, "one for each kind");

// names of the methods, by kind
static const char* const method_names[NVIEW][3] = {{"actuator"},
                                                   {"body"},
                                                   {"camera", "cam"},
                                                   {"equality", "eq"},
                                                   {"exclude"},
                                                   {"geom"},
                                                   {"hfield"},
                                                   {"joint", "jnt"},
                                                   {"keyframe", "key"},
                                                   {"light"},
                                                   {"material", "mat"},
                                                   {"mesh"},
                                                   {"numeric"},
                                                   {"pair"},
                                                   {"sensor"},
                                                   {"site"},
                                                   {"skin"},
                                                   {"tendon", "ten"},
                                                   {"text"},
                                                   {"texture", "tex"},
                                                   {"tuple"}};

PyMethodDef* views_methods(bool data) {
  enum { ROOM = NVIEW * 2 + 1 };
  static PyMethodDef all[2][ROOM];
  int n = 0;
  for (int k = 0; k < NVIEW; k++) {
    if (data && !kinds[k].data) continue;
    for (int i = 0; i < 3 && method_names[k][i]; i++) {
      all[data][n++] =
          (PyMethodDef){method_names[k][i], access_functions[k], METH_FASTCALL | METH_KEYWORDS,
                        "the object of a name or number"};
    }
  }
  return all[data];
}
