// Contacts of signed distance fields (SDF). Two shapes A, B: from points of a Halton sequence in
// the common bounding box, gradient descent on A + B + |max(A,B)|, whose minima are where the
// shapes overlap most, then one step on max(A,B), the penetration depth (contact search as in
// Macklin et al. 2020). A mesh: the deepest point of each of its triangles by Frank and Wolfe's
// method, which needs only the corner that is farthest along the gradient.
//   geom_xpos, geom_xmat, distances -> con
#include <math.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "collide/collide.h"
#include "collide/sdf_face.h"

// ---- descent

static const mjtNum FARTHEST = 1e10, LEAST_STEP = 1e-4, SUFFICIENT = 0.1;

static bool isUsable(const mjtNum g[3]) {
  for (int k = 0; k < 3; k++) {
    if (!(fabs(g[k]) <= FARTHEST)) return false;
  }
  return true;
}

// gradient descent with backtracking line search: each step is halved until the value falls enough
// (Armijo); stops when it rises. Moves x; returns the last value
static mjtNum descend(const sdf_Pair* p, int type, int nstep, mjtNum x[3]) {
  mjtNum value = 0;
  for (int i = 0; i < nstep; i++) {
    mjtNum g[3], from[3], scl = 1;
    sdf_pairGradient(p, type, g, x);
    if (!isUsable(g)) return FARTHEST;
    const mjtNum slope = v3_dot(g, g), before = sdf_pairValue(p, type, x);
    v3_copy(from, x);
    for (;; scl /= 2) {
      v3_addScl(x, from, g, -scl);
      value = sdf_pairValue(p, type, x);
      if (!(scl > LEAST_STEP && value - before > -SUFFICIENT * scl * slope)) break;
    }
    if (before < value) return value;
  }
  return value;
}

// ---- two shapes

// intersection of the bounding boxes, in the frame of the first geom; false if it is empty
static bool commonBox(const mjModel* m, const mjData* d, int g1, int g2, mjtNum lo[3],
                      mjtNum hi[3]) {
  const mjtNum *box1 = m->geom_aabb + 6 * g1, *box2 = m->geom_aabb + 6 * g2;
  v3_set(lo, mjMAXVAL, mjMAXVAL, mjMAXVAL);
  v3_set(hi, -mjMAXVAL, -mjMAXVAL, -mjMAXVAL);
  for (int i = 0; i < 8; i++) {
    mjtNum at[3], p[3];
    for (int k = 0; k < 3; k++) at[k] = box2[k] + ((i >> k & 1) ? box2[3 + k] : -box2[3 + k]);
    sdf_toOther(p, d, g2, g1, at);
    for (int k = 0; k < 3; k++) {
      if (p[k] < lo[k]) lo[k] = p[k];
      if (p[k] > hi[k]) hi[k] = p[k];
    }
  }
  for (int k = 0; k < 3; k++) {
    if (box1[k] - box1[3 + k] > lo[k]) lo[k] = box1[k] - box1[3 + k];
    if (box1[k] + box1[3 + k] < hi[k]) hi[k] = box1[k] + box1[3 + k];
    if (!(lo[k] <= hi[k])) return false;
  }
  return true;
}

static bool setPair(sdf_Pair* p, const mjModel* m, const mjData* d, int g1, int g2, mjtNum pos[3],
                    mjtNum mat[9]) {
  mjtNum x[3];
  v3_sub(x, d->geom_xpos + 3 * g2, d->geom_xpos + 3 * g1);
  m3_mulTVec(pos, d->geom_xmat + 9 * g1, x);
  m3_Tmul(mat, d->geom_xmat + 9 * g1, d->geom_xmat + 9 * g2);
  p->pos = pos;
  p->mat = mat;
  return sdf_ofGeom(&p->first, m, d, g2) && sdf_ofGeom(&p->second, m, d, g1);
}

