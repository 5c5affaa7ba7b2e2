// Iteration budget: bounds the work of one solve whose convergence tests never end it, such as with
// tolerances that are NaN, negative, or 0 with an absurd number of iterations. It counts numeric
// values, not time, and does not depend on threads: the same solve ends at the same iteration
// everywhere. The more values an iteration visits, the fewer iterations are allowed, but never
// fewer than BUDGET_LEAST.
#include "solve/budget.h"

#include "base/assert.h"

#define MOST_WORK 1000000000  // numeric values that one solve visits
#define OVERHEAD 100          // of an iteration, in the same unit
#define EVALUATIONS 50        // of the cost in the line search of an iteration, on average
#define LINE_MOST 10000       // and at most: a bracket of doubles can be halved at most 2,100 times

solve_Budget budget_make(mjtSize work) {
  ASSERT_FULL(work >= 0);
  const mjtSize most = MOST_WORK / (work + OVERHEAD);
  const int iterations = most > BUDGET_LEAST ? (int)most : BUDGET_LEAST;
  return (solve_Budget){.iterations = iterations, .evaluations = (mjtSize)EVALUATIONS * iterations};
}

bool budget_next(solve_Budget* b) {
  const bool hasLeft = b->iterations > 0 && b->evaluations > 0;
  b->iterations--;
  if (!hasLeft) b->isCut = true;
  return hasLeft;
}

int budget_evaluations(const solve_Budget* b, int asked) {
  const mjtSize most = b->evaluations < LINE_MOST ? b->evaluations : LINE_MOST;
  return asked > most ? (int)most : asked;
}

void budget_evaluated(solve_Budget* b, int n, int asked) {
  if (n < asked && n >= budget_evaluations(b, asked)) b->isCut = true;
  b->evaluations -= n;
}

// a line search makes at most three evaluations, those of a bracket, more than requested
bool budget_suffices(int iterations, int evaluations) {
  const mjtSize most = (mjtSize)EVALUATIONS * BUDGET_LEAST;
  if (iterations <= 0) return true;
  return iterations < BUDGET_LEAST && evaluations < LINE_MOST &&
         iterations * ((mjtSize)(evaluations > 0 ? evaluations : 0) + 4) < most;
}
