// Jacobian rows and residuals of equality constraints, a table by type: connect and weld (bodies or
// sites), joint and tendon polynomials, edges, vertices and cells of flexes, and the distance of
// two geoms. Rows exist while the equality is active.
//   eq_data, frames, qpos, ten_length, ten_J, cdof -> blocks of 1 to 6 rows
#include "constraint/body_pair.h"
#include "math/sparse.h"

// ---- two bodies

static void siteSide(const mjModel* m, const mjData* d, rows_Sides* s, int side, int site,
                     bool turns) {
  s->body[side] = m->site_bodyid[site];
  v3_copy(s->point[side], d->site_xpos + 3 * site);
  if (turns) quat_mul(s->quat[side], d->xquat + 4 * s->body[side], m->site_quat + 4 * site);
}

static void bodySide(const mjData* d, rows_Sides* s, int side, int body, const mjtNum anchor[3]) {
  s->body[side] = body;
  m3_mulVec(s->point[side], d->xmat + 9 * body, anchor);
  v3_addTo(s->point[side], d->xpos + 3 * body);
}

rows_Sides rows_sidesOf(const mjModel* m, const mjData* d, int eq) {
  const int obj[2] = {m->eq_obj1id[eq], m->eq_obj2id[eq]}, type = m->eq_type[eq];
  const mjtNum* data = m->eq_data + mjNEQDATA * eq;
  rows_Sides s;
  for (int k = 0; k < 2; k++) {
    if (type == mjEQ_DISTANCE) {
      s.body[k] = m->geom_bodyid[obj[k]];
      v3_copy(s.point[k], d->geom_xpos + 3 * obj[k]);
    } else if (m->eq_objtype[eq] == mjOBJ_SITE) {
      siteSide(m, d, &s, k, obj[k], type == mjEQ_WELD);
    } else {
      // the data of a weld begins with the anchor of body 2
      bodySide(d, &s, k, obj[k], data + ((type == mjEQ_WELD) != k ? 3 : 0));
    }
  }
  if (type == mjEQ_WELD && m->eq_objtype[eq] != mjOBJ_SITE) {
    quat_mul(s.quat[0], d->xquat + 4 * obj[0], data + 6);
    v4_copy(s.quat[1], d->xquat + 4 * obj[1]);
  }
  return s;
}

typedef struct {
  pair_Chain chain[2];
  int common;
  mjtNum offset[2][3];
} Pair;

static Pair pairOf(const mjModel* m, const mjData* d, const rows_Sides* s) {
  Pair p;
  for (int k = 0; k < 2; k++) {
    p.chain[k] = pair_chain(m, s->body[k]);
    pair_offset(p.offset[k], m, d, s->body[k], s->point[k]);
  }
  p.common = pair_common(p.chain[0], p.chain[1]);
  return p;
}

// velocity of point 1 minus that of point 2 for the dof of column c: (rotation, translation)
static void relativeMotion(mjtNum turn[3], mjtNum lin[3], const Pair* p, const mjData* d, int dof,
                           int c) {
  const mjtNum* cdof = d->cdof + 6 * dof;
  if (c < p->common) {
    jac_twoPoints(lin, cdof, p->offset[0], p->offset[1]);
    v3_zero(turn);
    return;
  }
  const bool lower = pair_firstLower(p->chain[0], p->chain[1], p->common);
  const bool first = lower == (c < p->chain[lower ? 0 : 1].n);
  jac_point(lin, cdof, p->offset[first ? 0 : 1]);
  v3_copy(turn, cdof);
  if (!first) {
    v3_neg(lin, lin);
    v3_neg(turn, turn);
  }
}

// sets columns and trees
static void setPair(rows_Build* b, con_Block* block, const rows_Sides* s, const Pair* p) {
  const int n = pair_columns(b->col + block->col, p->chain[0], p->chain[1], p->common, true);
  ASSERT(n == block->ncol && p->common == block->common);
  pair_trees(block->tree, b->m, s->body[0], s->body[1]);
}

static void fillConnect(rows_Build* b, con_Block* block, const rows_Sides* s) {
  const Pair p = pairOf(b->m, b->d, s);
  const mjtNum *data = b->m->eq_data + mjNEQDATA * block->id, *w = b->m->body_invweight0;
  const int n = block->ncol, *col = b->col + block->col, b1 = s->body[0], b2 = s->body[1];
  const bool weld = block->nbase == 6;
  mjtNum *jac = b->jac + block->jac, *pos = b->d->efc_pos + block->efc, conj[4];
  ASSERT(weld || block->nbase == 3);
  setPair(b, block, s, &p);
  if (weld) quat_neg(conj, s->quat[1]);
  for (int c = 0; c < n; c++) {
    mjtNum turn[3], lin[3];
    relativeMotion(turn, lin, &p, b->d, col[c], c);
    for (int k = 0; k < 3; k++) jac[k * n + c] = lin[k];
    if (!weld) continue;
    jac_weldTurn(turn, conj, turn, s->quat[0], data[10]);
    for (int k = 0; k < 3; k++) jac[(3 + k) * n + c] = turn[k];
  }
  rows_setScalars(b, block, 0, 0, 0, w[2 * b1] + w[2 * b2]);
  v3_sub(pos, s->point[0], s->point[1]);
}

