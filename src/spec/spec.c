// The editable model (scene graph): allocation and deletion of specs, lists of elements, hash table
// of names, and reference counts between specs.
#include "spec/spec.h"

#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "spec/spec_types.h"
#include "spec/spec_user.h"

enum { FIRST_BUCKETS = 64 };

// ---- lists

static bool listRoom(spec_Pool* pool, spec_List* list) {
  if (list->n < list->capacity) return true;
  spec_Element** item = vec_grow(pool, list->item, list->n, &list->capacity, sizeof *item);
  if (item) list->item = item;
  return item != NULL;
}

bool spec_listInsert(spec_Pool* pool, spec_List* list, int i, spec_Element* element) {
  ASSERT(i >= 0 && i <= list->n);
  if (!listRoom(pool, list)) return false;
  memmove(list->item + i + 1, list->item + i, (size_t)(list->n - i) * sizeof *list->item);
  list->item[i] = element;
  list->n++;
  return true;
}

bool spec_listAdd(spec_Pool* pool, spec_List* list, spec_Element* element) {
  return spec_listInsert(pool, list, list->n, element);
}

void spec_listRemove(spec_List* list, const spec_Element* element) {
  for (int i = 0; i < list->n; i++) {
    if (list->item[i] != element) continue;
    list->n--;
    memmove(list->item + i, list->item + i + 1, (size_t)(list->n - i) * sizeof *list->item);
    return;
  }
}

// ---- names: hash table with chaining over (type, name)

static uint32_t hashName(int type, const char* name) {
  uint32_t h = 2166136261u ^ (uint32_t)type;
  for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
  return h;
}

static spec_Element** bucketOf(const spec_Spec* spec, int type, const char* name) {
  return &spec->bucket[hashName(type, name) % (uint32_t)spec->nbucket];
}

static bool growNames(spec_Spec* spec) {
  if (spec->nname < spec->nbucket) return true;
  int nold = spec->nbucket;
  spec_Element** old = spec->bucket;
  int n = nold ? 4 * nold : FIRST_BUCKETS;
  spec_Element** bucket = arena_array(&spec->pool.arena, (size_t)n, sizeof *bucket);
  if (!bucket) {
    spec->pool.failed = true;
    return false;
  }
  spec->bucket = bucket;
  spec->nbucket = n;
  for (int i = 0; i < nold; i++) {
    for (spec_Element *e = old[i], *next; e; e = next) {
      next = e->nextSame;
      e->nextSame = NULL;
      spec_Element** at = bucketOf(spec, e->type, spec_name(e));
      while (*at) at = &(*at)->nextSame;  // elements with the same name keep their order
      *at = e;
    }
  }
  return true;
}

static void forgetName(spec_Element* element) {
  spec_Spec* spec = element->spec;
  if (!*spec_name(element)) return;
  for (spec_Element** at = bucketOf(spec, element->type, spec_name(element)); *at;
       at = &(*at)->nextSame) {
    if (*at != element) continue;
    *at = element->nextSame;
    ASSERT(spec->nname > 0);
    spec->nname--;
    return;
  }
}

// the first element in a chain with the given type and name
static spec_Element* firstOf(spec_Element* e, int type, const char* name) {
  while (e && (e->type != type || strcmp(spec_name(e), name))) e = e->nextSame;
  return e;
}

spec_Element* spec_find(const spec_Spec* spec, int type, const char* name) {
  if (!spec->nbucket || !name || !*name) return NULL;
  return firstOf(*bucketOf(spec, type, name), type, name);
}

spec_Element* spec_findNext(const spec_Element* element) {
  return firstOf(element->nextSame, element->type, spec_name(element));
}

void spec_shareName(spec_Element* element, const char* name) {
  spec_Spec* spec = element->spec;
  forgetName(element);
  if (!vec_setText(element->name, name) || !*name || !growNames(spec)) return;
  spec_Element** at = bucketOf(spec, element->type, name);
  element->nextSame = *at;
  *at = element;
  spec->nname++;
}

bool spec_setName(spec_Element* element, const char* name) {
  const spec_Element* other = spec_find(element->spec, element->type, name);
  if (!other) spec_shareName(element, name);
  return !other || other == element;
}

// ---- elements

static int publicType(int type) {
  ASSERT(type >= 0 && type < SPEC_NTYPE);
  static const int beyond[] = {[SPEC_FRAME - mjNOBJECT] = mjOBJ_FRAME,
                               [SPEC_DEFAULT - mjNOBJECT] = mjOBJ_DEFAULT,
                               [SPEC_MODEL - mjNOBJECT] = mjOBJ_MODEL,
                               [SPEC_WRAP - mjNOBJECT] = mjOBJ_UNKNOWN};
  return type < mjNOBJECT ? type : beyond[type - mjNOBJECT];
}

