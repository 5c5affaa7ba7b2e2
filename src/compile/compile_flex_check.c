// Validation of a flex: are its inputs complete and within bounds?
//   mjsFlex -> sizes, bodies, positions at qpos0
#include <math.h>
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "compile/compile_flex.h"
#include "spec/copy.h"

static const spec_Vec* vecOf(const void* member) { return member; }

static bool fail(comp_Compile* c) {
  ASSERT(c->diag->failed);
  return false;
}

static bool checkFinite(comp_Compile* c, const spec_Element* e, const char* what, const double* x,
                        int n) {
  for (int i = 0; i < n; i++) {
    if (isfinite(x[i])) continue;
    comp_error(c, e, "%s: number %d is not finite", what, i + 1);
    return false;
  }
  return true;
}

// ---- numeric values

static bool checkSettings(comp_Compile* c, const spec_Element* e, const mjsFlex* given) {
  const double number[] = {given->radius,      given->margin,        given->gap,
                           given->young,       given->poisson,       given->damping,
                           given->thickness,   given->edgestiffness, given->edgedamping,
                           given->friction[0], given->friction[1],   given->friction[2],
                           given->solmix};
  static const char* const name[] = {"radius",   "margin",    "gap",       "young",   "poisson",
                                     "damping",  "thickness", "stiffness", "damping", "friction",
                                     "friction", "friction",  "solmix"};
  for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
    if (!checkFinite(c, e, name[i], &number[i], 1)) return false;
  }
  if (given->condim != 1 && given->condim != 3 && given->condim != 4 && given->condim != 6) {
    comp_error(c, e, "condim: %d is not possible; it must be 1, 3, 4 or 6", given->condim);
  } else if (given->dim < 1 || given->dim > 3) {
    comp_error(c, e, "dim: %d is none; it is 1 (lines), 2 (triangles) or 3 (tetrahedra)",
               given->dim);
  } else if (given->edgestiffness > 0 && given->dim > 1) {
    comp_error(c, e,
               "stiffness: springs along edges belong to dim=\"1\"; give <elasticity "
               "young=...> instead");
  } else if (given->order < 0 || given->order > 2) {
    comp_error(c, e, "dof: the order of interpolation is %d; it is 0 (none), 1 or 2", given->order);
  } else {
    return true;
  }
  return false;
}

static bool checkElastic(comp_Compile* c, const spec_Element* e, const mjsFlex* given, bool nodes) {
  if (given->elastic2d < 0 || given->elastic2d > 3) {
    comp_error(c, e, "elastic2d: %d is none; 0 none, 1 bend, 2 stretch, 3 both", given->elastic2d);
  } else if (given->elastic2d && !(given->thickness > 0)) {
    comp_error(c, e, "thickness: %g; elastic2d needs a positive thickness", given->thickness);
  } else if ((given->elastic2d || given->young > 0) &&
             !(given->poisson >= 0 && given->poisson < 0.5)) {
    comp_error(c, e, "poisson: %g; it must be 0 or more, and less than 0.5", given->poisson);
  } else if (given->elastic2d && given->dim != 2 && !nodes) {
    comp_error(c, e, "elastic2d: it belongs to dim=\"2\"; this flex has dim %d", given->dim);
  } else if (nodes && given->selfcollide != mjFLEXSELF_NONE) {
    comp_error(c, e,
               "selfcollide: an interpolated flex cannot collide with itself; give "
               "<contact selfcollide=\"none\"/>");
  } else if (nodes && given->internal) {
    comp_error(c, e,
               "internal: an interpolated flex has no contacts inside; give <contact "
               "internal=\"false\"/>");
  } else {
    return true;
  }
  return false;
}

// ---- structure

