// Public functions of the simulation pipeline for one world: mj_step, forward and inverse dynamics,
// their stages, divergence checks, and integrators.
#include <sinew/api.h>

#include "base/args.h"
#include "model/callbacks.h"
#include "model/lane_data.h"
#include "model/timer.h"
#include "step/check.h"
#include "step/forward.h"
#include "step/integrate.h"
#include "step/sensor.h"
#include "step/stages.h"

static bool hasIntegrator(const mjModel* m, const char* caller) {
  if (step_isIntegrator(m->opt.integrator)) return true;
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
  LANE(step_run)(m, d, STAGE_NONE, STAGE_POSITION, STAGE_INVERSE);
}

void mj_invVelocity(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(step_run)(m, d, STAGE_POSITION, STAGE_VELOCITY, STAGE_INVERSE);
}

void mj_fwdPosition(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(step_run)(m, d, STAGE_NONE, STAGE_POSITION, STAGE_FORWARD);
}

void mj_fwdVelocity(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(step_run)(m, d, STAGE_POSITION, STAGE_VELOCITY, STAGE_FORWARD);
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

// after a divergence the world is reset: its accelerations become those of the reset state
static void checkAcc(const mjModel* m, mjData* d) {
  if (step_checkAcc(m, d)) step_forward(m, d, mjSTAGE_NONE, 0);
}

void mj_checkAcc(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  checkAcc(m, d);
}

// accelerations -> state one timestep later
static void finishStep(const mjModel* m, mjData* d, int integrator) {
  checkAcc(m, d);
  if (m->opt.enableflags & mjENBL_FWDINV) step_compare(m, d);
  LANE(step_integrate)(m, d, integrator);
}

void mj_step(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  if (!hasIntegrator(m, "mj_step")) return;
  const mjtNum start = timer_now();
  step_checkState(m, d);
  step_forward(m, d, mjSTAGE_NONE, 0);
  finishStep(m, d, m->opt.integrator);
  timer_add(d, mjTIMER_STEP, start);
}

void mj_step1(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  const mjtNum start = timer_now();
  step_checkState(m, d);
  LANE(step_run)(m, d, STAGE_NONE, STAGE_VELOCITY, STAGE_FORWARD | STAGE_SENSORS | STAGE_ENERGY);
  // odd: control callback of step1
  if (mjcb_control) mjcb_control(m, d);
  d->timer[mjTIMER_STEP].duration += timer_now() - start;  // the second half counts the step
}

// RK4 needs more passes than a step in two halves makes: Euler's method replaces it
void mj_step2(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  if (!hasIntegrator(m, "mj_step2")) return;
  const mjtNum start = timer_now();
  const int integrator = m->opt.integrator == mjINT_RK4 ? mjINT_EULER : m->opt.integrator;
  LANE(step_run)
  (m, d, STAGE_CONTROL, STAGE_ACCELERATION, STAGE_FORWARD | STAGE_SENSORS | STAGE_ENERGY);
  finishStep(m, d, integrator);
  timer_add(d, mjTIMER_STEP, start);
}

void mj_Euler(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(step_integrate)(m, d, mjINT_EULER);
}

void mj_implicit(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  if (m->opt.integrator != mjINT_IMPLICIT && m->opt.integrator != mjINT_IMPLICITFAST) {
    mju_error("mj_implicit: opt.integrator must be implicit or implicitfast");
    return;
  }
  LANE(step_integrate)(m, d, m->opt.integrator);
}

void mj_RungeKutta(const mjModel* m, mjData* d, int N) {
  ARGS_NEED(m, d);
  if (N != 4) {
    mju_error("mj_RungeKutta: %d stages are not possible; only 4 are", N);
    return;
  }
  LANE(step_integrate)(m, d, mjINT_RK4);
}
