// Constraint islands: sets of kinematic trees that rows couple, found by union-find over trees.
// Islands are numbered by their smallest tree; trees, dofs and rows keep their order inside an
// island, so a counting sort builds every map. If one island has all rows, its row order is that of
// the efc_ arrays, and the iefc_ arrays are aliases of them.
//   rows -> nisland, nidof, tree_island, dof_island, efc_island, island_*, map_*, iefc_*
#include "solve/solve.h"

#include <stdalign.h>
#include <string.h>

#include <sinew/api.h>

#include "constraint/constraint.h"
#include "model/awake.h"
#include "model/stack.h"
#include "model/warning.h"
#include "solve/tree_sets.h"

// ---- sets of trees

// returns true if a column of a block counts: in dense Jacobians only if it has a nonzero entry
static bool isColumn(const con_Rows* rows, const con_Block* b, int k, bool sparse) {
  bool any = sparse;
  for (int i = 0; i < b->nbase && !any; i++) any = rows->jac[b->jac + i * b->ncol + k] != 0;
  return any;
}

// a tree that the block acts on, SETS_NONE: none
static int treeOf(const mjModel* m, const con_Rows* rows, const con_Block* b, bool sparse) {
  if (b->tree[1] != -2) return b->tree[0] >= 0 ? b->tree[0] : b->tree[1];
  for (int k = 0; k < b->ncol; k++) {
    if (isColumn(rows, b, k, sparse)) return m->dof_treeid[rows->col[b->col + k]];
  }
  return SETS_NONE;
}

static void joinColumns(const mjModel* m, const con_Rows* rows, const con_Block* b, int* parent,
                        bool sparse) {
  int first = SETS_NONE;
  for (int k = 0; k < b->ncol; k++) {
    const int tree = m->dof_treeid[rows->col[b->col + k]];
    if (tree == first || !isColumn(rows, b, k, sparse)) continue;
    if (first == SETS_NONE) first = tree;
    sets_join(parent, first, tree);
  }
}

static void joinBlocks(const mjModel* m, const con_Rows* rows, int* parent, bool sparse) {
  for (int i = 0; i < rows->nblock; i++) {
    const con_Block* b = rows->block + i;
    if (b->tree[1] == -2) {
      joinColumns(m, rows, b, parent, sparse);
    } else {
      const int tree = treeOf(m, rows, b, sparse);
      if (tree >= 0) sets_join(parent, tree, b->tree[0] >= 0 ? b->tree[1] : SETS_NONE);
    }
  }
}

// ---- flexes

// returns true if forces that are no constraint rows couple its vertices
static bool isElastic(const mjModel* m, int f) {
  if (m->flex_rigid[f] || m->flex_dim[f] < 2) return false;
  const int adr = m->flex_stiffnessadr[f];
  return m->flex_bendingadr[f] >= 0 || (adr >= 0 && m->flex_stiffness[adr] != 0);
}

static void joinFlex(const mjModel* m, const mjData* d, int f, int* parent) {
  const bool isInterpolated = m->flex_interp[f] != 0;
  const int n = isInterpolated ? m->flex_nodenum[f] : m->flex_vertnum[f];
  const int* body = isInterpolated ? m->flex_nodebodyid + m->flex_nodeadr[f]
                                   : m->flex_vertbodyid + m->flex_vertadr[f];
  int first = SETS_NONE;
  for (int i = 0; i < n; i++) {
    const int tree = m->body_treeid[body[i]];
    if (tree < 0 || tree == first || d->tree_asleep[tree] >= 0) continue;
    if (first == SETS_NONE) first = tree;
    sets_join(parent, first, tree);
  }
}

// ---- arrays

// allocates arrays of n values each, one after another; false: the arena is too small
static bool takeInts(mjData* d, int** const* array, int count, mjtSize n) {
  int* at = stack_arena(d, (size_t)count * (size_t)n * sizeof(int), alignof(int));
  for (int i = 0; i < count; i++) *array[i] = at ? at + i * n : NULL;
  return at != NULL;
}

