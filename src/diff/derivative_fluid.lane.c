// Analytic derivatives of fluid forces (drag, viscosity, added mass, lift; force/fluid,
// diff/derivatives.h). The inertia box of a body, or the ellipsoid of each of its geoms, feels the
// wrench phi(nu) in its own axes at its center, nu = X (v - wind): X takes motions about the
// reference point of the tree to these axes and that point. The wrench X' phi moves with the body,
// so only its derivative K = X' (d phi/d nu) X remains: both are used by diff_rne.
//
// The implicit integrators have D = S' X' B X S in their matrix, B as in force/fluid_derivative.
// With the integrator's acceleration frozen in W = sum of S_l acc_l, y = X W, and sums over
// subtrees of K = X' B X, H = X' (d(B y)/d nu) X and the wrench F = X' B y,
//   d(D acc)_i/dq_j = S_i.(H (Sd_j + S_j x wind) + K (W- x S_j))   j before i or in its group
//                   = the same + S_i.(S_j x* F)                    j after i
//   d(D acc)_i/dv_j = S_i.H S_j
//   cvel, cdof, cdof_dot, poses -> fluid, fluidSlope, E
#include "diff/derivative_fluid.h"
#include "diff/derivatives.h"
#include "force/chain.h"
#include "force/fluid_ellipsoid.h"
#include "force/force_derivative.h"
#include "math/spatial.h"

enum { ROW = 6, NSUM = 78, FORCE = 72 };  // values per body: K, H, F

typedef struct {
  const lane_Model* m;
  const lane_Data* d;
  diff_Work* w;
  real wind[3];
  bool windy;     // in E
  bool fast;      // implicitfast: the symmetric part of B
  real* sums;     // (nbody x NSUM), NULL: no contribution to E
  real* motion;   // (nbody x 6) W
  real* turning;  // (nv x 6) W- x S_j
} Pass;

LANE_INLINE void addTo(real* at, real x) { *at = *at + x; }

// ---- an object in the fluid

typedef struct {
  int body;
  const real* mat;  // its axes are the columns
  real arm[3];      // from the reference point to its center
  real vel[6];      // nu
  real y[6];        // X W
} Object;

static void toObject(real res[6], const Object* o, const real motion[6]) {
  spat_shiftMotion(res, motion, o->arm);
  spat_toFrame(res, res, o->mat);
}

static Object objectOf(const Pass* p, int body, const real pos[3], const real mat[9]) {
  Object o = {.body = body, .mat = mat};
  real motion[6];
  v3_sub(o.arm, pos, chain_centre(p->m, p->d, body));
  v6_copy(motion, p->d->cvel + 6 * body);
  v3_subFrom(motion + 3, p->wind);
  toObject(o.vel, &o, motion);
  if (p->sums) toObject(o.y, &o, p->motion + 6 * body);
  return o;
}

// res += X' local
static void addWrench(real res[6], const Object* o, const real local[6]) {
  real wrench[6];
  spat_fromFrame(wrench, local, o->mat);
  v3_addCross(wrench, o->arm, wrench + 3);
  v6_addTo(res, wrench);
}

// res += X' B X, column by column
static void addMatrix(real res[36], const Object* o, const real B[36]) {
  for (int k = 0; k < ROW; k++) {
    real unit[6], local[6], wrench[6];
    v6_zero(unit);
    unit[k] = lane_bc(1);
    toObject(local, o, unit);
    for (int i = 0; i < ROW; i++) wrench[i] = v6_dot(B + ROW * i, local);
    v6_zero(unit);
    addWrench(unit, o, wrench);
    for (int i = 0; i < ROW; i++) addTo(res + ROW * i + k, unit[i]);
  }
}

// adds to G, and to E
static void addSlope(const Pass* p, const Object* o, const real wrench[6], const real slope[36]) {
  addWrench(p->w->fluid + 6 * o->body, o, wrench);
  addMatrix(p->w->fluidSlope + 36 * o->body, o, slope);
}

static void addFlow(const Pass* p, const Object* o, const diff_Flow* flow) {
  real *sum = p->sums + NSUM * o->body, local[6];
  for (int i = 0; i < ROW; i++) local[i] = v6_dot(flow->B + ROW * i, o->y);
  addMatrix(sum, o, flow->B);
  addMatrix(sum + 36, o, flow->bend);
  addWrench(sum + FORCE, o, local);
}

