// Forward dynamics and the step of one world: the stages with sensors, energy and callbacks
// between.
//   qpos, qvel, act, ctrl, forces, mocap -> qacc, sensordata, energy; a timestep on
#include "step/forward.h"

#include <sinew/api.h>

#include "collide/collide.h"
#include "constraint/constraint.h"
#include "dyn/dyn.h"
#include "force/actuation.h"
#include "force/transmission.h"
#include "model/timer.h"
#include "solve/solve.h"
#include "step/pipeline.h"
#include "step/sensor.h"
#include "step/sleep.h"

// frames, M, contacts, rows: what forward and inverse dynamics share
static void positionParts(const mjModel* m, mjData* d, bool forward) {
  const mjtNum start = timer_now();
  d->flg_energypos = false;
  sleep_poses(m, d, LANE(step_frames));
  if (forward) sleep_wakeByTendon(m, d);
  timer_add(d, mjTIMER_POS_KINEMATICS, start);
  const mjtNum inertia = timer_now();
  LANE(step_inertia)(m, d);
  timer_add(d, mjTIMER_POS_INERTIA, inertia);
  collide_all(m, d);
  if (forward) {
    if (sleep_wakeByContact(m, d)) collide_all(m, d);
    sleep_wakeByEquality(m, d);
  }
  const mjtNum make = timer_now();
  con_make(m, d);
  if (forward) solve_islands(m, d);
  timer_add(d, mjTIMER_POS_MAKE, make);
  const mjtNum project = timer_now();
  if (forward || (m->opt.enableflags & mjENBL_DIAGEXACT)) con_project(m, d);
  timer_add(d, mjTIMER_POS_PROJECT, project);
  LANE(transmission_update)(m, d);
  timer_add(d, mjTIMER_POSITION, start);
}

void step_positionTimed(const mjModel* m, mjData* d) { positionParts(m, d, true); }

void step_inversePosition(const mjModel* m, mjData* d) { positionParts(m, d, false); }

void step_velocityTimed(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now();
  d->flg_subtreevel = d->flg_energyvel = false;
  LANE(step_velocity)(m, d);
  con_reference(m, d);
  timer_add(d, mjTIMER_VELOCITY, start);
}

void step_positionStage(const mjModel* m, mjData* d, int skipsensor) {
  step_positionTimed(m, d);
  if (!skipsensor) LANE(sensor_pos)(m, d);
  if (d->flg_energypos) return;  // a sensor needed it
  if (m->opt.enableflags & mjENBL_ENERGY) {
    LANE(dyn_energyPos)(m, d);
    d->flg_energypos = true;
  } else {
    d->energy[0] = d->energy[1] = 0;
  }
}

void step_velocityStage(const mjModel* m, mjData* d, int skipsensor) {
  step_velocityTimed(m, d);
  if (!skipsensor) LANE(sensor_vel)(m, d);
  if ((m->opt.enableflags & mjENBL_ENERGY) && !d->flg_energyvel) {
    LANE(dyn_energyVel)(m, d);
    d->flg_energyvel = true;
  }
}

void step_forceStage(const mjModel* m, mjData* d, int skipsensor) {
  const mjtNum start = timer_now();
  LANE(actuation_forces)(m, d);
  timer_add(d, mjTIMER_ACTUATION, start);
  LANE(step_acceleration)(m, d);
  const mjtNum constraint = timer_now();
  solve_forward(m, d);
  timer_add(d, mjTIMER_CONSTRAINT, constraint);
  if (!skipsensor) {
    d->flg_rnepost = false;
    LANE(sensor_acc)(m, d);
  }
}

void step_forward(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  const mjtNum start = timer_now();
  if (skipstage < mjSTAGE_POS) step_positionStage(m, d, skipsensor);
  if (skipstage < mjSTAGE_VEL) step_velocityStage(m, d, skipsensor);
  if (mjcb_control && !(m->opt.disableflags & mjDSBL_ACTUATION)) mjcb_control(m, d);
  step_forceStage(m, d, skipsensor);
  timer_add(d, mjTIMER_FORWARD, start);
}
