// Analytic linearization of a step by implicit differentiation (docs/derivatives.md): one pass at
// the state, then the linear systems
//   H dqacc = G,   H = M + J' Hs J       at the optimum of the constraints
//   Ah dacc = M dqacc + E                the integrator
//   dv' = dv + h dacc,  dq' = dq (+) h dv',  dact'
// for all columns at once. G is written into the rows of velocities of A and B and solved there; E
// and matrices that are not requested are scratch.
//   state, controls -> A, B, C, D
#include "diff/transition.h"

#include <string.h>

#include <sinew/api.h>
#include <sinew/extra.h>

#include "diff/actuator_difference.h"
#include "diff/advance.h"
#include "diff/assemble.h"
#include "diff/derivative_sensor.h"
#include "diff/finite.h"
#include "diff/linearization_point.h"
#include "diff/optimum.h"
#include "math/vec.h"
#include "model/stack.h"
#include "solve/linearize.h"
#include "step/forward.h"

static const char* const FUNCTION = "sn_transition";

// ---- models that analytic derivatives support

// odd: jacDot of a ball before a slide; its velocity product has no formula here
static bool hasBuriedBall(const mjModel* m) {
  for (int j = 0; j + 1 < m->njnt; j++) {
    const int type = m->jnt_type[j];
    if ((type == mjJNT_BALL || type == mjJNT_FREE) && m->jnt_bodyid[j + 1] == m->jnt_bodyid[j]) {
      return true;
    }
  }
  return false;
}

// an adhesion actuator whose force depends on velocity
static bool hasFastAdhesion(const mjModel* m) {
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] != mjTRN_BODY) continue;
    const int gain = m->actuator_gaintype[i], bias = m->actuator_biastype[i];
    if (gain != mjGAIN_FIXED &&
        (gain != mjGAIN_AFFINE || m->actuator_gainprm[mjNGAIN * i + 2] != 0))
      return true;
    if (bias != mjBIAS_NONE && (bias != mjBIAS_AFFINE || m->actuator_biasprm[mjNBIAS * i + 2] != 0))
      return true;
  }
  return false;
}

bool diff_isCovered(const mjModel* m) {
  const int i = m->opt.integrator;
  if (i != mjINT_EULER && i != mjINT_IMPLICIT && i != mjINT_IMPLICITFAST) return false;
  if (m->opt.noslip_iterations > 0 || (m->opt.enableflags & mjENBL_DIAGEXACT)) return false;
  if (mjcb_passive || mjcb_control || m->nflex || m->nplugin) return false;
  return !hasFastAdhesion(m) && !((m->neq || m->ntendon) && hasBuriedBall(m));
}

// ---- work

typedef struct {
  linpoint_Point at;
  const mjModel* m;
  mjData* d;
  diff_Work w;
  rows_Slope rows;
  mjtNum *A, *B, *C, *D;  // as given, NULL: not requested
  panel_Panel x, u;       // rows are dofs: columns of the state, of controls; n = 0: not requested
  panel_Panel Ex, Eu;
  mjtNum *acc, *jar;
  bool moved;      // the integrator has an acceleration of its own
  bool positions;  // columns of positions are computed
} Work;

static size_t cells(int rows, int cols) { return (size_t)rows * (size_t)cols; }

// number of columns of the state
static int stateSize(const mjModel* m) { return 2 * (int)m->nv + (int)m->na; }

static diff_Matrix matrixOf(const Work* k, const panel_Panel* x, const panel_Panel* u) {
  const int nv = (int)k->m->nv;
  diff_Matrix mat = {.stride = (int)x->stride, .cstride = (int)u->stride};
  if (x->n) {
    mat.q = k->positions ? x->at : NULL;
    mat.v = x->at + nv;
    mat.act = x->at + 2 * nv;
  }
  if (u->n) mat.ctrl = u->at;
  return mat;
}

// places the arrays; returns the number of scratch values
static size_t place(Work* k, mjtNum* at) {
  const int nv = (int)k->m->nv, nx = k->x.n, nu = k->u.n, na = (int)k->m->na;
  size_t n = 0;
#define TAKE(what, size) ((what) = at ? at + n : NULL, n += (size))
  TAKE(k->acc, (size_t)nv);
  if (nx && !k->A) TAKE(k->x.at, cells(nv, nx));
  if (nu && !k->B) TAKE(k->u.at, cells(nv, nu));
  TAKE(k->Ex.at, cells(nv, nx));
  TAKE(k->Eu.at, cells(nv, nu));
  if (nx && !k->A && na) TAKE(k->w.next.q, cells(na, nx));
  if (nu && !k->B && na) TAKE(k->w.next.ctrl, cells(na, nu));
#undef TAKE
  return n;
}

