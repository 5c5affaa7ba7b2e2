// Analytic derivative of the bias force (Coriolis, centrifugal and gyroscopic forces; recursive
// Newton-Euler) with respect to velocity, exact, column by column. Bodies of a tree share their
// reference point, so qvel_j moves every body b below dof j by the same spatial velocity s_j. Its
// acceleration changes by ds_j/dt, and by (s_j x s_i) qvel_i for each dof i between them; its force
// by I_b (that) + B_b s_j with
//   B_b s = s x* (I_b v_b) + v_b x* (I_b s).
// Forces are summed over subtrees; row i of a dof takes s_i . (force of its body's subtree).
//   cinert, cdof, cdof_dot, cvel, qvel -> qDeriv
#include "dyn/derivative.h"

#include "math/spatial.h"
#include "math/vec.h"

// vel x* force
// order: each number is summed in the order of force
LANE_INLINE void crossForceInOrder(real res[6], const real vel[6], const real force[6]) {
  const real *w = vel, *v = vel + 3, *f = force;
  res[0] = w[1] * f[2] - w[2] * f[1] - v[2] * f[4] + v[1] * f[5];
  res[1] = w[2] * f[0] - w[0] * f[2] + v[2] * f[3] - v[0] * f[5];
  res[2] = w[0] * f[1] - w[1] * f[0] - v[1] * f[3] + v[0] * f[4];
  v3_cross(res + 3, w, f + 3);
}

// vel x motion
// order: each number is summed in the order of vel
LANE_INLINE void crossMotionInOrder(real res[6], const real vel[6], const real motion[6]) {
  const real *w = vel, *v = vel + 3, *a = motion, *b = motion + 3;
  v3_cross(res, w, a);
  res[3] = w[1] * b[2] - w[2] * b[1] + v[1] * a[2] - v[2] * a[1];
  res[4] = w[2] * b[0] - w[0] * b[2] - v[0] * a[2] + v[2] * a[0];
  res[5] = w[0] * b[1] - w[1] * b[0] + v[0] * a[1] - v[1] * a[0];
}

// res (6 x 6, columns are contiguous) = B of one body
static void velocityMatrix(real res[36], const real inertia[10], const real vel[6]) {
  real momentum[6];
  spat_mulInertia(momentum, inertia, vel);
  for (int k = 0; k < 6; k++) {
    real unit[6], change[6], *col = res + 6 * k;
    v6_zero(unit);
    unit[k] = lane_bc(1);
    spat_mulInertia(change, inertia, unit);
    crossForceInOrder(col, vel, change);
    spat_crossForce(change, unit, momentum);
    v6_addTo(col, change);
  }
}

// res += mat vec
LANE_INLINE void addProduct(real res[6], const real mat[36], const real vec[6]) {
  for (int r = 0; r < 6; r++) {
    real sum = mat[r] * vec[0];
    for (int k = 1; k < 6; k++) sum = sum + mat[6 * k + r] * vec[k];
    res[r] = res[r] + sum;
  }
}

// first of the dofs whose axes move together with this one's (a ball, the rotations of a free
// joint): an axis is carried by the dofs that precede it
static int firstTogether(const lane_Model* m, int dof) {
  const int jnt = m->dof_jntid[dof], adr = m->jnt_dofadr[jnt];
  if (m->jnt_type[jnt] == mjJNT_BALL) return adr;
  if (m->jnt_type[jnt] == mjJNT_FREE) return dof < adr + 3 ? adr : adr + 3;
  return dof;
}

typedef struct {
  real* matrix;  // (nbody x 36) B of bodies
  real* acc;     // (nbody x 6) change of acceleration
  real* force;   // (nbody x 6) change of force, of bodies and then of subtrees
} Work;

// derivative of a body's acceleration with respect to qvel_j
LANE_INLINE void accelerate(const lane_Model* m, const lane_Data* d, const Work* w, int body, int j,
                            real acc[6]) {
  real turned[6];
  const int own = m->dof_bodyid[j] == body, adr = m->body_dofadr[body];
  v6_copy(acc, own ? d->cdof_dot + 6 * j : w->acc + 6 * m->body_parentid[body]);
  for (int i = own ? j + 1 : adr; i < adr + m->body_dofnum[body]; i++) {
    if (j >= firstTogether(m, i)) continue;
    crossMotionInOrder(turned, d->cdof + 6 * j, d->cdof + 6 * i);
    v6_addToScl(acc, turned, d->qvel[i]);
  }
}

// column j: derivatives of the forces of the subtree of its body
// order: from the last body up
static void subtreeForces(const lane_Model* m, const lane_Data* d, const Work* w, int j) {
  const int root = m->dof_bodyid[j];
  int end = root;
  do {
    real acc[6], force[6];
    ASSERT_FULL(end == root || m->body_parentid[end] < end);  // its parent's is there
    accelerate(m, d, w, end, j, acc);
    spat_mulInertia(force, d->cinert + 10 * end, acc);
    addProduct(force, w->matrix + 36 * end, d->cdof + 6 * j);
    v6_copy(w->acc + 6 * end, acc);
    v6_copy(w->force + 6 * end, force);
    end++;
  } while (end < m->nbody && m->body_parentid[end] >= root);
  for (int b = end - 1; b > root; b--) {
    v6_addTo(w->force + 6 * m->body_parentid[b], w->force + 6 * b);
  }
}

