// Analytic derivatives of fluid forces on an ellipsoid (added mass, Magnus lift, Kutta lift, drag;
// force/fluid_ellipsoid) in its own axes, by its angular and linear velocity w, v; and how the
// matrix B that the implicit integrators use for them (force/fluid_derivative) changes with
// velocity.
//
// Two kinds of terms. Added mass and Magnus lift are quadratic forms phi(nu, nu): B is linear in
// nu, so d(B y)/d nu = B(y), and column l of d(B' y)/d nu is B(e_l)' y. Drag and Kutta lift are
// forces by v, angular drag is a torque by w: three components of three variables. There the
// formulas are those of the force and of B, evaluated with dual numbers (forward-mode automatic
// differentiation) with three derivatives, so that the guards against division by zero, which
// matter for small bodies at low speeds, are the same.
//   geom_fluid, geom_size, velocity -> slope; B, d(B y)/d nu
#include "diff/derivative_fluid.h"

#include "force/passive.h"
#include "math/vec.h"

enum { ON, BLUNT, SLENDER, ANGULAR, KUTTA, MAGNUS, VMASS, VINERTIA = VMASS + 3 };
_Static_assert(VINERTIA + 3 == mjNFLUID, "the row of geom_fluid");

// blocks of a matrix: rows torque, force; columns angular, linear velocity
enum { TW = 0, TV = 3, FW = 18, FV = 21, ROW = 6 };

// ---- dual numbers: values with derivatives by three inputs

typedef struct {
  real x, d[3];
} Dual;

LANE_INLINE Dual constant(real x) { return (Dual){x, {lane_bc(0), lane_bc(0), lane_bc(0)}}; }

LANE_INLINE Dual input(const real vec[3], int k) {
  Dual r = constant(vec[k]);
  r.d[k] = lane_bc(1);
  return r;
}

LANE_INLINE Dual plus(Dual a, Dual b) {
  Dual r = {.x = a.x + b.x};
  v3_add(r.d, a.d, b.d);
  return r;
}

LANE_INLINE Dual times(Dual a, Dual b) {
  Dual r = {.x = a.x * b.x};
  v3_scl(r.d, a.d, b.x);
  v3_addToScl(r.d, b.d, a.x);
  return r;
}

LANE_INLINE Dual scaled(Dual a, real s) {
  Dual r = {.x = a.x * s};
  v3_scl(r.d, a.d, s);
  return r;
}

LANE_INLINE Dual minus(Dual a, Dual b) { return plus(a, scaled(b, lane_bc(-1))); }

LANE_INLINE Dual over(Dual a, Dual b) {
  const real inv = 1.0 / b.x;
  Dual r = {.x = a.x * inv};
  v3_addScl(r.d, a.d, b.d, -r.x);
  v3_scl(r.d, r.d, inv);
  return r;
}

// square root; derivative 0 at zero
LANE_INLINE Dual root(Dual a) {
  Dual r = {.x = lane_sqrt(a.x)};
  const mask positive = r.x > 0;
  v3_scl(r.d, a.d, lane_select(positive, 0.5 / lane_select(positive, r.x, lane_bc(1)), lane_bc(0)));
  return r;
}

// clamped to at least mjMINVAL
LANE_INLINE Dual atLeast(Dual a) {
  const mask above = a.x > mjMINVAL;
  Dual r = {.x = lane_max(a.x, lane_bc(mjMINVAL))};
  v3_scl(r.d, a.d, lane_select(above, lane_bc(1), lane_bc(0)));
  return r;
}

// ---- shape

typedef struct {
  const real* coef;  // row of geom_fluid
  real density, viscosity;
  real a[3];      // squares of the products of the other two semiaxes
  real turn[3];   // angular drag about each axis
  real diameter;  // mean
  real widest;    // area of the largest cross section
  real volume;
} Shape;

static real turning(real s, real t) { return 8.0 / 15 * mjPI * s * ((t * t) * (t * t)); }

