// Linear velocity of the center of mass of every subtree, and angular momentum about it. P_b = sum
// of m v (linear momentum) over the subtree, linvel = P / mass; L_b = I w + (xipos - com_b) x m (v
// - linvel_b) plus, of every child subtree c, L_c + (com_c - com_b) x m_c (linvel_c - linvel_b).
//   cvel, xipos, ximat, subtree_com -> subtree_linvel, subtree_angmom
#include "dyn/dyn.h"
#include "math/spatial.h"

// velocity of a body's center of mass
LANE_INLINE void comVelocity(real vel[3], const lane_Model* m, const lane_Data* d, int body) {
  real offset[3], c[3];
  v3_sub(offset, d->xipos + 3 * body, d->subtree_com + 3 * m->body_rootid[body]);
  v3_cross(c, offset, d->cvel + 6 * body);
  v3_sub(vel, d->cvel + 6 * body + 3, c);
}

// I w in world axes
LANE_INLINE void spin(real res[3], const lane_Model* m, const lane_Data* d, int body) {
  const real* mat = d->ximat + 9 * body;
  real w[3];
  m3_mulTVec(w, mat, d->cvel + 6 * body);
  for (int k = 0; k < 3; k++) w[k] = lane_prm(m->body_inertia, 3 * body + k) * w[k];
  m3_mulVec(res, mat, w);
}

// angmom += (at - com) x mass (vel - linvel)
LANE_INLINE void addMoment(real angmom[3], const real at[3], const real vel[3], real mass,
                           const real com[3], const real linvel[3]) {
  real arm[3], momentum[3];
  v3_sub(arm, at, com);
  v3_sub(momentum, vel, linvel);
  v3_scl(momentum, momentum, mass);
  v3_addCross(angmom, arm, momentum);
}

LANE_INLINE void bodyMomentum(const lane_Model* m, const lane_Data* d, int body, real res[3]) {
  comVelocity(res, m, d, body);
  v3_scl(res, res, lane_prm(m->body_mass, body));
}

LANE_INLINE void divideByMass(const lane_Model* m, int body, real linvel[3]) {
  const real mass = lane_prm(m->body_subtreemass, body);
  v3_scl(linvel, linvel, 1.0 / lane_max(mass, lane_bc(mjMINVAL)));
}

// the moment of the body's own motion
LANE_INLINE void addOwnMoment(const lane_Model* m, lane_Data* d, int body) {
  real vel[3];
  comVelocity(vel, m, d, body);
  addMoment(d->subtree_angmom + 3 * body, d->xipos + 3 * body, vel, lane_prm(m->body_mass, body),
            d->subtree_com + 3 * body, d->subtree_linvel + 3 * body);
}

// order: spins, then up the tree what the children have gathered, then the body's own motion
static void angularMomenta(const lane_Model* m, lane_Data* d, range_List ranges) {
  real *linvel = d->subtree_linvel, *angmom = d->subtree_angmom, *com = d->subtree_com;
  spin(angmom, m, d, 0);
  range_each(ranges, body, i) spin(angmom + 3 * i, m, d, i);
  range_eachBack(ranges, body, i) {
    const int p = m->body_parentid[i];
    addOwnMoment(m, d, i);
    v3_addTo(angmom + 3 * p, angmom + 3 * i);
    addMoment(angmom + 3 * p, com + 3 * i, linvel + 3 * i, lane_prm(m->body_subtreemass, i),
              com + 3 * p, linvel + 3 * p);
  }
  addOwnMoment(m, d, 0);
}

void LANE(dyn_subtreeVel)(const lane_Model* m, lane_Data* d) {
  const range_List ranges = lane_ranges(d);
  real* linvel = d->subtree_linvel;
  // momentum of each body, then of each subtree
  bodyMomentum(m, d, 0, linvel);
  range_each(ranges, body, i) bodyMomentum(m, d, i, linvel + 3 * i);
  range_eachBack(ranges, body, i) v3_addTo(linvel + 3 * m->body_parentid[i], linvel + 3 * i);
  divideByMass(m, 0, linvel);
  range_each(ranges, body, i) divideByMass(m, i, linvel + 3 * i);
  angularMomenta(m, d, ranges);
}
