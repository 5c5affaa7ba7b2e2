// Loops over arrays for the elementary-function benchmark; compiled once per lane variant.
// x, y -> out
#include "elementary_loops.h"

#include "math/elementary.h"

#define LOOP(name, expression)                                                                     \
  static void name(int n, const double* x, const double* y, double* out) {                         \
    const real *a = (const real*)x, *b = (const real*)y;                                           \
    real* r = (real*)out;                                                                          \
    (void)b;                                                                                       \
    for (int i = 0; i < n / LANE_W; i++) r[i] = expression;                                        \
  }

LANE_INLINE real both(real x) {
  real s, c;
  lane_sincos(x, &s, &c);
  return s + c;
}

LOOP(loopSincos, both(a[i]))
LOOP(loopSin, lane_sin(a[i]))
LOOP(loopCos, lane_cos(a[i]))
LOOP(loopTan, lane_tan(a[i]))
LOOP(loopAsin, lane_asin(a[i]))
LOOP(loopAcos, lane_acos(a[i]))
LOOP(loopAtan, lane_atan(a[i]))
LOOP(loopAtan2, lane_atan2(a[i], b[i]))
LOOP(loopExp, lane_exp(a[i]))
LOOP(loopLog, lane_log(a[i]))
LOOP(loopLog10, lane_log10(a[i]))
LOOP(loopPow, lane_pow(a[i], b[i]))
LOOP(loopTanh, lane_tanh(a[i]))

const ElementaryBench LANE(elementary_bench)[elementaryCount] = {
    {"sincos", loopSincos, -10, 10, 0, 0}, {"sin", loopSin, -10, 10, 0, 0},
    {"cos", loopCos, -10, 10, 0, 0},       {"tan", loopTan, -10, 10, 0, 0},
    {"asin", loopAsin, -1, 1, 0, 0},       {"acos", loopAcos, -1, 1, 0, 0},
    {"atan", loopAtan, -5, 5, 0, 0},       {"atan2", loopAtan2, -1, 1, -1, 1},
    {"exp", loopExp, -10, 10, 0, 0},       {"log", loopLog, 0.01, 100, 0, 0},
    {"log10", loopLog10, 0.01, 100, 0, 0}, {"pow", loopPow, 0.001, 1, 1, 6},
    {"tanh", loopTanh, -3, 3, 0, 0},
};
