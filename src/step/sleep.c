// Sleeping (deactivation) of kinematic trees: when they fall asleep, and what wakes them. A tree is
// at rest (quiet) if the user applies no force to it and each of its dofs moves slower than
// sleep_tolerance (rotations times the size of their body). After mjMINAWAKE such steps it may
// sleep, together with all trees of its constraint island.
//   qvel, applied forces, islands, contacts, equalities, tendons -> tree_asleep and the awake lists
#include "step/sleep.h"

#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "constraint/constraint.h"
#include "dyn/contact_side.h"
#include "dyn/dyn.h"
#include "force/tendon.h"
#include "math/vec.h"
#include "model/awake.h"
#include "model/contact_range.h"
#include "model/pose_source.h"
#include "model/stack.h"

static bool mayEverSleep(const mjModel* m, int tree) {
  const int policy = m->tree_sleep_policy[tree];
  return policy == mjSLEEP_AUTO_ALLOWED || policy == mjSLEEP_ALLOWED || policy == mjSLEEP_INIT;
}

// trees of a range: the first, and one past the last
static int firstTree(const mjModel* m, const range_Range* s) {
  return range_dofs(s) ? m->dof_treeid[s->dof[0]] : 0;
}

static int endTree(const mjModel* m, const range_Range* s) {
  return range_dofs(s) ? m->dof_treeid[s->dof[1] - 1] + 1 : 0;
}

// all bits zero
// odd: minus zero wakes
static bool isZero(const mjtNum* x, int n) {
  static const mjtNum zero[1];
  ASSERT_FULL(n >= 0);
  if (n <= 0) return true;
  return memcmp(x, zero, sizeof *x) == 0 && memcmp(x, x + 1, (size_t)(n - 1) * sizeof *x) == 0;
}

// the user applies no force to the tree
static bool isLeftAlone(const mjModel* m, const mjData* d, int tree) {
  return isZero(d->xfrc_applied + 6 * m->tree_bodyadr[tree], 6 * m->tree_bodynum[tree]) &&
         isZero(d->qfrc_applied + m->tree_dofadr[tree], m->tree_dofnum[tree]);
}

// ---- waking

// wakes a tree, and if it sleeps its whole cycle, with a counter of at most `value`
static void wake(const mjModel* m, mjData* d, int tree, int value) {
  if (d->tree_asleep[tree] < 0) {
    if (value < d->tree_asleep[tree]) d->tree_asleep[tree] = value;
    return;
  }
  for (int t = tree, n = 0; d->tree_asleep[t] >= 0 && n <= m->ntree; n++) {
    const int next = d->tree_asleep[t] < m->ntree ? d->tree_asleep[t] : t;
    d->tree_asleep[t] = value;
    t = next;
  }
}

// whether qpos of a sleeping tree was changed: its poses are computed again and compared bit by bit
static bool hasMoved(const mjModel* m, mjData* d, int tree) {
  const range_Range range = range_ofTree(m, tree);
  const int first = range.body[0], n = range.body[1] - first;
  ASSERT(n > 0 && m->body_treeid[first] == tree);
  bool moved = false;
  mj_markStack(d);
  mjtNum* pose = stack_num(d, 7 * (size_t)n);
  if (!pose) moved = true;  // an awake tree needs none
  if (pose) {
    mjtNum* quat = pose + 3 * n;
    vn_copy(pose, d->xpos + 3 * first, 3 * n);
    vn_copy(quat, d->xquat + 4 * first, 4 * n);
    LANE(dyn_bodyPoses)(m, d, (range_List){&range, 1});
    for (int k = 0; k < n && !moved; k++) {
      if (!m->body_jntnum[first + k]) continue;
      moved = memcmp(pose + 3 * k, d->xpos + 3 * (first + k), 3 * sizeof *pose) != 0 ||
              memcmp(quat + 4 * k, d->xquat + 4 * (first + k), 4 * sizeof *quat) != 0;
    }
  }
  mj_freeStack(d);
  return moved;
}

// Whether nothing has changed for the trees of a run, tested for all at once: this is the cost of
// sleeping trees
static bool isUndisturbed(const mjModel* m, const mjData* d, const range_Resting* run) {
  const range_Range* s = &run->range;
  return !run->nested && source_isKept(m, d, run) &&
         isZero(d->xfrc_applied + 6 * s->body[0], 6 * (s->body[1] - s->body[0])) &&
         isZero(d->qfrc_applied + s->dof[0], range_dofs(s)) &&
         isZero(d->qvel + s->dof[0], range_dofs(s));
}

