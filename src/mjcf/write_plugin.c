// Serialization of plugins to XML: <extension> with all named instances, and the elements that use
// plugins.
#include <string.h>

#include "base/assert.h"
#include "mjcf/schema_row.h"
#include "mjcf/write_parts.h"
#include "spec/spec_plugin.h"

static void writeConfig(write_Writer* w, const spec_Element* instance) {
  const spec_Vec* config = plug_config(instance);
  for (int i = 0; i + 1 < config->size; i += 2) {
    write_begin(w, "config");
    write_attr(w, "key", vec_textAt(config, i));
    write_attr(w, "value", vec_textAt(config, i + 1));
    write_end(w, "config");
  }
}

// ---- users

// the unnamed instance that belongs to an element, NULL: none
static const spec_Element* ownInstance(const write_Writer* w, const mjsPlugin* use) {
  return *vec_text(use->name) ? NULL : plug_instance(w->spec, use);
}

void write_pluginConfig(write_Writer* w, const spec_Element* e) {
  const mjsPlugin* use = plug_use(e->type, e->data);
  ASSERT(use);
  const spec_Element* own = use->active ? ownInstance(w, use) : NULL;
  if (own) writeConfig(w, own);
}

void write_usePlugin(write_Writer* w, const spec_Element* e) {
  const mjsPlugin* use = plug_use(e->type, e->data);
  ASSERT(use);
  if (!use->active) return;
  const spec_Element* own = ownInstance(w, use);
  write_begin(w, schema_usePlugin.tag);
  if (own) {
    const char* plugin = vec_text(SPEC_DATA(mjsPlugin, own)->plugin_name);
    write_attr(w, "plugin", *plugin ? plugin : vec_text(use->plugin_name));
    writeConfig(w, own);
  } else {
    write_attr(w, "instance", vec_text(use->name));
  }
  write_end(w, schema_usePlugin.tag);
}

// ---- extension

static const char* pluginName(const spec_Element* instance) {
  return vec_text(SPEC_DATA(mjsPlugin, instance)->plugin_name);
}

// A plugin is written once, where its first instance is: the order of instances is that of ids only
// if those of one plugin are contiguous, as readers make them
static bool isFirst(const spec_List* list, int i) {
  for (int k = 0; k < i; k++) {
    if (*spec_name(list->item[k]) &&
        text_equalNoCase(pluginName(list->item[k]), pluginName(list->item[i])))
      return false;
  }
  return *spec_name(list->item[i]) != 0;
}

static void writeInstances(write_Writer* w, const spec_List* list, int first) {
  write_begin(w, "plugin");
  write_attr(w, "plugin", pluginName(list->item[first]));
  for (int i = first; i < list->n; i++) {
    const spec_Element* e = list->item[i];
    if (!*spec_name(e) || !text_equalNoCase(pluginName(e), pluginName(list->item[first]))) continue;
    write_begin(w, "instance");
    write_attr(w, "name", spec_name(e));
    writeConfig(w, e);
    write_end(w, "instance");
  }
  write_end(w, "plugin");
}

static bool hasInstance(const spec_List* list, const char* plugin) {
  bool has = false;
  for (int i = 0; i < list->n && !has; i++)
    has = *spec_name(list->item[i]) && text_equalNoCase(pluginName(list->item[i]), plugin);
  return has;
}

void write_extension(write_Writer* w) {
  const spec_List* list = &w->spec->list[mjOBJ_PLUGIN];
  const spec_Vec* activated = w->spec->activated;
  if (!list->n && !activated->size) return;
  text_add(w->out, "\n");
  write_begin(w, schema_extension.tag);
  for (int i = 0; i < list->n; i++) {
    if (isFirst(list, i)) writeInstances(w, list, i);
  }
  for (int i = 0; i < activated->size; i++) {
    if (hasInstance(list, vec_textAt(activated, i))) continue;
    write_begin(w, "plugin");
    write_attr(w, "plugin", vec_textAt(activated, i));
    write_end(w, "plugin");
  }
  write_end(w, schema_extension.tag);
}
