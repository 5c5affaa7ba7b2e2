// Derivatives of PID controllers and DC motors by forward-mode automatic differentiation: evaluates
// the laws of force/pid.lane.c and force/dcmotor.lane.c with dual numbers, which carry derivatives
// by all inputs of the actuator. Where a limit is strictly exceeded the derivative is that of the
// limit.
//   ctrl, act, actuator_length, actuator_velocity -> derivatives of force and next activations
#include "diff/derivative_kinds.h"
#include "math/elementary.h"

enum { NINPUT = 2 + 5 + 4 };  // length, velocity, states of a motor, controls

typedef struct {
  real x, by[NINPUT];
} Dual;

// ---- arithmetic

LANE_INLINE Dual constant(real x) {
  Dual r = {.x = x};
  vn_zero(r.by, NINPUT);
  return r;
}

// dual number of value x with derivative a.by * s + b.by * t
LANE_INLINE Dual chain(real x, const Dual* a, real s, const Dual* b, real t) {
  Dual r = {.x = x};
  for (int k = 0; k < NINPUT; k++) r.by[k] = a->by[k] * s + b->by[k] * t;
  return r;
}

LANE_INLINE Dual add(Dual a, Dual b) { return chain(a.x + b.x, &a, lane_bc(1), &b, lane_bc(1)); }
LANE_INLINE Dual sub(Dual a, Dual b) { return chain(a.x - b.x, &a, lane_bc(1), &b, lane_bc(-1)); }
LANE_INLINE Dual mul(Dual a, Dual b) { return chain(a.x * b.x, &a, b.x, &b, a.x); }
LANE_INLINE Dual scl(Dual a, real s) { return chain(a.x * s, &a, s, &a, lane_bc(0)); }
LANE_INLINE Dual quotient(Dual a, Dual b) {
  const real x = a.x / b.x;
  return chain(x, &a, 1.0 / b.x, &b, -x / b.x);
}
// f(a) with its derivative
LANE_INLINE Dual apply(Dual a, real f, real slope) { return chain(f, &a, slope, &a, lane_bc(0)); }

LANE_INLINE Dual choose(mask m, Dual a, Dual b) {
  Dual r = {.x = lane_select(m, a.x, b.x)};
  for (int k = 0; k < NINPUT; k++) r.by[k] = lane_select(m, a.by[k], b.by[k]);
  return r;
}

LANE_INLINE Dual clip(Dual x, Dual lo, Dual hi) {
  return choose(x.x < lo.x, lo, choose(x.x > hi.x, hi, x));
}

// clamped to +-limit, if that is positive
LANE_INLINE Dual limited(Dual x, real limit) {
  return choose(limit > 0, clip(x, constant(-limit), constant(limit)), x);
}

LANE_INLINE Dual atLeastMin(Dual x) {
  return choose(x.x > mjMINVAL, x, constant(lane_bc(mjMINVAL)));
}

// ---- inputs

LANE_INLINE Dual variable(real x, int k) {
  ASSERT_FULL(k >= 0 && k < NINPUT);
  Dual r = constant(x);
  r.by[k] = lane_bc(1);
  return r;
}

typedef struct {
  const act_View* a;
  const diff_Local* loc;
} Pass;

LANE_INLINE Dual length(const Pass* p) { return variable(act_length(p->a)[0], 0); }
LANE_INLINE Dual velocity(const Pass* p) {
  return variable(act_velocity(p->a)[0], diff_velocityAt(p->loc));
}
LANE_INLINE Dual state(const Pass* p, int k) {
  return variable(act_state(p->a, k), diff_actAt(p->loc, k));
}
LANE_INLINE Dual control(const Pass* p, int k) {
  if (k < 0 || k >= p->loc->nctrl) return constant(lane_bc(0));
  return variable(act_ctrl(p->a, k), diff_ctrlAt(p->loc, k));
}
LANE_INLINE Dual input(const Pass* p, int bit) {
  return control(p, act_input(p->a->m->actuator_ctrlspec[p->a->id], bit));
}

// activation as used by the force
static Dual stateForForce(const Pass* p, int k) {
  if (!p->a->m->actuator_actearly[p->a->id]) return state(p, k);
  Dual r = constant(lane_bc(0));
  LANE(act_forForce)(p->a, k, &r.x);
  for (int i = 0; i < p->loc->n && i < NINPUT; i++) r.by[i] = p->loc->next[k * p->loc->n + i];
  return r;
}

LANE_INLINE void store(const Pass* p, real* row, const Dual* x) {
  ASSERT_FULL(p->loc->n <= NINPUT);
  for (int k = 0; k < p->loc->n && k < NINPUT; k++) row[k] = x->by[k];
}

