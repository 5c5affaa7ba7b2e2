// Editable models in Python, for the files spec_*.c: objects of mjSpec and its elements. The tables
// of their members are made by python/tools/gen_spec.py from the header. An object (Node) points
// into memory of its mjSpec, which frees nothing before it goes itself, so that an object whose
// element was deleted can still be read.
#ifndef SINEW_PYTHON_SPEC_H_
#define SINEW_PYTHON_SPEC_H_

#include "core.h"

typedef enum SpecForm_ {
  SPEC_NUM,        // double
  SPEC_FLOAT,      // float
  SPEC_INT,        // int
  SPEC_BOOL,       // mjtBool
  SPEC_BYTE,       // mjtByte
  SPEC_SIZE,       // mjtSize
  SPEC_UINT64,     // uint64_t
  SPEC_ENUM,       // one of the enums
  SPEC_CHARS,      // characters in the struct
  SPEC_STRING,     // mjString*
  SPEC_STRINGVEC,  // mjStringVec*
  SPEC_INTVEC,     // mjIntVec*
  SPEC_FLOATVEC,   // mjFloatVec*
  SPEC_DOUBLEVEC,  // mjDoubleVec*
  SPEC_BYTEVEC,    // mjByteVec*
  SPEC_INTVECS,    // mjIntVecVec*
  SPEC_FLOATVECS,  // mjFloatVecVec*
  SPEC_STRUCT,     // a struct in the struct
  SPEC_RECORD,     // pointer to a struct: elements of a default class
  SPEC_NFORM
} SpecForm;

typedef struct SpecField_ {
  const char* name;
  size_t offset;
  SpecForm form;
  int count;           // of numbers or characters
  bool loose;          // when an element is added, the first numbers may be given alone
  const char* target;  // name of the enum or struct
  const char* doc;
} SpecField;

typedef struct SpecType_ {
  const char* name;   // as in Python
  const char* ctype;  // as in C
  size_t size;
  int object;                  // mjtObj, -1: no element
  void* (*cast)(mjsElement*);  // struct of an element of this kind; NULL: there is none
  const SpecField* field;
  int count;
  PyTypeObject* python;
} SpecType;

extern SpecType spec_types[];
extern const int spec_ntype;

// what keeps an mjSpec: a capsule holds it, objects and views hold the capsule
typedef struct SpecMemory_ {
  mjSpec* spec;
  PyObject* assets;          // dict: files in memory
  bool override_assets;      // files of a model that is attached replace those of the same name
  bool copies;               // what is attached to it is copied
  PyObject* parent;          // capsule of the spec that this one was attached to as a whole
  PyObject* above;           // list of capsules: specs that elements of this one were attached to
  int told;                  // warnings that the spec has beside those of its compilation
  int busy;                  // a thread compiles it
  struct SpecMemory_* next;  // while memories are walked
  bool visited;
} SpecMemory;

typedef struct Node_ {
  PyObject_HEAD const SpecType* type;
  char* base;        // the public struct
  PyObject* memory;  // capsule
  PyObject* weak;
} Node;

// ---- spec_node.c: objects

