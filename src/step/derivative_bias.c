// Derivative of the bias force with respect to velocity, exact, in O(nD).
// Bodies of a tree share their reference point, so qvel_j moves every body b below dof j by the
// same spatial velocity s_j, and accelerations by A_j + s_j x (v_b - v_body(j)), A_j = ds_j/dt +
// s_j x (velocity that later joints of its own body add). The force of b changes by I_b (that) +
// B_b s_j with
//   B_b s = I_b (s x v_b) + s x* (I_b v_b) + v_b x* (I_b s),
// and sums over subtrees are those of I and B (composite matrices), as in the composite inertia
// method:
//   C_ij = s_i' (I_j a_j + B_j s_j) for i above j,  s_i' (I_i a_j + B_i s_j) below,  a_j = A_j -
//   s_j x v_body(j) cinert, crb, cdof, cdof_dot, cvel, qvel -> qDeriv
#include "step/derivative.h"

#include "math/spatial.h"
#include "math/vec.h"

// res (6 x 6, columns are contiguous) = B of one body
static void velocityMatrix(real res[36], const real inertia[10], const real vel[6]) {
  real momentum[6];
  spat_mulInertia(momentum, inertia, vel);
  for (int k = 0; k < 6; k++) {
    real unit[6], turned[6], force[6];
    real* col = res + 6 * k;
    v6_zero(unit);
    unit[k] = lane_bc(1);
    spat_crossMotion(turned, unit, vel);
    spat_mulInertia(col, inertia, turned);
    spat_crossForce(force, unit, momentum);
    v6_addTo(col, force);
    spat_mulInertia(turned, inertia, unit);
    spat_crossForce(force, vel, turned);
    v6_addTo(col, force);
  }
}

static void mulMatrix(real res[6], const real mat[36], const real vec[6]) {
  v6_scl(res, mat, vec[0]);
  for (int k = 1; k < 6; k++) v6_addToScl(res, mat + 6 * k, vec[k]);
}

static void mulMatrixT(real res[6], const real mat[36], const real vec[6]) {
  for (int k = 0; k < 6; k++) res[k] = v6_dot(mat + 6 * k, vec);
}

// a_j of the n dofs from adr on, which do not move each other; later: velocity by dofs that they do
// move
static void setRates(const lane_Data* d, int body, int adr, int n, const real later[6],
                     real* rate) {
  real rest[6], turned[6];
  v6_sub(rest, later, d->cvel + 6 * body);
  for (int k = 0; k < n; k++) {
    spat_crossMotion(turned, d->cdof + 6 * (adr + k), rest);
    v6_add(rate + 6 * k, d->cdof_dot + 6 * (adr + k), turned);
  }
}

static void addVelocity(const lane_Data* d, int adr, int n, real vel[6]) {
  for (int j = adr; j < adr + n; j++) v6_addToScl(vel, d->cdof + 6 * j, d->qvel[j]);
}

// a_j of all dofs of a body, its last joint first
static void bodyRates(const mjModel* m, const lane_Data* d, int body, real* rate) {
  real later[6];
  v6_zero(later);
  const int first = m->body_jntadr[body];
  for (int jnt = first + m->body_jntnum[body] - 1; jnt >= first; jnt--) {
    const int adr = m->jnt_dofadr[jnt], type = m->jnt_type[jnt];
    if (type == mjJNT_FREE) {
      setRates(d, body, adr + 3, 3, later, rate + 6 * (adr + 3));
      addVelocity(d, adr + 3, 3, later);
      setRates(d, body, adr, 3, later, rate + 6 * adr);
    } else {
      const int n = type == mjJNT_BALL ? 3 : 1;
      setRates(d, body, adr, n, later, rate + 6 * adr);
      addVelocity(d, adr, n, later);
    }
  }
}

typedef struct {
  real* matrix;  // (nbody x 36) composite B
  real* rate;    // (nv x 6) a_j
  real* column;  // (nv x 6) I_j a_j + B_j s_j
  real* inert;   // (nv x 6) I_i s_i
  real* turn;    // (nv x 6) B_i' s_i
} Work;

static void compositeMatrices(const mjModel* m, const lane_Data* d, real* matrix) {
  for (int b = 1; b < m->nbody; b++)
    velocityMatrix(matrix + 36 * b, d->cinert + 10 * b, d->cvel + 6 * b);
  for (int b = (int)m->nbody - 1; b > 0; b--) {
    const int parent = m->body_parentid[b];
    if (parent > 0) vn_addTo(matrix + 36 * parent, matrix + 36 * b, 36);
  }
}

static void dofVectors(const mjModel* m, const lane_Data* d, const Work* w, int j) {
  const int body = m->dof_bodyid[j];
  const real *inertia = d->crb + 10 * body, *matrix = w->matrix + 36 * body, *s = d->cdof + 6 * j;
  real force[6];
  spat_mulInertia(w->column + 6 * j, inertia, w->rate + 6 * j);
  mulMatrix(force, matrix, s);
  v6_addTo(w->column + 6 * j, force);
  spat_mulInertia(w->inert + 6 * j, inertia, s);
  mulMatrixT(w->turn + 6 * j, matrix, s);
}

