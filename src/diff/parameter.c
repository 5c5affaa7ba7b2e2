// Parameter derivatives of a step: the table of analytic formulas, and the linear solves for all
// columns at once (multiple right-hand sides, diff/parameter.h). Columns of G are written into the
// rows of velocities of P and solved there; columns without a formula are zero until finite
// differences fill them.
//   state, parameters -> P
#include "diff/parameter.h"

#include <string.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/assert.h"
#include "diff/advance.h"
#include "diff/optimum.h"
#include "diff/transition.h"
#include "math/vec.h"
#include "model/stack.h"
#include "solve/linearize.h"
#include "step/forward.h"
#include "step/integrate.h"

static const char* const FUNCTION = "sn_parameterDerivatives";

// ---- analytic formulas

typedef struct {
  size_t offset;  // of the array in mjModel
  parameter_Write* write;
  bool (*covers)(const mjModel* m, int index);  // NULL: all indices
} Formula;

#define FORMULA(array, ...)                                                                        \
  { offsetof(mjModel, array), __VA_ARGS__ }

static const Formula formulas[] = {
    FORMULA(body_mass, parameter_mass, parameter_coversMass),
    FORMULA(body_inertia, parameter_inertia, parameter_coversInertia),
    FORMULA(body_ipos, parameter_ipos, parameter_coversIpos),
    FORMULA(body_gravcomp, parameter_gravcomp, NULL),
    FORMULA(dof_armature, parameter_armature, NULL),
    FORMULA(jnt_stiffness, parameter_stiffness, NULL),
    FORMULA(jnt_stiffnesspoly, parameter_stiffnessPoly, NULL),
    FORMULA(qpos_spring, parameter_springRef, NULL),
    FORMULA(dof_damping, parameter_damping, NULL),
    FORMULA(dof_dampingpoly, parameter_dampingPoly, NULL),
    FORMULA(dof_frictionloss, parameter_frictionloss, parameter_coversFrictionloss),
    FORMULA(tendon_stiffness, parameter_tendonStiffness, NULL),
    FORMULA(tendon_stiffnesspoly, parameter_tendonStiffnessPoly, NULL),
    FORMULA(tendon_lengthspring, parameter_tendonRef, NULL),
    FORMULA(tendon_damping, parameter_tendonDamping, NULL),
    FORMULA(tendon_dampingpoly, parameter_tendonDampingPoly, NULL),
    FORMULA(tendon_frictionloss, parameter_tendonFrictionloss, parameter_coversTendonFrictionloss),
    FORMULA(actuator_gainprm, parameter_gain, parameter_coversGain),
    FORMULA(actuator_biasprm, parameter_bias, parameter_coversBias),
    FORMULA(actuator_gear, parameter_gear, parameter_coversGear),
    FORMULA(geom_friction, parameter_friction, NULL),
    FORMULA(pair_friction, parameter_pairFriction, NULL),
};

enum { NFORMULA = sizeof formulas / sizeof *formulas };

// NULL: finite differences
static const Formula* formulaOf(const mjModel* m, const sn_Parameter* parameter) {
  const size_t offset = parameter_arrayOf(m, parameter->field).offset;
  for (int k = 0; k < NFORMULA; k++) {
    const Formula* f = formulas + k;
    if (f->offset != offset) continue;
    return !f->covers || f->covers(m, parameter->index) ? f : NULL;
  }
  return NULL;
}

// ---- work

typedef struct {
  linpoint_Point at;
  parameter_Point p;
  const sn_Parameter* parameter;
  int n, nformula;
  bool covered;  // analytic derivatives support the model
  mjtNum* P;
  panel_Panel x, E;        // rows are dofs
  mjtNum *column, *acc;    // (2 nv), (nv)
  mjtNum *u, *side, *vec;  // (nu + 1), of both motions, (nv)
  mjtNum* room;            // for a column by finite differences
} Work;

