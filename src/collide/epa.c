// Expanding polytope algorithm (EPA): a polytope inside the Minkowski difference A - B that
// contains the origin grows by support points in the direction of its face nearest to the origin,
// until that face is on the boundary. Faces keep their neighbors across edges. Faces visible from a
// new vertex are removed, and a fan of triangles closes the hole along the horizon. Faces that can
// no longer become the nearest are left out of the list of candidates.
// The order of faces, edges and candidates decides ties and is part of the result.
#include "collide/epa.h"

#include "base/assert.h"
#include "collide/simplex.h"
#include "model/stack.h"

enum {
  START = 5,              // largest number of vertices of the first polytope
  LOCAL_ITERATIONS = 50,  // beyond that the buffers come from the scratch of mjData
  MOST_ITERATIONS = 1000,
};
#define LOCAL_FACES (6 * LOCAL_ITERATIONS)

typedef struct Face_ {
  mjtNum v[3], dist2;  // projection of the origin, its squared distance
  int corner[3];
  int across[3];  // neighbor across the edge from corner i to i+1, and its edge: 4*face + edge
  int slot;       // in the list of candidates, or one of the two below
} Face;
enum { NO_CANDIDATE = -1, REMOVED = -2 };
static const signed char nextEdge[3] = {1, 2, 0}, lastEdge[3] = {2, 0, 1};  // modulo 3

_Static_assert(START == 5, "two ends of a segment and three around it, or a triangle and two tips");

typedef struct Polytope_ {
  Record* vert;
  Face* face;
  mjtNum* candDist2;  // list of candidates: squared distances, faces
  int *cand, *horizon, *todo;
  int nvert, nface, ncand, nhorizon;
  int maxFace;
  mjtNum center[3];
} Polytope;

typedef struct LocalBuffer_ {
  Record vert[START + LOCAL_ITERATIONS];
  Face face[LOCAL_FACES];
  mjtNum candDist2[LOCAL_FACES];
  int cand[LOCAL_FACES], horizon[LOCAL_FACES], todo[LOCAL_FACES + 3];
} LocalBuffer;

// ---- faces

// false if the corners are collinear
static bool setFace(Polytope* p, Face* f, int i, int j, int k) {
  ASSERT_FULL(i < p->nvert && j < p->nvert && k < p->nvert && f < p->face + p->maxFace);
  f->corner[0] = i;
  f->corner[1] = j;
  f->corner[2] = k;
  f->slot = NO_CANDIDATE;
  f->dist2 = 0;
  mjtNum v[3], out[3];
  if (!simplex_project(v, p->vert[k].w, p->vert[j].w, p->vert[i].w)) return false;
  v3_sub(out, p->vert[i].w, p->center);
  const mjtNum sign = v3_dot(v, out) < 0 ? -1 : 1;
  f->dist2 = v3_dot(v, v);
  v3_scl(f->v, v, sign);
  return true;
}

static void addCandidate(Polytope* p, int face) {
  ASSERT_FULL(p->ncand < p->maxFace && p->face[face].slot == NO_CANDIDATE);
  p->face[face].slot = p->ncand;
  p->cand[p->ncand] = face;
  p->candDist2[p->ncand++] = p->face[face].dist2;
}

static void removeFace(Polytope* p, int face) {
  const int slot = p->face[face].slot;
  p->face[face].slot = REMOVED;
  if (slot < 0) return;
  ASSERT_FULL(slot < p->ncand && p->cand[slot] == face);
  const int last = --p->ncand;
  if (slot == last) return;
  p->cand[slot] = p->cand[last];
  p->candDist2[slot] = p->candDist2[last];
  p->face[p->cand[slot]].slot = slot;
}

// index of the nearest candidate in the list, -1: none
static int nearestCandidate(const Polytope* p) {
  const mjtNum* dist2 = p->candDist2;
  int best = -1;
  mjtNum least = GJK_FAR;
  for (int i = 0, n = p->ncand; i < n; i++) {
    if (dist2[i] < least) {  // order: the first on ties
      best = i;
      least = dist2[i];
    }
  }
  return best;
}

