// Derivative of the fluid forces with respect to velocity: J' B J for every body (inertia box) or
// geom (ellipsoid), J the Jacobian of its velocity in its own frame and B (6 x 6, rotation first)
// the partial derivatives of torque and force with respect to that velocity. Terms as in
// force/fluid: added mass, Magnus, Kutta, drag. B of a geom does not have the geom's factor
// geom_fluid[0]: the reference omits it and trajectories depend on it.
//   frames, cvel, cdof -> qDeriv
#include "step/derivative.h"

#include "dyn/dyn.h"
#include "force/passive.h"
#include "math/spatial.h"
#include "math/vec.h"

// blocks of B: rows torque, force; columns angular, linear velocity
enum { TW = 0, TV = 3, FW = 18, FV = 21, ROW = 6 };

typedef struct {
  real *w, *v;  // angular and linear velocity in the object's frame
  real size[3];
  const mjtNum* coef;  // geom_fluid
  real density, viscosity;
} Flow;

LANE_INLINE real atLeast(real x) { return lane_max(x, lane_bc(mjMINVAL)); }

// block += scl [vec], the matrix of the cross product
static void addCrossMatrix(real* block, const real vec[3], real scl) {
  const real x = scl * vec[0], y = scl * vec[1], z = scl * vec[2];
  block[1] = block[1] - z;
  block[2] = block[2] + y;
  block[ROW] = block[ROW] + z;
  block[ROW + 2] = block[ROW + 2] - x;
  block[2 * ROW] = block[2 * ROW] - y;
  block[2 * ROW + 1] = block[2 * ROW + 1] + x;
}

static void addColumn(real* block, int k, const real vec[3]) {
  for (int i = 0; i < 3; i++) block[ROW * i + k] = block[ROW * i + k] + vec[i];
}

// block += scl a b'
static void addOuter(real* block, const real a[3], const real b[3], real scl) {
  for (int k = 0; k < 3; k++) {
    real col[3];
    v3_scl(col, a, scl * b[k]);
    addColumn(block, k, col);
  }
}

// block -= [vec] diag(mass)
static void subtractCrossDiag(real* block, const real vec[3], const real mass[3]) {
  for (int k = 0; k < 3; k++) {
    real unit[3], col[3];
    v3_zero(unit);
    unit[k] = -mass[k];
    v3_cross(col, vec, unit);
    addColumn(block, k, col);
  }
}

// force p x w, torque p x v + L x w with p = rho vmass v, L = rho vinertia w
static void addAddedMass(real B[36], const Flow* f) {
  real mass[3], inertia[3], p[3], L[3];
  for (int k = 0; k < 3; k++) {
    mass[k] = f->density * f->coef[6 + k];
    inertia[k] = f->density * f->coef[9 + k];
    p[k] = mass[k] * f->v[k];
    L[k] = inertia[k] * f->w[k];
  }
  subtractCrossDiag(B + FV, f->w, mass);
  addCrossMatrix(B + FW, p, lane_bc(1));
  subtractCrossDiag(B + TV, f->v, mass);
  addCrossMatrix(B + TV, p, lane_bc(1));
  subtractCrossDiag(B + TW, f->w, inertia);
  addCrossMatrix(B + TW, L, lane_bc(1));
}

// force c w x v
static void addMagnus(real B[36], const Flow* f) {
  const real volume = 4.0 / 3 * mjPI * f->size[0] * f->size[1] * f->size[2];
  const real c = f->coef[5] * f->density * volume;
  addCrossMatrix(B + FV, f->w, c);
  addCrossMatrix(B + FW, f->v, -c);
}

// projected area A = pi sqrt(pd/pn) along v and what it is made of
typedef struct {
  real a[3];            // n = a v is normal to the surface where the flow meets it
  real pn, pd;          // guarded
  real area, slope[3];  // A and dA/dv
} Area;

static Area projectedArea(const Flow* f) {
  Area r;
  const real *s = f->size, *v = f->v;
  const real s12 = s[1] * s[2], s20 = s[2] * s[0], s01 = s[0] * s[1];
  v3_set(r.a, s12 * s12, s20 * s20, s01 * s01);
  const real n0 = r.a[0] * v[0], n1 = r.a[1] * v[1], n2 = r.a[2] * v[2];
  const real pn = n0 * v[0] + n1 * v[1] + n2 * v[2], pd = n0 * n0 + n1 * n1 + n2 * n2;
  r.pn = atLeast(pn);
  r.pd = atLeast(pd);
  r.area = mjPI * lane_sqrt(pd / r.pn);
  for (int k = 0; k < 3; k++) {
    const real n = r.a[k] * v[k];
    r.slope[k] = r.area * (r.a[k] * n / r.pd - n / r.pn);
  }
  return r;
}

