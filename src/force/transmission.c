// Transmissions: qpos, poses, cdof, tendons -> length and moment of every actuator output.
// One function per kind of transmission writes the rows of an actuator, one after the other without
// gaps. Rows of sites and slider-cranks come from two wrenches, one on either body: a column is
// cdof . wrench, for dofs that move one of the bodies (dofs that move both change no relative
// quantity). For one world these rows keep nonzeros only; in lanes they keep every column, so that
// the structure is the same in all worlds.
#include "force/transmission.h"

#include "force/adhesion.h"
#include "force/chain.h"
#include "math/quat.h"

// an actuator whose rows are written, and where the next row begins
typedef struct {
  const mjModel* m;
  lane_Data* d;
  int id;   // actuator
  int out;  // its first output
  int adr;  // next entry of the moment
} Actuator;

LANE_INLINE void getGear(real res[3], const Actuator* a, int part) {
  const int adr = 6 * a->out + 3 * part;
  for (int k = 0; k < 3; k++) res[k] = lane_bc(1) * lane_prm(a->m->actuator_gear, adr + k);
}

// does the model scale translation (0) or rotation (1) at all
static bool hasGear(const Actuator* a, int part) {
  const mjtNum* gear = a->m->actuator_gear + 6 * a->out + 3 * part;
  return gear[0] != 0 || gear[1] != 0 || gear[2] != 0;
}

// ---- rows

LANE_INLINE void beginRow(const Actuator* a, int out) { a->d->moment_rowadr[out] = a->adr; }

LANE_INLINE void endRow(const Actuator* a, int out) {
  a->d->moment_rownnz[out] = a->adr - a->d->moment_rowadr[out];
}

LANE_INLINE void addEntry(Actuator* a, int dof, real value) {
  a->d->moment_colind[a->adr] = dof;
  a->d->actuator_moment[a->adr++] = value;
}

// removes zeros from the row that begins at adr and ends before a->adr
static void squeeze(Actuator* a, int adr) {
#if LANE_W == 1
  mjData* d = a->d;
  int kept = adr;
  for (int k = adr; k < a->adr; k++) {
    if (d->actuator_moment[k] == 0) continue;
    d->actuator_moment[kept] = d->actuator_moment[k];
    d->moment_colind[kept++] = d->moment_colind[k];
  }
  a->adr = kept;
#else
  (void)a, (void)adr;
#endif
}

// number of dofs that move one of two bodies
static int countColumns(const mjModel* m, int dofA, int dofB) {
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

// a row: cdof . plus on the chain of body[0], -cdof . minus on that of body[1]; chains are walked
// from their ends, so the row is filled backwards
static void wrenchRow(Actuator* a, int out, const int body[2], const real plus[6],
                      const real minus[6]) {
  const mjModel* m = a->m;
  lane_Data* d = a->d;
  int dofP = chain_last(m, body[0]), dofM = chain_last(m, body[1]);
  const int adr = a->adr;
  beginRow(a, out);
  a->adr += countColumns(m, dofP, dofM);
  for (int k = a->adr - 1; k >= adr; k--) {
    const int dof = dofP > dofM ? dofP : dofM;
    const real* cdof = d->cdof + 6 * dof;
    d->moment_colind[k] = dof;
    if (dof == dofP) {
      d->actuator_moment[k] = v6_dot(cdof, plus);
      dofP = m->dof_parentid[dof];
    } else {
      d->actuator_moment[k] = -v6_dot(cdof, minus);
      dofM = m->dof_parentid[dof];
    }
  }
  squeeze(a, adr);
  endRow(a, out);
}

// ---- joints

// rotation vector of the quaternion in qpos, which it normalises into quat
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

// gear in the parent frame is turned into that of the child, where angular velocities are
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
  jointTable[a->m->jnt_type[joint]](a, joint, inParent);
  endRow(a, a->out);
}

static void joint(Actuator* a) { jointRow(a, false); }

static void jointInParent(Actuator* a) { jointRow(a, true); }

// ---- tendon

static void tendon(Actuator* a) {
  const mjModel* m = a->m;
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
  const real factor = 1 - av * inv;
  v3_scl(byV, axis, factor);
  v3_addToScl(byV, v, inv);
  v3_scl(byAxis, v, factor);
  return lane_select(reach, av - s, av);
}

static void sliderCrank(Actuator* a) {
  const mjModel* m = a->m;
  lane_Data* d = a->d;
  const int crank = m->actuator_trnid[2 * a->id], slider = m->actuator_trnid[2 * a->id + 1];
  const real *tip = d->site_xpos + 3 * crank, *base = d->site_xpos + 3 * slider;
  const real gear = lane_bc(1) * lane_prm(m->actuator_gear, 6 * a->out);
  const real rod = lane_bc(1) * lane_prm(m->actuator_cranklength, a->id);
  real axis[3], v[3], byV[3], byAxis[3], turn[3], plus[6], minus[6];
  m3_column(axis, d->site_xmat + 9 * slider, 2);
  v3_sub(v, tip, base);
  d->actuator_length[a->out] = crankLength(axis, v, rod, byV, byAxis) * gear;

  // dl/da . (Jr x a) = Jr . (a x dl/da): a torque on the slider's body
  v3_scl(byV, byV, gear);
  v3_scl(byAxis, byAxis, gear);
  const int body[2] = {m->site_bodyid[crank], m->site_bodyid[slider]};
  chain_wrench(plus, m, d, body[0], tip, byV);
  chain_wrench(minus, m, d, body[1], base, byV);
  v3_cross(turn, axis, byAxis);
  v3_subFrom(minus, turn);
  wrenchRow(a, a->out, body, plus, minus);
}