// ---- the first polytope

typedef struct StartFaces_ {
  int n;
  signed char corner[6][3], across[6][3];
} StartFaces;

static const StartFaces tetrahedron = {
    4,
    {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {3, 2, 1}},
    {{6, 13, 8}, {10, 14, 0}, {2, 12, 4}, {9, 1, 5}},
};
// two tetrahedra that share a triangle
static const StartFaces onTriangle = {
    6,
    {{3, 0, 1}, {3, 2, 0}, {3, 1, 2}, {4, 1, 0}, {4, 0, 2}, {4, 2, 1}},
    {{6, 13, 8}, {10, 17, 0}, {2, 21, 4}, {22, 1, 16}, {14, 5, 20}, {18, 9, 12}},
};
// the ends of a segment and a triangle around it
static const StartFaces onSegment = {
    6,
    {{0, 2, 3}, {0, 4, 2}, {0, 3, 4}, {1, 3, 2}, {1, 2, 4}, {1, 4, 3}},
    {{6, 13, 8}, {10, 17, 0}, {2, 21, 4}, {22, 1, 16}, {14, 5, 20}, {18, 9, 12}},
};

static void setCenter(Polytope* p, int n) {
  v3_copy(p->center, p->vert[0].w);
  for (int i = 1; i < n; i++) v3_addTo(p->center, p->vert[i].w);
  v3_scl(p->center, p->center, 1.0 / n);
}

// returns the first face that contains the origin, -1 if none does
static int setFaces(Polytope* p, const StartFaces* start) {
  p->nface = start->n;
  for (int i = 0; i < start->n; i++) {
    const signed char* c = start->corner[i];
    Face* f = p->face + i;
    for (int k = 0; k < 3; k++) {
      const int at = f->across[k] = start->across[i][k];
      ASSERT_FULL(start->across[at >> 2][at & 3] == 4 * i + k);  // neighbors refer to each other
    }
    setFace(p, f, c[0], c[1], c[2]);
    if (f->dist2 < mjMINVAL * mjMINVAL) return i;
    addCandidate(p, i);
  }
  return -1;
}

// whether x is inside the triangle (barycentric coordinates)
static bool isInTriangle(const mjtNum x[3], const Record* corner) {
  mjtNum part[3], sum[3] = {0, 0, 0};
  const mjtNum whole = simplex_areas(part, x, corner[0].w, corner[1].w, corner[2].w);
  for (int i = 0; i < 3; i++) {
    const mjtNum weight = part[i] / whole;
    if (weight < 0) return false;
    v3_addToScl(sum, corner[i].w, weight);
  }
  return v3_dist(sum, x) < mjMINVAL;
}

// vertices 0 to 2 are a triangle
static bool startOnTriangle(const ConvexQuery* q, Polytope* p) {
  mjtNum e1[3], e2[3], n[3], back[3];
  v3_sub(e1, p->vert[1].w, p->vert[0].w);
  v3_sub(e2, p->vert[2].w, p->vert[0].w);
  v3_cross(n, e1, e2);
  const mjtNum norm = v3_norm(n);
  if (!(norm >= mjMINVAL)) return false;
  v3_set(n, n[0] / norm, n[1] / norm, n[2] / norm);
  v3_neg(back, n);
  setCenter(p, 3);
  p->nvert = 5;
  p->ncand = 0;
  support_record(q->a, q->b, back, p->vert + 4);
  support_record(q->a, q->b, n, p->vert + 3);
  if (isInTriangle(p->vert[3].w, p->vert) || isInTriangle(p->vert[4].w, p->vert)) return false;
  return setFaces(p, &onTriangle) < 0;
}

