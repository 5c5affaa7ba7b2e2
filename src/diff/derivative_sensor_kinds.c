// Dispatch table of analytic sensor derivatives: one row and one small function per sensor type;
// here those of joints, tendons, actuators, limits and subtrees. Angular momentum of a subtree
// about its center of mass is L = H - (com - C) x P of its momentum (H, P) about the fixed point C:
//   dL = dH - dcom x P - (com - C) x dP
//   qpos, ten_J, limit rows, column -> *res
#include "constraint/constraint.h"
#include "diff/derivative_sensor_parts.h"
#include "math/quat.h"

#include <sinew/math.h>

// ---- joints

// index of the column's dof among those of the sensor's joint, if it is one of them and its
// position (or velocity) is the input; else -1
static int dofOfJoint(const column_Column* c, int i, column_Input input, int n) {
  const int k = c->index - c->m->jnt_dofadr[c->m->sensor_objid[i]];
  return c->input == input && k >= 0 && k < n ? k : -1;
}

static COLUMN_SLOPE(jointPos) { res[0] = dofOfJoint(c, i, COLUMN_Q, 1) == 0; }
static COLUMN_SLOPE(jointVel) { res[0] = dofOfJoint(c, i, COLUMN_V, 1) == 0; }

// q o exp(e): q' = q (0, e) / 2
static COLUMN_SLOPE(ballQuat) {
  const int k = dofOfJoint(c, i, COLUMN_Q, 3);
  if (k < 0) return;
  mjtNum axis[3] = {0}, quat[4];
  axis[k] = 0.5;
  v4_copy(quat, c->d->qpos + c->m->jnt_qposadr[c->m->sensor_objid[i]]);
  quat_normalize(quat);
  quat_mulAxis(res, quat, axis);
}

static COLUMN_SLOPE(ballAngVel) {
  const int k = dofOfJoint(c, i, COLUMN_V, 3);
  if (k >= 0) res[k] = 1;
}

static COLUMN_SLOPE(jointActuatorFrc) {
  res[0] = column_entry(c, &c->s->joint, c->m->jnt_dofadr[c->m->sensor_objid[i]]);
}

// ---- tendons

// entry of the column's dof in the row of a tendon, of an array with the sparsity pattern of ten_J
static mjtNum tendonEntry(const column_Column* c, int tendon, const mjtNum* array) {
  const int adr = c->m->ten_J_rowadr[tendon];
  for (int k = adr; k < adr + c->m->ten_J_rownnz[tendon]; k++) {
    if (c->m->ten_J_colind[k] == c->index) return array[k];
  }
  return 0;
}

static COLUMN_SLOPE(tendonPos) {
  if (c->input == COLUMN_Q) res[0] = tendonEntry(c, c->m->sensor_objid[i], c->d->ten_J);
}

static COLUMN_SLOPE(tendonVel) {
  const int tendon = c->m->sensor_objid[i];
  if (c->input == COLUMN_Q) res[0] = tendonEntry(c, tendon, c->s->work->tenV);
  if (c->input == COLUMN_V) res[0] = tendonEntry(c, tendon, c->d->ten_J);
}

static COLUMN_SLOPE(tendonActuatorFrc) {
  const mjModel* m = c->m;
  for (int k = 0; k < m->nactuator; k++) {
    if (m->actuator_trntype[k] != mjTRN_TENDON) continue;
    if (m->actuator_trnid[2 * k] != m->sensor_objid[i]) continue;
    res[0] += column_entry(c, &c->s->actuator, m->actuator_outadr[k]);
  }
}

// ---- actuators

static void outputs(const column_Column* c, int i, const diff_Matrix* mat, mjtNum* res) {
  const int adr = c->m->actuator_outadr[c->m->sensor_objid[i]];
  for (int k = 0; k < c->m->sensor_dim[i]; k++) res[k] = column_entry(c, mat, adr + k);
}

static COLUMN_SLOPE(actuatorPos) { outputs(c, i, &c->s->length, res); }
static COLUMN_SLOPE(actuatorVel) { outputs(c, i, &c->s->speed, res); }
static COLUMN_SLOPE(actuatorFrc) { outputs(c, i, &c->s->actuator, res); }

// ---- limits

// the first active limit of the sensor's joint or tendon; NULL if none
static const con_Block* limitOf(const column_Column* c, int i, const con_Rows* rows) {
  const bool joint = c->m->sensor_objtype[i] == mjOBJ_JOINT;
  const int type = joint ? mjCNSTR_LIMIT_JOINT : mjCNSTR_LIMIT_TENDON;
  for (int k = 0; k < rows->nblock; k++) {
    const con_Block* block = rows->block + k;
    if (block->type == type && block->id == c->m->sensor_objid[i]) return block;
  }
  return NULL;
}

