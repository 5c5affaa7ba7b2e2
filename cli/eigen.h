// Eigenvalues and eigenvectors of nonsymmetric real matrices, n x n, row-major, by the QR
// algorithm; for reports, not for inner loops. Golub and Van Loan, Matrix Computations, sections
// 7.4 to 7.6.
#ifndef SINEW_CLI_EIGEN_H_
#define SINEW_CLI_EIGEN_H_

#include <complex.h>
#include <stdbool.h>

// Balancing: mat -> S^-1 mat S with S = diag(scale), powers of two that equalize the norms of rows
// and columns: eigenvalues are unchanged, their errors shrink.
void eigen_balance(double* mat, int n, double* scale);

// Computes eigenvalues re + i im, conjugates next to each other, the one with im > 0 first. Returns
// false if out of memory, if an entry is not finite or if the iteration does not converge.
bool eigen_values(const double* mat, int n, double* re, double* im);

// Hessenberg form of a matrix for eigenvectors: mat = Q H Q', H zero below its first subdiagonal
typedef struct {
  int n;
  double *H, *Q;
  double complex *work, *vec;
} eigen_Form;

// false if out of memory; call eigen_close in any case
bool eigen_open(eigen_Form* form, const double* mat, int n);
void eigen_close(eigen_Form* form);
// Returns a unit eigenvector v with mat v = value v for an eigenvalue. Other seeds give other
// vectors if there are several. Valid until the next call.
const double complex* eigen_vector(eigen_Form* form, double complex value, unsigned seed);

#endif
