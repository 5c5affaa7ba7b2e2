// Plugins: validates that every instance has a registered and activated plugin that accepts its
// attributes, and that every user of an instance has one whose plugin has the required capability.
// Then fills arrays and configuration strings; states and sensors come last, because plugins read
// the model to return their sizes.
//   spec -> nplugin, npluginattr; plugin_*, body_plugin, ...; npluginstate, nsensordata
#include "compile/compile_plugin.h"

#include <limits.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/extra.h>

#include "base/assert.h"
#include "compile/compile_actuator.h"
#include "compile/compile_index.h"
#include "model/model.h"
#include "model/plugins.h"
#include "plugin/plugin.h"
#include "spec/spec_plugin.h"
#include "spec/spec_suggest.h"

// ---- types of elements that use plugins

typedef struct {
  int type;
  int capability;
  const char* ability;   // required capability of a plugin
  const char* function;  // the function that such plugins have
  size_t member, array;  // offsets: function in mjpPlugin, array of mjModel (0: none)
} User;

static const User userTable[] = {
    {mjOBJ_BODY, mjPLUGIN_PASSIVE, "passive forces", "compute", offsetof(mjpPlugin, compute),
     offsetof(mjModel, body_plugin)},
    {mjOBJ_GEOM, mjPLUGIN_SDF, "signed distance fields", "sdf_distance",
     offsetof(mjpPlugin, sdf_distance), offsetof(mjModel, geom_plugin)},
    {mjOBJ_MESH, mjPLUGIN_SDF, "signed distance fields", "sdf_staticdistance",
     offsetof(mjpPlugin, sdf_staticdistance), 0},
    {mjOBJ_ACTUATOR, mjPLUGIN_ACTUATOR, "actuators", "compute", offsetof(mjpPlugin, compute),
     offsetof(mjModel, actuator_plugin)},
    {mjOBJ_SENSOR, mjPLUGIN_SENSOR, "sensors", "nsensordata", offsetof(mjpPlugin, nsensordata),
     offsetof(mjModel, sensor_plugin)},
};
enum { NUSER = sizeof userTable / sizeof *userTable };

static bool hasFunction(const mjpPlugin* plugin, size_t member) {
  void (*function)(void);
  memcpy(&function, (const char*)plugin + member, sizeof function);
  return function != NULL;
}

// ---- instances

// names of plugins of instances that do not give them, taken from the elements that use them:
// programs may set it there
static void nameInstances(comp_Compile* c) {
  for (int i = 0; i < c->size.nplugin; i++)
    c->plugin[i].name = vec_text(SPEC_DATA(mjsPlugin, c->plugin[i].e)->plugin_name);
  for (int k = 0; k < NUSER; k++) {
    const spec_List* users = &c->list[userTable[k].type];
    for (int i = 0; i < users->n; i++) {
      const mjsPlugin* use = plug_use(userTable[k].type, users->item[i]->data);
      const spec_Element* e = use->active ? plug_instance(c->spec, use) : NULL;
      if (e && !*spec_name(e) && !*c->plugin[e->id].name)
        c->plugin[e->id].name = vec_text(use->plugin_name);
    }
  }
}

// lists instances with a name, and those without a name that belong to an element
static bool listInstances(comp_Compile* c) {
  const spec_List* all = &c->spec->list[mjOBJ_PLUGIN];
  spec_List* list = &c->list[mjOBJ_PLUGIN];
  for (int i = 0; i < all->n; i++) all->item[i]->id = *spec_name(all->item[i]) ? 0 : -1;
  for (int k = 0; k < NUSER; k++) {
    const spec_List* users = &c->list[userTable[k].type];
    for (int i = 0; i < users->n; i++) {
      const mjsPlugin* use = plug_use(userTable[k].type, users->item[i]->data);
      spec_Element* e = use->active ? plug_instance(c->spec, use) : NULL;
      if (e) e->id = 0;
    }
  }
  list->item = comp_alloc(c, all->n, sizeof *list->item);
  c->plugin = comp_alloc(c, all->n, sizeof *c->plugin);
  if (!list->item || !c->plugin) return false;
  list->n = 0;
  for (int i = 0; i < all->n; i++) {
    spec_Element* e = all->item[i];
    if (e->id < 0) continue;
    e->id = list->n;
    c->plugin[list->n].e = e;
    list->item[list->n++] = e;
  }
  list->capacity = list->n;
  c->size.nplugin = list->n;
  nameInstances(c);
  return true;
}

