// What steps in lanes cannot do yet, told of a model: contacts, constraint rows and what belongs to
// one world.
//   model -> reason
#include <sinew/api.h>
#include <sinew/math.h>

#include "math/quat.h"
#include "step/forward.h"

static bool isOff(const mjModel* m, int flag) {
  return (m->opt.disableflags & (flag | mjDSBL_CONSTRAINT)) != 0;
}

// ---- contacts

static bool isExcluded(const mjModel* m, int body1, int body2) {
  const int signature = body1 < body2 ? (body1 << 16) + body2 : (body2 << 16) + body1;
  for (int i = 0; i < m->nexclude; i++) {
    if (m->exclude_signature[i] == signature) return true;
  }
  return false;
}

// parent and child do not collide, unless the parent is part of the world
static bool isFamily(const mjModel* m, int weld1, int weld2) {
  if (m->opt.disableflags & mjDSBL_FILTERPARENT) return false;
  const int parent1 = m->body_weldid[m->body_parentid[weld1]];
  const int parent2 = m->body_weldid[m->body_parentid[weld2]];
  return (weld1 && weld1 == parent2) || (weld2 && weld2 == parent1);
}

static bool mayTouch(const mjModel* m, int g1, int g2) {
  const int b1 = m->geom_bodyid[g1], b2 = m->geom_bodyid[g2];
  const int w1 = m->body_weldid[b1], w2 = m->body_weldid[b2];
  if (!(m->geom_contype[g1] & m->geom_conaffinity[g2]) &&
      !(m->geom_contype[g2] & m->geom_conaffinity[g1])) {
    return false;
  }
  return w1 != w2 && (m->body_dofnum[w1] || m->body_dofnum[w2]) && !isFamily(m, w1, w2) &&
         !isExcluded(m, b1, b2);
}

static bool mayCollide(const mjModel* m) {
  if (isOff(m, mjDSBL_CONTACT)) return false;
  if (m->npair) return true;
  for (int g1 = 0; g1 < m->ngeom; g1++) {
    for (int g2 = 0; g2 < g1; g2++) {
      if (mayTouch(m, g1, g2)) return true;
    }
  }
  return false;
}

// ---- rows

static bool anyPositive(const mjtNum* x, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (x[i] > 0) return true;
  }
  return false;
}

static bool hasFriction(const mjModel* m) {
  return !isOff(m, mjDSBL_FRICTIONLOSS) && (anyPositive(m->dof_frictionloss, m->nv) ||
                                            anyPositive(m->tendon_frictionloss, m->ntendon));
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

const char* step_obstacle(const mjModel* m) {
  if (mayCollide(m)) return "geoms that may collide";
  if (m->neq && !isOff(m, mjDSBL_EQUALITY)) return "equalities";
  if (hasFriction(m)) return "friction loss";
  if (hasLimits(m)) return "limits";
  if (m->nflex) return "flexes";
  if (m->nhistory) return "delays";
  if (m->nplugin) return "plugins";
  if (m->opt.enableflags & mjENBL_SLEEP) return "sleep";
  if (hasUserTypes(m) || mjcb_passive || mjcb_control) return "callbacks";
  return NULL;
}
