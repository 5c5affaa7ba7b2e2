// Classifies joints, actuators and sensors of a compiled model: the names of their types in MJCF.
#ifndef SINEW_CLI_KINDS_H_
#define SINEW_CLI_KINDS_H_

#include <sinew/sinew.h>

const char* kind_joint(const mjModel* m, int joint);
// "motor", "position", ...: the MJCF element with these settings; "general" if there is none
const char* kind_actuator(const mjModel* m, int actuator);
// transmission type: "joint", "tendon", ..., and its target (mjtObj, id)
const char* kind_transmission(const mjModel* m, int actuator, int* type, int* id);
// "accelerometer", "framepos", ...
const char* kind_sensor(const mjModel* m, int sensor);

#endif
