// Constraint rows in lanes: the constraints of the plan that some lane has, in order, with zeros in
// the lanes that lack them. The numbers of a lane are those of con_make and con_reference.
//   contacts, frames, tendons, qpos, qvel -> J, D, R, aref, frictionloss
#include "constraint/lane_make.h"

#if LANE_W > 1

#include "base/assert.h"
#include "base/mem.h"
#include "constraint/impedance.h"
#include "constraint/jacobian.h"

// rows beyond this are not for lanes
enum { MOST_ROWS = 2000 };

typedef struct {
  const mjModel* m;
  const lane_Data* d;
  const lane_Plan* plan;
  lane_Make* out;
  bool full;
} Build;

static mask none(void) { return lane_bits(lane_bc(0)); }
static mask all(void) { return lane_not(none()); }

// ---- blocks

// the next block, its rows of J cleared; false: there is no room
static bool open(Build* b, const lane_Item* item, mask has) {
  lane_Make* out = b->out;
  const int nv = (int)b->m->nv;
  if (out->nblock == out->mostBlocks || out->nefc + item->nefc > out->mostRows) {
    b->full = true;
    return false;
  }
  out->has[out->nblock] = has;
  out->block[out->nblock++] = (lane_Block){.shape = item->shape,
                                           .type = item->type,
                                           .id = item->id,
                                           .efc = out->nefc,
                                           .nefc = item->nefc,
                                           .ncol = item->ncol,
                                           .col = item->col};
  memset(out->J + (size_t)out->nefc * nv, 0, (size_t)item->nefc * nv * sizeof *out->J);
  out->nefc += item->nefc;
  return true;
}

static real* rowOf(const Build* b, int efc) { return b->out->J + (size_t)efc * b->m->nv; }

// row . qvel
// order: that of dense_dot, over the columns
static real velocityOf(const Build* b, const real* row, const int* col, int n) {
  const int groups = (int)b->m->nv & ~3;
  const real* qvel = b->d->qvel;
  real sum[5] = {0};
  for (int k = 0; k < n; k++) {
    const int c = col[k], to = c < groups ? c & 3 : 4;
    sum[to] = sum[to] + row[c] * qvel[c];
  }
  return ((sum[0] + sum[2]) + (sum[1] + sum[3])) + sum[4];
}

// a row of one number is no sum: -0 stays
static real velocityOfOne(const Build* b, const real* row, int col) {
  return row[col] * b->d->qvel[col];
}

// ---- impedance

// a constraint at its residual less margin
typedef struct {
  const lane_Item* item;
  mask has;
  real dist;  // residual of the whole, less margin
  real imp;
} State;

static State stateOf(const lane_Item* item, mask has, real dist) {
  const mjtNum* c = item->law.curve;
  const imp_Curve curve = {lane_bc(c[0]), lane_bc(c[1]), lane_bc(c[2]), lane_bc(c[3]),
                           lane_bc(c[4])};
  State s = {.item = item, .has = has, .dist = dist};
  real slope;
  imp_impedance(&curve, dist, &s.imp, &slope);
  return s;
}

static void setR(const Build* b, const State* s, int efc, real R) {
  b->out->R[efc] = lane_select(s->has, R, lane_bc(0));
  b->out->D[efc] = lane_select(s->has, 1 / R, lane_bc(0));
  b->out->frictionloss[efc] = lane_bc(0);
}

static void setReference(const Build* b, const State* s, int efc, mjtNum K, mjtNum B, real vel,
                         real dist) {
  // order: imp_reference
  const real aref = -B * vel - K * s->imp * dist;
  b->out->aref[efc] = lane_select(s->has, aref, lane_bc(0));
}

// a constraint of one row, its velocity being known
static void setScalar(const Build* b, const lane_Item* item, mask has, int efc, real dist,
                      real vel) {
  const State s = stateOf(item, has, dist);
  setR(b, &s, efc, imp_regularisation(s.imp, lane_bc(item->diag[0])));
  setReference(b, &s, efc, item->law.K, item->law.B, vel, dist);
}

