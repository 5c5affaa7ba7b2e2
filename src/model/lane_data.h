// The data that lane-generic code works on: mjData for one world, or the same arrays with LANE_W
// worlds in each number. Both have the same member names, so one source serves both. Included by
// lane-generic files after base/lane.h.
//
//   lane_Data            mjData, or the lane struct below
//   lane_prm(array, i)   a number of the model that a batch may later hold per world (mass,
//   damping, ...) lane_mark, lane_scratch, lane_free   scratch in frames; lane_scratch returns NULL
//   if there is no room
//   lane_spans           what is visited: all that does not sleep; lanes never sleep
//   lane_freshSpans, lane_isTendonAsleep, lane_isActuatorAsleep, ...   as in model/awake.h
#ifndef SINEW_MODEL_LANE_DATA_H_
#define SINEW_MODEL_LANE_DATA_H_

#include <stdbool.h>
#include <stddef.h>

#include <sinew/api.h>
#include <sinew/data.h>
#include <sinew/model.h>

#include "base/lane.h"
#include "model/awake.h"
#include "model/stack.h"

#define lane_prm(array, i) ((array)[i])

#if LANE_W == 1

typedef mjData lane_Data;

LANE_INLINE void lane_mark(lane_Data* d) { mj_markStack(d); }
LANE_INLINE void lane_free(lane_Data* d) { mj_freeStack(d); }
LANE_INLINE real* lane_scratch(lane_Data* d, int n) { return stack_smooth(d, (size_t)n); }
LANE_INLINE span_List lane_spans(const lane_Data* d) { return awake_spans(d); }
LANE_INLINE span_List lane_freshSpans(const lane_Data* d) { return awake_freshSpans(d); }
#define lane_addSleepers awake_addSleepers
#define lane_anyAsleep awake_anyAsleep
#define lane_isDofAsleep awake_isDofAsleep
#define lane_isTendonAsleep awake_isTendonAsleep
#define lane_isActuatorAsleep awake_isActuatorAsleep
#define lane_isSensorAsleep awake_isSensorAsleep
#define lane_isViewAsleep awake_isViewAsleep

#else

// arrays of real numbers that the smooth pipeline reads and writes; shapes as in mjData
#define LANE_FIELDS(F)                                                                             \
  F(qpos)                                                                                          \
  F(qvel)                                                                                          \
  F(act)                                                                                           \
  F(ctrl)                                                                                          \
  F(qfrc_applied) F(xfrc_applied) F(mocap_pos) F(mocap_quat) F(qacc) F(qacc_warmstart) F(act_dot)  \
      F(sensordata) F(xpos) F(xquat) F(xmat) F(xipos) F(ximat) F(xanchor) F(xaxis) F(geom_xpos)    \
          F(geom_xmat) F(site_xpos) F(site_xmat) F(cam_xpos) F(cam_xmat) F(light_xpos)             \
              F(light_xdir) F(subtree_com) F(cdof) F(cinert) F(ten_J) F(ten_length)                \
                  F(actuator_length) F(actuator_moment) F(crb) F(M) F(qLD) F(qLDiagInv)            \
                      F(ten_velocity) F(actuator_velocity) F(cvel) F(cdof_dot) F(qfrc_bias)        \
                          F(qfrc_spring) F(qfrc_damper) F(qfrc_gravcomp) F(qfrc_fluid)             \
                              F(qfrc_passive) F(subtree_linvel) F(subtree_angmom) F(qH)            \
                                  F(qHDiagInv) F(qDeriv) F(qLU) F(actuator_force) F(qfrc_actuator) \
                                      F(qfrc_smooth) F(qacc_smooth) F(qfrc_constraint)             \
                                          F(qfrc_inverse) F(cacc) F(cfrc_int) F(cfrc_ext)

typedef struct {
#define F(name) real* name;
  LANE_FIELDS(F)
#undef F
  real time, energy[2];
  // structure of the moments, the same in all worlds: every row has all columns that can be nonzero
  int *moment_rownnz, *moment_rowadr, *moment_colind;
  bool skipGeoms;   // their poses are not computed
  span_Span whole;  // of the model
  void* block;      // what the arrays lie in
  real* scratch;
  int nscratch, used;
  int mark[32], nmark;
} lane_Data;

LANE_INLINE void lane_mark(lane_Data* d) { d->mark[d->nmark++] = d->used; }
LANE_INLINE void lane_free(lane_Data* d) { d->used = d->mark[--d->nmark]; }
LANE_INLINE real* lane_scratch(lane_Data* d, int n) {
  if (n > d->nscratch - d->used) return NULL;
  d->used += n;
  return d->scratch + d->used - n;
}
LANE_INLINE span_List lane_spans(const lane_Data* d) { return (span_List){&d->whole, 1}; }
#define lane_freshSpans lane_spans
#define lane_addSleepers(m, d, com) ((void)0)
#define lane_anyAsleep(m, d) false
#define lane_isDofAsleep(m, d, dof) false
#define lane_isTendonAsleep(m, d, tendon) false
#define lane_isActuatorAsleep(m, d, actuator) false
#define lane_isSensorAsleep(m, d, sensor) false
#define lane_isViewAsleep(m, d, body, target) false

// a lane data for a model, all numbers zero; NULL if memory is short
lane_Data* LANE(lane_make)(const mjModel* m);
void LANE(lane_delete)(lane_Data* d);
// inputs and state (qpos to mocap_quat, time) of one world into a lane; all real arrays of a lane
// back into the arrays of the same name of an mjData
void LANE(lane_put)(const mjModel* m, lane_Data* d, int lane, const mjData* world);
void LANE(lane_get)(const mjModel* m, const lane_Data* d, int lane, mjData* world);

#endif

#endif
