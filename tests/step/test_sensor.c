// Sensors against the reference (golden/sensor.txt: random states, and steps with past samples),
// and what it cannot show: callbacks, limit rows made by hand, lazy results, kinds that are
// refused.
#include "random_state.h"

#include "dyn/dyn.h"
#include "step/forward.h"
#include "step/sensor.h"
#include "step/smooth.h"

#define TOLERANCE 1e-12  // relative, or absolute below 1

// no rows can come up: constraints are disabled
static void forward(const mjModel* m, mjData* d) { step_forward(m, d, mjSTAGE_NONE, 0); }

// ---- models and states, as in tools/oracle/sensor.mjs

static mjModel* openModel(const char* file) {
  char path[500], error[1000] = "";
  snprintf(path, sizeof path, "%s/../%s", TEST_DIR, file);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", file, error);
  m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
  rng_state = 88172645463325252ull;
  return m;
}

// ---- golden file

typedef struct {
  FILE* file;
  char* line;
  size_t room;
} Golden;

// numbers of a line "<tag> v v*n ..." -> res; there must be n
static void readNumbers(Golden* g, char tag, double* res, mjtSize n) {
  assert_true(getline(&g->line, &g->room, g->file) > 0);
  assert_int_equal(g->line[0], tag);
  char* at = g->line + 1;
  mjtSize k = 0;
  while (*at == ' ') {
    const double value = strtod(at, &at);
    const long count = *at == '*' ? strtol(at + 1, &at, 10) : 1;
    for (long j = 0; j < count; j++, k++) {
      assert_true(k < n);
      res[k] = value;
    }
  }
  assert_int_equal(k, n);
}

typedef struct {
  double worst;
  int compared, nonzero;
} Residual;

static void compare(Residual* r, double got, double want, const char* what, int sensor, int k) {
  double size = want < 0 ? -want : want, error = got < want ? want - got : got - want;
  if (size > 1) error /= size;
  r->compared++;
  r->nonzero += want != 0;
  if (!(error <= r->worst)) r->worst = error;
  if (!(error <= TOLERANCE)) {
    fail_msg("%s, sensor %d, number %d: %.17g, not %.17g", what, sensor, k, got, want);
  }
}

// Numbers of sensors that are supported. The reference's kinetic energy is the one that was known
// before the pass, NULL: none was.
static void compareSensors(Residual* r, const mjModel* m, const mjData* d, const double* want,
                           const mjtNum* before, const char* what) {
  for (int i = 0; i < m->nsensor; i++) {
    if (!sensor_supported(m->sensor_type[i])) continue;
    const int adr = m->sensor_adr[i];
    const mjtNum* got = d->sensordata + adr;
    const bool past = m->sensor_delay[i] > 0 || m->sensor_interval[2 * i] > 0;
    if (m->sensor_type[i] == mjSENS_E_KINETIC && before && !past) {
      assert_true(!(m->opt.enableflags & mjENBL_ENERGY) || got[0] == d->energy[1]);
      got = before;
    }
    for (int k = 0; k < m->sensor_dim[i]; k++) compare(r, got[k], want[adr + k], what, i, k);
  }
}

static void compareHistory(Residual* r, const mjModel* m, const mjtNum* got, const double* want,
                           const char* what) {
  for (int i = 0; i < m->nsensor; i++) {
    const int n = m->sensor_history[2 * i], size = 2 + n + n * m->sensor_dim[i];
    if (n == 0 || !sensor_supported(m->sensor_type[i])) continue;
    const int adr = m->sensor_historyadr[i];
    for (int k = 0; k < size; k++) compare(r, got[adr + k], want[adr + k], what, i, k);
  }
}

