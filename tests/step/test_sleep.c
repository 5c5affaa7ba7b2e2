// Sleep: counters, cycles and waking against the reference, step by step; what sleeps does not move
// and wakes whole.
#include <math.h>

#include "support.h"

static mjModel* load(const char* path) {
  char full[500], error[500] = "";
  snprintf(full, sizeof full, "%s/%s", TEST_DIR, path);
  mjModel* m = mj_loadXML(full, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

// as in tools/oracle/sleep.mjs
static void push(mjData* d, int step) {
  if (step == 800) d->qvel[18] = -0.9;
  if (step == 1200) d->xfrc_applied[6 * 2] = 3;
  if (step == 1230) d->xfrc_applied[6 * 2] = 0;
  if (step == 1500) d->qpos[7 * 4] += 0.2;
  if (step == 1600) d->qvel[44] = 2;
  if (step == 1900) d->qfrc_applied[50] = 4;
  if (step == 1920) d->qfrc_applied[50] = 0;
}

// tree_asleep as text
static void describe(const mjModel* m, const mjData* d, char* text) {
  *text = 0;
  for (int t = 0; t < m->ntree; t++) sprintf(text + strlen(text), " %d", d->tree_asleep[t]);
}

static void test_counters(void** state) {
  (void)state;
  mjModel* m = load("scenes/sleep.xml");
  mjData* d = mj_makeData(m);
  FILE* file = fopen(TEST_DIR "/golden/sleep.txt", "r");
  assert_non_null(file);
  char line[500], wanted[500] = "", coming[500] = "", got[500];
  int next = -1, used = 0, wrong = 0, lines = 0;
  for (int i = 0; i <= 2500; i++) {
    while (next <= i) {  // the last line that is not of a later step holds
      strcpy(wanted, coming);
      next = 1 << 30;
      if (!fgets(line, sizeof line, file)) break;
      line[strcspn(line, "\n")] = 0;
      if (sscanf(line, "%d%n", &next, &used) != 1) {  // a comment
        next = -1;
        continue;
      }
      strcpy(coming, line + used);
      lines++;
    }
    describe(m, d, got);
    if (strcmp(got, wanted) && wrong++ < 5)
      print_message("  step %d: got%s, want%s\n", i, got, wanted);
    push(d, i);
    mj_step(m, d);
  }
  fclose(file);
  assert_true(lines > 100);
  assert_int_equal(wrong, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// what sleeps keeps its bits, and a state that is saved and restored goes on the same way
static void test_rest(void** state) {
  (void)state;
  mjModel* m = load("scenes/sleep.xml");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 400; i++) mj_step(m, d);
  assert_true(d->ntree_awake < m->ntree);
  mjtNum before[7];
  mju_copy(before, d->qpos, 7);
  assert_true(d->tree_asleep[0] >= 0);
  for (int i = 0; i < 100; i++) mj_step(m, d);
  assert_memory_equal(before, d->qpos, sizeof before);

  mjData* copy = mj_copyData(NULL, m, d);
  for (int i = 0; i < 50; i++) {
    mj_step(m, d);
    mj_step(m, copy);
  }
  assert_memory_equal(d->qpos, copy->qpos, (size_t)m->nq * sizeof(mjtNum));
  assert_memory_equal(d->tree_asleep, copy->tree_asleep, (size_t)m->ntree * sizeof(int));

  // without the flag all are awake at the next step
  m->opt.enableflags &= ~mjENBL_SLEEP;
  mj_step(m, d);
  assert_int_equal(d->ntree_awake, m->ntree);
  mj_deleteData(copy);
  mj_deleteData(d);
  mj_deleteModel(m);
}

#define SLEEPER(height)                                                                            \
  "<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='1 1 1'/>"    \
  "<body name='low' pos='0 0 0.1' sleep='init'><freejoint/><geom type='box' size='.1 .1 .1'/>"     \
  "</body><body name='high' pos='0 0 " height                                                      \
  "'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>"

// a tree that shall start asleep but touches one that shall not: refused, also after an edit
static void test_init(void** state) {
  (void)state;
  char error[500] = "";
  catch_begin();
  assert_null(sn_loadXMLString(SLEEPER("0.299"), error, sizeof error));
  catch_end();
  assert_int_equal(caught_count, 0);
  assert_non_null(strstr(error, "<body name='low'>: sleep: it cannot start asleep"));
  mjModel* m = sn_loadXMLString(SLEEPER("0.5"), error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  assert_true(d->tree_asleep[0] == 0 && d->tree_asleep[1] < 0);
  m->qpos0[7 + 2] = 0.299;
  catch_begin();
  mj_resetData(m, d);
  catch_end();
  assert_int_equal(caught_count, 1);
  assert_non_null(strstr(caught.subject, "'low'"));
  assert_true(d->tree_asleep[0] < 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

#define CRANKS(policy, crank, slider)                                                              \
  "<mujoco><option gravity='0 0 0'><flag sleep='enable'/></option><worldbody>"                     \
  "<site name='world' pos='0 0 -1'/><body name='wheel'" policy                                     \
  "><joint axis='0 1 0' damping='1'/><geom size='.05' pos='.2 0 0'/>"                              \
  "<site name='wheel' pos='.2 0 0'/></body><body name='cart' pos='0 0 1'" policy                   \
  "><joint type='slide' damping='1'/><geom size='.05'/><site name='cart'/></body></worldbody>"     \
  "<actuator><motor cranksite='" crank "' slidersite='" slider                                     \
  "' cranklength='1.5'/></actuator></mujoco>"

static const struct {
  const char* xml;
  int wheel, cart;
} crankCases[] = {
    {CRANKS("", "wheel", "cart"), mjSLEEP_AUTO_NEVER, mjSLEEP_AUTO_ALLOWED},
    {CRANKS(" sleep='init'", "wheel", "cart"), mjSLEEP_INIT, mjSLEEP_INIT},
    {CRANKS("", "cart", "wheel"), mjSLEEP_AUTO_ALLOWED, mjSLEEP_AUTO_NEVER},
    {CRANKS("", "wheel", "world"), mjSLEEP_AUTO_NEVER, mjSLEEP_AUTO_ALLOWED},
    {CRANKS("", "world", "cart"), mjSLEEP_AUTO_ALLOWED, mjSLEEP_AUTO_ALLOWED},
    {CRANKS(" sleep='allowed'", "wheel", "cart"), mjSLEEP_ALLOWED, mjSLEEP_ALLOWED},
    {CRANKS(" sleep='never'", "wheel", "cart"), mjSLEEP_NEVER, mjSLEEP_NEVER},
};

static mjModel* fromText(const char* xml) {
  char error[500] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

// a slider-crank drives the tree of its crank, which stays awake unless the user says otherwise;
// that of the slider may sleep. Figures: tree_sleep_policy of the same text in the reference
static void test_crankPolicy(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof crankCases / sizeof *crankCases; i++) {
    mjModel* m = fromText(crankCases[i].xml);
    assert_int_equal(m->tree_sleep_policy[0], crankCases[i].wheel);
    assert_int_equal(m->tree_sleep_policy[1], crankCases[i].cart);
    mj_deleteModel(m);
  }
}

// the cart asleep alone: the actuator acts, but does not wake it; both asleep: it rests
static void test_crankAsleep(void** state) {
  (void)state;
  for (int both = 0; both < 2; both++) {
    mjModel* m = fromText(crankCases[both].xml);
    mjData* d = mj_makeData(m);
    for (int k = 0; k < 20; k++) mj_step(m, d);
    assert_int_equal(d->tree_asleep[0] >= 0, both);
    assert_true(d->tree_asleep[1] >= 0);
    d->ctrl[0] = 1;
    for (int k = 0; k < 2; k++) mj_step(m, d);
    assert_true(d->actuator_force[0] == (both ? 0 : 1));
    assert_int_equal(d->qvel[0] == 0, both);
    assert_true(d->qvel[1] == 0);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

#define CARRIED                                                                                    \
  "<mujoco><option gravity='0 0 0'><flag sleep='enable'/></option><worldbody>"                     \
  "<body mocap='true' pos='0 0 1'><geom size='.1'/><body pos='.5 0 0'><joint damping='1'/>"        \
  "<geom size='.1'/><body pos='.5 0 0'><joint axis='1 0 0' damping='1'/>"                          \
  "<geom size='.1'/></body></body></body>"                                                         \
  "<body pos='0 3 0'><freejoint/><geom size='.1'/></body></worldbody></mujoco>"

// a tree wakes if its pose changes, by qpos, by the model or by what carries it, or if its policy
// forbids to sleep; numbers that leave the pose as it is wake nobody
static void test_moved(void** state) {
  (void)state;
  for (int way = 0; way < 7; way++) {
    mjModel* m = fromText(CARRIED);
    mjData* d = mj_makeData(m);
    for (int k = 0; k < 12; k++) mj_step(m, d);
    assert_int_equal(d->ntree_awake, 0);
    if (way == 0) d->mocap_pos[0] += 0.1;
    if (way == 1) d->qpos[1] += 0.1;
    if (way == 2) m->body_pos[3 * 3] += 0.1;
    if (way == 3) m->qpos0[1] += 0.1;
    if (way == 4) m->tree_sleep_policy[0] = mjSLEEP_NEVER;
    if (way == 5) d->qpos[5] *= 2;  // the same rotation
    if (way == 6) d->qpos[2] += 0.1;
    mj_step(m, d);
    assert_int_equal(d->tree_asleep[0] < 0, way < 5);
    assert_int_equal(d->tree_asleep[1] < 0, way == 6);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// a bad number in the position of a tree that sleeps is noticed like any other
static void test_bad(void** state) {
  (void)state;
  mjModel* m = fromText(CARRIED);
  mjData* d = mj_makeData(m);
  for (int k = 0; k < 12; k++) mj_step(m, d);
  assert_int_equal(d->ntree_awake, 0);
  d->qpos[3] = NAN;
  catch_begin();
  mj_step(m, d);
  catch_end();
  assert_int_equal(d->warning[mjWARN_BADQPOS].number, 1);
  assert_int_equal(d->warning[mjWARN_BADQPOS].lastinfo, 3);
  assert_int_equal(d->ntree_awake, 2);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the pass that looks for such trees makes a data of its own
static void loadSleepers(void* ctx) {
  char error[500] = "";
  mjModel* m = sn_loadXMLString(ctx, error, sizeof error);
  assert_true(m || *error);
  mj_deleteModel(m);
}

static void test_noMemory(void** state) {
  (void)state;
  catch_begin();
  heap_failEach(loadSleepers, SLEEPER("0.5"), 1);
  heap_failEach(loadSleepers, SLEEPER("0.299"), 1);
  catch_end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counters),    cmocka_unit_test(test_rest),
      cmocka_unit_test(test_init),        cmocka_unit_test(test_crankPolicy),
      cmocka_unit_test(test_crankAsleep), cmocka_unit_test(test_moved),
      cmocka_unit_test(test_bad),         cmocka_unit_test(test_noMemory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
