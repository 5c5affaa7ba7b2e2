// A plugin library: an actuator that is a spring and a damper in series (a Maxwell element). Its
// dashpot creeps, so the force of a constant stretch fades; how far it has crept is its state,
// which mj_getState saves and mj_resetData clears.
//   force = -stiffness (x - y),  dy/dt = stiffness/viscosity (x - y),  x = length of the actuator
// Built without linking anything: the names of the engine come from the program that loads it.
//   cc -shared -fPIC maxwell.c -o maxwell.so
#include <stdlib.h>

#include <sinew/sinew.h>

static const char* const attributes[] = {"stiffness", "viscosity"};

static mjtNum number(const mjModel* m, int instance, const char* attribute) {
  const char* text = mj_getPluginConfig(m, instance, attribute);
  return text ? strtod(text, NULL) : 0;
}

// one number: y
static int nstate(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 1;
}

// a negative result refuses the model; the warning says why
static int init(const mjModel* m, mjData* d, int instance) {
  (void)d;
  if (number(m, instance, "stiffness") > 0 && number(m, instance, "viscosity") > 0) return 0;
  mju_warning("example.maxwell: stiffness and viscosity should be positive numbers");
  return -1;
}

static void reset(const mjModel* m, mjtNum* plugin_state, void* plugin_data, int instance) {
  (void)m;
  (void)plugin_data;
  (void)instance;
  plugin_state[0] = 0;
}

// the first actuator of the instance, -1: none
static int actuatorOf(const mjModel* m, int instance) {
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_plugin[i] == instance) return i;
  }
  return -1;
}

static void compute(const mjModel* m, mjData* d, int instance, int capability_bit) {
  const int i = actuatorOf(m, instance);
  if (capability_bit != mjPLUGIN_ACTUATOR || i < 0) return;
  const int out = m->actuator_outadr[i];
  const mjtNum y = d->plugin_state[m->plugin_stateadr[instance]];
  d->actuator_force[out] = -number(m, instance, "stiffness") * (d->actuator_length[out] - y);
}

static void advance(const mjModel* m, mjData* d, int instance) {
  const int i = actuatorOf(m, instance);
  if (i < 0) return;
  const mjtNum rate = number(m, instance, "stiffness") / number(m, instance, "viscosity");
  mjtNum* y = d->plugin_state + m->plugin_stateadr[instance];
  *y += m->opt.timestep * rate * (d->actuator_length[m->actuator_outadr[i]] - *y);
}

mjPLUGIN_LIB_INIT(maxwell) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "example.maxwell";
  plugin.nattribute = sizeof attributes / sizeof *attributes;
  plugin.attributes = attributes;
  plugin.capabilityflags = mjPLUGIN_ACTUATOR;
  plugin.nstate = nstate;
  plugin.init = init;
  plugin.reset = reset;
  plugin.compute = compute;
  plugin.advance = advance;
  mjp_registerPlugin(&plugin);
}
