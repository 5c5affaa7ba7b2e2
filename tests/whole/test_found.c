// What programs of calls and mutants of models (fuzz/) have found: each as small as it can be.
#include "support.h"

static mjModel* load(const char* xml) {
  char error[500] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static const char armXml[] =
    "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/><body pos='1 0 0'><joint "
    "name='k'/><geom name='g' size='.1'/><site name='s'/></body></body><site name='t'/></worldbody>"
    "<tendon><spatial name='w'><site site='s'/><site site='t'/></spatial></tendon>"
    "<actuator><motor joint='j'/><motor tendon='w'/></actuator></mujoco>";

// velocities right after a reset that fills results: the moments have no rows yet
static void stagesAfterDebugReset(void** state) {
  (void)state;
  mjModel* m = load(armXml);
  mjData* d = mj_makeData(m);
  for (int byte = 1; byte < 256; byte += 17) {
    mj_resetDataDebug(m, d, (unsigned char)byte);
    mj_forwardSkip(m, d, mjSTAGE_POS, 0);
    mj_fwdVelocity(m, d);
    mj_fwdActuation(m, d);
    mj_resetDataDebug(m, d, (unsigned char)byte);
    mj_step(m, d);
    assert_false(mju_isBad(d->qpos[0]));
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stagesAfterDebugReset),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
