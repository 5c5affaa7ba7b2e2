// Islands: sets of kinematic trees that rows couple, found by union-find over trees. Islands are
// numbered by their smallest tree; trees, dofs and rows keep their order inside an island, so a
// counting sort gives every map. If one island has all rows, the order of islands is that of the
// efc_ arrays, and the iefc_ arrays are these.
//   rows -> nisland, nidof, tree_island, dof_island, efc_island, island_*, map_*, iefc_*
#include "solve/solve.h"

#include <stdalign.h>

#include <sinew/api.h>

#include "constraint/constraint.h"
#include "model/stack.h"
#include "model/warning.h"

// ---- union-find: parent[tree] is a smaller tree of the same set, itself, or
// NONE

enum { NONE = -1 };

static int findRoot(int* parent, int tree) {
  while (parent[tree] != tree) {
    parent[tree] = parent[parent[tree]];
    tree = parent[tree];
  }
  return tree;
}

// tree is in a set, with other if that is not NONE
static void join(int* parent, int tree, int other) {
  if (parent[tree] == NONE) parent[tree] = tree;
  if (other < 0) return;
  if (parent[other] == NONE) parent[other] = other;
  const int a = findRoot(parent, tree), b = findRoot(parent, other);
  if (a < b) parent[b] = a;
  if (b < a) parent[a] = b;
}

// whether a column of a block counts: in dense Jacobians only if it has a number
static bool isColumn(const con_Rows* rows, const con_Block* b, int k, bool sparse) {
  bool any = sparse;
  for (int i = 0; i < b->nbase && !any; i++) any = rows->jac[b->jac + i * b->ncol + k] != 0;
  return any;
}

// a tree that the block acts on, NONE if there is none
static int treeOf(const mjModel* m, const con_Rows* rows, const con_Block* b, bool sparse) {
  if (b->tree[1] != -2) return b->tree[0] >= 0 ? b->tree[0] : b->tree[1];
  for (int k = 0; k < b->ncol; k++) {
    if (isColumn(rows, b, k, sparse)) return m->dof_treeid[rows->col[b->col + k]];
  }
  return NONE;
}

static void joinColumns(const mjModel* m, const con_Rows* rows, const con_Block* b, int* parent,
                        bool sparse) {
  int first = NONE;
  for (int k = 0; k < b->ncol; k++) {
    const int tree = m->dof_treeid[rows->col[b->col + k]];
    if (tree == first || !isColumn(rows, b, k, sparse)) continue;
    if (first == NONE) first = tree;
    join(parent, first, tree);
  }
}

static void joinBlocks(const mjModel* m, const con_Rows* rows, int* parent, bool sparse) {
  for (int t = 0; t < m->ntree; t++) parent[t] = NONE;
  for (int i = 0; i < rows->nblock; i++) {
    const con_Block* b = rows->block + i;
    if (b->tree[1] == -2) {
      joinColumns(m, rows, b, parent, sparse);
    } else {
      const int tree = treeOf(m, rows, b, sparse);
      if (tree >= 0) join(parent, tree, b->tree[0] >= 0 ? b->tree[1] : NONE);
    }
  }
}

// ---- arrays

static bool takeInts(mjData* d, int** array, mjtSize n) {
  *array = stack_arena(d, (size_t)n * sizeof(int), alignof(int));
  return *array != NULL;
}

static bool takeNums(mjData* d, mjtNum** array, mjtSize n) {
  *array = stack_arena(d, (size_t)n * sizeof(mjtNum), alignof(mjtNum));
  return *array != NULL;
}

static bool takeTrees(const mjModel* m, mjData* d) {
  return takeInts(d, &d->tree_island, m->ntree) && takeInts(d, &d->map_itree2tree, m->ntree) &&
         takeInts(d, &d->dof_island, m->nv) && takeInts(d, &d->map_dof2idof, m->nv) &&
         takeInts(d, &d->map_idof2dof, m->nv);
}

static bool takeIslands(mjData* d) {
  int** const array[] = {&d->island_ntree,   &d->island_itreeadr, &d->island_nv,
                         &d->island_idofadr, &d->island_dofadr,   &d->island_ne,
                         &d->island_nf,      &d->island_nefc,     &d->island_iefcadr};
  for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
    if (!takeInts(d, array[i], d->nisland)) return false;
  }
  return takeNums(d, &d->ifrc_smooth, d->nidof) && takeNums(d, &d->iacc_smooth, d->nidof) &&
         takeNums(d, &d->iacc, d->nidof) && takeNums(d, &d->ifrc_constraint, d->nidof);
}

// no-slip iterations change efc_force and efc_state only
static bool takeRows(const mjModel* m, mjData* d) {
  if (!takeInts(d, &d->efc_island, d->nefc) || !takeInts(d, &d->map_efc2iefc, d->nefc) ||
      !takeInts(d, &d->map_iefc2efc, d->nefc)) {
    return false;
  }
  const bool same = d->nisland == 1;
  if (same) {
    d->iefc_type = d->efc_type;
    d->iefc_id = d->efc_id;
    d->iefc_frictionloss = d->efc_frictionloss;
    d->iefc_D = d->efc_D;
    d->iefc_R = d->efc_R;
    d->iefc_aref = d->efc_aref;
  } else if (!takeInts(d, &d->iefc_type, d->nefc) || !takeInts(d, &d->iefc_id, d->nefc) ||
             !takeNums(d, &d->iefc_frictionloss, d->nefc) || !takeNums(d, &d->iefc_D, d->nefc) ||
             !takeNums(d, &d->iefc_R, d->nefc) || !takeNums(d, &d->iefc_aref, d->nefc)) {
    return false;
  }
  if (same && m->opt.noslip_iterations <= 0) {
    d->iefc_state = d->efc_state;
    d->iefc_force = d->efc_force;
    return true;
  }
  return takeInts(d, &d->iefc_state, d->nefc) && takeNums(d, &d->iefc_force, d->nefc);
}

