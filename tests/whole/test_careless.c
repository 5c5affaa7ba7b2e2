// Sequences of public calls that a careful program would not make: options, contacts and states
// that change between the stages of a step. What was made for the old ones is made again or left
// out.
#include <limits.h>
#include <math.h>

#include "support.h"

static const char pileXml[] =
    "<mujoco><option timestep='.005'/><worldbody>"
    "<geom type='plane' size='2 2 .1' condim='3'/>"
    "<body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1' condim='4'/></body>"
    "<body pos='.05 0 .28'><freejoint/><geom type='box' size='.1 .1 .1' condim='6'/>"
    "<body pos='.2 0 0'><joint axis='0 1 0' range='-.1 .1' limited='true' frictionloss='.1'/>"
    "<geom size='.05' mass='.1'/></body></body>"
    "</worldbody></mujoco>";

static mjModel* load(const char* xml) {
  char error[500] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

// ---- options that shape buffers

typedef struct {
  int jacobian, cone, solver, islands, exact, noslip;
} Shape;

static Shape shapeOf(int k) {
  return (Shape){k % 2 ? mjJAC_SPARSE : mjJAC_DENSE,
                 k / 2 % 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL,
                 k / 4 % 3,
                 k / 12 % 2,
                 k / 24 % 2,
                 k / 48 % 2};
}

static void setShape(mjModel* m, Shape s) {
  m->opt.jacobian = s.jacobian;
  m->opt.cone = s.cone;
  m->opt.solver = s.solver;
  m->opt.disableflags = s.islands ? 0 : mjDSBL_ISLAND;
  m->opt.enableflags = s.exact ? mjENBL_DIAGEXACT : 0;
  m->opt.noslip_iterations = s.noslip;
}

static const int NSHAPE = 96;

// after a change between two stages the next whole step is the one of a fresh data
static void changedBetweenStages(void** state) {
  (void)state;
  mjModel* m = load(pileXml);
  mjData *d = mj_makeData(m), *fresh = mj_makeData(m);
  const int size = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* full = malloc((size_t)size * sizeof *full);
  for (int k = 0; k < 2000; k++) {
    setShape(m, shapeOf((int)(rng_next() % NSHAPE)));
    mj_step1(m, d);
    setShape(m, shapeOf((int)(rng_next() % NSHAPE)));
    if (k % 3 == 0) mj_projectConstraint(m, d);
    if (k % 3 == 1) mj_island(m, d);
    setShape(m, shapeOf((int)(rng_next() % NSHAPE)));
    if (k % 5 == 0) mj_fwdConstraint(m, d);
    if (k % 7 == 0) mj_projectConstraint(m, d);
    for (int i = 0; i < d->ncon; i++) {
      mjtNum force[6];
      mj_contactForce(m, d, i, force);
    }
    mj_step2(m, d);
    mj_rnePostConstraint(m, d);
    mj_getState(m, d, full, mjSTATE_INTEGRATION);
    mj_setState(m, fresh, full, mjSTATE_INTEGRATION);
    mj_step(m, d);
    mj_step(m, fresh);
    assert_memory_equal(d->qpos, fresh->qpos, (size_t)m->nq * sizeof(mjtNum));
    assert_memory_equal(d->qvel, fresh->qvel, (size_t)m->nv * sizeof(mjtNum));
  }
  free(full);
  mj_deleteData(d);
  mj_deleteData(fresh);
  mj_deleteModel(m);
}

// the rows that are there say what a contact's numbers are, not the option
static void forceAfterConeChange(void** state) {
  (void)state;
  mjModel* m = load(pileXml);
  mjData* d = mj_makeData(m);
  m->opt.cone = mjCONE_PYRAMIDAL;
  mj_forward(m, d);
  mjtNum before[6], after[6];
  mj_contactForce(m, d, 0, before);
  m->opt.cone = mjCONE_ELLIPTIC;
  mj_contactForce(m, d, 0, after);
  assert_true(before[0] > 0);
  assert_memory_equal(before, after, sizeof before);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- contacts

static void addedContact(void** state) {
  (void)state;
  mjModel* m = load(pileXml);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  const int ncon = d->ncon;
  assert_true(ncon > 1 && d->nefc > 0);
  const mjContact con = d->contact[1];
  assert_int_equal(mj_addContact(m, d, &con), 0);
  assert_int_equal(d->ncon, ncon + 1);
  assert_int_equal(d->nefc, 0);
  for (int i = 0; i < d->ncon; i++) {
    mjtNum force[6] = {1, 1, 1, 1, 1, 1};
    assert_int_equal(d->contact[i].efc_address, -1);
    mj_contactForce(m, d, i, force);
    assert_true(force[0] == 0);
  }
  mj_rnePostConstraint(m, d);
  mj_sensorAcc(m, d);
  mj_makeConstraint(m, d);
  assert_true(d->contact[ncon].efc_address > 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void refusedContact(void** state) {
  (void)state;
  mjModel* m = load(pileXml);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  const int ncon = d->ncon;
  mjContact con = d->contact[0];
  con.dim = 5;
  catch_begin();
  assert_int_equal(mj_addContact(m, d, &con), 1);
  assert_non_null(strstr(caught.subject, "dim is 5"));
  con.dim = 3;
  con.geom[1] = (int)m->ngeom;
  assert_int_equal(mj_addContact(m, d, &con), 1);
  assert_non_null(strstr(caught.subject, "geom[1]"));
  catch_end();
  assert_int_equal(d->ncon, ncon);
  // a condim that does not exist drops the contact, it does not overrun its rows
  m->geom_condim[1] = m->geom_condim[2] = 5;
  catch_begin();
  mj_forward(m, d);
  catch_end();
  for (int i = 0; i < d->ncon; i++) assert_true(d->contact[i].dim != 5);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a contact that no dof can change: rows without columns
static void contactWithoutColumns(void** state) {
  (void)state;
  static const char xml[] =
      "<mujoco><worldbody><body><freejoint/>"
      "<geom name='a' size='.1'/><geom name='b' size='.1' pos='.1 0 0'/></body></worldbody>"
      "<contact><pair geom1='a' geom2='b' condim='4'/></contact></mujoco>";
  for (int k = 0; k < NSHAPE; k++) {
    mjModel* m = load(xml);
    setShape(m, shapeOf(k));
    mjData* d = mj_makeData(m);
    mj_step(m, d);
    assert_true(d->ncon == 1);
    for (int i = 0; i < d->nefc * m->nv && !d->efc_J_rownnz; i++) assert_true(d->efc_J[i] == 0);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// ---- states

static const char delayXml[] =
    "<mujoco><option timestep='.01'/><worldbody><body><joint name='j'/><geom size='.1'/></body>"
    "</worldbody><actuator><motor joint='j' delay='.03' nsample='5' interp='cubic'/></actuator>"
    "<sensor><jointpos joint='j' delay='.02' nsample='4' interp='linear'/></sensor></mujoco>";

static void cursorOutOfRange(void** state) {
  (void)state;
  static const double bad[] = {-1, -1e300, 1e300, 5, NAN, INFINITY, -INFINITY, -0.5};
  mjModel* m = load(delayXml);
  mjData *d = mj_makeData(m), *last = mj_makeData(m);
  const int size = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* full = malloc((size_t)size * sizeof *full);
  const int cursor[] = {m->actuator_historyadr[0] + 1, m->sensor_historyadr[0] + 1};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    mj_resetData(m, d);
    for (int i = 0; i < 3; i++) mj_step(m, d);
    for (int i = 0; i < 2; i++) d->history[cursor[i]] = bad[k];
    for (int i = 0; i < (int)m->nhistory && k % 2; i++) {
      if (rng_next() % 3 == 0) d->history[i] = bad[rng_next() % (sizeof bad / sizeof *bad)];
    }
    mj_getState(m, d, full, mjSTATE_INTEGRATION);
    mj_setState(m, d, full, mjSTATE_INTEGRATION);
    mjtNum value;
    for (int interp = -1; interp <= 2; interp++) {
      mj_readCtrl(m, d, 0, d->time, interp);
      mj_readSensor(m, d, 0, d->time, &value, interp);
    }
    if (k % 2 == 0) {  // a cursor beyond the slots is one at the last
      mj_copyData(last, m, d);
      for (int i = 0; i < 2; i++) last->history[cursor[i]] = 4 - i;
    }
    for (int i = 0; i < 10; i++) mj_step(m, d);
    for (int i = 0; i < 10; i++) mj_step(m, last);
    if (k % 2 == 0)
      assert_memory_equal(d->history, last->history, (size_t)m->nhistory * sizeof(mjtNum));
    const mjtNum values[5] = {0};
    mj_initCtrlHistory(m, d, 0, NULL, values);
  }
  free(full);
  mj_deleteData(d);
  mj_deleteData(last);
  mj_deleteModel(m);
}

// ---- arenas that are too small

// what does not fit is left out with a warning, and a step depends on its state alone
static void smallArena(void** state) {
  (void)state;
  static const int bytes[] = {0, 1, 40, 63, 64, 1000, 3000, 5000, 8000, 12000, 16000, 20000, 30000};
  int warnings = 0;
  for (int k = 0; k < 8 * (int)(sizeof bytes / sizeof *bytes); k++) {
    mjModel* m = load(pileXml);
    m->narena = bytes[k / 8];
    m->opt.integrator = k % 4;
    m->opt.cone = k / 4 % 2;
    mjData *d = mj_makeData(m), *fresh = mj_makeData(m);
    const int size = mj_stateSize(m, mjSTATE_INTEGRATION);
    mjtNum* full = malloc((size_t)size * sizeof *full);
    catch_begin();
    for (int i = 0; i < 20; i++) {
      mj_step(m, d);
      mj_getState(m, d, full, mjSTATE_INTEGRATION);
      if (i % 2) {                    // results of another life
        mj_resetDataDebug(m, d, 38);  // tiny numbers
        mj_setState(m, d, full, mjSTATE_INTEGRATION);
      }
      mj_resetData(m, fresh);
      mj_setState(m, fresh, full, mjSTATE_INTEGRATION);
      mj_step(m, d);
      mj_step(m, fresh);
      assert_memory_equal(d->qpos, fresh->qpos, (size_t)m->nq * sizeof(mjtNum));
      assert_memory_equal(d->qvel, fresh->qvel, (size_t)m->nv * sizeof(mjtNum));
    }
    catch_end();
    const int full1 = d->warning[mjWARN_CONTACTFULL].number;
    const int full2 = d->warning[mjWARN_CNSTRFULL].number;
    if (bytes[k / 8] <= 1000) assert_true(full1 + full2 > 0);
    warnings += full1 + full2;
    free(full);
    mj_deleteData(d);
    mj_deleteData(fresh);
    mj_deleteModel(m);
  }
  assert_true(warnings > 0);
}

// results of another life, tiny numbers here, count for nothing where there is no room for new ones
static void leftovers(void** state) {
  (void)state;
  mjModel* m =
      load("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body>"
           "<body pos='1 0 0'><joint name='x' type='slide' armature='1'/><geom size='.1'/></body>"
           "</worldbody><actuator><general joint='x' dyntype='filter'/></actuator>"
           "</mujoco>");
  for (int bytes = 0; bytes < 1200; bytes += 40) {
    m->narena = bytes;
    mjData *d = mj_makeData(m), *fresh = mj_makeData(m);
    catch_begin();
    mj_resetDataDebug(m, d, 38);
    mj_step(m, d);
    mj_step(m, fresh);
    catch_end();
    assert_memory_equal(d->qpos, fresh->qpos, (size_t)m->nq * sizeof(mjtNum));
    assert_memory_equal(d->qvel, fresh->qvel, (size_t)m->nv * sizeof(mjtNum));
    assert_memory_equal(d->act, fresh->act, (size_t)m->na * sizeof(mjtNum));
    mj_deleteData(d);
    mj_deleteData(fresh);
  }
  mj_deleteModel(m);
}

// ---- gains

// a PID actuator that gets an integral gain after it was compiled without one has no activation for
// it, and does not take that of its neighbour
static void gainWithoutActivation(void** state) {
  (void)state;
  mjModel* m = load("<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"
                    "<actuator><pid joint='j' kp='1' slewmax='1'/>"
                    "<general joint='j' dyntype='integrator'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  assert_int_equal(m->na, 2);
  d->ctrl[0] = d->act[1] = 100;
  mj_forward(m, d);
  const mjtNum force = d->actuator_force[0];
  m->actuator_gainprm[0] = 10;
  mj_forward(m, d);
  assert_true(d->actuator_force[0] == force);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- states that are not finite

static bool hasBad(const mjtNum* x, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (mju_isBad(x[i])) return true;
  }
  return false;
}

// a state that a step has made bad is told by the next one, which resets it; also of RK4, whose
// stages are not looked at
static void badStateIsTold(void** state) {
  (void)state;
  int badPos = 0, badVel = 0;
  for (int k = 0; k < 16; k++) {
    mjModel* m = load(pileXml);
    m->opt.integrator = k % 4;
    m->opt.timestep = k / 8 ? 20 : 1e200;
    const bool isReset = k / 4 % 2 == 0;
    if (!isReset) m->opt.disableflags |= mjDSBL_AUTORESET;
    mjData* d = mj_makeData(m);
    catch_begin();
    for (int i = 0; i < 10; i++) {
      d->qvel[4] = 1e6;
      d->qfrc_applied[3] = 1e8;
      mj_step(m, d);
      const bool isBadPos = hasBad(d->qpos, m->nq), isBadVel = hasBad(d->qvel, m->nv);
      if (!isBadPos && !isBadVel) continue;
      badPos += isBadPos;
      badVel += isBadVel && !isBadPos;
      for (int w = 0; w < mjNWARNING; w++) d->warning[w].number = 0;
      mj_step(m, d);
      assert_int_equal(d->warning[isBadPos ? mjWARN_BADQPOS : mjWARN_BADQVEL].number,
                       isReset ? 1 : 2);
      if (isReset) assert_true(d->time == m->opt.timestep);
    }
    catch_end();
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  print_message("%d bad positions, %d bad velocities alone\n", badPos, badVel);
  assert_true(badPos > 0 && badVel > 0);
}

// an activation that is not finite is told in every step, also where it moves nothing; the rest of
// the state goes on as if it were not there
static void badActivationIsTold(void** state) {
  (void)state;
  static const char xml[] = "<mujoco><option actuatorgroupdisable='1'/><worldbody><body>"
                            "<joint name='j' axis='0 1 0'/><geom size='.1' pos='.2 0 0'/><site "
                            "name='s'/></body></worldbody>"
                            "<actuator><general site='s' gear='0 0 0 0 0 0' dyntype='integrator'/>"
                            "<general joint='j' dyntype='integrator' group='1'/>"
                            "<general joint='j' dyntype='integrator'/></actuator></mujoco>";
  static const mjtNum values[] = {NAN, INFINITY, -INFINITY};
  mjModel* m = load(xml);
  for (int k = 0; k < 4 * 3 * 3; k++) {
    const int slot = k / 12;
    m->opt.integrator = k % 4;
    mjData *d = mj_makeData(m), *good = mj_makeData(m);
    d->act[slot] = values[k / 4 % 3];
    for (int i = 0; i < 5; i++) {
      catch_begin();
      for (int w = 0; w < mjNWARNING; w++) d->warning[w].number = 0;
      mj_step(m, d);
      mj_step(m, good);
      catch_end();
      if (slot == 2) break;  // it reaches a joint
      assert_int_equal(d->warning[mjWARN_BADCTRL].number, 1);
      assert_int_equal(d->warning[mjWARN_BADCTRL].lastinfo, slot);
      assert_non_null(strstr(caught.subject, "of act"));
      assert_memory_equal(d->qpos, good->qpos, sizeof(mjtNum));
      assert_memory_equal(d->qvel, good->qvel, sizeof(mjtNum));
    }
    if (slot == 2) {
      assert_int_equal(d->warning[mjWARN_BADQACC].number, 1);
      assert_true(isfinite(d->act[slot]));
    }
    mj_deleteData(d);
    mj_deleteData(good);
  }
  mj_deleteModel(m);
}

// ---- ids that do not exist

enum { NUMBERS = 100 };  // what a function writes to

static void idJac(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_jac(m, d, res, res, d->xpos, id);
}
static void idJacBody(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_jacBody(m, d, res, res, id);
}
static void idJacBodyCom(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_jacBodyCom(m, d, res, res, id);
}
static void idJacGeom(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_jacGeom(m, d, res, res, id);
}
static void idJacSite(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_jacSite(m, d, res, res, id);
}
static void idJacSubtree(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_jacSubtreeCom(m, d, res, id);
}
static void idJacAxis(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_jacPointAxis(m, d, res, res, d->xpos, d->xmat, id);
}
static void idJacDot(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_jacDot(m, d, res, res, d->xpos, id);
}
static void idAngmom(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_angmomMat(m, d, res, id);
}
static void idApply(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_applyFT(m, d, d->xmat, d->xmat, d->xpos, id, res);
}
static void idLocal(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_local2Global(d, res, res, m->body_pos, m->body_quat, id, mjSAMEFRAME_NONE);
}
static void idVelocity(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_objectVelocity(m, d, mjOBJ_CAMERA, id, res, 1);
}
static void idAcceleration(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_objectAcceleration(m, d, mjOBJ_XBODY, id, res, 0);
}
static void idDistance1(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_geomDistance(m, d, id, 0, 1, res);
}
static void idDistance2(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_geomDistance(m, d, 0, id, 1, res);
}
static void idRayMesh(const mjModel* m, mjData* d, int id, mjtNum* res) {
  assert_true(mj_rayMesh(m, d, id, d->xpos, d->xmat, res) == -1);
}
static void idRayHfield(const mjModel* m, mjData* d, int id, mjtNum* res) {
  assert_true(mj_rayHfield(m, d, id, d->xpos, d->xmat, res) == -1);
}
static void idMaxContact(const mjModel* m, mjData* d, int id, mjtNum* res) {
  (void)d, (void)res;
  assert_int_equal(mj_maxContact(m, id, 0, 0), 0);
}
static void idReadCtrl(const mjModel* m, mjData* d, int id, mjtNum* res) {
  (void)res;
  mj_readCtrl(m, d, id, 0, 0);
}
static void idReadSensor(const mjModel* m, mjData* d, int id, mjtNum* res) {
  assert_null(mj_readSensor(m, d, id, 0, res, 0));
}
static void idInitCtrl(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_initCtrlHistory(m, d, id, NULL, res);
}
static void idInitSensor(const mjModel* m, mjData* d, int id, mjtNum* res) {
  mj_initSensorHistory(m, d, id, NULL, res, 0);
}

// an error that names the function, and nothing is written
static void idOutOfRange(void** state) {
  (void)state;
  static const struct {
    const char* name;
    void (*call)(const mjModel* m, mjData* d, int id, mjtNum* res);
  } table[] = {{"mj_jac:", idJac},
               {"mj_jacBody:", idJacBody},
               {"mj_jacBodyCom:", idJacBodyCom},
               {"mj_jacGeom:", idJacGeom},
               {"mj_jacSite:", idJacSite},
               {"mj_jacSubtreeCom:", idJacSubtree},
               {"mj_jacPointAxis:", idJacAxis},
               {"mj_jacDot:", idJacDot},
               {"mj_angmomMat:", idAngmom},
               {"mj_applyFT:", idApply},
               {"mj_local2Global:", idLocal},
               {"mj_objectVelocity:", idVelocity},
               {"mj_objectAcceleration:", idAcceleration},
               {"mj_geomDistance:", idDistance1},
               {"mj_geomDistance:", idDistance2},
               {"mj_rayMesh:", idRayMesh},
               {"mj_rayHfield:", idRayHfield},
               {"mj_maxContact:", idMaxContact},
               {"mj_readCtrl:", idReadCtrl},
               {"mj_readSensor:", idReadSensor},
               {"mj_initCtrlHistory:", idInitCtrl},
               {"mj_initSensorHistory:", idInitSensor}};
  static const int ids[] = {-1, 5, INT_MAX, INT_MIN};  // there are at most five of anything
  mjModel* m = load(pileXml);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  mjtNum res[NUMBERS], before[NUMBERS] = {0};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
      memcpy(res, before, sizeof res);
      catch_begin();
      table[k].call(m, d, ids[i], res);
      catch_end();
      if (caught_count != 1 || strncmp(caught.subject, table[k].name, strlen(table[k].name)))
        fail_msg("%s of %d: %d messages, '%s'", table[k].name, ids[i], caught_count,
                 caught_count ? caught.subject : "");
      assert_memory_equal(res, before, sizeof res);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changedBetweenStages),
      cmocka_unit_test(forceAfterConeChange),
      cmocka_unit_test(addedContact),
      cmocka_unit_test(refusedContact),
      cmocka_unit_test(contactWithoutColumns),
      cmocka_unit_test(cursorOutOfRange),
      cmocka_unit_test(smallArena),
      cmocka_unit_test(leftovers),
      cmocka_unit_test(gainWithoutActivation),
      cmocka_unit_test(badStateIsTold),
      cmocka_unit_test(badActivationIsTold),
      cmocka_unit_test(idOutOfRange),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
