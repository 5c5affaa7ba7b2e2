// PID controller (actuator type) with up to three inputs: position, velocity, feed-forward. force =
// kp p + kv v + ff + ki z + bias(length, velocity), where bias = (b0, -kp, -kv) is affine. The
// position setpoint may move at a limited speed, the slew rate (activation: where it is); the
// integral z of the error is an activation too. Activations in order: setpoint if dynprm[1] > 0,
// integral if gainprm[0] > 0.
//   ctrl, act, actuator_length, actuator_velocity -> act_dot, force
#include "force/actuator.h"

typedef struct {
  real pos;            // position setpoint, after the limit of its speed
  real slewRate;       // speed of the setpoint, if it is limited
  int slew, integral;  // slots, -1 if absent
  int turns;           // the position is an angle
  real period;
} Setpoint;

static real input(const act_View* a, int bit) {
  const int k = act_input(a->m->actuator_ctrlspec[a->id], bit);
  return k < 0 ? lane_bc(0) : act_ctrl(a, k);
}

static Setpoint setpoint(const act_View* a) {
  Setpoint s = {.slew = -1, .integral = -1};
  s.turns = act_period(a->m, a->id, &s.period);
  s.pos = input(a, mjINPUT_POS);
  int slot = 0;
  if (!act_num(a)) return s;
  if (lane_agree(a->m, lane_prm(act_dynprm(a), 1) > 0)) {
    const real h = lane_opt(a->m, timestep);
    const real reach = act_prm(act_dynprm(a), 1) * h;
    s.slew = slot++;
    const real prev = act_state(a, s.slew);
    if (s.turns) s.pos = act_wrap(s.pos, prev, s.period);
    s.pos = act_clip(s.pos, prev - reach, prev + reach);
    s.slewRate = act_slewRate(s.pos - prev, h);
  }
  // a program may have set a gain for which there is no activation
  if (slot < act_num(a) && lane_agree(a->m, lane_prm(act_gainprm(a), 0) > 0)) s.integral = slot;
  return s;
}

void LANE(pid_rate)(const act_View* a, real* act_dot) {
  const Setpoint s = setpoint(a);
  if (s.slew >= 0) act_dot[s.slew] = s.slewRate;
  if (s.integral < 0) return;
  const real pos = s.turns ? act_wrap(s.pos, act_length(a)[0], s.period) : s.pos;
  act_dot[s.integral] =
      act_antiWindup(pos - act_length(a)[0], act_state(a, s.integral), act_prm(act_dynprm(a), 0));
}

void LANE(pid_force)(const act_View* a, real* force) {
  const Setpoint s = setpoint(a);
  const real kp = -act_prm(act_biasprm(a), 1), kv = -act_prm(act_biasprm(a), 2);
  const real pos = s.turns ? act_wrap(s.pos, act_length(a)[0], s.period) : s.pos;
  real z = lane_bc(0), bias;
  if (s.integral >= 0) LANE(act_forForce)(a, s.integral, &z);
  LANE(act_biases)[a->m->actuator_biastype[a->id]](a, &bias);
  *force = kp * pos + kv * input(a, mjINPUT_VEL) + input(a, mjINPUT_FF) +
           act_prm(act_gainprm(a), 0) * z + bias;
}
