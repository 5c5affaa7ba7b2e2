// Convex hull of a mesh with the Qhull library: C. B. Barber, D. P. Dobkin and H. Huhdanpaa, "The
// quickhull algorithm for convex hulls" (1996). Qhull's order of vertices, neighbors and triangles
// is part of the result, because it breaks ties between support points.
//   vertices -> hull_Hull (extracted by hull_graph.c)
// Qhull aborts a computation with longjmp, or with exit() if nobody called setjmp, so every call
// that can fail runs below a setjmp of ours or of Qhull. It writes messages to a stream, which here
// is a memory buffer. Inputs that Qhull cannot handle are rejected before the call.
#include "asset/hull.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "asset/hull_graph.h"
#include "base/assert.h"

#define DIM 3
#define FEWEST_VERTICES 4

// ---- degenerate and invalid inputs

static void subtract(double res[3], const double a[3], const double b[3]) {
  for (int k = 0; k < 3; k++) res[k] = a[k] - b[k];
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(double res[3], const double a[3], const double b[3]) {
  res[0] = a[1] * b[2] - a[2] * b[1];
  res[1] = a[2] * b[0] - a[0] * b[2];
  res[2] = a[0] * b[1] - a[1] * b[0];
}

static double length(const double a[3]) { return sqrt(dot(a, a)); }

static bool allFinite(const double* vert, int nvert) {
  for (size_t i = 0; i < 3 * (size_t)nvert; i++) {
    if (!(fabs(vert[i]) <= FLT_MAX)) return false;
  }
  return true;
}

// whether the vertices span 3D space: finds a second point, then one off their line, then one off
// the plane
static hull_Status checkSpan(const double* vert, int nvert) {
  ASSERT(nvert >= FEWEST_VERTICES);
  double edge[3], side[3], normal[3];
  int i = 1;
  for (; i < nvert; i++) {
    subtract(edge, vert + 3 * i, vert);
    if (length(edge) > mjMINVAL) break;
  }
  if (i == nvert) return HULL_COLOCATED;
  const double reach = length(edge);
  for (i++; i < nvert; i++) {
    subtract(side, vert + 3 * i, vert);
    cross(normal, edge, side);
    if (length(normal) > mjMINVAL * reach * length(side)) break;
  }
  if (i >= nvert) return HULL_COLLINEAR;
  const double scale = 1 / length(normal);
  for (i++; i < nvert; i++) {
    subtract(side, vert + 3 * i, vert);
    if (fabs(dot(normal, side) * scale) > mjMINVAL * reach) return HULL_OK;
  }
  return HULL_COPLANAR;
}

static hull_Status check(const double* vert, int nvert) {
  if (nvert < FEWEST_VERTICES) return HULL_FEW;
  if (nvert > HULL_MOST_VERTICES) return HULL_MANY;
  if (!allFinite(vert, nvert)) return HULL_NOT_FINITE;
  return checkSpan(vert, nvert);
}

// ---- Qhull

static hull_Status statusOf(int code) {
  return code == 0 ? HULL_OK : code == qh_ERRmem ? HULL_NO_MEMORY : HULL_FAILED;
}

// runs one of our steps below a setjmp; what it modifies must not be in this stack frame
static hull_Status guarded(qhT* qh, hull_Status (*step)(qhT* qh, void* context), void* context) {
  const int code = setjmp(qh->errexit);
  if (code) {
    qh->NOerrexit = True;
    return statusOf(code);
  }
  qh->NOerrexit = False;
  const hull_Status status = step(qh, context);
  qh->NOerrexit = True;
  return status;
}

typedef struct {
  arena_Arena* arena;
  hull_Hull* hull;
} Target;

static hull_Status readOut(qhT* qh, void* context) {
  const Target* target = context;
  qh_vertexneighbors(qh);
  return hull_readGraph(target->arena, qh, target->hull);
}

static hull_Status release(qhT* qh, void* context) {
  (void)context;
  int curlong, totlong;
  qh_freeqhull(qh, !qh_ALL);
  qh_memfreeshort(qh, &curlong, &totlong);
  return HULL_OK;
}

// computes the hull of points (npoint x 3), read out by one of our steps
static hull_Status compute(arena_Arena* arena, const double* point, int npoint, char* options,
                           hull_Status (*step)(qhT* qh, void* context), void* context) {
  qhT* qh = arena_alloc(arena, sizeof *qh);
  char message[256];
  FILE* sink = fmemopen(message, sizeof message, "w");
  if (!qh || !sink) {
    if (sink) fclose(sink);
    return HULL_NO_MEMORY;
  }
  qh_zero(qh, sink);
  // without options that scale or rotate, Qhull only reads the points
  hull_Status status =
      statusOf(qh_new_qhull(qh, DIM, npoint, (double*)point, False, options, sink, sink));
  if (status == HULL_OK) status = guarded(qh, step, context);
  guarded(qh, release, NULL);
  fclose(sink);
  return status;
}

// ---- facets with thousands of corners

// Qhull merges coplanar triangles, and a new vertex visits all corners of its facet: a facet with n
// corners takes O(n^2). If a sample of the vertices predicts such facets, the vertices are joggled
// (option QJ: moved by 1e-10 of their size, at random from a fixed seed) while the hull is
// computed: no facets merge, and the time is O(n log n).
enum {
  SAMPLE = 2048,
  MANY_SAMPLED = SAMPLE / 8,  // more than a sample of a round face with many vertices has
  MANY_CORNERS = 4000,        // takes a quarter of a second
};

static hull_Status findMostCorners(qhT* qh, void* context) {
  int* most = context;
  facetT* facet;
  FORALLfacets {
    const int n = qh_setsize(qh, facet->vertices);
    if (n > *most) *most = n;
  }
  return HULL_OK;
}

// whether a facet of the hull is likely to have more than MANY_CORNERS
static bool hasManyCorners(arena_Arena* arena, const double* vert, int nvert) {
  if (nvert <= 2 * MANY_CORNERS) return false;
  double* sample = arena_array(arena, 3 * SAMPLE, sizeof *sample);
  if (!sample) return false;
  // one random vertex from each of SAMPLE equal ranges
  uint32_t random = 1;
  for (int i = 0; i < SAMPLE; i++) {
    random = 1664525u * random + 1013904223u;
    const uint64_t offset = (uint64_t)random * (uint64_t)nvert >> 32;
    const uint64_t at = ((uint64_t)i * (uint64_t)nvert + offset) / SAMPLE;
    memcpy(sample + 3 * i, vert + 3 * at, 3 * sizeof *sample);
  }
  int most = 0;
  char options[] = "qhull";
  compute(arena, sample, SAMPLE, options, findMostCorners, &most);
  return most > MANY_SAMPLED && (int64_t)most * nvert > (int64_t)MANY_CORNERS * SAMPLE;
}

// triangulated facets; with a limit on vertices: that number of farthest points, each added to the
// hull of the previous ones
static void writeOptions(char options[64], int maxvert, bool joggled) {
  const char* kind = joggled ? "QJ" : "Qt";
  if (maxvert < 0) {
    snprintf(options, 64, "qhull %s", kind);
  } else {
    snprintf(options, 64, "qhull %s Q9 TA%d", kind, maxvert - FEWEST_VERTICES);
  }
}

hull_Status hull_make(arena_Arena* arena, const double* vert, int nvert, int maxvert,
                      hull_Hull* hull) {
  *hull = (hull_Hull){0};
  const hull_Status status = check(vert, nvert);
  if (status != HULL_OK) return status;
  if (maxvert >= 0 && maxvert < FEWEST_VERTICES) return HULL_FEW;
  const bool limited = maxvert >= 0 && maxvert <= MANY_CORNERS;
  char options[64];
  writeOptions(options, maxvert, !limited && hasManyCorners(arena, vert, nvert));
  return compute(arena, vert, nvert, options, readOut, &(Target){arena, hull});
}

const char* hull_message(hull_Status status) {
  static const char* const text[] = {
      [HULL_OK] = "the hull is fine",
      [HULL_NO_MEMORY] = "out of memory",
      [HULL_FEW] = "a convex hull needs at least 4 vertices",
      [HULL_MANY] = "too many vertices for a convex hull; let a simpler mesh collide",
      [HULL_NOT_FINITE] = "a vertex coordinate is not a finite number",
      [HULL_COLOCATED] = "all vertices are at one point, so there is no convex hull; a small "
                         "sphere could collide instead",
      [HULL_COLLINEAR] = "all vertices are on one line, so there is no convex hull; a thin capsule "
                         "could collide instead",
      [HULL_COPLANAR] = "all vertices are in one plane, so there is no convex hull; a plane or a "
                        "thin box could collide instead",
      [HULL_FAILED] = "its convex hull could not be found: the vertices are nearly in one plane, "
                      "or their distances differ too much; a primitive could collide instead",
  };
  ASSERT((size_t)status < sizeof text / sizeof *text);
  return text[status];
}
