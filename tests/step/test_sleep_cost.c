// What is awake does the same whether others sleep beside it or not; and what a step of both costs,
// in times (tests/checks/check_sleep_cost.py bounds it, in instructions).
#include "base/clock.h"
#include "support.h"

#include "../bench/sleep_scene.h"

enum { BODIES = 1000, AWAKE = 10, STEPS = 20, RUNS = 20, MAX_XML = 2000000 };

typedef struct {
  mjModel* m;
  mjData* d;
  double best;
} World;

static World make(const sleep_Scene* scene, int total, int awake) {
  static char xml[MAX_XML];
  char error[500] = "";
  assert_true(sleep_write(scene, total, awake, xml, sizeof xml));
  World w = {.m = sn_loadXMLString(xml, error, sizeof error), .best = 1e30};
  if (!w.m) fail_msg("%s", error);
  w.d = mj_makeData(w.m);
  assert_int_equal(w.d->ntree_awake, awake);
  mj_step(w.m, w.d);
  return w;
}

static void run(World* w) {
  const double start = clock_seconds();
  for (int i = 0; i < STEPS; i++) mj_step(w->m, w->d);
  const double time = clock_seconds() - start;
  if (time < w->best) w->best = time;
}

static void drop(World* w) {
  mj_deleteData(w->d);
  mj_deleteModel(w->m);
}

static void test_awakeAlone(void** state) {
  (void)state;
  for (int i = 0; i < SLEEP_NSCENE; i++) {
    const sleep_Scene* scene = &sleep_scenes[i];
    const int few = (AWAKE + scene->perTree - 1) / scene->perTree;
    World alone = make(scene, few, few), many = make(scene, BODIES / scene->perTree, few);
    for (int k = 0; k < RUNS; k++) {
      run(&alone);
      run(&many);
    }
    print_message("  %-20s %.2f times the time of what is awake\n", scene->name,
                  many.best / alone.best);
    assert_int_equal(many.d->ntree_awake, few);
    // the few do the same in both
    for (int k = 0; k < alone.m->tree_bodynum[0]; k++) {
      const int b = alone.m->tree_bodyadr[0] + k, c = many.m->tree_bodyadr[0] + k;
      assert_memory_equal(alone.d->xquat + 4 * b, many.d->xquat + 4 * c, 4 * sizeof(mjtNum));
    }
    drop(&alone);
    drop(&many);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_awakeAlone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
