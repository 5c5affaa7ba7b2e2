// Actuator types: a view of one actuator, and the dispatch tables of activation dynamics, gain and
// bias. A new type is one table row and its small functions.
#ifndef SINEW_FORCE_ACTUATOR_H_
#define SINEW_FORCE_ACTUATOR_H_

#include "base/assert.h"
#include "math/vec.h"
#include "model/lane_data.h"

// one actuator; the functions below return its parts of the arrays
typedef struct {
  const lane_Model* m;
  const lane_Data* d;
  const real* u;        // (nu) controls, delayed and clamped; NULL where none is read
  const real* act_dot;  // (na)
  int id;
} act_View;

// parameters
LANE_INLINE const real* act_dynprm(const act_View* a) {
  return lane_prmAt(a->m->actuator_dynprm, mjNDYN * a->id);
}
LANE_INLINE const real* act_gainprm(const act_View* a) {
  return lane_prmAt(a->m->actuator_gainprm, mjNGAIN * a->id);
}
LANE_INLINE const real* act_biasprm(const act_View* a) {
  return lane_prmAt(a->m->actuator_biasprm, mjNBIAS * a->id);
}
// control k
LANE_INLINE real act_ctrl(const act_View* a, int k) {
  ASSERT_FULL(a->u && k >= 0 && a->m->actuator_ctrladr[a->id] + k <= a->m->nu);  // nu + 1 of them
  return a->u[a->m->actuator_ctrladr[a->id] + k];
}
// number of activations
LANE_INLINE int act_num(const act_View* a) {
  return a->m->actuator_actadr[a->id] < 0 ? 0 : a->m->actuator_actnum[a->id];
}
// activation k, and its rate
LANE_INLINE real act_state(const act_View* a, int k) {
  ASSERT_FULL(k >= 0 && k < act_num(a));
  return a->d->act[a->m->actuator_actadr[a->id] + k];
}
LANE_INLINE real act_rate(const act_View* a, int k) {
  ASSERT_FULL(a->act_dot && k >= 0 && k < act_num(a));
  return a->act_dot[a->m->actuator_actadr[a->id] + k];
}
// length and velocity of the first output; three of them in a row for orientation servos
LANE_INLINE const real* act_length(const act_View* a) {
  return a->d->actuator_length + a->m->actuator_outadr[a->id];
}
LANE_INLINE const real* act_velocity(const act_View* a) {
  return a->d->actuator_velocity + a->m->actuator_outadr[a->id];
}

// activation dynamics: time derivative of the activations -> act_dot (actnum), zero before; and the
// activation of a slot one step later, before it is clamped
typedef struct {
  void (*rate)(const act_View* a, real* act_dot);
  void (*next)(const act_View* a, int slot, real* next);
} act_Dynamics;

// gain: either a factor of the input, or the force of all outputs, bias included
typedef struct {
  void (*gain)(const act_View* a, real* gain);
  void (*force)(const act_View* a, real* force);
} act_Gain;

// bias: force without input
typedef void act_Bias(const act_View* a, real* bias);

extern const act_Dynamics LANE(act_dynamics)[];  // by mjtDyn
extern const act_Gain LANE(act_gains)[];         // by mjtGain
extern act_Bias* const LANE(act_biases)[];       // by mjtBias

// whether a kind has a row
bool LANE(act_hasDynamics)(int type);
bool LANE(act_hasGain)(int type);
bool LANE(act_hasBias)(int type);

// activation of a slot for the force: that of the next step if actearly, else the current one
void LANE(act_forForce)(const act_View* a, int slot, real* act);

// Period of a servo on an angle: the length after which it is back where it was. Returns 0 if it
// has none. turns: the part of the gear that converts an angle to a length
int LANE(act_servoPeriod)(const lane_Model* m, int actuator, const real turns[3], real* period);

LANE_INLINE int act_period(const lane_Model* m, int actuator, real* period) {
  const int type = m->actuator_trntype[actuator];
  const int* target = m->actuator_trnid + 2 * actuator;
  const real* gear = lane_prmAt(m->actuator_gear, 6 * m->actuator_outadr[actuator]);
  if (type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT) {
    if (m->jnt_type[target[0]] != mjJNT_BALL) return 0;
    return LANE(act_servoPeriod)(m, actuator, gear, period);
  }
  if (type != mjTRN_SITE || target[1] < 0) return 0;
  if (lane_agree(m, (gear[0] != 0) | (gear[1] != 0) | (gear[2] != 0))) return 0;
  return LANE(act_servoPeriod)(m, actuator, gear + 3, period);
}

// force of all outputs before any limit
void LANE(act_force)(const act_View* a, real* force);

// ---- kinds that have a file of their own

void LANE(pid_rate)(const act_View* a, real* act_dot);
void LANE(pid_force)(const act_View* a, real* force);
void LANE(so3_force)(const act_View* a, real* force);
void LANE(dcmotor_rate)(const act_View* a, real* act_dot);
void LANE(dcmotor_next)(const act_View* a, int slot, real* next);
void LANE(dcmotor_force)(const act_View* a, real* force);
// cogging and friction, added after the force is limited
void LANE(dcmotor_mechanical)(const act_View* a, real* force);

// ---- helpers

// parameter k of a row
LANE_INLINE real act_prm(const real* row, int k) { return lane_prm(row, k); }

// lo <= x <= hi; NaN stays
LANE_INLINE real act_clip(real x, real lo, real hi) {
  return lane_select(x < lo, lo, lane_select(x > hi, hi, x));
}

// slew rate of an input that moves by delta in a timestep; a timestep of zero moves nothing
LANE_INLINE real act_slewRate(real delta, real h) {
  return lane_select(h == 0, lane_bc(0), delta / h);
}

LANE_INLINE real act_atLeastMin(real x) { return lane_max(x, lane_bc(mjMINVAL)); }

// rounds to integers, halves away from zero, saturated like a conversion to int
LANE_INLINE real act_round(real x) {
  const real size = lane_min(lane_abs(x), lane_bc(2147483647.0));
  const real whole = lane_floor(size);
  return lane_copysign(whole + lane_select(size - whole >= 0.5, lane_bc(1), lane_bc(0)), x);
}

// x plus a whole number of periods, nearest to a reference
LANE_INLINE real act_wrap(real x, real ref, real period) {
  return x - period * act_round((x - ref) / period);
}

// the single input of a gain, wrapped by whole turns towards the angle of the servo
LANE_INLINE real act_forceInput(const act_View* a) {
  real x, period;
  if (act_num(a)) {
    LANE(act_forForce)(a, act_num(a) - 1, &x);
  } else {
    x = act_ctrl(a, 0);
  }
  if (act_period(a->m, a->id, &period)) x = act_wrap(x, act_length(a)[0], period);
  return x;
}

// Anti-windup: rate of an integrator of error e that keeps |z| <= limit. limit <= 0: none.
LANE_INLINE real act_antiWindup(real e, real z, real limit) {
  const real zero = lane_bc(0);
  const real high = lane_select(z >= limit, lane_min(e, zero), e);
  const real both = lane_select(z <= -limit, lane_max(high, zero), high);
  return lane_select(limit > 0, both, e);
}

// index of the control for input `bit` of mjtCtrlInput, -1 if the actuator has none
LANE_INLINE int act_input(int spec, int bit) {
  if (!(spec & bit)) return -1;
  int index = 0;
  for (int b = 1; b < bit; b <<= 1) index += (spec & b) != 0;
  return index;
}

#endif
