// Derivatives by inertial parameters (mass, inertia, center of mass, gravity compensation,
// armature; diff/parameter.h). The force that moves a body, I a + v x* I v, is linear in the ten
// inertial parameters of I, so with dI in place of I
//   G = -S'(dI a + v x* dI v),    E = S' dI W(qacc - acc) - h S' d(bias_v acc)
// over the chain of the body. The bias is quadratic in the velocity: bias_v acc is half the
// difference of the biases at qvel + acc and qvel - acc. I is quadratic in the center of mass, so
// that a central difference with any step is its exact derivative.
//   cinert, cdof, cvel, qacc, acc -> G, E
#include <string.h>

#include "diff/parameter.h"
#include "dyn/derivative.h"
#include "force/chain.h"
#include "math/spatial.h"

enum { NINERTIA = 10 };

// ---- the ten inertial parameters

static void armOf(const mjModel* m, const mjData* d, int body, mjtNum arm[3]) {
  v3_sub(arm, d->xipos + 3 * body, chain_centre(m, d, body));
}

static void byMass(const mjModel* m, const mjData* d, int body, mjtNum dI[NINERTIA]) {
  static const mjtNum none[3] = {0, 0, 0};
  mjtNum arm[3];
  armOf(m, d, body, arm);
  spat_inertia(dI, none, d->ximat + 9 * body, arm, 1);
}

static void byInertia(const mjData* d, int body, int axis, mjtNum dI[NINERTIA]) {
  static const mjtNum none[3] = {0, 0, 0};
  mjtNum diag[3] = {0, 0, 0};
  diag[axis] = 1;
  spat_inertia(dI, diag, d->ximat + 9 * body, none, 0);
}

static void byCentre(const mjModel* m, const mjData* d, int body, const mjtNum dir[3],
                     mjtNum dI[NINERTIA]) {
  static const mjtNum none[3] = {0, 0, 0};
  mjtNum arm[3], at[3], other[NINERTIA];
  armOf(m, d, body, arm);
  v3_add(at, arm, dir);
  spat_inertia(dI, none, d->ximat + 9 * body, at, m->body_mass[body]);
  v3_sub(at, arm, dir);
  spat_inertia(other, none, d->ximat + 9 * body, at, m->body_mass[body]);
  for (int k = 0; k < NINERTIA; k++) dI[k] = 0.5 * (dI[k] - other[k]);
}

// ---- forces

// res += scl S_i . wrench for the dofs of a chain, times factor[i] unless that is NULL
static void project(const parameter_Point* p, int body, const mjtNum wrench[6], mjtNum scl,
                    const mjtNum* factor, mjtNum* res) {
  for (int i = chain_last(p->m, body); i >= 0; i = p->m->dof_parentid[i]) {
    res[i] += scl * v6_dot(p->d->cdof + 6 * i, wrench) * (factor ? factor[i] : 1);
  }
}

static void forceOf(mjtNum res[6], const mjtNum dI[NINERTIA], const mjtNum acc[6],
                    const mjtNum vel[6]) {
  mjtNum momentum[6], gyro[6];
  spat_mulInertia(res, dI, acc);
  spat_mulInertia(momentum, dI, vel);
  spat_crossForce(gyro, vel, momentum);
  v6_addTo(res, gyro);
}

// does the integrator's matrix contain the bias of the body
static bool hasBias(const parameter_Point* p, int body) {
  if (!p->side[0].vel || p->m->body_treeid[body] < 0) return false;
  return p->m->opt.integrator == mjINT_IMPLICIT || deriv_isLoneFree(p->m, body);
}

static void addInertia(const parameter_Point* p, int body, const mjtNum dI[NINERTIA],
                       const parameter_Column* col) {
  mjtNum force[6], motion[6];
  forceOf(force, dI, p->w.cacc + 6 * body, p->w.vel + 6 * body);
  project(p, body, force, -1, NULL, col->G);
  if (!col->E) return;
  v6_zero(motion);
  for (int i = chain_last(p->m, body); i >= 0; i = p->m->dof_parentid[i]) {
    v6_addToScl(motion, p->d->cdof + 6 * i, p->w.qacc[i] - p->w.acc[i]);
  }
  spat_mulInertia(force, dI, motion);
  project(p, body, force, 1, NULL, col->E);
  for (int side = 0; side < 2 && hasBias(p, body); side++) {
    const pass_Motion* at = p->side + side;
    const mjtNum scl = (side ? -0.5 : 0.5) * p->m->opt.timestep;
    forceOf(force, dI, at->cacc + 6 * body, at->vel + 6 * body);
    project(p, body, force, scl, NULL, col->E);
  }
}

// gravity compensation of a body: scl times -gravity at its center of mass
static void addLift(const parameter_Point* p, int body, mjtNum scl, mjtNum* G) {
  const mjModel* m = p->m;
  mjtNum arm[3], wrench[6];
  if (!m->flg_gravcomp || (m->opt.disableflags & mjDSBL_GRAVITY)) return;
  armOf(m, p->d, body, arm);
  v3_scl(wrench + 3, m->opt.gravity, -scl);
  v3_cross(wrench, arm, wrench + 3);
  project(p, body, wrench, 1, p->w.lifted, G);
}

