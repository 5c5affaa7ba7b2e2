// Many worlds of one model, LANE_W at a time: for tests and benchmarks, until batches exist.
#ifndef SINEW_STEP_WORLDS_H_
#define SINEW_STEP_WORLDS_H_

#include "model/lane_data.h"

// nstep timesteps of every lane of d: smooth dynamics, sensors, the model's integrator
void LANE(step_lanes)(const mjModel* m, lane_Data* d, int nstep);
// the same for n worlds of their own, whose arrays are filled in the end; false, and nothing done,
// if the model has what lanes cannot do (step_obstacle, sensor_inLanes) or memory is short
bool LANE(step_worlds)(const mjModel* m, mjData* const* world, int n, int nstep);

#endif
