// Bias force of tendon armature (reflected inertia): J' a (dJ/dt qvel). The row of dJ/dt of a
// segment from a to b with unit direction u and length l is u' d(J_b - J_a)/dt + udot'(J_b - J_a),
// udot = (dv - u(u.dv))/l, over the divisor of its branch. Axes of ball joints count as moving with
// their body, as in mj_jacDot. Fixed tendons have no such force. Paths around geoms cannot have
// armature of their own; with that of an actuator they get no bias.
//   ten_J, cvel, cdof, cdof_dot, qvel -> adds to qfrc_bias
#include "base/assert.h"
#include "force/chain.h"
#include "force/tendon.h"
#include "force/tendon_path.h"
#include "math/spatial.h"

// armature of a tendon and of the actuators on it: sum of value gear^2
static real armatureOf(const lane_Model* m, int tendon) {
  real sum = lane_bc(0) + lane_prm(m->tendon_armature, tendon);
  const int only = m->tendon_actuatorid[tendon];
  if (only == -1) return sum;
  const int begin = only >= 0 ? only : 0, end = only >= 0 ? only + 1 : (int)m->nactuator;
  for (int i = begin; i < end; i++) {
    if (m->actuator_trntype[i] != mjTRN_TENDON || m->actuator_trnid[2 * i] != tendon) continue;
    const real gear = lane_bc(1) * lane_prm(m->actuator_gear, 6 * m->actuator_outadr[i]);
    sum = sum + lane_prm(m->actuator_armature, i) * (gear * gear);
  }
  return sum;
}

// a site at one end of a segment
typedef struct {
  int dof;                 // current dof of its kinematic chain
  real offset[3], vel[3];  // from the reference point of the tree; velocity
} End;

static End endOf(const lane_Model* m, const lane_Data* d, int site) {
  End end = {.dof = chain_last(m, m->site_bodyid[site])};
  const int body = m->site_bodyid[site];
  const real* point = d->site_xpos + 3 * site;
  v3_sub(end.offset, point, chain_centre(m, d, body));
  chain_velocity(end.vel, m, d, body, point);
  return end;
}

// time derivative of the axis of a dof; those of balls turn with the body
// odd: jacDot of a ball before a slide
LANE_INLINE void axisRate(real res[6], const lane_Model* m, const lane_Data* d, int dof) {
  const int jnt = m->dof_jntid[dof], type = m->jnt_type[jnt];
  if (type == mjJNT_BALL || (type == mjJNT_FREE && dof >= m->jnt_dofadr[jnt] + 3)) {
    spat_crossMotion(res, d->cvel + 6 * m->dof_bodyid[dof], d->cdof + 6 * dof);
  } else {
    v6_copy(res, d->cdof_dot + 6 * dof);
  }
}

// columns of the Jacobian of the point and of its time derivative
LANE_INLINE void columns(real col[3], real dot[3], const real cdof[6], const real rate[6],
                         const End* end) {
  chain_column(col, cdof, end->offset);
  chain_column(dot, rate, end->offset);
  v3_addCross(dot, cdof, end->vel);
}

// row += of a straight segment: u'(dJ_b - dJ_a)/dt + du/dt'(J_b - J_a), over divisor
// order: both products are added one by one, each times the reciprocal of the divisor
static void addSegment(const lane_Model* m, const lane_Data* d, const int site[2], double divisor,
                       real* row) {
  End a = endOf(m, d, site[0]), b = endOf(m, d, site[1]);
  real u[3], dv[3], udot[3];
  v3_sub(u, d->site_xpos + 3 * site[1], d->site_xpos + 3 * site[0]);
  const real len = v3_normalize(u);
  v3_sub(dv, b.vel, a.vel);
  const mask tiny = len <= mjMINVAL;
  v3_addScl(udot, dv, u, -v3_dot(u, dv));
  v3_scl(udot, udot, lane_select(tiny, lane_bc(0), 1.0 / lane_select(tiny, lane_bc(1), len)));
  while (a.dof >= 0 || b.dof >= 0) {
    const int dof = a.dof > b.dof ? a.dof : b.dof;
    const real* cdof = d->cdof + 6 * dof;
    real rate[6], col[3], dot[3], colA[3], dotA[3];
    axisRate(rate, m, d, dof);
    v3_zero(col);
    v3_zero(dot);
    if (dof == b.dof) columns(col, dot, cdof, rate, &b);
    if (dof == a.dof) {
      columns(colA, dotA, cdof, rate, &a);
      v3_subFrom(col, colA);
      v3_subFrom(dot, dotA);
    }
    row[dof] = row[dof] + v3_dot(dot, u) * (1 / divisor) + v3_dot(col, udot) * (1 / divisor);
    if (dof == a.dof) a.dof = m->dof_parentid[dof];
    if (dof == b.dof) b.dof = m->dof_parentid[dof];
  }
}

// dJ/dt of a tendon, into row (nv); false if it wraps
static bool jacobianRate(const lane_Model* m, const lane_Data* d, int tendon, real* row) {
  tendon_Path path = tendon_path(lane_one(m, 0), tendon);
  vn_zero(row, (int)m->nv);
  while (tendon_nextSegment(lane_one(m, 0), &path)) {
    if (path.geom >= 0) return false;
    ASSERT_FULL(path.site[0] < m->nsite && path.site[1] < m->nsite);
    if (m->site_bodyid[path.site[0]] == m->site_bodyid[path.site[1]]) continue;
    addSegment(m, d, path.site, path.divisor, row);
  }
  return true;
}

static void addBias(const lane_Model* m, lane_Data* d, int tendon, real armature, const real* row) {
  const real force = armature * vn_dot(row, d->qvel, (int)m->nv);
  const int adr = m->ten_J_rowadr[tendon];
  for (int k = adr; k < adr + m->ten_J_rownnz[tendon]; k++) {
    const int dof = m->ten_J_colind[k];
    if (lane_isDofAsleep(m, d, dof)) continue;
    d->qfrc_bias[dof] = d->qfrc_bias[dof] + d->ten_J[k] * force;
  }
}

void LANE(tendon_armatureBias)(const lane_Model* m, lane_Data* d) {
  for (int i = 0; i < m->ntendon; i++) {
    if (tendon_isFixed(lane_one(m, 0), i) || lane_isTendonAsleep(m, d, i)) continue;
    const real a = armatureOf(m, i);
    if (!lane_any(a != 0)) continue;
    lane_mark(d);
    real* row = lane_scratch(d, (int)m->nv);
    if (row && jacobianRate(m, d, i, row)) addBias(m, d, i, a, row);
    lane_free(d);
  }
}