static void fillWeld(rows_Build* b, con_Block* block, const rows_Sides* s) {
  const mjtNum* w = b->m->body_invweight0 + 1;
  const mjtNum scale = b->m->eq_data[mjNEQDATA * block->id + 10];
  mjtNum error[4];
  fillConnect(b, block, s);
  quat_neg(error, s->quat[1]);
  quat_mul(error, error, s->quat[0]);
  v3_scl(b->d->efc_pos + block->efc + 3, error + 1, scale);
  for (int k = 3; k < 6; k++) {
    b->d->efc_diagA[block->efc + k] = w[2 * s->body[0]] + w[2 * s->body[1]];
  }
}

static void fillDistance(rows_Build* b, con_Block* block, const rows_Sides* s) {
  const Pair p = pairOf(b->m, b->d, s);
  const mjtNum* w = b->m->body_invweight0;
  const int* col = b->col + block->col;
  mjtNum normal[3];
  setPair(b, block, s, &p);
  v3_sub(normal, s->point[0], s->point[1]);
  // coincident centers: body 2 is assumed to lie along x
  const mjtNum dist = v3_normalize(normal);
  if (dist < mjMINVAL) normal[0] = -1;
  for (int c = 0; c < block->ncol; c++) {
    mjtNum turn[3], lin[3];
    relativeMotion(turn, lin, &p, b->d, col[c], c);
    b->jac[block->jac + c] = v3_dot(normal, lin);
  }
  rows_setScalars(b, block, dist - b->m->eq_data[mjNEQDATA * block->id], 0, 0,
                  w[2 * s->body[0]] + w[2 * s->body[1]]);
}

// ---- polynomials of scalars: x1 - c0 - P(x2), P without its constant term

static mjtNum jointValue(const mjModel* m, const mjData* d, int jnt) {
  const int adr = m->jnt_qposadr[jnt];
  return d->qpos[adr] - m->qpos0[adr];
}

static void fillJoint(rows_Build* b, con_Block* block) {
  const mjModel* m = b->m;
  const int j1 = m->eq_obj1id[block->id], j2 = m->eq_obj2id[block->id];
  const mjtNum* c = m->eq_data + mjNEQDATA * block->id;
  int* col = b->col + block->col;
  mjtNum *jac = b->jac + block->jac, pos = jointValue(m, b->d, j1) - c[0];
  mjtNum weight = m->dof_invweight0[m->jnt_dofadr[j1]];
  col[0] = m->jnt_dofadr[j1];
  jac[0] = 1;
  if (j2 >= 0) {
    const mjtNum x = jointValue(m, b->d, j2);
    const int dof2 = m->jnt_dofadr[j2], second = dof2 > col[0];
    pos -= jac_polynomial(c, x);
    weight += m->dof_invweight0[dof2];
    col[1] = col[0];
    jac[1] = 1;
    col[second] = dof2;
    jac[second] = -jac_polynomialSlope(c, x);
  }
  rows_setScalars(b, block, pos, 0, 0, weight);
  rows_squeeze(b, block);
  rows_treesOfColumns(b, block);
}

static void fillTendon(rows_Build* b, con_Block* block) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  const int t1 = m->eq_obj1id[block->id], t2 = m->eq_obj2id[block->id];
  const mjtNum* c = m->eq_data + mjNEQDATA * block->id;
  mjtNum pos = d->ten_length[t1] - m->tendon_length0[t1] - c[0], weight = m->tendon_invweight0[t1];
  rows_markTendon(b, t1, block->id);  // odd: equality in place of a row
  if (t2 < 0) {
    block->ncol = m->ten_J_rownnz[t1];
    rows_tendonColumns(b, block, t1, 1);
  } else {
    const mjtNum x = d->ten_length[t2] - m->tendon_length0[t2];
    const int adr1 = m->ten_J_rowadr[t1], adr2 = m->ten_J_rowadr[t2];
    pos -= jac_polynomial(c, x);
    weight += m->tendon_invweight0[t2];
    rows_markTendon(b, t2, block->id);  // odd: equality in place of a row
    const int planned = block->ncol;
    block->ncol =
        sparse_combine(b->jac + block->jac, b->col + block->col, d->ten_J + adr1,
                       m->ten_J_colind + adr1, m->ten_J_rownnz[t1], 1, d->ten_J + adr2,
                       m->ten_J_colind + adr2, m->ten_J_rownnz[t2], -jac_polynomialSlope(c, x));
    ASSERT(block->ncol <= planned);
    rows_squeeze(b, block);
    rows_treesOfColumns(b, block);
  }
  rows_setScalars(b, block, pos, 0, 0, weight);
}

