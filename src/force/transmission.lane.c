// Actuator transmissions: length and moment (Jacobian row) of every actuator output. One function
// per type of transmission writes the rows of an actuator, one after the other without gaps. Rows
// of sites come from forces and torques on two points, one on either body: a column is their
// product with the columns of the points' Jacobians, for dofs that move one of the bodies (dofs
// that move both change no relative quantity). For one world the rows of sites, slider-cranks and
// bodies keep nonzeros only; in lanes they keep every column, so that the sparsity pattern is the
// same in all worlds.
//   qpos, poses, cdof, tendons -> actuator_length, actuator_moment, moment_*
#include "force/transmission.h"

#include "base/assert.h"
#include "dyn/row.h"
#include "force/adhesion.h"
#include "force/chain.h"
#include "math/quat.h"

// an actuator whose rows are being written, and where the next row begins
typedef struct {
  const lane_Model* m;
  lane_Data* d;
  int id;   // actuator
  int out;  // its first output
  int adr;  // next entry of the moment
} Actuator;

LANE_INLINE void getGear(real res[3], const Actuator* a, int part) {
  const int adr = 6 * a->out + 3 * part;
  for (int k = 0; k < 3; k++) res[k] = lane_bc(1) * lane_prm(a->m->actuator_gear, adr + k);
}

// whether the gear has a translation (0) or rotation (1) part
static bool hasGear(const Actuator* a, int part) {
  const real* gear = lane_prmAt(a->m->actuator_gear, 6 * a->out + 3 * part);
  return lane_agree(a->m, (gear[0] != 0) | (gear[1] != 0) | (gear[2] != 0));
}

// ---- rows

LANE_INLINE void beginRow(const Actuator* a, int out) { a->d->moment_rowadr[out] = a->adr; }

LANE_INLINE void endRow(const Actuator* a, int out) {
  a->d->moment_rownnz[out] = a->adr - a->d->moment_rowadr[out];
  ASSERT_FULL(out < a->m->nout && a->d->moment_rownnz[out] >= 0);
}

LANE_INLINE void addEntry(Actuator* a, int dof, real value) {
  ASSERT_FULL(a->adr < a->m->nJmom && dof >= 0 && dof < a->m->nv);
  a->d->moment_colind[a->adr] = dof;
  a->d->actuator_moment[a->adr++] = value;
}

// a row of n entries before zeros are removed, which lanes keep
typedef struct {
  int n, *col;
  real* value;
} Row;

// false: out of scratch memory
static bool openRow(const Actuator* a, int out, int n, Row* row) {
  beginRow(a, out);
  row->n = n;
#if LANE_W == 1
  lane_mark(a->d);
  row->value = lane_scratch(a->d, 2 * n + 1);
  row->col = row->value ? (int*)(row->value + n) : NULL;
#else
  row->value = a->d->actuator_moment + a->adr;
  row->col = a->d->moment_colind + a->adr;
#endif
  return row->value != NULL;
}

// order: entries behind the last row are what passes before have left there
static void closeRow(Actuator* a, int out, const Row* row) {
#if LANE_W == 1
  for (int k = 0; k < row->n && row->value; k++) {
    if (row->value[k] != 0) addEntry(a, row->col[k], row->value[k]);
  }
  lane_free(a->d);
#else
  a->adr += row->n;
#endif
  ASSERT_FULL(a->adr <= a->m->nJmom);
  endRow(a, out);
}

// number of dofs that move one of two bodies
static int countColumns(const lane_Model* m, int dofA, int dofB) {
  int n = 0;
  for (; dofA != dofB; n++) {
    if (dofA > dofB) {
      dofA = m->dof_parentid[dofA];
    } else {
      dofB = m->dof_parentid[dofB];
    }
  }
  return n;
}

// number of dofs that move either of two bodies
static int countEither(const lane_Model* m, int dofA, int dofB) {
  int n = countColumns(m, dofA, dofB);
  while (dofA != dofB) {
    if (dofA > dofB) {
      dofA = m->dof_parentid[dofA];
    } else {
      dofB = m->dof_parentid[dofB];
    }
  }
  for (; dofA >= 0; dofA = m->dof_parentid[dofA]) n++;
  return n;
}

// a force at a point, with a torque
typedef struct {
  const real* point;
  real force[3], torque[3];
} Push;

