// Registered plugins by slot, and the calls that all instances of a model get. Slots are given by
// plugins_add; what ships with the library is registered by src/plugin, which has the public
// functions. A model is told its slots when it is compiled or read from a file.
#ifndef SINEW_MODEL_PLUGINS_H_
#define SINEW_MODEL_PLUGINS_H_

#include <stdbool.h>

#include <sinew/plugin.h>

// ---- the registry; thread-safe

// the slot of a plugin, or a negative number; the struct, its name and attributes are copied unless
// `ships`: then they stay where they are, and a later one of the same name comes before it
typedef enum {
  PLUGINS_TAKEN = -1,      // another one has the name
  PLUGINS_FULL = -2,       // no slot is left
  PLUGINS_NO_MEMORY = -3,  // for the copy
} plugins_Fault;
int plugins_add(const mjpPlugin* plugin, bool ships);
int plugins_count(void);
// NULL: there is none
const mjpPlugin* plugins_at(int slot);
// the slot of a name, any case; -1: none has it
int plugins_find(const char* name);

// ---- instances of a model

// the plugin of an instance; NULL for -1, and if nothing is registered there
const mjpPlugin* plugins_of(const mjModel* m, int instance);
// the same if it has the capability
const mjpPlugin* plugins_with(const mjModel* m, int instance, int capability);
// text of an attribute, "" if it is not given; NULL: there is no such attribute or instance
const char* plugins_config(const mjModel* m, int instance, const char* attribute);

// init of all instances: -1, or the first that failed, when those before it are gone again
int plugins_init(const mjModel* m, mjData* d);
// the error about that one
void plugins_reportInit(const mjModel* m, int instance);
void plugins_destroy(mjData* d);
void plugins_copy(mjData* dest, const mjModel* m, const mjData* src);
void plugins_reset(const mjModel* m, mjData* d);
void plugins_advance(const mjModel* m, mjData* d);
// compute of all instances with the capability; for sensors of those that need the stage
void plugins_compute(const mjModel* m, mjData* d, int capability, int stage);
void plugins_actDot(const mjModel* m, mjData* d);

#endif
