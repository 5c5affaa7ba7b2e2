// Bias force of tendon armature: rate of change of a tendon's Jacobian along the motion, k =
// (dJ/dt) qvel, and its analytic derivatives. Over pieces with direction u, length l and
// differences of velocity and acceleration between the ends,
//   k = sum of (u.DA + (|Dv|^2 - (u.Dv)^2)/l)/divisor,
// where A is the acceleration of a point with qacc = 0 and no gravity,
//   A = a_lin + a_rot x arm + w x v,   v = v_lin + w x arm,
// differentiated with the rules of diff/derivatives.h. Only for paths over sites.
//   cvel, cacc, motion, dotdot, turning, both -> k, dk/dq, dk/dv
#include "diff/derivative_armature.h"

// velocity and acceleration of an end, or their change
typedef struct {
  real vel[3], acc[3];
} End;

typedef struct {
  const diff_Row* row;
  const diff_Work* w;
  real gravity[6];  // acceleration of the world
} Pass;

// acceleration of a body with qacc = 0 and no gravity
LANE_INLINE void bodyAcc(const Pass* p, int body, real acc[6]) {
  v6_sub(acc, p->w->cacc + 6 * body, p->w->motion + 6 * body);
  v6_sub(acc, acc, p->gravity);
}

static void endMotion(const Pass* p, const diff_Segment* s, int k, End* end) {
  const real* vel = p->row->d->cvel + 6 * s->body[k];
  real acc[6];
  bodyAcc(p, s->body[k], acc);
  chain_column(end->vel, vel, s->arm[k]);
  chain_column(end->acc, acc, s->arm[k]);
  v3_addCross(end->acc, vel, end->vel);
}

// change of a point's motion: that of its body by dvel, dacc, that of its position by move
static void changeMotion(const Pass* p, const diff_Segment* s, int k, const real dvel[6],
                         const real dacc[6], const real move[3], End* change) {
  const real *vel = p->row->d->cvel + 6 * s->body[k], *arm = s->arm[k];
  real acc[6], point[3];
  bodyAcc(p, s->body[k], acc);
  chain_column(point, vel, arm);
  chain_column(change->vel, dvel, arm);
  v3_addCross(change->vel, vel, move);
  chain_column(change->acc, dacc, arm);
  v3_addCross(change->acc, acc, move);
  v3_addCross(change->acc, dvel, point);
  v3_addCross(change->acc, vel, change->vel);
}

// by q_j: dv = Sd + S x v, da = Sdd + S x a + Sd x v, with Sdd for qacc = 0 and no gravity
static void byPosition(const Pass* p, const diff_Segment* s, int k, int dof, real move[3],
                       End* change) {
  const lane_Data* d = p->row->d;
  const real *S = d->cdof + 6 * dof, *Sd = d->cdof_dot + 6 * dof, *vel = d->cvel + 6 * s->body[k];
  real dvel[6], dacc[6], acc[6], part[6];
  LANE(diff_movePoint)(p->row, s, k, dof, move);
  bodyAcc(p, s->body[k], acc);
  spat_crossMotion(dvel, S, vel);
  v6_addTo(dvel, Sd);
  v6_sub(dacc, p->w->dotdot + 6 * dof, p->w->turning + 6 * dof);
  spat_crossMotion(part, p->gravity, S);
  v6_sub(dacc, dacc, part);
  spat_crossMotion(part, S, acc);
  v6_addTo(dacc, part);
  spat_crossMotion(part, Sd, vel);
  v6_addTo(dacc, part);
  changeMotion(p, s, k, dvel, dacc, move, change);
}

// by v_j: dv = S, da = Sd + So + S x v
static void byVelocity(const Pass* p, const diff_Segment* s, int k, int dof, End* change) {
  const lane_Data* d = p->row->d;
  real dacc[6], move[3];
  v3_zero(move);
  spat_crossMotion(dacc, d->cdof + 6 * dof, d->cvel + 6 * s->body[k]);
  v6_addTo(dacc, p->w->both + 6 * dof);
  changeMotion(p, s, k, d->cdof + 6 * dof, dacc, move, change);
}

LANE_INLINE void still(End* end) {
  v3_zero(end->vel);
  v3_zero(end->acc);
}

LANE_INLINE void difference(End* res, const End end[2]) {
  v3_sub(res->vel, end[1].vel, end[0].vel);
  v3_sub(res->acc, end[1].acc, end[0].acc);
}

// motion of the far end relative to the near one
typedef struct {
  End rate;
  real along, spread;  // u.Dv, |Dv|^2 - (u.Dv)^2
} Piece;

static Piece pieceOf(const Pass* p, const diff_Segment* s) {
  End end[2];
  Piece piece;
  for (int k = 0; k < 2; k++) endMotion(p, s, k, end + k);
  difference(&piece.rate, end);
  piece.along = v3_dot(s->unit[0], piece.rate.vel);
  piece.spread = v3_dot(piece.rate.vel, piece.rate.vel) - piece.along * piece.along;
  return piece;
}

// change of a piece's k if its end moves by `move` relative to the other
static real changePiece(const diff_Segment* s, const Piece* piece, const End* change,
                        const real move[3]) {
  const real *u = s->unit[0], *vel = piece->rate.vel, inverse = s->inverse[0];
  const real longer = v3_dot(u, move);
  real turn[3];
  v3_addScl(turn, move, u, -longer);
  v3_scl(turn, turn, inverse);
  const real along = v3_dot(turn, vel) + v3_dot(u, change->vel);
  const real spread = 2 * (v3_dot(vel, change->vel) - piece->along * along);
  return (v3_dot(turn, piece->rate.acc) + v3_dot(u, change->acc) +
          (spread - piece->spread * inverse * longer) * inverse) *
         s->scale[0];
}

static void addPiece(const Pass* p, const diff_Segment* s, diff_Spin* spin) {
  const diff_Row* row = p->row;
  const Piece piece = pieceOf(p, s);
  spin->value = spin->value +
                (v3_dot(s->unit[0], piece.rate.acc) + piece.spread * s->inverse[0]) * s->scale[0];
  for (int c = 0; c < row->n; c++) {
    End byQ[2], byV[2], change;
    real move[2][3];
    for (int k = 0; k < 2; k++) {
      v3_zero(move[k]);
      still(byQ + k);
      still(byV + k);
      if (!diff_moves(row->m, row->col[c], s->last[k])) continue;
      byPosition(p, s, k, row->col[c], move[k], byQ + k);
      byVelocity(p, s, k, row->col[c], byV + k);
    }
    v3_subFrom(move[1], move[0]);
    difference(&change, byQ);
    spin->byQ[c] = spin->byQ[c] + changePiece(s, &piece, &change, move[1]);
    v3_zero(move[1]);
    difference(&change, byV);
    spin->byV[c] = spin->byV[c] + changePiece(s, &piece, &change, move[1]);
  }
}

void LANE(diff_spin)(const diff_Row* row, const diff_Path* path, const diff_Work* w,
                     diff_Spin* spin) {
  Pass p = {.row = row, .w = w};
  v6_copy(p.gravity, w->cacc);
  spin->value = lane_bc(0);
  vn_zero(spin->byQ, row->n);
  vn_zero(spin->byV, row->n);
  for (int i = 0; i < path->n; i++) {
    if (path->segment[i].has[0]) addPiece(&p, path->segment + i, spin);
  }
}
