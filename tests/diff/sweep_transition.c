// Derivatives of steps of given models against differences of steps: one line for each model,
// integrator and cone, for tests/checks/check_transition.py.
//   sweep_transition [--all] FILE...
// Without --all larger models have fewer turns, or none; the largest have none in any case.
// Contacts that are found by iteration, and those of height fields, are left out: differences of
// theirs are noise.
#include <stdlib.h>
#include <string.h>

#include "transition_support.h"

enum { NCOMBINATION = 2 * NINTEGRATOR, SMALL = 16, MEDIUM = 40, LARGE = 130, LARGEST = 250 };

// ---- contacts

// no closed form: ellipsoids and cylinders but with planes and spheres, capsules with meshes
static bool isIterative(int low, int high) {
  if (low == mjGEOM_HFIELD || high == mjGEOM_SDF) return true;
  if (low == mjGEOM_PLANE) return false;
  if (low == mjGEOM_SPHERE) return high == mjGEOM_ELLIPSOID;
  if (low == mjGEOM_CAPSULE) return high != mjGEOM_CAPSULE && high != mjGEOM_BOX;
  return low == mjGEOM_ELLIPSOID || low == mjGEOM_CYLINDER || high == mjGEOM_CYLINDER;
}

static int leavesOut(const mjModel* m, mjData* d, int g1, int g2) {
  (void)d;
  const int a = m->geom_type[g1], b = m->geom_type[g2];
  const bool masked = !(m->geom_contype[g1] & m->geom_conaffinity[g2]) &&
                      !(m->geom_contype[g2] & m->geom_conaffinity[g1]);
  return masked || isIterative(a < b ? a : b, a < b ? b : a);
}

// ---- models

// turns of a model: all, three, one, none
static bool isTried(const mjModel* m, int combination, int number, bool all) {
  const int n = (int)m->nv;
  if (n > LARGEST) return false;
  if (all || n <= SMALL) return true;
  if (n <= MEDIUM) return (combination + number) % 2 == 0;
  return n <= LARGE && (combination + number) % NCOMBINATION == 0;
}

static bool diverged(const mjData* d) {
  return d->warning[mjWARN_BADQPOS].number || d->warning[mjWARN_BADQVEL].number ||
         d->warning[mjWARN_BADQACC].number;
}

// fields of a line are separated by tabs; what was not compared has the reason instead of numbers
static void check(const char* file, mjModel* m, int combination) {
  const Integrator* integrator = integrators + combination / 2;
  const Warming warming = {.nstep = 40, .speed = 0.1, .controls = 0.5, .seed = 3};
  m->opt.integrator = integrator->integrator;
  m->opt.cone = combination % 2;
  m->opt.noslip_iterations = 0;
  m->opt.solver = mjSOL_NEWTON;  // others end at the same point, but later
  printf("%s\t%s\t%s\t", file, integrator->name, coneNames[combination % 2]);
  mjData* d = mj_makeData(m);
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  warm(m, d, &warming);
  sn_DiffReport r;
  sn_clearErrors();
  if (diverged(d)) {
    printf("diverged\n");
  } else {
    const int used = sn_transitionCheck(m, d, sn_DIFF_ANALYTIC, &r);
    if (used < 0) {
      printf("%s\n", sn_lastError());
    } else {
      printf("%s\t%d\t%.2e\t%d\t%d\t%s\n", modeNames[used], d->nefc - d->ne, r.error, r.ncolumn,
             r.nchanged, r.what);
    }
  }
  fflush(stdout);
  mj_deleteData(d);
}

static void checkFile(const char* file, int number, bool all) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
  if (!m) {
    for (char* c = error; *c; c++) *c = *c == '\n' || *c == '\t' ? ' ' : *c;
    printf("%s\t-\t-\tdoes not load: %s\n", file, error);
    return;
  }
  for (int k = 0; k < NCOMBINATION; k++) {
    if (isTried(m, k, number, all)) check(file, m, k);
  }
  mj_deleteModel(m);
}

int main(int argc, char** argv) {
  const bool all = argc > 1 && !strcmp(argv[1], "--all");
  sn_setErrorMode(sn_ERROR_KEEP);
  mjcb_contactfilter = leavesOut;
  for (int i = 1 + all; i < argc; i++) checkFile(argv[i], i, all);
  return 0;
}
