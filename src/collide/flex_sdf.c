// Signed distance field (SDF) against the triangles of a flex: the deepest points of triangles, as
// for the faces of a mesh (sdf_face.h). With a bounding volume hierarchy, the deepest point counts
// of triangles whose boxes reach the field; without one, all triangles are tested and all their
// points count.
//   flexvert_xpos, bvh_aabb_dyn, distances -> touches
#include "collide/flex_collide.h"
#include "collide/sdf_face.h"

enum { MOST_OPEN = 64 };  // nodes of the hierarchy (BVH) on the traversal stack

typedef struct {
  flex_Group* group;
  int geom, flex;
  sdf_Shape shape;
  sdf_Points found;  // in the frame of the field
} Search;

static void toField(const Search* s, mjtNum res[3], const mjtNum x[3]) {
  mjtNum from[3];
  v3_sub(from, x, s->group->d->geom_xpos + 3 * s->geom);
  m3_mulTVec(res, s->group->d->geom_xmat + 9 * s->geom, from);
}

// Normals point out of the field, to the flex. Points shared by triangles, at corners where the
// descent ends, count once.
static void addTouch(Search* s, int elem, const mjtNum x[3], mjtNum dist) {
  sdf_Points* found = &s->found;
  const bool known = sdf_isKnown((const mjtNum(*)[3])found->x, found->n, x);
  v3_copy(found->x[found->n++], x);
  if (known) return;
  flex_Touch touch = {.geom = s->geom, .elem = {-1, elem}, .vert = {-1, -1}};
  mjtNum gradient[3];
  sdf_gradient(&s->shape, gradient, x);
  if (!sdf_putPoint(&touch.point, s->group->d, s->geom, x, gradient, 1, dist)) return;
  flexgroup_add(s->group, &touch);
}

static void searchElem(const Search* s, int elem, sdf_Points* points) {
  const mjModel* m = s->group->m;
  const int* vert = m->flex_elem + m->flex_elemdataadr[s->flex] + 3 * elem;
  mjtNum corner[3][3];
  for (int i = 0; i < 3; i++) {
    const size_t at = 3 * ((size_t)m->flex_vertadr[s->flex] + (size_t)vert[i]);
    toField(s, corner[i], s->group->d->flexvert_xpos + at);
  }
  sdf_searchFace(&s->shape, &m->opt, (const mjtNum(*)[3])corner, points);
}

static void addDeepest(Search* s, int elem) {
  sdf_Points points;
  points.n = 0;
  searchElem(s, elem, &points);
  int deepest = 0;
  for (int i = 1; i < points.n; i++) {
    if (points.dist[i] < points.dist[deepest]) deepest = i;
  }
  if (!points.n) return;
  addTouch(s, elem, points.x[deepest], points.dist[deepest]);
}

// order: the second child of a node first
static void walkTree(Search* s) {
  const mjModel* m = s->group->m;
  const int root = m->flex_bvhadr[s->flex], nnode = m->flex_bvhnum[s->flex];
  int open[MOST_OPEN], nopen = 1;
  open[0] = 0;
  while (nopen && s->found.n < mjMAXCONPAIR) {
    const int node = root + open[--nopen];
    const mjtNum* box = flex_nodeBox(m, s->group->d, node);
    mjtNum center[3];
    toField(s, center, box);
    if (!(sdf_distance(&s->shape, center) < v3_norm(box + 3))) continue;
    if (m->bvh_nodeid[node] >= 0) {
      addDeepest(s, m->bvh_nodeid[node]);
      continue;
    }
    for (int k = 0; k < 2; k++) {
      const int child = m->bvh_child[2 * (size_t)node + (size_t)k];
      if (child > 0 && child < nnode && nopen < MOST_OPEN) open[nopen++] = child;
    }
  }
}

static void tryAll(Search* s) {
  const mjModel* m = s->group->m;
  for (int e = 0; e < m->flex_elemnum[s->flex] && s->found.n < mjMAXCONPAIR; e++) {
    sdf_Points points;
    points.n = 0;
    searchElem(s, e, &points);
    for (int i = 0; i < points.n && s->found.n < mjMAXCONPAIR; i++) {
      addTouch(s, e, points.x[i], points.dist[i]);
    }
  }
}

void flex_sdfTriangles(flex_Group* group, int geom) {
  const mjModel* m = group->m;
  Search s = {.group = group, .geom = geom, .flex = group->flex[1]};
  s.found.n = 0;
  if (m->flex_dim[s.flex] != 2 || !sdf_ofGeom(&s.shape, m, group->d, geom)) return;
  const bool hasTree = m->flex_bvhadr[s.flex] >= 0 && m->flex_bvhnum[s.flex] > 0;
  if (hasTree && !(m->opt.disableflags & mjDSBL_MIDPHASE)) {
    walkTree(&s);
  } else {
    tryAll(&s);
  }
}
