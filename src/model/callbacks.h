// User callbacks and plugins, called from lane-generic code. They exist for one world only: in
// lanes these functions do nothing and return the defaults, and models that need them are stepped
// world by world.
#ifndef SINEW_MODEL_CALLBACKS_H_
#define SINEW_MODEL_CALLBACKS_H_

#include "model/lane_data.h"
#include "model/plugins.h"

#if LANE_W == 1

LANE_INLINE void callback_passive(const lane_Model* m, lane_Data* d) {
  if (mjcb_passive) mjcb_passive(m, d);
}
LANE_INLINE bool callback_isPlugin(const lane_Model* m, int actuator) {
  return m->actuator_plugin[actuator] >= 0;
}
// calls of all plugins: activation derivatives, actuator forces, the end of a step
LANE_INLINE void callback_pluginRates(const lane_Model* m, lane_Data* d) {
  if (m->nplugin) plugins_actDot(m, d);
}
LANE_INLINE void callback_pluginForces(const lane_Model* m, lane_Data* d) {
  if (m->nplugin) plugins_compute(m, d, mjPLUGIN_ACTUATOR, mjSTAGE_ACC);
}
LANE_INLINE void callback_pluginAdvance(const lane_Model* m, lane_Data* d) {
  if (m->nplugin) plugins_advance(m, d);
}
LANE_INLINE real callback_actDyn(const lane_Model* m, const lane_Data* d, int actuator) {
  return mjcb_act_dyn ? mjcb_act_dyn(m, d, actuator) : 0;
}
LANE_INLINE real callback_actGain(const lane_Model* m, const lane_Data* d, int actuator) {
  return mjcb_act_gain ? mjcb_act_gain(m, d, actuator) : 1;
}
LANE_INLINE real callback_actBias(const lane_Model* m, const lane_Data* d, int actuator) {
  return mjcb_act_bias ? mjcb_act_bias(m, d, actuator) : 0;
}

#else

LANE_INLINE bool callback_isPlugin(const lane_Model* m, int actuator) {
  (void)m;
  (void)actuator;
  return false;
}
LANE_INLINE void callback_pluginRates(const lane_Model* m, lane_Data* d) {
  (void)m;
  (void)d;
}
#define callback_pluginForces callback_pluginRates
#define callback_pluginAdvance callback_pluginRates
LANE_INLINE void callback_passive(const lane_Model* m, lane_Data* d) {
  (void)m;
  (void)d;
}
LANE_INLINE real callback_default(const lane_Model* m, const lane_Data* d, int actuator,
                                  double value) {
  (void)m;
  (void)d;
  (void)actuator;
  return lane_bc(value);
}
LANE_INLINE real callback_actDyn(const lane_Model* m, const lane_Data* d, int actuator) {
  return callback_default(m, d, actuator, 0);
}
LANE_INLINE real callback_actGain(const lane_Model* m, const lane_Data* d, int actuator) {
  return callback_default(m, d, actuator, 1);
}
LANE_INLINE real callback_actBias(const lane_Model* m, const lane_Data* d, int actuator) {
  return callback_default(m, d, actuator, 0);
}

#endif

#endif
