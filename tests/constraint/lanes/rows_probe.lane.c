// Contacts and rows in lanes, for test_lane_rows.c: smooth stages, collision, rows, then every lane
// on its own.
#include "rows_probe.h"

#include "constraint/lane_make.h"
#include "step/stages.h"

#if LANE_W > 1

probe_Rows LANE(probe_rows);

static void takeContacts(const mjModel* m, const lane_Plan* plan, const lane_Contacts* from,
                         int lane, probe_World* to) {
  to->ncon = 0;
  for (int i = 0; i < from->ncon; i++) {
    const lane_Contact* con = &from->contact[i];
    if (!con->has[lane]) continue;
    probe_Contact* c = &to->contact[to->ncon++];
    c->pair = con->pair;
    lane_PairNumbers numbers;
    lane_pairNumbers(m, &plan->pairs.pair[con->pair], &numbers);
    c->params = numbers.params;
    c->dist = con->dist[lane];
    for (int k = 0; k < 3; k++) c->pos[k] = con->pos[k][lane];
    for (int k = 0; k < 9; k++) c->frame[k] = con->frame[k][lane];
  }
}

static void takeRow(const mjModel* m, const lane_Rows* rows, int efc, int lane, probe_World* to,
                    int row) {
  for (int i = 0; i < m->nv; i++) to->J[row * m->nv + i] = rows->J[efc * m->nv + i][lane];
  to->D[row] = rows->D[efc][lane];
  to->R[row] = rows->R[efc][lane];
  to->aref[row] = rows->aref[efc][lane];
  to->frictionloss[row] = rows->frictionloss[efc][lane];
}

// all numbers of a lane that lacks a row are +0
static bool isZero(const mjModel* m, const lane_Rows* rows, int efc, int lane) {
  int64_t bits = lane_bits(rows->D[efc])[lane] | lane_bits(rows->R[efc])[lane] |
                 lane_bits(rows->aref[efc])[lane] | lane_bits(rows->frictionloss[efc])[lane];
  for (int i = 0; i < m->nv; i++) bits |= lane_bits(rows->J[efc * m->nv + i])[lane];
  return bits == 0;
}

// columns are all that is not zero
static bool isInColumns(const mjModel* m, const lane_Rows* rows, const lane_Block* block) {
  for (int r = block->efc; r < block->efc + block->nefc; r++) {
    for (int i = 0, k = 0; i < m->nv; i++) {
      if (k < block->ncol && block->col[k] == i) {
        k++;
      } else if (lane_any(rows->J[r * m->nv + i] != 0)) {
        return false;
      }
    }
  }
  return true;
}

static bool takeRows(const mjModel* m, const lane_Rows* rows, int lane, probe_World* to) {
  to->nblock = to->nefc = to->ne = to->nf = 0;
  for (int k = 0; k < rows->nblock; k++) {
    const lane_Block* block = &rows->block[k];
    if (!isInColumns(m, rows, block)) return false;
    if (!rows->has[k][lane]) {
      for (int i = 0; i < block->nefc; i++) {
        if (!isZero(m, rows, block->efc + i, lane)) return false;
      }
      continue;
    }
    const int n = to->nblock++;
    to->shape[n] = block->shape;
    to->type[n] = block->type;
    to->id[n] = block->id;
    to->row[n] = to->nefc;
    to->efc[n] = block->efc;
    to->rows[n] = block->nefc;
    to->mu[n] = block->shape >= CON_PYRAMID ? rows->mu[k][lane] : 0;
    for (int i = 0; i < block->nefc; i++) takeRow(m, rows, block->efc + i, lane, to, to->nefc + i);
    to->nefc += block->nefc;
    if (block->efc < rows->ne) {
      to->ne = to->nefc;
    } else if (block->efc < rows->ne + rows->nf) {
      to->nf = to->nefc - to->ne;
    }
  }
  return true;
}

probe_Result LANE(probe_rows)(const mjModel* m, const lane_Plan* plan, mjData* const* world,
                              probe_World* out) {
  lane_Data* d = LANE(lane_make)(m);
  lane_Contacts* contacts = LANE(lane_contactsMake)(m, &plan->pairs);
  lane_Make* make = LANE(lane_makeMake)(m, plan);
  probe_Result result = d && contacts && make ? PROBE_GOOD : PROBE_FULL;
  lane_Rows rows;
  if (result == PROBE_GOOD) {
    for (int k = 0; k < LANE_W; k++) {
      LANE(lane_put)(m, d, k, world[k]);
      LANE(lane_putActive)(m, make, k, world[k]);
      if (!LANE(lane_putPlan)(make, contacts, plan, k, m)) result = PROBE_WRONG;
    }
    LANE(step_pass)(d->model, d, STAGE_NONE, 0);
    if (!LANE(collide_lanes)(d->model, d, &plan->pairs, contacts) ||
        !LANE(rows_lanes)(d->model, d, plan, contacts, make, &rows)) {
      result = PROBE_FULL;
    }
  }
  for (int k = 0; k < LANE_W && result == PROBE_GOOD; k++) {
    takeContacts(m, plan, contacts, k, &out[k]);
    if (!takeRows(m, &rows, k, &out[k])) result = PROBE_WRONG;
  }
  LANE(lane_makeDelete)(make);
  LANE(lane_contactsDelete)(contacts);
  LANE(lane_delete)(d);
  return result;
}

#endif
