// Lint rules for limits: actuators and joints without range limits, keyframes outside them; sensors
// and actuators at bodies that cannot move.
#include <math.h>
#include <stdio.h>

#include "lint/lint.h"

static const double rangeTolerance = 1e-6;  // fraction of the range that counts as rounding error

// ---- actuators

static bool targetLimited(const mjModel* m, int i) {
  const int trn = m->actuator_trntype[i], id = m->actuator_trnid[2 * i];
  if (trn == mjTRN_JOINT || trn == mjTRN_JOINTINPARENT) return m->jnt_actfrclimited[id];
  return trn == mjTRN_TENDON && m->tendon_actfrclimited[id];
}

void lint_actuatorLimits(lint_Audit* c) {
  const mjModel* m = c->m;
  int first = -1, count = 0;
  for (int i = 0; i < m->nactuator; i++) {
    // the activation of a muscle is clamped to 0..1 anyway
    if (m->actuator_forcelimited[i] || targetLimited(m, i)) continue;
    if (m->actuator_dyntype[i] == mjDYN_MUSCLE || m->actuator_actlimited[i]) continue;
    bool limited = m->actuator_ctrlnum[i] > 0;
    for (int k = 0; k < m->actuator_ctrlnum[i]; k++) {
      limited = limited && m->actuator_ctrllimited[m->actuator_ctrladr[i] + k];
    }
    if (limited) continue;
    count++;
    if (first < 0) first = i;
  }
  if (first < 0) return;
  char others[60] = "";
  if (count > 1) snprintf(others, sizeof others, " (the first of %d such)", count);
  lint_add(c, sn_FINDING_NOTE, mjOBJ_ACTUATOR, first,
           "give a ctrlrange or forcerange, so that a wrong control cannot blow up the simulation",
           "neither its control nor its force is limited%s", others);
}

// ---- joints

static bool isScalar(const mjModel* m, int j) {
  return m->jnt_type[j] == mjJNT_HINGE || m->jnt_type[j] == mjJNT_SLIDE;
}

// joints at the root of a tree place it in the world and need no limits
static bool isInner(const mjModel* m, int j) {
  return isScalar(m, j) && m->body_weldid[m->body_parentid[m->jnt_bodyid[j]]] != 0;
}

void lint_unlimitedJoints(lint_Audit* c) {
  enum {
    MANY = 3
  };  // limited joints per unlimited one from which the missing limit looks like an oversight
  const mjModel* m = c->m;
  for (int tree = 0; tree < m->ntree; tree++) {
    int first = -1, limited = 0, free = 0;
    for (int j = 0; j < m->njnt; j++) {
      if (m->body_treeid[m->jnt_bodyid[j]] != tree || !isInner(m, j)) continue;
      limited += m->jnt_limited[j];
      free += !m->jnt_limited[j];
      if (first < 0 && !m->jnt_limited[j]) first = j;
    }
    if (!free || limited < MANY * free) continue;
    char others[60] = "";
    if (free > 1) snprintf(others, sizeof others, " (the first of %d such)", free);
    lint_add(c, sn_FINDING_NOTE, mjOBJ_JOINT, first,
             "give it a range, unless it may turn without limit",
             "it has no range%s, while %d joints of the same tree have one", others, limited);
  }
}

// ---- keyframes

// distance of a joint beyond its range; 0 if inside
static double beyond(const mjModel* m, int j, const mjtNum* qpos, double* value) {
  const mjtNum* range = m->jnt_range + 2 * j;
  const mjtNum* q = qpos + m->jnt_qposadr[j];
  if (!m->jnt_limited[j]) return 0;
  *value = q[0];
  if (m->jnt_type[j] == mjJNT_BALL) {
    mjtNum v[3];
    mju_quat2Vel(v, q, 1);
    *value = mju_norm3(v);
    return *value > range[1] ? *value - range[1] : 0;
  }
  return q[0] < range[0] ? range[0] - q[0] : q[0] > range[1] ? q[0] - range[1] : 0;
}

// Checks a position against the limits of joints; key < 0: the initial state, which is less severe
// if keyframes offer others. Adds one finding: the joint that is farthest out, and their number.
static void testPosition(lint_Audit* c, const mjtNum* qpos, int key) {
  const mjModel* m = c->m;
  int worst = -1, count = 0;
  double most = 0, value = 0;
  for (int j = 0; j < m->njnt; j++) {
    double x = 0;
    const mjtNum* range = m->jnt_range + 2 * j;
    const double excess = beyond(m, j, qpos, &x);
    if (excess <= rangeTolerance * (range[1] - range[0])) continue;
    count++;
    if (excess <= most) continue;
    most = excess;
    value = x;
    worst = j;
  }
  if (worst < 0) return;
  char buf[100], others[60] = "";
  if (count > 1) snprintf(others, sizeof others, "; so are %d other joints", count - 1);
  lint_add(c, key < 0 && m->nkey ? sn_FINDING_NOTE : sn_FINDING_WARNING,
           key < 0 ? mjOBJ_JOINT : mjOBJ_KEY, key < 0 ? worst : key,
           key >= 0  ? "correct the numbers in qpos, or widen the range"
           : m->nkey ? "start from a keyframe, or move ref or the pose of the body into the range"
                     : "move ref or the pose of the body into the range, or widen the range",
           "joint %s %s at %.4g, outside its range %.4g to %.4g (radians or metres)%s",
           lint_name(c, mjOBJ_JOINT, worst, buf), key < 0 ? "starts" : "is", value,
           m->jnt_range[2 * worst], m->jnt_range[2 * worst + 1], others);
}

