// Reports of a rollout: progress, speed, warnings, mean and standard deviation of the recorded
// values.
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/clock.h"
#include "base/mem.h"
#include "commands.h"
#include "output.h"
#include "rollout.h"
#include "sim.h"

// columns of the table; significant digits that do not depend on the summation order
enum { MOST_SHOWN = 24, DIGITS = 12 };

static const char* const kindName[mjNWARNING] = {
    [mjWARN_INERTIA] = "inertia nearly singular",   [mjWARN_CONTACTFULL] = "contacts did not fit",
    [mjWARN_CNSTRFULL] = "constraints did not fit", [mjWARN_BADQPOS] = "bad numbers in qpos",
    [mjWARN_BADQVEL] = "bad numbers in qvel",       [mjWARN_BADQACC] = "bad numbers in qacc",
    [mjWARN_BADCTRL] = "bad numbers in ctrl"};

// counts of the worlds of a process, then of all
typedef struct {
  double cpu;
  int64_t diverged;                               // worlds
  int64_t worlds[mjNWARNING], count[mjNWARNING];  // worlds with a warning; warnings
} Tally;

void rollout_progress(const rollout_Run* run, double now, bool live) {
  const double seconds = now - run->start + 1e-9, share = (double)run->done / (double)run->nstep;
  const double rate = (double)(run->done - run->begun) / seconds;
  const double left = rate > 0 ? (double)(run->nstep - run->done) / rate : 0;
  fprintf(stderr, "%s%s: step %ld of %ld, %.0f%%, %.0f steps per second, %.0f s left%s",
          live ? "\r\033[K  " : "", live ? "rollout" : "sinew rollout", run->done, run->nstep,
          100 * share, rate * run->nworld, left, live ? "" : "\n");
  fflush(stderr);
}

// ---- sums

static Tally count(const rollout_Run* run) {
  Tally t = {.cpu = clock_cpuSeconds() - run->cpu};
  for (int w = 0; w < run->n; w++) {
    bool diverged = false;
    for (int k = 0; k < mjNWARNING; k++) {
      const int64_t n = rollout_warnings(run, w, k);
      t.worlds[k] += n > 0;
      t.count[k] += n;
      diverged = diverged || (n > 0 && sim_isDivergence(k));
    }
    t.diverged += diverged;
  }
  return t;
}

static void add(Tally* t, const Tally* other) {
  t->cpu += other->cpu;
  t->diverged += other->diverged;
  for (int k = 0; k < mjNWARNING; k++) {
    t->worlds[k] += other->worlds[k];
    t->count[k] += other->count[k];
  }
}

bool rollout_mergeSums(const rollout_Run* run, sums_Column* merged) {
  const int size = run->team->size, width = run->columns.n;
  const size_t bytes = (size_t)width * sizeof *merged;
  sums_Column* own = mem_calloc(1, bytes + 1);
  sums_Column* all = mem_calloc(run->team->rank ? 1 : (size_t)size, bytes + 1);
  const bool ok = !run->team->worst(!own || !all);
  if (ok) {
    sums_begin(own, width);
    for (int i = 0; i < pool_size(run->pool); i++) {
      sums_merge(own, run->sums + (size_t)i * (size_t)width, width);
    }
    run->team->gather(own, bytes, all);
    sums_begin(merged, width);
    for (int i = 0; i < size && !run->team->rank; i++) {
      sums_merge(merged, all + (size_t)i * (size_t)width, width);
    }
  }
  mem_free(own);
  mem_free(all);
  return ok;
}

// merges the counts of all processes in process 0
static bool mergeTallies(const rollout_Run* run, Tally* tally) {
  const int size = run->team->size;
  const Tally mine = count(run);
  Tally* all = mem_calloc(run->team->rank ? 1 : (size_t)size, sizeof *all);
  const bool ok = !run->team->worst(!all);
  if (ok) run->team->gather(&mine, sizeof mine, all);
  for (int i = 0; i < size && ok && !run->team->rank; i++) add(tally, &all[i]);
  mem_free(all);
  return ok;
}

static void nameColumn(const rollout_Run* run, int i, char* name, size_t size) {
  const column_Column* c = &run->columns.column[i];
  column_Label label;
  column_label(&label, run->m, &c->source, c->element, true);
  column_name(name, size, c->source.name, label.text);
}

// ---- text

static void showColumns(const rollout_Run* run, const sums_Column* sums) {
  const int n = run->columns.n < MOST_SHOWN ? run->columns.n : MOST_SHOWN;
  int width = 6;
  char name[COLUMN_LABEL + 64];
  for (int i = 0; i < n; i++) {
    nameColumn(run, i, name, sizeof name);
    if ((int)strlen(name) > width) width = (int)strlen(name);
  }
  if (n)
    printf("\n%-*s %13s %13s %13s %13s\n", width, "column", "mean", "deviation", "least",
           "greatest");
  for (int i = 0; i < n; i++) {
    const sums_Column* s = &sums[i];
    nameColumn(run, i, name, sizeof name);
    printf("%-*s %13.6g %13.6g %13.6g %13.6g\n", width, name, sums_mean(s), sums_deviation(s),
           s->least, s->greatest);
  }
  if (n < run->columns.n) printf("and %d columns more; --json has all\n", run->columns.n - n);
}

