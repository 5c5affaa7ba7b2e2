// Dual problem, min f'AR f/2 + f.b with f in its friction cone: shared by projected Gauss-Seidel
// (PGS) and no-slip, which run island by island.
//   efc_AR, efc_b, efc_force -> residuals, states; efc_force -> qfrc_constraint, qacc
#include <stdalign.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "constraint/law.h"
#include "dyn/dyn.h"
#include "math/four.h"
#include "model/stack.h"
#include "solve/cone_force.h"
#include "solve/dual.h"

// ---- matrix

void dual_square(const dual_Problem* p, int i, int n, mjtNum* res) {
  const mjData* d = p->d;
  for (int k = 0; k < n; k++) {
    const mjtNum* row = d->efc_AR + (size_t)(i + k) * d->nefc + i;
    if (p->sparse) {
      const int adr = d->efc_AR_rowadr[i + k], *col = d->efc_AR_colind + adr;
      int low = 0, high = d->efc_AR_rownnz[i + k] - 1;
      while (low < high) {
        const int mid = (low + high) / 2;
        if (col[mid] < i) {
          low = mid + 1;
        } else {
          high = mid;
        }
      }
      ASSERT_FULL(col[low] == i && low + n <= d->efc_AR_rownnz[i + k]);  // rows i .. are contiguous
      row = d->efc_AR + adr + low;
    }
    dense_copy(res + k * n, row, n);
  }
}

int dual_size(const dual_Problem* p) {
  const mjData* d = p->d;
  const int rows = dual_rows(p);
  if (!p->sparse) return rows * rows;
  int size = 0;
  for (int k = 0; k < p->nblock; k++) {
    for (int r = 0; r < p->block[k]->nefc; r++) size += d->efc_AR_rownnz[p->block[k]->efc + r];
  }
  return size;
}

int dual_rows(const dual_Problem* p) {
  int n = 0;
  for (int k = 0; k < p->nblock; k++) n += p->block[k]->nefc;
  return n;
}

// ---- cost

mjtNum dual_settle(const dual_Problem* p, int i, const mjtNum* f, const mjtNum* old,
                   const mjtNum* A, const mjtNum* res, int n) {
  ASSERT_FULL(i >= 0 && i + n <= p->d->nefc);
  const mjtNum change = cone_change(f, old, A, res, n);
  if (change > DUAL_ROUNDING) return 0;
  dual_store(p->d, i, f, n);
  return change;
}

// ---- states

static int frictionState(mjtNum f, mjtNum most) {
  if (f <= -most) return mjCNSTRSTATE_LINEARPOS;
  return f >= most ? mjCNSTRSTATE_LINEARNEG : mjCNSTRSTATE_QUADRATIC;
}

// odd: dual labels
static int coneState(const mjContact* con, const mjtNum* f, int dim) {
  const law_Zone z = law_zoneOfForce(f, con->mu, con->friction, dim);
  if (z.top) return mjCNSTRSTATE_SATISFIED;
  return z.bottom ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_CONE;
}

static inline void setState(int* state, int now, cost_Count* count) {
  count->nchange += now != *state;
  count->nactive += now != mjCNSTRSTATE_SATISFIED;
  *state = now;
}

_Static_assert(mjCNSTRSTATE_SATISFIED == 0 && mjCNSTRSTATE_QUADRATIC == 1,
               "the state of a one-sided row is whether it has a force");

typedef int Four __attribute__((vector_size(16), aligned(4), may_alias));

static void oneSidedStates(const mjtNum* f, int* state, int n, cost_Count* count) {
  Four same = {0}, active = {0};  // -1 for each row with unchanged state, 1 for each with a force
  int r = 0;
  for (; r + 4 <= n; r += 4) {
    const four_Mask none = four_load(f + r) <= 0;
    const Four now = 1 + __builtin_convertvector(none, Four);
    same += now == *(const Four*)(state + r);
    active += now;
    *(Four*)(state + r) = now;
  }
  count->nchange += r + same[0] + same[1] + same[2] + same[3];
  count->nactive += active[0] + active[1] + active[2] + active[3];
  for (; r < n; r++) {
    setState(state + r, f[r] <= 0 ? mjCNSTRSTATE_SATISFIED : mjCNSTRSTATE_QUADRATIC, count);
  }
}

