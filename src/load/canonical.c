// Normalizes a spec to canonical form before it is saved: converts angles to radians and
// orientations to quaternions, resolves settings of attached files, completes keyframes.
#include "load/canonical.h"

#include <string.h>

#include "base/assert.h"
#include "compile/compile.h"
#include "load/save.h"
#include "math/rigid.h"
#include "spec/attach_key.h"
#include "spec/spec_orientation.h"

// ---- orientations

// Converts an alternative orientation to quat. A default class may hold an invalid one that nothing
// uses, because elements have their own.
void canon_resolve(const spec_Element* e, double quat[4], mjsOrientation* alt) {
  if (alt->type == mjORIENTATION_QUAT) return;
  double q[4];
  memcpy(q, quat, sizeof q);
  rigid_normalize(q, 4);
  if (!spec_orientation(q, e->compiler, alt)) memcpy(quat, q, sizeof q);
  *alt = (mjsOrientation){.type = mjORIENTATION_QUAT};
}

// ---- joints

static double radians(const spec_Element* e, double x) {
  return e->compiler->degree && x ? x * (mjPI / 180) : x;
}

// The range of an unlimited joint stays as it is.
bool canon_isAngle(const mjsJoint* joint) {
  const bool limited = joint->limited == mjLIMITED_TRUE ||
                       (joint->limited == mjLIMITED_AUTO && joint->range[0] < joint->range[1]);
  return limited && (joint->type == mjJNT_HINGE || joint->type == mjJNT_BALL);
}

static void convertJoint(const spec_Element* e, mjsJoint* joint) {
  if (joint->type == mjJNT_HINGE) {
    joint->ref = radians(e, joint->ref);
    joint->springref = radians(e, joint->springref);
  }
  if (canon_isAngle(joint)) {
    for (int i = 0; i < 2; i++) joint->range[i] = radians(e, joint->range[i]);
  }
}

// ---- one element or record

// orientations, and the members with their alternative forms
#define ORIENTED(type, S, quat, alt)                                                               \
  { type, offsetof(S, quat), offsetof(S, alt) }
static const struct {
  int type;
  size_t quat, alt;
} oriented[] = {
    ORIENTED(mjOBJ_BODY, mjsBody, quat, alt),  ORIENTED(mjOBJ_BODY, mjsBody, iquat, ialt),
    ORIENTED(SPEC_FRAME, mjsFrame, quat, alt), ORIENTED(mjOBJ_GEOM, mjsGeom, quat, alt),
    ORIENTED(mjOBJ_SITE, mjsSite, quat, alt),  ORIENTED(mjOBJ_CAMERA, mjsCamera, quat, alt),
};

static void convert(const spec_Element* e, int type, void* data) {
  for (size_t i = 0; i < sizeof oriented / sizeof *oriented; i++) {
    if (oriented[i].type != type) continue;
    canon_resolve(e, (double*)(void*)((char*)data + oriented[i].quat),
                  (mjsOrientation*)(void*)((char*)data + oriented[i].alt));
  }
  if (type == mjOBJ_JOINT) convertJoint(e, data);
}

static const int placed[] = {mjOBJ_BODY, SPEC_FRAME, mjOBJ_JOINT,
                             mjOBJ_GEOM, mjOBJ_SITE, mjOBJ_CAMERA};
enum { NPLACED = sizeof placed / sizeof *placed };

static void convertAll(spec_Spec* spec) {
  for (int i = 0; i < NPLACED; i++) {
    const spec_List* list = &spec->list[placed[i]];
    for (int k = 0; k < list->n; k++) convert(list->item[k], placed[i], list->item[k]->data);
  }
  const spec_List* classes = &spec->list[SPEC_DEFAULT];
  for (int k = 0; k < classes->n; k++) {
    for (int i = 0; i < NPLACED; i++) {
      void* record = spec_defaultRecord(classes->item[k], placed[i]);
      if (record) convert(classes->item[k], placed[i], record);
    }
  }
}

// ---- settings of attached files: where they differ from the main file, their effect is written
// into the elements

static void settleLimit(const spec_Element* e, mjtLimited* limited, const double range[2]) {
  if (*limited == mjLIMITED_AUTO && e->compiler->autolimits)
    *limited = range[0] < range[1] ? mjLIMITED_TRUE : mjLIMITED_FALSE;
}

