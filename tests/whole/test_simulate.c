// Whole simulations of smooth models by the public functions: what physics keeps (energy,
// momentum), forward against inverse, replay from a saved state, a step in two halves, models
// edited between steps, and inputs that are no numbers. Tolerances stand beside each test; "same"
// means same bits.
#include "simulate_support.h"

#include <math.h>

static const char* const name[] = {"Euler", "RK4", "implicit", "implicitfast"};

// ---- energy and momentum

static const char doublePendulum[] =
    "<mujoco><option timestep='0.001' integrator='RK4'><flag energy='enable'/></option>"
    "<worldbody><body><joint axis='0 1 0'/>"
    "<geom type='capsule' size='0.02' fromto='0 0 0 0 0 -1' contype='0' conaffinity='0'/>"
    "<body pos='0 0 -1'><joint axis='0 1 0'/>"
    "<geom type='capsule' size='0.03' fromto='0 0 0 0.2 0 -0.8' contype='0' conaffinity='0'/>"
    "</body></body></worldbody></mujoco>";

// total energy in 10 s of large swings: its drift over the largest kinetic energy is below 1e-8
static void test_energy(void** state) {
  (void)state;
  const double limit = 1e-8;
  mjModel* m = sim_compile(doublePendulum);
  mjData* d = mj_makeData(m);
  d->qpos[0] = 1.2;
  d->qpos[1] = 0.4;
  mj_forward(m, d);
  const double start = d->energy[0] + d->energy[1];
  double kinetic = 0, drift = 0;
  for (int k = 0; k < 10000; k++) {
    mj_step(m, d);
    if (k % 10 != 9) continue;
    mj_forward(m, d);  // after a step of RK4 the energy is that of its last stage
    kinetic = fmax(kinetic, d->energy[1]);
    drift = fmax(drift, fabs(d->energy[0] + d->energy[1] - start));
  }
  print_message("double pendulum, %g s: drift of energy %.2g of %.3g, relative %.2g (limit %g)\n",
                d->time, drift, kinetic, drift / kinetic, limit);
  assert_true(fabs(d->time - 10) < 1e-9);
  assert_true(kinetic > 1);  // it fell by metres, not by a small angle
  assert_true(drift < limit * kinetic);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static const char treeOf[] =
    "<mujoco><option timestep='%g' integrator='RK4' gravity='0 0 0'/>"
    "<default><geom contype='0' conaffinity='0'/></default>"
    "<worldbody><body name='root'>%s<geom type='box' size='0.2 0.1 0.15'/>"
    "<site name='s0' pos='0.2 0.1 0'/>"
    "<body pos='0.3 0 0'><joint name='h0' axis='0 1 0' stiffness='2' springref='40'/>"
    "<joint name='h1' axis='1 0 1' damping='0.1'/>"
    "<geom type='capsule' size='0.05' fromto='0 0 0 0.3 0 0.1'/>"
    "<body pos='0.3 0 0.1'><joint name='b1' type='%s' stiffness='1' damping='0.05'/>"
    "<geom type='box' size='0.1 0.05 0.03' pos='0.1 0 0'/><site name='s1' pos='0.1 0 0.1'/>"
    "</body></body>"
    "<body pos='-0.3 0 0'><joint name='b0' type='%s' pos='0.05 0 0'/>"
    "<geom type='ellipsoid' size='0.1 0.06 0.05' pos='-0.05 0 0'/>"
    "<body pos='0 0 -0.2'><joint name='p0' type='slide' axis='0 0.6 0.8' stiffness='20'/>"
    "<geom size='0.06'/></body></body></body></worldbody>"
    "<tendon><spatial name='t' stiffness='5' damping='0.1'><site site='s0'/><site site='s1'/>"
    "</spatial></tendon>"
    "<actuator><motor joint='h0'/><position joint='h1' kp='3' timeconst='0.1'/>"
    "<motor joint='b0' gear='1 0.5 -0.3'/><motor joint='p0'/><motor tendon='t'/></actuator>"
    "</mujoco>";

// linear and angular momentum of the tree of body 1
static void momentum(const mjModel* m, mjData* d, double p[6]) {
  mj_forward(m, d);
  mj_subtreeVel(m, d);
  for (int k = 0; k < 3; k++) {
    p[k] = d->subtree_linvel[3 + k] * m->body_subtreemass[1];
    p[3 + k] = d->subtree_angmom[3 + k];
  }
}

// the largest drift (linear, angular) while motors, springs and dampers act inside the tree
static void momentumDrift(const char* rootJoints, const char* joint, double timestep, int steps,
                          double drift[2]) {
  char xml[sizeof treeOf + 1000];
  snprintf(xml, sizeof xml, treeOf, timestep, rootJoints, joint, joint);
  mjModel* m = sim_compile(xml);
  mjData* d = mj_makeData(m);
  sim_seed(1);
  sim_fill(d->qvel, m->nv, 0.5);
  double start[6], now[6], work = 0, size[2] = {0, 0};
  momentum(m, d, start);
  drift[0] = drift[1] = 0;
  for (int k = 0; k < steps; k++) {
    for (int i = 0; i < m->nu; i++) d->ctrl[i] = sn_sin(4 * (i + 1) * d->time + i);
    mj_step(m, d);
    for (int i = 6; i < m->nv; i++) work = fmax(work, fabs(d->qfrc_actuator[i]));
    if (k % 50 != 49) continue;
    momentum(m, d, now);
    for (int i = 0; i < 6; i++) drift[i / 3] = fmax(drift[i / 3], fabs(now[i] - start[i]));
  }
  for (int i = 0; i < 6; i++) size[i / 3] = fmax(size[i / 3], fabs(start[i]));
  print_message("%d dofs, %d steps of %g s: linear momentum %.3g drifts %.2g, angular %.3g %.2g\n",
                (int)m->nv, steps, timestep, size[0], drift[0], size[1], drift[1]);
  assert_true(size[0] > 1 && size[1] > 0.1 && work > 0.5);
  assert_int_equal(sim_warnings(d), 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Internal forces leave the momentum alone, to 1e-9. A step turns quaternions by the mean angular
// velocity, which is of second order: with free and ball joints the step is short, and half of it
// leaves a quarter of the drift; with slides and hinges alone the fourth order shows.
static void test_momentum(void** state) {
  (void)state;
  static const char six[] =
      "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
      "<joint type='slide' axis='0 0 1'/><joint axis='1 0 0'/><joint axis='0 1 0'/>"
      "<joint axis='0 0 1'/>";
  const double limit = 1e-9;
  double drift[2], coarse[2], fine[2];
  momentumDrift("<freejoint/>", "ball", 2e-5, 10000, drift);
  assert_true(drift[0] < limit && drift[1] < limit);
  momentumDrift(six, "hinge", 5e-4, 2000, drift);
  assert_true(drift[0] < limit && drift[1] < limit);
  momentumDrift("<freejoint/>", "ball", 1e-3, 500, coarse);
  momentumDrift("<freejoint/>", "ball", 5e-4, 1000, fine);
  for (int k = 0; k < 2; k++) {
    const double ratio = coarse[k] / fine[k];
    print_message("half a step: drift divided by %.3f (4 +- 0.3)\n", ratio);
    assert_true(fabs(ratio - 4) < 0.3);
  }
}

// ---- solve and inverse

static const char* const smooth[] = {
    "data/mjcf/actuator_dcmotor.xml", "data/mjcf/actuator_general.xml",
    "data/mjcf/actuator_history.xml", "data/mjcf/actuator_orientation.xml",
    "data/mjcf/actuator_pid.xml",     "data/mjcf/actuator_transmission.xml",
    "data/mjcf/body_deep.xml",        "data/mjcf/body_tree.xml",
    "data/mjcf/geom_fluid.xml",       "data/mjcf/joint_attributes.xml",
    "golden/step_tree.xml",           "data/mjcf/tendon_fixed.xml",
    "data/mjcf/tendon_spatial.xml",
};
enum { SMOOTH = sizeof smooth / sizeof *smooth };

static double largest(const mjtNum* x, mjtSize n) {
  double most = 0;
  for (mjtSize i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

static double farthest(const mjtNum* x, const mjtNum* y, mjtSize n) {
  double most = 0;
  for (mjtSize i = 0; i < n; i++) {
    const double e = fabs(x[i] - y[i]);
    if (!(e <= most)) most = e == e ? e : INFINITY;
  }
  return most;
}

// |M x - y| over the largest of |y| and |M| |x|, for x = M^-1 y
static double solveResidual(const mjModel* m, mjData* d, mjtNum* x, mjtNum* y, mjtNum* z) {
  sim_fill(y, m->nv, 1);
  mj_solveM(m, d, x, y, 1);
  mj_mulM(m, d, z, x);
  return farthest(z, y, m->nv) / (largest(y, m->nv) + largest(d->M, m->nC) * largest(x, m->nv));
}

// what mj_inverse finds for the acceleration of mj_forward, less the forces that were given
static double inverseResidual(const mjModel* m, mjData* d, mjtNum* given) {
  for (int i = 0; i < m->nv; i++) given[i] = d->qfrc_applied[i] + d->qfrc_actuator[i];
  for (int b = 1; b < m->nbody; b++) {
    const mjtNum* wrench = d->xfrc_applied + 6 * b;
    mj_applyFT(m, d, wrench, wrench + 3, d->xipos + 3 * b, b, given);
  }
  mj_inverse(m, d);
  return farthest(d->qfrc_inverse, given, m->nv) / (1 + largest(given, m->nv));
}

// residual of M x = y below 1e-12, inverse(forward) = applied forces to 1e-9 of the largest
static void test_inverse(void** state) {
  (void)state;
  const double solveLimit = 1e-12, inverseLimit = 1e-9;
  double solve = 0, inverse = 0;
  for (int f = 0; f < SMOOTH; f++) {
    mjModel* m = sim_load(smooth[f]);
    mjData* d = mj_makeData(m);
    mjtNum* x = calloc(3 * (size_t)m->nv + 3, sizeof *x);
    for (int seed = 0; seed < 5; seed++) {
      sim_randomState(m, d, seed);
      mj_forward(m, d);
      assert_true(largest(d->qacc, m->nv) > 0);
      const double s = solveResidual(m, d, x, x + m->nv, x + 2 * m->nv);
      const double i = inverseResidual(m, d, x);
      if (!(s < solveLimit && i < inverseLimit)) fail_msg("%s: %g, %g", smooth[f], s, i);
      solve = fmax(solve, s);
      inverse = fmax(inverse, i);
    }
    free(x);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  print_message("%d models: M x = y to %.2g (limit %g), inverse of forward to %.2g (limit %g)\n",
                (int)SMOOTH, solve, solveLimit, inverse, inverseLimit);
}

// ---- replay

static const char mocapModel[] =
    "<mujoco><option timestep='0.002'/><default><geom contype='0' conaffinity='0'/></default>"
    "<worldbody><body name='m' mocap='true'><geom size='0.05'/><site name='m' pos='0 0 0.1'/>"
    "<site name='m2' pos='0.1 0 0'/></body>"
    "<body name='f' pos='0 0 -1'><freejoint/><geom type='box' size='0.1 0.2 0.1'/>"
    "<site name='f' pos='0 0.2 0.1'/><body pos='0.1 0 0'><joint name='j' axis='0 1 0'/>"
    "<geom type='capsule' size='0.02' fromto='0 0 0 0.3 0 0'/></body></body></worldbody>"
    "<tendon><spatial name='t' stiffness='50' damping='1'><site site='m'/><site site='f'/>"
    "</spatial></tendon>"
    "<actuator><position joint='j' kp='2' timeconst='0.05'/>"
    "<intvelocity joint='j' kp='1' actrange='-1 1' nsample='4' delay='0.006' interp='cubic'/>"
    "</actuator><sensor><framepos objtype='site' objname='m' reftype='site' refname='f'/>"
    "<accelerometer site='f'/><force site='f'/><tendonpos tendon='t' nsample='4' delay='0.005'"
    " interp='linear'/><framequat objtype='site' objname='m2'/></sensor></mujoco>";

// the timestep is short where servos are stiff
static const struct {
  const char* file;  // NULL: the text above
  double timestep;
} replayed[] = {
    {NULL, 2e-3},
    {"data/mjcf/actuator_dcmotor.xml", 1e-4},
    {"data/mjcf/actuator_general.xml", 1e-3},
    {"data/mjcf/actuator_history.xml", 1e-3},
    {"data/mjcf/actuator_orientation.xml", 1e-4},
    {"data/mjcf/actuator_pid.xml", 1e-3},
    {"data/mjcf/sensor_frame.xml", 2e-3},
    {"data/mjcf/sensor_site.xml", 2e-3},
    {"data/mjcf/sensor_joint.xml", 2e-3},
    {"data/mjcf/sensor_misc.xml", 2e-3},
    {"../models/humanoid.xml", 2e-3},
};
enum { REPLAYED = sizeof replayed / sizeof *replayed };

static mjModel* loadReplayed(int k) {
  mjModel* m = replayed[k].file ? sim_load(replayed[k].file) : sim_compile(mocapModel);
  m->opt.timestep = replayed[k].timestep;
  return m;
}

static const char* replayedName(int k) { return replayed[k].file ? replayed[k].file : "mocap"; }

// a world and a new one set to its state go on as one
static void compareReplay(const mjModel* m, int k) {
  mjData *a = mj_makeData(m), *b = mj_makeData(m);
  const int size = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* saved = calloc((size_t)size, sizeof *saved);
  sim_randomState(m, a, k);
  for (int s = 0; s < 37; s++) {
    sim_drive(m, a, s);
    mj_step(m, a);
  }
  mj_getState(m, a, saved, mjSTATE_INTEGRATION);
  mj_setState(m, b, saved, mjSTATE_INTEGRATION);
  for (int s = 0; s < 200; s++) {
    if (s) sim_drive(m, a, 100 + s);  // the first step takes the saved inputs
    if (s) sim_drive(m, b, 100 + s);
    mj_step(m, a);
    mj_step(m, b);
    if (!sim_sameBits(m, a, b)) {
      fail_msg("%s, %s: step %d", replayedName(k), name[m->opt.integrator], s);
    }
  }
  assert_int_equal(sim_warnings(a) + sim_warnings(b), 0);
  assert_true(largest(a->qvel, m->nv) > 0);
  free(saved);
  mj_deleteData(a);
  mj_deleteData(b);
}

static void test_replay(void** state) {
  (void)state;
  int na = 0, nhistory = 0, nmocap = 0, nsensor = 0;
  for (int k = 0; k < REPLAYED; k++) {
    mjModel* m = loadReplayed(k);
    for (int kind = 0; kind < 4; kind++) {
      m->opt.integrator = kind;
      compareReplay(m, k);
    }
    na += (int)m->na;
    nhistory += (int)m->nhistory;
    nmocap += (int)m->nmocap;
    nsensor += (int)m->nsensor;
    mj_deleteModel(m);
  }
  print_message("%d models: %d activations, %d numbers of history, %d mocap bodies, %d sensors\n",
                (int)REPLAYED, na, nhistory, nmocap, nsensor);
  assert_true(na && nhistory && nmocap && nsensor);
}

// ---- a step in two halves

// mj_step1 and mj_step2 with the integrator `kind` equal mj_step with `whole`
static void compareHalves(mjModel* m, int k, int kind, int whole) {
  mjData *a = mj_makeData(m), *b = mj_makeData(m);
  sim_randomState(m, a, k);
  sim_randomState(m, b, k);
  for (int s = 0; s < 50; s++) {
    sim_drive(m, a, s);
    m->opt.integrator = whole;
    mj_step(m, a);
    sim_drive(m, b, s);
    m->opt.integrator = kind;
    mj_step1(m, b);
    mj_step2(m, b);
    if (!sim_sameBits(m, a, b) || !sim_isEqual("energy", a->energy, b->energy, 2)) {
      fail_msg("%s, %s: step %d", replayedName(k), name[kind], s);
    }
  }
  assert_int_equal(sim_warnings(a) + sim_warnings(b), 0);
  mj_deleteData(a);
  mj_deleteData(b);
}

static void test_halves(void** state) {
  (void)state;
  static const int whole[] = {mjINT_EULER, mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  for (int k = 0; k < REPLAYED; k++) {
    mjModel* m = loadReplayed(k);
    m->opt.enableflags |= mjENBL_ENERGY;
    for (int kind = 0; kind < 4; kind++) compareHalves(m, k, kind, whole[kind]);
    mj_deleteModel(m);
  }
}

// ---- models edited between steps

typedef struct {
  double mass, damping, gain, gravity, timestep;
  int integrator;
} Values;

static const Values before = {1.5, 0.1, 2, -9.81, 0.002, mjINT_EULER};

static mjModel* makeEdited(const Values* v) {
  static const char format[] =
      "<mujoco><option gravity='0 0 %.17g' timestep='%.17g' integrator='%s'/>"
      "<worldbody><body><joint name='a' axis='0 1 0' damping='%.17g'/>"
      "<inertial pos='0.1 0 -0.2' mass='1' diaginertia='0.02 0.03 0.015'/>"
      "<body pos='0 0 -0.4'><joint name='b' type='ball' damping='0.02'/>"
      "<inertial pos='0 0.1 -0.1' mass='%.17g' diaginertia='0.01 0.02 0.02'/>"
      "<site name='s'/></body></body></worldbody>"
      "<actuator><general joint='a' gainprm='%.17g' dyntype='filter' dynprm='0.1'/></actuator>"
      "<sensor><accelerometer site='s'/><subtreecom body='world'/></sensor></mujoco>";
  char xml[2000];
  snprintf(xml, sizeof xml, format, v->gravity, v->timestep, name[v->integrator], v->damping,
           v->mass, v->gain);
  return sim_compile(xml);
}

// the arrays of a running model that correspond to the values
static void applyValues(mjModel* m, const Values* v) {
  m->body_mass[2] = v->mass;
  m->dof_damping[0] = v->damping;
  m->actuator_gainprm[0] = v->gain;
  m->opt.gravity[2] = v->gravity;
  m->opt.timestep = v->timestep;
  m->opt.integrator = v->integrator;
}

// worst difference, after 1 and 100 steps, of an edited model from one that was loaded so
static double editDifference(const Values* v, bool setConst, double* effect) {
  mjModel *edited = makeEdited(&before), *old = makeEdited(&before), *loaded = makeEdited(v);
  mjData* d[3] = {mj_makeData(edited), mj_makeData(loaded), mj_makeData(old)};
  sim_randomState(edited, d[0], 3);
  for (int s = 0; s < 10; s++) mj_step(edited, d[0]);
  for (int k = 1; k < 3; k++) mj_copyState(edited, d[0], d[k], mjSTATE_INTEGRATION);
  applyValues(edited, v);
  if (setConst) {
    mjData* scratch = mj_makeData(edited);
    mj_setConst(edited, scratch);
    mj_deleteData(scratch);
  }
  double worst = 0;
  for (int s = 0; s < 100; s++) {
    mj_step(edited, d[0]);
    mj_step(loaded, d[1]);
    if (s && s < 99) continue;
    worst = fmax(worst, farthest(d[0]->qpos, d[1]->qpos, loaded->nq));
    worst = fmax(worst, farthest(d[0]->qvel, d[1]->qvel, loaded->nv));
    worst = fmax(worst, farthest(d[0]->sensordata, d[1]->sensordata, 3));
    if (s) continue;
    mj_step(old, d[2]);
    *effect = farthest(d[0]->qvel, d[2]->qvel, loaded->nv);
  }
  if (setConst) worst = fmax(worst, fabs(d[0]->sensordata[5] - d[1]->sensordata[5]));
  for (int k = 0; k < 3; k++) mj_deleteData(d[k]);
  mj_deleteModel(edited);
  mj_deleteModel(loaded);
  mj_deleteModel(old);
  return worst;
}

// an edit acts in the next step, as if the model had been loaded with it: to 1e-12, to the bit
// where the constants are computed again or do not depend on the value
static void test_edit(void** state) {
  (void)state;
  static const struct {
    const char* what;
    Values v;
    bool setConst;
    double limit;
  } edit[] = {
      {"body_mass, mj_setConst", {2.5, 0.1, 2, -9.81, 0.002, mjINT_EULER}, true, 0},
      {"body_mass", {2.5, 0.1, 2, -9.81, 0.002, mjINT_EULER}, false, 1e-12},
      {"dof_damping", {1.5, 0.7, 2, -9.81, 0.002, mjINT_EULER}, false, 0},
      {"actuator_gainprm", {1.5, 0.1, 5, -9.81, 0.002, mjINT_EULER}, false, 0},
      {"opt.gravity", {1.5, 0.1, 2, -1.62, 0.002, mjINT_EULER}, false, 0},
      {"opt.timestep", {1.5, 0.1, 2, -9.81, 0.003, mjINT_EULER}, false, 0},
      {"to RK4", {1.5, 0.1, 2, -9.81, 0.002, mjINT_RK4}, false, 0},
      {"to implicit", {1.5, 0.1, 2, -9.81, 0.002, mjINT_IMPLICIT}, false, 0},
      {"all", {2.5, 0.7, 5, -1.62, 0.003, mjINT_IMPLICITFAST}, true, 0},
  };
  for (size_t k = 0; k < sizeof edit / sizeof *edit; k++) {
    double effect;
    const double worst = editDifference(&edit[k].v, edit[k].setConst, &effect);
    print_message("%s: changes qvel by %.2g in a step; differs by %.2g (limit %g)\n", edit[k].what,
                  effect, worst, edit[k].limit);
    assert_true(effect > 1e-8);
    assert_true(worst <= edit[k].limit);
  }
}

// ---- bad input

typedef enum { IN_QPOS, IN_QVEL, IN_FORCE } Place;

static const struct {
  const char* what;
  Place place;
  int warning, info;
  int count[3];  // of qpos, qvel, qacc after one step without resets
  double value;
} bad[] = {
    {"NaN in qpos", IN_QPOS, mjWARN_BADQPOS, 1, {2, 0, 2}, NAN},
    {"infinite qvel", IN_QVEL, mjWARN_BADQVEL, 1, {0, 2, 2}, INFINITY},
    {"qvel of 1e11", IN_QVEL, mjWARN_BADQVEL, 1, {0, 2, 2}, 1e11},
    {"qvel of -1e11", IN_QVEL, mjWARN_BADQVEL, 1, {0, 2, 2}, -1e11},
    {"NaN in qfrc_applied", IN_FORCE, mjWARN_BADQACC, 0, {0, 0, 2}, NAN},
};

static mjtNum* place(mjData* d, Place where) {
  return where == IN_QPOS ? d->qpos : where == IN_QVEL ? d->qvel : d->qfrc_applied;
}

// the world is reset, then makes the step of a new one; the count is 1 however often it happens
static void compareReset(mjModel* m, int k) {
  mjData *d = mj_makeData(m), *fresh = mj_makeData(m);
  mj_step(m, fresh);
  catch_begin();
  for (int repeat = 0; repeat < 3; repeat++) {
    d->time = 5;
    d->qvel[0] = 0.3;
    place(d, bad[k].place)[1] = bad[k].value;
    mj_step(m, d);
    assert_true(sim_sameBits(m, d, fresh));
    assert_int_equal(d->warning[bad[k].warning].number, 1);
    assert_int_equal(d->warning[bad[k].warning].lastinfo, bad[k].info);
    assert_int_equal(sim_warnings(d), 1);
  }
  catch_end();
  assert_int_equal(caught_count, 1);
  mj_deleteData(d);
  mj_deleteData(fresh);
}

// without resets the numbers stay, each event counts twice and is told once
static void compareKept(mjModel* m, int k) {
  static const int warning[] = {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC};
  mjData* d = mj_makeData(m);
  catch_begin();
  m->opt.disableflags |= mjDSBL_AUTORESET;
  place(d, bad[k].place)[1] = bad[k].value;
  mj_step(m, d);
  int told = 0;
  for (int w = 0; w < 3; w++) {
    assert_int_equal(d->warning[warning[w]].number, bad[k].count[w]);
    told += bad[k].count[w] > 0;
  }
  assert_int_equal(d->warning[bad[k].warning].lastinfo, bad[k].info);
  assert_int_equal(caught_count, told);
  assert_true(d->time == m->opt.timestep);
  mj_step(m, d);
  const int first = bad[k].count[(int)bad[k].place];
  assert_int_equal(d->warning[bad[k].warning].number, 2 * first);
  m->opt.disableflags &= ~mjDSBL_AUTORESET;
  catch_end();
  mj_deleteData(d);
}

static void test_badState(void** state) {
  (void)state;
  mjModel* m = sim_compile(doublePendulum);
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    for (int kind = 0; kind < 4; kind++) {
      print_message("%s, %s\n", bad[k].what, name[kind]);
      m->opt.integrator = kind;
      compareReset(m, (int)k);
      compareKept(m, (int)k);
    }
  }
  mj_deleteModel(m);
}

// a bad control: all count as zero; one warning per evaluation of the forces; no reset
static void test_badControl(void** state) {
  (void)state;
  static const double value[] = {NAN, INFINITY, 1e11};
  mjModel* m = makeEdited(&before);
  mjData *d = mj_makeData(m), *zero = mj_makeData(m);
  catch_begin();
  for (int k = 0; k < 3; k++) {
    for (int kind = 0; kind < 4; kind++) {
      m->opt.integrator = kind;
      sim_randomState(m, d, 2);
      sim_randomState(m, zero, 2);
      d->ctrl[0] = value[k];
      zero->ctrl[0] = 0;
      caught_count = 0;
      mj_step(m, d);
      mj_step(m, zero);
      assert_true(sim_sameBits(m, d, zero));
      assert_int_equal(d->warning[mjWARN_BADCTRL].number, kind == mjINT_RK4 ? 4 : 1);
      assert_int_equal(d->warning[mjWARN_BADCTRL].lastinfo, 0);
      assert_int_equal(sim_warnings(d), d->warning[mjWARN_BADCTRL].number);
      assert_int_equal(caught_count, 1);
      assert_memory_equal(d->ctrl, &value[k], sizeof *value);  // the caller's array is left alone
    }
  }
  // beyond its range a control counts as the bound, silently
  m->actuator_ctrllimited[0] = 1;
  m->actuator_ctrlrange[0] = -0.5;
  m->actuator_ctrlrange[1] = 0.75;
  sim_randomState(m, d, 2);
  sim_randomState(m, zero, 2);
  d->ctrl[0] = 1e9;
  zero->ctrl[0] = 0.75;
  mj_step(m, d);
  mj_step(m, zero);
  assert_true(sim_sameBits(m, d, zero));
  assert_int_equal(sim_warnings(d), 0);
  catch_end();
  mj_deleteData(d);
  mj_deleteData(zero);
  mj_deleteModel(m);
}

// a timestep of zero: nothing moves, nothing breaks
static void test_zeroTimestep(void** state) {
  (void)state;
  double worst = 0;
  for (int k = 0; k < REPLAYED; k++) {
    mjModel* m = loadReplayed(k);
    mjData *d = mj_makeData(m), *start = mj_makeData(m);
    for (int kind = 0; kind < 4; kind++) {
      m->opt.integrator = kind;
      sim_randomState(m, d, k);
      sim_randomState(m, start, k);
      m->opt.timestep = 0;
      for (int s = 0; s < 3; s++) mj_step(m, d);
      m->opt.timestep = replayed[k].timestep;  // for the reset of delays
      assert_true(d->time == 0);
      assert_int_equal(sim_warnings(d), 0);
      const double e =
          fmax(farthest(d->qpos, start->qpos, m->nq), farthest(d->qvel, start->qvel, m->nv));
      worst = fmax(worst, e);
      if (!(e < 1e-12)) fail_msg("%s, %s: moves by %g", replayedName(k), name[kind], e);
    }
    mj_deleteData(d);
    mj_deleteData(start);
    mj_deleteModel(m);
  }
  print_message("timestep 0: moves by %.2g (limit 1e-12)\n", worst);
}

// an integrator that does not exist is an error, and nothing else happens
static void test_unknownIntegrator(void** state) {
  (void)state;
  static const int unknown[] = {-1, 4, 1000};
  mjModel* m = sim_compile(doublePendulum);
  mjData *d = mj_makeData(m), *start = mj_makeData(m);
  for (int k = 0; k < 3; k++) {
    m->opt.integrator = unknown[k];
    catch_begin();
    mj_step(m, d);
    assert_int_equal(caught_count, 1);
    assert_int_equal(caught.level, mjLOG_ERROR);
    mj_step1(m, d);
    mj_step2(m, d);
    assert_int_equal(caught_count, 2);
    mj_implicit(m, d);
    assert_int_equal(caught_count, 3);
    catch_end();
    assert_true(sim_sameBits(m, d, start));
    assert_int_equal(sim_warnings(d), 0);
  }
  mj_deleteData(d);
  mj_deleteData(start);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_energy),       cmocka_unit_test(test_momentum),
      cmocka_unit_test(test_inverse),      cmocka_unit_test(test_replay),
      cmocka_unit_test(test_halves),       cmocka_unit_test(test_edit),
      cmocka_unit_test(test_badState),     cmocka_unit_test(test_badControl),
      cmocka_unit_test(test_zeroTimestep), cmocka_unit_test(test_unknownIntegrator),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
