// Eigenvalues of nonsymmetric real matrices by Francis's double-shift QR iteration on the upper
// Hessenberg form, after deflation by permutation of rows and columns that show their eigenvalue,
// and balancing of the rest (Parlett and Reinsch); eigenvectors by inverse iteration. Golub and Van
// Loan, Matrix Computations: Householder reduction 7.4.2, QR steps 7.5.1, deflation 7.5.2,
// balancing 7.5.7, inverse iteration 7.6.1.
#include "eigen.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"

// maximum number of QR steps for one eigenvalue; every tenth has an exceptional shift, because
// ordinary shifts can cycle
enum { MOST_STEPS = 90, UNUSUAL = 10, SWEEPS = 100 };
// Deflation compares with neighboring entries, which keeps small eigenvalues of graded matrices.
// After PATIENCE steps it compares with the norm of the whole matrix instead: its rounding errors
// may be what keeps blocks coupled.
enum { PATIENCE = 20 };

// ---- balancing

// 1-norms of row and column i without the diagonal
static void sizesOf(const double* mat, int n, int i, double* row, double* column) {
  *row = *column = 0;
  for (int k = 0; k < n; k++) {
    if (k == i) continue;
    *row += fabs(mat[i * n + k]);
    *column += fabs(mat[k * n + i]);
  }
}

// the power of two f for which the norms of f * column and row / f are closest
static double factorOf(double row, double column) {
  double f = 1;
  while (column * f * f < 0.5 * row) f *= 2;
  while (column * f * f >= 2 * row) f *= 0.5;
  return f;
}

void eigen_balance(double* mat, int n, double* scale) {
  bool changed = true;
  for (int i = 0; i < n; i++) scale[i] = 1;
  for (int sweep = 0; changed && sweep < SWEEPS; sweep++) {
    changed = false;
    for (int i = 0; i < n; i++) {
      double row, column;
      sizesOf(mat, n, i, &row, &column);
      if (!(row > 0 && column > 0 && row <= DBL_MAX && column <= DBL_MAX)) continue;
      const double f = factorOf(row, column);
      if (!(column * f + row / f < 0.95 * (column + row))) continue;
      for (int k = 0; k < n; k++) mat[i * n + k] /= f;
      for (int k = 0; k < n; k++) mat[k * n + i] *= f;
      scale[i] *= f;
      changed = true;
    }
  }
}

// ---- Hessenberg form

// Householder reflector: x -> v with (1 - beta v v') x = (-+|x|, 0, ...); returns beta, 0 if x is
// already reduced
static double reflector(double* x, int n) {
  double largest = 0, sum = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(x[i]));
  if (!(largest > 0)) return 0;
  for (int i = 0; i < n; i++) x[i] /= largest;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  x[0] += x[0] < 0 ? -sqrt(sum) : sqrt(sum);
  sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return 2 / sum;
}

// applies the reflector to rows r ... of mat, columns from..to-1: P mat
static void reflectRows(double* mat, int n, int r, const double* v, int nv, double beta, int from,
                        int to) {
  for (int c = from; c < to; c++) {
    double dot = 0;
    for (int i = 0; i < nv; i++) dot += v[i] * mat[(r + i) * n + c];
    dot *= beta;
    for (int i = 0; i < nv; i++) mat[(r + i) * n + c] -= dot * v[i];
  }
}

// applies the reflector to columns c ... of mat, rows from..to-1: mat P
static void reflectColumns(double* mat, int n, int c, const double* v, int nv, double beta,
                           int from, int to) {
  for (int r = from; r < to; r++) {
    double* row = mat + (ptrdiff_t)r * n + c;
    double dot = 0;
    for (int i = 0; i < nv; i++) dot += v[i] * row[i];
    dot *= beta;
    for (int i = 0; i < nv; i++) row[i] -= dot * v[i];
  }
}

// reduces mat to Hessenberg form: mat -> Q' mat Q, zero below the first subdiagonal; Q may be NULL;
// v has space for n
static void toHessenberg(double* mat, int n, double* Q, double* v) {
  for (int i = 0; Q && i < n * n; i++) Q[i] = i % (n + 1) == 0;
  for (int k = 0; k + 2 < n; k++) {
    const int nv = n - k - 1;
    for (int i = 0; i < nv; i++) v[i] = mat[(k + 1 + i) * n + k];
    const double beta = reflector(v, nv);
    reflectRows(mat, n, k + 1, v, nv, beta, k, n);
    reflectColumns(mat, n, k + 1, v, nv, beta, 0, n);
    if (Q) reflectColumns(Q, n, k + 1, v, nv, beta, 0, n);
    for (int i = k + 2; i < n; i++) mat[i * n + k] = 0;
  }
}

// ---- QR iteration

