// References: which strings of an element name other elements, and of which kind. One table for all
// that must follow, rename or drop them: attach, replicate, deletion, fusing of bodies, saving.
#ifndef SINEW_SPEC_COPY_REFS_H_
#define SINEW_SPEC_COPY_REFS_H_

#include "spec/spec.h"

// what becomes of an element that is copied while the element it names is not
typedef enum {
  REF_ATTRIBUTE,  // asset, class or target: it keeps the old name
  REF_STRICT,     // it is dropped
  REF_LOOSE,      // it keeps the old name, if another of its references is copied
  REF_PAIRED,     // as REF_LOOSE if its partner is not copied either, else as REF_STRICT
} copy_RefRule;

// one reference of an element
typedef struct copy_Ref {
  spec_Vec* name;  // the string that holds it; not empty
  int type;        // list of the element it names: mjOBJ_GEOM, SPEC_DEFAULT, ...
  copy_RefRule rule;
  const struct copy_Ref* partner;  // REF_PAIRED: the geom of a side site; else NULL
} copy_Ref;

// false stops the walk
typedef bool (*copy_RefVisit)(void* context, const copy_Ref* ref);

// calls visit for every reference that is given in an element, a tendon's path included; false if a
// visit returned false
bool copy_eachRef(const spec_Element* e, copy_RefVisit visit, void* context);
// the same for a public struct of a type, such as a record of a class
bool copy_eachRefOfData(int type, void* data, copy_RefVisit visit, void* context);
// list of elements for a public object type: bodies for mjOBJ_XBODY, SPEC_FRAME for mjOBJ_FRAME,
// ...; -1 if there is none
int copy_listOf(int objtype);
// list of what an object on a tendon's path names, -1 if nothing
int copy_wrapTarget(const spec_Element* wrap);

#endif
