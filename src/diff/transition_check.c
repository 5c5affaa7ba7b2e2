// sn_transitionCheck: compares every entry of A, B, C, D with five-point finite differences of
// mj_step. The error of an entry is
//   |value - difference| / (|difference| + max(0.01 c, 1e-4)),  c the largest of its column
// and for a sensor with reading y also max(.., 0.001 |y|): a force of a thousand has no zeros of
// 1e-4. Finite differences are as good as their eps: with a large one truncation error dominates,
// with a small one rounding error. So each column is compared at the eps that agrees best, and the
// search ends at one that agrees.
#include "diff/transition_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <sinew/api.h>

#include "base/mem.h"
#include "base/text.h"

static const mjtNum trials[] = {1e-4, 1e-5, 1e-6, 1e-7};

enum { NTRIAL = sizeof trials / sizeof *trials };

#define AGREES 1e-7         // below this error no other eps is tried
#define SMALLEST_EPS 1e-6   // smaller steps are too noisy to be the only ones of a column
#define TEST_EPS 1e-5       // so that a tenth of it is not yet dominated by noise
#define CONVERGED 1e-6      // relative change from eps to eps/10
#define CONVERGED_PART 0.1  // the same as a fraction of the error
#define COLUMN_PART 0.01
#define LEAST_SCALE 1e-4
#define SENSOR_PART 1e-3

// the worst entry of a column, of the state or of sensors
typedef struct {
  int row;
  mjtNum error, value, difference, eps;
} Worst;

typedef struct {
  stepdiff_Steps* s;
  mjtNum* fd;  // (ndx + nsensor)
  stepdiff_Kind kind;
  int input;                     // index within its kind
  int col, ncol;                 // in its matrices
  const mjtNum *state, *sensor;  // (ndx x ncol), (nsensor x ncol), or NULL
} Column;

// ---- numbers

static mjtNum largest(const mjtNum* vec, int n) {
  mjtNum most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(vec[i]));
  return most;
}

// results that are not finite (NaN) agree with nothing
static mjtNum relative(mjtNum distance, mjtNum difference, mjtNum least) {
  const mjtNum error = fabs(distance) / (fabs(difference) + least);
  return isfinite(error) ? error : mjMAXVAL;
}

// a column of a matrix, or its finite differences: rows are values of the state or of sensors
typedef struct {
  const mjtNum *mat, *fd;  // mat: rows ncol apart
  const mjtNum* size;      // of sensors, NULL for the state
  int ncol, n;
} Part;

static mjtNum leastOf(const Part* p, int row, mjtNum most) {
  const mjtNum least = fmax(COLUMN_PART * most, LEAST_SCALE);
  return p->size ? fmax(least, SENSOR_PART * p->size[row]) : least;
}

static Worst worstOf(const Part* p, mjtNum eps) {
  const mjtNum most = largest(p->fd, p->n);
  Worst worst = {.error = -1, .eps = eps};
  for (int i = 0; i < p->n; i++) {
    const mjtNum value = p->mat[(ptrdiff_t)i * p->ncol];
    const mjtNum error = relative(value - p->fd[i], p->fd[i], leastOf(p, i, most));
    if (error > worst.error) worst = (Worst){i, error, value, p->fd[i], eps};
  }
  return worst;
}

// ---- columns

static Part statePart(const Column* c) {
  return (Part){c->state ? c->state + c->col : NULL, c->fd, NULL, c->ncol, c->s->ndx};
}

static Part sensorPart(const Column* c) {
  return (Part){c->sensor ? c->sensor + c->col : NULL, c->fd + c->s->ndx, c->s->size, c->ncol,
                c->s->nsensor};
}

static void keepBetter(Worst* best, const Part* p, mjtNum eps) {
  if (!p->mat || !p->n) return;
  const Worst now = worstOf(p, eps);
  if (best->error < 0 || now.error < best->error) *best = now;
}

// false if the neighborhood is not smooth
static bool compareColumn(const Column* c, Worst* state, Worst* sensor) {
  const Part ofState = statePart(c), ofSensor = sensorPart(c);
  bool smooth = false;
  state->error = sensor->error = -1;
  for (int k = 0; k < NTRIAL; k++) {
    const mjtNum eps = trials[k];
    if (eps < SMALLEST_EPS && !smooth) break;
    if (!stepdiff_column(c->s, c->kind, c->input, eps, c->fd)) continue;
    smooth = true;
    keepBetter(state, &ofState, eps);
    keepBetter(sensor, &ofSensor, eps);
    if (state->error < AGREES && sensor->error < AGREES) break;
  }
  return smooth;
}

