// SIMD support scan of small convex hulls (support_scan.h). Let b and u be vertices, e the edges of
// the graph from u. If
//   b - u = sum c e + r,  c >= 0,  then  l.(b - u) <= sum c * (largest l.e) + |l| |r|:
// where u is below b by more than sum c * certain + |r|, some edge rises by more than `certain`,
// which is far above rounding. The slack is the largest such bound. In a convex hull r is the
// residual from rounding the vertices to float.
#include "collide/support_scan.h"

#include <math.h>
#include <stddef.h>

#include "base/assert.h"
#include "math/four.h"
#include "math/vec.h"

static const mjtNum CERTAIN = 1e-13;  // relative to the size of the hull
static const mjtNum USEFUL = 0.01;    // largest useful slack, likewise

enum { BLOCKS = PRIVATE_SMALL / 4 };
_Static_assert(PRIVATE_SMALL <= 64, "a bit for each vertex");

// ---- slack

// edges of a vertex, normalized
typedef struct {
  int n;
  mjtNum edge[PRIVATE_SMALL][3], length[PRIVATE_SMALL];
} Cone;

// some edges with weights, whose weighted sum approximates a target (non-negative least squares)
typedef struct {
  int n, edge[3];
  mjtNum weight[3];
} Mix;

static void takeEdges(Cone* cone, const mjtNum* at, const int* neighbor, int u) {
  cone->n = 0;
  for (; *neighbor >= 0 && cone->n < PRIVATE_SMALL; neighbor++) {
    mjtNum* e = cone->edge[cone->n];
    v3_sub(e, at + 3 * *neighbor, at + 3 * u);
    const mjtNum length = v3_norm(e);
    if (!(length > 0)) continue;
    v3_scl(e, e, 1 / length);
    cone->length[cone->n++] = length;
  }
}

