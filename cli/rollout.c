// sinew rollout MODEL: simulates many worlds of a model with different states, controls and
// parameters (domain randomization), in a batch on threads and processes (MPI); records to one
// file. All results are deterministic functions of the command line: threads, processes,
// interruptions and resumptions change none.
#include "rollout.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sinew/sinew.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/path.h"
#include "commands.h"
#include "hash64.h"
#include "interrupt.h"
#include "output.h"
#include "sim.h"
#include "vary.h"

enum { MOST_CTRL = 32 << 20 };  // buffer size of the controls of a call in bytes

// ---- errors

void rollout_fail(rollout_Run* run, const char* format, ...) {
  va_list args;
  if (run->code != CLI_OK) return;
  run->code = CLI_FAILED;
  va_start(args, format);
  text_printArgs(run->error, sizeof run->error, format, args);
  va_end(args);
}

bool rollout_firstError(const rollout_Run* run, const char* mine, char out[TEAM_ERROR + 32]) {
  const int size = run->team->size;
  char padded[TEAM_ERROR] = "";
  text_print(padded, sizeof padded, "%s", mine);
  char* all = run->team->rank ? NULL : mem_calloc((size_t)size, sizeof padded);
  int ready = run->team->rank || all;
  run->team->share(&ready, sizeof ready);
  *out = 0;
  if (ready) run->team->gather(padded, sizeof padded, all);
  for (int i = 0; i < size && all && !*out; i++) {
    const char* text = all + (size_t)i * sizeof padded;
    if (!*text) continue;
    const int n = size > 1 ? snprintf(out, 32, "rank %d: ", i) : 0;
    text_print(out + n, TEAM_ERROR, "%s", text);
  }
  mem_free(all);
  return *out != 0;
}

int rollout_agree(rollout_Run* run) {
  char first[TEAM_ERROR + 32];
  const int code = run->team->worst(run->code);
  if (code == CLI_OK) return code;
  if (rollout_firstError(run, run->error, first)) fprintf(stderr, "sinew: %s\n", first);
  return code;
}

// ---- the plan

static int checkLine(rollout_Run* run) {
  const option_Line* line = run->line;
  const double world = option_number(line, "--worlds"), step = option_number(line, "--steps");
  if (world > INT_MAX || step > (double)(LONG_MAX / 2)) {
    return option_error(line->command, "there are at most %d worlds", INT_MAX);
  }
  if (world < run->team->size) {
    return option_error(line->command, "%.0f worlds are too few for %d processes", world,
                        run->team->size);
  }
  run->nworld = (int)world;
  run->nstep = (long)step;
  run->every = (long)option_number(line, "--every");
  run->nrecord = 1 + run->nstep / run->every;
  run->seed = (uint64_t)option_number(line, "--seed");
  run->out = option_text(line, "--out");
  if (run->out && strcmp(path_extension(run->out), ".npy")) {
    return option_error(line->command, "--out: '%s' must end in .npy", run->out);
  }
  if (!run->out && option_flag(line, "--resume")) {
    return option_error(line->command, "--resume needs --out, beside which the checkpoint is");
  }
  text_format(&run->saved, "%s.ckpt", run->out ? run->out : "");
  run->first = (int)((int64_t)run->nworld * run->team->rank / run->team->size);
  run->n = (int)((int64_t)run->nworld * (run->team->rank + 1) / run->team->size) - run->first;
  return CLI_OK;
}

// process 0 reads the model files, the others get the serialized binary model
static void loadModel(rollout_Run* run) {
  const bool root = run->team->rank == 0;
  mjtSize size = 0;
  if (root) run->m = cli_load(run->line);
  if (run->m) size = mj_sizeModel(run->m);
  if (size > INT_MAX && run->team->size > 1) {
    rollout_fail(run, "the model is too large to be sent to other processes");
    size = 0;
  }
  run->team->share(&size, sizeof size);
  char* bytes = size ? mem_alloc((size_t)size) : NULL;
  if (!size && run->code == CLI_OK) run->code = CLI_FAILED;
  if (run->team->size > 1 && size && !run->team->worst(!bytes)) {
    if (root) mj_saveModel(run->m, NULL, bytes, (int)size);
    run->team->share(bytes, (size_t)size);
    if (!root) run->m = mj_loadModelBuffer(bytes, (int)size);
  }
  mem_free(bytes);
  if (!run->m) rollout_fail(run, "the model was not received from process 0");
}

