// Smooth (unconstrained) dynamics, lane-generic: forward kinematics, inertia, velocities, forces
// and accelerations, from which the stages are built.
#ifndef SINEW_STEP_SMOOTH_H_
#define SINEW_STEP_SMOOTH_H_

#include "model/lane_data.h"

// qpos, mocap -> frames, centers of mass, cameras and lights, tendons
void LANE(step_frames)(const lane_Model* m, lane_Data* d);
// mass matrix M and its factorization
void LANE(step_inertia)(const lane_Model* m, lane_Data* d);
// qvel -> velocities of tendons, actuators and bodies, passive forces, qfrc_bias
void LANE(step_velocity)(const lane_Model* m, lane_Data* d);
// all forces -> qfrc_smooth, qacc_smooth
void LANE(step_acceleration)(const lane_Model* m, lane_Data* d);
// no constraint rows: qacc_smooth -> qacc, qfrc_constraint = 0
void LANE(step_unconstrained)(const lane_Model* m, lane_Data* d);
// qfrc += J' xfrc_applied of all bodies
void LANE(step_addApplied)(const lane_Model* m, lane_Data* d, real* qfrc);

#endif
