// Contacts, constraint rows and constraint solver in lanes (SIMD over worlds), from the plan of the
// model to accelerations; signatures (hash bits of constraints) for grouping worlds. Compiled for
// more than one lane only.
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
  lint niter;  // since the last signature
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

int LANE(step_separations)(const lane_Data* d) {
  return d->constraints ? d->constraints->plan->pairs.nseparation : 0;
}

void LANE(step_putSeparations)(lane_Data* d, int lane, separation_Cache cache) {
  if (d->constraints) d->constraints->contacts->cache[lane] = cache;
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
  lint niter;
  c->undone |=
      LANE(solve_lanes)(lane_one(m, 0), d, &c->rows, lane_not(c->undone), c->force, &niter);
  c->niter += niter;
}

// ---- signatures

// hash of a number; collisions do no harm
static uint64_t scatter(uint64_t number) {
  const uint64_t hash = number * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 32;
}

static void note(step_Signature* res, uint64_t number) {
  const uint64_t bit = scatter(number) % (64 * SIGNATURE_ROWS);
  res->rows[bit / 64] |= (uint64_t)1 << bit % 64;
}

// Bits of one contact: contacts of the same bodies have the same columns, so the key is the bodies
// and the index among their contacts
enum { NOTES = 3 };  // a contact weighs more than a limit

static void noteContacts(const struct lane_Constraints_* c, int lane, step_Signature* res) {
  uint64_t last = 0, number = 0;
  for (int i = 0; i < c->contacts->ncon; i++) {
    if (!c->make->touch[i].has[lane]) continue;
    const int* body = c->plan->pairs.pair[c->contacts->contact[i].pair].body;
    const uint64_t bodies = (uint64_t)body[0] << 20 | (uint64_t)body[1];
    number = bodies == last ? number + 1 : 0;
    last = bodies;
    for (uint64_t k = 1; k <= NOTES; k++) note(res, bodies << 16 | number << 2 | k);
  }
}

step_Signature LANE(step_signature)(lane_Data* d, int lane) {
  struct lane_Constraints_* c = d->constraints;
  step_Signature res = {0};
  for (int k = 0; c && k < c->rows.nblock; k++) {
    const lane_Block* b = &c->rows.block[k];
    if (!c->rows.has[k][lane]) continue;
    res.trees |= (uint64_t)1 << (b->tree[0] + 8 * (b->tree[1] + 2)) % 64;
    if (b->type < mjCNSTR_CONTACT_FRICTIONLESS)
      note(&res, (uint64_t)b->id << 4 | (uint64_t)b->type);
  }
  if (c && c->rows.nblock) noteContacts(c, lane, &res);
  if (c) {
    res.niter = (int)c->niter[lane];
    c->niter[lane] = 0;
  }
  return res;
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
