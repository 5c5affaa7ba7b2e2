// Factor of the Hessian of the cost, H = M + J' G J, over the dofs of a problem, in the order of
// operations of the reference: rows in their quadratic zone enter H one after another, M last; rows
// that change their state later update the factor, and contacts in the middle zone of their cones
// update a copy of it. Two forms: dense (L L' from the first dof) if J is dense, sparse rows (L' L
// from the last dof) if J is sparse.
#ifndef SINEW_SOLVE_HESSIAN_H_
#define SINEW_SOLVE_HESSIAN_H_

#include "math/column_cholesky.h"
#include "math/panel.h"
#include "solve/primal.h"

// columns start .. start + len - 1, at position pos
typedef struct {
  int start, len, pos;
} hess_Run;

enum {
  HESS_UPDATES = COLUMN_UPDATES,   // most updates at once
  HESS_SCRATCH = 2 * COLUMN_ROWS,  // vectors of scratch: rows of J and D J
};

// rows of dofs (nv), the diagonal last; a row's columns are closed under elimination from the last
// dof. Rows of neighbours form a group if each has the columns of the one before and itself: they
// have their columns before the group in common.
typedef struct {
  const int *adr, *nnz, *col;
  bool tree;                 // columns of a dof are its ancestors, all of them: no fill. Otherwise:
  const int *nrun, *runadr;  // runs of a row (nv)
  const hess_Run* run;
  const int* group;            // number of the group of a dof (nv)
  const int *nuser, *useradr;  // rows that have a dof among their columns (nv), in the order in
  const int *user, *userpos;   // which they are taken away from its row, and where they have it
} hess_Pattern;

// updates of a factor that are taken together, one after another in their order
typedef struct {
  int count;
  unsigned plus;  // bit u: vector u is added, else taken away
  int last;       // last dof of the vectors; of no meaning in the dense form
} hess_Updates;

typedef struct hess_Form hess_Form;

typedef struct {
  const hess_Form* form;
  bool sparse;
  int size;      // entries of the problem
  int end;       // of the arrays with them
  int nnz;       // entries of the factors, as statistics count them
  mjtNum* L;     // by columns if dense
  mjtNum* cone;  // copy of L with contacts in the middle zone; NULL: no cones
  bool middle;   // there are such contacts: cone is the factor
  int xstride;
  int most;    // vectors of updates
  mjtNum* x;   // these (most x xstride) in the form's places, 0 between uses
  bool clear;  // they are 0: they have been used
  // dense
  const column_Kernels* kernels;
  mjtNum* scratch;  // (HESS_SCRATCH xstride)
  int* first;       // of four rows: a column before which they are zero
  int* place;       // scratch: places of a block's columns, and the blocks of four they lie in
  int* dof;         // of a number of the problem; NULL: the system is not kept
  // sparse
  hess_Run* run;  // scratch: runs of a block's columns
  int* path;      // scratch: dofs that an update reaches (nv)
  hess_Pattern pattern;
} hess_Matrix;

// false if scratch is short
bool hess_make(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
// states, jar -> factor; contact.H of cones; returns the number of updates as statistics count them
int hess_factor(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
// factor after rows changed their states; returns the number of updates
int hess_update(const solve_System* s, const solve_Problem* p, hess_Matrix* h, const int* before);
// vec = H^-1 vec
void hess_solve(const solve_Problem* p, const hess_Matrix* h, mjtNum* vec);
// the same for many vectors, of a system that is kept; rows of x are dofs
void hess_solvePanel(const solve_Problem* p, const hess_Matrix* h, const panel_Panel* x);

// ---- the two forms

struct hess_Form {
  // L = M + J' D J over rows in their quadratic zone, factored
  void (*factor)(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
  // L += x x' or -= x x' for vectors of h->x, which become 0; false if rank was lost
  bool (*update)(const solve_Problem* p, hess_Matrix* h, mjtNum* L, const hess_Updates* u);
  // vec = H^-1 vec
  void (*solve)(const solve_Problem* p, const hess_Matrix* h, const mjtNum* L, mjtNum* vec);
  void (*solvePanel)(const solve_Problem* p, const hess_Matrix* h, const mjtNum* L,
                     const panel_Panel* x);
};

extern const hess_Form hess_dense;
extern const hess_Form hess_sparse_wide_base;  // for any machine
extern const hess_Form hess_sparse_wide_avx2;

// first of the dense form
void hess_envelope(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
// pattern of the sparse form, size, end; false if scratch is short
bool hess_pattern(const solve_System* s, const solve_Problem* p, hess_Matrix* h);
// ---- symbolic_cache.c: patterns with fill of earlier solves

typedef struct {
  int* dof;     // arrays over dofs (PRIVATE_PATTERN x nv), NULL: there is no entry
  int* list;    // three of `size` ints and the runs, one after another
  int size;     // entries of the factor
  int scratch;  // bytes of it that were taken while it was made
  // while it is made
  int room;  // for lists
  int* head;
} symbolic_Entry;

// before the first problem of a system
void symbolic_start(mjData* d);
// the pattern of a problem, if it has been met
symbolic_Entry symbolic_find(const solve_System* s, const solve_Problem* p);
// room for it, if it has not
symbolic_Entry symbolic_begin(const solve_System* s, const solve_Problem* p);
// more room for its lists, if there is not enough: the other entries go; false: it is not kept
bool symbolic_reserve(const solve_System* s, const solve_Problem* p, symbolic_Entry* entry,
                      size_t ints);
// it is there, with `used` ints in its lists
void symbolic_end(const solve_System* s, const solve_Problem* p, const symbolic_Entry* entry,
                  int used);

// up to four of the block's rows in their quadratic zone, from row *r on, which moves past them:
// their numbers in the block, their D; returns how many
int hess_activeRows(const solve_Problem* p, const con_Block* b, int* r, int row[4], mjtNum D[4]);

#endif
