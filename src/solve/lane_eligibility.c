// Capability check: can the constraint solver run a model in SIMD lanes?
//   model -> reason, or NULL
#include "solve/lane_solve.h"

#include "constraint/constraint.h"
#include "solve/budget.h"

const char* solve_simdObstacle(const mjModel* m) {
  const mjOption* opt = &m->opt;
  const bool pgs = opt->solver == mjSOL_PGS;  // PGS has no line search
  if (opt->solver < mjSOL_PGS || opt->solver > mjSOL_NEWTON) return "no such solver";
  if (opt->noslip_iterations > 0) return "no-slip iterations";
  if (con_isSparse(m)) return "a sparse Jacobian";
  if (m->nv > SOLVE_LANE_DOFS) return "too many dofs";
  if (opt->enableflags & mjENBL_SLEEP) return "sleep";
  if (pgs && m->ntree > 1 && !(opt->disableflags & mjDSBL_ISLAND)) return "several islands of PGS";
  const int evaluations = pgs ? 0 : opt->ls_iterations;
  if (!budget_suffices(opt->iterations, evaluations)) return "a budget of iterations";
  return NULL;
}
