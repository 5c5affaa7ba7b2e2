// Copying parts of a spec into the same or another spec with new names: what attach, replicate and
// mj_copySpec share. A job holds the set of source elements (the map), makes their copies, gives
// them the name prefix + name + suffix, and then rewrites references by the table of copy_refs.c.
#ifndef SINEW_SPEC_COPY_H_
#define SINEW_SPEC_COPY_H_

#include "base/text.h"
#include "spec/copy_refs.h"
#include "spec/spec.h"

// the most elements that copies may bring a spec to
#define COPY_LIMIT 2000000
// the most that a spec, the models inside it and those around it may come to: what is read once may
// be copied many times, and a model file is read again by each that names it
#define COPY_MOST_BYTES ((size_t)1 << 31)
#define COPY_MOST_MODELS 10000

// from elements to elements: open hash table in a pool
typedef struct {
  const spec_Element** key;
  spec_Element** value;
  int n, capacity;
} copy_Map;

bool copy_mapSet(spec_Pool* pool, copy_Map* map, const spec_Element* key, spec_Element* value);
bool copy_mapHas(const copy_Map* map, const spec_Element* key);
spec_Element* copy_mapGet(const copy_Map* map, const spec_Element* key);  // NULL if it is not there

typedef struct {
  spec_Spec* dst;
  const spec_Spec* src;  // may be dst
  const char *prefix, *suffix;
  bool byName;        // a reference also counts as copied if dst has an element of the new name
  bool share;         // a copy may take a name that is taken; then it is in dst->shared
  bool whole;         // src becomes dst: settings of src become those of dst
  diag_Where where;   // of the order to copy, for messages
  const char* what;   // "<attach>", "<replicate>", ... for messages; may be NULL
  copy_Map map;       // the source set -> copies, NULL before they are made
  copy_Map dropped;   // source elements that refer to the set but are not copied
  spec_List order;    // tree elements of the set, parents before children
  spec_List classes;  // default classes that were made
  copy_Map used;      // instances of plugins that something in src uses, if it is to be attached
  spec_Pool scratch;  // of map, order and the caller's own lists
  text_Text text;     // the last name that was made
  const char *fileFrom, *fileTo;  // the last file name that was copied
  const spec_Spec* kept;          // the last origin that lives as long as dst
  size_t others;                  // bytes of the models inside dst and around it
} copy_Job;

copy_Job copy_begin(spec_Spec* dst, const spec_Spec* src, const char* prefix, const char* suffix,
                    diag_Where where);
// frees the job; true if nothing failed, else the error stands in dst->diag
bool copy_end(copy_Job* job);
// is there room for `more` elements in dst; else an error
bool copy_room(copy_Job* job, double more);
// are a spec and the models that were read into it within the limits; else an error
bool copy_fits(spec_Spec* spec, diag_Where where, const char* what);

// ---- choosing tree elements

// a body with all that is in it; all that is in a body; a frame with all that is in it, or only the
// latter
bool copy_chooseBody(copy_Job* job, spec_Element* body);
bool copy_chooseContents(copy_Job* job, const spec_Element* body);
bool copy_chooseFrame(copy_Job* job, spec_Element* frame, bool itself);
// is an element inside a frame, directly or in a frame of it (not: in a body of it)
bool copy_inFrame(const spec_Element* e, const spec_Element* frame);
// bodies below and including `top` in the order of their ids
bool copy_bodies(spec_Pool* pool, spec_Element* top, spec_List* bodies);

// ---- making copies

// prefix + name + suffix, "" for "" unless `always`; valid until the next call
const char* copy_name(copy_Job* job, const char* name, bool always);
// is the name that a copy of an element would have free in dst; else an error
bool copy_nameIsFree(copy_Job* job, const spec_Element* e);
// one element without its references; NULL after an error
spec_Element* copy_element(copy_Job* job, const spec_Element* e, spec_Element* body,
                           spec_Element* frame);
// the chosen tree elements into dstBody, at its end, inside dstFrame (may be NULL); references
// renamed
bool copy_tree(copy_Job* job, spec_Element* dstBody, spec_Element* dstFrame);
// all default classes of src; those that dst has by the new name are used as they are. Elements
// need the classes and classes need the names of assets: classes, assets, then references of the
// classes.
bool copy_classes(copy_Job* job);
bool copy_renameClasses(copy_Job* job);
// all elements of a type, none of them in a tree, references renamed
bool copy_all(copy_Job* job, int type);
// references of a copy to elements of the set get their new names
bool copy_rename(copy_Job* job, spec_Element* copy);
// the spec whose file an element came from
spec_Spec* copy_origin(const spec_Element* e);

// ---- elements outside the tree that refer to it

// their types; what is referred to comes before what refers to it
extern const int copy_dependentType[];
extern const int copy_ndependentType;

// references of an element that decide whether it is copied
typedef struct {
  int copied;           // into the set, or to what was dropped
  int elsewhere;        // of these: to a name that something outside the set has too
  int strict, loose;    // out of the set, to what exists in dst
  int missing;          // to nothing
  const char* outside;  // name of one that is not copied
} copy_Refs;
copy_Refs copy_countRefs(copy_Job* job, const spec_Element* e);

// ---- removing

// takes elements out of their spec: out of all lists and of the names
bool copy_remove(spec_Spec* spec, const spec_List* elements);
// appends a tendon and the objects on its path, or another element, to a list of what to remove
bool copy_addWithParts(spec_Pool* pool, spec_List* list, spec_Element* e);

// ---- the whole

// a copy of everything but messages and values of the program; NULL if memory is short
spec_Spec* copy_spec(const spec_Spec* src);

#endif
