// Plugins while a model is compiled: instances in the order of their ids, and the elements that use
// them.
#ifndef SINEW_COMPILE_COMPILE_PLUGIN_H_
#define SINEW_COMPILE_COMPILE_PLUGIN_H_

#include <sinew/plugin.h>

#include "compile/compile.h"

// a plugin instance
typedef struct comp_Plugin {
  spec_Element* e;  // mjsPlugin
  const char*
      name;  // of the plugin: given by the instance, or by the element that owns the instance
  int slot;
  const mjpPlugin* plugin;
  const char** value;  // of its attributes, "" if not given (plugin->nattribute)
} comp_Plugin;

// the instance that an element uses, once comp_preparePlugins has validated it; NULL: none
const comp_Plugin* comp_pluginOf(const comp_Compile* c, const spec_Element* e);

#endif
