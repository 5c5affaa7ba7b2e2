// Forward dynamics and the step of one world: the stages with sensors, energy and callbacks
// between.
//   qpos, qvel, act, ctrl, forces, mocap -> qacc, sensordata, energy; a timestep on
#include "step/forward.h"

#include <sinew/api.h>

#include "dyn/dyn.h"
#include "force/actuation.h"
#include "model/stack.h"
#include "step/check.h"
#include "step/integrate.h"
#include "step/pipeline.h"
#include "step/sensor.h"

void step_positionStage(const mjModel* m, mjData* d, int skipsensor) {
  d->flg_energypos = false;
  stack_clearArena(d);
  LANE(step_position)(m, d);
  if (!skipsensor) LANE(sensor_pos)(m, d);
  if (d->flg_energypos) return;  // a sensor needed it
  if (m->opt.enableflags & mjENBL_ENERGY) {
    LANE(dyn_energyPos)(m, d);
  } else {
    d->energy[0] = d->energy[1] = 0;
  }
}

void step_velocityStage(const mjModel* m, mjData* d, int skipsensor) {
  d->flg_subtreevel = d->flg_energyvel = false;
  LANE(step_velocity)(m, d);
  if (!skipsensor) LANE(sensor_vel)(m, d);
  if ((m->opt.enableflags & mjENBL_ENERGY) && !d->flg_energyvel) {
    LANE(dyn_energyVel)(m, d);
    d->flg_energyvel = true;
  }
}

void step_forceStage(const mjModel* m, mjData* d, int skipsensor) {
  LANE(actuation_forces)(m, d);
  LANE(step_acceleration)(m, d);
  LANE(step_unconstrained)(m, d);
  if (!skipsensor) {
    d->flg_rnepost = false;
    LANE(sensor_acc)(m, d);
  }
}

bool step_forward(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  if (skipstage < mjSTAGE_POS) step_positionStage(m, d, skipsensor);
  if (skipstage < mjSTAGE_VEL) step_velocityStage(m, d, skipsensor);
  if (mjcb_control && !(m->opt.disableflags & mjDSBL_ACTUATION)) mjcb_control(m, d);
  step_forceStage(m, d, skipsensor);
  return !step_hasRows(m, d);
}

// a later stage of an integrator; rows that only it meets are left to the next step
static void forwardStage(const mjModel* m, mjData* d) { step_forward(m, d, mjSTAGE_NONE, 1); }

bool step_step(const mjModel* m, mjData* d) {
  if (m->opt.integrator < mjINT_EULER || m->opt.integrator > mjINT_IMPLICITFAST) return false;
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  if (!step_forward(m, d, mjSTAGE_NONE, 0)) return false;
  step_checkAcc(m, d);
  LANE(step_integrate)(m, d, forwardStage);
  return true;
}
