// Derivatives by stiffness, damping and dry friction (friction loss) of joints and tendons
// (diff/parameter.h). The forces are linear in the coefficients: -x x^k of a spring's k-th, -v
// |v|^k of a damper's, whose derivative by velocity, which D contains, is -(k + 1) |v|^k. The
// friction force changes with its bound only while it is at the bound.
//   qpos, qvel, ten_length, ten_velocity, ten_J, efc_force -> G, E
#include <math.h>

#include "diff/derivative_parts.h"
#include "diff/parameter.h"
#include "dyn/derivative.h"
#include "force/poly_force.h"
#include "math/quat.h"

// ---- parts

static mjtNum power(mjtNum x, int k) { return k == 0 ? 1 : k == 1 ? x : x * x; }

// for element `index` of an array of polynomials: which coefficient, counted from the constant one
static int coefficient(int index) { return 1 + index % mjNPOLY; }

void parameter_addOuter(const parameter_Point* p, mjtNum* E, const int* col, const mjtNum* row,
                        int n, mjtNum change) {
  for (int i = 0; i < n; i++) {
    mjtNum sum = 0;
    for (int k = 0; k < n; k++) {
      if (deriv_entry(p->m, col[i], col[k]) >= 0) sum += row[k] * p->w.acc[col[k]];
    }
    E[col[i]] += p->m->opt.timestep * change * row[i] * sum;
  }
}

// ---- springs of joints

// deflections of a joint: e of up to two vectors of n components
typedef struct {
  int n, count;
  mjtNum e[2][3];
} Deflection;

static void ballDeflection(const mjtNum quat[4], const mjtNum ref[4], mjtNum e[3]) {
  mjtNum unit[4];
  v4_copy(unit, quat);
  quat_normalize(unit);
  quat_sub(e, unit, ref);
}

static Deflection deflection(const parameter_Point* p, int jnt) {
  const int adr = p->m->jnt_qposadr[jnt], type = p->m->jnt_type[jnt];
  const mjtNum *qpos = p->d->qpos + adr, *ref = p->m->qpos_spring + adr;
  Deflection x = {.n = 3, .count = type == mjJNT_FREE ? 2 : 1};
  if (type == mjJNT_FREE) {
    v3_sub(x.e[0], qpos, ref);
    ballDeflection(qpos + 3, ref + 3, x.e[1]);
  } else if (type == mjJNT_BALL) {
    ballDeflection(qpos, ref, x.e[0]);
  } else {
    x.n = 1;
    x.e[0][0] = qpos[0] - ref[0];
  }
  return x;
}

static bool hasSprings(const mjModel* m) { return !(m->opt.disableflags & mjDSBL_SPRING); }

static void jointStiffness(const parameter_Point* p, int jnt, int k, const parameter_Column* col) {
  if (!hasSprings(p->m)) return;
  const Deflection x = deflection(p, jnt);
  mjtNum* G = col->G + p->m->jnt_dofadr[jnt];
  for (int part = 0; part < x.count; part++) {
    const mjtNum* e = x.e[part];
    const mjtNum size = x.n == 1 ? e[0] : v3_norm(e);
    for (int i = 0; i < x.n; i++) G[3 * part + i] = -power(size, k) * e[i];
  }
}

void parameter_stiffness(const parameter_Point* p, int index, const parameter_Column* col) {
  jointStiffness(p, index, 0, col);
}

void parameter_stiffnessPoly(const parameter_Point* p, int index, const parameter_Column* col) {
  jointStiffness(p, index / mjNPOLY, coefficient(index), col);
}

// derivative of x (k + c0 x + c1 x^2)
static mjtNum springSlope(const mjtNum coef[1 + mjNPOLY], mjtNum x) {
  return coef[0] + 2 * coef[1] * x + 3 * coef[2] * x * x;
}

// force += change of -poly(|e|) e
static void addVector(mjtNum force[3], const mjtNum coef[1 + mjNPOLY], const mjtNum e[3],
                      const mjtNum de[3]) {
  const mjtNum size = v3_norm(e);
  v3_addToScl(force, de, -poly_value(coef, size));
  if (size > 0) {
    v3_addToScl(force, e, -(coef[1] + 2 * coef[2] * size) / size * v3_dot(e, de));
  }
}

// change of a ball joint's deflection by component k of the reference, which need not be normalized
static void refSlope(const mjtNum quat[4], const mjtNum ref[4], int k, mjtNum de[3]) {
  static const mjtNum at[4] = {1, -1, 2, -2}, weight[4] = {8, -8, -1, 1};
  const mjtNum eps = 1e-4;
  v3_zero(de);
  for (int i = 0; i < 4; i++) {
    mjtNum moved[4], e[3];
    v4_copy(moved, ref);
    moved[k] += at[i] * eps;
    ballDeflection(quat, moved, e);
    v3_addToScl(de, e, weight[i] / (12 * eps));
  }
}

static int jointOfQpos(const mjModel* m, int adr) {
  int j = (int)m->njnt - 1;
  while (m->jnt_qposadr[j] > adr) j--;
  return j;
}

void parameter_springRef(const parameter_Point* p, int index, const parameter_Column* col) {
  const mjModel* m = p->m;
  const int jnt = jointOfQpos(m, index), type = m->jnt_type[jnt], k = index - m->jnt_qposadr[jnt];
  const mjtNum *qpos = p->d->qpos + m->jnt_qposadr[jnt], *ref = m->qpos_spring + index - k;
  mjtNum coef[1 + mjNPOLY], de[3] = {0, 0, 0}, *G = col->G + m->jnt_dofadr[jnt];
  if (!hasSprings(m) || !poly_load(coef, m->jnt_stiffness, m->jnt_stiffnesspoly, jnt)) return;
  const Deflection x = deflection(p, jnt);
  if (x.n == 1) {
    G[0] = springSlope(coef, x.e[0][0]);
  } else if (type == mjJNT_FREE && k < 3) {
    de[k] = -1;
    addVector(G, coef, x.e[0], de);
  } else {
    const int turn = type == mjJNT_FREE ? 3 : 0;
    refSlope(qpos + turn, ref + turn, k - turn, de);
    addVector(G + turn, coef, x.e[x.count - 1], de);
  }
}

