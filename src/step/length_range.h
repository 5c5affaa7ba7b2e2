// Length ranges of actuators (mj_setLengthRange), by joint and tendon limits or by simulation.
#ifndef SINEW_STEP_LENGTH_RANGE_H_
#define SINEW_STEP_LENGTH_RANGE_H_

#include <stdbool.h>

#include <sinew/model.h>

// whether mj_setLengthRange would simulate: the actuator is selected and no range is given
bool step_searchesRange(const mjModel* m, int actuator, const mjLROpt* opt);

#endif
