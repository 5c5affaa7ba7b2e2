// Attach: copies a subtree of one spec (model composition) into another with all that belongs to
// it: default classes, assets, custom data, elements that refer to it, keyframes. Elements with a
// dangling reference after the copy are not copied.
#include "spec/attach.h"

#include <string.h>

#include "base/assert.h"
#include "spec/asset_file.h"
#include "spec/attach_conflict.h"
#include "spec/attach_key.h"
#include "spec/copy.h"
#include "spec/spec_plugin.h"
#include "spec/spec_suggest.h"
#include "spec/spec_user.h"

static bool given(const char* text) { return text && *text; }

// Assets of another model are all copied, used or not; named assets come before those that name
// them. Plugin instances are copied only if something uses them.
static const int assetType[] = {mjOBJ_PLUGIN, mjOBJ_TEXTURE, mjOBJ_MATERIAL, mjOBJ_MESH,
                                mjOBJ_HFIELD, mjOBJ_NUMERIC, mjOBJ_TEXT};

static bool isWanted(const copy_Job* job, const spec_Element* e) {
  return e->type != mjOBJ_PLUGIN || copy_mapHas(&job->used, e);
}

static bool copyInstances(copy_Job* job) {
  const spec_List* list = &job->src->list[mjOBJ_PLUGIN];
  for (int i = 0; i < list->n; i++) {
    if (isWanted(job, list->item[i]) && !copy_element(job, list->item[i], NULL, NULL)) return false;
  }
  return true;
}

// removes copies of instances whose users were not copied
static bool dropInstances(copy_Job* job) {
  const spec_List* list = &job->src->list[mjOBJ_PLUGIN];
  if (!list->n || job->src == job->dst) return true;
  copy_Map used = {0};
  for (int i = 0; i < job->map.capacity && !job->scratch.failed; i++) {
    const spec_Element* copy = job->map.key[i] ? job->map.value[i] : NULL;
    const mjsPlugin* use = copy && copy->data ? plug_use(copy->type, copy->data) : NULL;
    const spec_Element* instance = use ? plug_instance(job->dst, use) : NULL;
    if (instance) copy_mapSet(&job->scratch, &used, instance, NULL);
  }
  spec_List gone = {0};
  for (int i = 0; i < list->n && !job->scratch.failed; i++) {
    spec_Element* copy = copy_mapGet(&job->map, list->item[i]);
    if (!copy || copy_mapHas(&used, copy)) continue;
    spec_listAdd(&job->scratch, &gone, copy);
    copy_mapSet(&job->scratch, &job->map, list->item[i], NULL);
  }
  return !job->scratch.failed && copy_remove(job->dst, &gone);
}

static bool copyAssets(copy_Job* job) {
  if (!copy_classes(job) || !plug_activateAll(job->dst, job->src)) return false;
  for (size_t i = 0; i < sizeof assetType / sizeof *assetType; i++) {
    const bool plugins = assetType[i] == mjOBJ_PLUGIN;
    if (!(plugins ? copyInstances(job) : copy_all(job, assetType[i]))) return false;
  }
  return copy_renameClasses(job);
}

// copies elements outside the tree all of whose references resolve after the copy; n: how many to
// visit, because a spec that is attached to itself grows during the loop
static bool copyDependents(copy_Job* job, int type, int n) {
  ASSERT(n <= job->src->list[type].n);
  for (int i = 0; i < n; i++) {
    spec_Element* e = job->src->list[type].item[i];
    const copy_Refs refs = copy_countRefs(job, e);
    const int outside = refs.strict + refs.loose + refs.missing;
    if (refs.strict || refs.missing || (outside && !refs.copied)) continue;
    spec_Element* copy = copy_element(job, e, NULL, NULL);
    if (!copy || !copy_rename(job, copy)) return false;
  }
  return true;
}

// name of a copied key: an unnamed key is named prefix + suffix, if that is free
static bool nameKey(copy_Job* job, spec_Element* copy, const spec_Element* key) {
  if (*spec_name(key)) return true;
  spec_setName(copy, copy_name(job, "", true));
  return !job->text.failed && !job->dst->pool.failed;
}

