// Union-find over the kinematic trees that constraints couple. parent[tree] is a smaller tree of
// the same set, the tree itself, or SETS_NONE if it is in no set yet; the root of a set is its
// smallest tree.
#ifndef SINEW_SOLVE_TREE_SETS_H_
#define SINEW_SOLVE_TREE_SETS_H_

#include "base/assert.h"

enum { SETS_NONE = -1 };

static inline int sets_root(int* parent, int tree) {
  ASSERT_FULL(parent[tree] != SETS_NONE);
  while (parent[tree] != tree) {
    ASSERT_FULL(parent[tree] < tree);
    parent[tree] = parent[parent[tree]];
    tree = parent[tree];
  }
  return tree;
}

// adds tree to the sets, and merges its set with that of other unless that is negative
static inline void sets_join(int* parent, int tree, int other) {
  if (parent[tree] == SETS_NONE) parent[tree] = tree;
  if (other < 0) return;
  if (parent[other] == SETS_NONE) parent[other] = other;
  const int a = sets_root(parent, tree), b = sets_root(parent, other);
  if (a < b) parent[b] = a;
  if (b < a) parent[a] = b;
}

#endif