// ---- maps

// sets -> tree_island, nisland, nidof
static void numberIslands(const mjModel* m, mjData* d, int* parent) {
  int nisland = 0, nidof = 0;
  for (int t = 0; t < m->ntree; t++) {
    if (parent[t] == NONE) {
      d->tree_island[t] = NONE;
      continue;
    }
    const int root = findRoot(parent, t);
    d->tree_island[t] = root == t ? nisland++ : d->tree_island[root];
    nidof += m->tree_dofnum[t];
  }
  d->nisland = nisland;
  d->nidof = nidof;
}

static void mapTrees(const mjModel* m, mjData* d) {
  for (int i = 0; i < d->nisland; i++) d->island_ntree[i] = d->island_nv[i] = 0;
  for (int t = 0; t < m->ntree; t++) {
    const int i = d->tree_island[t];
    if (i < 0) continue;
    if (!d->island_ntree[i]++) d->island_dofadr[i] = m->tree_dofadr[t];
    d->island_nv[i] += m->tree_dofnum[t];
  }
  int itree = 0, idof = 0;
  for (int i = 0; i < d->nisland; i++) {
    d->island_itreeadr[i] = itree;
    d->island_idofadr[i] = idof;
    itree += d->island_ntree[i];
    idof += d->island_nv[i];
    d->island_ntree[i] = d->island_nv[i] = 0;  // counted again as the maps are filled
  }
  for (int t = 0; t < m->ntree; t++) {
    const int i = d->tree_island[t], num = m->tree_dofnum[t], adr = m->tree_dofadr[t];
    const int at = i < 0 ? itree++ : d->island_itreeadr[i] + d->island_ntree[i]++;
    const int dofs = i < 0 ? idof : d->island_idofadr[i] + d->island_nv[i];
    d->map_itree2tree[at] = t;
    for (int k = 0; k < num; k++) {
      d->dof_island[adr + k] = i;
      d->map_dof2idof[adr + k] = dofs + k;
      d->map_idof2dof[dofs + k] = adr + k;
    }
    if (i < 0) idof += num;
    if (i >= 0) d->island_nv[i] += num;
  }
}

// a block without a tree goes to the first island
static void mapRows(const mjModel* m, mjData* d, const con_Rows* rows, bool sparse) {
  for (int i = 0; i < d->nisland; i++) {
    d->island_ne[i] = d->island_nf[i] = d->island_nefc[i] = 0;
  }
  for (int k = 0; k < rows->nblock; k++) {
    const con_Block* b = rows->block + k;
    const int tree = treeOf(m, rows, b, sparse), i = tree < 0 ? 0 : d->tree_island[tree];
    for (int r = b->efc; r < b->efc + b->nefc; r++) d->efc_island[r] = i;
    d->island_nefc[i] += b->nefc;
    if (b->shape == CON_EQUALITY) d->island_ne[i] += b->nefc;
    if (b->shape == CON_FRICTION) d->island_nf[i] += b->nefc;
  }
  int adr = 0;
  for (int i = 0; i < d->nisland; i++) {
    d->island_iefcadr[i] = adr;
    adr += d->island_nefc[i];
    d->island_nefc[i] = 0;
  }
  for (int r = 0; r < d->nefc; r++) {
    const int i = d->efc_island[r], at = d->island_iefcadr[i] + d->island_nefc[i]++;
    d->map_efc2iefc[r] = at;
    d->map_iefc2efc[at] = r;
  }
}

static void copyRows(mjData* d) {
  if (d->iefc_D == d->efc_D) return;
  for (int at = 0; at < d->nefc; at++) {
    const int r = d->map_iefc2efc[at];
    d->iefc_type[at] = d->efc_type[r];
    d->iefc_id[at] = d->efc_id[r];
    d->iefc_frictionloss[at] = d->efc_frictionloss[r];
    d->iefc_D[at] = d->efc_D[r];
    d->iefc_R[at] = d->efc_R[r];
  }
}

static bool makeIslands(const mjModel* m, mjData* d, int* parent) {
  const con_Rows rows = con_rows(d);
  if (!parent || !takeTrees(m, d)) return false;
  const bool sparse = d->efc_J_rownnz != NULL;
  joinBlocks(m, &rows, parent, sparse);
  numberIslands(m, d, parent);
  if (!d->nisland) return true;
  if (!takeIslands(d) || !takeRows(m, d)) return false;
  mapTrees(m, d);
  mapRows(m, d, &rows, sparse);
  copyRows(d);
  return true;
}

void solve_islands(const mjModel* m, mjData* d) {
  d->nisland = d->nidof = 0;
  if (!d->nefc || (m->opt.disableflags & mjDSBL_ISLAND)) return;
  mj_markStack(d);
  int* parent = stack_int(d, (size_t)m->ntree);
  if (!makeIslands(m, d, parent)) {
    warning_rowsFull(d);
    d->nefc = d->nisland = d->nidof = 0;
  }
  mj_freeStack(d);
}