// ---- the two models

// wrench -(c + e |nu|) nu in each component
static void addBox(const Pass* p, int body) {
  enum { PLATE = 64 };  // of the torque on a rotating plate
  const real viscosity = lane_opt(p->m, viscosity), density = lane_opt(p->m, density);
  const Object o = objectOf(p, body, p->d->xipos + 3 * body, p->d->ximat + 9 * body);
  real b[3], wrench[6];
  diff_Flow flow;
  LANE(fluid_inertiaBox)(p->m, body, b);
  vn_zero(flow.B, 36);
  vn_zero(flow.bend, 36);
  const real D = (b[0] + b[1] + b[2]) / 3;
  for (int i = 0; i < ROW; i++) {
    const real s = b[(i + 1) % 3], t = b[(i + 2) % 3], fourth = s * s * s * s + t * t * t * t;
    real c = mjPI * D * D * D, e = b[i % 3] * fourth / PLATE;
    if (i >= 3) c = 3 * mjPI * D, e = 0.5 * (s * t);
    const real nu = o.vel[i], linear = viscosity * c, square = density * e;
    const real sign = lane_select(nu == 0, lane_bc(0), lane_copysign(lane_bc(1), nu));
    wrench[i] = -(linear + square * lane_abs(nu)) * nu;
    flow.B[(ROW + 1) * i] = -(linear + 2 * square * lane_abs(nu));
    if (p->sums) flow.bend[(ROW + 1) * i] = -2 * square * sign * o.y[i];
  }
  addSlope(p, &o, wrench, flow.B);
  if (p->sums) addFlow(p, &o, &flow);
}

static void addEllipsoid(const Pass* p, int geom) {
  const int body = p->m->geom_bodyid[geom];
  const Object o = objectOf(p, body, p->d->geom_xpos + 3 * geom, p->d->geom_xmat + 9 * geom);
  real wrench[6], slope[36];
  LANE(fluid_ellipsoid)(p->m, geom, o.vel, wrench);
  LANE(diff_ellipsoid)(p->m, geom, o.vel, slope);
  addSlope(p, &o, wrench, slope);
  if (!p->sums) return;
  diff_Flow flow;
  const bool symmetric = p->fast && !deriv_isLoneFree(p->m, p->m->body_weldid[body]);
  LANE(diff_ellipsoidFlow)(p->m, geom, o.vel, o.y, symmetric, &flow);
  addFlow(p, &o, &flow);
}

static void addBody(const Pass* p, int body) {
  const lane_Model* m = p->m;
  const int adr = m->body_geomadr[body], end = adr + m->body_geomnum[body];
  bool any = false;
  for (int i = adr; i < end; i++) {
    any = any || lane_agree(m, lane_prm(m->geom_fluid, mjNFLUID * i) > 0);
  }
  if (!any) addBox(p, body);
  for (int i = adr; any && i < end; i++) {
    if (lane_agree(m, lane_prm(m->geom_fluid, mjNFLUID * i) != 0)) addEllipsoid(p, i);
  }
}

// ---- E

// acc -> motion, turning
static void carry(const Pass* p) {
  const lane_Model* m = p->m;
  const real* cdof = p->d->cdof;
  v6_zero(p->motion);
  for (int b = 1; b < m->nbody; b++) {
    real *at = p->motion + 6 * b, before[6];
    v6_copy(at, p->motion + 6 * m->body_parentid[b]);
    v6_copy(before, at);
    for (int i = m->body_dofadr[b]; i < m->body_dofadr[b] + m->body_dofnum[b]; i++) {
      if (diff_group(m, i) == i) v6_copy(before, at);
      spat_crossMotion(p->turning + 6 * i, before, cdof + 6 * i);
      v6_addToScl(at, cdof + 6 * i, p->w->acc[i]);
    }
  }
}

// factors of the rows and columns of a dof
typedef struct {
  real HS[6], KS[6];    // H' S, K' S
  real byQ[6], byV[6];  // the brackets of its columns
} Dof;

static void mulT(real res[6], const real mat[36], const real vec[6]) {
  v6_zero(res);
  for (int i = 0; i < ROW; i++) v6_addToScl(res, mat + ROW * i, vec[i]);
}

static void mul(real res[6], const real mat[36], const real vec[6]) {
  for (int i = 0; i < ROW; i++) res[i] = v6_dot(mat + ROW * i, vec);
}

