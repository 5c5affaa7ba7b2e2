// Deep copies of parts of a spec, within a spec or into another one, with new names: shared by
// attach, replicate and mj_copySpec. A job holds the set of source elements (a hash table, the
// map), makes their copies, names them prefix + name + suffix, and then rewrites references with
// the table of copy_refs.c.
#ifndef SINEW_SPEC_COPY_H_
#define SINEW_SPEC_COPY_H_

#include "base/text.h"
#include "spec/copy_refs.h"
#include "spec/spec.h"

// maximum number of elements in a spec after copying
#define COPY_LIMIT 2000000
// Maximum memory of a spec, the models inside it and those around it: what is read once may be
// copied many times, and a model file is read again for each reference to it.
#define COPY_MOST_BYTES ((size_t)1 << 31)
#define COPY_MOST_MODELS 10000

// map from elements to elements: hash table with open addressing, in a pool
typedef struct {
  const spec_Element** key;
  spec_Element** value;
  int n, capacity;
} copy_Map;

bool copy_mapSet(spec_Pool* pool, copy_Map* map, const spec_Element* key, spec_Element* value);
bool copy_mapHas(const copy_Map* map, const spec_Element* key);
spec_Element* copy_mapGet(const copy_Map* map, const spec_Element* key);  // NULL if not found

typedef struct {
  spec_Spec* dst;
  const spec_Spec* src;  // may be dst
  const char *prefix, *suffix;
  bool byName;        // a reference also counts as copied if dst has an element with the new name
  bool share;         // a copy may take a name that is taken; then it is added to dst->shared
  bool whole;         // src becomes dst: settings of src become those of dst
  diag_Where where;   // location of the request to copy, for messages
  const char* what;   // "<attach>", "<replicate>", ... for messages; may be NULL
  copy_Map map;       // the source set -> copies, NULL before they are made
  copy_Map dropped;   // source elements that refer to the set but are not copied
  spec_List order;    // tree elements of the set, parents before children
  spec_List classes;  // default classes that were made
  copy_Map used;      // plugin instances used by elements of src, if it is attached
  spec_Pool scratch;  // of map, order and the caller's own lists
  text_Text text;     // the last name that was made
  const char *fileFrom, *fileTo;  // the last file name that was copied
  const spec_Spec* kept;          // the last origin found to live as long as dst
  size_t others;                  // bytes of the models inside dst and around it
} copy_Job;

copy_Job copy_begin(spec_Spec* dst, const spec_Spec* src, const char* prefix, const char* suffix,
                    diag_Where where);
// frees the job; returns true if nothing failed, otherwise the error is in dst->diag
bool copy_end(copy_Job* job);
// checks that `more` elements fit into the limit of dst; otherwise reports an error
bool copy_room(copy_Job* job, double more);
// checks that a spec and the models read into it are within the limits; otherwise reports an error
bool copy_fits(spec_Spec* spec, diag_Where where, const char* what);

// ---- selecting tree elements

// a body with its contents; the contents of a body; a frame with its contents, or only the contents
bool copy_chooseBody(copy_Job* job, spec_Element* body);
bool copy_chooseContents(copy_Job* job, const spec_Element* body);
bool copy_chooseFrame(copy_Job* job, spec_Element* frame, bool itself);
// is an element inside a frame, directly or in a nested frame (not in a body of it)
bool copy_inFrame(const spec_Element* e, const spec_Element* frame);
// bodies below and including `top`, in the order of their ids (depth first)
bool copy_bodies(spec_Pool* pool, spec_Element* top, spec_List* bodies);

// ---- making copies

// prefix + name + suffix, "" for "" unless `always`; valid until the next call
const char* copy_name(copy_Job* job, const char* name, bool always);
// checks that the name of an element's copy is free in dst; otherwise reports an error
bool copy_nameIsFree(copy_Job* job, const spec_Element* e);
// copies one element without its references; NULL after an error
spec_Element* copy_element(copy_Job* job, const spec_Element* e, spec_Element* body,
                           spec_Element* frame);
// copies the chosen tree elements to the end of dstBody, inside dstFrame (may be NULL), and renames
// references
bool copy_tree(copy_Job* job, spec_Element* dstBody, spec_Element* dstFrame);
// Copies all default classes of src; those that dst has by the new name are used unchanged.
// Elements need the classes, and classes need the names of assets, so the order is: classes,
// assets, references of the classes.
bool copy_classes(copy_Job* job);
bool copy_renameClasses(copy_Job* job);
// copies all elements of a type that is outside the tree, and renames references
bool copy_all(copy_Job* job, int type);
// gives references of a copy to elements of the set their new names
bool copy_rename(copy_Job* job, spec_Element* copy);
// the spec whose file an element came from
spec_Spec* copy_origin(const spec_Element* e);

// ---- elements outside the tree that refer to it

// their types; targets come before elements that refer to them
extern const int copy_dependentType[];
extern const int copy_ndependentType;

// counts of an element's references, which decide whether it is copied
typedef struct {
  int copied;           // into the set, or to a dropped element
  int elsewhere;        // of these: to a name that an element outside the set has too
  int strict, loose;    // out of the set, to an element of dst
  int missing;          // dangling
  const char* outside;  // name of one that is not copied
} copy_Refs;
copy_Refs copy_countRefs(copy_Job* job, const spec_Element* e);

// ---- removing

// removes elements from all lists of their spec and from the hash table of names
bool copy_remove(spec_Spec* spec, const spec_List* elements);
// appends a tendon and the objects on its path, or another element, to a list of elements to remove
bool copy_addWithParts(spec_Pool* pool, spec_List* list, spec_Element* e);

// ---- whole specs

// deep copy of everything but messages and user values; NULL if out of memory
spec_Spec* copy_spec(const spec_Spec* src);

#endif