// reads the values of the keys before anything is copied; NULL after an error
static const key_Values** readKeys(copy_Job* job, int n) {
  const key_Values** values = arena_array(&job->scratch.arena, (size_t)n, sizeof *values);
  if (!values) job->scratch.failed = true;
  for (int i = 0; values && i < n; i++) {
    values[i] = attach_keyValues(job, job->src->list[mjOBJ_KEY].item[i]);
    if (!values[i]) return NULL;
  }
  return values;
}

// odd: keyframes of a model attached to itself
// When a spec is attached to itself, keys keep the values of elements that are not copied. Keys
// that came by attach since the last compilation are not copied.
static bool copyKeys(copy_Job* job, const key_Values** values, int n) {
  const bool self = job->src == job->dst;
  for (int i = 0; i < n; i++) {
    const spec_Element* key = job->src->list[mjOBJ_KEY].item[i];
    if (self && attach_keySplit(key) && key->id < 0) continue;
    spec_Element* copy = copy_element(job, key, NULL, NULL);
    if (!copy || !nameKey(job, copy, key)) return false;
    if (!attach_copyKeyValues(job, copy, values[i], self, true)) return false;
  }
  return true;
}

// copies the chosen tree elements with everything that belongs to them
static bool copyAll(copy_Job* job, spec_Element* body, spec_Element* frame) {
  const bool self = job->src == job->dst;
  int n[SPEC_NTYPE];
  for (int type = 0; type < SPEC_NTYPE; type++) n[type] = job->src->list[type].n;
  const key_Values** values = readKeys(job, n[mjOBJ_KEY]);
  if (!values || (!self && !copyAssets(job)) || !copy_tree(job, body, frame)) return false;
  for (int i = 0; i < copy_ndependentType; i++) {
    if (!copyDependents(job, copy_dependentType[i], n[copy_dependentType[i]])) return false;
  }
  return copyKeys(job, values, n[mjOBJ_KEY]) && dropInstances(job);
}

// assets and plugin instances must be found by name
static bool nameAssets(copy_Job* job) {
  if (job->src == job->dst) return true;
  asset_nameAll((spec_Spec*)job->src);
  plug_nameAll((spec_Spec*)job->src);
  return plug_collectUsed(job->src, &job->scratch, &job->used);
}

// checked before anything is copied, so that an error leaves the parent unchanged
static bool namesAreFree(copy_Job* job) {
  bool ok = true;
  for (int i = 0; i < job->order.n && ok; i++) ok = copy_nameIsFree(job, job->order.item[i]);
  for (size_t k = 0; k < sizeof assetType / sizeof *assetType && job->src != job->dst; k++) {
    const spec_List* list = &job->src->list[assetType[k]];
    for (int i = 0; i < list->n && ok; i++)
      ok = !isWanted(job, list->item[i]) || copy_nameIsFree(job, list->item[i]);
  }
  return ok;
}

static bool choose(copy_Job* job, spec_Element* child) {
  if (!child) return copy_chooseContents(job, job->src->world);
  return child->type == mjOBJ_BODY ? copy_chooseBody(job, child)
                                   : copy_chooseFrame(job, child, true);
}

// Keeps the child spec alive as long as the parent's: it has the settings of its files, and names
// for messages.
static bool keepChild(spec_Spec* spec, spec_Spec* src) {
  while (src->parent) src = src->parent;
  for (const spec_Spec* s = spec; s; s = s->parent) {
    if (s == src) return true;
  }
  spec_hold(spec, src);  // not if this makes a cycle: then settings are copied
  return !spec->pool.failed;
}

// Attach by reference: the structs that the program may hold (mjsBody*, mjsGeom*, ...) become those
// of the copies, so that the program's changes take effect in the parent. The child keeps its
// elements with new structs. Classes and keyframes are not shared.
static bool handOver(copy_Job* job, spec_Spec* src) {
  src->handedOver = true;
  for (int i = 0; i < job->map.capacity; i++) {
    spec_Element *from = (spec_Element*)job->map.key[i], *copy = job->map.value[i];
    if (!from || !copy || from == copy || !from->data) continue;
    if (from->spec != src || from->type == SPEC_DEFAULT || from->type == mjOBJ_KEY) continue;
    ASSERT(copy->type == from->type && copy->spec == job->dst);
    const size_t bytes = spec_dataSize(from->type);
    void *shared = from->data, *own = arena_alloc(&src->pool.arena, bytes);
    if (!own) {
      job->dst->pool.failed = true;
      return false;
    }
    memcpy(own, shared, bytes);
    memcpy(shared, copy->data, bytes);
    from->data = own;
    copy->data = shared;
    *(mjsElement**)own = &from->head;
    *(mjsElement**)shared = &copy->head;
    user_move(copy, from);
  }
  return true;
}