// least squares weights, by Gaussian elimination of the normal equations; false: the edges are
// linearly dependent
static bool fit(const Cone* cone, const Mix* mix, const mjtNum target[3], mjtNum weight[3]) {
  mjtNum a[3][4];
  const int n = mix->n;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      a[i][k] = v3_dot(cone->edge[mix->edge[i]], cone->edge[mix->edge[k]]);
    a[i][n] = v3_dot(cone->edge[mix->edge[i]], target);
  }
  for (int i = 0; i < n; i++) {
    if (!(a[i][i] > 1e-12)) return false;
    for (int j = i + 1; j < n; j++) {
      const mjtNum scl = a[j][i] / a[i][i];
      for (int k = i; k <= n; k++) a[j][k] -= scl * a[i][k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    weight[i] = a[i][n];
    for (int k = i + 1; k < n; k++) weight[i] -= a[i][k] * weight[k];
    weight[i] /= a[i][i];
  }
  return true;
}

// moves from the weights of the mix toward others until one is zero, and drops that edge
static void stepTowards(Mix* mix, const mjtNum weight[3]) {
  int first = -1;
  mjtNum step = 1;
  for (int i = 0; i < mix->n; i++) {
    if (weight[i] > 0) continue;
    const mjtNum part = mix->weight[i] / (mix->weight[i] - weight[i]);
    if (first < 0 || part < step) {
      first = i;
      step = part;
    }
  }
  ASSERT_FULL(first >= 0);
  int n = 0;
  for (int i = 0; i < mix->n; i++) {
    if (i == first) continue;
    const mjtNum next = mix->weight[i] + step * (weight[i] - mix->weight[i]);
    mix->edge[n] = mix->edge[i];
    mix->weight[n++] = next > 0 ? next : 0;
  }
  mix->n = n;
}

// best non-negative weights of the current edges
static void settleMix(const Cone* cone, Mix* mix, const mjtNum target[3]) {
  mjtNum weight[3];
  while (mix->n > 0 && fit(cone, mix, target, weight)) {
    bool isGood = true;
    for (int i = 0; i < mix->n; i++) isGood &= weight[i] > 0;
    if (isGood) {
      for (int i = 0; i < mix->n; i++) mix->weight[i] = weight[i];
      return;
    }
    stepTowards(mix, weight);
  }
}

static void rest(const Cone* cone, const Mix* mix, const mjtNum target[3], mjtNum res[3]) {
  v3_copy(res, target);
  for (int i = 0; i < mix->n; i++) v3_addToScl(res, cone->edge[mix->edge[i]], -mix->weight[i]);
}

// bound for one vertex relative to another, `target` from it; non-negative least squares by the
// active set method (Lawson and Hanson 1974): any weights are valid, good ones make the bound small
static mjtNum boundOf(const Cone* cone, const mjtNum target[3], mjtNum certain) {
  const mjtNum least = 1e-9 * v3_norm(target);
  Mix mix = {.n = 0};
  mjtNum r[3];
  v3_copy(r, target);
  for (int k = 0; k < 20 && mix.n < 3; k++) {
    int best = -1;
    mjtNum most = least;
    for (int i = 0; i < cone->n; i++) {
      const mjtNum along = v3_dot(cone->edge[i], r);
      if (!(along > most)) continue;
      most = along;
      best = i;
    }
    if (best < 0) break;
    mix.edge[mix.n] = best;
    mix.weight[mix.n++] = 0;
    settleMix(cone, &mix, target);
    rest(cone, &mix, target, r);
  }
  mjtNum sum = 0;
  for (int i = 0; i < mix.n; i++) sum += mix.weight[i] / cone->length[mix.edge[i]];
  return sum * certain + v3_norm(r);
}

static mjtNum slackOf(int nhull, const mjtNum* at, const int* edgeadr, const int* neighbor,
                      mjtNum certain) {
  mjtNum slack = 0;
  for (int u = 0; u < nhull; u++) {
    Cone cone;
    takeEdges(&cone, at, neighbor + edgeadr[u], u);
    for (int b = 0; b < nhull; b++) {
      mjtNum target[3];
      v3_sub(target, at + 3 * b, at + 3 * u);
      const mjtNum bound = boundOf(&cone, target, certain);
      if (!(bound <= slack)) slack = bound;
    }
  }
  return slack + certain;
}

// ---- making

// size of the hull; NaN if a vertex is not finite
static mjtNum sizeOf(int nhull, const mjtNum* at) {
  mjtNum most = 0, sum = 0;
  for (int i = 0; i < 3 * nhull; i++) {
    most = fabs(at[i]) > most ? fabs(at[i]) : most;
    sum += at[i];
  }
  return most + 0 * sum;
}

bool scan_make(scan_Hull* hull, const mjtNum* at, const int* edgeadr, const int* neighbor) {
  const int nhull = hull->nhull;
  const mjtNum size = sizeOf(nhull, at);
  ASSERT(nhull > 0 && nhull <= PRIVATE_SMALL);
  if (!(size > 1e-30 && size < 1e30)) return false;
  for (int i = 0; i < 4 * private_scanBlocks(nhull); i++) {
    const mjtNum* v = at + 3 * (i < nhull ? i : 0);  // pads the last block
    for (int k = 0; k < 3; k++) hull->column[12 * (i / 4) + 4 * k + i % 4] = v[k];
  }
  for (int i = 0; i < nhull; i++) {
    hull->next[i] = 0;
    for (const int* n = neighbor + edgeadr[i]; *n >= 0; n++) hull->next[i] |= (uint64_t)1 << *n;
  }
  hull->slack = slackOf(nhull, at, edgeadr, neighbor, CERTAIN * size);
  return hull->slack < USEFUL * size;
}

// ---- using

// Specialized code for each number of blocks, so that the few values stay in registers
#define CASE(n, call)                                                                              \
  case n:                                                                                          \
    return call(n)
#define FOR_BLOCKS(n, call)                                                                        \
  switch (n) {                                                                                     \
    CASE(2, call);                                                                                 \
    CASE(3, call);                                                                                 \
    CASE(4, call);                                                                                 \
    CASE(5, call);                                                                                 \
    CASE(6, call);                                                                                 \
    CASE(7, call);                                                                                 \
    CASE(8, call);                                                                                 \
    default:                                                                                       \
      return call(n);                                                                              \
  }

// dot products of a block of vertices with (x, y, z)
// order: as climbs compute them
LANE_INLINE four_Double along(const mjtNum* column, four_Double x, four_Double y, four_Double z) {
  return x * four_load(column) + y * four_load(column + 4) + z * four_load(column + 8);
}

// dot products of all vertices, in n blocks, with l -> value; returns the largest, in every element
LANE_INLINE four_Double values(const scan_Hull* hull, const mjtNum l[3], four_Double* value,
                               int n) {
  const four_Double x = four_bc(l[0]), y = four_bc(l[1]), z = four_bc(l[2]);
  four_Double most = value[0] = along(hull->column, x, y, z);
#pragma GCC unroll 8
  for (int i = 1; i < n; i++) {
    value[i] = along(hull->column + 12 * i, x, y, z);
    most = four_max(value[i], most);
  }
  most = four_max(most, FOUR_PERMUTE(most, 2, 3, 0, 1));
  return four_max(most, FOUR_PERMUTE(most, 1, 0, 3, 2));
}

// bit set of vertices whose value is at least `least`, including padding of the last block
LANE_INLINE uint64_t atLeast(const scan_Hull* hull, const four_Double* value, four_Double least,
                             int n) {
  uint64_t set = 0;
#pragma GCC unroll 8
  for (int i = 0; i < n; i++) set |= (uint64_t)four_bits(value[i] >= least) << (4 * i);
  return set & (~(uint64_t)0 >> (64 - hull->nhull));
}

// of several vertices near the largest value, one is where climbs end if all others have a higher
// neighbor. Rare: recomputes the values, so that the fast path needs no memory for them.
static __attribute__((noinline)) int chooseNear(const scan_Hull* hull, const mjtNum l[3],
                                                uint64_t near) {
  four_Double value[BLOCKS];
  const mjtNum most = values(hull, l, value, private_scanBlocks(hull->nhull))[0];
  int best = -1;
  for (; near; near &= near - 1) {
    const int i = __builtin_ctzll(near);
    const mjtNum own = value[i >> 2][i & 3];
    if (own == most) {
      if (best >= 0) return -1;
      best = i;
      continue;
    }
    uint64_t higher = hull->next[i];
    while (higher && !(value[__builtin_ctzll(higher) >> 2][__builtin_ctzll(higher) & 3] > own)) {
      higher &= higher - 1;
    }
    if (!higher) return -1;
  }
  return best;
}

LANE_INLINE int endIn(const scan_Hull* hull, const mjtNum l[3], int n) {
  four_Double value[BLOCKS];
  const four_Double most = values(hull, l, value, n);
  const mjtNum slack = hull->slack * (fabs(l[0]) + fabs(l[1]) + fabs(l[2]));
  const uint64_t near = atLeast(hull, value, most - four_bc(slack), n);
  if (near && !(near & (near - 1))) return __builtin_ctzll(near);
  return chooseNear(hull, l, near);
}

int scan_end(const scan_Hull* hull, const mjtNum l[3]){
#define END(n) endIn(hull, l, n)
    FOR_BLOCKS(private_scanBlocks(hull->nhull), END)
#undef END
}

LANE_INLINE mjtNum reachIn(const scan_Hull* hull, const mjtNum l[3], int n) {
  four_Double value[BLOCKS];
  const mjtNum most = values(hull, l, value, n)[0];
  return (most < 0 ? 0 : most) + 0 * (l[0] + l[1] + l[2]);  // NaN if l is not finite
}

mjtNum scan_extent(const scan_Hull* hull, const mjtNum l[3]) {
#define REACH(n) reachIn(hull, l, n)
  FOR_BLOCKS(private_scanBlocks(hull->nhull), REACH)
#undef REACH
}
