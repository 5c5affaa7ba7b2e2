// What a picture shows and from where: --camera, --track, --show and --hide.
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
// the options of a line; an exit code other than CLI_OK after a message
int look_make(look_Look* look, const option_Line* line, const mjModel* m);

#endif