// force k (n x v) x v, k = C rho cos A, cos = pn/(|v| pd)
static void addKutta(real B[36], const Flow* f, const Area* A) {
  const real* v = f->v;
  const real speed = atLeast(v3_norm(v));
  const real k = f->coef[4] * f->density * A->pn / atLeast(speed * A->pd) * A->area;
  real n[3], lift[3], turned[3], slope[3];
  for (int i = 0; i < 3; i++) n[i] = A->a[i] * v[i];
  v3_cross(lift, n, v);
  v3_cross(turned, lift, v);
  for (int i = 0; i < 3; i++) {
    slope[i] = k * (n[i] / A->pn - A->a[i] * n[i] / A->pd - v[i] / atLeast(speed * speed));
  }
  addOuter(B + FV, turned, slope, lane_bc(1));
  for (int i = 0; i < 3; i++) {
    real unit[3], dn[3], part[3], col[3];
    v3_zero(unit);
    unit[i] = k;
    v3_scl(dn, unit, A->a[i]);
    v3_cross(part, dn, v);
    v3_addCross(part, n, unit);
    v3_cross(col, part, v);
    v3_addCross(col, lift, unit);
    addColumn(B + FV, i, col);
  }
}

LANE_INLINE real diameter(const Flow* f) {
  return 2.0 / 3 * (f->size[0] + f->size[1] + f->size[2]);
}

typedef struct {
  real max, mid;
} Widest;

static Widest widest(const real s[3]) {
  const real max = lane_max(lane_max(s[0], s[1]), s[2]), min = lane_min(lane_min(s[0], s[1]), s[2]);
  return (Widest){max, s[0] + s[1] + s[2] - max - min};
}

// force -(3 pi mu D + rho |v| (A C_blunt + (A_max - A) C_slender)) v
static void addDrag(real B[36], const Flow* f, const Area* A) {
  const real* v = f->v;
  const Widest wide = widest(f->size);
  const double blunt = f->coef[1], slender = f->coef[2];
  const real speed = v3_norm(v);
  const real coef = A->area * blunt + slender * (mjPI * wide.max * wide.mid - A->area);
  const real drag = f->viscosity * 3 * mjPI * diameter(f) + f->density * speed * coef;
  real slope[3];
  for (int k = 0; k < 3; k++) {
    slope[k] =
        f->density * (v[k] / atLeast(speed) * coef + speed * (blunt - slender) * A->slope[k]);
    B[FV + (ROW + 1) * k] = B[FV + (ROW + 1) * k] - drag;
  }
  addOuter(B + FV, v, slope, lane_bc(-1));
}

// torque -(pi mu D^3 + rho |g|) w, g_i = w_i G_i
static void addAngularDrag(real B[36], const Flow* f) {
  const double unit = 8.0 / 15 * mjPI;
  const real *w = f->w, *s = f->size;
  const Widest wide = widest(s);
  const real D = diameter(f);
  const real most = unit * wide.mid * (wide.max * wide.max * wide.max * wide.max);
  real G[3], g[3], slope[3];
  for (int k = 0; k < 3; k++) {
    const real r = lane_max(s[(k + 1) % 3], s[(k + 2) % 3]);
    const real own = unit * s[k] * (r * r * r * r);
    G[k] = f->coef[3] * own + f->coef[2] * (most - own);
    g[k] = w[k] * G[k];
  }
  const real norm = v3_norm(g);
  const real drag = f->viscosity * mjPI * D * D * D + f->density * norm;
  for (int k = 0; k < 3; k++) {
    slope[k] = f->density * g[k] * G[k] / atLeast(norm);
    B[TW + (ROW + 1) * k] = B[TW + (ROW + 1) * k] - drag;
  }
  addOuter(B + TW, w, slope, lane_bc(-1));
}

static void ellipsoidMatrix(real B[36], const Flow* f) {
  const Area area = projectedArea(f);
  addAddedMass(B, f);
  addMagnus(B, f);
  addKutta(B, f, &area);
  addDrag(B, f, &area);
  addAngularDrag(B, f);
}

static void boxMatrix(real B[36], const Flow* f) {
  const real* b = f->size;
  const real D = (b[0] + b[1] + b[2]) / 3;
  for (int i = 0; i < 3; i++) {
    const real bj = b[(i + 1) % 3], bk = b[(i + 2) % 3];
    const real ends = bj * bj * bj * bj + bk * bk * bk * bk;
    B[TW + (ROW + 1) * i] =
        -mjPI * D * D * D * f->viscosity - f->density * b[i] * ends * 2 * lane_abs(f->w[i]) / 64;
    B[FV + (ROW + 1) * i] = -3 * mjPI * D * f->viscosity - f->density * bj * bk * lane_abs(f->v[i]);
  }
}

