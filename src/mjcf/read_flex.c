// Reads MJCF flexes (deformable bodies): their attributes and those of their child elements; a
// flexcomp is expanded immediately.
#include <string.h>

#include "base/text.h"
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"
#include "spec/flexcomp.h"

// names separated by blanks, an mjStringVec
READ_ATTR(read_names) {
  static const char blanks[] = " \t\r\n";
  spec_Vec *names = *(spec_Vec**)target, *word = vec_make(names->pool);
  const char* at = xml_attr(node, attr->name);
  for (at += strspn(at, blanks); word && *at; at += strspn(at, blanks)) {
    const size_t length = strcspn(at, blanks);
    vec_setTextN(word, at, length);
    vec_appendText(names, vec_text(word));
    at += length;
  }
  if (names->pool->failed) diag_noMemory(r->diag);
}

READ_ATTR(read_doubleList) {
  arena_Arena scratch = arena_make(0);
  double* x;
  const int n = xml_readDoubleVector(node, attr->name, &scratch, &x, r->diag);
  if (n) vec_set(*(spec_Vec**)target, x, n, sizeof *x);
  arena_free(&scratch);
}

// appends to those of earlier elements
READ_ATTR(read_moreInts) {
  arena_Arena scratch = arena_make(0);
  int* x;
  const int n = xml_readIntVector(node, attr->name, &scratch, &x, r->diag);
  for (int i = 0; i < n; i++) {
    int* at = vec_push(*(spec_Vec**)target, sizeof *at);
    if (at) *at = x[i];
  }
  arena_free(&scratch);
}

static void readParts(read_Reader* r, const xml_Node* node, const schema_Element* element,
                      mjsFlex* flex, flexcomp_Args* args) {
  read_attrs(r, node, element, flex, args);
  for (const xml_Node* child = xml_first(node); child && diag_resume(r->diag);
       child = xml_next(child)) {
    const schema_Element* kind = schema_child(element, child->tag);
    if (kind && kind != &schema_usePlugin) read_attrs(r, child, kind, flex, args);
  }
}

READ_FILL(fill_flex) { readParts(r, node, element, data, NULL); }

// the plugin of its bodies: a named instance, or one that is created here and named after the flex
static void readPlugin(read_Reader* r, const xml_Node* flexcomp, const spec_Element* flex,
                       flexcomp_Args* args) {
  const xml_Node* node = xml_child(flexcomp, schema_usePlugin.tag);
  if (!node || r->diag->failed) return;
  const char *plugin = xml_attr(node, "plugin"), *instance = xml_attr(node, "instance");
  if (instance && *instance) {
    args->plugin = instance;
    return;
  }
  if (!plugin || !*plugin) {
    read_error(r, node, "it names no plugin; give plugin or instance");
    return;
  }
  text_Text name = {0};
  spec_Element* e = read_instance(r, node, plugin);
  text_format(&name, "flexcomp_%s", spec_name(flex));
  if (name.failed) diag_noMemory(r->diag);
  if (e && !name.failed) {
    if (spec_setName(e, text_get(&name))) {
      args->plugin = spec_name(e);
      vec_setText(SPEC_DATA(mjsPlugin, e)->name, args->plugin);
    } else {
      read_error(r, node, "it makes an instance '%.100s', but there is one already; name another",
                 text_get(&name));
    }
  }
  text_free(&name);
}

READ_ELEMENT(read_flexcomp) {
  flexcomp_Args args;
  if (r->replicates) {
    read_error(r, node,
               "it cannot stand inside <replicate>, since a flex refers to its bodies by name; "
               "write one for each place");
    return;
  }
  const int before = r->diag->nerror;
  spec_Element* e = read_make(r, node, mjOBJ_FLEX, NULL, NULL, NULL);
  if (!e || !read_name(r, node, e, "name")) return;
  e->def = r->spec->root;
  if (!flexcomp_defaults(&args, r->spec)) {
    diag_noMemory(r->diag);
    return;
  }
  readParts(r, node, element, e->data, &args);
  readPlugin(r, node, e, &args);
  if (diag_settleFrom(r->diag, before)) flexcomp_make(e, r->body, &args, r->vfs);
}
