// sinew run MODEL: simulates and prints a summary: speed, energy, warnings; records fields to files
// (time series). The command line is validated before the first step.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sinew/sinew.h>

#include "base/assert.h"
#include "base/clock.h"
#include "base/path.h"
#include "commands.h"
#include "control.h"
#include "interrupt.h"
#include "output.h"
#include "record.h"
#include "sim.h"

typedef struct {
  const option_Line* line;
  mjModel* m;
  mjData* d;
  sim_Sim sim;
  control_Control control;
  record_Record record;
  output_File out, plot;  // without a path: not requested
  FILE* say;              // stream for messages: not the one for records
  long done;              // steps
} Run;

// ---- before the simulation

// validates file names before anything is loaded
static int checkNames(const option_Line* line) {
  const char *out = option_text(line, "--out"), *plot = option_text(line, "--plot");
  if (out && !output_isStdout(out) && strcmp(path_extension(out), ".csv") &&
      strcmp(path_extension(out), ".npy")) {
    return option_error(line->command,
                        "--out: '%s' must end in .csv or .npy, or be - for CSV on standard output",
                        out);
  }
  if (plot && !output_isStdout(plot) && strcmp(path_extension(plot), ".svg")) {
    return option_error(line->command,
                        "--plot: '%s' must end in .svg, or be - for standard output; other "
                        "programs convert it: rsvg-convert plot.svg -o plot.png",
                        plot);
  }
  if (out && plot && !strcmp(out, plot)) {
    return option_error(line->command, "--out and --plot both write '%s'", out);
  }
  return CLI_OK;
}

static int chooseColumns(Run* run) {
  text_Text error = {0};
  int code = CLI_OK;
  if (!column_choose(&run->record.columns, run->m, option_text(run->line, "--fields"), &error)) {
    code = option_error(run->line->command, "--fields: %s", text_get(&error));
  }
  text_free(&error);
  for (int i = 0; i < run->record.columns.n; i++) {  // energy is computed only on demand
    if (!strcmp(run->record.columns.column[i].source.name, "energy")) {
      run->m->opt.enableflags |= mjENBL_ENERGY;
    }
  }
  return code;
}

static bool openFile(output_File* output, const char* path) {
  return !path || output_open(output, path);
}

static int prepare(Run* run) {
  const option_Line* line = run->line;
  const char *out = option_text(line, "--out"), *plot = option_text(line, "--plot");
  int code = checkNames(line);
  if (code != CLI_OK) return code;
  run->say = (out && output_isStdout(out)) || (plot && output_isStdout(plot)) ? stderr : stdout;
  run->m = cli_load(line);
  run->d = run->m ? mj_makeData(run->m) : NULL;
  if (!run->d) return CLI_FAILED;
  code = sim_begin(&run->sim, line, run->m, run->d, option_number(line, "--time"));
  if (code == CLI_OK) code = chooseColumns(run);
  if (code != CLI_OK) return code;
  const bool ok = control_make(&run->control, run->m, option_text(line, "--ctrl")) &&
                  openFile(&run->out, out) && openFile(&run->plot, plot);
  return ok ? CLI_OK : CLI_FAILED;
}

// ---- the simulation

// a line that is overwritten in place
static void showProgress(const Run* run, double seconds) {
  const double share = (double)run->done / (double)run->sim.nstep;
  fprintf(stderr, "\r\033[K  %.2f s simulated, %.0f%%, %.0f steps per second, %.0f s left",
          run->sim.time, 100 * share, (double)run->done / seconds, seconds * (1 - share) / share);
  fflush(stderr);
}

static void showSummary(const Run* run, double seconds, double cpu) {
  const mjModel* m = run->m;
  mjData* d = run->d;
  const double done = (double)run->done;
  fprintf(run->say,
          "%s: %ld steps of %g s in %.3g s (CPU time %.3g s): %.0f steps per second, %.1f times "
          "real time\n",
          run->line->argument[0], run->done, m->opt.timestep, seconds, cpu, done / seconds,
          done * m->opt.timestep / seconds);
  mj_energyPos(m, d);
  mj_energyVel(m, d);
  fprintf(run->say, "energy at the end: potential %.6g J, kinetic %.6g J\n", d->energy[0],
          d->energy[1]);
  sim_report(&run->sim, run->say);
}

static void simulate(Run* run) {
  const char* text = option_text(run->line, "--every");
  const long total = run->sim.nstep;
  const long every = text ? (long)option_number(run->line, "--every") : total / 2000 + 1;
  ASSERT(every > 0);
  const bool live = isatty(2);
  const double start = clock_seconds(), cpu = clock_cpuSeconds();
  double shown = start;
  // a row has the controls that are valid from its time on, so that it can be used as --ctrl again
  control_set(&run->control, run->m, run->d, run->sim.time);
  mj_forward(run->m, run->d);
  record_row(&run->record, run->d, run->sim.time);
  while (run->done < total && !interrupt_seen()) {
    sim_step(&run->sim);
    control_set(&run->control, run->m, run->d, run->sim.time);
    run->done++;
    if (run->done % every == 0) record_row(&run->record, run->d, run->sim.time);
    if (live && run->done % 64 == 0 && clock_seconds() - shown > 0.5) {
      shown = clock_seconds();
      showProgress(run, shown - start);
    }
  }
  if (shown > start) fprintf(stderr, "\r\033[K");
  showSummary(run, clock_seconds() - start, clock_cpuSeconds() - cpu);
}