static void checkForwards(Golden* g, Residual* r, const char* file, int count) {
  mjModel* m = openModel(file);
  mjData* d = mj_makeData(m);
  double* want = calloc((size_t)m->nsensordata + 1, sizeof *want);
  for (int k = 0; k < count; k++) {
    const mjtNum known = d->energy[1], *before = d->flg_energyvel ? &known : NULL;
    randomState(m, d);
    d->time = rng_uniform();
    forward(m, d);
    readNumbers(g, 's', want, m->nsensordata);
    compareSensors(r, m, d, want, before, file);
  }
  free(want);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void checkSteps(Golden* g, Residual* r, const char* file, int count) {
  mjModel* m = openModel(file);
  mjData* d = mj_makeData(m);
  double* want = calloc((size_t)(m->nsensordata + m->nhistory) + 1, sizeof *want);
  for (int k = 0; k < count; k++) {
    const mjtNum known = d->energy[1], *before = d->flg_energyvel ? &known : NULL;
    randomState(m, d);
    forward(m, d);
    readNumbers(g, 's', want, m->nsensordata);
    compareSensors(r, m, d, want, before, file);
    sensor_record(m, d);
    d->time += m->opt.timestep;
  }
  readNumbers(g, 'h', want, m->nhistory);
  compareHistory(r, m, d->history, want, "history");
  free(want);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_golden(void** unused) {
  (void)unused;
  Golden g = {.file = fopen(TEST_DIR "/golden/sensor.txt", "r")};
  assert_non_null(g.file);
  int models = 0;
  while (getline(&g.line, &g.room, g.file) > 0) {
    char kind[10], file[200];
    int count;
    if (g.line[0] == '#') continue;
    assert_int_equal(sscanf(g.line, "%9s %199s %d", kind, file, &count), 3);
    Residual r = {0};
    if (!strcmp(kind, "model")) {
      checkForwards(&g, &r, file, count);
    } else {
      checkSteps(&g, &r, file, count);
    }
    printf("%s %s: %d numbers, %d not zero, worst %.2g\n", kind, file, r.compared, r.nonzero,
           r.worst);
    assert_true(r.nonzero > 0);
    models++;
  }
  assert_int_equal(models, 15);
  free(g.line);
  fclose(g.file);
}

// ---- rates: a sensor is the time derivative of another kind on the same object

static const struct {
  int rate, of;
  bool gravity;  // the rate is felt, not seen
} rateTable[] = {
    {mjSENS_JOINTVEL, mjSENS_JOINTPOS, false},
    {mjSENS_TENDONVEL, mjSENS_TENDONPOS, false},
    {mjSENS_ACTUATORVEL, mjSENS_ACTUATORPOS, false},
    {mjSENS_FRAMELINVEL, mjSENS_FRAMEPOS, false},
    {mjSENS_FRAMELINACC, mjSENS_FRAMELINVEL, true},
    {mjSENS_FRAMEANGACC, mjSENS_FRAMEANGVEL, false},
    {mjSENS_SUBTREELINVEL, mjSENS_SUBTREECOM, false},
};
enum { NRATE = sizeof rateTable / sizeof *rateTable };

// sensordata of every sensor that is a rate = what it is a rate of, a time dt later
static void quantities(mjModel* m, const mjData* start, mjData* d, double dt) {
  for (int i = 0; i < m->nq; i++) d->qpos[i] = start->qpos[i];
  LANE(dyn_integratePos)(m, d->qpos, start->qvel, dt);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = start->qvel[i] + dt * start->qacc[i];
  forward(m, d);
  for (int i = 0; i < m->nsensor; i++) {
    const int type = m->sensor_type[i];
    for (int k = 0; k < NRATE; k++) {
      if (rateTable[k].rate != type) continue;
      m->sensor_type[i] = rateTable[k].of;
      assert_true(sensor_evaluate_w1(m, d, i, d->sensordata + m->sensor_adr[i]));
      m->sensor_type[i] = type;
    }
  }
}

static void test_rates(void** unused) {
  (void)unused;
  const double dt = 1e-5, tolerance = 1e-8;
  mjModel* m = openModel("tests/golden/sensor_kinds.xml");
  mjData *d = mj_makeData(m), *later = mj_makeData(m), *before = mj_makeData(m);
  for (int i = 0; i < m->nsensor; i++) m->sensor_cutoff[i] = 0;
  randomState(m, d);
  forward(m, d);
  mj_copyData(later, m, d);
  mj_copyData(before, m, d);
  quantities(m, d, later, dt);
  quantities(m, d, before, -dt);
  double worst = 0;
  int seen = 0;
  for (int i = 0; i < m->nsensor; i++) {
    const int body = m->sensor_objtype[i] == mjOBJ_GEOM ? m->geom_bodyid[m->sensor_objid[i]] : -1;
    for (int k = 0; k < NRATE; k++) {
      if (rateTable[k].rate != m->sensor_type[i]) continue;
      const bool moves = body < 0 || m->body_weldid[body] != 0;
      for (int j = 0; j < m->sensor_dim[i]; j++) {
        const int adr = m->sensor_adr[i] + j;
        const double rate = (later->sensordata[adr] - before->sensordata[adr]) / (2 * dt);
        const double felt = rateTable[k].gravity && moves ? m->opt.gravity[j] : 0;
        const double error = __builtin_fabs(d->sensordata[adr] + felt - rate);
        if (!(error <= worst)) worst = error;
        if (!(error <= tolerance * (1 + __builtin_fabs(rate))))
          fail_msg("sensor %d, number %d: %.10g, rate %.10g", i, j, d->sensordata[adr], rate);
        seen++;
      }
    }
  }
  printf("%d rates against differences, worst %.2g\n", seen, worst);
  assert_int_equal(seen, 35);
  mj_deleteData(before);
  mj_deleteData(later);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- kinds

static void test_supported(void** unused) {
  (void)unused;
  for (int type = mjSENS_TOUCH; type <= mjSENS_USER; type++) {
    assert_true(sensor_supported(type));
  }
  assert_false(sensor_supported(-1));
  assert_false(sensor_supported(mjSENS_USER + 1));
}

static void test_inLanes(void** unused) {
  (void)unused;
  static const struct {
    const char* file;
    int enable;
    bool expected;
  } row[] = {
      {"tests/golden/sensor_kinds.xml", 0, true},
      {"tests/golden/sensor_kinds.xml", mjENBL_ENERGY, true},
      {"tests/golden/sensor_delay.xml", 0, false},     // past samples
      {"tests/data/mjcf/sensor_joint.xml", 0, false},  // limit rows
      {"tests/data/mjcf/sensor_misc.xml", 0, false},   // user sensors
      {"tests/data/mjcf/sensor_site.xml", 0, false},   // touch
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    mjModel* m = openModel(row[k].file);
    m->opt.enableflags |= row[k].enable;
    assert_int_equal(sensor_inLanes(m), row[k].expected);
    mj_deleteModel(m);
  }
}

// ---- cutoff

static void test_cutoffKeepsNan(void** unused) {
  (void)unused;
  mjModel* m = openModel("tests/golden/sensor_delay.xml");
  mjData* d = mj_makeData(m);
  enum { JOINTVEL = 9 };  // cutoff 0.5
  assert_int_equal(m->sensor_type[JOINTVEL], mjSENS_JOINTVEL);
  const double in[] = {0.25, 0.75, -0.75, __builtin_inf(), __builtin_nan("")};
  const double out[] = {0.25, 0.5, -0.5, 0.5, __builtin_nan("")};
  for (int k = 0; k < 5; k++) {
    mjtNum res = 0;
    d->qvel[0] = in[k];
    assert_true(sensor_evaluate_w1(m, d, JOINTVEL, &res));
    assert_true(res == out[k] || (res != res && out[k] != out[k]));
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- limits

static void test_limitRows(void** unused) {
  (void)unused;
  mjModel* m = openModel("tests/data/mjcf/sensor_joint.xml");
  mjData* d = mj_makeData(m);
  const int shoulder = mj_name2id(m, mjOBJ_JOINT, "shoulder");
  const int elbow = mj_name2id(m, mjOBJ_JOINT, "elbow");
  const int cable = mj_name2id(m, mjOBJ_TENDON, "cable");
  // rows: equality, friction, limits of elbow, cable, shoulder (both sides), a contact
  int type[] = {mjCNSTR_EQUALITY,     mjCNSTR_FRICTION_DOF, mjCNSTR_LIMIT_JOINT,
                mjCNSTR_LIMIT_TENDON, mjCNSTR_LIMIT_JOINT,  mjCNSTR_LIMIT_JOINT,
                mjCNSTR_LIMIT_JOINT};
  int id[] = {shoulder, shoulder, elbow, cable, shoulder, shoulder, elbow};
  mjtNum pos[] = {1, 2, 3, 4, 5, 6, 7}, margin[] = {0, 0, 0.25, 0.5, 0.75, 0, 0};
  mjtNum vel[] = {11, 12, 13, 14, 15, 16, 17}, frc[] = {21, 22, 23, 24, 25, 26, 27};
  d->ne = d->nf = 1;
  d->nl = 4;
  d->efc_type = type;
  d->efc_id = id;
  d->efc_pos = pos;
  d->efc_margin = margin;
  d->efc_vel = vel;
  d->efc_force = frc;
  static const struct {
    const char* name;
    double value;
  } want[] = {{"jointlimitpos", 4.25}, {"jointlimitvel", 13},  {"jointlimitfrc", 0},
              {"tendonlimitpos", 3.5}, {"tendonlimitvel", 14}, {"tendonlimitfrc", 24}};
  for (size_t k = 0; k < sizeof want / sizeof *want; k++) {
    mjtNum res = -1;
    const int sensor = mj_name2id(m, mjOBJ_SENSOR, want[k].name);
    assert_true(sensor_evaluate_w1(m, d, sensor, &res));
    assert_true(res == want[k].value);
  }
  d->ne = d->nf = d->nl = 0;
  d->efc_type = d->efc_id = NULL;
  d->efc_pos = d->efc_margin = d->efc_vel = d->efc_force = NULL;
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- user sensors

static int calls[4];

static void writeUser(const mjModel* m, mjData* d, int stage) {
  calls[stage]++;
  if (stage == mjSTAGE_VEL) assert_true(d->flg_subtreevel);
  if (stage == mjSTAGE_ACC) assert_true(d->flg_rnepost);
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] != mjSENS_USER || m->sensor_needstage[i] != stage) continue;
    for (int k = 0; k < m->sensor_dim[i]; k++) {
      assert_true(d->sensordata[m->sensor_adr[i] + k] == 0);
      d->sensordata[m->sensor_adr[i] + k] = 10 * stage + k;
    }
  }
}

static void test_userSensors(void** unused) {
  (void)unused;
  mjModel* m = openModel("tests/data/mjcf/sensor_misc.xml");
  mjData* d = mj_makeData(m);
  const int plain = mj_name2id(m, mjOBJ_SENSOR, "plain");
  m->sensor_cutoff[plain] = 30.5;
  randomize(d->sensordata, m->nsensordata, NULL, 1);
  d->subtree_linvel[0] = 99;
  const int positive = m->sensor_adr[mj_name2id(m, mjOBJ_SENSOR, "positive")];  // stage none
  const mjtNum kept = d->sensordata[positive];
  mjcb_sensor = writeUser;
  forward(m, d);
  assert_true(d->sensordata[positive] == kept);
  assert_true(d->subtree_linvel[0] == 0);  // nothing moves
  assert_true(calls[mjSTAGE_POS] == 1 && calls[mjSTAGE_VEL] == 1 && calls[mjSTAGE_ACC] == 1);
  assert_int_equal(calls[mjSTAGE_NONE], 0);
  assert_true(d->sensordata[m->sensor_adr[mj_name2id(m, mjOBJ_SENSOR, "quat")] + 3] == 13);
  assert_true(d->sensordata[m->sensor_adr[mj_name2id(m, mjOBJ_SENSOR, "all")] + 2] == 22);
  assert_true(d->sensordata[m->sensor_adr[plain]] == 30);
  assert_true(d->sensordata[m->sensor_adr[plain] + 1] == 30.5);
  mjcb_sensor = NULL;
  forward(m, d);
  assert_true(d->sensordata[m->sensor_adr[plain]] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- the disable flag

static void test_disabled(void** unused) {
  (void)unused;
  mjModel* m = openModel("tests/golden/sensor_kinds.xml");
  mjData* d = mj_makeData(m);
  m->opt.disableflags |= mjDSBL_SENSOR;
  for (int i = 0; i < m->nsensordata; i++) d->sensordata[i] = 7;
  forward(m, d);
  for (int i = 0; i < m->nsensordata; i++) assert_true(d->sensordata[i] == 7);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- kinetic energy: within a pass the sensor reuses energy[1] while its flag is set

static void test_kineticEnergy(void** unused) {
  (void)unused;
  mjModel* m = openModel("tests/data/mjcf/sensor_misc.xml");
  mjData* d = mj_makeData(m);
  const int adr = m->sensor_adr[mj_name2id(m, mjOBJ_SENSOR, "kinetic")];
  randomState(m, d);
  mj_fwdPosition(m, d);
  sensor_pos_w1(m, d);
  assert_true(d->flg_energyvel && d->flg_energypos);
  const mjtNum first = d->sensordata[adr];
  assert_true(first > 0 && first == d->energy[1]);
  for (int i = 0; i < m->nv; i++) d->qvel[i] *= 2;
  sensor_pos_w1(m, d);
  assert_true(d->sensordata[adr] == first);
  d->flg_energyvel = 0;
  sensor_pos_w1(m, d);
  assert_true(d->sensordata[adr] == 4 * first);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A step shows what its state has, whatever was computed before it, with every integrator.
static void test_kineticEnergyOfState(void** unused) {
  (void)unused;
  static void (*const before[])(const mjModel*, mjData*) = {
      mj_energyVel, mj_energyPos, mj_forward, mj_inverse, mj_step1, mj_step, mj_sensorVel};
  mjModel* m = openModel("tests/data/mjcf/sensor_misc.xml");
  const int adr = m->sensor_adr[mj_name2id(m, mjOBJ_SENSOR, "kinetic")];
  for (int k = 0; k < 8 * (int)(sizeof before / sizeof *before); k++) {
    m->opt.integrator = k % 4;
    m->opt.enableflags = k / 4 % 2 ? mjENBL_ENERGY : 0;
    mjData *d = mj_makeData(m), *fresh = mj_makeData(m);
    randomState(m, d);
    mj_forward(m, d);
    before[k / 8](m, d);
    for (int i = 0; i < m->nv; i++) d->qvel[i] = 1 + d->qvel[i];
    mj_copyState(m, d, fresh, mjSTATE_INTEGRATION);
    mj_step(m, d);
    mj_step(m, fresh);
    assert_true(d->sensordata[adr] > 0);
    assert_memory_equal(d->sensordata, fresh->sensordata,
                        (size_t)m->nsensordata * sizeof *d->sensordata);
    mj_deleteData(d);
    mj_deleteData(fresh);
  }
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),         cmocka_unit_test(test_rates),
      cmocka_unit_test(test_supported),      cmocka_unit_test(test_inLanes),
      cmocka_unit_test(test_cutoffKeepsNan), cmocka_unit_test(test_limitRows),
      cmocka_unit_test(test_userSensors),    cmocka_unit_test(test_disabled),
      cmocka_unit_test(test_kineticEnergy),  cmocka_unit_test(test_kineticEnergyOfState),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
