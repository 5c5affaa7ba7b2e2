// Long runs in lanes: eight worlds of their own states and controls, 1000 steps in 1, 2, 4 and 8
// lanes and with mj_step, must end in the same bits of qpos, qvel, act and sensordata (NaN equal to
// NaN). Models without contacts and constraint rows, all integrators. Under valgrind (SINEW_QUICK)
// and sanitizers a tenth of the steps.
#include "support.h"

#include <stdbool.h>

#include "base/cpu.h"
#include "step/forward.h"
#include "step/worlds.h"

// the other widths: their data is private to them
#define DECLARE(width, suffix)                                                                     \
  bool step_worlds_##suffix(const mjModel* m, mjData* const* world, int n, int nstep);
CPU_VARIANTS(DECLARE)
#undef DECLARE

enum { WORLDS = 8, CHUNKS = 3, QUICK = 10, MAX_XML = 20000, FAST_WORLD = 5, MIN_FINITE = 7 };
static const int chunk[CHUNKS] = {10, 190, 800};  // steps between comparisons: 1000 together

typedef bool (*Worlds)(const mjModel* m, mjData* const* world, int n, int nstep);

static bool publicSteps(const mjModel* m, mjData* const* world, int n, int nstep) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < nstep; k++) mj_step(m, world[i]);
  }
  return true;
}

static const struct {
  const char* name;
  int width;
  Worlds steps;
} variantTable[] = {{"mj_step", 1, publicSteps},
#define ROW(width, suffix) {#width " lanes", width, step_worlds_##suffix},
                    CPU_VARIANTS(ROW)
#undef ROW
};
enum { NVARIANT = sizeof variantTable / sizeof *variantTable };

static int stepsOf(int k) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return chunk[k] / QUICK;
#else
  return getenv("SINEW_QUICK") ? chunk[k] / QUICK : chunk[k];
#endif
}

// ---- models

#define OPEN(integrator, more)                                                                     \
  "<mujoco><option integrator='" integrator "' " more "><flag contact='disable'/></option>"
#define LINK(joint) "<body pos='.2 0 0'>" joint "<geom type='capsule' size='.03 .1'/>"

// the models as they would stand in a file, not as code
// clang-format off
static const char ballAndFree[] = OPEN("implicit", "")
  "<worldbody>" LINK("<freejoint/>") LINK("<joint type='ball' damping='.02' stiffness='1'/>")
  LINK("<joint type='slide' axis='1 1 0' stiffness='30' springref='.1'/><joint axis='0 1 1'/>")
  "</body></body></body>"
  LINK("<joint type='ball' armature='.01'/>") "</body></worldbody>"
  "<sensor><subtreeangmom body='world'/><subtreelinvel body='world'/></sensor></mujoco>";

static const char inertiaFluid[] =
  OPEN("implicitfast", "density='1.2' viscosity='.02' wind='1 .5 0'")
  "<worldbody>" LINK("<freejoint/>") LINK("<joint axis='0 1 0'/>")
  LINK("<joint axis='0 0 1'/>") "</body></body></body></worldbody></mujoco>";

static const char ellipsoidFluid[] = OPEN("RK4", "density='20' viscosity='.1' timestep='.001'")
  "<default><geom fluidshape='ellipsoid' density='500'/></default>"
  "<worldbody>" LINK("<freejoint/>") LINK("<joint type='ball'/>")
  "<geom type='ellipsoid' size='.1 .05 .02' pos='.2 0 0'/>"
  "</body></body></worldbody></mujoco>";

static const char gravcomp[] = OPEN("Euler", "")
  "<worldbody><body gravcomp='1'><joint axis='0 1 0' damping='.1'/>"
  "<geom type='capsule' size='.03' fromto='0 0 0 .3 0 0'/>"
  "<body gravcomp='.5' pos='.3 0 0'><joint axis='0 0 1' actuatorgravcomp='true' stiffness='2'/>"
  "<joint name='j' axis='0 1 0' stiffness='3 1 2' damping='.1 .02 .03'/>"
  "<geom type='capsule' size='.03' fromto='0 0 0 .3 0 0'/>"
  "</body></body></worldbody><actuator><motor joint='j' ctrlrange='-1 1'/></actuator></mujoco>";

static const char filters[] = OPEN("implicitfast", "")
  "<worldbody><body><joint name='a' axis='0 1 0' damping='.1'/><geom size='.1' pos='.3 0 0'/>"
  "<body pos='.4 0 0'><joint name='b' axis='1 0 0' damping='.1'/><geom size='.1' pos='0 .3 0'/>"
  "</body></body></worldbody><actuator>"
  "<general name='i' joint='a' dyntype='integrator' actlimited='true' actrange='-1 1' gainprm='2'/>"
  "<general joint='a' dyntype='filter' dynprm='.05' gaintype='affine' gainprm='1 .1 .1'/>"
  "<general joint='b' dyntype='filterexact' dynprm='.02' biastype='affine' biasprm='0 -3 -.2'/>"
  "<position joint='b' kp='4' kv='.3' timeconst='.03'/><velocity joint='a' kv='.2'/>"
  "</actuator><sensor><actuatorfrc actuator='i'/></sensor></mujoco>";

