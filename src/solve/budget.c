// A bound on the work of one solve, for iterations that no test ends: tolerances that are NaN,
// negative or 0 with an absurd number of iterations. It counts numbers, not time, and does not
// depend on threads: the same solve ends at the same place everywhere. The more there is to visit
// in an iteration, the fewer there are, but never fewer than BUDGET_LEAST.
#include "solve/budget.h"

#include "base/assert.h"

#define MOST_WORK 1000000000  // numbers that one solve visits
#define OVERHEAD 100          // of an iteration, in numbers
#define EVALUATIONS 50        // of the cost in the line search of an iteration, on average
#define LINE_MOST 10000       // and at most: a bracket of doubles is halved 2,100 times at the most

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

// a line search ends at most a bracket's three evaluations later than asked for
bool budget_suffices(int iterations, int evaluations) {
  const mjtSize most = (mjtSize)EVALUATIONS * BUDGET_LEAST;
  if (iterations <= 0) return true;
  return iterations < BUDGET_LEAST && evaluations < LINE_MOST &&
         iterations * ((mjtSize)(evaluations > 0 ? evaluations : 0) + 4) < most;
}
