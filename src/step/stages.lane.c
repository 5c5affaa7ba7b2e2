// Table of pipeline stages, and the loop that runs it for forward and inverse dynamics. A row is
// one part of a step. Lanes have contacts and rows after velocities, and no energies; the caller
// checks that lanes support the model (step/eligibility.c).
//   qpos, qvel, act, ctrl, qfrc_applied, xfrc_applied, mocap -> everything up to qacc, sensordata
#include "step/stages.h"

#include <sinew/api.h>

#include "base/assert.h"
#include "dyn/dyn.h"
#include "force/actuation.h"
#include "force/transmission.h"
#include "step/sensor.h"
#include "step/sensor_parts.h"
#include "step/smooth.h"

#if LANE_W == 1

#include "collide/collide.h"
#include "constraint/constraint.h"
#include "force/flex_metric.h"
#include "model/timer.h"
#include "solve/solve.h"
#include "step/sleep.h"

// ---- parts for one world only

static void frames(const lane_Model* m, mjData* d) {
  d->flg_energypos = d->flg_energyvel = false;  // M changes: a sensor needs both before velocities
  sleep_poses(m, d, LANE(step_frames));
}

static void framesAndWake(const lane_Model* m, mjData* d) {
  frames(m, d);
  sleep_wakeByTendon(m, d);
}

static void collideAndWake(const lane_Model* m, mjData* d) {
  collide_all(m, d);
  if (sleep_wakeByContact(m, d)) collide_all(m, d);
  sleep_wakeByEquality(m, d);
}

static void rowsAndIslands(const lane_Model* m, mjData* d) {
  con_make(m, d);
  solve_islands(m, d);
}

static void flexMetric(const lane_Model* m, mjData* d) {
  if (m->nflex) metric_update(m, d);
}

static void projectExact(const lane_Model* m, mjData* d) {
  if (m->opt.enableflags & mjENBL_DIAGEXACT) con_project(m, d);
}

static void velocity(const lane_Model* m, mjData* d) {
  d->flg_subtreevel = d->flg_energyvel = false;
  LANE(step_velocity)(m, d);
  con_reference(m, d);
}

static void sensorAcc(const lane_Model* m, mjData* d) {
  d->flg_rnepost = false;
  LANE(sensor_acc)(m, d);
}

static void control(const lane_Model* m, mjData* d) {
  if (mjcb_control && !(m->opt.disableflags & mjDSBL_ACTUATION)) mjcb_control(m, d);
}

// Energies, unless a sensor has computed them before. If they are not enabled, a forward pass
// clears them and an inverse one leaves them unchanged
static bool wantsEnergy(const lane_Model* m) { return m->opt.enableflags & mjENBL_ENERGY; }

static void energyPos(const lane_Model* m, mjData* d) {
  if (d->flg_energypos) return;
  if (!wantsEnergy(m)) {
    d->energy[0] = d->energy[1] = 0;
    return;
  }
  LANE(dyn_energyPos)(m, d);
  d->flg_energypos = true;
}

static void energyPosAsked(const lane_Model* m, mjData* d) {
  if (wantsEnergy(m) && !d->flg_energypos) LANE(dyn_energyPos)(m, d);
}

static void energyVel(const lane_Model* m, mjData* d) {
  if (!wantsEnergy(m) || d->flg_energyvel) return;
  LANE(dyn_energyVel)(m, d);
  d->flg_energyvel = true;
}

// the function of one world, forward and inverse, and that of lanes
#define WAYS(forward, inverse, lanes)                                                              \
  { forward, inverse }

#else

#include "step/lane_constraint.h"

static void velocityAndRows(const lane_Model* m, lane_Data* d) {
  LANE(step_velocity)(m, d);
  LANE(step_rows)(m, d);
  d->lazy &= ~(SENSOR_SUBTREEVEL | SENSOR_ENERGYVEL);
}

static void sensorAcc(const lane_Model* m, lane_Data* d) {
  d->lazy &= ~SENSOR_RNEPOST;
  LANE(sensor_acc)(m, d);
}

#define WAYS(forward, inverse, lanes)                                                              \
  { lanes, NULL }

#endif

// ---- the list

enum { FORWARD, INVERSE, UNTIMED = -1 };

// a stage as a bit, beside those of the parts of a pass
#define BIT(stage) (16u << (stage))

typedef struct {
  unsigned need;     // its stage, and STAGE_SENSORS or STAGE_ENERGY if it is that
  int timer, range;  // its own mjtTimer, and that of its span of rows
  void (*run[2])(const lane_Model* m, lane_Data* d);  // forward, inverse; NULL: it has no such part
} Row;

