// Validates references of equalities, tendons, actuators and sensors in untrusted models: which
// array an index refers to depends on their type, as does the number of their inputs and outputs.
#include "io/validate.h"

#include <limits.h>
#include <stddef.h>

#include "model/model.h"
#include "model/names.h"
#include "model/sensor_row.h"

static bool in(int x, int low, mjtSize n) { return x >= low && x < n; }

// number of objects of a type, -1 if there is no such array
static mjtSize countOf(const mjModel* m, int type) {
  if (type == mjOBJ_XBODY) return m->nbody;
  if (type == mjOBJ_DOF) return m->nv;
  int n;
  const names_Kind* kind = names_kinds(&n);
  for (int i = 0; i < n; i++) {
    if (kind[i].type == type) return *(const mjtSize*)((const char*)m + kind[i].count);
  }
  return -1;
}

// ---- geoms, cameras, lights, tuples

static bool checkObjects(const mjModel* m, validate_Fault* fault) {
  for (int i = 0; i < m->ngeom; i++) {
    const bool field = m->geom_type[i] == mjGEOM_HFIELD;
    if (!in(m->geom_dataid[i], field ? 0 : -1, field ? m->nhfield : m->nmesh))
      return validate_fault(fault, "geom_dataid", i);
    if (m->geom_condim[i] == 2 || m->geom_condim[i] == 5)
      return validate_fault(fault, "geom_condim", i);
  }
  for (int i = 0; i < m->npair; i++) {
    if (m->pair_dim[i] == 2 || m->pair_dim[i] == 5) return validate_fault(fault, "pair_dim", i);
  }
  for (int i = 0; i < m->ntupledata; i++) {
    if (!in(m->tuple_objid[i], -1, countOf(m, m->tuple_objtype[i])))
      return validate_fault(fault, "tuple_objid", i);
  }
  return true;
}

// ---- equalities

static bool checkEqualities(const mjModel* m, validate_Fault* fault) {
  for (int i = 0; i < m->neq; i++) {
    const int type = m->eq_type[i], kind = m->eq_objtype[i];
    mjtSize n = -1;
    int low = 0;
    if (type == mjEQ_CONNECT || type == mjEQ_WELD) {
      n = kind == mjOBJ_BODY ? m->nbody : kind == mjOBJ_SITE ? m->nsite : -1;
    } else if (type == mjEQ_JOINT || type == mjEQ_TENDON) {
      n = type == mjEQ_JOINT ? m->njnt : m->ntendon;
      low = -1;
    } else if (type == mjEQ_DISTANCE) {
      n = m->ngeom;
    } else {
      n = m->nflex;
      low = -1;
    }
    if (!in(m->eq_obj1id[i], 0, n)) return validate_fault(fault, "eq_obj1id", i);
    if (!in(m->eq_obj2id[i], low, n)) return validate_fault(fault, "eq_obj2id", i);
  }
  return true;
}

// ---- tendons

// columns are ascending and include the dof
static bool hasColumn(const int* col, int n, int dof) {
  int low = 0, high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (col[middle] < dof) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < n && col[low] == dof;
}

static bool hasChain(const mjModel* m, int tendon, int body) {
  const int* col = m->ten_J_colind + m->ten_J_rowadr[tendon];
  for (int dof = validate_lastDof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
    if (!hasColumn(col, m->ten_J_rownnz[tendon], dof)) return false;
  }
  return true;
}

static bool isGeom(int type) { return type == mjWRAP_SPHERE || type == mjWRAP_CYLINDER; }

// a wrapping geom is between two sites; its parameter is the id of a site
static bool checkWrapGeom(const mjModel* m, int tendon, int k) {
  const int first = m->tendon_adr[tendon], end = first + m->tendon_num[tendon];
  const double side = m->wrap_prm[k];
  return k > first && k + 1 < end && m->wrap_type[k - 1] == mjWRAP_SITE &&
         m->wrap_type[k + 1] == mjWRAP_SITE && in(m->wrap_objid[k], 0, m->ngeom) && side >= -1 &&
         side < (double)m->nsite && hasChain(m, tendon, m->geom_bodyid[m->wrap_objid[k]]);
}

