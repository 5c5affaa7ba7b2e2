// Constraint islands in SIMD lanes: sets of kinematic trees that the rows of a lane couple
// (island.c in one world), found by union-find lane by lane; lanes whose islands have the same
// trees share a problem.
//   rows -> islands, their lanes
#include "solve/lane_problem.h"
#include "solve/tree_sets.h"

#if LANE_W > 1

enum { BY_COLUMNS = -2 };  // a value other than SETS_NONE

// ---- blocks

// column c counts in a lane if it has a nonzero entry there
static bool isColumn(const lane_Rows* rows, const lane_Block* b, int nv, int c, int lane) {
  bool any = false;
  for (int r = b->efc; r < b->efc + b->nefc && !any; r++) {
    any = rows->J[(size_t)r * (size_t)nv + (size_t)b->col[c]][lane] != 0;
  }
  return any;
}

// the tree of the first column that counts
static int firstTree(const mjModel* m, const lane_Rows* rows, const lane_Block* b, int lane) {
  int c = 0;
  while (c < b->ncol && !isColumn(rows, b, (int)m->nv, c, lane)) c++;
  return c < b->ncol ? m->dof_treeid[b->col[c]] : SETS_NONE;
}

static void joinColumns(const mjModel* m, const lane_Rows* rows, const lane_Block* b, int lane,
                        int* parent) {
  const int first = firstTree(m, rows, b, lane);
  for (int c = 0; c < b->ncol && first != SETS_NONE; c++) {
    const int tree = m->dof_treeid[b->col[c]];
    if (isColumn(rows, b, (int)m->nv, c, lane)) sets_join(parent, first, tree);
  }
}

// consecutive blocks often couple the same trees
static void joinBlocks(const mjModel* m, const lane_Rows* rows, mask live, int* parent) {
  const int ntree = (int)m->ntree;
  for (int k = 0; k < rows->nblock;) {
    const lane_Block* b = rows->block + k;
    mask has = rows->has[k++];
    while (b->tree[1] != BY_COLUMNS && k < rows->nblock && rows->block[k].tree[0] == b->tree[0] &&
           rows->block[k].tree[1] == b->tree[1]) {
      has = has | rows->has[k++];
    }
    has = has & live;
    for (int lane = 0; lane < LANE_W; lane++) {
      if (!has[lane]) continue;
      if (b->tree[1] == BY_COLUMNS) {
        joinColumns(m, rows, b, lane, parent + lane * ntree);
      } else {
        sets_join(parent + lane * ntree, b->tree[0], b->tree[1]);
      }
    }
  }
}

mask LANE(islands_lanes)(const mjModel* m, const lane_Rows* rows, const lane_Islands* islands,
                         const lane_Island* island, int block) {
  const lane_Block* b = rows->block + block;
  const int ntree = (int)m->ntree;
  mask has = rows->has[block] & island->lanes;
  if (b->tree[1] != BY_COLUMNS) {
    const bool in = islands->root[island->lane * ntree + b->tree[0]] == island->tree;
    return in ? has : lane_bci(0);
  }
  for (int lane = 0; lane < LANE_W; lane++) {
    const int tree = has[lane] ? firstTree(m, rows, b, lane) : SETS_NONE;
    if (tree == SETS_NONE || islands->root[lane * ntree + tree] != island->tree) has[lane] = 0;
  }
  return has;
}

// ---- lanes with the same islands

static bool isSame(const int* a, const int* b, int tree, int ntree) {
  for (int t = tree + 1; t < ntree; t++) {
    if ((a[t] == tree) != (b[t] == tree)) return false;
  }
  return true;
}

// adds the island of a lane with this smallest tree
static void addIsland(lane_Islands* islands, int lane, int tree, int ntree) {
  const int* root = islands->root;
  int i = islands->n;
  while (i > 0 && islands->island[i - 1].tree == tree) {
    lane_Island* old = &islands->island[--i];
    if (!isSame(root + old->lane * ntree, root + lane * ntree, tree, ntree)) continue;
    old->lanes[lane] = -1;
    return;
  }
  lane_Island* new = &islands->island[islands->n++];
  *new = (lane_Island){.tree = tree, .lane = lane};
  new->lanes[lane] = -1;
}

// returns true if all lanes have one island, with all trees
static bool isWhole(const lane_Islands* islands, mask live, int ntree) {
  const lane_Island* first = &islands->island[0];
  const int* root = islands->root + first->lane * ntree;
  if (islands->n != 1 || lane_any(live & lane_not(first->lanes))) return false;
  for (int t = 0; t < ntree; t++) {
    if (root[t] != 0) return false;
  }
  return true;
}

bool LANE(islands_find)(const mjModel* m, lane_Data* d, const lane_Rows* rows, mask live,
                        lane_Islands* islands) {
  const int ntree = (int)m->ntree;
  *islands = (lane_Islands){0};
  if (ntree == 1 || m->opt.disableflags & mjDSBL_ISLAND) return true;
  int* root = lane_ints(d, LANE_W * ntree);
  islands->island =
      (lane_Island*)lane_scratch(d, LANE_W * ntree * (int)(sizeof *islands->island / sizeof(real)));
  islands->root = root;
  if (!root || !islands->island) return false;
  for (int i = 0; i < LANE_W * ntree; i++) root[i] = SETS_NONE;
  joinBlocks(m, rows, live, root);
  for (int t = 0; t < ntree; t++) {
    for (int lane = 0; lane < LANE_W; lane++) {
      int* const parent = root + lane * ntree;
      if (parent[t] == SETS_NONE) continue;
      parent[t] = parent[parent[t]];  // the parents of smaller trees are roots already
    }
  }
  for (int t = 0; t < ntree; t++) {
    for (int lane = 0; lane < LANE_W; lane++) {
      if (root[lane * ntree + t] == t) addIsland(islands, lane, t, ntree);
    }
  }
  if (isWhole(islands, live, ntree)) islands->n = 0;
  return true;
}

#endif
