// Sweep and prune: overlapping pairs of bodies and flexes, by their bounding boxes in the principal
// frame of the scene. All pairs that touch are among them, except for ties: this module decides
// these, and pairs inside the gap when margins are overridden.
#ifndef SINEW_COLLIDE_SWEEP_H_
#define SINEW_COLLIDE_SWEEP_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "math/four.h"

// bounding box of a body or flex along the three axes of the frame; the fourth element is padding
typedef struct {
  four_Double low, high;
} sweep_Box;

// rows: axes along which the boxes of bodies are compared
void sweep_frame(const mjModel* m, const mjData* d, mjtNum frame[9]);
// true if the boxes of bodies a < b overlap; equal ends overlap unless a ends where b begins
bool sweep_meets(const mjModel* m, const mjData* d, const mjtNum frame[9], int a, int b);

sweep_Box sweep_bodyBox(const mjModel* m, const mjData* d, const mjtNum frame[9], int body);
sweep_Box sweep_flexBox(const mjModel* m, const mjData* d, const mjtNum frame[9], int flex);
// boxes of objects a < b, as sweep_meets
bool sweep_boxesMeet(const sweep_Box* a, const sweep_Box* b);

#endif
