// Sleeping trees of one world: trees that have been quiet for ten steps stop moving until something
// touches them. tree_asleep of a tree is negative while it is awake (a counter that rises to -1
// when it is quiet) and names the next tree of its sleeping island otherwise: islands sleep and
// wake whole, as cycles.
#ifndef SINEW_STEP_SLEEP_H_
#define SINEW_STEP_SLEEP_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

static inline bool sleep_isOn(const mjModel* m) { return (m->opt.enableflags & mjENBL_SLEEP) != 0; }
// some tree shall start asleep
static inline bool sleep_anyInit(const mjModel* m) {
  bool any = false;
  for (int t = 0; t < m->ntree; t++) any = any || m->tree_sleep_policy[t] == mjSLEEP_INIT;
  return any && sleep_isOn(m);
}
// some tree is asleep
static inline bool sleep_anyAsleep(const mjModel* m, const mjData* d) {
  return d->ntree_awake < m->ntree;
}

// computes poses from qpos, then wakes trees whose pose changed, which the user pushes, or which
// may not sleep any more
void sleep_poses(const mjModel* m, mjData* d, void (*compute)(const mjModel* m, mjData* d));
// trees that a tendon at its limit couples to an awake one
void sleep_wakeByTendon(const mjModel* m, mjData* d);
// trees that an awake tree touches; true: some woke, contacts must be found again
bool sleep_wakeByContact(const mjModel* m, mjData* d);
// trees that an equality couples to an awake one
void sleep_wakeByEquality(const mjModel* m, mjData* d);
// puts trees to sleep that are quiet; true: some are, their qvel and qacc are zero. The lists of
// what is awake are not updated
bool sleep_fall(const mjModel* m, mjData* d);
// after a reset and a forward pass: trees whose policy says so are put to sleep. Returns the root
// of one that cannot sleep, for it touches a tree with another policy; -1: there is none
int sleep_layDown(const mjModel* m, mjData* d);

#endif