// entry of the row at the column's dof: the derivative of the distance
static mjtNum limitEntry(const column_Column* c, const con_Rows* rows, const con_Block* block) {
  const int* col = con_columns(rows, block);
  for (int k = 0; k < block->ncol; k++) {
    if (col[k] == c->index) return con_entry(rows, block, 0, k);
  }
  return 0;
}

static COLUMN_SLOPE(limitPos) {
  const con_Rows rows = con_rows(c->d);
  const con_Block* block = c->input == COLUMN_Q ? limitOf(c, i, &rows) : NULL;
  if (block) res[0] = limitEntry(c, &rows, block);
}

// The row of a ball joint is -n, n = unit(e), e = log q: by q its velocity -n.v changes by -v.(1 -
// n n') / |e| Jri(e), where de = Jri(e) dq
static mjtNum ballTurns(const column_Column* c, int i) {
  const int jnt = c->m->sensor_objid[i], k = dofOfJoint(c, i, COLUMN_Q, 3);
  const mjtNum unit[4] = {1, 0, 0, 0}, *vel = c->d->qvel + c->m->jnt_dofadr[jnt];
  mjtNum quat[4], n[3], across[3], J[9], column[3];
  if (k < 0) return 0;
  v4_copy(quat, c->d->qpos + c->m->jnt_qposadr[jnt]);
  quat_normalize(quat);
  quat_toVel(n, quat, 1);
  const mjtNum angle = v3_normalize(n);
  if (angle < mjMINVAL) return 0;
  mjd_subQuat(quat, unit, J, NULL);
  m3_column(column, J, k);
  v3_addScl(across, vel, n, -v3_dot(n, vel));
  return -v3_dot(across, column) / angle;
}

static COLUMN_SLOPE(limitVel) {
  const con_Rows rows = con_rows(c->d);
  const con_Block* block = limitOf(c, i, &rows);
  if (!block) return;
  if (c->input == COLUMN_V) res[0] = limitEntry(c, &rows, block);
  if (c->input != COLUMN_Q) return;
  if (block->type == mjCNSTR_LIMIT_TENDON) {
    const mjtNum rate = tendonEntry(c, block->id, c->s->work->tenV);
    res[0] = block->upper ? -rate : rate;
  } else if (c->m->jnt_type[block->id] == mjJNT_BALL) {
    res[0] = ballTurns(c, i);
  }
}

static COLUMN_SLOPE(limitFrc) {
  const con_Rows rows = con_rows(c->d);
  const con_Block* block = limitOf(c, i, &rows);
  if (block) res[0] = column_entry(c, &c->s->force, block->efc);
}

// ---- subtrees

static COLUMN_SLOPE(subtreeCom) { v3_copy(res, c->com + 3 * c->m->sensor_objid[i]); }

static COLUMN_SLOPE(subtreeLinVel) {
  const int body = c->m->sensor_objid[i];
  const mjtNum mass = c->m->body_subtreemass[body];
  v3_scl(res, c->momentum + 6 * body + 3, 1 / (mass > mjMINVAL ? mass : mjMINVAL));
}

static COLUMN_SLOPE(subtreeAngMom) {
  const int body = c->m->sensor_objid[i];
  const mjtNum *change = c->momentum + 6 * body, *momentum = c->subtreeMomentum + 6 * body;
  mjtNum arm[3], turn[3];
  v3_sub(arm, c->d->subtree_com + 3 * body, c->d->subtree_com + 3 * c->m->body_rootid[body]);
  v3_cross(turn, arm, change + 3);
  v3_addCross(turn, c->com + 3 * body, momentum + 3);
  v3_sub(res, change, turn);
}

// ---- the table

enum {
  ACC = COLUMN_ACC,
  COM = COLUMN_COM,
  MOMENTUM = COLUMN_MOMENTUM,
  WRENCH = COLUMN_WRENCH,
  QACC = SLOPE_SENSOR_QACC,
  FORCE = SLOPE_SENSOR_FORCE,
  CONTACT = SLOPE_SENSOR_CONTACT,
};

#define SLOPE(slope, parts, inputs)                                                                \
  { slope, parts, inputs, false }
#define DIFFERENCES                                                                                \
  { NULL, 0, 0, true }
#define CONSTANT                                                                                   \
  { NULL, 0, 0, false }

