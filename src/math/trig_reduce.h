// Range reduction of angles modulo pi/2, for sin and cos of math/elementary.h: the slow path for
// what its fast reduction does not cover.
#ifndef SINEW_MATH_TRIG_REDUCE_H_
#define SINEW_MATH_TRIG_REDUCE_H_

// x = (4k + q) pi/2 + r[0] + r[1], |r[0]| <= pi/4 or just above; returns q in 0 .. 3. Infinities
// and NaN give r[0] = NaN.
int trig_reduce(double x, double r[2]);

#endif
