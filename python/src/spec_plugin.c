// Plugins of editable models: instances, and the part of other elements that says which one they
// use.
#include <string.h>

#include "spec.h"

// ---- instances and their users

// is the object an instance, not the part of an element that names one
static bool is_instance(const Node* n) {
  return node_isElement(n) && (void*)mjs_asPlugin(node_handle(n)) == (void*)n->base;
}

mjsPlugin* plugin_instance(const Node* n) {
  const mjsPlugin* plugin = (mjsPlugin*)n->base;
  if (node_isElement(n)) return mjs_asPlugin(node_handle(n));
  const char* name = mjs_getString(plugin->name);
  mjsElement* e = name && *name ? mjs_findElement(node_owner(n), mjOBJ_PLUGIN, name) : NULL;
  return e ? mjs_asPlugin(e) : NULL;
}

int plugin_setName(const Node* n, const SpecField* f, PyObject* value) {
  const char* text = text_from(value, f->name);
  if (!text) return -1;
  call_begin();
  if (is_instance(n) && mjs_setName(node_handle(n), text)) {
    spec_error(node_owner(n));
    return -1;
  }
  mjs_setString(((mjsPlugin*)n->base)->name, text);
  return 0;
}

int plugin_assign(const Node* n, char* base, const Node* from) {
  mjsPlugin* to = (mjsPlugin*)base;
  const mjsPlugin* given = (mjsPlugin*)from->base;
  const char* name = mjs_getString(given->name);
  const bool named = name && *name;
  if (!named && node_handle(from) && node_owner(from) != node_owner(n)) {
    PyErr_SetString(PyExc_ValueError, "the plugin is one of another spec; give it a name there");
    return -1;
  }
  to->element = named ? NULL : given->element;
  return 0;
}

// ---- configuration: a dict of texts

PyObject* plugin_config(PyObject* self, void* unused) {
  (void)unused;
  const mjsPlugin* plugin = plugin_instance((Node*)self);
  const void* config = plugin ? mjs_getPluginAttributes(plugin) : NULL;
  PyObject* dict = PyDict_New();
  for (int i = 0; dict && config && i + 1 < sn_vecSize(config); i += 2) {
    PyObject* value = PyUnicode_FromString(mjs_getString(sn_vecAt(config, i + 1)));
    if (!value || PyDict_SetItemString(dict, mjs_getString(sn_vecAt(config, i)), value) < 0)
      Py_CLEAR(dict);
    Py_XDECREF(value);
  }
  return dict;
}

// keys and values by turns; false after an exception
static bool append_config(void* config, PyObject* dict) {
  PyObject *key, *value;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict, &at, &key, &value)) {
    PyObject* text = PyObject_Str(value);
    const char* name = text_from(key, "a key of config");
    const char* word = name && text ? text_from(text, "a value of config") : NULL;
    if (word) {
      mjs_appendString(config, name);
      mjs_appendString(config, word);
    }
    Py_XDECREF(text);
    if (!word) return false;
  }
  return true;
}

int plugin_setConfig(PyObject* self, PyObject* dict, void* unused) {
  (void)unused;
  mjsPlugin* plugin = plugin_instance((Node*)self);
  if (!dict || !PyDict_Check(dict)) {
    PyErr_SetString(PyExc_TypeError, "config should be a dict of str to str");
    return -1;
  }
  if (!plugin) {
    PyErr_SetString(PyExc_ValueError,
                    "no instance of a plugin is used here; assign one that add_plugin made first");
    return -1;
  }
  if (!memory_free(((Node*)self)->memory)) return -1;
  void* part[sn_VECPARTS];
  if (!sn_vecInit(part)) {
    PyErr_NoMemory();
    return -1;
  }
  const bool ok = append_config(part, dict);
  if (ok) mjs_setPluginAttributes(plugin, part);
  sn_vecFree(part);
  return ok ? 0 : -1;
}
