// Plugin registry, and dispatch of init, reset, compute and advance to all plugin instances of a
// model, in order.
#include "model/plugins.h"

#include <string.h>

#include <sinew/api.h>

#include "base/mem.h"
#include "base/registry.h"
#include "base/text.h"

// ---- the registry

// all plugins, including user plugins with the name of a built-in one, and which are built in
static registry_List registered = REGISTRY_EMPTY;
static bool shipped[REGISTRY_MOST];

static bool sameAttributes(const mjpPlugin* a, const mjpPlugin* b) {
  bool same = a->nattribute == b->nattribute;
  for (int i = 0; same && i < a->nattribute; i++)
    same = text_equalNoCase(a->attributes[i], b->attributes[i]);
  return same;
}

// function pointers are compared bytewise: all members after the attributes
static bool samePlugin(const mjpPlugin* a, const mjpPlugin* b) {
  return sameAttributes(a, b) && a->capabilityflags == b->capabilityflags &&
         a->needstage == b->needstage && a->nstate == b->nstate &&
         a->nsensordata == b->nsensordata && a->init == b->init && a->destroy == b->destroy &&
         a->copy == b->copy && a->reset == b->reset && a->compute == b->compute &&
         a->advance == b->advance && a->visualize == b->visualize &&
         a->actuator_act_dot == b->actuator_act_dot && a->sdf_distance == b->sdf_distance &&
         a->sdf_gradient == b->sdf_gradient && a->sdf_staticdistance == b->sdf_staticdistance &&
         a->sdf_attribute == b->sdf_attribute && a->sdf_aabb == b->sdf_aabb;
}

// one block: the struct, pointers to the attributes, their strings and the name
static mjpPlugin* copyPlugin(const mjpPlugin* p) {
  const size_t n = (size_t)p->nattribute;
  size_t bytes = sizeof *p + n * sizeof(char*) + strlen(p->name) + 1;
  for (size_t i = 0; i < n; i++) bytes += strlen(p->attributes[i]) + 1;
  mjpPlugin* copy = mem_alloc(bytes);
  if (!copy) return NULL;
  const char** attribute = (const char**)(copy + 1);
  char* at = (char*)(attribute + n);
  *copy = *p;
  copy->attributes = attribute;
  copy->name = strcpy(at, p->name);
  for (size_t i = 0; i < n; i++) {
    at += strlen(at) + 1;
    attribute[i] = strcpy(at, p->attributes[i]);
  }
  return copy;
}

// with the mutex held, or with a known count: the last user plugin of the name, else the built-in
// one
static int find(const char* name, int n) {
  int found = -1;
  for (int i = 0; i < n; i++) {
    const mjpPlugin* p = registered.item[i];
    if (text_equalNoCase(p->name, name) && (found < 0 || shipped[found])) found = i;
  }
  return found;
}

static int addUnderLock(const mjpPlugin* plugin, bool ships) {
  const int n = registry_count(&registered);
  for (int i = 0; i < n; i++) {
    const mjpPlugin* other = registered.item[i];
    if (!text_equalNoCase(other->name, plugin->name)) continue;
    if (samePlugin(other, plugin)) return i;
    if (!shipped[i]) return PLUGINS_TAKEN;
  }
  if (n == REGISTRY_MOST) return PLUGINS_FULL;
  shipped[n] = ships;
  const mjpPlugin* item = ships ? plugin : copyPlugin(plugin);
  return item ? registry_add(&registered, item) : PLUGINS_NO_MEMORY;
}

int plugins_add(const mjpPlugin* plugin, bool ships) {
  registry_lock(&registered);
  const int slot = addUnderLock(plugin, ships);
  registry_unlock(&registered);
  return slot;
}

int plugins_count(void) { return registry_count(&registered); }

const mjpPlugin* plugins_at(int slot) { return registry_at(&registered, slot); }

int plugins_find(const char* name) { return find(name, registry_count(&registered)); }

// ---- instances

const mjpPlugin* plugins_of(const mjModel* m, int instance) {
  return instance >= 0 && instance < m->nplugin ? plugins_at(m->plugin[instance]) : NULL;
}

const mjpPlugin* plugins_with(const mjModel* m, int instance, int capability) {
  const mjpPlugin* p = plugins_of(m, instance);
  return p && (p->capabilityflags & capability) ? p : NULL;
}

const char* plugins_config(const mjModel* m, int instance, const char* attribute) {
  const mjpPlugin* p = plugins_of(m, instance);
  if (!p) return NULL;
  const char* text = m->plugin_attr + m->plugin_attradr[instance];
  const char* end = m->plugin_attr + m->npluginattr;
  for (int i = 0; i < p->nattribute && text < end; i++) {
    if (!strcmp(p->attributes[i], attribute)) return text;
    text += strlen(text) + 1;
  }
  return NULL;
}

static void destroyFirst(mjData* d, int n) {
  for (int i = 0; i < n; i++) {
    const mjpPlugin* p = plugins_at(d->plugin[i]);
    if (p && p->destroy) p->destroy(d, i);
    d->plugin_data[i] = 0;
  }
}

int plugins_init(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = plugins_of(m, i);
    d->plugin[i] = m->plugin[i];
    if (!p || (p->init && p->init(m, d, i) < 0)) {
      destroyFirst(d, i);
      return i;
    }
  }
  return -1;
}

void plugins_reportInit(const mjModel* m, int instance) {
  const mjpPlugin* p = plugins_of(m, instance);
  const char* name = mj_id2name(m, mjOBJ_PLUGIN, instance);
  if (p) {
    mju_error("plugin instance %d '%s': '%s' could not be started (its function init failed); "
              "what it has reported before says why",
              instance, name ? name : "", p->name);
  } else {
    mju_error(
        "plugin instance %d '%s': no plugin is registered in slot %d; load the libraries that "
        "were loaded when the model was made, in the same order",
        instance, name ? name : "", m->plugin[instance]);
  }
}

void plugins_destroy(mjData* d) { destroyFirst(d, d->nplugin); }

void plugins_copy(mjData* dest, const mjModel* m, const mjData* src) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = plugins_of(m, i);
    if (p && p->copy) p->copy(dest, m, src, i);
  }
}

void plugins_reset(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = plugins_of(m, i);
    mjtNum* state = d->plugin_state + m->plugin_stateadr[i];
    if (p && p->reset) p->reset(m, state, (void*)d->plugin_data[i], i);
  }
}

void plugins_advance(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = plugins_of(m, i);
    if (p && p->advance) p->advance(m, d, i);
  }
}

void plugins_compute(const mjModel* m, mjData* d, int capability, int stage) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = plugins_with(m, i, capability);
    if (!p || !p->compute) continue;
    const int needs = p->needstage == mjSTAGE_NONE ? mjSTAGE_POS : p->needstage;
    if (capability == mjPLUGIN_SENSOR && needs != stage) continue;
    p->compute(m, d, i, capability);
  }
}

void plugins_actDot(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = plugins_with(m, i, mjPLUGIN_ACTUATOR);
    if (p && p->actuator_act_dot) p->actuator_act_dot(m, d, i);
  }
}
