// The loops of the elementary-function benchmark, as one table per variant (width, instruction
// set).
#ifndef SINEW_BENCH_LANES_ELEMENTARY_LOOPS_H_
#define SINEW_BENCH_LANES_ELEMENTARY_LOOPS_H_

// out[i] = f(x[i]) or f(x[i], y[i]) for n values, n a multiple of 8, arrays aligned to 64 bytes
typedef void (*ElementaryLoop)(int n, const double* x, const double* y, double* out);

enum { elementaryCount = 13 };

typedef struct {
  const char* name;
  ElementaryLoop loop;
  double a, b, c, d;  // x in a .. b, y in c .. d
} ElementaryBench;

extern const ElementaryBench elementary_bench_w1[elementaryCount];
extern const ElementaryBench elementary_bench_w2[elementaryCount];
extern const ElementaryBench elementary_bench_w4_avx2[elementaryCount];
extern const ElementaryBench elementary_bench_w8_avx512[elementaryCount];

#endif
