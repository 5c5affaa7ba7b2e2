// Contacts of flexes with the geoms of a body and with other flexes. If both have bounding volume
// hierarchies (BVH), these find the pairs, and the contacts are sorted; otherwise all pairs are
// tested.
//   geom_x*, flexvert_xpos, flexelem_aabb, bvh_aabb_dyn -> contact, ncon
#include "collide/flex_collide.h"

#include <math.h>

#include "collide/bound_test.h"
#include "collide/flex_elem.h"
#include "collide/pair.h"
#include "model/awake.h"

// ---- a geom

static inline bool hasMask(const mjModel* m, int g, int f) {
  return (m->geom_contype[g] & m->flex_conaffinity[f]) ||
         (m->flex_contype[f] & m->geom_conaffinity[g]);
}

// tests every vertex of the flex
static void collidePlane(flex_Group* group, int g) {
  const mjModel* m = group->m;
  const mjData* d = group->d;
  const int f = group->flex[1], nvert = m->flex_vertnum[f];
  const mjtNum *pos = d->geom_xpos + 3 * g, *vert = d->flexvert_xpos + 3 * m->flex_vertadr[f];
  const mjtNum radius = m->flex_radius[f], limit = flexgroup_limit(group, g);
  flex_Touch touch = {.geom = g, .elem = {-1, -1}, .vert = {-1, -1}};
  mjtNum normal[3];
  m3_column(normal, d->geom_xmat + 9 * g, 2);
  for (int v = 0; v < nvert; v++) {
    if (!pair_halfSpaceSphere(&touch.point, pos, normal, vert + 3 * v, radius, limit)) continue;
    touch.vert[1] = v;
    flexgroup_add(group, &touch);
  }
}

// true if the cube around the bounding sphere overlaps the box of the element
static inline bool nearElem(const mjModel* m, const mjData* d, int g, const mjtNum box[6],
                            mjtNum limit) {
  const mjtNum *pos = d->geom_xpos + 3 * g, reach = m->geom_rbound[g] + limit;
  return fabs(pos[0] - box[0]) <= box[3] + reach && fabs(pos[1] - box[1]) <= box[4] + reach &&
         fabs(pos[2] - box[2]) <= box[5] + reach;
}

// true if a vertex of the element is fixed to the body
static bool isAttached(const mjModel* m, const flex_Elem* elem, int body) {
  if (m->flex_interp[elem->flex]) return false;
  const int* of = m->flex_vertbodyid + m->flex_vertadr[elem->flex];
  for (int i = 0; i <= elem->dim; i++) {
    if (of[elem->vert[i]] == body) return true;
  }
  return false;
}

static void collideElem(flex_Group* group, int g, int e, const flex_Elem* elem, mjtNum limit) {
  const mjModel* m = group->m;
  flex_Pair* pair = flex_pairOf(m->geom_type[g], elem->dim);
  if (!pair || isAttached(m, elem, m->geom_bodyid[g])) return;
  mjPreContact point[FLEX_POINTS];
  const int n = pair(m, group->d, point, g, elem, limit);
  flex_Touch touch = {.geom = g, .elem = {-1, e}, .vert = {-1, -1}};
  for (int i = 0; i < n; i++) {
    touch.point = point[i];
    flexgroup_add(group, &touch);
  }
}

static void collideAllElems(flex_Group* group, int g) {
  const mjModel* m = group->m;
  const int f = group->flex[1];
  const mjtNum limit = flexgroup_limit(group, g);
  for (int e = 0; e < m->flex_elemnum[f]; e++) {
    const flex_Elem elem = flex_elem(m, group->d, f, e);
    if (nearElem(m, group->d, g, elem.box, limit)) collideElem(group, g, e, &elem, limit);
  }
}

// true if the box of a geom and that of an element are separated along a face normal of one of them
static bool boxesApart(const mjModel* m, const mjData* d, int g, const mjtNum box[6],
                       mjtNum limit) {
  static const mjtNum unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const mjtNum *mat = d->geom_xmat + 9 * g, *aabb = m->geom_aabb + 6 * g;
  mjtNum x[3];
  m3_mulVec(x, mat, aabb);
  v3_addTo(x, d->geom_xpos + 3 * g);
  v3_sub(x, box, x);
  return bound_apart(mat, aabb + 3, unit, box + 3, x, limit);
}

