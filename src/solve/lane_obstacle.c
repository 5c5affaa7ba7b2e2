// What a solve in lanes cannot do, told of a model.
//   model -> reason
#include "solve/lane_solve.h"

#include "constraint/constraint.h"
#include "solve/budget.h"

const char* solve_obstacle(const mjModel* m) {
  const mjOption* opt = &m->opt;
  if (opt->solver != mjSOL_NEWTON) return "a solver other than Newton";
  if (opt->noslip_iterations > 0) return "no-slip iterations";
  if (con_isSparse(m)) return "a sparse Jacobian";
  if (m->nv > SOLVE_LANE_DOFS) return "too many dofs";
  if (opt->enableflags & mjENBL_SLEEP) return "sleep";
  if (!budget_suffices(opt->iterations, opt->ls_iterations)) return "a budget of iterations";
  return NULL;
}
