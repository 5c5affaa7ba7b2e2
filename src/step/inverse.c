// Inverse dynamics of one world: qfrc_inverse = bias + M qacc - passive - constraint, where the
// constraint forces follow from qacc without iteration. With invdiscrete qacc is the finite
// difference of velocities over a step, (qvel' - qvel)/h; the matrix A of the integrator converts
// it to the continuous-time acceleration M^-1 A qacc.
//   qpos, qvel, qacc -> qfrc_inverse
#include <sinew/api.h>

#include "base/assert.h"
#include "dyn/dyn.h"
#include "dyn/row.h"
#include "force/flex_metric.h"
#include "force/force_derivative.h"
#include "math/vec.h"
#include "model/stack.h"
#include "model/timer.h"
#include "solve/solve.h"
#include "step/forward.h"
#include "step/implicit.h"
#include "step/integrate.h"
#include "step/sensor.h"
#include "step/smooth.h"
#include "step/stages.h"

// res = M vec + h diag(B) vec
// odd: damping in the discrete inverse
static void mulEuler(const mjModel* m, mjData* d, mjtNum* res, const mjtNum* vec, mjtNum* mat) {
  (void)mat;
  LANE(dyn_mulM)(m, d, res, vec);
  if (m->opt.disableflags & mjDSBL_EULERDAMP) return;
  const range_List ranges = lane_ranges(d);
  range_each(ranges, dof, i) {
    mjtNum slope;
    deriv_dofDamping(m, d, i, &slope);
    res[i] += m->opt.timestep * slope * vec[i];
  }
}

// res = (M - h D) vec
// odd: leftovers in the discrete inverse
static void mulImplicit(const mjModel* m, mjData* d, mjtNum* res, const mjtNum* vec, mjtNum* mat) {
  const range_List ranges = lane_ranges(d);
  LANE(deriv_velocity)(m, d, 1);
  LANE(step_matrixFull)(m, d, mat);
  range_each(ranges, dof, i) {
    const int adr = m->D_rowadr[i];
    res[i] = row_dot(mat + adr, m->D_colind + adr, m->D_rownnz[i], vec);
  }
}

// res = (M - h D) vec with the lower triangle mirrored; free bodies that move alone have their own
// block
static void mulFast(const mjModel* m, mjData* d, mjtNum* res, const mjtNum* vec, mjtNum* mat) {
  const range_List ranges = lane_ranges(d);
  LANE(deriv_velocity)(m, d, 0);
  LANE(step_matrixFast)(m, d, mat);
  range_each(ranges, dof, i) {
    const int adr = m->M_rowadr[i], diag = adr + m->M_rownnz[i] - 1;
    ASSERT_FULL(m->M_colind[diag] == i);
    // order: the diagonal, then from it back to the first column
    mjtNum sum = mat[diag] * vec[i];
    for (int k = diag - 1; k >= adr; k--) {
      sum += mat[k] * vec[m->M_colind[k]];
      res[m->M_colind[k]] += mat[k] * vec[i];
    }
    res[i] = sum;
  }
  range_each(ranges, body, b) {
    if (!deriv_isLoneFree(m, b)) continue;
    mjtNum block[36];
    const int adr = m->body_dofadr[b];
    LANE(step_freeBlock)(m, d, b, block);
    for (int k = 0; k < 6; k++) res[adr + k] = v6_dot(block + 6 * k, vec + adr);
  }
}

// products with the matrices of the integrators: res = A vec; mat is scratch (nD + nC)
typedef void Multiply(const mjModel* m, mjData* d, mjtNum* res, const mjtNum* vec, mjtNum* mat);

static Multiply* const matrices[] = {
    [mjINT_EULER] = mulEuler,
    [mjINT_RK4] = NULL,
    [mjINT_IMPLICIT] = mulImplicit,
    [mjINT_IMPLICITFAST] = mulFast,
};

// converts d->qacc from discrete to continuous time; false: the integrator has no such matrix, or
// scratch memory is short
static bool toContinuous(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv, integrator = m->opt.integrator;
  mjtNum *force = stack_num(d, (size_t)nv), *mat = stack_num(d, (size_t)(m->nD + m->nC));
  if (!force || !mat || (unsigned)integrator >= sizeof matrices / sizeof *matrices) return false;
  if (!matrices[integrator]) return false;
  matrices[integrator](m, d, force, d->qacc, mat);
  const range_List ranges = lane_ranges(d);
  range_each(ranges, dof, i) d->qacc[i] = force[i];
  LANE(dyn_solveRanges)(m, ranges, d->qacc, d->qLD, d->qLDiagInv);
  return true;
}

