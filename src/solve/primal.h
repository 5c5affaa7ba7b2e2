// Primal solvers: Newton and conjugate gradients on the cost over accelerations.
#ifndef SINEW_SOLVE_PRIMAL_H_
#define SINEW_SOLVE_PRIMAL_H_

#include "solve/budget.h"
#include "solve/problem.h"

// ---- warm_start.c

// chooses the warm start: qacc, Ma, jar, force, state; efc_b
void warm_primal(solve_System* s);

// ---- newton.c, conjugate.c: qacc, Ma, jar, force, state -> the same at the
// minimum

// false: not enough scratch memory
bool solve_newton(solve_System* s, solve_Problem* p);
bool solve_conjugate(solve_System* s, solve_Problem* p);

#define PRIMAL_ETA 0.01  // lower bound of beta in conjugate gradients

// ---- primal.c: shared by both

// qfrc_constraint, grad; returns |grad| * scale
mjtNum primal_gradient(const solve_System* s, const solve_Problem* p);
// qacc, Ma, jar += alpha * (search, Mv, Jv)
void primal_move(const solve_System* s, const solve_Problem* p, mjtNum alpha);
// half of max(0, grad.z) * scale
mjtNum primal_decrement(const solve_System* s, const solve_Problem* p);

// ---- linesearch.c

typedef struct {
  mjtNum alpha, cost,
      slope;         // slope at the result; cost relative to alpha = 0
  mjtNum lineslope;  // scaled slope
  int neval;
} line_Result;

// search -> Mv, Jv, step length; false: not enough scratch memory
bool line_search(const solve_System* s, const solve_Problem* p, solve_Budget* budget,
                 line_Result* res);

#endif
