// sinew view in a build without the web viewer: prints how to build it (CMake option SINEW_VIEW).
#include <stdio.h>

#include "commands.h"
#include "view/server.h"

int view_serve(const option_Line* line) {
  (void)line;
  fprintf(stderr, "sinew view: this program was built without the viewer; `make view` builds one "
                  "that has it\n");
  return CLI_FAILED;
}
