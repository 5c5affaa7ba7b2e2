// Cells of an interpolated flex.
#include "compile/compile_flex.h"

bool comp_flexCells(comp_Compile* c, comp_Flex* flex) {
  comp_error(c, flex->e, "node: interpolated flexes are not supported yet");
  return false;
}