static void testControls(lint_Audit* c, int key) {
  const mjModel* m = c->m;
  for (int i = 0; i < m->nactuator; i++) {
    for (int k = 0; k < m->actuator_ctrlnum[i]; k++) {
      const int u = m->actuator_ctrladr[i] + k;
      const double x = m->key_ctrl[(mjtSize)key * m->nu + u];
      const mjtNum* range = m->actuator_ctrlrange + 2 * u;
      const double tolerance = rangeTolerance * (range[1] - range[0]);
      if (!m->actuator_ctrllimited[u]) continue;
      if (x >= range[0] - tolerance && x <= range[1] + tolerance) continue;
      char buf[100];
      lint_add(c, sn_FINDING_NOTE, mjOBJ_KEY, key,
               "correct the number in ctrl, or widen the ctrlrange of the actuator",
               "the control %.4g of actuator %s is outside its range %.4g to %.4g; it is clamped",
               x, lint_name(c, mjOBJ_ACTUATOR, i, buf), range[0], range[1]);
    }
  }
}

void lint_keyframes(lint_Audit* c) {
  const mjModel* m = c->m;
  testPosition(c, m->qpos0, -1);
  for (int key = 0; key < m->nkey; key++) {
    testPosition(c, m->key_qpos + (mjtSize)key * m->nq, key);
    testControls(c, key);
  }
}

// ---- at bodies that cannot move

static bool isFixed(const mjModel* m, int body) {
  const int weld = m->body_weldid[body];
  return weld == 0 && m->body_mocapid[m->body_rootid[body]] < 0;
}

// the body that a sensor is attached to, -1 if none
static int bodyOf(const mjModel* m, int type, int id) {
  switch (type) {
    case mjOBJ_SITE:
      return m->site_bodyid[id];
    case mjOBJ_GEOM:
      return m->geom_bodyid[id];
    case mjOBJ_CAMERA:
      return m->cam_bodyid[id];
    case mjOBJ_BODY:
    case mjOBJ_XBODY:
      return id;
    default:
      return -1;
  }
}

static bool measuresMotion(int sensor) {
  static const int kind[] = {mjSENS_ACCELEROMETER, mjSENS_VELOCIMETER,  mjSENS_GYRO,
                             mjSENS_FRAMELINVEL,   mjSENS_FRAMEANGVEL,  mjSENS_FRAMELINACC,
                             mjSENS_FRAMEANGACC,   mjSENS_SUBTREELINVEL};
  for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
    if (kind[i] == sensor) return true;
  }
  return false;
}

static void testSensors(lint_Audit* c) {
  const mjModel* m = c->m;
  for (int i = 0; i < m->nsensor; i++) {
    const int body = bodyOf(m, m->sensor_objtype[i], m->sensor_objid[i]);
    const bool relative = m->sensor_refid[i] >= 0;  // then it is the reference that may move
    const bool subtree = m->sensor_type[i] == mjSENS_SUBTREELINVEL;
    if (!measuresMotion(m->sensor_type[i]) || relative || subtree || body < 0) continue;
    if (!isFixed(m, body)) continue;
    char buf[100];
    lint_add(c, sn_FINDING_NOTE, mjOBJ_SENSOR, i, "attach it to a body that moves, or remove it",
             "it measures the motion of body %s, which is fixed to the world",
             lint_name(c, mjOBJ_BODY, body, buf));
  }
}

void lint_static(lint_Audit* c) {
  const mjModel* m = c->m;
  testSensors(c);
  for (int i = 0; i < m->nactuator; i++) {
    const int trn = m->actuator_trntype[i];
    if (trn != mjTRN_SITE && trn != mjTRN_TENDON) continue;
    int columns = 0;
    for (int k = 0; k < m->actuator_outnum[i]; k++) {
      columns += c->d->moment_rownnz[m->actuator_outadr[i] + k];
    }
    if (columns) continue;
    lint_add(c, sn_FINDING_WARNING, mjOBJ_ACTUATOR, i,
             "attach its site or tendon to a body that moves, or remove it",
             "it acts only on bodies that are fixed to the world");
  }
}
