// Transmissions: lengths, moments and velocities against the reference, against finite differences
// and dense Jacobians; acceptance criteria AC1 to AC11 and AC13 of the slider-crank specification;
// the same bits in all widths.
#include "tendon_support.h"

#define GOLDEN_TOLERANCE 1e-11  // the golden figures have 14 digits
#define DIFF_STEP 1e-6
#define DIFF_TOLERANCE 2e-8

// ---- help

// dense row of an output
static void denseRow(const mjModel* m, const mjData* d, int out, double* row) {
  memset(row, 0, (size_t)m->nv * sizeof *row);
  for (int k = 0; k < d->moment_rownnz[out]; k++) {
    const int at = d->moment_rowadr[out] + k;
    assert_true(at >= 0 && at < m->nJmom);
    row[d->moment_colind[at]] += d->actuator_moment[at];
  }
}

// rows follow each other without gaps, columns ascend, rows of poses hold nonzeros only
static void checkStructure(const mjModel* m, const mjData* d) {
  int adr = 0;
  for (int i = 0; i < m->nactuator; i++) {
    const int trn = m->actuator_trntype[i];
    const bool packed = trn == mjTRN_SITE || trn == mjTRN_SLIDERCRANK || trn == mjTRN_BODY ||
                        (trn == mjTRN_SO3 && m->actuator_trnid[2 * i + 1] >= 0);
    for (int out = m->actuator_outadr[i]; out < m->actuator_outadr[i] + m->actuator_outnum[i];
         out++) {
      assert_int_equal(d->moment_rowadr[out], adr);
      for (int k = 0; k < d->moment_rownnz[out]; k++, adr++) {
        assert_true(d->moment_colind[adr] >= 0 && d->moment_colind[adr] < m->nv);
        if (k) assert_true(d->moment_colind[adr] > d->moment_colind[adr - 1]);
        if (packed) assert_true(d->actuator_moment[adr] != 0);
      }
    }
  }
  assert_true(adr <= m->nJmom);
}

static mjModel* needText(const char* xml) {
  char error[1000] = "";
  mjModel* m = loadText(xml, error);
  if (!m) fail_msg("%s", error);
  return m;
}

// ---- reference