static void showTally(const rollout_Run* run, const Tally* t) {
  if (t->diverged) {
    const bool resets = !(run->m->opt.disableflags & mjDSBL_AUTORESET);
    printf("%lld of %d worlds diverged%s\n", (long long)t->diverged, run->nworld,
           resets ? " and started again from qpos0" : "");
  }
  for (int k = 0; k < mjNWARNING; k++) {
    if (!t->count[k]) continue;
    printf("warning, in %lld worlds, %lld times: %s\n", (long long)t->worlds[k],
           (long long)t->count[k], kindName[k] ? kindName[k] : "other");
  }
}

static void showText(const rollout_Run* run, const Tally* t, const sums_Column* sums,
                     double seconds) {
  const double steps = (double)(run->done - run->begun) * run->nworld;
  printf("%s: %d worlds, %ld steps of %g s in %.3g s (CPU time %.3g s): %.0f steps per second, "
         "%.1f times real time\n",
         run->line->argument[0], run->nworld, run->done - run->begun, run->m->opt.timestep, seconds,
         t->cpu, steps / seconds, steps * run->m->opt.timestep / seconds);
  if (run->begun) printf("resumed at step %ld\n", run->begun);
  if (run->out) {
    printf("%d worlds x %ld records x %d numbers (%s) in %s\n", run->nworld,
           run->rows.begin + run->rows.n, run->columns.n,
           run->rows.array.single ? "float32" : "float64",
           run->signal ? run->unfinished : run->out);
  }
  showTally(run, t);
  showColumns(run, sums);
}

// ---- JSON

static void addMember(text_Text* out, const char* key, double x, int digits) {
  text_format(out, "\"%s\": ", key);
  if (x - x == 0) text_num(out, x, digits);
  if (x - x != 0) text_add(out, "null");  // JSON has no infinities or NaN
}

static void addColumns(text_Text* out, const rollout_Run* run, const sums_Column* sums) {
  text_add(out, ",\n  \"columns\": [");
  for (int i = 0; i < run->columns.n; i++) {
    const sums_Column* s = &sums[i];
    const bool some = s->count > 0;
    char name[COLUMN_LABEL + 64];
    nameColumn(run, i, name, sizeof name);
    text_add(out, i ? ",\n    {\"name\": " : "\n    {\"name\": ");
    json_string(out, name);
    const struct {
      const char* key;
      double value;
    } member[] = {{"mean", sums_mean(s)},
                  {"deviation", sums_deviation(s)},
                  {"min", some ? s->least : 0},
                  {"max", some ? s->greatest : 0}};
    for (int k = 0; k < 4; k++) {
      text_add(out, ", ");
      addMember(out, member[k].key, member[k].value, k < 2 ? DIGITS : 0);
    }
    text_add(out, "}");
  }
  text_add(out, "\n  ]");
}

static void addTally(text_Text* out, const Tally* t) {
  const char* comma = "";
  text_format(out, ",\n  \"diverged_worlds\": %lld,\n  \"warnings\": [", (long long)t->diverged);
  for (int k = 0; k < mjNWARNING; k++) {
    if (!t->count[k]) continue;
    text_format(out, "%s\n    {\"kind\": ", comma);
    json_string(out, kindName[k] ? kindName[k] : "other");
    text_format(out, ", \"worlds\": %lld, \"count\": %lld}", (long long)t->worlds[k],
                (long long)t->count[k]);
    comma = ",";
  }
  text_add(out, *comma ? "\n  ]" : "]");
}

static void showJson(const rollout_Run* run, const Tally* t, const sums_Column* sums,
                     double seconds) {
  const double steps = (double)(run->done - run->begun) * run->nworld;
  text_Text out = {0};
  text_add(&out, "{\n  \"model\": ");
  json_string(&out, run->line->argument[0]);
  text_add(&out, ",\n  \"out\": ");
  if (run->out) json_string(&out, run->signal ? run->unfinished : run->out);
  if (!run->out) text_add(&out, "null");
  text_format(&out,
              ",\n  \"worlds\": %d,\n  \"steps\": %ld,\n  \"done\": %ld,\n  \"resumed_at\": %ld,\n"
              "  \"records\": %ld,\n  \"ranks\": %d,\n  ",
              run->nworld, run->nstep, run->done, run->begun, run->rows.begin + run->rows.n,
              run->team->size);
  addMember(&out, "timestep", run->m->opt.timestep, 0);
  text_add(&out, ",\n  ");
  addMember(&out, "seconds", seconds, 6);
  text_add(&out, ",\n  ");
  addMember(&out, "cpu_seconds", t->cpu, 6);
  text_add(&out, ",\n  ");
  addMember(&out, "steps_per_second", steps / seconds, 6);
  text_add(&out, ",\n  ");
  addMember(&out, "real_time_factor", steps * run->m->opt.timestep / seconds, 6);
  addTally(&out, t);
  addColumns(&out, run, sums);
  text_add(&out, "\n}\n");
  cli_print(&out);
}

long rollout_report(rollout_Run* run) {
  Tally tally = {0};
  const double seconds = clock_seconds() - run->start + 1e-9;
  sums_Column* sums = mem_calloc((size_t)run->columns.n + 1, sizeof *sums);
  const bool ok =
      !run->team->worst(!sums) && mergeTallies(run, &tally) && rollout_mergeSums(run, sums);
  if (ok && run->team->rank == 0) {
    if (option_flag(run->line, "--json")) {
      showJson(run, &tally, sums, seconds);
    } else {
      showText(run, &tally, sums, seconds);
    }
  }
  mem_free(sums);
  int64_t diverged = tally.diverged;
  run->team->share(&diverged, sizeof diverged);
  return (long)diverged;
}
