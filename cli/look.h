// View options of rendering: --camera, --track, --show and --hide (free or fixed camera,
// visualization flags).
#ifndef SINEW_CLI_LOOK_H_
#define SINEW_CLI_LOOK_H_

#include <sinew/sinew.h>

#include "options.h"

typedef struct {
  mjvCamera camera;
  mjvOption option;
  mjtByte flags[mjNRNDFLAG];
} look_Look;

// words of --show and --hide, separated by blanks
extern const char look_words[];
// parses the view options of a line; returns an exit code other than CLI_OK after a message
int look_make(look_Look* look, const option_Line* line, const mjModel* m);

#endif
