// Derivatives by friction coefficients of contacts (diff/parameter.h), through the rule that
// combines those of two geoms: the larger, or that of the geom with priority. At fixed qacc a
// contact has fixed base rows x. With dmu the change of its coefficients mu_k,
//   pyramid   edges x_0 +- mu_k x_k, force f = -D x of those that push, F_0 = sum f,
//             F_k = mu_k (f+ - f-);  R = 2 mu_0^2 (1 + mu_0^2) (...), which adhesion reads too
//   cone      the law of constraint/law.h: D_k as mu_k^2/mu_0^2 in its bottom zone, in the middle
//             f_0 = -Dm mu (N - mu T), f_k = -f_0 U_k mu_k/T with N = mu x_0, U_k = mu_k x_k, T =
//             |U|
//   contact, jar, efc_force -> G
#include <math.h>
#include <string.h>

#include "constraint/law.h"
#include "diff/parameter.h"

enum { DIM = 6, NFRICTION = 5 };

// ---- mixing

// the coefficients of a contact that a geom's coefficient k sets: slide, spin, roll
static void spread(mjtNum dmu[NFRICTION], int k, mjtNum share) {
  static const struct { int first, n; } part[3] = {{0, 2}, {2, 1}, {3, 2}};
  for (int i = 0; i < part[k].n; i++) dmu[part[k].first + i] = share;
}

// weight of a geom's coefficient in that of the contact: at a tie both have half
static mjtNum shareOf(const mjModel* m, int geom, int other, int k) {
  const int lead = m->geom_priority[geom] - m->geom_priority[other];
  const mjtNum own = m->geom_friction[3 * geom + k], its = m->geom_friction[3 * other + k];
  if (lead) return lead > 0;
  return own > its ? 1 : own == its ? 0.5 : 0;
}

// the explicit pair that the contact belongs to, -1: none
static int pairOf(const mjModel* m, const mjContact* con) {
  for (int i = 0; i < m->npair; i++) {
    const int g1 = m->pair_geom1[i], g2 = m->pair_geom2[i];
    if ((g1 == con->geom[0] && g2 == con->geom[1]) || (g2 == con->geom[0] && g1 == con->geom[1])) {
      return i;
    }
  }
  return -1;
}

// false: the contact does not depend on the parameter
static bool byGeom(const mjModel* m, const mjContact* con, int index, mjtNum dmu[NFRICTION]) {
  const int geom = index / 3, k = index % 3;
  const int side = con->geom[0] == geom ? 0 : con->geom[1] == geom ? 1 : -1;
  if (side < 0 || con->geom[1 - side] < 0 || pairOf(m, con) >= 0) return false;
  const mjtNum share = shareOf(m, geom, con->geom[1 - side], k);
  spread(dmu, k, share);
  return share != 0;
}

static bool byPair(const mjModel* m, const mjContact* con, int index, mjtNum dmu[NFRICTION]) {
  if (pairOf(m, con) != index / NFRICTION) return false;
  dmu[index % NFRICTION] = 1;
  return true;
}

// ---- laws: dF (dim) of base rows

static void pyramidChange(const parameter_Point* p, const con_Block* b, const mjContact* con,
                          const mjtNum dmu[NFRICTION], mjtNum dF[DIM]) {
  const mjData* d = p->d;
  const mjtNum R = d->efc_R[b->efc], mu0 = con->friction[0];
  const bool floor = R / (2 * con->mu * con->mu) <= mjMINVAL * (1 + 1e-9);
  const mjtNum dlnR = dmu[0] * (2 / mu0 + (floor ? 0 : 2 * mu0 / (1 + mu0 * mu0)));
  const mjtNum daref = R * dlnR * con->adhesion / b->nefc;
  for (int k = 1; k < b->nbase; k++) {
    const int plus = b->efc + 2 * (k - 1);
    const mjtNum mu = con->friction[k - 1], x = (p->jar[plus] - p->jar[plus + 1]) / (2 * mu);
    for (int side = 0; side < 2; side++) {
      const mjtNum sign = side ? -1 : 1, f = d->efc_force[plus + side];
      const bool active = d->efc_state[plus + side] == mjCNSTRSTATE_QUADRATIC;
      const mjtNum D = active ? d->efc_D[plus + side] : 0;
      const mjtNum df = -D * (sign * x * dmu[k - 1] - daref) - f * dlnR;
      dF[0] += df;
      dF[k] += sign * (mu * df + dmu[k - 1] * f);
    }
  }
}

