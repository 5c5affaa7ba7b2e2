// What the files of the extension module share. A Python object of a struct (Struct) points into
// memory that a capsule owns; numpy views hold the capsule, not the object, so that nothing refers
// to itself and views outlive the object that they were taken from.
#ifndef SINEW_PYTHON_CORE_H_
#define SINEW_PYTHON_CORE_H_

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030A0000
#include <Python.h>
#include <structmember.h>

#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL sinew_numpy
#ifndef SINEW_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

#include <sinew/sinew.h>
#include <stdbool.h>

// ---- structs

typedef enum Form_ {
  FORM_SCALAR,   // a number in the struct
  FORM_VECTOR,   // numbers in the struct
  FORM_ARRAY,    // numbers elsewhere
  FORM_BYTES,    // characters
  FORM_STRUCT,   // another struct in the struct
  FORM_LIST,     // several structs
  FORM_MATRIX,   // numbers in the struct, in rows
  FORM_TEXT,     // a text in the struct
  FORM_NAMES,    // several texts
  FORM_POINTED,  // numbers of a scene elsewhere
  FORM_TUPLE,    // structs of a scene
  FORM_LITERAL,  // a text elsewhere
  FORM_HIDDEN    // addresses that Python has no use for
} Form;

typedef struct Layout_ Layout;

// a member of a struct, as the field tables have it
typedef struct Member_ {
  sn_Field field;
  const char* name;  // as in Python
  int index;         // number in the table
  int slot;          // place in the object's cache
  int npy;           // type of numpy
  Form form;
  bool writable;
  const Layout* target;  // of structs
  int rows;              // of vectors
  int cols;              // of matrices
} Member;

// a struct: its members and its Python type
struct Layout_ {
  const char* name;
  int type;     // sn_Type
  size_t size;  // bytes
  int count;    // members
  Member* member;
  PyGetSetDef* getset;
  PyTypeObject* python;
  PyTypeObject* list;  // several of them, NULL: there is no such type
};

typedef struct Struct_ {
  PyObject_HEAD const Layout* layout;
  char* base;         // the struct, or the first of a list
  Py_ssize_t count;   // of a list
  PyObject* memory;   // capsule that keeps it
  PyObject* model;    // of a data: its model
  PyObject** cache;   // values of members that are objects
  PyObject*** views;  // of a model or data: its objects by kind and number
  PyObject* weak;     // weak references
  bool busy;          // of a context: a thread draws with it
} Struct;

typedef enum Kind_ {
  KIND_MODEL,
  KIND_DATA,
  KIND_OPTION,
  KIND_VISUAL,
  KIND_STATISTIC,
  KIND_CONTACT,
  KIND_WARNINGSTAT,
  KIND_TIMERSTAT,
  KIND_SOLVERSTAT,
  KIND_LROPT,
  KIND_VIEWOPTION,
  KIND_CAMERA,
  KIND_PERTURB,
  KIND_PRECONTACT,
  KIND_VIEWGEOM,
  KIND_VIEWLIGHT,
  KIND_GLCAMERA,
  KIND_SCENE,
  KIND_FIGURE,
  KIND_RECT,
  KIND_VERTEX,
  KIND_INFO,
  KIND_CONTEXT,
  NKIND
} Kind;

extern Layout layouts[NKIND];
extern PyObject* FatalError;
extern PyObject* UnexpectedError;

bool structs_add(PyObject* module);
bool views_add(PyObject* module);
// the methods m.body(...), d.body(...) and their like, ended by an empty one
PyMethodDef* views_methods(bool data);
void views_free(Struct* s);
const Layout* layout_of(int type);
// the struct that a type is, or is derived from
const Layout* layout_of_type(PyTypeObject* type);
PyObject* member_get(PyObject* self, void* member);
const mjModel* model_of(const Struct* s);
// a view on memory that owner keeps; rank 1 or 2 or 3; step: bytes from row to row, 0: dense
PyObject* array_view(void* address, int npy, int rank, const npy_intp* dims, npy_intp step,
                     PyObject* owner);
int array_assign(PyObject* array, PyObject* value);
int npy_type(int type);
char* member_doc(const Member* f);
// the text of any object whose type has a table of attributes
PyObject* struct_repr(PyObject* self);
// the same, of a struct that __init__ may not have given memory yet
PyObject* made_repr(PyObject* self);
// one line: names, sizes, time
PyObject* model_repr(PyObject* self);
PyObject* data_repr(PyObject* self);
PyObject* spec_repr(PyObject* self);
// "<class link 'name': rest>"; takes rest over, NULL stays NULL
PyObject* line_of(PyObject* self, const char* link, const char* name, PyObject* rest);
// have two structs of a kind the same bits
bool struct_same(const Struct* a, const Struct* b);
// makes the type of lists of a struct
bool lists_type(Layout* layout);