static bool checkCounts(comp_Compile* c, comp_Flex* flex) {
  const mjsFlex* given = flex->given;
  const spec_Vec *elem = vecOf(given->elem), *vert = vecOf(given->vert),
                 *body = vecOf(given->vertbody), *node = vecOf(given->nodebody);
  const int each = given->dim + 1;
  flex->dim = given->dim;
  flex->nnode = node->size;
  flex->nelem = elem->size / each;
  flex->nvert = vert->size ? vert->size / 3 : body->size;
  if (!elem->size) {
    comp_error(c, flex->e, "element: it has none; give %d vertices for each", each);
  } else if (elem->size % each) {
    comp_error(c, flex->e, "element: %d numbers; each element has %d vertices (dim=\"%d\")",
               elem->size, each, given->dim);
  } else if (!body->size && !node->size) {
    comp_error(c, flex->e, "body, node: it has neither; give the bodies of its vertices");
  } else if (vert->size % 3) {
    comp_error(c, flex->e, "vertex: %d numbers; give 3 for each vertex", vert->size);
  } else if (body->size != 1 && body->size != flex->nvert) {
    comp_error(c, flex->e, "body: %d names for %d vertices; give one for each, or one for all",
               body->size, flex->nvert);
  } else if (flex->nvert < each) {
    comp_error(c, flex->e, "vertex: %d are too few; one element has %d", flex->nvert, each);
  } else if (flex->nelem > COPY_LIMIT || flex->nvert > COPY_LIMIT) {
    comp_error(c, flex->e, "element, vertex: %d and %d; at most %d of each are accepted",
               flex->nelem, flex->nvert, COPY_LIMIT);
  } else {
    return true;
  }
  return false;
}

static bool checkNodes(comp_Compile* c, comp_Flex* flex) {
  const mjsFlex* given = flex->given;
  memcpy(flex->cell, given->cellcount, sizeof flex->cell);
  if (!flex->nnode && !given->order) return true;
  flex->order = given->order;
  flex->shell = given->elastic2d != 0;
  if (!flex->order) {
    comp_error(c, flex->e,
               "dof: nodes interpolate, so the order must be said; give "
               "dof=\"trilinear\" or dof=\"quadratic\"");
    return false;
  }
  double expected = 1;
  for (int k = 0; k < 3; k++) {
    if (flex->cell[k] < 1) {
      comp_error(c, flex->e, "cellcount: number %d is %d; it must be 1 or more", k + 1,
                 flex->cell[k]);
      return false;
    }
    expected *= (double)flex->cell[k] * flex->order + 1;
  }
  if (expected != flex->nnode) {
    comp_error(c, flex->e, "node: %d bodies; cellcount '%d %d %d' and dof ask for %.0f",
               flex->nnode, flex->cell[0], flex->cell[1], flex->cell[2], expected);
    return false;
  }
  const int ncoord = vecOf(given->node)->size;
  if (!ncoord || ncoord == 3 * flex->nnode) return true;
  comp_error(c, flex->e, "nodecoord: %d numbers for %d nodes; give 3 for each, or none", ncoord,
             flex->nnode);
  return false;
}

static bool checkIndices(comp_Compile* c, const comp_Flex* flex) {
  const int each = flex->dim + 1, *v = vecOf(flex->given->elem)->data;
  for (int i = 0; i < flex->nelem * each; i++) {
    if (v[i] < 0 || v[i] >= flex->nvert) {
      comp_error(c, flex->e, "element: number %d is %d; there are vertices 0 to %d", i + 1, v[i],
                 flex->nvert - 1);
      return false;
    }
    for (int k = i - i % each; k < i; k++) {
      if (v[k] != v[i]) continue;
      comp_error(c, flex->e, "element: element %d has vertex %d twice; all must differ", i / each,
                 v[i]);
      return false;
    }
  }
  return true;
}

static bool checkTexcoords(comp_Compile* c, const comp_Flex* flex) {
  const spec_Vec *coord = vecOf(flex->given->texcoord), *index = vecOf(flex->given->elemtexcoord);
  const int n = flex->nelem * (flex->dim + 1), ncoord = coord->size / 2;
  for (int i = 0; i < coord->size; i++) {
    if (isfinite(((const float*)coord->data)[i])) continue;
    comp_error(c, flex->e, "texcoord: number %d is not finite", i + 1);
    return false;
  }
  if (coord->size && !index->size && coord->size != 2 * flex->nvert) {
    comp_error(c, flex->e,
               "texcoord: %d numbers for %d vertices; give 2 for each, or elemtexcoord "
               "too",
               coord->size, flex->nvert);
    return false;
  }
  if (index->size && index->size != n) {
    comp_error(c, flex->e, "elemtexcoord: %d numbers; give as many as for element, %d", index->size,
               n);
    return false;
  }
  for (int i = 0; i < index->size && coord->size; i++) {
    const int at = ((const int*)index->data)[i];
    if (at >= 0 && at < ncoord) continue;
    comp_error(c, flex->e, "elemtexcoord: number %d is %d; there are texture coordinates 0 to %d",
               i + 1, at, ncoord - 1);
    return false;
  }
  return true;
}

