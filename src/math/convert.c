// Public array conversions between mjtNum and C's floating-point types float and double.
#include <sinew/math.h>

#include "base/args.h"

void mju_f2n(mjtNum* res, const float* vec, int n) {
  if (n > 0) ARGS_NEED(res, vec);
  for (int i = 0; i < n; i++) res[i] = vec[i];
}

void mju_n2f(float* res, const mjtNum* vec, int n) {
  if (n > 0) ARGS_NEED(res, vec);
  for (int i = 0; i < n; i++) res[i] = (float)vec[i];
}

void mju_d2n(mjtNum* res, const double* vec, int n) {
  if (n > 0) ARGS_NEED(res, vec);
  for (int i = 0; i < n; i++) res[i] = vec[i];
}

void mju_n2d(double* res, const mjtNum* vec, int n) {
  if (n > 0) ARGS_NEED(res, vec);
  for (int i = 0; i < n; i++) res[i] = vec[i];
}
