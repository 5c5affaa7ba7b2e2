// A bound on the work of a solve.
#ifndef SINEW_SOLVE_BUDGET_H_
#define SINEW_SOLVE_BUDGET_H_

#include <stdbool.h>

#include <sinew/types.h>

enum { BUDGET_LEAST = 10000 };  // iterations that every solve may take

// what is left to one problem
typedef struct {
  int iterations;
  mjtSize evaluations;  // of the cost in line searches
  bool isCut;           // more was asked for than there was
} solve_Budget;

// work: numbers that one iteration of all problems of the solve visits
solve_Budget budget_make(mjtSize work);
// takes an iteration; false: there is none left
bool budget_next(solve_Budget* b);
// evaluations that a line search may take of those that are asked for, and that n were taken
int budget_evaluations(const solve_Budget* b, int asked);
void budget_evaluated(solve_Budget* b, int n, int asked);
// whether solves with these options are never cut, however much work they are
bool budget_suffices(int iterations, int evaluations);

#endif