// ---- objects of structs (objects.c)

// A type that programs may derive from makes its objects in two steps, so that an __init__ of their
// own can have any arguments: __new__ makes one without memory (base is NULL), __init__ gives it
// memory, once. Whoever touches base, of an object that came from a program, asks struct_made.

Struct* struct_new(const Layout* layout, PyTypeObject* type, void* base, PyObject* memory);
void struct_dealloc(PyObject* self);
// __new__: takes any arguments
PyObject* struct_unmade(PyTypeObject* type, PyObject* args, PyObject* kw);
// false and a TypeError if __init__ has not been called
bool struct_made(PyObject* self);
// takes over memory for an object that has none yet; -1: memory is NULL
int struct_own(PyObject* self, void* base, PyObject* memory);
// memory of its own with these contents, NULL: zeros
int struct_fill(PyObject* self, const void* contents);
// __init__ of structs without arguments, and of those that programs cannot make
int struct_init(PyObject* self, PyObject* args, PyObject* kw);
int struct_init_none(PyObject* self, PyObject* args, PyObject* kw);
// a struct with memory of its own
PyObject* struct_of(Kind kind, const void* contents);
// Hands attributes that the program has given an object of a class of its own on to its copy; memo:
// that of a deep copy, else NULL. Returns the copy, NULL and an exception: it is gone.
PyObject* object_carry(PyObject* copy, PyObject* self, PyObject* memo);
// what __reduce__ returns: an object of the same class, made without __init__, whose __setstate__
// gets the state and the attributes that the program has given it; takes the state over
PyObject* object_reduce(PyObject* self, PyObject* state);
// the part of the state that is ours; the attributes are set. NULL and an exception: it is none
PyObject* object_state(PyObject* self, PyObject* state);
extern PyMethodDef struct_methods[];
extern PyMemberDef struct_weak[];
PyTypeObject* type_make(const char* name, unsigned int flags, PyType_Slot* slots);
// false and a TypeError if arguments are given
bool no_arguments(const char* name, PyObject* args, PyObject* kw);

// ---- scenes (scenes.c)

// a member of a struct of scenes, from the header (python/tools/gen_view.py)
typedef struct ViewRow_ {
  const char *name, *meaning, *ctype;
  size_t offset, size;
  int type;  // sn_Type, -1: a struct
  Form form;
  int target;  // Kind of a struct, -1: it is none
  int rows, cols;
  bool writable;
} ViewRow;

typedef struct ViewTable_ {
  Kind kind;
  const ViewRow* row;
  size_t count;
} ViewTable;

extern const ViewTable view_tables[];

// members of a kind that view_tables has; the getters of its forms
bool view_init(Layout* layout, Kind kind);
PyObject* view_get(PyObject* self, void* member);
PyObject* view_pointed(Struct* s, const Member* f);
PyObject* view_tuple(PyObject* self, void* member);
int view_set_text(PyObject* self, PyObject* value, void* member);
// the greatest value of a whole number: counts of a scene end where its memory does
int view_most(const Struct* s, const Member* f, int most);
int scene_init(PyObject* self, PyObject* args, PyObject* kw);
// keeps a value in the cache of an object and hands it out; NULL stays NULL
PyObject* struct_keep(Struct* s, const Member* f, PyObject* value);

// ---- drawing (pictures.c)

int rect_init(PyObject* self, PyObject* args, PyObject* kw);
int info_init(PyObject* self, PyObject* args, PyObject* kw);
int context_init(PyObject* self, PyObject* args, PyObject* kw);
extern PyMethodDef context_methods[];

static inline mjModel* as_model(PyObject* o) { return (mjModel*)((Struct*)o)->base; }

static inline mjData* as_data(PyObject* o) { return (mjData*)((Struct*)o)->base; }

// ---- models and data

PyMethodDef* model_methods(void);
PyMethodDef* data_methods(void);
bool data_prepare(void);
int data_init(PyObject* self, PyObject* args, PyObject* kw);
PyObject* model_wrap(mjModel* m);
// the model of an argument; NULL and a TypeError if it is none
mjModel* model_from(PyObject* object, const char* name);
// takes the data over; it keeps the memory of the model
PyObject* data_wrap(mjData* d, PyObject* model);
// the same, of a class that is MjModel or MjData or derived from it
PyObject* model_wrapAs(PyTypeObject* type, mjModel* m);
PyObject* data_wrapAs(PyTypeObject* type, mjData* d, PyObject* model);

// ---- editable models

