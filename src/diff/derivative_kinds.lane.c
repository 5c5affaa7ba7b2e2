// Analytic derivatives of actuator types (affine, muscle, orientation servo, user) by their own
// inputs: gain, bias and activation dynamics. force = gain(l, v) x + bias(l, v) with x the control
// or the last activation, that of the next step if actearly:
//   dforce = (gain_l x + bias_l) dl + (gain_v x + bias_v) dv + gain dx.
// Next activations are act + c rate, c the timestep, or tau (1 - exp(-h/tau)) of the exact filter.
// Derivatives of the muscle's curves are those of their parabolas. The orientation servo's error is
// e = log(conj(exp l) o target): de = J^-1(e) d target - J^-T(e) J(l) dl (derivative_rotation.h).
// Callbacks are differentiated by central finite differences.
//   ctrl, act, act_dot, actuator_length, actuator_velocity -> diff_Local
#include "diff/derivative_kinds.h"
#include "diff/derivative_rotation.h"
#include "diff/derivatives.h"
#include "force/actuation.h"
#include "math/curve.h"
#include "math/quat.h"

// ---- laws of one output: value and derivatives by length and velocity

typedef struct {
  real value, l, v;
  real vl, vv;  // derivatives of v
} Law;

static Law constant(real value) {
  const real zero = lane_bc(0);
  return (Law){value, zero, zero, zero, zero};
}

static Law affine(const act_View* a, const real* prm) {
  Law law = constant(act_prm(prm, 0) + act_prm(prm, 1) * act_length(a)[0] +
                     act_prm(prm, 2) * act_velocity(a)[0]);
  law.l = act_prm(prm, 1);
  law.v = act_prm(prm, 2);
  return law;
}

// active force over length: derivatives of the four parabolas
static real forceLengthSlope(real L, real lmin, real lmax) {
  const real a = 0.5 * (lmin + 1), b = 0.5 * (1 + lmax);
  const real rise = (L - lmin) / curve_square(curve_atLeastMin(a - lmin));
  const real nearBelow = (1 - L) / curve_square(curve_atLeastMin(1 - a));
  const real nearAbove = (1 - L) / curve_square(curve_atLeastMin(b - 1));
  const real fall = (L - lmax) / curve_square(curve_atLeastMin(lmax - b));
  const real inside = lane_select(
      L <= a, rise, lane_select(L <= 1, nearBelow, lane_select(L <= b, nearAbove, fall)));
  return lane_select((lmin <= L) & (L <= lmax), inside, lane_bc(0));
}

// active force over velocity: first and second derivative
static real forceVelocitySlope(real V, real fvmax, real* second) {
  const real y = fvmax - 1, width = curve_atLeastMin(y), zero = lane_bc(0);
  const mask shorten = V <= 0, lengthen = lane_not(shorten) & (V <= y), none = V <= -1;
  const real slow = lane_select(lengthen, 2 * (y - V) / width, zero);
  const real bend = lane_select(lengthen, -2 / width, zero);
  *second = lane_select(none, zero, lane_select(shorten, lane_bc(2), bend));
  return lane_select(none, zero, lane_select(shorten, 2 * (V + 1), slow));
}

static real passiveSlope(real L, real lmax, real scale) {
  const real b = 0.5 * (1 + lmax), width = curve_atLeastMin(b - 1);
  const real parabola = scale * (L - 1) / (width * width);
  return lane_select(L <= 1, lane_bc(0), lane_select(L <= b, parabola, scale / width));
}

typedef struct {
  real prm[9], peak, perLength, L, perVelocity, V;
} Muscle;

static Muscle muscleOf(const act_View* a, const real* prm) {
  const int out = a->m->actuator_outadr[a->id];
  const real* limits = lane_prmAt(a->m->actuator_lengthrange, 2 * out);
  const real range[2] = {act_prm(limits, 0), act_prm(limits, 1)};
  Muscle s;
  for (int k = 0; k < 9; k++) s.prm[k] = act_prm(prm, k);
  s.peak = curve_musclePeak(lane_prm(a->m->actuator_acc0, out), s.prm);
  const real length0 = curve_muscleLength0(range, s.prm);
  s.L = curve_muscleLength(act_length(a)[0], length0, range, s.prm);
  s.perLength = 1.0 / curve_atLeastMin(length0);
  s.perVelocity = 1.0 / curve_atLeastMin(length0 * s.prm[6]);
  s.V = act_velocity(a)[0] * s.perVelocity;
  return s;
}

