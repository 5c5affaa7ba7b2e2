// GJK: the point x of the Minkowski difference A - B nearest to the origin is improved by the
// support point in the opposite direction; simplices are reduced by signed volumes. If only overlap
// is queried, the first tetrahedron starts a walk (as in Montaut et al. 2022) that ends with the
// origin enclosed or with a separating plane. Comparisons that decide ties are part of the result.
#include "collide/gjk.h"

#include "base/assert.h"
#include "collide/simplex.h"
#include "math/four.h"

enum { UNDECIDED, INSIDE, OUTSIDE };

// ---- walk over tetrahedra

// faces of a tetrahedron, face i opposite to slot i
typedef struct TetFaces_ {
  four_Vec normal;
  four_Double offset;  // of the planes along their normals
} TetFaces;

// order: corners of the faces are (2,1,3), (0,2,3), (1,0,3), (0,1,2)
static inline TetFaces tetFaces(Record* const slot[4]) {
  const four_Vec at = four_load3(slot[0]->w, slot[1]->w, slot[2]->w, slot[3]->w);
#define CORNERS(i0, i1, i2, i3)                                                                    \
  (four_Vec) {                                                                                     \
    FOUR_PERMUTE(at.x, i0, i1, i2, i3), FOUR_PERMUTE(at.y, i0, i1, i2, i3),                        \
        FOUR_PERMUTE(at.z, i0, i1, i2, i3)                                                         \
  }
  const four_Vec u = CORNERS(2, 0, 1, 0), v = CORNERS(1, 2, 0, 1), w = CORNERS(3, 3, 3, 2);
#undef CORNERS
  const four_Vec normal = four_cross3(four_sub3(w, u), four_sub3(v, u));
  const four_Double nn = four_dot3(normal, normal);
  const four_Mask hasPlane = (nn > mjMINVAL * mjMINVAL) & (nn < 1e20);
  TetFaces f;
  f.normal = four_scl3(normal, 1 / four_sqrt(nn));
  f.offset = four_select(hasPlane, four_dot3(f.normal, u), four_bc(GJK_FAR));
  return f;
}

// moves the tetrahedron until it contains the origin; *step counts records
static int walkTetrahedra(const ConvexQuery* q, Record* slot[4], int* step, mjtNum above[3]) {
  while (*step < q->iterations) {
    const TetFaces face = tetFaces(slot);
    if (four_any(face.offset == 0)) return UNDECIDED;
    mjtNum offset[4], x[4], y[4], z[4];
    four_store(offset, face.offset);
    // order: ties fall to the later face
    const int i = offset[0] < offset[1] ? 0 : 1;
    const int j = offset[2] < offset[3] ? 2 : 3;
    const int k = offset[i] < offset[j] ? i : j;
    if (offset[k] > 0) return INSIDE;
    four_store(x, face.normal.x);
    four_store(y, face.normal.y);
    four_store(z, face.normal.z);
    const mjtNum normal[3] = {x[k], y[k], z[k]};
    support_record(q->a, q->b, normal, slot[k]);
    if (v3_dot(normal, slot[k]->w) < 0) {
      v3_neg(above, normal);
      return OUTSIDE;
    }
    Record** one = slot + ((k + 1) & 3);
    Record** two = slot + ((k + 2) & 3);
    Record* hold = *one;
    *one = *two;
    *two = hold;
    ++*step;
  }
  return UNDECIDED;
}

// runs the walk on a copy of the simplex, which replaces the simplex if it ends inside
static int findOverlap(const ConvexQuery* q, Gjk* g, int* step) {
  Record copy[4];
  Record* slot[4];
  for (int i = 0; i < 4; i++) {
    copy[i] = g->vert[i];
    slot[i] = copy + i;
  }
  const int found = walkTetrahedra(q, slot, step, g->above);
  if (found == INSIDE) {
    for (int i = 0; i < 4; i++) g->vert[i] = *slot[i];
  }
  return found;
}

// ---- the iteration

