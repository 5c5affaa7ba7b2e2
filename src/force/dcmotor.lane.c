// DC motor actuator: voltage (given, or of a PID controller), winding, heating, friction.
//   voltage   V = given + clip(R/K (kp (p-l) + kd (v-w) + ki x + ff) + K w)
//   current   i = (V - K w)/R, or a state with time constant te; torque K i
//   heat      T' = (R i^2 - T/RT)/C, R = R0 (1 + alpha (T + Ta - T0))
//   friction  z' = w - sigma0 |w| z/g(w), force -(sigma0 z + sigma1 z')
//             (LuGre model; Canudas de Wit et al. 1995)
// gainprm: R K alpha T0 kp ki kd Vmax; dynprm: te dimax RT C Ta sigma0 sigma1 slew Imax; biasprm:
// cogging amplitude, poles, phase; Coulomb, static friction, Stribeck velocity. Activations in
// order, each if its parameter is positive: setpoint (slew), integral (ki), temperature above
// ambient (RT), bristle z (sigma0), current (te).
#include "base/assert.h"
#include "force/actuator.h"
#include "math/elementary.h"

enum { R0, K, ALPHA, T0, KP, KI, KD, VMAX };
enum { TE, DIMAX, RT, HEATCAP, TA, SIGMA0, SIGMA1, SLEW, IMAX };
enum { COGGING, POLES, PHASE, COULOMB, STATIC, STRIBECK };
enum { S_SLEW, S_INTEGRAL, S_TEMPERATURE, S_BRISTLE, S_CURRENT, NSTATE };

// slot of every state, -1 if absent
static void slots(const act_View* a, int slot[NSTATE]) {
  const real present[NSTATE] = {lane_prm(act_dynprm(a), SLEW), lane_prm(act_gainprm(a), KI),
                                lane_prm(act_dynprm(a), RT), lane_prm(act_dynprm(a), SIGMA0),
                                lane_prm(act_dynprm(a), TE)};
  int n = 0;
  for (int k = 0; k < NSTATE; k++) {
    slot[k] = n < act_num(a) && lane_agree(a->m, present[k] > 0) ? n++ : -1;
  }
  ASSERT_FULL(n <= act_num(a));
}

typedef struct {
  int slot[NSTATE];
  real first;       // first control, after the limit of its speed
  real voltage;     // of the winding
  real resistance;  // of the winding, warm
  real slewRate;
} Motor;

static real input(const act_View* a, int bit, real first) {
  const int k = act_input(a->m->actuator_ctrlspec[a->id], bit);
  return k < 0 ? lane_bc(0) : k == 0 ? first : act_ctrl(a, k);
}

static void limitSlew(const act_View* a, Motor* motor) {
  ASSERT_FULL(motor->slot[S_SLEW] == 0);  // the first activation
  const real h = lane_opt(a->m, timestep);
  const real prev = act_state(a, motor->slot[S_SLEW]), reach = act_prm(act_dynprm(a), SLEW) * h;
  motor->first = act_clip(motor->first, prev - reach, prev + reach);
  motor->slewRate = act_slewRate(motor->first - prev, h);
}

// voltage of the controller for the torque that it demands
static real controlVoltage(const act_View* a, const Motor* motor) {
  const real l = act_length(a)[0], w = act_velocity(a)[0], k = act_prm(act_gainprm(a), K);
  const int slot = motor->slot[S_INTEGRAL];
  // an input that the actuator does not have counts as zero: the gains pull towards rest
  real torque = act_prm(act_gainprm(a), KP) * (input(a, mjINPUT_POS, motor->first) - l) +
                act_prm(act_gainprm(a), KD) * (input(a, mjINPUT_VEL, motor->first) - w);
  if (slot >= 0) torque = torque + act_prm(act_gainprm(a), KI) * act_state(a, slot);
  torque = torque + input(a, mjINPUT_FF, motor->first);
  const real voltage = act_prm(act_gainprm(a), R0) / k * torque + k * w,
             limit = act_prm(act_gainprm(a), VMAX);
  return lane_select(limit > 0, act_clip(voltage, -limit, limit), voltage);
}

static Motor motorState(const act_View* a) {
  enum { CONTROLLED = mjINPUT_POS | mjINPUT_VEL | mjINPUT_FF };
  const int spec = a->m->actuator_ctrlspec[a->id];
  Motor motor;
  slots(a, motor.slot);
  motor.first = spec & mjINPUT_NONE ? lane_bc(0) : act_ctrl(a, 0);
  motor.slewRate = lane_bc(0);
  if (motor.slot[S_SLEW] >= 0) limitSlew(a, &motor);

  motor.voltage = input(a, mjINPUT_VOLTAGE, motor.first);
  if (spec & CONTROLLED) motor.voltage = controlVoltage(a, &motor) + motor.voltage;

  motor.resistance = act_prm(act_gainprm(a), R0);
  if (motor.slot[S_TEMPERATURE] >= 0) {
    const real warm = act_state(a, motor.slot[S_TEMPERATURE]) + lane_prm(act_dynprm(a), TA) -
                      lane_prm(act_gainprm(a), T0);
    motor.resistance = motor.resistance * (1 + lane_prm(act_gainprm(a), ALPHA) * warm);
  }
  return motor;
}

