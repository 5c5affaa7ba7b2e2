// Linearization of a step (state-space matrices) and linear system analysis. Modes are eigenvalues
// z = 1 + h s of A; they are computed from (A - 1)/h, whose entries are not dominated by the
// identity in A. Controllability and observability are invariant under A -> (A - 1)/h, scaling of
// states and of inputs, so the staircase form is computed for a well-scaled system.
#include "linear.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "columns.h"
#include "eigen.h"
#include "reach.h"

const char linear_letter[] = "ABCD";
const char* const linear_mode[] = {
    [sn_DIFF_ANALYTIC] = "analytic", [sn_DIFF_HYBRID] = "hybrid", [sn_DIFF_FD] = "fd"};

// Analytic derivatives have rounding errors; finite differences have errors of 1e-10 or so, and the
// errors of double or triple eigenvalues are square or cube roots of that.
static const struct {
  double noise;   // entries of A - 1 below this are taken as zero
  double margin;  // tolerance of |z| = 1
  double equal;   // eigenvalues closer than this are one mode
  double zero;    // zero tolerance of the staircase form
} accuracy[] = {{1e-14, 1e-7, 1e-9, 1e-9}, {1e-9, 1e-5, 1e-7, 1e-6}};

enum { MOST_VECTORS = 8 };  // eigenvectors computed for a multiple eigenvalue

static int levelOf(const linear_System* s) { return s->used != sn_DIFF_ANALYTIC; }

double linear_margin(const linear_System* s) { return accuracy[levelOf(s)].margin; }

// ---- matrices

int linear_rows(const linear_System* s, int matrix) { return matrix < LINEAR_C ? s->n : s->ny; }

int linear_columns(const linear_System* s, int matrix) { return matrix % 2 ? s->nu : s->n; }

static double* numbers(size_t rows, size_t columns) {
  return mem_calloc(rows * columns + 1, sizeof(double));
}

static bool isFinite(const linear_System* s) {
  for (int k = 0; k < LINEAR_NMATRIX; k++) {
    const int size = linear_rows(s, k) * linear_columns(s, k);
    for (int i = 0; i < size; i++) {
      if (!isfinite(s->matrix[k][i])) return false;
    }
  }
  return true;
}

bool linear_make(linear_System* s, const mjModel* m, mjData* d, int mode) {
  *s = (linear_System){.m = m, .asked = mode, .h = m->opt.timestep};
  s->n = 2 * (int)m->nv + (int)m->na;
  s->nu = (int)m->nu;
  s->ny = (int)m->nsensordata;
  for (int k = 0; k < LINEAR_NMATRIX; k++) {
    s->matrix[k] = numbers((size_t)linear_rows(s, k), (size_t)linear_columns(s, k));
    if (!s->matrix[k]) {
      fprintf(stderr, "sinew: out of memory\n");
      return false;
    }
  }
  s->used = sn_transition(m, d, mode, s->matrix[0], s->matrix[1], s->matrix[2], s->matrix[3]);
  if (s->used < 0) return false;  // the engine has printed a message
  if (isFinite(s)) return true;
  fprintf(stderr, "sinew: derivatives are not finite at this state\n");
  return false;
}

void linear_free(linear_System* s) {
  for (int k = 0; k < LINEAR_NMATRIX; k++) mem_free(s->matrix[k]);
  *s = (linear_System){0};
}

// balances: (A - 1)/h -> scaled, S^-1 (A - 1)/h S
static void scaleState(const linear_System* s, double* scaled, double* scale) {
  for (int i = 0; i < s->n * s->n; i++) {
    const double x = s->matrix[LINEAR_A][i] - (i % (s->n + 1) == 0);
    scaled[i] = fabs(x) > accuracy[levelOf(s)].noise ? x / s->h : 0;
  }
  eigen_balance(scaled, s->n, scale);
}

// ---- names

static void columnOf(const linear_System* s, const char* field, const char* shown, int i,
                     char name[LINEAR_NAME]) {
  column_Source source;
  column_Label label;
  for (int k = 0; column_source(k, &source); k++) {
    if (strcmp(source.name, field)) continue;
    column_label(&label, s->m, &source, i, true);
    if (shown) column_name(name, LINEAR_NAME, shown, label.text);
    if (!shown) text_print(name, LINEAR_NAME, "%s", label.text);
    return;
  }
  ASSERT(false);  // these fields always exist
}

void linear_stateName(const linear_System* s, int i, char name[LINEAR_NAME]) {
  const int nv = (int)s->m->nv;
  if (i < 2 * nv) {  // components of a position change are those of a velocity (tangent space)
    columnOf(s, "qvel", i < nv ? "qpos" : "qvel", i % nv, name);
  } else {
    columnOf(s, "act", "act", i - 2 * nv, name);
  }
}

