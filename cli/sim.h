// Simulation loop with monitoring: warnings and divergences (NaN, huge values) are reported
// immediately and counted, time continues when the engine resets a diverged world, and Ctrl-C ends
// it gracefully.
#ifndef SINEW_CLI_SIM_H_
#define SINEW_CLI_SIM_H_

#include <stdbool.h>
#include <stdio.h>

#include <sinew/sinew.h>

#include "options.h"

typedef struct {
  const mjModel* m;
  mjData* d;
  long nstep;              // steps to do
  double time;             // simulated time; never decreases
  double before;           // time simulated before the last reset
  long count[mjNWARNING];  // number of steps with that warning
  int info[mjNWARNING];    // value that came with the last one
  long ndivergence;        // number of steps that diverged
  double first;            // time of the first
} sim_Sim;

// index of a keyframe by name or number; -1 after a usage error message
int sim_findKey(const option_Line* line, const mjModel* m, const char* key);
// is this a warning about invalid values, after which the world is reset unless a flag prevents it
bool sim_isDivergence(int warning);

// Resets d to the start or to the keyframe of `--key`, and computes the number of steps in
// `seconds`. Returns an exit code other than CLI_OK after a message.
int sim_begin(sim_Sim* sim, const option_Line* line, const mjModel* m, mjData* d, double seconds);
// one step; signals and messages of the engine are handled from the first step to sim_end
void sim_step(sim_Sim* sim);
void sim_end(void);
// "diverged 3 times, first at 0.12 s", warnings; prints nothing if there were none
void sim_report(const sim_Sim* sim, FILE* out);

#endif