static void subtractRow(const mjModel* m, lane_Data* d, const Work* w, int i) {
  real* row = d->qDeriv + m->D_rowadr[i];
  const int* col = m->D_colind + m->D_rowadr[i];
  for (int k = 0; k < m->D_diag[i]; k++) {
    const int j = col[k];
    row[k] = row[k] -
             (v6_dot(w->inert + 6 * i, w->rate + 6 * j) + v6_dot(w->turn + 6 * i, d->cdof + 6 * j));
  }
  for (int k = m->D_diag[i]; k < m->D_rownnz[i]; k++) {
    row[k] = row[k] - v6_dot(d->cdof + 6 * i, w->column + 6 * col[k]);
  }
}

void LANE(deriv_subtractBias)(const mjModel* m, lane_Data* d) {
  const int nv = (int)m->nv, nbody = (int)m->nbody;
  lane_mark(d);
  real* at = lane_scratch(d, 36 * nbody + 24 * nv);
  if (at) {
    const Work w = {.matrix = at,
                    .rate = at + 36 * nbody,
                    .column = at + 36 * nbody + 6 * nv,
                    .inert = at + 36 * nbody + 12 * nv,
                    .turn = at + 36 * nbody + 18 * nv};
    compositeMatrices(m, d, w.matrix);
    for (int b = 1; b < nbody; b++) bodyRates(m, d, b, w.rate);
    for (int j = 0; j < nv; j++) dofVectors(m, d, &w, j);
    for (int i = 0; i < nv; i++) subtractRow(m, d, &w, i);
  }
  lane_free(d);
}

// ---- a body by itself

// res = [a] mat, the cross product with every column
static void crossColumns(real res[9], const real a[3], const real mat[9]) {
  for (int k = 0; k < 3; k++) {
    res[k] = a[1] * mat[6 + k] - a[2] * mat[3 + k];
    res[3 + k] = a[2] * mat[k] - a[0] * mat[6 + k];
    res[6 + k] = a[0] * mat[3 + k] - a[1] * mat[k];
  }
}

// inertia about the centre of mass, world axes
static void worldInertia(real res[9], const mjModel* m, const lane_Data* d, int body) {
  const real* mat = d->ximat + 9 * body;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j <= i; j++) {
      real sum = lane_bc(0);
      for (int k = 0; k < 3; k++) {
        const real scaled = mat[3 * j + k] * lane_prm(m->body_inertia, 3 * body + k);
        sum = sum + mat[3 * i + k] * scaled;
      }
      res[3 * i + j] = res[3 * j + i] = sum;
    }
  }
}

// acceleration of the centre of mass by rotation is K times a change of w:
// K = [w x s] + s w' - (w.s) 1, s from the body's origin to its centre of mass
static void armMatrix(real K[9], const real w[3], const real s[3]) {
  const real along = v3_dot(w, s);
  real c[3];
  v3_cross(c, w, s);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      K[3 * i + j] = s[i] * w[j];
      if (i == j) K[3 * i + j] = K[3 * i + j] - along;
    }
  }
  K[1] = K[1] - c[2];
  K[2] = K[2] + c[1];
  K[3] = K[3] + c[2];
  K[5] = K[5] - c[0];
  K[6] = K[6] - c[1];
  K[7] = K[7] + c[0];
}

// Columns of the translations are zero. Of the rotations (body axes R): force -m K R, torque
// R' (-m [s] K + [w] I - [I w]) R.
void LANE(deriv_freeBias)(const mjModel* m, const lane_Data* d, int body, real res[36]) {
  const real *R = d->xmat + 9 * body, *w = d->cvel + 6 * body;
  const real mass = lane_bc(lane_prm(m->body_mass, body));
  real s[3], K[9], inertia[9], L[3], gyro[9], arm[9], force[9], half[9], torque[9];
  v3_sub(s, d->xipos + 3 * body, d->xpos + 3 * body);
  armMatrix(K, w, s);
  m3_mul(force, K, R);
  worldInertia(inertia, m, d, body);
  m3_mulVec(L, inertia, w);
  crossColumns(gyro, w, inertia);
  crossColumns(arm, s, K);
  for (int k = 0; k < 9; k++) gyro[k] = gyro[k] - arm[k] * mass;
  gyro[1] = gyro[1] + L[2];
  gyro[2] = gyro[2] - L[1];
  gyro[3] = gyro[3] - L[2];
  gyro[5] = gyro[5] + L[0];
  gyro[6] = gyro[6] + L[1];
  gyro[7] = gyro[7] - L[0];
  m3_Tmul(half, R, gyro);
  m3_mul(torque, half, R);
  vn_zero(res, 36);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      res[6 * i + 3 + j] = -(force[3 * i + j] * mass);
      res[6 * (3 + i) + 3 + j] = torque[3 * i + j];
    }
  }
}
