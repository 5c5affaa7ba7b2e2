// Self-collision of a flex: its vertices with neighboring elements, vertices of tetrahedra with the
// opposite faces (elements that invert), and pairs of elements, found by its bounding volume
// hierarchy, by a sweep, or by brute force.
//   flexvert_xpos, flexelem_aabb, bvh_aabb_dyn -> contact, ncon
#include <math.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "collide/flex_collide.h"
#include "collide/flex_elem.h"
#include "collide/flex_sweep.h"
#include "math/vec.h"

// ---- neighboring and inverted elements

// tests a vertex against an element that neighbors one of its own
static void tryVertex(flex_Group* group, int e, int v) {
  const mjModel* m = group->m;
  const flex_Elem elem = flex_elem(m, group->d, group->flex[1], e);
  const mjtNum *at = elem.xpos + 3 * v, *box = elem.box, radius = elem.radius;
  for (int k = 0; k < 3; k++) {
    if (fabs(at[k] - box[k]) > box[3 + k] + radius) return;
  }
  flex_Touch touch = {.geom = -1, .elem = {-1, e}, .vert = {v, -1}};
  if (flex_sphereElem(&touch.point, at, radius, &elem, 0)) flexgroup_add(group, &touch);
}

// each face of a tetrahedron, and the vertex opposite to it
static const int faceTable[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};

static void tryTetrahedron(flex_Group* group, int e) {
  const flex_Elem elem = flex_elem(group->m, group->d, group->flex[1], e);
  for (int i = 0; i < 4; i++) {
    const int* face = faceTable[i];
    const mjtNum *x0 = flex_vertex(&elem, face[0]), *x = flex_vertex(&elem, face[3]);
    mjtNum e1[3], e2[3], n[3], off[3];
    v3_sub(e1, flex_vertex(&elem, face[1]), x0);
    v3_sub(e2, flex_vertex(&elem, face[2]), x0);
    v3_cross(n, e1, e2);
    v3_normalize(n);
    v3_sub(off, x, x0);
    const mjtNum height = v3_dot(off, n);
    if (!(height > -2 * elem.radius)) continue;
    flex_Touch touch = {
        .geom = -1, .elem = {e, -1}, .vert = {-1, elem.vert[face[3]]}, .isFrictionless = true};
    touch.point.dist = -height - 2 * elem.radius;
    v3_neg(touch.point.normal, n);
    v3_addScl(touch.point.pos, x, n, -0.5 * height);
    v3_zero(touch.point.tangent);
    flexgroup_add(group, &touch);
  }
}

static void collideInside(flex_Group* group) {
  const mjModel* m = group->m;
  const int f = group->flex[1], first = m->flex_evpairadr[f];
  for (int i = 0; i < m->flex_evpairnum[f]; i++) {
    const int* pair = m->flex_evpair + 2 * (first + i);
    tryVertex(group, pair[0], pair[1]);
  }
  for (int e = 0; m->flex_dim[f] == 3 && e < m->flex_elemnum[f]; e++) tryTetrahedron(group, e);
}

// ---- elements

static void tryAll(flex_Group* group) {
  const mjModel* m = group->m;
  const int f = group->flex[1], n = m->flex_elemnum[f];
  for (int e1 = 0; e1 < n; e1++) {
    if (!flex_isActive(m, f, e1)) continue;
    for (int e2 = e1 + 1; e2 < n; e2++) {
      if (flex_isActive(m, f, e2)) flex_tryElems(group, e1, e2);
    }
  }
}

static void collideElems(flex_Group* group) {
  const mjModel* m = group->m;
  const int f = group->flex[1], mode = m->flex_selfcollide[f];
  const bool hasTree = !(m->opt.disableflags & mjDSBL_MIDPHASE) && m->flex_bvhadr[f] >= 0;
  if (mode == mjFLEXSELF_NARROW || !hasTree) {
    tryAll(group);
  } else if (mode == mjFLEXSELF_BVH || (mode == mjFLEXSELF_AUTO && m->flex_dim[f] == 3)) {
    flex_searchFlex(group, flex_tryElems);
  } else {
    flex_sweepElems(group);
  }
}

// ---- all

static void collideOne(const mjModel* m, mjData* d, int f, void (*find)(flex_Group*)) {
  flex_Group group;
  flexgroup_begin(&group, m, d, f, f);
  find(&group);
  flexgroup_finish(&group, false);
}

void flex_collideSelf(const mjModel* m, mjData* d) {
  const bool sleeps = m->opt.enableflags & mjENBL_SLEEP;
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_rigid[f] || !(m->flex_contype[f] & m->flex_conaffinity[f]) ||
        (sleeps && flex_sleepState(m, d, f) == mjS_ASLEEP)) {
      continue;
    }
    if (m->flex_internal[f]) collideOne(m, d, f, collideInside);
    if (m->flex_selfcollide[f] != mjFLEXSELF_NONE) collideOne(m, d, f, collideElems);
  }
}