// ---- dampers and dry friction of dofs

static void dofDamping(const parameter_Point* p, int dof, int k, const parameter_Column* col) {
  if (p->m->opt.disableflags & mjDSBL_DAMPER) return;
  const mjtNum v = p->d->qvel[dof], factor = power(fabs(v), k);
  col->G[dof] = -v * factor;
  if (col->E) col->E[dof] = -p->m->opt.timestep * (k + 1) * factor * p->w.acc[dof];
}

void parameter_damping(const parameter_Point* p, int index, const parameter_Column* col) {
  dofDamping(p, index, 0, col);
}

void parameter_dampingPoly(const parameter_Point* p, int index, const parameter_Column* col) {
  dofDamping(p, index / mjNPOLY, coefficient(index), col);
}

// friction force at its bound: +- the bound
static void frictionloss(const parameter_Point* p, int type, int id, mjtNum bound,
                         const parameter_Column* col) {
  for (int k = 0; k < p->rows.nblock && p->d->nefc; k++) {
    const con_Block* b = p->rows.block + k;
    if (b->type != type || b->id != id) continue;
    if (p->d->efc_state[b->efc] == mjCNSTRSTATE_QUADRATIC) return;
    const mjtNum change = p->d->efc_force[b->efc] / bound, *jac = p->rows.jac + b->jac;
    const int* dof = con_columns(&p->rows, b);
    for (int c = 0; c < b->ncol; c++) col->G[dof[c]] += change * jac[c];
    return;
  }
}

void parameter_frictionloss(const parameter_Point* p, int index, const parameter_Column* col) {
  frictionloss(p, mjCNSTR_FRICTION_DOF, index, p->m->dof_frictionloss[index], col);
}

// without dry friction there is no constraint row
bool parameter_coversFrictionloss(const mjModel* m, int index) {
  return m->dof_frictionloss[index] > 0 || (m->opt.disableflags & mjDSBL_FRICTIONLOSS);
}

// ---- tendons

static void addTendon(const parameter_Point* p, int tendon, mjtNum force, mjtNum* G) {
  const int adr = p->m->ten_J_rowadr[tendon], end = adr + p->m->ten_J_rownnz[tendon];
  for (int k = adr; k < end; k++) G[p->m->ten_J_colind[k]] += force * p->d->ten_J[k];
}

// length beyond the range in which a tendon is slack; side: 0 below, 1 above, -1 within
static mjtNum stretch(const parameter_Point* p, int tendon, int* side) {
  const mjtNum *range = p->m->tendon_lengthspring + 2 * tendon, length = p->d->ten_length[tendon];
  *side = length > range[1] ? 1 : length < range[0] ? 0 : -1;
  return *side >= 0 ? length - range[*side] : 0;
}

static void tendonStiffness(const parameter_Point* p, int tendon, int k,
                            const parameter_Column* col) {
  int side;
  const mjtNum x = stretch(p, tendon, &side);
  if (hasSprings(p->m)) addTendon(p, tendon, -x * power(x, k), col->G);
}

void parameter_tendonStiffness(const parameter_Point* p, int index, const parameter_Column* col) {
  tendonStiffness(p, index, 0, col);
}

void parameter_tendonStiffnessPoly(const parameter_Point* p, int index,
                                   const parameter_Column* col) {
  tendonStiffness(p, index / mjNPOLY, coefficient(index), col);
}

void parameter_tendonRef(const parameter_Point* p, int index, const parameter_Column* col) {
  const mjModel* m = p->m;
  mjtNum coef[1 + mjNPOLY];
  int side;
  const mjtNum x = stretch(p, index / 2, &side);
  if (!hasSprings(m) || side != index % 2) return;
  poly_load(coef, m->tendon_stiffness, m->tendon_stiffnesspoly, index / 2);
  addTendon(p, index / 2, springSlope(coef, x), col->G);
}

static void tendonDamping(const parameter_Point* p, int tendon, int k,
                          const parameter_Column* col) {
  const mjModel* m = p->m;
  if (m->opt.disableflags & mjDSBL_DAMPER) return;
  const mjtNum v = p->d->ten_velocity[tendon], factor = power(fabs(v), k);
  const int adr = m->ten_J_rowadr[tendon];
  addTendon(p, tendon, -v * factor, col->G);
  if (!col->E || !diff_isImplicit(m)) return;
  parameter_addOuter(p, col->E, m->ten_J_colind + adr, p->d->ten_J + adr, m->ten_J_rownnz[tendon],
                     -(k + 1) * factor);
}

void parameter_tendonDamping(const parameter_Point* p, int index, const parameter_Column* col) {
  tendonDamping(p, index, 0, col);
}

void parameter_tendonDampingPoly(const parameter_Point* p, int index, const parameter_Column* col) {
  tendonDamping(p, index / mjNPOLY, coefficient(index), col);
}

void parameter_tendonFrictionloss(const parameter_Point* p, int index,
                                  const parameter_Column* col) {
  frictionloss(p, mjCNSTR_FRICTION_TENDON, index, p->m->tendon_frictionloss[index], col);
}

bool parameter_coversTendonFrictionloss(const mjModel* m, int index) {
  return m->tendon_frictionloss[index] > 0 || (m->opt.disableflags & mjDSBL_FRICTIONLOSS);
}
