// mjCOLLISIONFUNC, the dispatch table of narrow-phase functions that users may change. It exists
// once. In builds with two copies of the run-time code (cmake/copies.cmake), it is filled with the
// functions of the copy that runs, because its entries are compared with the built-in ones of that
// copy.
#include <string.h>

#include <sinew/api.h>

#include "collide/builtin.h"

mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES] = COLLIDE_BUILTIN;

void collide_fillUserTable(void) {
  memcpy(mjCOLLISIONFUNC, collide_builtins(), sizeof mjCOLLISIONFUNC);
}
