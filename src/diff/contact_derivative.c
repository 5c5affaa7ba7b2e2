// Analytic derivatives of contact constraints and their forces: contact Jacobian, friction cone or
// pyramid, adhesion (diff/rows_derivative.h). A contact has dim base rows c_k . (velocity of body 2
// minus that of body 1 at its point p), c_k the axes of its frame, or for k >= 3 the same of
// rotations; edges of pyramids are linear in them. As dofs move, p moves by dp, the frame turns by
// theta and the distance changes by ddist, all linear in the S_j of either body
// (diff/contact_kinematics.h). With covectors rho_k = (r x c_k, c_k) of S at r = p - (reference
// point), W the velocity or acceleration of the bodies and D the difference of body 2 minus body 1,
//   d(row_k W) = theta.(c_k x DW(p)) + dp.(c_k x DW_rot) + D rho_k.(W- x S_j + S_j x W)
// A force F, torque T on body 2 at p (and the opposite on body 1) exerts on dof i
//   d(S_i(p).F + S_i,rot.T) = S_i(p).(theta x F) + S_i,rot.(dp x F + theta x T) + what S_i turns
// of which the last is left to the wrenches (diff_Work.pull).
//   contact, efc_force, efc_state, efc_KBIP, touch, motion -> G, pull, drive
#include <string.h>

#include <sinew/api.h>

#include "constraint/law.h"
#include "diff/rows_derivative.h"
#include "diff/two_bodies.h"
#include "force/actuation.h"
#include "math/spatial.h"

enum { DIM = 6 };

// a contact with its frame and lever arms
typedef struct {
  const mjContact* con;
  int dim;
  mjtNum arm[2][3];       // from the reference points of the trees to the contact point
  mjtNum rho[2][DIM][6];  // covectors of the base rows
  // linear in S_j of a body: rotation of the frame, motion of the point, change of distance
  mjtNum theta[2][3][6], point[2][3][6], dist[2][6];
} Place;

static const mjtNum* axisOf(const mjContact* con, int k) { return con->frame + 3 * (k % 3); }

// ---- geometry

// covector (rot, lin) of the motion at the point -> covector of S
static void toAxis(mjtNum res[6], const mjtNum arm[3], const mjtNum at[6]) {
  two_covector(res, arm, at + 3, at);
}

static void placeMaps(const rows_Slope* r, Place* c, const ckin_Derivative* t) {
  const unsigned without = r->w->without;
  for (int k = 0; k < 3; k++) {
    mjtNum one[6];
    if (without & SLOPE_FRAME) {
      v6_zero(c->theta[0][k]);
      v6_zero(c->theta[1][k]);
    } else {
      v6_scl(one, t->turn + 6 * k, -1);
      v3_addTo(one, t->base + 3 * k);
      toAxis(c->theta[0][k], c->arm[0], one);
      toAxis(c->theta[1][k], c->arm[1], t->turn + 6 * k);
    }
    if (without & SLOPE_POINT) {
      v6_zero(c->point[0][k]);
      v6_zero(c->point[1][k]);
    } else {
      v6_scl(one, t->pos + 6 * k, -1);
      one[3 + k] += 1;
      toAxis(c->point[0][k], c->arm[0], one);
      toAxis(c->point[1][k], c->arm[1], t->pos + 6 * k);
    }
  }
  toAxis(c->dist[1], c->arm[1], t->dist);
  toAxis(c->dist[0], c->arm[0], t->dist);
  v6_scl(c->dist[0], c->dist[0], -1);
}

static void placeOf(const rows_Slope* r, const two_Bodies* p, int contact, Place* c) {
  c->con = r->d->contact + contact;
  c->dim = c->con->dim;
  for (int b = 0; b < 2; b++) {
    v3_sub(c->arm[b], c->con->pos, p->offset[b]);
    for (int k = 0; k < c->dim; k++) {
      const mjtNum* axis = axisOf(c->con, k);
      if (k < 3) {
        two_covector(c->rho[b][k], c->arm[b], axis, NULL);
      } else {
        v3_copy(c->rho[b][k], axis);
        v3_zero(c->rho[b][k] + 3);
      }
    }
  }
  placeMaps(r, c, r->touch + contact);
}

// covector += a . (three covectors)
static void addMap(mjtNum res[6], const mjtNum map[3][6], const mjtNum a[3]) {
  for (int k = 0; k < 3; k++) v6_addToScl(res, map[k], a[k]);
}

// ---- rows

