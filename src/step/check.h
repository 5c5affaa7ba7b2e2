// Divergence check of one world: NaN, infinite and huge values (beyond mjMAXVAL) in qpos, qvel and
// qacc.
#ifndef SINEW_STEP_CHECK_H_
#define SINEW_STEP_CHECK_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// checks qpos or qvel alone
void step_checkPos(const mjModel* m, mjData* d);
void step_checkVel(const mjModel* m, mjData* d);

// checks qpos and qvel at the start of a step; poses are computed next
void step_checkState(const mjModel* m, mjData* d);
// checks qacc; true: the world was reset, and the forward pass must be repeated
bool step_checkAcc(const mjModel* m, mjData* d);

#endif