const SpecType* spec_type(const char* ctype);
const SpecType* spec_typeOf(int object);
SpecMemory* memory_of(PyObject* capsule);
// takes the spec over; NULL and an exception: it is freed
PyObject* memory_new(mjSpec* spec);
// the capsule of the spec that an element is in now, which the object keeps alive
PyObject* memory_owner(const Node* n);
// Before elements of the spec of `memory` become part of that of `above`, which is kept as long as
// the first from now on. False and an exception if `above` is part of it already, unless attaching
// copies everything: then nothing needs to be kept.
bool memory_attach(PyObject* memory, PyObject* above);
// the warnings that a spec has now are not those of its next compilation
void memory_told(PyObject* memory);
// takes that back if nothing was attached; n: how many were kept before
void memory_detach(PyObject* memory, Py_ssize_t n);
// is the spec of `other` kept as long as that of `memory`
bool memory_keeps(PyObject* memory, PyObject* other);
// false and an exception while another thread compiles the spec
bool memory_free(PyObject* memory);
// the object of a struct, the same as long as one is held; None for NULL
PyObject* node_new(const SpecType* type, void* base, PyObject* memory);
// the object of an element; None for NULL
PyObject* node_element(mjsElement* element, PyObject* memory);
// the object of a default class; None for NULL
PyObject* node_default(mjsDefault* def, PyObject* memory);
PyObject* node_spec(PyObject* memory);
// the object of a new spec, of a class that is MjSpec or derived from it
PyObject* node_derived(PyTypeObject* class, PyObject* memory);
// the object, if it is one of this type; NULL and an exception else
Node* node_check(PyObject* object, const char* ctype, const char* argument);
// The handle of an element, NULL for other structs. It is read anew each time: a struct that is
// attached to another spec gets another one there.
mjsElement* node_handle(const Node* n);
// is it an element of a model, not one of a default class
bool node_isElement(const Node* n);
mjSpec* node_owner(const Node* n);
// ValueError with what the spec says; returns NULL
PyObject* spec_error(mjSpec* spec);
// appends the object of an element to a list; NULL and an exception: the list is gone
PyObject* node_append(PyObject* list, mjsElement* e, PyObject* memory);
bool nodes_add(PyObject* module);
bool paths_add(PyObject* module);

// ---- spec_vec.c: strings and vectors

bool vecs_add(PyObject* module);
PyObject* vec_view(SpecForm form, void* vec, int count, PyObject* memory);
// contents of a vector from a Python value; -1 and an exception if it does not fit
int vec_assign(SpecForm form, void* vec, int count, PyObject* value);
PyObject* vec_nested(SpecForm form, const void* vec);
PyObject* string_of(const mjString* text);
// a text without zero characters; NULL and an exception else
const char* text_from(PyObject* value, const char* name);
// the characters of a MjCharVec of three, NULL if it is none
const char* chars_three(PyObject* value);

// ---- spec_flex.c

PyObject* make_flex(PyObject* self, PyObject* args, PyObject* kw);

// ---- spec_plugin.c: plugins

// the instance that an object is or that an element uses, NULL: none
mjsPlugin* plugin_instance(const Node* n);
// the name of an instance, or of the one that an element uses
int plugin_setName(const Node* n, const SpecField* f, PyObject* value);
// an element gets the plugin of another or that of an instance; -1 and an exception if it cannot
int plugin_assign(const Node* n, char* base, const Node* from);
PyObject* plugin_config(PyObject* self, void* unused);
int plugin_setConfig(PyObject* self, PyObject* dict, void* unused);

// ---- spec_field.c: members

PyObject* field_get(PyObject* self, void* field);
int field_set(PyObject* self, PyObject* value, void* field);
// sets a member when an element is added: sizes may be short where the member is loose
int field_give(Node* n, const SpecField* f, PyObject* value);
const SpecField* field_find(const SpecType* type, const char* name);

// ---- what types have besides their members; ended by an empty row

PyGetSetDef* spec_extraGetset(const SpecType* type);
PyMethodDef* spec_extraMethods(const SpecType* type);

extern PyMethodDef spec_bodyMethods[];
extern PyMethodDef spec_frameMethods[];
extern PyMethodDef spec_siteMethods[];
extern PyMethodDef spec_placedMethods[];
extern PyMethodDef spec_tendonMethods[];
extern PyMethodDef spec_actuatorMethods[];
extern PyMethodDef spec_meshMethods[];
extern PyMethodDef spec_sensorMethods[];
extern PyMethodDef spec_modelMethods[];
extern PyGetSetDef spec_modelGetset[];
PyObject* spec_new(PyTypeObject* type, PyObject* args, PyObject* kw);
int spec_init(PyObject* self, PyObject* args, PyObject* kw);

// ---- spec_add.c

// adds an element of a kind to a body, a frame or a spec, with members by keyword
PyObject* spec_add(PyObject* self, const char* ctype, PyObject* args, PyObject* kw);

// ---- spec_model.c

// files of `from` for `to`, whose elements have come to it
bool assets_pass(SpecMemory* to, const SpecMemory* from);

#endif
