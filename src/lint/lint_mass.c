// Lint rules for mass and inertia: bad conditioning of the mass matrix by large ratios within a
// kinematic tree, and inertias of bodies without thickness.
#include <math.h>

#include "base/mem.h"
#include "lint/lint.h"

// ratios within one tree above which the factorization of M loses at least half of its digits
static const double mostMassRatio = 1e6, mostInertiaRatio = 1e9;
// fraction of the largest moment of inertia by which the sum of the other two must exceed it
static const double leastThickness = 1e-4;

// links: bodies welded to one another, indexed by the body that has the joints
typedef struct {
  mjtNum *mass, *com, *inertia;  // (nbody), (nbody x 3), (nbody): of the largest axis, an estimate
} Links;

static double largest(const mjtNum x[3]) {
  return x[0] > x[1] ? (x[0] > x[2] ? x[0] : x[2]) : (x[1] > x[2] ? x[1] : x[2]);
}

static void sumLinks(const mjModel* m, const mjData* d, Links* links) {
  for (int b = 1; b < m->nbody; b++) {
    const int w = m->body_weldid[b];
    links->mass[w] += m->body_mass[b];
    for (int k = 0; k < 3; k++) links->com[3 * w + k] += m->body_mass[b] * d->xipos[3 * b + k];
  }
  for (int b = 1; b < m->nbody; b++) {
    if (links->mass[b] > 0) {
      for (int k = 0; k < 3; k++) links->com[3 * b + k] /= links->mass[b];
    }
  }
  for (int b = 1; b < m->nbody; b++) {
    const int w = m->body_weldid[b];
    const double r = mju_dist3(d->xipos + 3 * b, links->com + 3 * w);
    links->inertia[w] += largest(m->body_inertia + 3 * b) + m->body_mass[b] * r * r;
  }
}

// the pair of links in a tree with the largest ratio of a value
static void compare(lint_Audit* c, int tree, const mjtNum* value, const char* what,
                    const char* unit, double mostRatio) {
  const mjModel* m = c->m;
  int low = -1, high = -1;
  for (int b = 1; b < m->nbody; b++) {
    if (m->body_treeid[b] != tree || m->body_weldid[b] != b || !(value[b] > 0)) continue;
    if (low < 0 || value[b] < value[low]) low = b;
    if (high < 0 || value[b] > value[high]) high = b;
  }
  if (low < 0 || value[high] <= mostRatio * value[low]) return;
  char buf[100];
  lint_add(c, sn_FINDING_WARNING, mjOBJ_BODY, low,
           "give the light body a realistic mass or its joints an armature, or weld it to its "
           "parent",
           "%s %.3g %s, but %.3g %s of body %s in the same tree: a ratio of %.1e costs accuracy",
           what, value[low], unit, value[high], unit, lint_name(c, mjOBJ_BODY, high, buf),
           value[high] / value[low]);
}

void lint_masses(lint_Audit* c) {
  const mjModel* m = c->m;
  mjtNum* all = lint_numbers(c, 5 * m->nbody);
  if (!all) return;
  Links links = {all, all + 2 * m->nbody, all + m->nbody};
  sumLinks(m, c->d, &links);
  for (int tree = 0; tree < m->ntree; tree++) {
    compare(c, tree, links.mass, "mass", "kg", mostMassRatio);
    compare(c, tree, links.inertia, "inertia", "kg m^2", mostInertiaRatio);
  }
  mem_free(all);
}

void lint_thinInertias(lint_Audit* c) {
  const mjModel* m = c->m;
  for (int i = 0; c->spec && i < c->spec->list[mjOBJ_BODY].n; i++) {
    const spec_Element* e = c->spec->list[mjOBJ_BODY].item[i];
    const int b = e->id;
    if (e == c->spec->world || b < 1 || b >= m->nbody) continue;
    if (!SPEC_DATA(mjsBody, e)->explicitinertial) continue;
    const mjtNum* x = m->body_inertia + 3 * b;
    const double most = largest(x), rest = x[0] + x[1] + x[2] - most;
    if (!(most > 0) || rest - most >= leastThickness * most) continue;
    lint_add(c, sn_FINDING_NOTE, mjOBJ_BODY, b,
             "check the numbers and their rounding; no real body is that thin",
             "the largest moment of inertia (%.6g) is the sum of the others (%.6g): all mass lies "
             "in a plane or on a line",
             most, rest);
  }
}