static void stages(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  const step_Stage after = skipstage < mjSTAGE_POS ? STAGE_NONE : STAGE_POSITION;
  const unsigned extras = STAGE_ENERGY | (skipsensor ? 0 : STAGE_SENSORS);
  if (skipstage >= mjSTAGE_VEL) return;
  ASSERT_FULL(after < STAGE_VELOCITY);
  LANE(step_run)(m, d, after, STAGE_VELOCITY, STAGE_INVERSE | extras);
}

// forces of sleeping trees are zero
static void inverseForce(const mjModel* m, mjData* d) {
  const range_List ranges = lane_ranges(d);
  const range_Resting* run;
  const int nrest = awake_resting(d, &run);
  LANE(dyn_mulM)(m, d, d->qfrc_inverse, d->qacc);
  if (metric_isActive(d)) {
    metric_addMul(m, d, d->qfrc_inverse, d->qacc);
    vn_addToScl(d->qfrc_inverse, d->efm_c, -1, (int)m->nv);
  }
  // order: the bias last
  range_each(ranges, dof, i) {
    d->qfrc_inverse[i] =
        d->qfrc_bias[i] + (d->qfrc_inverse[i] - d->qfrc_passive[i] - d->qfrc_constraint[i]);
  }
  for (int k = 0; k < nrest; k++) {
    vn_zero(d->qfrc_inverse + run[k].range.dof[0], range_dofs(&run[k].range));
  }
}

static bool solveInverse(const mjModel* m, mjData* d, int skipsensor) {
  const int nv = (int)m->nv;
  const bool discrete = m->opt.enableflags & mjENBL_INVDISCRETE;
  mjtNum* given = stack_num(d, (size_t)nv);
  if (!given) return false;
  vn_copy(given, d->qacc, nv);
  // with the implicit metric of flexes, the integrator uses qacc unchanged
  bool ok = !discrete || metric_isActive(d) || toContinuous(m, d);
  if (ok) {
    solve_inverse(m, d);
    if (!skipsensor) {
      d->flg_rnepost = false;
      LANE(sensor_acc)(m, d);
    }
    inverseForce(m, d);
  }
  vn_copy(d->qacc, given, nv);
  return ok;
}

bool step_inverse(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  const mjtNum start = timer_now();
  awake_unsettle(d);  // qacc is the user's
  stages(m, d, skipstage, skipsensor);
  mj_markStack(d);
  const mjtNum constraint = timer_now();
  const bool ok = solveInverse(m, d, skipsensor);
  timer_add(d, mjTIMER_CONSTRAINT, constraint);
  mj_freeStack(d);
  timer_add(d, mjTIMER_INVERSE, start);
  return ok;
}

// Euclidean distance |a - b| of n values
static mjtNum distance(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return lane_sqrt(sum);
}

// inverse dynamics of the forward pass in d, whose constraint forces are restored
static void compareRows(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  mjtNum* applied = stack_num(d, (size_t)nv);
  mjtNum *qfrc = stack_num(d, (size_t)nv), *force = stack_num(d, (size_t)d->nefc);
  if (!applied || !qfrc || !force) return;
  vn_add(applied, d->qfrc_applied, d->qfrc_actuator, nv);
  LANE(step_addApplied)(m, d, applied);
  vn_copy(qfrc, d->qfrc_constraint, nv);
  vn_copy(force, d->efc_force, d->nefc);
  if (step_inverse(m, d, mjSTAGE_VEL, 1)) {
    d->solver_fwdinv[0] = distance(qfrc, d->qfrc_constraint, nv);
    d->solver_fwdinv[1] = distance(applied, d->qfrc_inverse, nv);
  }
  vn_copy(d->qfrc_constraint, qfrc, nv);
  vn_copy(d->efc_force, force, d->nefc);
}

void step_compare(const mjModel* m, mjData* d) {
  d->solver_fwdinv[0] = d->solver_fwdinv[1] = 0;
  if (!d->nefc) return;
  mj_markStack(d);
  compareRows(m, d);
  mj_freeStack(d);
}
