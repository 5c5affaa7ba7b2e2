// Plugins in the editable model: which types of elements use one, instances (elements of type
// mjOBJ_PLUGIN) with their configuration (key-value pairs), and the plugins that a model has
// activated. An element names an instance, or has one of its own, to which mjsPlugin.element
// points.
#ifndef SINEW_SPEC_SPEC_PLUGIN_H_
#define SINEW_SPEC_SPEC_PLUGIN_H_

#include "spec/copy.h"
#include "spec/spec.h"

// the member of a public struct that refers to a plugin; NULL: the type has none
mjsPlugin* plug_use(int type, void* data);
// the instance it refers to, NULL: there is none (of that name)
spec_Element* plug_instance(const spec_Spec* spec, const mjsPlugin* use);

// adds the instances that elements of a spec use to a set; false if out of memory
bool plug_collectUsed(const spec_Spec* spec, spec_Pool* pool, copy_Map* used);
// removes the instances that nothing in the spec uses; false if out of memory
bool plug_removeUnused(spec_Spec* spec);
// the unnamed instance of one element, NULL: none
spec_Element* plug_ownInstance(const spec_Element* e);

// alternating keys and values, a vector of strings
static inline spec_Vec* plug_config(const spec_Element* e) {
  ASSERT_FULL(e->type == mjOBJ_PLUGIN);
  return ((spec_PluginExtra*)e->extra)->config;
}
// looks up the value of a key, NULL: not given
const char* plug_value(const spec_Element* e, const char* key);

// activates a registered plugin for the model; false if out of memory
bool plug_activate(spec_Spec* spec, const char* name);
bool plug_isActive(const spec_Spec* spec, const char* name);
bool plug_activateAll(spec_Spec* spec, const spec_Spec* other);

// names instances as elements by the name that programs have set in their struct
void plug_nameAll(spec_Spec* spec);

#endif
