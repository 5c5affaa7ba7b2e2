// Iteration budget: a bound on the work of a constraint solve.
#ifndef SINEW_SOLVE_BUDGET_H_
#define SINEW_SOLVE_BUDGET_H_

#include <stdbool.h>

#include <sinew/types.h>

enum { BUDGET_LEAST = 10000 };  // iterations that every solve may take

// remaining budget of one problem
typedef struct {
  int iterations;
  mjtSize evaluations;  // of the cost in line searches
  bool isCut;           // the budget was smaller than the requested work
} solve_Budget;

// work: numeric values that one iteration of all problems of the solve visits
solve_Budget budget_make(mjtSize work);
// starts an iteration; false: the budget is used up
bool budget_next(solve_Budget* b);
// number of evaluations granted to a line search that requests `asked`; records that n were made
int budget_evaluations(const solve_Budget* b, int asked);
void budget_evaluated(solve_Budget* b, int n, int asked);
// returns true if the budget never ends a solve with these options, whatever its size
bool budget_suffices(int iterations, int evaluations);

#endif
