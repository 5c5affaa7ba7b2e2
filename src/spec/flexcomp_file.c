// Points and elements of flexcomps that are read from files.
#include "spec/flexcomp_parts.h"

bool flexcomp_readMesh(flexcomp_Work* w) {
  return flexcomp_error(w, "type: mesh is not supported yet");
}

bool flexcomp_readGmsh(flexcomp_Work* w) {
  return flexcomp_error(w, "type: gmsh is not supported yet");
}
