// Copies of parts of the kinematic tree: selects bodies and frames with all their contents, copies
// them, and removes elements.
#include <string.h>

#include "base/assert.h"
#include "spec/copy.h"

// types of a body's contents; frames first, because other elements refer to them
static const int contentType[] = {SPEC_FRAME, mjOBJ_BODY,   mjOBJ_JOINT, mjOBJ_GEOM,
                                  mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT};
enum { NCONTENT = sizeof contentType / sizeof *contentType };

// ---- selection

static bool choose(copy_Job* job, spec_Element* e) {
  return copy_mapSet(&job->scratch, &job->map, e, NULL) &&
         spec_listAdd(&job->scratch, &job->order, e);
}

bool copy_inFrame(const spec_Element* e, const spec_Element* frame) {
  for (e = e->frame; e && e != frame;) e = e->frame;
  return e == frame && frame;
}

// selects the contents of a body, or of one of its frames
static bool chooseIn(copy_Job* job, const spec_Element* body, const spec_Element* frame) {
  for (int t = 0; t < NCONTENT; t++) {
    const spec_List* list = &spec_body(body)->child[contentType[t]];
    for (int i = 0; i < list->n; i++) {
      if (frame && !copy_inFrame(list->item[i], frame)) continue;
      if (!choose(job, list->item[i])) return false;
    }
  }
  return true;
}

// selects contents of the bodies that were selected from `first` on
static bool chooseDeeper(copy_Job* job, int first) {
  for (int i = first; i < job->order.n; i++) {
    const spec_Element* e = job->order.item[i];
    if (e->type == mjOBJ_BODY && !chooseIn(job, e, NULL)) return false;
  }
  return true;
}

bool copy_chooseBody(copy_Job* job, spec_Element* body) {
  const int first = job->order.n;
  return choose(job, body) && chooseDeeper(job, first);
}

bool copy_chooseContents(copy_Job* job, const spec_Element* body) {
  const int first = job->order.n;
  return chooseIn(job, body, NULL) && chooseDeeper(job, first);
}

bool copy_chooseFrame(copy_Job* job, spec_Element* frame, bool itself) {
  const int first = job->order.n;
  return (!itself || choose(job, frame)) && chooseIn(job, frame->body, frame) &&
         chooseDeeper(job, first);
}

bool copy_bodies(spec_Pool* pool, spec_Element* top, spec_List* bodies) {
  spec_List stack = {0};
  if (!spec_listAdd(pool, &stack, top)) return false;
  while (stack.n) {
    spec_Element* body = stack.item[--stack.n];
    if (!spec_listAdd(pool, bodies, body)) return false;
    const spec_List* children = &spec_body(body)->child[mjOBJ_BODY];
    for (int i = children->n - 1; i >= 0; i--) {
      if (!spec_listAdd(pool, &stack, children->item[i])) return false;
    }
  }
  return true;
}

// ---- copies

bool copy_tree(copy_Job* job, spec_Element* dstBody, spec_Element* dstFrame) {
  const spec_List* order = &job->order;
  for (int i = 0; i < order->n; i++) {
    const spec_Element* e = order->item[i];
    spec_Element* body = e->body ? copy_mapGet(&job->map, e->body) : NULL;
    ASSERT_FULL(body || !e->body || !copy_mapHas(&job->map, e->body));  // parents are copied first
    if (!copy_element(job, e, body ? body : dstBody, body ? NULL : dstFrame)) return false;
  }
  for (int i = 0; i < order->n; i++) {
    const spec_Element* e = order->item[i];
    spec_Element* copy = copy_mapGet(&job->map, e);
    spec_Element* frame = e->frame ? copy_mapGet(&job->map, e->frame) : NULL;
    ASSERT(copy && copy->type == e->type);
    if (frame) copy->frame = frame;
    if (!copy_rename(job, copy)) return false;
  }
  return true;
}

// ---- removal

static void compact(spec_List* list, const copy_Map* set) {
  int n = 0;
  for (int i = 0; i < list->n; i++) {
    if (!copy_mapHas(set, list->item[i])) list->item[n++] = list->item[i];
  }
  list->n = n;
}

bool copy_addWithParts(spec_Pool* pool, spec_List* list, spec_Element* e) {
  if (!spec_listAdd(pool, list, e)) return false;
  if (e->type != mjOBJ_TENDON) return true;
  const spec_List* path = &spec_tendon(e)->path;
  for (int i = 0; i < path->n; i++) {
    if (!spec_listAdd(pool, list, path->item[i])) return false;
  }
  return true;
}

bool copy_remove(spec_Spec* spec, const spec_List* elements) {
  spec_Pool pool = {.arena = arena_make(0)};
  copy_Map set = {0};
  bool touched[SPEC_NTYPE] = {false};
  for (int i = 0; i < elements->n && !pool.failed; i++) {
    copy_mapSet(&pool, &set, elements->item[i], NULL);
    touched[elements->item[i]->type] = true;
  }
  if (pool.failed) {
    spec->pool.failed = true;
    arena_free(&pool.arena);
    return false;
  }
  for (int type = 0; type < SPEC_NTYPE; type++) {
    if (touched[type]) compact(&spec->list[type], &set);
  }
  const spec_List* last = NULL;  // neighbors in `elements` mostly share a list
  for (int i = 0; i < elements->n; i++) {
    spec_Element* e = elements->item[i];
    spec_setName(e, "");
    e->id = -1;
    e->removed = true;
    if (!e->body || copy_mapHas(&set, e->body)) continue;
    spec_List* list = &spec_body(e->body)->child[e->type];
    if (list != last) compact(list, &set);
    last = list;
  }
  arena_free(&pool.arena);
  return true;
}
