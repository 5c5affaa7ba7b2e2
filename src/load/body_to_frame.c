// mjs_bodyToFrame: dissolves a body of an editable model into a frame of its parent (fuses two
// rigid bodies). The explicit inertia of the body is added to that of the parent, which becomes
// explicit too: the two inertia tensors, each given by mass, center of mass, principal axes and
// moments, are summed in the parent's frame. The inertia that the parent has from its geoms is
// inferred by the compiler.
#include <math.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "compile/compile.h"
#include "compile/compile_parts.h"
#include "load/canonical.h"
#include "math/rigid.h"
#include "spec/copy.h"
#include "spec/spec_api.h"

// ---- inertia

// the inertia given for a body, in the body's own frame
static comp_Inertia givenInertia(const spec_Element* e) {
  const mjsBody* body = e->data;
  comp_Inertia out = {.mass = body->mass};
  mjsOrientation alt = body->ialt;
  if (!isnan(body->ipos[0])) memcpy(out.ipos, body->ipos, sizeof out.ipos);
  memcpy(out.inertia, body->inertia, sizeof out.inertia);
  memcpy(out.iquat, body->iquat, sizeof out.iquat);
  canon_resolve(e, out.iquat, &alt);
  rigid_normalize(out.iquat, 4);
  if (!isnan(body->fullinertia[0])) rigid_eigen(out.inertia, out.iquat, body->fullinertia);
  return out;
}

// transforms the inertia into the frame of the parent body
static void moveToParent(const spec_Element* e, comp_Inertia* inertia) {
  const mjsBody* body = e->data;
  double fpos[3], fquat[4], quat[4];
  mjsOrientation alt = body->alt;
  memcpy(quat, body->quat, sizeof quat);
  canon_resolve(e, quat, &alt);
  rigid_normalize(quat, 4);
  rigid_applyFrame(inertia->ipos, inertia->iquat, body->pos, quat);
  canon_framePose(e, fpos, fquat);
  rigid_applyFrame(inertia->ipos, inertia->iquat, fpos, fquat);
}

static int indexOf(const spec_Element* e) {
  const spec_List* list = &e->spec->list[e->type];
  int i = 0;
  while (i < list->n && list->item[i] != e) i++;
  return i;
}

// the inertia that the compiler infers from the geoms of a body; false if the spec does not compile
static bool inferInertia(const spec_Element* e, comp_Inertia* out) {
  spec_Spec* copy = copy_spec(e->spec);
  if (!copy) return false;
  copy->pub.compiler.settotalmass = -1;
  copy->pub.compiler.fusestatic = false;
  mjModel* m = comp_compile(copy, NULL);
  if (m) {
    ASSERT(indexOf(e) < copy->list[e->type].n);
    const spec_Element* same = copy->list[e->type].item[indexOf(e)];
    canon_takeInertia(same, m);
    *out = givenInertia(same);
  }
  mj_deleteModel(m);
  spec_free(copy);
  return m != NULL;
}

// the inertia of the parent without the body
static comp_Inertia ownInertia(const spec_Element* parent) {
  comp_Inertia own = {.mass = 0};
  if (SPEC_DATA(mjsBody, parent)->explicitinertial) return givenInertia(parent);
  if (!spec_body(parent)->child[mjOBJ_GEOM].n || inferInertia(parent, &own)) return own;
  char label[SPEC_LABEL_SIZE];
  diag_warning(&parent->spec->diag, parent->where, spec_label(label, parent),
               "the mass of its geoms is lost, for the model does not compile as it is and an "
               "inertia that was given is added to it; give one for this body too");
  return own;
}

// The inertia of the body is the given one, or that of its geoms. If the parent is the world,
// nothing is added.
static bool addToParent(const spec_Element* body) {
  const spec_Element* parent = body->body;
  if (!SPEC_DATA(mjsBody, body)->explicitinertial || parent == body->spec->world) return true;
  comp_Inertia part[2] = {ownInertia(parent), givenInertia(body)}, sum;
  moveToParent(body, &part[1]);
  if (part[0].mass > 0 && part[1].mass > 0) {
    comp_combineInertia(part, 2, &sum);
  } else {
    sum = part[part[1].mass > 0];
  }
  mjsBody* to = parent->data;
  to->explicitinertial = true;
  to->mass = sum.mass;
  memcpy(to->ipos, sum.ipos, sizeof to->ipos);
  memcpy(to->iquat, sum.iquat, sizeof to->iquat);
  memcpy(to->inertia, sum.inertia, sizeof to->inertia);
  to->ialt = (mjsOrientation){.type = mjORIENTATION_QUAT};
  to->fullinertia[0] = __builtin_nan("");
  return !body->spec->pool.failed;
}

// ---- contents

// moves the contents of a body into a frame of its parent: child bodies take the body's position in
// the list, other elements go to the end of their lists
static bool moveContents(spec_Element* body, spec_Element* frame) {
  spec_Element* parent = body->body;
  ASSERT(parent != body && frame->body == parent);
  for (int type = 0; type < SPEC_NTYPE; type++) {
    spec_List* list = &spec_body(body)->child[type];
    spec_List* to = &spec_body(parent)->child[type];
    int place = to->n;
    for (int i = 0; type == mjOBJ_BODY && i < to->n; i++) {
      if (to->item[i] == body) place = i;
    }
    for (int i = 0; i < list->n; i++) {
      spec_Element* e = list->item[i];
      if (!spec_listInsert(&body->spec->pool, to, place + i, e)) return false;
      e->body = parent;
      if (!e->frame) e->frame = frame;
    }
    list->n = 0;
  }
  return true;
}

mjsFrame* mjs_bodyToFrame(mjsBody** body) {
  ARGS_NEED_OR(NULL, body);
  ARGS_NEED_OR(NULL, *body);
  spec_Element* e = spec_of((*body)->element);
  api_clearError(e->spec);
  if (!e->body || e->removed) {
    char label[SPEC_LABEL_SIZE];
    diag_error(&e->spec->diag, e->where, spec_label(label, e), "%s",
               e->removed ? "the body was deleted" : "the world cannot become a frame");
    return NULL;
  }
  const int nwarning = e->spec->diag.nwarning;
  if (!addToParent(e)) return NULL;
  api_tellWarnings(e->spec, nwarning);
  spec_Element* frame = spec_add(e->spec, SPEC_FRAME, e->body, e->frame, e->def);
  if (!frame) return NULL;
  const mjsBody* from = *body;
  mjsFrame* to = SPEC_DATA(mjsFrame, frame);
  frame->where = e->where;
  frame->compiler = e->compiler;
  memcpy(to->pos, from->pos, sizeof to->pos);
  memcpy(to->quat, from->quat, sizeof to->quat);
  to->alt = from->alt;
  spec_setName(frame, spec_name(e));
  if (!vec_setText(to->childclass, vec_text(from->childclass)) || !moveContents(e, frame))
    return NULL;
  spec_remove(e);
  *body = NULL;
  return e->spec->pool.failed ? NULL : to;
}
