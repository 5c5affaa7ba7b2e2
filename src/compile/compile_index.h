// Index helpers of the compiler passes: running addresses with overflow checks (they must fit an
// int), sets of dofs on the paths from bodies to the root of the kinematic tree, and a stable sort.
#ifndef SINEW_COMPILE_COMPILE_INDEX_H_
#define SINEW_COMPILE_COMPILE_INDEX_H_

#include "compile/compile.h"

// *total += n; returns false with an error about e on overflow (the sum must be an int index).
// `what` names the total.
bool comp_advance(comp_Compile* c, const spec_Element* e, const char* what, mjtSize* total,
                  mjtSize n);
// the same with a smaller limit for the sum
bool comp_advanceTo(comp_Compile* c, const spec_Element* e, const char* what, mjtSize* total,
                    mjtSize n, mjtSize most);

// stable sort of n items by `compare` (< 0: a before b); scratch has space for n
typedef int (*comp_Order)(int a, int b, const void* context);
void comp_sort(int* item, int n, int* scratch, comp_Order compare, const void* context);

// A set of dofs that is a union of paths to the root: with a dof, it contains all ancestors of the
// dof.
typedef struct {
  int* dof;  // members, in order of insertion
  int n;
  int* mark;     // nv: generation number of the set to which a dof was added last
  int number;    // generation number of the current set; 0 is none
  int* scratch;  // nv, for sorting
} comp_DofSet;

// makes an empty set with space for all dofs
bool comp_dofSetMake(comp_Compile* c, comp_DofSet* set);
void comp_dofSetClear(comp_DofSet* set);
// adds the dofs of a body and of its ancestors
void comp_dofSetAdd(const comp_Compile* c, comp_DofSet* set, int body);
void comp_dofSetSort(comp_DofSet* set);

#endif
