// Domain randomization of model parameters: --randomize mass=0.8:1.2,friction=0.5:1.5 multiplies
// them by a random factor for each world.
#ifndef SINEW_CLI_VARY_H_
#define SINEW_CLI_VARY_H_

#include <stdbool.h>

#include <sinew/batch.h>

#include "base/text.h"

#define HELP_VARY                                                                                  \
  "Names for --randomize are mass (with inertias), friction (of contacts), frictionloss, "         \
  "damping, stiffness, armature, gain (of actuators), gravity, or a field of mjModel or of "       \
  "its options that may differ between worlds: geom_margin, opt.wind. All values of the "          \
  "field in a world have the same factor; constants that the compiler derived from them, "         \
  "such as invweight0, do not change."

// Multiplies parameters of n worlds, of which the first has index `first`. Returns false with a
// message about the text in `error`.
bool vary_apply(sn_Batch* b, const char* text, uint64_t seed, int first, text_Text* error);

#endif
