// Contacts and rows of several worlds in lanes, over and over.
#ifndef SINEW_BENCH_ROWS_LOOPS_H_
#define SINEW_BENCH_ROWS_LOOPS_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "constraint/lane_plan.h"

// us per world of collision and of rows, the best of `runs`; rows that some lane has
typedef struct {
  double collide, rows;
  int nefc;
} loops_Time;

typedef bool loops_Rows(const mjModel* m, const lane_Plan* plan, mjData* const* world, int runs,
                        loops_Time* time);
loops_Rows loops_rows_w2, loops_rows_w4_avx2, loops_rows_w8_avx512;

#endif
