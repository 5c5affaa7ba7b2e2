// References (symbolic links by name) between elements of a spec: which strings of an element name
// other elements, and their types. One table is shared by all that follow, rename or drop
// references: attach, replicate, deletion, fusing of bodies, saving.
#ifndef SINEW_SPEC_COPY_REFS_H_
#define SINEW_SPEC_COPY_REFS_H_

#include "spec/spec.h"

// what happens to a copied element whose target is not copied
typedef enum {
  REF_ATTRIBUTE,  // asset, class or target: keeps the old name
  REF_STRICT,     // the element is dropped
  REF_LOOSE,      // keeps the old name if another of its references is copied
  REF_PAIRED,     // REF_LOOSE if its partner is not copied either, otherwise REF_STRICT
} copy_RefRule;

// one reference of an element
typedef struct copy_Ref {
  spec_Vec* name;  // the string with the name; not empty
  int type;        // list of the target: mjOBJ_GEOM, SPEC_DEFAULT, ...
  copy_RefRule rule;
  const struct copy_Ref* partner;  // REF_PAIRED: the geom of a side site; else NULL
} copy_Ref;

// false stops the iteration
typedef bool (*copy_RefVisit)(void* context, const copy_Ref* ref);

// Calls visit for every given reference of an element, including a tendon's path. Returns false if
// a visit returned false.
bool copy_eachRef(const spec_Element* e, copy_RefVisit visit, void* context);
// the same for a public struct of a type, such as a default class's record
bool copy_eachRefOfData(int type, void* data, copy_RefVisit visit, void* context);
// list for a public object type: bodies for mjOBJ_XBODY, SPEC_FRAME for mjOBJ_FRAME, ...; -1 if
// there is none
int copy_listOf(int objtype);
// list of the target of an object on a tendon's path, -1 if none
int copy_wrapTarget(const spec_Element* wrap);

#endif
