// Analytic derivatives of inverse dynamics (recursive Newton-Euler, RNE) tau = RNE(q, v, a) by
// positions and velocities, over pairs of dofs of which one is an ancestor of the other
// (branch-induced sparsity). With forces of bodies F_b = I a + v x* I v - fluid,
//   B_b z = v x* I z + z x* I v - I (v x z) - K z,    K: derivative of the fluid's force,
// and Ic, Bc, Fc their sums over subtrees (composite rigid bodies),
//   dtau_i/dq_j = S_i.(Ic Sdd_j + Bc Sd_j)              j before i or in its group, at body(i)
//               = S_i.(S_j x* Fc + Ic Sdd_j + Bc Sd_j)  j after i, at body(j)
//   dtau_i/dv_j = S_i.(Bc S_j + Ic (Sd_j + So_j))       at the body of the deeper one
// In the first case S_i and the force turn alike, so the force is not in it. Wrenches E applied
// from outside do not turn: where S_i does, they add (S_j x S_i).Ec = S_j.(S_i x* Ec). In wind the
// fluid's derivative is multiplied with the velocity relative to the wind, which changes by Sd_j +
// S_j x wind.
//
// For a rigid body, B is two blocks of 3 x 3: with v = (w, u), c = m d, linear momentum p = m u - c
// x w and X = [w] I, expanding the products gives
//   B z = (B1 z_rot, -2 p x z_rot),  B1 = X + X' - [I w] + 2 ((u.c) 1 - u c').
//   cinert, crb, cdof, cdof_dot, cvel, motion and wrenches of diff_Work -> G
#include "base/assert.h"
#include "diff/derivative_pass.h"
#include "dyn/derivative.h"
#include "math/spatial.h"

enum { NBODY = 18 };  // values per body: B1, 2 p, F

typedef struct {
  const lane_Model* m;
  const lane_Data* d;
  const pass_Motion* at;
  const diff_Work* work;  // NULL: neither fluid nor wrenches
  real scl;
  diff_Matrix res;
  real* sums;   // (nbody x NBODY) of subtrees
  real* slope;  // (nbody x 36) of subtrees, NULL: no fluid
  real* extra;  // (nbody x 18) wrenches of subtrees: pull, drive, lift
  real wind[3];
  bool windy;
  bool still;  // all velocities are zero: B is zero
} Pass;

// ---- bodies

static void crossInertia(real res[9], const real w[3], const real I[10]) {
  const real full[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
  for (int k = 0; k < 3; k++) {
    const real col[3] = {full[k], full[3 + k], full[6 + k]};
    real turned[3];
    v3_cross(turned, w, col);
    for (int i = 0; i < 3; i++) res[3 * i + k] = turned[i];
  }
}

// B1 and 2 p of a body
static void velocityBlocks(real B1[9], real twice[3], const real inertia[10], const real vel[6]) {
  const real *w = vel, *u = vel + 3, *c = inertia + 6;
  real X[9], momentum[6], spin[3], cross[3];
  crossInertia(X, w, inertia);
  spat_mulInertia(momentum, inertia, vel);
  v3_scl(twice, momentum + 3, lane_bc(2));
  v3_cross(cross, c, u);
  v3_sub(spin, momentum, cross);  // I w
  const real along = 2 * v3_dot(u, c);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      B1[3 * i + k] = X[3 * i + k] + X[3 * k + i] - 2 * (u[i] * c[k]);
    }
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    B1[4 * i] = B1[4 * i] + along;
    B1[3 * i + j] = B1[3 * i + j] + spin[k];
    B1[3 * i + k] = B1[3 * i + k] - spin[j];
  }
}

static void bodySums(const Pass* p, int b) {
  const real *inertia = p->d->cinert + 10 * b, *vel = p->at->vel + 6 * b;
  real *at = p->sums + NBODY * b, *force = at + 12, momentum[6], gyro[6];
  spat_mulInertia(force, inertia, p->at->cacc + 6 * b);
  if (p->still) return;
  velocityBlocks(at, at + 9, inertia, vel);
  spat_mulInertia(momentum, inertia, vel);
  spat_crossForce(gyro, vel, momentum);
  v6_addTo(force, gyro);
  if (p->slope) {
    v6_sub(force, force, p->work->fluid + 6 * b);
    vn_copy(p->slope + 36 * b, p->work->fluidSlope + 36 * b, 36);
  }
  if (!p->extra) return;
  v6_copy(p->extra + 18 * b, p->work->pull + 6 * b);
  v6_copy(p->extra + 18 * b + 6, p->work->drive + 6 * b);
  v6_copy(p->extra + 18 * b + 12, p->work->lift + 6 * b);
}

