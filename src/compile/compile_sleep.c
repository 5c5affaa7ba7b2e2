// Sleep policies of kinematic trees (deactivation of bodies at rest): the user's setting, or a safe
// default. A tree cannot sleep automatically if an actuator acts on it, if a tendon couples it to
// other trees by forces without a constraint row, or if it is part of a flex without equality
// constraint.
//   m->tree_bodyadr, tendons, actuators, flexes -> tree_sleep_policy
#include "base/assert.h"
#include "compile/compile_actuator.h"
#include "compile/compile_flex.h"
#include "compile/compile_tendon.h"

// ---- user settings

static bool readPolicies(comp_Compile* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->ntree; i++) m->tree_sleep_policy[i] = mjSLEEP_AUTO_ALLOWED;
  for (int i = 0; i < m->nbody; i++) {
    const comp_Body* body = &c->body[i];
    int policy = (int)SPEC_DATA(mjsBody, body->e)->sleep;
    if (policy == mjSLEEP_AUTO) continue;
    if (policy < mjSLEEP_NEVER || policy > mjSLEEP_INIT) {
      comp_error(c, body->e, "sleep: %d is no policy; auto, never, allowed and init are", policy);
      return false;
    }
    // compile_body.c rejects it on other bodies than the first of a tree
    if (body->treeid >= 0) m->tree_sleep_policy[body->treeid] = policy;
  }
  return true;
}

// ---- actuators

// for trees that an actuator moves
static void keepAwake(mjModel* m, int tree) {
  if (tree >= 0 && m->tree_sleep_policy[tree] == mjSLEEP_AUTO_ALLOWED) {
    m->tree_sleep_policy[tree] = mjSLEEP_AUTO_NEVER;
  }
}

static int bodyOf(const comp_Compile* c, const comp_Actuator* a) {
  static const int object[] = {[mjTRN_JOINT] = mjOBJ_JOINT,
                               [mjTRN_JOINTINPARENT] = mjOBJ_JOINT,
                               [mjTRN_SLIDERCRANK] = mjOBJ_SITE,
                               [mjTRN_SITE] = mjOBJ_SITE,
                               [mjTRN_BODY] = mjOBJ_BODY};
  int id = a->trnid[0], kind = a->trntype == mjTRN_SO3 ? mjOBJ_UNKNOWN : object[a->trntype];
  if (a->trntype == mjTRN_SO3) kind = a->trnid[1] < 0 ? mjOBJ_JOINT : mjOBJ_SITE;
  ASSERT(a->trntype != mjTRN_TENDON && id >= 0);
  if (kind == mjOBJ_BODY) return id;
  return kind == mjOBJ_JOINT ? c->joint[id].body : c->site[id].body;
}

static void keepActuated(comp_Compile* c) {
  for (int i = 0; i < c->m->nactuator; i++) {
    const comp_Actuator* a = &c->actuator[i];
    if (a->trntype != mjTRN_TENDON) {
      keepAwake(c->m, c->body[bodyOf(c, a)].treeid);
      continue;
    }
    const comp_Tendon* t = &c->tendon[a->trnid[0]];
    for (int k = 0; k < t->ntree; k++) keepAwake(c->m, t->tree[k]);
  }
}

// ---- tendons

static bool anyNonzero(const double* x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] != 0) return true;
  }
  return false;
}

// NULL if the trees of a tendon may sleep, else the reason why not
static const char* whyAwake(const comp_Compile* c, int i) {
  const comp_Tendon* t = &c->tendon[i];
  const mjsTendon* data = SPEC_DATA(mjsTendon, t->e);
  if (t->ntree > 2) return "ranges more than two trees";
  if (t->ntree < 2) return NULL;
  bool forces = anyNonzero(data->stiffness, mjNPOLY + 1) ||
                anyNonzero(data->damping, mjNPOLY + 1) || c->m->tendon_actuatorid[i] != -1;
  return forces ? "couples two trees by stiffness, damping or an actuator's damping or armature"
                : NULL;
}

static bool keepCoupled(comp_Compile* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->ntendon; i++) {
    const comp_Tendon* t = &c->tendon[i];
    const char* why = whyAwake(c, i);
    for (int k = 0; why && k < t->ntree; k++) {
      int tree = t->tree[k];
      ASSERT(tree >= 0 && tree < m->ntree);
      int policy = m->tree_sleep_policy[tree];
      if (policy == mjSLEEP_ALLOWED || policy == mjSLEEP_INIT) {
        comp_error(c, c->body[m->tree_bodyadr[tree]].e,
                   "sleep: its tree cannot sleep, for tendon '%s' %s; use auto or never",
                   spec_name(t->e), why);
        return false;
      }
      keepAwake(m, tree);
    }
  }
  return true;
}

// ---- flexes: their internal forces are not constraints, except for equality constraints

static void keepFlexible(comp_Compile* c) {
  for (int i = 0; i < c->m->nflex; i++) {
    const comp_Flex* flex = &c->flex[i];
    if (flex->edgeequality) continue;
    for (int k = 0; k < flex->nvert && !flex->nnode; k++)
      keepAwake(c->m, c->body[flex->vertbody[k]].treeid);
    for (int k = 0; k < flex->nnode; k++) keepAwake(c->m, c->body[flex->nodebody[k]].treeid);
  }
}

bool comp_fillSleep(comp_Compile* c) {
  if (!readPolicies(c)) return false;
  keepActuated(c);
  keepFlexible(c);
  return keepCoupled(c);
}
