// Forward kinematics for derivatives: velocity and acceleration vectors of dofs and bodies that all
// parts of the analytic derivatives use (diff/derivatives.h), and their scratch.
//   qacc, qvel, cdof, cdof_dot, cvel -> both, dotdot, turning, cacc, motion
#include "diff/derivative_pass.h"
#include "math/spatial.h"

// ---- scratch

typedef struct {
  real** at;
  int n;
} Part;

static bool take(lane_Data* d, const Part* part, int count) {
  int n = 0;
  for (int k = 0; k < count; k++) n += part[k].n;
  real* at = diff_scratch(d, n + 1);
  if (!at) return false;
  vn_zero(at, n);
  for (int k = 0; k < count; at += part[k++].n) *part[k].at = at;
  return true;
}

bool LANE(diff_open)(const lane_Model* m, lane_Data* d, diff_Work* w) {
  const int nv = (int)m->nv, nbody = (int)m->nbody, nten = (int)m->nJten;
  const bool fluid = lane_agree(m, (lane_opt(m, density) > 0) | (lane_opt(m, viscosity) > 0));
  const Part part[] = {
      {&w->both, 6 * nv},
      {&w->dotdot, 6 * nv},
      {&w->turning, 6 * nv},
      {&w->dot, 6 * nv},
      {&w->vel, 6 * nbody},
      {&w->cacc, 6 * nbody},
      {&w->motion, 6 * nbody},
      {&w->pull, 6 * nbody},
      {&w->drive, 6 * nbody},
      {&w->lift, 6 * nbody},
      {&w->driven, nv},
      {&w->lifted, nv},
      {&w->tension, m->ntendon},
      {&w->tenA, nten},
      {&w->tenV, nten},
      {&w->fluid, fluid ? 6 * nbody : 0},
      {&w->fluidSlope, fluid ? 36 * nbody : 0},
  };
  if (!take(d, part, sizeof part / sizeof *part)) return false;
  if (!fluid) w->fluid = w->fluidSlope = NULL;
  return true;
}

// ---- motion

// motion of the frame that carries a body and its dofs: velocity, acceleration and W(qacc)
typedef struct {
  real vel[6], acc[6], w[6];
} Carrier;

// axis k of a group carried by c; `end`: velocity after the group
static void axis(const real S[6], const pass_Motion* at, const Carrier* c, const real end[6],
                 int k) {
  real part[6], *Sd = at->dot + 6 * k, *both = at->both + 6 * k, *dotdot = at->dotdot + 6 * k;
  spat_crossMotion(Sd, c->vel, S);
  spat_crossMotion(both, end, S);
  v6_addTo(both, Sd);
  spat_crossMotion(dotdot, c->acc, S);
  spat_crossMotion(part, c->vel, Sd);
  v6_addTo(dotdot, part);
  if (at->turning) spat_crossMotion(at->turning + 6 * k, c->w, S);
}

// dofs of a group, starting at dof, which move together
static void group(const lane_Data* d, const pass_Motion* at, Carrier* c, int dof, int n) {
  real end[6];
  v6_copy(end, c->vel);
  for (int k = dof; k < dof + n && at->qvel; k++) v6_addToScl(end, d->cdof + 6 * k, at->qvel[k]);
  for (int k = dof; k < dof + n; k++) axis(d->cdof + 6 * k, at, c, end, k);
  for (int k = dof; k < dof + n; k++) {
    if (at->qvel) v6_addToScl(c->acc, at->dot + 6 * k, at->qvel[k]);
    if (!at->qacc) continue;
    v6_addToScl(c->acc, d->cdof + 6 * k, at->qacc[k]);
    v6_addToScl(c->w, d->cdof + 6 * k, at->qacc[k]);
  }
  v6_copy(c->vel, end);
}

static void body(const lane_Model* m, const lane_Data* d, const pass_Motion* at, int b) {
  const int parent = m->body_parentid[b], adr = m->body_dofadr[b], end = adr + m->body_dofnum[b];
  Carrier c;
  v6_copy(c.vel, at->vel + 6 * parent);
  v6_copy(c.acc, at->cacc + 6 * parent);
  if (at->motion) v6_copy(c.w, at->motion + 6 * parent);
  if (!at->motion) v6_zero(c.w);
  for (int dof = adr, next; dof < end; dof = next) {
    next = dof + 1;
    while (next < end && diff_group(m, next) == diff_group(m, dof)) next++;
    group(d, at, &c, dof, next - dof);
  }
  v6_copy(at->vel + 6 * b, c.vel);
  v6_copy(at->cacc + 6 * b, c.acc);
  if (at->motion) v6_copy(at->motion + 6 * b, c.w);
}

pass_Motion LANE(pass_place)(const lane_Model* m, real* at) {
  const int nbody = (int)m->nbody, nv = (int)m->nv;
  pass_Motion p = {.vel = at};
  p.cacc = p.vel + 6 * nbody;
  p.dot = p.cacc + 6 * nbody;
  p.both = p.dot + 6 * nv;
  p.dotdot = p.both + 6 * nv;
  return p;
}

void LANE(pass_move)(const lane_Model* m, const lane_Data* d, const pass_Motion* at) {
  v6_zero(at->vel);
  v6_zero(at->cacc);
  if (at->motion) v6_zero(at->motion);
  for (int k = 0; k < 3 && at->gravity && !(m->opt.disableflags & mjDSBL_GRAVITY); k++) {
    at->cacc[3 + k] = -lane_prm(m->opt.gravity, k);
  }
  for (int b = 1; b < m->nbody; b++) body(m, d, at, b);
}

void LANE(diff_motion)(const lane_Model* m, const lane_Data* d, diff_Work* w) {
  const pass_Motion at = {.qvel = d->qvel,
                          .qacc = w->qacc,
                          .gravity = true,
                          .vel = w->vel,
                          .dot = w->dot,
                          .both = w->both,
                          .dotdot = w->dotdot,
                          .cacc = w->cacc,
                          .motion = w->motion,
                          .turning = w->turning};
  LANE(pass_move)(m, d, &at);
}
