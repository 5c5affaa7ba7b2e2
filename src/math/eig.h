// Eigenvalues and eigenvectors (principal axes) of a symmetric 3x3 matrix.
#ifndef SINEW_MATH_EIG_H_
#define SINEW_MATH_EIG_H_

#include <sinew/types.h>

// computes the eigenvalues, decreasing, and the rotation to the eigenvectors; quaternions are
// normalized on the way if their length differs from 1 by more than `slack`. Returns the number of
// Jacobi rotations.
int eig_principal(mjtNum eigval[3], mjtNum quat[4], const mjtNum mat[9], mjtNum slack);

#endif
