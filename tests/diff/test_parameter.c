// sn_parameterDerivatives: every number of many arrays against five-point differences of mj_step
// with a copy of the model in which the number is changed, for all integrators and both cones; what
// it leaves of the data; what it refuses; too small an arena.
#include <math.h>

#include <sinew/extra.h>

#include "finite_support.h"

// ---- models

// joints of all kinds, several on a body, centres of mass off their frames, bodies that move alone
static const char jointsXml[] =
    "<mujoco><option timestep='.01'/><size memory='1M'/>"
    "<default><geom contype='0' conaffinity='0'/><joint armature='.02'/></default><worldbody>"
    "<body pos='0 0 1' gravcomp='.4'>"
    "<joint name='a' type='hinge' axis='0 1 .2' stiffness='3 1 .5' damping='.3 .1 .05'"
    " armature='.1' springref='20' frictionloss='.05'/>"
    "<joint type='slide' axis='1 0 .3' stiffness='20 3 1' damping='.2' frictionloss='30'/>"
    "<inertial mass='1.2' pos='.1 .05 -.2' diaginertia='.02 .03 .025'/>"
    "<geom size='.05' pos='.02 0 0'/>"
    "<body pos='.3 0 0' gravcomp='1.2'>"
    "<joint type='ball' stiffness='2 .7 .2' damping='.1 .05 .02'/>"
    "<inertial mass='.7' pos='.1 0 .05' quat='.9 .1 .3 0' diaginertia='.01 .012 .008'/>"
    "<body pos='.2 .1 0' gravcomp='.7'><joint name='c' type='hinge' axis='1 0 0' damping='.05'"
    " actuatorgravcomp='true' actuatorfrcrange='-.01 .01'/>"
    "<inertial mass='.3' pos='0 .1 .05' diaginertia='.004 .003 .002'/>"
    "</body></body></body>"
    "<body pos='2 0 1'><joint type='free'/>"
    "<inertial mass='.5' pos='.05 .02 0' diaginertia='.01 .02 .015'/></body>"
    "<body pos='3 0 1'><joint type='free' armature='.02' damping='.03 .01 0' stiffness='1 .5 0'/>"
    "<inertial mass='.4' pos='0 0 0' diaginertia='.01 .02 .03'/></body>"
    "<body pos='4 0 1'><joint type='slide' axis='1 0 0' armature='.1'/>"
    "<joint type='slide' axis='0 0 1' damping='.4'/>"
    "<inertial mass='.6' pos='.1 0 .2' diaginertia='.01 .01 .01'/></body>"
    "</worldbody><actuator><motor joint='c'/></actuator></mujoco>";

// tendons and actuators of many kinds, some at their limits
static const char tendonsXml[] =
    "<mujoco><option timestep='.005'/><size memory='1M'/>"
    "<default><geom contype='0' conaffinity='0'/></default><worldbody>"
    "<site name='s0' pos='.1 0 1.2'/><geom name='w' type='sphere' size='.06' pos='.2 0 .95'/>"
    "<body pos='0 0 1'><joint name='a' axis='0 1 0' damping='.1'/>"
    "<geom type='capsule' size='.03' fromto='0 0 0 .4 0 0'/><site name='s1' pos='.3 .02 .05'/>"
    "<body pos='.4 0 0'><joint name='b' axis='0 1 .3'/>"
    "<geom type='capsule' size='.03' fromto='0 0 0 .3 0 .1'/><site name='s2' pos='.2 0 .05'/>"
    "<body pos='.3 0 .1'><joint name='c' axis='0 0 1' actuatorfrcrange='-.4 .4'/>"
    "<geom type='capsule' size='.02' fromto='0 0 0 .1 .1 0'/></body></body></body>"
    "<body pos='1 0 0'><joint name='d' type='slide' axis='0 0 1'/><geom size='.1'/></body>"
    "</worldbody>"
    "<tendon>"
    "<spatial name='t' stiffness='30 4 2' damping='2 .3 .1' springlength='.2 .25'"
    " frictionloss='.4'><site site='s0'/><geom geom='w'/><site site='s1'/><site site='s2'/>"
    "</spatial>"
    "<fixed name='f' stiffness='5' damping='.4' springlength='.3' frictionloss='50'>"
    "<joint joint='a' coef='1'/><joint joint='d' coef='-.7'/></fixed>"
    "<spatial name='muscle' range='.2 .5'><site site='s0'/><site site='s2'/></spatial>"
    "<fixed name='g' damping='.2'><joint joint='b' coef='1'/><joint joint='c' coef='.5'/></fixed>"
    "</tendon><actuator>"
    "<motor joint='a' gear='2.5'/><position joint='b' kp='4' kv='.5' gear='1.3'/>"
    "<velocity joint='c' kv='3'/>"
    "<general tendon='t' gear='.8' gaintype='affine' gainprm='2 .5 .3' biastype='affine'"
    " biasprm='.1 -1 -.2'/>"
    "<general tendon='f' dyntype='filter' dynprm='.05' gainprm='2' forcerange='-.1 .1'/>"
    "<muscle tendon='muscle' ctrllimited='true' ctrlrange='0 1'/>"
    "<general joint='d' dyntype='integrator' actearly='true' gaintype='affine' gainprm='1 .2 .4'/>"
    "<damper joint='d' ctrlrange='0 2' kv='.7'/>"
    "</actuator></mujoco>";