static void zero(mjtNum* mat, size_t n) {
  if (mat) memset(mat, 0, n * sizeof *mat);
}

// matrices of forces and activations, inside A and B where these are requested
static void openMatrices(Work* k, mjtNum* scratch) {
  const mjModel* m = k->m;
  const int nv = (int)m->nv, na = (int)m->na, nx = k->x.n, nu = k->u.n;
  const size_t n = place(k, scratch);
  zero(scratch, n);
  // rows of positions are written last, from those of velocities
  if (k->A) zero(k->A + cells(nv, nx), cells(nv + na, nx));
  if (k->B) zero(k->B + cells(nv, nu), cells(nv + na, nu));
  if (k->A) {
    k->x.at = k->A + cells(nv, nx);
    k->w.next.q = k->A + cells(2 * nv, nx);
  }
  if (k->B) {
    k->u.at = k->B + cells(nv, nu);
    k->w.next.ctrl = k->B + cells(2 * nv, nu);
  }
  diff_Matrix* next = &k->w.next;
  next->stride = nx;
  next->cstride = nu;
  if (next->q) {
    next->v = next->q + nv;
    next->act = next->q + 2 * nv;
  }
  if (!k->positions) next->q = NULL;
  if (!na) *next = (diff_Matrix){0};
}

// ---- passes

// G -> derivative of qacc; not needed if M dqacc suffices for that of the integrator
static bool solve(Work* k) {
  if (k->x.n && !solve_linearizePanel(k->m, k->d, &k->x)) return false;
  return !k->u.n || solve_linearizePanel(k->m, k->d, &k->u);
}

static void integrate(Work* k, bool force) {
  if (k->x.n) advance_acceleration(k->m, k->d, &k->x, &k->Ex, force);
  if (k->u.n) advance_acceleration(k->m, k->d, &k->u, &k->Eu, force);
}

// ---- sensors

// a zero matrix of n rows in scratch; false if that is short
static bool takeMatrix(const Work* k, int n, diff_Matrix* mat) {
  const panel_Panel x = {NULL, k->x.stride, k->x.n}, u = {NULL, k->u.stride, k->u.n};
  const size_t size = cells(n, x.n + u.n);
  mjtNum* at = stack_num(k->d, size + 1);
  if (!at) return false;
  zero(at, size);
  panel_Panel px = x, pu = u;
  px.at = at;
  pu.at = at + cells(n, x.n);
  *mat = matrixOf(k, &px, &pu);
  return true;
}

static bool actuatorInputs(const Work* k, unsigned inputs, diff_Sensors* s) {
  const int nout = (int)k->m->nout;
  actuator_Slopes a = {.length = {0}};
  if ((inputs & SLOPE_SENSOR_LENGTH) && !takeMatrix(k, nout, &a.length)) return false;
  if ((inputs & SLOPE_SENSOR_SPEED) && !takeMatrix(k, nout, &a.speed)) return false;
  if ((inputs & SLOPE_SENSOR_ACTUATOR) && !takeMatrix(k, nout, &a.force)) return false;
  if ((inputs & SLOPE_SENSOR_JOINT) && !takeMatrix(k, (int)k->m->nv, &a.joint)) return false;
  s->length = a.length;
  s->speed = a.speed;
  s->actuator = a.force;
  s->joint = a.joint;
  return actuator_differences(k->m, k->d, &a);
}

static bool sensors(Work* k) {
  const unsigned inputs = diff_sensorInputs(k->m),
                 actuators = SLOPE_SENSOR_LENGTH | SLOPE_SENSOR_SPEED | SLOPE_SENSOR_ACTUATOR |
                             SLOPE_SENSOR_JOINT;
  const panel_Panel outX = {k->C, k->x.stride, k->C ? k->x.n : 0};
  const panel_Panel outU = {k->D, k->u.stride, k->D ? k->u.n : 0};
  diff_Sensors s = {.work = &k->w, .contacts = k->rows.touch, .out = matrixOf(k, &outX, &outU)};
  if (!k->C && !k->D) return true;
  s.qacc = matrixOf(k, &k->x, &k->u);
  if ((inputs & SLOPE_SENSOR_FORCE) && k->d->nefc) {
    if (!takeMatrix(k, k->d->nefc, &s.force)) return false;
    assemble_forces(&k->rows, &s.qacc, &s.force);
  }
  if ((inputs & actuators) && !actuatorInputs(k, inputs, &s)) return false;
  return diff_sensors(k->m, k->d, &s);
}

