// Dot product of a sparse row with a dense vector, lane-generic: column indices are the same in all
// worlds. The order of sums is that of math/sparse.h.
#ifndef SINEW_DYN_ROW_H_
#define SINEW_DYN_ROW_H_

#include "base/assert.h"
#include "base/lane.h"

// sum of row[k] vec[col[k]]
// order: by position in the row, as sparse_dot
LANE_INLINE real row_dot(const real* row, const int* col, int n, const real* vec) {
  real sum = lane_bc(0);
  int k = 0;
  if (n >= 4) {  // rows are short
    real s0 = lane_bc(0), s1 = lane_bc(0), s2 = lane_bc(0), s3 = lane_bc(0);
    for (; k + 4 <= n; k += 4) {
      s0 = s0 + row[k] * vec[col[k]];
      s1 = s1 + row[k + 1] * vec[col[k + 1]];
      s2 = s2 + row[k + 2] * vec[col[k + 2]];
      s3 = s3 + row[k + 3] * vec[col[k + 3]];
    }
    sum = (s0 + s2) + (s1 + s3);
  }
  ASSERT_FULL(n - k < 4);
  for (; k < n; k++) sum = sum + row[k] * vec[col[k]];
  return sum;
}

#endif
