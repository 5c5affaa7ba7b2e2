// Plugin instances of an editable model: their users, configuration (key-value pairs), activation,
// and the public API of both.
#include "spec/spec_plugin.h"

#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "plugin/plugin.h"
#include "spec/spec_api.h"

// ---- users

static const size_t useOffset[SPEC_NTYPE] = {
    [mjOBJ_BODY] = offsetof(mjsBody, plugin),         [mjOBJ_GEOM] = offsetof(mjsGeom, plugin),
    [mjOBJ_MESH] = offsetof(mjsMesh, plugin),         [mjOBJ_SENSOR] = offsetof(mjsSensor, plugin),
    [mjOBJ_ACTUATOR] = offsetof(mjsActuator, plugin),
};

mjsPlugin* plug_use(int type, void* data) {
  ASSERT_FULL(type >= 0 && type < SPEC_NTYPE);
  return useOffset[type] ? (mjsPlugin*)((char*)data + useOffset[type]) : NULL;
}

spec_Element* plug_instance(const spec_Spec* spec, const mjsPlugin* use) {
  const char* name = vec_text(use->name);
  if (*name) return spec_find(spec, mjOBJ_PLUGIN, name);
  spec_Element* e = spec_of(use->element);
  return e && e->type == mjOBJ_PLUGIN && e->spec == spec && !e->removed ? e : NULL;
}

bool plug_collectUsed(const spec_Spec* spec, spec_Pool* pool, copy_Map* used) {
  for (int type = 0; type < SPEC_NTYPE && !pool->failed; type++) {
    const spec_List* list = &spec->list[type];
    for (int i = 0; i < list->n && useOffset[type]; i++) {
      const spec_Element* e = plug_instance(spec, plug_use(type, list->item[i]->data));
      if (e) copy_mapSet(pool, used, e, NULL);
    }
  }
  return !pool->failed;
}

bool plug_removeUnused(spec_Spec* spec) {
  const spec_List* list = &spec->list[mjOBJ_PLUGIN];
  if (!list->n) return true;
  plug_nameAll(spec);
  spec_Pool pool = {.arena = arena_make(0)};
  copy_Map used = {0};
  spec_List gone = {0};
  bool ok = plug_collectUsed(spec, &pool, &used);
  for (int i = 0; i < list->n && ok; i++)
    ok = copy_mapHas(&used, list->item[i]) || spec_listAdd(&pool, &gone, list->item[i]);
  ok = ok && copy_remove(spec, &gone);
  arena_free(&pool.arena);
  if (!ok) spec->pool.failed = true;
  return ok;
}

spec_Element* plug_ownInstance(const spec_Element* e) {
  const mjsPlugin* use = e->data ? plug_use(e->type, e->data) : NULL;
  spec_Element* own = use && !*vec_text(use->name) ? plug_instance(e->spec, use) : NULL;
  int users = 0;
  for (int type = 0; type < SPEC_NTYPE && own; type++) {
    const spec_List* list = &e->spec->list[type];
    for (int i = 0; i < list->n && useOffset[type]; i++)
      users += plug_instance(e->spec, plug_use(type, list->item[i]->data)) == own;
  }
  return own && users == 1 && !*spec_name(own) ? own : NULL;
}

// ---- configuration

const char* plug_value(const spec_Element* e, const char* key) {
  const spec_Vec* config = plug_config(e);
  for (int i = 0; i + 1 < config->size; i += 2) {
    if (!strcmp(vec_textAt(config, i), key)) return vec_textAt(config, i + 1);
  }
  return NULL;
}

// ---- activation

bool plug_isActive(const spec_Spec* spec, const char* name) {
  for (int i = 0; i < spec->activated->size; i++) {
    if (text_equalNoCase(vec_textAt(spec->activated, i), name)) return true;
  }
  return false;
}

bool plug_activate(spec_Spec* spec, const char* name) {
  return plug_isActive(spec, name) || vec_appendText(spec->activated, name);
}

bool plug_activateAll(spec_Spec* spec, const spec_Spec* other) {
  for (int i = 0; i < other->activated->size; i++) {
    if (!plug_activate(spec, vec_textAt(other->activated, i))) return false;
  }
  return true;
}

void plug_nameAll(spec_Spec* spec) {
  const spec_List* list = &spec->list[mjOBJ_PLUGIN];
  for (int i = 0; i < list->n; i++) {
    const char* name = vec_text(SPEC_DATA(mjsPlugin, list->item[i])->name);
    if (*name && strcmp(name, spec_name(list->item[i])) != 0) spec_setName(list->item[i], name);
  }
}

// ---- the API

int mjs_activatePlugin(mjSpec* s, const char* name) {
  ARGS_NEED_OR(-1, name);
  if (!s || plugin_find(name) < 0) return -1;
  return plug_activate(spec_spec(s), name) ? 0 : -1;
}

mjsPlugin* mjs_addPlugin(mjSpec* s) {
  ARGS_NEED_OR(NULL, s);
  spec_Element* e = spec_add(spec_spec(s), mjOBJ_PLUGIN, NULL, NULL, NULL);
  return e ? e->data : NULL;
}

// the instance that a struct is or uses
static spec_Element* instanceOf(const mjsPlugin* plugin) {
  spec_Element* e = spec_of(plugin->element);
  return e && e->type == mjOBJ_PLUGIN ? e : NULL;
}

void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes) {
  ARGS_NEED(plugin, attributes);
  const spec_Element* e = instanceOf(plugin);
  const spec_Vec* given = attributes;
  if (!e || given->size % 2) {
    mju_error("mjs_setPluginAttributes: %s",
              e ? "attributes should be an mjStringVec of keys and values by turns"
                : "plugin has no instance; take that of mjs_addPlugin");
    return;
  }
  vec_copy(plug_config(e), given, 1, true);
}

const void* mjs_getPluginAttributes(const mjsPlugin* plugin) {
  ARGS_NEED_OR(NULL, plugin);
  const spec_Element* e = instanceOf(plugin);
  return e ? plug_config(e) : NULL;
}
