// Plugins as the loader and programs find them: what ships with the library is registered first,
// when any of these functions or of the public ones is first called.
#ifndef SINEW_PLUGIN_PLUGIN_H_
#define SINEW_PLUGIN_PLUGIN_H_

#include <sinew/plugin.h>

#include "base/text.h"

// the slot of a name, -1: none has it
int plugin_find(const char* name);
int plugin_count(void);
// appends the names of what is registered: "a, b and c"
void plugin_list(text_Text* out);

#endif