// rate of an integrator with anti-windup (act_antiWindup)
static Dual antiWindup(Dual e, Dual z, real limit) {
  const Dual zero = constant(lane_bc(0));
  const Dual high = choose((z.x >= limit) & (e.x > 0), zero, e);
  return choose(limit > 0, choose((z.x <= -limit) & (high.x < 0), zero, high), e);
}

// rate-limited setpoint: moves by at most `speed` times the timestep
static Dual slew(const Pass* p, Dual x, Dual prev, real speed) {
  const Dual reach = constant(speed * lane_opt(p->a->m, timestep));
  return clip(x, sub(prev, reach), add(prev, reach));
}

static Dual slewRate(const Pass* p, Dual x, Dual prev) {
  const real h = lane_opt(p->a->m, timestep);
  return choose(h == 0, constant(lane_bc(0)), scl(sub(x, prev), 1 / h));
}

// ---- PID

typedef struct {
  int slew, integral;  // slots, -1 if absent
  Dual pos, slewRate;
  int turns;
  real period;
} Setpoint;

static Setpoint setpoint(const Pass* p) {
  const act_View* a = p->a;
  Setpoint s = {.slew = -1, .integral = -1};
  s.turns = act_period(a->m, a->id, &s.period);
  s.pos = input(p, mjINPUT_POS);
  int slot = 0;
  if (!act_num(a)) return s;
  if (lane_agree(a->m, lane_prm(act_dynprm(a), 1) > 0)) {
    s.slew = slot++;
    const Dual prev = state(p, s.slew);
    if (s.turns) s.pos.x = act_wrap(s.pos.x, prev.x, s.period);
    s.pos = slew(p, s.pos, prev, lane_prm(act_dynprm(a), 1));
    s.slewRate = slewRate(p, s.pos, prev);
  }
  if (slot < act_num(a) && lane_agree(a->m, lane_prm(act_gainprm(a), 0) > 0)) s.integral = slot;
  return s;
}

void LANE(diff_pidRate)(const act_View* a, diff_Local* loc) {
  const Pass p = {a, loc};
  Setpoint s = setpoint(&p);
  if (s.slew >= 0) store(&p, loc->next + s.slew * loc->n, &s.slewRate);
  if (s.integral < 0) return;
  const Dual l = length(&p);
  if (s.turns) s.pos.x = act_wrap(s.pos.x, l.x, s.period);
  const Dual rate = antiWindup(sub(s.pos, l), state(&p, s.integral), lane_prm(act_dynprm(a), 0));
  store(&p, loc->next + s.integral * loc->n, &rate);
}

// without the bias
void LANE(diff_pidForce)(const act_View* a, diff_Local* loc) {
  const Pass p = {a, loc};
  const Setpoint s = setpoint(&p);
  const real kp = -act_prm(act_biasprm(a), 1), kv = -act_prm(act_biasprm(a), 2);
  Dual force = add(scl(s.pos, kp), add(scl(input(&p, mjINPUT_VEL), kv), input(&p, mjINPUT_FF)));
  if (s.integral >= 0) {
    force = add(force, scl(stateForForce(&p, s.integral), act_prm(act_gainprm(a), 0)));
  }
  store(&p, loc->force, &force);
}

// ---- DC motor: parameters and activations as in force/dcmotor.lane.c

enum { R0, K, ALPHA, T0, KP, KI, KD, VMAX };
enum { TE, DIMAX, RT, HEATCAP, TA, SIGMA0, SIGMA1, SLEW, IMAX };
enum { COGGING, POLES, PHASE, COULOMB, STATIC, STRIBECK };
enum { S_SLEW, S_INTEGRAL, S_TEMPERATURE, S_BRISTLE, S_CURRENT, NSTATE };

typedef struct {
  Pass p;
  int slot[NSTATE];
  Dual l, w, first, voltage, resistance, slewRate;
} Motor;

LANE_INLINE const real* gainPrm(const Motor* motor) { return act_gainprm(motor->p.a); }
LANE_INLINE const real* dynPrm(const Motor* motor) { return act_dynprm(motor->p.a); }
LANE_INLINE const real* biasPrm(const Motor* motor) { return act_biasprm(motor->p.a); }

static void slots(Motor* motor) {
  const real present[NSTATE] = {lane_prm(dynPrm(motor), SLEW), lane_prm(gainPrm(motor), KI),
                                lane_prm(dynPrm(motor), RT), lane_prm(dynPrm(motor), SIGMA0),
                                lane_prm(dynPrm(motor), TE)};
  int n = 0;
  for (int k = 0; k < NSTATE; k++) {
    const bool room = n < motor->p.loc->nact;
    motor->slot[k] = room && lane_agree(motor->p.a->m, present[k] > 0) ? n++ : -1;
  }
}

