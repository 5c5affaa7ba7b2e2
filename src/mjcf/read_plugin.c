// Reads MJCF plugins: those that <extension> activates, instances and their configuration, and the
// elements that use them.
#include <string.h>

#include "base/assert.h"
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"
#include "plugin/plugin.h"
#include "spec/spec_plugin.h"

// the replacement of plugins that another element of the language has made obsolete
static const char* insteadOf(const char* name) {
  static const struct {
    const char *name, *instead;
  } gone[] = {
      {"mujoco.elasticity.solid", "<elasticity> inside <flexcomp dim=\"3\">"},
      {"mujoco.elasticity.membrane", "<elasticity elastic2d=\"stretch\"> inside <flexcomp>"},
      {"mujoco.elasticity.shell", "<elasticity elastic2d=\"bend\"> inside <flexcomp>"},
      {"mujoco.sdf.sdflib", "<geom type=\"sdf\"> with a mesh"},
  };
  for (int i = 0; i < COUNT(gone); i++) {
    if (text_equalNoCase(gone[i].name, name)) return gone[i].instead;
  }
  return NULL;
}

static void unknownPlugin(read_Reader* r, const xml_Node* node, const char* name) {
  text_Text known = {0};
  const char* instead = insteadOf(name);
  plugin_list(&known);
  if (instead) {
    read_error(r, node, "plugin: '%.100s' does not exist any more; use %s", name, instead);
  } else {
    read_error(r, node,
               "plugin: there is no plugin '%.100s'; load its library first (mj_loadPluginLibrary, "
               "or --plugin FILE of the program). Registered are %s",
               name, text_get(&known));
  }
  text_free(&known);
}

// ---- configuration

static void readConfig(read_Reader* r, const xml_Node* node, spec_Element* e) {
  for (const xml_Node* child = xml_child(node, "config"); child && !r->diag->failed;
       child = xml_nextSame(child)) {
    const char* key = xml_attr(child, "key");
    if (plug_value(e, key)) {
      read_error(r, child, "key: '%.100s' is given twice; give it once", key);
      diag_resume(r->diag);
      continue;
    }
    vec_appendText(plug_config(e), key);
    vec_appendText(plug_config(e), xml_attr(child, "value"));
  }
}

spec_Element* read_instance(read_Reader* r, const xml_Node* node, const char* plugin) {
  spec_Element* e = read_make(r, node, mjOBJ_PLUGIN, NULL, NULL, NULL);
  if (!e) return NULL;
  mjsPlugin* data = SPEC_DATA(mjsPlugin, e);
  vec_setText(data->plugin_name, plugin);
  readConfig(r, node, e);
  return e;
}

// ---- extension

READ_ELEMENT(read_activation) {
  (void)element;
  const char* name = xml_attr(node, "plugin");
  if (plugin_find(name) < 0) {
    unknownPlugin(r, node, name);
    return;
  }
  plug_activate(r->spec, name);
  for (const xml_Node* child = xml_child(node, "instance"); child; child = xml_nextSame(child)) {
    spec_Element* e = read_instance(r, child, name);
    if (e && read_name(r, child, e, "name"))
      vec_setText(SPEC_DATA(mjsPlugin, e)->name, spec_name(e));
    if (r->diag->failed && !diag_resume(r->diag)) return;
  }
}

// ---- users

void read_usePlugin(read_Reader* r, const xml_Node* node, mjsPlugin* use) {
  use->active = true;
  use->element = NULL;
  const char *plugin = vec_text(use->plugin_name), *instance = vec_text(use->name);
  if (*instance) {
    if (xml_child(node, "config")) {
      char label[XML_LABEL_SIZE];
      diag_warning(r->diag, node->where, xml_label(label, node),
                   "config: it has no effect here; the instance '%.100s' has its own, in "
                   "<extension>",
                   instance);
    }
    return;
  }
  if (!*plugin) return;  // the compiler reports it, because programs can do this too
  spec_Element* e = read_instance(r, node, plugin);
  use->element = e ? &e->head : NULL;
  r->spec->pub.hasImplicitPluginElem = true;
}

void read_pluginsOf(read_Reader* r, const xml_Node* node, spec_Element* e) {
  mjsPlugin* use = plug_use(e->type, e->data);
  if (!use || r->diag->failed) return;
  if (xml_is(node, schema_usePlugin.tag)) {  // actuators and sensors that are plugins themselves
    read_usePlugin(r, node, use);
    return;
  }
  for (const xml_Node* child = xml_child(node, schema_usePlugin.tag); child && !r->diag->failed;
       child = xml_nextSame(child)) {
    read_attrs(r, child, &schema_usePlugin, use, NULL);
    read_usePlugin(r, child, use);
  }
}

READ_ELEMENT(read_bodyPlugin) {
  mjsPlugin* use = plug_use(mjOBJ_BODY, r->body->data);
  ASSERT(use);
  read_attrs(r, node, element, use, NULL);
  read_usePlugin(r, node, use);
}