// product with the column of the Jacobian of the point
LANE_INLINE real along(const real cdof[6], const real offset[3], const Push* p) {
  real col[3];
  chain_column(col, cdof, offset);
  return v3_dot(col, p->force) + v3_dot(cdof, p->torque);
}

// a row: the product with plus on the chain of body[0], minus that with minus on that of body[1];
// chains are walked from their ends, so the row is filled backwards
static void pushRow(Actuator* a, int out, const int body[2], const Push* plus, const Push* minus) {
  const lane_Model* m = a->m;
  lane_Data* d = a->d;
  int dofP = chain_last(m, body[0]), dofM = chain_last(m, body[1]);
  real offP[3], offM[3];
  v3_sub(offP, plus->point, chain_centre(m, d, body[0]));
  v3_sub(offM, minus->point, chain_centre(m, d, body[1]));
  Row row;
  const bool ok = openRow(a, out, countColumns(m, dofP, dofM), &row);
  for (int k = row.n - 1; k >= 0 && ok; k--) {
    const int dof = dofP > dofM ? dofP : dofM;
    const real* cdof = d->cdof + 6 * dof;
    row.col[k] = dof;
    if (dof == dofP) {
      row.value[k] = along(cdof, offP, plus);
      dofP = m->dof_parentid[dof];
    } else {
      row.value[k] = -along(cdof, offM, minus);
      dofM = m->dof_parentid[dof];
    }
  }
  ASSERT_FULL(dofP == dofM || !ok);  // where the chains meet nothing is relative
  closeRow(a, out, &row);
}

// ---- joints

// rotation vector of the quaternion in qpos, which is normalized into quat
LANE_INLINE void orientation(real vec[3], real quat[4], const Actuator* a, int qposadr) {
  v4_copy(quat, a->d->qpos + qposadr);
  quat_normalize(quat);
  if (vec) quat_toVel(vec, quat, lane_bc(1));
}

static void scalarJoint(Actuator* a, int joint, bool inParent) {
  (void)inParent;
  const real gear = lane_bc(1) * lane_prm(a->m->actuator_gear, 6 * a->out);
  a->d->actuator_length[a->out] = a->d->qpos[a->m->jnt_qposadr[joint]] * gear;
  addEntry(a, a->m->jnt_dofadr[joint], gear);
}

// gear in the parent frame is rotated into that of the child, where angular velocities are
static void ballJoint(Actuator* a, int joint, bool inParent) {
  real quat[4], vec[3], gear[3];
  orientation(vec, quat, a, a->m->jnt_qposadr[joint]);
  getGear(gear, a, 0);
  if (inParent) quat_rotateInv(gear, gear, quat);
  a->d->actuator_length[a->out] = v3_dot(vec, gear);
  for (int k = 0; k < 3; k++) addEntry(a, a->m->jnt_dofadr[joint] + k, gear[k]);
}

static void freeJoint(Actuator* a, int joint, bool inParent) {
  real gear[6], quat[4];
  getGear(gear, a, 0);
  getGear(gear + 3, a, 1);
  if (inParent) {
    orientation(NULL, quat, a, a->m->jnt_qposadr[joint] + 3);
    quat_rotateInv(gear + 3, gear + 3, quat);
  }
  a->d->actuator_length[a->out] = lane_bc(0);
  for (int k = 0; k < 6; k++) addEntry(a, a->m->jnt_dofadr[joint] + k, gear[k]);
}

static void (*const jointTable[])(Actuator*, int, bool) = {
    [mjJNT_FREE] = freeJoint,
    [mjJNT_BALL] = ballJoint,
    [mjJNT_SLIDE] = scalarJoint,
    [mjJNT_HINGE] = scalarJoint,
};

static void jointRow(Actuator* a, bool inParent) {
  const int joint = a->m->actuator_trnid[2 * a->id];
  beginRow(a, a->out);
  ASSERT_FULL(joint >= 0 && joint < a->m->njnt);
  jointTable[a->m->jnt_type[joint]](a, joint, inParent);
  endRow(a, a->out);
}

static void joint(Actuator* a) { jointRow(a, false); }

static void jointInParent(Actuator* a) { jointRow(a, true); }

// ---- tendon