static Shape shapeOf(const lane_Model* m, int geom) {
  Shape r = {.coef = lane_prmAt(m->geom_fluid, mjNFLUID * geom),
             .density = lane_opt(m, density),
             .viscosity = lane_opt(m, viscosity)};
  real s[3];
  LANE(fluid_semiaxes)(m, geom, s);
  const real most = lane_max(lane_max(s[0], s[1]), s[2]);
  const real least = lane_min(lane_min(s[0], s[1]), s[2]);
  const real sum = s[0] + s[1] + s[2], middle = sum - most - least;
  const real limit = turning(middle, most);
  for (int k = 0; k < 3; k++) {
    const real t = s[(k + 1) % 3], u = s[(k + 2) % 3];
    const real own = turning(s[k], lane_max(t, u));
    r.a[k] = (t * u) * (t * u);
    r.turn[k] = r.coef[ANGULAR] * own + r.coef[SLENDER] * (limit - own);
  }
  r.diameter = 2.0 / 3 * sum;
  r.widest = mjPI * most * middle;
  r.volume = 4.0 / 3 * mjPI * s[0] * s[1] * s[2];
  return r;
}

// ---- quadratic forms

LANE_INLINE void addTo(real* at, real x) { *at = *at + x; }

// block += [vec], the matrix of the cross product
static void addCross(real* block, const real vec[3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    addTo(block + ROW * i + j, -vec[k]);
    addTo(block + ROW * i + k, vec[j]);
  }
}

// block -= [vec] diag
static void subCrossDiag(real* block, const real vec[3], const real diag[3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    addTo(block + ROW * i + j, vec[k] * diag[j]);
    addTo(block + ROW * i + k, -(vec[j] * diag[k]));
  }
}

// Force p x w + c w x v, torque p x v + L x w, with p = rho vmass v, L = rho vinertia w and the
// coefficient c of the Magnus lift: adds their derivatives to B
static void addQuadratic(real B[36], const Shape* s, const real vel[6]) {
  const real *w = vel, *v = vel + 3;
  const real c = s->coef[MAGNUS] * s->density * s->volume;
  real mass[3], inertia[3], p[3], L[3], lift[3];
  for (int k = 0; k < 3; k++) {
    mass[k] = s->density * s->coef[VMASS + k];
    inertia[k] = s->density * s->coef[VINERTIA + k];
    p[k] = mass[k] * v[k];
    L[k] = inertia[k] * w[k];
  }
  subCrossDiag(B + FV, w, mass);
  addCross(B + FW, p);
  subCrossDiag(B + TV, v, mass);
  addCross(B + TV, p);
  subCrossDiag(B + TW, w, inertia);
  addCross(B + TW, L);
  v3_scl(lift, w, c);
  addCross(B + FV, lift);
  v3_scl(lift, v, -c);
  addCross(B + FW, lift);
}

// res += d(B' y)/d nu
static void addTransposed(real res[36], const Shape* s, const real y[6]) {
  for (int l = 0; l < ROW; l++) {
    real B[36], unit[6];
    vn_zero(B, 36);
    v6_zero(unit);
    unit[l] = lane_bc(1);
    addQuadratic(B, s, unit);
    for (int i = 0; i < ROW; i++) {
      real sum = lane_bc(0);
      for (int k = 0; k < ROW; k++) sum = sum + B[ROW * k + i] * y[k];
      addTo(res + ROW * i + l, sum);
    }
  }
}

// ---- drag and Kutta lift

// the cross section orthogonal to v: its area is pi sqrt(pd/pn), pn = sum a v^2, pd = sum a^2 v^2
typedef struct {
  Dual v[3], square, speed;
  Dual pn, pd;
} Section;