// rate of the bristle is decay * z + velocity
static real bristleDecay(const act_View* a) {
  const real w = act_velocity(a)[0], coulomb = act_prm(act_biasprm(a), COULOMB);
  const real ratio = w / act_atLeastMin(act_prm(act_biasprm(a), STRIBECK));
  const real g = coulomb + (act_prm(act_biasprm(a), STATIC) - coulomb) * lane_exp(-(ratio * ratio));
  return -act_prm(act_dynprm(a), SIGMA0) * lane_abs(w) / act_atLeastMin(g);
}

static real bristleRate(const act_View* a, real z) {
  return bristleDecay(a) * z + act_velocity(a)[0];
}

static real currentRate(const act_View* a, const Motor* motor) {
  const real emf = act_prm(act_gainprm(a), K) * act_velocity(a)[0] / motor->resistance;
  const real i = act_state(a, motor->slot[S_CURRENT]), limit = act_prm(act_dynprm(a), DIMAX);
  const real rate = (motor->voltage / motor->resistance - emf - i) / act_prm(act_dynprm(a), TE);
  return lane_select(limit > 0, act_clip(rate, -limit, limit), rate);
}

static real temperatureRate(const act_View* a, const Motor* motor) {
  const int slot = motor->slot[S_CURRENT];
  const real emf = act_prm(act_gainprm(a), K) * act_velocity(a)[0];
  real i = (motor->voltage - emf) / motor->resistance;
  if (slot >= 0) i = act_state(a, slot);
  const real loss = act_state(a, motor->slot[S_TEMPERATURE]) / act_prm(act_dynprm(a), RT);
  return (motor->resistance * i * i - loss) / act_prm(act_dynprm(a), HEATCAP);
}

void LANE(dcmotor_rate)(const act_View* a, real* act_dot) {
  if (!act_num(a)) return;
  const Motor motor = motorState(a);
  const int* slot = motor.slot;
  if (slot[S_SLEW] >= 0) act_dot[slot[S_SLEW]] = motor.slewRate;
  if (slot[S_INTEGRAL] >= 0) {
    const real z = act_state(a, slot[S_INTEGRAL]), limit = act_prm(act_dynprm(a), IMAX);
    act_dot[slot[S_INTEGRAL]] = act_antiWindup(motor.first - act_length(a)[0], z, limit);
  }
  if (slot[S_TEMPERATURE] >= 0) act_dot[slot[S_TEMPERATURE]] = temperatureRate(a, &motor);
  if (slot[S_BRISTLE] >= 0)
    act_dot[slot[S_BRISTLE]] = bristleRate(a, act_state(a, slot[S_BRISTLE]));
  if (slot[S_CURRENT] >= 0) act_dot[slot[S_CURRENT]] = currentRate(a, &motor);
}

// exact for constant velocity
static real bristleNext(const act_View* a, real z) {
  const real h = lane_opt(a->m, timestep);
  const real decay = bristleDecay(a), growth = lane_exp(decay * h);
  const mask still = lane_abs(decay) <= mjMINVAL;
  const real slide = (growth - 1) / lane_select(still, lane_bc(1), decay);
  return z * growth + act_velocity(a)[0] * lane_select(still, h, slide);
}

void LANE(dcmotor_next)(const act_View* a, int slot, real* next) {
  const real h = lane_opt(a->m, timestep);
  int state[NSTATE];
  slots(a, state);
  const real now = act_state(a, slot), rate = act_rate(a, slot);
  *next = now + h * rate;
  if (slot == state[S_INTEGRAL]) {
    const real limit = act_prm(act_dynprm(a), IMAX);
    *next = lane_select(limit > 0, act_clip(*next, -limit, limit), *next);
  }
  if (slot == state[S_BRISTLE]) *next = bristleNext(a, now);
  if (slot == state[S_CURRENT]) {
    const real te = act_prm(act_dynprm(a), TE);
    *next = now + rate * te * (1 - lane_exp(-h / te));
  }
}

void LANE(dcmotor_force)(const act_View* a, real* force) {
  const Motor motor = motorState(a);
  const real k = act_prm(act_gainprm(a), K);
  if (motor.slot[S_CURRENT] >= 0) {
    real i;
    LANE(act_forForce)(a, motor.slot[S_CURRENT], &i);
    *force = k * i;
    return;
  }
  const real r = act_atLeastMin(motor.resistance);
  *force = k / r * motor.voltage - k * k / r * act_velocity(a)[0];
}

void LANE(dcmotor_mechanical)(const act_View* a, real* force) {
  int slot[NSTATE];
  slots(a, slot);
  if (lane_agree(a->m, lane_prm(act_biasprm(a), COGGING) != 0)) {
    const real angle =
        act_prm(act_biasprm(a), POLES) * act_length(a)[0] + lane_prm(act_biasprm(a), PHASE);
    *force = *force + act_prm(act_biasprm(a), COGGING) * lane_sin(angle);
  }
  if (slot[S_BRISTLE] >= 0) {
    const real z = act_state(a, slot[S_BRISTLE]);
    *force = *force - (act_prm(act_dynprm(a), SIGMA0) * z +
                       act_prm(act_dynprm(a), SIGMA1) * bristleRate(a, z));
  }
}