// allocates header, public struct with built-in defaults, strings and extra part; not yet in any
// list
static spec_Element* makeElement(spec_Spec* spec, int type) {
  const spec_Type* info = spec_type(type);
  spec_Pool* pool = &spec->pool;
  spec_Element* e = arena_alloc(&pool->arena, sizeof *e);
  void* data = info->size ? arena_alloc(&pool->arena, info->size) : NULL;
  void* extra = info->extra ? arena_alloc(&pool->arena, info->extra) : NULL;
  if (!e || (info->size && !data) || (info->extra && !extra)) {
    pool->failed = true;
    return NULL;
  }
  e->head.elemtype = (mjtObj)publicType(type);
  e->type = type;
  e->spec = spec;
  e->data = data;
  e->extra = extra;
  e->compiler = &spec->pub.compiler;
  e->id = -1;
  e->name = vec_make(pool);
  if (!e->name || (data && !spec_makeVecs(info, data, pool))) return NULL;
  if (data) {
    info->builtin(data);
    *(mjsElement**)data = &e->head;
  }
  return e;
}

// strings in the hidden part of a wrap object
static bool completeWrap(spec_Element* e) {
  spec_WrapExtra* wrap = spec_wrap(e);
  wrap->target = vec_make(&e->spec->pool);
  wrap->sidesite = vec_make(&e->spec->pool);
  return wrap->target && wrap->sidesite;
}

static bool completePlugin(spec_Element* e) {
  spec_PluginExtra* extra = e->extra;
  extra->config = vec_make(&e->spec->pool);
  return extra->config != NULL;
}

// Makes the records of a class, with built-in values or those of its parent.
// odd: second section of defaults; what the parent has later does not come here
static bool completeDefault(spec_Element* e, const spec_Element* parent) {
  for (int type = 0; type < SPEC_NTYPE; type++) {
    const spec_Type* info = spec_type(type);
    if (!info->record) continue;
    void* record = arena_alloc(&e->spec->pool.arena, info->size);
    if (!record || !spec_makeVecs(info, record, &e->spec->pool)) {
      e->spec->pool.failed = true;
      return false;
    }
    info->builtin(record);
    *(mjsElement**)record = &e->head;
    memcpy((char*)e->data + info->record, &record, sizeof record);
    const void* from = parent ? spec_defaultRecord(parent, type) : NULL;
    if (from && !spec_copyData(type, record, from, &e->spec->pool)) return false;
  }
  spec_default(e)->parent = (spec_Element*)parent;
  return !parent || spec_listAdd(&e->spec->pool, &spec_default(parent)->children, e);
}

void* spec_defaultRecord(const spec_Element* def, int type) {
  ASSERT(def->type == SPEC_DEFAULT);
  size_t offset = spec_type(type)->record;
  if (!offset) return NULL;
  void* record;
  memcpy(&record, (const char*)def->data + offset, sizeof record);
  return record;
}

spec_Element* spec_add(spec_Spec* spec, int type, spec_Element* body, spec_Element* frame,
                       spec_Element* def) {
  spec_Element* e = makeElement(spec, type);
  if (!e) return NULL;
  e->body = body;
  e->frame = frame;
  e->def = def;
  if (type == SPEC_WRAP && !completeWrap(e)) return NULL;
  if (type == mjOBJ_PLUGIN && !completePlugin(e)) return NULL;
  if (type == SPEC_DEFAULT && !completeDefault(e, def)) return NULL;
  const void* record = def && type != SPEC_DEFAULT ? spec_defaultRecord(def, type) : NULL;
  if (record && !spec_copyData(type, e->data, record, &spec->pool)) return NULL;
  if (!spec_listAdd(&spec->pool, &spec->list[type], e)) return NULL;
  if (body && !spec_listAdd(&spec->pool, &spec_body(body)->child[type], e)) return NULL;
  return e;
}

void spec_remove(spec_Element* element) {
  element->removed = true;
  forgetName(element);
  spec_listRemove(&element->spec->list[element->type], element);
  if (element->body) spec_listRemove(&spec_body(element->body)->child[element->type], element);
}

spec_Element* spec_findDefault(const spec_Spec* spec, const char* name) {
  return name && *name ? spec_find(spec, SPEC_DEFAULT, name) : spec->root;
}

// the info text that the program set for messages; the last string of the struct
static const char* infoOf(const spec_Element* e) {
  const spec_Type* type = spec_type(e->type);
  spec_Vec* info = NULL;
  if (e->data && type->nmember)
    memcpy(&info, (const char*)e->data + type->member[type->nmember - 1].offset, sizeof info);
  return info ? vec_text(info) : "";
}

const char* spec_label(char buf[SPEC_LABEL_SIZE], const spec_Element* element) {
  const char* name = spec_name(element);
  const char* tag = element->tag ? element->tag : spec_typeName(element->type);
  const char* info = infoOf(element);
  const size_t n = text_print(buf, SPEC_LABEL_SIZE, *name ? "<%s name='%s'>" : "<%s>", tag, name);
  if (*info) text_print(buf + n, SPEC_LABEL_SIZE - n, " (%s)", info);
  return buf;
}

// ---- the spec