static bool wakeTree(const mjModel* m, mjData* d, int tree) {
  const int root = m->tree_bodyadr[tree];
  bool rests = mayEverSleep(m, tree) && isLeftAlone(m, d, tree) &&
               isZero(d->qvel + m->tree_dofadr[tree], m->tree_dofnum[tree]);
  if (rests && (m->body_parentid[root] || !source_isTreeKept(m, d, tree))) {
    rests = !hasMoved(m, d, tree);
    if (rests) source_remember(m, d, tree);
  }
  if (!rests) wake(m, d, tree, AWAKE_FULL);
  return !rests;
}

// wakes trees that were moved, that the user pushes, or that may no longer sleep
static bool wakeTouched(const mjModel* m, mjData* d) {
  const range_Resting* run;
  const int n = awake_resting(d, &run);
  bool any = false;
  for (int k = 0; k < n; k++) {
    if (isUndisturbed(m, d, &run[k])) continue;
    const int end = endTree(m, &run[k].range);
    ASSERT(range_dofs(&run[k].range) > 0);  // sleeping trees have dofs
    for (int t = firstTree(m, &run[k].range); t < end; t++) any = wakeTree(m, d, t) || any;
  }
  return any;
}

// wakes all trees, after sleep was disabled
static bool wakeAll(const mjModel* m, mjData* d) {
  for (int t = 0; t < m->ntree; t++) {
    if (!d->tree_awake[t]) wake(m, d, t, AWAKE_FULL);
  }
  return true;
}

// if one of two trees is awake, the other wakes with its counter
static bool wakeOther(const mjModel* m, mjData* d, int tree1, int tree2) {
  const bool sleeps1 = d->tree_asleep[tree1] >= 0, sleeps2 = d->tree_asleep[tree2] >= 0;
  if (sleeps1 == sleeps2) return false;
  if (sleeps1) {
    wake(m, d, tree1, d->tree_asleep[tree2]);
  } else {
    wake(m, d, tree2, d->tree_asleep[tree1]);
  }
  return true;
}

void sleep_wakeByTendon(const mjModel* m, mjData* d) {
  if (!sleep_isOn(m) || !sleep_anyAsleep(m, d)) return;
  if (m->opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_LIMIT)) return;
  bool any = false;
  for (int i = 0; i < m->ntendon; i++) {
    if (!m->tendon_limited[i] || m->tendon_treenum[i] != 2) continue;
    const mjtNum length = d->ten_length[i], *range = m->tendon_range + 2 * i;
    const mjtNum low = length - range[0], high = range[1] - length, margin = m->tendon_margin[i];
    if (low >= margin && high >= margin) continue;
    any = wakeOther(m, d, m->tendon_treeid[2 * i], m->tendon_treeid[2 * i + 1]) || any;
  }
  if (any) awake_update(m, d);
}

void sleep_poses(const mjModel* m, mjData* d, void (*compute)(const mjModel* m, mjData* d)) {
  bool any = false;
  compute(m, d);
  if (sleep_anyAsleep(m, d)) any = sleep_isOn(m) ? wakeTouched(m, d) : wakeAll(m, d);
  source_trustQpos(d, false);
  if (!any) return;
  awake_update(m, d);
  compute(m, d);
}

// wakes the sleeping body of a contact or an equality if the other one is awake
static bool wakePair(const mjModel* m, mjData* d, int body1, int body2) {
  const int tree1 = m->body_treeid[body1], tree2 = m->body_treeid[body2];
  if (tree1 >= 0 && tree2 >= 0) return wakeOther(m, d, tree1, tree2);
  const int tree = tree1 >= 0 ? tree1 : tree2, other = tree1 >= 0 ? body2 : body1;
  // odd: rest on a mocap body
  if (tree < 0 || d->tree_asleep[tree] < 0 || d->body_awake[other] != mjS_AWAKE) return false;
  wake(m, d, tree, AWAKE_FULL);
  return true;
}

bool sleep_wakeByContact(const mjModel* m, mjData* d) {
  bool any = false;
  if (!sleep_isOn(m) || !sleep_anyAsleep(m, d)) return false;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (!contact_hasSides(m, con)) continue;
    const int body1 = side_representative(m, con, 0), body2 = side_representative(m, con, 1);
    if (body1 < 0 || body2 < 0) continue;
    any = wakePair(m, d, body1, body2) || any;
  }
  if (any) awake_update(m, d);
  return any;
}

