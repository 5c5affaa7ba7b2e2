// Deep copy of elements: the hash table from originals to copies, name mangling with prefix and
// suffix, references, and settings of the file they came from.
#include "spec/copy.h"

#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "spec/spec_plugin.h"
#include "spec/spec_types.h"

enum { FIRST_SLOTS = 64 };

// ---- map: hash table with open addressing

static size_t slotOf(const copy_Map* map, const spec_Element* key) {
  ASSERT_FULL(map->n < map->capacity);  // otherwise the search would not terminate
  size_t h = (size_t)(((uint64_t)(uintptr_t)key >> 4) * 0x9E3779B97F4A7C15ull >> 20);
  size_t i = h & (size_t)(map->capacity - 1);
  while (map->key[i] && map->key[i] != key) i = (i + 1) & (size_t)(map->capacity - 1);
  return i;
}

static bool growMap(spec_Pool* pool, copy_Map* map) {
  if (2 * map->n < map->capacity) return true;
  const copy_Map old = *map;
  const size_t capacity = old.capacity ? 4 * (size_t)old.capacity : FIRST_SLOTS;
  map->key = arena_array(&pool->arena, capacity, sizeof *map->key);
  map->value = arena_array(&pool->arena, capacity, sizeof *map->value);
  if (!map->key || !map->value) {
    *map = old;
    pool->failed = true;
    return false;
  }
  map->capacity = (int)capacity;
  for (int i = 0; i < old.capacity; i++) {
    if (!old.key[i]) continue;
    const size_t slot = slotOf(map, old.key[i]);
    map->key[slot] = old.key[i];
    map->value[slot] = old.value[i];
  }
  return true;
}

bool copy_mapSet(spec_Pool* pool, copy_Map* map, const spec_Element* key, spec_Element* value) {
  if (!growMap(pool, map)) return false;
  const size_t i = slotOf(map, key);
  map->n += !map->key[i];
  map->key[i] = key;
  map->value[i] = value;
  return true;
}

bool copy_mapHas(const copy_Map* map, const spec_Element* key) {
  return map->n && map->key[slotOf(map, key)];
}

spec_Element* copy_mapGet(const copy_Map* map, const spec_Element* key) {
  return map->n ? map->value[slotOf(map, key)] : NULL;
}

// ---- the job

copy_Job copy_begin(spec_Spec* dst, const spec_Spec* src, const char* prefix, const char* suffix,
                    diag_Where where) {
  copy_Job job = {.dst = dst, .src = src, .prefix = prefix, .suffix = suffix, .where = where};
  job.scratch.arena = arena_make(0);
  job.others = spec_weightOfAll(dst).bytes - dst->pool.arena.total;
  return job;
}

bool copy_end(copy_Job* job) {
  if (job->scratch.failed || job->dst->pool.failed || job->text.failed)
    diag_noMemory(&job->dst->diag);
  arena_free(&job->scratch.arena);
  text_free(&job->text);
  return !job->dst->diag.failed;
}

static bool refuseBytes(spec_Spec* spec, size_t bytes, diag_Where where, const char* what) {
  diag_error(
      &spec->diag, where, what,
      "the model and the models inside it come to %zu MB before they are compiled; at most %zu "
      "MB are accepted: attach fewer or smaller ones",
      bytes >> 20, COPY_MOST_BYTES >> 20);
  return false;
}

bool copy_fits(spec_Spec* spec, diag_Where where, const char* what) {
  const spec_Weight all = spec_weightOfAll(spec);
  if (all.bytes > COPY_MOST_BYTES) return refuseBytes(spec, all.bytes, where, what);
  if (all.models <= COPY_MOST_MODELS) return true;
  diag_error(&spec->diag, where, what,
             "models inside models are more than %d; name each model file once, and attach it "
             "several times",
             COPY_MOST_MODELS);
  return false;
}

bool copy_room(copy_Job* job, double more) {
  double total = more;
  for (int type = 0; type < SPEC_NTYPE; type++) total += job->dst->list[type].n;
  if (total <= COPY_LIMIT) return copy_fits(job->dst, job->where, job->what);
  diag_error(&job->dst->diag, job->where, job->what,
             "count: the copies would bring the model to %.3g elements; at most %d are accepted",
             total, COPY_LIMIT);
  return false;
}

