// Lint rule: short trial simulation with zero control, which detects engine warnings and
// instability (diverging velocities).
#include <math.h>

#include "base/assert.h"
#include "lint/lint.h"

static const double mostSpeed = 1e3;  // m/s or rad/s; no realistic model is that fast

static const char* const advice[mjNWARNING] = {
    [mjWARN_INERTIA] = "give every moving body mass and inertia, or its joints an armature",
    [mjWARN_CONTACTFULL] = "give more memory (<size memory=\"...\"/>), or remove contacts that are "
                           "not wanted",
    [mjWARN_CNSTRFULL] = "give more memory (<size memory=\"...\"/>), or remove constraints that "
                         "are not wanted",
    [mjWARN_BADQPOS] = "look at the other findings first; then try a shorter timestep",
    [mjWARN_BADQVEL] = "look at the other findings first; then try a shorter timestep",
    [mjWARN_BADQACC] = "look at the other findings first; then try a shorter timestep",
    [mjWARN_BADCTRL] = "controls were 0 here; a control callback may be at fault",
};

// the fastest dof, -1 if none is too fast
static int fastest(const mjModel* m, const mjData* d) {
  int worst = -1;
  for (int i = 0; i < m->nv; i++) {
    const double v = fabs(d->qvel[i]);
    if (v > mostSpeed && (worst < 0 || v > fabs(d->qvel[worst]))) worst = i;
  }
  return worst;
}

void lint_trial(lint_Audit* c) {
  const mjModel* m = c->m;
  mjData* d = c->nstep ? mj_makeData(m) : NULL;
  if (!d) {
    c->failed = c->failed || c->nstep;
    return;
  }
  bool seen[mjNWARNING] = {false}, fast = false;
  for (int step = 1; step <= c->nstep; step++) {
    mj_step(m, d);
    for (int w = 0; w < mjNWARNING; w++) {
      if (seen[w] || !d->warning[w].number) continue;
      seen[w] = true;
      const bool dof = w == mjWARN_BADQVEL || w == mjWARN_BADQACC;
      const int info = d->warning[w].lastinfo;
      ASSERT(advice[w]);
      lint_add(c, sn_FINDING_WARNING, mjOBJ_JOINT, dof && info < m->nv ? m->dof_jntid[info] : -1,
               advice[w], "in step %d of a trial without control: %s", step,
               mju_warningText(w, (size_t)info));
    }
    const int dof = fast ? -1 : fastest(m, d);
    if (dof < 0) continue;
    fast = true;
    lint_add(c, sn_FINDING_WARNING, mjOBJ_JOINT, m->dof_jntid[dof],
             "look at the other findings first; then try a shorter timestep",
             "in step %d of a trial without control it moves at %.3g (m/s or rad/s)", step,
             d->qvel[dof]);
  }
  mj_deleteData(d);
}
