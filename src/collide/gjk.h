// Distance of two convex objects by GJK (Gilbert, Johnson, Keerthi), or only whether they overlap.
#ifndef SINEW_COLLIDE_GJK_H_
#define SINEW_COLLIDE_GJK_H_

#include <stdbool.h>

#include "collide/support.h"

#define GJK_FAR 1e300             // larger than any distance
enum { GJK_ITERATIONS = 10000 };  // more would take too long

// query about a pair of objects
typedef struct ConvexQuery_ {
  Shape *a, *b;
  mjtNum tolerance;
  mjtNum cutoff;   // > 0: compute distances up to it; else only whether the objects overlap
  int iterations;  // at most GJK_ITERATIONS; may be 0 or negative
  bool isFlat;     // both are polytopes without margin: the search terminates exactly
} ConvexQuery;

typedef struct Gjk_ {
  Record vert[4];  // simplex of A - B that is nearest to the origin, or contains it
  mjtNum weight[4];
  int n;                // vertices of the simplex
  bool isSeparated;     // a separating direction was found
  mjtNum dist;          // GJK_FAR: separated by more than the cutoff; then only `above` is set
  mjtNum above[3];      // unit direction in which A lies above B
  bool isCut;           // the iteration limit was reached
  bool hasPoints;       // false: the overlap was found by a walk, without nearest points
  mjtNum xa[3], xb[3];  // nearest points; the centers if the search found none
} Gjk;

void gjk_run(const ConvexQuery* q, Gjk* g);

#endif