static bool findPlugin(comp_Compile* c, comp_Plugin* p) {
  const char* name = p->name;
  p->slot = *name ? plugin_find(name) : -1;
  p->plugin = plugins_at(p->slot);
  if (p->plugin && plug_isActive(c->spec, name)) return true;
  if (p->plugin) {
    comp_error(c, p->e,
               "plugin: '%.100s' is not activated in this model; write <extension><plugin "
               "plugin=\"%.100s\"/></extension>, or call mjs_activatePlugin",
               name, name);
    return false;
  }
  text_Text known = {0};
  plugin_list(&known);
  comp_error(c, p->e, "plugin: there is no plugin '%.100s'; registered are %s", name,
             text_get(&known));
  text_free(&known);
  return false;
}

static bool isAttribute(const mjpPlugin* plugin, const char* key) {
  for (int i = 0; i < plugin->nattribute; i++) {
    if (!strcmp(plugin->attributes[i], key)) return true;
  }
  return false;
}

static bool checkConfig(comp_Compile* c, const comp_Plugin* p) {
  const spec_Vec* config = plug_config(p->e);
  for (int i = 0; i + 1 < config->size; i += 2) {
    if (isAttribute(p->plugin, vec_textAt(config, i))) continue;
    text_Text known = {0};
    for (int k = 0; k < p->plugin->nattribute; k++)
      text_format(&known, "%s%s", k ? ", " : "", p->plugin->attributes[k]);
    comp_error(c, p->e, "key: the plugin %s has no attribute '%.100s'; it has: %s", p->plugin->name,
               vec_textAt(config, i), p->plugin->nattribute ? text_get(&known) : "none");
    text_free(&known);
    return false;
  }
  return true;
}

// configuration strings as stored in the model: concatenated, each with a NUL; one NUL if there are
// none
static bool prepareValues(comp_Compile* c, comp_Plugin* p) {
  const int n = p->plugin->nattribute;
  p->value = comp_alloc(c, n, sizeof *p->value);
  if (!p->value) return false;
  mjtSize bytes = n ? 0 : 1;
  for (int i = 0; i < n; i++) {
    const char* value = plug_value(p->e, p->plugin->attributes[i]);
    p->value[i] = value ? value : "";
    bytes += (mjtSize)strlen(p->value[i]) + 1;
  }
  return comp_advance(c, p->e, "the bytes of plugin attributes", &c->size.npluginattr, bytes);
}

// ---- users

static bool checkUser(comp_Compile* c, const User* user, spec_Element* e, const mjsPlugin* use) {
  const char *name = vec_text(use->name), *plugin = vec_text(use->plugin_name);
  const spec_Element* instance = plug_instance(c->spec, use);
  if (!instance && *name) {
    char advice[SUGGEST_SIZE];
    suggest_name(advice, c->spec, mjOBJ_PLUGIN, name,
                 "define it in <extension>, inside <plugin>: <instance name=\"...\"/>");
    comp_error(c, e, "instance: there is no plugin instance '%.100s'; %s", name, advice);
    return false;
  }
  if (!instance) {
    comp_error(c, e,
               "plugin: neither plugin nor instance is given; give the name of a plugin, or "
               "that of an instance in <extension>");
    return false;
  }
  const mjpPlugin* p = c->plugin[instance->id].plugin;
  if (*plugin && !text_equalNoCase(plugin, p->name)) {
    comp_error(c, e, "instance: '%.100s' is an instance of %s, not of %.100s; give one of them",
               name, p->name, plugin);
    return false;
  }
  if (!(p->capabilityflags & user->capability)) {
    comp_error(c, e, "plugin: %s does not make %s", p->name, user->ability);
    return false;
  }
  if (hasFunction(p, user->member)) return true;
  comp_error(c, e, "plugin: %s is registered for %s, but has no function %s", p->name,
             user->ability, user->function);
  return false;
}

// a sensor of this type must have a plugin, others must not; the same for everything that only
// plugins can do
static bool usesPlugin(const User* user, const spec_Element* e, const mjsPlugin* use) {
  if (user->type != mjOBJ_SENSOR) return use->active;
  return SPEC_DATA(mjsSensor, e)->type == mjSENS_PLUGIN;
}

static bool checkUsers(comp_Compile* c) {
  for (int k = 0; k < NUSER; k++) {
    const spec_List* list = &c->list[userTable[k].type];
    for (int i = 0; i < list->n; i++) {
      const mjsPlugin* use = plug_use(userTable[k].type, list->item[i]->data);
      if (!usesPlugin(&userTable[k], list->item[i], use)) continue;
      if (!checkUser(c, &userTable[k], list->item[i], use) && !comp_resume(c)) return false;
    }
  }
  return true;
}