void linear_controlName(const linear_System* s, int i, char name[LINEAR_NAME]) {
  columnOf(s, "ctrl", "ctrl", i, name);
}

void linear_sensorName(const linear_System* s, int i, char name[LINEAR_NAME]) {
  columnOf(s, "sensordata", "sensordata", i, name);
}

void linear_moverName(const linear_System* s, int i, char name[LINEAR_NAME]) {
  const int nv = (int)s->m->nv;
  columnOf(s, i < nv ? "qvel" : "act", NULL, i < nv ? i : i - nv, name);
}

// ---- modes

double linear_frequency(const linear_Mode* mode) { return cimag(mode->rate) / (2 * acos(-1.0)); }

double linear_damping(const linear_Mode* mode) {
  const double size = cabs(mode->rate);
  return size > 0 ? -creal(mode->rate) / size : 0;
}

double linear_timeConstant(const linear_Mode* mode) { return 1 / fabs(creal(mode->rate)); }

// log(1 + h s)/h without cancellation near s = 0
static double complex rateOf(double complex s, double h) {
  const double re = h * creal(s), im = h * cimag(s);
  return (0.5 * log1p(2 * re + re * re + im * im) + atan2(im, 1 + re) * I) / h;
}

static int fasterFirst(const void* a, const void* b) {
  const linear_Mode *x = a, *y = b;
  const double dx = creal(x->rate), dy = creal(y->rate);
  if (dx != dy) return dx > dy ? -1 : 1;
  const double ix = cimag(x->rate), iy = cimag(y->rate);
  return ix < iy ? -1 : ix > iy;
}

// computes modes from the eigenvalues of a matrix (n x n) like (A - 1)/h
static bool findModes(const linear_System* s, const double* mat, int n, linear_Modes* modes) {
  double *re = numbers((size_t)n, 1), *im = numbers((size_t)n, 1);
  *modes = (linear_Modes){.mode = mem_calloc((size_t)n + 1, sizeof *modes->mode)};
  const bool ok = re && im && modes->mode && eigen_values(mat, n, re, im);
  for (int i = 0; ok && i < n; i++) {
    if (im[i] < 0) continue;
    const int count = im[i] > 0 ? 2 : 1;
    double complex value = re[i] + im[i] * I, z = 1 + s->h * value;
    if (cabs(z - 1) < accuracy[levelOf(s)].equal) value = 0, z = 1;
    const double size = cabs(z), margin = linear_margin(s);
    modes->growing += size > 1 + margin ? count : 0;
    modes->neutral += fabs(size - 1) <= margin ? count : 0;
    int k = 0;
    while (k < modes->n && cabs(modes->mode[k].z - z) > accuracy[levelOf(s)].equal) k++;
    if (k == modes->n) modes->mode[modes->n++] = (linear_Mode){.z = z, .rate = rateOf(value, s->h)};
    modes->mode[k].count += count;
  }
  mem_free(re);
  mem_free(im);
  if (ok) qsort(modes->mode, (size_t)modes->n, sizeof *modes->mode, fasterFirst);
  return ok;
}

// finds the states that move most in a mode; weight (nv + na) is overwritten
static void nameMode(linear_Mode* mode, double* weight, int n) {
  double most = 0;
  for (mode->nstate = 0; mode->nstate < LINEAR_NAMED; mode->nstate++) {
    int best = 0;
    for (int i = 0; i < n; i++) best = weight[i] > weight[best] ? i : best;
    if (!mode->nstate) most = weight[best];
    if (!(weight[best] > 0.2 * most)) return;
    mode->state[mode->nstate] = best;
    weight[best] = 0;
  }
}

// the weight of a dof has contributions of its position and its velocity
static void addWeights(const linear_System* s, const double complex* vec, double* weight) {
  const int nv = (int)s->m->nv;
  for (int i = 0; i < s->n; i++) {
    weight[i < nv ? i : i - nv] += creal(vec[i]) * creal(vec[i]) + cimag(vec[i]) * cimag(vec[i]);
  }
}

