// Precomputes the structure of contacts and constraint Jacobian rows for SIMD lanes (lane_plan.h),
// in the order of con_make: equalities, friction loss of dofs and tendons, limits of joints and
// tendons, contacts.
//   model -> constraints that it can have: columns, bodies; their laws and diagonals
#include "constraint/lane_plan.h"

#include "base/mem.h"
#include "constraint/body_pair.h"
#include "constraint/impedance.h"

// ---- obstacles

static bool isOff(const mjModel* m, int flag) {
  return (m->opt.disableflags & (flag | mjDSBL_CONSTRAINT)) != 0;
}

static const char* equalityObstacle(const mjModel* m) {
  for (int i = 0; i < m->neq; i++) {
    if (m->eq_type[i] > mjEQ_TENDON && m->eq_type[i] != mjEQ_DISTANCE) return "flex equalities";
  }
  return NULL;
}

const char* lane_planObstacle(const mjModel* m) {
  if (m->opt.disableflags & mjDSBL_CONSTRAINT) return NULL;
  if (con_isSparse(m)) return "a sparse Jacobian";
  if (m->opt.enableflags & mjENBL_DIAGEXACT) return "the exact diagonal";
  if (m->opt.enableflags & mjENBL_SLEEP) return "sleep";
  if (m->nflex) return "flexes";
  const char* obstacle = isOff(m, mjDSBL_EQUALITY) ? NULL : equalityObstacle(m);
  return obstacle ? obstacle : lane_pairsObstacle(m);
}

// ---- lists

typedef struct {
  const mjModel* m;
  lane_Plan* plan;
  bool full;  // out of memory
} Plan;

// allocates n columns; they may move until the plan is complete
static int* takeColumns(Plan* p, int n) {
  lane_Plan* plan = p->plan;
  if (plan->ncol + n > plan->roomCol) {
    const int room = 2 * plan->roomCol + n + 64;
    int* col = mem_grow(plan->col, (size_t)plan->ncol * sizeof *col, (size_t)room * sizeof *col);
    p->full = p->full || !col;
    if (!col) return NULL;
    plan->col = col;
    plan->roomCol = room;
  }
  plan->ncol += n;
  return plan->col + plan->ncol - n;
}

// while the list grows, columns are only counted; sets the pointers to them and returns their end
static const int* pointAt(lane_Item* item, int n, const int* col, int nv) {
  for (int i = 0; i < n; col += item[i++].ncol) {
    con_Block block = {.ncol = item[i].ncol};
    con_setRange(&block, col, 0, nv, false);
    item[i].col = col;
    item[i].first = block.first;
    item[i].nread = block.n;
    for (int c = 0; c < item[i].ncol && nv <= 64; c++) item[i].columns |= (uint64_t)1 << col[c];
  }
  return col;
}

// rows of joints and tendons; if they have several trees, those of the nonzero columns
static void setTrees(const mjModel* m, lane_Item* item, int n) {
  for (int i = 0; i < n; i++) {
    const int *col = item[i].col, ncol = item[i].ncol;
    if (item[i].tree[0] >= 0 || !ncol) continue;
    item[i].tree[0] = m->dof_treeid[col[0]];
    if (m->dof_treeid[col[ncol - 1]] != item[i].tree[0]) item[i].tree[1] = -2;
  }
}

static lane_Item* addItem(Plan* p, con_Shape shape, int type, int id, int nefc) {
  lane_Item* item = &p->plan->item[p->plan->nitem++];
  *item = (lane_Item){
      .shape = shape, .type = type, .id = id, .nefc = nefc, .nbase = nefc, .tree = {-1, -1}};
  p->plan->mostRows += nefc;
  return item;
}

// columns of a row, without adjacent duplicates
static void setColumns(Plan* p, lane_Item* item, const int* dof, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) count += !i || dof[i] != dof[i - 1];
  int* col = takeColumns(p, count);
  if (n > p->plan->mostTerms) p->plan->mostTerms = n;
  if (!col) return;
  item->ncol = count;
  for (int i = 0; i < n; i++) {
    if (!i || dof[i] != dof[i - 1]) *col++ = dof[i];
  }
}

static void setTendon(Plan* p, lane_Item* item, int tendon) {
  const mjModel* m = p->m;
  setColumns(p, item, m->ten_J_colind + m->ten_J_rowadr[tendon], m->ten_J_rownnz[tendon]);
}