const comp_Plugin* comp_pluginOf(const comp_Compile* c, const spec_Element* e) {
  const mjsPlugin* use = plug_use(e->type, e->data);
  const spec_Element* instance = use && use->active ? plug_instance(c->spec, use) : NULL;
  return instance && instance->id >= 0 ? &c->plugin[instance->id] : NULL;
}

bool comp_preparePlugins(comp_Compile* c) {
  if (!listInstances(c)) return false;
  for (int i = 0; i < c->size.nplugin; i++) {
    comp_Plugin* p = &c->plugin[i];
    if ((!findPlugin(c, p) || !checkConfig(c, p) || !prepareValues(c, p)) && !comp_resume(c))
      return false;
  }
  return diag_settle(c->diag) && checkUsers(c);
}

// ---- arrays

static void fillInstances(comp_Compile* c) {
  mjModel* m = c->m;
  int adr = 0;
  for (int i = 0; i < m->nplugin; i++) {
    const comp_Plugin* p = &c->plugin[i];
    m->plugin[i] = p->slot;
    m->plugin_attradr[i] = adr;
    for (int k = 0; k < p->plugin->nattribute; k++) {
      const size_t n = strlen(p->value[k]) + 1;
      memcpy(m->plugin_attr + adr, p->value[k], n);
      adr += (int)n;
    }
    if (!p->plugin->nattribute) m->plugin_attr[adr++] = 0;
  }
  ASSERT(adr == m->npluginattr);
}

static void fillUsers(comp_Compile* c, const User* user) {
  if (!user->array) return;
  int* array;
  memcpy(&array, (const char*)c->m + user->array, sizeof array);
  const spec_List* list = &c->list[user->type];
  for (int i = 0; i < list->n; i++) {
    const comp_Plugin* p = comp_pluginOf(c, list->item[i]);
    array[i] = p ? p->e->id : -1;
  }
}

bool comp_fillPlugins(comp_Compile* c) {
  fillInstances(c);
  for (int k = 0; k < NUSER; k++) fillUsers(c, &userTable[k]);
  return true;
}

// ---- messages of plugins

void comp_listen(comp_Compile* c) {
  if (!c->m->nplugin) return;
  c->errorMode = sn_setErrorMode(sn_ERROR_KEEP);
  sn_clearErrors();
}

const char* comp_heard(comp_Compile* c) {
  (void)c;
  const char *error = sn_lastError(), *warning = sn_lastWarning();
  return error ? error : warning ? warning : "it has not said why";
}

void comp_unlisten(comp_Compile* c) {
  if (!c->m->nplugin) return;
  sn_setErrorMode(c->errorMode);
  sn_clearErrors();
}

// ---- sizes that plugins return

static bool addStates(comp_Compile* c, int i) {
  mjModel* m = c->m;
  const comp_Plugin* p = &c->plugin[i];
  const int n = p->plugin->nstate ? p->plugin->nstate(m, i) : 0;
  m->plugin_stateadr[i] = (int)m->npluginstate;
  m->plugin_statenum[i] = n;
  if (n < 0) {
    comp_error(c, p->e, "the plugin %s asks for %d state numbers: %s", p->plugin->name, n,
               comp_heard(c));
    return false;
  }
  return comp_advanceTo(c, p->e, "the numbers in states of plugins", &m->npluginstate, n,
                        MODEL_MOST_HISTORY);
}

// dimensions of plugin sensors; the addresses of all sensors follow
static bool sizeSensors(comp_Compile* c) {
  mjModel* m = c->m;
  m->nsensordata = 0;
  for (int i = 0; i < m->nsensor; i++) {
    spec_Element* e = c->list[mjOBJ_SENSOR].item[i];
    const mjpPlugin* p = plugins_of(m, m->sensor_plugin[i]);
    if (p) m->sensor_dim[i] = p->nsensordata(m, m->sensor_plugin[i], i);
    if (m->sensor_dim[i] < 0) {
      comp_error(c, e, "the plugin %s does not say how many readings there are: %s", p->name,
                 comp_heard(c));
      return false;
    }
    m->sensor_adr[i] = (int)m->nsensordata;
    if (!comp_advance(c, e, "the number of sensor values", &m->nsensordata, m->sensor_dim[i]))
      return false;
  }
  return true;
}

bool comp_sizePlugins(comp_Compile* c) {
  const mjModel* m = c->m;
  if (!m->nplugin) return true;
  bool ok = true;
  comp_listen(c);
  for (int i = 0; i < m->nplugin && ok; i++) ok = addStates(c, i);
  ok = ok && sizeSensors(c);
  comp_unlisten(c);
  return ok;
}
