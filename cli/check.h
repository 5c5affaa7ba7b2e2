// sinew check: rules that look for what is odd in a model before it hurts. A rule is a function
// that reads the model and adds findings; check.c has the table of rules and prints.
#ifndef SINEW_CLI_CHECK_H_
#define SINEW_CLI_CHECK_H_

#include <stdbool.h>

#include <sinew/sinew.h>

#include "base/text.h"
#include "spec/spec.h"

typedef enum {
  CHECK_NOTE,     // may be meant
  CHECK_WARNING,  // will hurt
  CHECK_ERROR     // the model cannot be loaded
} check_Severity;

typedef struct {
  check_Severity severity;
  const char* rule;  // static
  diag_Where where;  // file NULL: not known
  char* file;        // memory of where.file if it is the finding's own
  char element[SPEC_LABEL_SIZE];
  char* message;  // what is odd, with numbers
  char* advice;   // what to do
} check_Finding;

typedef struct {
  mjModel* m;             // as loaded; a rule that changes it restores it
  mjData* d;              // after mj_forward at qpos0
  const spec_Spec* spec;  // m was compiled from it; NULL: a binary model, nothing is known
  int nstep;              // steps of the trial
  const char* rule;       // that is running
  check_Finding* finding;
  int n, capacity;
  bool failed;  // out of memory
} check_Check;

typedef void (*check_Rule)(check_Check* c);

// adds a finding about element `id` of a type (mjtObj), or about the model if id < 0
void check_add(check_Check* c, check_Severity severity, int type, int id, const char* advice,
               const char* format, ...) __attribute__((format(printf, 6, 7)));
// "'name'", or "3" if it has none
const char* check_name(const check_Check* c, int type, int id, char buf[100]);
// n zeroed numbers, NULL (and failed) if memory is short; mem_free them
mjtNum* check_numbers(check_Check* c, mjtSize n);

// check_mass.c
void check_masses(check_Check* c);
void check_thinInertias(check_Check* c);
// check_stiff.c
void check_springs(check_Check* c);
void check_servos(check_Check* c);
void check_solrefs(check_Check* c);
// check_sign.c
void check_timestep(check_Check* c);
void check_signs(check_Check* c);
// check_limit.c
void check_actuatorLimits(check_Check* c);
void check_unlimitedJoints(check_Check* c);
void check_keyframes(check_Check* c);
void check_static(check_Check* c);
// check_contact.c
void check_neighbours(check_Check* c);
void check_overlaps(check_Check* c);
void check_friction(check_Check* c);
// check_asset.c
void check_assets(check_Check* c);
// check_trial.c
void check_trial(check_Check* c);

#endif