const char* copy_name(copy_Job* job, const char* name, bool always) {
  if (!*name && !always) return "";
  job->text.size = 0;
  if (job->text.data) job->text.data[0] = 0;
  text_add(&job->text, job->prefix);
  text_add(&job->text, name);
  text_add(&job->text, job->suffix);
  return text_get(&job->text);
}

// ---- origin of an element

spec_Spec* copy_origin(const spec_Element* e) {
  return (spec_Spec*)((char*)e->compiler - offsetof(mjSpec, compiler));
}

static int indexOfModel(const spec_Spec* spec) {
  const spec_List* models = &spec->parent->list[SPEC_MODEL];
  for (int i = 0; i < models->n; i++) {
    if (models->item[i]->extra == spec) return i;
  }
  return -1;
}

// the spec in the copy that corresponds to `spec` in the original, NULL if there is none
static spec_Spec* counterpart(const copy_Job* job, const spec_Spec* spec) {
  if (spec == job->src) return job->dst;
  if (!spec->parent) return NULL;
  const spec_Spec* parent = counterpart(job, spec->parent);
  const int i = parent ? indexOfModel(spec) : -1;
  return i >= 0 && i < parent->list[SPEC_MODEL].n ? parent->list[SPEC_MODEL].item[i]->extra : NULL;
}

static bool sameText(const mjString* a, const mjString* b) {
  return !strcmp(vec_text(a), vec_text(b));
}

static bool sameSettings(const mjSpec* a, const mjSpec* b) {
  mjsCompiler x = a->compiler, y = b->compiler;
  x.meshdir = y.meshdir = x.texturedir = y.texturedir = NULL;
  return !memcmp(&x, &y, sizeof x) && a->strippath == b->strippath &&
         sameText(a->compiler.meshdir, b->compiler.meshdir) &&
         sameText(a->compiler.texturedir, b->compiler.texturedir) &&
         sameText(a->modelname, b->modelname) && sameText(a->modelfiledir, b->modelfiledir);
}

static bool sameRoots(const file_Roots* a, const file_Roots* b) {
  if (!a || !b) return a == b;
  bool same = a->n == b->n;
  for (int i = 0; i < a->n && same; i++) same = !strcmp(a->path[i], b->path[i]);
  return same;
}

// copies settings of one spec to another; strings are duplicated
static bool copySettings(spec_Spec* dst, const mjSpec* src) {
  mjSpec* pub = &dst->pub;
  const mjsCompiler old = pub->compiler;
  pub->compiler = src->compiler;
  pub->compiler.meshdir = old.meshdir;
  pub->compiler.texturedir = old.texturedir;
  pub->strippath = src->strippath;
  return vec_setText(pub->compiler.meshdir, vec_text(src->compiler.meshdir)) &&
         vec_setText(pub->compiler.texturedir, vec_text(src->compiler.texturedir)) &&
         vec_setText(pub->modelname, vec_text(src->modelname)) &&
         vec_setText(pub->modelfiledir, vec_text(src->modelfiledir));
}

// makes a spec, owned by dst, with the settings of `from`, which may be deleted before dst
static spec_Spec* adoptSettings(copy_Job* job, const spec_Spec* from) {
  spec_List* models = &job->dst->list[SPEC_MODEL];
  for (int i = 0; i < models->n; i++) {
    spec_Spec* known = models->item[i]->extra;
    if (known && sameSettings(&known->pub, &from->pub) && sameRoots(known->roots, from->roots))
      return known;
  }
  spec_Element* e = spec_add(job->dst, SPEC_MODEL, NULL, NULL, NULL);
  spec_Spec* own = e ? spec_make() : NULL;
  if (!own) {
    job->dst->pool.failed = true;
    return NULL;
  }
  e->extra = own;
  own->parent = job->dst;
  if (copySettings(own, &from->pub) && spec_setRoots(own, from->roots)) return own;
  job->dst->pool.failed = true;
  return NULL;
}