static void subtractColumn(const lane_Model* m, lane_Data* d, const Work* w, int j) {
  const int root = m->dof_bodyid[j], first = m->body_dofadr[root];
  const int last = j + m->D_rownnz[j] - m->D_diag[j] - 1;  // of its descendants
  subtreeForces(m, d, w, j);
  for (int i = m->dof_parentid[first]; i >= 0; i = m->dof_parentid[i]) {
    ASSERT_FULL(deriv_entry(m, i, j) >= 0);
    real* entry = d->qDeriv + deriv_entry(m, i, j);
    *entry = *entry - v6_dot(d->cdof + 6 * i, w->force + 6 * root);
  }
  for (int i = first; i <= last; i++) {
    ASSERT_FULL(deriv_entry(m, i, j) >= 0);
    real* entry = d->qDeriv + deriv_entry(m, i, j);
    *entry = *entry - v6_dot(d->cdof + 6 * i, w->force + 6 * m->dof_bodyid[i]);
  }
}

void LANE(deriv_subtractBias)(const lane_Model* m, lane_Data* d) {
  const int nbody = (int)m->nbody;
  lane_mark(d);
  real* at = lane_scratch(d, 48 * nbody);
  if (at) {
    const Work w = {.matrix = at, .acc = at + 36 * nbody, .force = at + 42 * nbody};
    const range_List ranges = lane_ranges(d);
    range_each(ranges, body, b) {
      velocityMatrix(w.matrix + 36 * b, d->cinert + 10 * b, d->cvel + 6 * b);
    }
    range_each(ranges, dof, j) subtractColumn(m, d, &w, j);
  }
  lane_free(d);
}

// ---- a body by itself
//
// A free body without children: mass mu, inertia I about its center of mass, which is s away from
// the body's origin, axes R. Its velocities are that of the origin (world axes) and u, the rotation
// in body axes, w = R u. The bias is the force that keeps both constant: then w is constant too,
// dw/dt = w x (R u) = 0, the center of mass is accelerated by a = w x (w x s) alone, and Newton and
// Euler ask for
//   f = mu a,  t = s x f + w x (I w)  about the origin,
// of which the dofs feel f and R' t. The velocity of the origin is not in it, so its columns are
// zero. Now w changes by dw = R du at fixed R. With c = w x s, [a] for the matrix of a x, and the
// triple product w x (dw x s) = (w.s) dw - (w.dw) s
//   da = dw x c + w x (dw x s) = -K dw,             K = s w' - (w.s) 1 + [c],
//   df = -mu K dw,
//   dt = s x df + w x (I dw) + dw x (I w) = T dw,   T = [w] I - mu [s] K - [I w].
// The blocks of the rotations are -mu K R and R' T R.
// order: the terms of K and T are added as they stand here, the products with R come last.

// res = [a] mat
static void crossColumns(real res[9], const real a[3], const real mat[9]) {
  for (int k = 0; k < 3; k++) {
    const real column[3] = {mat[k], mat[3 + k], mat[6 + k]};
    real turned[3];
    v3_cross(turned, a, column);
    for (int i = 0; i < 3; i++) res[3 * i + k] = turned[i];
  }
}

// mat += sign [a]: row i has -a_k in the column after it and a_j in the one before it
static void addCross(real mat[9], const real a[3], double sign) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    mat[3 * i + j] = mat[3 * i + j] - a[k] * sign;
    mat[3 * i + k] = mat[3 * i + k] + a[j] * sign;
  }
}

// I: sum of principal moments times the dyads of their axes
static void worldInertia(real res[9], const lane_Model* m, const lane_Data* d, int body) {
  const real* axes = d->ximat + 9 * body;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j <= i; j++) {
      real sum = lane_bc(0);
      for (int k = 0; k < 3; k++) {
        const real moment = axes[3 * j + k] * lane_prm(m->body_inertia, 3 * body + k);
        sum = sum + axes[3 * i + k] * moment;
      }
      res[3 * i + j] = res[3 * j + i] = sum;
    }
  }
}

static void turnAcceleration(real K[9], const real w[3], const real s[3]) {
  const real along = v3_dot(w, s);
  real c[3];
  v3_cross(c, w, s);
  for (int i = 0; i < 3; i++) v3_scl(K + 3 * i, w, s[i]);
  for (int i = 0; i < 3; i++) K[4 * i] = K[4 * i] - along;
  addCross(K, c, 1);
}

static void turnTorque(real T[9], const real w[3], const real s[3], const real inertia[9],
                       real mass, const real K[9]) {
  real lever[9], momentum[3];
  crossColumns(T, w, inertia);
  crossColumns(lever, s, K);
  for (int k = 0; k < 9; k++) T[k] = T[k] - lever[k] * mass;
  m3_mulVec(momentum, inertia, w);
  addCross(T, momentum, -1);
}

void LANE(deriv_freeBias)(const lane_Model* m, const lane_Data* d, int body, real scl,
                          real res[36]) {
  const real *R = d->xmat + 9 * body, *w = d->cvel + 6 * body;
  ASSERT_FULL(deriv_isLoneFree(m, body));
  const real mass = lane_prm(m->body_mass, body);
  real s[3], inertia[9], K[9], T[9], force[9], half[9], torque[9];
  v3_sub(s, d->xipos + 3 * body, d->xpos + 3 * body);
  worldInertia(inertia, m, d, body);
  turnAcceleration(K, w, s);
  turnTorque(T, w, s, inertia, mass, K);
  m3_mul(force, K, R);
  m3_Tmul(half, R, T);
  m3_mul(torque, half, R);
  vn_zero(res, 36);
  for (int i = 0; i < 3; i++) {
    real *linear = res + 6 * i + 3, *angular = linear + 18;
    for (int j = 0; j < 3; j++) {
      linear[j] = -(force[3 * i + j] * (mass * scl));
      angular[j] = torque[3 * i + j] * scl;
    }
  }
}