static void meetLeaves(flex_Group* group, int g, int e) {
  const mjModel* m = group->m;
  const mjData* d = group->d;
  const int f = group->flex[1];
  if (!hasMask(m, g, f)) return;
  const flex_Elem elem = flex_elem(m, d, f, e);
  const mjtNum limit = flexgroup_limit(group, g);
  if (!nearElem(m, d, g, elem.box, limit) || boxesApart(m, d, g, elem.box, limit)) return;
  collideElem(group, g, e, &elem, limit);
}

// ---- a body

static inline bool usesTrees(const mjModel* m, int adr1, int adr2) {
  return !(m->opt.disableflags & mjDSBL_MIDPHASE) && adr1 >= 0 && adr2 >= 0;
}

// odd: masks of planes; they and signed distance fields do not ask
static void collideTrees(flex_Group* group, int body) {
  const mjModel* m = group->m;
  const int adr = m->body_geomadr[body], end = adr + m->body_geomnum[body];
  const bool isFixed = !m->body_dofnum[m->body_weldid[body]];
  for (int g = adr; g < end; g++) {
    if (m->geom_type[g] == mjGEOM_PLANE && isFixed) collidePlane(group, g);
  }
  for (int g = adr; g < end; g++) {
    if (m->geom_type[g] == mjGEOM_SDF) flex_sdfTriangles(group, g);
  }
  flex_searchBody(group, body, meetLeaves);
}

void flex_collideBody(const mjModel* m, mjData* d, int body, int flex) {
  flex_Group group;
  flexgroup_begin(&group, m, d, -1, flex);
  if (usesTrees(m, m->body_bvhadr[body], m->flex_bvhadr[flex])) {
    collideTrees(&group, body);
    flexgroup_finish(&group, true);
    return;
  }
  const int adr = m->body_geomadr[body], end = adr + m->body_geomnum[body];
  for (int g = adr; g < end; g++) {
    if (!hasMask(m, g, flex)) continue;
    if (m->geom_type[g] == mjGEOM_PLANE) {
      collidePlane(&group, g);
    } else if (m->geom_type[g] == mjGEOM_SDF) {
      flex_sdfTriangles(&group, g);
    } else {
      collideAllElems(&group, g);
    }
    if (group.n) flexgroup_flush(&group, false);
  }
  flexgroup_finish(&group, false);
}

// ---- two flexes

// true if a body has vertices of both
static bool shareBody(const mjModel* m, const flex_Elem* one, const flex_Elem* two) {
  const int* of1 = m->flex_vertbodyid + m->flex_vertadr[one->flex];
  const int* of2 = m->flex_vertbodyid + m->flex_vertadr[two->flex];
  for (int i = 0; i <= one->dim; i++) {
    const int body = of1[one->vert[i]];
    for (int k = 0; body >= 0 && k <= two->dim; k++) {
      if (body == of2[two->vert[k]]) return true;
    }
  }
  return false;
}

static inline bool boxesMeet(const mjtNum one[6], const mjtNum two[6], mjtNum limit) {
  return fabs(one[0] - two[0]) <= one[3] + two[3] + limit &&
         fabs(one[1] - two[1]) <= one[4] + two[4] + limit &&
         fabs(one[2] - two[2]) <= one[5] + two[5] + limit;
}

void flex_tryElems(flex_Group* group, int elem1, int elem2) {
  const mjModel* m = group->m;
  const flex_Elem one = flex_elem(m, group->d, group->flex[0], elem1);
  const flex_Elem two = flex_elem(m, group->d, group->flex[1], elem2);
  const mjtNum limit = flexgroup_limit(group, -1);
  if (!boxesMeet(one.box, two.box, limit) || shareBody(m, &one, &two)) return;
  mjPreContact point[2];
  const int n = flex_elemElem(m, group->d, point, &one, &two, limit);
  flex_Touch touch = {.geom = -1, .elem = {elem1, elem2}, .vert = {-1, -1}};
  for (int i = 0; i < n; i++) {
    touch.point = point[i];
    flexgroup_add(group, &touch);
  }
}

void flex_collideFlex(const mjModel* m, mjData* d, int flex1, int flex2) {
  flex_Group group;
  flexgroup_begin(&group, m, d, flex1, flex2);
  const bool trees = usesTrees(m, m->flex_bvhadr[flex1], m->flex_bvhadr[flex2]);
  if (trees) {
    flex_searchFlex(&group, flex_tryElems);
  } else {
    for (int e1 = 0; e1 < m->flex_elemnum[flex1]; e1++) {
      for (int e2 = 0; e2 < m->flex_elemnum[flex2]; e2++) flex_tryElems(&group, e1, e2);
    }
  }
  flexgroup_finish(&group, trees);
}
