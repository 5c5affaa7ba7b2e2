// Shared by Newton and conjugate gradients: gradient of the cost, steps along the search direction,
// convergence tests.
#include "solve/primal.h"

#include <sinew/math.h>

#include "math/dense.h"

// order: the forces are subtracted one after another
mjtNum primal_gradient(const solve_System* s, const solve_Problem* p) {
  const mjData* d = s->d;
  prod_jacT(p, d->qfrc_constraint, p->force);
  for (int r = 0; r < p->nrange; r++) {
    const int adr = p->range[r].adr, num = p->range[r].num;
    dense_sub(s->grad + adr, s->Ma + adr, s->smooth + adr, num);
    dense_sub(s->grad + adr, s->grad + adr, d->qfrc_constraint + adr, num);
  }
  return p->scale * __builtin_sqrt(prod_dot(p, s->grad, s->grad));
}

void primal_move(const solve_System* s, const solve_Problem* p, mjtNum alpha) {
  prod_axpy(p, s->d->qacc, s->search, alpha);
  prod_axpy(p, s->Ma, s->Mv, alpha);
  dense_axpy(p->jar, p->Jv, alpha, p->rows.nefc);
}

mjtNum primal_decrement(const solve_System* s, const solve_Problem* p) {
  return mju_max(0, 0.5 * p->scale * prod_dot(p, s->grad, s->z));
}
