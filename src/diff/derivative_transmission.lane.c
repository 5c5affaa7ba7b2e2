// Analytic derivatives of actuator transmissions (joint, tendon, slider-crank, site, body): T = d
// moment/dq, d length/dq and d velocity/dq = T'v. The derivative of the length is not always the
// moment: the length of a ball joint is gear.log(q), with derivative gear'J^-1(log q) by right
// perturbations (derivative_rotation.h), and its moment is the gear; in the parent's frame the
// moment is R'gear, which changes by R'gear x d. Sites exert wrenches fixed in the axes of a site;
// a slider-crank exerts dl/dv on both sites and a x dl/da on the slider. Moments of tendons are
// differentiated in derivative_tendon.lane.c, those of bodies with the contacts.
//   actuator_moment, poses, cdof, qvel, tenV -> diff_Gearing
#include "diff/derivative_rotation.h"
#include "diff/derivative_transmission.h"
#include "math/quat.h"

typedef struct {
  const lane_Model* m;
  lane_Data* d;
  const diff_Work* w;
  int id, out;
  bool full;
  diff_Gearing* g;
} Actuator;

LANE_INLINE void getGear(real res[3], const Actuator* a, int part) {
  v3_copy(res, lane_prmAt(a->m->actuator_gear, 6 * a->out + 3 * part));
}

// ---- scratch

// rows over columns col, with the moments
static bool openRows(const Actuator* a, const int* col, int n, bool turns) {
  diff_Gearing* g = a->g;
  const int nout = g->nout;
  g->n = n;
  g->turns = turns;
  real* at = diff_scratch(a->d, 3 * nout * n + 1);
  if (!at) return false;
  vn_zero(at, 3 * nout * n);
  g->moment = at;
  g->length = at + nout * n;
  g->rate = at + 2 * nout * n;
  for (int o = 0; o < nout; o++) {
    if (!LANE(diff_openRow)(g->row + o, a->m, a->d, col, n, turns || a->full)) return false;
    const int adr = a->d->moment_rowadr[a->out + o], nnz = a->d->moment_rownnz[a->out + o];
    for (int k = adr; k < adr + nnz; k++) {
      const int place = diff_place(g->row, a->d->moment_colind[k]);
      ASSERT_FULL(place >= 0);
      g->moment[o * n + place] = a->d->actuator_moment[k];
    }
  }
  return true;
}

// copies the moments to the last column of T, and adds the rates that follow from T
static void closeRows(const Actuator* a) {
  const diff_Gearing* g = a->g;
  const int n = g->n, width = n + 1;
  for (int o = 0; o < g->nout; o++) {
    real* T = g->row[o].T;
    for (int k = 0; k < n && T; k++) {
      T[k * width + n] = g->moment[o * n + k];
      if (g->turns) vn_addToScl(g->rate + o * n, T + k * width, a->d->qvel[g->row[o].col[k]], n);
    }
  }
}

static bool openDofs(const Actuator* a, int dof, int n, bool turns) {
  int* col = diff_ints(a->d, n);
  for (int k = 0; k < n && col; k++) col[k] = dof + k;
  return col && openRows(a, col, n, turns);
}

static bool openChains(const Actuator* a, int lastA, int lastB) {
  int* col = diff_ints(a->d, (int)a->m->nv);
  return col && openRows(a, col, LANE(diff_joinChains)(a->m, lastA, lastB, col), true);
}

// ---- joints

static void ballInverse(const Actuator* a, int qposadr, real inverse[9]) {
  real quat[4], e[3];
  v4_copy(quat, a->d->qpos + qposadr);
  quat_normalize(quat);
  quat_toVel(e, quat, lane_bc(1));
  diff_rotationInverse(inverse, e);
}

static void ballLength(const Actuator* a, int joint) {
  real inverse[9], gear[3];
  getGear(gear, a, 0);
  ballInverse(a, a->m->jnt_qposadr[joint], inverse);
  m3_mulTVec(a->g->length, inverse, gear);
}

