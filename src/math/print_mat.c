// Prints matrices to stdout, independent of the locale.
#include <stdio.h>
#include <string.h>

#include <sinew/math.h>

#include "base/args.h"
#include "base/assert.h"

enum {
  DENSE_DIGITS = 8,
  SPARSE_DIGITS = 6,
  SPARSE_WIDTH = 9,
  NUMBER_SIZE = 400,  // the largest double has 309 digits before the decimal point
};

// Fixed-point text of x. printf separates integer and fraction by the locale's decimal point, of
// one or more bytes; it is replaced by '.'.
static void fixedPoint(char buf[NUMBER_SIZE], mjtNum x, int width, int digits) {
  static const char decimals[] = "0123456789";
  const int n = snprintf(buf, NUMBER_SIZE, "%*.*f", width, digits, x);
  ASSERT(n > 0 && n < NUMBER_SIZE);
  char* const integer = strpbrk(buf, decimals);
  if (!integer) return;  // nan, inf
  char* const point = integer + strspn(integer, decimals);
  char* const fraction = point + strcspn(point, decimals);
  *point = '.';
  memmove(point + 1, fraction, strlen(fraction) + 1);
}

void mju_printMat(const mjtNum* mat, int nr, int nc) {
  if (nr > 0 && nc > 0) ARGS_NEED(mat);
  char buf[NUMBER_SIZE];
  for (int r = 0; r < nr; r++) {
    for (int c = 0; c < nc; c++) {
      fixedPoint(buf, mat[(size_t)r * (size_t)nc + (size_t)c], 0, DENSE_DIGITS);
      printf("%s ", buf);
    }
    printf("\n");
  }
  printf("\n");
}

void mju_printMatSparse(const mjtNum* mat, int nr, const int* rownnz, const int* rowadr,
                        const int* colind) {
  if (nr > 0) ARGS_NEED(mat, rownnz, rowadr, colind);
  char buf[NUMBER_SIZE];
  for (int r = 0; r < nr; r++) {
    for (int k = rowadr[r]; k < rowadr[r] + rownnz[r]; k++) {
      fixedPoint(buf, mat[k], SPARSE_WIDTH, SPARSE_DIGITS);
      printf("(%d %d): %s  ", r, colind[k], buf);
    }
    printf("\n");
  }
  printf("\n");
}
