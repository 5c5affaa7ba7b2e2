// Public API of editable models: changes of the kinematic tree and other elements: deletion
// (mjs_delete), frames, default classes.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "spec/attach_key.h"
#include "spec/copy.h"
#include "spec/spec_api.h"
#include "spec/spec_orientation.h"
#include "spec/spec_plugin.h"

static int fail(spec_Element* e, const char* text) {
  char label[SPEC_LABEL_SIZE];
  diag_error(&e->spec->diag, e->where, spec_label(label, e), "%s", text);
  return -1;
}

// ---- delete

// keyframes are indexed by id: before the layout changes, their values are split by element
static void splitKeys(spec_Spec* spec) {
  const spec_List* keys = &spec->list[mjOBJ_KEY];
  for (int i = 0; i < keys->n; i++) {
    diag_Diag ignored = {0};  // a key that does not fit stays unchanged
    attach_splitKey(keys->item[i], &ignored);
    diag_free(&ignored);
  }
}

// adds elements that refer to an element of the job's set to the set and to the list
static bool addDependents(copy_Job* job, spec_List* gone) {
  for (int t = 0; t < copy_ndependentType; t++) {
    const spec_List* list = &job->dst->list[copy_dependentType[t]];
    for (int i = 0; i < list->n; i++) {
      if (!copy_countRefs(job, list->item[i]).copied) continue;
      if (!copy_mapSet(&job->scratch, &job->map, list->item[i], NULL) ||
          !copy_addWithParts(&job->scratch, gone, list->item[i])) {
        return false;
      }
    }
  }
  return true;
}

// Deletes a body or frame with all its contents and everything that refers to them, and plugin
// instances that have no user afterwards.
static int deleteTree(spec_Element* e) {
  spec_Spec* spec = e->spec;
  if (e == spec->world) return fail(e, "the world cannot be deleted");
  splitKeys(spec);
  copy_Job job = copy_begin(spec, spec, "", "", (diag_Where){0});
  bool ok = e->type == mjOBJ_BODY ? copy_chooseBody(&job, e) : copy_chooseFrame(&job, e, true);
  spec_List gone = {0};
  for (int i = 0; ok && i < job.order.n; i++)
    ok = spec_listAdd(&job.scratch, &gone, job.order.item[i]);
  ASSERT(!ok || gone.n == job.order.n);
  ok = ok && addDependents(&job, &gone) && copy_remove(spec, &gone) && plug_removeUnused(spec);
  return copy_end(&job) && ok ? 0 : -1;
}

// maps a deleted class to the class that replaces it, "" for main
typedef struct {
  const copy_Map* gone;
  const spec_Element* heir;
} Heir;

static bool renameClass(void* context, const copy_Ref* ref) {
  const Heir* heir = context;
  if (ref->type != SPEC_DEFAULT) return true;
  const spec_Element* named = spec_find(heir->heir->spec, SPEC_DEFAULT, vec_text(ref->name));
  if (!named || !copy_mapHas(heir->gone, named)) return true;
  return vec_setText(ref->name, heir->heir == heir->heir->spec->root ? "" : spec_name(heir->heir));
}

// moves elements of deleted classes to the heir
static void inherit(spec_Spec* spec, const copy_Map* gone, spec_Element* heir) {
  const Heir context = {gone, heir};
  for (int type = 0; type < SPEC_NTYPE; type++) {
    for (int i = 0; i < spec->list[type].n; i++) {
      spec_Element* e = spec->list[type].item[i];
      if (e->def && copy_mapHas(gone, e->def)) e->def = heir;
      if (type == mjOBJ_BODY || type == SPEC_FRAME) copy_eachRef(e, renameClass, (void*)&context);
    }
  }
}

