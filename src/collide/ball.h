// Bounding spheres of bodies and their overlap test, for the broad phase.
#ifndef SINEW_COLLIDE_BALL_H_
#define SINEW_COLLIDE_BALL_H_

#include <stdbool.h>

#include "collide/stack_vector.h"
#include "model/private_data.h"

typedef private_Ball ball_Ball;  // an infinite radius overlaps everything

typedef struct {
  int n;
  ball_Ball* ball;  // in ascending order of bodies
} ball_Set;

static inline bool ball_meet(const ball_Ball* a, const ball_Ball* b) {
  const mjtNum x = a->pos[0] - b->pos[0], y = a->pos[1] - b->pos[1], z = a->pos[2] - b->pos[2];
  const mjtNum reach = a->radius + b->radius;
  return x * x + y * y + z * z <= reach * reach;
}

// keys (i << 16) + j of spheres i < j that overlap, in ascending order; returns their count, -1 if
// scratch is exhausted. The scratch is not freed.
int ball_pairs(const ball_Set* set, mjData* d, const uint64_t** pairs);

#endif
