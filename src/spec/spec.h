// The editable model (scene graph) behind mjSpec: every element of a model is a node with its
// public struct (mjsGeom, mjsBody, ...), name, source location, default class, parent body and
// frame. The MJCF and URDF parsers fill it, attach and replicate copy parts of it, the compiler
// reads it and never changes it.
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

// dynamic array of elements, in the spec's memory pool
typedef struct {
  spec_Element** item;
  int n, capacity;
} spec_List;

// lists are indexed by type: mjtObj, then the additional types
enum { SPEC_FRAME = mjNOBJECT, SPEC_DEFAULT, SPEC_MODEL, SPEC_WRAP, SPEC_NTYPE };

// header of every element, followed in memory by its public struct
struct spec_Element {
  mjsElement head;  // first member: an mjsElement* is a spec_Element*; head.elemtype is mjtObj
  int type;         // index of its list: elemtype, or SPEC_FRAME, SPEC_DEFAULT, ...
  spec_Spec* spec;
  void* data;  // public struct: mjsGeom*, mjsBody*, ...
  spec_Vec* name;
  diag_Where where;
  const char*
      tag;  // XML tag of the element in its file ("motor"), NULL if made by a program; static
  spec_Element* body;   // the body that contains a body, joint, geom, site, camera, light or frame
  spec_Element* frame;  // innermost frame around it within that body, or NULL
  spec_Element* def;    // default class it was made from
  const mjsCompiler*
      compiler;             // settings of the file it came from (angle, eulerseq, directories ...)
  int id;                   // index in the compiled model, set by the compiler through mjs_getId
  bool removed;             // removed from the spec; its memory stays
  spec_Element* nextSame;   // next in the hash chain of names
  void* extra;              // spec_BodyExtra*, spec_DefaultExtra*, spec_TendonExtra*, ..., or NULL
  struct user_Value* user;  // user values of the program (spec_user.h)
};

// contents of a body, each list in document order; frames included, elements inside frames too
typedef struct {
  spec_List child[SPEC_NTYPE];  // by type: mjOBJ_BODY, JOINT, GEOM, SITE, CAMERA, LIGHT, SPEC_FRAME
} spec_BodyExtra;

// a default class: its records and its position in the tree of classes
typedef struct {
  spec_Element* parent;  // NULL for the root
  spec_List children;
} spec_DefaultExtra;

// path of a tendon
typedef struct {
  spec_List path;  // elements of type SPEC_WRAP
} spec_TendonExtra;

// an object on a tendon's path: the part that the public mjsWrap hides
typedef struct {
  spec_Vec* target;    // site, geom or joint name
  spec_Vec* sidesite;  // of a geom, "" if none
  double prm;          // coefficient of a joint, divisor of a pulley
} spec_WrapExtra;

// empty cells of an interpolated flex, if known (flex_cells.h)
typedef struct {
  mjtByte* empty;  // (ncell)
  int ncell;
} spec_FlexExtra;

// struct of a mesh: the public one, then members without public interface
typedef struct {
  mjsMesh pub;
  int decompose;  // maximum number of convex pieces for collision (convex decomposition); 0: convex
                  // hull
  double concavity;  // allowed volume of the pieces beyond the mesh, as a fraction of the hull's
                     // volume
} spec_Mesh;

// memory use of a spec
typedef struct {
  size_t bytes;
  int models;
} spec_Weight;

// a plugin instance
typedef struct {
  spec_Vec* config;  // alternating keys and values (spec_plugin.h)
} spec_PluginExtra;