// converts columns to "qpos[0:7],qvel[3:4]", which the batch gathers
static void describeFields(rollout_Run* run) {
  const column_Column* c = run->columns.column;
  for (int i = 0; i < run->columns.n;) {
    int k = i + 1;
    while (k < run->columns.n && !strcmp(c[k].source.name, c[i].source.name) &&
           c[k].element == c[i].element + k - i) {
      k++;
    }
    text_format(&run->fields, "%s%s[%d:%d]", i ? "," : "", c[i].source.name, c[i].element,
                c[i].element + k - i);
    i = k;
  }
}

static int usage(rollout_Run* run, const char* option, text_Text* error) {
  run->code = option_error(run->line->command, "%s: %s", option, text_get(error));
  text_free(error);
  return run->code;
}

static int chooseColumns(rollout_Run* run) {
  text_Text error = {0};
  if (!column_choose(&run->columns, run->m, option_text(run->line, "--fields"), &error)) {
    return usage(run, "--fields", &error);
  }
  if (!run->columns.n) {
    text_add(&error, "this model has no such numbers");
    return usage(run, "--fields", &error);
  }
  for (int i = 0; i < run->columns.n; i++) {  // energy is computed only on demand
    if (!strcmp(run->columns.column[i].source.name, "energy")) {
      run->m->opt.enableflags |= mjENBL_ENERGY;
    }
  }
  describeFields(run);
  return CLI_OK;
}

static int makeGather(rollout_Run* run) {
  text_Text error = {0};
  run->gather = sn_makeGather(run->b, text_get(&run->fields));
  if (!run->gather) {
    text_add(&error, sn_lastError());
    return usage(run, "--fields", &error);
  }
  const int nsum = run->columns.n * pool_size(run->pool);
  run->sums = mem_calloc((size_t)nsum + 1, sizeof *run->sums);
  if (!run->sums) return rollout_fail(run, "out of memory"), run->code;
  sums_begin(run->sums, nsum);
  return CLI_OK;
}

static int chooseControls(rollout_Run* run) {
  const option_Line* line = run->line;
  text_Text error = {0};
  const drive_Wish wish = {.what = option_text(line, "--ctrl"),
                           .deviation = option_number(line, "--ctrl-std"),
                           .hold = (long)option_number(line, "--ctrl-hold"),
                           .seed = run->seed,
                           .key = run->key,
                           .world = run->nworld,
                           .step = run->nstep};
  if (!drive_make(&run->drive, run->m, &wish, &error)) {
    rollout_fail(run, "--ctrl: %s", text_get(&error));
    text_free(&error);
    return run->code;
  }
  const size_t step = (size_t)run->n * (size_t)run->m->nu * sizeof *run->ctrl;
  run->ctrlSteps = INT_MAX;
  if (run->drive.kind == DRIVE_START || !step) return CLI_OK;
  run->ctrlSteps = MOST_CTRL / step < 1 ? 1 : (int)(MOST_CTRL / step);
  if (run->ctrlSteps > run->every) run->ctrlSteps = (int)run->every;
  run->ctrl = mem_alloc((size_t)run->ctrlSteps * step);
  if (!run->ctrl) rollout_fail(run, "out of memory for controls");
  return run->code;
}

static uint64_t hashModel(rollout_Run* run) {
  const mjtSize size = mj_sizeModel(run->m);
  char* bytes = size <= INT_MAX ? mem_alloc((size_t)size) : NULL;
  if (bytes) mj_saveModel(run->m, NULL, bytes, (int)size);
  const uint64_t hash = bytes ? hash64_bytes(HASH64_START, bytes, (size_t)size) : 0;
  mem_free(bytes);
  return hash;
}

// identity of the run: all settings that determine the results, one per line
static void describe(rollout_Run* run) {
  text_Text* out = &run->identity;
  const char* randomize = option_text(run->line, "--randomize");
  text_format(out, "engine %s\nmodel %016llx\nworlds %d\nsteps %ld\nevery %ld\n", sn_version(),
              (unsigned long long)hashModel(run), run->nworld, run->nstep, run->every);
  text_format(out, "fields %s\nnumbers %s\nseed %llu\nkey %d\nnoise ", text_get(&run->fields),
              option_flag(run->line, "--float32") ? "float32" : "float64",
              (unsigned long long)run->seed, run->key);
  text_num(out, option_number(run->line, "--noise"), 0);
  text_add(out, "\nctrl ");
  drive_describe(&run->drive, out);
  text_format(out, "\nrandomize %s\n", randomize ? randomize : "nothing");
  if (out->failed) rollout_fail(run, "out of memory");
}

