// sinew linearize MODEL: linearizes a step at a state and analyzes it: modes (eigenvalues),
// stability, controllability, observability; writes the state-space matrices to files. The command
// line is validated before the model is loaded.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/assert.h"
#include "base/number.h"
#include "base/path.h"
#include "commands.h"
#include "control.h"
#include "interrupt.h"
#include "linear.h"
#include "output.h"
#include "sim.h"

// maximum number of modes, and of uncontrollable or unobservable states, in text output
enum { MOST_SHOWN = 12, MOST_STATES = 6 };
static const double rest = 1e-6;  // smaller velocities and accelerations count as rest

typedef struct {
  const option_Line* line;
  mjModel* m;
  mjData* d;
  linear_System system;
  linear_Modes modes;
  linear_Part controls, sensors;
  output_File out[OPTION_MOST_FILES];
} Linearize;

// ---- files

// matrix of an output file, by the last letter before its extension; -1: none
static int matrixOf(const char* path) {
  const char* dot = path_extension(path);
  const char letter = dot > path_base(path) ? dot[-1] : 0;
  const char* at = letter ? strchr(linear_letter, letter) : NULL;
  return at ? (int)(at - linear_letter) : -1;
}

static int checkFiles(const option_Line* line) {
  for (int i = 0; i < line->nfile; i++) {
    const char *path = line->file[i], *extension = path_extension(path);
    if (strcmp(extension, ".npy") && strcmp(extension, ".csv") && strcmp(extension, ".txt")) {
      return option_error(line->command, "--out: '%s' must end in .npy, .csv or .txt", path);
    }
    if (matrixOf(path) < 0) {
      return option_error(line->command,
                          "--out: the last letter before the extension of '%s' must say which "
                          "matrix it is for: A, B, C or D, as in arm_A.npy",
                          path);
    }
    for (int k = 0; k < i; k++) {
      if (!strcmp(path, line->file[k])) {
        return option_error(line->command, "--out: '%s' is there twice", path);
      }
    }
  }
  return CLI_OK;
}

// matrix rows: comma-separated with a heading, or separated by blanks
static void addRows(text_Text* out, const linear_System* s, int matrix, bool csv) {
  const int rows = linear_rows(s, matrix), columns = linear_columns(s, matrix);
  for (int i = 0; csv && i < columns; i++) {
    char name[LINEAR_NAME];
    (matrix % 2 ? linear_controlName : linear_stateName)(s, i, name);
    text_add(out, i ? "," : "");
    output_cell(out, name);
  }
  if (csv) text_add(out, "\n");
  for (int i = 0; i < rows * columns; i++) {
    text_num(out, s->matrix[matrix][i], NUM_SHORTEST);
    text_add(out, (i + 1) % columns == 0 ? "\n" : csv ? "," : " ");
  }
}

static bool writeFile(const linear_System* s, output_File* file) {
  text_Text text = {0};
  const char* extension = path_extension(file->path);
  const int matrix = matrixOf(file->path);
  ASSERT(matrix >= 0);
  if (!strcmp(extension, ".npy")) {
    output_npy(&text, s->matrix[matrix], linear_rows(s, matrix), linear_columns(s, matrix));
  } else {
    addRows(&text, s, matrix, !strcmp(extension, ".csv"));
  }
  const bool ok = output_finish(file, &text);
  text_free(&text);
  return ok;
}

static bool openFiles(Linearize* l) {
  for (int i = 0; i < l->line->nfile; i++) {
    if (!output_open(&l->out[i], l->line->file[i])) return false;
  }
  return true;
}

static bool writeFiles(Linearize* l) {
  bool ok = true;
  for (int i = 0; i < l->line->nfile; i++) ok = writeFile(&l->system, &l->out[i]) && ok;
  return ok;
}

// ---- text

static const char* plural(int n) { return n == 1 ? "" : "s"; }

static double largest(const mjtNum* x, mjtSize n, int* where) {
  double most = 0;
  for (int i = 0; i < n; i++) {
    if (!(fabs(x[i]) > most)) continue;
    most = fabs(x[i]);
    *where = i;
  }
  return most;
}

