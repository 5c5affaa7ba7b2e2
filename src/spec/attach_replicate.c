// Replicate: replaces a template inside a frame by copies along a screw motion. The pose (position
// and quaternion) of copy i is quat_i = euler(i * angles), pos_0 = 0, pos_{i+1} = pos_i + R(quat_i)
// offset.
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "math/rigid.h"
#include "spec/attach.h"
#include "spec/attach_key.h"
#include "spec/copy.h"
#include "spec/spec_orientation.h"

enum { INDEX_SIZE = 16 };

typedef struct {
  copy_Job job;
  spec_Element *body, *frame;  // the frame holds the template
  int count;
  const double *offset, *euler;
  const char* sep;
  spec_List active;   // elements elsewhere that are copied each time
  spec_List gone;     // elements that are removed at the end
  spec_List keys;     // keyframes that are copied each time
  spec_List oldKeys;  // keyframes already split by an earlier replicate or attach
  text_Text suffix;
} Replicate;

// ---- choosing what is copied

static bool isAttribute(void* context, const copy_Ref* ref) {
  (void)context;
  return ref->rule == REF_ATTRIBUTE;
}

// a sensor without a reference is copied too, and stays
// odd: sensors without an object
static bool isFreeSensor(const spec_Element* e) {
  return e->type == mjOBJ_SENSOR && copy_eachRef(e, isAttribute, NULL);
}

// an element that refers to the template and to something else cannot be copied
// odd: references out of a replicate
static bool drop(Replicate* r, spec_Element* e, const char* outside) {
  char label[SPEC_LABEL_SIZE];
  diag_warning(&r->job.dst->diag, e->where, spec_label(label, e),
               "is removed, because it refers both to '%s' and to something inside a <replicate>",
               outside);
  return copy_mapSet(&r->job.scratch, &r->job.dropped, e, NULL) &&
         copy_addWithParts(&r->job.scratch, &r->gone, e);
}

static bool classify(Replicate* r, spec_Element* e) {
  spec_Pool* pool = &r->job.scratch;
  if (isFreeSensor(e)) return spec_listAdd(pool, &r->active, e);
  const copy_Refs refs = copy_countRefs(&r->job, e);
  if (!refs.copied) return true;
  char label[SPEC_LABEL_SIZE];
  if (e->type == mjOBJ_TUPLE) {
    diag_error(&r->job.dst->diag, e->where, spec_label(label, e),
               "refers to an element inside a <replicate>, which a tuple cannot");
    return false;
  }
  if (refs.missing) {
    diag_error(
        &r->job.dst->diag, e->where, spec_label(label, e),
        "refers to something inside a <replicate> and to '%s', which is not defined before the "
        "<replicate>; move it there, or correct the name",
        refs.outside);
    return false;
  }
  if (refs.strict) return drop(r, e, refs.outside);
  // its targets exist without the template too: it stays beside its copies
  const bool stays = refs.elsewhere == refs.copied;
  return copy_mapSet(pool, &r->job.map, e, NULL) && spec_listAdd(pool, &r->active, e) &&
         (stays || copy_addWithParts(pool, &r->gone, e));
}

static bool chooseElements(Replicate* r) {
  if (!copy_chooseFrame(&r->job, r->frame, false)) return false;
  for (int i = 0; i < r->job.order.n; i++) {
    if (!spec_listAdd(&r->job.scratch, &r->gone, r->job.order.item[i])) return false;
  }
  if (!spec_listAdd(&r->job.scratch, &r->gone, r->frame)) return false;
  for (int t = 0; t < copy_ndependentType; t++) {
    const spec_List* list = &r->job.dst->list[copy_dependentType[t]];
    for (int i = 0; i < list->n; i++) {
      if (!classify(r, list->item[i])) return false;
    }
  }
  return true;
}

// keyframes: those of the file are split over the current elements and copied with the template
static bool chooseKeys(Replicate* r) {
  const spec_List* list = &r->job.dst->list[mjOBJ_KEY];
  for (int i = 0; i < list->n; i++) {
    spec_Element* key = list->item[i];
    const bool old = attach_keySplit(key);
    if (!spec_listAdd(&r->job.scratch, old ? &r->oldKeys : &r->keys, key)) return false;
    if (!old && !attach_splitKey(key, &r->job.dst->diag)) return false;
  }
  return true;
}

// ---- one copy

static bool makeSuffix(Replicate* r, int i) {
  char digits[INDEX_SIZE];
  ASSERT(i >= 0 && i < r->count);
  const int width = snprintf(digits, sizeof digits, "%d", r->count);
  snprintf(digits, sizeof digits, "%0*d", width, i);
  r->suffix.size = 0;
  text_add(&r->suffix, r->sep);
  text_add(&r->suffix, digits);
  r->job.suffix = text_get(&r->suffix);
  return !r->suffix.failed;
}

static bool copyActive(Replicate* r) {
  const int n = r->active.n;
  if (!copy_room(&r->job, (double)n + r->job.order.n)) return false;
  for (int i = 0; i < n; i++) {
    spec_Element* e = r->active.item[i];
    spec_Element* copy = copy_element(&r->job, e, NULL, NULL);
    if (!copy || !copy_rename(&r->job, copy)) return false;
    if (isFreeSensor(e) && !spec_listAdd(&r->job.scratch, &r->active, copy)) return false;
  }
  return true;
}