static const char muscles[] = OPEN("Euler", "")
  "<worldbody><site name='s0' pos='0 0 .3'/><geom name='peg' size='.05' pos='.05 0 .1'/>"
  "<body><joint name='a' axis='0 1 0' damping='.3' stiffness='2'/>"
  "<geom type='capsule' size='.03' fromto='0 0 0 0 0 -.4'/><site name='s1' pos='.05 0 -.2'/>"
  "<body pos='0 0 -.4'><joint name='b' axis='0 1 0' damping='.3' stiffness='2'/>"
  "<geom type='capsule' size='.03' fromto='0 0 0 0 0 -.4'/><site name='s2' pos='.05 0 -.2'/>"
  "</body></body></worldbody><tendon><spatial name='t' stiffness='3' damping='.1'>"
  "<site site='s0'/><geom geom='peg'/><site site='s1'/><site site='s2'/></spatial></tendon>"
  "<actuator><muscle tendon='t' force='20' lengthrange='.3 1.2'/>"
  "<muscle joint='b' force='5' lengthrange='-2 2' tausmooth='.1'/></actuator>"
  "<sensor><tendonpos tendon='t'/><tendonvel tendon='t'/></sensor></mujoco>";

static const char sensors[] = OPEN("RK4", "")
  "<worldbody>" LINK("<freejoint/><site name='s'/>")
  LINK("<joint name='j' axis='0 1 0' damping='.05'/><site name='e' pos='.1 0 0' euler='20 30 0'/>")
  "</body></body></worldbody><sensor><accelerometer site='e'/><gyro site='e'/><force site='e'/>"
  "<torque site='e'/><velocimeter site='s'/><jointpos joint='j'/><jointvel joint='j' cutoff='1'/>"
  "<framequat objtype='site' objname='e'/><framelinacc objtype='site' objname='s'/>"
  "<frameangacc objtype='site' objname='e'/><magnetometer site='s'/><clock/>"
  "<e_potential/><e_kinetic/></sensor></mujoco>";
// clang-format on

typedef struct {
  const char* name;
  const char* xml;  // NULL: the name is a file of the tests
  int links;        // > 0: a chain of hinges instead
  int integrator;   // of chains and files
  bool noSensors;   // they need contacts
} Case;

static const Case caseTable[] = {
    {"chain of 1", NULL, 1, mjINT_RK4, false},
    {"chain of 9", NULL, 9, mjINT_EULER, false},
    {"chain of 18", NULL, 18, mjINT_IMPLICIT, false},
    {"ball and free joints", ballAndFree, 0, 0, false},
    {"fluid by inertia", inertiaFluid, 0, 0, false},
    {"fluid by ellipsoids", ellipsoidFluid, 0, 0, false},
    {"gravity compensation", gravcomp, 0, 0, false},
    {"filters", filters, 0, 0, false},
    {"muscles", muscles, 0, 0, false},
    {"sensors", sensors, 0, 0, false},
    {"golden/step_tree.xml", NULL, 0, mjINT_IMPLICIT, false},
    {"golden/sensor_kinds.xml", NULL, 0, mjINT_EULER, false},
    {"data/mjcf/tendon_spatial.xml", NULL, 0, mjINT_IMPLICITFAST, false},
    {"data/mjcf/geom_fluid.xml", NULL, 0, mjINT_RK4, false},
    {"data/mjcf/joint_attributes.xml", NULL, 0, mjINT_IMPLICITFAST, false},
    {"data/mjcf/actuator_servo.xml", NULL, 0, mjINT_IMPLICIT, false},
    {"data/mjcf/actuator_orientation.xml", NULL, 0, mjINT_IMPLICITFAST, false},
    {"data/mjcf/actuator_pid.xml", NULL, 0, mjINT_EULER, false},
    {"../models/humanoid.xml", NULL, 0, mjINT_EULER, true},
};