static void settleLimits(spec_Spec* spec) {
  if (spec->pub.compiler.autolimits) return;
  for (int i = 0; i < spec->list[mjOBJ_JOINT].n; i++) {
    const spec_Element* e = spec->list[mjOBJ_JOINT].item[i];
    mjsJoint* joint = e->data;
    if (joint->type == mjJNT_FREE) continue;
    settleLimit(e, &joint->limited, joint->range);
    settleLimit(e, &joint->actfrclimited, joint->actfrcrange);
  }
  for (int i = 0; i < spec->list[mjOBJ_TENDON].n; i++) {
    const spec_Element* e = spec->list[mjOBJ_TENDON].item[i];
    mjsTendon* tendon = e->data;
    settleLimit(e, &tendon->limited, tendon->range);
    settleLimit(e, &tendon->actfrclimited, tendon->actfrcrange);
  }
  for (int i = 0; i < spec->list[mjOBJ_ACTUATOR].n; i++) {
    const spec_Element* e = spec->list[mjOBJ_ACTUATOR].item[i];
    mjsActuator* a = e->data;
    settleLimit(e, &a->ctrllimited, a->ctrlrange);
    settleLimit(e, &a->forcelimited, a->forcerange);
    settleLimit(e, &a->actlimited, a->actrange);
  }
}

static bool sameInertiaSettings(const mjsCompiler* a, const mjsCompiler* b) {
  return a->boundmass == b->boundmass && a->boundinertia == b->boundinertia &&
         a->balanceinertia == b->balanceinertia && a->inertiafromgeom == b->inertiafromgeom &&
         !memcmp(a->inertiagrouprange, b->inertiagrouprange, sizeof a->inertiagrouprange);
}

void canon_framePose(const spec_Element* e, double pos[3], double quat[4]) {
  static const double origin[3] = {0, 0, 0}, unit[4] = {1, 0, 0, 0};
  memcpy(pos, origin, sizeof origin);
  memcpy(quat, unit, sizeof unit);
  for (const spec_Element* f = e->frame; f; f = f->frame) {
    const mjsFrame* frame = f->data;
    double fquat[4];
    mjsOrientation alt = frame->alt;
    memcpy(fquat, frame->quat, sizeof fquat);
    canon_resolve(f, fquat, &alt);
    rigid_normalize(fquat, 4);
    rigid_applyFrame(pos, quat, frame->pos, fquat);
  }
}

// does the compiler align the body frame with the inertial frame (align of a free joint)
static bool isAligned(const spec_Element* e) {
  const spec_List* joints = &spec_body(e)->child[mjOBJ_JOINT];
  if (joints->n != 1 || spec_body(e)->child[mjOBJ_BODY].n) return false;
  const mjsJoint* joint = joints->item[0]->data;
  if (joint->type != mjJNT_FREE) return false;
  return joint->align == mjALIGNFREE_TRUE ||
         (joint->align == mjALIGNFREE_AUTO && joints->item[0]->compiler->alignfree);
}

void canon_takeInertia(const spec_Element* e, const mjModel* m) {
  mjsBody* body = e->data;
  const int id = e->id;
  ASSERT(e->type == mjOBJ_BODY && id >= 0 && id < m->nbody);
  body->mass = m->body_mass[id];
  memcpy(body->inertia, m->body_inertia + 3 * id, sizeof body->inertia);
  memcpy(body->ipos, m->body_ipos + 3 * id, sizeof body->ipos);
  memcpy(body->iquat, m->body_iquat + 4 * id, sizeof body->iquat);
  if (isAligned(e)) {  // the pose in the model is that of the inertial frame
    double pos[3], quat[4], fpos[3], fquat[4];
    canon_resolve(e, body->quat, &body->alt);
    memcpy(pos, body->pos, sizeof pos);
    memcpy(quat, body->quat, sizeof quat);
    rigid_normalize(quat, 4);
    canon_framePose(e, fpos, fquat);
    if (e->frame) rigid_applyFrame(pos, quat, fpos, fquat);
    rigid_applyFrame(body->ipos, body->iquat, m->body_pos + 3 * id, m->body_quat + 4 * id);
    rigid_applyInverse(body->ipos, body->iquat, pos, quat);
  }
  body->explicitinertial = true;
  body->fullinertia[0] = __builtin_nan("");
  body->ialt = (mjsOrientation){.type = mjORIENTATION_QUAT};
}

