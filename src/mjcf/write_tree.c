// Serialization of the kinematic tree to XML. Ids follow from the order of the elements of each
// type in a body, frames included, but a spec does not keep the order among types. So the contents
// of a body are merged: at each level the lists of all types advance together, and a frame is
// written when everything before its contents has been written. A frame whose contents are not
// contiguous (programs can create such frames) is written in several pieces.
#include <string.h>

#include "base/assert.h"
#include "mjcf/schema_row.h"
#include "mjcf/write_parts.h"

// types inside a body, in the order in which they are written if there is a choice
static const int treeType[] = {mjOBJ_JOINT,  mjOBJ_GEOM,  mjOBJ_SITE,
                               mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_BODY};
enum { NTREE = COUNT(treeType) };

// ranges of the lists of a body: what is still to be written at one level
typedef struct {
  spec_Element* const* at[NTREE];
  spec_Element* const* end[NTREE];
} Range;

static bool isIdentity(const mjsFrame* f) {
  return f->pos[0] == 0 && f->pos[1] == 0 && f->pos[2] == 0 && f->quat[0] == 1 && f->quat[1] == 0 &&
         f->quat[2] == 0 && f->quat[3] == 0 && f->alt.type == mjORIENTATION_QUAT;
}

// is the frame written to the file? Other frames have no effect
static bool isKept(const spec_Element* frame) {
  return *spec_name(frame) || !isIdentity(SPEC_DATA(mjsFrame, frame));
}

// innermost frame around an element that is written
static const spec_Element* keptFrame(const spec_Element* e) {
  const spec_Element* f = e->frame;
  while (f && !isKept(f)) f = f->frame;
  return f;
}

// the frame directly inside `level` (NULL: the body) that contains the element, NULL if the level
// itself does
static const spec_Element* unitOf(const spec_Element* e, const spec_Element* level) {
  const spec_Element* unit = NULL;
  for (const spec_Element* f = keptFrame(e); f != level && f; f = keptFrame(f)) unit = f;
  return unit;
}

// ---- elements

static void writeBody(write_Writer* w, const spec_Element* body, const spec_Element* enclosing);

// a free joint without class and without settings of its own
static bool isPlainFree(write_Writer* w, const schema_Element* joint, const spec_Element* e) {
  const spec_Element* plain = write_builtin(w, mjOBJ_JOINT);
  if (!plain || SPEC_DATA(mjsJoint, e)->type != mjJNT_FREE) return false;
  return !write_differs(&(write_Rows){joint, e->data, plain->data, NULL, NULL, NULL, "type group"});
}

static void writeLeaf(write_Writer* w, const spec_Element* e, const spec_Element* enclosing) {
  const schema_Element* element = schema_child(&schema_body, spec_typeName(e->type));
  if (e->type == mjOBJ_JOINT && element && isPlainFree(w, element, e)) {
    const schema_Element* freejoint = schema_child(&schema_body, "freejoint");
    write_begin(w, freejoint->tag);
    write_rows(w, &(write_Rows){freejoint, e->data, write_builtin(w, mjOBJ_JOINT)->data,
                                spec_name(e), NULL, NULL, NULL});
    write_end(w, freejoint->tag);
    return;
  }
  const void* base = write_base(w, e, enclosing);
  if (!element || !base) return;
  write_begin(w, element->tag);
  write_rows(w, &(write_Rows){element, e->data, base, spec_name(e), write_class(e, enclosing), NULL,
                              NULL});
  if (e->type == mjOBJ_GEOM) write_usePlugin(w, e);
  write_end(w, element->tag);
}

// default class of the contents: the one given, else that of the enclosing element
static const spec_Element* classInside(const write_Writer* w, const mjString* childclass,
                                       const spec_Element* enclosing) {
  const char* name = vec_text(childclass);
  const spec_Element* def = *name ? spec_find(w->spec, SPEC_DEFAULT, name) : NULL;
  return def ? def : enclosing;
}

// ---- levels

// may the frame be written now? Yes if, for every type that it contains, its elements come next
static bool isReady(const Range* range, const spec_Element* frame, const spec_Element* level) {
  for (int t = 0; t < NTREE; t++) {
    if (!(frame->id >> t & 1)) continue;
    if (range->at[t] == range->end[t] || unitOf(*range->at[t], level) != frame) return false;
  }
  return true;
}

// removes the next elements of every type that are in the frame from the range
static Range takeFrame(Range* range, const spec_Element* frame, const spec_Element* level,
                       int onlyType) {
  Range inside;
  for (int t = 0; t < NTREE; t++) {
    inside.at[t] = range->at[t];
    while ((onlyType < 0 || t == onlyType) && range->at[t] < range->end[t] &&
           unitOf(*range->at[t], level) == frame)
      range->at[t]++;
    inside.end[t] = range->at[t];
  }
  return inside;
}

static void writeLevel(write_Writer* w, Range range, const spec_Element* level,
                       const spec_Element* enclosing);

static void beginFrame(write_Writer* w, const spec_Element* frame, bool named) {
  const spec_Element* plain = write_builtin(w, SPEC_FRAME);
  write_begin(w, schema_frame.tag);
  if (plain)
    write_rows(w, &(write_Rows){&schema_frame, frame->data, plain->data,
                                named ? spec_name(frame) : NULL, NULL, NULL, NULL});
}

