// Lint rules for stiffness relative to the timestep (stability of the integrator): springs,
// dampers, servos, and reference accelerations of constraints (solref). A spring k on an inertia I
// has the natural frequency sqrt(k/I) rad per second; explicit integration needs several steps per
// radian and is unstable from 2 radians per step. A damper b that is integrated explicitly removes
// the fraction h*b/I of the velocity in one step.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "lint/lint.h"

static const double mostAngle = 1, mostShare = 1;  // per step; twice as much is unstable

// is the damping of joints integrated explicitly
static bool jointDampingExplicit(const mjModel* m) {
  const int integrator = m->opt.integrator;
  return integrator == mjINT_RK4 ||
         (integrator == mjINT_EULER && (m->opt.disableflags & mjDSBL_EULERDAMP));
}

static bool otherDampingExplicit(const mjModel* m) {
  return m->opt.integrator == mjINT_RK4 || m->opt.integrator == mjINT_EULER;
}

// fraction of its velocity that a joint loses in one step by implicit damping
static double jointShare(const mjModel* m, int j) {
  const int dof = m->jnt_dofadr[j];
  if (jointDampingExplicit(m) || (m->opt.disableflags & mjDSBL_DAMPER)) return 0;
  return m->opt.timestep * m->dof_damping[dof] * m->dof_invweight0[dof];
}

// damping: the implicit one, as a fraction of the velocity per step; it widens the stability region
// from h*speed < 2 to h*speed < 2*sqrt(1 + damping/2)
static void testSpring(lint_Audit* c, int type, int id, const char* what, double k,
                       double invInertia, double damping) {
  const double h = c->m->opt.timestep;
  const double speed = sqrt(k * invInertia / (1 + 0.5 * damping));
  if (!(h * speed > mostAngle)) return;
  char advice[200];
  snprintf(advice, sizeof advice,
           "use a timestep of %.2g or less, a lower %s, or more inertia (armature)", 0.2 / speed,
           what);
  lint_add(c, sn_FINDING_WARNING, type, id, advice,
           "%s %.4g on an effective inertia of %.3g turns %.3g rad in one timestep of %g s%s; it "
           "is unstable above 2",
           what, k, 1 / invInertia, h * speed, h, damping > 0 ? " (damping is counted)" : "");
}

static void testDamper(lint_Audit* c, int type, int id, const char* what, double b,
                       double invInertia) {
  const double h = c->m->opt.timestep, share = h * b * invInertia;
  if (!(share > mostShare)) return;
  char advice[200];
  snprintf(advice, sizeof advice,
           "use integrator=\"implicitfast\", a timestep of %.2g or less, or a lower %s",
           0.2 / (b * invInertia), what);
  lint_add(c, sn_FINDING_WARNING, type, id, advice,
           "%s %.4g on an effective inertia of %.3g takes %.3g times the velocity in one timestep "
           "of %g s; it is unstable above 2",
           what, b, 1 / invInertia, share, h);
}

void lint_springs(lint_Audit* c) {
  const mjModel* m = c->m;
  const bool springs = !(m->opt.disableflags & mjDSBL_SPRING);
  const bool dampers = !(m->opt.disableflags & mjDSBL_DAMPER);
  for (int j = 0; j < m->njnt; j++) {
    const int dof = m->jnt_dofadr[j];
    const double inverse = m->dof_invweight0[dof];
    if (springs) {
      testSpring(c, mjOBJ_JOINT, j, "stiffness", m->jnt_stiffness[j], inverse, jointShare(m, j));
    }
    if (dampers && jointDampingExplicit(m)) {
      testDamper(c, mjOBJ_JOINT, j, "damping", m->dof_damping[dof], inverse);
    }
  }
  for (int t = 0; t < m->ntendon; t++) {
    const double inverse = m->tendon_invweight0[t];
    const bool implicit = dampers && !otherDampingExplicit(m);
    const double share = m->opt.timestep * m->tendon_damping[t] * inverse;
    if (springs) {
      testSpring(c, mjOBJ_TENDON, t, "stiffness", m->tendon_stiffness[t], inverse,
                 implicit ? share : 0);
    }
    if (dampers && otherDampingExplicit(m)) {
      testDamper(c, mjOBJ_TENDON, t, "damping", m->tendon_damping[t], inverse);
    }
  }
}

// inverse effective inertia J inv(M) J' of an actuator output at qpos0
static double inverseInertia(lint_Audit* c, int out, mjtNum* row, mjtNum* x) {
  const mjModel* m = c->m;
  const mjData* d = c->d;
  memset(row, 0, (size_t)m->nv * sizeof *row);
  for (int i = 0; i < d->moment_rownnz[out]; i++) {
    const int adr = d->moment_rowadr[out] + i;
    row[d->moment_colind[adr]] = d->actuator_moment[adr];
  }
  mj_solveM(m, c->d, x, row, 1);
  double sum = 0;
  for (int i = 0; i < m->nv; i++) sum += row[i] * x[i];
  return sum;
}