static void tendon(Actuator* a) {
  const lane_Model* m = a->m;
  lane_Data* d = a->d;
  const int id = m->actuator_trnid[2 * a->id], adr = m->ten_J_rowadr[id];
  const real gear = lane_bc(1) * lane_prm(m->actuator_gear, 6 * a->out);
  d->actuator_length[a->out] = d->ten_length[id] * gear;
  beginRow(a, a->out);
  for (int k = 0; k < m->ten_J_rownnz[id]; k++) {
    addEntry(a, m->ten_J_colind[adr + k], d->ten_J[adr + k] * gear);
  }
  endRow(a, a->out);
}

// ---- slider-crank

// A rod of length L joins the crank site to a pin that slides along the z axis a of the slider
// site. With v from slider to crank, s = sqrt((a.v)^2 + L^2 - v.v), the pin is at a.v - s. ->
// dl/dv, dl/da
LANE_INLINE real crankLength(const real axis[3], const real v[3], real rod, real byV[3],
                             real byAxis[3]) {
  const real av = v3_dot(axis, v), det = av * av + rod * rod - v3_dot(v, v);
  const mask reach = det > 0;
  const real s = lane_sqrt(lane_select(reach, det, lane_bc(1)));
  const real inv = lane_select(reach, 1.0 / s, lane_bc(0));
  const real factor = 1 - lane_select(reach, av / s, lane_bc(0));
  v3_scl(byV, axis, factor);
  v3_addToScl(byV, v, inv);
  v3_scl(byAxis, v, factor);
  return lane_select(reach, av - s, av);
}

// terms of the row of a slider-crank
typedef struct {
  const real *tip, *base;  // points of crank and slider
  real axis[3], byV[3], byAxis[3], gear;
} Crank;

// A column is gear (dl/da . (Jr x a) + dl/dv . (J_tip - J_base)); with dofs that move both bodies
// it is zero but for rounding.
// order: columns of those are computed all the same, sums by component, gear last
static void crankRow(Actuator* a, const int body[2], const Crank* crank) {
  const lane_Model* m = a->m;
  lane_Data* d = a->d;
  int tip = chain_last(m, body[0]), base = chain_last(m, body[1]);
  real offTip[3], offBase[3];
  v3_sub(offTip, crank->tip, chain_centre(m, d, body[0]));
  v3_sub(offBase, crank->base, chain_centre(m, d, body[1]));
  Row row;
  const bool ok = openRow(a, a->out, countEither(m, tip, base), &row);
  for (int k = row.n - 1; k >= 0 && ok; k--) {
    const int dof = tip > base ? tip : base;
    const real* cdof = d->cdof + 6 * dof;
    real jv[3], ja[3], col[3];
    v3_zero(jv);
    v3_zero(ja);
    if (dof == tip) chain_column(jv, cdof, offTip);
    if (dof == base) {
      chain_column(col, cdof, offBase);
      v3_subFrom(jv, col);
      v3_cross(ja, cdof, crank->axis);
    }
    real sum = lane_bc(0);
    for (int q = 0; q < 3; q++) sum = sum + (crank->byAxis[q] * ja[q] + crank->byV[q] * jv[q]);
    row.col[k] = dof;
    row.value[k] = sum * crank->gear;
    if (dof == tip) tip = m->dof_parentid[dof];
    if (dof == base) base = m->dof_parentid[dof];
  }
  ASSERT_FULL((tip < 0 && base < 0) || !ok);
  closeRow(a, a->out, &row);
}

static void sliderCrank(Actuator* a) {
  const lane_Model* m = a->m;
  lane_Data* d = a->d;
  const int tip = m->actuator_trnid[2 * a->id], base = m->actuator_trnid[2 * a->id + 1];
  const real rod = lane_bc(1) * lane_prm(m->actuator_cranklength, a->id);
  Crank crank = {.tip = d->site_xpos + 3 * tip,
                 .base = d->site_xpos + 3 * base,
                 .gear = lane_bc(1) * lane_prm(m->actuator_gear, 6 * a->out)};
  real v[3];
  m3_column(crank.axis, d->site_xmat + 9 * base, 2);
  v3_sub(v, crank.tip, crank.base);
  d->actuator_length[a->out] =
      crankLength(crank.axis, v, rod, crank.byV, crank.byAxis) * crank.gear;
  crankRow(a, (const int[2]){m->site_bodyid[tip], m->site_bodyid[base]}, &crank);
}

// ---- sites