// moment g of three rotations from index k on: dg = g x delta
static void turnMoment(const Actuator* a, int k) {
  if (a->w->without & SLOPE_INPARENT) return;
  const real *g = a->g->moment + k, zero = lane_bc(0);
  const int width = a->g->n + 1;
  real* T = a->g->row[0].T + k * width + k;
  v3_set(T, zero, -g[2], g[1]);
  v3_set(T + width, g[2], zero, -g[0]);
  v3_set(T + 2 * width, -g[1], g[0], zero);
}

static bool jointRow(const Actuator* a, bool inParent) {
  static const int size[] = {
      [mjJNT_FREE] = 6, [mjJNT_BALL] = 3, [mjJNT_SLIDE] = 1, [mjJNT_HINGE] = 1};
  const int joint = a->m->actuator_trnid[2 * a->id], type = a->m->jnt_type[joint];
  const int n = size[type];
  const bool turns = inParent && n > 1;
  if (!openDofs(a, a->m->jnt_dofadr[joint], n, turns)) return false;
  if (turns) turnMoment(a, n - 3);
  if (type == mjJNT_FREE) return true;  // without a length
  if (type == mjJNT_BALL && !(a->w->without & SLOPE_LENGTH)) {
    ballLength(a, joint);
  } else {
    vn_copy(a->g->length, a->g->moment, n);
  }
  return true;
}

static bool joint(const Actuator* a) { return jointRow(a, false); }

static bool jointInParent(const Actuator* a) { return jointRow(a, true); }

// ---- tendon

static bool tendon(const Actuator* a) {
  const lane_Model* m = a->m;
  const int id = m->actuator_trnid[2 * a->id], adr = m->ten_J_rowadr[id], n = m->ten_J_rownnz[id];
  const real gear = lane_prm(m->actuator_gear, 6 * a->out);
  if (!openRows(a, m->ten_J_colind + adr, n, false)) return false;
  vn_copy(a->g->length, a->g->moment, n);
  vn_scl(a->g->rate, a->w->tenV + adr, gear, n);
  return true;
}

// ---- two points

// where wrenches act: last dof, its index in the row, arm from the reference point
typedef struct {
  int last, place;
  real arm[3];
} End;

static End endOf(const Actuator* a, int site) {
  End end = {.last = -1, .place = -1};
  v3_zero(end.arm);
  if (site < 0) return end;
  const int body = a->m->site_bodyid[site];
  end.last = chain_last(a->m, body);
  v3_sub(end.arm, a->d->site_xpos + 3 * site, chain_centre(a->m, a->d, body));
  return end;
}

static bool openEnds(const Actuator* a, End end[2]) {
  if (!openChains(a, end[0].last, end[1].last)) return false;
  for (int k = 0; k < 2; k++) {
    if (end[k].last >= 0) end[k].place = diff_place(a->g->row, end[k].last);
  }
  return true;
}

// dofs that move both ends have no moment
static void clearCommon(const diff_Row* row, const End end[2]) {
  for (int k = 0; k < row->n; k++) {
    const int dof = row->col[k];
    if (!diff_moves(row->m, dof, end[0].last) || !diff_moves(row->m, dof, end[1].last)) continue;
    vn_zero(row->T + k * (row->n + 1), row->n + 1);
  }
}

// motion of an end if a dof moves; false: it does not move
static bool moveEnd(const diff_Row* row, const End* end, int dof, real move[3]) {
  v3_zero(move);
  if (!diff_moves(row->m, dof, end->last)) return false;
  chain_column(move, row->d->cdof + 6 * dof, end->arm);
  return true;
}

// ---- slider-crank

typedef struct {
  End end[2];  // tip, base
  real axis[3], v[3], gear;
  real av, inverse;  // a.v, 1/s where the rod reaches, else 0
  real byV[3], byAxis[3];
} Crank;