enum {
  WRITTEN = 1 << 30
};  // flag in spec_Element.id of a frame, beside the types that it contains
_Static_assert(NTREE < 30, "bits of types below that one");

static void writeFrame(write_Writer* w, Range inside, spec_Element* frame,
                       const spec_Element* enclosing) {
  ASSERT(frame->type == SPEC_FRAME && frame->id);
  beginFrame(w, frame, !(frame->id & WRITTEN));
  frame->id |= WRITTEN;
  writeLevel(w, inside, frame, classInside(w, SPEC_DATA(mjsFrame, frame)->childclass, enclosing));
  write_end(w, schema_frame.tag);
}

// writes elements of one type up to a frame that must wait; returns the frame, or NULL
static spec_Element* writeRun(write_Writer* w, Range* range, int t, const spec_Element* level,
                              const spec_Element* enclosing) {
  while (range->at[t] < range->end[t]) {
    const spec_Element* e = *range->at[t];
    spec_Element* unit = (spec_Element*)unitOf(e, level);
    if (unit && !isReady(range, unit, level)) return unit;
    if (unit) {
      writeFrame(w, takeFrame(range, unit, level, -1), unit, enclosing);
      continue;
    }
    range->at[t]++;
    if (e->type == mjOBJ_BODY) {
      writeBody(w, e, enclosing);
    } else {
      writeLeaf(w, e, enclosing);
    }
  }
  return NULL;
}

static void writeLevel(write_Writer* w, Range range, const spec_Element* level,
                       const spec_Element* enclosing) {
  for (bool more = true; more;) {
    spec_Element* waiting = NULL;
    int type = 0;
    bool moved = false;
    more = false;
    for (int t = 0; t < NTREE; t++) {
      spec_Element* const* before = range.at[t];
      spec_Element* unit = writeRun(w, &range, t, level, enclosing);
      moved = moved || range.at[t] != before;
      if (unit && !waiting) waiting = unit, type = t;
      more = more || unit;
    }
    ASSERT(!more || waiting);
    // frames that wait for each other (deadlock): writes a part of one
    if (more && !moved) writeFrame(w, takeFrame(&range, waiting, level, type), waiting, enclosing);
  }
  for (int t = 0; t < NTREE; t++) ASSERT_FULL(range.at[t] == range.end[t]);
}

// ---- bodies

// marks which types each frame contains, directly or in nested frames
static void markFrames(const spec_Element* body) {
  const spec_BodyExtra* extra = spec_body(body);
  for (int i = 0; i < extra->child[SPEC_FRAME].n; i++) extra->child[SPEC_FRAME].item[i]->id = 0;
  for (int t = 0; t < NTREE; t++) {
    const spec_List* list = &extra->child[treeType[t]];
    for (int i = 0; i < list->n; i++) {
      for (spec_Element* f = list->item[i]->frame; f; f = f->frame) f->id |= 1 << t;
    }
  }
}

// frames without contents can still be referred to by <attach>
static void writeEmptyFrames(write_Writer* w, const spec_Element* body) {
  const spec_List* frames = &spec_body(body)->child[SPEC_FRAME];
  for (int i = 0; i < frames->n; i++) {
    const spec_Element* frame = frames->item[i];
    if (frame->id || !*spec_name(frame) || frame->frame) continue;
    beginFrame(w, frame, true);
    write_end(w, schema_frame.tag);
  }
}

static void writeContents(write_Writer* w, const spec_Element* body,
                          const spec_Element* enclosing) {
  Range range;
  markFrames(body);
  for (int t = 0; t < NTREE; t++) {
    const spec_List* list = &spec_body(body)->child[treeType[t]];
    range.at[t] = list->item;
    range.end[t] = list->item + list->n;
  }
  writeLevel(w, range, NULL, enclosing);
  writeEmptyFrames(w, body);
}

static void writeInertial(write_Writer* w, const spec_Element* body, const void* plain) {
  const schema_Element* inertial = schema_child(&schema_body, "inertial");
  write_begin(w, inertial->tag);
  write_rows(w, &(write_Rows){inertial, body->data, plain, NULL, NULL, NULL, NULL});
  write_end(w, inertial->tag);
}

static void writeBody(write_Writer* w, const spec_Element* body, const spec_Element* enclosing) {
  const mjsBody* data = SPEC_DATA(mjsBody, body);
  const spec_Element* plain = write_builtin(w, mjOBJ_BODY);
  if (!plain) return;
  write_begin(w, schema_body.tag);
  write_rows(w, &(write_Rows){&schema_body, data, plain->data, spec_name(body), NULL, NULL, NULL});
  if (data->explicitinertial) writeInertial(w, body, plain->data);
  write_usePlugin(w, body);
  writeContents(w, body, classInside(w, data->childclass, enclosing));
  write_end(w, schema_body.tag);
}

void write_world(write_Writer* w) {
  write_begin(w, schema_worldbody.tag);
  write_usePlugin(w, w->spec->world);
  writeContents(w, w->spec->world, w->spec->root);
  write_end(w, schema_worldbody.tag);
}
