// Forward and inverse dynamics of one world: whole passes through the pipeline, their start after a
// reset, and the capability check for lanes (SIMD over worlds).
#ifndef SINEW_STEP_FORWARD_H_
#define SINEW_STEP_FORWARD_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// Forward dynamics: state, controls -> everything up to qacc and sensordata. Stages up to skipstage
// (mjtStage) are current already.
// A step makes one such pass, and more in these places only: RK4 has three further stages
// (step/rk4.lane.c); after a divergence the pass is repeated at the reset state (forward_api.c);
// when trees fall asleep, the pipeline is evaluated at their rest before the state advances
// (integrate.lane.c). A reset makes one if trees start asleep.
void step_forward(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// After a reset: computes the poses of trees that may sleep; trees that start asleep are put to
// sleep after a forward pass. Returns the root body of one that cannot sleep because it touches a
// tree with another policy; -1: there is none
int step_startSleep(const mjModel* m, mjData* d);
// mj_makeData; fault as in data_start
mjData* step_makeData(const mjModel* m, int* fault);

// Inverse dynamics: state, qacc -> qfrc_inverse; stages up to skipstage are current. False: the
// integrator has no discrete inverse, or scratch memory is short
bool step_inverse(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// compares forward and inverse dynamics: forward pass in d -> solver_fwdinv
void step_compare(const mjModel* m, mjData* d);

// reason why lanes cannot step the model, as text; NULL: they can
const char* step_simdObstacle(const mjModel* m);
// whether the model can have contacts or constraint rows
bool step_hasConstraints(const mjModel* m);
// whether some dof or tendon has friction loss
bool step_hasFriction(const mjModel* m);

#endif
