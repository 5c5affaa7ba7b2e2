// Analytic derivatives of equality constraints between points of two bodies: connect, weld,
// distance (diff/rows_derivative.h). Points are fixed in their bodies, so that a dof that moves
// body b changes what is measured there by the motions after its group, and rotates the rest
// rigidly: with v, A velocity and acceleration of the point, W(p) any combination of axes there,
//   by q_j: dp = S(p)   dv = Sd(p) + S_rot x v   dA = Sdd(p) + 2 Sd_rot x v + S_rot x A
//           dW(p) = (W- x S)(p) + S_rot x W(p)
//   by v_j: dv = S(p)                             dA = (Sd + So)(p) + 2 S_rot x v
// Rows of connects and welds compare true accelerations: J qacc and the velocity product that their
// reference contains. All rows share the impedance of |r|, r being all their residuals. A weld's
// rotation (quaternions q) has residual ts vec(qB* qA) and rows E w = ts/2 vec(qB* w qA) of w = wA
// - wB; qA turns by dqA = phi qA/2, and the velocity product is E(qA', qB) w + E(qA, qB') w.
//   efc_force, efc_KBIP, motion -> G, pull
#include <string.h>

#include "constraint/rows.h"
#include "diff/rows_derivative.h"
#include "diff/two_bodies.h"
#include "math/quat.h"

enum { NROW = 6 };

// covectors of the motion vectors of a dof, for one row and one body
typedef struct {
  mjtNum axis[6], turning[6], dot[6], dotdot[6];  // of S, W- x S, Sd, Sdd
  mjtNum pos[6];                                  // of S: the residual
} Covectors;

typedef struct {
  const rows_Slope* r;
  const con_Block* block;
  two_Bodies pair;
  rows_Sides sides;
  int nrow;
  mjtNum arm[2][3];
  mjtNum rho[2][NROW][6];  // covectors of the rows, without the sign of their body
  Covectors row[2][NROW];
} Equality;

// rows have body 1 minus body 2
static mjtNum signOf(int b) { return b ? -1 : 1; }

static mjtNum rowDamping(const Equality* e, int k) {
  return e->r->d->efc_KBIP[4 * (e->block->efc + k) + 1];
}

// velocity and acceleration of the point of side b
static void motionOf(const Equality* e, int b, mjtNum vel[3], mjtNum acc[3]) {
  const mjtNum *v = e->r->w->vel + 6 * e->pair.body[b], *a = e->r->w->cacc + 6 * e->pair.body[b];
  v3_cross(vel, v, e->arm[b]);
  v3_addTo(vel, v + 3);
  v3_cross(acc, a, e->arm[b]);
  v3_addTo(acc, a + 3);
  v3_addCross(acc, v, vel);
}

// ---- points

static void pointRows(Equality* e) {
  static const mjtNum unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int b = 0; b < 2; b++) {
    mjtNum vel[3], acc[3], cross[3];
    motionOf(e, b, vel, acc);
    for (int k = 0; k < 3; k++) {
      const mjtNum B = rowDamping(e, k);
      mjtNum* rho = e->rho[b][k];
      Covectors* c = &e->row[b][k];
      two_covector(rho, e->arm[b], unit[k], NULL);
      v6_copy(c->pos, rho);
      v6_copy(c->dotdot, rho);
      v6_scl(c->dot, rho, B);
      v3_cross(cross, vel, unit[k]);
      v3_addToScl(c->dot, cross, 2);
      v6_zero(c->axis);
      v3_addToScl(c->axis, cross, B);
      v3_cross(cross, acc, unit[k]);
      v3_addTo(c->axis, cross);
    }
  }
}

// ---- rotations of welds

typedef struct {
  mjtNum qA[4], qB[4], wA[3], wB[3], aA[3], aB[3];  // orientations, velocities, accelerations
  mjtNum dotA[4], dotB[4];                          // qA', qB'
  mjtNum half;                                      // torquescale/2
} Turn;

// changes of orientations, velocities and accelerations
typedef struct {
  mjtNum phi[2][3], w[2][3], a[2][3];
} Change;

