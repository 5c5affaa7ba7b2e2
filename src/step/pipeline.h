// Stages of the smooth pipeline, lane-generic: each is a list of calls into dyn and force.
// Collision and constraints have no place here: who steps a model must know that it needs none.
#ifndef SINEW_STEP_PIPELINE_H_
#define SINEW_STEP_PIPELINE_H_

#include "model/lane_data.h"

// qpos, mocap -> frames, tendons, M and its factor, transmissions
void LANE(step_position)(const mjModel* m, lane_Data* d);
// its parts but the last: frames, mass centres and tendons; M and its factor
void LANE(step_frames)(const mjModel* m, lane_Data* d);
void LANE(step_inertia)(const mjModel* m, lane_Data* d);
// qvel -> velocities of tendons, actuators and bodies, passive forces, qfrc_bias
void LANE(step_velocity)(const mjModel* m, lane_Data* d);
// all forces -> qfrc_smooth, qacc_smooth
void LANE(step_acceleration)(const mjModel* m, lane_Data* d);
// no constraint rows: qacc_smooth -> qacc, qfrc_constraint = 0
void LANE(step_unconstrained)(const mjModel* m, lane_Data* d);
// qfrc += J' xfrc_applied of all bodies
void LANE(step_addApplied)(const mjModel* m, lane_Data* d, real* qfrc);
// all of the above with actuation between velocity and acceleration; no sensors, no energy
void LANE(step_smooth)(const mjModel* m, lane_Data* d);

#endif
