// Simulation loop with monitoring of warnings and divergence. The engine counts a warning once in
// mjData and loses the count when it resets a world, so counts are accumulated here after every
// step.
#include "sim.h"

#include <string.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/number.h"
#include "commands.h"
#include "interrupt.h"

enum { MOST_SHOWN = 5 };  // number of divergences reported immediately
static const double mostSteps = 1e15;

// warnings of steps are printed by showWarning, with their time
static void showErrors(const mjLogMessage* msg) {
  if (msg->level >= mjLOG_ERROR) fprintf(stderr, "sinew: %s\n", msg->subject);
}

// ---- start

int sim_findKey(const option_Line* line, const mjModel* m, const char* key) {
  int64_t number = mj_name2id(m, mjOBJ_KEY, key);
  const char* end = number < 0 ? num_parseInt(key, &number) : "";
  if (end && !*end && number >= 0 && number < m->nkey) return (int)number;
  const char* near = cli_nearestName(m, mjOBJ_KEY, m->nkey, key);
  if (near) {
    option_error(line->command, "there is no keyframe '%s'; did you mean '%s'?", key, near);
  } else {
    option_error(line->command, "there is no keyframe '%s'; 'sinew info %s' lists those there are",
                 key, line->argument[0]);
  }
  return -1;
}

int sim_begin(sim_Sim* sim, const option_Line* line, const mjModel* m, mjData* d, double seconds) {
  const char* key = option_text(line, "--key");
  const int number = key ? sim_findKey(line, m, key) : -1;
  const double h = m->opt.timestep;
  *sim = (sim_Sim){.m = m, .d = d};
  if (key && number < 0) return CLI_USAGE;
  if (seconds > 0 && !(h > 0)) {
    fprintf(stderr, "sinew: %s: the timestep is %g; it must be above 0 to simulate\n",
            line->argument[0], h);
    return CLI_FAILED;
  }
  const double steps = seconds > 0 ? seconds / h + 0.5 : 0;
  if (!(steps < mostSteps)) {
    return option_error(line->command, "--time: %g steps of %g s are too many", steps, h);
  }
  sim->nstep = (long)steps;
  ASSERT(sim->nstep >= 0);
  if (key) mj_resetDataKeyframe(m, d, number);
  sim->time = d->time;
  interrupt_catch(false);
  mju_setLogHandler(showErrors);
  return CLI_OK;
}

void sim_end(void) { mju_setLogHandler(NULL); }

// ---- steps

bool sim_isDivergence(int warning) {
  return warning == mjWARN_BADQPOS || warning == mjWARN_BADQVEL || warning == mjWARN_BADQACC;
}

// names the element of the invalid value, "joint 'hip'"; "" if it is unknown
static const char* culprit(const mjModel* m, int warning, int info, char buf[120]) {
  int joint = -1;
  if (warning != mjWARN_BADQPOS && info >= 0 && info < m->nv) joint = m->dof_jntid[info];
  for (int j = 0; warning == mjWARN_BADQPOS && j < m->njnt; j++) {
    if (m->jnt_qposadr[j] <= info) joint = j;
  }
  if (joint < 0) return "";
  const char* name = mj_id2name(m, mjOBJ_JOINT, joint);
  if (name) {
    text_print(buf, 120, ", joint '%.90s'", name);
  } else {
    snprintf(buf, 120, ", joint %d", joint);
  }
  return buf;
}

static void showDivergence(const sim_Sim* sim, int warning) {
  static const char* const field[] = {
      [mjWARN_BADQPOS] = "qpos", [mjWARN_BADQVEL] = "qvel", [mjWARN_BADQACC] = "qacc"};
  char buf[120];
  const int info = sim->info[warning];
  const bool resets = !(sim->m->opt.disableflags & mjDSBL_AUTORESET);
  if (sim->ndivergence > MOST_SHOWN) return;
  ASSERT(field[warning]);
  fprintf(stderr, "%ssinew: at %.6g s the simulation diverged (%s[%d]%s)%s%s\n",
          isatty(2) ? "\r\033[K" : "", sim->time, field[warning], info,
          culprit(sim->m, warning, info, buf), resets ? "; it starts again from qpos0" : "",
          sim->ndivergence == MOST_SHOWN ? "; further divergences are only counted" : "");
}

static void showWarning(const sim_Sim* sim, int warning) {
  if (sim->count[warning] > 1) return;
  fprintf(stderr, "%ssinew: at %.6g s: %s\n", isatty(2) ? "\r\033[K" : "", sim->time,
          mju_warningText(warning, (size_t)sim->info[warning]));
}

void sim_step(sim_Sim* sim) {
  mjData* d = sim->d;
  int diverged = -1;
  memset(d->warning, 0, sizeof d->warning);
  mj_step(sim->m, d);
  for (int w = 0; w < mjNWARNING; w++) {
    if (!d->warning[w].number) continue;
    sim->count[w]++;
    sim->info[w] = d->warning[w].lastinfo;
    if (!sim_isDivergence(w)) showWarning(sim, w);
    if (sim_isDivergence(w) && diverged < 0) diverged = w;
  }
  if (diverged >= 0) {
    if (!sim->ndivergence++) sim->first = sim->time;
    showDivergence(sim, diverged);
    // the engine restarted its clock at 0 within this step
    if (!(sim->m->opt.disableflags & mjDSBL_AUTORESET)) sim->before = sim->time;
  }
  sim->time = sim->before + d->time;
}

void sim_report(const sim_Sim* sim, FILE* out) {
  const long n = sim->ndivergence;
  if (n) fprintf(out, "diverged %ld time%s, first at %.6g s\n", n, n == 1 ? "" : "s", sim->first);
  for (int w = 0; w < mjNWARNING; w++) {
    if (!sim->count[w] || sim_isDivergence(w)) continue;
    fprintf(out, "warning, in %ld steps: %s\n", sim->count[w],
            mju_warningText(w, (size_t)sim->info[w]));
  }
}
