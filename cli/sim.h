// A simulation that is watched: warnings and divergences are shown when they happen and counted,
// time goes on when the engine resets a world that diverged, and Ctrl-C ends it in order.
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
  double time;             // simulated; never falls
  double before;           // simulated before the last reset
  long count[mjNWARNING];  // steps with that warning
  int info[mjNWARNING];    // number that came with the last one
  long ndivergence;        // steps that diverged
  double first;            // time of the first
} sim_Sim;

// keyframe by name or number; -1 after a message about wrong use
int sim_findKey(const option_Line* line, const mjModel* m, const char* key);
// a warning that says that numbers are bad and, without a flag, the world is reset
bool sim_isDivergence(int warning);

// d at its start or at the keyframe that `--key` names, with the steps that fill `seconds`;
// an exit code other than CLI_OK after a message
int sim_begin(sim_Sim* sim, const option_Line* line, const mjModel* m, mjData* d, double seconds);
// one step; signals and messages of the engine are handled from the first to sim_end
void sim_step(sim_Sim* sim);
void sim_end(void);
// "diverged 3 times, first at 0.12 s", warnings; nothing if there were none
void sim_report(const sim_Sim* sim, FILE* out);

#endif
