// Indices that several compile passes need: running addresses that must fit an int, sets of dofs on
// the chains of bodies, and a stable sort.
#ifndef SINEW_COMPILE_COMPILE_INDEX_H_
#define SINEW_COMPILE_COMPILE_INDEX_H_

#include "compile/compile.h"

// *total += n; false with an error about e if the sum is no longer an index (int). `what` names the
// total.
bool comp_advance(comp_Compile* c, const spec_Element* e, const char* what, mjtSize* total,
                  mjtSize n);
// the same with another limit for the sum
bool comp_advanceTo(comp_Compile* c, const spec_Element* e, const char* what, mjtSize* total,
                    mjtSize n, mjtSize most);

// sorts n items by `compare` (< 0: a before b), equal ones keep their order; scratch has room for n
typedef int (*comp_Order)(int a, int b, const void* context);
void comp_sort(int* item, int n, int* scratch, comp_Order compare, const void* context);

// A set of dofs that is a union of chains: with a dof it has all ancestors of it.
typedef struct {
  int* dof;  // members, in the order in which they came
  int n;
  int* mark;     // nv: number of the set to which a dof was added last
  int number;    // of the present set; 0 is none
  int* scratch;  // nv, for sorting
} comp_DofSet;

// an empty set with room for all dofs
bool comp_dofSetMake(comp_Compile* c, comp_DofSet* set);
void comp_dofSetClear(comp_DofSet* set);
// adds the dofs of a body and of its ancestors
void comp_dofSetAdd(const comp_Compile* c, comp_DofSet* set, int body);
void comp_dofSetSort(comp_DofSet* set);

#endif
