// sinew run MODEL: simulates and shows what happened: speed, energy, warnings; records fields to
// files.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sinew/sinew.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/path.h"
#include "commands.h"
#include "record.h"

static const char help[] =
    "usage: sinew run MODEL [options]\n"
    "  --time T          simulate T seconds (default 5)\n"
    "  --key NAME        start from a keyframe, by name or number\n"
    "  --ctrl WHAT       zero (default), noise, or a CSV file with a time column and one per "
    "control\n"
    "  --fields a,b[2]   what to record (default qpos,qvel)\n"
    "  --out FILE        write the record: .csv or .npy\n"
    "  --plot FILE.svg   plot the record\n"
    "  --every N         record every N-th step (default: about 2000 rows)\n\n"
    "examples:\n"
    "  sinew run models/pendulum.xml --time 10 --plot pendulum.svg\n"
    "  sinew run models/arm.xml --key home --ctrl noise --fields qpos,sensordata --out arm.csv\n";

typedef struct {
  const char *model, *key, *ctrl, *fields, *out, *plot;
  double time;
  long every;
} Options;

// ---- controls

typedef struct {
  double* value;  // rows of 1 + nu
  long nrow, at;
  bool noise;
  uint64_t random;
} Control;

// one number per call, uniform in [-1, 1)
static double nextRandom(uint64_t* s) {
  *s ^= *s << 13;
  *s ^= *s >> 7;
  *s ^= *s << 17;
  return (double)(*s >> 11) * 0x1p-52 - 1;
}

// numbers of one line separated by commas; how many there were, or -1
static int parseRow(const char* line, double* row, int most) {
  int n = 0;
  for (;;) {
    while (*line == ' ') line++;
    const char* end = num_parse(line, &row[n]);
    if (!end) return -1;
    n++;
    while (*end == ' ' || *end == '\r') end++;
    if (!*end) return n;
    if (*end != ',' || n == most) return -1;
    line = end + 1;
  }
}

static bool readControls(Control* control, const mjModel* m, const char* path) {
  char* text;
  size_t size;
  file_Status status = file_read(path, (size_t)1 << 30, &text, &size);
  if (status != FILE_OK) {
    fprintf(stderr, "sinew: --ctrl: '%s' %s\n", path, file_statusText(status));
    return false;
  }
  const int width = 1 + (int)m->nu;
  long lines = 1;
  for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
  control->value = mem_calloc((size_t)lines, (size_t)width * sizeof(double));
  bool ok = control->value != NULL;
  long number = 0;
  for (char *line = text, *next; ok && line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    number++;
    if (!*line || *line == '\r' ||
        (number == 1 && parseRow(line, (double[1]){0}, 1) < 0 && !strchr("0123456789-+.", *line))) {
      continue;  // a heading or an empty line
    }
    if (parseRow(line, control->value + control->nrow * width, width) != width) {
      fprintf(stderr,
              "sinew: %s:%ld: a line must have the time and %d controls, separated by commas\n",
              path, number, width - 1);
      ok = false;
    }
    control->nrow++;
  }
  mem_free(text);
  if (ok && !control->nrow) fprintf(stderr, "sinew: %s has no numbers\n", path);
  return ok && control->nrow;
}

static bool makeControl(Control* control, const mjModel* m, const char* what) {
  *control = (Control){.random = 88172645463325252ull};
  if (!strcmp(what, "zero")) return true;
  control->noise = !strcmp(what, "noise");
  return control->noise || readControls(control, m, what);
}

static void setControl(Control* control, const mjModel* m, mjData* d) {
  const double h = m->opt.timestep,
               memory = h / (h + 0.1);  // noise changes within a tenth of a second
  for (int i = 0; control->noise && i < m->nu; i++) {
    const bool limited = m->actuator_ctrllimited[i];
    const double lo = limited ? m->actuator_ctrlrange[2 * i] : -1,
                 hi = limited ? m->actuator_ctrlrange[2 * i + 1] : 1;
    const double target = 0.5 * (lo + hi) + 0.5 * (hi - lo) * nextRandom(&control->random);
    d->ctrl[i] += memory * (target - d->ctrl[i]);
  }
  if (!control->value) return;
  const int width = 1 + (int)m->nu;
  while (control->at + 1 < control->nrow && control->value[(control->at + 1) * width] <= d->time)
    control->at++;
  memcpy(d->ctrl, control->value + control->at * width + 1, (size_t)m->nu * sizeof *d->ctrl);
}

// ---- options

static bool parseOptions(Options* options, int argc, char** argv) {
  *options = (Options){.ctrl = "zero", .fields = "qpos,qvel", .time = 5};
  const struct {
    const char* name;
    const char** text;
  } texts[] = {{"--key", &options->key},
               {"--ctrl", &options->ctrl},
               {"--fields", &options->fields},
               {"--out", &options->out},
               {"--plot", &options->plot}};
  for (int i = 0; i < argc; i++) {
    bool known = argv[i][0] != '-';
    if (known) {
      if (options->model) {
        fprintf(stderr, "sinew: two models are given: '%s' and '%s'\n", options->model, argv[i]);
        return false;
      }
      options->model = argv[i];
      continue;
    }
    if (i + 1 == argc) {
      fprintf(stderr, "sinew: %s needs a value, or is unknown\n", argv[i]);
      return false;
    }
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
      if (strcmp(argv[i], texts[k].name)) continue;
      *texts[k].text = argv[i + 1];
      known = true;
    }
    if (!strcmp(argv[i], "--time") || !strcmp(argv[i], "--every")) {
      double x;
      const char* end = num_parse(argv[i + 1], &x);
      if (!end || *end || !(x > 0) || !(x < 1e12)) {
        fprintf(stderr, "sinew: %s: '%s' is not a positive number\n", argv[i], argv[i + 1]);
        return false;
      }
      if (!strcmp(argv[i], "--time")) {
        options->time = x;
      } else {
        options->every = x < 1 ? 1 : (long)x;
      }
      known = true;
    }
    if (!known) {
      fprintf(stderr, "sinew: there is no option %s\n", argv[i]);
      return false;
    }
    i++;
  }
  if (!options->model) fprintf(stderr, "sinew: which model?\n");
  return options->model != NULL;
}

