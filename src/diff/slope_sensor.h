// Derivatives of sensordata at one state by positions (tangents), velocities, activations and
// controls: dy = y_q dq + y_v dv + y_a da + y_f df, where accelerations and forces of constraints
// and actuators have been differentiated before. One world.
#ifndef SINEW_DIFF_SLOPE_SENSOR_H_
#define SINEW_DIFF_SLOPE_SENSOR_H_

#include <stdbool.h>

#include "diff/slope.h"
#include "diff/touch.h"

// what sensors of a model are made of, and so must be given
typedef enum {
  SLOPE_SENSOR_QACC = 1 << 0,      // qacc
  SLOPE_SENSOR_FORCE = 1 << 1,     // force
  SLOPE_SENSOR_ACTUATOR = 1 << 2,  // actuator
  SLOPE_SENSOR_JOINT = 1 << 3,     // joint
  SLOPE_SENSOR_LENGTH = 1 << 4,    // length
  SLOPE_SENSOR_SPEED = 1 << 5,     // speed
  SLOPE_SENSOR_TENDON = 1 << 6,    // work->tenV
  SLOPE_SENSOR_CONTACT = 1 << 7,   // contacts
} slope_SensorInput;

// Blocks of columns that are NULL count as zero. Of `out`, they are not asked for.
typedef struct {
  const slope_Work* work;       // filled by slope_motion; tenV by slope_tendonRates
  slope_Matrix qacc;            // rows are dofs
  slope_Matrix force;           // rows are those of constraints (nefc): efc_force
  slope_Matrix actuator;        // rows are outputs of actuators (nout): actuator_force
  slope_Matrix length;          // the same: actuator_length, by q
  slope_Matrix speed;           // the same: actuator_velocity, by q and v
  slope_Matrix joint;           // rows are dofs: qfrc_actuator
  const touch_Slope* contacts;  // (ncon) by touch_slopes
  slope_Matrix out;             // rows are sensordata; all numbers of its blocks are written
} slope_Sensors;

// bits of slope_SensorInput
unsigned slope_sensorInputs(const mjModel* m);
// false: a callback computes sensors, from what nobody knows; differences of whole steps remain
bool slope_sensorsCovered(const mjModel* m);
// d is the result of a forward pass with sensors, in which nothing sleeps and no sensor has past
// samples; it is left as it is. False if scratch is short
bool slope_sensors(const mjModel* m, mjData* d, const slope_Sensors* s);

#endif