static int makeWorlds(rollout_Run* run) {
  const option_Line* line = run->line;
  sn_BatchOptions options;
  sn_defaultBatchOptions(&options);
  const double threads = option_number(line, "--threads");
  // with several processes each has one processor by default
  options.nthread = threads > 0 ? (int)(threads < 1024 ? threads : 1024) : run->team->size > 1;
  run->b = sn_makeBatch(run->m, run->n, &options);
  if (!run->b) return rollout_fail(run, "%s", sn_lastError()), run->code;
  run->pool = pool_make(options.nthread ? options.nthread : pool_processors());
  if (!run->pool) return rollout_fail(run, "cannot start threads"), run->code;
  const char* key = option_text(line, "--key");
  run->key = key ? sim_findKey(line, run->m, key) : -1;
  if (key && run->key < 0) return run->code = CLI_USAGE;
  const char* randomize = option_text(line, "--randomize");
  text_Text error = {0};
  if (randomize && !vary_apply(run->b, randomize, run->seed, run->first, &error)) {
    return usage(run, "--randomize", &error);
  }
  return CLI_OK;
}

static bool planNumbers(rollout_Run* run) {
  if (chooseColumns(run) != CLI_OK || makeWorlds(run) != CLI_OK) return false;
  if (makeGather(run) != CLI_OK) return false;
  if (chooseControls(run) != CLI_OK || !rollout_makeRows(run)) return false;
  if (!rollout_makeParts(run)) return false;
  describe(run);
  run->canSave = run->out && !(run->m->opt.enableflags & mjENBL_SLEEP);
  if (run->out && !run->canSave) {
    fprintf(stderr, "sinew: trees of this model may sleep, and which do is part of no checkpoint: "
                    "none is written\n");
  }
  return run->code == CLI_OK;
}

// opens output file and checkpoint; initial states, or those of the checkpoint
static void openFiles(rollout_Run* run) {
  char error[TEAM_ERROR] = "";
  if (run->out) rollout_resume(run);
  if (run->team->worst(run->code)) return;
  if (run->out) {
    run->rows.file = run->team->open(run->unfinished, error);
    if (!run->rows.file) rollout_fail(run, "cannot write '%s': %s", run->out, error);
    // all close it, or none does
    if (run->team->worst(!run->rows.file)) run->rows.file = NULL;
  }
  if (!run->rows.begin) rollout_startWorlds(run, option_number(run->line, "--noise"));
}

static int prepare(rollout_Run* run) {
  run->code = checkLine(run);
  if (run->code != CLI_OK) return run->code;
  loadModel(run);
  int code = rollout_agree(run);
  if (code != CLI_OK) return code;
  sn_setErrorMode(sn_ERROR_KEEP);
  planNumbers(run);
  code = rollout_agree(run);
  if (code != CLI_OK) return code;
  team_speak();
  interrupt_catch(true);
  openFiles(run);
  return rollout_agree(run);
}

// ---- the end

// the file is complete: the checkpoint is no longer needed
static int complete(rollout_Run* run) {
  int code = rollout_agree(run);
  if (code != CLI_OK) return code;
  rollout_completeFile(run);
  code = rollout_agree(run);
  if (code == CLI_OK && run->out && !run->signal && !run->team->rank) rollout_forget(run);
  return code;
}

// process 0: cleanup after a failed run
static void leave(const rollout_Run* run) {
  if (run->team->rank || !run->out) return;
  if (run->canSave && !access(text_get(&run->saved), F_OK)) {
    fprintf(stderr, "sinew: '%s' is there: --resume goes on from it\n", text_get(&run->saved));
  } else if (run->done < run->nstep) {
    rollout_dropFile(run);
  }
}

static int finish(rollout_Run* run) {
  const int code = complete(run);
  if (code != CLI_OK) return leave(run), code;
  const long diverged = rollout_report(run);
  if (run->signal) {
    if (!run->team->rank) {
      fprintf(stderr, "sinew: interrupted after %ld of %ld steps%s\n", run->done, run->nstep,
              run->canSave ? "; --resume goes on from there" : "");
    }
    return CLI_SIGNAL + run->signal;
  }
  if (!diverged || option_flag(run->line, "--allow-divergence")) return CLI_OK;
  if (!run->team->rank) {
    fprintf(stderr,
            "sinew: %ld worlds diverged; 'sinew check %s' may say why (--allow-divergence accepts "
            "it)\n",
            diverged, run->line->argument[0]);
  }
  return CLI_DIVERGED;
}

static void release(rollout_Run* run) {
  rollout_freeRows(run);
  drive_free(&run->drive);
  sn_deleteGather(run->gather);
  sn_deleteBatch(run->b);
  pool_free(run->pool);
  column_free(&run->columns);
  text_free(&run->fields);
  text_free(&run->identity);
  text_free(&run->saved);
  mem_free(run->ctrl);
  mem_free(run->warned);
  mem_free(run->sums);
  mj_deleteModel(run->m);
}