// ---- equalities

static void planJoint(Plan* p, int eq) {
  const mjModel* m = p->m;
  const int j1 = m->eq_obj1id[eq], j2 = m->eq_obj2id[eq], dof1 = m->jnt_dofadr[j1];
  lane_Item* item = addItem(p, CON_EQUALITY, mjCNSTR_EQUALITY, eq, 1);
  if (j2 < 0) {
    setColumns(p, item, &dof1, 1);
    return;
  }
  const int dof2 = m->jnt_dofadr[j2];
  const int dof[2] = {dof1 < dof2 ? dof1 : dof2, dof1 < dof2 ? dof2 : dof1};
  setColumns(p, item, dof, 2);
}

// union of the columns of both tendons, in ascending order
static void planTendon(Plan* p, int eq) {
  const mjModel* m = p->m;
  const int t1 = m->eq_obj1id[eq], t2 = m->eq_obj2id[eq];
  lane_Item* item = addItem(p, CON_EQUALITY, mjCNSTR_EQUALITY, eq, 1);
  if (t2 < 0) {
    setTendon(p, item, t1);
    return;
  }
  const int *a = m->ten_J_colind + m->ten_J_rowadr[t1], *endA = a + m->ten_J_rownnz[t1];
  const int *b = m->ten_J_colind + m->ten_J_rowadr[t2], *endB = b + m->ten_J_rownnz[t2];
  const int most = (int)(endA - a + endB - b);
  if (most > p->plan->mostTerms) p->plan->mostTerms = most;
  while (a < endA || b < endB) {
    const int next = b == endB || (a < endA && *a <= *b) ? *a : *b;
    while (a < endA && *a == next) a++;
    while (b < endB && *b == next) b++;
    int* col = takeColumns(p, 1);
    if (!col) return;
    *col = next;
    item->ncol++;
  }
}

// body that an object of a connect, weld or distance belongs to
static int bodyOf(const mjModel* m, int eq, int obj) {
  if (m->eq_type[eq] == mjEQ_DISTANCE) return m->geom_bodyid[obj];
  return m->eq_objtype[eq] == mjOBJ_SITE ? m->site_bodyid[obj] : obj;
}

static void planBodies(Plan* p, int eq, int nefc) {
  const mjModel* m = p->m;
  const int body[2] = {bodyOf(m, eq, m->eq_obj1id[eq]), bodyOf(m, eq, m->eq_obj2id[eq])};
  const pair_Chain c1 = pair_chain(m, body[0]), c2 = pair_chain(m, body[1]);
  const int common = pair_common(c1, c2), ncol = c1.n + c2.n - common;
  if (!ncol) return;  // rows of zeros
  lane_Item* item = addItem(p, CON_EQUALITY, mjCNSTR_EQUALITY, eq, nefc);
  int* col = takeColumns(p, ncol);
  if (!col) return;
  item->ncol = pair_columns(col, c1, c2, common, true);
  item->common = common;
  item->lower = pair_firstLower(c1, c2, common);
  item->split = item->lower ? c1.n : c2.n;
  pair_trees(item->tree, m, body[0], body[1]);
  item->dof[0] = c1.dof;
  item->dof[1] = c2.dof;
  item->n[0] = c1.n;
  item->n[1] = c2.n;
  item->body[0] = body[0];
  item->body[1] = body[1];
}

static void planEqualities(Plan* p) {
  static const int rows[] = {[mjEQ_CONNECT] = 3, [mjEQ_WELD] = 6, [mjEQ_DISTANCE] = 1};

  for (int i = 0; i < p->m->neq; i++) {
    const int type = p->m->eq_type[i];
    if (type == mjEQ_JOINT) {
      planJoint(p, i);
    } else if (type == mjEQ_TENDON) {
      planTendon(p, i);
    } else {
      planBodies(p, i, rows[type]);
    }
  }
}

// ---- friction loss and limits

// friction loss of all dofs and tendons, since worlds may differ in it
static void planFriction(Plan* p) {
  const mjModel* m = p->m;
  for (int i = 0; i < m->nv; i++) {
    setColumns(p, addItem(p, CON_FRICTION, mjCNSTR_FRICTION_DOF, i, 1), &i, 1);
  }
  for (int i = 0; i < m->ntendon; i++) {
    setTendon(p, addItem(p, CON_FRICTION, mjCNSTR_FRICTION_TENDON, i, 1), i);
  }
}