static void subtrees(const Pass* p) {
  const int nbody = (int)p->m->nbody;
  for (int b = 1; b < nbody; b++) bodySums(p, b);
  for (int b = nbody - 1; b > 0; b--) {
    const int parent = p->m->body_parentid[b];
    if (!parent) continue;
    if (p->still) {
      v6_addTo(p->sums + NBODY * parent + 12, p->sums + NBODY * b + 12);
      continue;
    }
    vn_addTo(p->sums + NBODY * parent, p->sums + NBODY * b, NBODY);
    if (p->extra) vn_addTo(p->extra + 18 * parent, p->extra + 18 * b, 18);
    if (p->slope) vn_addTo(p->slope + 36 * parent, p->slope + 36 * b, 36);
  }
}

// ---- dofs

// factors of the rows and columns of a dof
typedef struct {
  real IS[6];    // Ic S
  real BS[3];    // Bc' S of the rigid bodies: its rotational part; the other is zero
  real KS[6];    // Kc' S of the fluid
  real turn[6];  // S x* wrenches
  real byQ[6];   // the bracket of the column of q
  real byV[6];   // the same of v
} Dof;

LANE_INLINE void mulBlocks(real res[6], const real* sums, const real z[3]) {
  m3_mulVec(res, sums, z);
  v3_cross(res + 3, z, sums + 9);
}

// res -= Kc z
LANE_INLINE void subFluid(real res[6], const real slope[36], const real z[6]) {
  for (int i = 0; i < 6; i++) res[i] = res[i] - v6_dot(slope + 6 * i, z);
}

// change by q_j of a body's velocity relative to the fluid, without the body's own rotation
LANE_INLINE void windRate(const Pass* p, int dof, real res[6]) {
  v6_copy(res, p->at->dot + 6 * dof);
  if (p->windy) v3_addCross(res + 3, p->d->cdof + 6 * dof, p->wind);
}

static void fluidOf(const Pass* p, int dof, Dof* x) {
  const real *S = p->d->cdof + 6 * dof, *slope = p->slope + 36 * p->m->dof_bodyid[dof];
  real rate[6];
  windRate(p, dof, rate);
  subFluid(x->byQ, slope, rate);
  subFluid(x->byV, slope, S);
  for (int k = 0; k < 6; k++) {
    real sum = lane_bc(0);
    for (int i = 0; i < 6; i++) sum = sum + slope[6 * i + k] * S[i];
    x->KS[k] = sum;
  }
}

static void wrenchOf(const Pass* p, int dof, Dof* x) {
  const real* extra = p->extra + 18 * p->m->dof_bodyid[dof];
  real wrench[6];
  v6_copy(wrench, extra);
  v6_addToScl(wrench, extra + 6, p->work->driven[dof]);
  v6_addToScl(wrench, extra + 12, p->work->lifted[dof]);
  spat_crossForce(x->turn, p->d->cdof + 6 * dof, wrench);
}

static void dofOf(const Pass* p, int dof, Dof* x) {
  const int body = p->m->dof_bodyid[dof];
  const real *S = p->d->cdof + 6 * dof, *sums = p->sums + NBODY * body;
  const real* crb = p->d->crb + 10 * body;
  real part[6];
  spat_mulInertia(x->IS, crb, S);
  spat_mulInertia(x->byQ, crb, p->at->dotdot + 6 * dof);
  spat_crossForce(part, S, sums + 12);
  v6_addTo(x->byQ, part);
  if (p->still) return;
  m3_mulTVec(x->BS, sums, S);
  v3_cross(part, sums + 9, S + 3);
  v3_addTo(x->BS, part);
  mulBlocks(part, sums, p->at->dot + 6 * dof);
  v6_addTo(x->byQ, part);
  spat_mulInertia(x->byV, crb, p->at->both + 6 * dof);
  mulBlocks(part, sums, S);
  v6_addTo(x->byV, part);
  if (p->slope) fluidOf(p, dof, x);
  if (p->extra) wrenchOf(p, dof, x);
}