static bool takeNums(mjData* d, mjtNum** const* array, int count, mjtSize n) {
  mjtNum* at = stack_arena(d, (size_t)count * (size_t)n * sizeof(mjtNum), alignof(mjtNum));
  for (int i = 0; i < count; i++) *array[i] = at ? at + i * n : NULL;
  return at != NULL;
}

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static bool takeTrees(const mjModel* m, mjData* d) {
  int** const tree[] = {&d->tree_island, &d->map_itree2tree};
  int** const dof[] = {&d->dof_island, &d->map_dof2idof, &d->map_idof2dof};
  return takeInts(d, tree, COUNT(tree), m->ntree) && takeInts(d, dof, COUNT(dof), m->nv);
}

static bool takeIslands(mjData* d) {
  int** const island[] = {&d->island_ntree,   &d->island_itreeadr, &d->island_nv,
                          &d->island_idofadr, &d->island_dofadr,   &d->island_ne,
                          &d->island_nf,      &d->island_nefc,     &d->island_iefcadr};
  mjtNum** const dof[] = {&d->ifrc_smooth, &d->iacc_smooth, &d->iacc, &d->ifrc_constraint};
  return takeInts(d, island, COUNT(island), d->nisland) && takeNums(d, dof, COUNT(dof), d->nidof);
}

// no-slip iterations change only efc_force and efc_state, so these need copies
static bool takeRows(const mjModel* m, mjData* d) {
  int** const map[] = {&d->efc_island, &d->map_efc2iefc, &d->map_iefc2efc};
  int** const ints[] = {&d->iefc_state, &d->iefc_type, &d->iefc_id};
  mjtNum** const nums[] = {&d->iefc_force, &d->iefc_frictionloss, &d->iefc_D, &d->iefc_R,
                           &d->iefc_aref};
  const bool same = d->nisland == 1, shared = same && m->opt.noslip_iterations <= 0;
  if (!takeInts(d, map, COUNT(map), d->nefc)) return false;
  if (same) {
    d->iefc_type = d->efc_type;
    d->iefc_id = d->efc_id;
    d->iefc_frictionloss = d->efc_frictionloss;
    d->iefc_D = d->efc_D;
    d->iefc_R = d->efc_R;
    d->iefc_aref = d->efc_aref;
  }
  if (shared) {
    d->iefc_state = d->efc_state;
    d->iefc_force = d->efc_force;
    return true;
  }
  return takeInts(d, ints, same ? 1 : COUNT(ints), d->nefc) &&
         takeNums(d, nums, same ? 1 : COUNT(nums), d->nefc);
}

// ---- trees, in runs

// runs of sleeping trees are long: four values at once (SIMD)
typedef int Four __attribute__((vector_size(16)));

// first, first + step, first + 2 step ...
static void progress(int* array, int first, int step, int n) {
  Four next = {first, first + step, first + 2 * step, first + 3 * step};
  int i = 0;
  for (; i + 4 <= n; i += 4, next += 4 * step) memcpy(array + i, &next, sizeof next);
  for (; i < n; i++) array[i] = first + i * step;
}

static void fill(int* array, int value, int n) { progress(array, value, 0, n); }

static void count(int* array, int first, int n) { progress(array, first, 1, n); }

// consecutive trees; sleeping trees are in no island
typedef struct {
  int tree[2], dof[2];
  bool asleep;
} Run;

// splits all trees into runs; returns the number of runs, -1: not enough scratch memory
static int makeRuns(const mjModel* m, mjData* d, Run* whole, Run** runs) {
  *whole = (Run){{0, (int)m->ntree}, {0, (int)m->nv}, false};
  *runs = whole;
  if (!awake_anyAsleep(m, d)) return 1;
  const range_List ranges = awake_ranges(d);
  const range_Resting* resting;
  const int nresting = awake_resting(d, &resting);
  Run* run = stack_alloc(d, (size_t)(ranges.n + nresting) * sizeof *run, alignof(Run));
  int n = 0;
  ASSERT_FULL(nresting == ranges.n || nresting == ranges.n - 1);
  for (int k = 0; run && k < 2 * ranges.n; k++) {  // they alternate, the first is awake
    if (k % 2 && k / 2 >= nresting) continue;
    const range_Range* s = k % 2 ? &resting[k / 2].range : &ranges.range[k / 2];
    if (!range_dofs(s)) continue;
    run[n++] = (Run){{m->dof_treeid[s->dof[0]], m->dof_treeid[s->dof[1] - 1] + 1},
                     {s->dof[0], s->dof[1]},
                     k % 2};
  }
  *runs = run;
  return run ? n : -1;
}

