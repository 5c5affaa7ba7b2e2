// Analytic derivatives of scalar constraints on joints and tendons: equality polynomials, friction
// loss, limits (diff/rows_derivative.h). Their Jacobian is the row t of a tendon, with T' w the
// derivative of t w (diff_Work.tenA, tenV), or has a few values of its own.
//   efc_force, efc_KBIP, ten_J, qpos -> G, tension
#include <string.h>

#include "constraint/jacobian.h"
#include "diff/rows_derivative.h"
#include "math/quat.h"
#include "math/quat_log.h"

// ---- sums over columns

// a sparse row
typedef struct {
  const int* col;
  const mjtNum* val;
  int n;
} Row;

static Row tendonRow(const rows_Slope* r, int tendon) {
  const mjModel* m = r->m;
  const int adr = m->ten_J_rowadr[tendon];
  return (Row){m->ten_J_colind + adr, r->d->ten_J + adr, m->ten_J_rownnz[tendon]};
}

static Row blockRow(const rows_Slope* r, const con_Block* b) {
  return (Row){con_columns(&r->rows, b), r->rows.jac + b->jac, b->ncol};
}

// values in the sparsity pattern of a tendon's row
static Row patternRow(const rows_Slope* r, int tendon, const mjtNum* val) {
  Row row = tendonRow(r, tendon);
  row.val = val + r->m->ten_J_rowadr[tendon];
  return row;
}

// where the change of a row's force is added: to G through its Jacobian, or to its row of `force`
typedef struct {
  Row jac;
  mjtNum *q, *v;
  int stride;
  ptrdiff_t at;  // offset of the row of `force`, -1: through the Jacobian
} Target;

static Target targetOf(const rows_Slope* r, const con_Block* b, const diff_Matrix* force) {
  const diff_Matrix* mat = force ? force : &r->w->G;
  return (Target){blockRow(r, b), mat->q, mat->v, mat->stride,
                  force ? (ptrdiff_t)b->efc * force->stride : -1};
}

// mat (q or v of the target) += scl (change of force by the row's columns)
static void add(const Target* t, mjtNum* mat, const Row* by, mjtNum scl) {
  if (!mat || scl == 0) return;
  if (t->at >= 0) {
    for (int k = 0; k < by->n; k++) mat[t->at + by->col[k]] += scl * by->val[k];
    return;
  }
  for (int i = 0; i < t->jac.n; i++) {
    mjtNum* row = mat + (ptrdiff_t)t->jac.col[i] * t->stride;
    const mjtNum x = scl * t->jac.val[i];
    for (int k = 0; k < by->n; k++) row[by->col[k]] += x * by->val[k];
  }
}

static mjtNum dot(const Row* row, const mjtNum* vec) {
  mjtNum sum = 0;
  for (int k = 0; k < row->n; k++) sum += row->val[k] * vec[row->col[k]];
  return sum;
}

// ---- shared by all rows

typedef struct {
  const rows_Slope* r;
  Target target;
  rows_Rate rate;
  mjtNum D, f;
} Scalar;

// derivatives through residual and velocity: dpos = J
static void addLaw(const Scalar* s, bool residual) {
  const Row* J = &s->target.jac;
  add(&s->target, s->target.v, J, -s->D * s->rate.damping);
  if (residual) {
    add(&s->target, s->target.q, J, s->f * s->rate.relative - s->D * s->rate.stiffness);
  }
}

// the Jacobian contains scl times that of a tendon: its derivative T
static void addTendon(const Scalar* s, int tendon, mjtNum scl) {
  const diff_Work* w = s->r->w;
  const Row byA = patternRow(s->r, tendon, w->tenA), byV = patternRow(s->r, tendon, w->tenV);
  add(&s->target, s->target.q, &byA, -s->D * scl);
  add(&s->target, s->target.q, &byV, -s->D * scl * s->rate.damping);
  if (s->target.at < 0) w->tension[tendon] += scl * s->f;
}

// the Jacobian has curvature: dJ = curve (row . dq) row
static void addCurve(const Scalar* s, const Row* row, mjtNum curve) {
  const diff_Work* w = s->r->w;
  const mjtNum rate = dot(row, w->qacc) + s->rate.damping * dot(row, s->r->d->qvel);
  add(&s->target, s->target.q, row, -s->D * curve * rate);
  if (s->target.at >= 0 || !w->G.q) return;
  for (int i = 0; i < row->n; i++) {
    mjtNum* at = w->G.q + (ptrdiff_t)row->col[i] * w->G.stride;
    for (int k = 0; k < row->n; k++) at[row->col[k]] += s->f * curve * row->val[i] * row->val[k];
  }
}

// ---- kinds

static mjtNum polynomialCurve(const mjtNum c[5], mjtNum x) {
  return 2 * c[2] + 6 * c[3] * x + 12 * c[4] * x * x;
}

