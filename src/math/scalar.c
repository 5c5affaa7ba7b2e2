// Public scalar functions (min, max, clip, sign, round).
#include <limits.h>
#include <math.h>

#include <sinew/math.h>

// ties and NaN: min and max return the first operand if both are equal, the second if one is NaN
mjtNum mju_min(mjtNum a, mjtNum b) { return a <= b ? a : b; }
mjtNum mju_max(mjtNum a, mjtNum b) { return a >= b ? a : b; }

mjtNum mju_clip(mjtNum x, mjtNum min, mjtNum max) {
  if (x < min) return min;
  return x > max ? max : x;
}

mjtNum mju_sign(mjtNum x) {
  if (x < 0) return -1;
  return x > 0 ? 1 : 0;
}

int mju_round(mjtNum x) {
  if (isnan(x)) return 0;
  if (x >= INT_MAX) return INT_MAX;
  if (x <= INT_MIN) return INT_MIN;
  const int towardZero = (int)x;
  const mjtNum rest = x - towardZero;  // exact
  return towardZero + (rest >= 0.5) - (rest <= -0.5);
}

int mju_isBad(mjtNum x) { return !(x >= -mjMAXVAL && x <= mjMAXVAL); }