static Law muscleGain(const act_View* a) {
  const Muscle s = muscleOf(a, act_gainprm(a));
  const real FL = curve_muscleForceLength(s.L, s.prm[4], s.prm[5]);
  const real FV = curve_muscleForceVelocity(s.V, s.prm[8]);
  real bend;
  const real byL = forceLengthSlope(s.L, s.prm[4], s.prm[5]) * s.perLength;
  const real byV = forceVelocitySlope(s.V, s.prm[8], &bend) * s.perVelocity;
  return (Law){-s.peak * FL * FV, -s.peak * byL * FV, -s.peak * FL * byV, -s.peak * byL * byV,
               -s.peak * FL * bend * s.perVelocity * s.perVelocity};
}

static Law muscleBias(const act_View* a) {
  const Muscle s = muscleOf(a, act_biasprm(a));
  Law law = constant(lane_bc(0));
  law.l = passiveSlope(s.L, s.prm[5], -s.peak * s.prm[7]) * s.perLength;
  return law;
}

static Law gainOf(const act_View* a) {
  const int type = a->m->actuator_gaintype[a->id];
  if (type == mjGAIN_AFFINE) return affine(a, act_gainprm(a));
  if (type == mjGAIN_MUSCLE) return muscleGain(a);
  return constant(type == mjGAIN_FIXED ? act_prm(act_gainprm(a), 0) : lane_bc(0));
}

static Law biasOf(const act_View* a) {
  const int type = a->m->actuator_biastype[a->id];
  if (type == mjBIAS_AFFINE) return affine(a, act_biasprm(a));
  if (type == mjBIAS_MUSCLE) return muscleBias(a);
  return constant(lane_bc(0));
}

// ---- next activations

LANE_INLINE real* nextRow(const diff_Local* loc, int slot) { return loc->next + slot * loc->n; }

static void integratorRate(const act_View* a, diff_Local* loc) {
  (void)a;
  for (int k = 0; k < loc->nact && k < loc->nctrl; k++) {
    nextRow(loc, k)[diff_ctrlAt(loc, k)] = lane_bc(1);
  }
}

// derivatives of the rate of the last activation by that activation and by the control
static void lastRate(diff_Local* loc, real byAct, real byCtrl) {
  const int k = loc->nact - 1;
  nextRow(loc, k)[diff_actAt(loc, k)] = byAct;
  if (loc->nctrl) nextRow(loc, k)[diff_ctrlAt(loc, 0)] = byCtrl;
}

static void filterRate(const act_View* a, diff_Local* loc) {
  const real rate = 1.0 / act_atLeastMin(act_prm(act_dynprm(a), 0));
  lastRate(loc, -rate, rate);
}

LANE_INLINE real unitSlope(real x) {
  return lane_select((x < 0) | (x > 1), lane_bc(0), lane_bc(1));
}

// rate e/tau(e, act), e = ctrl - act
static void muscleRate(const act_View* a, diff_Local* loc) {
  const real prm[3] = {act_prm(act_dynprm(a), 0), act_prm(act_dynprm(a), 1),
                       act_prm(act_dynprm(a), 2)};
  const real u = act_ctrl(a, 0), act = act_state(a, loc->nact - 1), zero = lane_bc(0);
  const real e = curve_unit(u) - act, level = 0.5 + 1.5 * curve_unit(act);
  const real dlevel = 1.5 * unitSlope(act);
  const real rise = prm[0] * level, fall = prm[1] / level;
  const real drise = prm[0] * dlevel, dfall = -fall / level * dlevel;
  const mask sharp = prm[2] < mjMINVAL;
  const real width = lane_select(sharp, lane_bc(1), prm[2]), x = e / width + 0.5;
  const real mix = lane_select(sharp, lane_select(e > 0, lane_bc(1), zero), curve_sigmoid(x));
  const real bell = 30 * curve_square(x * (1 - x)) / width;
  const real dmix = lane_select(sharp | (x <= 0) | (x >= 1), zero, bell);
  const real tau = curve_muscleTimeConst(e, act, prm);
  const mask tiny = tau < mjMINVAL;
  const real inverse = 1.0 / curve_atLeastMin(tau);
  const real byE = lane_select(tiny, zero, (rise - fall) * dmix);
  const real byAct = lane_select(tiny, zero, dfall + (drise - dfall) * mix);
  const real byError = (1 - e * inverse * byE) * inverse;
  lastRate(loc, -byError - e * inverse * inverse * byAct, byError * unitSlope(u));
}

