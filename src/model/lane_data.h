// mjData for SIMD over worlds: lane-generic code works on mjData for one world, or on the same
// arrays with LANE_W worlds in each element. Both have the same member names, so one source serves
// both. Included by lane-generic files after base/lane.h. The model beside it is lane_Model
// (model/lane_model.h).
//
//   lane_Data            mjData, or the lane struct below
//   lane_mark, lane_scratch, lane_free   scratch stack in frames; lane_scratch returns NULL if out
//                        of memory
//   lane_ranges           what is visited: everything awake; lanes never sleep
//   lane_freshRanges, lane_isTendonAsleep, lane_isActuatorAsleep, ...   as in model/awake.h
#ifndef SINEW_MODEL_LANE_DATA_H_
#define SINEW_MODEL_LANE_DATA_H_

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/data.h>
#include <sinew/model.h>

#include "base/assert.h"
#include "base/lane.h"
#include "model/awake.h"
#include "model/lane_model.h"
#include "model/stack.h"

#if LANE_W == 1

typedef mjData lane_Data;

LANE_INLINE void lane_mark(lane_Data* d) { stack_mark(d); }
LANE_INLINE void lane_free(lane_Data* d) { stack_free(d); }
LANE_INLINE real* lane_scratch(lane_Data* d, int n) { return stack_smooth(d, (size_t)n); }
LANE_INLINE range_List lane_ranges(const lane_Data* d) { return awake_ranges(d); }
LANE_INLINE range_List lane_freshRanges(const lane_Data* d) { return awake_freshRanges(d); }
#define lane_addSleepers awake_addSleepers
#define lane_anyAsleep awake_anyAsleep
#define lane_isDofAsleep awake_isDofAsleep
#define lane_isTendonAsleep awake_isTendonAsleep
#define lane_isActuatorAsleep awake_isActuatorAsleep
#define lane_isSensorAsleep awake_isSensorAsleep
#define lane_isViewAsleep awake_isViewAsleep

#else

enum { LANE_DENSE_DOFS = 252 };  // largest number of dofs for which scratch can hold dense problems

// rows LANE of the table of mjData
#define LANE_MEMBER_LANE(name) real* name;
#define LANE_MEMBER_SINGLE(name)
#define LANE_MEMBER_PRIVATE(name)

typedef struct {
#define FIELD(name, part, stage, world, ...) LANE_MEMBER_##world(name)
#include "model/data_fields.def"
#undef FIELD
  real time, energy[2];
  lane_Model* model;  // model of the lanes
  // sparsity pattern of the moments, the same in all worlds: every row has all columns that can be
  // nonzero
  int *moment_rownnz, *moment_rowadr, *moment_colind;
  int lazy;                               // results on demand that sensors needed (sensor_parts.h)
  bool skipGeoms;                         // skips poses of geoms that no stage of a step reads
  int* geomRead;                          // (ngeom) whether a stage reads its pose
  struct lane_Constraints_* constraints;  // contacts and rows (step/lane_constraint.h); NULL: none
  range_Range whole;                      // of the model
  void* block;                            // memory block of the arrays
  real* scratch;
  int nscratch, used;
  int frame;  // begin of the current frame, where the begin of the enclosing frame is stored
  int nfull;  // frames that began when scratch was full: they are empty
} lane_Data;

LANE_INLINE void lane_mark(lane_Data* d) {
  ASSERT_FULL(d->frame <= d->used && d->used <= d->nscratch);
  if (d->used == d->nscratch) {
    d->nfull++;
    return;
  }
  memcpy(&d->scratch[d->used], &d->frame, sizeof d->frame);
  d->frame = d->used++;
}
LANE_INLINE void lane_free(lane_Data* d) {
  if (d->nfull) {
    d->nfull--;
    return;
  }
  ASSERT_FULL(d->frame < d->used);  // its frame record is there
  d->used = d->frame;
  memcpy(&d->frame, &d->scratch[d->used], sizeof d->frame);
  ASSERT_FULL(d->frame >= 0 && d->frame <= d->used);
}
LANE_INLINE real* lane_scratch(lane_Data* d, int n) {
  ASSERT_FULL(n >= 0);
  if (n > d->nscratch - d->used) return NULL;
  d->used += n;
  return d->scratch + d->used - n;
}
LANE_INLINE range_List lane_ranges(const lane_Data* d) { return (range_List){&d->whole, 1}; }
#define lane_freshRanges lane_ranges
#define lane_addSleepers(m, d, com) ((void)0)
#define lane_anyAsleep(m, d) false
#define lane_isDofAsleep(m, d, dof) false
#define lane_isTendonAsleep(m, d, tendon) false
#define lane_isActuatorAsleep(m, d, actuator) false
#define lane_isSensorAsleep(m, d, sensor) false
#define lane_isViewAsleep(m, d, body, target) false

// allocates the lane data of a model, all values zero, with the model in all lanes; NULL if out of
// memory
lane_Data* LANE(lane_make)(const mjModel* m);
void LANE(lane_delete)(lane_Data* d);
// copies state and inputs (stage INPUT, time) of one world into a lane; copies all arrays of a lane
// back into those of the same name of an mjData
void LANE(lane_put)(const mjModel* m, lane_Data* d, int lane, const mjData* world);
void LANE(lane_get)(const mjModel* m, const lane_Data* d, int lane, mjData* world);

#endif

#endif