static void printHead(const Linearize* l) {
  const linear_System* s = &l->system;
  const mjModel* m = l->m;
  const char* key = option_text(l->line, "--key");
  int where = 0;
  char name[LINEAR_NAME];
  printf(
      "%s%s%s%s at %g s: %d states (%d position%s, %d velocit%s, %d activation%s), %d control%s, "
      "%d sensor value%s\n",
      l->line->argument[0], key ? ", key '" : "", key ? key : "", key ? "'" : "", l->d->time, s->n,
      (int)m->nv, plural((int)m->nv), (int)m->nv, m->nv == 1 ? "y" : "ies", (int)m->na,
      plural((int)m->na), s->nu, plural(s->nu), s->ny, plural(s->ny));
  printf("timestep %g s; derivatives: %s", s->h, linear_mode[s->used]);
  if (s->asked != s->used) printf(" (the model has what %s does not cover)", linear_mode[s->asked]);
  printf("\n");
  const double speed = largest(l->d->qvel, m->nv, &where);
  const double acceleration = largest(l->d->qacc, m->nv, &where);
  if (speed < rest && acceleration < rest) return;
  linear_moverName(s, where, name);
  printf("not an equilibrium: qvel up to %.3g, qacc up to %.3g (%s)\n", speed, acceleration, name);
}

// formats "0.99 +- 0.0543i"
static void complexText(char* buf, size_t size, double complex x, int digits) {
  if (cimag(x) > 0) {
    snprintf(buf, size, "%.*g +- %.*gi", digits, creal(x), digits, cimag(x));
  } else {
    snprintf(buf, size, "%.*g", digits, creal(x));
  }
}

static void printMode(const linear_System* s, const linear_Mode* mode) {
  char z[80], rate[80], name[LINEAR_NAME];
  complexText(z, sizeof z, mode->z, 6);
  complexText(rate, sizeof rate, mode->rate, 4);
  printf("  %4d  %-26s %-22s %9.4g  %8.3f  %14.4g ", mode->count, z, rate, linear_frequency(mode),
         linear_damping(mode), linear_timeConstant(mode));
  for (int i = 0; i < mode->nstate; i++) {
    linear_moverName(s, mode->state[i], name);
    printf("%s %s", i ? "," : "", name);
  }
  printf("\n");
}

static void printModes(const Linearize* l) {
  const linear_Modes* modes = &l->modes;
  const int shown = option_flag(l->line, "--all") || modes->n <= MOST_SHOWN ? modes->n : MOST_SHOWN;
  printf("\n  %4s  %-26s %-22s %9s  %8s  %14s  %s\n", "size", "eigenvalue z of A", "rate, 1/s",
         "freq., Hz", "damping", "time const., s", "moves most");
  for (int i = 0; i < shown; i++) printMode(&l->system, &modes->mode[i]);
  if (shown < modes->n) {
    printf("  and %d modes that decay faster; --all shows them\n", modes->n - shown);
  }
}

// the mode with the slowest decay that is not neutral, NULL: none
static const linear_Mode* slowest(const linear_System* s, const linear_Modes* modes) {
  for (int i = 0; i < modes->n; i++) {
    if (cabs(modes->mode[i].z) < 1 - linear_margin(s)) return &modes->mode[i];
  }
  return NULL;
}

static void printStability(const linear_System* s, const linear_Modes* modes) {
  const linear_Mode* slow = slowest(s, modes);
  if (modes->growing) {
    printf("\nunstable: %d of %d eigenvalues grow, by e in %.4g s", modes->growing, s->n,
           linear_timeConstant(modes->mode));
    if (modes->neutral) printf("; %d neither grow nor decay", modes->neutral);
  } else if (modes->neutral) {
    printf("\nneutral: %d of %d eigenvalues neither grow nor decay (|z| is 1 to %.0e)",
           modes->neutral, s->n, linear_margin(s));
  } else {
    printf("\nstable");
  }
  if (slow) printf("; the slowest decay is by e in %.4g s", linear_timeConstant(slow));
  printf("\n");
}