// surface velocity of one geom at the point (vel, turn), and how it changes as the geom's own body
// moves (own)
static void addSurfaceSide(const rows_Slope* r, const Place* c, int b, const mjtNum dir[3],
                           bool spin, mjtNum vel[3], mjtNum turn[3], mjtNum own[6]) {
  const mjModel* m = r->m;
  const int geom = c->con->geom[b];
  if (geom < 0) return;
  const mjtNum *mat = r->d->geom_xmat + 9 * geom, *local = m->geom_surfacevel + 6 * geom;
  const mjtNum sign = b ? 1 : -1;
  mjtNum lin[3], ang[3], arm[3], part[3], cross[3], lever[3];
  m3_mulVec(ang, mat, local + 3);
  if (spin) {
    v3_addToScl(vel, ang, sign);
    v3_cross(part, ang, dir);
    v3_addToScl(own, part, sign);
    return;
  }
  m3_mulVec(lin, mat, local);
  v3_sub(arm, c->con->pos, r->d->geom_xpos + 3 * geom);
  v3_cross(part, ang, arm);
  v3_addToScl(vel, lin, sign);
  v3_addToScl(vel, part, sign);
  v3_addToScl(turn, ang, sign);
  // the surface turns with its body: lin, ang; its center moves
  v3_cross(part, lin, dir);
  v3_cross(cross, arm, dir);
  v3_addCross(part, ang, cross);
  v3_cross(cross, dir, ang);
  v3_sub(lever, c->arm[b], arm);  // from the reference point to the geom
  v3_cross(arm, lever, cross);
  v3_subFrom(part, arm);
  v3_addToScl(own, part, sign);
  v3_addToScl(own + 3, cross, -sign);
}

// covectors of both bodies += scl d(surface velocity along base row k)
static void addSurface(const rows_Slope* r, const Place* c, int k, mjtNum scl, mjtNum z[2][6]) {
  if (k < 1 || k > 3) return;
  const mjtNum* dir = axisOf(c->con, k);
  mjtNum vel[3] = {0, 0, 0}, turn[3] = {0, 0, 0}, own[2][6], cross[3];
  memset(own, 0, sizeof own);
  for (int b = 0; b < 2; b++) addSurfaceSide(r, c, b, dir, k == 3, vel, turn, own[b]);
  for (int b = 0; b < 2; b++) {
    v3_cross(cross, dir, vel);
    v3_scl(cross, cross, scl);
    addMap(z[b], c->theta[b], cross);
    v3_cross(cross, dir, turn);
    v3_scl(cross, cross, scl);
    addMap(z[b], c->point[b], cross);
    v6_addToScl(z[b], own[b], scl);
  }
}

// z = covectors of S_j, for both bodies, of d(row_k (qacc + B qvel)) without the part from W- x S_j
static void rowSlope(const rows_Slope* r, const two_Bodies* p, const Place* c, int k, mjtNum B,
                     mjtNum z[2][6]) {
  const mjtNum* axis = axisOf(c->con, k);
  mjtNum W[2][6], rate[2][3], diff[3], spin[3], cross[3];
  for (int b = 0; b < 2; b++) {
    v6_copy(W[b], r->w->motion + 6 * p->body[b]);
    v6_addToScl(W[b], r->w->vel + 6 * p->body[b], B);
    v3_cross(rate[b], W[b], c->arm[b]);
    v3_addTo(rate[b], W[b] + 3);
    spat_crossForce(z[b], W[b], c->rho[b][k]);
  }
  v6_scl(z[0], z[0], -1);
  v3_sub(spin, W[1], W[0]);
  v3_sub(diff, rate[1], rate[0]);
  v3_cross(cross, axis, k < 3 ? diff : spin);
  for (int b = 0; b < 2; b++) addMap(z[b], c->theta[b], cross);
  if (k < 3) {
    v3_cross(cross, axis, spin);
    for (int b = 0; b < 2; b++) addMap(z[b], c->point[b], cross);
  }
  if (r->m->flg_surfacevel) addSurface(r, c, k, B, z);
}

// ---- constraint law, in base rows

typedef struct {
  mjtNum H[DIM * DIM];  // curvature (dim x dim)
  mjtNum B[DIM];        // damping of rows
  mjtNum by[DIM];       // derivative of the forces by distance
  mjtNum force[DIM];
} Law;

