// Public API of editable models (mjSpec): creates and deletes specs, adds elements to the kinematic
// tree and to other lists, attaches.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "spec/attach.h"
#include "spec/copy.h"
#include "spec/spec_api.h"

// ---- specs

mjSpec* mj_makeSpec(void) {
  spec_Spec* spec = spec_make();
  return spec ? &spec->pub : NULL;
}

mjSpec* mj_copySpec(const mjSpec* s) {
  ARGS_NEED_OR(NULL, s);
  spec_Spec* copy = copy_spec(spec_spec(s));
  return copy ? &copy->pub : NULL;
}

void mj_deleteSpec(mjSpec* s) {
  // a child model belongs to its parent
  if (s && !spec_spec(s)->parent) spec_delete(spec_spec(s));
}

int mjs_setDeepCopy(mjSpec* s, int deepcopy) {
  ARGS_NEED_OR(-1, s);
  spec_spec(s)->deepCopy = deepcopy != 0;
  return 0;
}

// ---- messages

void api_clearError(spec_Spec* spec) { diag_renew(&spec->diag); }

void api_tellWarnings(const spec_Spec* spec, int first) {
  ASSERT(first >= 0 && first <= spec->diag.nwarning);
  for (int i = first; i < spec->diag.nwarning; i++)
    mju_warning("%s", diag_warningAt(&spec->diag, i));
}

const char* mjs_getError(mjSpec* s) {
  ARGS_NEED_OR("", s);
  return diag_text(&spec_spec(s)->diag);
}

int mjs_isWarning(mjSpec* s) {
  if (!s) return 0;
  const diag_Diag* diag = &spec_spec(s)->diag;
  return !diag->failed && diag->nwarning > 0;
}

int mjs_numWarnings(const mjSpec* spec) { return spec ? spec_spec(spec)->diag.nwarning : 0; }

const char* mjs_getWarning(const mjSpec* spec, int index) {
  return spec ? diag_warningAt(&spec_spec(spec)->diag, index) : NULL;
}

const double* mjs_getTimer(mjSpec* s) { return s ? spec_spec(s)->timer : NULL; }

// ---- elements of the tree

// the default class for new elements of a body: the nearest childclass
static spec_Element* classIn(const spec_Element* body) {
  spec_Spec* spec = body->spec;
  for (; body; body = body->body) {
    spec_Element* def = NULL;
    const char* name = vec_text(SPEC_DATA(mjsBody, body)->childclass);
    if (*name) def = spec_find(spec, SPEC_DEFAULT, name);
    if (def) return def;
  }
  return spec->root;
}

static spec_Element* classOf(const mjsDefault* def, spec_Element* otherwise) {
  return def ? spec_of(def->element) : otherwise;
}

// public struct of a new element, NULL if out of memory
static void* addTo(const char* caller, mjsBody* body, int type, const mjsDefault* def) {
  if (!args_has(caller, "body", body)) return NULL;
  spec_Element* parent = spec_of(body->element);
  spec_Element* e = spec_add(parent->spec, type, parent, NULL, classOf(def, classIn(parent)));
  return e ? e->data : NULL;
}

mjsBody* mjs_addBody(mjsBody* body, const mjsDefault* def) {
  mjsBody* added = addTo(__func__, body, mjOBJ_BODY, def);
  if (added && def) vec_setText(added->childclass, spec_name(spec_of(def->element)));
  return added;
}

mjsSite* mjs_addSite(mjsBody* body, const mjsDefault* def) {
  return addTo(__func__, body, mjOBJ_SITE, def);
}

mjsJoint* mjs_addJoint(mjsBody* body, const mjsDefault* def) {
  return addTo(__func__, body, mjOBJ_JOINT, def);
}

mjsGeom* mjs_addGeom(mjsBody* body, const mjsDefault* def) {
  return addTo(__func__, body, mjOBJ_GEOM, def);
}

mjsCamera* mjs_addCamera(mjsBody* body, const mjsDefault* def) {
  return addTo(__func__, body, mjOBJ_CAMERA, def);
}

mjsLight* mjs_addLight(mjsBody* body, const mjsDefault* def) {
  return addTo(__func__, body, mjOBJ_LIGHT, def);
}

