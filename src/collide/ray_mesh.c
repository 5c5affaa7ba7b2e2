// Ray-triangle intersection: a single triangle, meshes (through their bounding volume hierarchy,
// BVH, if they have one) and skins. A triangle is projected along the ray onto the plane orthogonal
// to d; the barycentric coordinates of the origin there follow from a 2x2 system.
//   mesh_vert, mesh_face, bvh -> x, normal
#include <math.h>

#include "base/assert.h"
#include "collide/ray.h"
#include "math/vec.h"

// ---- one triangle

ray_Beam ray_beam(const mjtNum o[3], const mjtNum d[3]) {
  ray_Beam beam = {.o = o, .d = d, .b1 = {1, 1, 1}};
  const mjtNum size[3] = {fabs(d[0]), fabs(d[1]), fabs(d[2])};
  const int large = size[0] >= size[1] ? (size[0] >= size[2] ? 0 : 2) : size[1] >= size[2] ? 1 : 2;
  beam.b1[large] = 0;
  v3_addToScl(beam.b1, d, -v3_dot(beam.b1, d) / v3_dot(d, d));
  v3_normalize(beam.b1);
  v3_cross(beam.b0, beam.b1, d);
  v3_normalize(beam.b0);
  return beam;
}

// true if three values have the same sign and none is 0
static bool oneSide(mjtNum a, mjtNum b, mjtNum c) {
  return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
}

mjtNum ray_triangle(const ray_Beam* beam, const mjtNum v[3][3], mjtNum normal[3]) {
  mjtNum p[3][2];
  for (int i = 0; i < 3; i++) {
    mjtNum to[3];
    v3_sub(to, v[i], beam->o);
    p[i][0] = v3_dot(to, beam->b0);
    p[i][1] = v3_dot(to, beam->b1);
  }
  if (oneSide(p[0][0], p[1][0], p[2][0]) || oneSide(p[0][1], p[1][1], p[2][1])) return -1;

  // 0 = p2 + t0 (p0 - p2) + t1 (p1 - p2)
  const mjtNum a[2] = {p[0][0] - p[2][0], p[0][1] - p[2][1]};
  const mjtNum b[2] = {p[1][0] - p[2][0], p[1][1] - p[2][1]};
  const mjtNum det = a[0] * b[1] - a[1] * b[0];
  if (fabs(det) < mjMINVAL) return -1;
  const mjtNum t0 = (b[0] * p[2][1] - b[1] * p[2][0]) / det;
  const mjtNum t1 = (a[1] * p[2][0] - a[0] * p[2][1]) / det;
  if (t0 < 0 || t1 < 0 || t0 + t1 > 1) return -1;

  mjtNum e0[3], e1[3], n[3], from[3];
  v3_sub(e0, v[0], v[2]);
  v3_sub(e1, v[1], v[2]);
  v3_cross(n, e0, e1);
  const mjtNum slope = v3_dot(beam->d, n);
  if (fabs(slope) < mjMINVAL) return -1;
  v3_sub(from, beam->o, v[2]);
  const mjtNum x = -v3_dot(from, n) / slope;
  if (!(x >= 0)) return -1;
  if (normal) {
    v3_copy(normal, n);
    v3_normalize(normal);
  }
  return x;
}

// ---- triangle soups

static void corners(const int face[3], const float* vert, mjtNum v[3][3]) {
  for (int i = 0; i < 3; i++) {
    const float* p = vert + 3 * face[i];
    v3_set(v[i], p[0], p[1], p[2]);
  }
}

// state of a search over triangles
typedef struct {
  ray_Beam beam;
  const int* face;
  const float* vert;
  mjtNum best;  // -1: none yet
  int hit;      // the face, -1
  mjtNum* normal;
} Search;

static void tryFace(Search* s, int face) {
  mjtNum v[3][3], normal[3];
  corners(s->face + 3 * face, s->vert, v);
  const mjtNum x = ray_triangle(&s->beam, (const mjtNum(*)[3])v, s->normal ? normal : NULL);
  if (x < 0 || (s->best >= 0 && x >= s->best)) return;
  ASSERT_FULL(x >= 0 && face >= 0);
  s->best = x;
  s->hit = face;
  if (s->normal) v3_copy(s->normal, normal);
}

