// Steps of many worlds, lane-generic: no resets, delays or callbacks.
//   states and controls of the worlds -> nstep timesteps on
#include "step/worlds.h"

#include "base/assert.h"
#include "dyn/dyn.h"
#include "step/forward.h"
#include "step/integrate.h"
#include "step/lane_constraint.h"
#include "step/sensor.h"
#include "step/sensor_parts.h"
#include "step/stages.h"

// whether contacts, fluid forces, tendons or sensors read poses of geoms
static bool readsGeoms(const lane_Model* m, const lane_Data* d) {
#if LANE_W > 1
  if (d->constraints) return true;
#else
  (void)d;
#endif
  for (int i = 0; i < m->ngeom; i++) {
    if (lane_any(lane_prm(m->geom_fluid, mjNFLUID * i) != 0)) return true;
  }
  for (int i = 0; i < m->nwrap; i++) {
    if (m->wrap_type[i] == mjWRAP_SPHERE || m->wrap_type[i] == mjWRAP_CYLINDER) return true;
  }
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_objtype[i] == mjOBJ_GEOM || m->sensor_reftype[i] == mjOBJ_GEOM) return true;
  }
  return false;
}

// the last step leaves everything as one world does
static void chooseGeoms(lane_Data* d, bool wanted) {
#if LANE_W == 1
  (void)d, (void)wanted;
#else
  d->skipGeoms = !wanted;
#endif
}

static mask badIn(const real* x, mjtSize n) {
  mask bad = lane_bc(0) != lane_bc(0);
  for (mjtSize i = 0; i < n; i++) bad |= lane_not(lane_abs(x[i]) <= lane_bc(mjMAXVAL));
  return bad;
}

mask LANE(step_lane)(const lane_Model* m, lane_Data* d, bool all) {
  ASSERT_FULL(!step_obstacle(lane_one(m, 0)));
  mask bad = badIn(d->qpos, m->nq) | badIn(d->qvel, m->nv) | badIn(d->act, m->na);
#if LANE_W > 1
  *m->mixed = lane_bc(0) != lane_bc(0);
#endif
  chooseGeoms(d, all || readsGeoms(m, d));
  LANE(step_pass)(m, d, STAGE_NONE, STAGE_SENSORS);
#if LANE_W > 1
  bad |= LANE(step_undone)(d);
#endif
  bad |= badIn(d->qacc, m->nv);
  LANE(step_integrate)(m, d, m->opt.integrator);
#if LANE_W > 1
  bad |= *m->mixed;
#endif
  return bad;
}

void LANE(step_lanes)(const lane_Model* m, lane_Data* d, int nstep) {
  for (int k = 0; k < nstep; k++) LANE(step_lane)(m, d, k == nstep - 1);
}

bool LANE(step_inLanes)(const mjModel* m) {
  return !step_obstacle(m) && ((m->opt.disableflags & mjDSBL_SENSOR) || sensor_inLanes(m));
}

#if LANE_W == 1

bool LANE(step_worlds)(const mjModel* m, mjData* const* world, int n, int nstep) {
  if (!LANE(step_inLanes)(m)) return false;
  for (int i = 0; i < n; i++) LANE(step_lanes)(m, world[i], nstep);
  return true;
}

#else

void LANE(step_demand)(const lane_Model* m, lane_Data* d, bool forces, bool momenta) {
  if (forces && !(d->lazy & SENSOR_RNEPOST)) LANE(force_rnePost)(m, d);
  if (momenta && !(d->lazy & SENSOR_SUBTREEVEL)) LANE(dyn_subtreeVel)(m, d);
}

lane_Data* LANE(step_makeLanes)(const mjModel* m) {
  lane_Data* d = LANE(lane_make)(m);
  if (d && LANE(step_makeConstraints)(m, d)) return d;
  LANE(step_freeLanes)(d);
  return NULL;
}

void LANE(step_freeLanes)(lane_Data* d) {
  if (d) LANE(step_freeConstraints)(d);
  LANE(lane_delete)(d);
}

bool LANE(step_worlds)(const mjModel* m, mjData* const* world, int n, int nstep) {
  if (!LANE(step_inLanes)(m)) return false;
  lane_Data* d = LANE(step_makeLanes)(m);
  if (!d) return false;
  for (int first = 0; first < n; first += LANE_W) {
    for (int k = 0; k < LANE_W; k++) {  // the last world fills lanes that are left
      const mjData* from = world[first + k < n ? first + k : n - 1];
      LANE(lane_put)(m, d, k, from);
      LANE(step_putActive)(m, d, k, from->eq_active);
    }
    LANE(step_lanes)(d->model, d, nstep);
    for (int k = 0; k < LANE_W && first + k < n; k++) LANE(lane_get)(m, d, k, world[first + k]);
  }
  LANE(step_freeLanes)(d);
  return true;
}

#endif