// contacts that stick and contacts that slide, of all dimensions, mixed in all ways
static const char contactsXml[] =
    "<mujoco><option timestep='.004' impratio='3' gravity='1.5 .8 -9.6'/><size memory='2M'/>"
    "<default><geom solimp='.8 .95 .02' friction='.6 .02 .01'/></default><worldbody>"
    "<geom name='floor' type='plane' size='9 9 .1' friction='.4 .03 .004'/>"
    "<body pos='0 0 .095'><freejoint/><geom size='.1' mass='1' condim='6' adhesion='3'/></body>"
    "<body pos='1 0 .095'><freejoint/><geom type='box' size='.2 .15 .1' mass='2' "
    "condim='4'/></body>"
    "<body pos='2 0 .045'><freejoint/><geom type='capsule' size='.05 .1' mass='1' euler='0 90 10'"
    " friction='.1 .01 .002'/></body>"
    "<body pos='-1 0 .095'><freejoint/><geom size='.1' mass='1' condim='3' priority='1'"
    " friction='.05 .1 .1'/></body>"
    "<body pos='0 1 .095'><freejoint/><geom name='p' size='.1' mass='.7'/></body>"
    "<body pos='0 2 .095'><freejoint/><geom type='box' size='.1 .1 .1' mass='.7'"
    " friction='.2 .01 .01' priority='2'/></body>"
    "<body pos='0 -1 .095'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>"
    "<geom size='.1' mass='1' condim='1'/></body>"
    "</worldbody><contact><pair geom1='floor' geom2='p' condim='6'"
    " friction='.5 .7 .02 .01 .03'/></contact></mujoco>";

// what has no formula: lengths, frames, references, bodies in a fluid
static const char othersXml[] =
    "<mujoco><option timestep='.005' density='200' viscosity='.3' cone='elliptic'/><size "
    "memory='1M'/>"
    "<default><geom solimp='.8 .95 .02'/></default><worldbody>"
    "<geom type='plane' size='9 9 .1'/>"
    "<site name='s0' pos='0 0 1.2'/>"
    "<body pos='0 0 .6'><joint name='a' axis='0 1 0' range='-60 -2' limited='true'/>"
    "<geom name='arm' type='capsule' size='.03' fromto='0 0 0 .4 0 0'/><site name='s1' pos='.3 0 "
    "0'/>"
    "<body pos='.4 0 0'><joint name='b' type='ball'/><geom type='box' size='.05 .03 .04'"
    " pos='.1 .02 0'/></body></body>"
    "<body pos='1 0 .08'><freejoint/><inertial mass='1' pos='0 0 0' diaginertia='.01 .01 .01'/>"
    "<geom size='.1' pos='.02 .01 0'/></body>"
    "</worldbody><tendon><spatial name='t' armature='.3'><site site='s0'/><site site='s1'/>"
    "</spatial></tendon><actuator>"
    "<general joint='a' dyntype='filterexact' dynprm='.07' gainprm='2' actlimited='true'"
    " actrange='-9 9'/>"
    "<muscle tendon='t' lengthrange='.2 1'/><motor tendon='t' armature='.1' gear='2'/></actuator>"
    "</mujoco>";