int collide_sdfPair(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2, mjtNum margin) {
  (void)margin;  // odd: margin of a field
  sdf_Pair p;
  mjtNum lo[3], hi[3], pos[3], mat[9], found[mjMAXCONPAIR][3];
  if (!setPair(&p, m, d, g1, g2, pos, mat) || !commonBox(m, d, g1, g2, lo, hi)) return 0;
  int n = 0;
  // odd: starting points of a field
  for (int i = 0; i < m->opt.sdf_initpoints && n < mjMAXCONPAIR; i++) {
    mjtNum start[3], x[3], normal[3];
    for (int k = 0; k < 3; k++) {
      static const int base[3] = {2, 3, 5};
      start[k] = lo[k] + (hi[k] - lo[k]) * mju_Halton(i, base[k]);
    }
    sdf_toOther(x, d, g1, g2, start);
    descend(&p, mjSDFTYPE_COLLISION, m->opt.sdf_iterations, x);
    const mjtNum dist = descend(&p, mjSDFTYPE_INTERSECTION, 1, x);
    if (!(dist <= 0) || sdf_isKnown((const mjtNum(*)[3])found, n, x)) continue;
    sdf_pairGradient(&p, mjSDFTYPE_MIDSURFACE, normal, x);
    v3_copy(found[n], x);
    n += sdf_putPoint(con + n, d, g2, x, normal, -1, dist);
  }
  return n;
}

// ---- a mesh

enum { MOST_OPEN = 64 };  // nodes of the hierarchy (BVH) on the traversal stack

typedef struct {
  const mjModel* m;
  const mjData* d;
  int mesh, g1, g2;
  sdf_Shape shape;
  sdf_Points points;
} Walk;

static void tryFace(Walk* w, int face) {
  const mjModel* m = w->m;
  const int* corner = m->mesh_face + 3 * ((size_t)m->mesh_faceadr[w->mesh] + (size_t)face);
  const float* vert = m->mesh_vert + 3 * (size_t)m->mesh_vertadr[w->mesh];
  mjtNum c[3][3];
  for (int i = 0; i < 3; i++) {
    const float* v = vert + 3 * (size_t)corner[i];
    sdf_toOther(c[i], w->d, w->g1, w->g2, (mjtNum[3]){v[0], v[1], v[2]});
  }
  sdf_searchFace(&w->shape, &m->opt, (const mjtNum(*)[3])c, &w->points);
}

// whether the bounding sphere of a box reaches the surface
static bool reaches(const Walk* w, const mjtNum box[6]) {
  mjtNum x[3];
  sdf_toOther(x, w->d, w->g1, w->g2, box);
  return sdf_distance(&w->shape, x) < v3_norm(box + 3);
}

// order: the second child of a node first
static void walkTree(Walk* w) {
  const mjModel* m = w->m;
  const int root = m->mesh_bvhadr[w->mesh], nnode = m->mesh_bvhnum[w->mesh];
  int open[MOST_OPEN], nopen = 1;
  open[0] = 0;
  while (nopen && w->points.n < mjMAXCONPAIR) {
    const int node = root + open[--nopen];
    if (!reaches(w, m->bvh_aabb + 6 * (size_t)node)) continue;
    if (m->bvh_nodeid[node] >= 0) {
      tryFace(w, m->bvh_nodeid[node]);
      continue;
    }
    for (int k = 0; k < 2; k++) {
      const int child = m->bvh_child[2 * (size_t)node + (size_t)k];
      if (child > 0 && child < nnode && nopen < MOST_OPEN) open[nopen++] = child;
    }
  }
}

int collide_sdfMesh(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2, mjtNum margin) {
  (void)margin;  // odd: margin of a field
  Walk w = {.m = m, .d = d, .mesh = m->geom_dataid[g1], .g1 = g1, .g2 = g2};
  if (w.mesh < 0 || m->mesh_bvhnum[w.mesh] <= 0 || !sdf_ofGeom(&w.shape, m, d, g2)) return 0;
  walkTree(&w);
  int n = 0;
  for (int i = 0; i < w.points.n; i++) {
    const mjtNum* x = w.points.x[i];
    if (sdf_isKnown((const mjtNum(*)[3])w.points.x, i, x)) continue;
    mjtNum normal[3];
    sdf_gradient(&w.shape, normal, x);
    n += sdf_putPoint(con + n, d, g2, x, normal, -1, w.points.dist[i]);
  }
  return n;
}