static void symmetrize(real B[36]) {
  for (int i = 0; i < ROW; i++) {
    for (int k = 0; k < i; k++)
      B[ROW * i + k] = B[ROW * k + i] = 0.5 * (B[ROW * i + k] + B[ROW * k + i]);
  }
}

// last dof that moves a body, -1 if there is none
static int lastDof(const mjModel* m, int body) {
  const int weld = m->body_weldid[body];
  return m->body_dofnum[weld] ? m->body_dofadr[weld] + m->body_dofnum[weld] - 1 : -1;
}

// qDeriv += J' B J over the chain of a body; J (6 per dof) is scratch
static void addChain(const mjModel* m, lane_Data* d, int body, const real point[3],
                     const real mat[9], const real B[36], real* J) {
  const int last = lastDof(m, body);
  real offset[3], scaled[6];
  v3_sub(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  for (int i = last; i >= 0; i = m->dof_parentid[i]) {
    spat_shiftMotion(J + 6 * i, d->cdof + 6 * i, offset);
    spat_toFrame(J + 6 * i, J + 6 * i, mat);
  }
  for (int k = last; k >= 0; k = m->dof_parentid[k]) {
    for (int r = 0; r < ROW; r++) scaled[r] = v6_dot(B + ROW * r, J + 6 * k);
    for (int i = last; i >= 0; i = m->dof_parentid[i]) {
      const int at = deriv_entry(m, i, k);
      d->qDeriv[at] = d->qDeriv[at] + v6_dot(J + 6 * i, scaled);
    }
  }
}

static Flow flowAround(const mjModel* m, const lane_Data* d, int type, int id, const real mat[9],
                       real vel[6]) {
  real wind[3];
  LANE(dyn_objectVelocity)(m, d, type, id, vel, 1);
  v3_bc(wind, m->opt.wind);
  m3_mulTVec(wind, mat, wind);
  v3_subFrom(vel + 3, wind);
  return (Flow){.w = vel,
                .v = vel + 3,
                .density = lane_bc(lane_prm(&m->opt.density, 0)),
                .viscosity = lane_bc(lane_prm(&m->opt.viscosity, 0))};
}

static bool hasEllipsoid(const mjModel* m, int body) {
  for (int k = 0; k < m->body_geomnum[body]; k++) {
    if (m->geom_fluid[mjNFLUID * (m->body_geomadr[body] + k)] > 0) return true;
  }
  return false;
}

static void addEllipsoids(const mjModel* m, lane_Data* d, int body, int symmetric, real* J) {
  for (int k = 0; k < m->body_geomnum[body]; k++) {
    const int geom = m->body_geomadr[body] + k;
    const real *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
    if (m->geom_fluid[mjNFLUID * geom] == 0) continue;
    real vel[6], B[36];
    Flow f = flowAround(m, d, mjOBJ_GEOM, geom, mat, vel);
    LANE(fluid_semiaxes)(m, geom, f.size);
    f.coef = m->geom_fluid + mjNFLUID * geom;
    vn_zero(B, 36);
    ellipsoidMatrix(B, &f);
    if (symmetric) symmetrize(B);
    addChain(m, d, body, pos, mat, B, J);
  }
}

static void addBox(const mjModel* m, lane_Data* d, int body, real* J) {
  const real *pos = d->xipos + 3 * body, *mat = d->ximat + 9 * body;
  real vel[6], B[36];
  Flow f = flowAround(m, d, mjOBJ_BODY, body, mat, vel);
  LANE(fluid_inertiaBox)(m, body, f.size);
  vn_zero(B, 36);
  boxMatrix(B, &f);
  addChain(m, d, body, pos, mat, B, J);
}

void LANE(deriv_addFluid)(const mjModel* m, lane_Data* d, int symmetric) {
  if (m->opt.viscosity == 0 && m->opt.density == 0) return;
  lane_mark(d);
  real* J = lane_scratch(d, 6 * (int)m->nv);
  for (int b = 1; J && b < m->nbody; b++) {
    if (m->body_mass[b] < mjMINVAL || lastDof(m, b) < 0) continue;
    if (hasEllipsoid(m, b)) {
      addEllipsoids(m, d, b, symmetric && !deriv_isLoneFree(m, m->body_weldid[b]), J);
    } else {
      addBox(m, d, b, J);
    }
  }
  lane_free(d);
}