static void planLimits(Plan* p) {
  const mjModel* m = p->m;
  for (int j = 0; j < m->njnt; j++) {
    const bool ball = m->jnt_type[j] == mjJNT_BALL;
    const int adr = m->jnt_dofadr[j], dof[3] = {adr, adr + 1, adr + 2};
    if (!m->jnt_limited[j] || m->jnt_type[j] == mjJNT_FREE) continue;
    setColumns(p, addItem(p, CON_ONESIDED, mjCNSTR_LIMIT_JOINT, j, 1), dof, ball ? 3 : 1);
    p->plan->mostRows += !ball;  // both sides
  }
  for (int i = 0; i < m->ntendon; i++) {
    if (!m->tendon_limited[i]) continue;
    setTendon(p, addItem(p, CON_ONESIDED, mjCNSTR_LIMIT_TENDON, i, 1), i);
    p->plan->mostRows++;
  }
}

// ---- contacts

static void setShape(Plan* p, lane_Item* item, int dim) {
  item->nbase = dim;
  if (dim == 1) {
    item->shape = CON_ONESIDED;
    item->type = mjCNSTR_CONTACT_FRICTIONLESS;
    item->nefc = 1;
  } else if (con_isPyramidal(p->m)) {
    item->shape = CON_PYRAMID;
    item->type = mjCNSTR_CONTACT_PYRAMIDAL;
    item->nefc = 2 * (dim - 1);
  } else {
    item->shape = CON_ELLIPTIC;
    item->type = mjCNSTR_CONTACT_ELLIPTIC;
    item->nefc = dim;
  }
}

// columns of the bodies of a contact; consecutive pairs with the same columns will share them
static void setBodies(Plan* p, lane_Item* item, const int body[2]) {
  const pair_Chain c1 = pair_chain(p->m, body[0]), c2 = pair_chain(p->m, body[1]);
  const int common = pair_common(c1, c2);
  const bool lower = pair_firstLower(c1, c2, common);
  const int n1 = c1.n - common, n2 = c2.n - common;
  int* col = takeColumns(p, n1 + n2);
  if (!col) return;
  item->ncol = pair_columns(col, c1, c2, common, false);
  item->n[0] = n1;
  item->n[1] = n2;
  item->at[0] = lower ? 0 : n2;
  item->at[1] = lower ? n1 : 0;
  item->body[0] = body[0];
  item->body[1] = body[1];
  item->dof[0] = c1.dof ? c1.dof + common : NULL;
  item->dof[1] = c2.dof ? c2.dof + common : NULL;
  pair_trees(item->tree, p->m, body[0], body[1]);
}

static void planTouch(Plan* p, lane_Item* item, int pair, int dim) {
  const mjModel* m = p->m;
  const int* body = p->plan->pairs.pair[pair].body;
  *item = (lane_Item){.id = pair};
  setShape(p, item, dim);
  setBodies(p, item, body);
  // odd: pair within a body
  if (!item->ncol && m->body_treeid[body[0]] < 0 && m->body_treeid[body[1]] < 0) item->nefc = 0;
}

static void planContacts(Plan* p) {
  lane_Plan* plan = p->plan;
  for (int i = 0; i < plan->pairs.npair && !p->full; i++) {
    planTouch(p, &plan->touch[i], i, plan->pairs.pair[i].dim);
  }
  for (int i = 0; i < plan->pairs.npair && !p->full; i++) {
    if (plan->pairs.pair[i].sticks) planTouch(p, &plan->sticky[i], i, 1);
  }
}

// ---- parameters

static void setDiagonal(const mjModel* m, const lane_Item* item, mjtNum diag[2]) {
  const mjtNum *dof = m->dof_invweight0, *tendon = m->tendon_invweight0, *body = m->body_invweight0;
  const int id = item->id;
  if (item->type == mjCNSTR_FRICTION_DOF) {
    diag[0] = dof[id];
  } else if (item->type == mjCNSTR_LIMIT_JOINT) {
    diag[0] = dof[m->jnt_dofadr[id]];
  } else if (item->type != mjCNSTR_EQUALITY) {
    diag[0] = tendon[id];
  } else if (m->eq_type[id] == mjEQ_JOINT) {
    const int j1 = m->eq_obj1id[id], j2 = m->eq_obj2id[id];
    diag[0] = dof[m->jnt_dofadr[j1]];
    if (j2 >= 0) diag[0] += dof[m->jnt_dofadr[j2]];
  } else if (m->eq_type[id] == mjEQ_TENDON) {
    diag[0] = tendon[m->eq_obj1id[id]];
    if (m->eq_obj2id[id] >= 0) diag[0] += tendon[m->eq_obj2id[id]];
  } else {
    for (int k = 0; k < 2; k++) diag[k] = body[2 * item->body[0] + k] + body[2 * item->body[1] + k];
  }
}

