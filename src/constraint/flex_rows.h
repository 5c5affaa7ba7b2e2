// Jacobian rows of contacts with several bodies on one side, such as elements of flexes
// (flex_rows.c), for contact_rows.c.
#ifndef SINEW_CONSTRAINT_FLEX_ROWS_H_
#define SINEW_CONSTRAINT_FLEX_ROWS_H_

#include "constraint/rows.h"

// upper bound of the number of columns of a contact
int flexrows_most(const rows_Build* b, const mjContact* con);
// columns and trees of a block; ncol, planned as the upper bound, becomes exact
void flexrows_place(rows_Build* b, con_Block* block, const mjContact* con);
// the base Jacobian; returns the approximate inverse inertia of the point, of both sides
mjtNum flexrows_fill(rows_Build* b, const con_Block* block, const mjContact* con);

#endif
