// Numbers that diverged, one world.
#ifndef SINEW_STEP_CHECK_H_
#define SINEW_STEP_CHECK_H_

#include <sinew/data.h>
#include <sinew/model.h>

void step_checkPos(const mjModel* m, mjData* d);

void step_checkVel(const mjModel* m, mjData* d);

// qacc, when steps have no constraint rows: after a reset the forward pass is repeated
void step_checkAcc(const mjModel* m, mjData* d);

#endif
