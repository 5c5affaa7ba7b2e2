// Plugins in the editable model: which kinds of elements use one, instances (elements of type
// mjOBJ_PLUGIN) with their configuration, and the plugins that a model has activated. An element
// names an instance, or has one of its own, to which mjsPlugin.element points.
#ifndef SINEW_SPEC_SPEC_PLUGIN_H_
#define SINEW_SPEC_SPEC_PLUGIN_H_

#include "spec/copy.h"
#include "spec/spec.h"

// the part of a public struct that says which plugin an element uses; NULL: the kind has none
mjsPlugin* plug_use(int type, void* data);
// the instance that it is, NULL: there is none (of that name)
spec_Element* plug_instance(const spec_Spec* spec, const mjsPlugin* use);

// adds the instances that elements of a spec use to a set; false if memory is short
bool plug_collectUsed(const spec_Spec* spec, spec_Pool* pool, copy_Map* used);
// takes out the instances that nothing in the spec uses; false if memory is short
bool plug_removeUnused(spec_Spec* spec);
// the instance without a name that an element alone has, NULL: none
spec_Element* plug_ownInstance(const spec_Element* e);

// key and value by turns, a vector of strings
static inline spec_Vec* plug_config(const spec_Element* e) {
  ASSERT_FULL(e->type == mjOBJ_PLUGIN);
  return ((spec_PluginExtra*)e->extra)->config;
}
// the value of a key, NULL: it is not given
const char* plug_value(const spec_Element* e, const char* key);

// lets the model use a registered plugin; false if memory is short
bool plug_activate(spec_Spec* spec, const char* name);
bool plug_isActive(const spec_Spec* spec, const char* name);
bool plug_activateAll(spec_Spec* spec, const spec_Spec* other);

// instances that programs have named by their struct get these names as elements
void plug_nameAll(spec_Spec* spec);

#endif