// effect of a force that moves with the center of mass
static void addShift(const parameter_Point* p, int body, const mjtNum dir[3], const mjtNum force[3],
                     const mjtNum* factor, mjtNum* G) {
  mjtNum wrench[6];
  v3_cross(wrench, dir, force);
  v3_zero(wrench + 3);
  project(p, body, wrench, 1, factor, G);
}

// ---- columns

void parameter_mass(const parameter_Point* p, int index, const parameter_Column* col) {
  mjtNum dI[NINERTIA];
  byMass(p->m, p->d, index, dI);
  addInertia(p, index, dI, col);
  addLift(p, index, p->m->body_gravcomp[index], col->G);
}

void parameter_inertia(const parameter_Point* p, int index, const parameter_Column* col) {
  mjtNum dI[NINERTIA];
  byInertia(p->d, index / 3, index % 3, dI);
  addInertia(p, index / 3, dI, col);
}

void parameter_ipos(const parameter_Point* p, int index, const parameter_Column* col) {
  const mjModel* m = p->m;
  const int body = index / 3;
  mjtNum dI[NINERTIA], dir[3], lift[3];
  if (m->body_sameframe[body] == mjSAMEFRAME_BODY) return;  // the position is not used
  m3_column(dir, p->d->xmat + 9 * body, index % 3);
  byCentre(m, p->d, body, dir, dI);
  addInertia(p, body, dI, col);
  addShift(p, body, dir, p->d->xfrc_applied + 6 * body, NULL, col->G);
  if (!m->flg_gravcomp || (m->opt.disableflags & mjDSBL_GRAVITY)) return;
  v3_scl(lift, m->opt.gravity, -m->body_mass[body] * m->body_gravcomp[body]);
  addShift(p, body, dir, lift, p->w.lifted, col->G);
}

void parameter_gravcomp(const parameter_Point* p, int index, const parameter_Column* col) {
  addLift(p, index, p->m->body_mass[index], col->G);
}

void parameter_armature(const parameter_Point* p, int index, const parameter_Column* col) {
  col->G[index] = -p->w.qacc[index];
  if (col->E) col->E[index] = p->w.qacc[index] - p->w.acc[index];
}

// ---- supported parameters

// the fluid acts on a box of the body's mass and inertia, at its center of mass
static bool isBoxInFluid(const mjModel* m, int body) {
  const int adr = m->body_geomadr[body];
  if (m->opt.viscosity == 0 && m->opt.density == 0) return false;
  for (int g = adr; g < adr + m->body_geomnum[body]; g++) {
    if (m->geom_fluid[mjNFLUID * g] > 0) return false;
  }
  return true;
}

bool parameter_coversMass(const mjModel* m, int index) { return !isBoxInFluid(m, index); }
bool parameter_coversInertia(const mjModel* m, int index) { return !isBoxInFluid(m, index / 3); }

// geoms and sites at the center of mass move with it
bool parameter_coversIpos(const mjModel* m, int index) {
  const int body = index / 3;
  if (isBoxInFluid(m, body)) return false;
  for (int g = 0; g < m->ngeom; g++) {
    if (m->geom_bodyid[g] == body && m->geom_sameframe[g] == mjSAMEFRAME_INERTIA) return false;
  }
  for (int s = 0; s < m->nsite; s++) {
    if (m->site_bodyid[s] == body && m->site_sameframe[s] == mjSAMEFRAME_INERTIA) return false;
  }
  return true;
}

// ---- dependent constants

static void followInertia(const mjModel* m, const mjData* d, int body, const mjtNum dI[NINERTIA],
                          mjtNum* dof_M0) {
  for (int i = chain_last(m, body); i >= 0; i = m->dof_parentid[i]) {
    mjtNum force[6];
    spat_mulInertia(force, dI, d->cdof + 6 * i);
    if (m->dof_simplenum[i]) dof_M0[i] = v6_dot(d->cdof + 6 * i, force);
  }
}

void parameter_follow(const mjModel* m, const mjData* d, const sn_Parameter* parameter,
                      mjtNum* dof_M0, mjtNum* subtreemass) {
  const size_t offset = parameter_arrayOf(m, parameter->field).offset;
  const int index = parameter->index;
  mjtNum dI[NINERTIA];
  memset(dof_M0, 0, (size_t)m->nv * sizeof *dof_M0);
  memset(subtreemass, 0, (size_t)m->nbody * sizeof *subtreemass);
  if (offset == offsetof(mjModel, body_mass)) {
    byMass(m, d, index, dI);
    followInertia(m, d, index, dI, dof_M0);
    for (int b = index; b > 0; b = m->body_parentid[b]) subtreemass[b] = 1;
    subtreemass[0] = 1;
  } else if (offset == offsetof(mjModel, body_inertia)) {
    byInertia(d, index / 3, index % 3, dI);
    followInertia(m, d, index / 3, dI, dof_M0);
  } else if (offset == offsetof(mjModel, dof_armature) && m->dof_simplenum[index]) {
    dof_M0[index] = 1;
  }
}
