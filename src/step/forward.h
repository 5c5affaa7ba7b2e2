// Whole evaluations and steps of one world.
#ifndef SINEW_STEP_FORWARD_H_
#define SINEW_STEP_FORWARD_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// state, controls -> everything up to qacc and sensordata. skipstage (mjtStage): stages up to it
// are current already.
// A step makes one such pass, and more in these places only: RK4 has three further stages
// (step/rk4.lane.c); after a divergence the pass is repeated at the state of the reset
// (forward_api.c); when trees fall asleep, the rest is computed at their rest before the state
// moves on (integrate.lane.c). A reset makes one if trees start asleep.
void step_forward(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// after a reset: poses of what may sleep; trees that start asleep are laid down at the rest that a
// pass finds. Returns the root of one that cannot sleep, for it touches a tree with another policy;
// -1: there is none
int step_startSleep(const mjModel* m, mjData* d);
// mj_makeData; fault as in data_start
mjData* step_makeData(const mjModel* m, int* fault);

// state, qacc -> qfrc_inverse, stages up to skipstage being current; false: there is no discrete
// inverse for the integrator, or scratch is short
bool step_inverse(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// forward pass in d -> solver_fwdinv
void step_compare(const mjModel* m, mjData* d);

// what the model has that steps in lanes cannot do, in words; NULL: nothing
const char* step_simdObstacle(const mjModel* m);
// whether it can have contacts or constraint rows
bool step_hasConstraints(const mjModel* m);
// whether some dof or tendon has friction loss
bool step_hasFriction(const mjModel* m);

#endif
