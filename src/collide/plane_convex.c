// Plane against an ellipsoid or a mesh: the contact point is the support point, the deepest along
// the plane's normal; a mesh has up to two more, among the vertices next to the deepest one.
//   geom_xpos, geom_xmat -> con
#include "collide/plane_convex.h"

#include <stddef.h>

#include "base/assert.h"
#include "collide/collide.h"
#include "collide/small_hull.h"
#include "collide/support.h"

enum { MESH_POINTS = 3 };
static const mjtNum APART = 0.3;  // smallest distance of further points, in bounding radii

// the plane in the frame of the mesh
typedef struct Below_ {
  const mjtNum *origin, *pos, *mat;  // of the plane, of the mesh
  mjtNum normal[3];                  // of the plane
  mjtNum down[3];                    // -normal in the frame of the mesh
  mjtNum level;                      // vertices with down.v above it are within the margin
  mjtNum apart;
} Below;

static void setContact(mjPreContact* con, const mjtNum point[3], const mjtNum origin[3],
                       const mjtNum normal[3]) {
  mjtNum x[3];
  v3_sub(x, point, origin);
  con->dist = v3_dot(normal, x);
  v3_addScl(con->pos, point, normal, -0.5 * con->dist);
  v3_copy(con->normal, normal);
  v3_zero(con->tangent);
}

static void vertexAt(const Below* p, const float* vert, mjtNum res[3]) {
  const mjtNum local[3] = {vert[0], vert[1], vert[2]};
  m3_mulVec(res, p->mat, local);
  v3_add(res, p->pos, res);
}

// depth of a vertex along `down`
static mjtNum depthOf(const Below* p, const float* vert) { return support_along(p->down, vert); }

static int deepestVertex(const Below* p, const HullGraph* h) {
  int best = 0;
  mjtNum most = depthOf(p, h->vert);
  for (int i = 1; i < h->nvert; i++) {
    const mjtNum depth = depthOf(p, h->vert + 3 * i);
    if (depth > most) {
      most = depth;
      best = i;
    }
  }
  return best;
}

// hull index of the deepest vertex, by hill climbing from hull vertex 0
static int deepestOnHull(const Below* p, const HullGraph* h) {
  int best = -1, from;
  if (h->cells) best = supportTable_end(h->cells, p->down);
  if (h->scan) best = scan_end(h->scan, p->down);
  if (best >= 0) return best;
  best = 0;
  mjtNum most = depthOf(p, h->vert + 3 * h->vertex[0]);
  do {
    from = best;
    for (const int* n = h->neighbor + h->edgeadr[from]; *n >= 0; n++) {
      const mjtNum depth = depthOf(p, h->vert + 3 * h->vertex[*n]);
      if (depth > most) {
        most = depth;
        best = *n;
      }
    }
  } while (best != from);
  return best;
}

// adds a vertex if it is deep enough and away from the first contact
static int addVertex(const Below* p, const float* vert, mjPreContact* con, int n) {
  ASSERT_FULL(n >= 1 && n < MESH_POINTS);
  if (!(depthOf(p, vert) > p->level)) return n;
  mjtNum point[3];
  vertexAt(p, vert, point);
  if (!(v3_dist(point, con[0].pos) >= p->apart)) return n;
  setContact(con + n, point, p->origin, p->normal);
  return n + 1;
}

// neighbors of hull vertex `at`; in small meshes `at` may not be a hull vertex (see below), then
// the graph's data at this index is used as far as it is valid
static int addNeighbors(const Below* p, const mjModel* m, int mesh, const HullGraph* h, int at,
                        mjPreContact* con) {
  const int* graph = m->mesh_graph + m->mesh_graphadr[mesh];
  const long size = m->nmeshgraph - m->mesh_graphadr[mesh], start = 2 + 2 * (long)graph[0];
  int n = 1;
  if (2 + at >= size || graph[2 + at] < 0) return n;
  for (long i = start + graph[2 + at]; n < MESH_POINTS && i < size && graph[i] >= 0; i++) {
    const long where = start - graph[0] + graph[i];
    const int vertex = where < size ? graph[where] : -1;
    if (vertex < 0 || vertex >= h->nvert) continue;
    n = addVertex(p, h->vert + 3 * vertex, con, n);
  }
  return n;
}

static int planeMesh(const mjModel* m, Below* p, const Shape* s, mjtNum margin, mjtNum rbound,
                     mjPreContact* con) {
  const HullGraph* h = &s->hull;
  if (h->nvert <= 0) return 0;
  mjtNum up[3], x[3], point[3];
  v3_neg(up, p->normal);
  m3_mulTVec(p->down, s->mat, up);
  const int hull = h->edgeadr ? deepestOnHull(p, h) : -1;
  const int deepest = hull >= 0 ? h->vertex[hull] : deepestVertex(p, h);
  vertexAt(p, h->vert + 3 * deepest, point);
  setContact(con, point, p->origin, p->normal);
  if (!(con->dist <= margin)) return 0;

  v3_sub(x, p->pos, p->origin);
  p->level = v3_dot(p->normal, x) - margin;
  p->apart = APART * rbound;
  if (m->mesh_graphadr[s->dataid] >= 0) {
    // odd: vertex of a small mesh taken for one of the hull
    return addNeighbors(p, m, s->dataid, h, hull >= 0 ? hull : deepest, con);
  }
  int n = 1;
  for (int i = 0; i < h->nvert && n < MESH_POINTS; i++) {
    if (i != deepest) n = addVertex(p, h->vert + 3 * i, con, n);
  }
  return n;
}

static int planeEllipsoid(const Below* p, const Shape* s, mjtNum margin, mjPreContact* con) {
  const mjtNum* size = s->size;
  mjtNum up[3], l[3], q[3] = {size[0], 0, 0}, point[3];
  v3_neg(up, p->normal);
  m3_mulTVec(l, s->mat, up);
  const mjtNum t[3] = {size[0] * l[0], size[1] * l[1], size[2] * l[2]};
  const mjtNum tt = v3_dot(t, t);
  if (!(tt < mjMINVAL * mjMINVAL)) {
    const mjtNum inv = 1 / lane_sqrt(tt);
    // order: other than in supportEllipsoid
    for (int i = 0; i < 3; i++) q[i] = size[i] * (t[i] * inv);
  }
  m3_mulVec(point, s->mat, q);
  v3_add(point, s->pos, point);
  setContact(con, point, p->origin, p->normal);
  return con->dist <= margin;
}

int plane_convex(const mjModel* m, mjData* d, mjPreContact* con, const separation_Pair* pair) {
  const int g1 = pair->geom[0], g2 = pair->geom[1];
  const mjtNum margin = pair->limit;
  Below p = {
      .origin = d->geom_xpos + 3 * g1, .pos = d->geom_xpos + 3 * g2, .mat = d->geom_xmat + 9 * g2};
  m3_column(p.normal, d->geom_xmat + 9 * g1, 2);
  Shape s;
  shape_fromGeom(&s, m, g2, p.pos, p.mat, 0);
  if (s.type != mjGEOM_MESH) return planeEllipsoid(&p, &s, margin, con);
  shape_useHull(&s, pair->hull[1], pair->scan[1]);
  return planeMesh(m, &p, &s, margin, m->geom_rbound[g2], con);
}

int collide_planeConvex(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,
                        mjtNum margin) {
  const separation_Pair pair = {
      .geom = {g1, g2}, .limit = margin, .scan = {NULL, small_ofGeom(m, d, g2)}};
  return plane_convex(m, d, con, &pair);
}