static mjModel* parse(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  mjModel* m = mj_compile(spec, NULL);
  if (!m) fail_msg("%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

static mjModel* chain(int n) {
  static char xml[MAX_XML];
  int at = snprintf(xml, sizeof xml, OPEN("Euler", "") "<worldbody>");
  for (int i = 0; i < n; i++) {
    at += snprintf(xml + at, sizeof xml - (size_t)at,
                   "<body pos='.2 0 0'><joint axis='%d %d 0' damping='.02' stiffness='.3'/>"
                   "<geom type='capsule' size='.02' fromto='0 0 0 .2 0 0'/>",
                   i % 2, 1 - i % 2);
  }
  for (int i = 0; i < n; i++) at += snprintf(xml + at, sizeof xml - (size_t)at, "</body>");
  snprintf(xml + at, sizeof xml - (size_t)at, "</worldbody></mujoco>");
  return parse(xml);
}

static mjModel* loadFile(const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s", TEST_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", name, error);
  m->opt.disableflags |= mjDSBL_CONSTRAINT;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  return m;
}

static mjModel* makeModel(const Case* c) {
  mjModel* m = c->xml ? parse(c->xml) : c->links ? chain(c->links) : loadFile(c->name);
  if (!c->xml) m->opt.integrator = c->integrator;
  if (c->noSensors) m->opt.disableflags |= mjDSBL_SENSOR;
  m->opt.disableflags |= mjDSBL_AUTORESET;  // lanes have no resets
  return m;
}

// ---- states

static void fill(mjtNum* array, mjtSize n, double scale) {
  for (mjtSize i = 0; i < n; i++) array[i] = scale * rng_uniform();
}

static void randomState(const mjModel* m, mjData* d, int world) {
  mjtNum* dq = calloc((size_t)m->nv + 1, sizeof *dq);
  fill(dq, m->nv, 0.3);
  mj_integratePos(m, d->qpos, dq, 1);
  fill(d->qvel, m->nv, world == FAST_WORLD ? 4 : 0.5);
  fill(d->act, m->na, 0.3);
  fill(d->ctrl, m->nu, 0.5);
  free(dq);
}

static bool sameBits(double a, double b) { return !memcmp(&a, &b, sizeof a) || (a != a && b != b); }

static void compareArray(const char* what, const mjtNum* a, const mjtNum* b, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (!sameBits(a[i], b[i])) fail_msg("%s[%ld]: %a, one world %a", what, (long)i, b[i], a[i]);
  }
}

static void compareWorld(const char* what, const mjModel* m, const mjData* a, const mjData* b) {
  char text[200];
#define COMPARE(field, n)                                                                          \
  snprintf(text, sizeof text, "%s, time %g, " #field, what, a->time);                              \
  compareArray(text, a->field, b->field, n)
  COMPARE(qpos, m->nq);
  COMPARE(qvel, m->nv);
  COMPARE(act, m->na);
  COMPARE(sensordata, m->nsensordata);
  COMPARE(xpos, 3 * m->nbody);
  COMPARE(geom_xpos, 3 * m->ngeom);
  COMPARE(geom_xmat, 9 * m->ngeom);
#undef COMPARE
  assert_true(sameBits(a->time, b->time));
}

static bool isFinite(const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nq; i++) {
    if (mju_isBad(d->qpos[i])) return false;
  }
  return true;
}

static bool sameState(const mjModel* m, const mjData* a, const mjData* b) {
  return !memcmp(a->qpos, b->qpos, (size_t)m->nq * sizeof(mjtNum));
}

// ---- runs

static void runVariant(const char* model, const mjModel* m, int v, mjData* const* start,
                       mjData* const* done, int nstep) {
  char text[150];
  mjData* world[WORLDS];
  for (int i = 0; i < WORLDS; i++) world[i] = mj_copyData(NULL, m, start[i]);
  if (!variantTable[v].steps(m, world, WORLDS, nstep))
    fail_msg("%s is refused by %s", model, variantTable[v].name);
  for (int i = 0; i < WORLDS; i++) {
    snprintf(text, sizeof text, "%s, %s, world %d", model, variantTable[v].name, i);
    compareWorld(text, m, done[i], world[i]);
    mj_deleteData(world[i]);
  }
}

static void runCase(const Case* c) {
  mjModel* m = makeModel(c);
  mjData *start[WORLDS], *done[WORLDS];
  for (int i = 0; i < WORLDS; i++) {
    done[i] = mj_makeData(m);
    randomState(m, done[i], i);
    start[i] = mj_copyData(NULL, m, done[i]);
  }
  for (int k = 0; k < CHUNKS; k++) {
    for (int i = 0; i < WORLDS; i++) mj_copyData(start[i], m, done[i]);
    const char* obstacle = step_simdObstacle(m);
    if (!LANE(step_worlds)(m, done, WORLDS, stepsOf(k)))
      fail_msg("%s is refused: %s", c->name, obstacle ? obstacle : "sensors");
    for (int v = 0; v < NVARIANT; v++) {
      if (cpu_hasLanes(variantTable[v].width)) runVariant(c->name, m, v, start, done, stepsOf(k));
    }
  }
  int finite = 0, moved = 0;
  for (int i = 0; i < WORLDS; i++) {
    finite += isFinite(m, done[i]);
    moved += !sameState(m, start[i], done[i]) && !sameState(m, done[i], done[(i + 1) % WORLDS]);
  }
  print_message("%s: %d of %d worlds finite\n", c->name, finite, WORLDS);
  assert_true(finite >= MIN_FINITE);  // equal NaNs would prove nothing
  assert_int_equal(moved, WORLDS);
  for (int i = 0; i < WORLDS; i++) {
    mj_deleteData(start[i]);
    mj_deleteData(done[i]);
  }
  mj_deleteModel(m);
}

static void test_sameBits(void** state) {
  (void)state;
  catch_begin();
  for (size_t i = 0; i < sizeof caseTable / sizeof *caseTable; i++) runCase(&caseTable[i]);
  catch_end();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sameBits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
