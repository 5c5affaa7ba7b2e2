// Public pipelines: forward, inverse, steps and integrators of one world.
#include <sinew/api.h>

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
  step_forward(m, d, skipstage, skipsensor);
}

void mj_forward(const mjModel* m, mjData* d) { mj_forwardSkip(m, d, mjSTAGE_NONE, 0); }

void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  if ((m->opt.enableflags & mjENBL_INVDISCRETE) && m->opt.integrator == mjINT_RK4) {
    mju_error("mj_inverse: discrete inverse dynamics do not exist for RK4; use another integrator");
    return;
  }
  step_inverse(m, d, skipstage, skipsensor);
}

void mj_inverse(const mjModel* m, mjData* d) { mj_inverseSkip(m, d, mjSTAGE_NONE, 0); }

void mj_compareFwdInv(const mjModel* m, mjData* d) { step_compare(m, d); }

void mj_invPosition(const mjModel* m, mjData* d) { step_inversePosition(m, d); }

void mj_invVelocity(const mjModel* m, mjData* d) { step_velocityTimed(m, d); }

void mj_fwdPosition(const mjModel* m, mjData* d) { step_positionTimed(m, d); }

void mj_fwdVelocity(const mjModel* m, mjData* d) { step_velocityTimed(m, d); }

void mj_sensorPos(const mjModel* m, mjData* d) { LANE(sensor_pos)(m, d); }

void mj_sensorVel(const mjModel* m, mjData* d) { LANE(sensor_vel)(m, d); }

void mj_sensorAcc(const mjModel* m, mjData* d) { LANE(sensor_acc)(m, d); }

void mj_checkAcc(const mjModel* m, mjData* d) { step_checkAcc(m, d); }

// the model's integrator
static void integrate(const mjModel* m, mjData* d) {
  if (m->opt.integrator == mjINT_RK4) {
    mj_RungeKutta(m, d, 4);
  } else if (m->opt.integrator == mjINT_EULER) {
    mj_Euler(m, d);
  } else {
    mj_implicit(m, d);
  }
}

void mj_step(const mjModel* m, mjData* d) {
  if (!hasIntegrator(m, "mj_step")) return;
  const mjtNum start = timer_now();
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  mj_forward(m, d);
  mj_checkAcc(m, d);
  if (m->opt.enableflags & mjENBL_FWDINV) step_compare(m, d);
  integrate(m, d);
  timer_add(d, mjTIMER_STEP, start);
}

void mj_step1(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now();
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  step_positionStage(m, d, 0);
  step_velocityStage(m, d, 0);
  if (mjcb_control) mjcb_control(m, d);
  d->timer[mjTIMER_STEP].duration += timer_now() - start;  // the second half counts the step
}

void mj_step2(const mjModel* m, mjData* d) {
  if (!hasIntegrator(m, "mj_step2")) return;
  const mjtNum start = timer_now();
  step_forceStage(m, d, 0);
  mj_checkAcc(m, d);
  if (m->opt.enableflags & mjENBL_FWDINV) step_compare(m, d);
  if (m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST) {
    mj_implicit(m, d);
  } else {
    mj_Euler(m, d);
  }
  timer_add(d, mjTIMER_STEP, start);
}

void mj_Euler(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now();
  LANE(step_euler)(m, d, 1);
  timer_add(d, mjTIMER_ADVANCE, start);
}

void mj_implicit(const mjModel* m, mjData* d) {
  if (m->opt.integrator != mjINT_IMPLICIT && m->opt.integrator != mjINT_IMPLICITFAST) {
    mju_error("mj_implicit: opt.integrator must be implicit or implicitfast");
    return;
  }
  const mjtNum start = timer_now();
  LANE(step_implicit)(m, d, 1);
  timer_add(d, mjTIMER_ADVANCE, start);
}

void mj_RungeKutta(const mjModel* m, mjData* d, int N) {
  if (N != 4) {
    mju_error("mj_RungeKutta: %d stages are not possible; only 4 are", N);
    return;
  }
  LANE(step_rk4)(m, d, runForward);
}