static int rollout(const option_Line* line) {
  rollout_Run run = {.line = line, .team = team_mine(), .key = -1, .drive.fd = -1, .rows.lock = -1};
  int code = prepare(&run);
  if (code == CLI_OK) {
    rollout_simulate(&run);
    code = finish(&run);
  }
  release(&run);
  return code;
}

static const option_Option option[] = {
    {"--worlds", OPTION_NUMBERED, "N", "1024", NULL, "worlds"},
    {"--steps", OPTION_COUNT, "N", "1000", NULL, "steps of each world"},
    {"--ctrl", OPTION_FILE, "WHAT", "zero", "zero noise",
     "controls: zero (or those of the keyframe), noise, or a .npy file of shape (nu), (steps, nu) "
     "or (worlds, steps, nu), float64 or float32"},
    {"--ctrl-std", OPTION_NOTNEG, "X", "0.5", NULL,
     "standard deviation of the noise, as a fraction of half the control range (1 "
     "without a range); the mean is the control of the keyframe, or the middle of the "
     "range"},
    {"--ctrl-hold", OPTION_NUMBERED, "N", "1", NULL, "noise changes every N steps"},
    {"--randomize", OPTION_TEXT, "LIST", NULL, NULL,
     "domain randomization: multiply model parameters by a random factor for each "
     "world, e.g. mass=0.8:1.2,friction=0.5:1.5"},
    {"--key", OPTION_TEXT, "NAME", NULL, NULL, "start from a keyframe, by name or number"},
    {"--noise", OPTION_NOTNEG, "X", "0", NULL,
     "perturb the initial state: add uniform noise from -X to X to positions (not "
     "rotations of free and ball joints) and velocities"},
    {"--fields", OPTION_TEXT, "LIST", "qpos,qvel,act", NULL,
     "what to record, e.g. qpos,xpos:torso,sensordata:wrist_*; see 'sinew help dump'"},
    {"--every", OPTION_NUMBERED, "N", "1", NULL, "record the start and then every N-th step"},
    {"--out", OPTION_FILE, "FILE", NULL, NULL,
     "write an array (worlds, records, columns) to a .npy file; the name is FILE.part "
     "until it is complete"},
    {"--float32", OPTION_FLAG, NULL, NULL, NULL, "write float32 instead of float64"},
    {"--seed", OPTION_COUNT, "N", "0", NULL, "random seed"},
    {"--threads", OPTION_NUMBERED, "N", NULL, NULL,
     "threads per process (default: one per processor; with several processes one)"},
    {"--checkpoint", OPTION_NOTNEG, "T", "60", NULL,
     "write a checkpoint FILE.ckpt every T seconds, or less often if checkpoints would "
     "take a tenth of the time; 0: only when interrupted"},
    {"--resume", OPTION_FLAG, NULL, NULL, NULL,
     "continue from the checkpoint of the same command line, if there is one"},
    {"--force", OPTION_FLAG, NULL, NULL, NULL,
     "replace an existing FILE when the run is complete; without --resume, ignore a "
     "checkpoint and start again"},
    {"--json", OPTION_FLAG, NULL, NULL, NULL, "print the summary as JSON, with all columns"},
    {"--allow-divergence", OPTION_FLAG, NULL, NULL, NULL,
     "end with exit code 0 even if worlds diverged"},
};

static const char* const example[] = {
    "sinew rollout models/humanoid.xml --worlds 4096 --ctrl noise --out states.npy --every 10",
    "sinew rollout models/quadruped.xml --randomize mass=0.8:1.2,friction=0.5:1.5 --ctrl noise",
    "sinew rollout models/arm.xml --key home --noise 0.1 --fields sensordata --out s.npy --resume",
    "mpirun -n 64 sinew-mpi rollout models/humanoid.xml --worlds 100000 --out /scratch/s.npy",
};

const cli_Command cli_rolloutCommand = {
    .name = "rollout",
    .argument = {{"MODEL", false}},
    .purpose = "batch simulation: many worlds in parallel, recorded to one file",
    .about = "Simulates many worlds of a model in parallel and prints the throughput, "
             "warnings, and the mean and standard deviation of each recorded column. Results "
             "are deterministic: they depend on the command line alone, not on threads, "
             "processes or interruptions. Ctrl-C, SIGTERM and SIGUSR1 write a checkpoint and "
             "end the run; --resume continues an interrupted or killed run from its last "
             "checkpoint. docs/cluster.md explains how to run it on many machines.\n\n" HELP_VARY,
    .option = option,
    .noption = sizeof option / sizeof *option,
    .loads = true,
    .spreads = true,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = rollout,
};
