// Bias force of tendon armature: ten_J, cvel, cdof_dot, qvel -> adds J' a (dJ/dt qvel) to
// qfrc_bias. dJ/dt qvel is the acceleration of the length at zero joint acceleration. For a segment
// from a to b with unit direction u and length l it is u'(acc_b - acc_a) + udot'(v_b - v_a), udot =
// (dv - u(u.dv))/l, where acc are the accelerations of the points by velocities alone; no row of
// dJ/dt is formed. Fixed tendons have none. Paths around geoms cannot have armature of their own;
// with that of an actuator they get no bias.
#include "force/chain.h"
#include "force/tendon.h"
#include "force/tendon_path.h"

// armature of a tendon and of the actuators on it: sum of value gear^2
static real armature(const mjModel* m, int tendon) {
  real sum = lane_bc(0) + lane_prm(m->tendon_armature, tendon);
  const int only = m->tendon_actuatorid[tendon];
  if (only == -1) return sum;
  const int begin = only >= 0 ? only : 0, end = only >= 0 ? only + 1 : (int)m->nactuator;
  for (int i = begin; i < end; i++) {
    if (m->actuator_trntype[i] != mjTRN_TENDON || m->actuator_trnid[2 * i] != tendon) continue;
    const real gear = lane_bc(1) * lane_prm(m->actuator_gear, 6 * m->actuator_outadr[i]);
    sum = sum + lane_prm(m->actuator_armature, i) * gear * gear;
  }
  return sum;
}

// u'(acc_b - acc_a), the part by cdof_dot: dofs that move both bodies cancel as in the Jacobian
static real axisAcceleration(const mjModel* m, const lane_Data* d, const int body[2],
                             const real* p[2], const real u[3]) {
  real wrench[2][6], sum[2] = {lane_bc(0), lane_bc(0)};
  int dof[2];
  for (int k = 0; k < 2; k++) {
    chain_wrench(wrench[k], m, d, body[k], p[k], u);
    dof[k] = chain_last(m, body[k]);
  }
  while (dof[0] != dof[1]) {
    const int k = dof[1] > dof[0], i = dof[k];
    sum[k] = sum[k] + v6_dot(d->cdof_dot + 6 * i, wrench[k]) * d->qvel[i];
    dof[k] = m->dof_parentid[i];
  }
  return sum[1] - sum[0];
}

// acceleration of the length of a straight segment, into *acc
static void segment(const mjModel* m, const lane_Data* d, const int site[2], real* acc) {
  const real* p[2] = {d->site_xpos + 3 * site[0], d->site_xpos + 3 * site[1]};
  const int body[2] = {m->site_bodyid[site[0]], m->site_bodyid[site[1]]};
  real u[3], vel[2][3], turn[2][3], dv[3], dacc[3];
  v3_sub(u, p[1], p[0]);
  const real len = v3_normalize(u);
  for (int k = 0; k < 2; k++) {
    chain_velocity(vel[k], m, d, body[k], p[k]);
    v3_cross(turn[k], d->cvel + 6 * body[k], vel[k]);
  }
  v3_sub(dv, vel[1], vel[0]);
  v3_sub(dacc, turn[1], turn[0]);

  // udot.dv = (dv.dv - (u.dv)^2)/len, the square of dv across the segment
  const mask tiny = len <= mjMINVAL;
  real across[3];
  v3_addScl(across, dv, u, -v3_dot(u, dv));
  const real spin = v3_dot(across, dv) / lane_select(tiny, lane_bc(1), len);
  *acc = axisAcceleration(m, d, body, p, u) + v3_dot(u, dacc) + lane_select(tiny, lane_bc(0), spin);
}

// dJ/dt qvel of a tendon, into *rate; false if it wraps
static bool jacobianRate(const mjModel* m, const lane_Data* d, int tendon, real* rate) {
  real sum[4] = {lane_bc(0), lane_bc(0), lane_bc(0), lane_bc(0)};
  tendon_Path path = tendon_path(m, tendon);
  for (int k = 0; tendon_nextSegment(m, &path); k++) {
    if (path.geom >= 0) return false;
    if (m->site_bodyid[path.site[0]] == m->site_bodyid[path.site[1]]) continue;
    real acc;
    segment(m, d, path.site, &acc);
    sum[k & 3] = sum[k & 3] + acc / path.divisor;
  }
  *rate = (sum[0] + sum[2]) + (sum[1] + sum[3]);
  return true;
}

void LANE(tendon_armatureBias)(const mjModel* m, lane_Data* d) {
  for (int i = 0; i < m->ntendon; i++) {
    if (tendon_isFixed(m, i)) continue;
    const real a = armature(m, i);
    real rate;
    if (!lane_any(a != 0) || !jacobianRate(m, d, i, &rate)) continue;
    const real force = a * rate;
    const int adr = m->ten_J_rowadr[i];
    for (int k = 0; k < m->ten_J_rownnz[i]; k++) {
      const int dof = m->ten_J_colind[adr + k];
      d->qfrc_bias[dof] = d->qfrc_bias[dof] + d->ten_J[adr + k] * force;
    }
  }
}
