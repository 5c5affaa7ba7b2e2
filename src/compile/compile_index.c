// Index helpers of the compiler passes: unions of the dofs on paths to the root of the kinematic
// tree, and a stable sort. A path is followed upwards and left where it meets the set, so that a
// union costs only its size; marks are generation numbers, so that clearing a set costs nothing.
#include "compile/compile_index.h"

#include <limits.h>
#include <string.h>

#include "base/assert.h"

bool comp_advanceTo(comp_Compile* c, const spec_Element* e, const char* what, mjtSize* total,
                    mjtSize n, mjtSize most) {
  mjtSize sum;
  ASSERT_FULL(*total >= 0 && *total <= most);
  if (n < 0 || __builtin_add_overflow(*total, n, &sum) || sum > most) {
    comp_error(c, e, "%s would grow from %lld by %lld; at most %lld are possible", what,
               (long long)*total, (long long)n, (long long)most);
    return false;
  }
  *total = sum;
  return true;
}

bool comp_advance(comp_Compile* c, const spec_Element* e, const char* what, mjtSize* total,
                  mjtSize n) {
  return comp_advanceTo(c, e, what, total, n, INT_MAX);
}

// ---- stable merge sort

static void merge(int* item, int nleft, int n, int* scratch, comp_Order compare,
                  const void* context) {
  memcpy(scratch, item, (size_t)nleft * sizeof *item);
  int left = 0, right = nleft, at = 0;
  while (left < nleft) {
    bool takeRight = right < n && compare(item[right], scratch[left], context) < 0;
    item[at++] = takeRight ? item[right++] : scratch[left++];
  }
}

void comp_sort(int* item, int n, int* scratch, comp_Order compare, const void* context) {
  if (n < 2) return;
  int nleft = n / 2;
  comp_sort(item, nleft, scratch, compare, context);
  comp_sort(item + nleft, n - nleft, scratch, compare, context);
  merge(item, nleft, n, scratch, compare, context);
  for (int i = 1; i < n; i++) ASSERT_FULL(compare(item[i - 1], item[i], context) <= 0);
}

// ---- sets of dofs

bool comp_dofSetMake(comp_Compile* c, comp_DofSet* set) {
  *set = (comp_DofSet){.number = 1};
  set->dof = comp_alloc(c, (int)c->size.nv, sizeof *set->dof);
  set->mark = comp_alloc(c, (int)c->size.nv, sizeof *set->mark);
  set->scratch = comp_alloc(c, (int)c->size.nv, sizeof *set->scratch);
  return set->dof && set->mark && set->scratch;
}

void comp_dofSetClear(comp_DofSet* set) {
  set->n = 0;
  set->number++;
}

void comp_dofSetAdd(const comp_Compile* c, comp_DofSet* set, int body) {
  for (; body > 0; body = c->body[body].parent) {
    const comp_Body* b = &c->body[body];
    if (!b->dofnum) continue;
    if (set->mark[b->dofadr] == set->number) return;
    for (int i = b->dofadr; i < b->dofadr + b->dofnum; i++) {
      set->mark[i] = set->number;
      set->dof[set->n++] = i;
    }
    ASSERT(b->parent < body && set->n <= c->size.nv);
  }
}

static int byNumber(int a, int b, const void* context) {
  (void)context;
  return (a > b) - (a < b);
}

void comp_dofSetSort(comp_DofSet* set) {
  comp_sort(set->dof, set->n, set->scratch, byNumber, NULL);
  for (int i = 1; i < set->n; i++) ASSERT_FULL(set->dof[i - 1] < set->dof[i]);
}
