// Times of contacts and rows in lanes, for bench_rows.c.
#include "rows_loops.h"

#include "base/clock.h"
#include "constraint/lane_make.h"
#include "step/stages.h"

#if LANE_W > 1

loops_Rows LANE(loops_rows);

static double least(double a, double b) { return a < b ? a : b; }

static bool measure(const lane_Model* m, const lane_Plan* plan, lane_Data* d,
                    lane_Contacts* contacts, lane_Make* make, int runs, loops_Time* time) {
  enum { REPEAT = 20 };
  lane_Rows rows = {0};
  time->collide = time->rows = 1e9;
  bool good = true;
  for (int i = 0; i < runs; i++) {
    const double start = clock_seconds();
    for (int k = 0; k < REPEAT; k++) good &= LANE(collide_lanes)(m, d, &plan->pairs, contacts);
    const double middle = clock_seconds();
    for (int k = 0; k < REPEAT; k++) {
      good &= LANE(rows_lanes)(m, d, plan, contacts, make, &rows);
    }
    const double end = clock_seconds(), scale = 1e6 / (REPEAT * LANE_W);
    time->collide = least(time->collide, scale * (middle - start));
    time->rows = least(time->rows, scale * (end - middle));
  }
  time->nefc = rows.nefc;
  return good;
}

bool LANE(loops_rows)(const mjModel* m, const lane_Plan* plan, mjData* const* world, int runs,
                      loops_Time* time) {
  lane_Data* d = LANE(lane_make)(m);
  lane_Contacts* contacts = LANE(lane_contactsMake)(m, &plan->pairs);
  lane_Make* make = LANE(lane_makeMake)(m, plan);
  bool good = d && contacts && make;
  if (good) {
    for (int k = 0; k < LANE_W; k++) {
      LANE(lane_put)(m, d, k, world[k]);
      LANE(lane_putPlan)(make, contacts, plan, k, m);
    }
    LANE(step_pass)(d->model, d, STAGE_NONE, 0);
    good = measure(d->model, plan, d, contacts, make, runs, time);
  }
  LANE(lane_makeDelete)(make);
  LANE(lane_contactsDelete)(contacts);
  LANE(lane_delete)(d);
  return good;
}

#endif
