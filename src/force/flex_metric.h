// The implicit metric of flexes: with implicit integration their stiffness K joins the inertia in
// the acceleration without constraints, in the solver and in inverse dynamics: M + K.
#ifndef SINEW_FORCE_FLEX_METRIC_H_
#define SINEW_FORCE_FLEX_METRIC_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// inertia and bending of sheets at qpos0 -> efm0_*; false: memory or room is short
bool metric_setConstant(mjModel* m);

#endif