static bool checkWrap(const mjModel* m, int tendon, int k, bool fixed) {
  const int type = m->wrap_type[k], id = m->wrap_objid[k];
  if (fixed != (type == mjWRAP_JOINT)) return false;
  if (fixed) {
    return in(id, 0, m->njnt) && hasColumn(m->ten_J_colind + m->ten_J_rowadr[tendon],
                                           m->ten_J_rownnz[tendon], m->jnt_dofadr[id]);
  }
  if (type == mjWRAP_SITE) return in(id, 0, m->nsite) && hasChain(m, tendon, m->site_bodyid[id]);
  return type == mjWRAP_PULLEY || (isGeom(type) && checkWrapGeom(m, tendon, k));
}

static bool checkTendons(const mjModel* m, validate_Fault* fault) {
  mjtSize wraps = 0, entries = 0;
  for (int i = 0; i < m->ntendon; i++) {
    const int* col = m->ten_J_colind + m->ten_J_rowadr[i];
    const int adr = m->tendon_adr[i];
    if (m->tendon_num[i] < 1 || adr != wraps) return validate_fault(fault, "tendon_adr", i);
    if (m->ten_J_rowadr[i] != entries) return validate_fault(fault, "ten_J_rowadr", i);
    for (int k = 1; k < m->ten_J_rownnz[i]; k++) {
      if (col[k] < col[k - 1]) return validate_fault(fault, "ten_J_colind", i);
    }
    const bool fixed = m->wrap_type[adr] == mjWRAP_JOINT;
    for (int k = adr; k < adr + m->tendon_num[i]; k++) {
      if (!checkWrap(m, i, k, fixed)) return validate_fault(fault, "wrap_objid", k);
    }
    const int known = m->tendon_treenum[i] < 2 ? m->tendon_treenum[i] : 2;
    for (int k = 0; k < known; k++) {
      if (m->tendon_treeid[2 * i + k] < 0) return validate_fault(fault, "tendon_treeid", i);
    }
    wraps += m->tendon_num[i];
    entries += m->ten_J_rownnz[i];
  }
  if (entries != m->nJten) return validate_fault(fault, "nJten", 0);
  return wraps == m->nwrap || validate_fault(fault, "nwrap", 0);
}

// ---- actuators

// number of dofs on either of two kinematic chains, and on both
static void countChains(const mjModel* m, int a, int b, int* either, int* both) {
  int x = validate_lastDof(m, a), y = validate_lastDof(m, b);
  *either = *both = 0;
  while (x >= 0 || y >= 0) {
    const int top = x > y ? x : y;
    *both += x == y;
    ++*either;
    if (x == top) x = m->dof_parentid[top];
    if (y == top) y = m->dof_parentid[top];
  }
}

static int jointDofs(const mjModel* m, int joint) {
  return m->jnt_type[joint] == mjJNT_FREE ? 6 : m->jnt_type[joint] == mjJNT_BALL ? 3 : 1;
}

// maximum of entries in an actuator's moment (transmission), -1 for an invalid reference
static mjtSize momentSize(const mjModel* m, int i) {
  const int a = m->actuator_trnid[2 * i], b = m->actuator_trnid[2 * i + 1];
  int either, both;
  switch (m->actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return in(a, 0, m->njnt) ? jointDofs(m, a) : -1;
    case mjTRN_TENDON:
      return in(a, 0, m->ntendon) ? m->ten_J_rownnz[a] : -1;
    case mjTRN_BODY:
      return in(a, 0, m->nbody) ? m->nv : -1;
    case mjTRN_SLIDERCRANK:
    case mjTRN_SITE:
      if (!in(a, 0, m->nsite) || !in(b, m->actuator_trntype[i] == mjTRN_SITE ? -1 : 0, m->nsite))
        return -1;
      countChains(m, m->site_bodyid[a], b < 0 ? 0 : m->site_bodyid[b], &either, &both);
      return m->actuator_trntype[i] == mjTRN_SITE ? either - both : either;
    case mjTRN_SO3:
      if (b >= 0) return in(a, 0, m->nsite) && in(b, 0, m->nsite) ? 3 * m->nv : -1;
      return b == -1 && in(a, 0, m->njnt) && m->jnt_type[a] == mjJNT_BALL ? 3 : -1;
    default:
      return -1;
  }
}

