// Panels: many right-hand sides at once. A panel is a matrix whose row i has the numbers of unknown
// i in all right-hand sides, `stride` apart; triangular solves are sums of whole rows then. The
// order of terms is that of the lists, whatever the machine.
#ifndef SINEW_MATH_PANEL_H_
#define SINEW_MATH_PANEL_H_

#include <stddef.h>

typedef struct {
  double* at;
  size_t stride;
  int n;  // right-hand sides
} panel_Panel;

static inline double* panel_row(const panel_Panel* p, int i) {
  return p->at + (size_t)i * p->stride;
}

typedef struct {
  // row -= sum over k < count of c[k] (row col[k] of the panel)
  void (*gather)(const panel_Panel* p, double* row, const double* c, const int* col, int count);
  // (row col[k] of the panel) -= c[k] row, for k < count
  void (*spread)(const panel_Panel* p, const double* row, const double* c, const int* col,
                 int count);
  // row i of the panel *= scl
  void (*scale)(const panel_Panel* p, int i, double scl);
  // row += scl vec, n numbers
  void (*add)(double* row, const double* vec, double scl, int n);
} panel_Kernels;

// the fastest that this machine has
const panel_Kernels* panel_kernels(void);
// those for any machine
const panel_Kernels* panel_baseKernels(void);

#endif