// rows of tendons may act on a sleeping tree, which is then solved for as if awake
static void findCoupled(mjData* d, const int* parent, Run* run, int n) {
  for (int k = 0; k < n; k++) {
    for (int t = run[k].tree[0]; t < run[k].tree[1] && run[k].asleep; t++) {
      if (parent[t] == SETS_NONE) continue;
      run[k].asleep = false;
      awake_unsettle(d);
    }
  }
}

// ---- maps

// sets -> tree_island, nisland, nidof
// order: islands by their smallest tree
static void numberTrees(const mjModel* m, mjData* d, int* parent, const Run* run) {
  for (int t = run->tree[0]; t < run->tree[1]; t++) {
    if (parent[t] == SETS_NONE) {
      d->tree_island[t] = SETS_NONE;
      continue;
    }
    const int root = sets_root(parent, t);
    ASSERT_FULL(root <= t);  // the root is the smallest tree, so islands are numbered by it
    d->tree_island[t] = root == t ? d->nisland++ : d->tree_island[root];
    d->nidof += m->tree_dofnum[t];
  }
}

static void numberIslands(const mjModel* m, mjData* d, int* parent, const Run* run, int n) {
  for (int k = 0; k < n; k++) {
    if (run[k].asleep) {
      fill(d->tree_island + run[k].tree[0], SETS_NONE, run[k].tree[1] - run[k].tree[0]);
    } else {
      numberTrees(m, d, parent, &run[k]);
    }
  }
}

// counts trees and dofs of the islands, and sets their addresses
static void sizeIslands(const mjModel* m, mjData* d, const Run* run, int n) {
  for (int i = 0; i < d->nisland; i++) d->island_ntree[i] = d->island_nv[i] = 0;
  for (int k = 0; k < n; k++) {
    for (int t = run[k].tree[0]; t < run[k].tree[1] && !run[k].asleep; t++) {
      const int i = d->tree_island[t];
      if (i < 0) continue;
      if (!d->island_ntree[i]++) d->island_dofadr[i] = m->tree_dofadr[t];
      d->island_nv[i] += m->tree_dofnum[t];
    }
  }
  int itree = 0, idof = 0;
  for (int i = 0; i < d->nisland; i++) {
    d->island_itreeadr[i] = itree;
    d->island_idofadr[i] = idof;
    itree += d->island_ntree[i];
    idof += d->island_nv[i];
  }
  ASSERT_FULL(idof == d->nidof && itree <= m->ntree);
}

// sleeping trees follow those of islands in their order, like all trees without an island
static void mapAsleep(mjData* d, const Run* run, int itree, int idof) {
  const int dof = run->dof[0], n = run->dof[1] - dof;
  count(d->map_itree2tree + itree, run->tree[0], run->tree[1] - run->tree[0]);
  fill(d->dof_island + dof, SETS_NONE, n);
  count(d->map_dof2idof + dof, idof, n);
  count(d->map_idof2dof + idof, dof, n);
}