// does a spec live as long as dst: is it part of dst, or of a spec that dst holds
static bool lives(copy_Job* job, const spec_Spec* spec) {
  if (spec == job->kept) return true;
  for (const spec_Spec* s = spec; s; s = s->parent) {
    if (!spec_holds(job->dst, s)) continue;
    job->kept = spec;
    return true;
  }
  return false;
}

// sets compiler settings and file name of a copy so that they live as long as dst
static bool setOrigin(copy_Job* job, spec_Element* copy, const spec_Element* e) {
  const spec_Spec* origin = copy_origin(e);
  copy->where = e->where;
  copy->tag = e->tag;
  copy->compiler = e->compiler;
  if (lives(job, origin)) return true;
  const spec_Spec* own = job->whole ? counterpart(job, origin) : NULL;
  if (!own) own = adoptSettings(job, origin);
  if (!own) return false;
  copy->compiler = &own->pub.compiler;
  if (e->tag) copy->tag = arena_text(&job->dst->pool.arena, e->tag, strlen(e->tag));
  if (!e->where.file) return true;
  if (e->where.file != job->fileFrom) {
    job->fileFrom = e->where.file;
    job->fileTo = arena_text(&job->dst->pool.arena, e->where.file, strlen(e->where.file));
    if (!job->fileTo) job->dst->pool.failed = true;
  }
  copy->where.file = job->fileTo;
  return job->fileTo != NULL;
}

// ---- elements

static bool setCopyName(copy_Job* job, spec_Element* copy, const spec_Element* e) {
  const char* name = copy_name(job, spec_name(e), false);
  if (job->text.failed) return false;
  if (spec_setName(copy, name)) return !job->dst->pool.failed;
  if (job->share) {
    spec_shareName(copy, name);
    return spec_listAdd(&job->dst->pool, &job->dst->shared, copy);
  }
  return copy_nameIsFree(job, e);
}

bool copy_nameIsFree(copy_Job* job, const spec_Element* e) {
  const char* name = copy_name(job, spec_name(e), false);
  if (!spec_find(job->dst, e->type, name)) return true;
  char label[SPEC_LABEL_SIZE];
  diag_error(
      &job->dst->diag, job->where, job->what,
      "the copy of %s would be called '%s', but another %s has that name; names must differ, "
      "use another prefix or separator",
      spec_label(label, e), name, spec_typeName(e->type));
  return false;
}

static bool copyWrap(spec_Element* copy, const spec_Element* e) {
  spec_WrapExtra* to = spec_wrap(copy);
  const spec_WrapExtra* from = spec_wrap(e);
  to->prm = from->prm;
  return vec_copy(to->target, from->target, 1, false) &&
         vec_copy(to->sidesite, from->sidesite, 1, false);
}

static bool copyCells(copy_Job* job, spec_Element* copy, const spec_Element* e) {
  const spec_FlexExtra* from = spec_flex(e);
  spec_FlexExtra* to = spec_flex(copy);
  if (!from->empty) return true;
  to->empty = arena_array(&job->dst->pool.arena, (size_t)from->ncell, 1);
  if (!to->empty) return job->dst->pool.failed = true, false;
  memcpy(to->empty, from->empty, (size_t)from->ncell);
  to->ncell = from->ncell;
  return true;
}

static bool copyPath(copy_Job* job, spec_Element* copy, const spec_Element* e) {
  const spec_List* path = &spec_tendon(e)->path;
  for (int i = 0; i < path->n; i++) {
    spec_Element* wrap = copy_element(job, path->item[i], NULL, NULL);
    if (!wrap || !spec_listAdd(&job->dst->pool, &spec_tendon(copy)->path, wrap)) return false;
  }
  return true;
}

// its struct has the copy's name
static bool copyInstance(spec_Element* copy, const spec_Element* e) {
  mjsPlugin* data = SPEC_DATA(mjsPlugin, copy);
  return vec_copy(plug_config(copy), plug_config(e), 1, true) &&
         (!*vec_text(data->name) || vec_setText(data->name, spec_name(copy)));
}