// eigenvalues of the 2 x 2 block at rows i, i + 1
static void pairOf(const double* H, int n, int i, double* re, double* im) {
  const double a = H[i * n + i], b = H[i * n + i + 1], c = H[(i + 1) * n + i];
  const double d = H[(i + 1) * n + i + 1], p = 0.5 * (a - d), q = p * p + b * c;
  im[0] = im[1] = 0;
  if (q < 0) {
    re[0] = re[1] = d + p;
    im[0] = sqrt(-q);
    im[1] = -im[0];
    return;
  }
  const double z = p < 0 ? p - sqrt(q) : p + sqrt(q);  // no cancellation
  re[0] = d + z;
  re[1] = z != 0 ? d - b * c / z : re[0];
}

// One double-shift QR step on rows lo..hi with a shift and its conjugate: v starts as the first
// column of (H - shift)(H - conj(shift)).
static void doubleStep(double* H, int n, int lo, int hi, double complex shift) {
  const double *r0 = H + lo * n + lo, *r1 = r0 + n, im = cimag(shift);
  const double a = r0[0] - creal(shift), b = r1[1] - creal(shift);
  double v[3] = {a * a + im * im + r0[1] * r1[0], r1[0] * (a + b),
                 r1[0] * H[(lo + 2) * n + lo + 1]};
  for (int k = lo; k < hi; k++) {
    const int nv = k + 2 <= hi ? 3 : 2, from = k > lo ? k - 1 : lo;
    const int to = k + 3 < hi ? k + 3 : hi;
    for (int i = 0; k > lo && i < nv; i++) v[i] = H[(k + i) * n + k - 1];
    const double beta = reflector(v, nv);
    reflectRows(H, n, k, v, nv, beta, from, hi + 1);
    reflectColumns(H, n, k, v, nv, beta, lo, to + 1);
    for (int i = 1; k > lo && i < nv; i++) H[(k + i) * n + k - 1] = 0;
  }
}

// first row of the active block that ends at hi; what is above it is coupled only by rounding
// errors
static int blockStart(double* H, int n, int hi, double norm, int step) {
  int lo = hi;
  for (; lo > 0; lo--) {
    double size = fabs(H[lo * n + lo]) + fabs(H[(lo - 1) * n + lo - 1]);
    if (size == 0 || step > PATIENCE) size = norm;
    if (fabs(H[lo * n + lo - 1]) > DBL_EPSILON * size) continue;
    H[lo * n + lo - 1] = 0;
    break;
  }
  return lo;
}

// Two shifts re +- i im: the eigenvalues of the last block if they are conjugate, else twice the
// one nearer to the last entry. Both of them would stall where the same pair occurs many times, as
// in models with many equal bodies: the first column of (H - s1)(H - s2) vanishes.
static double complex shiftOf(const double* H, int n, int hi, int step) {
  const double last = H[hi * n + hi];
  if (step % UNUSUAL == 0) {
    const double size = fabs(H[hi * n + hi - 1]) + fabs(H[(hi - 1) * n + hi - 2]);
    return last + 0.75 * size + 0.66 * size * I;
  }
  double re[2], im[2];
  pairOf(H, n, hi - 1, re, im);
  if (im[0] == 0 && fabs(re[1] - last) < fabs(re[0] - last)) return re[1];
  return re[0] + im[0] * I;
}

static bool iterate(double* H, int n, double* re, double* im) {
  double norm = 0;
  for (int i = 0; i < n * n; i++) norm += H[i] * H[i];
  norm = sqrt(norm);
  for (int hi = n - 1, step = 0; hi >= 0;) {
    const int lo = blockStart(H, n, hi, norm, step);
    if (hi - lo < 2) {
      re[lo] = H[lo * n + lo];
      im[lo] = 0;
      if (lo < hi) pairOf(H, n, lo, re + lo, im + lo);
      hi = lo - 1;
      step = 0;
      continue;
    }
    if (++step > MOST_STEPS) return false;
    doubleStep(H, n, lo, hi, shiftOf(H, n, hi, step));
  }
  return true;
}

// ---- eigenvalues

// Deflates rows and columns that are zero outside of the diagonal: a permutation makes the matrix
// block triangular, and the diagonal shows their eigenvalues. Returns the number of the remaining
// rows, listed in index.
static int setAside(const double* mat, int n, int* index, double* re, double* im) {
  int left = n;
  for (int i = 0; i < n; i++) index[i] = i;
  for (int k = 0; k < left;) {
    const int i = index[k];
    double row = 0, column = 0;
    for (int other = 0; other < left; other++) {
      if (other == k) continue;
      row += fabs(mat[i * n + index[other]]);
      column += fabs(mat[index[other] * n + i]);
    }
    k++;
    if (row > 0 && column > 0) continue;
    left--;
    memmove(index + k - 1, index + k, (size_t)(left - k + 1) * sizeof *index);
    re[left] = mat[i * n + i];
    im[left] = 0;
    k = 0;  // others may be deflated now
  }
  return left;
}