// res += half vec(qB* w qA)
static void addE(mjtNum res[3], mjtNum half, const mjtNum qA[4], const mjtNum qB[4],
                 const mjtNum w[3]) {
  mjtNum conj[4], q[4];
  quat_neg(conj, qB);
  quat_mulAxis(q, conj, w);
  quat_mul(q, q, qA);
  v3_addToScl(res, q + 1, half);
}

// res = (0, w) q / 2
static void halfProduct(mjtNum res[4], const mjtNum w[3], const mjtNum q[4]) {
  const mjtNum pure[4] = {0, w[0], w[1], w[2]};
  quat_mul(res, pure, q);
  v4_scl(res, res, 0.5);
}

// changes of the rows: at qacc with their velocity product, and of their velocity
static void turnSlope(const Turn* t, const Change* c, mjtNum acc[3], mjtNum vel[3]) {
  mjtNum dqA[4], dqB[4], ddotA[4], ddotB[4], part[4], w[3], a[3], dw[3], da[3];
  halfProduct(dqA, c->phi[0], t->qA);
  halfProduct(dqB, c->phi[1], t->qB);
  halfProduct(ddotA, c->w[0], t->qA);
  halfProduct(part, t->wA, dqA);
  for (int k = 0; k < 4; k++) ddotA[k] += part[k];
  halfProduct(ddotB, c->w[1], t->qB);
  halfProduct(part, t->wB, dqB);
  for (int k = 0; k < 4; k++) ddotB[k] += part[k];
  v3_sub(w, t->wA, t->wB);
  v3_sub(a, t->aA, t->aB);
  v3_sub(dw, c->w[0], c->w[1]);
  v3_sub(da, c->a[0], c->a[1]);
  v3_zero(vel);
  addE(vel, t->half, t->qA, t->qB, dw);
  addE(vel, t->half, dqA, t->qB, w);
  addE(vel, t->half, t->qA, dqB, w);
  v3_zero(acc);
  addE(acc, t->half, t->qA, t->qB, da);
  addE(acc, t->half, dqA, t->qB, a);
  addE(acc, t->half, t->qA, dqB, a);
  addE(acc, t->half, ddotA, t->qB, w);
  addE(acc, t->half, t->dotA, dqB, w);
  addE(acc, t->half, t->dotA, t->qB, dw);
  addE(acc, t->half, dqA, t->dotB, w);
  addE(acc, t->half, t->qA, ddotB, w);
  addE(acc, t->half, t->qA, t->dotB, dw);
}

static Turn turnOf(const Equality* e) {
  const int *body = e->pair.body, eq = e->block->id;
  const diff_Work* w = e->r->w;
  Turn t = {.half = 0.5 * e->r->m->eq_data[mjNEQDATA * eq + 10]};
  v4_copy(t.qA, e->sides.quat[0]);
  v4_copy(t.qB, e->sides.quat[1]);
  v3_copy(t.wA, w->vel + 6 * body[0]);
  v3_copy(t.wB, w->vel + 6 * body[1]);
  v3_copy(t.aA, w->cacc + 6 * body[0]);
  v3_copy(t.aB, w->cacc + 6 * body[1]);
  halfProduct(t.dotA, t.wA, t.qA);
  halfProduct(t.dotB, t.wB, t.qB);
  return t;
}

// rotational covectors, component i, of rows 3 to 5 for side b; the sign of the side is in
// turnSlope
static void turnCovectors(Equality* e, const Turn* t, int b, int i) {
  const mjtNum sign = signOf(b), *w = b ? t->wB : t->wA, *a = b ? t->aB : t->aA;
  mjtNum unit[3] = {0, 0, 0}, acc[3], vel[3], res[3] = {0, 0, 0};
  unit[i] = 1;
  addE(res, t->half, t->qA, t->qB, unit);
  Change byAxis = {0}, byDot = {0}, byDotdot = {0};
  v3_copy(byAxis.phi[b], unit);
  v3_cross(byAxis.w[b], unit, w);
  v3_cross(byAxis.a[b], unit, a);
  v3_copy(byDot.w[b], unit);
  v3_cross(byDot.a[b], unit, w);
  v3_copy(byDotdot.a[b], unit);
  for (int k = 0; k < 3; k++) e->rho[b][3 + k][i] = e->row[b][3 + k].pos[i] = res[k];
  turnSlope(t, &byAxis, acc, vel);
  for (int k = 0; k < 3; k++) {
    e->row[b][3 + k].axis[i] = sign * (acc[k] + rowDamping(e, 3 + k) * vel[k]);
  }
  turnSlope(t, &byDot, acc, vel);
  for (int k = 0; k < 3; k++) {
    e->row[b][3 + k].dot[i] = sign * (acc[k] + rowDamping(e, 3 + k) * vel[k]);
  }
  turnSlope(t, &byDotdot, acc, vel);
  for (int k = 0; k < 3; k++) e->row[b][3 + k].dotdot[i] = sign * acc[k];
}

