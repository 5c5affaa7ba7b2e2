// Sine, cosine and arctangent, correctly rounded but for ties that double-double cannot tell. Some
// twenty times slower than math/elementary.h: for the compiler of models, whose constants are then
// those of any good C library.
#ifndef SINEW_MATH_PRECISE_H_
#define SINEW_MATH_PRECISE_H_

void precise_sincos(double x, double* sine, double* cosine);
double precise_atan2(double y, double x);

#endif