static void mapTrees(const mjModel* m, mjData* d, const Run* run, int n) {
  sizeIslands(m, d, run, n);
  const int last = d->nisland - 1;
  int itree = d->island_itreeadr[last] + d->island_ntree[last];  // next tree without an island
  int idof = d->island_idofadr[last] + d->island_nv[last];
  for (int i = 0; i <= last; i++) d->island_ntree[i] = d->island_nv[i] = 0;  // counted again
  for (int k = 0; k < n; k++) {
    if (run[k].asleep) {
      mapAsleep(d, &run[k], itree, idof);
      itree += run[k].tree[1] - run[k].tree[0];
      idof += run[k].dof[1] - run[k].dof[0];
    }
    for (int t = run[k].tree[0]; t < run[k].tree[1] && !run[k].asleep; t++) {
      const int i = d->tree_island[t], num = m->tree_dofnum[t], adr = m->tree_dofadr[t];
      const int at = i < 0 ? itree++ : d->island_itreeadr[i] + d->island_ntree[i]++;
      const int dofs = i < 0 ? idof : d->island_idofadr[i] + d->island_nv[i];
      d->map_itree2tree[at] = t;
      for (int v = 0; v < num; v++) {
        d->dof_island[adr + v] = i;
        d->map_dof2idof[adr + v] = dofs + v;
        d->map_idof2dof[dofs + v] = adr + v;
      }
      *(i < 0 ? &idof : &d->island_nv[i]) += num;
    }
  }
  ASSERT_FULL(itree == m->ntree && idof == m->nv);  // all are mapped
}

// a block without a tree goes to the first island
static void mapRows(const mjModel* m, mjData* d, const con_Rows* rows, bool sparse) {
  for (int i = 0; i < d->nisland; i++) {
    d->island_ne[i] = d->island_nf[i] = d->island_nefc[i] = 0;
  }
  for (int k = 0; k < rows->nblock; k++) {
    const con_Block* b = rows->block + k;
    const int tree = treeOf(m, rows, b, sparse), i = tree < 0 ? 0 : d->tree_island[tree];
    ASSERT_FULL(i >= 0 && i < d->nisland);
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
  ASSERT_FULL(adr == d->nefc);
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

// ---- a single tree, which all rows act on: the maps are those of one island

static bool isSingleTree(const mjModel* m, const mjData* d, const con_Rows* rows) {
  if (m->ntree != 1 || awake_anyAsleep(m, d)) return false;
  for (int k = 0; k < rows->nblock; k++) {
    if (rows->block[k].tree[0] == 0) return true;
  }
  return false;
}

static bool makeSingle(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  d->nisland = 1;
  d->nidof = nv;
  if (!takeTrees(m, d) || !takeIslands(d) || !takeRows(m, d)) return false;
  *d->tree_island = *d->map_itree2tree = *d->island_itreeadr = 0;
  *d->island_idofadr = *d->island_dofadr = *d->island_iefcadr = 0;
  *d->island_ntree = 1;
  *d->island_nv = nv;
  *d->island_ne = d->ne;
  *d->island_nf = d->nf;
  *d->island_nefc = d->nefc;
  fill(d->dof_island, 0, nv);
  count(d->map_dof2idof, 0, nv);
  count(d->map_idof2dof, 0, nv);
  fill(d->efc_island, 0, d->nefc);
  count(d->map_efc2iefc, 0, d->nefc);
  count(d->map_iefc2efc, 0, d->nefc);
  return true;
}

// ---- all

static bool makeIslands(const mjModel* m, mjData* d, int* parent) {
  const con_Rows rows = con_rows(d);
  if (isSingleTree(m, d, &rows)) return makeSingle(m, d);
  Run whole, *run = NULL;
  const int nrun = parent ? makeRuns(m, d, &whole, &run) : -1;
  if (nrun < 0 || !takeTrees(m, d)) return false;
  const bool sparse = d->efc_J_rownnz != NULL;
  fill(parent, SETS_NONE, (int)m->ntree);
  joinBlocks(m, &rows, parent, sparse);
  for (int f = 0; f < m->nflex; f++) {
    if (isElastic(m, f)) joinFlex(m, d, f, parent);
  }
  findCoupled(d, parent, run, nrun);
  numberIslands(m, d, parent, run, nrun);
  if (!d->nisland) return true;
  if (!takeIslands(d) || !takeRows(m, d)) return false;
  mapTrees(m, d, run, nrun);
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
    con_forget(d);
    warning_rowsFull(d);
  }
  mj_freeStack(d);
}
