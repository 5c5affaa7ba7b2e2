// Number parsing and formatting (strtod, printf), correctly rounded both ways, and independent of
// the locale and the C library.
#ifndef SINEW_BASE_NUMBER_H_
#define SINEW_BASE_NUMBER_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NUM_SIZE 32       // buffer size for any printed number and its NUL
#define NUM_SHORTEST 0    // as `digits`: the fewest of 15, 16, 17 that round-trip
#define NUM_ROUNDTRIP 17  // as `digits`: always enough to round-trip

// text -> nearest double (ties to even): [+-] digits [. digits] [e [+-] digits], the same in
// hexadecimal (0x1.8p3), inf, infinity, nan; case-insensitive. Returns a pointer to the first
// character after it, or NULL if there is no number at `text`. Overflow gives infinity, underflow
// zero, with the sign.
const char* num_parse(const char* text, double* x);
// text -> nearest float, rounded once
const char* num_parseFloat(const char* text, float* x);
// text -> integer; NULL if there is none or it is out of the 64-bit range
const char* num_parseInt(const char* text, int64_t* x);
// prints x with at most `digits` (1..17, or NUM_SHORTEST) significant digits, like printf's %g in
// the C locale; returns the length
int num_print(char buf[NUM_SIZE], double x, int digits);

#endif