static void test_golden(void** state) {
  (void)state;
  Golden g = goldenOpen();
  mjModel* m = NULL;
  mjData* d = NULL;
  double length = 0, moment = 0, velocity = 0;
  int outputs = 0;
  for (bool fresh; goldenNext(&g, &fresh);) {
    if (fresh) {
      mj_deleteData(d);
      mj_deleteModel(m);
      m = loadFile(g.model);
      d = mj_makeData(m);
    }
    const int nv = (int)m->nv, nout = (int)m->nout;
    memcpy(d->qpos, goldenField(&g, "qpos", (int)m->nq), (size_t)m->nq * sizeof(double));
    memcpy(d->qvel, goldenField(&g, "qvel", nv), (size_t)nv * sizeof(double));
    runWorld(m, d);
    checkStructure(m, d);
    double* dense = calloc((size_t)(nout * nv) + 1, sizeof *dense);
    for (int i = 0; i < nout; i++) denseRow(m, d, i, dense + i * nv);
    compareField(&g, "actuator_length", d->actuator_length, nout, GOLDEN_TOLERANCE, &length);
    compareField(&g, "moment", dense, nout * nv, GOLDEN_TOLERANCE, &moment);
    compareField(&g, "actuator_velocity", d->actuator_velocity, nout, GOLDEN_TOLERANCE, &velocity);
    free(dense);
    outputs += nout;
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  print_message("%d outputs; worst: length %.2g, moment %.2g, velocity %.2g\n", outputs, length,
                moment, velocity);
  assert_true(outputs > 300);
}

// ---- moment = d length / d q, where the reference's moment is one

static bool hasDerivative(const mjModel* m, int actuator) {
  const int trn = m->actuator_trntype[actuator], id = m->actuator_trnid[2 * actuator];
  if (trn == mjTRN_SLIDERCRANK || trn == mjTRN_TENDON) return true;
  if (trn != mjTRN_JOINT && trn != mjTRN_JOINTINPARENT) return false;
  return m->jnt_type[id] == mjJNT_HINGE || m->jnt_type[id] == mjJNT_SLIDE;
}

static void lengthsAt(const mjModel* m, mjData* d, const double* qpos, int dof, double dt,
                      double* res) {
  double* dir = calloc((size_t)m->nv, sizeof *dir);
  dir[dof] = 1;
  memcpy(d->qpos, qpos, (size_t)m->nq * sizeof(double));
  LANE(dyn_integratePos)(m, d->qpos, dir, dt);
  runWorld(m, d);
  memcpy(res, d->actuator_length, (size_t)m->nout * sizeof(double));
  free(dir);
}

static int momentError(const mjModel* m, const mjData* d, mjData* moved, double* worst) {
  const size_t nout = (size_t)m->nout;
  double *plus = calloc(nout, 8), *minus = calloc(nout, 8), *row = calloc((size_t)m->nv, 8);
  int checked = 0;
  for (int dof = 0; dof < m->nv; dof++) {
    lengthsAt(m, moved, d->qpos, dof, DIFF_STEP, plus);
    lengthsAt(m, moved, d->qpos, dof, -DIFF_STEP, minus);
    for (int i = 0; i < m->nactuator; i++) {
      if (!hasDerivative(m, i)) continue;
      const int out = m->actuator_outadr[i];
      denseRow(m, d, out, row);
      *worst = fmax(*worst, fabs((plus[out] - minus[out]) / (2 * DIFF_STEP) - row[dof]));
      checked++;
    }
  }
  free(plus);
  free(minus);
  free(row);
  return checked;
}

static void test_momentIsDerivative(void** state) {
  (void)state;
  static const char* const models[] = {"transmission.xml",
                                       "../../data/mjcf/actuator_transmission.xml",
                                       "../../../models/slider_crank.xml"};
  double worst = 0;
  int checked = 0;
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    mjModel* m = loadFile(models[i]);
    mjData *d = mj_makeData(m), *moved = mj_makeData(m);
    for (int k = 0; k < 3; k++) {
      randomState(m, d);
      mj_normalizeQuat(m, d->qpos);
      runWorld(m, d);
      checked += momentError(m, d, moved, &worst);
    }
    mj_deleteData(d);
    mj_deleteData(moved);
    mj_deleteModel(m);
  }
  print_message("%d entries, worst |moment - dlength/dq| %.2g\n", checked, worst);
  assert_true(checked > 300 && worst <= DIFF_TOLERANCE);
}

// ---- acceptance criteria

#define CRANK_MODEL(bodyPos, crankPos, length, gear)                                               \
  "<mujoco><worldbody><site name='slider'/><body pos='" bodyPos "'>"                               \
  "<joint name='j' type='hinge' axis='0 1 0'/>"                                                    \
  "<inertial pos='0 0 0' mass='1' diaginertia='0.1 0.1 0.1'/><site name='crank' pos='" crankPos    \
  "'/>"                                                                                            \
  "</body></worldbody><actuator><general cranksite='crank' slidersite='slider' "                   \
  "cranklength='" length "' gear='" gear "'/></actuator></mujoco>"

