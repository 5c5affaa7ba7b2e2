// Convex objects as support functions, and the Minkowski difference A - B of two of them, for GJK
// and EPA. An object is a geom at a pose (that of mjData, perturbed, or relative to a height
// field), the core of a sphere or capsule (its point or segment), a prism under a triangle of a
// height field, or an element of a flex.
#ifndef SINEW_COLLIDE_SUPPORT_H_
#define SINEW_COLLIDE_SUPPORT_H_

#include <stdbool.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <sinew/data.h>
#include <sinew/model.h>

#include "collide/support_scan.h"
#include "collide/support_table.h"
#include "math/vec.h"

enum { SUPPORT_SCAN = 10 };  // meshes with fewer vertices are scanned linearly

typedef struct Shape_ Shape;
// support function: farthest point of the object, without its margin, in a unit direction -> res,
// shape->id
typedef void (*SupportFunc)(Shape* shape, const mjtNum dir[3], mjtNum res[3]);

// vertices of a mesh and the graph of its convex hull, which uses hull indices
typedef struct HullGraph_ {
  const float* vert;    // (nvert x 3)
  const int* extrema;   // (27) hull vertex that is extreme in each direction of a 3x3x3 grid
  const int* edgeadr;   // (nhull) first neighbor; NULL: no graph, or too small to need it
  const int* vertex;    // (nhull) vertex of the mesh
  const int* neighbor;  // hull indices, -1 ends a list
  int nvert, nhull;
  const supportTable_Hull* cells;  // support table, which avoids hill climbing, or NULL
  const scan_Hull* scan;
} HullGraph;

// dot product l.v of a vertex; x and y are converted and multiplied together where SIMD has one
// instruction for that
LANE_INLINE mjtNum support_along(const mjtNum l[3], const float* v) {
#ifdef __SSE2__
  const __m128d xy =
      _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64((const __m128i*)(const void*)v)));
  const __m128d product = _mm_mul_pd(xy, _mm_loadu_pd(l));
  const mjtNum sum = _mm_cvtsd_f64(product) + _mm_cvtsd_f64(_mm_unpackhi_pd(product, product));
  return sum + l[2] * v[2];
#else
  return l[0] * v[0] + l[1] * v[1] + l[2] * v[2];
#endif
}

struct Shape_ {
  SupportFunc support;
  const mjtNum *pos, *mat;  // (3), (9): frame of a geom
  const mjtNum* size;
  const mjtNum* center;  // (3) where the search starts
  const mjtNum* corner;  // (6 x 3) prism: the bottom triangle, then the top; element: its vertices
  mjtNum margin;         // half of it inflates the object, if positive
  mjtNum radius;         // element: that of the flex plus half the margin
  int ncorner;           // element: its vertices
  int type;              // mjtGeom; a prism is mjGEOM_HFIELD, an element mjGEOM_FLEX
  int id;                // vertex found by support: box corner, mesh vertex; -1: has none
  int last;              // mesh: result of the last search (vertex or hull index), -1: none yet
  int dataid;
  HullGraph hull;
};

// a point of the Minkowski difference A - B and the points that it comes from
typedef struct Record_ {
  mjtNum w[3], a[3], b[3];  // w = a - b
  int idA, idB;
} Record;

// geom of the model at a pose; pos and mat must outlive the shape
void shape_fromGeom(Shape* shape, const mjModel* m, int geom, const mjtNum pos[3],
                    const mjtNum mat[9], mjtNum margin);
// support table or scan of the mesh, made from its present vertices and graph, which avoid hill
// climbing; NULL: none
void shape_useHull(Shape* shape, const supportTable_Hull* cells, const scan_Hull* scan);
// prism of a height field; the arrays must outlive the shape
void shape_fromPrism(Shape* shape, const mjtNum corner[18], const mjtNum center[3]);
// convex hull of n vertices, inflated by a radius; the arrays must outlive the shape
void shape_fromElement(Shape* shape, const mjtNum* corner, int n, const mjtNum center[3],
                       mjtNum radius);
// sphere -> its point, capsule -> its segment, both without margin; returns the radius that was
// removed together with the margin, 0 (and nothing changes) for other types
mjtNum shape_core(Shape* shape);
// undoes shape_core
void shape_whole(Shape* shape, mjtNum margin);

// has flat faces only
static inline bool shape_isPolytope(const Shape* shape) {
  return shape->type == mjGEOM_BOX || shape->type == mjGEOM_MESH || shape->type == mjGEOM_HFIELD;
}

// has a core (point or segment)
static inline bool shape_isRound(const Shape* shape) {
  return shape->type == mjGEOM_SPHERE || shape->type == mjGEOM_CAPSULE;
}

// the support point of A - B in a unit direction
static inline void support_record(Shape* a, Shape* b, const mjtNum dir[3], Record* res) {
  a->support(a, dir, res->a);
  if (a->margin > 0) v3_addToScl(res->a, dir, 0.5 * a->margin);
  const mjtNum back[3] = {-dir[0], -dir[1], -dir[2]};
  b->support(b, back, res->b);
  if (b->margin > 0) v3_addToScl(res->b, back, 0.5 * b->margin);
  v3_sub(res->w, res->a, res->b);
  res->idA = a->id;
  res->idB = b->id;
}

#endif
