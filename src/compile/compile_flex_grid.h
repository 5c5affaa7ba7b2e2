// Shared declarations of the compiler passes of interpolated flexes (finite elements on a grid).
#ifndef SINEW_COMPILE_COMPILE_FLEX_GRID_H_
#define SINEW_COMPILE_COMPILE_FLEX_GRID_H_

#include "compile/compile_flex.h"
#include "dyn/flex_grid.h"

// the grid of a flex that is not in mjModel yet
grid_Grid comp_flexGrid(const comp_Flex* flex);
// compile_flex_shell.c: bending stiffness between faces of a shell -> bending
bool comp_flexHinges(comp_Compile* c, comp_Flex* flex, const grid_Grid* g);

#endif
