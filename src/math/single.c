// Single-precision arctangent: the polynomial and the order of operations are those of fdlibm, all
// rounded to float (elementary_coef.h has its notice).
#include "math/single.h"

#include <math.h>

#include "math/elementary.h"

// x >= 0: atan x = atan c + atan((x - c)/(1 + c x)) for the nearest c of 0, 1/2, 1, 3/2, infinity
// order: that of fdlibm
static float arc(float x) {
  static const struct {
    float end, c, hi, lo;  // upper limit of x; atan c
  } near[] = {{0.4375f, 0, 0, 0},
              {0.6875f, 0.5f, 0x1.dac67p-2f, 0x1.586ed2p-28f},
              {1.1875f, 1, 0x1.921fb4p-1f, 0x1.4442d0p-25f},
              {2.4375f, 1.5f, 0x1.f730bcp-1f, 0x1.281f68p-25f},
              {INFINITY, 0, 0x1.921fb4p+0f, 0x1.4442d0p-24f}};
  int k = 0;
  while (k < 4 && !(x < near[k].end)) k++;
  float A[11];
  for (int i = 0; i < 11; i++) A[i] = (float)ELE_ARC[i];
  const float q = k < 4 ? (x - near[k].c) / (1 + near[k].c * x) : -1 / x, z = q * q, w = z * z;
  const float even = z * (A[0] + w * (A[2] + w * (A[4] + w * (A[6] + w * (A[8] + w * A[10])))));
  const float odd = w * (A[1] + w * (A[3] + w * (A[5] + w * (A[7] + w * A[9]))));
  return near[k].hi - (q * (even + odd) - near[k].lo - q);
}

float single_angle(float y, float x) {
  static const float PI = 0x1.921fb6p+1f, PI_REST = -0x1.777a5cp-24f;
  const float z = arc(fabsf(y / x));
  return x < 0 ? PI - (z - PI_REST) : z;
}
