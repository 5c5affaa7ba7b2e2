// Linter for models (static analysis; sinew check, sn_check): rules that find likely modeling
// mistakes. A rule is a function that reads the model and adds findings; lint_model.c has the table
// of rules, lint_file.c reports the messages of the loader.
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
  const spec_Spec* spec;  // m was compiled from it; NULL: unknown
  int nstep;              // steps of the trial
  const char* rule;       // name of the running rule
  arena_Arena arena;      // texts of the findings
  sn_Finding* finding;
  int n, capacity;
  bool failed;  // out of memory
} lint_Audit;

typedef void (*lint_Rule)(lint_Audit* c);

// callback that gets the findings
typedef struct {
  void (*found)(void* context, const sn_Finding* finding);
  void* context;
} lint_Listener;

// runs all rules on the model
void lint_run(lint_Audit* c);
// reports all findings and frees them; returns their number, -1 if out of memory, with an error
int lint_tell(lint_Audit* c, const lint_Listener* listener, const char* function);

// a finding of a kind, all texts empty; NULL (and failed) if out of memory
sn_Finding* lint_new(lint_Audit* c, int severity, const char* rule);
// a copy with the lifetime of the findings; "" (and failed) if out of memory
const char* lint_text(lint_Audit* c, const char* text, size_t n);
// adds a finding about element `id` of a type (mjtObj), or about the model if id < 0
void lint_add(lint_Audit* c, sn_Severity severity, int type, int id, const char* remedy,
              const char* format, ...) __attribute__((format(printf, 6, 7)));
// "'name'", or "3" if it has none
const char* lint_name(const lint_Audit* c, int type, int id, char buf[100]);
// n zeroed values, NULL (and failed) if out of memory; free with mem_free
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
