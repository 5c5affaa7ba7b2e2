// Actuation: controls and activations -> actuator forces, and activations one timestep later.
// Included by lane-generic files after model/lane_data.h.
#ifndef SINEW_FORCE_ACTUATION_H_
#define SINEW_FORCE_ACTUATION_H_

#include "model/lane_data.h"

// ctrl, act, actuator_length, actuator_velocity, actuator_moment, qfrc_gravcomp -> act_dot,
// actuator_force, qfrc_actuator. One world: delayed controls come from the history buffer, user
// types from the callbacks, a bad control raises mjWARN_BADCTRL.
void LANE(actuation_forces)(const lane_Model* m, lane_Data* d);

// *next = activation `slot` (0 .. actuator_actnum-1) of an actuator one timestep later, from d->act
// (and for the bristle of a dcmotor actuator_velocity) and act_dot (na). Clamped to actrange. Servo
// angles are not wrapped here but in actuation_advance: forces that use the next activation
// (actearly) see it unwrapped.
void LANE(actuation_next)(const lane_Model* m, const lane_Data* d, int actuator, int slot,
                          const real* act_dot, real* next);

// Advances d->act by one timestep, all actuators; those in disabled groups move as if act_dot were
// zero, integrators of servos with a period are wrapped. Does nothing if actuation is disabled.
// act_dot: (na), d->act_dot or a combination of several.
void LANE(actuation_advance)(const lane_Model* m, lane_Data* d, const real* act_dot);

// whether opt.disableactuator disables the group of this actuator
LANE_INLINE int actuation_isDisabled(const lane_Model* m, int actuator) {
  enum { NGROUP = 31 };  // groups beyond cannot be disabled
  const int group = m->actuator_group[actuator];
  return group >= 0 && group < NGROUP && ((m->opt.disableactuator >> group) & 1);
}

#endif