static void turnRows(Equality* e, const Turn* t) {
  for (int b = 0; b < 2; b++) {
    memset(e->rho[b][3], 0, 3 * sizeof *e->rho[b]);
    memset(e->row[b] + 3, 0, 3 * sizeof *e->row[b]);
    for (int i = 0; i < 3; i++) turnCovectors(e, t, b, i);
  }
}

// ---- distance: n.(p1 - p2)

static mjtNum normalOf(const Equality* e, mjtNum n[3]) {
  v3_sub(n, e->sides.point[0], e->sides.point[1]);
  const mjtNum len = v3_normalize(n);
  if (len < mjMINVAL) n[0] = -1;
  return len;
}

static void distanceRow(Equality* e) {
  const mjtNum B = rowDamping(e, 0);
  mjtNum n[3], at[2][3], diff[3], cross[3];
  const mjtNum len = normalOf(e, n);
  for (int b = 0; b < 2; b++) {
    mjtNum W[6];
    v6_copy(W, e->r->w->motion + 6 * e->pair.body[b]);
    v6_addToScl(W, e->r->w->vel + 6 * e->pair.body[b], B);
    v3_cross(at[b], W, e->arm[b]);
    v3_addTo(at[b], W + 3);
  }
  v3_sub(diff, at[0], at[1]);
  v3_addToScl(diff, n, -v3_dot(n, diff));
  v3_scl(diff, diff, len < mjMINVAL ? 0 : 1 / len);
  for (int b = 0; b < 2; b++) {
    Covectors* c = e->row[b];
    mjtNum* rho = e->rho[b][0];
    two_covector(rho, e->arm[b], n, NULL);
    v6_copy(c->pos, rho);
    v6_copy(c->turning, rho);
    v6_scl(c->dot, rho, B);
    two_covector(c->axis, e->arm[b], diff, NULL);
    v3_cross(cross, at[b], n);
    v3_addTo(c->axis, cross);
  }
}

// ---- rows into matrices of the pair

// d(row k) at fixed qacc -> change of its force: y = -D (...) + f dlnD; the residuals of all rows
// enter through the impedance
typedef struct {
  mjtNum D, f, stiff;  // curvature, force, K d
  mjtNum shared;       // factor of d|r|
} RowLaw;

static mjtNum sizeOf(const Equality* e, const mjtNum* pos) {
  return lane_sqrt(vn_dot(pos, pos, e->nrow));
}

static RowLaw lawOf(const Equality* e, int k) {
  const rows_Slope* r = e->r;
  const int efc = e->block->efc + k;
  const mjtNum *kbip = r->d->efc_KBIP + 4 * efc, *pos = r->d->efc_pos + e->block->efc;
  const rows_Rate rate = rows_rate(r, e->block, k);
  RowLaw law = {.D = rows_curvature(r, efc), .f = r->d->efc_force[efc]};
  law.stiff = kbip[0] * kbip[2];
  if (e->nrow == 1) {  // the derivative has the sign of the residual
    law.stiff = rate.stiffness;
    law.shared = law.f * rate.relative;
  } else if (!(r->w->without & SLOPE_RESIDUAL)) {
    const mjtNum slope = r->w->without & SLOPE_IMPEDANCE ? 0 : kbip[3];
    law.shared = law.f * rate.relative - law.D * kbip[0] * slope * pos[k];
  }
  return law;
}

// d|r| of side b as a covector of S; for a single row the residual itself
static void sizeCovector(const Equality* e, int b, mjtNum res[6]) {
  const mjtNum* pos = e->r->d->efc_pos + e->block->efc;
  if (e->nrow == 1) {
    v6_copy(res, e->row[b][0].pos);
    return;
  }
  const mjtNum size = sizeOf(e, pos);
  v6_zero(res);
  for (int k = 0; k < e->nrow && size > 0; k++) v6_addToScl(res, e->row[b][k].pos, pos[k] / size);
}