// ---- table

// equality of two bodies, of two scalars, or of many rows that its type plans itself
typedef struct {
  int nefc;
  void (*fillPair)(rows_Build* b, con_Block* block, const rows_Sides* s);
  void (*fillScalar)(rows_Build* b, con_Block* block);
  void (*planMany)(rows_Build* b, int eq);
  void (*fillMany)(rows_Build* b, con_Block* block);
} Kind;

static const Kind kindTable[] = {
    [mjEQ_CONNECT] = {3, fillConnect, NULL, NULL, NULL},
    [mjEQ_WELD] = {6, fillWeld, NULL, NULL, NULL},
    [mjEQ_JOINT] = {1, NULL, fillJoint, NULL, NULL},
    [mjEQ_TENDON] = {1, NULL, fillTendon, NULL, NULL},
    [mjEQ_FLEX] = {0, NULL, NULL, rows_planFlexEdges, rows_fillFlexEdge},
    [mjEQ_FLEXVERT] = {0, NULL, NULL, rows_planFlexShapes, rows_fillFlexShape},
    [mjEQ_FLEXSTRAIN] = {0, NULL, NULL, rows_planFlexStrain, rows_fillFlexStrain},
    [mjEQ_DISTANCE] = {1, fillDistance, NULL, NULL, NULL},
};

enum { NKIND = sizeof kindTable / sizeof *kindTable };

// body that an object of a connect, weld or distance belongs to
static int bodyOf(const mjModel* m, int eq, int obj) {
  if (m->eq_type[eq] == mjEQ_DISTANCE) return m->geom_bodyid[obj];
  return m->eq_objtype[eq] == mjOBJ_SITE ? m->site_bodyid[obj] : obj;
}

static void planPair(rows_Build* b, int eq, int nefc) {
  const mjModel* m = b->m;
  const int body1 = bodyOf(m, eq, m->eq_obj1id[eq]), body2 = bodyOf(m, eq, m->eq_obj2id[eq]);
  if (rows_bodiesRest(b, body1, body2)) return;
  const pair_Chain c1 = pair_chain(m, body1), c2 = pair_chain(m, body2);
  const int common = pair_common(c1, c2), ncol = c1.n + c2.n - common;
  rows_plan(b, CON_EQUALITY, mjCNSTR_EQUALITY, eq, nefc, nefc, ncol)->common = common;
}

static void planScalar(rows_Build* b, int eq) {
  const mjModel* m = b->m;
  const int obj1 = m->eq_obj1id[eq], obj2 = m->eq_obj2id[eq];
  int ncol = obj2 < 0 ? 1 : 2;
  if (m->eq_type[eq] == mjEQ_TENDON) {
    if (rows_tendonRests(b, obj1) && (obj2 < 0 || rows_tendonRests(b, obj2))) return;
    ncol = m->ten_J_rownnz[obj1] + (obj2 < 0 ? 0 : m->ten_J_rownnz[obj2]);
  } else if (rows_bodiesRest(b, m->jnt_bodyid[obj1], obj2 < 0 ? 0 : m->jnt_bodyid[obj2])) {
    return;
  }
  rows_plan(b, CON_EQUALITY, mjCNSTR_EQUALITY, eq, 1, 1, ncol);
}

void rows_planEquality(rows_Build* b) {
  const mjModel* m = b->m;
  for (int i = 0; i < m->neq; i++) {
    if (!b->d->eq_active[i] || (unsigned)m->eq_type[i] >= NKIND) continue;
    const Kind* kind = &kindTable[m->eq_type[i]];
    if (kind->fillPair) planPair(b, i, kind->nefc);
    if (kind->fillScalar) planScalar(b, i);
    if (kind->planMany) kind->planMany(b, i);
  }
}

void rows_fillEquality(rows_Build* b, con_Block* block) {
  const Kind* kind = &kindTable[b->m->eq_type[block->id]];
  if (kind->fillMany) {
    kind->fillMany(b, block);
    return;
  }
  ASSERT(block->nefc == kind->nefc);
  if (kind->fillPair) {
    const rows_Sides sides = rows_sidesOf(b->m, b->d, block->id);
    kind->fillPair(b, block, &sides);
  } else {
    kind->fillScalar(b, block);
  }
}