static void bottomChange(const parameter_Point* p, const con_Block* b, const mjContact* con,
                         const mjtNum dmu[NFRICTION], mjtNum dF[DIM]) {
  for (int k = 2; k < b->nefc; k++) {
    const mjtNum dlnD = 2 * dmu[k - 1] / con->friction[k - 1] - 2 * dmu[0] / con->friction[0];
    dF[k] = p->d->efc_force[b->efc + k] * dlnD;
  }
}

static void slideChange(const parameter_Point* p, const con_Block* b, const mjContact* con,
                        const mjtNum dmu[NFRICTION], mjtNum dF[DIM]) {
  const mjtNum *x = p->jar + b->efc, mu = con->mu, dm = mu / con->friction[0] * dmu[0];
  const law_Cone c = law_coneAt(x, mu, con->friction, b->nefc);
  const mjtNum Dm = law_coneStiffness(p->d->efc_D[b->efc], mu);
  const mjtNum dDm = -Dm * (2 / mu + 2 * mu / (1 + mu * mu)) * dm, along = c.N - mu * c.T;
  mjtNum dT = 0;
  for (int k = 0; k + 1 < b->nefc; k++) dT += c.U[k] * dmu[k] * x[k + 1] / c.T;
  const mjtNum dalong = dm * x[0] - dm * c.T - mu * dT;
  const mjtNum normal = -Dm * along * mu;
  dF[0] = -(dDm * along * mu + Dm * dalong * mu + Dm * along * dm);
  for (int k = 0; k + 1 < b->nefc; k++) {
    const mjtNum U = c.U[k], dU = dmu[k] * x[k + 1], mk = con->friction[k];
    const mjtNum ratio = normal / c.T, dratio = (dF[0] - ratio * dT) / c.T;
    dF[k + 1] = -(dratio * U * mk + ratio * dU * mk + ratio * U * dmu[k]);
  }
}

static void change(const parameter_Point* p, const con_Block* b, const mjContact* con,
                   const mjtNum dmu[NFRICTION], mjtNum dF[DIM]) {
  const int state = p->d->efc_state[b->efc];
  if (b->shape == CON_PYRAMID) {
    pyramidChange(p, b, con, dmu, dF);
  } else if (b->shape == CON_ELLIPTIC && state == mjCNSTRSTATE_QUADRATIC) {
    bottomChange(p, b, con, dmu, dF);
  } else if (b->shape == CON_ELLIPTIC && state == mjCNSTRSTATE_CONE) {
    slideChange(p, b, con, dmu, dF);
  }
}

// ---- columns

typedef bool Mix(const mjModel* m, const mjContact* con, int index, mjtNum dmu[NFRICTION]);

static void addContacts(const parameter_Point* p, Mix* mix, int index,
                        const parameter_Column* col) {
  if (p->m->opt.enableflags & mjENBL_OVERRIDE) return;  // coefficients are those of the options
  for (int i = 0; i < p->rows.nblock && p->d->nefc; i++) {
    const con_Block* b = p->rows.block + i;
    if (b->contact < 0) continue;
    const mjContact* con = p->d->contact + b->contact;
    mjtNum dmu[NFRICTION] = {0}, dF[DIM] = {0};
    if (!mix(p->m, con, index, dmu)) continue;
    for (int k = 0; k < NFRICTION; k++) {
      if (con->friction[k] <= mjMINMU) dmu[k] = 0;
    }
    change(p, b, con, dmu, dF);
    const int* dof = con_columns(&p->rows, b);
    for (int k = 0; k < b->nbase; k++) {
      const mjtNum* row = p->rows.jac + b->jac + (ptrdiff_t)k * b->ncol;
      for (int c = 0; c < b->ncol; c++) col->G[dof[c]] += dF[k] * row[c];
    }
  }
}

void parameter_friction(const parameter_Point* p, int index, const parameter_Column* col) {
  addContacts(p, byGeom, index, col);
}

void parameter_pairFriction(const parameter_Point* p, int index, const parameter_Column* col) {
  addContacts(p, byPair, index, col);
}
