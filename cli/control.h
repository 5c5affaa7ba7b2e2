// Controls of a simulation: zero, noise, or a table over time.
#ifndef SINEW_CLI_CONTROL_H_
#define SINEW_CLI_CONTROL_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/sinew.h>

typedef struct {
  double* value;  // rows of `width`: time, then controls
  int* target;    // control of each column after the first, -1: the column is not used
  int width;      // 0: no table
  long nrow, at;  // rows; the one that holds now
  bool noise;
  uint64_t random;
} control_Control;

// "zero", "noise" or a CSV file, whose columns go by their heading (ctrl:NAME or NAME, any order)
// or, without one, by number; false after a message
bool control_make(control_Control* control, const mjModel* m, const char* what);
// ctrl at a time; times must not fall from call to call
void control_set(control_Control* control, const mjModel* m, mjData* d, double time);
void control_free(control_Control* control);

#endif