typedef void Rate(const act_View* a, diff_Local* loc);

static Rate* const rateTable[] = {
    [mjDYN_INTEGRATOR] = integratorRate, [mjDYN_FILTER] = filterRate,
    [mjDYN_FILTEREXACT] = filterRate,    [mjDYN_MUSCLE] = muscleRate,
    [mjDYN_PID] = LANE(diff_pidRate),    [mjDYN_USER] = NULL,
};

static real stepOf(const act_View* a) {
  const real h = lane_opt(a->m, timestep);
  if (a->m->actuator_dyntype[a->id] != mjDYN_FILTEREXACT) return h;
  const real tau = act_atLeastMin(act_prm(act_dynprm(a), 0));
  return tau * (1 - lane_exp(-h / tau));
}

// rows of activations that are clamped to their range are zero
static void clipNext(const act_View* a, diff_Local* loc) {
  const int dyntype = a->m->actuator_dyntype[a->id];
  if (!a->m->actuator_actlimited[a->id] || dyntype == mjDYN_DCMOTOR) return;
  const real* range = lane_prmAt(a->m->actuator_actrange, 2 * a->id);
  for (int k = 0; k < loc->nact; k++) {
    real next;
    LANE(act_dynamics)[dyntype].next(a, k, &next);
    const mask out = (next < lane_prm(range, 0)) | (next > lane_prm(range, 1));
    vn_scl(nextRow(loc, k), nextRow(loc, k), lane_select(out, lane_bc(0), lane_bc(1)), loc->n);
  }
}

static void nextOf(const act_View* a, diff_Local* loc, bool still) {
  const int dyntype = a->m->actuator_dyntype[a->id];
  if (!loc->nact) return;
  if (dyntype == mjDYN_DCMOTOR) {
    LANE(diff_motorNext)(a, still, loc);
    return;
  }
  if (rateTable[dyntype] && !still) rateTable[dyntype](a, loc);
  vn_scl(loc->next, loc->next, stepOf(a), loc->nact * loc->n);
  for (int k = 0; k < loc->nact; k++) {
    real* diagonal = nextRow(loc, k) + diff_actAt(loc, k);
    *diagonal = *diagonal + 1;
  }
  clipNext(a, loc);
}

// row += scale times the derivative of an activation as used by the force
static void addState(const act_View* a, const diff_Local* loc, real* row, int slot, real scale) {
  if (a->m->actuator_actearly[a->id]) {
    vn_addToScl(row, nextRow(loc, slot), scale, loc->n);
  } else {
    real* at = row + diff_actAt(loc, slot);
    *at = *at + scale;
  }
}

// ---- force

// row += scale times the derivative of the input
static void addInput(const act_View* a, const diff_Local* loc, real* row, real scale) {
  if (loc->nact) {
    addState(a, loc, row, loc->nact - 1, scale);
  } else if (loc->nctrl) {
    real* at = row + diff_ctrlAt(loc, 0);
    *at = *at + scale;
  }
}

static void scalarForce(const act_View* a, diff_Local* loc) {
  const Law gain = gainOf(a);
  const real x = act_forceInput(a);
  loc->force[0] = gain.l * x;
  loc->force[diff_velocityAt(loc)] = gain.v * x;
  addInput(a, loc, loc->force, gain.value);
}

// exponential map: quaternion of a rotation vector
static void expQuat(real quat[4], const real vec[3]) {
  real axis[3];
  v3_copy(axis, vec);
  const real angle = v3_normalize(axis);
  quat_fromAxisAngle(quat, axis, lane_select(angle < mjMINVAL, lane_bc(0), angle));
}

// target of an orientation servo; turn: (3 x 4) derivative of its rotation by its input values,
// whose number is returned
static int servoTarget(const act_View* a, real quat[4], real turn[12]) {
  real vec[3], right[9];
  const real* u = a->u + a->m->actuator_ctrladr[a->id];
  if (!act_num(a) && a->m->actuator_ctrlspec[a->id] == mjCHART_QUAT) {
    const real scale = 2.0 / lane_max(v4_dot(u, u), lane_bc(mjMINVAL));
    v4_copy(quat, u);
    quat_normalize(quat);
    for (int k = 0; k < 4; k++) {
      real conj[4], unit[4], product[4];
      v4_zero(unit);
      unit[k] = scale;
      quat_neg(conj, u);
      quat_mul(product, conj, unit);
      for (int i = 0; i < 3; i++) turn[4 * i + k] = product[1 + i];
    }
    return 4;
  }
  for (int k = 0; k < 3; k++) {
    if (act_num(a)) {
      LANE(act_forForce)(a, k, vec + k);
    } else {
      vec[k] = u[k];
    }
  }
  expQuat(quat, vec);
  diff_rotationRight(right, vec);
  for (int i = 0; i < 3; i++) v3_copy(turn + 4 * i, right + 3 * i);
  return 3;
}