// ---- pairs

// row i, column j, where j comes before i or is in its group
LANE_INLINE real byPosition(const Pass* p, const Dof* x, int j) {
  const real* Sd = p->at->dot + 6 * j;
  real sum = v6_dot(x->IS, p->at->dotdot + 6 * j);
  if (p->still) return sum;
  sum = sum + v3_dot(x->BS, Sd);
  if (p->extra) sum = sum - v6_dot(x->turn, p->d->cdof + 6 * j);
  if (!p->slope) return sum;
  real rate[6];
  windRate(p, j, rate);
  return sum - v6_dot(x->KS, rate);
}

LANE_INLINE real byVelocity(const Pass* p, const Dof* x, int j) {
  const real* S = p->d->cdof + 6 * j;
  const real sum = v6_dot(x->IS, p->at->both + 6 * j) + v3_dot(x->BS, S);
  if (!p->slope) return sum;
  return sum - v6_dot(x->KS, S);
}

LANE_INLINE void add(const Pass* p, real* mat, int i, int j, real x) {
  real* at = mat + i * p->res.stride + j;
  *at = *at + x * p->scl;
}

static void pairs(const Pass* p, int i, const Dof* x) {
  real *q = p->res.q, *v = p->res.v;
  const int first = diff_group(p->m, i);
  for (int j = i; j >= 0; j = p->m->dof_parentid[j]) {
    const real* S = p->d->cdof + 6 * j;
    if (q) add(p, q, i, j, byPosition(p, x, j));
    if (v) add(p, v, i, j, byVelocity(p, x, j));
    if (j == i) continue;
    if (q && j < first) add(p, q, j, i, v6_dot(S, x->byQ));
    if (v) add(p, v, j, i, v6_dot(S, x->byV));
  }
  // within a group, axes also turn with the later ones
  for (int j = i + 1; q && j < p->m->nv && diff_group(p->m, j) == first; j++) {
    add(p, q, i, j, byPosition(p, x, j));
  }
}

static bool takeScratch(Pass* p, lane_Data* d) {
  const int nbody = (int)p->m->nbody;
  const diff_Work* w = p->work;
  p->sums = diff_scratch(d, NBODY * nbody);
  p->extra = w ? diff_scratch(d, 18 * nbody) : NULL;
  p->slope = w && w->fluid ? diff_scratch(d, 36 * nbody) : NULL;
  return p->sums && (p->extra || !w) && (p->slope || !w || !w->fluid);
}

void LANE(pass_rne)(const lane_Model* m, lane_Data* d, const pass_Motion* at, const diff_Work* work,
                    bool lone, real scl, const diff_Matrix* res) {
  Pass p = {.m = m, .d = d, .at = at, .work = work, .scl = scl, .res = *res};
  p.still = !work && !at->qvel;
  ASSERT(!p.still || !res->v);
  lane_mark(d);
  if (takeScratch(&p, d)) {
    v3_copy(p.wind, lane_prms(m->opt.wind));
    p.windy = work && !(work->without & SLOPE_WIND) &&
              lane_any((p.wind[0] != 0) | (p.wind[1] != 0) | (p.wind[2] != 0));
    subtrees(&p);
    for (int i = 0; i < m->nv; i++) {
      if (lone && !deriv_isLoneFree(m, m->dof_bodyid[i])) continue;
      Dof x = {0};
      dofOf(&p, i, &x);
      pairs(&p, i, &x);
    }
  }
  lane_free(d);
}

void LANE(diff_rne)(const lane_Model* m, lane_Data* d, diff_Work* w) {
  const pass_Motion at = {
      .vel = w->vel, .dot = w->dot, .both = w->both, .dotdot = w->dotdot, .cacc = w->cacc};
  if (w->G.q || w->G.v) LANE(pass_rne)(m, d, &at, w, false, lane_bc(-1), &w->G);
}
