// Scenes with contacts, loops and muscles against the reference's trajectories, bit by bit over
// seconds, and what a person would check by eye: a box holds or slides, a stack stands, a ball
// stops, a loop stays closed, a gripper holds, an arm reaches.
#include <math.h>

#include "support.h"

typedef struct {
  const char* name;
  int steps, samples, key, nphase;  // controls change from phase to phase, which are equally long
  double ctrl[2][4];
} Scene;

// as in tools/oracle/scenes.mjs
static const Scene incline = {"incline", 500, 5, -1, 1, {{0}}};
static const Scene stack = {"stack", 5000, 10, -1, 1, {{0}}};
static const Scene rolling = {"rolling", 2500, 10, 0, 1, {{0}}};
static const Scene four_bar = {"four_bar", 5000, 10, -1, 1, {{4}}};
static const Scene gripper = {"gripper", 2000, 8, -1, 2, {{0, 20}, {0.2, 20}}};
static const Scene muscle_reach = {"muscle_reach", 1500, 6, -1, 1, {{0.25, 0.1, 0.5, 0.1}}};

// largest difference of qpos from the golden sample of a scene after a number of steps
static double difference(const Scene* s, int step, const mjModel* m, const mjData* d) {
  FILE* file = fopen(TEST_DIR "/golden/scenes.txt", "r");
  assert_non_null(file);
  static char line[8000];
  double worst = INFINITY;
  while (fgets(line, sizeof line, file)) {
    char name[50];
    int at, used;
    if (sscanf(line, "%49s %d%n", name, &at, &used) != 2 || strcmp(name, s->name) || at != step) {
      continue;
    }
    worst = 0;
    char* text = line + used;
    for (int i = 0; i < m->nq; i++) worst = fmax(worst, fabs(strtod(text, &text) - d->qpos[i]));
  }
  fclose(file);
  return worst;
}

typedef void (*Watch)(const mjModel* m, const mjData* d);

// simulates a scene, comparing at the samples and watching every step; the caller frees
static mjData* play(const Scene* s, mjModel** model, Watch watch) {
  char path[500], error[500] = "";
  snprintf(path, sizeof path, "%s/scenes/%s.xml", TEST_DIR, s->name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  if (s->key >= 0) mj_resetDataKeyframe(m, d, s->key);
  for (int i = 0; i < s->steps; i++) {
    const double* ctrl = s->ctrl[i * s->nphase / s->steps];
    for (int k = 0; k < m->nu; k++) d->ctrl[k] = ctrl[k];
    mj_step(m, d);
    if (watch) watch(m, d);
    if ((i + 1) % (s->steps / s->samples)) continue;
    const double worst = difference(s, i + 1, m, d);
    print_message("  %s at %g s: %.1e\n", s->name, d->time, worst);
    assert_true(worst == 0);
  }
  for (int i = 0; i < mjNWARNING; i++) assert_int_equal(d->warning[i].number, 0);
  *model = m;
  return d;
}

static void finish(mjModel* m, mjData* d) {
  mj_deleteData(d);
  mj_deleteModel(m);
}

// friction 0.8 holds on a slope of 25 degrees, 0.25 slides with g (sin - 0.25 cos)
static void test_incline(void** state) {
  (void)state;
  mjModel* m;
  mjData* d = play(&incline, &m, NULL);
  const double pi = acos(-1), slope = 25 * pi / 180;
  const double slide = 9.81 * (sin(slope) - 0.25 * cos(slope)) / 2;
  assert_true(hypot(d->qpos[0], d->qpos[2] - 0.055) < 0.004);
  assert_true(fabs(hypot(d->qpos[7], d->qpos[9] - 0.055) - slide) < 0.01 * slide);
  finish(m, d);
}

static void test_stack(void** state) {
  (void)state;
  mjModel* m;
  mjData* d = play(&stack, &m, NULL);
  for (int b = 0; b < 10; b++) {
    assert_true(fabs(d->qpos[7 * b + 2] - (0.1 + 0.2 * b)) < 0.01);
    assert_true(hypot(d->qpos[7 * b], d->qpos[7 * b + 1]) < 0.01);
  }
  finish(m, d);
}

// rolling friction stops the first ball; the second rolls on
static void test_rolling(void** state) {
  (void)state;
  mjModel* m;
  mjData* d = play(&rolling, &m, NULL);
  assert_true(fabs(d->qvel[0]) < 1e-3);
  assert_true(fabs(d->qvel[6] - 1) < 0.01);
  finish(m, d);
}

static double gap;
static void watchLoop(const mjModel* m, const mjData* d) {
  const int tip = mj_name2id(m, mjOBJ_SITE, "tip"), body = mj_name2id(m, mjOBJ_BODY, "coupler");
  mjtNum end[3], anchor[3] = {0, 0, 0.5};
  if (d->time < 0.01) return;
  mju_mulMatVec3(end, d->xmat + 9 * body, anchor);
  mju_addTo3(end, d->xpos + 3 * body);
  gap = fmax(gap, mju_dist3(end, d->site_xpos + 3 * tip));
}

static void test_four_bar(void** state) {
  (void)state;
  mjModel* m;
  gap = 0;
  mjData* d = play(&four_bar, &m, watchLoop);
  print_message("  the loop opens by at most %.1e m\n", gap);
  assert_true(gap < 1e-4);
  assert_true(d->qpos[0] > 6);  // the crank went round
  finish(m, d);
}

// the object is lifted with the wrist and slips by less than 5 mm
static void test_gripper(void** state) {
  (void)state;
  mjModel* m;
  mjData* d = play(&gripper, &m, NULL);
  const double slip = d->qpos[5] - d->qpos[0] - 0.28;
  print_message("  slip %.2e m\n", slip);
  assert_true(fabs(slip) < 0.005 && d->qpos[5] > 0.4);
  finish(m, d);
}

static void test_muscle_reach(void** state) {
  (void)state;
  mjModel* m;
  mjData* d = play(&muscle_reach, &m, NULL);
  for (int j = 0; j < 2; j++) {
    assert_true(d->qpos[j] > m->jnt_range[2 * j] + 0.1 &&
                d->qpos[j] < m->jnt_range[2 * j + 1] - 0.1);
    assert_true(fabs(d->qpos[j]) > 0.2 && fabs(d->qvel[j]) < 0.1);
  }
  for (int i = 0; i < 4; i++) {
    assert_true(m->actuator_lengthrange[2 * i] < m->actuator_lengthrange[2 * i + 1]);
  }
  finish(m, d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_incline), cmocka_unit_test(test_stack),
      cmocka_unit_test(test_rolling), cmocka_unit_test(test_four_bar),
      cmocka_unit_test(test_gripper), cmocka_unit_test(test_muscle_reach),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
