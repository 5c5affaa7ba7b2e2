// Mesh decimation by half-edge collapses in passes. Each vertex has one neighbor into which it
// would collapse at the least cost: the mean squared distance of the neighbor from the planes that
// the vertex stands for (its quadric). A pass collapses vertices in the order of their costs,
// except those with a face that has changed in the pass; so no costs have to be updated, and a pass
// takes linear time. Faces that lose a corner do so in pairs: a closed shell stays closed.
#include "render/decimate.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "math/vec.h"
#include "render/geometric_error.h"

enum {
  MOST_STAR = 40,  // most faces of a vertex that is collapsed
  POOR = 8,        // a pass is poor if it removes less than 1/POOR of the faces
  BINS = 256,
  QUADRIC = 11,  // coefficients xx xy xz yy yz zz x y z 1, weight
};
static const double TURN = 0.17;  // least cosine between the normal of a face and the original one
static const double LENGTH_LOSS = 1e-6;  // per squared length: in a plane short edges go first
static const double RIM_WEIGHT = 4;      // of a plane through a boundary edge
static const double FIRST_SHARE = 0.7;   // share of the vertices that the first passes consider

// normal of a triangle, with a length of twice its area
static void normalOf(double n[3], const double* a, const double* b, const double* c) {
  double u[3], v[3];
  v3_sub(u, b, a);
  v3_sub(v, c, a);
  v3_cross(n, u, v);
}

static double unit(double n[3]) {
  const double len = sqrt(v3_dot(n, n));
  for (int k = 0; k < 3; k++) n[k] = len > 0 ? n[k] / len : 0;
  return len;
}

// ---- costs of collapses

static void addPlane(double* q, const double n[3], const double* point, double weight) {
  const double d = -v3_dot(n, point);
  const double m[4] = {n[0], n[1], n[2], d};
  int at = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) q[at++] += weight * m[i] * m[j];
  }
  for (int i = 0; i < 4; i++) q[at++] += weight * m[i] * d;
  q[at] += weight;
}

static float lossOf(const decimate_State* c, int v, int u) {
  const double *q = c->quadric + QUADRIC * v, *p = c->at + 3 * u;
  double way[3];
  v3_sub(way, p, c->at + 3 * v);
  const double x = p[0], y = p[1], z = p[2];
  const double square = x * (q[0] * x + 2 * (q[1] * y + q[2] * z + q[6])) +
                        y * (q[3] * y + 2 * (q[4] * z + q[7])) + z * (q[5] * z + 2 * q[8]) + q[9];
  return (float)((square > 0 ? square / q[10] : 0) + LENGTH_LOSS * v3_dot(way, way));
}

static int cornerOf(const int* face, int v) { return face[0] == v ? 0 : face[1] == v ? 1 : 2; }

// the neighbor into which a vertex collapses at the least cost above a bound; -1: there is none
static int cheapest(const decimate_State* c, int v, float above, float* loss) {
  int best = -1;
  *loss = INFINITY;
  for (int i = c->first[v]; i < c->first[v + 1]; i++) {
    const int* f = c->face + 3 * c->star[i];
    const int u = f[(cornerOf(f, v) + 1) % 3];
    const float x = lossOf(c, v, u);
    if (!(x > above && x < *loss)) continue;
    *loss = x;
    best = u;
  }
  return best;
}

// ---- faces

// removes faces that have lost a corner, then lists the faces around each vertex
static void sortOut(decimate_State* c) {
  int n = 0;
  memset(c->first, 0, ((size_t)c->nvert + 2) * sizeof *c->first);
  for (int i = 0; i < c->nface; i++) {
    const int *f = c->face + 3 * i, x = f[0], y = f[1], z = f[2];
    if (x == y || y == z || z == x) continue;
    c->row[n] = c->row[i];
    memmove(c->face + 3 * n++, f, 3 * sizeof *f);
    c->first[x + 2]++;
    c->first[y + 2]++;
    c->first[z + 2]++;
  }
  c->nface = n;
  for (int i = 2; i < c->nvert + 2; i++) c->first[i] += c->first[i - 1];
  for (int i = 0; i < 3 * n; i++) c->star[c->first[c->face[i] + 1]++] = i / 3;
}

