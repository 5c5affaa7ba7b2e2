// Actuator transmissions, lane-generic: the length of every actuator output and its moment arm, the
// Jacobian row that maps joint velocities to the rate of that length (and forces back to joints).
#ifndef SINEW_FORCE_TRANSMISSION_H_
#define SINEW_FORCE_TRANSMISSION_H_

#include "model/lane_data.h"

// qpos, body and site poses, cdof, ten_length, ten_J -> actuator_length, actuator_moment and its
// structure moment_rownnz, moment_rowadr, moment_colind. One world: rows that depend on the pose
// keep nonzeros only; lanes: all columns that can be nonzero.
void LANE(transmission_update)(const lane_Model* m, lane_Data* d);
// actuator_moment, qvel -> actuator_velocity; zero if actuation is disabled
void LANE(transmission_velocity)(const lane_Model* m, lane_Data* d);

// whether a kind (mjtTrn) has a row in the table
bool LANE(transmission_has)(int type);

#endif
