// Tendon lengths, Jacobians (moment arms) and velocities. Along a segment with unit direction u
// from point a to point b, dL/dq = u'(J_b - J_a); where it wraps, the tangent points count as fixed
// in the geom: moving them along the geom does not change the length to first order.
//   qpos, poses, cdof -> ten_length, ten_J (pattern of the model); for one world also the path
//   points for drawing
#include "force/tendon.h"

#include "base/assert.h"
#include "dyn/row.h"
#include "force/chain.h"
#include "force/tendon_path.h"
#include "force/wrap.h"

// ---- path points, for one world

typedef struct {
  int n;  // points of all tendons up to here
} PointList;

#if LANE_W == 1
static void addPoint(lane_Data* d, PointList* list, const real* point, int object) {
  real* xpos = d->wrap_xpos + 3 * list->n;
  if (point) {
    v3_copy(xpos, point);
  } else {
    v3_zero(xpos);
  }
  d->wrap_obj[list->n++] = object;
}

static void addSegment(lane_Data* d, PointList* list, const tendon_Path* path,
                       const wrap_Result* wrap) {
  enum { SITE = -1, PULLEY = -2 };
  for (int k = 0; k < path->pulleys; k++) addPoint(d, list, NULL, PULLEY);
  addPoint(d, list, d->site_xpos + 3 * path->site[0], SITE);
  if (wrap) {
    for (int k = 0; k < 2; k++) addPoint(d, list, wrap->point[k], path->geom);
  }
  if (path->last) addPoint(d, list, d->site_xpos + 3 * path->site[1], SITE);
}

static void beginPoints(lane_Data* d, const PointList* list, int tendon) {
  d->ten_wrapadr[tendon] = list->n;
}

// whether the points of a tendon are where they were; then the list continues after them
static bool keepsPoints(const lane_Data* d, PointList* list, int tendon) {
  if (d->ten_wrapadr[tendon] != list->n) return false;
  list->n += d->ten_wrapnum[tendon];
  return true;
}

static void endPoints(lane_Data* d, const PointList* list, int tendon) {
  d->ten_wrapnum[tendon] = list->n - d->ten_wrapadr[tendon];
}
#else
LANE_INLINE void addSegment(lane_Data* d, PointList* list, const tendon_Path* path,
                            const wrap_Result* wrap) {
  (void)d, (void)list, (void)path, (void)wrap;
}
LANE_INLINE void beginPoints(lane_Data* d, const PointList* list, int tendon) {
  (void)d, (void)list, (void)tendon;
}
LANE_INLINE bool keepsPoints(const lane_Data* d, PointList* list, int tendon) {
  (void)d, (void)list, (void)tendon;
  return false;
}
LANE_INLINE void endPoints(lane_Data* d, const PointList* list, int tendon) {
  (void)d, (void)list, (void)tendon;
}
#endif

// ---- Jacobian

// a sparse row of ten_J; columns ascend
typedef struct {
  const int* col;
  real* value;
  int n;
} Row;

// Row += scale f'(J_b(pb) - J_a(pa)). f is along pb - pa, so that dofs that move both bodies cancel
// but for rounding.
// order: columns of those are computed all the same and differ before the product with f
static void addPiece(const lane_Model* m, const lane_Data* d, const Row* row, const real f[3],
                     const real* scale, const int body[2], const real pa[3], const real pb[3]) {
  int dofA = chain_last(m, body[0]), dofB = chain_last(m, body[1]);
  if (body[0] == body[1]) return;
  real offA[3], offB[3];
  v3_sub(offA, pa, chain_centre(m, d, body[0]));
  v3_sub(offB, pb, chain_centre(m, d, body[1]));
  for (int k = row->n - 1;;) {
    const int dof = dofA > dofB ? dofA : dofB;
    if (dof < 0) return;
    const bool onA = dof == dofA, onB = dof == dofB;
    while (row->col[k] > dof) k--;
    ASSERT_FULL(k >= 0 && row->col[k] == dof);  // the row has every dof of both chains
    const real* cdof = d->cdof + 6 * dof;
    real col[3], other[3];
    chain_column(col, cdof, onB ? offB : offA);
    if (onA && onB) {
      chain_column(other, cdof, offA);
      v3_subFrom(col, other);
    }
    const real value = v3_dot(col, f) * *scale;
    row->value[k] = onB ? row->value[k] + value : row->value[k] - value;
    if (onA) dofA = m->dof_parentid[dof];
    if (onB) dofB = m->dof_parentid[dof];
  }
}

// ---- segments

// straight piece from pa to pb where `here` holds: adds to the row, and its length to *len
LANE_INLINE void straight(const lane_Model* m, const lane_Data* d, const Row* row,
                          const int body[2], const real pa[3], const real pb[3], mask here,
                          double divisor, real* len) {
  real dir[3];
  v3_sub(dir, pb, pa);
  const real dist = v3_normalize(dir);
  const real scale = lane_select(here, lane_bc(1 / divisor), lane_bc(0));
  addPiece(m, d, row, dir, &scale, body, pa, pb);
  *len = *len + lane_select(here, dist, lane_bc(0));
}

