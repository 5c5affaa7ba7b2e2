// Sleeping (deactivation of trees at rest): index lists of awake bodies and dofs, derived from
// tree_asleep, and the queries whether an object sleeps.
#ifndef SINEW_MODEL_AWAKE_H_
#define SINEW_MODEL_AWAKE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "model/private_data.h"

#define AWAKE_FULL (-(1 + mjMINAWAKE))  // counter of a tree that just woke up

// sets tree_asleep = AWAKE_FULL for all trees, then updates the lists
void awake_all(const mjModel* m, mjData* d);
// tree_asleep -> tree_awake, body_awake, body_awake_ind, parent_awake_ind, dof_awake_ind, counts
// and awake ranges; for trees that fall asleep it is unknown whether their poses match qpos
// (model/pose_source.h)
void awake_update(const mjModel* m, mjData* d);

// whether a tree sleeps and sleep is enabled
static inline bool awake_anyAsleep(const mjModel* m, const mjData* d) {
  return (m->opt.enableflags & mjENBL_SLEEP) && d->ntree_awake < m->ntree;
}

static inline bool awake_isDofAsleep(const mjModel* m, const mjData* d, int dof) {
  return awake_anyAsleep(m, d) && !d->tree_awake[m->dof_treeid[dof]];
}

// ranges of what is awake. After sleep was disabled they cover everything when poses are next
// computed
static inline range_List awake_ranges(const mjData* d) {
  const private_Data* priv = private_of(d);
  return (range_List){priv->range, priv->nrange};
}
// the runs in between, which sleep; returns their number
static inline int awake_resting(const mjData* d, const range_Resting** run) {
  *run = private_of(d)->resting;
  return private_of(d)->nresting;
}

// Some results are also written for sleeping trees in the pass after they fell asleep: qacc is then
// qacc_smooth, forces of actuators and constraints are zero, and at the end of the pass
// qacc_warmstart is qacc. Further passes would write the same values. So these ranges cover
// everything until a solve and an advance have ended; then they are those of awake_ranges.
static inline range_List awake_freshRanges(const mjData* d) {
  const private_Data* priv = private_of(d);
  return priv->unsettled ? (range_List){&priv->whole, 1} : awake_ranges(d);
}
typedef enum { AWAKE_ADVANCED, AWAKE_SOLVED, AWAKE_CHANGED } awake_Pass;
// a solve or an advance has ended
void awake_settle(mjData* d, awake_Pass ended);
// qacc of sleeping trees is no longer the result of a pass
void awake_unsettle(mjData* d);

// adds mass times center of mass of sleeping trees to that of their parents (nbody x 3)
void awake_addSleepers(const mjModel* m, const mjData* d, mjtNum* com);

// Call only while some tree sleeps: whether an object sleeps and is skipped. A tendon sleeps if all
// of its trees do, an actuator if the object it acts on does, a slider-crank if neither of its
// sites is awake, a sensor if its object does; a sensor of two objects unless one of them is awake.
bool awake_restsTendon(const mjModel* m, const mjData* d, int tendon);
bool awake_restsActuator(const mjModel* m, const mjData* d, int actuator);
bool awake_restsSensor(const mjModel* m, const mjData* d, int sensor);
// a camera or light on a body, or tracking a target body (-1: none): unless one of them is awake
bool awake_restsView(const mjModel* m, const mjData* d, int body, int target);

// the same, callable at any time
static inline bool awake_isTendonAsleep(const mjModel* m, const mjData* d, int tendon) {
  return awake_anyAsleep(m, d) && awake_restsTendon(m, d, tendon);
}
static inline bool awake_isActuatorAsleep(const mjModel* m, const mjData* d, int actuator) {
  return awake_anyAsleep(m, d) && awake_restsActuator(m, d, actuator);
}
static inline bool awake_isSensorAsleep(const mjModel* m, const mjData* d, int sensor) {
  return awake_anyAsleep(m, d) && awake_restsSensor(m, d, sensor);
}
static inline bool awake_isViewAsleep(const mjModel* m, const mjData* d, int body, int target) {
  return awake_anyAsleep(m, d) && awake_restsView(m, d, body, target);
}

#endif
