// Eigenvalues and eigenvectors of real matrices without symmetry, n x n by rows; for reports, not
// for inner loops. Golub and Van Loan, Matrix Computations, sections 7.4 to 7.6.
#ifndef SINEW_CLI_EIGEN_H_
#define SINEW_CLI_EIGEN_H_

#include <complex.h>
#include <stdbool.h>

// mat -> S^-1 mat S with S = diag(scale), powers of two that make rows and columns alike in size:
// eigenvalues stay, their errors shrink
void eigen_balance(double* mat, int n, double* scale);

// eigenvalues re + i im, conjugates next to each other, the one with im > 0 first; false if memory
// is short, a number is not finite or the iteration does not end
bool eigen_values(const double* mat, int n, double* re, double* im);

// a matrix made ready for its vectors: mat = Q H Q', H zero below its first subdiagonal
typedef struct {
  int n;
  double *H, *Q;
  double complex *work, *vec;
} eigen_Form;

// false if memory is short; eigen_close in any case
bool eigen_open(eigen_Form* form, const double* mat, int n);
void eigen_close(eigen_Form* form);
// a unit vector v with mat v = value v, value being an eigenvalue; other seeds give other ones if
// there are several. Valid until the next call
const double complex* eigen_vector(eigen_Form* form, double complex value, unsigned seed);

#endif