// covector of S: change of the force of row k, side b
static void response(const Equality* e, int k, int b, const RowLaw* law, mjtNum res[6]) {
  mjtNum size[6];
  const Covectors* c = &e->row[b][k];
  sizeCovector(e, b, size);
  v6_scl(res, c->axis, -law->D);
  v6_addToScl(res, c->pos, -law->D * law->stiff);
  v6_addToScl(res, size, law->shared);
  v6_scl(res, res, signOf(b));
}

static void addRow(Equality* e, int k, int row, int col) {
  const RowLaw law = lawOf(e, k);
  const Covectors* c = &e->row[col][k];
  mjtNum left[6], y[6];
  two_Bodies* p = &e->pair;
  v6_scl(left, e->rho[row][k], signOf(row));
  response(e, k, col, &law, y);
  two_outer(two_position(p, TWO_AXIS, row, col), left, y);
  v6_scl(left, left, -law.D * signOf(col));
  two_outer(two_position(p, TWO_DOT, row, col), left, c->dot);
  const bool product = !(e->r->w->without & SLOPE_PRODUCT);
  if (e->nrow == 1) {
    two_outer(two_position(p, TWO_TURNING, row, col), left, c->turning);
    two_outer(two_velocity(p, TWO_VAXIS, row, col), left, c->dot);
    return;
  }
  two_outer(two_position(p, TWO_DOTDOT, row, col), left, c->dotdot);
  if (product) {
    two_outer(two_velocity(p, TWO_VAXIS, row, col), left, c->dot);
    two_outer(two_velocity(p, TWO_BOTH, row, col), left, c->dotdot);
  } else {
    mjtNum damped[6];
    v6_scl(damped, e->rho[col][k], rowDamping(e, k));
    two_outer(two_velocity(p, TWO_VAXIS, row, col), left, damped);
  }
}

// ---- constant forces of the rows

// a force at the points of both sides, which move
static void addPointForce(Equality* e, const mjtNum force[3]) {
  for (int b = 0; b < 2; b++) {
    const mjtNum sign = signOf(b);
    mjtNum wrench[6], *mat;
    if (!e->pair.moves[b]) continue;
    two_covector(wrench, e->arm[b], force, NULL);
    v6_addToScl(e->r->w->pull + 6 * e->pair.body[b], wrench, sign);
    mat = two_position(&e->pair, TWO_AXIS, b, b);
    for (int c = 0; c < 6; c++) {
      mjtNum dp[3] = {0, 0, 0}, unit[3] = {0, 0, 0}, turn[3];
      unit[c % 3] = 1;
      if (c < 3) v3_cross(dp, unit, e->arm[b]);
      if (c >= 3) v3_copy(dp, unit);
      v3_cross(turn, dp, force);
      for (int i = 0; i < 3; i++) mat[6 * c + i] += sign * turn[i];
    }
  }
}

// torque of the rotational rows of a weld, ts/2 vec(qB f qA*), as the bodies rotate
static void torqueOf(const Turn* t, const mjtNum qA[4], const mjtNum qB[4], const mjtNum f[3],
                     mjtNum res[3]) {
  mjtNum conj[4], q[4];
  quat_neg(conj, qA);
  quat_mulAxis(q, qB, f);
  quat_mul(q, q, conj);
  v3_addToScl(res, q + 1, t->half);
}

static void addTorque(Equality* e, const Turn* t) {
  const mjtNum* f = e->r->d->efc_force + e->block->efc + 3;
  mjtNum torque[3] = {0, 0, 0};
  torqueOf(t, t->qA, t->qB, f, torque);
  for (int b = 0; b < 2; b++) {
    v3_addToScl(e->r->w->pull + 6 * e->pair.body[b], torque, signOf(b));
  }
  for (int col = 0; col < 2; col++) {
    for (int c = 0; c < 3; c++) {
      mjtNum unit[3] = {0, 0, 0}, turned[4], change[3] = {0, 0, 0};
      unit[c] = 1;
      halfProduct(turned, unit, col ? t->qB : t->qA);
      torqueOf(t, col ? t->qA : turned, col ? turned : t->qB, f, change);
      for (int row = 0; row < 2; row++) {
        mjtNum* mat = two_position(&e->pair, TWO_AXIS, row, col);
        for (int i = 0; i < 3; i++) mat[6 * c + i] += signOf(row) * change[i];
      }
    }
  }
}