// bodies that an equality couples; false: it couples none
static bool equalityBodies(const mjModel* m, int eq, int body[2]) {
  const int id[2] = {m->eq_obj1id[eq], m->eq_obj2id[eq]};
  for (int k = 0; k < 2; k++) {
    if (m->eq_objtype[eq] == mjOBJ_BODY) {
      body[k] = id[k];
    } else if (m->eq_objtype[eq] == mjOBJ_SITE) {
      body[k] = m->site_bodyid[id[k]];
    } else if (m->eq_objtype[eq] == mjOBJ_GEOM) {
      body[k] = m->geom_bodyid[id[k]];
    } else if (m->eq_objtype[eq] == mjOBJ_JOINT) {
      body[k] = id[k] >= 0 ? m->jnt_bodyid[id[k]] : 0;
    } else {
      return false;
    }
  }
  return true;
}

static bool sameCycle(const mjModel* m, const mjData* d, int tree1, int tree2) {
  int t = tree1;
  for (int n = 0; n <= m->ntree; n++) {
    if (t == tree2) return true;
    t = d->tree_asleep[t];
    if (t < 0 || t >= m->ntree || t == tree1) return false;
  }
  return false;
}

// Equality of one or two tendons: if some of their trees are awake, all wake, and tendon lengths
// are computed again. The reference has no such equalities while sleep is enabled
static bool wakeByLengths(const mjModel* m, mjData* d, int eq) {
  const int id[2] = {m->eq_obj1id[eq], m->eq_obj2id[eq]};
  int tree[4], n = 0, nawake = 0;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; id[k] >= 0 && i < m->tendon_treenum[id[k]] && i < 2; i++) {
      tree[n] = m->tendon_treeid[2 * id[k] + i];
      ASSERT_FULL(tree[n] >= 0 && tree[n] < m->ntree);
      nawake += d->tree_asleep[tree[n++]] < 0;
    }
  }
  if (!nawake || nawake == n) return false;
  for (int i = 0; i < n; i++) wake(m, d, tree[i], AWAKE_FULL);
  awake_update(m, d);
  LANE(tendon_update)(m, d);
  return true;
}

// body of node or vertex i of a flex
static int flexBody(const mjModel* m, int flex, int i) {
  return m->flex_interp[flex] ? m->flex_nodebodyid[m->flex_nodeadr[flex] + i]
                              : m->flex_vertbodyid[m->flex_vertadr[flex] + i];
}

// Equality of a flex with awake and sleeping trees: the latter wake with the counter of an awake
// one
static bool wakeByFlex(const mjModel* m, mjData* d, int flex) {
  const int n = m->flex_interp[flex] ? m->flex_nodenum[flex] : m->flex_vertnum[flex];
  int counter = 0;  // counter of an awake tree, which is negative
  for (int i = 0; i < n && !counter; i++) {
    const int tree = m->body_treeid[flexBody(m, flex, i)];
    if (tree >= 0 && d->tree_asleep[tree] < 0) counter = d->tree_asleep[tree];
  }
  bool any = false;
  for (int i = 0; i < n && counter; i++) {
    const int tree = m->body_treeid[flexBody(m, flex, i)];
    if (tree < 0 || d->tree_asleep[tree] < 0) continue;
    wake(m, d, tree, counter);
    any = true;
  }
  return any;
}

static bool isFlexEquality(int type) {
  return type == mjEQ_FLEX || type == mjEQ_FLEXVERT || type == mjEQ_FLEXSTRAIN;
}

static bool wakeByOne(const mjModel* m, mjData* d, int eq) {
  int body[2];
  if (!d->eq_active[eq]) return false;
  if (m->eq_type[eq] == mjEQ_TENDON) return wakeByLengths(m, d, eq);
  if (isFlexEquality(m->eq_type[eq])) return wakeByFlex(m, d, m->eq_obj1id[eq]);
  if (!equalityBodies(m, eq, body)) return false;
  const int tree1 = m->body_treeid[body[0]], tree2 = m->body_treeid[body[1]];
  if (tree1 == tree2) return false;
  if (tree1 < 0 || tree2 < 0) return wakePair(m, d, body[0], body[1]);
  const bool sleeps1 = d->tree_asleep[tree1] >= 0, sleeps2 = d->tree_asleep[tree2] >= 0;
  if (!sleeps1 && !sleeps2) return false;
  if (sleeps1 && sleeps2 && sameCycle(m, d, tree1, tree2)) return false;
  if (sleeps1) wake(m, d, tree1, AWAKE_FULL);
  if (sleeps2) wake(m, d, tree2, AWAKE_FULL);
  return true;
}

