// Construction of a bounding volume hierarchy (BVH) of axis-aligned bounding boxes (AABB), top
// down: a node is split across its longest axis at the median key, lower half to the left. Only the
// halves matter, not the order within them, so the median is found by quickselect (Hoare 1961) in
// linear time. Nodes are numbered depth-first (preorder).
#include "asset/bvh_tree.h"

#include <stdint.h>

#include "base/assert.h"
#include "math/rigid.h"

// an item with its key, so that keys that are compared are adjacent in memory
typedef struct {
  double key;
  int64_t id;
} Item;

typedef struct {
  const bvh_Box* box;
  const double* key;
  int* order;  // (n) indices of boxes
  Item* item;  // (n) scratch
  hull_Tree* tree;
} Build;

static double least(double a, double b) { return a < b ? a : b; }
static double most(double a, double b) { return a > b ? a : b; }

// smallest box around several boxes; in six local variables, so that they stay in registers
static void joinBoxes(const bvh_Box* box, const int* order, int n, bvh_Box* joint) {
  double x0 = __builtin_inf(), y0 = x0, z0 = x0, x1 = -x0, y1 = -x0, z1 = -x0;
  for (int i = 0; i < n; i++) {
    const bvh_Box* other = &box[order[i]];
    x0 = least(other->min[0], x0);
    y0 = least(other->min[1], y0);
    z0 = least(other->min[2], z0);
    x1 = most(other->max[0], x1);
    y1 = most(other->max[1], y1);
    z1 = most(other->max[2], z1);
  }
  *joint = (bvh_Box){{x0, y0, z0}, {x1, y1, z1}};
}

static int longestSide(const bvh_Box* box) {
  int axis = 0;
  for (int k = 1; k < 3; k++) {
    const double side = box->max[k] - box->min[k], longest = box->max[axis] - box->min[axis];
    if (side >= longest + RIGID_EPS) axis = k;
  }
  return axis;
}

static void setNodeBox(double aabb[6], bvh_Box* box) {
  for (int k = 0; k < 3; k++) {
    if (box->max[k] - box->min[k] < RIGID_EPS) {
      box->min[k] -= RIGID_EPS;
      box->max[k] += RIGID_EPS;
    }
    aabb[k] = 0.5 * (box->max[k] + box->min[k]);
    aabb[3 + k] = 0.5 * (box->max[k] - box->min[k]);
  }
}

// ---- selection

enum { FEW = 8, MANY = 100 };

// order: keys closer than rounding noise count as equal, and so do NaNs; then the index decides
// Branch-free, here and in the partition: half of the branches would be mispredicted.
static bool before(const Item* a, const Item* b) {
  const double d = a->key - b->key;
  return (d < -RIGID_EPS) | (!(d > RIGID_EPS) & (a->id < b->id));
}

// member by member: a wide load after narrow stores would stall (store forwarding)
static void swapItems(Item* item, int i, int j) {
  const double key = item[i].key;
  const int64_t id = item[i].id;
  item[i].key = item[j].key;
  item[i].id = item[j].id;
  item[j].key = key;
  item[j].id = id;
}

static void sortFew(Item* item, int n) {
  for (int i = 1; i < n; i++) {
    const Item moved = item[i];
    int at = i;
    for (; at > 0 && before(&moved, &item[at - 1]); at--) item[at] = item[at - 1];
    item[at] = moved;
  }
}

// The last item becomes the pivot: the median of a random sample, drawn from a fixed seed, so that
// no order of triangles is systematically bad
static void drawPivot(Item* item, int n, uint32_t* random) {
  const int nsample = n > MANY ? 9 : 3, first = n - nsample;
  for (int k = first; k < n; k++) {
    *random = 1664525u * *random + 1013904223u;
    swapItems(item, (int)((uint64_t)*random * (uint64_t)(k + 1) >> 32), k);
  }
  sortFew(item + first, nsample);
  swapItems(item, first + nsample / 2, n - 1);
}

// Quickselect: moves the m smallest of n items to the front. The order is not fully transitive, so
// nothing relies on more than that a partition ends with the pivot in some position
static void selectItems(Item* item, int n, int m) {
  ASSERT_FULL(m > 0 && m < n);
  for (uint32_t random = 1; n > FEW;) {
    drawPivot(item, n, &random);
    const Item pivot = item[n - 1];
    int place = 0;
    for (int i = 0; i < n - 1; i++) {
      const bool first = before(&item[i], &pivot);
      swapItems(item, i, place);
      place += first;
    }
    swapItems(item, place, n - 1);
    if (place == m || place + 1 == m) return;
    if (place > m) {
      n = place;
    } else {
      item += place + 1;
      n -= place + 1;
      m -= place + 1;
    }
  }
  sortFew(item, n);
}

static void selectFirst(const Build* b, int axis, int* order, int n, int m) {
  Item* item = b->item;
  for (int i = 0; i < n; i++) item[i] = (Item){b->key[3 * order[i] + axis], order[i]};
  selectItems(item, n, m);
  for (int i = 0; i < n; i++) order[i] = (int)item[i].id;
}

// ---- building

// builds the tree over order[begin .. begin+n-1]; the recursion depth is O(log n)
static int build(Build* b, int begin, int n, int depth) {
  hull_Tree* tree = b->tree;
  const int id = tree->nnode++;
  bvh_Box box;
  joinBoxes(b->box, b->order + begin, n, &box);
  setNodeBox(tree->aabb + 6 * id, &box);
  tree->depth[id] = depth;
  tree->nodeid[id] = n == 1 ? b->order[begin] : -1;
  tree->child[2 * id] = tree->child[2 * id + 1] = -1;
  if (n == 1) return id;
  selectFirst(b, longestSide(&box), b->order + begin, n, n / 2);
  const int left = build(b, begin, n / 2, depth + 1);
  const int right = build(b, begin + n / 2, n - n / 2, depth + 1);
  tree->child[2 * id] = left;
  tree->child[2 * id + 1] = right;
  return id;
}

bool bvh_makeTree(arena_Arena* arena, const bvh_Box* box, const double* key, int n,
                  hull_Tree* tree) {
  const size_t nnode = 2 * (size_t)n - 1;
  ASSERT(n > 0);
  *tree = (hull_Tree){0};
  tree->depth = arena_raw(arena, nnode, sizeof *tree->depth);
  tree->child = arena_raw(arena, nnode, 2 * sizeof *tree->child);
  tree->nodeid = arena_raw(arena, nnode, sizeof *tree->nodeid);
  tree->aabb = arena_raw(arena, nnode, 6 * sizeof *tree->aabb);
  arena_Arena scratch = arena_make(0);
  int* order = arena_raw(&scratch, (size_t)n, sizeof *order);
  Item* item = arena_raw(&scratch, (size_t)n, sizeof *item);
  const bool ok = tree->depth && tree->child && tree->nodeid && tree->aabb && order && item;
  for (int i = 0; i < n && ok; i++) order[i] = i;
  Build b = {box, key, order, item, tree};
  if (ok) build(&b, 0, n, 0);
  ASSERT(!ok || (size_t)tree->nnode == nnode);
  arena_free(&scratch);
  return ok;
}
