// Flat polygons of a convex hull, by merging coplanar triangles. Triangles whose normals fall into
// the same bucket of azimuth and polar angle and that are connected by edges form one polygon; its
// boundary is what remains when edges between its own triangles cancel. All steps take linear time
// in the number of triangles. Polygons of one bucket are contiguous, ordered by their first
// triangles; hull_order.c has the order of the buckets.
//   vertices, hull -> loops of vertices, polygons of each vertex, normals
#include <math.h>

#include <sinew/extra.h>

#include "asset/hull_order.h"
#include "base/assert.h"

#define BUCKET 0.01         // radians
#define AT_POLE (1 - 1e-7)  // beyond it the azimuth is numerical noise
#define TINY_NORMAL 1e-14   // twice the area below which three corners have no normal

// Half-edge h = 3*t + k goes from corner k of triangle t to its next corner.
typedef struct {
  const int* face;      // (nface x 3)
  int nface, nvert;     // nvert: of the mesh
  int (*key)[2];        // (nface) bucket of the normal
  bool* flat;           // (nface) too thin to have a normal
  int *outadr, *out;    // (nvert + 1), (3*nface) outgoing half-edges of a vertex
  int* twin;            // (3*nface) opposite half-edge, -1: none
  int* part;            // (nface) first triangle of the connected component, -1: none
  int *partadr, *tri;   // (nface + 1), (nface) triangles of each component
  int* rank;            // (nface) position of the bucket in the order of buckets
  int *rankadr, *list;  // (nface + 1), (nface) end of each rank; components by rank, in order
  int* boundary;        // half-edges on the boundary of the current component
  int* first;           // (nvert) the first of those that starts at a vertex, -1: none
  int* fill;            // (nface) addresses while lists are filled
} Work;

static int nextCorner(int h) { return h % 3 == 2 ? h - 2 : h + 1; }
static int tail(const Work* w, int h) { return w->face[h]; }
static int head(const Work* w, int h) { return w->face[nextCorner(h)]; }

static bool allocate(arena_Arena* arena, Work* w) {
  const size_t nface = (size_t)w->nface, nvert = (size_t)w->nvert;
  w->key = arena_array(arena, nface, sizeof *w->key);
  w->flat = arena_array(arena, nface, sizeof *w->flat);
  w->outadr = arena_array(arena, nvert + 1, sizeof *w->outadr);
  w->out = arena_array(arena, 3 * nface, sizeof *w->out);
  w->twin = arena_array(arena, 3 * nface, sizeof *w->twin);
  w->part = arena_array(arena, nface, sizeof *w->part);
  w->partadr = arena_array(arena, nface + 1, sizeof *w->partadr);
  w->tri = arena_array(arena, nface, sizeof *w->tri);
  w->rank = arena_array(arena, nface, sizeof *w->rank);
  w->rankadr = arena_array(arena, nface + 1, sizeof *w->rankadr);
  w->list = arena_array(arena, nface, sizeof *w->list);
  w->boundary = arena_array(arena, 3 * nface, sizeof *w->boundary);
  w->first = arena_array(arena, nvert, sizeof *w->first);
  w->fill = arena_array(arena, nface, sizeof *w->fill);
  return w->key && w->flat && w->outadr && w->out && w->twin && w->part && w->partadr && w->tri &&
         w->rank && w->rankadr && w->list && w->boundary && w->first && w->fill;
}

// ---- buckets

