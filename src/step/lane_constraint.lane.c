// Contacts, rows and solve in lanes: from the plan of the model to accelerations. Compiled for the
// widths beyond one only.
#include "step/lane_constraint.h"

#if LANE_W > 1

#include "base/assert.h"
#include "base/mem.h"
#include "solve/lane_solve.h"
#include "step/forward.h"
#include "step/smooth.h"

struct lane_Constraints_ {
  lane_Plan* plan;
  lane_Contacts* contacts;
  lane_Make* make;
  lane_Rows rows;  // of this step
  real* force;     // (make->mostRows)
  mask undone;
};

static mask noLanes(void) { return lane_bc(0) != lane_bc(0); }

bool LANE(step_makeConstraints)(const mjModel* m, lane_Data* d) {
  if (!step_hasConstraints(m)) return true;
  struct lane_Constraints_* c = mem_calloc(1, sizeof *c);
  d->constraints = c;
  if (!c) return false;
  c->plan = lane_planMake(m);
  if (!c->plan) return false;
  c->contacts = LANE(lane_contactsMake)(m, &c->plan->pairs);
  c->make = LANE(lane_makeMake)(m, c->plan);
  if (!c->contacts || !c->make) return false;
  for (int k = 0; k < LANE_W; k++) LANE(lane_putPlan)(c->make, c->contacts, c->plan, k, m);
  c->force = mem_alloc(((size_t)c->make->mostRows + 1) * sizeof *c->force);
  return c->force != NULL;
}

bool LANE(step_putPlan)(lane_Data* d, int lane) {
  struct lane_Constraints_* c = d->constraints;
  const mjModel* one = lane_one(d->model, lane);
  if (!c) return !step_hasFriction(one);
  c->contacts->edited = true;
  return LANE(lane_putPlan)(c->make, c->contacts, c->plan, lane, one);
}

void LANE(step_freeConstraints)(lane_Data* d) {
  struct lane_Constraints_* c = d->constraints;
  if (!c) return;
  mem_free(c->force);
  if (c->make) LANE(lane_makeDelete)(c->make);
  if (c->contacts) LANE(lane_contactsDelete)(c->contacts);
  if (c->plan) lane_planDelete(c->plan);
  mem_free(c);
  d->constraints = NULL;
}

void LANE(step_putActive)(const mjModel* m, lane_Data* d, int lane, const mjtBool* active) {
  struct lane_Constraints_* c = d->constraints;
  for (int i = 0; c && i < m->neq; i++) c->make->active[i][lane] = active[i] ? -1 : 0;
}

void LANE(step_rows)(const lane_Model* m, lane_Data* d) {
  struct lane_Constraints_* c = d->constraints;
  if (!c) return;
  const bool fits = LANE(collide_lanes)(m, d, &c->plan->pairs, c->contacts) &&
                    LANE(rows_lanes)(m, d, c->plan, c->contacts, c->make, &c->rows);
  c->undone = fits ? noLanes() : lane_not(noLanes());
  if (!fits) c->rows = (lane_Rows){0};
}

void LANE(step_solve)(const lane_Model* m, lane_Data* d) {
  struct lane_Constraints_* c = d->constraints;
  if (!c) {
    LANE(step_unconstrained)(m, d);
    return;
  }
  ASSERT_FULL(c->rows.nefc <= c->make->mostRows);
  c->undone |= LANE(solve_lanes)(lane_one(m, 0), d, &c->rows, lane_not(c->undone), c->force, NULL);
}

// the highest bits tell of trees that rows couple: different islands cost more than different rows
uint64_t LANE(step_signature)(const mjModel* m, const lane_Data* d, int lane) {
  enum { BITS = 64, TREE_BITS = 16 };
  const int most = m->ntree > 1 ? BITS - TREE_BITS : BITS;
  uint64_t bits = 0;
  for (int k = 0; d->constraints && k < d->constraints->rows.nblock; k++) {
    const lane_Block* b = &d->constraints->rows.block[k];
    if (!d->constraints->rows.has[k][lane]) continue;
    bits |= (uint64_t)1 << ((b->id + 7 * b->shape) % most);
    if (most < BITS)
      bits |= (uint64_t)1 << (most + (b->tree[0] + 3 * (b->tree[1] + 2)) % TREE_BITS);
  }
  return bits;
}

bool LANE(step_solved)(const lane_Data* d, lane_Solved* solved) {
  const struct lane_Constraints_* c = d->constraints;
  if (!c || !c->rows.nblock) return false;
  *solved = (lane_Solved){c->plan, c->contacts, c->make, &c->rows, c->force};
  return true;
}

mask LANE(step_undone)(const lane_Data* d) {
  return d->constraints ? d->constraints->undone : noLanes();
}

#endif
