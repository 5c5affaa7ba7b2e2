// The plugins that ship with the library: one file each, listed in shipped.c.
#ifndef SINEW_PLUGIN_SHIPPED_H_
#define SINEW_PLUGIN_SHIPPED_H_

#include <sinew/plugin.h>

// registers them once; their slots are the first ones
void shipped_register(void);

#endif
