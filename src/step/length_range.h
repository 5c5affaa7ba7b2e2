// Length ranges of actuators.
#ifndef SINEW_STEP_LENGTH_RANGE_H_
#define SINEW_STEP_LENGTH_RANGE_H_

#include <stdbool.h>

#include <sinew/model.h>

// whether mj_setLengthRange would simulate: the actuator is asked for and no range is given
bool step_searchesRange(const mjModel* m, int actuator, const mjLROpt* opt);

#endif