// orientation from which the length of a site is computed; if the axes of the site differ from
// those of its body, it is another rotation than that of the site
// odd: order of the site's rotation
LANE_INLINE void siteQuat(real quat[4], const lane_Model* m, const lane_Data* d, int site) {
  quat_mul(quat, lane_prmAt(m->site_quat, 4 * site), d->xquat + 4 * m->site_bodyid[site]);
}

// force and torque by the gear in the axes of a site
static void siteForce(real force[3], real torque[3], const Actuator* a, int site) {
  const real* mat = a->d->site_xmat + 9 * site;
  real gear[3];
  getGear(gear, a, 0);
  m3_mulVec(force, mat, gear);
  getGear(gear, a, 1);
  m3_mulVec(torque, mat, gear);
}

// without a reference site: a wrench, without a length
static void loneSite(Actuator* a, int site) {
  const int body[2] = {a->m->site_bodyid[site], 0};
  Push push = {.point = a->d->site_xpos + 3 * site};
  siteForce(push.force, push.torque, a, site);
  a->d->actuator_length[a->out] = lane_bc(0);
  pushRow(a, a->out, body, &push, &push);
}

// pose of a site in the frame of another, times gear
static real relativeLength(const Actuator* a, int id, int ref) {
  const lane_Data* d = a->d;
  real sum = lane_bc(0), gear[3], vec[3], local[3], quat[2][4];
  if (hasGear(a, 0)) {
    getGear(gear, a, 0);
    v3_sub(vec, d->site_xpos + 3 * id, d->site_xpos + 3 * ref);
    m3_mulTVec(local, d->site_xmat + 9 * ref, vec);
    sum = sum + v3_dot(local, gear);
  }
  if (hasGear(a, 1)) {
    getGear(gear, a, 1);
    siteQuat(quat[0], a->m, d, id);
    siteQuat(quat[1], a->m, d, ref);
    quat_sub(vec, quat[0], quat[1]);
    sum = sum + v3_dot(vec, gear);
  }
  return sum;
}

static void site(Actuator* a) {
  const lane_Model* m = a->m;
  lane_Data* d = a->d;
  const int id = m->actuator_trnid[2 * a->id], ref = m->actuator_trnid[2 * a->id + 1];
  if (ref < 0) {
    loneSite(a, id);
    return;
  }
  d->actuator_length[a->out] = relativeLength(a, id, ref);
  const int body[2] = {m->site_bodyid[id], m->site_bodyid[ref]};
  Push plus = {.point = d->site_xpos + 3 * id}, minus = {.point = d->site_xpos + 3 * ref};
  siteForce(plus.force, plus.torque, a, ref);
  v3_copy(minus.force, plus.force);
  v3_copy(minus.torque, plus.torque);
  pushRow(a, a->out, body, &plus, &minus);
}

// ---- body: adhesion by contacts; a body without contacts has an empty row

static void body(Actuator* a) {
  const lane_Model* m = a->m;
  lane_Data* d = a->d;
  d->actuator_length[a->out] = lane_bc(0);
  beginRow(a, a->out);
  lane_mark(d);
  real* row = lane_scratch(d, 2 * (int)m->nv);
  if (row && LANE(adhesion_row)(m, d, m->actuator_trnid[2 * a->id], row)) {
    for (int i = 0; i < m->nv; i++) {
      if (LANE_W > 1 || lane_any(row[i] != 0)) addEntry(a, i, row[i]);
    }
  }
  lane_free(d);
  endRow(a, a->out);
}

// ---- orientation: three outputs

static void ballVector(Actuator* a, int id) {
  real quat[4];
  orientation(a->d->actuator_length + a->out, quat, a, a->m->jnt_qposadr[id]);
  for (int k = 0; k < 3; k++) {
    beginRow(a, a->out + k);
    addEntry(a, a->m->jnt_dofadr[id] + k, lane_bc(1));
    endRow(a, a->out + k);
  }
}

static void orientationRows(Actuator* a) {
  const lane_Model* m = a->m;
  lane_Data* d = a->d;
  ASSERT_FULL(m->actuator_outnum[a->id] == 3);
  const int id = m->actuator_trnid[2 * a->id], ref = m->actuator_trnid[2 * a->id + 1];
  if (ref < 0) {
    ballVector(a, id);
    return;
  }
  const int bodies[2] = {m->site_bodyid[id], m->site_bodyid[ref]};
  real quat[2][4];
  Push push = {.point = d->site_xpos + 3 * id};
  siteQuat(quat[0], m, d, id);
  siteQuat(quat[1], m, d, ref);
  quat_sub(d->actuator_length + a->out, quat[0], quat[1]);
  v3_zero(push.force);
  for (int k = 0; k < 3; k++) {
    m3_column(push.torque, d->site_xmat + 9 * id, k);
    pushRow(a, a->out + k, bodies, &push, &push);
  }
}

