// The list of stages, and how it is run. A row is one part of a step; lanes have the rows that need
// neither contacts nor constraints: who steps a model in lanes must know that it has none
// (step/obstacle.c).
//   qpos, qvel, act, ctrl, qfrc_applied, xfrc_applied, mocap -> everything up to qacc, sensordata
#include "step/stages.h"

#include <sinew/api.h>

#include "base/assert.h"
#include "dyn/dyn.h"
#include "force/actuation.h"
#include "force/transmission.h"
#include "step/sensor.h"
#include "step/smooth.h"

#if LANE_W == 1

#include "collide/collide.h"
#include "constraint/constraint.h"
#include "model/timer.h"
#include "solve/solve.h"
#include "step/sleep.h"

// ---- parts that one world has and lanes have not

static void frames(const mjModel* m, mjData* d) {
  d->flg_energypos = false;
  sleep_poses(m, d, LANE(step_frames));
}

static void framesAndWake(const mjModel* m, mjData* d) {
  frames(m, d);
  sleep_wakeByTendon(m, d);
}

static void collideAndWake(const mjModel* m, mjData* d) {
  collide_all(m, d);
  if (sleep_wakeByContact(m, d)) collide_all(m, d);
  sleep_wakeByEquality(m, d);
}

static void rowsAndIslands(const mjModel* m, mjData* d) {
  con_make(m, d);
  solve_islands(m, d);
}

static void projectExact(const mjModel* m, mjData* d) {
  if (m->opt.enableflags & mjENBL_DIAGEXACT) con_project(m, d);
}

static void velocity(const mjModel* m, mjData* d) {
  d->flg_subtreevel = d->flg_energyvel = false;
  LANE(step_velocity)(m, d);
  con_reference(m, d);
}

static void sensorAcc(const mjModel* m, mjData* d) {
  d->flg_rnepost = false;
  LANE(sensor_acc)(m, d);
}

static void control(const mjModel* m, mjData* d) {
  if (mjcb_control && !(m->opt.disableflags & mjDSBL_ACTUATION)) mjcb_control(m, d);
}

// energies; a sensor may have needed them before. Where they are not asked for a forward pass
// clears them, an inverse one leaves them as they are
static bool wantsEnergy(const mjModel* m) { return m->opt.enableflags & mjENBL_ENERGY; }

static void energyPos(const mjModel* m, mjData* d) {
  if (d->flg_energypos) return;
  if (!wantsEnergy(m)) {
    d->energy[0] = d->energy[1] = 0;
    return;
  }
  LANE(dyn_energyPos)(m, d);
  d->flg_energypos = true;
}

static void energyPosAsked(const mjModel* m, mjData* d) {
  if (wantsEnergy(m) && !d->flg_energypos) LANE(dyn_energyPos)(m, d);
}

static void energyVel(const mjModel* m, mjData* d) {
  if (!wantsEnergy(m) || d->flg_energyvel) return;
  LANE(dyn_energyVel)(m, d);
  d->flg_energyvel = true;
}

#define WORLD(...) {__VA_ARGS__},
#define LANES(...)

#else

#define WORLD(...)
#define LANES(...) {__VA_ARGS__},

#endif

// ---- the list

enum { FORWARD = STAGE_FORWARD, INVERSE = STAGE_INVERSE, BOTH = FORWARD | INVERSE, UNTIMED = -1 };

typedef struct {
  int stage;        // step_Stage
  unsigned way;     // the ways that have it
  unsigned extra;   // STAGE_SENSORS, STAGE_ENERGY: it is that; 0: it is needed
  int timer, span;  // mjtTimer of its own, and of the rows that it is among
  void (*run)(const mjModel* m, lane_Data* d);
} Row;

