// Pairs of an awake body and one that sleeps: the balls of what sleeps are hashed into a grid that
// is kept as long as the same bodies sleep, so that a step costs what is awake.
#ifndef SINEW_COLLIDE_REST_BALLS_H_
#define SINEW_COLLIDE_REST_BALLS_H_

#include "collide/ball.h"
#include "collide/key_list.h"

// the grid is up to date; true: it was made anew, and numbers of balls have changed
bool rest_update(const mjModel* m, mjData* d);
// pairs of a ball i of the set whose body is awake and a sleeping one j that meet, as keys
// (signature << 32) + (i << 16) + j in ascending order -> keys, which is empty; body: of the balls
void rest_search(const mjModel* m, mjData* d, const ball_Set* set, const int* body, key_List* keys);

#endif
