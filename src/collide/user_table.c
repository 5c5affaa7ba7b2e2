// mjCOLLISIONFUNC, the table of narrow-phase functions that users may change. It exists once; where
// the run-time code has two copies (cmake/copies.cmake), it is filled with the functions of the
// copy that runs, because they are compared with its built-in ones.
#include <string.h>

#include <sinew/api.h>

#include "collide/builtin.h"

mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES] = COLLIDE_BUILTIN;

void collide_fillUserTable(void) {
  memcpy(mjCOLLISIONFUNC, collide_builtins(), sizeof mjCOLLISIONFUNC);
}