// derivatives of the length, with f = 1 - a.v/s: dl/dv = a f + v/s, dl/da = v f
static void crankLaw(Crank* c, real rod) {
  const real av = v3_dot(c->axis, c->v), det = av * av + rod * rod - v3_dot(c->v, c->v);
  const mask reach = det > 0;
  const real s = lane_sqrt(lane_select(reach, det, lane_bc(1)));
  c->av = av;
  c->inverse = lane_select(reach, 1.0 / s, lane_bc(0));
  v3_scl(c->byV, c->axis, 1 - av * c->inverse);
  v3_addToScl(c->byV, c->v, c->inverse);
  v3_scl(c->byAxis, c->v, 1 - av * c->inverse);
}

// wrenches += gear times byV on the crank, minus that on the slider, and the torque there
static void crankWrench(const Crank* c, real* at, const real byV[3], const real torque[3]) {
  if (c->end[0].place >= 0) diff_push(at + 6 * c->end[0].place, c->end[0].arm, byV, c->gear);
  if (c->end[1].place < 0) return;
  diff_push(at + 6 * c->end[1].place, c->end[1].arm, byV, -c->gear);
  v3_addToScl(at + 6 * c->end[1].place, torque, c->gear);
}

static void changeCrank(const diff_Row* row, const void* element, int dof) {
  const Crank* c = element;
  const real *a = c->axis, *v = c->v, f = 1 - c->av * c->inverse;
  real move[2][3], da[3], dv[3], dbyV[3], dbyAxis[3], torque[3];
  moveEnd(row, &c->end[0], dof, move[0]);
  v3_zero(da);
  if (moveEnd(row, &c->end[1], dof, move[1])) v3_cross(da, row->d->cdof + 6 * dof, a);
  v3_sub(dv, move[0], move[1]);
  const real dav = v3_dot(da, v) + v3_dot(a, dv);
  const real ds = (c->av * dav - v3_dot(v, dv)) * c->inverse;
  const real df = (c->av * ds * c->inverse - dav) * c->inverse, di = -ds * c->inverse * c->inverse;
  for (int k = 0; k < 3; k++) {
    dbyV[k] = da[k] * f + a[k] * df + dv[k] * c->inverse + v[k] * di;
    dbyAxis[k] = dv[k] * f + v[k] * df;
  }
  v3_cross(torque, a, dbyAxis);
  v3_addCross(torque, da, c->byAxis);
  crankWrench(c, row->change, dbyV, torque);
  for (int k = 0; k < 2; k++) {
    if (c->end[k].place < 0) continue;
    v3_cross(torque, move[k], c->byV);
    v3_addToScl(row->change + 6 * c->end[k].place, torque, k ? -c->gear : c->gear);
  }
}

static bool sliderCrank(const Actuator* a) {
  const lane_Model* m = a->m;
  const int tip = m->actuator_trnid[2 * a->id], base = m->actuator_trnid[2 * a->id + 1];
  Crank c = {.end = {endOf(a, tip), endOf(a, base)},
             .gear = lane_prm(m->actuator_gear, 6 * a->out)};
  real torque[3];
  if (!openEnds(a, c.end)) return false;
  m3_column(c.axis, a->d->site_xmat + 9 * base, 2);
  v3_sub(c.v, a->d->site_xpos + 3 * tip, a->d->site_xpos + 3 * base);
  crankLaw(&c, lane_prm(m->actuator_cranklength, a->id));
  diff_Row* row = a->g->row;
  v3_cross(torque, c.axis, c.byAxis);
  crankWrench(&c, row->wrench, c.byV, torque);
  LANE(diff_sumRow)(row);
  LANE(diff_fillRow)(row, changeCrank, &c);
  clearCommon(row, c.end);
  vn_copy(a->g->length, a->g->moment, a->g->n);
  return true;
}

// ---- sites