static void runStates(mjData* d, const dual_Run* run, const mjtNum* force, cost_Count* count) {
  const int n = run->nefc;
  int* state = d->efc_state + run->efc;
  const mjtNum* f = force + run->efc;
  if (run->shape == CON_EQUALITY || run->shape == CON_ELLIPTIC) {
    const bool cone = run->shape == CON_ELLIPTIC;
    const int now = cone ? coneState(d->contact + run->contact, f, n) : mjCNSTRSTATE_QUADRATIC;
    for (int r = 0; r < n; r++) setState(state + r, now, count);
  } else if (run->shape == CON_FRICTION) {
    const mjtNum* most = d->efc_frictionloss + run->efc;
    for (int r = 0; r < n; r++) setState(state + r, frictionState(f[r], most[r]), count);
  } else {
    oneSidedStates(f, state, n, count);
  }
}

void dual_states(const dual_Problem* p, const mjtNum* f, cost_Count* count) {
  *count = (cost_Count){0, 0, 0};
  for (int k = 0; k < p->nrun; k++) runStates(p->d, p->run + k, f, count);
}

// ---- islands

// blocks sorted by island; adr (n + 1) has the bounds of the islands
static void sortBlocks(const mjData* d, const con_Rows* rows, const con_Block** block, int* adr,
                       int n) {
  for (int i = 0; i <= n; i++) adr[i] = 0;
  for (int k = 0; k < rows->nblock; k++) {
    adr[(n > 1 ? d->efc_island[rows->block[k].efc] : 0) + 1]++;
  }
  for (int i = 0; i < n; i++) adr[i + 1] += adr[i];
  for (int k = 0; k < rows->nblock; k++) {
    block[adr[n > 1 ? d->efc_island[rows->block[k].efc] : 0]++] = rows->block + k;
  }
  ASSERT(adr[n - 1] == rows->nblock);
  for (int i = n; i > 0; i--) adr[i] = adr[i - 1];
  adr[0] = 0;
}

// splits the rows of blocks into runs; returns the number of runs, at most that of blocks
static int makeRuns(const con_Block* const* block, int nblock, dual_Run* run) {
  int n = 0;
  for (int k = 0; k < nblock; k++) {
    const con_Block* b = block[k];
    const int shape = b->shape == CON_PYRAMID ? CON_ONESIDED : b->shape;
    dual_Run* last = run + n - 1;
    if (n && shape != CON_ELLIPTIC && last->shape == shape && last->efc + last->nefc == b->efc) {
      last->nefc += b->nefc;
    } else {
      run[n++] = (dual_Run){shape, b->efc, b->nefc, b->contact};
    }
  }
  return n;
}

static bool solveAll(const mjModel* m, mjData* d, int n, dual_Solver solver) {
  const con_Rows rows = con_rows(d);
  ASSERT(d->efc_AR && n > 0);
  const con_Block** block =
      stack_alloc(d, (size_t)rows.nblock * sizeof *block, alignof(const con_Block*));
  dual_Run* run = stack_alloc(d, (size_t)rows.nblock * sizeof *run, alignof(dual_Run));
  int* adr = stack_int(d, (size_t)n + 1);
  if (!block || !run || !adr) return false;
  sortBlocks(d, &rows, block, adr, n);
  dual_Problem p = {.m = m, .d = d, .sparse = d->efc_AR_rownnz != NULL};
  // odd: two scales of tolerance
  p.scale = 1 / (m->stat.meaninertia * mju_max(1, (mjtNum)m->nv));
  p.work = p.sparse ? d->nA : (mjtSize)d->nefc * d->nefc;
  for (int i = 0; i < n; i++) {
    p.island = i;
    p.nblock = adr[i + 1] - adr[i];
    p.block = block + adr[i];
    p.nrun = makeRuns(p.block, p.nblock, run);
    p.run = run;
    if (!solver(&p)) return false;
  }
  return true;
}

bool solve_dual(const mjModel* m, mjData* d, bool islands, dual_Solver solver) {
  mj_markStack(d);
  const bool fits = solveAll(m, d, islands ? d->nisland : 1, solver);
  mj_freeStack(d);
  return fits;
}

void dual_finish(const mjModel* m, mjData* d) {
  const con_Rows rows = con_rows(d);
  dense_zero(d->qfrc_constraint, (int)m->nv);
  con_addJacT(&rows, d->qfrc_constraint, d->efc_force);
  const range_List fresh = awake_freshRanges(d);
  range_each(fresh, dof, i) d->qacc[i] = d->qfrc_constraint[i];
  LANE(dyn_solveRanges)(m, fresh, d->qacc, d->qLD, d->qLDiagInv);
  range_each(fresh, dof, i) d->qacc[i] += d->qacc_smooth[i];
}
