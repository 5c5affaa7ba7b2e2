// Whole evaluations and steps of one world, for models without contacts and constraint rows.
// A state that would need rows is not stepped over silently: the functions return false.
#ifndef SINEW_STEP_FORWARD_H_
#define SINEW_STEP_FORWARD_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// state, controls -> everything up to qacc and sensordata. skipstage (mjtStage): stages up to it
// are current already. false: the state needs constraint rows, their forces are missing
bool step_forward(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// stages alone, counted and timed
void step_positionTimed(const mjModel* m, mjData* d);
void step_velocityTimed(const mjModel* m, mjData* d);
// parts of the forward pass: stage, its sensors unless skipped, energy
void step_positionStage(const mjModel* m, mjData* d, int skipsensor);
void step_velocityStage(const mjModel* m, mjData* d, int skipsensor);
void step_forceStage(const mjModel* m, mjData* d, int skipsensor);
// one timestep with the model's integrator; false as above, or if the integrator is unknown
bool step_step(const mjModel* m, mjData* d);
// state, qacc -> qfrc_inverse; false as above, or for opt.enableflags invdiscrete with RK4
bool step_inverse(const mjModel* m, mjData* d);

// what the model has that steps without collision and constraints cannot do, in words; NULL:
// nothing
const char* step_obstacle(const mjModel* m);
// whether pairs of geoms exist that may collide
bool step_mayCollide(const mjModel* m);
// whether equalities, friction loss or limits give rows in this state; needs qpos and ten_length
bool step_hasRows(const mjModel* m, const mjData* d);

#endif