// J' of the edges of a pyramid: base rows 0 and k, with friction coefficient mu
static void pyramidLaw(const rows_Slope* r, const con_Block* b, Law* law) {
  const mjContact* con = r->d->contact + b->contact;
  const rows_Rate rate = rows_rate(r, b, 0);
  const mjtNum* f = r->d->efc_force + b->efc;
  mjtNum side[DIM] = {0};  // curvature times edges
  for (int e = 0; e < b->nefc; e++) {
    const int k = 1 + e / 2;
    const mjtNum mu = e % 2 ? -con->friction[k - 1] : con->friction[k - 1];
    const mjtNum D = rows_curvature(r, b->efc + e);
    law->force[0] += f[e];
    law->force[k] += mu * f[e];
    law->H[0] += D;
    law->H[k] += D * mu;
    law->H[DIM * k + k] += D * mu * mu;
    side[0] += D;
    side[k] += D * mu;
  }
  for (int k = 1; k < b->nbase; k++) law->H[DIM * k] = law->H[k];
  for (int k = 0; k < b->nbase; k++) {
    law->by[k] = rate.relative * law->force[k] - rate.stiffness * side[k];
    law->B[k] = rate.damping;
  }
}

static void coneLaw(const rows_Slope* r, const con_Block* b, Law* law) {
  const mjContact* con = r->d->contact + b->contact;
  const rows_Rate rate = rows_rate(r, b, 0);
  const int dim = b->nefc;
  if (r->d->efc_state[b->efc] == mjCNSTRSTATE_CONE) {
    mjtNum H[DIM * DIM];
    law_coneHessian(H, r->jar + b->efc, r->d->efc_D[b->efc], con->mu, con->friction, dim);
    for (int i = 0; i < dim; i++) {
      for (int k = 0; k < dim; k++) law->H[DIM * i + k] = H[dim * i + k];
    }
  } else {
    for (int k = 0; k < dim; k++) law->H[(DIM + 1) * k] = rows_curvature(r, b->efc + k);
  }
  for (int k = 0; k < dim; k++) {
    law->force[k] = r->d->efc_force[b->efc + k];
    law->by[k] = rate.relative * law->force[k] - rate.stiffness * law->H[DIM * k];
    law->B[k] = r->d->efc_KBIP[4 * (b->efc + k) + 1];
  }
}

static void lawOf(const rows_Slope* r, const con_Block* b, Law* law) {
  memset(law, 0, sizeof *law);
  if (b->shape == CON_PYRAMID) {
    pyramidLaw(r, b, law);
  } else {
    coneLaw(r, b, law);
  }
}

// ---- into matrices of the pair of bodies

// res[dim][6] = H (rows scaled by scl)
static void mulLaw(mjtNum res[DIM][6], const Law* law, const mjtNum (*rho)[6], const mjtNum* scl,
                   int dim) {
  for (int k = 0; k < dim; k++) {
    v6_zero(res[k]);
    for (int l = 0; l < dim; l++) {
      const mjtNum x = law->H[DIM * k + l];
      if (x != 0) v6_addToScl(res[k], rho[l], scl ? x * scl[l] : x);
    }
  }
}

// matrices of positions and velocities from -H (W- x S + B Sd) rho
static void addMotion(two_Bodies* p, const Place* c, const Law* law) {
  mjtNum Hr[DIM][6], HBr[DIM][6];
  for (int col = 0; col < 2; col++) {
    if (!p->moves[col]) continue;
    mulLaw(Hr, law, c->rho[col], NULL, c->dim);
    mulLaw(HBr, law, c->rho[col], law->B, c->dim);
    for (int row = 0; row < 2; row++) {
      if (!p->moves[row]) continue;
      const mjtNum sign = row == col ? -1 : 1;
      mjtNum *turning = two_position(p, TWO_TURNING, row, col), part[6];
      mjtNum *dot = two_position(p, TWO_DOT, row, col), *vel = two_velocity(p, TWO_VAXIS, row, col);
      for (int k = 0; k < c->dim; k++) {
        v6_scl(part, c->rho[row][k], sign);
        two_outer(turning, part, Hr[k]);
        two_outer(dot, part, HBr[k]);
        two_outer(vel, part, HBr[k]);
      }
    }
  }
}