// restarts with the corners of a face as the triangle
static bool restartOnFace(const ConvexQuery* q, Polytope* p, int face) {
  const int* c = p->face[face].corner;
  const Record corner[3] = {p->vert[c[0]], p->vert[c[1]], p->vert[c[2]]};
  for (int i = 0; i < 3; i++) p->vert[i] = corner[i];
  return startOnTriangle(q, p);
}

// each vertex is strictly on the same side of the plane of the other three as the origin. The
// corner from which a plane is measured decides contacts as shallow as rounding.
static bool enclosesOrigin(const Record* v) {
  static const int corner[4][4] = {{0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}};
  for (int i = 0; i < 4; i++) {
    const mjtNum* base = v[corner[i][0]].w;
    mjtNum e1[3], e2[3], apex[3], n[3];
    v3_sub(e1, v[corner[i][1]].w, base);
    v3_sub(e2, v[corner[i][2]].w, base);
    v3_sub(apex, v[corner[i][3]].w, base);
    v3_cross(n, e1, e2);
    const mjtNum side = v3_dot(n, apex), origin = -v3_dot(n, base);
    if (!((side > 0 && origin > 0) || (side < 0 && origin < 0))) return false;
  }
  return true;
}

static bool startOnTetrahedron(const ConvexQuery* q, Polytope* p) {
  setCenter(p, 4);
  const int touching = setFaces(p, &tetrahedron);
  if (touching >= 0) return restartOnFace(q, p, touching);
  return enclosesOrigin(p->vert);
}

// rotation by 120 degrees about a unit axis
// order: of the sine only these digits count
static void thirdTurn(mjtNum mat[9], const mjtNum axis[3]) {
  const mjtNum s = 0.86602540378, c = -0.5, x = axis[0], y = axis[1], z = axis[2];
  v3_set(mat, c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s);
  v3_set(mat + 3, y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s);
  v3_set(mat + 6, z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c));
}

// order: three divisions, no reciprocal
LANE_INLINE void divide(mjtNum res[3], const mjtNum vec[3], mjtNum scl) {
  v3_set(res, vec[0] / scl, vec[1] / scl, vec[2] / scl);
}

// whether the three vertices surround the segment
static bool surroundsSegment(const Record* v, const mjtNum delta[3]) {
  mjtNum spoke[3][3], n[3];
  for (int i = 0; i < 3; i++) v3_sub(spoke[i], v[2 + i].w, v[0].w);
  int up = 0, down = 0;
  for (int i = 0; i < 3; i++) {
    v3_cross(n, spoke[(i + 1) % 3], delta);
    const mjtNum det = v3_dot(spoke[i], n);
    up += det >= 0;
    down += det <= 0;
  }
  return up == 3 || down == 3;
}

static bool startOnSegment(const ConvexQuery* q, Polytope* p) {
  mjtNum delta[3], axis[3], turn[9], dir[3][3];
  v3_sub(delta, p->vert[1].w, p->vert[0].w);
  int k = 0;
  for (int i = 1; i < 3; i++) {
    if (lane_abs(delta[i]) < lane_abs(delta[k])) k = i;
  }
  const mjtNum e[3] = {k == 0, k == 1, k == 2};
  v3_cross(dir[0], e, delta);
  divide(axis, delta, v3_norm(delta));
  thirdTurn(turn, axis);
  m3_mulVec(dir[1], turn, dir[0]);
  m3_mulVec(dir[2], turn, dir[1]);
  for (int i = 0; i < 3; i++) {
    divide(dir[i], dir[i], v3_norm(dir[i]));
    support_record(q->a, q->b, dir[i], p->vert + 2 + i);
  }
  p->nvert = 5;
  setCenter(p, 2);
  const int touching = setFaces(p, &onSegment);
  if (touching >= 0) return restartOnFace(q, p, touching);
  return surroundsSegment(p->vert, delta);
}

