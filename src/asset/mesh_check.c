// Mesh validation: checks the arrays before processing, and whether the surface is closed
// (watertight) with consistent winding, which means that every edge is used once in each direction.
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <sinew/types.h>

#include "asset/mesh.h"
#include "base/text.h"

bool mesh_fail(mesh_Fault* fault, const char* format, ...) {
  if (*fault->text || fault->noMemory) return false;
  va_list args;
  va_start(args, format);
  text_printArgs(fault->text, sizeof fault->text, format, args);
  va_end(args);
  return false;
}

bool mesh_noMemory(mesh_Fault* fault) {
  fault->noMemory = true;
  return false;
}

// ---- numeric values

static bool checkFinite(const float* x, int n, const char* what, int width, mesh_Fault* fault) {
  const size_t total = (size_t)n * (size_t)width;
  for (size_t i = 0; i < total; i++) {
    if (isfinite(x[i])) continue;
    return mesh_fail(fault, "%s %zu (counted from 0) has a coordinate that is not a finite number",
                     what, i / (size_t)width);
  }
  return true;
}

static bool checkIndices(const int* index, int nface, int least, int n, const char* what,
                         mesh_Fault* fault) {
  const size_t total = index ? 3 * (size_t)nface : 0;
  for (size_t i = 0; i < total; i++) {
    if (index[i] >= least && index[i] < n) continue;
    return mesh_fail(fault, "face %zu (counted from 0) has %s %d; there are 0 to %d", i / 3, what,
                     index[i], n - 1);
  }
  return true;
}

bool mesh_check(const mesh_Data* mesh, mesh_Fault* fault) {
  if (mesh->nvert < 4) {
    return mesh_fail(fault, "it has %d vertices; a mesh needs 4 or more, not all in one plane",
                     mesh->nvert);
  }
  return checkFinite(mesh->vert, mesh->nvert, "vertex", 3, fault) &&
         checkFinite(mesh->normal, mesh->nnormal, "normal", 3, fault) &&
         checkFinite(mesh->texcoord, mesh->ntexcoord, "texture coordinate", 2, fault) &&
         checkIndices(mesh->face, mesh->nface, 0, mesh->nvert, "vertex", fault) &&
         checkIndices(mesh->facenormal, mesh->nface, -1, mesh->nnormal, "normal", fault) &&
         checkIndices(mesh->facetexcoord, mesh->nface, -1, mesh->ntexcoord, "texture coordinate",
                      fault);
}

// ---- edges

typedef struct {
  int from, to;  // both 0: empty slot
} Edge;

// hash table of directed edges
typedef struct {
  Edge* slot;
  uint32_t mask;
} Edges;

static Edge* findEdge(const Edges* edges, int from, int to) {
  const uint64_t h = ((uint64_t)(uint32_t)from << 32 | (uint32_t)to) * 0x9e3779b97f4a7c15ull;
  for (uint32_t at = (uint32_t)(h >> 32) & edges->mask;; at = (at + 1) & edges->mask) {
    Edge* e = &edges->slot[at];
    if ((e->from == from && e->to == to) || (!e->from && !e->to)) return e;
  }
}

void mesh_cross(const double* x, const int* face, double n[3]) {
  const double *a = x + 3 * (size_t)face[0], *b = x + 3 * (size_t)face[1],
               *c = x + 3 * (size_t)face[2];
  const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]},
               v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  n[0] = u[1] * v[2] - u[2] * v[1];
  n[1] = u[2] * v[0] - u[0] * v[2];
  n[2] = u[0] * v[1] - u[1] * v[0];
}

static double length(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

// smaller triangles are ignored
static bool isLarge(const double* x, const int* face) {
  double n[3];
  mesh_cross(x, face, n);
  return 0.5 * length(n) > sqrt(mjMINVAL);
}

// Area of the holes, as a fraction of the surface area: area vectors sum to zero over a closed
// surface, and to minus those of the missing faces over an open one.
static double openShare(const double* x, const int* face, int nface) {
  double sum[3] = {0, 0, 0}, total = 0;
  for (int i = 0; i < nface; i++) {
    double n[3];
    mesh_cross(x, face + 3 * (size_t)i, n);
    for (int k = 0; k < 3; k++) sum[k] += n[k];
    total += length(n);
  }
  return total > 0 ? length(sum) / total : 0;
}

static bool isBefore(int from, int to, const int edge[2]) {
  return edge[0] < 0 || from < edge[0] || (from == edge[0] && to < edge[1]);
}

bool mesh_checkEdges(const double* x, const int* face, int nface, mesh_Hole* hole,
                     mesh_Fault* fault) {
  arena_Arena scratch = arena_make(0);
  uint32_t n = 16;
  while (n < 6 * (uint64_t)nface) n *= 2;
  const Edges edges = {arena_array(&scratch, n, sizeof(Edge)), n - 1};
  int twice[2] = {-1, -1};
  for (size_t i = 0; i < 3 * (size_t)nface && edges.slot; i++) {
    const int *corner = face + i / 3 * 3, from = face[i], to = corner[(i + 1) % 3];
    if (from == to || !isLarge(x, corner)) continue;
    Edge* e = findEdge(&edges, from, to);
    if ((e->from || e->to) && isBefore(from, to, twice)) twice[0] = from, twice[1] = to;
    *e = (Edge){from, to};
  }
  *hole = (mesh_Hole){.edge = {-1, -1}};
  for (uint32_t i = 0; i < n && edges.slot; i++) {
    const Edge* e = &edges.slot[i];
    if (!e->from && !e->to) continue;
    const Edge* back = findEdge(&edges, e->to, e->from);
    if (!back->from && !back->to && isBefore(e->from, e->to, hole->edge))
      hole->edge[0] = e->from, hole->edge[1] = e->to;
  }
  if (hole->edge[0] >= 0) hole->share = openShare(x, face, nface);
  const bool ok = edges.slot != NULL;
  arena_free(&scratch);
  if (!ok) return mesh_noMemory(fault);
  if (twice[0] < 0) return true;
  return mesh_fail(fault,
                   "its faces turn different ways: two of them go from vertex %d to vertex %d "
                   "(counted from 0). An exact inertia needs a closed surface with all faces "
                   "counter-clockwise seen from outside; repair it, or use inertia=\"legacy\" or "
                   "\"convex\"",
                   twice[0], twice[1]);
}