static Section sectionOf(const Shape* s, const real v[3]) {
  Section r;
  r.square = r.pn = r.pd = constant(lane_bc(0));
  for (int k = 0; k < 3; k++) {
    r.v[k] = input(v, k);
    const Dual q = times(r.v[k], r.v[k]);
    r.square = plus(r.square, q);
    r.pn = plus(r.pn, scaled(q, s->a[k]));
    r.pd = plus(r.pd, scaled(q, s->a[k] * s->a[k]));
  }
  r.speed = root(r.square);
  return r;
}

// Force v_i (C rho cos A (pn - a_i v^2) - 3 pi mu D - rho |v| (A blunt + (widest - A) slender)),
// cos = pn/(|v| pd), A the area
static void addForceSlope(real B[36], const Shape* s, const real v[3]) {
  const Section c = sectionOf(s, v);
  const real *k = s->coef, density = s->density;
  const Dual area = scaled(root(over(c.pd, atLeast(c.pn))), lane_bc(mjPI));
  const Dual cosine = over(c.pn, atLeast(times(c.speed, c.pd)));
  const Dual lift = scaled(times(cosine, area), k[KUTTA] * density);
  const Dual blunt = plus(scaled(area, k[BLUNT] - k[SLENDER]), constant(k[SLENDER] * s->widest));
  const Dual drag = plus(scaled(times(c.speed, blunt), density),
                         constant(s->viscosity * (3 * mjPI * s->diameter)));
  for (int i = 0; i < 3; i++) {
    const Dual across = minus(c.pn, scaled(c.square, s->a[i]));
    const Dual force = times(c.v[i], minus(times(lift, across), drag));
    v3_addTo(B + FV + ROW * i, force.d);
  }
}

// torque -(pi mu D^3 + rho |g|) w, g_i = w_i turn_i
static void addTorqueSlope(real B[36], const Shape* s, const real w[3]) {
  Dual sum = constant(lane_bc(0));
  for (int k = 0; k < 3; k++) {
    const Dual g = scaled(input(w, k), s->turn[k]);
    sum = plus(sum, times(g, g));
  }
  const real viscous = s->viscosity * (mjPI * s->diameter * s->diameter * s->diameter);
  const Dual drag = plus(scaled(root(sum), s->density), constant(viscous));
  for (int i = 0; i < 3; i++) {
    const Dual torque = times(input(w, i), scaled(drag, lane_bc(-1)));
    v3_addTo(B + TW + ROW * i, torque.d);
  }
}

void LANE(diff_ellipsoid)(const lane_Model* m, int geom, const real vel[6], real res[36]) {
  const Shape s = shapeOf(m, geom);
  vn_zero(res, 36);
  addQuadratic(res, &s, vel);
  addForceSlope(res, &s, vel + 3);
  addTorqueSlope(res, &s, vel);
  vn_scl(res, res, s.coef[ON], 36);
}

// ---- the matrix of the integrators

