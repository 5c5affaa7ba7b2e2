// Sides of a contact, for its Jacobian: the body of a geom or of a flex vertex, or several bodies
// with weights: those of the vertices of a flex element, or of the nodes that interpolate it.
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

// the body of a side; -1: there are several, or none
static inline int side_body(const mjModel* m, const mjContact* con, int side) {
  if (con->geom[side] >= 0) return m->geom_bodyid[con->geom[side]];
  const int flex = con->flex[side], vert = con->vert[side];
  return flex < 0 || vert < 0 ? -1 : m->flex_vertbodyid[m->flex_vertadr[flex] + vert];
}

// all bodies of a side, with weights
void side_list(const mjModel* m, const mjData* d, const mjContact* con, int side, side_List* list);
// representative body of a side where there can be one only: sensors, sleep; -1: none
int side_representative(const mjModel* m, const mjContact* con, int side);

// Jacobian of the distance along the contact normal (second side against the first): columns,
// ascending, and values of a sparse row; col and val need a capacity of nv. Returns the number of
// entries
int side_normalRow(const mjModel* m, const mjData* d, const mjContact* con, int* col, mjtNum* val);

#endif
