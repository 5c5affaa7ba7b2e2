// Lint for models (sinew check, sn_check): rules that look for likely mistakes before they cause
// trouble. A rule is a function that reads the model and adds findings; lint_model.c has the table
// of rules, lint_file.c reports what loading says.
#ifndef SINEW_LINT_LINT_H_
#define SINEW_LINT_LINT_H_

#include <stdbool.h>

#include <sinew/extra.h>
#include <sinew/sinew.h>

#include "base/arena.h"
#include "spec/spec.h"

typedef struct {
  const mjModel* m;
  mjData* d;              // after mj_forward at qpos0
  const spec_Spec* spec;  // m was compiled from it; NULL: not known
  int nstep;              // steps of the trial
  const char* rule;       // that is running
  arena_Arena arena;      // texts of the findings
  sn_Finding* finding;
  int n, capacity;
  bool failed;  // out of memory
} lint_Audit;

typedef void (*lint_Rule)(lint_Audit* c);

// who is told about findings
typedef struct {
  void (*found)(void* context, const sn_Finding* finding);
  void* context;
} lint_Listener;

// the model against all rules
void lint_run(lint_Audit* c);
// tells all findings and ends; their number, -1 if memory was short, which is reported
int lint_tell(lint_Audit* c, const lint_Listener* listener, const char* function);

// a finding of a kind, all texts empty; NULL (and failed) if memory is short
sn_Finding* lint_new(lint_Audit* c, int severity, const char* rule);
// a copy that lives as long as the findings; "" (and failed) if memory is short
const char* lint_text(lint_Audit* c, const char* text, size_t n);
// adds a finding about element `id` of a type (mjtObj), or about the model if id < 0
void lint_add(lint_Audit* c, sn_Severity severity, int type, int id, const char* remedy,
              const char* format, ...) __attribute__((format(printf, 6, 7)));
// "'name'", or "3" if it has none
const char* lint_name(const lint_Audit* c, int type, int id, char buf[100]);
// n zeroed numbers, NULL (and failed) if memory is short; mem_free them
mjtNum* lint_numbers(lint_Audit* c, mjtSize n);

// lint_mass.c
void lint_masses(lint_Audit* c);
void lint_thinInertias(lint_Audit* c);
// lint_stiff.c
void lint_springs(lint_Audit* c);
void lint_servos(lint_Audit* c);
void lint_solrefs(lint_Audit* c);
// lint_sign.c
void lint_timestep(lint_Audit* c);
void lint_signs(lint_Audit* c);
// lint_limit.c
void lint_actuatorLimits(lint_Audit* c);
void lint_unlimitedJoints(lint_Audit* c);
void lint_keyframes(lint_Audit* c);
void lint_static(lint_Audit* c);
// lint_contact.c
void lint_neighbours(lint_Audit* c);
void lint_overlaps(lint_Audit* c);
void lint_friction(lint_Audit* c);
// lint_flex.c
void lint_flexStiffness(lint_Audit* c);
void lint_flexOverlaps(lint_Audit* c);
void lint_flexSettings(lint_Audit* c);
// lint_asset.c
void lint_assets(lint_Audit* c);
// lint_trial.c
void lint_trial(lint_Audit* c);

#endif
