// Plugins of a model that is compiled: instances in the order of their ids, and who uses them.
#ifndef SINEW_COMPILE_COMPILE_PLUGIN_H_
#define SINEW_COMPILE_COMPILE_PLUGIN_H_

#include <sinew/plugin.h>

#include "compile/compile.h"

// an instance
typedef struct comp_Plugin {
  spec_Element* e;   // mjsPlugin
  const char* name;  // of the plugin: its own, or what the element that has it says
  int slot;
  const mjpPlugin* plugin;
  const char** value;  // of its attributes, "" if not given (plugin->nattribute)
} comp_Plugin;

// the instance that an element uses, once comp_preparePlugins has checked it; NULL: none
const comp_Plugin* comp_pluginOf(const comp_Compile* c, const spec_Element* e);

#endif