// change of the row forces by S_j: rho_k (by_k ddist - H z)
static void addResponse(const rows_Slope* r, two_Bodies* p, const Place* c, const Law* law) {
  mjtNum z[DIM][2][6];
  for (int k = 0; k < c->dim; k++) rowSlope(r, p, c, k, law->B[k], z[k]);
  for (int k = 0; k < c->dim; k++) {
    for (int col = 0; col < 2; col++) {
      mjtNum y[6], part[6];
      if (!p->moves[col]) continue;
      v6_scl(y, c->dist[col], law->by[k]);
      for (int l = 0; l < c->dim; l++) {
        const mjtNum x = law->H[DIM * k + l];
        if (x != 0) v6_addToScl(y, z[l][col], -x);
      }
      for (int row = 0; row < 2; row++) {
        if (!p->moves[row]) continue;
        v6_scl(part, c->rho[row][k], row ? 1 : -1);
        two_outer(two_position(p, TWO_AXIS, row, col), part, y);
      }
    }
  }
}

// a force and torque that are constant in the contact frame; adds their wrench to `wrench`
static void addForce(two_Bodies* p, const Place* c, const mjtNum force[3], const mjtNum torque[3],
                     mjtNum* wrench) {
  for (int row = 0; row < 2; row++) {
    const mjtNum sign = row ? 1 : -1;
    mjtNum part[6];
    if (!p->moves[row]) continue;
    two_covector(part, c->arm[row], force, torque);
    v6_addToScl(wrench + 6 * p->body[row], part, sign);
    for (int col = 0; col < 2; col++) {
      if (!p->moves[col]) continue;
      mjtNum* mat = two_position(p, TWO_AXIS, row, col);
      for (int k = 0; k < 6; k++) {
        const mjtNum theta[3] = {c->theta[col][0][k], c->theta[col][1][k], c->theta[col][2][k]};
        const mjtNum dp[3] = {c->point[col][0][k], c->point[col][1][k], c->point[col][2][k]};
        mjtNum lin[3], rot[3];
        v3_cross(lin, theta, force);
        v3_cross(rot, c->arm[row], lin);
        v3_addCross(rot, dp, force);
        v3_addCross(rot, theta, torque);
        for (int i = 0; i < 3; i++) {
          mat[6 * k + i] += sign * rot[i];
          mat[6 * k + 3 + i] += sign * lin[i];
        }
      }
    }
  }
}

static void addContact(const rows_Slope* r, two_Bodies* p, const con_Block* b) {
  Place c;
  Law law;
  mjtNum force[3] = {0, 0, 0}, torque[3] = {0, 0, 0};
  placeOf(r, p, b->contact, &c);
  lawOf(r, b, &law);
  addMotion(p, &c, &law);
  addResponse(r, p, &c, &law);
  if (!(r->w->without & SLOPE_ADHESION)) law.force[0] -= c.con->adhesion;
  for (int k = 0; k < c.dim; k++) {
    v3_addToScl(k < 3 ? force : torque, axisOf(c.con, k), law.force[k]);
  }
  addForce(p, &c, force, torque, r->w->pull);
}

// ---- adhesion

static int bodyOf(const mjModel* m, const mjContact* con, int side) {
  return m->geom_bodyid[con->geom[side]];
}

// of two geoms, and touching or within the gap
static bool adheres(const mjContact* con) {
  return con->geom[0] >= 0 && con->geom[1] >= 0 && con->exclude <= 1;
}

// a force along the normal of a contact
static void addNormal(const rows_Slope* r, int contact, mjtNum f, mjtNum* wrench,
                      const mjtNum* factor) {
  const mjContact* con = r->d->contact + contact;
  static const mjtNum none[3] = {0, 0, 0};
  two_Bodies p;
  Place c;
  mjtNum force[3];
  two_open(&p, r->m, r->d, r->w, bodyOf(r->m, con, 0), bodyOf(r->m, con, 1), true);
  placeOf(r, &p, contact, &c);
  v3_scl(force, con->frame, f);
  addForce(&p, &c, force, none, wrench);
  two_flush(&p, &r->w->G, factor);
}

// contacts within the gap pull though they have no constraint rows
static void addGaps(const rows_Slope* r) {
  for (int i = 0; i < r->d->ncon; i++) {
    const mjContact* con = r->d->contact + i;
    if (con->adhesion == 0 || con->efc_address >= 0 || !adheres(con)) continue;
    addNormal(r, i, -con->adhesion, r->w->pull, NULL);
  }
}

static bool touches(const rows_Slope* r, int contact, int body) {
  const mjContact* con = r->d->contact + contact;
  return adheres(con) && (bodyOf(r->m, con, 0) == body || bodyOf(r->m, con, 1) == body);
}

