// Public pipelines: forward, inverse, steps and integrators of one world.
#include <sinew/api.h>

#include "base/args.h"
#include "model/callbacks.h"
#include "model/lane_data.h"
#include "model/timer.h"
#include "step/check.h"
#include "step/forward.h"
#include "step/integrate.h"
#include "step/sensor.h"

// qacc, act_dot -> next state
static void runForward(const mjModel* m, mjData* d) { step_forward(m, d, mjSTAGE_NONE, 1); }

static bool hasIntegrator(const mjModel* m, const char* caller) {
  if (m->opt.integrator >= mjINT_EULER && m->opt.integrator <= mjINT_IMPLICITFAST) return true;
  mju_error("%s: integrator %d does not exist; it must be %d to %d", caller, m->opt.integrator,
            mjINT_EULER, mjINT_IMPLICITFAST);
  return false;
}

void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  ARGS_NEED(m, d);
  step_forward(m, d, skipstage, skipsensor);
}

void mj_forward(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  step_forward(m, d, mjSTAGE_NONE, 0);
}

static void runInverse(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  if ((m->opt.enableflags & mjENBL_INVDISCRETE) && m->opt.integrator == mjINT_RK4) {
    mju_error("mj_inverse: discrete inverse dynamics do not exist for RK4; use another integrator");
    return;
  }
  step_inverse(m, d, skipstage, skipsensor);
}

void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  ARGS_NEED(m, d);
  runInverse(m, d, skipstage, skipsensor);
}

void mj_inverse(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  runInverse(m, d, mjSTAGE_NONE, 0);
}

void mj_compareFwdInv(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  step_compare(m, d);
}

void mj_invPosition(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  step_inversePosition(m, d);
}

void mj_invVelocity(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  step_velocityTimed(m, d);
}

void mj_fwdPosition(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  step_positionTimed(m, d);
}

void mj_fwdVelocity(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  step_velocityTimed(m, d);
}

void mj_sensorPos(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(sensor_pos)(m, d);
}

void mj_sensorVel(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(sensor_vel)(m, d);
}

void mj_sensorAcc(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(sensor_acc)(m, d);
}

void mj_checkPos(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  step_checkPos(m, d);
}

void mj_checkVel(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  step_checkVel(m, d);
}

void mj_checkAcc(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  step_checkAcc(m, d);
}

static void advance(const mjModel* m, mjData* d, void (*method)(const mjModel*, mjData*, int)) {
  const mjtNum start = timer_now();
  method(m, d, 1);
  timer_add(d, mjTIMER_ADVANCE, start);
}

// the model's integrator; after a step in two halves there is no RK4, Euler's method takes its
// place
static void integrate(const mjModel* m, mjData* d, bool halves) {
  const int kind = m->opt.integrator;
  if (kind == mjINT_RK4 && !halves) {
    LANE(step_rk4)(m, d, runForward);
  } else if (kind == mjINT_IMPLICIT || kind == mjINT_IMPLICITFAST) {
    advance(m, d, LANE(step_implicit));
  } else {
    advance(m, d, LANE(step_euler));
  }
}

void mj_step(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  if (!hasIntegrator(m, "mj_step")) return;
  const mjtNum start = timer_now();
  step_checkState(m, d);
  step_forward(m, d, mjSTAGE_NONE, 0);
  step_checkAcc(m, d);
  if (m->opt.enableflags & mjENBL_FWDINV) step_compare(m, d);
  integrate(m, d, false);
  timer_add(d, mjTIMER_STEP, start);
}

void mj_step1(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  const mjtNum start = timer_now();
  step_checkState(m, d);
  step_positionStage(m, d, 0);
  step_velocityStage(m, d, 0);
  if (mjcb_control) mjcb_control(m, d);
  d->timer[mjTIMER_STEP].duration += timer_now() - start;  // the second half counts the step
}

void mj_step2(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  if (!hasIntegrator(m, "mj_step2")) return;
  const mjtNum start = timer_now();
  step_forceStage(m, d, 0);
  step_checkAcc(m, d);
  if (m->opt.enableflags & mjENBL_FWDINV) step_compare(m, d);
  integrate(m, d, true);
  timer_add(d, mjTIMER_STEP, start);
}

void mj_Euler(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  advance(m, d, LANE(step_euler));
}

void mj_implicit(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  if (m->opt.integrator != mjINT_IMPLICIT && m->opt.integrator != mjINT_IMPLICITFAST) {
    mju_error("mj_implicit: opt.integrator must be implicit or implicitfast");
    return;
  }
  advance(m, d, LANE(step_implicit));
}

void mj_RungeKutta(const mjModel* m, mjData* d, int N) {
  ARGS_NEED(m, d);
  if (N != 4) {
    mju_error("mj_RungeKutta: %d stages are not possible; only 4 are", N);
    return;
  }
  LANE(step_rk4)(m, d, runForward);
}