static int bits(int x) { return __builtin_popcount((unsigned)x); }

// number of controls for a gain type, -1: invalid
static int controls(const mjModel* m, int i) {
  const int spec = m->actuator_ctrlspec[i], all = mjINPUT_POS | mjINPUT_VEL | mjINPUT_FF;
  switch (m->actuator_gaintype[i]) {
    case mjGAIN_SO3:
      return spec == mjCHART_EXPMAP ? 3 : spec == mjCHART_QUAT ? 4 : -1;
    case mjGAIN_PID:
      return spec & ~all ? -1 : bits(spec);
    case mjGAIN_DCMOTOR:
      return spec == mjINPUT_NONE ? 0 : spec & ~(all | mjINPUT_VOLTAGE) ? -1 : bits(spec);
    default:
      return spec ? -1 : 1;
  }
}

static bool checkKinds(const mjModel* m, int i) {
  const int gain = m->actuator_gaintype[i], bias = m->actuator_biastype[i],
            dyn = m->actuator_dyntype[i], num = m->actuator_actnum[i];
  const bool so3 = gain == mjGAIN_SO3;
  if (so3 != (bias == mjBIAS_SO3) || so3 != (m->actuator_trntype[i] == mjTRN_SO3)) return false;
  if (dyn == mjDYN_PID && gain != mjGAIN_PID) return false;
  if (dyn != mjDYN_NONE && dyn != mjDYN_DCMOTOR && num < 1) return false;
  if (so3 && dyn != mjDYN_NONE && num != 3) return false;
  return (num > 0) == (m->actuator_actadr[i] >= 0);
}

// a history buffer of samples with `dim` values, stored after the previous ones
static bool checkHistory(const int history[2], int adr, int dim, mjtSize* used) {
  enum { NINTERP = 3 };
  if (history[0] <= 0) return adr == -1;
  if (history[0] > MODEL_MOST_SAMPLES || !in(history[1], 0, NINTERP) || adr != *used) return false;
  *used += 2 + history[0] + (mjtSize)history[0] * dim;
  return true;
}

static bool checkActuators(const mjModel* m, validate_Fault* fault, mjtSize* history) {
  mjtSize moment = 0, nu = 0, nout = 0, na = 0;
  for (int i = 0; i < m->nactuator; i++) {
    const mjtSize n = momentSize(m, i);
    if (n < 0) return validate_fault(fault, "actuator_trnid", i);
    if (!checkKinds(m, i)) return validate_fault(fault, "actuator_gaintype", i);
    if (m->actuator_ctrlnum[i] != controls(m, i) || m->actuator_ctrladr[i] != nu)
      return validate_fault(fault, "actuator_ctrlnum", i);
    if (m->actuator_outnum[i] != (m->actuator_trntype[i] == mjTRN_SO3 ? 3 : 1) ||
        m->actuator_outadr[i] != nout)
      return validate_fault(fault, "actuator_outnum", i);
    if (m->actuator_actnum[i] && m->actuator_actadr[i] != na)
      return validate_fault(fault, "actuator_actadr", i);
    if (!checkHistory(m->actuator_history + 2 * i, m->actuator_historyadr[i], 1, history) ||
        (m->actuator_history[2 * i] > 0 && !m->actuator_ctrlnum[i]))
      return validate_fault(fault, "actuator_historyadr", i);
    moment += n;
    nu += m->actuator_ctrlnum[i];
    nout += m->actuator_outnum[i];
    na += m->actuator_actnum[i];
  }
  if (nu != m->nu) return validate_fault(fault, "nu", 0);
  if (nout != m->nout) return validate_fault(fault, "nout", 0);
  if (na != m->na) return validate_fault(fault, "na", 0);
  return moment == m->nJmom || validate_fault(fault, "nJmom", 0);
}

// ---- sensors

static bool checkReference(const mjModel* m, unsigned allowed, int type, int id) {
  if (!(allowed & SENSOR_BIT(type))) return false;
  return type == mjOBJ_UNKNOWN ? id == -1 : in(id, 0, countOf(m, type));
}

