// Analytic derivative of the fluid forces with respect to velocity: J' B J for every body (inertia
// box) or geom (ellipsoid), J the Jacobian of its velocity in its own frame and B (6 x 6, rotation
// first) the partial derivatives of torque and force with respect to that velocity. Terms as in
// force/fluid: added mass, Magnus, Kutta, drag.
// odd: fluid factor not in the derivative; B of a geom is without geom_fluid[0]
//   frames, cvel, cdof -> qDeriv
#include "force/force_derivative.h"

#include "dyn/dyn.h"
#include "force/passive.h"
#include "math/spatial.h"
#include "math/vec.h"

// blocks of B: rows torque, force; columns angular, linear velocity
enum { TW = 0, TV = 3, FW = 18, FV = 21, ROW = 6 };

typedef struct {
  real *w, *v;  // angular and linear velocity in the object's frame
  real size[3];
  const real* coef;  // geom_fluid
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

// order: everything below is grouped as it stands, which trajectories of light bodies depend on:
// where the flow or the shape is symmetric terms cancel exactly, and guards against division by
// zero are felt by small bodies at small speeds.

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
  addCrossMatrix(B + TW, L, lane_bc(1));
  subtractCrossDiag(B + TW, f->w, inertia);
}

// force c w x v
static void addMagnus(real B[36], const Flow* f) {
  const real volume = 4.0 / 3 * mjPI * f->size[0] * f->size[1] * f->size[2];
  const real c = f->coef[5] * f->density * volume;
  addCrossMatrix(B + FV, f->w, c);
  addCrossMatrix(B + FW, f->v, -c);
}

// the section across v: its area is pi sqrt(pd/pn), pn = sum a v^2, pd = sum a^2 v^2
typedef struct {
  real a[3], square[3];  // n = a v is normal to the surface where the flow meets it; squares of v
  real speed2;
  real pn, pd;
} Section;

static Section sectionOf(const Flow* f) {
  Section r;
  for (int k = 0; k < 3; k++) {
    const real side = f->size[(k + 1) % 3] * f->size[(k + 2) % 3];
    r.a[k] = side * side;
    r.square[k] = f->v[k] * f->v[k];
  }
  const real *a = r.a, *q = r.square;
  r.speed2 = q[0] + q[1] + q[2];
  r.pn = a[0] * q[0] + a[1] * q[1] + a[2] * q[2];
  r.pd = a[0] * a[0] * q[0] + a[1] * a[1] * q[1] + a[2] * a[2] * q[2];
  return r;
}

// Force C rho cos A (n x v) x v, with cos = pn/(|v| pd) and A the area: component i is
//   c pn v_i E_i, E_i = sum_k v_k^2 (a_k - a_i), c = pi C rho / sqrt(pn pd |v|^2),
// and the logarithm of c pn has the slopes v_j (a_j - a_j^2 pn/pd - pn/|v|^2) / pn.
static void addKutta(real B[36], const Flow* f, const Section* s) {
  const real *v = f->v, *a = s->a, *q = s->square, pn = s->pn;
  const real c = mjPI * f->coef[4] * f->density / atLeast(lane_sqrt(pn * s->pd * s->speed2));
  const real ratio = pn / atLeast(s->pd), spread = pn / atLeast(s->speed2);
  for (int i = 0; i < 3; i++) {
    const int x = (i + 1) % 3, y = (i + 2) % 3;
    const real E = q[x] * (a[x] - a[i]) + q[y] * (a[y] - a[i]);
    for (int j = 0; j < 3; j++) {
      real* entry = B + FV + ROW * i + j;
      const real slope = E * (a[j] - ratio * (a[j] * a[j]) - spread);
      if (i == j) {
        *entry = *entry + c * (pn * E + q[i] * slope);
      } else {
        *entry = *entry + c * (v[i] * v[j] * (pn * (2 * (a[j] - a[i])) + slope));
      }
    }
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

// Force -(3 pi mu D + rho |v| (A C_blunt + (A_max - A) C_slender)) v;
// dA/dv_j = pi / sqrt(pn^3 pd) a_j v_j sum_k a_k v_k^2 (a_j - a_k)
static void addDrag(real B[36], const Flow* f, const Section* s) {
  const real *v = f->v, *a = s->a, *q = s->square, pn = s->pn;
  const Widest wide = widest(f->size);
  const real blunt = f->coef[1], slender = f->coef[2];
  const real speed = lane_sqrt(s->speed2), area = mjPI * lane_sqrt(s->pd / atLeast(pn));
  const real coef = area * blunt + slender * (mjPI * wide.max * wide.mid - area);
  const real c = f->density * coef * (1.0 / atLeast(speed));
  const real narrow =
      f->density * speed * (blunt - slender) * (mjPI / atLeast(lane_sqrt(pn * pn * pn * s->pd)));
  const real viscous = f->viscosity * 3 * mjPI * diameter(f);
  for (int j = 0; j < 3; j++) {
    const int x = (j + 1) % 3, y = (j + 2) % 3;
    const real slope =
        narrow * a[j] * v[j] * (a[x] * q[x] * (a[j] - a[x]) + a[y] * q[y] * (a[j] - a[y]));
    for (int i = 0; i < 3; i++) {
      real* entry = B + FV + ROW * i + j;
      if (i == j) {
        *entry = *entry - (c * (q[i] + s->speed2) + v[i] * slope + viscous);
      } else {
        *entry = *entry - (c * (v[i] * v[j]) + v[i] * slope);
      }
    }
  }
}

// torque -(pi mu D^3 + rho |g|) w, g_i = w_i G_i
static void addAngularDrag(real B[36], const Flow* f) {
  const double unit = 8.0 / 15 * mjPI;
  const real *w = f->w, *s = f->size;
  const Widest wide = widest(s);
  const real D = diameter(f);
  const real most = unit * wide.mid * (wide.max * wide.max) * (wide.max * wide.max);
  real G[3], g[3], slope[3];
  for (int k = 0; k < 3; k++) {
    const real r = lane_max(s[(k + 1) % 3], s[(k + 2) % 3]);
    const real own = unit * s[k] * ((r * r) * (r * r));
    G[k] = f->coef[3] * own + f->coef[2] * (most - own);
    g[k] = w[k] * G[k];
  }
  const real c = f->density / atLeast(v3_norm(g));
  for (int k = 0; k < 3; k++) slope[k] = c * w[k] * G[k] * G[k];
  const real drag = v3_dot(w, slope) + mjPI * D * D * D * f->viscosity;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      real* entry = B + TW + ROW * i + j;
      real sum = w[i] * slope[j];
      if (i == j) sum = sum + drag;
      *entry = *entry - sum;
    }
  }
}

