// Ray casting against a flex: intersects its vertices as spheres, its edges as capsules, its
// elements as triangles.
//   flexvert_xpos -> distance, nearest vertex, normal
#include <sinew/api.h>
#include <sinew/math.h>

#include "collide/flex_elem.h"
#include "collide/ray.h"
#include "math/vec.h"

typedef struct {
  const mjModel* m;
  const mjtNum* xpos;  // of the flex's vertices
  int flex;
  const mjtNum *pnt, *vec;
  ray_FlexHit* hit;
} Search;

// records a hit at x if it is the nearest so far
static bool take(const Search* s, mjtNum x, const mjtNum normal[3]) {
  if (x < 0 || (s->hit->x >= 0 && !(x < s->hit->x))) return false;
  s->hit->x = x;
  v3_copy(s->hit->normal, normal);
  return true;
}

static mjtNum fromHit(const Search* s, int vert) {
  mjtNum point[3];
  v3_addScl(point, s->pnt, s->vec, s->hit->x);
  return v3_dist(point, s->xpos + 3 * vert);
}

// true if the ray hits the bounding box of all vertices
static bool meetsBox(const Search* s) {
  const mjtNum radius = s->m->flex_radius[s->flex];
  mjtNum low[3], high[3], size[3], from[3], x[6];
  v3_copy(low, s->xpos);
  v3_copy(high, s->xpos);
  for (int v = 1; v < s->m->flex_vertnum[s->flex]; v++) {
    for (int k = 0; k < 3; k++) {
      const mjtNum at = s->xpos[3 * v + k];
      if (at < low[k]) low[k] = at;
      if (at > high[k]) high[k] = at;
    }
  }
  for (int k = 0; k < 3; k++) {
    size[k] = 0.5 * (high[k] - low[k]) + radius;
    from[k] = s->pnt[k] - 0.5 * (high[k] + low[k]);
  }
  return ray_boxFaces(size, from, s->vec, x) >= 0;
}

static void tryEdges(const Search* s) {
  const mjModel* m = s->m;
  const int adr = m->flex_edgeadr[s->flex];
  for (int e = adr; e < adr + m->flex_edgenum[s->flex]; e++) {
    const int v0 = m->flex_edge[2 * e], v1 = m->flex_edge[2 * e + 1];
    const mjtNum *a = s->xpos + 3 * v0, *b = s->xpos + 3 * v1;
    mjtNum pos[3], axis[3], quat[4], mat[9], normal[3];
    v3_add(pos, a, b);
    v3_scl(pos, pos, 0.5);
    v3_sub(axis, b, a);
    const mjtNum size[3] = {m->flex_radius[s->flex], 0.5 * v3_normalize(axis), 0};
    mju_quatZ2Vec(quat, axis);
    mju_quat2Mat(mat, quat);
    const mjtNum x = ray_primitive(mjGEOM_CAPSULE, pos, mat, size, s->pnt, s->vec, normal);
    if (take(s, x, normal)) s->hit->vert = fromHit(s, v0) < fromHit(s, v1) ? v0 : v1;
  }
}

static void tryVertices(const Search* s) {
  const mjtNum size[3] = {s->m->flex_radius[s->flex], 0, 0};
  for (int v = 0; v < s->m->flex_vertnum[s->flex]; v++) {
    mjtNum normal[3];
    const mjtNum x =
        ray_primitive(mjGEOM_SPHERE, s->xpos + 3 * v, NULL, size, s->pnt, s->vec, normal);
    if (take(s, x, normal)) s->hit->vert = v;
  }
}

static void tryTriangle(const Search* s, const ray_Beam* beam, const int vert[3]) {
  mjtNum corner[3][3], normal[3];
  for (int i = 0; i < 3; i++) v3_copy(corner[i], s->xpos + 3 * vert[i]);
  if (!take(s, ray_triangle(beam, corner, normal), normal)) return;
  s->hit->vert = vert[0];
  for (int i = 1; i < 3; i++) {
    if (fromHit(s, vert[i]) < fromHit(s, s->hit->vert)) s->hit->vert = vert[i];
  }
}

static void tryFaces(const Search* s, int layer) {
  static const int face[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
  const mjModel* m = s->m;
  const int dim = m->flex_dim[s->flex], adr = m->flex_elemadr[s->flex];
  const ray_Beam beam = ray_beam(s->pnt, s->vec);
  const int* elem = m->flex_elem + m->flex_elemdataadr[s->flex];
  for (int e = 0; e < m->flex_elemnum[s->flex]; e++, elem += dim + 1) {
    if (dim == 3 && m->flex_elemlayer[adr + e] != layer) continue;
    for (int i = 0; i < (dim == 3 ? 4 : 1); i++) {
      const int vert[3] = {elem[face[i][0]], elem[face[i][1]], elem[face[i][2]]};
      tryTriangle(s, &beam, vert);
    }
  }
}

ray_FlexHit ray_flex(const mjModel* m, const mjData* d, int flex, const ray_FlexParts* parts,
                     const mjtNum pnt[3], const mjtNum vec[3]) {
  ray_FlexHit hit = {.x = -1, .vert = -1};
  const Search s = {.m = m,
                    .xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex],
                    .flex = flex,
                    .pnt = pnt,
                    .vec = vec,
                    .hit = &hit};
  const bool isLine = m->flex_dim[flex] == 1;
  if (!m->flex_vertnum[flex] || !meetsBox(&s)) return hit;
  if (parts->edges || (parts->skin && !isLine)) {
    tryEdges(&s);
  } else if (parts->vertices) {
    tryVertices(&s);
  }
  if (!isLine && (parts->faces || parts->skin)) tryFaces(&s, parts->skin ? 0 : parts->layer);
  return hit;
}
