// Main loop of a rollout. A call to the batch ends at the next record or at the next
// synchronization (meeting) of the processes. There they find out whether one has failed or
// received a signal, and process 0 decides whether a checkpoint is due and when the next meeting
// is. It decides by the clock, on which no result of the simulation depends.
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/clock.h"
#include "commands.h"
#include "interrupt.h"
#include "rollout.h"

static const double meetEvery = 0.25;  // seconds
static const double showEvery = 0.5;
static const double mostSaving = 0.1;  // maximum fraction of the time spent on checkpoints

typedef struct {
  long next;                  // step of the next meeting
  long met;                   // step of the last one
  double at, savedAt, shown;  // times of the last meeting, checkpoint, progress line
  double saving;              // seconds that the last checkpoint took
  bool live;                  // stderr is a terminal
} Pace;

// decisions of process 0 at a meeting
typedef struct {
  long next;
  bool save;
} Word;

// ---- steps

typedef struct {
  rollout_Run* run;
  rollout_Task task;
  int piece;  // worlds
} Spread;

static void runPiece(void* context, int piece, int thread) {
  const Spread* s = context;
  const int begin = piece * s->piece, left = s->run->n - begin;
  s->task(s->run, begin, begin + (left < s->piece ? left : s->piece), thread);
}

void rollout_spread(rollout_Run* run, rollout_Task task) {
  enum { LEAST = 32, PIECES = 4 };  // minimum number of worlds of a task; tasks per thread
  Spread s = {run, task, run->n / (PIECES * pool_size(run->pool)) + 1};
  if (s.piece < LEAST) s.piece = LEAST;
  pool_run(run->pool, runPiece, &s, (run->n + s.piece - 1) / s.piece);
}

static void fillControls(rollout_Run* run, int begin, int end, int thread) {
  (void)thread;
  const size_t world = (size_t)run->callSteps * (size_t)run->m->nu;
  text_Text error = {0};
  if (!drive_fill(&run->drive, run->m, run->first + begin, end - begin, run->done, run->callSteps,
                  run->ctrl + (size_t)begin * world, &error) &&
      !atomic_exchange(&run->ctrlFailed, true)) {
    rollout_fail(run, "%s", text_get(&error));
  }
  text_free(&error);
}

static void advance(rollout_Run* run, int nstep) {
  const sn_BatchInput input = {.ctrl = run->ctrl};
  run->callSteps = nstep;
  if (run->ctrl) rollout_spread(run, fillControls);
  if (run->code == CLI_OK && sn_stepBatch(run->b, nstep, &input) < 0) {
    rollout_fail(run, "after step %ld: %s", run->done, sn_lastError());
  }
}

// steps to the next record or meeting, limited by the buffer of controls
static int callSize(const rollout_Run* run, const Pace* pace) {
  long n = run->every - run->done % run->every;
  if (n > pace->next - run->done) n = pace->next - run->done;
  if (n > run->nstep - run->done) n = run->nstep - run->done;
  if (n > run->ctrlSteps) n = run->ctrlSteps;
  ASSERT(n > 0);
  return (int)n;
}

// ---- synchronization

// number of steps that take about the time between meetings, at most twice the last number
static long nextMeeting(const rollout_Run* run, const Pace* pace, double now, double interval) {
  const long last = run->done - pace->met;
  const double wait = interval > 0 && interval < 2 * meetEvery ? interval / 2 : meetEvery;
  const double fits = (double)last * wait / (now - pace->at + 1e-9);
  const long n = fits < 1 ? 1 : fits > 2.0 * (double)last + 1 ? 2 * last + 1 : (long)fits;
  return n < run->nstep - run->done ? run->done + n : run->nstep;
}

static Word decide(rollout_Run* run, Pace* pace) {
  const double interval = option_number(run->line, "--checkpoint"), now = clock_seconds();
  Word word = {.next = nextMeeting(run, pace, now, interval)};
  const double wait = fmax(interval, pace->saving / mostSaving);
  const bool due = interval > 0 && now - pace->savedAt >= wait && run->done < run->nstep;
  word.save = run->canSave && (due || run->signal);
  pace->at = now;
  pace->met = run->done;
  if (pace->live ? now - pace->shown > showEvery : word.save) {
    pace->shown = now;
    rollout_progress(run, now, pace->live);
  }
  return word;
}

static bool save(rollout_Run* run, Pace* pace) {
  const double begin = clock_seconds();
  const bool ok = rollout_save(run);
  pace->savedAt = clock_seconds();
  pace->saving = pace->savedAt - begin;
  return ok;
}

// false: the run ends
static bool meet(rollout_Run* run, Pace* pace) {
  enum { FAILED = 1 << 20 };  // larger than all signals
  const int worst = run->team->worst(run->code != CLI_OK ? FAILED : interrupt_seen());
  if (worst == FAILED) return false;
  run->signal = worst;
  Word word = {0};
  if (run->team->rank == 0) word = decide(run, pace);
  run->team->share(&word, sizeof word);
  pace->next = word.next;
  if (word.save && !save(run, pace) && run->team->worst(run->code)) return false;
  return !run->signal;
}

void rollout_simulate(rollout_Run* run) {
  Pace pace = {.met = run->done, .next = run->done + 1, .live = isatty(2) && !run->team->rank};
  run->start = pace.at = pace.savedAt = pace.shown = clock_seconds();
  run->cpu = clock_cpuSeconds();
  bool going = run->done < run->nstep;
  while (going) {
    const int n = callSize(run, &pace);
    if (run->code == CLI_OK) advance(run, n);
    run->done += n;  // a process that has failed continues to the next meeting
    if (run->done % run->every == 0) rollout_record(run);
    if (run->done == pace.next) going = meet(run, &pace) && run->done < run->nstep;
  }
  if (pace.live && pace.shown > run->start) fprintf(stderr, "\r\033[K");
  rollout_flush(run);
}