// ---- all

// a sleeping actuator acts on nothing; its lengths stay
// odd: actuators of sleeping trees
static void emptyRows(const Actuator* a) {
  for (int k = 0; k < a->m->actuator_outnum[a->id]; k++) {
    beginRow(a, a->out + k);
    endRow(a, a->out + k);
  }
}

static void (*const transmissionTable[])(Actuator*) = {
    [mjTRN_JOINT] = joint,
    [mjTRN_JOINTINPARENT] = jointInParent,
    [mjTRN_SLIDERCRANK] = sliderCrank,
    [mjTRN_TENDON] = tendon,
    [mjTRN_SITE] = site,
    [mjTRN_BODY] = body,
    [mjTRN_SO3] = orientationRows,
};

bool LANE(transmission_has)(int type) {
  enum { NKIND = sizeof transmissionTable / sizeof *transmissionTable };
  _Static_assert(NKIND == mjTRN_SO3 + 1, "a row for every kind");
  return type >= 0 && type < NKIND && transmissionTable[type];
}

void LANE(transmission_update)(const lane_Model* m, lane_Data* d) {
  Actuator a = {.m = m, .d = d};
  for (a.id = 0; a.id < m->nactuator; a.id++) {
    a.out = m->actuator_outadr[a.id];
    if (lane_isActuatorAsleep(m, d, a.id)) {
      emptyRows(&a);
      continue;
    }
    ASSERT_FULL(LANE(transmission_has)(m->actuator_trntype[a.id]));
    transmissionTable[m->actuator_trntype[a.id]](&a);
  }
  ASSERT(a.adr <= m->nJmom);
}

// Zeros that a row of one world would not keep are skipped: the sum is that of the other entries.
// order: that of row_dot over the rest
#if LANE_W > 1
static real sparseRate(const real* row, const int* col, int n, const real* vel) {
  mask full = lane_bc(0) == 0;
  for (int k = 0; k < n; k++) full = full & (row[k] != 0);
  real res = row_dot(row, col, n, vel);
  if (lane_all(full)) return res;
  for (int lane = 0; lane < LANE_W; lane++) {
    double sum[4] = {0, 0, 0, 0}, term[4];
    int held = 0;
    for (int k = 0; k < n; k++) {
      const double value = lane_get(row[k], lane);
      if (value == 0) continue;
      term[held++] = value * lane_get(vel[col[k]], lane);
      for (; held == 4; held = 0) {
        for (int q = 0; q < 4; q++) sum[q] += term[q];
      }
    }
    double total = (sum[0] + sum[2]) + (sum[1] + sum[3]);
    ASSERT_FULL(held < 4);
    for (int q = 0; q < held; q++) total += term[q];
    res = lane_set(res, lane, total);
  }
  return res;
}
#endif

// the rate of one output
LANE_INLINE real rate(const lane_Model* m, const lane_Data* d, int actuator, int out) {
  const int adr = d->moment_rowadr[out], n = d->moment_rownnz[out];
  const real* row = d->actuator_moment + adr;
  const int* col = d->moment_colind + adr;
#if LANE_W > 1
  const int type = m->actuator_trntype[actuator];
  const bool keepsZeros =
      type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT || type == mjTRN_TENDON;
  if (!keepsZeros) return sparseRate(row, col, n, d->qvel);
#else
  (void)m, (void)actuator;
#endif
  return row_dot(row, col, n, d->qvel);
}

void LANE(transmission_velocity)(const lane_Model* m, lane_Data* d) {
  if (m->opt.disableflags & mjDSBL_ACTUATION) {
    vn_zero(d->actuator_velocity, (int)m->nout);
    return;
  }
  for (int i = 0; i < m->nactuator; i++) {
    const int out = m->actuator_outadr[i];
    for (int k = out; k < out + m->actuator_outnum[i]; k++) {
      d->actuator_velocity[k] = rate(m, d, i, k);
    }
  }
}