// ---- BVH traversal: skips boxes that the ray misses, or enters behind the best hit

enum { MOST_OPEN = 64 };  // traversal stack; balanced trees of 2^31 leaves need 32

typedef struct {
  const int *child, *leaf;
  const mjtNum* box;  // center, half sizes
  int nnode;
  mjtNum slack;  // boxes are inflated, so that rounding drops no triangle
} Tree;

static bool meetsBox(const Search* s, const mjtNum box[6], mjtNum slack) {
  mjtNum enter = 0, leave = s->best;
  for (int k = 0; k < 3; k++) {
    const mjtNum from = box[k] - s->beam.o[k], half = box[3 + k] + slack, d = s->beam.d[k];
    if (fabs(d) < mjMINVAL) {
      if (fabs(from) > half) return false;
      continue;
    }
    const mjtNum a = (from - half) / d, b = (from + half) / d;
    const mjtNum lo = a < b ? a : b, hi = a < b ? b : a;
    if (lo > enter) enter = lo;
    if (leave < 0 || hi < leave) leave = hi;
    if (leave < enter) return false;
  }
  return true;
}

// false if the tree is deeper than the stack, or no tree
static bool searchTree(Search* s, const Tree* tree) {
  int open[MOST_OPEN], nopen = 1, visits = 0;
  open[0] = 0;
  while (nopen > 0) {
    const int node = open[--nopen];
    if (node < 0 || node >= tree->nnode || ++visits > tree->nnode) return false;
    if (!meetsBox(s, tree->box + 6 * node, tree->slack)) continue;
    if (tree->leaf[node] >= 0) {
      tryFace(s, tree->leaf[node]);
      continue;
    }
    if (nopen + 2 > MOST_OPEN) return false;
    for (int k = 1; k >= 0; k--) {
      if (tree->child[2 * node + k] >= 0) open[nopen++] = tree->child[2 * node + k];
    }
  }
  return true;
}

mjtNum ray_mesh(const mjModel* m, int mesh, const mjtNum size[3], const mjtNum o[3],
                const mjtNum d[3], mjtNum normal[3]) {
  mjtNum x[6];
  if (mesh < 0 || mesh >= m->nmesh || ray_boxFaces(size, o, d, x) < 0) return -1;
  Search s = {.beam = ray_beam(o, d),
              .face = m->mesh_face + 3 * m->mesh_faceadr[mesh],
              .vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh],
              .best = -1,
              .hit = -1,
              .normal = normal};
  const int nnode = m->mesh_bvhnum[mesh];
  if (nnode > 0) {
    const int root = m->mesh_bvhadr[mesh];
    const mjtNum* box = m->bvh_aabb + 6 * root;
    const Tree tree = {m->bvh_child + 2 * root, m->bvh_nodeid + root, box, nnode,
                       1e-9 * (v3_norm(box) + v3_norm(box + 3))};
    if (searchTree(&s, &tree)) return s.best;
  }
  for (int i = 0; i < m->mesh_facenum[mesh]; i++) tryFace(&s, i);
  return s.best;
}

mjtNum ray_skin(int nface, const int* face, const float* vert, const mjtNum pnt[3],
                const mjtNum vec[3], int* vertid) {
  Search s = {.beam = ray_beam(pnt, vec), .face = face, .vert = vert, .best = -1, .hit = -1};
  if (v3_dot(vec, vec) < mjMINVAL) return -1;  // as for other shapes: too short
  for (int i = 0; i < nface; i++) tryFace(&s, i);
  if (s.hit < 0 || !vertid) return s.best;
  mjtNum v[3][3], p[3], nearest = -1;
  corners(face + 3 * s.hit, vert, v);
  v3_addScl(p, pnt, vec, s.best);
  for (int i = 0; i < 3; i++) {
    const mjtNum dist = v3_dist(p, v[i]);
    if (nearest >= 0 && dist >= nearest) continue;
    nearest = dist;
    *vertid = face[3 * s.hit + i];
  }
  return s.best;
}
