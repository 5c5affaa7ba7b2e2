// Throughput of the elementary functions: ns per value of the C library and of our lane variants,
// on random arguments in the cache; the best of many runs.
//   bench_elementary        prints the table of docs/performance.md
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "base/cpu.h"
#include "lanes/elementary_loops.h"

enum { values = 1024, rounds = 60, repeats = 16 };

// ---- the C library

#define LIBRARY(name, expression)                                                                  \
  static void name(int n, const double* x, const double* y, double* out) {                         \
    (void)y;                                                                                       \
    for (int i = 0; i < n; i++) out[i] = expression;                                               \
  }

static double both(double x) {
  double s, c;
  sincos(x, &s, &c);
  return s + c;
}

LIBRARY(librarySincos, both(x[i]))
LIBRARY(librarySin, sin(x[i]))
LIBRARY(libraryCos, cos(x[i]))
LIBRARY(libraryTan, tan(x[i]))
LIBRARY(libraryAsin, asin(x[i]))
LIBRARY(libraryAcos, acos(x[i]))
LIBRARY(libraryAtan, atan(x[i]))
LIBRARY(libraryAtan2, atan2(x[i], y[i]))
LIBRARY(libraryExp, exp(x[i]))
LIBRARY(libraryLog, log(x[i]))
LIBRARY(libraryLog10, log10(x[i]))
LIBRARY(libraryPow, pow(x[i], y[i]))
LIBRARY(libraryTanh, tanh(x[i]))

// in the order of the tables of elementary_loops.lane.c
static const ElementaryLoop library[elementaryCount] = {
    librarySincos, librarySin, libraryCos, libraryTan,   libraryAsin, libraryAcos, libraryAtan,
    libraryAtan2,  libraryExp, libraryLog, libraryLog10, libraryPow,  libraryTanh};

// ---- timing

static double x[values] __attribute__((aligned(64)));
static double y[values] __attribute__((aligned(64)));
static double out[values] __attribute__((aligned(64)));

static void fill(double* array, double a, double b, uint64_t state) {
  for (int i = 0; i < values; i++) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    array[i] = a + (b - a) * ((double)(state >> 11) * 0x1p-53);
  }
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double nsPerValue(ElementaryLoop loop) {
  double best = 1e9;
  for (int r = 0; r < rounds; r++) {
    const double start = seconds();
    for (int i = 0; i < repeats; i++) loop(values, x, y, out);
    const double ns = 1e9 * (seconds() - start) / (repeats * values);
    if (ns < best) best = ns;
  }
  return best;
}

int main(void) {
  printf("ns per value\n%-8s %8s %8d", "", "libm", 1);
#define HEAD(width, suffix)                                                                        \
  if (cpu_hasLanes(width)) printf(" %8d", width);
  CPU_VARIANTS(HEAD)
#undef HEAD
  printf("\n");
  for (int k = 0; k < elementaryCount; k++) {
    const ElementaryBench* bench = &elementary_bench_w1[k];
    fill(x, bench->a, bench->b, 1);
    fill(y, bench->c, bench->d, 2);
    printf("%-8s %8.2f %8.2f", bench->name, nsPerValue(library[k]), nsPerValue(bench->loop));
#define COLUMN(width, suffix)                                                                      \
  if (cpu_hasLanes(width)) printf(" %8.2f", nsPerValue(elementary_bench_##suffix[k].loop));
    CPU_VARIANTS(COLUMN)
#undef COLUMN
    printf("\n");
  }
  return 0;
}