// strings of the spec itself
static bool makeSpecVecs(spec_Spec* spec) {
  mjString** const string[] = {&spec->pub.modelname, &spec->pub.comment, &spec->pub.modelfiledir,
                               &spec->pub.compiler.meshdir, &spec->pub.compiler.texturedir};
  for (size_t i = 0; i < sizeof string / sizeof *string; i++) {
    *string[i] = vec_make(&spec->pool);
    if (!*string[i]) return false;
  }
  spec->activated = vec_make(&spec->pool);
  return spec->activated != NULL;
}

spec_Spec* spec_make(void) {
  spec_Spec* spec = mem_calloc(1, sizeof *spec);
  if (!spec) return NULL;
  spec->pool.arena = arena_make(0);
  spec_builtinSpec(&spec->pub);
  if (!makeSpecVecs(spec) || !(spec->element = makeElement(spec, SPEC_MODEL)) ||
      !(spec->root = spec_add(spec, SPEC_DEFAULT, NULL, NULL, NULL)) ||
      !(spec->world = spec_add(spec, mjOBJ_BODY, NULL, NULL, spec->root))) {
    spec_free(spec);
    return NULL;
  }
  spec->pub.element = &spec->element->head;
  spec_setName(spec->root, "main");
  spec_setName(spec->world, "world");
  vec_setText(spec->pub.modelname, "MuJoCo Model");
  if (spec->pool.failed) {
    spec_free(spec);
    return NULL;
  }
  return spec;
}

bool spec_setRoots(spec_Spec* spec, const file_Roots* roots) {
  if (!roots) return true;
  arena_Arena* arena = &spec->pool.arena;
  file_Roots* own = arena_alloc(arena, sizeof *own);
  const char** path = arena_array(arena, (size_t)roots->n + 1, sizeof *path);
  bool ok = own && path;
  for (int i = 0; i < roots->n && ok; i++) {
    path[i] = arena_text(arena, roots->path[i], strlen(roots->path[i]));
    ok = path[i] != NULL;
  }
  if (!ok) {
    spec->pool.failed = true;
    return false;
  }
  *own = (file_Roots){path, roots->n};
  spec->roots = own;
  return true;
}

// ---- memory use

spec_Weight spec_weight(const spec_Spec* spec) {
  spec_Weight w = spec->inside;
  w.bytes += spec->pool.arena.total;
  w.models++;
  return w;
}

static void addWeight(spec_Weight* sum, spec_Weight w) {
  sum->bytes += w.bytes;
  sum->models += w.models;
}

spec_Weight spec_weightOfAll(const spec_Spec* spec) {
  spec_Weight sum = {0};
  for (; spec; spec = spec->parent) addWeight(&sum, spec_weight(spec));
  return sum;
}

void spec_addInside(spec_Spec* spec, const spec_Spec* child) {
  addWeight(&spec->inside, spec_weight(child));
}

// ---- specs that hold others (ownership graph)

// Breadth-first search whose queue is linked through the specs themselves, so that a spec with
// several paths to it is visited once, and a long chain needs no stack.
bool spec_holds(const spec_Spec* spec, const spec_Spec* other) {
  spec_Spec *first = (spec_Spec*)spec, *last = first;
  bool found = false;
  first->visited = true;
  for (const spec_Spec* s = first; s && !found; s = s->nextVisited) {
    found = s == other;
    for (int i = 0; i < s->nheld; i++) {
      if (s->held[i]->visited) continue;
      last = last->nextVisited = s->held[i];
      last->visited = true;
    }
  }
  for (spec_Spec *s = first, *next; s; s = next) {
    next = s->nextVisited;
    s->nextVisited = NULL;
    s->visited = false;
  }
  return found;
}

bool spec_hold(spec_Spec* spec, spec_Spec* other) {
  ASSERT(!other->parent);
  for (int i = 0; i < spec->nheld; i++) {
    if (spec->held[i] == other) return true;
  }
  if (spec_holds(other, spec)) return false;
  if (spec->nheld == spec->heldCapacity) {
    spec_Spec** held =
        vec_grow(&spec->pool, spec->held, spec->nheld, &spec->heldCapacity, sizeof *held);
    if (!held) return false;
    spec->held = held;
  }
  spec->held[spec->nheld++] = other;
  other->nholder++;
  return true;
}

void spec_delete(spec_Spec* spec) {
  spec->deleted = true;
  if (!spec->nholder) spec_free(spec);
}

// frees one spec and prepends the specs that only it held to the list
static spec_Spec* freeOne(spec_Spec* spec, spec_Spec* list) {
  ASSERT(!spec->nholder);
  user_free(spec);
  for (int i = 0; i < spec->list[SPEC_MODEL].n; i++)
    spec_free(spec->list[SPEC_MODEL].item[i]->extra);
  for (int i = 0; i < spec->nheld; i++) {
    spec_Spec* other = spec->held[i];
    ASSERT(other->nholder > 0);
    if (--other->nholder || !other->deleted) continue;
    other->nextVisited = list;
    list = other;
  }
  arena_free(&spec->pool.arena);
  diag_free(&spec->diag);
  mem_free(spec);
  return list;
}

void spec_free(spec_Spec* spec) {
  if (spec) spec->nextVisited = NULL;
  while (spec) spec = freeOne(spec, spec->nextVisited);
}