static void servoForce(const act_View* a, diff_Local* loc) {
  real wanted[4], current[4], turn[12], e[3], inverse[9], right[9], byLength[9];
  const int n = servoTarget(a, wanted, turn);
  expQuat(current, act_length(a));
  quat_sub(e, wanted, current);
  diff_rotationInverse(inverse, e);
  diff_rotationRight(right, act_length(a));
  m3_Tmul(byLength, inverse, right);
  const real kp = act_prm(act_gainprm(a), 0);
  for (int i = 0; i < 3; i++) {
    real* row = loc->force + i * loc->n;
    for (int k = 0; k < 3; k++) row[k] = -kp * byLength[3 * i + k];
    row[diff_velocityAt(loc) + i] = act_prm(act_biasprm(a), 2);
    for (int k = 0; k < n; k++) {
      const real scale = kp * (inverse[3 * i] * turn[k] + inverse[3 * i + 1] * turn[4 + k] +
                               inverse[3 * i + 2] * turn[8 + k]);
      if (loc->nact) {
        addState(a, loc, row, k, scale);
      } else {
        row[diff_ctrlAt(loc, k)] = scale;
      }
    }
  }
}

typedef void Force(const act_View* a, diff_Local* loc);

static Force* const forceTable[] = {
    [mjGAIN_FIXED] = scalarForce,  [mjGAIN_AFFINE] = scalarForce,
    [mjGAIN_MUSCLE] = scalarForce, [mjGAIN_DCMOTOR] = LANE(diff_motorForce),
    [mjGAIN_SO3] = servoForce,     [mjGAIN_PID] = LANE(diff_pidForce),
    [mjGAIN_USER] = NULL,
};

static void forceOf(const act_View* a, diff_Local* loc) {
  const int type = a->m->actuator_gaintype[a->id];
  forceTable[type](a, loc);
  if (type == mjGAIN_DCMOTOR || type == mjGAIN_SO3) return;  // bias is part of the force
  const Law bias = biasOf(a);
  real* v = loc->force + diff_velocityAt(loc);
  loc->force[0] = loc->force[0] + bias.l;
  *v = *v + bias.v;
}

// ---- finite differences, for callbacks

typedef struct {
  act_View a;
  lane_Data* d;
  diff_Local* loc;
  real* u;    // (nu + 1) controls of the view; rates are those of d, which callbacks write
  real* res;  // (nout + nact) force, next activations
  const real* within;
  bool still;
} Probe;

// address of input k; for a control its raw value, *limited: the clamped one
static real* inputAt(const Probe* p, int k, real** limited) {
  const lane_Model* m = p->a.m;
  const diff_Local* loc = p->loc;
  const int id = p->a.id, out = m->actuator_outadr[id];
  *limited = NULL;
  if (k < loc->nout) return p->d->actuator_length + out + k;
  if (k < 2 * loc->nout) return p->d->actuator_velocity + out + k - loc->nout;
  k -= 2 * loc->nout;
  if (k < loc->nact) return p->d->act + m->actuator_actadr[id] + k;
  const int ctrl = m->actuator_ctrladr[id] + k - loc->nact;
  *limited = p->u + ctrl;
  return p->d->ctrl + ctrl;
}

// res += weight times force and next activations
static void probe(const Probe* p, double weight) {
  const act_View* a = &p->a;
  const lane_Model* m = a->m;
  const diff_Local* loc = p->loc;
  const act_Dynamics* kind = &LANE(act_dynamics)[m->actuator_dyntype[a->id]];
  real force[3] = {lane_bc(0), lane_bc(0), lane_bc(0)}, next;
  if (loc->nact) {
    real* rate = p->d->act_dot + m->actuator_actadr[a->id];
    vn_zero(rate, loc->nact);
    if (kind->rate && !p->still) kind->rate(a, rate);
  }
  LANE(act_force)(a, force);
  for (int k = 0; k < loc->nout; k++) p->res[k] = p->res[k] + weight * force[k];
  for (int k = 0; k < loc->nact; k++) {
    LANE(actuation_next)(m, a->d, a->id, k, a->act_dot, &next);
    p->res[loc->nout + k] = p->res[loc->nout + k] + weight * next;
  }
}

