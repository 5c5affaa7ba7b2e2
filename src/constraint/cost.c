// Constraint cost s(jar) of rows, forces -ds/djar and active-set states. Rows are grouped by kind,
// so each loop handles one kind of row; the formulas are those of constraint/law.h.
//   jar, D, R, frictionloss, contact.mu, friction -> state, force, cost, Hessian of a cone
#include "constraint/cost.h"

#include "constraint/law.h"
#include "math/four.h"

_Static_assert(sizeof((mjContact){0}.H) == LAW_DIM * LAW_DIM * sizeof(mjtNum),
               "a contact has room for the Hessian of its cone");

static inline void setState(int* state, int now, int* nchange) {
  *nchange += *state != now;
  *state = now;
}

static mjtNum equalityRows(const con_Rows* r, const mjtNum* jar, mjtNum* force, int* state,
                           cost_Count* count) {
  mjtNum cost = 0;
  for (int i = 0; i < r->ne; i++) {
    cost += law_quadratic(jar[i], r->D[i], force + i);
    setState(state + i, mjCNSTRSTATE_QUADRATIC, &count->nchange);
  }
  count->nactive += r->ne;
  return cost;
}

static mjtNum frictionRows(const con_Rows* r, const mjtNum* jar, mjtNum* force, int* state,
                           cost_Count* count) {
  mjtNum cost = 0;
  for (int i = r->ne; i < r->ne + r->nf; i++) {
    mask back, front;
    cost += law_friction(jar[i], r->D[i], r->R[i], r->frictionloss[i], force + i, &back, &front);
    const int linear = back ? mjCNSTRSTATE_LINEARNEG : mjCNSTRSTATE_LINEARPOS;
    setState(state + i, back | front ? linear : mjCNSTRSTATE_QUADRATIC, &count->nchange);
  }
  count->nactive += r->nf;
  return cost;
}

_Static_assert(mjCNSTRSTATE_SATISFIED == 0 && mjCNSTRSTATE_QUADRATIC == 1,
               "the state of a one-sided row is whether it is active");

typedef int Four __attribute__((vector_size(16), aligned(4), may_alias));

// law_oneSided of four rows with SIMD, bitwise identical: their costs are added one after another
static inline mjtNum addFour(mjtNum cost, const con_Rows* r, const mjtNum* jar, mjtNum* force,
                             int i) {
  const four_Double x = four_load(jar + i), zero = four_bc(0);
  const four_Mask active = x < 0;
  const four_Double in = four_select(active, x, zero);
  const four_Double f = four_select(active, -(four_load(r->D + i) * in), zero);
  const four_Double s = -0.5 * f * in;
  four_store(force + i, f);
  return cost + s[0] + s[1] + s[2] + s[3];
}

static mjtNum oneSidedRows(const con_Rows* r, const mjtNum* jar, mjtNum* force, int* state,
                           int from, int to, cost_Count* count) {
  Four same = {0}, on = {0};  // -1 for each row with unchanged state, -1 for each active one
  mjtNum cost = 0;
  int i = from;
  for (; i + 4 <= to; i += 4) {
    const Four active = __builtin_convertvector(four_load(jar + i) < 0, Four);
    cost = addFour(cost, r, jar, force, i);
    same += -active == *(const Four*)(state + i);
    on += active;
    *(Four*)(state + i) = -active;
  }
  int nactive = -(on[0] + on[1] + on[2] + on[3]);
  int nchange = i - from + same[0] + same[1] + same[2] + same[3];
  for (; i < to; i++) {
    mask active;
    cost += law_oneSided(jar[i], r->D[i], force + i, &active);
    nactive += active;
    setState(state + i, active ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_SATISFIED, &nchange);
  }
  count->nactive += nactive;
  count->nchange += nchange;
  return cost;
}

static mjtNum coneRows(const con_Rows* r, const con_Block* b, const mjtNum* jar, mjtNum* force,
                       int* state, cost_Count* count) {
  const mjContact* con = con_contact(r, b);
  law_Zone z;
  const mjtNum cost =
      law_cone(jar + b->efc, r->D + b->efc, con->mu, con->friction, b->nefc, force + b->efc, &z);
  const int inside = z.bottom ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_CONE;
  for (int k = b->efc; k < b->efc + b->nefc; k++) {
    setState(state + k, z.top ? mjCNSTRSTATE_SATISFIED : inside, &count->nchange);
  }
  count->nactive += z.top ? 0 : b->nefc;
  count->ncone += z.middle;
  return cost;
}

// order: rows of each kind are summed separately, then the sums are added; so is each contact with
// a cone
mjtNum cost_update(const con_Rows* r, const mjtNum* jar, mjtNum* force, int* state,
                   cost_Count* count) {
  const int one = r->ne + r->nf;
  ASSERT_FULL(r->none >= 0 && r->ncone <= r->nblock);
  *count = (cost_Count){0, 0, 0};
  mjtNum cost = equalityRows(r, jar, force, state, count);
  cost += frictionRows(r, jar, force, state, count);
  cost += oneSidedRows(r, jar, force, state, one, one + r->none, count);
  for (int k = r->nblock - r->ncone; k < r->nblock; k++) {
    const con_Block* b = r->block + k;
    cost += b->shape == CON_ELLIPTIC
                ? coneRows(r, b, jar, force, state, count)
                : oneSidedRows(r, jar, force, state, b->efc, b->efc + b->nefc, count);
  }
  return cost;
}

// ---- cost alone

static mjtNum oneSidedValue(const con_Rows* r, const mjtNum* jar, int from, int to) {
  mjtNum cost = 0, force;
  mask active;
  for (int i = from; i < to; i++) cost += law_oneSided(jar[i], r->D[i], &force, &active);
  return cost;
}

static mjtNum coneValue(const con_Rows* r, const con_Block* b, const mjtNum* jar) {
  const mjContact* con = con_contact(r, b);
  mjtNum force[LAW_DIM];
  law_Zone z;
  return law_cone(jar + b->efc, r->D + b->efc, con->mu, con->friction, b->nefc, force, &z);
}

mjtNum cost_value(const con_Rows* r, const mjtNum* jar) {
  const int one = r->ne + r->nf;
  mjtNum cost = 0, force;
  mask back, front;
  for (int i = 0; i < r->ne; i++) cost += law_quadratic(jar[i], r->D[i], &force);
  for (int i = r->ne; i < one; i++) {
    cost += law_friction(jar[i], r->D[i], r->R[i], r->frictionloss[i], &force, &back, &front);
  }
  cost += oneSidedValue(r, jar, one, one + r->none);
  for (int k = r->nblock - r->ncone; k < r->nblock; k++) {
    const con_Block* b = r->block + k;
    cost += b->shape == CON_ELLIPTIC ? coneValue(r, b, jar)
                                     : oneSidedValue(r, jar, b->efc, b->efc + b->nefc);
  }
  return cost;
}

mjtNum* cost_coneHessian(const con_Rows* r, const con_Block* b, const mjtNum* jar) {
  mjContact* con = con_contact(r, b);
  ASSERT_FULL(b->shape == CON_ELLIPTIC);
  law_coneHessian(con->H, jar + b->efc, r->D[b->efc], con->mu, con->friction, b->nefc);
  return con->H;
}
