// Warm start: the solve starts at the acceleration of the last step if its cost is not higher than
// that of the unconstrained acceleration (qacc_smooth). Computes the rows at both; the choice is
// the same for all islands.
//   qacc_smooth, qacc_warmstart, rows -> efc_b, qacc, Ma, jar, force, state
#include "solve/dual.h"
#include "solve/primal.h"

#include <sinew/api.h>

#include "model/awake.h"
#include "model/stack.h"

// copies efc_b in its own order
static void scatterB(const solve_System* s) {
  mjData* d = s->d;
  if (!s->gathered) {
    dense_copy(d->efc_b, s->b, d->nefc);
    return;
  }
  for (int at = 0; at < d->nefc; at++) d->efc_b[d->map_iefc2efc[at]] = s->b[at];
}

static mjtNum* rowsOfB(const solve_System* s, const solve_Problem* p) {
  ASSERT_FULL(p->jar >= s->jar && p->jar + p->rows.nefc <= s->jar + s->d->nefc);
  return s->b + (p->jar - s->jar);
}

static void subtract(mjtNum* rows, const mjtNum* aref, int n) { dense_sub(rows, rows, aref, n); }

// rows of all problems at qacc_smooth; efc_b
// order: that of the whole system if islands would sum in another order
static void smoothRows(const solve_System* s) {
  mjData* d = s->d;
  if (!s->whole) {
    const con_Rows all = con_rows(d);
    con_mulJac(&all, d->efc_b, d->qacc_smooth);
    subtract(d->efc_b, d->efc_aref, d->nefc);
    for (int at = 0; at < d->nefc; at++) {
      s->b[at] = d->efc_b[s->gathered ? d->map_iefc2efc[at] : at];
    }
    return;
  }
  for (int i = 0; i < s->nproblem; i++) {
    const solve_Problem* p = s->problem + i;
    con_mulJac(&p->rows, rowsOfB(s, p), d->qacc_smooth);
    subtract(rowsOfB(s, p), p->rows.aref, p->rows.nefc);
  }
  scatterB(s);
}

// Ma = M qacc_warmstart; returns 1/2 (Ma - qfrc_smooth).(qacc_warmstart - qacc_smooth)
// for settled sleeping trees both are equal
static mjtNum gaussCost(const solve_System* s) {
  const mjData* d = s->d;
  const range_List fresh = awake_freshRanges(d);
  range_eachRange(fresh, at) {
    const solve_Range range = {at->dof[0], range_dofs(at)};
    const solve_Problem part = {.nv = range.num, .nrange = 1, .range = &range};
    prod_inertia(s, &part, s->Ma, d->qacc_warmstart);
    const int adr = range.adr;
    dense_sub(s->grad + adr, s->Ma + adr, s->smooth + adr, range.num);
    dense_sub(s->z + adr, d->qacc_warmstart + adr, d->qacc_smooth + adr, range.num);
  }
  return 0.5 * prod_dotRanges(s->m, fresh, s->grad, s->z);
}

// starts at qacc_smooth, with its rows
static void startSmooth(const solve_System* s) {
  mjData* d = s->d;
  cost_Count count;
  for (int i = 0; i < s->nproblem; i++) {
    const solve_Problem* p = s->problem + i;
    const mjtNum* b = rowsOfB(s, p);
    if (s->whole) {
      dense_copy(p->jar, b, p->rows.nefc);
    } else {
      con_mulJac(&p->rows, p->jar, d->qacc_smooth);
      subtract(p->jar, p->rows.aref, p->rows.nefc);
    }
    cost_update(&p->rows, p->jar, p->force, p->state, &count);
    prod_inertia(s, p, s->Ma, d->qacc_smooth);
  }
  const range_List fresh = awake_freshRanges(d);
  range_each(fresh, dof, i) d->qacc[i] = d->qacc_smooth[i];
}

static void startWarm(const solve_System* s) {
  mjData* d = s->d;
  const int nv = (int)s->m->nv;
  const range_List fresh = awake_freshRanges(d);
  const bool all = s->problem[0].nrange == 1 && s->problem[0].range[0].num == nv;
  range_each(fresh, dof, i) {
    d->qacc[i] = all || d->dof_island[i] >= 0 ? d->qacc_warmstart[i] : d->qacc_smooth[i];
  }
}

// odd: one start for all islands
// order: costs are summed island after island, the Gauss cost last
void warm_primal(solve_System* s) {
  const bool warm = !(s->m->opt.disableflags & mjDSBL_WARMSTART);
  mjtNum smooth = 0, last = 0;
  cost_Count count;
  smoothRows(s);
  for (int i = 0; i < s->nproblem; i++) {
    const solve_Problem* p = s->problem + i;
    for (int k = 0; k < p->rows.nefc; k++) p->state[k] = mjCNSTRSTATE_SATISFIED;
    if (!warm) continue;
    con_mulJac(&p->rows, p->jar, s->d->qacc_warmstart);
    subtract(p->jar, p->rows.aref, p->rows.nefc);
    smooth += cost_value(&p->rows, rowsOfB(s, p));
    last += cost_update(&p->rows, p->jar, p->force, p->state, &count);
  }
  if (!warm || last + gaussCost(s) > smooth) {
    startSmooth(s);
  } else {
    startWarm(s);
  }
}

// ---- dual

// f'b + f'AR f/2
static mjtNum dualCost(const dual_Problem* p) {
  const mjData* d = p->d;
  mjtNum cost = 0;
  for (int i = 0; i < d->nefc; i++) {
    const mjtNum f = d->efc_force[i];
    if (f != 0) cost += 0.5 * f * (dual_residual(p, d->efc_force, i) + d->efc_b[i]);
  }
  return cost;
}

bool warm_dual(const mjModel* m, mjData* d) {
  const bool warm = !(m->opt.disableflags & mjDSBL_WARMSTART);
  mj_markStack(d);
  mjtNum* jar = stack_num(d, (size_t)d->nefc);
  if (jar) {
    const con_Rows rows = con_rows(d);
    con_mulJac(&rows, d->efc_b, d->qacc_smooth);
    con_mulJac(&rows, jar, d->qacc_warmstart);
    for (int i = 0; i < d->nefc; i++) {
      d->efc_b[i] -= d->efc_aref[i];
      jar[i] -= d->efc_aref[i];
    }
    con_update(m, d, jar, NULL, false);
    const dual_Problem p = {.m = m, .d = d, .sparse = d->efc_AR_rownnz != NULL};
    if (!warm || dualCost(&p) > 0) dense_zero(d->efc_force, d->nefc);
  }
  mj_freeStack(d);
  return jar != NULL;
}