// computes the length of a segment, into *len; adds its Jacobian to the row
static void segment(const lane_Model* m, lane_Data* d, const tendon_Path* path, const Row* row,
                    PointList* list, real* len) {
  const real* p[2] = {d->site_xpos + 3 * path->site[0], d->site_xpos + 3 * path->site[1]};
  const int body[2] = {m->site_bodyid[path->site[0]], m->site_bodyid[path->site[1]]};
  const int g = path->geom;
  wrap_Result wrap;
  wrap.wrapped = lane_bc(0) != 0;
  if (g >= 0) {
    const wrap_Geom geom = {.xpos = d->geom_xpos + 3 * g,
                            .xmat = d->geom_xmat + 9 * g,
                            .side = path->side < 0 ? NULL : d->site_xpos + 3 * path->side,
                            .radius = lane_bc(1) * lane_prm(m->geom_size, 3 * g),
                            .cylinder = path->cylinder};
    LANE(wrap_path)(&wrap, &geom, p[0], p[1]);
  }

  *len = lane_bc(0);
  const mask free = lane_not(wrap.wrapped);
  if (lane_any(free)) straight(m, d, row, body, p[0], p[1], free, path->divisor, len);
  const bool any = lane_any(wrap.wrapped);
  if (any) {
    const int to[2] = {body[0], m->geom_bodyid[g]}, from[2] = {m->geom_bodyid[g], body[1]};
    straight(m, d, row, to, p[0], wrap.point[0], wrap.wrapped, path->divisor, len);
    *len = *len + lane_select(wrap.wrapped, wrap.arc, lane_bc(0));
    straight(m, d, row, from, wrap.point[1], p[1], wrap.wrapped, path->divisor, len);
  }
  addSegment(d, list, path, any ? &wrap : NULL);
}

// ---- tendons

static void updateSpatial(const lane_Model* m, lane_Data* d, int tendon, const Row* row,
                          PointList* list) {
  real sum = lane_bc(0);
  tendon_Path path = tendon_path(lane_one(m, 0), tendon);
  while (tendon_nextSegment(lane_one(m, 0), &path)) {
    real len;
    segment(m, d, &path, row, list, &len);
    sum = sum + len / path.divisor;
  }
  d->ten_length[tendon] = sum;
}

// length and Jacobian are linear in joint positions
static void updateFixed(const lane_Model* m, lane_Data* d, int tendon, const Row* row) {
  real sum = lane_bc(0);
  const int adr = m->tendon_adr[tendon];
  for (int i = 0; i < m->tendon_num[tendon]; i++) {
    const int joint = m->wrap_objid[adr + i], dof = m->jnt_dofadr[joint];
    sum = sum + m->wrap_prm[adr + i] * d->qpos[m->jnt_qposadr[joint]];
    int k = 0;
    while (row->col[k] != dof) k++;
    ASSERT_FULL(k < row->n);
    row->value[k] = row->value[k] + m->wrap_prm[adr + i];
  }
  d->ten_length[tendon] = sum;
}

static void update(const lane_Model* m, lane_Data* d, int tendon, const Row* row, PointList* list) {
  beginPoints(d, list, tendon);
  if (tendon_isFixed(lane_one(m, 0), tendon)) {
    updateFixed(m, d, tendon, row);
  } else {
    updateSpatial(m, d, tendon, row, list);
  }
  endPoints(d, list, tendon);
}

// length and Jacobian of a sleeping tendon read zero; its path stays
// odd: tendons of sleeping trees
void LANE(tendon_update)(const lane_Model* m, lane_Data* d) {
  PointList list = {0};
  for (int i = 0; i < m->ntendon; i++) {
    const int adr = m->ten_J_rowadr[i];
    const Row row = {m->ten_J_colind + adr, d->ten_J + adr, m->ten_J_rownnz[i]};
    ASSERT_FULL(adr + row.n <= m->nJten);
    const bool asleep = lane_isTendonAsleep(m, d, i);
    vn_zero(row.value, row.n);
    if (!asleep || !keepsPoints(d, &list, i)) update(m, d, i, &row, &list);
    if (!asleep) continue;
    vn_zero(row.value, row.n);
    d->ten_length[i] = lane_bc(0);
  }
  ASSERT(list.n <= 2 * m->nwrap);
}

void LANE(tendon_velocity)(const lane_Model* m, lane_Data* d) {
  for (int i = 0; i < m->ntendon; i++) {
    const int adr = m->ten_J_rowadr[i];
    d->ten_velocity[i] =
        row_dot(d->ten_J + adr, m->ten_J_colind + adr, m->ten_J_rownnz[i], d->qvel);
  }
}