static void addFaces(decimate_State* c) {
  for (int i = 0; i < c->nface; i++) {
    const int* f = c->face + 3 * i;
    double* n = c->normal + 3 * c->row[i];
    normalOf(n, c->at + 3 * f[0], c->at + 3 * f[1], c->at + 3 * f[2]);
    unit(n);
    for (int k = 0; k < 3; k++) addPlane(c->quadric + QUADRIC * f[k], n, c->at + 3 * f[k], 1);
  }
}

// a plane perpendicular to a face, through its edge from a vertex to the next
static void addRim(decimate_State* c, int v, int next, int face) {
  double n[3], way[3];
  v3_sub(way, c->at + 3 * next, c->at + 3 * v);
  v3_cross(n, way, c->normal + 3 * c->row[face]);
  unit(n);
  addPlane(c->quadric + QUADRIC * v, n, c->at + 3 * v, RIM_WEIGHT);
  addPlane(c->quadric + QUADRIC * next, n, c->at + 3 * v, RIM_WEIGHT);
}

// boundary edges: those that occur more often in one direction than in the other
static void addRims(decimate_State* c) {
  int* excess = c->spare;
  memset(excess, 0, (size_t)c->nvert * sizeof *excess);
  for (int v = 0; v < c->nvert; v++) {
    const int first = c->first[v], n = c->first[v + 1] - first;
    for (int i = 0; i < 3 * n; i++) {  // three rounds: count, use, reset
      const int face = c->star[first + i % n], *f = c->face + 3 * face, k = cornerOf(f, v);
      const int next = f[(k + 1) % 3], before = f[(k + 2) % 3];
      if (i < n) {
        excess[next]++;
        excess[before]--;
      } else if (i >= 2 * n) {
        excess[next] = excess[before] = 0;
      } else if (excess[next]) {
        addRim(c, v, next, face);
      }
    }
  }
}

// ---- passes

static int byteOf(float x, int shift) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof x);
  return (int)(bits >> shift & (BINS - 1));
}

static void sortBy(const float* loss, int shift, const int* from, int* to, int n) {
  int place[BINS + 1] = {0};
  for (int i = 0; i < n; i++) place[byteOf(loss[from[i]], shift) + 1]++;
  for (int i = 0; i < BINS; i++) place[i + 1] += place[i];
  for (int i = 0; i < n; i++) to[place[byteOf(loss[from[i]], shift)]++] = from[i];
}

// lists vertices that may collapse, cheapest first: a radix sort by the upper half of the bits of
// their costs
static int findOrder(decimate_State* c) {
  int n = 0;
  for (int v = 0; v < c->nvert; v++) {
    const int count = c->first[v + 1] - c->first[v];
    if (!count || count > MOST_STAR) continue;
    if (c->touched[v]) c->to[v] = cheapest(c, v, -1, &c->loss[v]);
    c->touched[v] = false;
    if (c->to[v] >= 0) c->order[n++] = v;
  }
  sortBy(c->loss, 16, c->order, c->spare, n);
  sortBy(c->loss, 24, c->spare, c->order, n);
  return n;
}

// Squared distance of a vertex from its faces after its collapse, not searched further once it is
// small enough; infinite if one of them turns too far from its original normal.
static double lossIfGone(const decimate_State* c, int v, int u, double enough) {
  double way[3];
  v3_sub(way, c->at + 3 * u, c->at + 3 * v);
  double far2 = v3_dot(way, way);
  for (int i = c->first[v]; i < c->first[v + 1]; i++) {
    const int* f = c->face + 3 * c->star[i];
    const double *p[3], *old = c->normal + 3 * c->row[c->star[i]];
    double n[3];
    if (f[0] == u || f[1] == u || f[2] == u) continue;
    for (int k = 0; k < 3; k++) p[k] = c->at + 3 * (f[k] == v ? u : f[k]);
    normalOf(n, p[0], p[1], p[2]);
    if (v3_dot(old, old) > 0 && v3_dot(n, old) <= TURN * sqrt(v3_dot(n, n))) return INFINITY;
    const double d2 = far2 > enough ? geometricError_fromFace(c->at + 3 * v, p) : far2;
    far2 = d2 < far2 ? d2 : far2;
  }
  return far2;
}

