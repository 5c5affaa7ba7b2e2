// Cholesky factorization of the Hessian of the constraint cost, H = M + J' G J, over the dofs of a
// problem, in the order of operations of the reference: rows in their quadratic zone are added to H
// one after another, M last. Rows that change their state later update the factor (rank-1 updates),
// and contacts in the middle zone of their friction cones update a copy of it. Two forms: dense (L
// L' from the first dof) if J is dense, sparse rows (L' L from the last dof) if J is sparse.
#ifndef SINEW_SOLVE_HESSIAN_H_
#define SINEW_SOLVE_HESSIAN_H_

#include "math/column_cholesky.h"
#include "math/panel.h"
#include "solve/primal.h"

// contiguous columns start .. start + len - 1, at position pos
typedef struct {
  int start, len, pos;
} hess_Run;

enum {
  HESS_UPDATES = COLUMN_UPDATES,   // most updates in one call
  HESS_SCRATCH = 2 * COLUMN_ROWS,  // scratch vectors: rows of J and D J
};

// Sparsity pattern of the factor by rows (nv), the diagonal last; the columns of a row are closed
// under elimination from the last dof. Rows of neighboring dofs form a group if each has the
// columns of the one before plus its own: their columns before the group are the same.
typedef struct {
  const int *adr, *nnz, *col;
  bool tree;                 // columns of a dof are all its ancestors: no fill-in. Otherwise:
  const int *nrun, *runadr;  // runs of a row (nv)
  const hess_Run* run;
  const int* group;            // index of the group of a dof (nv)
  const int *nuser, *useradr;  // rows that have a dof among their columns (nv), in the order in
  const int *user, *userpos;   // which they are subtracted from its row, and its position in them
} hess_Pattern;

// rank-1 updates of a factor in one call, applied in their order
typedef struct {
  int count;
  unsigned plus;  // bit u: vector u is added, otherwise subtracted (downdate)
  int last;       // last dof of the vectors; unused in the dense form
} hess_Updates;

typedef struct hess_Form hess_Form;

typedef struct {
  const hess_Form* form;
  bool sparse;
  int size;      // entries of the problem
  int end;       // size of the arrays with them
  int nnz;       // entries of the factors, as reported in the statistics
  mjtNum* L;     // by columns (column-major) if dense
  mjtNum* cone;  // copy of L with contacts in the middle zone; NULL: no cones
  bool middle;   // such contacts exist: cone is the factor
  int xstride;
  int most;    // capacity for vectors of updates
  mjtNum* x;   // these (most x xstride) indexed by the form's places, 0 between uses
  bool clear;  // they are 0 since their first use
  // dense
  const column_Kernels* kernels;
  mjtNum* scratch;  // (HESS_SCRATCH xstride)
  int* first;       // for each four rows: a column before which they are zero (envelope)
  int* place;  // scratch: places of a block's columns, and the groups of four that contain them
  int* dof;    // dof of an index in the problem; NULL: the system is not kept
  // sparse
  hess_Run* run;  // scratch: contiguous runs of a block's columns
  int* path;      // scratch: dofs that an update reaches (nv)
  hess_Pattern pattern;
} hess_Matrix;

// allocates; false: not enough scratch memory
bool hess_make(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
// states, jar -> factor, and contact.H of cones; returns the number of updates for the statistics
int hess_factor(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
// updates the factor after rows changed their states; returns the number of updates
int hess_update(const solve_System* s, const solve_Problem* p, hess_Matrix* h, const int* before);
// vec = H^-1 vec
void hess_solve(const solve_Problem* p, const hess_Matrix* h, mjtNum* vec);
// the same for multiple right-hand sides, for a system that is kept; rows of x are dofs
void hess_solvePanel(const solve_Problem* p, const hess_Matrix* h, const panel_Panel* x);

// ---- the two forms

struct hess_Form {
  // factorization of M + J' D J over rows in their quadratic zone
  void (*factor)(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
  // L += x x' or -= x x' for vectors of h->x, which become 0; false: rank was lost
  bool (*update)(const solve_Problem* p, hess_Matrix* h, mjtNum* L, const hess_Updates* u);
  // vec = H^-1 vec
  void (*solve)(const solve_Problem* p, const hess_Matrix* h, const mjtNum* L, mjtNum* vec);
  void (*solvePanel)(const solve_Problem* p, const hess_Matrix* h, const mjtNum* L,
                     const panel_Panel* x);
};

extern const hess_Form hess_dense;
extern const hess_Form hess_sparse_wide_base;  // for any machine
extern const hess_Form hess_sparse_wide_avx2;

// computes `first` of the dense form
void hess_envelope(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
// symbolic factorization for the sparse form: pattern, size, end; false: not enough scratch memory
bool hess_pattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
// ---- symbolic_cache.c: patterns with fill-in from earlier solves

typedef struct {
  int* dof;     // arrays over dofs (PRIVATE_PATTERN x nv), NULL: no entry
  int* list;    // three lists of `size` ints and the runs, one after another
  int size;     // entries of the factor
  int scratch;  // scratch bytes that were allocated while it was made
  // while it is made
  int room;  // capacity for lists
  int* head;
} symbolic_Entry;

// call it before the first problem of a system
void symbolic_start(mjData* d);
// looks up the pattern of a problem
symbolic_Entry symbolic_find(const solve_System* s, const solve_Problem* p);
// allocates an entry for a problem that is not found
symbolic_Entry symbolic_begin(const solve_System* s, const solve_Problem* p);
// ensures capacity for its lists, if necessary by dropping all other entries; false: it is not
// cached
bool symbolic_reserve(const solve_System* s, const solve_Problem* p, symbolic_Entry* entry,
                      size_t ints);
// completes the entry, with `used` ints in its lists
void symbolic_end(const solve_System* s, const solve_Problem* p, const symbolic_Entry* entry,
                  int used);

// finds up to four of the block's rows in their quadratic zone, from row *r on, and advances *r
// past them: their indices in the block, their D; returns how many
int hess_activeRows(const solve_Problem* p, const con_Block* b, int* r, int row[4], mjtNum D[4]);

#endif
