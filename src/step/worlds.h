// Steps of many worlds of one model in SIMD lanes (batch simulation), LANE_W worlds at a time.
#ifndef SINEW_STEP_WORLDS_H_
#define SINEW_STEP_WORLDS_H_

#include "model/lane_data.h"

// whether lanes support the model (step_simdObstacle, sensor_inLanes)
bool LANE(step_inLanes)(const mjModel* m);
#if LANE_W > 1
// allocates lane data with all that steps of the model need; NULL: out of memory
lane_Data* LANE(step_makeLanes)(const mjModel* m);
void LANE(step_freeLanes)(lane_Data* d);
#endif
// One timestep of every lane of d. `all`: poses of geoms that nothing in it reads are computed too.
// Returns the lanes whose state or accelerations were bad, as the one-world step would find, or
// whose parameters need another code path than those of the others (lane_agree): these must be
// stepped again, one by one.
mask LANE(step_lane)(const lane_Model* m, lane_Data* d, bool all);
#if LANE_W > 1
// results that a step computes only if a sensor needs them: forces (cacc, cfrc_int, cfrc_ext) and
// momenta (subtree_linvel, subtree_angmom), as mj_rnePostConstraint and mj_subtreeVel do after a
// step
void LANE(step_demand)(const lane_Model* m, lane_Data* d, bool forces, bool momenta);
#endif
// nstep timesteps of every lane of d: all stages, sensors, the model's integrator
void LANE(step_lanes)(const lane_Model* m, lane_Data* d, int nstep);
// the same for n mjData, which are filled at the end, for tests and benchmarks; false, and nothing
// done, if lanes do not support the model or memory is short
bool LANE(step_worlds)(const mjModel* m, mjData* const* world, int n, int nstep);

#endif
