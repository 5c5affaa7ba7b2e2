// The dual problem in lanes. Sums over the rows of a world run by row mod 4, so the rows of each
// lane are laid out by themselves: the one to three that are left over of whole groups of four
// first, from place 0 on, then the groups, from place 4 on. Places without a row have zeros, which
// add nothing; place 3 has none in any lane.
#ifndef SINEW_SOLVE_LANE_DUAL_H_
#define SINEW_SOLVE_LANE_DUAL_H_

#include "solve/lane_newton.h"

#if LANE_W > 1

#include "math/four.h"

// before the entries of a line, the numbers of its row; A: its entry on the diagonal of AR, which
// is 1/INV
enum { DUAL_B, DUAL_INV, DUAL_A, DUAL_LOW, DUAL_HIGH, DUAL_HEAD = 8 };
enum { DUAL_EMPTY = 3 };  // place without a row

// an elliptic contact: its rows; its part of AR (n x n), then 1/AR[0] and n - 1 of friction
typedef struct {
  int n, place[LAW_DIM];
  double numbers[LAW_DIM * LAW_DIM + LAW_DIM];
} dual_Cone;

// the problem of one lane
typedef struct {
  int lane;
  int n, nwhole;                // rows, and those of them in whole groups
  int size, stride;             // places, nwhole + 4; of lines, the same in all lanes
  int *row, *block;             // (n) their numbers in the rows of the lanes
  double* line;                 // (size x stride) AR by places
  double* Y;                    // (size/4 x nv x 4) Y, four rows beside each other
  double* force;                // as many places as the longest has
  double *low, *high;           // (size) bounds of forces; none in the rows of cones
  double *previous, *momentum;  // (size) of the sweep before, and where this one began
  int nitem, ncone;     // rows and elliptic contacts to visit, and how many of them are contacts
  int *order, *coneOf;  // (size) first places of the items; of such a place its contact, -1: a row
  dual_Cone* cone;      // (ncone)
} dual_Lane;

typedef struct {
  const newton_Lanes* of;
  dual_Lane lane[LANE_W];  // those that are not solved have no rows
} dual_Lanes;

LANE_INLINE int dual_place(const dual_Lane* p, int i) {
  return i < p->nwhole ? i + 4 : i - p->nwhole;
}
LANE_INLINE double* dual_line(const dual_Lane* p, int place) {
  return p->line + place * p->stride + DUAL_HEAD;
}

// Y of a group of places
LANE_INLINE double* dual_group(const dual_Lane* p, int place, int nv) {
  return p->Y + (place & ~3) * nv;
}

// ---- lane_project.lane.c

// Jv: rows at qacc_smooth; force -> problems of the lanes `live`; *finite: those of them whose
// numbers are; false: scratch is short
bool LANE(dual_make)(dual_Lanes* p, const newton_Lanes* of, lane_Data* d, mask live, mask* finite);

#endif

#endif