// a fused body has its mass in the body that it was fused into
static void takeNoInertia(const spec_Element* e) {
  mjsBody* body = e->data;
  body->explicitinertial = true;
  body->mass = 0;
  memset(body->inertia, 0, sizeof body->inertia);
  memset(body->ipos, 0, sizeof body->ipos);
  body->fullinertia[0] = __builtin_nan("");
  body->ialt = (mjsOrientation){.type = mjORIENTATION_QUAT};
}

void canon_takeInertias(spec_Spec* spec, const mjModel* m) {
  mjsCompiler* compiler = &spec->pub.compiler;
  for (int i = 0; i < spec->list[mjOBJ_BODY].n; i++) {
    const spec_Element* e = spec->list[mjOBJ_BODY].item[i];
    if (e->id > 0 && e->id < m->nbody) canon_takeInertia(e, m);
    if (e->id < 0) takeNoInertia(e);
  }
  compiler->settotalmass = -1;
  compiler->boundmass = compiler->boundinertia = 0;
  if (compiler->inertiafromgeom == mjINERTIAFROMGEOM_TRUE)
    compiler->inertiafromgeom = mjINERTIAFROMGEOM_AUTO;
}

static bool needsModel(spec_Spec* spec, const spec_Element* e, const char* what) {
  char label[SPEC_LABEL_SIZE];
  diag_error(&spec->diag, e->where, spec_label(label, e),
             "%s cannot be saved, since the model does not compile any more; are its files gone?",
             what);
  return false;
}

// the first body whose file has inertia settings that differ from the main file; NULL: none
static const spec_Element* otherSettings(const spec_Spec* spec) {
  for (int i = 1; i < spec->list[mjOBJ_BODY].n; i++) {
    const spec_Element* e = spec->list[mjOBJ_BODY].item[i];
    if (!sameInertiaSettings(e->compiler, &spec->pub.compiler)) return e;
  }
  return NULL;
}

// makes all inertias explicit if a setting requires it, or if the settings differ between bodies,
// because one file has only one setting
static bool settleInertias(spec_Spec* spec, const mjModel* m) {
  const spec_Element* other = otherSettings(spec);
  if (!other && !spec->pub.compiler.saveinertial) return true;
  if (m) {
    canon_takeInertias(spec, m);
    return true;
  }
  return other ? needsModel(spec, other, "an attached body with inertia settings of its own")
               : needsModel(spec, spec->world, "inertias (saveinertial)");
}

static void settleAlignment(spec_Spec* spec) {
  for (int i = 0; i < spec->list[mjOBJ_JOINT].n; i++) {
    const spec_Element* e = spec->list[mjOBJ_JOINT].item[i];
    mjsJoint* joint = e->data;
    if (joint->align == mjALIGNFREE_AUTO && e->compiler->alignfree != spec->pub.compiler.alignfree)
      joint->align = e->compiler->alignfree ? mjALIGNFREE_TRUE : mjALIGNFREE_FALSE;
  }
}

// ---- actuators: members that have no attribute in `general`

// stores the length range that the compiler found, so that it is not searched again
static void takeLengths(const mjsCompiler* compiler, mjsActuator* a, const mjModel* m, int id) {
  const mjtNum* range = m->actuator_lengthrange + 2 * m->actuator_outadr[id];
  if (a->gaintype == mjGAIN_MUSCLE && compiler->LRopt.useexisting && a->lengthrange[0] == 0 &&
      a->lengthrange[1] == 0 && range[0] < range[1])
    memcpy(a->lengthrange, range, sizeof a->lengthrange);
}

static bool resolveActuators(spec_Spec* spec, const mjModel* m) {
  const spec_List* list = &spec->list[mjOBJ_ACTUATOR];
  for (int i = 0; i < list->n; i++) {
    spec_Element* e = list->item[i];
    mjsActuator* a = e->data;
    const bool known = m && e->id >= 0 && e->id < m->nactuator;
    if (known) takeLengths(&spec->pub.compiler, a, m, e->id);
    if (!(a->inheritrange > 0)) continue;
    if (!m) return needsModel(spec, e, "inheritrange");
    if (!known || !m->actuator_ctrlnum[e->id]) continue;
    memcpy(a->ctrlrange, m->actuator_ctrlrange + 2 * m->actuator_ctrladr[e->id],
           sizeof a->ctrlrange);
    memcpy(a->actrange, m->actuator_actrange + 2 * e->id, sizeof a->actrange);
    a->inheritrange = 0;
  }
  return true;
}

// ---- keyframes: completed, or left out if they equal the state after a reset