// dimension of a sensor whose objects and parameters decide it, -1: invalid
static mjtSize varyingDim(const mjModel* m, int i) {
  const int *prm = m->sensor_intprm + mjNSENS * i, id = m->sensor_objid[i];
  switch (m->sensor_type[i]) {
    case mjSENS_RANGEFINDER: {
      const mjtSize size = sensor_raySize(prm[0]);
      if (m->sensor_objtype[i] != mjOBJ_CAMERA || size < 0) return size;
      const mjtSize width = m->cam_resolution[2 * id], height = m->cam_resolution[2 * id + 1];
      const mjtSize pixels = width > 0 && height > 0 ? width * height : 0;
      return pixels && pixels <= INT_MAX / size ? size * pixels : -1;
    }
    case mjSENS_CONTACT:
      if (!in(prm[1], 0, SENSOR_NREDUCE) || prm[2] < 1) return -1;
      return (mjtSize)sensor_contactSize(prm[0]) * prm[2];
    case mjSENS_TACTILE:
      return 3 * (mjtSize)m->mesh_vertnum[id];
    case mjSENS_PLUGIN:  // validate_plugins calls the plugin
    case mjSENS_USER:
      return m->sensor_dim[i];
    default:
      return m->actuator_outnum[id];
  }
}

static bool checkJointSensor(const mjModel* m, int i) {
  const int type = m->sensor_type[i];
  const bool any = type == mjSENS_USER || type == mjSENS_PLUGIN;
  if (m->sensor_objtype[i] != mjOBJ_JOINT || any) return true;
  const int joint = m->jnt_type[m->sensor_objid[i]];
  if (type == mjSENS_BALLQUAT || type == mjSENS_BALLANGVEL) return joint == mjJNT_BALL;
  const bool limit =
      type == mjSENS_JOINTLIMITPOS || type == mjSENS_JOINTLIMITVEL || type == mjSENS_JOINTLIMITFRC;
  return limit ? joint != mjJNT_FREE : joint == mjJNT_HINGE || joint == mjJNT_SLIDE;
}

static bool checkDatatype(const mjModel* m, int i) {
  const int type = m->sensor_datatype[i], dim = m->sensor_dim[i];
  return type == mjDATATYPE_AXIS ? dim == 3 : type == mjDATATYPE_QUATERNION ? dim == 4 : true;
}

static bool checkSensors(const mjModel* m, validate_Fault* fault, mjtSize* history) {
  mjtSize adr = 0;
  for (int i = 0; i < m->nsensor; i++) {
    const sensor_Row* kind = sensor_row(m->sensor_type[i]);
    if (!kind) return validate_fault(fault, "sensor_type", i);
    if (!checkReference(m, kind->obj, m->sensor_objtype[i], m->sensor_objid[i]) ||
        !checkJointSensor(m, i))
      return validate_fault(fault, "sensor_objid", i);
    if (!checkReference(m, kind->ref, m->sensor_reftype[i], m->sensor_refid[i]))
      return validate_fault(fault, "sensor_refid", i);
    const mjtSize dim = kind->dim == SENSOR_VARIES ? varyingDim(m, i) : kind->dim;
    if (dim != m->sensor_dim[i] || !checkDatatype(m, i))
      return validate_fault(fault, "sensor_dim", i);
    if (m->sensor_adr[i] != adr) return validate_fault(fault, "sensor_adr", i);
    if (!checkHistory(m->sensor_history + 2 * i, m->sensor_historyadr[i], (int)dim, history))
      return validate_fault(fault, "sensor_historyadr", i);
    adr += dim;
  }
  return adr == m->nsensordata || validate_fault(fault, "nsensordata", 0);
}

bool validate_parts(const mjModel* m, validate_Fault* fault) {
  mjtSize history = 0;
  return checkObjects(m, fault) && checkEqualities(m, fault) && checkTendons(m, fault) &&
         checkActuators(m, fault, &history) && checkSensors(m, fault, &history) &&
         (history == m->nhistory || validate_fault(fault, "nhistory", 0));
}