spec_Element* attach_element(spec_Spec* spec, spec_Element* body, spec_Element* frame,
                             spec_Spec* src, spec_Element* child, const char* prefix,
                             const char* suffix, diag_Where where, const char* what) {
  copy_Job job = copy_begin(spec, src, prefix, suffix, where);
  job.byName = true;
  job.what = what;
  bool ok = (src == spec || attach_settleOptions(spec, src, where, what)) && keepChild(spec, src) &&
            choose(&job, child) && copy_room(&job, (double)job.order.n) && nameAssets(&job) &&
            namesAreFree(&job);
  const bool shares = !spec->deepCopy && !src->handedOver && src != spec && spec_holds(spec, src);
  spec_Element* around = NULL;
  if (ok && !child) {
    around = spec_add(spec, SPEC_FRAME, body, frame, NULL);
    ok = around != NULL;
    if (ok) around->where = where;
  }
  ok = ok && copyAll(&job, body, child ? frame : around);
  if (ok && shares) ok = handOver(&job, src);
  if (ok) spec->grown = true;
  spec_Element* result = child ? copy_mapGet(&job.map, child) : around;
  ASSERT(!ok || result);
  return copy_end(&job) && ok ? result : NULL;
}

// the body or frame named by an <attach>
static spec_Element* findChild(spec_Spec* spec, const spec_Spec* src, const char* model,
                               const char* bodyname, const char* framename, diag_Where where) {
  const bool isBody = given(bodyname);
  const char* name = isBody ? bodyname : framename;
  const int type = isBody ? mjOBJ_BODY : SPEC_FRAME;
  spec_Element* child = spec_find(src, type, name);
  if (child) return child;
  char advice[SUGGEST_SIZE];
  if (src == spec) {
    diag_error(
        &spec->diag, where, "<attach>", "%s: there is no '%s' in this model above this line; %s",
        spec_typeName(type), name,
        suggest_name(advice, src, type, name, "a model can attach only what is already defined"));
  } else {
    diag_error(&spec->diag, where, "<attach>", "%s: the model '%s' has no '%s'; %s",
               spec_typeName(type), model, name,
               suggest_name(advice, src, type, name, "check the name"));
  }
  return NULL;
}

bool attach_model(spec_Spec* spec, spec_Element* body, spec_Element* frame, const char* model,
                  const char* bodyname, const char* framename, const char* prefix,
                  diag_Where where) {
  spec_Spec* src = spec;
  if (given(model)) {
    const spec_Element* asset = spec_find(spec, SPEC_MODEL, model);
    src = asset ? asset->extra : NULL;
  }
  if (!src) {
    char advice[SUGGEST_SIZE];
    suggest_name(advice, spec, SPEC_MODEL, model,
                 "declare it in <asset> with <model name=... file=.../>");
    diag_error(&spec->diag, where, "<attach>", "model: there is no model '%s'; %s", model, advice);
    return false;
  }
  if (given(bodyname) && given(framename)) {
    diag_error(&spec->diag, where, "<attach>",
               "body and frame are both given; give only one of them");
    return false;
  }
  const bool part = given(bodyname) || given(framename);
  if (src == spec && !part) {
    diag_error(&spec->diag, where, "<attach>",
               "nothing to attach; give a model, or a body or frame of this model");
    return false;
  }
  spec_Element* child = part ? findChild(spec, src, model, bodyname, framename, where) : NULL;
  if (part && !child) return false;
  return attach_element(spec, body, frame, src, child, prefix ? prefix : "", "", where,
                        "<attach>") != NULL;
}