// ---- bodies

static int* findBodies(comp_Compile* c, const comp_Flex* flex, const char* what,
                       const spec_Vec* names, int n) {
  int* id = comp_alloc(c, n, sizeof *id);
  for (int i = 0; i < n && id; i++) {
    const bool again = i && names->size == 1;
    id[i] = again ? id[0] : comp_find(c, flex->e, what, mjOBJ_BODY, vec_textAt(names, i));
    if (id[i] >= 0) continue;
    if (!c->diag->failed) comp_error(c, flex->e, "%s: name %d is empty", what, i + 1);
    return NULL;
  }
  return id;
}

// odd: joints of a bending flex
static bool checkPinBodies(comp_Compile* c, const comp_Flex* flex) {
  if (flex->dim != 2 || !(flex->given->elastic2d & FLEX_BENDS) || flex->nnode) return true;
  for (int i = 0; i < flex->nvert; i++) {
    const comp_Body* body = &c->body[flex->vertbody[i]];
    if (!body->jntnum || body->jntnum == 3) continue;
    comp_error(c, flex->e,
               "elastic2d: a flex that bends is pinned to bodies without joints, and "
               "its other bodies have three slides; body '%s' has %d joints",
               spec_name(body->e), body->jntnum);
    return false;
  }
  return true;
}

static bool allZero(const double* x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] != 0) return false;
  }
  return true;
}

static bool findVerts(comp_Compile* c, comp_Flex* flex) {
  const mjsFlex* given = flex->given;
  const spec_Vec *names = vecOf(given->vertbody), *vert = vecOf(given->vert),
                 *node = vecOf(given->node);
  if (!checkFinite(c, flex->e, "vertex", vert->data, vert->size) ||
      !checkFinite(c, flex->e, "nodecoord", node->data, node->size))
    return false;
  flex->vertbody = findBodies(c, flex, "body", names, flex->nvert);
  if (!flex->vertbody) return fail(c);
  flex->nodebody = findBodies(c, flex, "node", given->nodebody, flex->nnode);
  if (!flex->nodebody) return fail(c);
  bool one = !flex->nnode;
  for (int i = 1; i < flex->nvert; i++) one = one && flex->vertbody[i] == flex->vertbody[0];
  flex->rigid = one;
  flex->vert = vert->size ? vert->data : NULL;
  flex->node = node->size ? node->data : NULL;
  const double* offset = flex->nnode ? flex->node : flex->vert;
  flex->centered = !offset || allZero(offset, 3 * (flex->nnode ? flex->nnode : flex->nvert));
  return true;
}

// positions in the world frame of points given in body frames
static double* place(comp_Compile* c, const double* pose, const int* body, const double* at,
                     int n) {
  double* x = comp_alloc(c, n, 3 * sizeof *x);
  for (int i = 0; i < n && x; i++) {
    const double* p = pose + 7 * (size_t)body[i];
    double local[3] = {0, 0, 0};
    if (at) mju_rotVecQuat(local, at + 3 * (size_t)i, p + 3);
    mju_add3(x + 3 * (size_t)i, p, local);
  }
  return x;
}

bool comp_checkFlex(comp_Compile* c, comp_Flex* flex, const double* pose) {
  const spec_Element* e = flex->e;
  const mjsFlex* given = flex->given;
  const bool nodes = vecOf(given->nodebody)->size > 0;
  if (!checkSettings(c, e, given) || !checkCounts(c, flex) || !checkElastic(c, e, given, nodes) ||
      !checkNodes(c, flex) || !checkIndices(c, flex) || !checkTexcoords(c, flex) ||
      !findVerts(c, flex) || !checkPinBodies(c, flex))
    return false;
  flex->x = place(c, pose, flex->vertbody, flex->vert, flex->nvert);
  flex->xnode = place(c, pose, flex->nodebody, flex->node, flex->nnode);
  const int n = flex->nelem * (flex->dim + 1);
  flex->elem = comp_alloc(c, n, sizeof *flex->elem);
  if (!flex->x || !flex->xnode || !flex->elem) return false;
  memcpy(flex->elem, vecOf(given->elem)->data, (size_t)n * sizeof *flex->elem);
  return true;
}
