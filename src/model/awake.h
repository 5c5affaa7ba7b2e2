// Lists of what is awake, derived from tree_asleep, and who sleeps.
#ifndef SINEW_MODEL_AWAKE_H_
#define SINEW_MODEL_AWAKE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "model/private_data.h"

#define AWAKE_FULL (-(1 + mjMINAWAKE))  // counter of a tree that has just been woken

// tree_asleep = AWAKE_FULL for all trees, then the lists
void awake_all(const mjModel* m, mjData* d);
// tree_asleep -> tree_awake, body_awake, body_awake_ind, parent_awake_ind, dof_awake_ind, counts
// and awake ranges; of trees that fall asleep it is not known whether they are where qpos says
// (model/pose_source.h)
void awake_update(const mjModel* m, mjData* d);

// some tree sleeps, and sleep is enabled
static inline bool awake_anyAsleep(const mjModel* m, const mjData* d) {
  return (m->opt.enableflags & mjENBL_SLEEP) && d->ntree_awake < m->ntree;
}

static inline bool awake_isDofAsleep(const mjModel* m, const mjData* d, int dof) {
  return awake_anyAsleep(m, d) && !d->tree_awake[m->dof_treeid[dof]];
}

// what does not sleep. After sleep was disabled this is everything when poses are computed next
static inline range_List awake_ranges(const mjData* d) {
  const private_Data* priv = private_of(d);
  return (range_List){priv->range, priv->nrange};
}
// the runs between, of what sleeps; returns their number
static inline int awake_resting(const mjData* d, const range_Resting** run) {
  *run = private_of(d)->resting;
  return private_of(d)->nresting;
}

// Some results are written for sleeping trees too, in the pass after they fell asleep: then qacc is
// qacc_smooth and the forces of actuators and constraints are zero, and at its end qacc_warmstart
// is qacc. Further passes would write the same. The awake ranges are those of everything until a
// solve and an advance have ended, then those of awake_ranges.
static inline range_List awake_freshRanges(const mjData* d) {
  const private_Data* priv = private_of(d);
  return priv->unsettled ? (range_List){&priv->whole, 1} : awake_ranges(d);
}
typedef enum { AWAKE_ADVANCED, AWAKE_SOLVED, AWAKE_CHANGED } awake_Pass;
// a solve or an advance has ended
void awake_settle(mjData* d, awake_Pass ended);
// qacc of what sleeps is no longer what a pass left
void awake_unsettle(mjData* d);

// mass times centre of mass of sleeping trees, added to their parents (nbody x 3)
void awake_addSleepers(const mjModel* m, const mjData* d, mjtNum* com);

// Only asked while some tree sleeps: whether an object sleeps and is left as it is: a tendon if all
// of its trees do, an actuator if the object does that it acts on, a slider-crank if neither of its
// sites is awake, a sensor if its object does; a sensor of two objects unless one of them is awake.
bool awake_restsTendon(const mjModel* m, const mjData* d, int tendon);
bool awake_restsActuator(const mjModel* m, const mjData* d, int actuator);
bool awake_restsSensor(const mjModel* m, const mjData* d, int sensor);
// a camera or light on a body, or turned towards one (-1: none): unless one of them is awake
bool awake_restsView(const mjModel* m, const mjData* d, int body, int target);

// the same at any time
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
