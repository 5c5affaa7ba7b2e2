// Pipeline stages of a step: one list, from which forward and inverse dynamics, the stages of RK4,
// mj_step1 and mj_step2 and steps in lanes (SIMD over worlds) are built.
#ifndef SINEW_STEP_STAGES_H_
#define SINEW_STEP_STAGES_H_

#include "model/lane_data.h"

// the stages of the API (mjtStage), with the control callback between velocity and acceleration
typedef enum {
  STAGE_NONE,
  STAGE_POSITION,
  STAGE_VELOCITY,
  STAGE_CONTROL,
  STAGE_ACCELERATION,
} step_Stage;

// parts of a pass: one direction, and extras that qacc does not need
enum {
  STAGE_FORWARD = 1,
  STAGE_INVERSE = 2,  // nothing wakes, no islands; step_inverse does the last stage
  STAGE_SENSORS = 4,
  STAGE_ENERGY = 8,
};

// runs the stages after `after` up to `last` in order; what: one direction and extras
void LANE(step_run)(const lane_Model* m, lane_Data* d, step_Stage after, step_Stage last,
                    unsigned what);
// forward pass from the stage after `after` to the accelerations, counted as one; extras:
// STAGE_SENSORS, STAGE_ENERGY
void LANE(step_pass)(const lane_Model* m, lane_Data* d, step_Stage after, unsigned extras);

#endif
