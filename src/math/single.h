// Single-precision arctangent (atan2f), for places where the reference computes in float.
#ifndef SINEW_MATH_SINGLE_H_
#define SINEW_MATH_SINGLE_H_

// angle of (x, y), y > 0, bitwise as in glibc before 2.41: error below 2 ulp
float single_angle(float y, float x);

#endif