// B (3 x 3) of the force, as in force/fluid_derivative:
//   Kutta  c (pn E_i 1 + v_i v_j (2 pn (a_j - a_i) + E_i (a_j - a_j^2 pn/pd - pn/v^2))),
//          c = pi C rho / sqrt(pn pd v^2), E_i = pn - a_i v^2
//   drag   -(c (v^2 1 + v_i v_j) + v_i a_j v_j n (a_j pn - pd) + viscous),
//          c = rho (A blunt + (widest - A) slender) / |v|,
//          n = rho |v| (blunt - slender) pi / sqrt(pn^3 pd)
static void forceMatrix(Dual B[9], const Shape* s, const real vel[3]) {
  const Section c = sectionOf(s, vel);
  const Dual *v = c.v, one = constant(lane_bc(1)), cube = times(times(c.pn, c.pn), c.pn);
  const real *k = s->coef, density = s->density;
  const Dual kutta = scaled(over(one, atLeast(root(times(times(c.pn, c.pd), c.square)))),
                            mjPI * k[KUTTA] * density);
  const Dual ratio = over(c.pn, atLeast(c.pd)), spread = over(c.pn, atLeast(c.square));
  const Dual area = scaled(root(over(c.pd, atLeast(c.pn))), lane_bc(mjPI));
  const Dual blunt = plus(scaled(area, k[BLUNT] - k[SLENDER]), constant(k[SLENDER] * s->widest));
  const Dual drag = scaled(over(blunt, atLeast(c.speed)), density);
  const Dual narrow = scaled(over(c.speed, atLeast(root(times(cube, c.pd)))),
                             density * (k[BLUNT] - k[SLENDER]) * mjPI);
  const Dual even = plus(times(drag, c.square), constant(s->viscosity * 3 * mjPI * s->diameter));
  for (int i = 0; i < 3; i++) {
    const real* a = s->a;
    const Dual E = minus(c.pn, scaled(c.square, a[i]));
    for (int j = 0; j < 3; j++) {
      const Dual log = minus(constant(a[j]), plus(scaled(ratio, a[j] * a[j]), spread));
      const Dual lift = times(kutta, plus(scaled(c.pn, 2 * (a[j] - a[i])), times(E, log)));
      const Dual slope = times(narrow, scaled(minus(scaled(c.pn, a[j]), c.pd), a[j]));
      B[3 * i + j] = times(times(v[i], v[j]), minus(lift, plus(drag, slope)));
    }
    B[4 * i] = plus(B[4 * i], minus(times(times(kutta, c.pn), E), even));
  }
}

// B (3 x 3) of the torque: -(w_i c w_j G_j^2 + (c sum (w G)^2 + viscous) 1), c = rho / |w G|
static void torqueMatrix(Dual B[9], const Shape* s, const real vel[3]) {
  const real viscous = mjPI * s->diameter * s->diameter * s->diameter * s->viscosity;
  Dual w[3], sum = constant(lane_bc(0));
  for (int k = 0; k < 3; k++) {
    w[k] = input(vel, k);
    sum = plus(sum, scaled(times(w[k], w[k]), s->turn[k] * s->turn[k]));
  }
  const Dual c = over(constant(s->density), atLeast(root(sum)));
  const Dual even = plus(times(c, sum), constant(viscous));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const real turn = -(s->turn[j] * s->turn[j]);
      B[3 * i + j] = times(scaled(times(w[i], w[j]), turn), c);
    }
    B[4 * i] = minus(B[4 * i], even);
  }
}

// a block of both matrices; y are the components that it meets
static void addBlock(real* B, real* bend, const Dual block[9], const real y[3], bool transposed) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      if (B) addTo(B + ROW * i + j, block[3 * i + j].x);
      const Dual* entry = block + (transposed ? 3 * j + i : 3 * i + j);
      v3_addToScl(bend + ROW * i, entry->d, y[j]);
    }
  }
}

static void symmetrize(real B[36]) {
  for (int i = 0; i < ROW; i++) {
    for (int k = 0; k < i; k++) {
      B[ROW * i + k] = B[ROW * k + i] = 0.5 * (B[ROW * i + k] + B[ROW * k + i]);
    }
  }
}

void LANE(diff_ellipsoidFlow)(const lane_Model* m, int geom, const real vel[6], const real y[6],
                              bool symmetric, diff_Flow* res) {
  const Shape s = shapeOf(m, geom);
  Dual force[9], torque[9];
  forceMatrix(force, &s, vel + 3);
  torqueMatrix(torque, &s, vel);
  vn_zero(res->B, 36);
  vn_zero(res->bend, 36);
  addQuadratic(res->B, &s, vel);
  addQuadratic(res->bend, &s, y);
  addBlock(res->B + TW, res->bend + TW, torque, y, false);
  addBlock(res->B + FV, res->bend + FV, force, y + 3, false);
  if (!symmetric) return;
  symmetrize(res->B);
  addTransposed(res->bend, &s, y);
  addBlock(NULL, res->bend + TW, torque, y, true);
  addBlock(NULL, res->bend + FV, force, y + 3, true);
  vn_scl(res->bend, res->bend, lane_bc(0.5), 36);
}
