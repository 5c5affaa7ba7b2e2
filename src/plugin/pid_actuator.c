// mujoco.pid: PID controller of the actuator length (proportional, integral and derivative gains),
// with clamped integral (anti-windup) and rate-limited setpoint (slew rate). Activations of an
// actuator, in sequence: the integral of the error (ki), the previous setpoint (slewmax), the
// native state of dyntype.
//   ctrl, act, actuator_length, actuator_velocity -> act_dot, actuator_force
#include <math.h>
#include <stdbool.h>

#include <sinew/api.h>

#include "force/actuation.h"
#include "model/plugins.h"
#include "plugin/attribute.h"
#include "plugin/shipped.h"

typedef struct {
  mjtNum kp, ki, kd;
  bool isBounded, hasSlew;
  mjtNum most;     // bound of the integral
  mjtNum slewmax;  // change of the setpoint per second
} Pid;

static const Pid* pidOf(const mjData* d, int instance) { return (Pid*)d->plugin_data[instance]; }

// ---- activations

static bool hasNative(const mjModel* m, int i) { return m->actuator_dyntype[i] != mjDYN_NONE; }

// index of an activation, -1: absent
static int integralAdr(const mjModel* m, const Pid* pid, int i) {
  return pid->ki != 0 ? m->actuator_actadr[i] : -1;
}
static int beforeAdr(const mjModel* m, const Pid* pid, int i) {
  return pid->hasSlew ? m->actuator_actadr[i] + (pid->ki != 0) : -1;
}
static int nativeAdr(const mjModel* m, int i) {
  return hasNative(m, i) ? m->actuator_actadr[i] + m->actuator_actnum[i] - 1 : -1;
}

// ---- init

static bool isGiven(const mjModel* m, int instance, const char* name) {
  const char* text = plugins_config(m, instance, name);
  return text && *text;
}

static bool readGains(const mjModel* m, int instance, Pid* pid) {
  mjtNum imax;
  const bool ok = attribute_number(m, instance, "kp", 0, &pid->kp) &&
                  attribute_number(m, instance, "ki", 0, &pid->ki) &&
                  attribute_number(m, instance, "kd", 0, &pid->kd) &&
                  attribute_number(m, instance, "imax", 0, &imax) &&
                  attribute_number(m, instance, "slewmax", 0, &pid->slewmax);
  if (!ok || imax < 0 || pid->slewmax < 0) {
    mju_warning("pid plugin, instance %d: %s", instance,
                !ok        ? "kp, ki, kd, imax and slewmax should be numbers"
                : imax < 0 ? "imax is negative; 0 or more is needed"
                           : "slewmax is negative; 0 or more is needed");
    return false;
  }
  pid->hasSlew = isGiven(m, instance, "slewmax");
  pid->isBounded = isGiven(m, instance, "imax") && pid->ki != 0;
  if (pid->isBounded) pid->most = imax / pid->ki;
  return true;
}

// the actuators of an instance; false: one lacks the activations that it needs
static bool checkActuators(const mjModel* m, int instance, const Pid* pid) {
  int n = 0;
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_plugin[i] != instance) continue;
    const int want = (pid->ki != 0) + pid->hasSlew + hasNative(m, i);
    n++;
    if (m->actuator_outnum[i] != 1 || m->actuator_ctrlnum[i] != 1) {
      mju_warning("pid plugin: actuator %d has %d controls and %d outputs; it should have one each",
                  i, m->actuator_ctrlnum[i], m->actuator_outnum[i]);
      return false;
    }
    if (m->actuator_actnum[i] == want) continue;
    mju_warning("pid plugin: actuator %d has actdim %d, but its gains and dyntype need %d; write "
                "actdim=\"%d\"",
                i, m->actuator_actnum[i], want, want);
    return false;
  }
  if (!n)
    mju_warning("pid plugin: no actuator uses instance %d; remove it, or name it in one", instance);
  return n > 0;
}