static Dual motorInput(const Motor* motor, int bit) {
  const int k = act_input(motor->p.a->m->actuator_ctrlspec[motor->p.a->id], bit);
  return k == 0 ? motor->first : control(&motor->p, k);
}

static Dual controlVoltage(const Motor* motor) {
  const real k = act_prm(gainPrm(motor), K);
  Dual torque = scl(sub(motorInput(motor, mjINPUT_POS), motor->l), act_prm(gainPrm(motor), KP));
  torque =
      add(torque, scl(sub(motorInput(motor, mjINPUT_VEL), motor->w), act_prm(gainPrm(motor), KD)));
  const int slot = motor->slot[S_INTEGRAL];
  if (slot >= 0) torque = add(torque, scl(state(&motor->p, slot), act_prm(gainPrm(motor), KI)));
  torque = add(torque, motorInput(motor, mjINPUT_FF));
  const Dual voltage = add(scl(torque, act_prm(gainPrm(motor), R0) / k), scl(motor->w, k));
  return limited(voltage, lane_prm(gainPrm(motor), VMAX));
}

static Dual warmResistance(const Motor* motor) {
  const real cold = act_prm(gainPrm(motor), R0);
  if (motor->slot[S_TEMPERATURE] < 0) return constant(cold);
  const Dual temperature = state(&motor->p, motor->slot[S_TEMPERATURE]);
  const real offset = lane_prm(dynPrm(motor), TA) - lane_prm(gainPrm(motor), T0);
  const Dual warm = add(temperature, constant(offset));
  const Dual factor = scl(warm, act_prm(gainPrm(motor), ALPHA));
  return scl(add(factor, constant(lane_bc(1))), cold);
}

static Motor motorOf(const act_View* a, const diff_Local* loc) {
  enum { CONTROLLED = mjINPUT_POS | mjINPUT_VEL | mjINPUT_FF };
  const int spec = a->m->actuator_ctrlspec[a->id];
  Motor motor = {.p = {a, loc}};
  slots(&motor);
  motor.l = length(&motor.p);
  motor.w = velocity(&motor.p);
  motor.first = spec & mjINPUT_NONE ? constant(lane_bc(0)) : control(&motor.p, 0);
  motor.slewRate = constant(lane_bc(0));
  if (motor.slot[S_SLEW] >= 0) {
    const Dual prev = state(&motor.p, motor.slot[S_SLEW]);
    motor.first = slew(&motor.p, motor.first, prev, lane_prm(dynPrm(&motor), SLEW));
    motor.slewRate = slewRate(&motor.p, motor.first, prev);
  }
  motor.voltage = motorInput(&motor, mjINPUT_VOLTAGE);
  if (spec & CONTROLLED) motor.voltage = add(motor.voltage, controlVoltage(&motor));
  motor.resistance = warmResistance(&motor);
  return motor;
}

// ---- states of a motor

static Dual bristleDecay(const Motor* motor) {
  const real stribeck = lane_prm(biasPrm(motor), STRIBECK),
             coulomb = lane_prm(biasPrm(motor), COULOMB);
  const Dual ratio = scl(motor->w, 1 / lane_max(stribeck, lane_bc(mjMINVAL)));
  const real peak = lane_exp(-(ratio.x * ratio.x));
  const Dual bell = apply(ratio, peak, -2 * ratio.x * peak);
  const Dual g = add(constant(coulomb), scl(bell, lane_prm(biasPrm(motor), STATIC) - coulomb));
  const real speed = lane_abs(motor->w.x);
  const Dual size = apply(motor->w, speed, lane_copysign(lane_bc(1), motor->w.x));
  return scl(quotient(size, atLeastMin(g)), -act_prm(dynPrm(motor), SIGMA0));
}

static Dual bristleNext(const Motor* motor, Dual z) {
  const real h = lane_opt(motor->p.a->m, timestep);
  const Dual decay = bristleDecay(motor);
  const real grown = lane_exp(decay.x * h);
  const mask still = lane_abs(decay.x) <= mjMINVAL;
  const real safe = lane_select(still, lane_bc(1), decay.x), slide = (grown - 1) / safe;
  const Dual growth = apply(decay, grown, h * grown);
  const Dual way = apply(decay, lane_select(still, h, slide),
                         lane_select(still, 0.5 * h * h, (h * grown - slide) / safe));
  return add(mul(z, growth), mul(motor->w, way));
}