// ---- after it

static bool writeTable(Run* run) {
  text_Text text = {0};
  const char* path = run->out.path;
  const record_Record* record = &run->record;
  if (!path) return true;
  if (!strcmp(path_extension(path), ".npy")) {
    record_npy(record, &text);
  } else {
    record_csv(record, run->m, &text);
  }
  const bool ok = output_finish(&run->out, &text);
  if (ok) {
    fprintf(run->say, "%ld rows of %d numbers in %s\n", record->nrow, 1 + record->columns.n,
            output_isStdout(path) ? "standard output" : path);
  }
  text_free(&text);
  return ok;
}

static bool writePlot(Run* run) {
  text_Text text = {0}, left = {0};
  if (!run->plot.path) return true;
  char title[300];
  snprintf(title, sizeof title, "%s, %g s", path_base(run->line->argument[0]),
           run->sim.time - (run->record.nrow ? run->record.value[0] : 0));
  record_svg(&run->record, run->m, title, &text, &left);
  const bool ok = output_finish(&run->plot, &text);
  if (ok) {
    fprintf(run->say, "plot in %s\n",
            output_isStdout(run->plot.path) ? "standard output" : run->plot.path);
    if (left.size) {
      fprintf(run->say, "not in the plot: %s; choose what is by --fields, e.g. 'qpos:arm_*'\n",
              text_get(&left));
    }
  }
  text_free(&text);
  text_free(&left);
  return ok;
}

static int finish(Run* run) {
  ASSERT(run->done <= run->sim.nstep);
  const bool table = writeTable(run), plot = writePlot(run);
  const int number = interrupt_seen();
  if (run->record.failed) {
    fprintf(stderr, "sinew: out of memory after %ld rows; --every N records fewer\n",
            run->record.nrow);
  }
  if (number) {
    fprintf(stderr, "sinew: interrupted after %ld of %ld steps\n", run->done, run->sim.nstep);
  }
  if (!table || !plot || run->record.failed) return CLI_FAILED;
  if (number) return CLI_SIGNAL + number;
  if (!run->sim.ndivergence || option_flag(run->line, "--allow-divergence")) return CLI_OK;
  fprintf(stderr,
          "sinew: the simulation diverged; 'sinew check %s' may say why (--allow-divergence "
          "accepts it)\n",
          run->line->argument[0]);
  return CLI_DIVERGED;
}

static int runModel(const option_Line* line) {
  Run run = {.line = line};
  int code = prepare(&run);
  if (code == CLI_OK) {
    simulate(&run);
    sim_end();
    code = finish(&run);
  }
  control_free(&run.control);
  record_free(&run.record);
  mj_deleteData(run.d);
  mj_deleteModel(run.m);
  return code;
}

static const option_Option option[] = {
    {"--time", OPTION_POSITIVE, "T", "5", NULL, "simulate T seconds"},
    {"--key", OPTION_TEXT, "NAME", NULL, NULL, "start from a keyframe, by name or number"},
    {"--ctrl", OPTION_FILE, "WHAT", "zero", "zero noise",
     "controls: zero (or those of the keyframe), noise, or a CSV file: a column of times, and "
     "columns headed by the names of actuators, in any order"},
    {"--fields", OPTION_TEXT, "LIST", "qpos,qvel", NULL,
     "what to record and plot, e.g. qpos,xpos:torso,sensordata:wrist_*; see 'sinew help dump'"},
    {"--out", OPTION_FILE, "FILE", NULL, NULL,
     "write the record: .csv or .npy, or - for CSV on standard output"},
    {"--plot", OPTION_FILE, "FILE", NULL, NULL, "plot the record: .svg, or - for standard output"},
    {"--every", OPTION_NUMBERED, "N", NULL, NULL,
     "record every N-th step (default: about 2000 rows)"},
    {"--allow-divergence", OPTION_FLAG, NULL, NULL, NULL,
     "end with exit code 0 even if the simulation diverged"},
};

static const char* const example[] = {
    "sinew run models/pendulum.xml --time 10 --plot pendulum.svg",
    "sinew run models/arm.xml --key home --ctrl noise --fields qpos,sensordata --out arm.csv",
    "sinew run models/humanoid.xml --fields 'xpos:torso.z' --out - | tail -1",
};

const cli_Command cli_runCommand = {
    .name = "run",
    .argument = {{"MODEL", false}},
    .purpose = "simulate one world; record and plot it",
    .about = "Simulates a model and prints the speed, the final energy and warnings. Ctrl-C "
             "ends the simulation and keeps what was recorded. A simulation that diverges is "
             "reset to qpos0; this is reported when it happens, and the exit code is 3.",
    .option = option,
    .noption = sizeof option / sizeof *option,
    .loads = true,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = runModel,
};
