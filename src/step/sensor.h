// Sensors of all kinds but those of signed distance fields, evaluated at the ends of the stages of
// a forward pass. One table row and one small function per kind (sensor_kinds.lane.c); the stages
// (sensor_stage.lane.c); parts for one world only (sensor_world.c): history buffers of past
// samples, the user's callback, limit rows. Included by lane-generic files after model/lane_data.h.
#ifndef SINEW_STEP_SENSOR_H_
#define SINEW_STEP_SENSOR_H_

#include "model/lane_data.h"

// ---- stages: results of the stage -> sensordata of its sensors; nothing if sensors are disabled.
// What sensors share (subtree velocities, cacc, cfrc_int, energies) is computed by the first that
// needs it.

void LANE(sensor_pos)(const lane_Model* m, lane_Data* d);
void LANE(sensor_vel)(const lane_Model* m, lane_Data* d);
void LANE(sensor_acc)(const lane_Model* m, lane_Data* d);

// *res (sensor_dim) = current value of one sensor after the cutoff; its history buffer is not read.
// False, and nothing written, if the kind is computed by a callback or not supported
bool LANE(sensor_evaluate)(const lane_Model* m, lane_Data* d, int sensor, real* res);

// ---- queries

// whether sensors of this kind (mjtSensor) are computed
bool sensor_supported(int type);
// whether lanes can compute all sensors of a model: none has a history buffer, reads constraint
// rows or uses a callback
bool sensor_inLanes(const mjModel* m);

// ---- past samples, one world

// Called in the state advance, before time moves: samples that are due -> history.
void sensor_record(const mjModel* m, mjData* d);

#endif
