// What a data holds beside the public fields: where the rows of this step lie in the arena, and
// caches that save work without changing a result. It lies behind the public buffer of mjData.
#ifndef SINEW_MODEL_HIDDEN_H_
#define SINEW_MODEL_HIDDEN_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sinew/data.h>
#include <sinew/model.h>

// a ball around the geoms of a body
typedef struct {
  mjtNum pos[3], radius;
  int body;
} hidden_Ball;

typedef struct {
  // constraint rows (constraint/constraint.h), as bytes from the start of the arena
  int nblock;
  size_t block, col, jac;

  bool toldMixed;  // the user knows of a solref of mixed signs

  // pairs of balls near each other (collide/broadphase.h)
  int nball;          // balls when the list was made (at most nbody)
  int nnear;          // pairs in the list, -1: there is none
  int nearMost;       // room for pairs
  int age, pause;     // steps that the list has served, steps before another one is made
  mjtNum spare;       // how far a ball may move before the list is void
  hidden_Ball* ball;  // when the list was made (nbody)
  uint32_t* near;     // (i << 16) + j, ascending (nearMost)
} hidden_Data;

hidden_Data* hidden_of(const mjData* d);
// bytes of a model's hidden part; 0 if they cannot be counted
size_t hidden_bytes(const mjModel* m);
// sets the pointers of a new hidden part and empties it
void hidden_init(const mjModel* m, mjData* d);
// forgets rows and caches
void hidden_clear(mjData* d);
// dest gets the rows of src, its caches are emptied
void hidden_copy(mjData* dest, const mjData* src);

#endif