// ---- sites

// orientation that a site's length is measured with. The factors are in this order in the
// reference, which models are tuned on; site axes that are not those of the body make it another
// rotation.
LANE_INLINE void siteQuat(real quat[4], const mjModel* m, const lane_Data* d, int site) {
  real local[4];
  v4_bc(local, m->site_quat + 4 * site);
  quat_mul(quat, local, d->xquat + 4 * m->site_bodyid[site]);
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

// no reference: a wrench, without a length
static void loneSite(Actuator* a, int site) {
  const int body[2] = {a->m->site_bodyid[site], 0};
  real force[3], torque[3], wrench[6];
  siteForce(force, torque, a, site);
  chain_wrench(wrench, a->m, a->d, body[0], a->d->site_xpos + 3 * site, force);
  v3_addTo(wrench, torque);
  a->d->actuator_length[a->out] = lane_bc(0);
  wrenchRow(a, a->out, body, wrench, wrench);
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
  const mjModel* m = a->m;
  lane_Data* d = a->d;
  const int id = m->actuator_trnid[2 * a->id], ref = m->actuator_trnid[2 * a->id + 1];
  if (ref < 0) {
    loneSite(a, id);
    return;
  }
  d->actuator_length[a->out] = relativeLength(a, id, ref);
  const int body[2] = {m->site_bodyid[id], m->site_bodyid[ref]};
  real force[3], torque[3], plus[6], minus[6];
  siteForce(force, torque, a, ref);
  chain_wrench(plus, m, d, body[0], d->site_xpos + 3 * id, force);
  chain_wrench(minus, m, d, body[1], d->site_xpos + 3 * ref, force);
  v3_addTo(plus, torque);
  v3_addTo(minus, torque);
  wrenchRow(a, a->out, body, plus, minus);
}

// ---- body: adhesion by contacts; a body without contacts has an empty row

static void body(Actuator* a) {
  const mjModel* m = a->m;
  lane_Data* d = a->d;
  d->actuator_length[a->out] = lane_bc(0);
  beginRow(a, a->out);
  lane_mark(d);
  real* row = lane_scratch(d, (int)m->nv);
  if (row && LANE(adhesion_row)(m, d, m->actuator_trnid[2 * a->id], row)) {
    for (int i = 0; i < m->nv; i++) addEntry(a, i, row[i]);
    squeeze(a, d->moment_rowadr[a->out]);
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
  const mjModel* m = a->m;
  lane_Data* d = a->d;
  const int id = m->actuator_trnid[2 * a->id], ref = m->actuator_trnid[2 * a->id + 1];
  if (ref < 0) {
    ballVector(a, id);
    return;
  }
  const int bodies[2] = {m->site_bodyid[id], m->site_bodyid[ref]};
  real quat[2][4], wrench[6];
  siteQuat(quat[0], m, d, id);
  siteQuat(quat[1], m, d, ref);
  quat_sub(d->actuator_length + a->out, quat[0], quat[1]);
  v3_zero(wrench + 3);
  for (int k = 0; k < 3; k++) {
    m3_column(wrench, d->site_xmat + 9 * id, k);
    wrenchRow(a, a->out + k, bodies, wrench, wrench);
  }
}

// ---- all

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
  return type >= 0 && type < NKIND && transmissionTable[type];
}

void LANE(transmission_update)(const mjModel* m, lane_Data* d) {
  Actuator a = {.m = m, .d = d};
  for (a.id = 0; a.id < m->nactuator; a.id++) {
    a.out = m->actuator_outadr[a.id];
    transmissionTable[m->actuator_trntype[a.id]](&a);
  }
}

// Accumulators are picked by dof, not by position in the row: zeros that only some widths keep do
// not change the sum.
void LANE(transmission_velocity)(const mjModel* m, lane_Data* d) {
  const bool off = (m->opt.disableflags & mjDSBL_ACTUATION) != 0;
  for (int i = 0; i < m->nout; i++) {
    real sum[4] = {lane_bc(0), lane_bc(0), lane_bc(0), lane_bc(0)};
    const int adr = d->moment_rowadr[i], n = off ? 0 : d->moment_rownnz[i];
    for (int k = adr; k < adr + n; k++) {
      const int dof = d->moment_colind[k];
      sum[dof & 3] = sum[dof & 3] + d->actuator_moment[k] * d->qvel[dof];
    }
    d->actuator_velocity[i] = (sum[0] + sum[2]) + (sum[1] + sum[3]);
  }
}
