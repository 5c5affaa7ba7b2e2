// SIMD kernels for panels (multiple right-hand sides): sums of rows, compiled for several
// instruction sets. A strip of a row stays in registers while all terms are added to it.
#include "math/four.h"
#include "math/panel.h"

enum { STRIP = 16 };  // elements of a strip

// ---- gather

LANE_INLINE void gatherStrip(const panel_Panel* p, double* row, const double* c, const int* col,
                             int count, int at) {
  double* y = row + at;
  four_Double y0 = four_load(y), y1 = four_load(y + 4), y2 = four_load(y + 8);
  four_Double y3 = four_load(y + 12);
  for (int k = 0; k < count; k++) {
    const double* x = panel_row(p, col[k]) + at;
    y0 -= four_load(x) * c[k];
    y1 -= four_load(x + 4) * c[k];
    y2 -= four_load(x + 8) * c[k];
    y3 -= four_load(x + 12) * c[k];
  }
  four_store(y, y0);
  four_store(y + 4, y1);
  four_store(y + 8, y2);
  four_store(y + 12, y3);
}

static void gather(const panel_Panel* p, double* row, const double* c, const int* col, int count) {
  int at = 0;
  for (; at + STRIP <= p->n; at += STRIP) gatherStrip(p, row, c, col, count, at);
  for (; at + 4 <= p->n; at += 4) {
    four_Double y = four_load(row + at);
    for (int k = 0; k < count; k++) y -= four_load(panel_row(p, col[k]) + at) * c[k];
    four_store(row + at, y);
  }
  for (; at < p->n; at++) {
    for (int k = 0; k < count; k++) row[at] -= panel_row(p, col[k])[at] * c[k];
  }
}

// ---- spread

LANE_INLINE void spreadStrip(const panel_Panel* p, const double* row, const double* c,
                             const int* col, int count, int at) {
  const double* y = row + at;
  const four_Double y0 = four_load(y), y1 = four_load(y + 4), y2 = four_load(y + 8);
  const four_Double y3 = four_load(y + 12);
  for (int k = 0; k < count; k++) {
    double* x = panel_row(p, col[k]) + at;
    four_store(x, four_load(x) - y0 * c[k]);
    four_store(x + 4, four_load(x + 4) - y1 * c[k]);
    four_store(x + 8, four_load(x + 8) - y2 * c[k]);
    four_store(x + 12, four_load(x + 12) - y3 * c[k]);
  }
}

static void spread(const panel_Panel* p, const double* row, const double* c, const int* col,
                   int count) {
  int at = 0;
  for (; at + STRIP <= p->n; at += STRIP) spreadStrip(p, row, c, col, count, at);
  for (; at < p->n; at++) {
    for (int k = 0; k < count; k++) panel_row(p, col[k])[at] -= row[at] * c[k];
  }
}

// ---- rows

static void scale(const panel_Panel* p, int i, double scl) {
  double* row = panel_row(p, i);
  int at = 0;
  for (; at + 4 <= p->n; at += 4) four_store(row + at, four_load(row + at) * scl);
  for (; at < p->n; at++) row[at] *= scl;
}

static void add(double* row, const double* vec, double scl, int n) {
  int at = 0;
  for (; at + 4 <= n; at += 4) {
    four_store(row + at, four_load(row + at) + four_load(vec + at) * scl);
  }
  for (; at < n; at++) row[at] += vec[at] * scl;
}

extern const panel_Kernels LANE(panel_table);
const panel_Kernels LANE(panel_table) = {gather, spread, scale, add};