static int init(const mjModel* m, mjData* d, int instance) {
  Pid given = {0};
  if (!readGains(m, instance, &given) || !checkActuators(m, instance, &given)) return -1;
  Pid* pid = mju_malloc(sizeof *pid);
  if (!pid) return -1;
  *pid = given;
  d->plugin_data[instance] = (uintptr_t)pid;
  return 0;
}

static void destroy(mjData* d, int instance) {
  mju_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

// ---- control law

static mjtNum clip(mjtNum x, mjtNum low, mjtNum high) {
  return x < low ? low : x > high ? high : x;
}

// the effective control: delayed, clamped
static mjtNum controlOf(const mjModel* m, const mjData* d, int i) {
  const int adr = m->actuator_ctrladr[i];
  mjtNum u = m->actuator_delay[i] > 0 ? mj_readCtrl(m, d, i, d->time, -1) : d->ctrl[adr];
  if (!(fabs(u) <= mjMAXVAL)) u = 0;  // NaN or too large: the engine raises a warning
  const bool limited = m->actuator_ctrllimited[adr] && !(m->opt.disableflags & mjDSBL_CLAMPCTRL);
  const mjtNum* range = m->actuator_ctrlrange + 2 * adr;
  return limited ? clip(u, range[0], range[1]) : u;
}

// the setpoint, rate-limited from the previous one. next: uses the native state of the next step
static mjtNum setPoint(const mjModel* m, const mjData* d, const Pid* pid, int i, bool next) {
  const int native = nativeAdr(m, i), before = beforeAdr(m, pid, i);
  mjtNum x = native < 0 ? controlOf(m, d, i) : d->act[native];
  if (native >= 0 && next && m->actuator_actearly[i])
    LANE(actuation_next)(m, d, i, m->actuator_actnum[i] - 1, d->act_dot, &x);
  if (before >= 0 && d->time > 0) {
    const mjtNum most = pid->slewmax * m->opt.timestep;
    x = clip(x, d->act[before] - most, d->act[before] + most);
  }
  return x;
}

static mjtNum nextIntegral(const mjModel* m, const mjData* d, const Pid* pid, int i, mjtNum error) {
  const mjtNum x = d->act[integralAdr(m, pid, i)] + error * m->opt.timestep;
  return pid->isBounded ? clip(x, -pid->most, pid->most) : x;
}

static void actDot(const mjModel* m, mjData* d, int instance) {
  const Pid* pid = pidOf(d, instance);
  const mjtNum h = m->opt.timestep;
  for (int i = 0; pid && i < m->nactuator; i++) {
    if (m->actuator_plugin[i] != instance) continue;
    const int integral = integralAdr(m, pid, i), before = beforeAdr(m, pid, i);
    const mjtNum target = setPoint(m, d, pid, i, false);
    const mjtNum error = target - d->actuator_length[m->actuator_outadr[i]];
    if (integral >= 0)
      d->act_dot[integral] = (nextIntegral(m, d, pid, i, error) - d->act[integral]) / h;
    if (before >= 0) d->act_dot[before] = (target - d->act[before]) / h;
  }
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)capability;
  const Pid* pid = pidOf(d, instance);
  for (int i = 0; pid && i < m->nactuator; i++) {
    if (m->actuator_plugin[i] != instance) continue;
    const int out = m->actuator_outadr[i], native = nativeAdr(m, i);
    const mjtNum target = setPoint(m, d, pid, i, true);
    const mjtNum error = target - d->actuator_length[out];
    const mjtNum speed = native >= 0 ? d->act_dot[native] : 0;
    mjtNum force = pid->kp * error;
    if (pid->ki != 0) force += pid->ki * nextIntegral(m, d, pid, i, error);
    force += pid->kd * (speed - d->actuator_velocity[out]);
    d->actuator_force[out] = force;
  }
}

static const char* const attributes[] = {"kp", "ki", "kd", "imax", "slewmax"};
const mjpPlugin shipped_pid = {.name = "mujoco.pid",
                               .nattribute = sizeof attributes / sizeof *attributes,
                               .attributes = attributes,
                               .capabilityflags = mjPLUGIN_ACTUATOR,
                               .init = init,
                               .destroy = destroy,
                               .compute = compute,
                               .actuator_act_dot = actDot};