// order: added mass last
static void ellipsoidMatrix(real B[36], const Flow* f) {
  const Section section = sectionOf(f);
  addMagnus(B, f);
  addKutta(B, f, &section);
  addDrag(B, f, &section);
  addAngularDrag(B, f);
  addAddedMass(B, f);
}

// diagonal of B: of viscosity
static void viscousDiagonal(real B[6], const Flow* f) {
  const real* b = f->size;
  const real D = (b[0] + b[1] + b[2]) / 3;
  for (int i = 0; i < 3; i++) {
    B[i] = -mjPI * D * D * D * f->viscosity;
    B[3 + i] = -3 * mjPI * D * f->viscosity;
  }
}

// and of density
static void quadraticDiagonal(real B[6], const Flow* f) {
  const real* b = f->size;
  for (int i = 0; i < 3; i++) {
    const real bj = b[i == 0], bk = b[i == 2 ? 1 : 2];  // order: as they are numbered
    const real ends = bj * bj * bj * bj + bk * bk * bk * bk;
    B[i] = -f->density * b[i] * ends * 2 * lane_abs(f->w[i]) / 64;
    B[3 + i] = -f->density * bj * bk * lane_abs(f->v[i]);
  }
}

static void symmetrize(real B[36]) {
  for (int i = 0; i < ROW; i++) {
    for (int k = 0; k < i; k++)
      B[ROW * i + k] = B[ROW * k + i] = 0.5 * (B[ROW * i + k] + B[ROW * k + i]);
  }
}

// last dof that moves a body, -1 if there is none
static int lastDof(const lane_Model* m, int body) {
  const int weld = m->body_weldid[body];
  return m->body_dofnum[weld] ? m->body_dofadr[weld] + m->body_dofnum[weld] - 1 : -1;
}

