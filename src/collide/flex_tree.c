// Simultaneous traversal of two bounding volume hierarchies (BVH), at least one of which is that of
// a flex: finds pairs of leaves. The order of pairs decides which contacts are kept if there are
// too many.
//   bvh_*, bvh_aabb_dyn, xipos, ximat -> pairs of geoms and elements, or of elements
#include "base/assert.h"
#include "collide/bound_test.h"
#include "collide/flex_collide.h"
#include "collide/midphase.h"

enum { DEPTH = 256 };  // enough for two balanced trees

typedef struct {
  const mjModel* m;
  const mjData* d;
  int root[2];
  const mjtNum *pos, *mat;  // frame of the first tree, NULL: that of the world
  mjtNum margin;
} Trees;

static inline const mjtNum* boxOf(const Trees* t, int side, int node) {
  if (!side && t->mat) return t->m->bvh_aabb + 6 * node;
  return flex_nodeBox(t->m, t->d, node);
}

static bool nodesApart(const Trees* t, const mjtNum* one, const mjtNum* two) {
  mjtNum x[3];
  if (!t->mat) {
    for (int k = 0; k < 3; k++) {
      const mjtNum off = two[k] - one[k], reach = one[3 + k] + two[3 + k] + t->margin;
      if (off > reach || -off > reach) return true;
    }
    return false;
  }
  static const mjtNum unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  m3_mulVec(x, t->mat, one);
  v3_addTo(x, t->pos);
  v3_sub(x, two, x);
  return bound_apart(t->mat, one + 3, unit, two + 3, x, t->margin);
}

// isSelf: traverses one tree against itself, each pair once
static void search(const Trees* t, bool isSelf, flex_Group* group, flex_Leaves* meet) {
  const mjModel* m = t->m;
  int waiting[DEPTH][2], n = 1;
  waiting[0][0] = waiting[0][1] = 0;
  while (n) {
    n--;
    const int rel[2] = {waiting[n][0], waiting[n][1]};
    const int node[2] = {t->root[0] + rel[0], t->root[1] + rel[1]};
    const int leaf[2] = {m->bvh_nodeid[node[0]], m->bvh_nodeid[node[1]]};
    if (isSelf && rel[0] > rel[1]) continue;
    if (leaf[0] >= 0 && leaf[1] >= 0) {
      meet(group, leaf[0], leaf[1]);
      continue;
    }
    const mjtNum *one = boxOf(t, 0, node[0]), *two = boxOf(t, 1, node[1]);
    if (nodesApart(t, one, two)) continue;
    const int open = leaf[0] >= 0 || (leaf[1] < 0 && !(mid_faces(one) > mid_faces(two)));
    for (int i = 0; i < 2 && n < DEPTH; i++, n++) {
      waiting[n][1 - open] = rel[1 - open];
      waiting[n][open] = m->bvh_child[2 * node[open] + i];
    }
  }
}

// odd: gap of a flex; the boxes above the leaves do not know it
void flex_searchBody(flex_Group* group, int body, flex_Leaves* meet) {
  const mjModel* m = group->m;
  const int flex = group->flex[1];
  const bool isOverridden = m->opt.enableflags & mjENBL_OVERRIDE;
  const Trees t = {.m = m,
                   .d = group->d,
                   .root = {m->body_bvhadr[body], m->flex_bvhadr[flex]},
                   .pos = group->d->xipos + 3 * body,
                   .mat = group->d->ximat + 9 * body,
                   .margin = isOverridden ? m->opt.o_margin
                                          : m->body_margin[body] + m->flex_margin[flex]};
  search(&t, false, group, meet);
}

void flex_searchFlex(flex_Group* group, flex_Leaves* meet) {
  const mjModel* m = group->m;
  const Trees t = {.m = m,
                   .d = group->d,
                   .root = {m->flex_bvhadr[group->flex[0]], m->flex_bvhadr[group->flex[1]]},
                   .margin = flexgroup_margin(group, -1)};
  search(&t, group->isSelf, group, meet);
}