static bool start(const ConvexQuery* q, Polytope* p, const Record* simplex, int n) {
  ASSERT_FULL(n >= 2 && n <= 4 && p->maxFace >= onSegment.n);
  for (int i = 0; i < n; i++) p->vert[i] = simplex[i];
  p->nvert = n;
  p->ncand = 0;
  if (n == 4) return startOnTetrahedron(q, p);
  return n == 3 ? startOnTriangle(q, p) : startOnSegment(q, p);
}

// ---- growth

// removes `face` and all faces visible from w (flood fill); the edges around them -> horizon. false
// if the buffer is too small.
// order: depth first, of the two other edges of a face the next one before the last one
static bool carve(Polytope* p, int face, const mjtNum w[3]) {
  p->nhorizon = 0;
  removeFace(p, face);
  int n = 0;
  for (int e = 2; e >= 0; e--) p->todo[n++] = p->face[face].across[e];
  while (n > 0) {
    const int at = p->todo[--n], edge = at & 3;
    Face* f = p->face + (at >> 2);
    if (f->slot == REMOVED) continue;
    if (v3_dot(f->v, w) - f->dist2 > mjMINVAL) {
      removeFace(p, at >> 2);
      p->todo[n++] = f->across[lastEdge[edge]];
      p->todo[n++] = f->across[nextEdge[edge]];
      ASSERT_FULL(n <= p->maxFace + 3);
    } else {
      if (p->nhorizon == p->maxFace) return false;
      p->horizon[p->nhorizon++] = at;
    }
  }
  return true;
}

// closes the hole with a fan of triangles around the last vertex; false if a face is degenerate
static bool closeHole(Polytope* p, mjtNum lower2, mjtNum upper2) {
  const int first = p->nface, n = p->nhorizon, apex = p->nvert - 1;
  for (int i = 0; i < n; i++) {
    const int at = p->horizon[i], edge = at & 3;
    Face* old = p->face + (at >> 2);
    Face* f = p->face + first + i;
    ASSERT_FULL(old->slot != REMOVED);
    if (!setFace(p, f, apex, old->corner[nextEdge[edge]], old->corner[edge])) return false;
    f->across[0] = 4 * (first + (i == 0 ? n - 1 : i - 1)) + 2;
    f->across[1] = at;
    f->across[2] = 4 * (first + (i == n - 1 ? 0 : i + 1));
    old->across[edge] = 4 * (first + i) + 1;
    p->nface++;
    if (f->dist2 >= lower2 && f->dist2 <= upper2) addCandidate(p, first + i);
  }
  return true;
}

// odd: repeated vertex of a height field; its prisms have no ids
static bool isRepeated(const Polytope* p) {
  const Record* new = p->vert + p->nvert - 1;
  for (const Record* v = p->vert; v < new; v++) {
    if (v->idA == new->idA && v->idB == new->idB) return true;
  }
  return false;
}

// returns the nearest face at the end of the iteration, -1: failed
static int grow(const ConvexQuery* q, Polytope* p) {
  const mjtNum tolerance = q->isFlat ? mjMINVAL : q->tolerance;
  const int most = q->iterations < MOST_ITERATIONS ? q->iterations : MOST_ITERATIONS;
  mjtNum upper = GJK_FAR;
  int best = -1;
  for (int k = 0; k < most; k++) {
    const int slot = nearestCandidate(p);
    if (slot < 0 || p->candDist2[slot] > upper * upper) return best;
    best = p->cand[slot];
    const Face* f = p->face + best;
    if (!(f->dist2 > 0)) return best;
    const mjtNum lower = lane_sqrt(f->dist2);
    mjtNum dir[3] = {1, 0, 0};
    if (lower > mjMINVAL) divide(dir, f->v, lower);
    ASSERT_FULL(p->nvert < START + most);
    Record* new = p->vert + p->nvert++;
    support_record(q->a, q->b, dir, new);
    const mjtNum reach = v3_dot(f->v, new->w) / lower;
    if (reach < upper) upper = reach;
    if (upper - lower < tolerance) return k == 0 && upper < lower - 1e-10 ? -1 : best;
    if (q->isFlat && isRepeated(p)) return best;
    if (!carve(p, best, new->w)) return best;
    if (p->nhorizon < 3) return -1;
    if (p->nface + p->nhorizon > p->maxFace) return best;
    if (!closeHole(p, lower * lower, upper * upper)) return -1;
    if (p->ncand == 0) return best;
  }
  return best;
}

