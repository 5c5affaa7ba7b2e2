// Constraint Jacobian rows in SIMD lanes: the constraints of the plan that some lane has, in order,
// with zeros in the lanes that lack them. The values of a lane are bitwise those of con_make and
// con_reference.
//   contacts, frames, tendons, qpos, qvel -> J, D, R, aref, frictionloss
#include "constraint/lane_make.h"

#if LANE_W > 1

#include "base/mem.h"
#include "constraint/jacobian.h"
#include "constraint/lane_build.h"
#include "math/quat.h"

// capacity of the lanes: worlds with more rows are stepped one at a time
enum { MOST_ROWS = 2000 };
// capacity for the column lists of shared blocks, in multiples of nv
enum { MOST_SHARES = 500 };

// ---- rows with one entry

static void addSingle(lane_Build* b, const lane_Item* item, mask has, real entry, real dist) {
  if (!lane_any(has) || !build_open(b, item, has)) return;
  const int efc = b->out->nefc - 1, col = item->col[0];
  build_row(b, efc)[col] = lane_select(has, entry, lane_bc(0));
  build_setScalar(b, item, has, efc, dist, entry * b->d->qvel[col]);
}

// ---- rows of tendons and joints: terms in ascending columns

typedef struct {
  mask has;  // lanes with a nonzero value
  real vel;
} Terms;

// as rows_squeeze: duplicate columns are merged; zero columns count as left out, the row is 0 there
static Terms writeTerms(const lane_Build* b, const lane_Item* item, mask has, int efc, int n) {
  const real *term = b->out->term, *qvel = b->d->qvel, zero = lane_bc(0);
  const int* col = b->out->termCol;
  real *row = build_row(b, efc), alone = zero;
  mask other = build_none();
  lint count = build_none();
  for (int i = 0; i < n;) {
    const int c = col[i];
    real sum = zero;
    mask kept = build_none();
    for (; i < n && col[i] == c; i++) {
      sum = sum + term[i];  // a zero adds nothing, and 0 + -0 is 0
      kept = kept | (term[i] != 0);
    }
    row[c] = lane_select(has, sum, zero);
    alone = lane_select(kept, sum * qvel[c], alone);
    other = other | (sum != 0);
    count = count - kept;
  }
  // a row with one entry is not summed: -0 stays
  const real vel = build_velocity(b, item, row);
  return (Terms){has & other, lane_select(count == 1, alone, vel)};
}

// drops the current block if its row is zero in all lanes
static void dropBlock(lane_Build* b) {
  b->out->nblock--;
  b->out->nefc--;
}

static void addTerms(lane_Build* b, const lane_Item* item, mask has, int n, real dist) {
  if (!lane_any(has) || !build_open(b, item, has)) return;
  const int efc = b->out->nefc - 1;
  const Terms t = writeTerms(b, item, has, efc, n);
  if (!lane_any(t.has)) {
    dropBlock(b);
    return;
  }
  b->out->has[b->out->nblock - 1] = t.has;
  build_setScalar(b, item, t.has, efc, dist, t.vel);
}

// scl times the moment arms of a tendon
static int tendonTerms(const lane_Build* b, int tendon, real scl) {
  const int adr = b->m->ten_J_rowadr[tendon], n = b->m->ten_J_rownnz[tendon];
  for (int i = 0; i < n; i++) {
    b->out->term[i] = scl * b->d->ten_J[adr + i];
    b->out->termCol[i] = b->m->ten_J_colind[adr + i];
  }
  return n;
}

// ---- equalities

static real jointValue(const lane_Build* b, int jnt) {
  const int adr = b->m->jnt_qposadr[jnt];
  return b->d->qpos[adr] - lane_prm(b->m->qpos0, adr);
}

static real tendonValue(const lane_Build* b, int tendon) {
  return b->d->ten_length[tendon] - lane_prm(b->m->tendon_length0, tendon);
}

static void coefficients(const lane_Build* b, int eq, real c[5]) {
  for (int k = 0; k < 5; k++) c[k] = lane_prm(b->m->eq_data, mjNEQDATA * eq + k);
}

static void jointEquality(lane_Build* b, const lane_Item* item, mask has) {
  const lane_Model* m = b->m;
  const int j1 = m->eq_obj1id[item->id], j2 = m->eq_obj2id[item->id], dof1 = m->jnt_dofadr[j1];
  real c[5], *term = b->out->term;
  int* col = b->out->termCol;
  coefficients(b, item->id, c);
  real pos = jointValue(b, j1) - c[0];
  term[0] = lane_bc(1);
  col[0] = dof1;
  if (j2 >= 0) {
    const real x = jointValue(b, j2);
    const int dof2 = m->jnt_dofadr[j2], second = dof2 > dof1;
    pos = pos - jac_polynomial(c, x);
    col[1] = dof1;
    term[1] = lane_bc(1);
    col[second] = dof2;
    term[second] = -jac_polynomialSlope(c, x);
  }
  addTerms(b, item, has, j2 >= 0 ? 2 : 1, pos - 0);
}

