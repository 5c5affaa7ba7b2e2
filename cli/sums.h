// Mean, standard deviation, minimum and maximum of values that arrive in any order and in parts:
// sums are kept in double-double precision (compensated summation), so that printed results do not
// depend on order and partition.
#ifndef SINEW_CLI_SUMS_H_
#define SINEW_CLI_SUMS_H_

#include <stddef.h>

// a sum hi + lo, |lo| at most half the last place of hi
typedef struct {
  double hi, lo;
} sums_Pair;

typedef struct {
  double count;            // number of values that are finite and not huge: others are left out
  sums_Pair sum, squares;  // of x and of x^2
  double least, greatest;
} sums_Column;

void sums_begin(sums_Column* column, int n);
// adds one value to each of n columns
void sums_addRow(sums_Column* column, const double* x, int n);
void sums_merge(sums_Column* column, const sums_Column* other, int n);
double sums_mean(const sums_Column* column);       // NaN: no values
double sums_deviation(const sums_Column* column);  // of the population: sqrt(mean((x - mean)^2))

#endif
