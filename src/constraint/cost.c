// Cost, force and state of the rows as functions of jar = J a - aref: quadratic equalities, dry
// friction (quadratic, then linear), one-sided rows, and elliptic cones: zero in the polar cone,
// quadratic in the dual one, the square of the distance to the cone between them.
//   jar, efc_D, R, frictionloss, contact.mu, friction -> state, force, cost, Hessian of a cone
#include "constraint/constraint.h"
#include "math/vec.h"

static mjtNum quadratic(mjtNum* force, int* state, mjtNum x, mjtNum D) {
  *force = -D * x;
  *state = mjCNSTRSTATE_QUADRATIC;
  return 0.5 * D * x * x;
}

static mjtNum satisfied(mjtNum* force, int* state) {
  *force = 0;
  *state = mjCNSTRSTATE_SATISFIED;
  return 0;
}

static mjtNum oneSided(mjtNum* force, int* state, mjtNum x, mjtNum D) {
  return x < 0 ? quadratic(force, state, x, D) : satisfied(force, state);
}

static mjtNum dryFriction(mjtNum* force, int* state, mjtNum x, mjtNum D, mjtNum R, mjtNum most) {
  if (x > -R * most && x < R * most) return quadratic(force, state, x, D);
  const bool back = x <= -R * most;
  *force = back ? most : -most;
  *state = back ? mjCNSTRSTATE_LINEARNEG : mjCNSTRSTATE_LINEARPOS;
  return -0.5 * R * most * most - *force * x;
}

// ---- elliptic cones

typedef struct {
  mjtNum U[6];  // jar scaled: by mu, then by the friction coefficients
  mjtNum N, T;  // normal, length of the tangents
  mjtNum mu, Dm;
} Cone;

static Cone coneOf(const mjContact* con, const mjtNum* jar, mjtNum D0) {
  Cone c = {.mu = con->mu};
  c.U[0] = c.N = con->mu * jar[0];
  for (int j = 1; j < con->dim; j++) c.U[j] = con->friction[j - 1] * jar[j];
  c.T = lane_sqrt(vn_dot(c.U + 1, c.U + 1, con->dim - 1));
  c.Dm = D0 / (c.mu * c.mu * (1 + c.mu * c.mu));
  return c;
}

// H = Dm S G S, S = diag(mu, friction); G00 = 1, G0j = -mu Uj/T, Gjk = mu N Uj Uk/T^3 + delta_jk
// (mu^2 - mu N/T)
static void coneHessian(mjtNum* H, const Cone* c, const mjContact* con) {
  const int n = con->dim;
  const mjtNum *fr = con->friction, mu = c->mu, T = c->T;
  const mjtNum across = mu * c->N / (T * T * T), along = mu * mu - mu * c->N / T;
  H[0] = c->Dm * mu * mu;
  for (int j = 1; j < n; j++) {
    H[j] = H[j * n] = c->Dm * mu * fr[j - 1] * (-mu / T * c->U[j]);
    for (int k = 1; k <= j; k++) {
      const mjtNum G = across * c->U[j] * c->U[k] + (j == k ? along : 0);
      H[j * n + k] = H[k * n + j] = c->Dm * fr[k - 1] * fr[j - 1] * G;
    }
  }
}

void con_coneHessian(mjtNum* H, const mjContact* con, const mjtNum* jar, mjtNum D0) {
  const Cone c = coneOf(con, jar, D0);
  coneHessian(H, &c, con);
}

static mjtNum elliptic(const mjData* d, const con_Block* block, const mjtNum* jar, int* state,
                       mjtNum* force, mjtNum* hessian) {
  const mjContact* con = &d->contact[block->contact];
  const mjtNum* D = d->efc_D + block->efc;
  const Cone c = coneOf(con, jar, D[0]);
  mjtNum cost = 0;
  if (c.N >= c.mu * c.T || (c.T <= 0 && c.N >= 0)) {
    for (int j = 0; j < con->dim; j++) satisfied(force + j, state + j);
  } else if (c.mu * c.N + c.T <= 0 || (c.T <= 0 && c.N < 0)) {
    for (int j = 0; j < con->dim; j++) cost += quadratic(force + j, state + j, jar[j], D[j]);
  } else {
    const mjtNum gap = c.N - c.mu * c.T;
    force[0] = -c.Dm * gap * c.mu;
    state[0] = mjCNSTRSTATE_CONE;
    for (int j = 1; j < con->dim; j++) {
      force[j] = -force[0] / c.T * c.U[j] * con->friction[j - 1];
      state[j] = mjCNSTRSTATE_CONE;
    }
    if (hessian) coneHessian(hessian, &c, con);
    cost = 0.5 * c.Dm * gap * gap;
  }
  return cost;
}

// ---- blocks

void con_blockCost(const mjData* d, const con_Block* block, const mjtNum* jar, int* state,
                   mjtNum* force, mjtNum* cost, mjtNum* cone) {
  const int efc = block->efc, n = block->nefc;
  const mjtNum* D = d->efc_D + efc;
  mjtNum sum = 0;
  switch (block->shape) {
    case CON_EQUALITY:
      for (int j = 0; j < n; j++) sum += quadratic(force + j, state + j, jar[j], D[j]);
      break;
    case CON_FRICTION:
      sum = dryFriction(force, state, jar[0], D[0], d->efc_R[efc], d->efc_frictionloss[efc]);
      break;
    case CON_ELLIPTIC:
      sum = elliptic(d, block, jar, state, force, cone);
      break;
    default:
      for (int j = 0; j < n; j++) sum += oneSided(force + j, state + j, jar[j], D[j]);
  }
  if (cost) *cost += sum;
}

void con_update(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum* cost, bool cones) {
  const con_Rows rows = con_rows(d);
  if (cost) *cost = 0;
  vn_zero(d->qfrc_constraint, (int)m->nv);
  for (int i = 0; i < rows.nblock; i++) {
    const con_Block* block = &rows.block[i];
    const int efc = block->efc;
    mjtNum* H = cones && block->shape == CON_ELLIPTIC ? d->contact[block->contact].H : NULL;
    con_blockCost(d, block, jar + efc, d->efc_state + efc, d->efc_force + efc, cost, H);
    con_addJacT(m, d, &rows, block, d->qfrc_constraint, d->efc_force + efc);
  }
}
