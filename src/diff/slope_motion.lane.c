// Motion of dofs and bodies that all parts of the derivatives read (diff/slope.h), and their
// scratch.
//   qacc, qvel, cdof, cdof_dot, cvel -> both, dotdot, turning, cacc, motion
#include "diff/slope.h"
#include "math/spatial.h"

// ---- scratch

typedef struct {
  real** at;
  int n;
} Part;

static bool take(lane_Data* d, const Part* part, int count) {
  int n = 0;
  for (int k = 0; k < count; k++) n += part[k].n;
  real* at = lane_scratch(d, n + 1);
  if (!at) return false;
  vn_zero(at, n);
  for (int k = 0; k < count; at += part[k++].n) *part[k].at = at;
  return true;
}

bool LANE(slope_open)(const mjModel* m, lane_Data* d, slope_Work* w) {
  const int nv = (int)m->nv, nbody = (int)m->nbody, nten = (int)m->nJten;
  const bool fluid = lane_opt(m, density) > 0 || lane_opt(m, viscosity) > 0;
  const Part part[] = {
      {&w->both, 6 * nv},
      {&w->dotdot, 6 * nv},
      {&w->turning, 6 * nv},
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

// what a body and its dofs are carried by: velocity, acceleration and W(qacc)
typedef struct {
  real vel[6], acc[6], w[6];
} Carrier;

// dofs of a group from dof on, which move together
static void group(const lane_Data* d, slope_Work* w, Carrier* c, int dof, int n) {
  real sum[6], part[6], end[6];
  v6_copy(end, c->vel);
  for (int k = dof; k < dof + n; k++) v6_addToScl(end, d->cdof + 6 * k, d->qvel[k]);
  for (int k = dof; k < dof + n; k++) {
    const real *S = d->cdof + 6 * k, *Sd = d->cdof_dot + 6 * k;
    spat_crossMotion(sum, end, S);
    v6_add(w->both + 6 * k, sum, Sd);
    spat_crossMotion(sum, c->acc, S);
    spat_crossMotion(part, c->vel, Sd);
    v6_add(w->dotdot + 6 * k, sum, part);
    spat_crossMotion(w->turning + 6 * k, c->w, S);
  }
  for (int k = dof; k < dof + n; k++) {
    v6_addToScl(c->acc, d->cdof_dot + 6 * k, d->qvel[k]);
    v6_addToScl(c->acc, d->cdof + 6 * k, w->qacc[k]);
    v6_addToScl(c->w, d->cdof + 6 * k, w->qacc[k]);
  }
  v6_copy(c->vel, end);
}

void LANE(slope_motion)(const mjModel* m, const lane_Data* d, slope_Work* w) {
  const int nbody = (int)m->nbody;
  v6_zero(w->cacc);
  v6_zero(w->motion);
  for (int k = 0; k < 3 && !(m->opt.disableflags & mjDSBL_GRAVITY); k++) {
    w->cacc[3 + k] = lane_bc(-lane_prm(m->opt.gravity, k));
  }
  for (int b = 1; b < nbody; b++) {
    const int parent = m->body_parentid[b], adr = m->body_dofadr[b];
    const int end = adr + m->body_dofnum[b];
    Carrier c;
    v6_copy(c.vel, d->cvel + 6 * parent);
    v6_copy(c.acc, w->cacc + 6 * parent);
    v6_copy(c.w, w->motion + 6 * parent);
    for (int dof = adr, next; dof < end; dof = next) {
      next = dof + 1;
      while (next < end && slope_group(m, next) == slope_group(m, dof)) next++;
      group(d, w, &c, dof, next - dof);
    }
    v6_copy(w->cacc + 6 * b, c.acc);
    v6_copy(w->motion + 6 * b, c.w);
  }
}
