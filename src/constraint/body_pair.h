// Sparsity pattern of constraints between two bodies. The dofs that move a body (its kinematic
// chain) are a row of M's pattern, in ascending order. The chains of two bodies share their first
// dofs and then branch. Dofs are numbered depth-first, so the rest of one chain lies wholly before
// the rest of the other, and the union is the common part followed by the two rests.
#ifndef SINEW_CONSTRAINT_BODY_PAIR_H_
#define SINEW_CONSTRAINT_BODY_PAIR_H_

#include <string.h>

#include "constraint/jacobian.h"
#include "constraint/rows.h"

typedef struct {
  const int* dof;
  int n;
} pair_Chain;

static inline pair_Chain pair_chain(const mjModel* m, int body) {
  const int weld = m->body_weldid[body], n = m->body_dofnum[weld], first = m->body_dofadr[weld];
  if (!n) return (pair_Chain){NULL, 0};
  // a simple body has only its own dofs, whose rows of M are diagonal and follow each other
  const int last = first + n - 1, row = m->dof_simplenum[last] ? first : last;
  return (pair_Chain){m->M_colind + m->M_rowadr[row], row == last ? m->M_rownnz[last] : n};
}

// dofs that move both bodies
static inline int pair_common(pair_Chain a, pair_Chain b) {
  const int n = a.n < b.n ? a.n : b.n;
  if (a.dof == b.dof) return n;
  int k = 0;
  while (k < n && a.dof[k] == b.dof[k]) k++;
  ASSERT_FULL(assert_ascend(a.dof, a.n) && assert_ascend(b.dof, b.n));
  return k;
}

// returns true if the rest of chain a lies before that of chain b
static inline bool pair_firstLower(pair_Chain a, pair_Chain b, int common) {
  return b.n == common || (a.n > common && a.dof[common] < b.dof[common]);
}

// columns of the union, with or without the common ones; returns their count
static inline int pair_columns(int* col, pair_Chain a, pair_Chain b, int common, bool all) {
  const bool lower = pair_firstLower(a, b, common);
  const pair_Chain x = lower ? a : b, y = lower ? b : a;
  const int n = all ? 0 : common;
  if (x.n > n) memcpy(col, x.dof + n, (size_t)(x.n - n) * sizeof *col);
  if (y.n > common) {
    memcpy(col + x.n - n, y.dof + common, (size_t)(y.n - common) * sizeof *col);
  }
  ASSERT_FULL(assert_ascend(col, x.n - n + y.n - common));
  return x.n - n + y.n - common;
}

// from the reference point of a body's tree to a point
static inline void pair_offset(mjtNum offset[3], const mjModel* m, const mjData* d, int body,
                               const mjtNum point[3]) {
  v3_sub(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
}

// trees of two bodies, the first one that exists first
static inline void pair_trees(int tree[2], const mjModel* m, int body1, int body2) {
  const int a = m->body_treeid[body1], b = m->body_treeid[body2];
  tree[0] = a >= 0 ? a : b;
  tree[1] = a >= 0 && b >= 0 && a != b ? b : -1;
}

#endif