bool specs_add(PyObject* module);
// what an element of an MjSpec has become; false and an exception if the object is none
bool spec_element(PyObject* object, int* kind, int* id, uint64_t* signature);
// the spec of an MjSpec, NULL if the object is none
const mjSpec* spec_of(PyObject* object);
// m._bind(element), d._bind(element): the view of an element
PyObject* views_bind(PyObject* self, PyObject* element);

// ---- many worlds

bool batches_add(PyObject* module);

// ---- files in memory

bool vfs_add(PyObject* module);
// the files of an MjVfs that is open; NULL and an exception if it is none
mjVFS* vfs_of(PyObject* object);
bool vfs_put(mjVFS* vfs, PyObject* key, PyObject* value);

// ---- enums and constants

bool enums_add(PyObject* module);
// a member of an enum; a number that has no name in it stays a number
PyObject* enum_of(const char* name, int value);

// ---- errors: a call of the library is between call_begin and call_end

bool errors_add(PyObject* module);
void call_begin(void);
// false and an exception if the library has reported an error
bool call_end(void);
// ValueError for a model that cannot be read or compiled. Programs look for "line 12" in the text,
// the form of the reference: it stands behind the place, "file.xml:12: line 12, ..."
void raise_load(const char* text);

// ---- messages

bool log_add(PyObject* module);
extern PyObject* log_handler;  // gets messages, NULL: there is none
bool log_warning(const char* text);

// ---- functions that give memory

bool allocators_add(PyObject* module);

// ---- callbacks

// has a callback of this thread raised an exception, since the last call_begin
bool callback_failed(void);
void callback_forget(void);
// the function that a function object of ctypes stands for, NULL for other objects
typedef void (*CFunction)(void);
CFunction c_function(PyObject* function);
bool callbacks_add(PyObject* module);
// is there a callback in Python
bool callbacks_set(void);
// the call that runs in this thread
extern _Thread_local struct Args_* running;

// ---- arguments of functions

enum { MAX_ARGS = 16 };

typedef struct Args_ {
  struct Args_* outer;  // the call that this one is made in, by a callback
  const char* function;
  const char* const* names;
  int count;
  PyObject* value[MAX_ARGS];  // borrowed; NULL: not given
  PyObject* held[MAX_ARGS];   // arrays made of values
  bool failed;
} Args;

// ARG_LOOSE: a vector may have any shape; ARG_FLAT: a matrix of known size may be a vector
enum { ARG_OUT = 1, ARG_OPTIONAL = 2, ARG_LOOSE = 4, ARG_FLAT = 8 };

// UTF-8 of a str, or the characters of bytes; NULL for other objects
const char* text_of(PyObject* value, Py_ssize_t* length);
// nreq arguments must be there
bool args_parse(Args* a, const char* function, const char* const* names, int count, int nreq,
                PyObject* const* args, Py_ssize_t n, PyObject* kwnames);
// These note a failure in a and return 0 or NULL; args_done tells it.
void* args_struct(Args* a, int i, Kind kind);
// the same, NULL for None
void* args_struct_or_none(Args* a, int i, Kind kind);
int args_int(Args* a, int i);
int64_t args_size(Args* a, int i);
double args_double(Args* a, int i);
int args_bool(Args* a, int i);
const char* args_text(Args* a, int i, bool optional);
// rows and cols: the shape, -1 in and the number found out: free. cols NULL: a vector
void* args_array(Args* a, int i, int npy, int flags, npy_intp* rows, npy_intp* cols,
                 const char* shape);
// an index in 0 .. n-1
void args_range(Args* a, int i, int64_t value, int64_t low, int64_t n, const char* what);
void args_fail(Args* a, PyObject* type, const char* text);
// do model and data belong together
void args_pair(Args* a, int model, int data);
// numbers in a state vector
npy_intp args_state(Args* a, const mjModel* m, int sig);
bool args_done(Args* a);
PyObject* args_end(Args* a, PyObject* result);
void args_sparse(Args* a, npy_intp nr, npy_intp nc, npy_intp nnz, const int* rownnz,
                 const int* rowadr, const int* colind);

// have two models the same sizes, so that a data of one fits the other
bool model_fits(const mjModel* m1, const mjModel* m2);

// ---- long calls

#define SIGNAL_SECONDS 0.05  // the main thread looks at signals after these
double clock_seconds(void);
// are signals handled in this thread
bool is_main_thread(void);
bool rollout_add(PyObject* module);

// made by python/tools/gen_functions.py
extern PyMethodDef generated_methods[];
extern PyMethodDef special_methods[];
extern PyMethodDef extra_methods[];
extern PyMethodDef finding_methods[];
extern PyMethodDef picture_methods[];

#endif
