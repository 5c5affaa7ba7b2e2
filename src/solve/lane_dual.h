// Dual problem (PGS) in SIMD lanes. Sums over the rows of a world use four accumulators, by row mod
// 4, so each lane has its own layout of rows: the one to three rows that do not fill a group of
// four come first, from place 0, then the groups, from place 4. Places without a row have zeros,
// which add nothing; place 3 is empty in all lanes.
#ifndef SINEW_SOLVE_LANE_DUAL_H_
#define SINEW_SOLVE_LANE_DUAL_H_

#include "solve/lane_newton.h"

#if LANE_W > 1

#include "math/four.h"

// values of a row, stored before the entries of its line; A: its entry on the diagonal of AR, which
// is 1/INV
enum { DUAL_B, DUAL_INV, DUAL_A, DUAL_LOW, DUAL_HIGH, DUAL_HEAD = 8 };
enum { DUAL_EMPTY = 3 };  // place without a row

// an elliptic contact: its rows; its submatrix of AR (n x n), then 1/AR[0] and n - 1 friction
// coefficients
typedef struct {
  int n, place[LAW_DIM];
  double numbers[LAW_DIM * LAW_DIM + LAW_DIM];
} dual_Cone;

// the problem of one lane
typedef struct {
  int lane;
  int n, nwhole;                // rows, and how many of them are in whole groups
  int size, stride;             // places, nwhole + 4; stride of lines, the same in all lanes
  int *row, *block;             // (n) their indices in the rows of the lanes
  double* line;                 // (size x stride) AR in the order of places
  double* Y;                    // (size/4 x nv x 4) Y, four rows interleaved
  double* force;                // as many places as the longest lane has
  double *low, *high;           // (size) bounds of forces; infinite in the rows of cones
  double *previous, *momentum;  // (size) forces of the sweep before, and at the start of this one
  int nitem, ncone;     // rows and elliptic contacts to visit, and how many of them are contacts
  int *order, *coneOf;  // (size) first places of the items; for such a place its contact, -1: a row
  dual_Cone* cone;      // (ncone)
} dual_Lane;

typedef struct {
  const newton_Lanes* of;
  dual_Lane lane[LANE_W];  // lanes that are not solved have no rows
} dual_Lanes;

LANE_INLINE int dual_place(const dual_Lane* p, int i) {
  return i < p->nwhole ? i + 4 : i - p->nwhole;
}
LANE_INLINE double* dual_line(const dual_Lane* p, int place) {
  return p->line + place * p->stride + DUAL_HEAD;
}

// Y of the group of four that has a place
LANE_INLINE double* dual_group(const dual_Lane* p, int place, int nv) {
  return p->Y + (place & ~3) * nv;
}

// ---- lane_project.lane.c

// Jv: rows at qacc_smooth; force -> problems of the lanes `live`; *finite: the lanes of them
// without NaN and infinity; false: not enough scratch memory
bool LANE(dual_make)(dual_Lanes* p, const newton_Lanes* of, lane_Data* d, mask live, mask* finite);

#endif

#endif
