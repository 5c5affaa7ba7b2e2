// Fluid forces on an ellipsoid with semiaxes s, moving with (w, v) in its own axes: added mass
// (without the acceleration terms), Magnus and Kutta lift, linear viscous drag, quadratic drag with
// coefficients for blunt, slender and rotating shapes (Andersen, Pesavento & Wang 2005; Duclercq et
// al. 2013). geom_fluid: on, blunt, slender, angular, Kutta, Magnus, added mass (3), added inertia
// (3)
#include "force/fluid_ellipsoid.h"

#include "force/passive.h"
#include "math/vec.h"

typedef struct {
  real density, viscosity;
  const real* prm;  // row of geom_fluid
  real size[3];     // semiaxes
  real volume;
  const real *w, *v;  // angular and linear velocity
  real speed;         // |v|
  real area,
      cosine;      // cross section across v; cosine between v and the normal of the surface there
  real normal[3];  // that normal, not of unit length
  real *torque, *force;  // sums
} Flow;

enum { ON, BLUNT, SLENDER, ANGULAR, KUTTA, MAGNUS, VMASS, VINERTIA = VMASS + 3 };
_Static_assert(VINERTIA + 3 == mjNFLUID, "the row of geom_fluid");

void LANE(fluid_semiaxes)(const lane_Model* m, int geom, real size[3]) {
  const real* given = lane_prmAt(m->geom_size, 3 * geom);
  const real r = lane_prm(given, 0), half = lane_prm(given, 1);
  v3_copy(size, given);
  const int type = m->geom_type[geom];
  if (type == mjGEOM_SPHERE) v3_set(size, r, r, r);
  if (type == mjGEOM_CAPSULE) v3_set(size, r, r, half + r);
  if (type == mjGEOM_CYLINDER) v3_set(size, r, r, half);
}

// section of the ellipsoid across the flow, and the surface normal where the flow meets it
static void section(Flow* f) {
  real a[3], num = lane_bc(0), den = lane_bc(0);
  for (int i = 0; i < 3; i++) {
    const real side = f->size[(i + 1) % 3] * f->size[(i + 2) % 3];
    const real swept = side * f->v[i];
    a[i] = side * side;
    num = num + swept * swept;
    den = den + a[i] * a[i] * (f->v[i] * f->v[i]);
    f->normal[i] = a[i] * f->v[i];
  }
  const real tiny = lane_bc(mjMINVAL);
  f->area = mjPI * lane_sqrt(den / lane_max(tiny, num));
  f->cosine = num / lane_max(tiny, f->speed * den);
}

// order: the force is added to the sum of all others, the torque comes first
static void addedMassForce(Flow* f) {
  real momentum[3];
  for (int i = 0; i < 3; i++) momentum[i] = f->density * f->prm[VMASS + i] * f->v[i];
  v3_addCross(f->force, momentum, f->w);
}

static void addedMassTorque(Flow* f) {
  real momentum[3], angular[3];
  for (int i = 0; i < 3; i++) {
    momentum[i] = f->density * f->prm[VMASS + i] * f->v[i];
    angular[i] = f->density * f->prm[VINERTIA + i] * f->w[i];
  }
  v3_addCross(f->torque, momentum, f->v);
  v3_addCross(f->torque, angular, f->w);
}

static void magnus(Flow* f) {
  real lift[3];
  v3_cross(lift, f->w, f->v);
  v3_addToScl(f->force, lift, f->prm[MAGNUS] * f->density * f->volume);
}

static void kutta(Flow* f) {
  real circulation[3];
  v3_cross(circulation, f->normal, f->v);
  v3_scl(circulation, circulation, f->prm[KUTTA] * f->density * f->cosine * f->area);
  v3_addCross(f->force, circulation, f->v);
}

// factor like a moment of inertia of a rotating section: 8/15 pi s t^4
static real turning(real s, real t) { return 8.0 / 15.0 * mjPI * s * ((t * t) * (t * t)); }

static void drag(Flow* f) {
  const real *s = f->size, *w = f->w;
  const real most = lane_max(lane_max(s[0], s[1]), s[2]);
  const real least = lane_min(lane_min(s[0], s[1]), s[2]);
  const real middle = s[0] + s[1] + s[2] - most - least;
  const real diameter = 2.0 / 3.0 * (s[0] + s[1] + s[2]);

  const real slender = f->prm[SLENDER] * (mjPI * most * middle - f->area);
  const real linear = f->viscosity * (3.0 * mjPI * diameter) +
                      f->density * f->speed * (f->area * f->prm[BLUNT] + slender);
  v3_addToScl(f->force, f->v, -linear);

  const real limit = turning(middle, most);
  real g[3];
  for (int i = 0; i < 3; i++) {
    const real own = turning(s[i], lane_max(s[(i + 1) % 3], s[(i + 2) % 3]));
    g[i] = w[i] * (f->prm[ANGULAR] * own + f->prm[SLENDER] * (limit - own));
  }
  const real angular =
      f->viscosity * (mjPI * diameter * diameter * diameter) + f->density * v3_norm(g);
  v3_addToScl(f->torque, w, -angular);
}

void LANE(fluid_ellipsoid)(const lane_Model* m, int geom, const real vel[6], real wrench[6]) {
  Flow f = {.density = lane_opt(m, density),
            .viscosity = lane_opt(m, viscosity),
            .prm = lane_prmAt(m->geom_fluid, mjNFLUID * geom),
            .w = vel,
            .v = vel + 3,
            .torque = wrench,
            .force = wrench + 3};
  LANE(fluid_semiaxes)(m, geom, f.size);
  f.volume = 4.0 / 3.0 * mjPI * f.size[0] * f.size[1] * f.size[2];
  f.speed = v3_norm(f.v);
  v6_zero(wrench);
  section(&f);
  addedMassTorque(&f);
  magnus(&f);
  kutta(&f);
  drag(&f);
  addedMassForce(&f);
  v6_scl(wrench, wrench, f.prm[ON]);
}
