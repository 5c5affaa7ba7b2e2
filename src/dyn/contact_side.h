// What a side of a contact is fixed to: the body of a geom or of a flex's vertex, or several bodies
// with weights: those of an element's vertices, or of the nodes that interpolate it.
#ifndef SINEW_DYN_CONTACT_SIDE_H_
#define SINEW_DYN_CONTACT_SIDE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "dyn/flex_grid.h"

enum { SIDE_MOST = GRID_LOCAL * GRID_BLEND };

typedef struct {
  int n;
  int body[SIDE_MOST];
  mjtNum weight[SIDE_MOST];
} side_List;

static inline bool side_isFlex(const mjContact* con) {
  return con->geom[0] < 0 || con->geom[1] < 0;
}

// the only body of a side; -1: there are several, or none
static inline int side_body(const mjModel* m, const mjContact* con, int side) {
  if (con->geom[side] >= 0) return m->geom_bodyid[con->geom[side]];
  const int flex = con->flex[side], vert = con->vert[side];
  return flex < 0 || vert < 0 ? -1 : m->flex_vertbodyid[m->flex_vertadr[flex] + vert];
}

// all bodies of a side, with weights
void side_list(const mjModel* m, const mjData* d, const mjContact* con, int side, side_List* list);
// the body that stands for a side where there can be one only: sensors, sleep; -1: none
int side_representative(const mjModel* m, const mjContact* con, int side);

// motion of the second side against the first along the normal: columns and values of a row, in
// ascending order; there must be room for nv of them. Returns their number
int side_normalRow(const mjModel* m, const mjData* d, const mjContact* con, int* col, mjtNum* val);

#endif
