// The editable model behind mjSpec: every element of a model as a node with its public struct
// (mjsGeom, mjsBody, ...), name, place in the file, class, parent body and frame. The MJCF and URDF
// readers fill it, attach and replicate copy parts of it, the compiler reads it and never changes
// it.
#ifndef SINEW_SPEC_SPEC_H_
#define SINEW_SPEC_SPEC_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/spec.h>

#include "base/assert.h"
#include "base/file.h"
#include "spec/spec_vec.h"
#include "xml/diag.h"

typedef struct spec_Spec spec_Spec;
typedef struct spec_Element spec_Element;

// elements in order; grows in the spec's pool
typedef struct {
  spec_Element** item;
  int n, capacity;
} spec_List;

// lists are indexed by type: mjtObj, then the types beyond it
enum { SPEC_FRAME = mjNOBJECT, SPEC_DEFAULT, SPEC_MODEL, SPEC_WRAP, SPEC_NTYPE };

// the header of every element, followed in memory by its public struct
struct spec_Element {
  mjsElement head;  // first member: an mjsElement* is a spec_Element*; head.elemtype is mjtObj
  int type;         // index of its list: elemtype, or SPEC_FRAME, SPEC_DEFAULT, ...
  spec_Spec* spec;
  void* data;  // public struct: mjsGeom*, mjsBody*, ...
  spec_Vec* name;
  diag_Where where;
  const char*
      tag;  // element of the file it was read from ("motor"), NULL if made by a program; static
  spec_Element* body;   // the body that contains a body, joint, geom, site, camera, light or frame
  spec_Element* frame;  // innermost frame around it within that body, or NULL
  spec_Element* def;    // default class it was made from
  const mjsCompiler*
      compiler;             // settings of the file it came from (angle, eulerseq, directories ...)
  int id;                   // index in the compiled model, set by the compiler through mjs_getId
  bool removed;             // it was taken out; its memory stays
  spec_Element* nextSame;   // next in the hash chain of names
  void* extra;              // spec_BodyExtra*, spec_DefaultExtra*, spec_TendonExtra*, ..., or NULL
  struct user_Value* user;  // values that the program keeps here (spec_user.h)
};

// contents of a body, each list in document order; frames included, elements inside frames too
typedef struct {
  spec_List child[SPEC_NTYPE];  // by type: mjOBJ_BODY, JOINT, GEOM, SITE, CAMERA, LIGHT, SPEC_FRAME
} spec_BodyExtra;

// a class: its records and its place in the tree of classes
typedef struct {
  spec_Element* parent;  // NULL for the root
  spec_List children;
} spec_DefaultExtra;

// path of a tendon
typedef struct {
  spec_List path;  // elements of type SPEC_WRAP
} spec_TendonExtra;

// one object on a tendon's path (mjsWrap is public, this is what it hides)
typedef struct {
  spec_Vec* target;    // site, geom or joint name
  spec_Vec* sidesite;  // of a geom, "" if none
  double prm;          // coefficient of a joint, divisor of a pulley
} spec_WrapExtra;

// cells of an interpolated flex that hold nothing, if that is known (flex_cells.h)
typedef struct {
  mjtByte* empty;  // (ncell)
  int ncell;
} spec_FlexExtra;

// the struct of a mesh: the public one, then what the public interface does not have
typedef struct {
  mjsMesh pub;
  int decompose;     // convex pieces that geoms of it collide by, at most; 0: by its hull
  double concavity;  // volume that they may have beyond the mesh, as a share of that of the hull
} spec_Mesh;

// what a spec takes
typedef struct {
  size_t bytes;
  int models;
} spec_Weight;

// an instance of a plugin
typedef struct {
  spec_Vec* config;  // key and value by turns (spec_plugin.h)
} spec_PluginExtra;

struct spec_Spec {
  mjSpec pub;  // first member: an mjSpec* is a spec_Spec*
  spec_Pool pool;
  diag_Diag diag;
  spec_Element* element;       // of the spec itself (elemtype mjOBJ_MODEL)
  spec_List list[SPEC_NTYPE];  // all elements by type in order of creation; tree elements too
  spec_Element* world;         // body 0
  spec_Element* root;          // default class "main"
  spec_Element** bucket;       // names: hash table with chains
  int nbucket, nname;
  spec_Vec* activated;      // names of plugins that the model may use
  spec_List shared;         // elements that took a name which another had (attach_checkNames)
  spec_Spec* parent;        // the spec whose <model> asset this is, or NULL
  spec_Weight inside;       // of the models that were read into it
  double timer[mjNCTIMER];  // seconds of the last compilation
  spec_Spec** held;         // specs that were attached to this one; they live as long as it does
  int nheld, heldCapacity;
  int nholder;             // how many specs hold this one
  bool deleted;            // by its owner; it goes with the last spec that holds it
  spec_Spec* nextVisited;  // while specs that hold others are walked
  bool visited;
  bool deepCopy;            // what is attached to it is copied, structs of the program included
  bool grown;               // something was attached to it, so its own keyframes may be too short
  bool handedOver;          // its structs have become those of a spec that it was attached to
  spec_List valued;         // elements with user values, also those that were taken out
  int urdf;                 // sn_Urdf: how URDF files are read into it and its <model> assets
  const file_Roots* roots;  // files that it names must be below these; NULL: anywhere
};