// sparse_combine: a*1 + b*scl over the union of columns
static int combineTerms(const lane_Build* b, int t1, int t2, real scl) {
  const lane_Model* m = b->m;
  const int adr1 = m->ten_J_rowadr[t1], adr2 = m->ten_J_rowadr[t2];
  const int n1 = m->ten_J_rownnz[t1], n2 = m->ten_J_rownnz[t2];
  const int *col1 = m->ten_J_colind + adr1, *col2 = m->ten_J_colind + adr2;
  const real *x = b->d->ten_J + adr1, *y = b->d->ten_J + adr2;
  int n = 0;
  for (int i = 0, j = 0; i < n1 || j < n2; n++) {
    const bool first = i < n1 && (j >= n2 || col1[i] <= col2[j]);
    const bool second = j < n2 && (i >= n1 || col2[j] <= col1[i]);
    b->out->termCol[n] = first ? col1[i] : col2[j];
    if (first && second) {
      b->out->term[n] = x[i++] * 1 + y[j++] * scl;
    } else if (first) {
      b->out->term[n] = x[i++] * 1;
    } else {
      b->out->term[n] = y[j++] * scl;
    }
  }
  return n;
}

static void tendonEquality(lane_Build* b, const lane_Item* item, mask has) {
  const int t1 = b->m->eq_obj1id[item->id], t2 = b->m->eq_obj2id[item->id];
  real c[5];
  coefficients(b, item->id, c);
  real pos = tendonValue(b, t1) - c[0];
  int n;
  if (t2 < 0) {
    n = tendonTerms(b, t1, lane_bc(1));
  } else {
    const real x = tendonValue(b, t2);
    pos = pos - jac_polynomial(c, x);
    n = combineTerms(b, t1, t2, -jac_polynomialSlope(c, x));
  }
  addTerms(b, item, has, n, pos - 0);
}

static void equality(lane_Build* b, const lane_Item* item) {
  const mask has = b->out->active[item->id];
  if (!lane_any(has)) return;
  switch (b->m->eq_type[item->id]) {
    case mjEQ_JOINT:
      jointEquality(b, item, has);
      break;
    case mjEQ_TENDON:
      tendonEquality(b, item, has);
      break;
    default:
      LANE(build_bodies)(b, item, has);
  }
}

// ---- friction loss

static void setLoss(lane_Build* b, int before, real loss) {
  if (b->out->nblock == before) return;
  const mask has = b->out->has[b->out->nblock - 1];
  b->out->frictionloss[b->out->nefc - 1] = lane_select(has, loss, lane_bc(0));
}

static void dofFriction(lane_Build* b, const lane_Item* item) {
  const int before = b->out->nblock;
  const real loss = lane_prm(b->m->dof_frictionloss, item->id);
  addSingle(b, item, loss != 0, lane_bc(1), lane_bc(0));
  setLoss(b, before, loss);
}

static void tendonFriction(lane_Build* b, const lane_Item* item) {
  const int before = b->out->nblock;
  const real loss = lane_prm(b->m->tendon_frictionloss, item->id);
  if (!lane_any(loss > 0)) return;
  addTerms(b, item, loss > 0, tendonTerms(b, item->id, lane_bc(1)), lane_bc(0));
  setLoss(b, before, loss);
}

// ---- limits

// lanes at one side of a limit: the lower side has the row +1, the upper side -1
typedef struct {
  mask has;
  real sign, dist;
} Side;

// both sides share one row, unless a lane is at both; returns the number of rows
static int sidesOf(Side side[2], real x, const real range[2], real margin) {
  const real low = x - range[0], high = range[1] - x, one = lane_bc(1);
  const mask atLow = low < margin, atHigh = high < margin;
  if (lane_any(atLow & atHigh)) {
    side[0] = (Side){atLow, one, low - margin};
    side[1] = (Side){atHigh, -one, high - margin};
    return 2;
  }
  side[0] = (Side){atLow | atHigh, lane_select(atHigh, -one, one),
                   lane_select(atHigh, high, low) - margin};
  return lane_any(side->has);
}