// deletes a class and its descendants; elements made from them keep their values
static int deleteClass(spec_Element* def) {
  spec_Spec* spec = def->spec;
  if (def == spec->root) return fail(def, "the class main cannot be deleted");
  spec_Element* parent = spec_default(def)->parent;
  ASSERT(parent);  // only main has no parent
  spec_Pool pool = {.arena = arena_make(0)};
  copy_Map set = {0};
  spec_List gone = {0};
  bool ok = spec_listAdd(&pool, &gone, def);
  for (int i = 0; ok && i < gone.n; i++) {
    const spec_List* children = &spec_default(gone.item[i])->children;
    ok = copy_mapSet(&pool, &set, gone.item[i], NULL);
    for (int k = 0; ok && k < children->n; k++) ok = spec_listAdd(&pool, &gone, children->item[k]);
  }
  if (ok) {
    inherit(spec, &set, parent);
    spec_listRemove(&spec_default(parent)->children, def);
    ok = copy_remove(spec, &gone);
  }
  arena_free(&pool.arena);
  if (!ok) diag_noMemory(&spec->diag);
  return ok && !spec->pool.failed ? 0 : -1;
}

// deletes a joint, actuator, pair, ...: the element alone, with its own plugin instance
static int deleteOne(spec_Element* e) {
  if (e->type == mjOBJ_JOINT || e->type == mjOBJ_ACTUATOR) splitKeys(e->spec);
  spec_Pool pool = {.arena = arena_make(0)};
  spec_List gone = {0};
  spec_Element* own = plug_ownInstance(e);
  bool ok = copy_addWithParts(&pool, &gone, e) && (!own || spec_listAdd(&pool, &gone, own)) &&
            copy_remove(e->spec, &gone);
  arena_free(&pool.arena);
  return ok ? 0 : -1;
}

int mjs_delete(mjSpec* spec, mjsElement* element) {
  ARGS_NEED_OR(-1, spec);
  spec_Element* e = element ? spec_of(element) : NULL;
  if (!e || e->spec != spec_spec(spec)) return -1;
  api_clearError(e->spec);
  if (e->removed) return 0;
  if (e->type == mjOBJ_BODY || e->type == SPEC_FRAME) return deleteTree(e);
  if (e->type == SPEC_DEFAULT) return deleteClass(e);
  if (e->type == SPEC_MODEL)
    return fail(e, "a model cannot be deleted, elements refer to its settings");
  if (e->type == SPEC_WRAP)
    return fail(e, "an object on a path cannot be deleted; delete the tendon");
  return deleteOne(e);
}

// ---- class and frame

void mjs_setDefault(mjsElement* element, const mjsDefault* def) {
  ARGS_NEED(element);
  spec_Element* e = spec_of(element);
  e->def = def ? spec_of(def->element) : e->spec->root;
}

int mjs_setFrame(mjsElement* dest, mjsFrame* frame) {
  if (!dest) return -1;
  spec_Element* e = spec_of(dest);
  api_clearError(e->spec);
  if (!frame) return fail(e, "there is no frame to put it into");
  spec_Element* to = spec_of(frame->element);
  if (!e->body) return fail(e, "only what stands in a body can be put into a frame");
  if (to->removed) return fail(e, "the frame was deleted");
  if (to->body != e->body) return fail(e, "the frame belongs to another body");
  if (to == e || copy_inFrame(to, e)) return fail(e, "a frame cannot be put into itself");
  e->frame = to;
  return 0;
}

const char* mjs_resolveOrientation(double quat[4], mjtByte degree, const char* sequence,
                                   const mjsOrientation* orientation) {
  ARGS_NEED_OR(NULL, orientation);
  mjsCompiler compiler = {.degree = degree != 0};
  if (orientation->type == mjORIENTATION_QUAT) return NULL;
  ARGS_NEED_OR(NULL, quat);
  if (!sequence || strlen(sequence) != sizeof compiler.eulerseq) {
    return "euler sequence: three letters of xyzXYZ are needed";
  }
  memcpy(compiler.eulerseq, sequence, sizeof compiler.eulerseq);
  return spec_orientation(quat, &compiler, orientation);
}