// names of the states outside of the subspace, and its modes
static void printLeft(const linear_System* s, const linear_Part* part) {
  int state[MOST_STATES + 1];
  const int n = linear_leftStates(s, part, state, MOST_STATES + 1);
  printf("  left out: ");
  for (int i = 0; i < n && i < MOST_STATES; i++) {
    char name[LINEAR_NAME];
    linear_stateName(s, state[i], name);
    printf("%s%s", i ? ", " : "", name);
  }
  printf("%s\n  with rates: ", n > MOST_STATES ? ", ..." : "");
  for (int i = 0; i < part->left.n && i < MOST_STATES; i++) {
    const linear_Mode* mode = &part->left.mode[i];
    char rate[80];
    complexText(rate, sizeof rate,
                fabs(cabs(mode->z) - 1) <= linear_margin(s) && cimag(mode->z) == 0 ? 0 : mode->rate,
                4);
    printf("%s%s", i ? ", " : "", rate);
    if (mode->count > 1 + (cimag(mode->z) > 0)) printf(" (%d of them)", mode->count);
  }
  printf("%s\n", part->left.n > MOST_STATES ? ", ..." : "");
}

static void printPart(const linear_System* s, const linear_Part* part, const char* what,
                      const char* none, const char* decays, const char* stays) {
  if (!part) {
    printf("%s: %s\n", what, none);
    return;
  }
  printf("%s: %d of %d", what, part->rank, s->n);
  if (part->rank == s->n) {
    printf(", all of the state\n");
    return;
  }
  printf("; %s\n", part->left.growing + part->left.neutral ? stays : decays);
  printLeft(s, part);
}

static void printText(const Linearize* l) {
  const linear_System* s = &l->system;
  printHead(l);
  printModes(l);
  printStability(s, &l->modes);
  printPart(s, s->nu ? &l->controls : NULL, "controllable", "there are no controls",
            "what is left decays by itself (stabilizable)",
            "what is left does not decay (not stabilizable)");
  printPart(s, s->ny ? &l->sensors : NULL, "observable by the sensors", "there are none",
            "what is left decays by itself (detectable)",
            "what is left does not decay (not detectable)");
}

// ---- the command

static bool analyse(Linearize* l) {
  const linear_System* s = &l->system;
  const bool all = option_flag(l->line, "--all") || option_flag(l->line, "--json");
  const bool ok = linear_modes(s, &l->modes, all ? s->n : MOST_SHOWN) &&
                  (!s->nu || linear_controllable(s, &l->controls)) &&
                  (!s->ny || linear_observable(s, &l->sensors));
  if (!ok) fprintf(stderr, "sinew: eigenvalues are not found, or memory is short\n");
  return ok;
}

static bool print(const Linearize* l) {
  const linear_System* s = &l->system;
  if (!option_flag(l->line, "--json")) return printText(l), true;
  text_Text out = {0};
  int where;
  const linear_Report report = {
      .model = l->line->argument[0],
      .key = option_text(l->line, "--key"),
      .system = s,
      .modes = &l->modes,
      .controls = s->nu ? &l->controls : NULL,
      .sensors = s->ny ? &l->sensors : NULL,
      .velocity = largest(l->d->qvel, l->m->nv, &where),
      .acceleration = largest(l->d->qacc, l->m->nv, &where),
  };
  linear_json(&out, &report);
  return cli_print(&out);
}

static int modeOf(const char* word) {
  for (int i = 0; i < sn_NDIFFMODE; i++) {
    if (!strcmp(word, linear_mode[i])) return i;
  }
  return sn_DIFF_ANALYTIC;
}