static void test_AC1_slidercrankLength(void** state) {
  (void)state;
  mjModel* m = needText(CRANK_MODEL("0 0 0", "0 0 1", "0.5", "2"));
  mjData* d = mj_makeData(m);
  runWorld(m, d);
  assert_true(fabs(d->actuator_length[0] - 1) <= 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_AC2_slidercrankMoment(void** state) {
  (void)state;
  mjModel* m = needText(CRANK_MODEL("0 0 0", "0.5 0 0.5", "0.6", "1"));
  mjData* d = mj_makeData(m);
  runWorld(m, d);
  // v = (.5,0,.5), a.v = .5, s = sqrt(.11); dv/dq = (.5,0,-.5): moment = -.5(1-.5/s) + 0/s
  const double s = sqrt(0.11), moment = -0.5 * (1 - 0.5 / s);
  assert_true(fabs(d->actuator_length[0] - (0.5 - s)) <= 1e-12);
  assert_int_equal(d->moment_rownnz[0], 1);
  assert_true(fabs(d->actuator_moment[0] - moment) <= 1e-12);
  assert_true(fabs(d->actuator_moment[0] - 0.25378) <= 1e-4);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_AC3_slidercrankVelocity(void** state) {
  (void)state;
  mjModel* m = needText(CRANK_MODEL("0 0 0", "0.5 0 0.5", "0.6", "1"));
  mjData* d = mj_makeData(m);
  d->qvel[0] = 1;
  runWorld(m, d);
  assert_true(fabs(d->actuator_velocity[0] - 0.25378) <= 1e-4);
  assert_true(d->actuator_velocity[0] == d->actuator_moment[0]);
  m->opt.disableflags |= mjDSBL_ACTUATION;
  LANE(transmission_velocity)(m, d);
  assert_true(d->actuator_velocity[0] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the force reaches the joint through the moment
static void test_AC4_slidercrankForce(void** state) {
  (void)state;
  mjModel* m = needText(CRANK_MODEL("0 0 0", "0.5 0 0.5", "0.6", "1"));
  mjData* d = mj_makeData(m);
  m->actuator_gainprm[0] = 1;
  d->ctrl[0] = 1;
  mj_step(m, d);
  assert_true(d->qfrc_actuator[0] != 0);
  assert_true(d->qfrc_actuator[0] == d->actuator_moment[0]);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_AC5_slidercrankOutOfReach(void** state) {
  (void)state;
  mjModel* m = needText(CRANK_MODEL("1 0 0", "0 0 0", "0.5", "1"));
  mjData* d = mj_makeData(m);
  runWorld(m, d);
  assert_true(fabs(d->actuator_length[0]) <= 1e-12);
  for (int k = 0; k < d->moment_rownnz[0]; k++) assert_true(isfinite(d->actuator_moment[k]));
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a joint in its parent's frame is the same joint if it has one dof
static void sameInParent(const char* type) {
  mjModel* m[2];
  mjData* d[2];
  for (int k = 0; k < 2; k++) {
    char xml[1000];
    snprintf(
        xml, sizeof xml,
        "<mujoco><worldbody><body><joint name='j' type='%s' axis='0 1 0'/><geom size='0.1'/></body>"
        "</worldbody><actuator><motor %s='j' gear='5'/></actuator></mujoco>",
        type, k ? "jointinparent" : "joint");
    m[k] = needText(xml);
    d[k] = mj_makeData(m[k]);
    d[k]->qpos[0] = 0.7, d[k]->qvel[0] = -1.3, d[k]->ctrl[0] = 1;
    mj_step(m[k], d[k]);
  }
  assert_true(d[0]->actuator_length[0] == 3.5);
  sameBits("length", d[0]->actuator_length, d[1]->actuator_length, 1);
  sameBits("velocity", d[0]->actuator_velocity, d[1]->actuator_velocity, 1);
  sameBits("moment", d[0]->actuator_moment, d[1]->actuator_moment, 1);
  sameBits("qfrc", d[0]->qfrc_actuator, d[1]->qfrc_actuator, 1);
  assert_true(d[0]->qfrc_actuator[0] == 5);
  for (int k = 0; k < 2; k++) {
    mj_deleteData(d[k]);
    mj_deleteModel(m[k]);
  }
}

static void test_AC6_hingeInParent(void** state) {
  (void)state;
  sameInParent("hinge");
}

static void test_AC7_slideInParent(void** state) {
  (void)state;
  sameInParent("slide");
}

static void test_AC8_jointinparentParsed(void** state) {
  (void)state;
  mjModel* m = needText("<mujoco><worldbody><body><joint name='a'/><joint name='b'/><geom "
                        "size='0.1'/></body></worldbody>"
                        "<actuator><general jointinparent='b' gear='5'/></actuator></mujoco>");
  assert_int_equal(m->actuator_trntype[0], mjTRN_JOINTINPARENT);
  assert_int_equal(m->actuator_trnid[0], mj_name2id(m, mjOBJ_JOINT, "b"));
  assert_true(m->actuator_gear[0] == 5);
  mj_deleteModel(m);
}

static void test_AC9_slidercrankParsed(void** state) {
  (void)state;
  mjModel* m = needText(CRANK_MODEL("0 0 0", "0 0 1", "0.5", "2"));
  assert_int_equal(m->actuator_trntype[0], mjTRN_SLIDERCRANK);
  assert_int_equal(m->actuator_trnid[0], mj_name2id(m, mjOBJ_SITE, "crank"));
  assert_int_equal(m->actuator_trnid[1], mj_name2id(m, mjOBJ_SITE, "slider"));
  assert_true(m->actuator_cranklength[0] == 0.5 && m->actuator_gear[0] == 2);
  mj_deleteModel(m);
}

static void test_AC10_slidersiteMissing(void** state) {
  (void)state;
  char error[1000] = "";
  mjModel* m = loadText(
      "<mujoco><worldbody><body><joint/><geom size='0.1'/><site name='crank'/></body></worldbody>"
      "<actuator><general cranksite='crank' cranklength='0.5'/></actuator></mujoco>",
      error);
  assert_null(m);
  assert_non_null(strstr(error, "slidersite"));
}

static void test_AC11_cranklengthNotPositive(void** state) {
  (void)state;
  char error[1000] = "";
  assert_null(loadText(CRANK_MODEL("0 0 0", "0 0 1", "0", "2"), error));
  assert_non_null(strstr(error, "cranklength"));
}

// slider-crank moments by dense Jacobians: dl/da.(Jr x a) + dl/dv.(Jp - Jp)
static void crankByJacobians(const mjModel* m, const mjData* d, int i, double* row) {
  const int site[2] = {m->actuator_trnid[2 * i], m->actuator_trnid[2 * i + 1]};
  const int nv = (int)m->nv;
  double* jac = calloc((size_t)(12 * nv), sizeof *jac);
  for (int k = 0; k < 2; k++) {
    LANE(dyn_jac)
    (m, d, jac + 6 * k * nv, jac + (6 * k + 3) * nv, d->site_xpos + 3 * site[k],
     m->site_bodyid[site[k]]);
  }
  double a[3], v[3];
  for (int k = 0; k < 3; k++) {
    a[k] = d->site_xmat[9 * site[1] + 3 * k + 2];
    v[k] = d->site_xpos[3 * site[0] + k] - d->site_xpos[3 * site[1] + k];
  }
  const double av = mju_dot3(a, v), rod = m->actuator_cranklength[i];
  const double det = av * av + rod * rod - mju_dot3(v, v), s = sqrt(fmax(det, 0));
  for (int dof = 0; dof < nv; dof++) {
    double jr[3], axis[3], jv[3];
    for (int k = 0; k < 3; k++) {
      jr[k] = jac[(9 + k) * nv + dof];
      jv[k] = jac[k * nv + dof] - jac[(6 + k) * nv + dof];
    }
    mju_cross(axis, jr, a);  // AC13: how the axis moves
    const double dav = mju_dot3(a, jv) + mju_dot3(v, axis), dvv = mju_dot3(v, jv);
    row[dof] =
        m->actuator_gear[6 * m->actuator_outadr[i]] * (det > 0 ? dav - (av * dav - dvv) / s : dav);
  }
  free(jac);
}

static void test_AC13_axisJacobian(void** state) {
  (void)state;
  mjModel* m = loadFile("transmission.xml");
  mjData* d = mj_makeData(m);
  double *dense = calloc((size_t)m->nv, 8), *row = calloc((size_t)m->nv, 8), worst = 0;
  int inReach = 0, outOfReach = 0;
  for (int round = 0; round < 10; round++) {
    randomState(m, d);
    runWorld(m, d);
    for (int i = 0; i < m->nactuator; i++) {
      if (m->actuator_trntype[i] != mjTRN_SLIDERCRANK) continue;
      crankByJacobians(m, d, i, dense);
      denseRow(m, d, m->actuator_outadr[i], row);
      worst = fmax(worst, worstError(row, dense, (int)m->nv));
      if (m->actuator_cranklength[i] < 0.1) {
        outOfReach++;
      } else {
        inReach++;
      }
    }
  }
  print_message("%d + %d rows, worst difference %.2g\n", inReach, outOfReach, worst);
  assert_true(worst <= 1e-12 && inReach && outOfReach);
  free(dense);
  free(row);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- lanes

// next entry that is not zero, or n
static int nonzero(const double* array, int from, int n) {
  while (from < n && array[from] == 0) from++;
  return from;
}

// lanes keep zeros that one world drops: what is not zero must agree in order
static void checkTransmissions(const mjModel* m, const mjData* a, const mjData* b) {
  sameBits("actuator_length", a->actuator_length, b->actuator_length, (int)m->nout);
  sameBits("actuator_velocity", a->actuator_velocity, b->actuator_velocity, (int)m->nout);
  int used = 0;
  for (int i = 0; i < m->nout; i++) used += a->moment_rownnz[i];
  const int n = (int)m->nJmom;
  int i = nonzero(a->actuator_moment, 0, used), j = nonzero(b->actuator_moment, 0, n);
  for (; i < used && j < n;
       i = nonzero(a->actuator_moment, i + 1, used), j = nonzero(b->actuator_moment, j + 1, n)) {
    sameBits("actuator_moment", a->actuator_moment + i, b->actuator_moment + j, 1);
  }
  assert_true(i == used && j == n);
}

// Entries that no row uses are zero, then what the passes before have left there (mujoco 3.12.0).
static void test_unusedEntries(void** state) {
  (void)state;
  char error[500] = "";
  mjModel* m = sn_loadXMLString(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/><site name='a' pos='.1 .2 0'/><site "
      "name='b' pos='-.3 .1 0'/></body></worldbody><actuator><general site='a' gear='0 0 1 0 0 "
      ".5'/><general site='b' gear='0 0 2 0 0 -.5'/></actuator></mujoco>",
      error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  assert_int_equal(m->nJmom, 12);
  static const mjtNum turn[3][4] = {{1, 0, 0, 0}, {.5, .5, .1, .3}, {1, 0, 0, 0}};
  static const mjtNum left[4] = {0.2666666666666666, 0.19999999999999996, 0.5999999999999999,
                                 -0.49999999999999994};
  for (int i = 0; i < 3; i++) {
    mju_copy4(d->qpos + 3, turn[i]);
    mj_forward(m, d);
    assert_int_equal(d->moment_rownnz[1], i == 1 ? 6 : 4);
    for (int k = 0; k < 4; k++) {
      assert_true(fabs(d->actuator_moment[8 + k] - (i ? left[k] : 0)) < 1e-15);
      assert_int_equal(d->moment_colind[8 + k], i ? 2 + k : 0);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_lanes(void** state) {
  (void)state;
  for (int k = 0; k < 5; k++) compareLanes("transmission.xml", checkTransmissions);
  compareLanes("../../data/mjcf/actuator_transmission.xml", checkTransmissions);
  compareLanes("../../data/mjcf/actuator_orientation.xml", checkTransmissions);
  compareLanes("../../data/mjcf/actuator_adhesion.xml", checkTransmissions);
  compareLanes("../../../models/muscle_arm.xml", checkTransmissions);
  compareLanes("../../../models/slider_crank.xml", checkTransmissions);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),
      cmocka_unit_test(test_momentIsDerivative),
      cmocka_unit_test(test_AC1_slidercrankLength),
      cmocka_unit_test(test_AC2_slidercrankMoment),
      cmocka_unit_test(test_AC3_slidercrankVelocity),
      cmocka_unit_test(test_AC4_slidercrankForce),
      cmocka_unit_test(test_AC5_slidercrankOutOfReach),
      cmocka_unit_test(test_AC6_hingeInParent),
      cmocka_unit_test(test_AC7_slideInParent),
      cmocka_unit_test(test_AC8_jointinparentParsed),
      cmocka_unit_test(test_AC9_slidercrankParsed),
      cmocka_unit_test(test_AC10_slidersiteMissing),
      cmocka_unit_test(test_AC11_cranklengthNotPositive),
      cmocka_unit_test(test_AC13_axisJacobian),
      cmocka_unit_test(test_unusedEntries),
      cmocka_unit_test(test_lanes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