// ---- the whole

static void finish(Work* k) {
  const int nv = (int)k->m->nv;
  const panel_Panel posX = {k->A, k->x.stride, k->x.n}, posU = {k->B, k->u.stride, k->u.n};
  if (k->A) advance_state(k->m, k->d, k->w.acc, &k->x, &posX, k->positions ? 0 : -1, nv);
  if (k->B) advance_state(k->m, k->d, k->w.acc, &k->u, &posU, -1, -1);
}

static bool run(Work* k) {
  const mjModel* m = k->m;
  mjData* d = k->d;
  k->jar = stack_num(d, (size_t)d->nefc + 1);
  if (!k->jar || !optimum_polish(m, d, k->jar)) return false;
  k->w.qacc = d->qacc;
  k->moved = optimum_integrator(m, d, k->acc);
  k->w.acc = k->moved ? k->acc : d->qacc;
  k->w.G = matrixOf(k, &k->x, &k->u);
  k->w.E = k->moved ? matrixOf(k, &k->Ex, &k->Eu) : (diff_Matrix){0};
  if (!assemble_slopes(m, d, &k->w, &k->rows, k->jar, true)) return false;
  const bool force = k->moved && !d->nefc && !k->C && !k->D;  // M dqacc is G itself
  if (!force && (!solve(k) || !sensors(k))) return false;
  if (k->moved) integrate(k, force);
  finish(k);
  return true;
}

static bool analytic(const mjModel* m, mjData* d, unsigned without, bool positions,
                     const finite_Transition* out) {
  const int nx = out->A || out->C ? stateSize(m) : 0, nu = out->B || out->D ? (int)m->nu : 0;
  Work k = {.m = m,
            .d = d,
            .A = out->A,
            .B = out->B,
            .C = out->C,
            .D = out->D,
            .x = {NULL, (size_t)nx, nx},
            .u = {NULL, (size_t)nu, nu},
            .positions = positions};
  k.Ex = k.x;
  k.Eu = k.u;
  k.w.without = without;
  const size_t n = place(&k, NULL);
  mjtNum* scratch = linpoint_open(&k.at, m, d, n, FUNCTION);
  if (!scratch) return false;
  k.m = k.at.m;
  openMatrices(&k, scratch);
  const int full = linpoint_countFull(d);
  step_forward(k.m, d, mjSTAGE_NONE, !k.C && !k.D);
  bool good = linpoint_countFull(d) == full;
  if (good && !run(&k)) {
    mju_error("%s: the arena of %lld bytes is too small. Give the model more: <size "
              "memory=\"...\"/>",
              FUNCTION, (long long)d->narena);
    good = false;
  } else {
    good = linpoint_tellFull(&k.at, full);
  }
  linear_forget(d);
  linpoint_close(&k.at);
  return good;
}

// joint sensors of actuator force have no formula if there are adhesion actuators
static bool coversSensors(const mjModel* m) {
  if (!diff_sensorsCovered(m)) return false;
  if (!(diff_sensorInputs(m) & SLOPE_SENSOR_JOINT)) return true;
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] == mjTRN_BODY) return false;
  }
  return true;
}

static bool differences(const mjModel* m, mjData* d, bool positions, const finite_Transition* out) {
  const finite_Options options = {
      .eps = 1e-6, .centered = true, .exact = true, .positions = positions, .function = FUNCTION};
  return (!out->A && !out->B && !out->C && !out->D) || finite_transition(m, d, &options, out);
}

int diff_transition(const mjModel* m, mjData* d, int mode, unsigned without, mjtNum* A, mjtNum* B,
                    mjtNum* C, mjtNum* D) {
  finite_Transition all = {A, B, C, D}, rest = {NULL, NULL, NULL, NULL};
  if (mode == sn_DIFF_FD || !diff_isCovered(m)) {
    return differences(m, d, false, &all) ? sn_DIFF_FD : -1;
  }
  if (!coversSensors(m)) {
    rest = (finite_Transition){NULL, NULL, C, D};
    all.C = all.D = NULL;
  }
  const bool positions = mode == sn_DIFF_ANALYTIC;
  if (!analytic(m, d, without, positions, &all) || !differences(m, d, false, &rest)) return -1;
  if (!positions && !differences(m, d, true, &all)) return -1;
  return rest.C || rest.D ? sn_DIFF_HYBRID : mode;
}