// An unnamed instance, used by one or several of the copied elements. Copies within a spec share
// it, as those of <replicate> do in the reference.
static bool copyUse(copy_Job* job, spec_Element* copy) {
  mjsPlugin* use = copy->data ? plug_use(copy->type, copy->data) : NULL;
  if (!use || !use->element || job->src == job->dst) return true;
  const spec_Element* from = spec_of(use->element);
  spec_Element* to = copy_mapGet(&job->map, from);
  if (!to) to = copy_element(job, from, NULL, NULL);
  use->element = to ? &to->head : NULL;
  return to != NULL;
}

spec_Element* copy_element(copy_Job* job, const spec_Element* e, spec_Element* body,
                           spec_Element* frame) {
  const size_t bytes = job->dst->pool.arena.total + job->others;
  if (bytes > COPY_MOST_BYTES && !job->whole) {
    refuseBytes(job->dst, bytes, job->where, job->what);
    return NULL;
  }
  spec_Element* copy = spec_add(job->dst, e->type, body, frame, NULL);
  if (!copy || (e->data && !spec_copyData(e->type, copy->data, e->data, &job->dst->pool)))
    return NULL;
  copy->def = e->def && job->src != job->dst ? copy_mapGet(&job->map, e->def) : e->def;
  if (e->type == SPEC_WRAP && !copyWrap(copy, e)) return NULL;
  if (e->type == mjOBJ_TENDON && !copyPath(job, copy, e)) return NULL;
  if (e->type == mjOBJ_FLEX && !copyCells(job, copy, e)) return NULL;
  if (!setOrigin(job, copy, e) || !setCopyName(job, copy, e)) return NULL;
  if (e->type == mjOBJ_PLUGIN && !copyInstance(copy, e)) return NULL;
  if (!copyUse(job, copy)) return NULL;
  return copy_mapSet(&job->scratch, &job->map, e, copy) ? copy : NULL;
}

bool copy_all(copy_Job* job, int type) {
  const spec_List* list = &job->src->list[type];
  const int n = list->n, first = job->dst->list[type].n;
  for (int i = 0; i < n; i++) {
    if (!copy_element(job, list->item[i], NULL, NULL)) return false;
  }
  ASSERT(job->dst->list[type].n == first + n);
  for (int i = 0; i < n; i++) {
    if (!copy_rename(job, job->dst->list[type].item[first + i])) return false;
  }
  return true;
}

// ---- references

// does a set, or its complement, contain an element with that name
static bool inSet(const copy_Map* set, const spec_Spec* spec, const copy_Ref* ref, bool inside) {
  const spec_Element* e = spec_find(spec, ref->type, vec_text(ref->name));
  while (e && copy_mapHas(set, e) != inside) e = spec_findNext(e);
  return e != NULL;
}

// was the target of a reference copied
static bool isCopied(copy_Job* job, const copy_Ref* ref) {
  const char* name = vec_text(ref->name);
  if (inSet(&job->map, job->src, ref, true)) return true;
  return job->byName && ref->rule != REF_ATTRIBUTE &&
         spec_find(job->dst, ref->type, copy_name(job, name, false));
}

static bool renameOne(void* context, const copy_Ref* ref) {
  copy_Job* job = context;
  if (!isCopied(job, ref)) return true;
  vec_setText(ref->name, copy_name(job, vec_text(ref->name), false));
  return !job->text.failed && !job->dst->pool.failed;
}

bool copy_rename(copy_Job* job, spec_Element* copy) { return copy_eachRef(copy, renameOne, job); }

typedef struct {
  copy_Job* job;
  copy_Refs refs;
} Count;

