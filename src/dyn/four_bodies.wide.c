// SIMD over four bodies or joints of one world: rows of arrays are transposed into vectors by pairs
// of columns. A last group of less than four repeats its last row, which computes the same values
// again.
#include "dyn/four_bodies.h"

#include "dyn/turn.h"
#include "math/four.h"
#include "math/quat.h"
#include "math/spatial.h"

// columns 0 and 1 of four rows
LANE_INLINE void loadPair(real res[2], const double* a, const double* b, const double* c,
                          const double* d) {
  const four_Double ac = {a[0], a[1], c[0], c[1]}, bd = {b[0], b[1], d[0], d[1]};
  res[0] = four_evens(ac, bd);
  res[1] = four_odds(ac, bd);
}

LANE_INLINE void storePair(const real col[2], double* a, double* b, double* c, double* d) {
  const four_Double ac = four_evens(col[0], col[1]), bd = four_odds(col[0], col[1]);
  *(dense_Pair*)a = (dense_Pair){ac[0], ac[1]};
  *(dense_Pair*)b = (dense_Pair){bd[0], bd[1]};
  *(dense_Pair*)c = (dense_Pair){ac[2], ac[3]};
  *(dense_Pair*)d = (dense_Pair){bd[2], bd[3]};
}

// rows of an array
typedef struct {
  int a, b, c, d;
} Rows;

// n: even, known where this is inlined
LANE_INLINE void loadRows(real* res, const double* array, Rows r, const int n) {
  for (int k = 0; k < n; k += 2) {
    loadPair(res + k, array + n * r.a + k, array + n * r.b + k, array + n * r.c + k,
             array + n * r.d + k);
  }
}

LANE_INLINE void storeRows(const real* col, double* array, Rows r, const int n) {
  for (int k = 0; k < n; k += 2) {
    storePair(col + k, array + n * r.a + k, array + n * r.b + k, array + n * r.c + k,
              array + n * r.d + k);
  }
}

// less than four of them: the last one is repeated
LANE_INLINE Rows restOf(int n) { return (Rows){0, n > 1, n > 2 ? 2 : n - 1, n - 1}; }

LANE_INLINE void fourForces(double* force, const double* inertia, const double* acc,
                            const double* vel, Rows r) {
  real I[10], a[6], v[6], f[6], momentum[6], gyro[6];
  loadRows(I, inertia, r, 10);
  loadRows(v, vel, r, 6);
  spat_mulInertia(momentum, I, v);
  spat_crossForce(gyro, v, momentum);
  loadRows(a, acc, r, 6);
  spat_mulInertia(f, I, a);
  v6_addTo(f, gyro);
  storeRows(f, force, r, 6);
}

void LANE(fours_forces)(double* force, const double* inertia, const double* acc, const double* vel,
                        int n) {
  for (; n >= 4; n -= 4) {
    fourForces(force, inertia, acc, vel, (Rows){0, 1, 2, 3});
    force += 24, inertia += 40, acc += 24, vel += 24;
  }
  if (n > 0) fourForces(force, inertia, acc, vel, restOf(n));
}

LANE_INLINE void fourCrossMotions(double* vel, const double* motion, Rows r) {
  real v[6], a[6], res[6];
  loadRows(v, vel, r, 6);
  loadRows(a, motion, r, 6);
  spat_crossMotion(res, v, a);
  storeRows(res, vel, r, 6);
}

void LANE(fours_crossMotions)(double* vel, const double* motion, int n) {
  for (; n >= 4; n -= 4) {
    fourCrossMotions(vel, motion, (Rows){0, 1, 2, 3});
    vel += 24, motion += 24;
  }
  if (n > 0) fourCrossMotions(vel, motion, restOf(n));
}

LANE_INLINE void fourTurns(double* turn, const double* axis, Rows r) {
  const real angle = {turn[4 * r.a], turn[4 * r.b], turn[4 * r.c], turn[4 * r.d]};
  real dir[3], quat[4];
  for (int k = 0; k < 3; k++) {
    dir[k] = (real){axis[3 * r.a + k], axis[3 * r.b + k], axis[3 * r.c + k], axis[3 * r.d + k]};
  }
  quat_fromAxisAngle(quat, dir, angle);
  four_transpose(&quat[0], &quat[1], &quat[2], &quat[3]);
  four_store(turn + 4 * r.a, quat[0]);  // whole vectors, as they are loaded again
  four_store(turn + 4 * r.b, quat[1]);
  four_store(turn + 4 * r.c, quat[2]);
  four_store(turn + 4 * r.d, quat[3]);
}

void LANE(fours_turns)(double* turn, const double* axis, int n) {
  for (; n >= 4; n -= 4) {
    fourTurns(turn, axis, (Rows){0, 1, 2, 3});
    turn += 16, axis += 12;
  }
  if (n > 0) fourTurns(turn, axis, restOf(n));
}

LANE_INLINE void fourRotations(double* quat, const double* column, Rows r) {
  real col[9], q[4];
  for (int k = 0; k < 9; k++) {
    col[k] =
        (real){column[9 * r.a + k], column[9 * r.b + k], column[9 * r.c + k], column[9 * r.d + k]};
  }
  turn_towards(col, q);
  four_transpose(&q[0], &q[1], &q[2], &q[3]);
  four_store(quat + 4 * r.a, q[0]);
  four_store(quat + 4 * r.b, q[1]);
  four_store(quat + 4 * r.c, q[2]);
  four_store(quat + 4 * r.d, q[3]);
}

void LANE(fours_rotations)(double* quat, const double* column, int n) {
  for (; n >= 4; n -= 4) {
    fourRotations(quat, column, (Rows){0, 1, 2, 3});
    quat += 16, column += 36;
  }
  if (n > 0) fourRotations(quat, column, restOf(n));
}