// frames may be those of cameras, which may look at centers of mass
static const column_Kind kindTable[] = {
    [mjSENS_TOUCH] = SLOPE(column_touch, 0, FORCE),
    [mjSENS_ACCELEROMETER] = SLOPE(column_accelerometer, ACC, QACC),
    [mjSENS_VELOCIMETER] = SLOPE(column_velocimeter, 0, 0),
    [mjSENS_GYRO] = SLOPE(column_gyro, 0, 0),
    [mjSENS_FORCE] = SLOPE(column_force, ACC | COM | WRENCH, QACC | FORCE | CONTACT),
    [mjSENS_TORQUE] = SLOPE(column_torque, ACC | COM | WRENCH, QACC | FORCE | CONTACT),
    [mjSENS_MAGNETOMETER] = SLOPE(column_magnetometer, 0, 0),
    [mjSENS_RANGEFINDER] = DIFFERENCES,
    [mjSENS_CAMPROJECTION] = SLOPE(column_camProjection, COM, 0),
    [mjSENS_JOINTPOS] = SLOPE(jointPos, 0, 0),
    [mjSENS_JOINTVEL] = SLOPE(jointVel, 0, 0),
    [mjSENS_TENDONPOS] = SLOPE(tendonPos, 0, 0),
    [mjSENS_TENDONVEL] = SLOPE(tendonVel, 0, SLOPE_SENSOR_TENDON),
    [mjSENS_ACTUATORPOS] = SLOPE(actuatorPos, 0, SLOPE_SENSOR_LENGTH),
    [mjSENS_ACTUATORVEL] = SLOPE(actuatorVel, 0, SLOPE_SENSOR_SPEED),
    [mjSENS_ACTUATORFRC] = SLOPE(actuatorFrc, 0, SLOPE_SENSOR_ACTUATOR),
    [mjSENS_JOINTACTFRC] = SLOPE(jointActuatorFrc, 0, SLOPE_SENSOR_JOINT),
    [mjSENS_TENDONACTFRC] = SLOPE(tendonActuatorFrc, 0, SLOPE_SENSOR_ACTUATOR),
    [mjSENS_BALLQUAT] = SLOPE(ballQuat, 0, 0),
    [mjSENS_BALLANGVEL] = SLOPE(ballAngVel, 0, 0),
    [mjSENS_JOINTLIMITPOS] = SLOPE(limitPos, 0, 0),
    [mjSENS_JOINTLIMITVEL] = SLOPE(limitVel, 0, 0),
    [mjSENS_JOINTLIMITFRC] = SLOPE(limitFrc, 0, FORCE),
    [mjSENS_TENDONLIMITPOS] = SLOPE(limitPos, 0, 0),
    [mjSENS_TENDONLIMITVEL] = SLOPE(limitVel, 0, SLOPE_SENSOR_TENDON),
    [mjSENS_TENDONLIMITFRC] = SLOPE(limitFrc, 0, FORCE),
    [mjSENS_FRAMEPOS] = SLOPE(column_framePos, COM, 0),
    [mjSENS_FRAMEQUAT] = SLOPE(column_frameQuat, 0, 0),
    [mjSENS_FRAMEXAXIS] = SLOPE(column_frameXAxis, COM, 0),
    [mjSENS_FRAMEYAXIS] = SLOPE(column_frameYAxis, COM, 0),
    [mjSENS_FRAMEZAXIS] = SLOPE(column_frameZAxis, COM, 0),
    [mjSENS_FRAMELINVEL] = SLOPE(column_frameLinVel, COM, 0),
    [mjSENS_FRAMEANGVEL] = SLOPE(column_frameAngVel, COM, 0),
    [mjSENS_FRAMELINACC] = SLOPE(column_frameLinAcc, ACC | COM, QACC),
    [mjSENS_FRAMEANGACC] = SLOPE(column_frameAngAcc, ACC | COM, QACC),
    [mjSENS_SUBTREECOM] = SLOPE(subtreeCom, COM, 0),
    [mjSENS_SUBTREELINVEL] = SLOPE(subtreeLinVel, MOMENTUM, 0),
    [mjSENS_SUBTREEANGMOM] = SLOPE(subtreeAngMom, COM | MOMENTUM, 0),
    [mjSENS_INSIDESITE] = CONSTANT,
    [mjSENS_GEOMDIST] = DIFFERENCES,
    [mjSENS_GEOMNORMAL] = DIFFERENCES,
    [mjSENS_GEOMFROMTO] = DIFFERENCES,
    [mjSENS_CONTACT] = SLOPE(column_contactSensor, 0, FORCE | CONTACT),
    [mjSENS_E_POTENTIAL] = SLOPE(column_potential, 0, 0),
    [mjSENS_E_KINETIC] = SLOPE(column_kinetic, 0, 0),
    [mjSENS_CLOCK] = CONSTANT,
    [mjSENS_TACTILE] = DIFFERENCES,
    [mjSENS_PLUGIN] = CONSTANT,  // not computed: keeps its value
    [mjSENS_USER] = CONSTANT,    // zero without a callback
};

enum { NKIND = sizeof kindTable / sizeof *kindTable };
_Static_assert(NKIND == mjSENS_USER + 1, "every kind has its row, the user's is the last");

const column_Kind* column_kind(int type) {
  return type >= 0 && type < NKIND ? &kindTable[type] : NULL;
}
