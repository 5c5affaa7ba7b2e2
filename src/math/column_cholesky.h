// Dense Cholesky factorization A = L L' of one world with the lower triangle in column-major order:
// element (i, j), i >= j, at mat[j*stride + i], stride = column_stride(n). Results are bitwise
// identical to those of math/cholesky.h. With columns, inner loops run over neighboring elements,
// four at a time (SIMD), without sums across a vector. first[b] is a column before which rows 4b ..
// 4b+3 are zero, in A and in everything that updates it. Elements above the diagonal and below row
// n must be finite and are overwritten.
#ifndef SINEW_MATH_COLUMN_CHOLESKY_H_
#define SINEW_MATH_COLUMN_CHOLESKY_H_

#include <stdbool.h>

enum {
  COLUMN_UPDATES = 6,  // maximum of rank-one updates in one call
  COLUMN_ROWS = 4      // maximum of rows of a product in one call
};

static inline int column_stride(int n) { return (n + 3) & ~3; }

// up to COLUMN_ROWS rows J over the columns of a matrix, and D J, which is zero where it has no
// entry but shares a block of four columns with one
typedef struct {
  int count;
  const double* J[COLUMN_ROWS];
  const double* DJ;  // (count x stride)
  const int* col;    // columns with entries (ncol), ascending
  const int* block;  // indices of blocks of four columns with entries (nblock), ascending
  int ncol, nblock;
} column_Rows;

typedef struct {
  // A += J' D J, row after row
  void (*addProduct)(double* mat, int n, const column_Rows* rows);
  // A -> L in place. A pivot below mindiag is set to mindiag and clears the rest of its column;
  // returns n minus the number of such pivots.
  int (*factor)(double* mat, int n, const int* first, double mindiag);
  // x = (L L')^-1 x. scratch: (4 stride)
  void (*solve)(double* x, const double* mat, int n, const int* first, double* scratch);
  // rank-one updates: L -> factor of L L' + x x' or L L' - x x', for one vector of x (count x
  // stride) after another; bit u of plus: vector u is added. x is overwritten. A squared diagonal
  // element below mjMINVAL is set to mjMINVAL; returns n minus the number of such elements.
  int (*update)(double* mat, double* x, int count, int n, const int* first, unsigned plus);
} column_Kernels;

// the fastest kernels that this CPU supports
const column_Kernels* column_kernels(void);
// the baseline kernels, and those for AVX2, NULL if the CPU does not support it
const column_Kernels* column_baseKernels(void);
const column_Kernels* column_avx2Kernels(void);

#endif