// public struct of an element: SPEC_DATA(mjsGeom, e)
#define SPEC_DATA(type, element) ((type*)(element)->data)

static inline spec_Element* spec_of(const mjsElement* element) { return (spec_Element*)element; }
static inline spec_Spec* spec_spec(const mjSpec* s) { return (spec_Spec*)s; }
static inline spec_BodyExtra* spec_body(const spec_Element* e) {
  ASSERT_FULL(e->type == mjOBJ_BODY);
  return (spec_BodyExtra*)e->extra;
}
static inline spec_DefaultExtra* spec_default(const spec_Element* e) {
  ASSERT_FULL(e->type == SPEC_DEFAULT);
  return (spec_DefaultExtra*)e->extra;
}
static inline spec_TendonExtra* spec_tendon(const spec_Element* e) {
  ASSERT_FULL(e->type == mjOBJ_TENDON);
  return (spec_TendonExtra*)e->extra;
}
static inline spec_WrapExtra* spec_wrap(const spec_Element* e) {
  ASSERT_FULL(e->type == SPEC_WRAP);
  return (spec_WrapExtra*)e->extra;
}
static inline spec_FlexExtra* spec_flex(const spec_Element* e) {
  ASSERT_FULL(e->type == mjOBJ_FLEX);
  return (spec_FlexExtra*)e->extra;
}
static inline const char* spec_name(const spec_Element* e) { return vec_text(e->name); }

// a spec with a world body and class main, built-in defaults everywhere; NULL if memory is short
spec_Spec* spec_make(void);
void spec_free(spec_Spec* spec);
// gives a spec a copy of roots, which may be NULL; false if memory is short
bool spec_setRoots(spec_Spec* spec, const file_Roots* roots);
// of a spec and the models inside it
spec_Weight spec_weight(const spec_Spec* spec);
// the same, and of those that it is read into
spec_Weight spec_weightOfAll(const spec_Spec* spec);
// counts a model that was read into a spec
void spec_addInside(spec_Spec* spec, const spec_Spec* child);
// keeps `other`, a spec that belongs to no other, alive as long as `spec` is; false if that would
// be a circle, or if memory is short (then spec->pool.failed)
bool spec_hold(spec_Spec* spec, spec_Spec* other);
// is `other` the spec itself, or held by it or by one that it holds
bool spec_holds(const spec_Spec* spec, const spec_Spec* other);
// frees a spec as soon as no other one holds it
void spec_delete(spec_Spec* spec);

// a new element: public struct with built-in defaults, or copied from class `def` (NULL: none), all
// strings and vectors made, appended to spec->list[type] and, for tree types, to its body's list.
// body: NULL for elements outside the tree. NULL if memory is short (then spec->pool.failed).
spec_Element* spec_add(spec_Spec* spec, int type, spec_Element* body, spec_Element* frame,
                       spec_Element* def);
// takes an element out of all lists and of the names; its memory stays in the pool
void spec_remove(spec_Element* element);
// sets the name; false if another element of that type has it (names are unique per type)
bool spec_setName(spec_Element* element, const char* name);
// sets the name also if it is taken, for stages of copying between which names may be equal
void spec_shareName(spec_Element* element, const char* name);
// the element of a type with a name, NULL if there is none; of several the last that was named
spec_Element* spec_find(const spec_Spec* spec, int type, const char* name);
// the next element with the same name and type; NULL after the last
spec_Element* spec_findNext(const spec_Element* element);
// class by name; "" or NULL gives the root
spec_Element* spec_findDefault(const spec_Spec* spec, const char* name);
// the record of a class for a type (mjsGeom* for mjOBJ_GEOM, ...), NULL if classes have none for it
void* spec_defaultRecord(const spec_Element* def, int type);

// deep copy of the public struct src into dst, both of `type`: numbers copied, strings and vectors
// duplicated in dst's pool; the element pointer of dst is kept
bool spec_copyData(int type, void* dst, const void* src, spec_Pool* pool);
// bytes of the public struct of a type
size_t spec_dataSize(int type);
// the word for a type in messages and names: "geom", "body", ...
const char* spec_typeName(int type);
// append to a list in the pool; insert before index i; take out
bool spec_listAdd(spec_Pool* pool, spec_List* list, spec_Element* element);
bool spec_listInsert(spec_Pool* pool, spec_List* list, int i, spec_Element* element);
void spec_listRemove(spec_List* list, const spec_Element* element);

// "<geom name='foot'>" for messages, in a buffer of the caller's
#define SPEC_LABEL_SIZE 200
const char* spec_label(char buf[SPEC_LABEL_SIZE], const spec_Element* element);

#endif