// rotation axis of a ball joint, and the angle left to the limit
static void ballLimit(lane_Build* b, const lane_Item* item) {
  const lane_Model* m = b->m;
  const int j = item->id, adr = m->jnt_dofadr[j];
  const real* range = lane_prmAt(m->jnt_range, 2 * j);
  const real most = lane_select(range[0] > range[1], range[0], range[1]);
  const real margin = lane_prm(m->jnt_margin, j);
  real quat[4], axis[3];
  v4_copy(quat, b->d->qpos + m->jnt_qposadr[j]);
  quat_normalize(quat);
  quat_toVel(axis, quat, lane_bc(1));
  const real pos = most - v3_normalize(axis);
  const mask has = pos < margin;
  if (!lane_any(has) || !build_open(b, item, has)) return;
  const int efc = b->out->nefc - 1;
  real* row = build_row(b, efc) + adr;
  for (int k = 0; k < 3; k++) row[k] = lane_select(has, -axis[k], lane_bc(0));
  build_setScalar(b, item, has, efc, pos - margin, build_velocity(b, item, row - adr));
}

static void jointLimit(lane_Build* b, const lane_Item* item) {
  const lane_Model* m = b->m;
  const int j = item->id;
  if (m->jnt_type[j] == mjJNT_BALL) {
    ballLimit(b, item);
    return;
  }
  Side side[2];
  const int n = sidesOf(side, b->d->qpos[m->jnt_qposadr[j]], lane_prmAt(m->jnt_range, 2 * j),
                        lane_prm(m->jnt_margin, j));
  for (int k = 0; k < n; k++) addSingle(b, item, side[k].has, side[k].sign, side[k].dist);
}

static void tendonLimit(lane_Build* b, const lane_Item* item) {
  const lane_Model* m = b->m;
  const int i = item->id;
  Side side[2];
  const int n = sidesOf(side, b->d->ten_length[i], lane_prmAt(m->tendon_range, 2 * i),
                        lane_prm(m->tendon_margin, i));
  for (int k = 0; k < n; k++) {
    addTerms(b, item, side[k].has, tendonTerms(b, i, side[k].sign), side[k].dist);
  }
}

// ---- all

typedef void Add(lane_Build* b, const lane_Item* item);

static Add* const kinds[] = {
    [mjCNSTR_EQUALITY] = equality,
    [mjCNSTR_FRICTION_DOF] = dofFriction,
    [mjCNSTR_FRICTION_TENDON] = tendonFriction,
    [mjCNSTR_LIMIT_JOINT] = jointLimit,
    [mjCNSTR_LIMIT_TENDON] = tendonLimit,
};

static void countRows(lane_Make* out, int type) {
  if (type == mjCNSTR_EQUALITY) out->ne = out->nefc;
  if (type <= mjCNSTR_FRICTION_TENDON) out->nf = out->nefc - out->ne;
}

// sets J to zero again; only the columns of blocks, if rows have few
static void clearRows(const lane_Model* m, const lane_Make* make) {
  const size_t nv = (size_t)m->nv;
  for (int k = 0; k < make->nblock; k++) {
    const lane_Block* b = &make->block[k];
    real* row = make->J + (size_t)b->efc * nv;
    if (2 * b->ncol > m->nv) {
      memset(row, 0, (size_t)b->nefc * nv * sizeof *row);
      continue;
    }
    for (int r = 0; r < b->nefc; r++, row += nv) {
      for (int c = 0; c < b->ncol; c++) row[b->col[c]] = lane_bc(0);
    }
  }
}

bool LANE(rows_lanes)(const lane_Model* m, const lane_Data* d, const lane_Plan* plan,
                      const lane_Contacts* contacts, lane_Make* make, lane_Rows* rows) {
  lane_Build b = {.m = m, .d = d, .plan = plan, .pair = contacts->prm, .out = make};
  clearRows(m, make);
  make->nblock = make->nefc = make->ne = make->nf = make->ncol = 0;
  for (int i = 0; i < plan->nitem; i++) {
    kinds[plan->item[i].type](&b, &plan->item[i]);
    countRows(make, plan->item[i].type);
  }
  for (int i = 0; i < contacts->ncon; i++) {
    make->touch[i] = LANE(build_contact)(&b, &contacts->contact[i]);
  }
  *rows = (lane_Rows){.nblock = make->nblock,
                      .block = make->block,
                      .has = make->has,
                      .nefc = make->nefc,
                      .ne = make->ne,
                      .nf = make->nf,
                      .J = make->J,
                      .D = make->D,
                      .R = make->R,
                      .aref = make->aref,
                      .frictionloss = make->frictionloss,
                      .mu = make->mu,
                      .friction = make->friction};
  return !b.full;
}

