// Public API of editable models: lookup of elements by name, and iteration. Bodies are visited
// depth first, in the order of their ids (preorder); elements of a body in the order in which they
// were added.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "spec/asset_file.h"
#include "spec/copy.h"

// ---- from an element

mjSpec* mjs_getSpec(const mjsElement* element) {
  ARGS_NEED_OR(NULL, element);
  return &spec_of(element)->spec->pub;
}

mjSpec* mjs_getOriginSpec(const mjsElement* element) {
  ARGS_NEED_OR(NULL, element);
  return &copy_origin(spec_of(element))->pub;
}

mjsCompiler* mjs_getCompiler(const mjsElement* element) {
  ARGS_NEED_OR(NULL, element);
  return &copy_origin(spec_of(element))->pub.compiler;
}

mjsBody* mjs_getParent(const mjsElement* element) {
  ARGS_NEED_OR(NULL, element);
  const spec_Element* body = spec_of(element)->body;
  return body ? body->data : NULL;
}

mjsFrame* mjs_getFrame(const mjsElement* element) {
  ARGS_NEED_OR(NULL, element);
  const spec_Element* frame = spec_of(element)->frame;
  return frame ? frame->data : NULL;
}

mjsDefault* mjs_getDefault(const mjsElement* element) {
  ARGS_NEED_OR(NULL, element);
  const spec_Element* def = spec_of(element)->def;
  return def ? def->data : NULL;
}

// index in the list of its type
static int placeOf(const spec_Element* e) {
  const spec_List* list = &e->spec->list[e->type];
  int i = 0;
  while (i < list->n && list->item[i] != e) i++;
  return i < list->n ? i : -1;
}

// elements outside the tree are numbered as they are added, tree elements by the compiler
int mjs_getId(const mjsElement* element) {
  if (!element) return -1;
  const spec_Element* e = spec_of(element);
  if (e == e->spec->world) return 0;
  if (e->type == SPEC_FRAME) return -1;
  const bool compiled = e->spec->element->head.signature != 0;
  return e->id < 0 && !e->body && e->type != mjOBJ_BODY && !compiled ? placeOf(e) : e->id;
}

// ---- by name

static void* dataOf(const spec_Element* e) { return e ? e->data : NULL; }

mjSpec* mjs_findSpec(const mjSpec* spec, const char* name) {
  ARGS_NEED_OR(NULL, spec, name);
  const spec_Spec* s = spec_spec(spec);
  const spec_Element* model = spec_find(s, SPEC_MODEL, name);
  if (model && model->extra) return &((spec_Spec*)model->extra)->pub;
  for (int i = 0; i < s->nheld; i++) {
    if (!strcmp(vec_text(s->held[i]->pub.modelname), name)) return &s->held[i]->pub;
  }
  return NULL;
}

mjsBody* mjs_findBody(const mjSpec* s, const char* name) {
  ARGS_NEED_OR(NULL, s, name);
  return dataOf(spec_find(spec_spec(s), mjOBJ_BODY, name));
}

mjsFrame* mjs_findFrame(const mjSpec* s, const char* name) {
  ARGS_NEED_OR(NULL, s, name);
  return dataOf(spec_find(spec_spec(s), SPEC_FRAME, name));
}

mjsDefault* mjs_findDefault(const mjSpec* s, const char* classname) {
  ARGS_NEED_OR(NULL, s, classname);
  return dataOf(spec_findDefault(spec_spec(s), classname));
}

mjsDefault* mjs_getSpecDefault(const mjSpec* s) {
  ARGS_NEED_OR(NULL, s);
  return spec_spec(s)->root->data;
}

// meshes and textures without a name are found by the stem of their file
static spec_Element* findByFile(const spec_Spec* spec, int type, const char* name) {
  if (type != mjOBJ_MESH && type != mjOBJ_TEXTURE) return NULL;
  const spec_List* list = &spec->list[type];
  for (int i = 0; i < list->n; i++) {
    if (!*spec_name(list->item[i]) && asset_isCalled(list->item[i], name)) return list->item[i];
  }
  return NULL;
}

mjsElement* mjs_findElement(const mjSpec* s, mjtObj type, const char* name) {
  ARGS_NEED_OR(NULL, s, name);
  const int list = copy_listOf(type);
  spec_Element* e = list >= 0 && list != SPEC_DEFAULT ? spec_find(spec_spec(s), list, name) : NULL;
  if (!e) e = findByFile(spec_spec(s), list, name);
  return e ? &e->head : NULL;
}