static void deepestPoints(const Polytope* p, int face, Penetration* res) {
  const Face* f = p->face + face;
  for (int i = 0; i < 3; i++) res->corner[i] = p->vert[f->corner[i]];
  const Record* c = res->corner;
  mjtNum part[3];
  const mjtNum whole = simplex_areas(part, f->v, c[0].w, c[1].w, c[2].w);
  const mjtNum w0 = part[0] / whole, w1 = part[1] / whole, w2 = part[2] / whole;
  for (int i = 0; i < 3; i++) {
    res->xa[i] = w0 * c[0].a[i] + w1 * c[1].a[i] + w2 * c[2].a[i];
    res->xb[i] = w0 * c[0].b[i] + w1 * c[1].b[i] + w2 * c[2].b[i];
  }
  res->depth = lane_sqrt(f->dist2);
}

static EpaStatus runIn(const ConvexQuery* q, Polytope* p, const Record* simplex, int n,
                       Penetration* res) {
  if (!start(q, p, simplex, n)) return EPA_NO_START;
  const int face = grow(q, p);
  if (face < 0) return EPA_FAILED;
  deepestPoints(p, face, res);
  return EPA_FOUND;
}

// uses buffers on the C stack; not inlined into epa_run, so that large problems do not pay for them
static __attribute__((noinline)) EpaStatus runLocal(const ConvexQuery* q, const Record* simplex,
                                                    int n, Penetration* res) {
  LocalBuffer buffer;
  ConvexQuery bounded = *q;
  if (bounded.iterations > LOCAL_ITERATIONS) bounded.iterations = LOCAL_ITERATIONS;
  Polytope p;
  p.vert = buffer.vert;
  p.face = buffer.face;
  p.candDist2 = buffer.candDist2;
  p.cand = buffer.cand;
  p.horizon = buffer.horizon;
  p.todo = buffer.todo;
  p.maxFace = 6 * bounded.iterations;
  return runIn(&bounded, &p, simplex, n, res);
}

static bool takeBuffers(mjData* d, Polytope* p, int iterations) {
  const int nvert = START + (iterations < MOST_ITERATIONS ? iterations : MOST_ITERATIONS);
  p->maxFace = 6 * iterations;
  p->vert = stack_alloc(d, (size_t)nvert * sizeof(Record), sizeof(mjtNum));
  p->face = stack_alloc(d, (size_t)p->maxFace * sizeof(Face), sizeof(mjtNum));
  p->candDist2 = stack_num(d, (size_t)p->maxFace);
  p->cand = stack_int(d, (size_t)p->maxFace);
  p->horizon = stack_int(d, (size_t)p->maxFace);
  p->todo = stack_int(d, (size_t)p->maxFace + 3);
  return p->vert && p->face && p->candDist2 && p->cand && p->horizon && p->todo;
}

EpaStatus epa_run(const ConvexQuery* q, mjData* d, const Record* simplex, int n, Penetration* res) {
  if (q->iterations <= 0) return EPA_FAILED;
  if (q->iterations <= LOCAL_ITERATIONS) return runLocal(q, simplex, n, res);
  Polytope p;
  mj_markStack(d);
  const bool fits = takeBuffers(d, &p, q->iterations);
  const EpaStatus status = fits ? runIn(q, &p, simplex, n, res) : EPA_FAILED;
  mj_freeStack(d);
  return fits ? status : runLocal(q, simplex, n, res);
}
