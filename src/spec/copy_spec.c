// mj_copySpec: deep copy of a whole spec: settings, default classes, child models, assets,
// kinematic tree, and all other elements.
#include <string.h>

#include "base/assert.h"
#include "spec/attach_key.h"
#include "spec/copy.h"
#include "spec/spec_plugin.h"
#include "spec/spec_types.h"

// strings of the spec itself keep their addresses; the rest of the public struct is copied
static bool copyHead(spec_Spec* dst, const spec_Spec* src) {
  mjSpec* to = &dst->pub;
  const mjSpec* from = &src->pub;
  const mjSpec own = *to;
  *to = *from;
  to->element = own.element;
  to->modelname = own.modelname;
  to->comment = own.comment;
  to->modelfiledir = own.modelfiledir;
  to->compiler.meshdir = own.compiler.meshdir;
  to->compiler.texturedir = own.compiler.texturedir;
  return vec_setText(to->modelname, vec_text(from->modelname)) &&
         vec_setText(to->comment, vec_text(from->comment)) &&
         vec_setText(to->modelfiledir, vec_text(from->modelfiledir)) &&
         vec_setText(to->compiler.meshdir, vec_text(from->compiler.meshdir)) &&
         vec_setText(to->compiler.texturedir, vec_text(from->compiler.texturedir));
}

// copies child models depth first: elements refer to their settings
static bool copyModels(spec_Spec* dst, const spec_Spec* src) {
  const spec_List* models = &src->list[SPEC_MODEL];
  for (int i = 0; i < models->n; i++) {
    spec_Element* e = spec_add(dst, SPEC_MODEL, NULL, NULL, NULL);
    if (!e || !spec_setName(e, spec_name(models->item[i]))) return false;
    const spec_Spec* child = models->item[i]->extra;
    spec_Spec* copy = child ? copy_spec(child) : NULL;
    if (child && !copy) return false;
    if (copy) copy->parent = dst;
    e->extra = copy;
  }
  return !dst->pool.failed;
}

// copies specs that were attached to src: elements refer to their settings too
static bool copyHeld(spec_Spec* dst, const spec_Spec* src) {
  for (int i = 0; i < src->nheld; i++) {
    if (!spec_hold(dst, src->held[i])) return false;
  }
  dst->deepCopy = src->deepCopy;
  dst->grown = src->grown;
  dst->inside = src->inside;
  return true;
}

// the world body already exists: its values and contents are copied
static bool copyWorld(copy_Job* job) {
  spec_Element* world = job->dst->world;
  return copy_mapSet(&job->scratch, &job->map, job->src->world, world) &&
         spec_copyData(mjOBJ_BODY, world->data, job->src->world->data, &job->dst->pool) &&
         copy_chooseContents(job, job->src->world) && copy_tree(job, world, NULL);
}

// sorts the lists of dst into the order of those of src, and copies ids
static bool sortLists(copy_Job* job) {
  for (int type = 0; type < SPEC_NTYPE; type++) {
    spec_List* list = &job->dst->list[type];
    if (type == SPEC_MODEL || list->n != job->src->list[type].n) continue;
    for (int i = 0; i < list->n; i++) {
      spec_Element* copy = copy_mapGet(&job->map, job->src->list[type].item[i]);
      if (!copy) continue;
      ASSERT(copy->type == type && copy->spec == job->dst);
      copy->id = job->src->list[type].item[i]->id;
      list->item[i] = copy;
    }
  }
  return true;
}

static bool copyKeys(copy_Job* job) {
  const spec_List* keys = &job->src->list[mjOBJ_KEY];
  for (int i = 0; i < keys->n; i++) {
    spec_Element* copy = copy_element(job, keys->item[i], NULL, NULL);
    const key_Values* values = keys->item[i]->extra;
    if (!copy || (values && !attach_copyKeyValues(job, copy, values, false, true))) return false;
  }
  return true;
}

// Types outside the tree. Plugins come before elements that have an instance of their own; the
// order of the others does not matter, because names stay the same.
static const int plainType[] = {mjOBJ_PLUGIN,  mjOBJ_TEXTURE,  mjOBJ_MATERIAL, mjOBJ_MESH,
                                mjOBJ_HFIELD,  mjOBJ_SKIN,     mjOBJ_FLEX,     mjOBJ_PAIR,
                                mjOBJ_EXCLUDE, mjOBJ_EQUALITY, mjOBJ_TENDON,   mjOBJ_ACTUATOR,
                                mjOBJ_SENSOR,  mjOBJ_NUMERIC,  mjOBJ_TEXT,     mjOBJ_TUPLE};

static bool copyElements(copy_Job* job) {
  if (!copy_classes(job) || !plug_activateAll(job->dst, job->src)) return false;
  for (size_t i = 0; i < sizeof plainType / sizeof *plainType; i++) {
    if (!copy_all(job, plainType[i])) return false;
  }
  return copyWorld(job) && copyKeys(job) && sortLists(job);
}

spec_Spec* copy_spec(const spec_Spec* src) {
  spec_Spec* dst = spec_make();
  if (!dst) return NULL;
  copy_Job job = copy_begin(dst, src, "", "", (diag_Where){0});
  job.whole = true;
  bool ok = copyHead(dst, src) && spec_setRoots(dst, src->roots) && copyHeld(dst, src) &&
            copyModels(dst, src) && copyElements(&job);
  dst->element->id = src->element->id;
  dst->element->head.signature = src->element->head.signature;
  if (!copy_end(&job) || !ok) {
    spec_free(dst);
    return NULL;
  }
  return dst;
}
