// Fluid forces on bodies (viscous and quadratic drag, lift), in two models. Inertia box: a body is
// a box with its mass and inertia; viscous drag of a sphere with the mean side as diameter,
// quadratic drag per axis. Ellipsoid (fluid_ellipsoid.lane.c): selected per geom, if any geom of
// the body has geom_fluid[0] > 0. Velocities are relative to the wind.
//   cvel, poses -> qfrc_fluid
#include "dyn/dyn.h"
#include "force/fluid_ellipsoid.h"
#include "force/passive.h"
#include "math/spatial.h"

void LANE(fluid_inertiaBox)(const lane_Model* m, int body, real box[3]) {
  const real* inertia = lane_prmAt(m->body_inertia, 3 * body);
  const real mass = lane_prm(m->body_mass, body);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const real sides = inertia[j] + inertia[k] - inertia[i];
    box[i] = lane_sqrt(lane_max(lane_bc(mjMINVAL), sides) / mass * 6);
  }
}

// velocity of an object relative to the fluid, in the axes of the object (columns of mat)
static void velocityInFluid(const lane_Model* m, const lane_Data* d, int objtype, int objid,
                            const real mat[9], real vel[6]) {
  real local[3];
  LANE(dyn_objectVelocity)(m, d, objtype, objid, vel, 1);
  m3_mulTVec(local, mat, lane_prms(m->opt.wind));
  v3_subFrom(vel + 3, local);
}

// wrench (torque, force) in the axes of an object, applied at its center
static void apply(const lane_Model* m, lane_Data* d, const real local[6], const real pos[3],
                  const real mat[9], int body) {
  real wrench[6];
  spat_fromFrame(wrench, local, mat);
  LANE(dyn_applyFT)(m, d, wrench + 3, wrench, pos, body, d->qfrc_fluid);
}

static void boxForce(const lane_Model* m, lane_Data* d, int body) {
  enum { DRAG_FACTOR = 64 };  // of the torque on a turning plate
  const real *pos = d->xipos + 3 * body, *mat = d->ximat + 9 * body;
  real vel[6], box[3], wrench[6];
  velocityInFluid(m, d, mjOBJ_BODY, body, mat, vel);
  LANE(fluid_inertiaBox)(m, body, box);
  v6_zero(wrench);

  const real viscosity = lane_opt(m, viscosity), density = lane_opt(m, density);
  if (lane_agree(m, viscosity > 0)) {
    const real diameter = (box[0] + box[1] + box[2]) / 3.0;
    v3_scl(wrench, vel, -mjPI * diameter * diameter * diameter * viscosity);
    v3_scl(wrench + 3, vel + 3, -3.0 * mjPI * diameter * viscosity);
  }
  for (int i = 0; i < 3 && lane_agree(m, density > 0); i++) {
    const real a = box[i == 0], b = box[i == 2 ? 1 : 2];  // order: as they are numbered
    const real w = vel[i], v = vel[3 + i];
    const real fourth = a * a * a * a + b * b * b * b;
    wrench[i] = wrench[i] - density * box[i] * fourth * lane_abs(w) * w / DRAG_FACTOR;
    wrench[3 + i] = wrench[3 + i] - 0.5 * density * a * b * lane_abs(v) * v;
  }
  apply(m, d, wrench, pos, mat, body);
}

static bool usesEllipsoids(const lane_Model* m, int body) {
  const int adr = m->body_geomadr[body];
  for (int i = adr; i < adr + m->body_geomnum[body]; i++) {
    if (lane_agree(m, lane_prm(m->geom_fluid, mjNFLUID * i) > 0)) return true;
  }
  return false;
}

static void ellipsoidForces(const lane_Model* m, lane_Data* d, int body) {
  const int adr = m->body_geomadr[body];
  for (int i = adr; i < adr + m->body_geomnum[body]; i++) {
    if (lane_agree(m, lane_prm(m->geom_fluid, mjNFLUID * i) == 0)) continue;
    const real *pos = d->geom_xpos + 3 * i, *mat = d->geom_xmat + 9 * i;
    real vel[6], wrench[6];
    velocityInFluid(m, d, mjOBJ_GEOM, i, mat, vel);
    LANE(fluid_ellipsoid)(m, i, vel, wrench);
    apply(m, d, wrench, pos, mat, body);
  }
}

int LANE(passive_fluid)(const lane_Model* m, lane_Data* d) {
  if (lane_agree(m, (lane_opt(m, viscosity) == 0) & (lane_opt(m, density) == 0))) return 0;
  const range_List ranges = lane_ranges(d);
  range_each(ranges, body, i) {
    if (!m->body_dofnum[m->body_weldid[i]]) continue;
    if (lane_agree(m, lane_prm(m->body_mass, i) < mjMINVAL)) continue;
    if (usesEllipsoids(m, i)) {
      ellipsoidForces(m, d, i);
    } else {
      boxForce(m, d, i);
    }
  }
  return 1;
}
