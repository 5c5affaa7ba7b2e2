// Reduction of large angles modulo pi/2, for the sines and cosines of elementary.h.
#ifndef SINEW_MATH_TRIG_REDUCE_H_
#define SINEW_MATH_TRIG_REDUCE_H_

// x = (4k + q) pi/2 + r[0] + r[1], |r[0]| <= pi/4, q in 0 .. 3; finite |x| >= 2^20 -> r, returns q.
// Infinities and NaN give r[0] = NaN.
int trig_reduce(double x, double r[2]);

#endif
