// Signed distance from points to a triangle mesh: the nearest face by a traversal of the bounding
// volume hierarchy (BVH), the sign by the side of that face's plane.
//   vertices, faces, tree -> signed distance
#include "asset/surface_distance.h"

#include <math.h>

#include "base/assert.h"
#include "math/vec.h"

enum {
  MOST_OPEN = 64
};  // traversal stack: trees are balanced, so 32 levels are enough for all int sizes

// ---- one triangle

// p = a + s b, of the plane's parameters
static void along(double res[3], const double* a, const double b[3], double s) {
  v3_addScl(res, a, b, s);
}

double surface_nearestOnFace(const double p[3], const double* a, const double* b, const double* c,
                             double closest[3]) {
  double ab[3], ac[3], ap[3], bp[3], cp[3], off[3];
  v3_sub(ab, b, a);
  v3_sub(ac, c, a);
  v3_sub(ap, p, a);
  v3_sub(bp, p, b);
  v3_sub(cp, p, c);
  const double d1 = v3_dot(ab, ap), d2 = v3_dot(ac, ap), d3 = v3_dot(ab, bp), d4 = v3_dot(ac, bp),
               d5 = v3_dot(ab, cp), d6 = v3_dot(ac, cp);
  const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  if (d1 <= 0 && d2 <= 0) {
    v3_copy(closest, a);
  } else if (d3 >= 0 && d4 <= d3) {
    v3_copy(closest, b);
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    along(closest, a, ab, d1 / (d1 - d3));
  } else if (d6 >= 0 && d5 <= d6) {
    v3_copy(closest, c);
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    along(closest, a, ac, d2 / (d2 - d6));
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    double bc[3];
    v3_sub(bc, c, b);
    along(closest, b, bc, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
  } else {
    const double scale = 1 / (va + vb + vc);
    for (int k = 0; k < 3; k++) closest[k] = a[k] + ab[k] * (vb * scale) + ac[k] * (vc * scale);
  }
  v3_sub(off, p, closest);
  return v3_dot(off, off);
}

// ---- the nearest face

typedef struct {
  const surface_Surface* s;
  const double* p;
  double best,
      bound;  // squared distances: to the nearest face so far; upper bound for the nearest face
  int face;
  double closest[3];
} Search;

static double toFace(const surface_Surface* s, int i, const double p[3], double closest[3]) {
  const int* face = s->face + 3 * (size_t)i;
  return surface_nearestOnFace(p, s->vert + 3 * (size_t)face[0], s->vert + 3 * (size_t)face[1],
                               s->vert + 3 * (size_t)face[2], closest);
}

static double toBox(const double box[6], const double p[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    const double out = fabs(p[k] - box[k]) - box[3 + k];
    sum += out > 0 ? out * out : 0;
  }
  return sum;
}

// order: of equally near faces the first of the walk, left children before right ones, decides. The
// bound is farther than the nearest face by more than rounding, so it cuts off none of them.
static void search(Search* q) {
  const hull_Tree* tree = q->s->tree;
  int open[MOST_OPEN], nopen = 1;
  open[0] = 0;
  while (nopen) {
    const int node = open[--nopen];
    const double away = toBox(tree->aabb + 6 * (size_t)node, q->p);
    if (away >= q->best || away > q->bound) continue;
    if (tree->nodeid[node] < 0) {
      ASSERT_FULL(nopen + 2 <= MOST_OPEN);
      open[nopen++] = tree->child[2 * (size_t)node + 1];
      open[nopen++] = tree->child[2 * (size_t)node];
      continue;
    }
    double closest[3];
    const double dist = toFace(q->s, tree->nodeid[node], q->p, closest);
    if (!(dist < q->best)) continue;
    q->best = dist;
    q->face = tree->nodeid[node];
    v3_copy(q->closest, closest);
  }
}

double surface_distance(const surface_Surface* s, const double p[3], int* hint) {
  Search q = {.s = s, .p = p, .best = INFINITY, .bound = INFINITY, .face = -1};
  if (*hint >= 0) {
    double closest[3];
    q.bound = toFace(s, *hint, p, closest) * (1 + 1e-6) + 1e-300;
  }
  search(&q);
  if (q.face < 0) return 0;  // p is NaN
  *hint = q.face;
  const int* face = s->face + 3 * (size_t)q.face;
  const double* corner[3];
  for (int k = 0; k < 3; k++) corner[k] = s->vert + 3 * (size_t)face[k];
  double e1[3], e2[3], n[3], off[3];
  v3_sub(e1, corner[1], corner[0]);
  v3_sub(e2, corner[2], corner[0]);
  v3_cross(n, e1, e2);
  v3_sub(off, p, q.closest);
  const double dist = sqrt(q.best);
  return v3_dot(off, n) > 1e-12 * v3_norm(n) * dist ? dist : -dist;
}
