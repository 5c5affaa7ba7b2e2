// Spatial hash of sleeping bodies: broad phase between awake and sleeping bodies. It keeps the
// bounding spheres of sleeping bodies as long as the same bodies sleep, so that the cost of a step
// depends on what is awake.
#ifndef SINEW_COLLIDE_SLEEPING_GRID_H_
#define SINEW_COLLIDE_SLEEPING_GRID_H_

#include "collide/ball.h"
#include "collide/stack_vector.h"

// brings the grid up to date; returns true if it was rebuilt, so that indices of spheres have
// changed
bool sleepingGrid_update(const mjModel* m, mjData* d);
// overlapping pairs of a sphere i of the set whose body is awake and a sleeping one j, as keys
// (signature << 32) + (i << 16) + j in ascending order -> keys, which is empty; body: of the
// spheres
void sleepingGrid_search(const mjModel* m, mjData* d, const ball_Set* set, const int* body,
                         key_Vector* keys);

#endif