lane_Numbers lane_itemNumbers(const mjModel* m, const lane_Item* item) {
  lane_Numbers res = {.law = imp_lawOf(m, item->type, item->id, NULL)};
  setDiagonal(m, item, res.diag);
  if (item->shape != CON_FRICTION) return res;
  // the residual is zero: the impedance is constant
  const mjtNum* c = res.law.curve;
  const imp_Curve curve = {c[0], c[1], c[2], c[3], c[4]};
  mjtNum imp, slope;
  imp_impedance(&curve, 0, &imp, &slope);
  res.R = imp_regularisation(imp, res.diag[0]);
  return res;
}

lane_Numbers lane_touchNumbers(const mjModel* m, const lane_Item* item,
                               const contact_Params* params) {
  const mjtNum* weight = m->body_invweight0;
  const mjtNum tran = weight[2 * item->body[0]] + weight[2 * item->body[1]];
  const mjtNum mu = params->friction[0];
  // order: the normal, then the tangent
  return (lane_Numbers){.diag = {item->shape == CON_PYRAMID ? tran + mu * mu * tran : tran},
                        .law = imp_lawOf(m, item->type, item->id, params)};
}

// ---- all

static void numberAll(lane_Plan* plan) {
  const int npair = plan->pairs.npair;
  for (int i = 0; i < plan->nitem; i++) plan->item[i].number = i;
  for (int i = 0; i < npair; i++) {
    plan->touch[i].number = plan->nitem + i;
    plan->sticky[i].number = plan->nitem + npair + i;
  }
}

// false: out of memory
static bool planAll(Plan* p) {
  const mjModel* m = p->m;
  lane_Plan* plan = p->plan;
  const size_t most = (size_t)(m->neq + m->nv + 2 * m->njnt + 3 * m->ntendon);
  if (!lane_pairsMake(&plan->pairs, m)) return false;
  plan->item = mem_calloc(most + 1, sizeof *plan->item);
  plan->touch = mem_calloc((size_t)plan->pairs.npair + 1, sizeof *plan->touch);
  plan->sticky = mem_calloc((size_t)plan->pairs.npair + 1, sizeof *plan->sticky);
  plan->roomCol = 64;
  plan->col = mem_calloc((size_t)plan->roomCol, sizeof *plan->col);
  if (!plan->item || !plan->touch || !plan->sticky || !plan->col) return false;
  if (m->opt.disableflags & mjDSBL_CONSTRAINT || !m->nv) {
    plan->pairs.npair = 0;
    return true;
  }
  if (!isOff(m, mjDSBL_EQUALITY)) planEqualities(p);
  if (!isOff(m, mjDSBL_FRICTIONLOSS)) planFriction(p);
  if (!isOff(m, mjDSBL_LIMIT)) planLimits(p);
  planContacts(p);
  if (p->full) return false;
  numberAll(plan);
  const int* col = pointAt(plan->item, plan->nitem, plan->col, (int)m->nv);
  setTrees(m, plan->item, plan->nitem);
  col = pointAt(plan->touch, plan->pairs.npair, col, (int)m->nv);
  pointAt(plan->sticky, plan->pairs.npair, col, (int)m->nv);
  return true;
}

lane_Plan* lane_planMake(const mjModel* m) {
  if (lane_planObstacle(m)) return NULL;
  Plan p = {.m = m, .plan = mem_calloc(1, sizeof *p.plan)};
  if (!p.plan) return NULL;
  if (planAll(&p)) return p.plan;
  lane_planDelete(p.plan);
  return NULL;
}

void lane_planDelete(lane_Plan* plan) {
  if (!plan) return;
  lane_pairsFree(&plan->pairs);
  mem_free(plan->item);
  mem_free(plan->touch);
  mem_free(plan->sticky);
  mem_free(plan->col);
  mem_free(plan);
}