// sets a vector of a key from row `id` of an array with n columns
static void setVector(spec_Vec* vec, const mjtNum* array, mjtSize n, int id, const mjtNum* reset) {
  const mjtNum* row = n ? array + id * n : NULL;
  bool same = true;
  for (mjtSize i = 0; i < n; i++) same = same && row[i] == (reset ? reset[i] : 0);
  vec_set(vec, row, same ? 0 : (int)n, sizeof *row);
}

static bool samePoses(const mjModel* m, int id) {
  for (int b = 0; b < m->nbody; b++) {
    const int k = m->body_mocapid[b];
    if (k < 0) continue;
    if (memcmp(m->key_mpos + 3 * (id * m->nmocap + k), m->body_pos + 3 * b, 3 * sizeof(mjtNum)) ||
        memcmp(m->key_mquat + 4 * (id * m->nmocap + k), m->body_quat + 4 * b, 4 * sizeof(mjtNum)))
      return false;
  }
  return true;
}

static void setKey(mjsKey* key, const mjModel* m, int id) {
  ASSERT(id >= 0 && id < m->nkey);
  key->time = m->key_time[id];
  setVector(key->qpos, m->key_qpos, m->nq, id, m->qpos0);
  setVector(key->qvel, m->key_qvel, m->nv, id, NULL);
  setVector(key->act, m->key_act, m->na, id, NULL);
  setVector(key->ctrl, m->key_ctrl, m->nu, id, NULL);
  const bool same = samePoses(m, id);
  vec_set(key->mpos, same ? NULL : m->key_mpos + 3 * id * m->nmocap, same ? 0 : 3 * (int)m->nmocap,
          sizeof(mjtNum));
  vec_set(key->mquat, same ? NULL : m->key_mquat + 4 * id * m->nmocap,
          same ? 0 : 4 * (int)m->nmocap, sizeof(mjtNum));
}

// keys that exist only because of <size nkey> get elements when they hold values
static bool addKeys(spec_Spec* spec, const mjModel* m) {
  int last = spec->list[mjOBJ_KEY].n - 1;
  for (int i = last + 1; i < m->nkey; i++) {
    bool plain = m->key_time[i] == 0 && samePoses(m, i);
    for (mjtSize k = 0; k < m->nq; k++) plain = plain && m->key_qpos[i * m->nq + k] == m->qpos0[k];
    for (mjtSize k = 0; k < m->nv; k++) plain = plain && m->key_qvel[i * m->nv + k] == 0;
    for (mjtSize k = 0; k < m->na; k++) plain = plain && m->key_act[i * m->na + k] == 0;
    for (mjtSize k = 0; k < m->nu; k++) plain = plain && m->key_ctrl[i * m->nu + k] == 0;
    if (!plain) last = i;
  }
  while (spec->list[mjOBJ_KEY].n <= last) {
    if (!spec_add(spec, mjOBJ_KEY, NULL, NULL, NULL)) return false;
  }
  return true;
}

bool canon_keys(spec_Spec* spec, const mjModel* m) {
  if (m && !addKeys(spec, m)) return false;
  const spec_List* list = &spec->list[mjOBJ_KEY];
  for (int i = 0; i < list->n; i++) {
    spec_Element* e = list->item[i];
    if (!m && attach_keySplit(e)) return needsModel(spec, e, "a keyframe of an attached model");
    if (m && i < m->nkey) {
      setKey(e->data, m, i);
      e->extra = NULL;
    }
  }
  return true;
}

// ---- the whole

bool canon_needsModel(const spec_Spec* spec) {
  if (spec->list[mjOBJ_KEY].n) return true;
  for (int i = 0; i < spec->list[mjOBJ_ACTUATOR].n; i++) {
    const mjsActuator* a = spec->list[mjOBJ_ACTUATOR].item[i]->data;
    if (a->inheritrange > 0 || a->gaintype == mjGAIN_MUSCLE) return true;
  }
  return spec->pub.compiler.saveinertial || otherSettings(spec);
}

bool canon_spec(spec_Spec* spec, const mjModel* m) {
  convertAll(spec);
  if (!resolveActuators(spec, m) || !canon_keys(spec, m)) return false;
  settleLimits(spec);
  settleAlignment(spec);
  if (!settleInertias(spec, m)) return false;
  spec->pub.compiler.degree = false;
  memcpy(spec->pub.compiler.eulerseq, "xyz", sizeof spec->pub.compiler.eulerseq);
  return !spec->pool.failed;
}