// clang-format off
#define P STAGE_POSITION
#define V STAGE_VELOCITY
#define A STAGE_ACCELERATION
static const Row list[] = {
    WORLD(P, FORWARD, 0, mjTIMER_POS_KINEMATICS, mjTIMER_POSITION, framesAndWake)
    WORLD(P, INVERSE, 0, mjTIMER_POS_KINEMATICS, mjTIMER_POSITION, frames)
    LANES(P, FORWARD, 0, UNTIMED, UNTIMED, LANE(step_frames))
    {P, BOTH, 0, mjTIMER_POS_INERTIA, mjTIMER_POSITION, LANE(step_inertia)},
    WORLD(P, FORWARD, 0, UNTIMED, mjTIMER_POSITION, collideAndWake)
    WORLD(P, INVERSE, 0, UNTIMED, mjTIMER_POSITION, collide_all)
    WORLD(P, FORWARD, 0, mjTIMER_POS_MAKE, mjTIMER_POSITION, rowsAndIslands)
    WORLD(P, INVERSE, 0, mjTIMER_POS_MAKE, mjTIMER_POSITION, con_make)
    WORLD(P, FORWARD, 0, mjTIMER_POS_PROJECT, mjTIMER_POSITION, con_project)
    WORLD(P, INVERSE, 0, mjTIMER_POS_PROJECT, mjTIMER_POSITION, projectExact)
    {P, BOTH, 0, UNTIMED, mjTIMER_POSITION, LANE(transmission_update)},
    {P, BOTH, STAGE_SENSORS, UNTIMED, UNTIMED, LANE(sensor_pos)},
    WORLD(P, FORWARD, STAGE_ENERGY, UNTIMED, UNTIMED, energyPos)
    WORLD(P, INVERSE, STAGE_ENERGY, UNTIMED, UNTIMED, energyPosAsked)

    WORLD(V, BOTH, 0, UNTIMED, mjTIMER_VELOCITY, velocity)
    LANES(V, FORWARD, 0, UNTIMED, UNTIMED, LANE(step_velocity))
    {V, BOTH, STAGE_SENSORS, UNTIMED, UNTIMED, LANE(sensor_vel)},
    WORLD(V, BOTH, STAGE_ENERGY, UNTIMED, UNTIMED, energyVel)

    WORLD(STAGE_CONTROL, FORWARD, 0, UNTIMED, UNTIMED, control)

    {A, FORWARD, 0, mjTIMER_ACTUATION, UNTIMED, LANE(actuation_forces)},
    {A, FORWARD, 0, UNTIMED, UNTIMED, LANE(step_acceleration)},
    WORLD(A, FORWARD, 0, mjTIMER_CONSTRAINT, UNTIMED, solve_forward)
    LANES(A, FORWARD, 0, UNTIMED, UNTIMED, LANE(step_unconstrained))
    WORLD(A, FORWARD, STAGE_SENSORS, UNTIMED, UNTIMED, sensorAcc)
    LANES(A, FORWARD, STAGE_SENSORS, UNTIMED, UNTIMED, LANE(sensor_acc))
};
// clang-format on

enum { NROW = sizeof list / sizeof *list };

// mj_step1 and mj_forwardSkip end and begin between stages: the list does not go back
__attribute__((unused)) static bool isOrdered(void) {
  for (int k = 1; k < NROW; k++) {
    if (list[k - 1].stage > list[k].stage) return false;
  }
  return true;
}

static bool isWanted(const Row* row, step_Stage after, step_Stage last, unsigned what) {
  return row->stage > (int)after && row->stage <= (int)last && (row->way & what) &&
         (row->extra & what) == row->extra;
}

// ---- how it is run

#if LANE_W == 1

static void stop(mjData* d, int timer, mjtNum start) {
  if (timer != UNTIMED) timer_add(d, timer, start);
}

void LANE(step_run)(const mjModel* m, mjData* d, step_Stage after, step_Stage last, unsigned what) {
  mjtNum begin = 0;  // of the rows with one span
  int span = UNTIMED;
  ASSERT_FULL(isOrdered());
  ASSERT_FULL(!(what & STAGE_FORWARD) != !(what & STAGE_INVERSE));
  for (const Row* row = list; row < list + NROW; row++) {
    if (!isWanted(row, after, last, what)) continue;
    if (row->span != span) {
      stop(d, span, begin);
      begin = timer_now();
      span = row->span;
    }
    const mjtNum start = timer_now();
    row->run(m, d);
    stop(d, row->timer, start);
  }
  stop(d, span, begin);
}

void LANE(step_pass)(const mjModel* m, mjData* d, step_Stage after, unsigned extras) {
  const mjtNum start = timer_now();
  LANE(step_run)(m, d, after, STAGE_ACCELERATION, STAGE_FORWARD | extras);
  timer_add(d, mjTIMER_FORWARD, start);
}

#else

void LANE(step_run)(const mjModel* m, lane_Data* d, step_Stage after, step_Stage last,
                    unsigned what) {
  ASSERT_FULL(isOrdered() && !(what & STAGE_INVERSE));
  for (const Row* row = list; row < list + NROW; row++) {
    if (isWanted(row, after, last, what)) row->run(m, d);
  }
}

void LANE(step_pass)(const mjModel* m, lane_Data* d, step_Stage after, unsigned extras) {
  LANE(step_run)(m, d, after, STAGE_ACCELERATION, STAGE_FORWARD | extras);
}

#endif
