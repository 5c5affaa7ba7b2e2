// Plugin registry lookup by name for the loader and programs: the built-in plugins are registered
// first, at the first call of any of these or of the public functions.
#ifndef SINEW_PLUGIN_PLUGIN_H_
#define SINEW_PLUGIN_PLUGIN_H_

#include <sinew/plugin.h>

#include "base/text.h"

// returns the slot of a name, -1: not registered
int plugin_find(const char* name);
int plugin_count(void);
// appends the names of all registered plugins: "a, b and c"
void plugin_list(text_Text* out);

#endif
