// Mean, deviation and extremes of numbers that come in any order and in parts: sums are kept in
// twice the precision, so that what is printed does not depend on order and parts.
#ifndef SINEW_CLI_SUMS_H_
#define SINEW_CLI_SUMS_H_

#include <stddef.h>

// a sum hi + lo, |lo| at most half the last place of hi
typedef struct {
  double hi, lo;
} sums_Pair;

typedef struct {
  double count;            // numbers that are finite and not huge: others are left out
  sums_Pair sum, squares;  // of x and of x^2
  double least, greatest;
} sums_Column;

void sums_begin(sums_Column* column, int n);
// one number more to each of n columns
void sums_addRow(sums_Column* column, const double* x, int n);
void sums_merge(sums_Column* column, const sums_Column* other, int n);
double sums_mean(const sums_Column* column);       // NaN: no numbers
double sums_deviation(const sums_Column* column);  // of all numbers: sqrt(mean((x - mean)^2))

#endif