// five-point stencil: (8 (f(e) - f(-e)) - (f(2e) - f(-2e))) / 12 e
static void probeInput(const Probe* p, int k) {
  static const double at[4] = {1, -1, 2, -2}, weight[4] = {8, -8, -1, 1};
  const double eps = 1e-5;
  const diff_Local* loc = p->loc;
  real *limited, *x = inputAt(p, k, &limited);
  const real start = *x, startLimited = limited ? *limited : lane_bc(0);
  vn_zero(p->res, loc->nout + loc->nact);
  for (int i = 0; i < 4; i++) {
    *x = start + at[i] * eps;
    if (limited) *limited = startLimited + at[i] * eps * p->within[limited - p->u];
    probe(p, weight[i] / (12 * eps));
  }
  *x = start;
  if (limited) *limited = startLimited;
  for (int o = 0; o < loc->nout; o++) loc->force[o * loc->n + k] = p->res[o];
  for (int o = 0; o < loc->nact; o++) nextRow(loc, o)[k] = p->res[loc->nout + o];
}

static bool usesCallback(const lane_Model* m, int i) {
  return m->actuator_gaintype[i] == mjGAIN_USER || m->actuator_biastype[i] == mjBIAS_USER ||
         m->actuator_dyntype[i] == mjDYN_USER;
}

static void byDifferences(const act_View* a, lane_Data* d, const real* within, diff_Local* loc,
                          bool still) {
  const int nu = (int)a->m->nu, na = (int)a->m->na;
  Probe p = {.a = *a, .d = d, .loc = loc, .within = within, .still = still};
  lane_mark(d);
  p.u = diff_scratch(d, nu + na + loc->nout + loc->nact + 1);
  if (p.u) {
    vn_copy(p.u, a->u, nu + 1);
    real* kept = p.u + nu + 1;
    p.res = kept + na;
    p.a.u = p.u;
    p.a.act_dot = d->act_dot;
    vn_copy(kept, d->act_dot, na);
    for (int k = 0; k < loc->n; k++) probeInput(&p, k);
    vn_copy(d->act_dot, kept, na);
  }
  lane_free(d);
}

// ---- all

// derivative by velocity in the integrator's matrix: bias_v + gain_v x, x raw
// odd: raw control in the derivative
static void dragOf(const act_View* a, diff_Local* loc) {
  const int type = a->m->actuator_gaintype[a->id];
  if (type != mjGAIN_AFFINE && type != mjGAIN_MUSCLE) return;
  const Law gain = gainOf(a);
  real x;
  if (a->m->actuator_dyntype[a->id] == mjDYN_NONE || !loc->nact) {
    x = a->d->ctrl[a->m->actuator_ctrladr[a->id]];
    loc->drag[diff_ctrlAt(loc, 0)] = gain.v;
  } else {
    LANE(act_forForce)(a, loc->nact - 1, &x);
    addState(a, loc, loc->drag, loc->nact - 1, gain.v);
  }
  loc->drag[0] = loc->drag[0] + gain.vl * x;
  loc->drag[diff_velocityAt(loc)] = loc->drag[diff_velocityAt(loc)] + gain.vv * x;
}

// columns of clamped or delayed controls are zero
static void limitControls(const act_View* a, const real* within, diff_Local* loc) {
  for (int k = 0; k < loc->nctrl; k++) {
    const real through = within[a->m->actuator_ctrladr[a->id] + k];
    const int at = diff_ctrlAt(loc, k);
    for (int o = 0; o < loc->nout; o++) {
      loc->force[o * loc->n + at] = loc->force[o * loc->n + at] * through;
      loc->extra[o * loc->n + at] = loc->extra[o * loc->n + at] * through;
    }
    for (int o = 0; o < loc->nact; o++) nextRow(loc, o)[at] = nextRow(loc, o)[at] * through;
  }
}

void LANE(diff_kind)(const act_View* a, lane_Data* world, const real* within, diff_Local* loc) {
  const bool still = actuation_isDisabled(a->m, a->id);
  if (usesCallback(a->m, a->id)) {
    byDifferences(a, world, within, loc, still);
  } else {
    nextOf(a, loc, still);
    forceOf(a, loc);
    limitControls(a, within, loc);
  }
  dragOf(a, loc);
}
