// Reads the MJCF kinematic tree: worldbody, body, frame, replicate, attach, inertial and joints.
// The reader keeps the current body, frame and default class, into which elements are read.
#include <string.h>

#include "base/assert.h"
#include "mjcf/read_parts.h"
#include "spec/attach.h"

// the reader's context for the children of a node
typedef struct {
  spec_Element *body, *frame, *def;
} Context;

static void readInside(read_Reader* r, const xml_Node* node, const schema_Element* element,
                       Context inside) {
  const Context outside = {r->body, r->frame, r->def};
  r->body = inside.body;
  r->frame = inside.frame;
  r->def = inside.def;
  read_children(r, node, element);
  ASSERT(r->body == inside.body && r->frame == inside.frame && r->def == inside.def);
  r->body = outside.body;
  r->frame = outside.frame;
  r->def = outside.def;
}

READ_ELEMENT(read_world) {
  spec_Element* world = r->spec->world;
  readInside(r, node, element, (Context){world, NULL, r->spec->root});
}

// continues with the contents of the element even if the name is taken
static bool readNameAndGoOn(read_Reader* r, const xml_Node* node, spec_Element* e) {
  return read_name(r, node, e, "name") || diag_resume(r->diag);
}

// Reads an element that contains others, with its name and attributes; its class applies to its
// contents. Returns NULL after an error
static spec_Element* readHolder(read_Reader* r, const xml_Node* node, const schema_Element* element,
                                int type) {
  spec_Element* def = read_class(r, node, "childclass", r->def);
  if (r->diag->failed) return NULL;
  spec_Element* e = read_make(r, node, type, r->body, r->frame, def);
  if (!e || !readNameAndGoOn(r, node, e)) return NULL;
  read_attrs(r, node, element, e->data, NULL);
  return diag_resume(r->diag) ? e : NULL;
}

READ_ELEMENT(read_body) {
  spec_Element* body = readHolder(r, node, element, mjOBJ_BODY);
  if (body) readInside(r, node, element, (Context){body, NULL, body->def});
}

READ_ELEMENT(read_frame) {
  spec_Element* frame = readHolder(r, node, element, SPEC_FRAME);
  if (frame) readInside(r, node, element, (Context){r->body, frame, frame->def});
}

// the children are read once, into a frame of their own, which is then replaced by copies
READ_ELEMENT(read_replicate) {
  spec_Element* def = read_class(r, node, "childclass", r->def);
  if (r->diag->failed) return;
  spec_Element* frame = read_make(r, node, SPEC_FRAME, r->body, r->frame, def);
  if (!frame) return;
  read_Replicate args = {0};
  read_attrs(r, node, element, frame->data, &args);
  if (!diag_resume(r->diag)) return;
  r->replicates++;
  readInside(r, node, element, (Context){r->body, frame, def});
  r->replicates--;
  ASSERT(r->replicates >= 0);
  if (r->diag->nerror) return;  // copies of incomplete elements would only cause more errors
  const char* sep = xml_attr(node, "sep");
  const bool ok = attach_replicate(r->spec, r->body, frame, args.count, args.offset, args.euler,
                                   sep ? sep : "", frame->where);
  // the names that a nested replicate creates are not final
  if (ok && !r->replicates) attach_checkNames(r->spec, frame->where);
}

READ_ELEMENT(read_attach) {
  (void)element;
  if (r->diag->nerror) return;  // a reference may be unresolved because of another error
  attach_model(r->spec, r->body, r->frame, xml_attr(node, "model"), xml_attr(node, "body"),
               xml_attr(node, "frame"), xml_attr(node, "prefix"), read_place(r, node));
}

static bool inWorld(read_Reader* r, const xml_Node* node, const char* what) {
  if (r->body != r->spec->world) return false;
  read_error(r, node, "the world cannot have %s; put it inside a <body>", what);
  return true;
}

READ_ELEMENT(read_inertial) {
  if (inWorld(r, node, "an inertia")) return;
  mjsBody* body = SPEC_DATA(mjsBody, r->body);
  read_attrs(r, node, element, body, NULL);
  body->explicitinertial = true;
}

READ_ELEMENT(read_joint) {
  if (!inWorld(r, node, "joints")) read_object(r, node, element);
}

// default classes do not apply
READ_ELEMENT(read_freejoint) {
  if (inWorld(r, node, "joints")) return;
  spec_Element* e = read_make(r, node, mjOBJ_JOINT, r->body, r->frame, NULL);
  if (!e || !read_name(r, node, e, "name")) return;
  e->def = r->spec->root;
  SPEC_DATA(mjsJoint, e)->type = mjJNT_FREE;
  read_attrs(r, node, element, e->data, NULL);
}