mjsJoint* mjs_addFreeJoint(mjsBody* body) {
  ARGS_NEED_OR(NULL, body);
  spec_Element* parent = spec_of(body->element);
  // free joints have no defaults from classes
  spec_Element* e = spec_add(parent->spec, mjOBJ_JOINT, parent, NULL, NULL);
  if (!e) return NULL;
  e->def = parent->spec->root;
  SPEC_DATA(mjsJoint, e)->type = mjJNT_FREE;
  return e->data;
}

mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe) {
  ARGS_NEED_OR(NULL, body);
  spec_Element* parent = spec_of(body->element);
  spec_Element* around = parentframe ? spec_of(parentframe->element) : NULL;
  if (around && (around->body != parent || around->removed)) return NULL;
  spec_Element* e = spec_add(parent->spec, SPEC_FRAME, parent, around, NULL);
  return e ? e->data : NULL;
}

// ---- elements outside the tree

static void* addFree(const char* caller, mjSpec* s, int type, spec_Element* def) {
  if (!args_has(caller, "s", s)) return NULL;
  spec_Element* e = spec_add(spec_spec(s), type, NULL, NULL, def);
  return e ? e->data : NULL;
}

static void* addOfClass(const char* caller, mjSpec* s, int type, const mjsDefault* def) {
  if (!args_has(caller, "s", s)) return NULL;
  return addFree(caller, s, type, classOf(def, spec_spec(s)->root));
}

mjsActuator* mjs_addActuator(mjSpec* s, const mjsDefault* def) {
  return addOfClass(__func__, s, mjOBJ_ACTUATOR, def);
}

mjsPair* mjs_addPair(mjSpec* s, const mjsDefault* def) {
  return addOfClass(__func__, s, mjOBJ_PAIR, def);
}

mjsEquality* mjs_addEquality(mjSpec* s, const mjsDefault* def) {
  return addOfClass(__func__, s, mjOBJ_EQUALITY, def);
}

mjsTendon* mjs_addTendon(mjSpec* s, const mjsDefault* def) {
  return addOfClass(__func__, s, mjOBJ_TENDON, def);
}

mjsMaterial* mjs_addMaterial(mjSpec* s, const mjsDefault* def) {
  return addOfClass(__func__, s, mjOBJ_MATERIAL, def);
}

mjsMesh* mjs_addMesh(mjSpec* s, const mjsDefault* def) {
  return addOfClass(__func__, s, mjOBJ_MESH, def);
}

mjsHField* mjs_addHField(mjSpec* s) { return addFree(__func__, s, mjOBJ_HFIELD, NULL); }

mjsTexture* mjs_addTexture(mjSpec* s) { return addFree(__func__, s, mjOBJ_TEXTURE, NULL); }

mjsFlex* mjs_addFlex(mjSpec* s) { return addFree(__func__, s, mjOBJ_FLEX, NULL); }

mjsSkin* mjs_addSkin(mjSpec* s) { return addFree(__func__, s, mjOBJ_SKIN, NULL); }

mjsSensor* mjs_addSensor(mjSpec* s) { return addFree(__func__, s, mjOBJ_SENSOR, NULL); }

mjsExclude* mjs_addExclude(mjSpec* s) { return addFree(__func__, s, mjOBJ_EXCLUDE, NULL); }

mjsNumeric* mjs_addNumeric(mjSpec* s) { return addFree(__func__, s, mjOBJ_NUMERIC, NULL); }

mjsText* mjs_addText(mjSpec* s) { return addFree(__func__, s, mjOBJ_TEXT, NULL); }

mjsTuple* mjs_addTuple(mjSpec* s) { return addFree(__func__, s, mjOBJ_TUPLE, NULL); }

mjsKey* mjs_addKey(mjSpec* s) { return addFree(__func__, s, mjOBJ_KEY, NULL); }

mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent) {
  ARGS_NEED_OR(NULL, s, classname);
  spec_Spec* spec = spec_spec(s);
  api_clearError(spec);
  if (!*classname || spec_find(spec, SPEC_DEFAULT, classname)) {
    diag_error(&spec->diag, (diag_Where){0}, "<default>",
               "class: '%s' is empty or exists already; every class needs a name of its own",
               classname);
    return NULL;
  }
  spec_Element* e = spec_add(spec, SPEC_DEFAULT, NULL, NULL, classOf(parent, spec->root));
  if (!e) return NULL;
  spec_setName(e, classname);
  return spec->pool.failed ? NULL : e->data;
}

