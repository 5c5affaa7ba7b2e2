// Plugin registry and dispatch: registered plugins by slot, and the calls for all plugin instances
// of a model. plugins_add assigns slots; src/plugin registers the built-in plugins and has the
// public functions. A model stores the slots of its plugins when it is compiled or read from a
// file.
#ifndef SINEW_MODEL_PLUGINS_H_
#define SINEW_MODEL_PLUGINS_H_

#include <stdbool.h>

#include <sinew/plugin.h>

// ---- the registry; thread-safe

// returns the slot of a plugin, or a negative value; copies the struct, its name and attributes
// unless `ships` (built-in): then they stay where they are, and a later plugin of the same name
// takes precedence
typedef enum {
  PLUGINS_TAKEN = -1,      // another plugin has the name
  PLUGINS_FULL = -2,       // no slot is left
  PLUGINS_NO_MEMORY = -3,  // for the copy
} plugins_Fault;
int plugins_add(const mjpPlugin* plugin, bool ships);
int plugins_count(void);
// NULL: not registered
const mjpPlugin* plugins_at(int slot);
// the slot of a name, case-insensitive; -1: not found
int plugins_find(const char* name);

// ---- instances of a model

// the plugin of an instance; NULL for -1, and if nothing is registered in its slot
const mjpPlugin* plugins_of(const mjModel* m, int instance);
// the same if it has the capability
const mjpPlugin* plugins_with(const mjModel* m, int instance, int capability);
// text of an attribute, "" if not given; NULL: no such attribute or instance
const char* plugins_config(const mjModel* m, int instance, const char* attribute);

// initializes all instances: -1, or the first that failed, after those before it were destroyed
// again
int plugins_init(const mjModel* m, mjData* d);
// reports the error of that instance
void plugins_reportInit(const mjModel* m, int instance);
void plugins_destroy(mjData* d);
void plugins_copy(mjData* dest, const mjModel* m, const mjData* src);
void plugins_reset(const mjModel* m, mjData* d);
void plugins_advance(const mjModel* m, mjData* d);
// calls compute of all instances with the capability; of sensors those that need the stage
void plugins_compute(const mjModel* m, mjData* d, int capability, int stage);
void plugins_actDot(const mjModel* m, mjData* d);

#endif