// ---- parameters

static void putLaw(lane_Law* to, int lane, const lane_Numbers* from) {
  const imp_Law* law = &from->law;
  real* const curve[5] = {&to->curve.dmin, &to->curve.dmax, &to->curve.width, &to->curve.mid,
                          &to->curve.power};
  for (int k = 0; k < 5; k++) (*curve[k])[lane] = law->curve[k];
  for (int k = 0; k < 2; k++) to->diag[k][lane] = from->diag[k];
  to->K[lane] = law->K;
  to->B[lane] = law->B;
  to->friction[lane] = law->friction;
  to->R[lane] = from->R;
}

static void putTouch(lane_Law* law, int lane, const lane_Item* item, const mjModel* one,
                     const contact_Params* params) {
  const lane_Numbers numbers = lane_touchNumbers(one, item, params);
  putLaw(&law[item->number], lane, &numbers);
}

bool LANE(lane_putPlan)(lane_Make* make, lane_Contacts* contacts, const lane_Plan* plan, int lane,
                        const mjModel* one) {
  bool fits = true;
  for (int i = 0; i < plan->nitem; i++) {
    const lane_Numbers numbers = lane_itemNumbers(one, &plan->item[i]);
    putLaw(&make->law[i], lane, &numbers);
  }
  for (int i = 0; i < plan->pairs.npair; i++) {
    lane_PairNumbers pair;
    fits = lane_pairNumbers(one, &plan->pairs.pair[i], &pair) && fits;
    LANE(lane_putPair)(contacts, i, lane, &pair);
    putTouch(make->law, lane, &plan->touch[i], one, &pair.params);
    if (plan->sticky[i].nefc) putTouch(make->law, lane, &plan->sticky[i], one, &pair.params);
  }
  return fits;
}

// ---- memory

lane_Make* LANE(lane_makeMake)(const mjModel* m, const lane_Plan* plan) {
  const int nv = (int)m->nv;
  lane_Make* make = mem_calloc(1, sizeof *make);
  if (!make) return NULL;
  int rows = plan->mostRows, touches = plan->pairs.most;
  rows = rows + 10 * touches < MOST_ROWS ? rows + 10 * touches : MOST_ROWS;
  make->mostRows = rows;
  make->mostBlocks = rows;  // each block has at least one row
  const size_t n = (size_t)rows + 1;
  make->block = mem_calloc(n, sizeof *make->block);
  make->has = mem_calloc(n, sizeof *make->has);
  make->J = mem_calloc(n * (size_t)nv + 11 * n + 6 * (size_t)nv + (size_t)plan->mostTerms + 1,
                       sizeof *make->J);
  make->termCol = mem_calloc((size_t)plan->mostTerms + 1, sizeof *make->termCol);
  make->touch = mem_calloc((size_t)touches + 1, sizeof *make->touch);
  make->mostCol = (touches < MOST_SHARES ? touches : MOST_SHARES) * nv;
  make->col = mem_calloc((size_t)make->mostCol + 1, sizeof *make->col);
  make->active = mem_calloc((size_t)m->neq + 1, sizeof *make->active);
  make->law =
      mem_calloc((size_t)plan->nitem + 2 * (size_t)plan->pairs.npair + 1, sizeof *make->law);
  if (!make->block || !make->has || !make->J || !make->termCol || !make->touch || !make->active ||
      !make->law || !make->col) {
    LANE(lane_makeDelete)(make);
    return NULL;
  }
  make->D = make->J + n * (size_t)nv;
  make->R = make->D + n;
  make->aref = make->R + n;
  make->frictionloss = make->aref + n;
  make->mu = make->frictionloss + n;
  make->friction = make->mu + n;
  make->base = make->friction + 5 * n;
  make->term = make->base + 6 * (size_t)nv;
  for (int i = 0; i < m->neq; i++) make->active[i] = m->eq_active0[i] ? build_all() : build_none();
  return make;
}

void LANE(lane_makeDelete)(lane_Make* make) {
  if (!make) return;
  mem_free(make->touch);
  mem_free(make->col);
  mem_free(make->law);
  mem_free(make->active);
  mem_free(make->termCol);
  mem_free(make->J);
  mem_free(make->has);
  mem_free(make->block);
  mem_free(make);
}

void LANE(lane_putActive)(const mjModel* m, lane_Make* make, int lane, const mjData* world) {
  for (int i = 0; i < m->neq; i++) make->active[i][lane] = world->eq_active[i] ? -1 : 0;
}

#endif
