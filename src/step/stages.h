// The stages of a step: one list, from which forward and inverse dynamics, the stages of RK4,
// mj_step1 and mj_step2 and steps in lanes are made.
#ifndef SINEW_STEP_STAGES_H_
#define SINEW_STEP_STAGES_H_

#include "model/lane_data.h"

// the stages of the API (mjtStage), with the program's callback between velocity and acceleration
typedef enum {
  STAGE_NONE,
  STAGE_POSITION,
  STAGE_VELOCITY,
  STAGE_CONTROL,
  STAGE_ACCELERATION,
} step_Stage;

// what a pass is made of: one way, and what belongs to the stages without being needed for qacc
enum {
  STAGE_FORWARD = 1,
  STAGE_INVERSE = 2,  // nothing wakes, no islands; the last stage is step_inverse's
  STAGE_SENSORS = 4,
  STAGE_ENERGY = 8,
};

// the stages behind `after` up to `last`, in their order; what: one way and what else
void LANE(step_run)(const lane_Model* m, lane_Data* d, step_Stage after, step_Stage last,
                    unsigned what);
// a forward pass from behind `after` to the accelerations, counted as one; extras: STAGE_SENSORS,
// STAGE_ENERGY
void LANE(step_pass)(const lane_Model* m, lane_Data* d, step_Stage after, unsigned extras);

#endif