// clang-format off
#define P BIT(STAGE_POSITION)
#define V BIT(STAGE_VELOCITY)
#define C BIT(STAGE_CONTROL)
#define A BIT(STAGE_ACCELERATION)
static const Row list[] = {
    {P, mjTIMER_POS_KINEMATICS, mjTIMER_POSITION, WAYS(framesAndWake, frames, LANE(step_frames))},
    {P, mjTIMER_POS_INERTIA, mjTIMER_POSITION,
        WAYS(LANE(step_inertia), LANE(step_inertia), LANE(step_inertia))},
    {P, UNTIMED, mjTIMER_POSITION, WAYS(collideAndWake, collide_all, NULL)},
    {P, mjTIMER_POS_MAKE, mjTIMER_POSITION, WAYS(rowsAndIslands, con_make, NULL)},
    {P, mjTIMER_POS_PROJECT, mjTIMER_POSITION, WAYS(con_project, projectExact, NULL)},
    {P, UNTIMED, mjTIMER_POSITION,
        WAYS(LANE(transmission_update), LANE(transmission_update), LANE(transmission_update))},
    {P, UNTIMED, mjTIMER_POSITION, WAYS(flexMetric, flexMetric, NULL)},
    {P | STAGE_SENSORS, UNTIMED, UNTIMED,
        WAYS(LANE(sensor_pos), LANE(sensor_pos), LANE(sensor_pos))},
    {P | STAGE_ENERGY, UNTIMED, UNTIMED, WAYS(energyPos, energyPosAsked, NULL)},

    {V, UNTIMED, mjTIMER_VELOCITY, WAYS(velocity, velocity, velocityAndRows)},
    {V | STAGE_SENSORS, UNTIMED, UNTIMED,
        WAYS(LANE(sensor_vel), LANE(sensor_vel), LANE(sensor_vel))},
    {V | STAGE_ENERGY, UNTIMED, UNTIMED, WAYS(energyVel, energyVel, NULL)},

    {C, UNTIMED, UNTIMED, WAYS(control, NULL, NULL)},

    {A, mjTIMER_ACTUATION, UNTIMED, WAYS(LANE(actuation_forces), NULL, LANE(actuation_forces))},
    {A, UNTIMED, UNTIMED, WAYS(LANE(step_acceleration), NULL, LANE(step_acceleration))},
    {A, mjTIMER_CONSTRAINT, UNTIMED, WAYS(solve_forward, NULL, LANE(step_solve))},
    {A | STAGE_SENSORS, UNTIMED, UNTIMED, WAYS(sensorAcc, NULL, sensorAcc)},
};
// clang-format on

enum { NROW = sizeof list / sizeof *list };

// mj_step1 and mj_forwardSkip stop and start between stages: the list must be sorted by stage
__attribute__((unused)) static bool isOrdered(void) {
  const unsigned stages = BIT(STAGE_ACCELERATION + 1) - BIT(STAGE_POSITION);
  for (int k = 1; k < NROW; k++) {
    if ((list[k - 1].need & stages) > (list[k].need & stages)) return false;
  }
  return true;
}

static bool isWanted(const Row* row, unsigned what) { return (row->need & what) == row->need; }

// `what` with the stages behind `after` up to `last`
static unsigned withStages(unsigned what, step_Stage after, step_Stage last) {
  return what | (BIT(last + 1) - BIT(after + 1));
}

// ---- how it is run

#if LANE_W == 1

// Rows are counted, and timed if the user provides a clock. The rows of one span are counted once
// more as a whole, from the first to the end of the last one before a row of another span.
typedef mjtNum Clock(void);

// A clock costs more than some rows do: it is read once where one row ends and the next begins.
typedef struct {
  mjtNum now;
  bool fresh;  // nothing has run since it was read
} Reading;

LANE_INLINE mjtNum readClock(Reading* r, Clock* clock) {
  if (clock && !r->fresh) *r = (Reading){clock(), true};
  return r->now;
}

LANE_INLINE void stop(mjData* d, Reading* r, Clock* clock, int timer, mjtNum start) {
  if (timer == UNTIMED) return;
  d->timer[timer].number++;
  if (clock) d->timer[timer].duration += readClock(r, clock) - start;
}

// inlined, so that passes without a clock do not test for it in every row
LANE_INLINE void runRows(const lane_Model* m, mjData* d, unsigned what, int way, Clock* clock) {
  int range = UNTIMED;
  mjtNum begin = 0;
  Reading r = {0};
  for (const Row* row = list; row < list + NROW; row++) {
    if (!isWanted(row, what) || !row->run[way]) continue;
    if (row->range != range) {
      stop(d, &r, clock, range, begin);
      range = row->range;
      begin = range == UNTIMED ? 0 : readClock(&r, clock);
    }
    const mjtNum start = row->timer == UNTIMED ? 0 : readClock(&r, clock);
    row->run[way](m, d);
    r.fresh = false;
    stop(d, &r, clock, row->timer, start);
  }
  stop(d, &r, clock, range, begin);
}

void LANE(step_run)(const lane_Model* m, mjData* d, step_Stage after, step_Stage last,
                    unsigned what) {
  const unsigned all = withStages(what, after, last);
  const int way = what & STAGE_FORWARD ? FORWARD : INVERSE;
  ASSERT_FULL(isOrdered());
  ASSERT_FULL(!(what & STAGE_FORWARD) != !(what & STAGE_INVERSE));
  if (mjcb_time) {
    runRows(m, d, all, way, mjcb_time);
  } else {
    runRows(m, d, all, way, NULL);
  }
}

void LANE(step_pass)(const lane_Model* m, mjData* d, step_Stage after, unsigned extras) {
  const mjtNum start = timer_now();
  LANE(step_run)(m, d, after, STAGE_ACCELERATION, STAGE_FORWARD | extras);
  timer_add(d, mjTIMER_FORWARD, start);
}

#else

void LANE(step_run)(const lane_Model* m, lane_Data* d, step_Stage after, step_Stage last,
                    unsigned what) {
  const unsigned all = withStages(what, after, last);
  ASSERT_FULL(isOrdered());
  for (const Row* row = list; row < list + NROW; row++) {
    if (isWanted(row, all) && row->run[FORWARD]) row->run[FORWARD](m, d);
  }
}

void LANE(step_pass)(const lane_Model* m, lane_Data* d, step_Stage after, unsigned extras) {
  LANE(step_run)(m, d, after, STAGE_ACCELERATION, STAGE_FORWARD | extras);
}

#endif
