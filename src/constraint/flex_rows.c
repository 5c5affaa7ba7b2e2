// Contact Jacobian where one side has several bodies: elements of flexes. The rows are the weighted
// sums of the rows of the bodies; dofs that move both sides are not left out.
//   contact, cdof, subtree_com -> columns, base Jacobian
#include "constraint/flex_rows.h"

#include "constraint/body_pair.h"
#include "dyn/contact_side.h"

int flexrows_most(const rows_Build* b, const mjContact* con) {
  int n = 0;
  for (int side = 0; side < 2; side++) {
    side_List list;
    side_list(b->m, b->d, con, side, &list);
    for (int i = 0; i < list.n; i++) n += pair_chain(b->m, list.body[i]).n;
  }
  return n;
}

// ---- columns

// merges a chain into ascending columns; returns the number of columns
static int joinChain(int* col, int n, pair_Chain chain) {
  if (!n || (chain.n && chain.dof[0] > col[n - 1])) {
    if (chain.n) memcpy(col + n, chain.dof, (size_t)chain.n * sizeof *col);
    return n + chain.n;
  }
  int k = n;
  for (int i = chain.n - 1; i >= 0; i--) {  // i and k descend together
    while (k > 0 && col[k - 1] > chain.dof[i]) k--;
    if (k > 0 && col[k - 1] == chain.dof[i]) continue;
    memmove(col + k + 1, col + k, (size_t)(n - k) * sizeof *col);
    col[k] = chain.dof[i];
    n++;
  }
  return n;
}

void flexrows_place(rows_Build* b, con_Block* block, const mjContact* con) {
  int n = 0;
  for (int side = 0; side < 2; side++) {
    side_List list;
    side_list(b->m, b->d, con, side, &list);
    for (int i = 0; i < list.n; i++) {
      n = joinChain(b->col + block->col, n, pair_chain(b->m, list.body[i]));
    }
  }
  ASSERT(n <= block->ncol);
  block->ncol = n;
  rows_treesOfColumns(b, block);
  block->tree[1] = -2;  // the trees are those of its nonzero columns
}

// ---- Jacobian

// adds the part of one body; rows are ncol apart
static void addBody(rows_Build* b, const con_Block* block, const mjContact* con, int body,
                    mjtNum weight) {
  const pair_Chain chain = pair_chain(b->m, body);
  const int *col = b->col + block->col, ncol = block->ncol;
  mjtNum offset[3], *jac = b->jac + block->jac;
  pair_offset(offset, b->m, b->d, body, con->pos);
  for (int i = 0, c = 0; i < chain.n; i++) {
    const mjtNum* cdof = b->d->cdof + 6 * chain.dof[i];
    mjtNum motion[6];
    while (col[c] != chain.dof[i]) c++;
    ASSERT_FULL(c < ncol);
    jac_point(motion, cdof, offset);
    v3_scl(motion, motion, weight);
    v3_scl(motion + 3, cdof, weight);
    for (int r = 0; r < con->dim; r++) {
      jac[r * ncol + c] += v3_dot(con->frame + 3 * (r % 3), motion + 3 * (r / 3));
    }
  }
}

mjtNum flexrows_fill(rows_Build* b, const con_Block* block, const mjContact* con) {
  mjtNum inverse = 0;
  memset(b->jac + block->jac, 0, (size_t)(block->nbase * block->ncol) * sizeof *b->jac);
  for (int side = 0; side < 2; side++) {
    side_List list;
    side_list(b->m, b->d, con, side, &list);
    for (int i = 0; i < list.n; i++) {
      const mjtNum weight = list.weight[i];
      addBody(b, block, con, list.body[i], side ? weight : -weight);
      inverse += weight * b->m->body_invweight0[2 * list.body[i]];
    }
  }
  return inverse;
}
