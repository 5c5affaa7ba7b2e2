// Nodes of an interpolated flexcomp.
#include "spec/flexcomp_parts.h"

bool flexcomp_makeNodes(flexcomp_Work* w) {
  return flexcomp_error(w, "dof: interpolated flexes are not supported yet; give dof=\"full\"");
}

bool flexcomp_addStrains(flexcomp_Work* w) {
  return flexcomp_error(w, "equality: strain is not supported yet");
}
