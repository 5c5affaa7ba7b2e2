// Hessian of the cost, H = M + J' G J, in sparse lower rows over the dofs of a problem, factored as
// L' D L from the last dof to the first. A row's columns are closed under this elimination.
#ifndef SINEW_SOLVE_HESSIAN_H_
#define SINEW_SOLVE_HESSIAN_H_

#include "solve/solver.h"

// columns start .. start + len - 1 of a row, at position pos in it
typedef struct {
  int start, len, pos;
} hess_Run;

typedef struct {
  const int *adr, *nnz;  // row of a dof (nv)
  const int* col;        // columns, the diagonal last
  mjtNum* val;
  mjtNum* diagInv;           // 1/D (nv)
  mjtNum* x;                 // scratch of updates (nv), 0 between uses
  int size;                  // entries of the rows of the problem
  bool tree;                 // columns of a dof are its ancestors: no fill
  bool inertia;              // rows are those of M
  const int *nrun, *runadr;  // runs of a row (nv); only with fill
  const hess_Run* run;
  hess_Run* blockRun;  // scratch: runs of a block's columns
  mjtNum* contact;     // contacts in spatial form: composite X' G X at a dof (nv x 36)
  bool* touched;       // (nv) there is one; false between uses
} hess_Matrix;

// pattern of a problem; false if scratch is short
bool hess_pattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
// states, jar -> val; contact.H of cones
void hess_fill(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
// val -> L, D; pivots are at least mjMINVAL
void hess_factor(const solve_Problem* p, hess_Matrix* h);
// L, D after rows changed their states; false if that would cost digits: factor anew. No contact
// may be or have been in the middle zone of its cone.
bool hess_update(const solve_Problem* p, hess_Matrix* h, const int* before);
// vec = H^-1 vec
void hess_solve(const solve_System* s, const solve_Problem* p, const hess_Matrix* h, mjtNum* vec);

#endif
