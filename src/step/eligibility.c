// Capability check: what a step in lanes (SIMD over worlds) does not support in a model, such as
// some contacts, rows and callbacks. Such models are stepped one world at a time.
//   model -> reason, or NULL
#include <sinew/api.h>

#include "collide/filter.h"
#include "constraint/lane_plan.h"
#include "solve/lane_solve.h"
#include "step/forward.h"

static bool isOff(const mjModel* m, int flag) {
  return (m->opt.disableflags & (flag | mjDSBL_CONSTRAINT)) != 0;
}

// ---- contacts

static bool mayCollide(const mjModel* m) {
  if (isOff(m, mjDSBL_CONTACT)) return false;
  if (m->npair) return true;
  for (int g1 = 0; g1 < m->ngeom; g1++) {
    for (int g2 = 0; g2 < g1; g2++) {
      if (filter_everCollide(m, g1, g2)) return true;
    }
  }
  return false;
}

// ---- rows

// whether friction loss makes constraint rows (constraint/friction_rows.c)
bool step_hasFriction(const mjModel* m) {
  bool any = false;
  for (int i = 0; i < m->nv; i++) any = any || m->dof_frictionloss[i] != 0;
  for (int t = 0; t < m->ntendon; t++) any = any || m->tendon_frictionloss[t] > 0;
  return any && !isOff(m, mjDSBL_FRICTIONLOSS);
}

// ---- models

static bool hasLimits(const mjModel* m) {
  bool any = false;
  for (int j = 0; j < m->njnt; j++) any = any || m->jnt_limited[j];
  for (int t = 0; t < m->ntendon; t++) any = any || m->tendon_limited[t];
  return any && !isOff(m, mjDSBL_LIMIT);
}

static bool hasUserTypes(const mjModel* m) {
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_dyntype[i] == mjDYN_USER || m->actuator_gaintype[i] == mjGAIN_USER ||
        m->actuator_biastype[i] == mjBIAS_USER) {
      return true;
    }
  }
  return false;
}

bool step_hasConstraints(const mjModel* m) {
  return mayCollide(m) || (m->neq && !isOff(m, mjDSBL_EQUALITY)) || step_hasFriction(m) ||
         hasLimits(m);
}

static const char* constraintObstacle(const mjModel* m) {
  if (!step_hasConstraints(m)) return NULL;
  const char* reason = lane_planObstacle(m);
  return reason ? reason : solve_simdObstacle(m);
}

// forces that are computed from the contact list
static bool hasAdhesion(const mjModel* m) {
  bool any = m->flg_adhesion;
  for (int i = 0; i < m->nactuator; i++) any = any || m->actuator_trntype[i] == mjTRN_BODY;
  return any;
}

const char* step_simdObstacle(const mjModel* m) {
  if (m->opt.integrator < 0 || m->opt.integrator > mjINT_IMPLICITFAST) return "no such integrator";
  const char* reason = constraintObstacle(m);
  if (reason) return reason;
  if (hasAdhesion(m)) return "adhesion";
  if (m->nflex) return "flexes";
  if (m->nhistory) return "delays";
  if (m->nplugin) return "plugins";
  if (m->opt.enableflags & mjENBL_SLEEP) return "sleep";
  if (hasUserTypes(m) || mjcb_passive || mjcb_control) return "callbacks";
  return NULL;
}
