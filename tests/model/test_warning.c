// Warnings of a simulation: which number comes with each, and that its text says what it is.
#include "simulate_support.h"

// twelve boxes side by side on a plane, each in its neighbours: 92 contacts
static const char boxes[] =
    "<mujoco><worldbody><geom type='plane' size='5 5 1'/><replicate count='12' offset='.15 0 0'>"
    "<body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body></replicate>"
    "</worldbody></mujoco>";

static char heard[4000];  // all messages

static void hear(const mjLogMessage* msg) {
  strncat(heard, msg->subject, sizeof heard - strlen(heard) - 1);
}

static void expect(const char* text) {
  if (!strstr(heard, text)) fail_msg("'%s' is not in '%s'", text, heard);
}

// steps with an arena that has room for the contacts only, or not even for them
static void stepInArena(mjtSize bytes, int warning, char text[300]) {
  mjModel* m = sim_compile(boxes);
  m->narena = bytes;
  mjData* d = mj_makeData(m);
  assert_non_null(d);
  heard[0] = 0;
  mju_setLogHandler(hear);
  mj_forward(m, d);
  mju_setLogHandler(NULL);
  assert_true(d->warning[warning].number > 0);
  if (warning == mjWARN_CNSTRFULL) {
    assert_int_equal(d->ncon, 92);
    assert_int_equal(d->warning[warning].lastinfo, bytes);
    snprintf(text, 300, "arena of %d bytes", (int)bytes);
  } else {
    assert_true(d->ncon < 92);
    snprintf(text, 300, "full with %d contacts", d->warning[warning].lastinfo);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_fullArena(void** state) {
  (void)state;
  char text[300];
  stepInArena(100 * 1024, mjWARN_CNSTRFULL, text);
  expect(text);
  expect("increase <size memory>");
  stepInArena(20 * 1024, mjWARN_CONTACTFULL, text);
  expect(text);
  expect("increase <size memory>");
}

// a bad number in each array: the text names the array and the index
static void test_badNumbers(void** state) {
  (void)state;
  mjModel* m = sim_compile("<mujoco><worldbody><body><joint type='ball'/><geom size='1'/>"
                           "<body><joint name='j'/><geom size='1'/></body></body></worldbody>"
                           "<actuator><motor joint='j'/><motor joint='j'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  const struct {
    int warning, index;
    mjtNum* number;
    const char* text;
  } row[] = {{mjWARN_BADQPOS, 4, d->qpos + 4, "index 4 of qpos"},
             {mjWARN_BADQVEL, 3, d->qvel + 3, "velocity at dof 3"},
             {mjWARN_BADQACC, 2, d->qfrc_applied + 2, "acceleration at dof"},
             {mjWARN_BADCTRL, 1, d->ctrl + 1, "index 1 of ctrl"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    mj_resetData(m, d);
    *row[i].number = NAN;
    catch_begin();
    mj_step(m, d);
    catch_end();
    assert_true(d->warning[row[i].warning].number > 0);
    if (!strstr(caught.subject, row[i].text)) fail_msg("'%s'", caught.subject);
    if (row[i].warning != mjWARN_BADQACC) {
      assert_int_equal(d->warning[row[i].warning].lastinfo, row[i].index);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// every text has its number once
static void test_texts(void** state) {
  (void)state;
  for (int i = 0; i < mjNWARNING; i++) {
    const char* text = mju_warningText(i, 1234567);
    const char* at = strstr(text, "1234567");
    assert_non_null(at);
    assert_null(strstr(at + 1, "1234567"));
    assert_true(strlen(text) < 250);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fullArena),
                                     cmocka_unit_test(test_badNumbers),
                                     cmocka_unit_test(test_texts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
