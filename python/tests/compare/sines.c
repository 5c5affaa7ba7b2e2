// Sines, logarithms and their like as Sinew computes them, under the names of the C library. Loaded
// before a program (LD_PRELOAD), it gives the reference the same last bits: what differs then,
// differs for another reason. tools/peers.sh builds it.
#include <math.h>

#include <sinew/extra.h>

MJAPI double sin(double x) { return sn_sin(x); }

MJAPI double cos(double x) { return sn_cos(x); }

MJAPI double tan(double x) { return sn_tan(x); }

MJAPI double asin(double x) { return sn_asin(x); }

MJAPI double acos(double x) { return sn_acos(x); }

// of the rounded quotient, as Sinew has angles of rotations; sn_atan2 rounds better
MJAPI double atan2(double y, double x) {
  const double pi = 0x1.921fb54442d18p1, rest = 0x1.1a62633145c07p-53, steep = 0x1p64;
  if (fabs(y) > steep * fabs(x)) return copysign(pi / 2, y);
  const double arc = y == 0 ? 0 : sn_atan(fabs(y / x));
  return copysign(signbit(x) ? pi - (arc - rest) : arc, y);
}

MJAPI double exp(double x) { return sn_exp(x); }

MJAPI double log(double x) { return sn_log(x); }

MJAPI double pow(double x, double y) { return sn_pow(x, y); }