// a wrench on one site, and its opposite on another or none; it is fixed in the axes of one of them
typedef struct {
  End end[2];
  int axes;  // index of that site
  real force[3], torque[3];
} Push;

static void pushWrench(const Push* p, real* at, const real force[3], const real torque[3]) {
  for (int k = 0; k < 2; k++) {
    if (p->end[k].place < 0) continue;
    const real sign = lane_bc(k ? -1 : 1);
    diff_push(at + 6 * p->end[k].place, p->end[k].arm, force, sign);
    v3_addToScl(at + 6 * p->end[k].place, torque, sign);
  }
}

static void changePush(const diff_Row* row, const void* element, int dof) {
  const Push* p = element;
  const real* S = row->d->cdof + 6 * dof;
  real force[3], torque[3], move[3];
  if (diff_moves(row->m, dof, p->end[p->axes].last)) {
    v3_cross(force, S, p->force);
    v3_cross(torque, S, p->torque);
    pushWrench(p, row->change, force, torque);
  }
  for (int k = 0; k < 2; k++) {
    if (p->end[k].place < 0 || !moveEnd(row, &p->end[k], dof, move)) continue;
    v3_cross(torque, move, p->force);
    v3_addToScl(row->change + 6 * p->end[k].place, torque, lane_bc(k ? -1 : 1));
  }
}

static void fillPush(diff_Row* row, const Push* p) {
  pushWrench(p, row->wrench, p->force, p->torque);
  LANE(diff_sumRow)(row);
  LANE(diff_fillRow)(row, changePush, p);
  clearCommon(row, p->end);
}

// orientation that lengths are measured with, as in force/transmission.lane.c
// odd: order of the site's rotation
LANE_INLINE void siteQuat(real quat[4], const Actuator* a, int site) {
  real local[4];
  v4_copy(local, lane_prmAt(a->m->site_quat, 4 * site));
  quat_mul(quat, local, a->d->xquat + 4 * a->m->site_bodyid[site]);
}

// rotation vector between two sites, e = log(conj(Q_ref) o Q): bodies rotate Q from the right, in
// their own axes. Column c of de -> res[3]
typedef struct {
  real inverse[9];
  const real* xmat[2];
  int last[2];
} Bend;

static Bend bendOf(const Actuator* a, const int site[2]) {
  Bend b;
  real quat[2][4], e[3];
  for (int k = 0; k < 2; k++) {
    const int body = a->m->site_bodyid[site[k]];
    siteQuat(quat[k], a, site[k]);
    b.xmat[k] = a->d->xmat + 9 * body;
    b.last[k] = chain_last(a->m, body);
  }
  quat_sub(e, quat[0], quat[1]);
  diff_rotationInverse(b.inverse, e);
  return b;
}

static void bendBy(const Actuator* a, const Bend* b, int dof, real res[3]) {
  const real* S = a->d->cdof + 6 * dof;
  real local[3], part[3];
  v3_zero(res);
  if (diff_moves(a->m, dof, b->last[0])) {
    m3_mulTVec(local, b->xmat[0], S);
    m3_mulVec(res, b->inverse, local);
  }
  if (diff_moves(a->m, dof, b->last[1])) {
    m3_mulTVec(local, b->xmat[1], S);
    m3_mulTVec(part, b->inverse, local);
    v3_subFrom(res, part);
  }
}

// length gear.(position, rotation vector) of a site in the frame of another
static void relativeLength(const Actuator* a, const Push* p, const int site[2]) {
  const Bend b = bendOf(a, site);
  const diff_Row* row = a->g->row;
  real gear[3], dist[3], bend[3], move[2][3], part[3];
  getGear(gear, a, 1);
  v3_sub(dist, a->d->site_xpos + 3 * site[0], a->d->site_xpos + 3 * site[1]);
  for (int c = 0; c < row->n; c++) {
    const int dof = row->col[c];
    bendBy(a, &b, dof, bend);
    moveEnd(row, &p->end[0], dof, move[0]);
    if (moveEnd(row, &p->end[1], dof, move[1])) {
      v3_cross(part, a->d->cdof + 6 * dof, dist);
      v3_addTo(move[1], part);
    }
    v3_subFrom(move[0], move[1]);
    a->g->length[c] = v3_dot(p->force, move[0]) + v3_dot(gear, bend);
  }
}