mjsBody* mjs_findChild(const mjsBody* body, const char* name) {
  ARGS_NEED_OR(NULL, body, name);
  const spec_Element* top = spec_of(body->element);
  spec_Element* found = spec_find(top->spec, mjOBJ_BODY, name);
  for (const spec_Element* e = found; e; e = e->body) {
    if (e == top) return found->data;
  }
  return NULL;
}

// ---- iteration

static int indexIn(const spec_List* list, const spec_Element* e) {
  for (int i = 0; i < list->n; i++) {
    if (list->item[i] == e) return i;
  }
  return list->n;
}

// the next body after `body` in depth-first order below `top`; NULL at the end
static spec_Element* nextBody(const spec_Element* top, const spec_Element* body) {
  const spec_List* children = &spec_body(body)->child[mjOBJ_BODY];
  if (children->n) return children->item[0];
  while (body != top && body->body) {
    const spec_List* siblings = &spec_body(body->body)->child[mjOBJ_BODY];
    const int i = indexIn(siblings, body);
    if (i + 1 < siblings->n) return siblings->item[i + 1];
    body = body->body;
  }
  return NULL;
}

// the first element of a type in `body` or in the bodies after it
static spec_Element* firstFrom(const spec_Element* top, const spec_Element* body, int type,
                               bool recurse) {
  for (; body; body = recurse ? nextBody(top, body) : NULL) {
    const spec_List* list = &spec_body(body)->child[type];
    if (list->n) return list->item[0];
  }
  return NULL;
}

static bool inTree(int type) {
  return type == mjOBJ_BODY || type == mjOBJ_JOINT || type == mjOBJ_GEOM || type == mjOBJ_SITE ||
         type == mjOBJ_CAMERA || type == mjOBJ_LIGHT || type == SPEC_FRAME;
}

static spec_Element* firstChild(const spec_Element* top, int type, bool recurse) {
  return inTree(type) ? firstFrom(top, top, type, recurse) : NULL;
}

static spec_Element* nextChild(const spec_Element* top, const spec_Element* child, bool recurse) {
  if (!child->body) return NULL;
  if (child->type == mjOBJ_BODY && recurse) return nextBody(top, child);
  const spec_List* list = &spec_body(child->body)->child[child->type];
  const int i = indexIn(list, child);
  if (i + 1 < list->n) return list->item[i + 1];
  return recurse ? firstFrom(top, nextBody(top, child->body), child->type, true) : NULL;
}

static mjsElement* headOf(spec_Element* e) { return e ? &e->head : NULL; }

mjsElement* mjs_firstChild(const mjsBody* body, mjtObj type, int recurse) {
  ARGS_NEED_OR(NULL, body);
  return headOf(firstChild(spec_of(body->element), copy_listOf(type), recurse != 0));
}

mjsElement* mjs_nextChild(const mjsBody* body, const mjsElement* child, int recurse) {
  ARGS_NEED_OR(NULL, body, child);
  return headOf(nextChild(spec_of(body->element), spec_of(child), recurse != 0));
}

mjsElement* mjs_firstElement(const mjSpec* s, mjtObj type) {
  ARGS_NEED_OR(NULL, s);
  const spec_Spec* spec = spec_spec(s);
  const int list =
      type == mjOBJ_XBODY || type == mjOBJ_DEFAULT || type == mjOBJ_MODEL ? -1 : copy_listOf(type);
  if (list < 0) return NULL;
  if (list == mjOBJ_BODY) return &spec->world->head;
  if (inTree(list)) return headOf(firstChild(spec->world, list, true));
  return spec->list[list].n ? &spec->list[list].item[0]->head : NULL;
}

mjsElement* mjs_nextElement(const mjSpec* s, const mjsElement* element) {
  ARGS_NEED_OR(NULL, s, element);
  const spec_Spec* spec = spec_spec(s);
  const spec_Element* e = spec_of(element);
  if (e == spec->world) return headOf(nextBody(spec->world, e));
  if (inTree(e->type)) return headOf(nextChild(spec->world, e, true));
  const spec_List* list = &spec->list[e->type];
  const int i = indexIn(list, e);
  return i + 1 < list->n ? &list->item[i + 1]->head : NULL;
}