// the normal of a distance rotates: f (1 - n n')/len between all sides
static void addNormalTurn(Equality* e) {
  const mjtNum f = e->r->d->efc_force[e->block->efc];
  mjtNum n[3];
  const mjtNum len = normalOf(e, n);
  if (len < mjMINVAL) return;
  for (int row = 0; row < 2; row++) {
    for (int col = 0; col < 2; col++) {
      for (int k = 0; k < 3; k++) {
        mjtNum unit[3] = {0, 0, 0}, left[6], right[6], across[3];
        unit[k] = 1;
        v3_scl(across, n, -n[k]);
        across[k] += 1;
        two_covector(left, e->arm[row], unit, NULL);
        two_covector(right, e->arm[col], across, NULL);
        v6_scl(left, left, signOf(row) * signOf(col) * f / len);
        two_outer(two_position(&e->pair, TWO_AXIS, row, col), left, right);
      }
    }
  }
}

// ---- the whole constraint

static void open(Equality* e, const rows_Slope* r, const con_Block* block, Turn* t) {
  memset(e->row, 0, sizeof e->row);
  e->r = r;
  e->block = block;
  e->nrow = block->nefc;
  e->sides = rows_sidesOf(r->m, r->d, block->id);
  two_open(&e->pair, r->m, r->d, r->w, e->sides.body[0], e->sides.body[1], false);
  for (int b = 0; b < 2; b++) v3_sub(e->arm[b], e->sides.point[b], e->pair.offset[b]);
  if (e->nrow == 1) {
    distanceRow(e);
    return;
  }
  pointRows(e);
  if (e->nrow < NROW) return;
  *t = turnOf(e);
  turnRows(e, t);
}

static void addForces(Equality* e, const Turn* t) {
  const mjtNum* f = e->r->d->efc_force + e->block->efc;
  if (e->nrow == 1) {
    mjtNum force[3];
    normalOf(e, force);
    v3_scl(force, force, f[0]);
    addPointForce(e, force);
    addNormalTurn(e);
    return;
  }
  addPointForce(e, f);
  if (e->nrow == NROW) addTorque(e, t);
}

// changes of the constraint forces, by the dofs of both chains
static void forceColumns(const Equality* e, const diff_Matrix* force) {
  const diff_Work* w = e->r->w;
  for (int b = 0; b < 2; b++) {
    for (int k = 0; k < e->nrow; k++) {
      const RowLaw law = lawOf(e, k);
      const Covectors* c = &e->row[b][k];
      const mjtNum scl = -law.D * signOf(b);
      const ptrdiff_t at = (ptrdiff_t)(e->block->efc + k) * force->stride;
      mjtNum y[6];
      response(e, k, b, &law, y);
      for (int n = 0; n < e->pair.chain[b].n; n++) {
        const int j = e->pair.chain[b].dof[n];
        const mjtNum* S = e->r->d->cdof + 6 * j;
        if (force->q) {
          force->q[at + j] += v6_dot(y, S) + scl * (v6_dot(c->dot, w->dot + 6 * j) +
                                                    v6_dot(c->turning, w->turning + 6 * j) +
                                                    v6_dot(c->dotdot, w->dotdot + 6 * j));
        }
        if (force->v) {
          force->v[at + j] += scl * (v6_dot(c->dot, S) + v6_dot(c->dotdot, w->both + 6 * j));
        }
      }
    }
  }
}

void rows_equalitySlope(const rows_Slope* r, const con_Block* block, const diff_Matrix* force) {
  Equality e;
  Turn t;
  open(&e, r, block, &t);
  if (force) {
    forceColumns(&e, force);
    return;
  }
  for (int k = 0; k < e.nrow; k++) {
    for (int row = 0; row < 2; row++) {
      for (int col = 0; col < 2; col++) addRow(&e, k, row, col);
    }
  }
  addForces(&e, &t);
  two_flush(&e.pair, &r->w->G, NULL);
}