// ---- numbers

typedef struct {
  const char* field;
  int mode;  // how its columns are taken, -1: some so, some so
} Field;

static const Field jointFields[] = {{"body_mass", sn_DIFF_ANALYTIC},
                                    {"body_inertia", sn_DIFF_ANALYTIC},
                                    {"body_ipos", -1},
                                    {"body_gravcomp", sn_DIFF_ANALYTIC},
                                    {"dof_armature", sn_DIFF_ANALYTIC},
                                    {"dof_damping", sn_DIFF_ANALYTIC},
                                    {"dof_dampingpoly", sn_DIFF_ANALYTIC},
                                    {"dof_frictionloss", -1},
                                    {"jnt_stiffness", sn_DIFF_ANALYTIC},
                                    {"jnt_stiffnesspoly", sn_DIFF_ANALYTIC},
                                    {"qpos_spring", sn_DIFF_ANALYTIC},
                                    {"body_iquat", sn_DIFF_FD},
                                    {NULL, 0}};

static const Field tendonFields[] = {{"tendon_stiffness", sn_DIFF_ANALYTIC},
                                     {"tendon_stiffnesspoly", sn_DIFF_ANALYTIC},
                                     {"tendon_damping", sn_DIFF_ANALYTIC},
                                     {"tendon_dampingpoly", sn_DIFF_ANALYTIC},
                                     {"tendon_lengthspring", sn_DIFF_ANALYTIC},
                                     {"tendon_frictionloss", -1},
                                     {"actuator_gainprm", sn_DIFF_ANALYTIC},
                                     {"actuator_biasprm", sn_DIFF_ANALYTIC},
                                     {"actuator_gear", -1},
                                     {"body_mass", sn_DIFF_ANALYTIC},
                                     {"body_ipos", -1},
                                     {"dof_damping", sn_DIFF_ANALYTIC},
                                     {NULL, 0}};

static const Field contactFields[] = {
    {"geom_friction", sn_DIFF_ANALYTIC}, {"pair_friction", sn_DIFF_ANALYTIC},
    {"body_mass", sn_DIFF_ANALYTIC},     {"body_inertia", sn_DIFF_ANALYTIC},
    {"dof_damping", sn_DIFF_ANALYTIC},   {NULL, 0}};

static const Field otherFields[] = {{"body_mass", -1},
                                    {"body_inertia", -1},
                                    {"body_pos", sn_DIFF_FD},
                                    {"geom_size", sn_DIFF_FD},
                                    {"geom_pos", sn_DIFF_FD},
                                    {"site_pos", sn_DIFF_FD},
                                    {"geom_solref", sn_DIFF_FD},
                                    {"geom_solimp", sn_DIFF_FD},
                                    {"jnt_range", sn_DIFF_FD},
                                    {"jnt_solref", sn_DIFF_FD},
                                    {"tendon_armature", sn_DIFF_FD},
                                    {"actuator_dynprm", sn_DIFF_FD},
                                    {"body_quat", sn_DIFF_FD},
                                    {"actuator_armature", sn_DIFF_FD},
                                    {"dof_M0", sn_DIFF_FD},
                                    {"body_invweight0", sn_DIFF_FD},
                                    {NULL, 0}};

// ---- differences of steps

typedef struct {
  const mjModel* m;
  mjData *d, *other;
  mjtNum* start;
  int ndx;
} Check;

static mjtNum* numberAt(const mjModel* m, const sn_Parameter* p) {
  return (mjtNum*)sn_fieldAddress(sn_TYPE_MODEL, p->field, m, NULL, NULL, NULL) + p->index;
}

