// Rules that look for what is odd in a model before it hurts. A rule is a function that reads the
// model and adds findings; audit_model.c has the table of rules, audit_file.c what loading says.
#ifndef SINEW_AUDIT_AUDIT_H_
#define SINEW_AUDIT_AUDIT_H_

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
} audit_Audit;

typedef void (*audit_Rule)(audit_Audit* c);

// who is told about findings
typedef struct {
  void (*found)(void* context, const sn_Finding* finding);
  void* context;
} audit_Listener;

// the model against all rules
void audit_run(audit_Audit* c);
// tells all findings and ends; their number, -1 if memory was short, which is reported
int audit_tell(audit_Audit* c, const audit_Listener* listener, const char* function);

// a finding of a kind, all texts empty; NULL (and failed) if memory is short
sn_Finding* audit_new(audit_Audit* c, int severity, const char* rule);
// a copy that lives as long as the findings; "" (and failed) if memory is short
const char* audit_text(audit_Audit* c, const char* text, size_t n);
// adds a finding about element `id` of a type (mjtObj), or about the model if id < 0
void audit_add(audit_Audit* c, sn_Severity severity, int type, int id, const char* remedy,
               const char* format, ...) __attribute__((format(printf, 6, 7)));
// "'name'", or "3" if it has none
const char* audit_name(const audit_Audit* c, int type, int id, char buf[100]);
// n zeroed numbers, NULL (and failed) if memory is short; mem_free them
mjtNum* audit_numbers(audit_Audit* c, mjtSize n);

// audit_mass.c
void audit_masses(audit_Audit* c);
void audit_thinInertias(audit_Audit* c);
// audit_stiff.c
void audit_springs(audit_Audit* c);
void audit_servos(audit_Audit* c);
void audit_solrefs(audit_Audit* c);
// audit_sign.c
void audit_timestep(audit_Audit* c);
void audit_signs(audit_Audit* c);
// audit_limit.c
void audit_actuatorLimits(audit_Audit* c);
void audit_unlimitedJoints(audit_Audit* c);
void audit_keyframes(audit_Audit* c);
void audit_static(audit_Audit* c);
// audit_contact.c
void audit_neighbours(audit_Audit* c);
void audit_overlaps(audit_Audit* c);
void audit_friction(audit_Audit* c);
// audit_flex.c
void audit_flexStiffness(audit_Audit* c);
void audit_flexOverlaps(audit_Audit* c);
void audit_flexSettings(audit_Audit* c);
// audit_asset.c
void audit_assets(audit_Audit* c);
// audit_trial.c
void audit_trial(audit_Audit* c);

#endif