// ---- paths of tendons

static mjsWrap* addWrap(mjsTendon* tendon, mjtWrap type, const char* name, const char* side,
                        double prm) {
  spec_Element* owner = spec_of(tendon->element);
  spec_Element* e = spec_add(owner->spec, SPEC_WRAP, NULL, NULL, NULL);
  if (!e) return NULL;
  SPEC_DATA(mjsWrap, e)->type = type;
  spec_WrapExtra* wrap = spec_wrap(e);
  wrap->prm = prm;
  if (!vec_setText(wrap->target, name ? name : "") ||
      !vec_setText(wrap->sidesite, side ? side : "") ||
      !spec_listAdd(&owner->spec->pool, &spec_tendon(owner)->path, e)) {
    return NULL;
  }
  return e->data;
}

mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name) {
  ARGS_NEED_OR(NULL, tendon, name);
  return addWrap(tendon, mjWRAP_SITE, name, NULL, 0);
}

mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite) {
  ARGS_NEED_OR(NULL, tendon, name, sidesite);
  // sphere or cylinder is decided when the geom is known
  return addWrap(tendon, mjWRAP_SPHERE, name, sidesite, 0);
}

mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef) {
  ARGS_NEED_OR(NULL, tendon, name);
  return addWrap(tendon, mjWRAP_JOINT, name, NULL, coef);
}

mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor) {
  ARGS_NEED_OR(NULL, tendon);
  return addWrap(tendon, mjWRAP_PULLEY, NULL, NULL, divisor);
}

// ---- attach

// a frame with the pose of a site, to attach to
static spec_Element* frameAtSite(const spec_Element* site) {
  spec_Element* frame = spec_add(site->spec, SPEC_FRAME, site->body, site->frame, NULL);
  if (!frame) return NULL;
  const mjsSite* from = SPEC_DATA(mjsSite, site);
  mjsFrame* to = SPEC_DATA(mjsFrame, frame);
  memcpy(to->pos, from->pos, sizeof to->pos);
  memcpy(to->quat, from->quat, sizeof to->quat);
  to->alt = from->alt;
  frame->compiler = site->compiler;
  return frame;
}

static mjsElement* attachError(spec_Spec* spec, const char* text) {
  diag_error(&spec->diag, (diag_Where){0}, "attach", "%s", text);
  return NULL;
}

mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix,
                       const char* suffix) {
  ARGS_NEED_OR(NULL, parent, child);
  spec_Element *to = spec_of(parent), *from = spec_of(child);
  spec_Spec* spec = to->spec;
  api_clearError(spec);
  const bool world = from->type == SPEC_MODEL;
  if (to->type != mjOBJ_BODY && to->type != SPEC_FRAME && to->type != mjOBJ_SITE) {
    return attachError(spec, "the parent must be a body, frame or site");
  }
  if (!world && from->type != mjOBJ_BODY && from->type != SPEC_FRAME) {
    return attachError(spec, "the child must be a body, frame or spec");
  }
  if (to->removed || from->removed) {
    return attachError(spec, to->removed ? "the parent was deleted" : "the child was deleted");
  }
  if (from->type == mjOBJ_BODY && to->type == mjOBJ_BODY) {
    return attachError(spec,
                       "a body is attached to a frame or site; to a body, attach a frame or spec");
  }
  spec_Element* frame = to->type == SPEC_FRAME ? to : NULL;
  if (to->type == mjOBJ_SITE && !(frame = frameAtSite(to))) return NULL;
  spec_Element* body = to->type == mjOBJ_BODY ? to : to->body;
  spec_Spec* src = world && from->extra ? from->extra : from->spec;
  const int nwarning = spec->diag.nwarning;
  spec_Element* copy =
      attach_element(spec, body, frame, src, world ? NULL : from, prefix ? prefix : "",
                     suffix ? suffix : "", (diag_Where){0}, "attach");
  api_tellWarnings(spec, nwarning);
  return copy ? &copy->head : NULL;
}