// Jacobian of the velocity of a point, in a frame, over the chain of a body: 6 numbers per dof
static void localJacobian(const lane_Model* m, const lane_Data* d, int body, const real point[3],
                          const real mat[9], real* J) {
  real offset[3];
  v3_sub(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  for (int i = lastDof(m, body); i >= 0; i = m->dof_parentid[i]) {
    spat_shiftMotion(J + 6 * i, d->cdof + 6 * i, offset);
    spat_toFrame(J + 6 * i, J + 6 * i, mat);
  }
}

// sum += sum over all entries of a matrix of entry times the component of J in its column, for two
// columns of J at once
// order: row by row, one chain of additions
LANE_INLINE void addEntries(real sum[2], const real scaled[36], const real* Ja, const real* Jb) {
#if LANE_W == 1
  typedef double Pair __attribute__((vector_size(16)));
  Pair both = {sum[0], sum[1]}, column[ROW];
  for (int c = 0; c < ROW; c++) column[c] = (Pair){Ja[c], Jb[c]};
  for (int r = 0; r < 36; r += ROW) {
    for (int c = 0; c < ROW; c++) both = both + scaled[r + c] * column[c];
  }
  sum[0] = both[0];
  sum[1] = both[1];
#else
  for (int r = 0; r < 36; r += ROW) {
    for (int c = 0; c < ROW; c++) {
      sum[0] = sum[0] + scaled[r + c] * Ja[c];
      sum[1] = sum[1] + scaled[r + c] * Jb[c];
    }
  }
#endif
}

// qDeriv += J' B J over the chain of a body
static void addChain(const lane_Model* m, lane_Data* d, int body, const real B[36], const real* J) {
  const int last = lastDof(m, body);
  for (int i = last; i >= 0; i = m->dof_parentid[i]) {
    real scaled[36];
    for (int r = 0; r < ROW; r++) {
      for (int c = 0; c < ROW; c++) scaled[ROW * r + c] = J[6 * i + r] * B[ROW * r + c];
    }
    for (int k = last; k >= 0;) {
      const int next = m->dof_parentid[k], at = deriv_entry(m, i, k);
      const int pair = next >= 0 ? next : k, other = deriv_entry(m, i, pair);
      ASSERT_FULL(at >= 0 && other >= 0);  // dofs of one chain
      real sum[2] = {d->qDeriv[at], d->qDeriv[other]};
      addEntries(sum, scaled, J + 6 * k, J + 6 * pair);
      d->qDeriv[other] = sum[1];
      d->qDeriv[at] = sum[0];
      k = next >= 0 ? m->dof_parentid[next] : -1;
    }
  }
}

// the same with a diagonal B
static void addChainDiagonal(const lane_Model* m, lane_Data* d, int body, const real diag[6],
                             const real* J) {
  const int last = lastDof(m, body);
  for (int i = last; i >= 0; i = m->dof_parentid[i]) {
    real scaled[6];
    for (int r = 0; r < ROW; r++) scaled[r] = diag[r] * J[6 * i + r];
    for (int k = last; k >= 0; k = m->dof_parentid[k]) {
      const int at = deriv_entry(m, i, k);
      ASSERT_FULL(at >= 0);
      real sum = d->qDeriv[at];
      for (int r = 0; r < ROW; r++) sum = sum + scaled[r] * J[6 * k + r];
      d->qDeriv[at] = sum;
    }
  }
}

static Flow flowAround(const lane_Model* m, const lane_Data* d, int type, int id, const real mat[9],
                       real vel[6]) {
  real wind[3];
  LANE(dyn_objectVelocity)(m, d, type, id, vel, 1);
  v3_copy(wind, lane_prms(m->opt.wind));
  m3_mulTVec(wind, mat, wind);
  v3_subFrom(vel + 3, wind);
  return (Flow){
      .w = vel, .v = vel + 3, .density = lane_opt(m, density), .viscosity = lane_opt(m, viscosity)};
}

static bool hasEllipsoid(const lane_Model* m, int body) {
  for (int k = 0; k < m->body_geomnum[body]; k++) {
    const real on = lane_prm(m->geom_fluid, mjNFLUID * (m->body_geomadr[body] + k));
    if (lane_agree(m, on > 0)) return true;
  }
  return false;
}

static void addEllipsoids(const lane_Model* m, lane_Data* d, int body, int symmetric, real* J) {
  for (int k = 0; k < m->body_geomnum[body]; k++) {
    const int geom = m->body_geomadr[body] + k;
    const real *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
    if (lane_agree(m, lane_prm(m->geom_fluid, mjNFLUID * geom) == 0)) continue;
    real vel[6], B[36];
    Flow f = flowAround(m, d, mjOBJ_GEOM, geom, mat, vel);
    LANE(fluid_semiaxes)(m, geom, f.size);
    f.coef = lane_prmAt(m->geom_fluid, mjNFLUID * geom);
    vn_zero(B, 36);
    ellipsoidMatrix(B, &f);
    if (symmetric) symmetrize(B);
    localJacobian(m, d, body, pos, mat, J);
    addChain(m, d, body, B, J);
  }
}

static void addBox(const lane_Model* m, lane_Data* d, int body, real* J) {
  const real *pos = d->xipos + 3 * body, *mat = d->ximat + 9 * body;
  real vel[6], B[6];
  Flow f = flowAround(m, d, mjOBJ_BODY, body, mat, vel);
  LANE(fluid_inertiaBox)(m, body, f.size);
  localJacobian(m, d, body, pos, mat, J);
  if (lane_agree(m, lane_opt(m, viscosity) > 0)) {
    viscousDiagonal(B, &f);
    addChainDiagonal(m, d, body, B, J);
  }
  if (lane_agree(m, lane_opt(m, density) > 0)) {
    quadraticDiagonal(B, &f);
    addChainDiagonal(m, d, body, B, J);
  }
}

void LANE(deriv_addFluid)(const lane_Model* m, lane_Data* d, int symmetric) {
  if (lane_agree(m, (lane_opt(m, viscosity) == 0) & (lane_opt(m, density) == 0))) return;
  lane_mark(d);
  real* J = lane_scratch(d, 6 * (int)m->nv);
  const range_List ranges = J ? lane_ranges(d) : (range_List){NULL, 0};
  range_each(ranges, body, b) {
    if (lastDof(m, b) < 0 || lane_agree(m, lane_prm(m->body_mass, b) < mjMINVAL)) continue;
    if (hasEllipsoid(m, b)) {
      addEllipsoids(m, d, b, symmetric && !deriv_isLoneFree(m, m->body_weldid[b]), J);
    } else {
      addBox(m, d, b, J);
    }
  }
  lane_free(d);
}