static Dual currentRate(const Motor* motor) {
  const Dual i = state(&motor->p, motor->slot[S_CURRENT]);
  const Dual drop = sub(motor->voltage, scl(motor->w, act_prm(gainPrm(motor), K)));
  const Dual rate =
      scl(sub(quotient(drop, motor->resistance), i), 1.0 / act_prm(dynPrm(motor), TE));
  return limited(rate, lane_prm(dynPrm(motor), DIMAX));
}

static Dual temperatureRate(const Motor* motor) {
  const Dual drop = sub(motor->voltage, scl(motor->w, act_prm(gainPrm(motor), K)));
  Dual i = quotient(drop, motor->resistance);
  if (motor->slot[S_CURRENT] >= 0) i = state(&motor->p, motor->slot[S_CURRENT]);
  const Dual loss =
      scl(state(&motor->p, motor->slot[S_TEMPERATURE]), 1.0 / act_prm(dynPrm(motor), RT));
  const Dual gain = mul(motor->resistance, mul(i, i));
  return scl(sub(gain, loss), 1.0 / act_prm(dynPrm(motor), HEATCAP));
}

static Dual integralRate(const Motor* motor) {
  return antiWindup(sub(motor->first, motor->l), state(&motor->p, motor->slot[S_INTEGRAL]),
                    lane_prm(dynPrm(motor), IMAX));
}

static Dual slewOf(const Motor* motor) { return motor->slewRate; }

// rates by state; the bristle is advanced separately
static Dual (*const rateTable[NSTATE])(const Motor*) = {
    [S_SLEW] = slewOf,
    [S_INTEGRAL] = integralRate,
    [S_TEMPERATURE] = temperatureRate,
    [S_CURRENT] = currentRate,
};

static Dual nextState(const Motor* motor, int kind, bool still) {
  const real h = lane_opt(motor->p.a->m, timestep);
  const Dual now = state(&motor->p, motor->slot[kind]);
  if (kind == S_BRISTLE) return bristleNext(motor, now);
  const Dual rate = still ? constant(lane_bc(0)) : rateTable[kind](motor);
  if (kind == S_CURRENT) {
    const real te = act_prm(dynPrm(motor), TE);
    return add(now, scl(rate, te * (1 - lane_exp(-h / te))));
  }
  const Dual next = add(now, scl(rate, h));
  return kind == S_INTEGRAL ? limited(next, lane_prm(dynPrm(motor), IMAX)) : next;
}

void LANE(diff_motorNext)(const act_View* a, bool still, diff_Local* loc) {
  const Motor motor = motorOf(a, loc);
  for (int k = 0; k < NSTATE; k++) {
    if (motor.slot[k] < 0) continue;
    const Dual next = nextState(&motor, k, still);
    store(&motor.p, loc->next + motor.slot[k] * loc->n, &next);
  }
}

// ---- force of a motor

static Dual mechanical(const Motor* motor) {
  Dual force = constant(lane_bc(0));
  const real cogging = lane_prm(biasPrm(motor), COGGING);
  if (lane_agree(motor->p.a->m, cogging != 0)) {
    real s, c;
    const real poles = act_prm(biasPrm(motor), POLES);
    lane_sincos(poles * motor->l.x + lane_prm(biasPrm(motor), PHASE), &s, &c);
    force = apply(motor->l, cogging * s, cogging * poles * c);
  }
  if (motor->slot[S_BRISTLE] < 0) return force;
  const Dual z = state(&motor->p, motor->slot[S_BRISTLE]);
  const Dual rate = add(mul(bristleDecay(motor), z), motor->w);
  const Dual friction =
      add(scl(z, act_prm(dynPrm(motor), SIGMA0)), scl(rate, act_prm(dynPrm(motor), SIGMA1)));
  return sub(force, friction);
}

void LANE(diff_motorForce)(const act_View* a, diff_Local* loc) {
  const Motor motor = motorOf(a, loc);
  const real k = act_prm(gainPrm(&motor), K);
  Dual force;
  if (motor.slot[S_CURRENT] >= 0) {
    force = scl(stateForForce(&motor.p, motor.slot[S_CURRENT]), k);
  } else {
    const Dual drop = sub(motor.voltage, scl(motor.w, k));
    force = scl(quotient(drop, atLeastMin(motor.resistance)), k);
  }
  store(&motor.p, loc->force, &force);
  if (a->m->actuator_biastype[a->id] != mjBIAS_DCMOTOR) return;
  const Dual extra = mechanical(&motor);
  store(&motor.p, loc->extra, &extra);
}