// ---- rows with one entry

static void addSingle(Build* b, const lane_Item* item, mask has, mjtNum entry, real dist) {
  if (!lane_any(has) || !open(b, item, has)) return;
  const int efc = b->out->nefc - 1, col = item->col[0];
  rowOf(b, efc)[col] = lane_select(has, lane_bc(entry), lane_bc(0));
  setScalar(b, item, has, efc, dist, entry * b->d->qvel[col]);
}

// ---- rows of tendons and joints: terms of ascending columns

typedef struct {
  mask has;    // lanes with a number other than zero
  real vel;
} Terms;

// rows_squeeze: equal columns are joined, columns of zero left out, with which the row is 0 there
static Terms writeTerms(const Build* b, mask has, int efc, int n) {
  const real *term = b->out->term, *qvel = b->d->qvel, zero = lane_bc(0);
  const int* col = b->out->termCol;
  const lane_Block* block = &b->out->block[b->out->nblock - 1];
  real *row = rowOf(b, efc), alone = zero;
  mask other = none();
  lint count = none();
  for (int i = 0; i < n;) {
    const int c = col[i];
    real sum = zero;
    mask kept = none();
    for (; i < n && col[i] == c; i++) {
      const mask given = term[i] != 0;
      sum = lane_select(kept, sum + term[i], lane_select(given, term[i], zero));
      kept = kept | given;
    }
    row[c] = lane_select(has, sum, zero);
    alone = lane_select(kept, sum * qvel[c], alone);
    other = other | (sum != 0);
    count = count - kept;
  }
  // a row of one number is no sum: -0 stays
  const real vel = velocityOf(b, row, block->col, block->ncol);
  return (Terms){has & other, lane_select(count == 1, alone, vel)};
}

// the block at hand says nothing in any lane
static void dropBlock(Build* b) {
  b->out->nblock--;
  b->out->nefc--;
}

static void addTerms(Build* b, const lane_Item* item, mask has, int n, real dist) {
  if (!lane_any(has) || !open(b, item, has)) return;
  const int efc = b->out->nefc - 1;
  const Terms t = writeTerms(b, has, efc, n);
  if (!lane_any(t.has)) {
    dropBlock(b);
    return;
  }
  b->out->has[b->out->nblock - 1] = t.has;
  setScalar(b, item, t.has, efc, dist, t.vel);
}

// scl times the moments of a tendon
static int tendonTerms(const Build* b, int tendon, mjtNum scl) {
  const int adr = b->m->ten_J_rowadr[tendon], n = b->m->ten_J_rownnz[tendon];
  for (int i = 0; i < n; i++) {
    b->out->term[i] = scl * b->d->ten_J[adr + i];
    b->out->termCol[i] = b->m->ten_J_colind[adr + i];
  }
  return n;
}

// ---- equalities

static real jointValue(const Build* b, int jnt) {
  const int adr = b->m->jnt_qposadr[jnt];
  return b->d->qpos[adr] - lane_prm(b->m->qpos0, adr);
}

static real tendonValue(const Build* b, int tendon) {
  return b->d->ten_length[tendon] - lane_prm(b->m->tendon_length0, tendon);
}

static void coefficients(const Build* b, int eq, real c[5]) {
  for (int k = 0; k < 5; k++) c[k] = lane_bc(lane_prm(b->m->eq_data, mjNEQDATA * eq + k));
}