// ---- text of the report

typedef struct {
  char* text;
  size_t size;
} Words;

static void say(Words* w, const char* format, ...) mjPRINTFLIKE(2, 3);

static void say(Words* w, const char* format, ...) {
  va_list args;
  va_start(args, format);
  const size_t used = text_printArgs(w->text, w->size, format, args);
  va_end(args);
  w->text += used;
  w->size -= used;
}

static void sayObject(Words* w, const mjModel* m, const char* kind, int type, int id) {
  const char* name = mj_id2name(m, type, id);
  if (name && *name) {
    say(w, "%s '%s'", kind, name);
  } else {
    say(w, "%s %d", kind, id);
  }
}

static void sayPart(Words* w, int part, int of) {
  if (of > 1) say(w, " [%d]", part);
}

static void sayDof(Words* w, const mjModel* m, const char* what, int dof) {
  static const int count[] = {
      [mjJNT_FREE] = 6, [mjJNT_BALL] = 3, [mjJNT_SLIDE] = 1, [mjJNT_HINGE] = 1};
  const int jnt = m->dof_jntid[dof];
  const char* name = mj_id2name(m, mjOBJ_JOINT, jnt);
  say(w, "%s of ", what);
  sayObject(w, m, "joint", mjOBJ_JOINT, jnt);
  if (!name || !*name) {
    say(w, " of ");
    sayObject(w, m, "body", mjOBJ_BODY, m->jnt_bodyid[jnt]);
  }
  sayPart(w, dof - m->jnt_dofadr[jnt], count[m->jnt_type[jnt]]);
}

// the actuator or sensor that owns element `at` of an array
static int ownerOf(const int* adr, const int* num, mjtSize n, int at) {
  for (int i = 0; i < n; i++) {
    if (adr[i] <= at && at < adr[i] + num[i]) return i;
  }
  return -1;
}

static void sayState(Words* w, const mjModel* m, int i) {
  const int nv = (int)m->nv;
  if (i < 2 * nv) {
    sayDof(w, m, i < nv ? "qpos" : "qvel", i % nv);
    return;
  }
  const int at = i - 2 * nv;
  const int id = ownerOf(m->actuator_actadr, m->actuator_actnum, m->nactuator, at);
  say(w, "act of ");
  sayObject(w, m, "actuator", mjOBJ_ACTUATOR, id);
  sayPart(w, at - m->actuator_actadr[id], m->actuator_actnum[id]);
}

static void sayControl(Words* w, const mjModel* m, int i) {
  const int id = ownerOf(m->actuator_ctrladr, m->actuator_ctrlnum, m->nactuator, i);
  sayObject(w, m, "ctrl", mjOBJ_ACTUATOR, id);
  sayPart(w, i - m->actuator_ctrladr[id], m->actuator_ctrlnum[id]);
}

static void saySensor(Words* w, const mjModel* m, int i) {
  const int id = ownerOf(m->sensor_adr, m->sensor_dim, m->nsensor, i);
  sayObject(w, m, "sensor", mjOBJ_SENSOR, id);
  sayPart(w, i - m->sensor_adr[id], m->sensor_dim[id]);
}

static void sayEntry(const mjModel* m, sn_DiffReport* r) {
  Words w = {r->what, sizeof r->what};
  const bool ofSensor = r->matrix == 'C' || r->matrix == 'D';
  const bool byControl = r->matrix == 'B' || r->matrix == 'D';
  (ofSensor ? saySensor : sayState)(&w, m, r->row);
  say(&w, " by ");
  (byControl ? sayControl : sayState)(&w, m, r->col);
}

// ---- the whole

static void note(const Column* c, const Worst* worst, const char* matrices, sn_DiffReport* r) {
  if (worst->error < 0 || (r->matrix && worst->error <= r->error)) return;
  r->matrix = matrices[c->kind == STEPDIFF_CTRL];
  r->row = worst->row;
  r->col = c->col;
  r->value = worst->value;
  r->difference = worst->difference;
  r->error = worst->error;
  r->eps = worst->eps;
}

