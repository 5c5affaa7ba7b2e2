// Panels: triangular solves with multiple right-hand sides. A panel is a row-major matrix whose row
// i holds unknown i of all right-hand sides, rows `stride` apart, so that solves are sums of whole
// rows. The summation order is that of the lists, independent of the machine.
#ifndef SINEW_MATH_PANEL_H_
#define SINEW_MATH_PANEL_H_

#include <stddef.h>

typedef struct {
  double* at;
  size_t stride;
  int n;  // number of right-hand sides
} panel_Panel;

static inline double* panel_row(const panel_Panel* p, int i) {
  return p->at + (size_t)i * p->stride;
}

typedef struct {
  // gather: row -= sum over k < count of c[k] (row col[k] of the panel)
  void (*gather)(const panel_Panel* p, double* row, const double* c, const int* col, int count);
  // scatter: (row col[k] of the panel) -= c[k] row, for k < count
  void (*spread)(const panel_Panel* p, const double* row, const double* c, const int* col,
                 int count);
  // row i of the panel *= scl
  void (*scale)(const panel_Panel* p, int i, double scl);
  // row += scl vec, n elements
  void (*add)(double* row, const double* vec, double scl, int n);
} panel_Kernels;

// the fastest kernels that this CPU supports
const panel_Kernels* panel_kernels(void);
// the baseline kernels, which run on any CPU
const panel_Kernels* panel_baseKernels(void);

#endif
