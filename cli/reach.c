// Controllability by the staircase form (Rosenbrock; Paige 1981; Golub and Van Loan 7.6 for its
// parts): orthogonal transformations bring the columns of B to the top, then those of A that couple
// the remaining states to the states reached in the last stage, and so on. Each stage is a QR
// factorization with column pivoting, whose diagonal reveals the rank. No power of A is formed:
// that makes the controllability matrix (B, AB, AAB, ...) useless in floating point.
#include "reach.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"

typedef struct {
  double *A, *V;
  double *block, *v;  // columns of the stage (n x width), a Householder reflector
  int n, width;
  int reached;   // dimension of the subspace reached so far
  double least;  // zero tolerance
} Stairs;

// pivot: the column of the block with the largest norm below row k, counted from `reached`; returns
// the norm
static double longest(const Stairs* s, int k, int* column) {
  double most = 0;
  *column = k;
  for (int c = k; c < s->width; c++) {
    double sum = 0;
    for (int r = s->reached + k; r < s->n; r++) {
      sum += s->block[r * s->width + c] * s->block[r * s->width + c];
    }
    if (sum <= most) continue;
    most = sum;
    *column = c;
  }
  return sqrt(most);
}

// applies the reflector to mat (rows x width) from row `first` on: (1 - beta v v') mat
static void reflectRows(double* mat, int width, int first, int rows, const double* v, double beta) {
  for (int c = 0; c < width; c++) {
    double dot = 0;
    for (int r = first; r < rows; r++) dot += v[r] * mat[r * width + c];
    for (int r = first; r < rows; r++) mat[r * width + c] -= beta * dot * v[r];
  }
}

static void reflectColumns(double* mat, int n, int first, const double* v, double beta) {
  for (int r = 0; r < n; r++) {
    double* row = mat + (ptrdiff_t)r * n;
    double dot = 0;
    for (int c = first; c < n; c++) dot += v[c] * row[c];
    for (int c = first; c < n; c++) row[c] -= beta * dot * v[c];
  }
}

static void exchange(Stairs* s, int a, int b) {
  for (int r = 0; r < s->n; r++) {
    double* row = s->block + (ptrdiff_t)r * s->width;
    const double keep = row[a];
    row[a] = row[b];
    row[b] = keep;
  }
}

// adds one more direction that the block reaches; false: rank reached
static bool climb(Stairs* s, int k) {
  const int first = s->reached + k;
  int column;
  if (first >= s->n || k >= s->width) return false;
  const double length = longest(s, k, &column);
  if (!(length > s->least)) return false;
  exchange(s, k, column);
  double sum = 0;
  for (int r = first; r < s->n; r++) s->v[r] = s->block[r * s->width + k];
  s->v[first] += s->v[first] < 0 ? -length : length;
  for (int r = first; r < s->n; r++) sum += s->v[r] * s->v[r];
  reflectRows(s->block, s->width, first, s->n, s->v, 2 / sum);
  reflectRows(s->A, s->n, first, s->n, s->v, 2 / sum);
  reflectColumns(s->A, s->n, first, s->v, 2 / sum);
  reflectColumns(s->V, s->n, first, s->v, 2 / sum);
  return true;
}

static double sizeOf(const double* mat, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += mat[i] * mat[i];
  return sqrt(sum);
}

int reach_staircase(double* A, int n, const double* B, int m, double* V, double zero) {
  ASSERT(n >= 0 && m >= 0 && zero > 0);
  const size_t room = (size_t)n * (size_t)(n > m ? n : m) + (size_t)n + 1;
  double* memory = mem_calloc(room, sizeof *memory);
  if (!memory) return -1;
  const double size = sizeOf(A, n * n);
  Stairs s = {.A = A, .V = V, .v = memory, .block = memory + n, .n = n, .width = m};
  s.least = zero * (size > 0 ? size : 1);
  for (int i = 0; i < n * n; i++) V[i] = i % (n + 1) == 0;
  if (n && m) memcpy(s.block, B, (size_t)n * (size_t)m * sizeof *B);
  for (int rank = 1; rank && s.reached < n;) {
    rank = 0;
    while (climb(&s, rank)) rank++;
    // the next block: coupling of the new directions to the rest
    for (int r = s.reached + rank; r < n; r++) {
      for (int c = 0; c < rank; c++) s.block[r * rank + c] = A[r * n + s.reached + c];
    }
    s.reached += rank;
    s.width = rank;
  }
  mem_free(memory);
  return s.reached;
}
