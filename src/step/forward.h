// Whole evaluations and steps of one world.
#ifndef SINEW_STEP_FORWARD_H_
#define SINEW_STEP_FORWARD_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// state, controls -> everything up to qacc and sensordata. skipstage (mjtStage): stages up to it
// are current already
void step_forward(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// stages alone, counted and timed
void step_positionTimed(const mjModel* m, mjData* d);
void step_velocityTimed(const mjModel* m, mjData* d);
// parts of the forward pass: stage, its sensors unless skipped, energy
void step_positionStage(const mjModel* m, mjData* d, int skipsensor);
void step_velocityStage(const mjModel* m, mjData* d, int skipsensor);
void step_forceStage(const mjModel* m, mjData* d, int skipsensor);
// position and velocity of the inverse: no waking, no islands
void step_inversePosition(const mjModel* m, mjData* d);

// state, qacc -> qfrc_inverse, stages up to skipstage being current; false: there is no discrete
// inverse for the integrator, or scratch is short
bool step_inverse(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// forward pass in d -> solver_fwdinv
void step_compare(const mjModel* m, mjData* d);

// what the model has that steps in lanes cannot do, in words; NULL: nothing
const char* step_obstacle(const mjModel* m);

#endif
