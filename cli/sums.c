// Compensated summation in double-double arithmetic (Dekker 1971; Knuth, "The art of computer
// programming", 4.2.2): twoSum and twoProduct return a result and its exact rounding error.
#include "sums.h"

#include <math.h>

static const double huge = 1e150;  // squares of larger numbers overflow
// rounding error of the variance of equal values, relative to the mean square
static const double noise = 1e-26;

// ---- double-double numbers

static sums_Pair twoSum(double a, double b) {
  const double s = a + b, part = s - a;
  return (sums_Pair){s, (a - (s - part)) + (b - part)};
}

// |a| >= |b|
static sums_Pair quickSum(double a, double b) {
  const double s = a + b;
  return (sums_Pair){s, b - (s - a)};
}

// splits a number into high and low halves of its digits (Veltkamp)
static void split(double a, double half[2]) {
  const double big = 134217729.0 * a;  // 2^27 + 1
  half[0] = big - (big - a);
  half[1] = a - half[0];
}

static sums_Pair twoProduct(double a, double b) {
  double x[2], y[2];
  const double p = a * b;
  split(a, x);
  split(b, y);
  return (sums_Pair){p, ((x[0] * y[0] - p) + x[0] * y[1] + x[1] * y[0]) + x[1] * y[1]};
}

static sums_Pair add(sums_Pair a, sums_Pair b) {
  sums_Pair s = twoSum(a.hi, b.hi);
  const sums_Pair t = twoSum(a.lo, b.lo);
  s = quickSum(s.hi, s.lo + t.hi);
  return quickSum(s.hi, s.lo + t.lo);
}

static sums_Pair multiply(sums_Pair a, sums_Pair b) {
  const sums_Pair p = twoProduct(a.hi, b.hi);
  return quickSum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static sums_Pair divide(sums_Pair a, double b) {
  const double q = a.hi / b;
  const sums_Pair p = twoProduct(q, b);
  return quickSum(q, ((a.hi - p.hi) - p.lo + a.lo) / b);
}

// ---- columns

void sums_begin(sums_Column* column, int n) {
  for (int i = 0; i < n; i++) column[i] = (sums_Column){.least = INFINITY, .greatest = -INFINITY};
}

void sums_addRow(sums_Column* column, const double* x, int n) {
  for (int i = 0; i < n; i++) {
    sums_Column* c = &column[i];
    if (!(fabs(x[i]) < huge)) continue;
    c->count++;
    c->sum = add(c->sum, (sums_Pair){x[i], 0});
    c->squares = add(c->squares, twoProduct(x[i], x[i]));
    c->least = x[i] < c->least ? x[i] : c->least;
    c->greatest = x[i] > c->greatest ? x[i] : c->greatest;
  }
}

void sums_merge(sums_Column* column, const sums_Column* other, int n) {
  for (int i = 0; i < n; i++) {
    sums_Column* c = &column[i];
    c->count += other[i].count;
    c->sum = add(c->sum, other[i].sum);
    c->squares = add(c->squares, other[i].squares);
    c->least = fmin(c->least, other[i].least);
    c->greatest = fmax(c->greatest, other[i].greatest);
  }
}

double sums_mean(const sums_Column* column) {
  return column->count > 0 ? divide(column->sum, column->count).hi : (double)NAN;
}

// (sum x^2 - (sum x)^2 / n) / n: cancellation is compensated by the low part of the sums
double sums_deviation(const sums_Column* column) {
  if (!(column->count > 0)) return (double)NAN;
  const sums_Pair part = divide(multiply(column->sum, column->sum), column->count);
  const sums_Pair rest = add(column->squares, (sums_Pair){-part.hi, -part.lo});
  const double variance = divide(rest, column->count).hi;
  return variance > noise * column->squares.hi / column->count ? sqrt(variance) : 0;
}