void sleep_wakeByEquality(const mjModel* m, mjData* d) {
  bool any = false;
  if (!sleep_isOn(m) || !sleep_anyAsleep(m, d)) return;
  if (m->opt.disableflags & (mjDSBL_CONSTRAINT | mjDSBL_EQUALITY)) return;
  for (int i = 0; i < m->neq; i++) any = wakeByOne(m, d, i) || any;
  if (any) awake_update(m, d);
}

// ---- falling asleep

static bool isQuiet(const mjModel* m, const mjData* d, int tree) {
  const int adr = m->tree_dofadr[tree], n = m->tree_dofnum[tree];
  if (!mayEverSleep(m, tree) || !isLeftAlone(m, d, tree)) return false;
  if (m->opt.sleep_tolerance == 0) return isZero(d->qvel + adr, n);
  for (int i = adr; i < adr + n; i++) {
    if (!(m->dof_length[i] * lane_abs(d->qvel[i]) < m->opt.sleep_tolerance)) return false;
  }
  return true;
}

// puts trees to sleep, as a cycle in this order
static void layDown(const mjModel* m, mjData* d, const int* tree, int n) {
  ASSERT(n > 0);
  for (int k = 0; k < n; k++) {
    const int t = tree[k];
    d->tree_asleep[t] = tree[k + 1 < n ? k + 1 : 0];
    vn_zero(d->qvel + m->tree_dofadr[t], m->tree_dofnum[t]);
    vn_zero(d->qacc + m->tree_dofadr[t], m->tree_dofnum[t]);
  }
}

// puts islands, and trees outside of islands, to sleep if all their trees satisfy a condition
static bool layDownIf(const mjModel* m, mjData* d,
                      bool (*ready)(const mjModel*, const mjData*, int)) {
  bool any = false;
  for (int i = 0; i < d->nisland; i++) {
    const int *tree = d->map_itree2tree + d->island_itreeadr[i], n = d->island_ntree[i];
    ASSERT(n > 0 && d->tree_island[tree[0]] == i);
    bool all = true;
    for (int k = 0; k < n && all; k++) all = ready(m, d, tree[k]);
    if (all) layDown(m, d, tree, n);
    any = any || all;
  }
  const range_List ranges = awake_ranges(d);
  range_eachRange(ranges, s) {
    for (int t = firstTree(m, s); t < endTree(m, s); t++) {
      const bool free = !d->nisland || d->tree_island[t] < 0;
      if (!free || d->tree_asleep[t] >= 0 || !ready(m, d, t)) continue;
      layDown(m, d, &t, 1);
      any = true;
    }
  }
  return any;
}

static bool isDue(const mjModel* m, const mjData* d, int tree) {
  (void)m;
  return d->tree_asleep[tree] == -1;
}

// counters of awake trees: up by one if at rest, restarted if not
static void countQuiet(const mjModel* m, mjData* d) {
  const range_List ranges = awake_ranges(d);
  range_eachRange(ranges, s) {
    for (int t = firstTree(m, s); t < endTree(m, s); t++) {
      int* counter = d->tree_asleep + t;
      if (*counter >= 0) continue;
      if (!isQuiet(m, d, t)) {
        *counter = AWAKE_FULL;
      } else if (*counter < -1) {
        (*counter)++;
      }
    }
  }
}

bool sleep_fall(const mjModel* m, mjData* d) {
  if (!sleep_isOn(m) || (d->nefc && !d->nisland)) return false;
  countQuiet(m, d);
  return layDownIf(m, d, isDue);
}

static bool startsAsleep(const mjModel* m, const mjData* d, int tree) {
  return m->tree_sleep_policy[tree] == mjSLEEP_INIT && isQuiet(m, d, tree);
}

// Clears rows and smooth forces of the pass that put trees to sleep, as a reset leaves poses and
// contacts only. Trees that sleep from the start thus report no acceleration
static void forgetForces(const mjModel* m, mjData* d) {
  vn_zero(d->qfrc_smooth, (int)m->nv);
  vn_zero(d->qacc_smooth, (int)m->nv);
  con_forget(d);
}

int sleep_layDown(const mjModel* m, mjData* d) {
  countQuiet(m, d);
  layDownIf(m, d, startsAsleep);
  awake_update(m, d);
  forgetForces(m, d);
  ASSERT(!d->nefc && !d->nisland);
  for (int t = 0; t < m->ntree; t++) {
    if (m->tree_sleep_policy[t] == mjSLEEP_INIT && d->tree_asleep[t] < 0) return m->tree_bodyadr[t];
  }
  return -1;
}
