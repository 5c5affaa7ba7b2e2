// What Newton and conjugate gradients share: gradient of the cost, steps, tests.
#include "solve/primal.h"

#include <sinew/math.h>

#include "math/dense.h"

// order: the forces are taken away one after another
mjtNum primal_gradient(const solve_System* s, const solve_Problem* p) {
  const mjData* d = s->d;
  prod_jacT(p, d->qfrc_constraint, p->force);
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      s->grad[i] = s->Ma[i] - s->smooth[i] - d->qfrc_constraint[i];
    }
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