// removes vertices without weight; x = the nearest point
static void reduceSimplex(Gjk* g, mjtNum x[3]) {
  const mjtNum* const point[4] = {g->vert[0].w, g->vert[1].w, g->vert[2].w, g->vert[3].w};
  mjtNum weight[4];
  simplex_nearest(point, g->n, weight);
  int n = 0;
  for (int i = 0; i < g->n; i++) {
    if (weight[i] == 0) continue;
    if (n != i) g->vert[n] = g->vert[i];
    g->weight[n++] = weight[i];
  }
  ASSERT_FULL(n >= 1);
  g->n = n;
  // order: sums begin with vertex 0
  v3_scl(x, g->vert[0].w, g->weight[0]);
  for (int i = 1; i < n; i++) v3_addToScl(x, g->vert[i].w, g->weight[i]);
}

static void setFar(Gjk* g) {
  g->isSeparated = true;
  g->n = 0;
  g->dist = GJK_FAR;
}

static void nearestPoints(Gjk* g) {
  v3_scl(g->xa, g->vert[0].a, g->weight[0]);
  v3_scl(g->xb, g->vert[0].b, g->weight[0]);
  for (int i = 1; i < g->n; i++) {
    v3_addToScl(g->xa, g->vert[i].a, g->weight[i]);
    v3_addToScl(g->xb, g->vert[i].b, g->weight[i]);
  }
}

// whether the support point opposite to x proves separation (by more than the cutoff)
static bool provesFar(const ConvexQuery* q, const mjtNum x[3], const mjtNum w[3], mjtNum norm) {
  const mjtNum xw = v3_dot(x, w);
  if (!(xw > 0)) return false;
  return !(q->cutoff > 0) || xw * xw >= (q->cutoff * q->cutoff) * (norm * norm);
}

// one more record shows whether the plane through the nearest point separates the objects
static void finish(const ConvexQuery* q, Gjk* g, const mjtNum x[3], mjtNum norm) {
  if (g->n > 0) nearestPoints(g);
  if (norm > 0) {
    Record extra;
    mjtNum dir[3];
    v3_scl(dir, x, -1 / norm);
    support_record(q->a, q->b, dir, &extra);
    g->isSeparated = v3_dot(x, extra.w) > 0;
  }
  g->dist = g->n == 4 && !g->isSeparated ? 0 : norm;
}

void gjk_run(const ConvexQuery* q, Gjk* g) {
  const mjtNum slack = q->isFlat ? 0 : 0.5 * (q->tolerance * q->tolerance);
  const mjtNum least = q->isFlat ? mjMINVAL : q->tolerance;
  const bool isContact = !(q->cutoff > 0);
  bool walked = false;
  mjtNum x[3], before = 0;
  v3_sub(x, q->a->center, q->b->center);
  mjtNum norm = v3_norm(x);
  g->n = 0;
  g->isSeparated = g->isCut = false;
  g->hasPoints = true;
  v3_copy(g->xa, q->a->center);
  v3_copy(g->xb, q->b->center);
  int k = 0;
  for (; k < q->iterations; k++) {
    // odd: coincident centres; no simplex has begun then
    if (norm < least || lane_abs(before - norm) < mjMINVAL) break;
    ASSERT_FULL(g->n < 4);
    Record* new = g->vert + g->n;
    mjtNum dir[3], gap[3];
    v3_scl(dir, x, -1 / norm);
    support_record(q->a, q->b, dir, new);
    v3_sub(gap, x, new->w);
    if (v3_dot(x, gap) < slack) break;
    if (provesFar(q, x, new->w, norm)) {
      v3_neg(g->above, dir);
      setFar(g);
      return;
    }
    g->n++;
    if (isContact && g->n == 4 && !walked) {
      walked = true;
      const int found = findOverlap(q, g, &k);
      if (found == INSIDE) {
        g->dist = 0;
        g->hasPoints = false;
        return;
      }
      if (found == OUTSIDE) {
        setFar(g);
        return;
      }
    }
    reduceSimplex(g, x);
    before = norm;
    norm = v3_norm(x);
    if (g->n == 4) break;
  }
  g->isCut = k >= q->iterations;
  finish(q, g, x, norm);
}
