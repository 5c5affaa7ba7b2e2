// Numbers as text, the same in every locale and with every C library: correctly rounded both ways.
#ifndef SINEW_BASE_NUMBER_H_
#define SINEW_BASE_NUMBER_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NUM_SIZE 32       // bytes that hold any printed number and its NUL
#define NUM_SHORTEST 0    // as `digits`: the fewest of 15, 16, 17 that read back to the same number
#define NUM_ROUNDTRIP 17  // as `digits`: always enough to read back the same number

// text -> nearest double (ties to even): [+-] digits [. digits] [e [+-] digits], the same in
// hexadecimal (0x1.8p3), inf, infinity, nan; in any case. Returns the first character after it, or
// NULL if no number stands at `text`. What is too large becomes infinite, what is too small zero,
// with its sign.
const char* num_parse(const char* text, double* x);
// text -> nearest float, rounded once
const char* num_parseFloat(const char* text, float* x);
// text -> integer; NULL if none stands there or it is out of the 64-bit range
const char* num_parseInt(const char* text, int64_t* x);
// x -> at most `digits` (1..17, or NUM_SHORTEST) significant digits, like printf's %g in the C
// locale; returns the length
int num_print(char buf[NUM_SIZE], double x, int digits);

#endif