// actuators whose force is distributed over the contacts of a body
static void addActuators(const rows_Slope* r) {
  const mjModel* m = r->m;
  if (m->opt.disableflags & mjDSBL_ACTUATION) return;
  for (int a = 0; a < m->nactuator; a++) {
    const mjtNum force = r->d->actuator_force[m->actuator_outadr[a]];
    const int body = m->actuator_trnid[2 * a];
    int n = 0;
    if (m->actuator_trntype[a] != mjTRN_BODY || force == 0 || actuation_isDisabled(m, a)) continue;
    for (int i = 0; i < r->d->ncon; i++) n += touches(r, i, body);
    for (int i = 0; i < r->d->ncon; i++) {
      if (touches(r, i, body)) addNormal(r, i, -force / n, r->w->drive, r->w->driven);
    }
  }
}

void rows_contactSlope(const rows_Slope* r) {
  two_Bodies p;
  p.body[0] = -1;
  for (int k = 0; k < r->rows.nblock; k++) {
    const con_Block* b = r->rows.block + k;
    if (b->contact < 0) continue;
    const mjContact* con = r->d->contact + b->contact;
    const int body1 = bodyOf(r->m, con, 0), body2 = bodyOf(r->m, con, 1);
    if (p.body[0] != body1 || p.body[1] != body2) {
      if (p.body[0] >= 0) two_flush(&p, &r->w->G, NULL);
      two_open(&p, r->m, r->d, r->w, body1, body2, true);
    }
    addContact(r, &p, b);
  }
  if (p.body[0] >= 0) two_flush(&p, &r->w->G, NULL);
  addGaps(r);
  if (r->actuators) addActuators(r);
}

// ---- forces

// base rows -> edges: row e of a pyramid is row 0 +- friction times row k
static mjtNum edge(const mjContact* con, const mjtNum* base, int e) {
  const mjtNum mu = con->friction[e / 2];
  return base[0] + (e % 2 ? -mu : mu) * base[1 + e / 2];
}

// change of the forces of a contact if a dof changes its base rows by z and its distance
static void forceColumn(const rows_Slope* r, const con_Block* b, const Law* law, const mjtNum* z,
                        mjtNum ddist, mjtNum* col, int stride) {
  const mjContact* con = r->d->contact + b->contact;
  const rows_Rate rate = rows_rate(r, b, 0);
  for (int e = 0; e < b->nefc; e++) {
    mjtNum sum;
    if (b->shape == CON_PYRAMID) {
      const mjtNum D = rows_curvature(r, b->efc + e);
      sum = (rate.relative * r->d->efc_force[b->efc + e] - D * rate.stiffness) * ddist -
            D * edge(con, z, e);
    } else {
      sum = law->by[e] * ddist;
      for (int l = 0; l < b->nefc; l++) sum -= law->H[DIM * e + l] * z[l];
    }
    col[(ptrdiff_t)(b->efc + e) * stride] += sum;
  }
}

void rows_contactForce(const rows_Slope* r, const con_Block* b, const diff_Matrix* force) {
  const mjContact* con = r->d->contact + b->contact;
  const int dim = con->dim;
  two_Bodies p;
  Place c;
  Law law;
  mjtNum z[DIM][2][6], byQ[DIM], byV[DIM];
  two_open(&p, r->m, r->d, r->w, bodyOf(r->m, con, 0), bodyOf(r->m, con, 1), true);
  placeOf(r, &p, b->contact, &c);
  lawOf(r, b, &law);
  for (int k = 0; k < dim; k++) rowSlope(r, &p, &c, k, law.B[k], z[k]);
  for (int body = 0; body < 2; body++) {
    const mjtNum sign = body ? 1 : -1;
    for (int n = 0; n < p.chain[body].n; n++) {
      const int j = p.chain[body].dof[n];
      const mjtNum *S = r->d->cdof + 6 * j, *rho;
      for (int k = 0; k < dim; k++) {
        rho = c.rho[body][k];
        byQ[k] = v6_dot(z[k][body], S) + sign * (v6_dot(rho, r->w->turning + 6 * j) +
                                                 law.B[k] * v6_dot(rho, r->w->dot + 6 * j));
        byV[k] = sign * law.B[k] * v6_dot(rho, S);
      }
      if (force->q) {
        forceColumn(r, b, &law, byQ, v6_dot(c.dist[body], S), force->q + j, force->stride);
      }
      if (force->v) forceColumn(r, b, &law, byV, 0, force->v + j, force->stride);
    }
  }
}
