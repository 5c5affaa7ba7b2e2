// Public plugin API: registration, lookup, and loading of shared libraries (dlopen).
#include <string.h>

#include <sinew/api.h>
#include <sinew/plugin.h>

#include "base/args.h"
#include "base/library.h"
#include "model/plugins.h"
#include "plugin/plugin.h"
#include "plugin/shipped.h"

enum { MOST_ATTRIBUTES = 255, MOST_NAME = 1023 };

// ---- for the loader

int plugin_find(const char* name) {
  shipped_register();
  return plugins_find(name);
}

int plugin_count(void) {
  shipped_register();
  return plugins_count();
}

void plugin_list(text_Text* out) {
  const int n = plugin_count();
  for (int i = 0; i < n; i++)
    text_format(out, "%s%s", !i ? "" : i == n - 1 ? " and " : ", ", plugins_at(i)->name);
}

// ---- registering

void mjp_defaultPlugin(mjpPlugin* plugin) {
  ARGS_NEED(plugin);
  memset(plugin, 0, sizeof *plugin);
}

static bool isName(const char* name) { return name && *name && strlen(name) <= MOST_NAME; }

// returns what is wrong with a plugin, or NULL
static const char* faultOf(const mjpPlugin* p) {
  if (!isName(p->name)) return "its name should have 1 to 1023 characters";
  if (p->nattribute < 0 || p->nattribute > MOST_ATTRIBUTES)
    return "nattribute should be from 0 to 255";
  if (p->nattribute && !p->attributes) return "attributes is NULL, although nattribute is not 0";
  for (int i = 0; i < p->nattribute; i++) {
    if (!isName(p->attributes[i])) return "names of attributes should have 1 to 1023 characters";
  }
  return NULL;
}

int mjp_registerPlugin(const mjpPlugin* plugin) {
  ARGS_NEED_OR(-1, plugin);
  shipped_register();
  const char* fault = faultOf(plugin);
  int slot = -1;
  if (!fault) {
    slot = plugins_add(plugin, false);
    fault = slot == PLUGINS_TAKEN  ? "another plugin is registered under this name; choose another"
            : slot == PLUGINS_FULL ? "there are too many plugins"
            : slot < 0             ? "out of memory"
                                   : NULL;
  }
  if (!fault) return slot;
  mju_error("mjp_registerPlugin: plugin '%.100s': %s", plugin->name ? plugin->name : "", fault);
  return -1;
}

int mjp_pluginCount(void) { return plugin_count(); }

const mjpPlugin* mjp_getPlugin(const char* name, int* slot) {
  if (slot) *slot = -1;
  ARGS_NEED_OR(NULL, name);
  const int found = plugin_find(name);
  if (slot) *slot = found;
  return plugins_at(found);
}

const mjpPlugin* mjp_getPluginAtSlot(int slot) {
  shipped_register();
  return plugins_at(slot);
}

const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib) {
  if (!attrib) return NULL;
  ARGS_NEED_OR(NULL, m);
  return plugins_config(m, plugin_id, attrib);
}

// ---- libraries

static bool load(const char* function, const char* path) {
  char error[500];
  if (library_load(path, error, sizeof error)) return true;
  mju_error("%s: the plugin library '%.300s' cannot be loaded: %s", function, path, error);
  return false;
}

void mj_loadPluginLibrary(const char* path) {
  ARGS_NEED(path);
  shipped_register();  // built-in plugins always have the first slots
  load(__func__, path);
}

static void loadOne(void* context, const char* path, const char* name) {
  const mjfPluginLibraryLoadCallback* callback = context;
  if (!library_isName(name)) return;
  const int before = plugin_count();
  if (!load("mj_loadAllPluginLibraries", path)) return;
  const int count = plugin_count() - before;
  if (*callback) (*callback)(name, count ? before : -1, count);
}

void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback) {
  ARGS_NEED(directory);
  shipped_register();
  if (!library_list(directory, loadOne, &callback))
    mju_error("mj_loadAllPluginLibraries: the folder '%.300s' cannot be read", directory);
}