LANE_INLINE void rateOf(const Pass* p, int dof, real res[6]) {
  v6_copy(res, p->d->cdof_dot + 6 * dof);
  if (p->windy) v3_addCross(res + 3, p->d->cdof + 6 * dof, p->wind);
}

static void dofOf(const Pass* p, int dof, Dof* x) {
  const real *S = p->d->cdof + 6 * dof, *K = p->sums + NSUM * p->m->dof_bodyid[dof], *H = K + 36;
  real rate[6], part[6];
  rateOf(p, dof, rate);
  mulT(x->HS, H, S);
  mulT(x->KS, K, S);
  mul(x->byV, H, S);
  mul(x->byQ, H, rate);
  mul(part, K, p->turning + 6 * dof);
  v6_addTo(x->byQ, part);
  spat_crossForce(part, S, K + FORCE);
  v6_addTo(x->byQ, part);
}

LANE_INLINE real byPosition(const Pass* p, const Dof* x, int j) {
  real rate[6];
  rateOf(p, j, rate);
  return v6_dot(x->HS, rate) + v6_dot(x->KS, p->turning + 6 * j);
}

static void pairs(const Pass* p, int i, const Dof* x) {
  const diff_Matrix* E = &p->w->E;
  const real h = lane_opt(p->m, timestep);
  const int first = diff_group(p->m, i);
  for (int j = i; j >= 0; j = p->m->dof_parentid[j]) {
    const real* S = p->d->cdof + 6 * j;
    if (E->q) addTo(E->q + i * E->stride + j, h * byPosition(p, x, j));
    if (E->v) addTo(E->v + i * E->stride + j, h * v6_dot(x->HS, S));
    if (j == i) continue;
    if (E->q && j < first) addTo(E->q + j * E->stride + i, h * v6_dot(S, x->byQ));
    if (E->v) addTo(E->v + j * E->stride + i, h * v6_dot(S, x->byV));
  }
  // within a group, axes also turn with the later ones
  for (int j = i + 1; E->q && j < p->m->nv && diff_group(p->m, j) == first; j++) {
    addTo(E->q + i * E->stride + j, h * byPosition(p, x, j));
  }
}

static void implicitSlope(const Pass* p) {
  for (int b = (int)p->m->nbody - 1; b > 0; b--) {
    const int parent = p->m->body_parentid[b];
    if (parent) vn_addTo(p->sums + NSUM * parent, p->sums + NSUM * b, NSUM);
  }
  for (int i = 0; i < p->m->nv; i++) {
    Dof x;
    dofOf(p, i, &x);
    pairs(p, i, &x);
  }
}

// ---- all

static bool reachesE(const lane_Model* m, const diff_Work* w) {
  const int integrator = m->opt.integrator;
  return (w->E.q || w->E.v) && !(w->without & SLOPE_FLUID) &&
         (integrator == mjINT_IMPLICIT || integrator == mjINT_IMPLICITFAST);
}

void LANE(diff_fluid)(const lane_Model* m, lane_Data* d, diff_Work* w) {
  const int nbody = (int)m->nbody, nv = (int)m->nv, passive = mjDSBL_SPRING | mjDSBL_DAMPER;
  if (!w->fluid || (m->opt.disableflags & passive) == passive)
    return;  // disabled with springs and dampers
  Pass p = {.m = m, .d = d, .w = w, .fast = m->opt.integrator == mjINT_IMPLICITFAST};
  const bool twice = reachesE(m, w);
  lane_mark(d);
  if (twice) p.sums = diff_scratch(d, (NSUM + 6) * nbody + 6 * nv);
  if (p.sums || !twice) {
    v3_copy(p.wind, lane_prms(m->opt.wind));
    p.windy = !(w->without & SLOPE_WIND) &&
              lane_any((p.wind[0] != 0) | (p.wind[1] != 0) | (p.wind[2] != 0));
    if (twice) {
      vn_zero(p.sums, NSUM * nbody);
      p.motion = p.sums + NSUM * nbody;
      p.turning = p.motion + 6 * nbody;
      carry(&p);
    }
    for (int b = 1; b < nbody; b++) {
      if (chain_last(m, b) < 0) continue;
      if (lane_agree(m, lane_prm(m->body_mass, b) >= mjMINVAL)) addBody(&p, b);
    }
    if (twice) implicitSlope(&p);
  }
  lane_free(d);
}