// what follows mass, inertia and armature, as mj_setConst has it
static void follow(const Check* c, mjModel* copy, const char* field) {
  if (strcmp(field, "body_mass") && strcmp(field, "body_inertia") && strcmp(field, "dof_armature"))
    return;
  mjModel* full = mj_copyModel(NULL, copy);
  mj_setConst(full, c->other);
  for (int i = 0; i < copy->nv; i++) {
    if (copy->dof_simplenum[i]) copy->dof_M0[i] = full->dof_M0[i];
  }
  for (int b = 0; b < copy->nbody; b++) copy->body_subtreemass[b] = full->body_subtreemass[b];
  mj_deleteModel(full);
}

static void stepWith(const Check* c, const char* field, const sn_Parameter* p, double by,
                     mjtNum* qpos, mjtNum* rest) {
  const mjModel* m = c->m;
  mjModel* copy = mj_copyModel(NULL, m);
  *numberAt(copy, p) += by;
  follow(c, copy, field);
  mj_setState(copy, c->d, c->start, mjSTATE_INTEGRATION);
  mj_step(copy, c->d);
  mju_copy(qpos, c->d->qpos, (int)m->nq);
  mju_copy(rest, c->d->qvel, (int)m->nv);
  mju_copy(rest + m->nv, c->d->act, (int)m->na);
  mj_deleteModel(copy);
}

// column += weight (f(high) - f(low)) / (high - low)
static void addQuotient(const Check* c, const char* field, const sn_Parameter* p, double low,
                        double high, double weight, mjtNum* column) {
  const mjModel* m = c->m;
  const int nv = (int)m->nv, nrest = (int)(m->nv + m->na);
  mjtNum *q[2] = {numbers(m->nq), numbers(m->nq)}, *rest[2] = {numbers(nrest), numbers(nrest)};
  mjtNum* dq = numbers(nv);
  stepWith(c, field, p, low, q[0], rest[0]);
  stepWith(c, field, p, high, q[1], rest[1]);
  mj_differentiatePos(m, dq, high - low, q[0], q[1]);
  for (int i = 0; i < nv; i++) column[i] += weight * dq[i];
  for (int i = 0; i < nrest; i++) {
    column[nv + i] += weight * (rest[1][i] - rest[0][i]) / (high - low);
  }
  for (int k = 0; k < 2; k++) {
    free(q[k]);
    free(rest[k]);
  }
  free(dq);
}

static double errorOf(const Check* c, const mjtNum* P, int n, int k, const mjtNum* column) {
  double most = 0, worst = 0;
  for (int i = 0; i < c->ndx; i++) most = fmax(most, fabs(column[i]));
  for (int i = 0; i < c->ndx; i++) {
    const double fd = column[i], error = fabs(P[i * n + k] - fd);
    worst = fmax(worst, error / (fabs(fd) + fmax(0.01 * most, 1e-4)));
  }
  return worst;
}

// numbers that are at zero and cannot be below have one-sided differences
static bool isAtZero(const Check* c, const char* field, const sn_Parameter* p) {
  const bool positive = strstr(field, "frictionloss") || !strcmp(field, "dof_damping");
  return positive && *numberAt(c->m, p) == 0;
}

static double compare(const Check* c, const char* field, const sn_Parameter* p, const mjtNum* P,
                      int n, int k) {
  const double value = fabs(*numberAt(c->m, p)), scale = value > 1e-6 ? value : 0.5;
  double best = HUGE_VAL;
  for (double eps = 1e-2; eps > 5e-7 && best > 1e-8; eps /= 10) {
    mjtNum* column = numbers(c->ndx);
    const double e = eps * scale;
    if (isAtZero(c, field, p)) {
      addQuotient(c, field, p, 0, e, 2, column);
      addQuotient(c, field, p, 0, 2 * e, -1, column);
    } else {
      addQuotient(c, field, p, -e, e, 4.0 / 3, column);
      addQuotient(c, field, p, -2 * e, 2 * e, -1.0 / 3, column);
    }
    best = fmin(best, errorOf(c, P, n, k, column));
    free(column);
  }
  return best;
}

// ---- all numbers of a field

