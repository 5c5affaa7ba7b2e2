// Built-in plugins that ship with the library: one file each, registered from the table in
// shipped.c.
#ifndef SINEW_PLUGIN_SHIPPED_H_
#define SINEW_PLUGIN_SHIPPED_H_

#include <sinew/plugin.h>

extern const mjpPlugin shipped_pid, shipped_cable, shipped_touchGrid;
extern const mjpPlugin shipped_bolt, shipped_bowl, shipped_gear, shipped_nut, shipped_torus;

// registers them once; they get the first slots
void shipped_register(void);

#endif
