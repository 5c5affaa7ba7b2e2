// Analytic derivatives of sensordata (sensor Jacobians) at one state with respect to positions
// (tangent space), velocities, activations and controls: dy = y_q dq + y_v dv + y_a da + y_f df,
// given the derivatives of accelerations and of the forces of constraints and actuators. One world.
#ifndef SINEW_DIFF_DERIVATIVE_SENSOR_H_
#define SINEW_DIFF_DERIVATIVE_SENSOR_H_

#include <stdbool.h>

#include "diff/contact_kinematics.h"
#include "diff/derivatives.h"

// which derivatives the sensors of a model depend on, and so must be given
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

// Blocks of columns that are NULL count as zero; those of `out` are not computed.
typedef struct {
  const diff_Work* work;            // filled by diff_motion; tenV by diff_tendonRates
  diff_Matrix qacc;                 // rows are dofs
  diff_Matrix force;                // rows are those of constraints (nefc): efc_force
  diff_Matrix actuator;             // rows are outputs of actuators (nout): actuator_force
  diff_Matrix length;               // the same: actuator_length, by q
  diff_Matrix speed;                // the same: actuator_velocity, by q and v
  diff_Matrix joint;                // rows are dofs: qfrc_actuator
  const ckin_Derivative* contacts;  // (ncon) by ckin_derivatives
  diff_Matrix out;                  // rows are sensordata; all values of its blocks are written
} diff_Sensors;

// bits of diff_SensorInput
unsigned diff_sensorInputs(const mjModel* m);
// false: a callback computes sensors from inputs unknown here; only differences of whole steps work
bool diff_sensorsCovered(const mjModel* m);
// d is the result of a forward pass with sensors, in which no tree sleeps and no sensor is read
// with a delay; it is unchanged on return. False if scratch is short
bool diff_sensors(const mjModel* m, mjData* d, const diff_Sensors* s);

#endif