static int sizeOf(const mjModel* m, int field) {
  mjtSize rows, cols;
  sn_fieldAddress(sn_TYPE_MODEL, field, m, NULL, &rows, &cols);
  return (int)(rows * cols);
}

// numbers that are not zero for reasons of structure: those of static bodies, unused slots
static double checkField(const Check* c, mjData* d, const Field* f, double* largest) {
  const int field = sn_findField(sn_TYPE_MODEL, f->field), n = sizeOf(c->m, field);
  sn_Parameter* p = calloc((size_t)n, sizeof *p);
  mjtNum* P = numbers((mjtSize)c->ndx * n);
  double worst = 0;
  int where = 0;
  assert_true(field >= 0 && n > 0);
  for (int k = 0; k < n; k++) p[k] = (sn_Parameter){field, k};
  const int mode = sn_parameterDerivatives(c->m, d, p, n, P);
  assert_true(mode >= 0);
  if (f->mode >= 0) assert_int_equal(mode, f->mode);
  for (int k = 0; k < n; k++) {
    const double error = compare(c, f->field, p + k, P, n, k);
    if (error > worst) worst = error, where = k;
  }
  for (int i = 0; i < c->ndx * n; i++) *largest = fmax(*largest, fabs(P[i]));
  if (worst > 1e-6) print_message("    %s[%d]: %.1e\n", f->field, where, worst);
  free(p);
  free(P);
  return worst;
}

static void exactly(mjModel* m) {
  m->opt.solver = mjSOL_NEWTON;
  m->opt.tolerance = 0;
  m->opt.iterations = 200;
  m->opt.ls_iterations = 100;
}