static const Formula* formulaAt(const Work* k, int i) {
  return k->covered ? formulaOf(k->p.m, k->parameter + i) : NULL;
}

static int sideSize(const mjModel* m) { return PASS_BODY * (int)m->nbody + PASS_DOF * (int)m->nv; }

static size_t roomSize(const Work* k) {
  size_t most = 0;
  for (int i = 0; i < k->n; i++) {
    const size_t room = formulaAt(k, i) ? 0 : parameter_roomOf(k->p.m, k->parameter[i].field);
    if (room > most) most = room;
  }
  return most;
}

// places the arrays; returns the number of scratch values
static size_t place(Work* k, mjtNum* at) {
  const mjModel* m = k->p.m;
  const size_t nv = (size_t)m->nv;
  size_t n = 0;
#define TAKE(what, size) ((what) = at ? at + n : NULL, n += (size))
  TAKE(k->E.at, nv * (size_t)k->n);
  TAKE(k->column, 2 * nv);
  TAKE(k->acc, nv);
  TAKE(k->vec, nv);
  TAKE(k->u, (size_t)m->nu + 1);
  TAKE(k->side, 2 * (size_t)sideSize(m));
  TAKE(k->p.copy, PARAMETER_COPY * (size_t)m->nactuator);
  TAKE(k->room, roomSize(k));
#undef TAKE
  return n;
}

// ---- the point

// controls after clamping
static void readControls(const mjModel* m, const mjData* d, mjtNum* u) {
  vn_copy(u, d->ctrl, (int)m->nu);
  u[m->nu] = 0;
  for (int i = 0; i < m->nu && !(m->opt.disableflags & mjDSBL_CLAMPCTRL); i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    if (m->actuator_ctrllimited[i]) u[i] = mju_clip(u[i], range[0], range[1]);
  }
}

static bool isDamping(const Work* k, int i) {
  const size_t offset = parameter_arrayOf(k->p.m, k->parameter[i].field).offset;
  return offset == offsetof(mjModel, dof_damping) || offset == offsetof(mjModel, dof_dampingpoly);
}

// Euler has a matrix of its own only with joint damping, also if a damping parameter is zero here
static bool openIntegrator(Work* k) {
  const mjModel* m = k->p.m;
  bool damps = false;
  if (optimum_integrator(m, k->p.d, k->acc)) return true;
  for (int i = 0; i < k->n; i++) damps |= isDamping(k, i);
  if (!damps || (m->opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER))) return false;
  LANE(step_factorDamped)(m, k->p.d);
  LANE(step_solveDamped)(m, k->p.d, k->acc);
  return true;
}

// motions that the bias in the integrator's matrix is differenced between
static void openSides(Work* k) {
  const mjModel* m = k->p.m;
  if (m->opt.integrator == mjINT_EULER) return;
  for (int side = 0; side < 2; side++) {
    pass_Motion* at = k->p.side + side;
    *at = LANE(pass_place)(m, k->side + side * sideSize(m));
    for (int i = 0; i < m->nv; i++) {
      k->vec[i] = k->p.d->qvel[i] + (side ? k->acc[i] : -k->acc[i]);
    }
    at->qvel = k->vec;
    LANE(pass_move)(m, k->p.d, at);
  }
}

// ---- passes

static void writeColumns(Work* k, bool moved) {
  const int nv = (int)k->p.m->nv;
  const parameter_Column col = {k->column, moved ? k->column + nv : NULL};
  for (int i = 0; i < k->n; i++) {
    const Formula* f = formulaAt(k, i);
    if (!f) continue;
    vn_zero(k->column, 2 * nv);
    f->write(&k->p, k->parameter[i].index, &col);
    for (int r = 0; r < nv; r++) {
      panel_row(&k->x, r)[i] = k->column[r];
      panel_row(&k->E, r)[i] = k->column[nv + r];
    }
  }
}