static bool startFromKey(const mjModel* m, mjData* d, const char* key) {
  int64_t number = mj_name2id(m, mjOBJ_KEY, key);
  const char* end = number < 0 ? num_parseInt(key, &number) : "";
  if (!end || *end || number < 0 || number >= m->nkey) {
    fprintf(stderr, "sinew: there is no keyframe '%s'; the model has %d\n", key, (int)m->nkey);
    return false;
  }
  mj_resetDataKeyframe(m, d, (int)number);
  return true;
}

// ---- simulation

static void showProgress(const mjData* d, double end, long steps, double seconds) {
  fprintf(stderr, "\r  %.2f of %.2f s simulated, %.0f steps per second ", d->time, end,
          (double)steps / seconds);
  fflush(stderr);
}

static void showSummary(const mjModel* m, mjData* d, long steps, double seconds) {
  printf("%ld steps of %g s in %.3f s: %.0f steps per second, %.1f times real time\n", steps,
         m->opt.timestep, seconds, (double)steps / seconds,
         (double)steps * m->opt.timestep / seconds);
  mj_energyPos(m, d);
  mj_energyVel(m, d);
  printf("energy at the end: potential %.6g J, kinetic %.6g J\n", d->energy[0], d->energy[1]);
  for (int i = 0; i < mjNWARNING; i++) {
    if (d->warning[i].number) {
      printf("warning, %d times: %s\n", d->warning[i].number,
             mju_warningText(i, (size_t)d->warning[i].lastinfo));
    }
  }
}

static void simulate(const mjModel* m, mjData* d, const Options* options, Control* control,
                     record_Record* record) {
  const long total = (long)(options->time / m->opt.timestep + 0.5);
  const long every = options->every ? options->every : total / 2000 + 1;
  const bool live = isatty(2);
  const double start = clock_seconds(), end = d->time + options->time;
  double shown = start;
  mj_forward(m, d);
  record_row(record, d);
  for (long i = 1; i <= total; i++) {
    setControl(control, m, d);
    mj_step(m, d);
    if (i % every == 0) record_row(record, d);
    if (live && i % 64 == 0 && clock_seconds() - shown > 0.2) {
      shown = clock_seconds();
      showProgress(d, end, i, shown - start);
    }
  }
  if (live) fprintf(stderr, "\r%60s\r", "");
  showSummary(m, d, total, clock_seconds() - start);
}

static bool writeRecord(const record_Record* record, const mjModel* m, const Options* options) {
  bool ok = !record->failed;
  if (!ok) fprintf(stderr, "sinew: out of memory for the record; use --every\n");
  if (ok && options->out) {
    const char* extension = path_extension(options->out);
    const bool npy = !strcmp(extension, ".npy");
    if (!npy && strcmp(extension, ".csv")) {
      fprintf(stderr, "sinew: --out: '%s' must end in .csv or .npy\n", options->out);
      return false;
    }
    ok = npy ? record_writeNpy(record, options->out) : record_writeCsv(record, m, options->out);
    if (ok) printf("%ld rows of %d numbers in %s\n", record->nrow, record->ncolumn, options->out);
    if (!ok) fprintf(stderr, "sinew: cannot write '%s'\n", options->out);
  }
  if (ok && options->plot) {
    char title[300];
    snprintf(title, sizeof title, "%s, %g s", path_base(options->model), options->time);
    ok = record_writeSvg(record, m, title, options->plot);
    if (ok) printf("plot in %s\n", options->plot);
    if (!ok) fprintf(stderr, "sinew: cannot write '%s'\n", options->plot);
  }
  return ok;
}

int cli_run(int argc, char** argv) {
  Options options;
  if (argc == 1 && !strcmp(argv[0], "--help")) {
    printf("%s", help);
    return CLI_OK;
  }
  if (!parseOptions(&options, argc, argv)) {
    fprintf(stderr, "\n%s", help);
    return CLI_USAGE;
  }
  mjModel* m = cli_load(options.model);
  if (!m) return CLI_FAILED;
  mjData* d = mj_makeData(m);
  record_Record record = {0};
  Control control = {0};
  bool ok = d && (!options.key || startFromKey(m, d, options.key)) &&
            makeControl(&control, m, options.ctrl) && record_choose(&record, m, d, options.fields);
  if (ok) {
    simulate(m, d, &options, &control, &record);
    ok = writeRecord(&record, m, &options);
  }
  mem_free(control.value);
  record_free(&record);
  mj_deleteData(d);
  mj_deleteModel(m);
  return ok ? CLI_OK : CLI_FAILED;
}
