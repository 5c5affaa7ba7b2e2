// Newton's method on the gradient g = M qacc - qfrc_smooth - J'f of the constraint cost until it is
// at rounding; usually the solver's last step has done it. If it does not converge, the solver
// stopped far from the optimum: then the Newton solver is warm-started from its result first.
//   qacc, rows -> qacc, efc_force, efc_state, qfrc_constraint, jar; acc, qH or qLU
#include "diff/optimum.h"

#include <math.h>

#include <sinew/api.h>

#include "constraint/constraint.h"
#include "diff/derivatives.h"
#include "dyn/dyn.h"
#include "math/vec.h"
#include "model/stack.h"
#include "solve/linearize.h"
#include "solve/solve.h"
#include "step/implicit.h"
#include "step/integrate.h"

enum { MOST_STEPS = 6, MOST_ITERATIONS = 200 };

static const mjtNum ROUNDING = 1e-13, NEAR = 1e-9;  // of the gradient, relative to its terms

static mjtNum largest(const mjtNum* vec, int n) {
  mjtNum most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(vec[i]));
  return most;
}

// forces and states (active set) at qacc -> gradient; returns its norm relative to its terms
static mjtNum gradient(const mjModel* m, mjData* d, const con_Rows* rows, mjtNum* jar,
                       mjtNum* grad) {
  const int nv = (int)m->nv;
  con_mulJac(rows, jar, d->qacc);
  for (int i = 0; i < d->nefc; i++) jar[i] -= d->efc_aref[i];
  con_update(m, d, jar, NULL, true);
  LANE(dyn_mulM)(m, d, grad, d->qacc);
  const mjtNum scale =
      largest(grad, nv) + largest(d->qfrc_smooth, nv) + largest(d->qfrc_constraint, nv);
  for (int i = 0; i < nv; i++) grad[i] -= d->qfrc_smooth[i] + d->qfrc_constraint[i];
  return scale > 0 ? largest(grad, nv) / scale : 0;
}

static bool copyStates(const mjData* d, int* state) {
  bool same = true;
  for (int i = 0; i < d->nefc; i++) {
    same &= state[i] == d->efc_state[i];
    state[i] = d->efc_state[i];
  }
  return same;
}

// *left: norm of the gradient; false if scratch is short
static bool descend(const mjModel* m, mjData* d, mjtNum* jar, mjtNum* grad, int* state,
                    mjtNum* left) {
  const con_Rows rows = con_rows(d);
  *left = gradient(m, d, &rows, jar, grad);
  copyStates(d, state);
  linear_forget(d);
  for (int k = 0; k<MOST_STEPS&& * left> ROUNDING; k++) {
    const mjtNum before = *left;
    if (!solve_linearize(m, d, grad, 1)) return false;
    vn_addToScl(d->qacc, grad, -1, (int)m->nv);
    *left = gradient(m, d, &rows, jar, grad);
    // the factor depends on the states, and on the position of sliding contacts on the cone
    if (!copyStates(d, state) || before > NEAR) linear_forget(d);
    if (before<NEAR&& * left> 0.5 * before) break;
  }
  return true;
}

// continues from the last result with the Newton solver
static void solveOn(const mjModel* m, mjData* d) {
  mjModel exact = *m;
  exact.opt.solver = mjSOL_NEWTON;
  exact.opt.iterations = MOST_ITERATIONS;
  exact.opt.ls_iterations = MOST_ITERATIONS;
  exact.opt.tolerance = 0;
  vn_copy(d->qacc_warmstart, d->qacc, (int)m->nv);
  solve_forward(&exact, d);
}

bool optimum_polish(const mjModel* m, mjData* d, mjtNum* jar) {
  if (!d->nefc) return true;
  mj_markStack(d);
  mjtNum* grad = stack_num(d, (size_t)m->nv);
  int* state = stack_alloc(d, (size_t)d->nefc * sizeof *state, _Alignof(int));
  mjtNum left = 0;
  bool good = grad && state && descend(m, d, jar, grad, state, &left);
  if (good && left > NEAR) {
    solveOn(m, d);
    good = descend(m, d, jar, grad, state, &left);
  }
  mj_freeStack(d);
  return good;
}

bool optimum_integrator(const mjModel* m, mjData* d, mjtNum* acc) {
  if (m->opt.integrator == mjINT_EULER) {
    if (!LANE(step_isDamped)(m, d)) return false;
    LANE(step_factorDamped)(m, d);
    LANE(step_solveDamped)(m, d, acc);
  } else {
    LANE(step_factorImplicit)(m, d);
    LANE(step_solveImplicit)(m, d, acc);
  }
  return true;
}
