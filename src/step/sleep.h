// Sleeping (deactivation) of kinematic trees of one world: trees that have been at rest for ten
// steps are skipped until something touches them. tree_asleep of a tree is negative while it is
// awake (a counter that rises to -1 while it is at rest), otherwise the next tree of its sleeping
// island: islands sleep and wake as a whole, as cyclic linked lists.
#ifndef SINEW_STEP_SLEEP_H_
#define SINEW_STEP_SLEEP_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

static inline bool sleep_isOn(const mjModel* m) { return (m->opt.enableflags & mjENBL_SLEEP) != 0; }
// whether a tree starts asleep
static inline bool sleep_anyInit(const mjModel* m) {
  bool any = false;
  for (int t = 0; t < m->ntree; t++) any = any || m->tree_sleep_policy[t] == mjSLEEP_INIT;
  return any && sleep_isOn(m);
}
// whether a tree is asleep
static inline bool sleep_anyAsleep(const mjModel* m, const mjData* d) {
  return d->ntree_awake < m->ntree;
}

// Computes poses from qpos, then wakes trees whose pose changed, to which the user applies a force,
// or which may no longer sleep
void sleep_poses(const mjModel* m, mjData* d, void (*compute)(const mjModel* m, mjData* d));
// wakes trees that a tendon at its limit couples to an awake one
void sleep_wakeByTendon(const mjModel* m, mjData* d);
// wakes trees that an awake tree touches; true: some woke, and collision detection must be repeated
bool sleep_wakeByContact(const mjModel* m, mjData* d);
// wakes trees that an equality couples to an awake one
void sleep_wakeByEquality(const mjModel* m, mjData* d);
// Puts trees at rest to sleep; true: some fell asleep, their qvel and qacc are zero. The awake
// lists are not updated
bool sleep_fall(const mjModel* m, mjData* d);
// After a reset and a forward pass: puts trees to sleep whose policy says so. Returns the root body
// of one that cannot sleep because it touches a tree with another policy; -1: there is none
int sleep_layDown(const mjModel* m, mjData* d);

#endif