static bool site(const Actuator* a) {
  const int site[2] = {a->m->actuator_trnid[2 * a->id], a->m->actuator_trnid[2 * a->id + 1]};
  Push p = {.end = {endOf(a, site[0]), endOf(a, site[1])}, .axes = site[1] >= 0};
  const real* mat = a->d->site_xmat + 9 * site[p.axes];
  real gear[3];
  getGear(gear, a, 0);
  m3_mulVec(p.force, mat, gear);
  getGear(gear, a, 1);
  m3_mulVec(p.torque, mat, gear);
  if (!openEnds(a, p.end)) return false;
  fillPush(a->g->row, &p);
  if (site[1] >= 0) relativeLength(a, &p, site);
  return true;
}

// ---- body: the moment is due to contacts

static bool body(const Actuator* a) {
  const int adr = a->d->moment_rowadr[a->out];
  return openRows(a, a->d->moment_colind + adr, a->d->moment_rownnz[a->out], false);
}

// ---- orientation: three outputs

static bool ballVector(const Actuator* a, int id) {
  real inverse[9];
  if (!openDofs(a, a->m->jnt_dofadr[id], 3, false)) return false;
  m3_unit(inverse);
  if (!(a->w->without & SLOPE_LENGTH)) ballInverse(a, a->m->jnt_qposadr[id], inverse);
  vn_copy(a->g->length, inverse, 9);
  return true;
}

static bool orientation(const Actuator* a) {
  const int site[2] = {a->m->actuator_trnid[2 * a->id], a->m->actuator_trnid[2 * a->id + 1]};
  if (site[1] < 0) return ballVector(a, site[0]);
  Push p = {.end = {endOf(a, site[0]), endOf(a, site[1])}, .axes = 0};
  if (!openEnds(a, p.end)) return false;
  v3_zero(p.force);
  for (int k = 0; k < 3; k++) {
    m3_column(p.torque, a->d->site_xmat + 9 * site[0], k);
    fillPush(a->g->row + k, &p);
  }
  const Bend b = bendOf(a, site);
  const int n = a->g->n;
  for (int c = 0; c < n; c++) {
    real bend[3];
    bendBy(a, &b, a->g->row[0].col[c], bend);
    for (int k = 0; k < 3; k++) a->g->length[k * n + c] = bend[k];
  }
  return true;
}

// ---- all

static bool (*const transmissionTable[])(const Actuator*) = {
    [mjTRN_JOINT] = joint,
    [mjTRN_JOINTINPARENT] = jointInParent,
    [mjTRN_SLIDERCRANK] = sliderCrank,
    [mjTRN_TENDON] = tendon,
    [mjTRN_SITE] = site,
    [mjTRN_BODY] = body,
    [mjTRN_SO3] = orientation,
};

_Static_assert(sizeof transmissionTable / sizeof *transmissionTable == mjTRN_SO3 + 1,
               "a row for every kind");

bool LANE(diff_openGearing)(const lane_Model* m, lane_Data* d, const diff_Work* w, int actuator,
                            bool full, diff_Gearing* g) {
  const Actuator a = {.m = m,
                      .d = d,
                      .w = w,
                      .id = actuator,
                      .out = m->actuator_outadr[actuator],
                      .full = full,
                      .g = g};
  *g = (diff_Gearing){.nout = m->actuator_outnum[actuator]};
  ASSERT_FULL(g->nout <= SLOPE_NOUT);
  if (!transmissionTable[m->actuator_trntype[actuator]](&a)) return false;
  closeRows(&a);
  return true;
}