static void jointEquality(Build* b, const lane_Item* item, mask has) {
  const mjModel* m = b->m;
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
static int combineTerms(const Build* b, int t1, int t2, real scl) {
  const mjModel* m = b->m;
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

static void tendonEquality(Build* b, const lane_Item* item, mask has) {
  const int t1 = b->m->eq_obj1id[item->id], t2 = b->m->eq_obj2id[item->id];
  real c[5];
  coefficients(b, item->id, c);
  real pos = tendonValue(b, t1) - c[0];
  int n;
  if (t2 < 0) {
    n = tendonTerms(b, t1, 1);
  } else {
    const real x = tendonValue(b, t2);
    pos = pos - jac_polynomial(c, x);
    n = combineTerms(b, t1, t2, -jac_polynomialSlope(c, x));
  }
  addTerms(b, item, has, n, pos - 0);
}

static void equality(Build* b, const lane_Item* item) {
  const mask has = b->out->active[item->id];
  if (!lane_any(has)) return;
  if (b->m->eq_type[item->id] == mjEQ_JOINT) {
    jointEquality(b, item, has);
  } else {
    tendonEquality(b, item, has);
  }
}

// ---- friction loss

static void setLoss(Build* b, int before, mjtNum loss) {
  if (b->out->nblock == before) return;
  const mask has = b->out->has[b->out->nblock - 1];
  b->out->frictionloss[b->out->nefc - 1] = lane_select(has, lane_bc(loss), lane_bc(0));
}

static void dofFriction(Build* b, const lane_Item* item) {
  const int before = b->out->nblock;
  addSingle(b, item, all(), 1, lane_bc(0));
  setLoss(b, before, lane_prm(b->m->dof_frictionloss, item->id));
}

static void tendonFriction(Build* b, const lane_Item* item) {
  const int before = b->out->nblock;
  addTerms(b, item, all(), tendonTerms(b, item->id, 1), lane_bc(0));
  setLoss(b, before, lane_prm(b->m->tendon_frictionloss, item->id));
}

// ---- limits

static real distanceTo(const lane_Item* item, real x, const mjtNum range[2]) {
  return item->upper ? range[1] - x : x - range[0];
}

// axis of a ball joint's rotation, and the angle that is left to the limit
static void ballLimit(Build* b, const lane_Item* item) {
  const mjModel* m = b->m;
  const int j = item->id, adr = m->jnt_dofadr[j];
  const mjtNum* range = lane_prmAt(m->jnt_range, 2 * j);
  const mjtNum most = range[0] > range[1] ? range[0] : range[1];
  const mjtNum margin = lane_prm(m->jnt_margin, j);
  real quat[4], axis[3];
  v4_copy(quat, b->d->qpos + m->jnt_qposadr[j]);
  quat_normalize(quat);
  quat_toVel(axis, quat, lane_bc(1));
  const real pos = most - v3_normalize(axis);
  const mask has = pos < margin;
  if (!lane_any(has) || !open(b, item, has)) return;
  const int efc = b->out->nefc - 1;
  real* row = rowOf(b, efc) + adr;
  for (int k = 0; k < 3; k++) row[k] = lane_select(has, -axis[k], lane_bc(0));
  setScalar(b, item, has, efc, pos - margin, velocityOf(b, row - adr, item->col, 3));
}

static void jointLimit(Build* b, const lane_Item* item) {
  const mjModel* m = b->m;
  const int j = item->id;
  if (m->jnt_type[j] == mjJNT_BALL) {
    ballLimit(b, item);
    return;
  }
  const mjtNum margin = lane_prm(m->jnt_margin, j);
  const real x = b->d->qpos[m->jnt_qposadr[j]];
  const real pos = distanceTo(item, x, lane_prmAt(m->jnt_range, 2 * j));
  addSingle(b, item, pos < margin, item->upper ? -1 : 1, pos - margin);
}

static void tendonLimit(Build* b, const lane_Item* item) {
  const mjModel* m = b->m;
  const int i = item->id;
  const mjtNum margin = lane_prm(m->tendon_margin, i);
  const real pos = distanceTo(item, b->d->ten_length[i], lane_prmAt(m->tendon_range, 2 * i));
  const mask has = pos < margin;
  if (!lane_any(has)) return;
  addTerms(b, item, has, tendonTerms(b, i, item->upper ? -1 : 1), pos - margin);
}

// ---- contacts

// base rows of one body's dofs
static void fillSide(const Build* b, const lane_Item* item, int side, const real axes[9],
                     const real pos[3]) {
  const int body = b->plan->pairs.pair[item->id].body[side], *dof = item->dof[side];
  real offset[3], *jac = b->out->base + item->at[side];
  v3_sub(offset, pos, b->d->subtree_com + 3 * b->m->body_rootid[body]);
  for (int c = 0; c < item->n[side]; c++) {
    jac_contact(jac + c, item->ncol, item->nbase, b->d->cdof + 6 * dof[c], axes, offset);
  }
}

static void fillBase(const Build* b, const lane_Item* item, const lane_Contact* con) {
  if (item->n[0]) {
    real axes[9];
    for (int k = 0; k < 9; k++) axes[k] = -con->frame[k];
    fillSide(b, item, 0, axes, con->pos);
  }
  if (item->n[1]) fillSide(b, item, 1, con->frame, con->pos);
}

// edges of a pyramid are normal +- friction * tangent, other rows are base rows
static void expand(const Build* b, const lane_Item* item, mask has, int efc) {
  const mjtNum* friction = b->plan->pairs.pair[item->id].params.friction;
  const real *base = b->out->base, zero = lane_bc(0);
  const int n = item->ncol, nv = (int)b->m->nv, *col = item->col;
  real* row = rowOf(b, efc);
  if (item->shape != CON_PYRAMID) {
    for (int r = 0; r < item->nefc; r++, row += nv) {
      for (int i = 0; i < n; i++) row[col[i]] = lane_select(has, base[r * n + i], zero);
    }
    return;
  }
  for (int k = 1; k < item->nbase; k++, row += 2 * nv) {
    for (int i = 0; i < n; i++) {
      const real t = friction[k - 1] * base[k * n + i];
      row[col[i]] = lane_select(has, base[i] + t, zero);
      row[nv + col[i]] = lane_select(has, base[i] - t, zero);
    }
  }
}

// contactR: R of the rows, and mu
static void contactR(const Build* b, const State* s, int efc) {
  const lane_Item* item = s->item;
  const mjtNum* friction = b->plan->pairs.pair[item->id].params.friction;
  const real normal = imp_regularisation(s->imp, lane_bc(item->diag[0]));
  real* mu = &b->out->mu[b->out->nblock - 1];
  if (item->shape == CON_ONESIDED) {
    setR(b, s, efc, normal);
    *mu = lane_bc(0);
    return;
  }
  const real ratio = lane_max(lane_bc(mjMINVAL), lane_bc(lane_opt(b->m, impratio)));
  const real tangent = normal / ratio;
  const real cone = imp_coneFriction(lane_bc(friction[0]), normal, tangent, ratio);
  *mu = lane_select(s->has, cone, lane_bc(0));
  if (item->shape == CON_PYRAMID) {
    setR(b, s, efc, 2 * cone * cone * normal);
    for (int i = efc + 1; i < efc + item->nefc; i++) {
      b->out->R[i] = b->out->R[efc];
      b->out->D[i] = b->out->D[efc];
      b->out->frictionloss[i] = lane_bc(0);
    }
  } else {
    real R[6], of[5];
    for (int k = 0; k < 5; k++) of[k] = lane_bc(friction[k]);
    imp_coneR(R, normal, tangent, of, item->nefc);
    for (int i = 0; i < item->nefc; i++) setR(b, s, efc + i, R[i]);
  }
}

// aref; friction rows of a cone have no residual
static void contactReference(const Build* b, const State* s, int efc) {
  const lane_Item* item = s->item;
  const imp_Law* law = &item->law;
  for (int i = 0; i < item->nefc; i++) {
    const real* row = rowOf(b, efc + i);
    const bool friction = item->shape == CON_ELLIPTIC && i > 0;
    const real vel = item->nefc == 1 && item->ncol == 1
                         ? velocityOfOne(b, row, item->col[0])
                         : velocityOf(b, row, item->col, item->ncol);
    setReference(b, s, efc + i, friction ? 0 : law->K, friction ? law->friction : law->B, vel,
                 friction ? lane_bc(0) : s->dist);
  }
}

static void contact(Build* b, const lane_Contact* con) {
  const lane_Item* item = &b->plan->touch[con->pair];
  const contact_Params* params = &b->plan->pairs.pair[con->pair].params;
  const mask has = con->has & lane_not(con->dist >= params->includemargin);
  if (!item->nefc || !lane_any(has) || !open(b, item, has)) return;
  const int efc = b->out->nefc - item->nefc;
  b->out->block[b->out->nblock - 1].friction = params->friction;
  fillBase(b, item, con);
  expand(b, item, has, efc);
  const State s = stateOf(item, has, con->dist - params->includemargin);
  contactR(b, &s, efc);
  contactReference(b, &s, efc);
}

// ---- all

typedef void Add(Build* b, const lane_Item* item);

static Add* const kinds[] = {
    [mjCNSTR_EQUALITY] = equality,        [mjCNSTR_FRICTION_DOF] = dofFriction,
    [mjCNSTR_FRICTION_TENDON] = tendonFriction, [mjCNSTR_LIMIT_JOINT] = jointLimit,
    [mjCNSTR_LIMIT_TENDON] = tendonLimit,
};

static void countRows(lane_Make* out, int type) {
  if (type == mjCNSTR_EQUALITY) out->ne = out->nefc;
  if (type <= mjCNSTR_FRICTION_TENDON) out->nf = out->nefc - out->ne;
}

bool LANE(rows_lanes)(const mjModel* m, const lane_Data* d, const lane_Plan* plan,
                      const lane_Contacts* contacts, lane_Make* make, lane_Rows* rows) {
  Build b = {.m = m, .d = d, .plan = plan, .out = make};
  make->nblock = make->nefc = make->ne = make->nf = 0;
  for (int i = 0; i < plan->nitem; i++) {
    kinds[plan->item[i].type](&b, &plan->item[i]);
    countRows(make, plan->item[i].type);
  }
  for (int i = 0; i < contacts->ncon; i++) contact(&b, &contacts->contact[i]);
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
                      .mu = make->mu};
  return !b.full;
}

// ---- memory

lane_Make* LANE(lane_makeMake)(const mjModel* m, const lane_Plan* plan) {
  const int nv = (int)m->nv;
  lane_Make* make = mem_calloc(1, sizeof *make);
  if (!make) return NULL;
  int rows = plan->mostRows, touches = plan->pairs.most;
  rows = rows + 10 * touches < MOST_ROWS ? rows + 10 * touches : MOST_ROWS;
  make->mostRows = rows;
  make->mostBlocks = rows;  // a block has a row at least
  const size_t n = (size_t)rows + 1;
  make->block = mem_calloc(n, sizeof *make->block);
  make->has = mem_calloc(n, sizeof *make->has);
  make->J = mem_calloc(n * (size_t)nv + 6 * n + 6 * (size_t)nv + (size_t)plan->mostTerms + 1,
                       sizeof *make->J);
  make->termCol = mem_calloc((size_t)plan->mostTerms + 1, sizeof *make->termCol);
  make->active = mem_calloc((size_t)m->neq + 1, sizeof *make->active);
  if (!make->block || !make->has || !make->J || !make->termCol || !make->active) {
    LANE(lane_makeDelete)(make);
    return NULL;
  }
  make->D = make->J + n * (size_t)nv;
  make->R = make->D + n;
  make->aref = make->R + n;
  make->frictionloss = make->aref + n;
  make->mu = make->frictionloss + n;
  make->base = make->mu + n;
  make->term = make->base + 6 * (size_t)nv;
  for (int i = 0; i < m->neq; i++) make->active[i] = m->eq_active0[i] ? all() : none();
  return make;
}

void LANE(lane_makeDelete)(lane_Make* make) {
  if (!make) return;
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