bool linear_modes(const linear_System* s, linear_Modes* modes, int named) {
  double *scaled = numbers((size_t)s->n, (size_t)s->n), *scale = numbers((size_t)s->n, 1);
  eigen_Form form = {0};
  bool ok = scaled && scale;
  if (ok) scaleState(s, scaled, scale);
  ok = ok && findModes(s, scaled, s->n, modes) && eigen_open(&form, scaled, s->n);
  for (int k = 0; ok && k < modes->n && k < named; k++) {
    linear_Mode* mode = &modes->mode[k];
    const double complex value = (mode->z - 1) / s->h;
    const int vectors = mode->count / (cimag(mode->z) > 0 ? 2 : 1);
    memset(scale, 0, sizeof *scale * (size_t)s->n);  // used for weights from here on
    for (int i = 0; i < vectors && i < MOST_VECTORS; i++) {
      addWeights(s, eigen_vector(&form, value, (unsigned)i), scale);
    }
    nameMode(mode, scale, (int)(s->m->nv + s->m->na));
  }
  eigen_close(&form);
  mem_free(scaled);
  mem_free(scale);
  return ok;
}

void linear_freeModes(linear_Modes* modes) {
  mem_free(modes->mode);
  *modes = (linear_Modes){0};
}

// ---- controllability and observability

// scales the columns (n x m) to the norm of A, except those that are zero
static void scaleInputs(double* input, int n, int m, double size, double zero) {
  double most = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int c = 0; c < m; c++) {
      double sum = 0;
      for (int r = 0; r < n; r++) sum += input[r * m + c] * input[r * m + c];
      sum = sqrt(sum);
      const double factor = sum > zero * most ? size / sum : 0;
      for (int r = 0; pass && r < n; r++) input[r * m + c] *= factor;
      if (!pass) most = fmax(most, sum);
    }
  }
}

// controllable subspace of the columns of input (n x m) under A (n x n)
static bool reach(const linear_System* s, double* A, double* input, int m, linear_Part* part) {
  const int n = s->n;
  const double zero = accuracy[levelOf(s)].zero;
  double *V = numbers((size_t)n, (size_t)n), size = 0;
  for (int i = 0; i < n * n; i++) size += A[i] * A[i];
  scaleInputs(input, n, m, size > 0 ? sqrt(size) : 1, zero);
  part->rank = V ? reach_staircase(A, n, input, m, V, zero) : -1;
  const int left = n - part->rank;
  bool ok = part->rank >= 0;
  for (int i = 0; ok && i < n; i++) {
    for (int k = part->rank; k < n; k++) part->share[i] += V[i * n + k] * V[i * n + k];
  }
  for (int i = 0; ok && i < left; i++) {  // moves the uncontrollable block to the front
    for (int k = 0; k < left; k++) V[i * left + k] = A[(part->rank + i) * n + part->rank + k];
  }
  ok = ok && findModes(s, V, left, &part->left);
  mem_free(V);
  return ok;
}

// dual problem (observability): rows of C instead of columns of B, and A transposed
static bool findPart(const linear_System* s, linear_Part* part, bool dual) {
  const int n = s->n, m = dual ? s->ny : s->nu;
  const double* source = s->matrix[dual ? LINEAR_C : LINEAR_B];
  double *A = numbers((size_t)n, (size_t)n), *scaled = numbers((size_t)n, (size_t)n);
  double *scale = numbers((size_t)n, 1), *input = numbers((size_t)n, (size_t)m);
  *part = (linear_Part){.share = numbers((size_t)n, 1)};
  bool ok = A && scaled && scale && input && part->share;
  if (ok) {
    scaleState(s, scaled, scale);
    for (int i = 0; i < n * n; i++) A[i] = scaled[dual ? i % n * n + i / n : i];
    for (int i = 0; i < n * m; i++) {
      const int r = i / m, c = i % m;
      input[i] = dual ? source[c * n + r] * scale[r] : source[i] / scale[r];
    }
    ok = reach(s, A, input, m, part);
  }
  mem_free(A);
  mem_free(scaled);
  mem_free(scale);
  mem_free(input);
  return ok;
}

bool linear_controllable(const linear_System* s, linear_Part* part) {
  return findPart(s, part, false);
}

bool linear_observable(const linear_System* s, linear_Part* part) {
  return findPart(s, part, true);
}

void linear_freePart(linear_Part* part) {
  linear_freeModes(&part->left);
  mem_free(part->share);
  *part = (linear_Part){0};
}

int linear_leftStates(const linear_System* s, const linear_Part* part, int* state, int most) {
  int n = 0;
  while (n < most) {
    int best = -1;
    for (int i = 0; i < s->n; i++) {
      bool taken = part->share[i] < 0.1;
      for (int k = 0; k < n; k++) taken = taken || state[k] == i;
      if (!taken && (best < 0 || part->share[i] > part->share[best] + 1e-9)) best = i;
    }
    if (best < 0) break;
    state[n++] = best;
  }
  return n;
}
