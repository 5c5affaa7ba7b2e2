// Validates plugins of untrusted models: they must be registered in this process, with the number
// of attributes and states in the file, and have the capabilities that they are used for.
#include <string.h>

#include "io/validate.h"
#include "model/plugins.h"
#include "plugin/plugin.h"

// config strings of all instances, one after another
static bool checkTexts(const mjModel* m, validate_Fault* fault) {
  if (m->npluginattr && m->plugin_attr[m->npluginattr - 1])
    return validate_fault(fault, "plugin_attr", m->npluginattr);
  mjtSize adr = 0;
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = plugins_of(m, i);
    if (!p) return validate_fault(fault, "plugin", i);
    if (m->plugin_attradr[i] != adr) return validate_fault(fault, "plugin_attradr", i);
    for (int k = 0; k < (p->nattribute ? p->nattribute : 1); k++) {
      if (adr >= m->npluginattr) return validate_fault(fault, "plugin_attr", i);
      adr += (mjtSize)strlen(m->plugin_attr + adr) + 1;
    }
  }
  return adr == m->npluginattr || validate_fault(fault, "npluginattr", 0);
}

// plugin instances that elements may refer to
static bool checkUsers(const mjModel* m, validate_Fault* fault) {
  const struct {
    const char* name;
    const int* plugin;
    mjtSize n;
    int capability;
  } user[] = {
      {"body_plugin", m->body_plugin, m->nbody, mjPLUGIN_PASSIVE},
      {"geom_plugin", m->geom_plugin, m->ngeom, mjPLUGIN_SDF},
      {"actuator_plugin", m->actuator_plugin, m->nactuator, mjPLUGIN_ACTUATOR},
      {"sensor_plugin", m->sensor_plugin, m->nsensor, mjPLUGIN_SENSOR},
  };
  for (size_t k = 0; k < sizeof user / sizeof *user; k++) {
    for (mjtSize i = 0; i < user[k].n; i++) {
      if (user[k].plugin[i] >= 0 && !plugins_with(m, user[k].plugin[i], user[k].capability))
        return validate_fault(fault, user[k].name, i);
    }
  }
  return true;
}

static bool checkStates(const mjModel* m, validate_Fault* fault) {
  mjtSize adr = 0;
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = plugins_of(m, i);
    const int n = p->nstate ? p->nstate(m, i) : 0;
    if (n < 0 || m->plugin_statenum[i] != n) return validate_fault(fault, "plugin_statenum", i);
    if (m->plugin_stateadr[i] != adr) return validate_fault(fault, "plugin_stateadr", i);
    adr += n;
  }
  return adr == m->npluginstate || validate_fault(fault, "npluginstate", 0);
}

static bool checkSensors(const mjModel* m, validate_Fault* fault) {
  for (int i = 0; i < m->nsensor; i++) {
    const int instance = m->sensor_plugin[i];
    if ((m->sensor_type[i] == mjSENS_PLUGIN) != (instance >= 0))
      return validate_fault(fault, "sensor_plugin", i);
    if (instance < 0) continue;
    const mjpPlugin* p = plugins_of(m, instance);
    if (!p->nsensordata || p->nsensordata(m, instance, i) != m->sensor_dim[i])
      return validate_fault(fault, "sensor_dim", i);
    if (m->sensor_needstage[i] != p->needstage) return validate_fault(fault, "sensor_needstage", i);
  }
  return true;
}

bool validate_plugins(const mjModel* m, validate_Fault* fault) {
  if (m->nplugin) plugin_count();  // registers the built-in plugins
  return checkTexts(m, fault) && checkUsers(m, fault) && checkStates(m, fault) &&
         checkSensors(m, fault);
}
