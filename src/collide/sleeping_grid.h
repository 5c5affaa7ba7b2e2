// Grid of sleeping bodies: broad phase between awake and sleeping bodies. The bounding spheres of
// what sleeps are kept in a spatial hash as long as the same bodies sleep, so that the cost of a
// step depends on what is awake.
#ifndef SINEW_COLLIDE_SLEEPING_GRID_H_
#define SINEW_COLLIDE_SLEEPING_GRID_H_

#include "collide/ball.h"
#include "collide/stack_vector.h"

// the grid is up to date; true: it was made anew, and numbers of balls have changed
bool sleepingGrid_update(const mjModel* m, mjData* d);
// pairs of a ball i of the set whose body is awake and a sleeping one j that meet, as keys
// (signature << 32) + (i << 16) + j in ascending order -> keys, which is empty; body: of the balls
void sleepingGrid_search(const mjModel* m, mjData* d, const ball_Set* set, const int* body,
                         key_Vector* keys);

#endif