static bool countOne(void* context, const copy_Ref* ref) {
  Count* count = context;
  if (ref->rule == REF_ATTRIBUTE) return true;
  ASSERT((ref->rule == REF_PAIRED) == (ref->partner != NULL));
  const bool copied = isCopied(count->job, ref);
  const char* name = vec_text(ref->name);
  if (ref->rule == REF_PAIRED && copied != isCopied(count->job, ref->partner)) {
    count->refs.copied++;
    count->refs.strict++;
    count->refs.outside = copied ? vec_text(ref->partner->name) : name;
    return true;
  }
  if (copied) {
    count->refs.copied++;
    count->refs.elsewhere += inSet(&count->job->map, count->job->src, ref, false);
    return true;
  }
  if (!count->refs.outside) count->refs.outside = name;
  if (inSet(&count->job->dropped, count->job->src, ref, true)) {
    count->refs.copied++;
    count->refs.strict++;
    return true;
  }
  if (!spec_find(count->job->dst, ref->type, name)) {
    count->refs.missing++;
    count->refs.outside = name;
  } else if (ref->rule == REF_STRICT) {
    count->refs.strict++;
  } else {
    count->refs.loose++;
  }
  return true;
}

const int copy_dependentType[] = {mjOBJ_FLEX,     mjOBJ_SKIN,   mjOBJ_PAIR,
                                  mjOBJ_EXCLUDE,  mjOBJ_TENDON, mjOBJ_EQUALITY,
                                  mjOBJ_ACTUATOR, mjOBJ_SENSOR, mjOBJ_TUPLE};
const int copy_ndependentType = sizeof copy_dependentType / sizeof *copy_dependentType;

copy_Refs copy_countRefs(copy_Job* job, const spec_Element* e) {
  Count count = {.job = job};
  copy_eachRef(e, countOne, &count);
  ASSERT(count.refs.elsewhere <= count.refs.copied);
  return count.refs;
}

// ---- classes

static bool copyRecords(copy_Job* job, spec_Element* copy, const spec_Element* e) {
  for (int type = 0; type < SPEC_NTYPE; type++) {
    void* record = spec_defaultRecord(copy, type);
    if (record && !spec_copyData(type, record, spec_defaultRecord(e, type), &job->dst->pool))
      return false;
  }
  return true;
}

static bool renameRecords(copy_Job* job, spec_Element* copy) {
  for (int type = 0; type < SPEC_NTYPE; type++) {
    void* record = spec_defaultRecord(copy, type);
    if (record && !copy_eachRefOfData(type, record, renameOne, job)) return false;
  }
  return true;
}

// copies a class into dst; the root of src becomes a child of dst's root, or dst's root itself
static bool copyClass(copy_Job* job, const spec_Element* e, spec_Element** made) {
  spec_Element* copy = spec_find(job->dst, SPEC_DEFAULT, copy_name(job, spec_name(e), false));
  *made = copy && !job->whole ? NULL : copy;
  if (!copy) {
    copy = spec_add(job->dst, SPEC_DEFAULT, NULL, NULL, NULL);
    if (!copy || !setOrigin(job, copy, e) || !setCopyName(job, copy, e)) return false;
    spec_Element* parent = spec_default(e)->parent;
    parent = parent ? copy_mapGet(&job->map, parent) : job->dst->root;
    ASSERT(parent && parent->spec == job->dst);  // parent classes come before their children
    spec_default(copy)->parent = copy->def = parent;
    if (!spec_listAdd(&job->dst->pool, &spec_default(parent)->children, copy)) return false;
    *made = copy;
  }
  if (*made && !copyRecords(job, copy, e)) return false;
  return copy_mapSet(&job->scratch, &job->map, e, copy);
}

bool copy_classes(copy_Job* job) {
  spec_List queue = {0};
  if (!spec_listAdd(&job->scratch, &queue, job->src->root)) return false;
  for (int i = 0; i < queue.n; i++) {
    spec_Element* made;
    if (!copyClass(job, queue.item[i], &made)) return false;
    if (made && !spec_listAdd(&job->scratch, &job->classes, made)) return false;
    const spec_List* children = &spec_default(queue.item[i])->children;
    for (int k = 0; k < children->n; k++) {
      if (!spec_listAdd(&job->scratch, &queue, children->item[k])) return false;
    }
  }
  return true;
}

bool copy_renameClasses(copy_Job* job) {
  for (int i = 0; i < job->classes.n; i++) {
    if (!renameRecords(job, job->classes.item[i])) return false;
  }
  return true;
}
