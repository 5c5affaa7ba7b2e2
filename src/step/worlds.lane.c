// Steps of many worlds in lanes (SIMD over worlds, batch simulation), lane-generic: no resets,
// delays or callbacks.
//   states and controls of the worlds -> nstep timesteps later
#include "step/worlds.h"

#include "base/assert.h"
#include "dyn/dyn.h"
#include "step/forward.h"
#include "step/integrate.h"
#include "step/lane_constraint.h"
#include "step/sensor.h"
#include "step/sensor_parts.h"
#include "step/stages.h"

#if LANE_W > 1

static void markGeom(lane_Data* d, int type, int id) {
  if (type == mjOBJ_GEOM && id >= 0) d->geomRead[id] = true;
}

// marks geoms whose poses contacts, tendons or sensors read; fluid forces read those of all
static void markGeoms(const mjModel* m, lane_Data* d) {
  for (int i = 0; i < m->ngeom; i++) d->geomRead[i] = m->geom_contype[i] || m->geom_conaffinity[i];
  for (int i = 0; i < m->npair; i++) {
    markGeom(d, mjOBJ_GEOM, m->pair_geom1[i]);
    markGeom(d, mjOBJ_GEOM, m->pair_geom2[i]);
  }
  for (int i = 0; i < m->neq; i++) {
    if (m->eq_type[i] != mjEQ_DISTANCE) continue;
    markGeom(d, mjOBJ_GEOM, m->eq_obj1id[i]);
    markGeom(d, mjOBJ_GEOM, m->eq_obj2id[i]);
  }
  for (int i = 0; i < m->nwrap; i++) {
    const bool round = m->wrap_type[i] == mjWRAP_SPHERE || m->wrap_type[i] == mjWRAP_CYLINDER;
    if (round) markGeom(d, mjOBJ_GEOM, m->wrap_objid[i]);
  }
  for (int i = 0; i < m->nsensor; i++) {
    markGeom(d, m->sensor_objtype[i], m->sensor_objid[i]);
    markGeom(d, m->sensor_reftype[i], m->sensor_refid[i]);
  }
}

static bool hasFluid(const lane_Model* m) {
  return lane_any((lane_opt(m, viscosity) != 0) | (lane_opt(m, density) != 0));
}

#endif

static mask badIn(const real* x, mjtSize n) {
  mask bad = lane_bc(0) != lane_bc(0);
  for (mjtSize i = 0; i < n; i++) bad |= lane_not(lane_abs(x[i]) <= lane_bc(mjMAXVAL));
  return bad;
}

mask LANE(step_lane)(const lane_Model* m, lane_Data* d, bool all) {
  ASSERT_FULL(!step_simdObstacle(lane_one(m, 0)));
  mask bad = badIn(d->qpos, m->nq) | badIn(d->qvel, m->nv) | badIn(d->act, m->na);
#if LANE_W > 1
  *m->mixed = lane_bc(0) != lane_bc(0);
  d->skipGeoms = !all && !hasFluid(m);
#else
  (void)all;
#endif
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
  return !step_simdObstacle(m) && ((m->opt.disableflags & mjDSBL_SENSOR) || sensor_inLanes(m));
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
  if (d && LANE(step_makeConstraints)(m, d)) {
    markGeoms(m, d);
    return d;
  }
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
    for (int k = 0; k < LANE_W; k++) {  // the last world fills unused lanes
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
