// Cost s(jar) of the rows of a problem, its forces -ds/djar and states. Rows stand by kind, so each
// loop has one kind of row.
//   equality: D x^2/2; friction: Huber; one-sided: D x^2/2 for x < 0; elliptic cones: zones
#include "solve/solver.h"

static mjtNum equalityRows(const solve_Problem* p, const mjtNum* jar, mjtNum* force, int* state,
                           cost_Count* count) {
  mjtNum cost = 0;
  for (int i = 0; i < p->ne; i++) {
    const mjtNum f = -(p->D[i] * jar[i]);
    cost -= 0.5 * f * jar[i];
    count->nchange += state[i] != mjCNSTRSTATE_QUADRATIC;
    force[i] = f;
    state[i] = mjCNSTRSTATE_QUADRATIC;
  }
  count->nactive += p->ne;
  return cost;
}

static mjtNum frictionRows(const solve_Problem* p, const mjtNum* jar, mjtNum* force, int* state,
                           cost_Count* count) {
  mjtNum cost = 0;
  for (int i = p->ne; i < p->ne + p->nf; i++) {
    const mjtNum f = p->frictionloss[i], edge = p->R[i] * f, x = jar[i];
    int now = mjCNSTRSTATE_QUADRATIC;
    if (x <= -edge) {
      now = mjCNSTRSTATE_LINEARNEG;
      force[i] = f;
      cost += -0.5 * edge * f - f * x;
    } else if (x >= edge) {
      now = mjCNSTRSTATE_LINEARPOS;
      force[i] = -f;
      cost += -0.5 * edge * f + f * x;
    } else {
      force[i] = -(p->D[i] * x);
      cost += 0.5 * p->D[i] * x * x;
    }
    count->nchange += state[i] != now;
    state[i] = now;
  }
  count->nactive += p->nf;
  return cost;
}

static mjtNum oneSidedRows(const solve_Problem* p, const mjtNum* jar, mjtNum* force, int* state,
                           int from, int to, cost_Count* count) {
  mjtNum cost = 0;
  int nactive = 0, nchange = 0;
  for (int i = from; i < to; i++) {
    const int now = jar[i] < 0 ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_SATISFIED;
    const mjtNum x = now ? jar[i] : 0, f = now ? -(p->D[i] * x) : 0;
    cost -= 0.5 * f * x;
    force[i] = f;
    nactive += now;
    nchange += state[i] != now;
    state[i] = now;
  }
  count->nactive += nactive;
  count->nchange += nchange;
  return cost;
}

// scaled tangents of a contact: U[k] = friction[k] x[k+1]; returns their length
static mjtNum tangents(const solve_Block* b, const mjtNum* x, mjtNum U[5]) {
  for (int k = 0; k + 1 < b->nefc; k++) U[k] = b->friction[k] * x[k + 1];
  return __builtin_sqrt(dense_dot(U, U, b->nefc - 1));
}

// stiffness along the cone: D0 / (mu^2 (1 + mu^2))
static mjtNum coneStiffness(mjtNum D, mjtNum mu) { return D / (mu * mu * (1 + mu * mu)); }

static mjtNum coneBlock(const solve_Problem* p, const solve_Block* b, const mjtNum* jar,
                        mjtNum* force, int* state, cost_Count* count) {
  static const int zoneState[] = {[CONE_TOP] = mjCNSTRSTATE_SATISFIED,
                                  [CONE_BOTTOM] = mjCNSTRSTATE_QUADRATIC,
                                  [CONE_MIDDLE] = mjCNSTRSTATE_CONE};
  const int dim = b->nefc;
  const mjtNum *x = jar + b->row, *D = p->D + b->row, mu = b->contact->mu;
  mjtNum U[5], *f = force + b->row, cost = 0;
  const mjtNum N = mu * x[0], T = tangents(b, x, U);
  const cost_Zone zone = cost_zone(N, T, mu);
  if (zone == CONE_MIDDLE) {
    const mjtNum Dm = coneStiffness(D[0], mu), along = N - mu * T;
    cost = 0.5 * Dm * along * along;
    f[0] = -Dm * along * mu;
    for (int k = 0; k + 1 < dim; k++) f[k + 1] = -(f[0] / T) * U[k] * b->friction[k];
    count->ncone++;
  } else {
    for (int k = 0; k < dim; k++) {
      f[k] = zone == CONE_BOTTOM ? -(D[k] * x[k]) : 0;
      cost -= 0.5 * f[k] * x[k];
    }
  }
  const int now = zoneState[zone];
  for (int k = 0; k < dim; k++) {
    count->nchange += state[b->row + k] != now;
    state[b->row + k] = now;
  }
  count->nactive += now ? dim : 0;
  return cost;
}

mjtNum cost_update(const solve_Problem* p, const mjtNum* jar, mjtNum* force, int* state,
                   cost_Count* count) {
  const int one = p->ne + p->nf;
  *count = (cost_Count){0, 0, 0};
  mjtNum cost = equalityRows(p, jar, force, state, count);
  cost += frictionRows(p, jar, force, state, count);
  cost += oneSidedRows(p, jar, force, state, one, one + p->none, count);
  for (int k = p->nblock - p->ncone; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    if (b->shape == CON_ELLIPTIC) {
      cost += coneBlock(p, b, jar, force, state, count);
    } else {
      cost += oneSidedRows(p, jar, force, state, b->row, b->row + b->nefc, count);
    }
  }
  return cost;
}

// ---- cost alone

static mjtNum oneSidedValue(const solve_Problem* p, const mjtNum* jar, int from, int to) {
  mjtNum cost = 0;
  for (int i = from; i < to; i++) {
    const mjtNum x = jar[i] < 0 ? jar[i] : 0;
    cost += 0.5 * p->D[i] * x * x;
  }
  return cost;
}

static mjtNum coneValue(const solve_Problem* p, const solve_Block* b, const mjtNum* jar) {
  const mjtNum *x = jar + b->row, *D = p->D + b->row, mu = b->contact->mu;
  mjtNum U[5], cost = 0;
  const mjtNum N = mu * x[0], T = tangents(b, x, U);
  const cost_Zone zone = cost_zone(N, T, mu);
  if (zone == CONE_MIDDLE) {
    const mjtNum along = N - mu * T;
    return 0.5 * coneStiffness(D[0], mu) * along * along;
  }
  for (int k = 0; k < b->nefc && zone == CONE_BOTTOM; k++) cost += 0.5 * D[k] * x[k] * x[k];
  return cost;
}

mjtNum cost_value(const solve_Problem* p, const mjtNum* jar) {
  const int one = p->ne + p->nf;
  mjtNum cost = 0;
  for (int i = 0; i < p->ne; i++) cost += 0.5 * p->D[i] * jar[i] * jar[i];
  for (int i = p->ne; i < one; i++) {
    const mjtNum f = p->frictionloss[i], edge = p->R[i] * f, x = jar[i];
    if (x <= -edge || x >= edge) {
      cost += -0.5 * edge * f + f * __builtin_fabs(x);
    } else {
      cost += 0.5 * p->D[i] * x * x;
    }
  }
  cost += oneSidedValue(p, jar, one, one + p->none);
  for (int k = p->nblock - p->ncone; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    cost += b->shape == CON_ELLIPTIC ? coneValue(p, b, jar)
                                     : oneSidedValue(p, jar, b->row, b->row + b->nefc);
  }
  return cost;
}
