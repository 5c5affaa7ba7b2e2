// Eigenvalue decomposition of a symmetric 3x3 matrix: Jacobi rotations accumulated in a quaternion
// (Golub & Van Loan, section 8.5). The order of rotations and swaps is part of the result, since it
// fixes the signs of the axes in compiled models.
#include "math/eig.h"

#include <math.h>

#include <sinew/math.h>

#include "base/args.h"
#include "base/assert.h"
#include "math/quat.h"

enum { EIG_ITERATIONS = 500 };
static const mjtNum EIG_EPS = 1e-12;  // tolerance for off-diagonals and equal eigenvalues
// order: of cos and sin of 45 degrees only these digits count, signs and last bits rest on them
static const mjtNum QUARTER_TURN = 0.707106781186548;

// row and column of the largest off-diagonal element of a symmetric matrix
// order: ties fall to the later one
static void largestOffDiagonal(const mjtNum D[9], int* row, int* col) {
  const mjtNum d01 = fabs(D[1]), d02 = fabs(D[2]), d12 = fabs(D[5]);
  if (d01 > d02 && d01 > d12) {
    *row = 0;
    *col = 1;
  } else {
    *row = d02 > d12 ? 0 : 1;
    *col = 2;
  }
}

static void normalize(mjtNum quat[4], mjtNum slack) {
  const mjtNum length =
      sqrt(quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3]);
  if (!(fabs(length - 1) > slack)) return;
  for (int k = 0; k < 4; k++) quat[k] *= 1 / length;
}

// quat = normalize(quat o (w, s on axis))
static void turnAbout(mjtNum quat[4], int axis, mjtNum w, mjtNum s, mjtNum slack) {
  mjtNum turn[4] = {w, 0, 0, 0};
  turn[1 + axis] = s;
  normalize(turn, slack);
  quat_mul(quat, quat, turn);
  normalize(quat, slack);
}

// one Jacobi rotation that annihilates the largest off-diagonal element of D; 0 if none is needed
static int rotateOnce(mjtNum quat[4], const mjtNum D[9], mjtNum slack) {
  int row, col;
  largestOffDiagonal(D, &row, &col);
  ASSERT_FULL(row < col && col < 3);
  const mjtNum offdiag = D[3 * row + col];
  if (fabs(offdiag) < EIG_EPS) return 0;

  const mjtNum tau = (D[4 * col] - D[4 * row]) / (2 * offdiag);
  const mjtNum root = sqrt(1 + tau * tau);
  const mjtNum t = tau >= 0 ? 1 / (tau + root) : -1 / (root - tau);
  const mjtNum c = 1 / sqrt(1 + t * t);
  if (c > 1 - EIG_EPS) return 0;

  // half angle; about y the plane (0,2) has the opposite orientation
  const int axis = 3 - row - col;
  const mjtNum half = sqrt(0.5 - 0.5 * c);
  const mjtNum s = (tau >= 0) == (axis == 1) ? half : -half;
  turnAbout(quat, axis, sqrt(1 - s * s), s, slack);
  return 1;
}

int eig_principal(mjtNum eigval[3], mjtNum quat[4], const mjtNum mat[9], mjtNum slack) {
  mjtNum q[4] = {1, 0, 0, 0}, R[9], product[9], D[9];
  int iter = 0;
  for (; iter < EIG_ITERATIONS; iter++) {
    quat_toMat(R, q);
    m3_Tmul(product, R, mat);
    m3_mul(D, product, R);
    v3_set(eigval, D[0], D[4], D[8]);
    if (!rotateOnce(q, D, slack)) break;
  }

  // sorts in descending order by rotations of 90 degrees about the third axis
  // order: first two, last two, first two again
  for (int k = 0; k < 3; k++) {
    const int j = k % 2;
    if (eigval[j] + EIG_EPS >= eigval[j + 1]) continue;
    const mjtNum swap = eigval[j];
    eigval[j] = eigval[j + 1];
    eigval[j + 1] = swap;
    turnAbout(q, (j + 2) % 3, QUARTER_TURN, QUARTER_TURN, slack);
  }
  v4_copy(quat, q);
  return iter;
}

int mju_eig3(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9]) {
  ARGS_NEED_OR(0, eigval, eigvec, quat, mat);
  const int iter = eig_principal(eigval, quat, mat, mjMINVAL);
  quat_toMat(eigvec, quat);
  return iter;
}
