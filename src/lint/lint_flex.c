// Lint rules for flexible bodies (soft bodies, finite elements): elasticity that is too stiff for
// the timestep (stability of explicit integration), overlaps at the start, combinations of settings
// without effect.
//
// The largest natural frequency of a flex follows from its forces: the largest w with K v = w^2 M v
// is found by power iteration (generalized eigenvalue problem), K v by finite differences of the
// forces at qpos0. The iteration converges from below, so the true frequency is at least as large.
// Explicit steps h of a mode with damping b w^2 are stable while (h w)^2 + 2 h b w^2 < 4.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "lint/lint.h"

static const double mostAngle = 1;    // radians per step; twice as much is unstable
static const double mostDepth = 0.5;  // fraction of the radius of a flex

// ---- stiffness

// a flex in the power iteration: dofs of its bodies and scratch, each (nv)
typedef struct {
  const mjModel* m;
  mjData *rest, *d;  // at qpos0; displaced
  double step;       // of the finite differences, in meters
  mjtNum *own, *move, *force, *other;
} Mode;

static void markDofs(const mjModel* m, int flex, mjtNum* own) {
  const bool grid = m->flex_interp[flex] != 0;
  const int n = grid ? m->flex_nodenum[flex] : m->flex_vertnum[flex];
  const int* body = grid ? m->flex_nodebodyid + m->flex_nodeadr[flex]
                         : m->flex_vertbodyid + m->flex_vertadr[flex];
  memset(own, 0, (size_t)m->nv * sizeof *own);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m->body_dofnum[body[i]]; k++) own[m->body_dofadr[body[i]] + k] = 1;
  }
}

// elastic forces of flexes at a displacement of step times `move`
static const mjtNum* springsAt(const Mode* s, double step) {
  const mjModel* m = s->m;
  memcpy(s->d->qpos, s->rest->qpos, (size_t)m->nq * sizeof *s->d->qpos);
  mj_integratePos(m, s->d->qpos, s->move, step);
  mj_kinematics(m, s->d);
  mj_comPos(m, s->d);
  mj_flex(m, s->d);
  mj_comVel(m, s->d);
  mj_passive(m, s->d);
  return s->d->qfrc_spring;
}

// Rayleigh quotient v'Kv / v'Mv; `move` becomes inv(M) K v, normalized to largest component 1
static double iterate(const Mode* s) {
  const int nv = (int)s->m->nv;
  double work = 0, mass = 0, largest = 0;
  const mjtNum* spring = springsAt(s, -s->step);
  for (int i = 0; i < nv; i++) s->force[i] = s->own[i] * spring[i];
  spring = springsAt(s, s->step);
  mj_mulM(s->m, s->rest, s->other, s->move);
  for (int i = 0; i < nv; i++) {
    s->force[i] = s->own[i] * (s->force[i] - spring[i]) / (2 * s->step);
    work += s->move[i] * s->force[i];
    mass += s->move[i] * s->other[i];
  }
  mj_solveM(s->m, s->rest, s->move, s->force, 1);
  for (int i = 0; i < nv; i++) {
    s->move[i] *= s->own[i];
    largest = fmax(largest, fabs(s->move[i]));
  }
  for (int i = 0; i < nv && largest > 0; i++) s->move[i] /= largest;
  return mass > 0 && largest > 0 ? work / mass : 0;
}

// square of the largest natural frequency of a flex, estimated from below
static double fastest(const Mode* s, int flex) {
  enum { TURNS = 30 };
  uint64_t random = 1;
  double found = 0;
  markDofs(s->m, flex, s->own);
  for (int i = 0; i < s->m->nv; i++) {
    random = random * 6364136223846793005ull + 1442695040888963407ull;
    s->move[i] = s->own[i] * ((double)(random >> 11) * 0x1p-53 - 0.5);
  }
  for (int k = 0; k < TURNS; k++) {
    const double now = iterate(s);
    if (!(now > found)) return fmax(found, 0);
    found = now;
  }
  return found;
}

static void testStiffness(lint_Audit* c, int flex, double square) {
  const mjModel* m = c->m;
  const double h = m->opt.timestep, damping = fmax(0, m->flex_damping[flex]);
  const double angle = sqrt(square * (h * h + 2 * h * damping));
  if (!(angle > mostAngle)) return;
  // the timestep that reduces the angle to a fifth
  const double goal = 0.04 / square, safe = goal / (damping + sqrt(damping * damping + goal));
  char advice[300], damped[80] = "";
  snprintf(advice, sizeof advice,
           "use solver=\"CG\", integrator=\"implicitfast\" and cone=\"pyramidal\", which make it "
           "implicit, a timestep of %.2g or less, or a lower young",
           safe);
  if (damping > 0) snprintf(damped, sizeof damped, " and its damping of %g", damping);
  lint_add(c, sn_FINDING_WARNING, mjOBJ_FLEX, flex, advice,
           "its elasticity%s turns %.3g rad or more in one timestep of %g s; "
           "it is unstable above 2",
           damped, angle, h);
}