// simulates the requested steps, then computes derivatives at the final state
static int differentiate(Linearize* l) {
  const option_Line* line = l->line;
  sim_Sim sim;
  control_Control control = {0};
  int code = sim_begin(&sim, line, l->m, l->d, option_number(line, "--time"));
  if (code != CLI_OK) return code;
  if (!control_make(&control, l->m, option_text(line, "--ctrl")) || !openFiles(l)) {
    code = CLI_FAILED;
  }
  for (long i = 0; code == CLI_OK && i < sim.nstep && !interrupt_seen(); i++) {
    control_set(&control, l->m, l->d, sim.time);
    sim_step(&sim);
  }
  if (code == CLI_OK && interrupt_seen()) code = CLI_SIGNAL + interrupt_seen();
  if (code == CLI_OK) {
    control_set(&control, l->m, l->d, sim.time);
    mj_forward(l->m, l->d);
    if (sim.ndivergence) code = CLI_DIVERGED;
    if (!linear_make(&l->system, l->m, l->d, modeOf(option_text(line, "--mode")))) {
      code = CLI_FAILED;
    }
  }
  sim_end();
  control_free(&control);
  return code;
}

static bool canLinearize(const char* path, const mjModel* m) {
  if (!m->nv && !m->na) {
    fprintf(stderr, "sinew: %s: nothing moves in this model\n", path);
  } else if (!(m->opt.timestep > 0)) {
    fprintf(stderr, "sinew: %s: the timestep is %g; it must be above 0\n", path, m->opt.timestep);
  } else {
    return true;
  }
  return false;
}

static int linearize(const option_Line* line) {
  Linearize l = {.line = line};
  int code = checkFiles(line);
  if (code != CLI_OK) return code;
  l.m = cli_load(line);
  l.d = l.m ? mj_makeData(l.m) : NULL;
  code = l.d && canLinearize(line->argument[0], l.m) ? differentiate(&l) : CLI_FAILED;
  if (code == CLI_OK || code == CLI_DIVERGED) {
    const bool ok = analyse(&l) && print(&l) && writeFiles(&l);
    if (!ok) code = CLI_FAILED;
  }
  linear_freeModes(&l.modes);
  linear_freePart(&l.controls);
  linear_freePart(&l.sensors);
  linear_free(&l.system);
  mj_deleteData(l.d);
  mj_deleteModel(l.m);
  return code;
}

static const option_Option option[] = {
    {"--key", OPTION_TEXT, "NAME", NULL, NULL, "linearize at a keyframe, by name or number"},
    {"--time", OPTION_NOTNEG, "T", "0", NULL, "simulate T seconds first"},
    {"--ctrl", OPTION_FILE, "WHAT", "zero", "zero noise",
     "controls: zero (or those of the keyframe), noise, or a CSV file, as in 'sinew run'"},
    {"--mode", OPTION_WORD, "MODE", "analytic", "analytic hybrid fd",
     "analytic derivatives, analytic except for positions, or finite differences of "
     "steps"},
    {"--out", OPTION_FILES, "FILE...", NULL, NULL,
     "write matrices: .npy, .csv with a header, or .txt; the last letter of the name "
     "selects the matrix: arm_A.npy arm_B.npy"},
    {"--all", OPTION_FLAG, NULL, NULL, NULL, "show all modes, not only the slowest"},
    {"--json", OPTION_FLAG, NULL, NULL, NULL, "print JSON"},
};

static const char* const example[] = {
    "sinew linearize models/cartpole.xml --key up",
    "sinew linearize models/arm.xml --key home --out arm_A.npy arm_B.npy",
    "sinew linearize models/quadruped.xml --time 2 --mode fd --all",
};

const cli_Command cli_linearizeCommand = {
    .name = "linearize",
    .argument = {{"MODEL", false}},
    .purpose = "linearization of a step: modes, stability, controllability, matrices",
    .about = "Linearizes a step at a state: x' = A x + B u, y = C x + D u. x has position "
             "changes (along the joint axes: nv of them), velocities and activations; u has "
             "the controls and y the sensors. Prints the eigenvalues z of A with their rates "
             "log(z)/timestep: frequency, damping ratio (1: no overshoot, below 0: unstable), "
             "time constant, and the states that move most; then stability, the controllable "
             "part and the observable part of the state.",
    .option = option,
    .noption = sizeof option / sizeof *option,
    .loads = true,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = linearize,
};
