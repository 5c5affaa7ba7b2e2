// Control inputs of a simulation: zero, random noise, or a table over time (CSV, zero-order hold).
#ifndef SINEW_CLI_CONTROL_H_
#define SINEW_CLI_CONTROL_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/sinew.h>

typedef struct {
  double* value;  // rows of `width`: time, then controls
  int* target;    // control of each column after the first, -1: unused column
  int width;      // 0: no table
  long nrow, at;  // rows; the current row
  bool noise;
  uint64_t random;
} control_Control;

// "zero", "noise" or a CSV file. Columns are identified by the heading (ctrl:NAME or NAME, any
// order) or, without one, by number. Returns false after a message.
bool control_make(control_Control* control, const mjModel* m, const char* what);
// sets ctrl for a time; times must not decrease from call to call
void control_set(control_Control* control, const mjModel* m, mjData* d, double time);
void control_free(control_Control* control);

#endif