static bool isElastic(const mjModel* m, int flex) {
  return !m->flex_rigid[flex] && (m->flex_stiffnessadr[flex] >= 0 ||
                                  m->flex_bendingadr[flex] >= 0 || m->flex_edgestiffness[flex] > 0);
}

void lint_flexStiffness(lint_Audit* c) {
  const mjModel* m = c->m;
  int n = 0;
  for (int f = 0; f < m->nflex; f++) n += isElastic(m, f);
  if (!n || c->d->efm_active || (m->opt.disableflags & mjDSBL_SPRING)) return;
  Mode s = {.m = m, .rest = c->d, .d = mj_makeData(m), .own = lint_numbers(c, 4 * m->nv)};
  c->failed = c->failed || !s.d;
  for (int f = 0; f < m->nflex && !c->failed; f++) {
    if (!isElastic(m, f)) continue;
    const mjtNum* size = m->flex_size + 3 * f;
    s.step = 1e-6 * fmax(size[0], fmax(size[1], size[2]));
    s.move = s.own + m->nv;
    s.force = s.own + 2 * m->nv;
    s.other = s.own + 3 * m->nv;
    if (s.step > 0) testStiffness(c, f, fastest(&s, f));
  }
  mj_deleteData(s.d);
  mem_free(s.own);
}

// ---- overlaps

// the flex of a contact whose depth exceeds the allowed fraction of its radius, -1: none
static int deepFlex(const mjModel* m, const mjContact* con) {
  for (int side = 0; side < 2; side++) {
    const int flex = con->flex[side];
    if (flex >= 0 && con->exclude == 0 && -con->dist > mostDepth * m->flex_radius[flex])
      return flex;
  }
  return -1;
}

// describes the other side of a contact of a flex: itself, another flex, or a geom
static void partner(const lint_Audit* c, const mjContact* con, int flex, char text[120]) {
  char name[100];
  if (con->flex[0] == con->flex[1]) {
    snprintf(text, 120, "itself");
    return;
  }
  const int side = con->flex[0] == flex, type = con->flex[side] >= 0 ? mjOBJ_FLEX : mjOBJ_GEOM;
  const int id = type == mjOBJ_FLEX ? con->flex[side] : con->geom[side];
  text_print(text, 120, "%s %s", mju_type2Str(type), lint_name(c, type, id, name));
}

// one finding for each flex: its deepest contact at the start
void lint_flexOverlaps(lint_Audit* c) {
  const mjModel* m = c->m;
  for (int f = 0; f < m->nflex; f++) {
    const mjContact* deepest = NULL;
    int count = 0;
    for (int i = 0; i < c->d->ncon; i++) {
      const mjContact* con = &c->d->contact[i];
      if (deepFlex(m, con) != f) continue;
      count++;
      if (!deepest || con->dist < deepest->dist) deepest = con;
    }
    if (!deepest) continue;
    char text[120];
    partner(c, deepest, f, text);
    lint_add(c, m->nkey ? sn_FINDING_NOTE : sn_FINDING_WARNING, mjOBJ_FLEX, f,
             deepest->flex[0] == deepest->flex[1]
                 ? "make its radius smaller than half of the way between its elements, or give "
                   "selfcollide=\"none\""
                 : "move them apart, or make its radius smaller",
             "it is %.3g m deep in %s at the start, and will be thrown apart "
             "(contacts that are too deep: %d)",
             -deepest->dist, text, count);
  }
}

// ---- settings without effect

static bool isShell(const mjModel* m, int f) { return m->flex_interp[f] < 0 && !m->flex_rigid[f]; }

static bool passiveAlone(const lint_Audit* c, int f) {
  return c->m->flex_passive[f] && !c->d->efm_active;
}
static bool dampedShell(const lint_Audit* c, int f) {
  return isShell(c->m, f) && c->m->flex_bendingadr[f] >= 0 && c->m->flex_damping[f] > 0;
}
static bool stretchedShell(const lint_Audit* c, int f) {
  return isShell(c->m, f) && c->m->flex_bendingadr[f] < 0 && c->m->flex_stiffnessadr[f] >= 0 &&
         !c->m->flex_edgeequality[f];
}

static const struct {
  bool (*has)(const lint_Audit* c, int flex);
  const char *message, *remedy;
} vain[] = {
    {passiveAlone, "its passive contacts have no force: they need the implicit metric",
     "use solver=\"CG\", integrator=\"implicitfast\" and cone=\"pyramidal\" without sleep, "
     "or leave passive out"},
    {dampedShell, "its damping has no effect: bending of interpolated shells is not damped",
     "leave damping out, which also ends a warning in every step"},
    {stretchedShell, "nothing holds it: interpolated shells bend, but are never stretched",
     "use elastic2d=\"both\" or \"bend\", edge equality=\"strain\", or a solid without elastic2d"},
};

void lint_flexSettings(lint_Audit* c) {
  for (int f = 0; f < c->m->nflex; f++) {
    for (size_t i = 0; i < sizeof vain / sizeof *vain; i++) {
      if (!vain[i].has(c, f)) continue;
      lint_add(c, sn_FINDING_WARNING, mjOBJ_FLEX, f, vain[i].remedy, "%s", vain[i].message);
    }
  }
}