struct spec_Spec {
  mjSpec pub;  // first member: an mjSpec* is a spec_Spec*
  spec_Pool pool;
  diag_Diag diag;
  spec_Element* element;       // of the spec itself (elemtype mjOBJ_MODEL)
  spec_List list[SPEC_NTYPE];  // all elements by type in order of creation; tree elements too
  spec_Element* world;         // body 0
  spec_Element* root;          // default class "main"
  spec_Element** bucket;       // hash table of names, with chaining
  int nbucket, nname;
  spec_Vec* activated;      // names of plugins that the model may use
  spec_List shared;         // elements that took a name that another had (attach_checkNames)
  spec_Spec* parent;        // the spec whose <model> asset this is, or NULL
  spec_Weight inside;       // memory of the models that were read into it
  double timer[mjNCTIMER];  // seconds of the last compilation
  spec_Spec** held;         // specs that were attached to this one; they live as long as this one
  int nheld, heldCapacity;
  int nholder;             // reference count: how many specs hold this one
  bool deleted;            // deleted by its owner; freed with the last spec that holds it
  spec_Spec* nextVisited;  // link of the breadth-first search over held specs
  bool visited;
  bool deepCopy;     // attach makes deep copies, including the structs that the program holds
  bool grown;        // something was attached to it, so its own keyframes may be too short
  bool handedOver;   // its structs were moved to a spec that it was attached to
  spec_List valued;  // elements with user values, also removed ones
  int urdf;          // sn_Urdf: how URDF files are read into it and its <model> assets
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

// creates a spec with a world body, class main and built-in defaults; NULL if out of memory
spec_Spec* spec_make(void);
void spec_free(spec_Spec* spec);
// copies roots into a spec; roots may be NULL; false if out of memory
bool spec_setRoots(spec_Spec* spec, const file_Roots* roots);
// memory of a spec and the models inside it
spec_Weight spec_weight(const spec_Spec* spec);
// the same, plus the models that it is read into
spec_Weight spec_weightOfAll(const spec_Spec* spec);
// adds the memory of a model that was read into a spec
void spec_addInside(spec_Spec* spec, const spec_Spec* child);
// Keeps `other`, a spec that has no parent, alive as long as `spec`. Returns false if that would
// make a cycle, or if out of memory (then spec->pool.failed is set).
bool spec_hold(spec_Spec* spec, spec_Spec* other);
// is `other` the spec itself, or held by it directly or indirectly
bool spec_holds(const spec_Spec* spec, const spec_Spec* other);
// frees a spec as soon as no other spec holds it
void spec_delete(spec_Spec* spec);

// Adds a new element: public struct with built-in defaults, or copied from class `def` (NULL:
// none), all strings and vectors made, appended to spec->list[type] and, for tree types, to its
// body's list. body: NULL for elements outside the tree. Returns NULL if out of memory (then
// spec->pool.failed is set).
spec_Element* spec_add(spec_Spec* spec, int type, spec_Element* body, spec_Element* frame,
                       spec_Element* def);
// removes an element from all lists and from the hash table of names; its memory stays in the pool
void spec_remove(spec_Element* element);
// sets the name; returns false if another element of that type has it (names are unique per type)
bool spec_setName(spec_Element* element, const char* name);
// sets the name even if it is taken, for stages of copying in which names may be equal
void spec_shareName(spec_Element* element, const char* name);
// looks up an element by type and name, NULL if there is none; the last named if there are several
spec_Element* spec_find(const spec_Spec* spec, int type, const char* name);
// the next element with the same name and type; NULL after the last
spec_Element* spec_findNext(const spec_Element* element);
// class by name; "" or NULL gives the root
spec_Element* spec_findDefault(const spec_Spec* spec, const char* name);
// the record of a class for a type (mjsGeom* for mjOBJ_GEOM, ...), NULL if classes have none
void* spec_defaultRecord(const spec_Element* def, int type);

// Deep copy of the public struct src into dst, both of `type`: values are copied, strings and
// vectors are duplicated in dst's pool; the element pointer of dst is kept.
bool spec_copyData(int type, void* dst, const void* src, spec_Pool* pool);
// size of the public struct of a type in bytes
size_t spec_dataSize(int type);
// the name of a type in messages and names: "geom", "body", ...
const char* spec_typeName(int type);
// append to a list in the pool; insert before index i; remove
bool spec_listAdd(spec_Pool* pool, spec_List* list, spec_Element* element);
bool spec_listInsert(spec_Pool* pool, spec_List* list, int i, spec_Element* element);
void spec_listRemove(spec_List* list, const spec_Element* element);

// formats "<geom name='foot'>" for messages in the caller's buffer
#define SPEC_LABEL_SIZE 200
const char* spec_label(char buf[SPEC_LABEL_SIZE], const spec_Element* element);

#endif
