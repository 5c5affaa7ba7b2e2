// Derivatives of sensordata at one state by positions (tangents), velocities, activations and
// controls: dy = y_q dq + y_v dv + y_a da + y_f df, where accelerations and forces of constraints
// and actuators have been differentiated before. One world.
#ifndef SINEW_DIFF_DERIVATIVE_SENSOR_H_
#define SINEW_DIFF_DERIVATIVE_SENSOR_H_

#include <stdbool.h>

#include "diff/contact_kinematics.h"
#include "diff/derivatives.h"

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
} diff_SensorInput;

// Blocks of columns that are NULL count as zero. Of `out`, they are not asked for.
typedef struct {
  const diff_Work* work;            // filled by diff_motion; tenV by diff_tendonRates
  diff_Matrix qacc;                 // rows are dofs
  diff_Matrix force;                // rows are those of constraints (nefc): efc_force
  diff_Matrix actuator;             // rows are outputs of actuators (nout): actuator_force
  diff_Matrix length;               // the same: actuator_length, by q
  diff_Matrix speed;                // the same: actuator_velocity, by q and v
  diff_Matrix joint;                // rows are dofs: qfrc_actuator
  const ckin_Derivative* contacts;  // (ncon) by ckin_derivatives
  diff_Matrix out;                  // rows are sensordata; all numbers of its blocks are written
} diff_Sensors;

// bits of diff_SensorInput
unsigned diff_sensorInputs(const mjModel* m);
// false: a callback computes sensors, from what nobody knows; differences of whole steps remain
bool diff_sensorsCovered(const mjModel* m);
// d is the result of a forward pass with sensors, in which nothing sleeps and no sensor has past
// samples; it is left as it is. False if scratch is short
bool diff_sensors(const mjModel* m, mjData* d, const diff_Sensors* s);

#endif