static double checkModel(mjModel* m, const Field* fields, int nstep, double shake, int seed) {
  mjData* d = mj_makeData(m);
  double worst = 0;
  exactly(m);
  settle(m, d, nstep);
  for (int i = 0; i < m->nv; i++) d->qvel[i] += shake * sin(1.7 * i + seed);
  for (int b = 1; b < m->nbody; b++) {
    for (int k = 0; k < 6; k++) d->xfrc_applied[6 * b + k] = 0.2 * sin(2.3 * b + k);
  }
  mj_forward(m, d);
  mju_copy(d->qacc_warmstart, d->qacc, (int)m->nv);
  Check c = {m, mj_makeData(m), mj_makeData(m), stateOf(m, d), (int)(2 * m->nv + m->na)};
  for (const Field* f = fields; f->field; f++) {
    double largest = 0;
    const double error = checkField(&c, d, f, &largest);
    worst = fmax(worst, error);
    if (largest < 1e-6) print_message("    %s: all zero\n", f->field);
    assert_true(largest > 1e-6);
  }
  mjtNum* after = stateOf(m, d);
  assert_memory_equal(after, c.start,
                      sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
  free(after);
  free(c.start);
  mj_deleteData(c.d);
  mj_deleteData(c.other);
  mj_deleteData(d);
  return worst;
}

static const struct {
  int integrator;
  const char* name;
} integrators[] = {
    {mjINT_EULER, "Euler"}, {mjINT_IMPLICIT, "implicit"}, {mjINT_IMPLICITFAST, "implicitfast"}};

static void checkIntegrators(const char* xml, const Field* fields, int nstep) {
  for (int k = 0; k < 3; k++) {
    mjModel* m = loadText(xml);
    m->opt.integrator = integrators[k].integrator;
    const double worst = checkModel(m, fields, nstep, 0.3, k);
    print_message("  %s: worst %.1e\n", integrators[k].name, worst);
    assert_true(worst < 1e-6);
    mj_deleteModel(m);
  }
}

static void test_joints(void** state) {
  (void)state;
  checkIntegrators(jointsXml, jointFields, 8);
}

static void test_tendons(void** state) {
  (void)state;
  checkIntegrators(tendonsXml, tendonFields, 10);
}

static void test_others(void** state) {
  (void)state;
  checkIntegrators(othersXml, otherFields, 10);
}

static void test_contacts(void** state) {
  (void)state;
  for (int cone = 0; cone < 2; cone++) {
    for (int k = 0; k < 3; k++) {
      mjModel* m = loadText(contactsXml);
      m->opt.cone = cone;
      m->opt.integrator = integrators[k].integrator;
      const double worst = checkModel(m, contactFields, 30, 0.02, k);
      print_message("  cone %d, %s: worst %.1e\n", cone, integrators[k].name, worst);
      assert_true(worst < 1e-6);
      mj_deleteModel(m);
    }
  }
}

// ---- zones

// the contacts of the model above stick and slide
static void test_zones(void** state) {
  (void)state;
  mjModel* m = loadText(contactsXml);
  mjData* d = mj_makeData(m);
  int stick = 0, slide = 0;
  m->opt.cone = mjCONE_ELLIPTIC;
  settle(m, d, 30);
  mj_forward(m, d);
  for (int i = 0; i < d->ncon; i++) {
    const int efc = d->contact[i].efc_address;
    if (efc < 0 || d->contact[i].dim == 1) continue;
    stick += d->efc_state[efc] == mjCNSTRSTATE_QUADRATIC;
    slide += d->efc_state[efc] == mjCNSTRSTATE_CONE;
  }
  print_message("  %d contacts stick, %d slide\n", stick, slide);
  assert_true(stick > 1 && slide > 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// both geoms have the same friction: each of them has half of what the larger one would have
static void test_tie(void** state) {
  (void)state;
  mjModel* m = loadText("<mujoco><option gravity='3 0 -9'/><worldbody>"
                        "<geom type='plane' size='9 9 .1' friction='.2'/>"
                        "<body pos='0 0 .099'><freejoint/><geom type='box' size='.1 .1 .1'"
                        " friction='.2'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  const int field = sn_findField(sn_TYPE_MODEL, "geom_friction");
  const sn_Parameter p[2] = {{field, 0}, {field, 3}};
  mjtNum *tie = numbers(4 * m->nv), *larger = numbers(4 * m->nv);
  double worst = 0, most = 0;
  settle(m, d, 20);
  assert_int_equal(sn_parameterDerivatives(m, d, p, 2, tie), sn_DIFF_ANALYTIC);
  m->geom_friction[3] = nextafter(m->geom_friction[3], 1);
  assert_int_equal(sn_parameterDerivatives(m, d, p, 2, larger), sn_DIFF_ANALYTIC);
  for (int i = 0; i < 2 * m->nv; i++) {
    assert_true(larger[2 * i] == 0);
    most = fmax(most, fabs(larger[2 * i + 1]));
    worst = fmax(worst, fabs(tie[2 * i] - larger[2 * i + 1] / 2));
    worst = fmax(worst, fabs(tie[2 * i + 1] - larger[2 * i + 1] / 2));
  }
  print_message("  worst %.1e of %.1e\n", worst, most);
  assert_true(most > 1e-3 && worst < 1e-9 * most);
  free(tie);
  free(larger);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- a closed form

// a block on a rail: v' = v + h (u - c v)/(m + h c)
static void test_block(void** state) {
  (void)state;
  const double h = 0.01, mass = 2, c = 0.5, v = 0.7, u = 3, inertia = mass + h * c;
  const double acc = (u - c * v) / inertia;
  mjModel* m = loadText("<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody><body>"
                        "<joint name='x' type='slide' damping='.5'/>"
                        "<geom size='.1' mass='2'/></body></worldbody>"
                        "<actuator><motor joint='x' gear='3'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  const sn_Parameter p[3] = {{sn_findField(sn_TYPE_MODEL, "body_mass"), 1},
                             {sn_findField(sn_TYPE_MODEL, "dof_damping"), 0},
                             {sn_findField(sn_TYPE_MODEL, "actuator_gear"), 0}};
  const double exact[3] = {-h * acc / inertia, -h * (v + h * acc) / inertia, h / inertia};
  double P[6], worst = 0;
  d->qvel[0] = v;
  d->ctrl[0] = 1;
  assert_int_equal(sn_parameterDerivatives(m, d, p, 3, P), sn_DIFF_ANALYTIC);
  for (int k = 0; k < 3; k++) {
    worst = fmax(worst, fabs(P[3 + k] / exact[k] - 1));
    worst = fmax(worst, fabs(P[k] / (h * exact[k]) - 1));
  }
  print_message("  worst %.1e\n", worst);
  assert_true(worst < 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- what is left

static int allOf(const mjModel* m, const char* const* names, int count, sn_Parameter** list) {
  int n = 0;
  *list = NULL;
  for (int k = 0; k < count; k++) {
    const int field = sn_findField(sn_TYPE_MODEL, names[k]), size = sizeOf(m, field);
    *list = realloc(*list, (size_t)(n + size + 1) * sizeof **list);
    for (int i = 0; i < size; i++) (*list)[n++] = (sn_Parameter){field, i};
  }
  return n;
}

static const char* const some[] = {"body_mass", "geom_friction", "dof_damping", "body_pos"};

enum { NSOME = sizeof some / sizeof *some };

// steps after the derivatives have the bits that they have without them
static void test_leavesState(void** state) {
  (void)state;
  static const char* const keepers[] = {"tests/scenes/sleep", "tests/scenes/gripper",
                                        "models/muscle_arm"};
  for (size_t k = 0; k < sizeof keepers / sizeof *keepers; k++) {
    mjModel* m = loadFile(keepers[k]);
    mjData *d = mj_makeData(m), *other = mj_makeData(m);
    sn_Parameter* p;
    const int n = allOf(m, some, NSOME, &p);
    mjtNum* P = numbers((2 * m->nv + m->na) * n);
    for (int i = 0; i < 300; i++) {
      push(m, d, i);
      push(m, other, i);
      if (i % 100 == 50) assert_int_equal(sn_parameterDerivatives(m, d, p, n, P), sn_DIFF_HYBRID);
      mj_step(m, d);
      mj_step(m, other);
      mjtNum *a = stateOf(m, d), *b = stateOf(m, other);
      const size_t bytes = sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION);
      assert_memory_equal(a, b, bytes);
      if (m->nsensordata) {
        assert_memory_equal(d->sensordata, other->sensordata,
                            sizeof(mjtNum) * (size_t)m->nsensordata);
      }
      free(a);
      free(b);
    }
    assert_int_equal(d->pstack, 0);
    free(p);
    free(P);
    mj_deleteData(d);
    mj_deleteData(other);
    mj_deleteModel(m);
  }
}

// what formulas do not cover as a whole
static void test_uncovered(void** state) {
  (void)state;
  mjModel* m = loadText(contactsXml);
  mjData* d = mj_makeData(m);
  const sn_Parameter p = {sn_findField(sn_TYPE_MODEL, "body_mass"), 1};
  mjtNum *P = numbers(2 * m->nv), *Q = numbers(2 * m->nv);
  exactly(m);
  settle(m, d, 30);
  assert_int_equal(sn_parameterDerivatives(m, d, &p, 1, Q), sn_DIFF_ANALYTIC);
  m->opt.integrator = mjINT_RK4;
  assert_int_equal(sn_parameterDerivatives(m, d, &p, 1, P), sn_DIFF_FD);
  m->opt.integrator = mjINT_EULER;
  m->opt.enableflags |= mjENBL_DIAGEXACT;
  assert_int_equal(sn_parameterDerivatives(m, d, &p, 1, P), sn_DIFF_FD);
  m->opt.enableflags = 0;
  m->opt.noslip_iterations = 3;
  m->opt.noslip_tolerance = 0;
  assert_int_equal(sn_parameterDerivatives(m, d, &p, 1, P), sn_DIFF_FD);
  free(P);
  free(Q);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- refusals

static void refuse(const mjModel* m, mjData* d, const sn_Parameter* p, int n, mjtNum* P,
                   const char* text) {
  sn_clearErrors();
  assert_int_equal(sn_parameterDerivatives(m, d, p, n, P), -1);
  const char* error = sn_lastError();
  assert_non_null(error);
  if (!strstr(error, text)) fail_msg("%s", error);
}

static void test_refusals(void** state) {
  (void)state;
  mjModel* m = loadText(jointsXml);
  mjData* d = mj_makeData(m);
  mjtNum* P = numbers(2 * m->nv + m->na);
  const int mode = sn_setErrorMode(sn_ERROR_KEEP);
  const int mass = sn_findField(sn_TYPE_MODEL, "body_mass");
  const sn_Parameter good = {mass, 1}, low = {mass, -1}, high = {mass, (int)m->nbody},
                     none = {-1, 0}, beyond = {100000, 0},
                     whole = {sn_findField(sn_TYPE_MODEL, "jnt_type"), 0},
                     single = {sn_findField(sn_TYPE_MODEL, "nq"), 0},
                     empty = {sn_findField(sn_TYPE_MODEL, "tendon_damping"), 0};
  refuse(NULL, d, &good, 1, P, "m");
  refuse(m, NULL, &good, 1, P, "d");
  refuse(m, d, NULL, 1, P, "parameter");
  refuse(m, d, &good, 1, NULL, "P");
  refuse(m, d, &good, -1, P, "n is -1");
  refuse(m, d, &low, 1, P, "number -1 of body_mass");
  refuse(m, d, &high, 1, P, "of body_mass, which has");
  refuse(m, d, &none, 1, P, "field is -1");
  refuse(m, d, &beyond, 1, P, "field is 100000");
  refuse(m, d, &whole, 1, P, "jnt_type, which is no array of mjtNum");
  refuse(m, d, &single, 1, P, "nq, which is no array of mjtNum");
  refuse(m, d, &empty, 1, P, "tendon_damping, which has 0 numbers");
  d->qvel[2] = NAN;
  refuse(m, d, &good, 1, P, "qvel[2]");
  d->qvel[2] = 0;
  assert_int_equal(sn_parameterDerivatives(m, d, NULL, 0, NULL), sn_DIFF_ANALYTIC);
  assert_int_equal(sn_parameterDerivatives(m, d, &good, 1, P), sn_DIFF_ANALYTIC);
  sn_setErrorMode(mode);
  free(P);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// whatever the arena holds: an error, or the numbers of one with room
static void test_arena(void** state) {
  (void)state;
  mjModel* m = loadText(contactsXml);
  mjData* large = mj_makeData(m);
  sn_Parameter* p;
  const int n = allOf(m, some, NSOME, &p), ndx = (int)(2 * m->nv + m->na);
  mjtNum *P = numbers(ndx * n), *Q = numbers(ndx * n);
  int failed = 0, done = 0;
  settle(m, large, 30);
  assert_int_equal(sn_parameterDerivatives(m, large, p, n, Q), sn_DIFF_HYBRID);
  const int mode = sn_setErrorMode(sn_ERROR_KEEP);
  const mjtSize full = m->narena;
  for (mjtSize bytes = 20000; bytes < full; bytes = bytes * 21 / 20) {
    m->narena = bytes;
    mjData* d = mj_makeData(m);
    m->narena = full;
    mj_copyState(m, large, d, mjSTATE_INTEGRATION);
    mjtNum* before = stateOf(m, d);
    sn_clearErrors();
    if (sn_parameterDerivatives(m, d, p, n, P) >= 0) {
      done++;
      assert_memory_equal(P, Q, sizeof(mjtNum) * (size_t)(ndx * n));
    } else {
      failed++;
      assert_non_null(sn_lastError());
    }
    mjtNum* after = stateOf(m, d);
    assert_memory_equal(before, after,
                        sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
    assert_int_equal(d->pstack, 0);
    free(before);
    free(after);
    mj_deleteData(d);
  }
  sn_setErrorMode(mode);
  print_message("  %d arenas too small, %d large enough\n", failed, done);
  assert_true(failed > 5 && done > 5);
  free(p);
  free(P);
  free(Q);
  mj_deleteData(large);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_joints),    cmocka_unit_test(test_tendons),
      cmocka_unit_test(test_contacts),  cmocka_unit_test(test_others),
      cmocka_unit_test(test_zones),     cmocka_unit_test(test_tie),
      cmocka_unit_test(test_block),     cmocka_unit_test(test_leavesState),
      cmocka_unit_test(test_uncovered), cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_arena),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
