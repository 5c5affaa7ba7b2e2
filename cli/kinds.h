// What joints, actuators and sensors of a compiled model are, in the words of MJCF.
#ifndef SINEW_CLI_KINDS_H_
#define SINEW_CLI_KINDS_H_

#include <sinew/sinew.h>

const char* kind_joint(const mjModel* m, int joint);
// "motor", "position", ...: the element whose settings these are; "general" if there is none
const char* kind_actuator(const mjModel* m, int actuator);
// "joint", "tendon", ...: what it acts on, and the element of it (mjtObj, id)
const char* kind_transmission(const mjModel* m, int actuator, int* type, int* id);
// "accelerometer", "framepos", ...
const char* kind_sensor(const mjModel* m, int sensor);

#endif