// returns how many faces vanish
static int collapse(decimate_State* c, int v, int u) {
  int gone = 0;
  for (int i = c->first[v]; i < c->first[v + 1]; i++) {
    int* f = c->face + 3 * c->star[i];
    gone += f[0] == u || f[1] == u || f[2] == u;
    for (int k = 0; k < 3; k++) {
      c->touched[f[k]] = true;
      if (f[k] == v) f[k] = u;
    }
  }
  for (int k = 0; k < QUADRIC; k++) c->quadric[QUADRIC * u + k] += c->quadric[QUADRIC * v + k];
  c->into[v] = u;
  return gone;
}

// A vertex that cannot collapse yet waits with the cost that has turned out, or for another
// neighbor.
static int pass(decimate_State* c, int most, double share) {
  const int n = findOrder(c), end = (int)(share * n);
  const float limit = end > 0 ? c->loss[c->order[end - 1]] : 0;
  int gone = 0;
  for (int i = 0; i < end && gone < most; i++) {
    const int v = c->order[i];
    if (c->touched[v]) continue;
    const double loss = lossIfGone(c, v, c->to[v], (double)limit);
    if (loss <= (double)limit) {
      gone += collapse(c, v, c->to[v]);
    } else if (loss < INFINITY) {
      c->loss[v] = (float)loss;
    } else {
      c->to[v] = cheapest(c, v, c->loss[v], &c->loss[v]);
    }
  }
  sortOut(c);
  return gone;
}

bool decimate_to(decimate_State* c, int nface) {
  double share = FIRST_SHARE;
  while (c->nface > nface) {
    const int gone = pass(c, c->nface - nface, share);
    if (gone > c->nface / POOR) continue;
    if (share == 1) return false;
    share = fmin(1, 1.5 * share);
  }
  return c->nface > 0;
}

// ---- construction and destruction

static void place(decimate_State* c, double side) {
  const paint_Mesh* mesh = c->mesh;
  for (int i = 0; i < 3 * c->nvert; i++)
    c->at[i] = ((double)mesh->vert[i] - (double)mesh->middle[i % 3]) / side;
  for (int i = 0; i < c->nvert; i++) c->into[i] = c->hint[i] = i;
  memset(c->touched, true, (size_t)c->nvert);
  for (int i = 0; i < c->nface; i++) c->row[i] = i;
  memcpy(c->face, mesh->face, 3 * (size_t)c->nface * sizeof *c->face);
}

bool decimate_begin(decimate_State* c, const paint_Mesh* mesh, double side) {
  const size_t nvert = (size_t)mesh->nvert + 2, nface = (size_t)mesh->nface + 1;
  *c = (decimate_State){.mesh = mesh, .nvert = mesh->nvert, .nface = mesh->nface};
  c->face = mem_alloc((7 * nface + 6 * nvert) * sizeof *c->face);
  c->at = mem_alloc((3 * nvert + 3 * nface) * sizeof *c->at);
  c->quadric = mem_calloc(QUADRIC * nvert, sizeof *c->quadric);
  c->loss = mem_alloc(nvert * sizeof *c->loss);
  c->touched = mem_alloc(nvert);
  if (!c->face || !c->at || !c->quadric || !c->loss || !c->touched) return false;
  c->row = c->face + 3 * nface;
  c->star = c->row + nface;
  c->into = c->star + 3 * nface;
  c->hint = c->into + nvert;
  c->first = c->hint + nvert;
  c->to = c->first + nvert;
  c->order = c->to + nvert;
  c->spare = c->order + nvert;
  c->normal = c->at + 3 * nvert;
  place(c, side);
  sortOut(c);
  addFaces(c);
  addRims(c);
  return true;
}

void decimate_free(decimate_State* c) {
  mem_free(c->face);
  mem_free(c->at);
  mem_free(c->quadric);
  mem_free(c->loss);
  mem_free(c->touched);
}
