// Paths of spatial tendons for analytic derivatives: the wrenches of a unit tension (rows of the
// tendon Jacobian) and their change with positions. A piece with unit direction u from point a to
// point b adds c.(v_b - v_a) to the velocity of the tendon, c = u/divisor. When the points move,
// tendon, c = u/divisor. When the points move,
//   du = (1 - uu')(dp_b - dp_a)/length,
// and the wrench of b about the reference point of its tree changes by
//   force dc, torque arm x dc + dp_b x c;   that of a by the negative with its own arm.
// Touching points move with the geom and slip as the ends move in its frame:
//   dw_k = S_j(w_k) + sum over l of slip_kl (dp_l - S_j(p_l)),  S_j as far as dof j moves the geom.
//   site_xpos, geom poses, cdof -> path, wrenches
#include "diff/derivative_path.h"
#include "force/tendon_path.h"

// point indices of the ends of pieces, and the frames of points
static const int ends[3][2] = {{0, 1}, {0, 2}, {3, 1}};
static const int frameOf[4] = {0, 1, 2, 2};

// ---- segments

static void setFrames(const lane_Model* m, const tendon_Path* path, const diff_Row* row,
                      diff_Segment* s) {
  for (int k = 0; k < 2; k++) s->body[k] = m->site_bodyid[path->site[k]];
  s->body[2] = path->geom < 0 ? 0 : m->geom_bodyid[path->geom];
  for (int k = 0; k < 3; k++) {
    s->last[k] = chain_last(m, s->body[k]);
    s->place[k] = s->last[k] < 0 ? -1 : diff_place(row, s->last[k]);
  }
}

static void setPiece(diff_Segment* s, int k, const real* const point[4], mask here,
                     double divisor) {
  v3_sub(s->unit[k], point[ends[k][1]], point[ends[k][0]]);
  const real len = v3_normalize(s->unit[k]);
  const mask tiny = len < mjMINVAL;
  s->inverse[k] = lane_select(tiny, lane_bc(0), 1.0 / lane_select(tiny, lane_bc(1), len));
  s->scale[k] = lane_select(here, lane_bc(1 / divisor), lane_bc(0));
  s->has[k] = lane_any(here) && s->body[frameOf[ends[k][0]]] != s->body[frameOf[ends[k][1]]];
}

static wrap_Result wrapAround(const lane_Model* m, const lane_Data* d, const tendon_Path* path,
                              unsigned without, diff_Segment* s) {
  const int g = path->geom;
  const real* p[2] = {d->site_xpos + 3 * path->site[0], d->site_xpos + 3 * path->site[1]};
  const wrap_Geom geom = {.xpos = d->geom_xpos + 3 * g,
                          .xmat = d->geom_xmat + 9 * g,
                          .side = path->side < 0 ? NULL : d->site_xpos + 3 * path->side,
                          .radius = lane_prm(m->geom_size, 3 * g),
                          .cylinder = path->cylinder};
  wrap_Result wrap;
  LANE(wrap_path)(&wrap, &geom, p[0], p[1]);
  if (!lane_any(wrap.wrapped)) return wrap;
  // a path that does not touch gets ordinary points in their place
  for (int k = 0; k < 2; k++) v3_select(wrap.point[k], wrap.wrapped, wrap.point[k], p[1 - k]);
  for (int k = 0; k < 2; k++) v3_sub(s->armGeom[k], p[k], chain_centre(m, d, s->body[2]));
  if (!(without & SLOPE_WRAPPOINT)) LANE(diff_touch)(s->slip, &geom, &wrap, p[0], p[1]);
  return wrap;
}

static void setSegment(const lane_Model* m, const lane_Data* d, const tendon_Path* path,
                       unsigned without, const diff_Row* row, diff_Segment* s) {
  *s = (diff_Segment){.has = {false}};
  setFrames(m, path, row, s);
  wrap_Result wrap = {.wrapped = lane_bc(0) != 0};
  if (path->geom >= 0) wrap = wrapAround(m, d, path, without, s);
  const bool touches = lane_any(wrap.wrapped);
  const real* const point[4] = {d->site_xpos + 3 * path->site[0], d->site_xpos + 3 * path->site[1],
                                wrap.point[0], wrap.point[1]};
  for (int k = 0; k < (touches ? 4 : 2); k++) {
    v3_sub(s->arm[k], point[k], chain_centre(m, d, s->body[frameOf[k]]));
  }
  setPiece(s, 0, point, lane_not(wrap.wrapped), path->divisor);
  for (int k = 1; k < 3 && touches; k++) setPiece(s, k, point, wrap.wrapped, path->divisor);
}