static bool allFinite(const double* x, int n) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i])) return false;
  }
  return true;
}

bool eigen_values(const double* mat, int n, double* re, double* im) {
  ASSERT(n >= 0);
  if (!n) return true;
  if (!allFinite(mat, n * n)) return false;
  double* H = mem_calloc((size_t)n * (size_t)n + (size_t)n, sizeof *H);
  int* index = mem_calloc((size_t)n, sizeof *index);
  bool ok = H && index;
  if (ok) {
    const int left = setAside(mat, n, index, re, im);
    double* row = H + (ptrdiff_t)left * left;
    for (int i = 0; i < left * left; i++) H[i] = mat[index[i / left] * n + index[i % left]];
    eigen_balance(H, left, row);
    toHessenberg(H, left, NULL, row);
    ok = iterate(H, left, re, im);
  }
  mem_free(H);
  mem_free(index);
  return ok;
}

// ---- eigenvectors

bool eigen_open(eigen_Form* form, const double* mat, int n) {
  const size_t size = (size_t)n * (size_t)n;
  *form = (eigen_Form){.n = n};
  form->H = mem_calloc(size + 1, sizeof *form->H);
  form->Q = mem_calloc(size + 1, sizeof *form->Q);
  form->work = mem_calloc(size + (size_t)n + 1, sizeof *form->work);
  form->vec = mem_calloc((size_t)n + 1, sizeof *form->vec);
  if (!form->H || !form->Q || !form->work || !form->vec) return false;
  if (n) memcpy(form->H, mat, size * sizeof *mat);
  toHessenberg(form->H, n, form->Q, (double*)form->work);
  return true;
}

void eigen_close(eigen_Form* form) {
  mem_free(form->H);
  mem_free(form->Q);
  mem_free(form->work);
  mem_free(form->vec);
  *form = (eigen_Form){0};
}

// Solves (H - value) y = x up to the length of y, in place of x: Gaussian elimination with exchange
// of neighboring rows (partial pivoting); a zero pivot is replaced by one of rounding size. U is
// scratch of n x n.
static void solveShifted(const double* H, int n, double complex value, double tiny,
                         double complex* U, double complex* x) {
  for (int i = 0; i < n * n; i++) U[i] = H[i] - (i % (n + 1) == 0 ? value : 0);
  for (int k = 0; k < n; k++) {
    double complex *row = U + (ptrdiff_t)k * n, *below = row + n;
    if (k + 1 < n && cabs(below[k]) > cabs(row[k])) {
      for (int c = k; c < n; c++) {
        const double complex keep = row[c];
        row[c] = below[c];
        below[c] = keep;
      }
      const double complex keep = x[k];
      x[k] = x[k + 1];
      x[k + 1] = keep;
    }
    if (cabs(row[k]) < tiny) row[k] = tiny;
    if (k + 1 == n) continue;
    const double complex factor = below[k] / row[k];
    for (int c = k; c < n; c++) below[c] -= factor * row[c];
    x[k + 1] -= factor * x[k];
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int c = k + 1; c < n; c++) x[k] -= U[(ptrdiff_t)k * n + c] * x[c];
    x[k] /= U[(ptrdiff_t)k * n + k];
  }
}

static void normalize(double complex* x, int n) {
  double largest = 0, sum = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, cabs(x[i]));
  if (!(largest > 0)) return;
  for (int i = 0; i < n; i++) x[i] /= largest;
  for (int i = 0; i < n; i++) sum += creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
  for (int i = 0; i < n; i++) x[i] /= sqrt(sum);
}

const double complex* eigen_vector(eigen_Form* form, double complex value, unsigned seed) {
  const int n = form->n;
  double complex *U = form->work, *x = U + (ptrdiff_t)n * n;
  double norm = 0;
  for (int i = 0; i < n * n; i++) norm = fmax(norm, fabs(form->H[i]));
  for (int i = 0; i < n; i++) {
    seed = 1664525U * seed + 1013904223U;
    x[i] = 0.5 + seed / 4294967296.0;
  }
  for (int step = 0; step < 3; step++) {
    solveShifted(form->H, n, value, DBL_EPSILON * (norm > 0 ? norm : 1), U, x);
    normalize(x, n);
  }
  for (int i = 0; i < n; i++) {
    form->vec[i] = 0;
    for (int k = 0; k < n; k++) form->vec[i] += form->Q[(ptrdiff_t)i * n + k] * x[k];
  }
  normalize(form->vec, n);
  return form->vec;
}