// length of the normal of the triangle p0 p1 p2
static double faceNormal(double n[3], const double* p0, const double* p1, const double* p2) {
  double a[3], b[3];
  for (int k = 0; k < 3; k++) a[k] = p1[k] - p0[k], b[k] = p2[k] - p0[k];
  n[0] = a[1] * b[2] - a[2] * b[1];
  n[1] = a[2] * b[0] - a[0] * b[2];
  n[2] = a[0] * b[1] - a[1] * b[0];
  return sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

// nearest integer, halves away from zero
static int nearest(double x) {
  const double whole = trunc(x);
  return (int)whole + (fabs(x - whole) >= 0.5 ? (x < 0 ? -1 : 1) : 0);
}

static void findBuckets(Work* w, const double* vert) {
  for (int t = 0; t < w->nface; t++) {
    const int* f = w->face + 3 * t;
    double n[3];
    const double len = faceNormal(n, vert + 3 * f[0], vert + 3 * f[1], vert + 3 * f[2]);
    w->flat[t] = !(len >= mjMINVAL);
    if (w->flat[t]) continue;
    // + 0.0: the azimuth of -x is +pi even if y is a negative zero
    for (int k = 0; k < 3; k++) n[k] = n[k] / len + 0.0;
    if (fabs(n[2]) > AT_POLE) {
      w->key[t][0] = 0;
      w->key[t][1] = n[2] < 0 ? nearest(mjPI / BUCKET) : 0;
    } else {
      w->key[t][0] = nearest(sn_atan2(n[1], n[0]) / BUCKET);
      w->key[t][1] = nearest(sn_acos(n[2]) / BUCKET);
    }
  }
}

// ---- components

static void findLeaving(Work* w) {
  for (int h = 0; h < 3 * w->nface; h++) w->outadr[tail(w, h) + 1]++;
  for (int v = 0; v < w->nvert; v++) w->outadr[v + 1] += w->outadr[v];
  ASSERT(w->outadr[w->nvert] == 3 * w->nface);
  for (int v = 0; v < w->nvert; v++) w->first[v] = w->outadr[v];
  for (int h = 0; h < 3 * w->nface; h++) w->out[w->first[tail(w, h)]++] = h;
}

static int degree(const Work* w, int v) { return w->outadr[v + 1] - w->outadr[v]; }

// the half-edge from `from` to `to`, searched among the triangles of the end with fewer
static int findEdge(const Work* w, int from, int to) {
  const bool atFrom = degree(w, from) <= degree(w, to);
  const int v = atFrom ? from : to;
  for (int i = w->outadr[v]; i < w->outadr[v + 1]; i++) {
    const int leaving = w->out[i], arriving = nextCorner(nextCorner(leaving));
    if (atFrom && head(w, leaving) == to) return leaving;
    if (!atFrom && tail(w, arriving) == from) return arriving;
  }
  return -1;
}

static bool samePolygon(const Work* w, int t, int u) {
  return !w->flat[t] && !w->flat[u] && w->key[t][0] == w->key[u][0] && w->key[t][1] == w->key[u][1];
}

// twins within polygons only; other half-edges are boundary
static void findTwins(Work* w) {
  for (int h = 0; h < 3 * w->nface; h++) {
    const int other = findEdge(w, head(w, h), tail(w, h));
    w->twin[h] = other >= 0 && samePolygon(w, h / 3, other / 3) ? other : -1;
  }
}

// flood fill from each triangle without a component; `tri` is the stack
static void findParts(Work* w) {
  for (int t = 0; t < w->nface; t++) w->part[t] = -1;
  for (int t = 0; t < w->nface; t++) {
    if (w->flat[t] || w->part[t] >= 0) continue;
    int n = 0;
    w->tri[n++] = t;
    w->part[t] = t;
    while (n) {
      const int u = w->tri[--n];
      for (int h = 3 * u; h < 3 * u + 3; h++) {
        const int other = w->twin[h] < 0 ? -1 : w->twin[h] / 3;
        if (other < 0 || w->part[other] >= 0) continue;
        w->part[other] = t;
        w->tri[n++] = other;
      }
    }
  }
}

// triangles by component, increasing
static void sortParts(Work* w) {
  for (int t = 0; t < w->nface; t++) {
    if (w->part[t] >= 0) w->partadr[w->part[t] + 1]++;
  }
  for (int t = 0; t < w->nface; t++) w->partadr[t + 1] += w->partadr[t];
  ASSERT(w->partadr[w->nface] <= w->nface);
  for (int t = 0; t < w->nface; t++) w->fill[t] = w->partadr[t];
  for (int t = 0; t < w->nface; t++) {
    if (w->part[t] >= 0) w->tri[w->fill[w->part[t]]++] = t;
  }
}

// order: components by the rank of their bucket, then by first triangle
static int listParts(Work* w) {
  int n = 0;
  for (int t = 0; t < w->nface; t++) {
    if (w->part[t] == t) w->rankadr[w->rank[t] + 1]++;
  }
  for (int t = 0; t < w->nface; t++) w->rankadr[t + 1] += w->rankadr[t];
  for (int t = 0; t < w->nface; t++) {
    if (w->part[t] == t) w->list[w->rankadr[w->rank[t]]++] = t, n++;
  }
  ASSERT(n == w->rankadr[w->nface]);
  return n;
}

// ---- loops

// boundary of a component in the order of its triangles, and its first half-edge at each vertex
static int findBoundary(Work* w, int part) {
  int n = 0;
  for (int i = w->partadr[part]; i < w->partadr[part + 1]; i++) {
    for (int h = 3 * w->tri[i]; h < 3 * w->tri[i] + 3; h++) {
      if (w->twin[h] < 0) w->boundary[n++] = h;
    }
  }
  for (int i = n - 1; i >= 0; i--) w->first[tail(w, w->boundary[i])] = w->boundary[i];
  return n;
}

// is there no other component with the same key?
static bool isAlone(const Work* w, int part) {
  const int rank = w->rank[part], first = rank ? w->rankadr[rank - 1] : 0;
  return w->rankadr[rank] - first == 1;
}

// Traces the loop that begins with the first boundary edge and always takes the first edge that
// leaves a vertex. Returns its number of vertices, 0 if it does not close (possible for a pinched
// boundary). The three edges of a lone component are listed instead of followed, so its loop may
// run backwards, with an inward normal.
// odd: lone triangle of a hull
static int traceLoop(Work* w, int part, int n, int* loop) {
  if (n < 3) return 0;
  if (n == 3 && isAlone(w, part)) {
    for (int i = 0; i < 3; i++) loop[i] = tail(w, w->boundary[i]);
    return 3;
  }
  const int start = tail(w, w->boundary[0]);
  int len = 0;
  for (int v = start; len == 0 || v != start;) {
    const int h = w->first[v];
    if (h < 0 || len == n) return 0;
    loop[len++] = v;
    v = head(w, h);
  }
  return len < 3 ? 0 : len;
}

static void addLoops(Work* w, hull_Polygons* poly) {
  for (int v = 0; v < w->nvert; v++) w->first[v] = -1;
  const int npart = listParts(w);
  for (int i = 0; i < npart; i++) {
    const int n = findBoundary(w, w->list[i]);
    const int len = traceLoop(w, w->list[i], n, poly->vert + poly->npolyvert);
    for (int k = 0; k < n; k++) w->first[tail(w, w->boundary[k])] = -1;
    if (!len) continue;
    poly->vertadr[poly->npoly] = poly->npolyvert;
    poly->vertnum[poly->npoly++] = len;
    poly->npolyvert += len;
    if (len > poly->mostvert) poly->mostvert = len;
  }
  ASSERT(poly->npoly <= w->nface && poly->npolyvert <= 3 * w->nface);
}

// ---- polygons of vertices

static void fillMap(hull_Polygons* poly, int nvert) {
  poly->npolymap = poly->npolyvert;
  for (int i = 0; i < poly->npolyvert; i++) poly->mapnum[poly->vert[i]]++;
  int adr = 0;
  for (int v = 0; v < nvert; v++) {
    poly->mapadr[v] = adr;
    adr += poly->mapnum[v];
    if (poly->mapnum[v] > poly->mostmap) poly->mostmap = poly->mapnum[v];
    poly->mapnum[v] = 0;
  }
  ASSERT(adr == poly->npolymap);
  for (int p = 0; p < poly->npoly; p++) {
    for (int i = poly->vertadr[p]; i < poly->vertadr[p] + poly->vertnum[p]; i++) {
      const int v = poly->vert[i];
      poly->map[poly->mapadr[v] + poly->mapnum[v]++] = p;
    }
  }
}

bool hull_makePolygons(arena_Arena* arena, const double* vert, int nvert, const hull_Hull* hull,
                       hull_Polygons* poly) {
  const size_t nface = (size_t)hull->nface;
  *poly = (hull_Polygons){0};
  poly->vertadr = arena_array(arena, nface, sizeof *poly->vertadr);
  poly->vertnum = arena_array(arena, nface, sizeof *poly->vertnum);
  poly->vert = arena_array(arena, 3 * nface, sizeof *poly->vert);
  poly->mapadr = arena_array(arena, (size_t)nvert, sizeof *poly->mapadr);
  poly->mapnum = arena_array(arena, (size_t)nvert, sizeof *poly->mapnum);
  poly->map = arena_array(arena, 3 * nface, sizeof *poly->map);
  if (!poly->vertadr || !poly->vertnum || !poly->vert || !poly->mapadr || !poly->mapnum ||
      !poly->map) {
    return false;
  }
  Work w = {.face = hull->face, .nface = hull->nface, .nvert = nvert};
  if (!allocate(arena, &w)) return false;
  findBuckets(&w, vert);
  if (!hull_rankKeys(arena, w.nface, (const int(*)[2])w.key, w.flat, w.rank)) return false;
  findLeaving(&w);
  findTwins(&w);
  findParts(&w);
  sortParts(&w);
  addLoops(&w, poly);
  fillMap(poly, nvert);
  return true;
}

void hull_polygonNormals(const hull_Polygons* poly, const double* vert, double* normal) {
  for (int p = 0; p < poly->npoly; p++) {
    const int* loop = poly->vert + poly->vertadr[p];
    double* n = normal + 3 * p;
    const double len = faceNormal(n, vert + 3 * loop[0], vert + 3 * loop[1], vert + 3 * loop[2]);
    if (len < TINY_NORMAL) {
      n[0] = 1, n[1] = n[2] = 0;
    } else {
      for (int k = 0; k < 3; k++) n[k] /= len;
    }
  }
}
