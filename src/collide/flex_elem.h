// Elements of flexes as collision shapes, and their narrow phase: a geom against a line, triangle
// or tetrahedron, two elements, a vertex and an element. Points have dist <= limit, and contact
// normals point from the first object to the second.
#ifndef SINEW_COLLIDE_FLEX_ELEM_H_
#define SINEW_COLLIDE_FLEX_ELEM_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

typedef struct {
  int flex, dim;
  const int* vert;     // (dim + 1) vertex indices in the flex
  const mjtNum* xpos;  // (nvert x 3) of the flex
  const mjtNum* box;   // center, half sizes
  mjtNum radius;
} flex_Elem;

static inline flex_Elem flex_elem(const mjModel* m, const mjData* d, int flex, int elem) {
  const int dim = m->flex_dim[flex];
  return (flex_Elem){.flex = flex,
                     .dim = dim,
                     .vert = m->flex_elem + m->flex_elemdataadr[flex] + elem * (dim + 1),
                     .xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex],
                     .box = d->flexelem_aabb + 6 * (m->flex_elemadr[flex] + elem),
                     .radius = m->flex_radius[flex]};
}

// vertex i of an element
static inline const mjtNum* flex_vertex(const flex_Elem* elem, int i) {
  return elem->xpos + 3 * elem->vert[i];
}

// ---- pairs

// a geom and an element: writes at most FLEX_POINTS points to con, returns how many
enum { FLEX_POINTS = 50 };
typedef int flex_Pair(const mjModel* m, mjData* d, mjPreContact* con, int geom,
                      const flex_Elem* elem, mjtNum limit);
// lookup by geom type and dimension; NULL: such pairs are found in another way (planes), or never
// collide
flex_Pair* flex_pairOf(int geomType, int dim);
// height fields (hfield_convex.c)
flex_Pair flex_hfieldElem;

// two elements: at most 2 points
int flex_elemElem(const mjModel* m, mjData* d, mjPreContact* con, const flex_Elem* one,
                  const flex_Elem* two, mjtNum limit);
// a sphere and a line or triangle
int flex_sphereElem(mjPreContact* con, const mjtNum centre[3], mjtNum radius, const flex_Elem* elem,
                    mjtNum limit);

#endif
