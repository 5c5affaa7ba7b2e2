// Elementary functions in single precision, where the reference has them.
#ifndef SINEW_MATH_SINGLE_H_
#define SINEW_MATH_SINGLE_H_

// angle of (x, y), y > 0, as the C libraries of Linux had it before glibc 2.41: below 2 ulp
float single_angle(float y, float x);

#endif