static void addWrench(const diff_Row* row, const diff_Segment* s, int piece) {
  for (int end = 0; end < 2; end++) {
    const int point = ends[piece][end], place = s->place[frameOf[point]];
    const real scale = end ? s->scale[piece] : -s->scale[piece];
    if (place >= 0) diff_push(row->wrench + 6 * place, s->arm[point], s->unit[piece], scale);
  }
}

bool LANE(diff_openPath)(const lane_Model* m, lane_Data* d, int tendon, unsigned without,
                         diff_Path* path, diff_Row* row) {
  enum { NREAL = (sizeof(diff_Segment) + sizeof(real) - 1) / sizeof(real) };
  real* room = diff_scratch(d, NREAL * m->tendon_num[tendon] + 1);
  if (!room) return false;
  *path = (diff_Path){.segment = (diff_Segment*)(void*)room};
  tendon_Path at = tendon_path(lane_one(m, 0), tendon);
  while (tendon_nextSegment(lane_one(m, 0), &at)) {
    diff_Segment* s = path->segment + path->n++;
    setSegment(m, d, &at, without, row, s);
    for (int k = 0; k < 3; k++) {
      if (s->has[k]) addWrench(row, s, k);
    }
  }
  LANE(diff_sumRow)(row);
  return true;
}

// ---- changes

bool LANE(diff_movePoint)(const diff_Row* row, const diff_Segment* s, int k, int dof,
                          real move[3]) {
  v3_zero(move);
  if (!diff_moves(row->m, dof, s->last[frameOf[k]])) return false;
  chain_column(move, row->d->cdof + 6 * dof, s->arm[k]);
  return true;
}

static void addSlip(const diff_Row* row, const diff_Segment* s, int dof, real move[4][3]) {
  const bool carried = diff_moves(row->m, dof, s->last[2]);
  for (int l = 0; l < 2; l++) {
    real rel[3], part[3];
    v3_copy(rel, move[l]);
    if (carried) {
      chain_column(part, row->d->cdof + 6 * dof, s->armGeom[l]);
      v3_subFrom(rel, part);
    }
    for (int k = 0; k < 2; k++) {
      m3_mulVec(part, s->slip[k][l], rel);
      v3_addTo(move[2 + k], part);
    }
  }
}

static void changePiece(const diff_Row* row, const diff_Segment* s, int piece, real move[4][3]) {
  const int a = ends[piece][0], b = ends[piece][1];
  const real* u = s->unit[piece];
  real turn[3];
  v3_sub(turn, move[b], move[a]);
  v3_addToScl(turn, u, -v3_dot(u, turn));
  v3_scl(turn, turn, s->inverse[piece]);
  for (int end = 0; end < 2; end++) {
    const int point = end ? b : a, place = s->place[frameOf[point]];
    if (place < 0) continue;
    const real scale = end ? s->scale[piece] : -s->scale[piece];
    real* at = row->change + 6 * place;
    real torque[3];
    diff_push(at, s->arm[point], turn, scale);
    v3_cross(torque, move[point], u);
    v3_addToScl(at, torque, scale);
  }
}

void LANE(diff_changePath)(const diff_Row* row, const void* path, int dof) {
  const diff_Path* p = path;
  for (int i = 0; i < p->n; i++) {
    const diff_Segment* s = p->segment + i;
    const int npoint = s->has[1] || s->has[2] ? 4 : 2;
    real move[4][3];
    bool any = false;
    for (int k = 0; k < npoint; k++) any |= LANE(diff_movePoint)(row, s, k, dof, move[k]);
    if (!any) continue;
    if (npoint == 4) addSlip(row, s, dof, move);
    for (int k = 0; k < 3; k++) {
      if (s->has[k]) changePiece(row, s, k, move);
    }
  }
}
