// What steps without collision and constraint rows cannot do: told of a model, and of a state.
//   model -> reason; model, qpos, ten_length, eq_active -> are there rows
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

bool step_mayCollide(const mjModel* m) {
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

static bool outside(mjtNum x, const mjtNum range[2], mjtNum margin) {
  return x - range[0] < margin || range[1] - x < margin;
}

static bool jointAtLimit(const mjModel* m, const mjData* d, int j) {
  const mjtNum *q = d->qpos + m->jnt_qposadr[j], *range = m->jnt_range + 2 * j;
  if (!m->jnt_limited[j]) return false;
  if (m->jnt_type[j] != mjJNT_BALL) return outside(*q, range, m->jnt_margin[j]);
  mjtNum quat[4], turn[3];
  v4_copy(quat, q);
  quat_normalize(quat);
  quat_toVel(turn, quat, 1);
  return lane_max(range[0], range[1]) - v3_norm(turn) < m->jnt_margin[j];
}

static bool anyLimit(const mjModel* m, const mjData* d) {
  if (isOff(m, mjDSBL_LIMIT)) return false;
  for (int j = 0; j < m->njnt; j++) {
    if (jointAtLimit(m, d, j)) return true;
  }
  for (int t = 0; t < m->ntendon; t++) {
    if (m->tendon_limited[t] &&
        outside(d->ten_length[t], m->tendon_range + 2 * t, m->tendon_margin[t])) {
      return true;
    }
  }
  return false;
}

bool step_hasRows(const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->neq && !isOff(m, mjDSBL_EQUALITY); i++) {
    if (d->eq_active[i]) return true;
  }
  return hasFriction(m) || anyLimit(m, d);
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
  if (step_mayCollide(m)) return "geoms that may collide";
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
