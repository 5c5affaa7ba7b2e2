// Bending stiffness of interpolated shells: neighboring faces of cells, on one side of the box or
// across an edge of it, resist changes in the difference of their normals at the midpoint of their
// common edge. flex_bending has the number of such edges, then for each: the two faces, the
// position of the edge in both, the stiffness, and the difference of the normals at rest.
#include <math.h>
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "compile/compile_flex_grid.h"

enum { HINGE = 10 };

// a face and a point on it
typedef struct {
  int face;
  double local[2];
} Spot;

static int faceCount(const grid_Grid* g, int side) {
  return g->cell[(side / 2 + 1) % 3] * g->cell[(side / 2 + 2) % 3];
}

// index of a face from the side of the box and its position there
static int faceAt(const grid_Grid* g, int side, int slow, int fast) {
  int first = 0;
  for (int s = 0; s < side; s++) first += faceCount(g, s);
  return first + slow * g->cell[(side / 2 + 2) % 3] + fast;
}

// tangents of a face along its two axes, and the normal (cross product)
static void tangents(const comp_Flex* flex, const grid_Grid* g, const Spot* spot, double t[2][3],
                     double normal[3]) {
  const int side = g->order + 1;
  int node[GRID_LOCAL];
  double value[2][GRID_SIDE], slope[2][GRID_SIDE];
  grid_nodes(g, spot->face, node);
  for (int k = 0; k < 2; k++) {
    grid_basis(value[k], spot->local[k], g->order);
    grid_slope(slope[k], spot->local[k], g->order);
  }
  memset(t, 0, 6 * sizeof(double));
  for (int i = 0; i < g->nlocal; i++) {
    const double* x = flex->node0 + 3 * (size_t)node[i];
    const int a = i / side, b = i % side;
    for (int k = 0; k < 3; k++) {
      t[0][k] += slope[0][a] * value[1][b] * x[k];
      t[1][k] += value[0][a] * slope[1][b] * x[k];
    }
  }
  mju_cross(normal, t[0], t[1]);
  mju_normalize3(normal);
}

// the neighboring face across an edge: of face (slow, fast) of a side, in direction d, towards
// `step`
static Spot beyond(const grid_Grid* g, int side, const int q[2], int d, int step) {
  const int axis[2] = {(side / 2 + 1) % 3, (side / 2 + 2) % 3};
  const int next = q[d] + step;
  Spot spot;
  if (next >= 0 && next < g->cell[axis[d]]) {
    int at[2] = {q[0], q[1]};
    at[d] = next;
    spot.face = faceAt(g, side, at[0], at[1]);
    spot.local[d] = step < 0, spot.local[1 - d] = 0.5;
    return spot;
  }
  const int other = 2 * axis[d] + (step > 0), upper = side % 2;
  const int end = upper ? g->cell[side / 2] - 1 : 0;
  spot.face = d == 0 ? faceAt(g, other, q[1], end) : faceAt(g, other, end, q[0]);
  spot.local[d] = 0.5, spot.local[1 - d] = upper;
  return spot;
}

static double length3(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static void storeHinge(const comp_Flex* flex, const grid_Grid* g, const Spot spot[2],
                       double* hinge) {
  const mjsFlex* given = flex->given;
  const double t3 = given->thickness * given->thickness * given->thickness;
  const double stiffness = given->young * t3 / (12 * (1 - given->poisson * given->poisson));
  double t[2][3], normal[2][3], along = 0, away = 0;
  for (int i = 0; i < 2; i++) {
    tangents(flex, g, &spot[i], t, normal[i]);
    const int edge = spot[i].local[0] == 0.5 ? 0 : 1;
    along += 0.5 * length3(t[edge]);
    away += 0.5 * length3(t[1 - edge]);
    hinge[i] = spot[i].face;
    hinge[2 + 2 * i] = spot[i].local[0];
    hinge[3 + 2 * i] = spot[i].local[1];
  }
  hinge[6] = stiffness * along / fmax(away, 1e-12);
  for (int k = 0; k < 3; k++) hinge[7 + k] = normal[0][k] - normal[1][k];
}

// appends the edges of one face, each edge only once; returns the new count
static int addFace(const comp_Flex* flex, const grid_Grid* g, int side, const int q[2], int n) {
  for (int d = 0; d < 2; d++) {
    for (int step = -1; step <= 1; step += 2) {
      Spot spot[2] = {{faceAt(g, side, q[0], q[1]), {0.5, 0.5}}, beyond(g, side, q, d, step)};
      spot[0].local[d] = step > 0;
      if (spot[0].face < spot[1].face) storeHinge(flex, g, spot, flex->bending + 1 + HINGE * n++);
    }
  }
  return n;
}

bool comp_flexHinges(comp_Compile* c, comp_Flex* flex, const grid_Grid* g) {
  if (!flex->shell || !(flex->given->elastic2d & FLEX_BENDS) || !(flex->given->young > 0))
    return true;
  // each face has four edges, each edge two faces
  const int most = 2 * g->nelem;
  flex->bending = comp_alloc(c, 1 + HINGE * most, sizeof *flex->bending);
  if (!flex->bending) return false;
  int n = 0;
  for (int side = 0; side < 6; side++) {
    const int count[2] = {g->cell[(side / 2 + 1) % 3], g->cell[(side / 2 + 2) % 3]};
    int q[2];
    for (q[0] = 0; q[0] < count[0]; q[0]++) {
      for (q[1] = 0; q[1] < count[1]; q[1]++) n = addFace(flex, g, side, q, n);
    }
  }
  ASSERT(n <= most);
  flex->bending[0] = n;
  flex->nbending = 1 + HINGE * (mjtSize)n;
  return true;
}