// false if scratch is short
static bool solve(Work* k) {
  const mjModel* m = k->p.m;
  mjData* d = k->p.d;
  mjtNum* jar = stack_num(d, (size_t)d->nefc + 1);
  if (!jar || !optimum_polish(m, d, jar)) return false;
  k->p.jar = jar;
  k->p.rows = con_rows(d);
  k->p.w.qacc = d->qacc;
  const bool moved = openIntegrator(k);
  k->p.w.acc = moved ? k->acc : d->qacc;
  if (!LANE(diff_open)(m, d, &k->p.w)) return false;
  LANE(diff_motion)(m, d, &k->p.w);
  LANE(diff_reach)(m, d, &k->p.w);
  if (moved) openSides(k);
  writeColumns(k, moved);
  const bool force = moved && !d->nefc;  // M dqacc is G itself
  if (!force && !solve_linearizePanel(m, d, &k->x)) return false;
  if (moved) advance_acceleration(m, d, &k->x, &k->E, force);
  const panel_Panel pos = {k->P, k->x.stride, k->n};
  advance_state(m, d, k->p.w.acc, &k->x, &pos, -1, -1);
  return true;
}

static bool byFormulas(Work* k) {
  mj_markStack(k->p.d);
  const bool good = solve(k);
  mj_freeStack(k->p.d);
  return good;
}

// all steps start from the solution at the point, so that they converge alike
static bool byDifferences(Work* k) {
  bool good = true;
  vn_copy(k->acc, k->p.d->qacc, (int)k->p.m->nv);
  linpoint_restore(&k->at);
  for (int i = 0; i < k->n && good; i++) {
    if (formulaAt(k, i)) continue;
    good = parameter_difference(&k->at, k->parameter + i, k->acc, k->room, k->P + i, k->n);
  }
  return good;
}

// ---- the whole

static bool run(Work* k) {
  const int nv = (int)k->p.m->nv, n = k->n, full = linpoint_countFull(k->p.d);
  const size_t rows = 2 * (size_t)nv + (size_t)k->p.m->na;
  memset(k->P, 0, rows * (size_t)n * sizeof *k->P);
  memset(k->E.at, 0, (size_t)nv * (size_t)n * sizeof *k->E.at);
  k->x = (panel_Panel){k->P + (ptrdiff_t)nv * n, (size_t)n, n};
  readControls(k->p.m, k->p.d, k->u);
  step_forward(k->p.m, k->p.d, mjSTAGE_NONE, 1);
  bool good = true;
  if (linpoint_countFull(k->p.d) == full && k->nformula) good = byFormulas(k);
  if (good && linpoint_countFull(k->p.d) == full && k->nformula < n) good = byDifferences(k);
  linear_forget(k->p.d);
  if (!good) {
    mju_error("%s: the arena of %lld bytes is too small. Give the model more: <size "
              "memory=\"...\"/>",
              FUNCTION, (long long)k->p.d->narena);
    return false;
  }
  return linpoint_tellFull(&k->at, full);
}

int parameter_derivatives(const mjModel* m, mjData* d, const sn_Parameter* parameter, int n,
                          mjtNum* P) {
  Work k = {.p = {.m = m, .d = d}, .parameter = parameter, .n = n, .P = P};
  k.E = (panel_Panel){NULL, (size_t)n, n};
  k.covered = diff_isCovered(m);
  for (int i = 0; i < n; i++) k.nformula += formulaAt(&k, i) != NULL;
  mjtNum* scratch = linpoint_open(&k.at, m, d, place(&k, NULL), FUNCTION);
  if (!scratch) return -1;
  k.p.m = k.at.m;
  place(&k, scratch);
  k.p.u = k.u;
  const bool good = run(&k);
  linpoint_close(&k.at);
  if (!good) return -1;
  return k.nformula == n ? sn_DIFF_ANALYTIC : k.nformula ? sn_DIFF_HYBRID : sn_DIFF_FD;
}