static bool copyKeys(Replicate* r) {
  for (int i = 0; i < r->keys.n; i++) {
    const spec_Element* key = r->keys.item[i];
    ASSERT(attach_keySplit(key));
    spec_Element* copy = copy_element(&r->job, key, NULL, NULL);
    if (!copy || !attach_copyKeyValues(&r->job, copy, key->extra, true, false)) return false;
    if (!*spec_name(key)) spec_setName(copy, copy_name(&r->job, "", true));
  }
  return true;
}

// adds the frame of copy i with pose pos, quat
static spec_Element* addFrame(Replicate* r, const double pos[3], const double quat[4]) {
  spec_Element* frame = spec_add(r->job.dst, SPEC_FRAME, r->body, r->frame->frame, NULL);
  if (!frame || !spec_copyData(SPEC_FRAME, frame->data, r->frame->data, &r->job.dst->pool))
    return NULL;
  frame->where = r->frame->where;
  frame->compiler = r->frame->compiler;
  frame->def = r->frame->def;
  mjsFrame* data = SPEC_DATA(mjsFrame, frame);
  memcpy(data->pos, pos, sizeof data->pos);
  memcpy(data->quat, quat, sizeof data->quat);
  data->alt = (mjsOrientation){0};
  return frame;
}

static bool copyOnce(Replicate* r, int i, double pos[3]) {
  mjsOrientation alt = {.type = mjORIENTATION_EULER};
  for (int k = 0; k < 3; k++) alt.euler[k] = i * r->euler[k];  // odd: turns of a replicate
  double quat[4] = {1, 0, 0, 0}, step[3];
  const char* bad = spec_orientation(quat, &r->job.dst->pub.compiler, &alt);
  if (bad) {
    diag_error(&r->job.dst->diag, r->job.where, "<replicate>", "euler: %s", bad);
    return false;
  }
  spec_Element* frame = makeSuffix(r, i) ? addFrame(r, pos, quat) : NULL;
  if (!frame || !copy_tree(&r->job, r->body, frame)) return false;
  if (!copyActive(r) || !copyKeys(r)) return false;
  for (int k = 0; i == 0 && k < r->oldKeys.n; k++) {
    attach_moveKeyValues(r->oldKeys.item[k], &r->job.map, true, false);
  }
  rigid_rotate(step, quat, r->offset);
  for (int k = 0; k < 3; k++) pos[k] += step[k];  // order: from copy to copy
  return true;
}

// ---- the end

// keyframes of the file come after their copies
// odd: keyframes in a replicate
static bool moveKeysBack(Replicate* r) {
  spec_List* list = &r->job.dst->list[mjOBJ_KEY];
  copy_Map own = {0};
  for (int i = 0; i < r->keys.n; i++) {
    if (!copy_mapSet(&r->job.scratch, &own, r->keys.item[i], NULL)) return false;
    attach_moveKeyValues(r->keys.item[i], &r->job.map, false, true);
  }
  int n = 0;
  for (int i = 0; i < list->n; i++) {
    if (!copy_mapHas(&own, list->item[i])) list->item[n++] = list->item[i];
  }
  for (int i = 0; i < r->keys.n; i++) list->item[n++] = r->keys.item[i];
  ASSERT(n == list->n);  // the same keys, reordered
  return true;
}

static bool run(Replicate* r) {
  double pos[3] = {0, 0, 0};
  if (!chooseElements(r) || !chooseKeys(r)) return false;
  const double each = (double)r->job.order.n + r->active.n + r->keys.n + 1;
  if (!copy_room(&r->job, each * r->count)) return false;
  for (int i = 0; i < r->count; i++) {
    if (!copyOnce(r, i, pos)) return false;
  }
  return moveKeysBack(r) && copy_remove(r->job.dst, &r->gone);
}

bool attach_replicate(spec_Spec* spec, spec_Element* body, spec_Element* frame, int count,
                      const double offset[3], const double euler[3], const char* sep,
                      diag_Where where) {
  if (count < 0) {
    diag_error(&spec->diag, where, "<replicate>", "count: %d is negative; 0 or more is accepted",
               count);
    return false;
  }
  Replicate r = {.job = copy_begin(spec, spec, "", "", where),
                 .body = body,
                 .frame = frame,
                 .count = count,
                 .offset = offset,
                 .euler = euler,
                 .sep = sep ? sep : ""};
  r.job.what = "<replicate>";
  r.job.share = true;
  bool ok = run(&r);
  if (r.suffix.failed) diag_noMemory(&spec->diag);
  bool end = copy_end(&r.job);
  text_free(&r.suffix);
  return ok && end;
}

bool attach_checkNames(spec_Spec* spec, diag_Where where) {
  for (int i = 0; i < spec->shared.n; i++) {
    const spec_Element* e = spec->shared.item[i];
    const char* name = spec_name(e);  // "" for removed elements
    const spec_Element* other = spec_find(spec, e->type, name);
    if (other == e) other = spec_findNext(e);
    if (!other) continue;
    char label[SPEC_LABEL_SIZE];
    diag_error(
        &spec->diag, where, "<replicate>",
        "the copy %s of what stands in line %d has the name of another %s, of line %d; names "
        "must differ, use another separator",
        spec_label(label, e), e->where.line, spec_typeName(e->type), other->where.line);
    return false;
  }
  spec->shared.n = 0;
  return true;
}