static void jointEquality(const Scalar* s, const con_Block* b) {
  const mjModel* m = s->r->m;
  const int j2 = m->eq_obj2id[b->id];
  addLaw(s, true);
  if (j2 < 0) return;
  const int adr = m->jnt_qposadr[j2], dof = m->jnt_dofadr[j2];
  const mjtNum x = s->r->d->qpos[adr] - m->qpos0[adr], one = 1;
  const Row row = {&dof, &one, 1};
  addCurve(s, &row, -polynomialCurve(m->eq_data + mjNEQDATA * b->id, x));
}

static void tendonEquality(const Scalar* s, const con_Block* b) {
  const mjModel* m = s->r->m;
  const int t1 = m->eq_obj1id[b->id], t2 = m->eq_obj2id[b->id];
  const mjtNum* c = m->eq_data + mjNEQDATA * b->id;
  addLaw(s, true);
  addTendon(s, t1, 1);
  if (t2 < 0) return;
  const mjtNum x = s->r->d->ten_length[t2] - m->tendon_length0[t2];
  const Row row = tendonRow(s->r, t2);
  addTendon(s, t2, -jac_polynomialSlope(c, x));
  addCurve(s, &row, -polynomialCurve(c, x));
}

static void equality(const Scalar* s, const con_Block* b) {
  if (s->r->m->eq_type[b->id] == mjEQ_TENDON) {
    tendonEquality(s, b);
  } else {
    jointEquality(s, b);
  }
}

static void dofFriction(const Scalar* s, const con_Block* b) {
  (void)b;
  addLaw(s, false);
}

static void tendonFriction(const Scalar* s, const con_Block* b) {
  addLaw(s, false);
  addTendon(s, b->id, 1);
}

// axis of the rotation: J = -n, of which a rotation delta changes n by (1 - n n') Jri delta/|e|
static void ballLimit(const Scalar* s, const con_Block* b) {
  const mjModel* m = s->r->m;
  const int dof = m->jnt_dofadr[b->id], col[3] = {dof, dof + 1, dof + 2};
  mjtNum quat[4], e[3], n[3], Jri[9], turn[9], across[3];
  v4_copy(quat, s->r->d->qpos + m->jnt_qposadr[b->id]);
  quat_normalize(quat);
  quat_toVel(e, quat, 1);
  v3_copy(n, e);
  const mjtNum size = v3_normalize(n);
  if (size < mjMINVAL) return;
  quat_logSlope(Jri, e);
  for (int i = 0; i < 3; i++) {
    v3_scl(across, n, -n[i]);
    across[i] += 1;
    m3_mulTVec(turn + 3 * i, Jri, across);
    v3_scl(turn + 3 * i, turn + 3 * i, -1 / size);
  }
  mjtNum W[3], by[3];
  for (int i = 0; i < 3; i++) {
    W[i] = s->r->w->qacc[dof + i] + s->rate.damping * s->r->d->qvel[dof + i];
  }
  m3_mulTVec(by, turn, W);
  const Row row = {col, by, 3};
  add(&s->target, s->target.q, &row, -s->D);
  const diff_Matrix* G = &s->r->w->G;
  for (int i = 0; i < 3 && s->target.at < 0 && G->q; i++) {
    for (int k = 0; k < 3; k++) {
      G->q[(ptrdiff_t)(dof + i) * G->stride + dof + k] += s->f * turn[3 * i + k];
    }
  }
}

static void jointLimit(const Scalar* s, const con_Block* b) {
  addLaw(s, true);
  if (s->r->m->jnt_type[b->id] == mjJNT_BALL) ballLimit(s, b);
}

static void tendonLimit(const Scalar* s, const con_Block* b) {
  addLaw(s, true);
  addTendon(s, b->id, b->upper ? -1 : 1);
}

static void (*const kinds[])(const Scalar*, const con_Block*) = {
    [mjCNSTR_EQUALITY] = equality,
    [mjCNSTR_FRICTION_DOF] = dofFriction,
    [mjCNSTR_FRICTION_TENDON] = tendonFriction,
    [mjCNSTR_LIMIT_JOINT] = jointLimit,
    [mjCNSTR_LIMIT_TENDON] = tendonLimit,
};

void rows_jointSlope(const rows_Slope* r, const con_Block* block, const diff_Matrix* force) {
  const Scalar s = {.r = r,
                    .target = targetOf(r, block, force),
                    .rate = rows_rate(r, block, 0),
                    .D = rows_curvature(r, block->efc),
                    .f = r->d->efc_force[block->efc]};
  ASSERT_FULL(block->nefc == 1 && block->type <= mjCNSTR_LIMIT_TENDON);
  kinds[block->type](&s, block);
}