// A column of x is one of dq, qvel or act. Columns without a requested matrix are not counted.
static Column columnOf(stepdiff_Steps* s, const finite_Transition* given, mjtNum* fd,
                       stepdiff_Kind kind, int i) {
  const int nv = (int)s->model.nv;
  const int first[STEPDIFF_NKIND] = {0, nv, 2 * nv, 0};
  const bool ctrl = kind == STEPDIFF_CTRL;
  return (Column){.s = s,
                  .fd = fd,
                  .kind = kind,
                  .input = i,
                  .col = first[kind] + i,
                  .ncol = ctrl ? (int)s->model.nu : s->ndx,
                  .state = ctrl ? given->B : given->A,
                  .sensor = ctrl ? given->D : given->C};
}

// differences the worst entry with eps and eps/10: a large change says that finite differences are
// at fault
static void testConvergence(const Column* c, sn_DiffReport* r) {
  stepdiff_Steps* s = c->s;
  const bool ofSensor = r->matrix == 'C' || r->matrix == 'D';
  const Part p = ofSensor ? sensorPart(c) : statePart(c);
  mjtNum eps = fmax(r->eps, TEST_EPS);
  r->ratio = mjMAXVAL;
  r->converged = false;
  if (!stepdiff_column(s, c->kind, c->input, eps, c->fd)) {
    eps = r->eps;
    stepdiff_column(s, c->kind, c->input, eps, c->fd);
  }
  const mjtNum before = p.fd[r->row];
  if (!stepdiff_column(s, c->kind, c->input, eps / 10, c->fd)) return;
  const mjtNum now = p.fd[r->row];
  const mjtNum change = relative(now - before, now, leastOf(&p, r->row, largest(p.fd, p.n)));
  r->ratio = change > 0 ? change / fmax(r->error, mjMINVAL) : 0;
  r->converged = change < CONVERGED || r->ratio < CONVERGED_PART;
}

bool check_matrices(stepdiff_Steps* s, const finite_Transition* given, const char* function,
                    sn_DiffReport* r) {
  *r = (sn_DiffReport){0};
  mjtNum* fd = mem_calloc((size_t)(s->ndx + s->nsensor) + 1, sizeof *fd);
  if (!fd) {
    mju_error("%s: no memory for a column of %d numbers", function, s->ndx + s->nsensor);
    return false;
  }
  Column at = {0};
  for (stepdiff_Kind kind = 0; kind < STEPDIFF_NKIND; kind++) {
    for (int i = 0; i < stepdiff_count(s, kind); i++) {
      const Column c = columnOf(s, given, fd, kind, i);
      Worst state = {0}, sensor = {0};
      if (!c.state && !c.sensor) continue;
      r->ncolumn++;
      if (!compareColumn(&c, &state, &sensor)) {
        r->nchanged++;
        continue;
      }
      const mjtNum before = r->error;
      note(&c, &state, "AB", r);
      note(&c, &sensor, "CD", r);
      if (r->error > before || !at.s) at = c;
    }
  }
  if (r->matrix) {
    testConvergence(&at, r);
    sayEntry(&s->model, r);
  }
  mem_free(fd);
  return true;
}

// ---- public API

// A, B, C, D in one block
static mjtNum* takeMatrices(const stepdiff_Steps* s, finite_Transition* out) {
  const size_t nx = (size_t)s->ndx, nu = (size_t)s->model.nu, ns = (size_t)s->nsensor;
  mjtNum* block = mem_calloc((nx + ns) * (nx + nu) + 1, sizeof *block);
  if (!block) return NULL;
  out->A = block;
  out->B = out->A + nx * nx;
  out->C = ns ? out->B + nx * nu : NULL;
  out->D = ns ? out->B + nx * nu + ns * nx : NULL;
  return block;
}

static int checkSteps(stepdiff_Steps* s, int mode, sn_DiffReport* r) {
  finite_Transition given;
  mjtNum* block = takeMatrices(s, &given);
  if (!block) {
    mju_error("sn_transitionCheck: no memory for matrices of %d rows and columns", s->ndx);
    return -1;
  }
  mjModel own =
      s->model;  // hybrid mode takes differences of steps, which need the Newton solver too
  if (mode == sn_DIFF_ANALYTIC) own.opt.solver = s->solver;
  int used = sn_transition(&own, s->d, mode, given.A, given.B, given.C, given.D);
  if (used >= 0 && !check_matrices(s, &given, "sn_transitionCheck", r)) used = -1;
  mem_free(block);
  return used;
}

int check_transition(const mjModel* m, mjData* d, int mode, sn_DiffReport* report) {
  stepdiff_Steps s;
  *report = (sn_DiffReport){0};
  if (!stepdiff_open(&s, m, d, "sn_transitionCheck")) return -1;
  const int used = checkSteps(&s, mode, report);
  stepdiff_close(&s);
  return used;
}