void lint_servos(lint_Audit* c) {
  const mjModel* m = c->m;
  if (m->opt.disableflags & mjDSBL_ACTUATION) return;
  mjtNum* work = lint_numbers(c, 2 * m->nv);
  for (int i = 0; work && i < m->nactuator; i++) {
    if (m->actuator_biastype[i] != mjBIAS_AFFINE) continue;
    const mjtNum* bias = m->actuator_biasprm + mjNBIAS * i;
    const double inverse = inverseInertia(c, m->actuator_outadr[i], work, work + m->nv);
    const bool explicit = otherDampingExplicit(m);
    double share = explicit ? 0 : -bias[2] * inverse * m->opt.timestep;
    if (m->actuator_trntype[i] == mjTRN_JOINT) share += jointShare(m, m->actuator_trnid[2 * i]);
    testSpring(c, mjOBJ_ACTUATOR, i, "kp", -bias[1], inverse, share > 0 ? share : 0);
    if (explicit) testDamper(c, mjOBJ_ACTUATOR, i, "kv", -bias[2], inverse);
  }
  mem_free(work);
}

// ---- solref

static bool never(const mjModel* m, int i) { return (void)m, (void)i, false; }
static bool geomTouches(const mjModel* m, int i) {
  return m->geom_contype[i] || m->geom_conaffinity[i];
}
static bool flexTouches(const mjModel* m, int i) {
  return m->flex_contype[i] || m->flex_conaffinity[i];
}
static bool jointLimited(const mjModel* m, int i) { return m->jnt_limited[i]; }
static bool jointRubs(const mjModel* m, int i) { return m->dof_frictionloss[m->jnt_dofadr[i]] > 0; }
static bool tendonLimited(const mjModel* m, int i) { return m->tendon_limited[i]; }
static bool tendonRubs(const mjModel* m, int i) { return m->tendon_frictionloss[i] > 0; }
static bool always(const mjModel* m, int i) { return (void)m, (void)i, true; }

// one finding per type of constraint: the shortest time constant, and their number
static void testSolref(lint_Audit* c, int type, mjtSize n, const mjtNum* solref, bool byDof,
                       const char* what, bool (*used)(const mjModel* m, int i)) {
  const mjModel* m = c->m;
  const double h = m->opt.timestep;
  int worst = -1, count = 0;
  double least = 2 * h * (1 - 1e-9);
  for (int i = 0; i < n; i++) {
    const double time = solref[mjNREF * (byDof ? m->jnt_dofadr[i] : i)];
    if (!used(m, i) || !(time > 0) || !(time < 2 * h * (1 - 1e-9))) continue;
    count++;
    if (worst < 0 || time < least) {
      worst = i;
      least = time;
    }
  }
  if (worst < 0) return;
  char advice[160], others[60] = "";
  snprintf(advice, sizeof advice, "use a timestep of %.3g or less, or a longer time constant in %s",
           least / 2, what);
  if (count > 1) snprintf(others, sizeof others, " (the shortest of %d such)", count);
  const bool safe = !(m->opt.disableflags & mjDSBL_REFSAFE);
  lint_add(c, safe ? sn_FINDING_NOTE : sn_FINDING_WARNING, type, worst, advice,
           "%s: time constant %.3g s%s is shorter than two timesteps of %g s%s", what, least,
           others, h,
           safe ? "; it is raised to them" : ", and the flag that would raise it (refsafe) is off");
}

void lint_solrefs(lint_Audit* c) {
  const mjModel* m = c->m;
  const bool contacts = !(m->opt.disableflags & (mjDSBL_CONTACT | mjDSBL_CONSTRAINT));
  const bool override = m->opt.enableflags & mjENBL_OVERRIDE;
  if (contacts && override) {
    testSolref(c, mjOBJ_MODEL, 1, m->opt.o_solref, false, "o_solref", always);
  }
  testSolref(c, mjOBJ_GEOM, m->ngeom, m->geom_solref, false, "solref",
             contacts && !override ? geomTouches : never);
  testSolref(c, mjOBJ_PAIR, m->npair, m->pair_solref, false, "solref",
             contacts && !override ? always : never);
  testSolref(c, mjOBJ_FLEX, m->nflex, m->flex_solref, false, "solref",
             contacts && !override ? flexTouches : never);
  testSolref(c, mjOBJ_EQUALITY, m->neq, m->eq_solref, false, "solref", always);
  testSolref(c, mjOBJ_JOINT, m->njnt, m->jnt_solref, false, "solreflimit", jointLimited);
  testSolref(c, mjOBJ_JOINT, m->njnt, m->dof_solref, true, "solreffriction", jointRubs);
  testSolref(c, mjOBJ_TENDON, m->ntendon, m->tendon_solref_lim, false, "solreflimit",
             tendonLimited);
  testSolref(c, mjOBJ_TENDON, m->ntendon, m->tendon_solref_fri, false, "solreffriction",
             tendonRubs);
}
