// The two copies of the run-time code (cmake/copies.cmake): doors lead to the one that fits the
// machine, what users may change exists once, and functions that are compared are of one copy. Run
// as the machine is and with SINEW_CPU=base.
#include "support.h"

#include "base/cpu.h"
#include "collide/collide.h"

#ifdef SINEW_COPIES

typedef void (*door)(void);
extern door copy_doors[];
void mj_step_base(void), mj_step_avx2(void);
void mju_dot_base(void), mju_dot_avx2(void);

static bool leads_to(door f) {
  for (int i = 0; copy_doors[i] != NULL; i++) {
    if (copy_doors[i] == f) return true;
  }
  return false;
}

static void test_doors(void** state) {
  (void)state;
  const bool avx2 = cpu_hasLanes(4);
  print_message("code for %s\n", avx2 ? "AVX2" : "any machine");
  assert_true(leads_to(avx2 ? mj_step_avx2 : mj_step_base));
  assert_true(leads_to(avx2 ? mju_dot_avx2 : mju_dot_base));
  assert_false(leads_to(avx2 ? mj_step_base : mj_step_avx2));
  const char* bound = getenv("SINEW_CPU");
  if (bound && !strcmp(bound, "base")) assert_false(avx2);
}

// a table that was filled with functions of the other copy, or with doors, would not be equal
static void test_user_table(void** state) {
  (void)state;
  const mjfCollision* builtin = collide_builtins();
  for (int i = 0; i < mjNGEOMTYPES * mjNGEOMTYPES; i++) {
    assert_ptr_equal(((const mjfCollision*)mjCOLLISIONFUNC)[i], builtin[i]);
  }
}

static int controls;
static void count_control(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  controls++;
}

// callbacks are variables of the one copy that steps
static void test_callbacks(void** state) {
  (void)state;
  char error[500] = "";
  mjModel* m = mj_loadXML(TEST_DIR "/../models/pendulum.xml", NULL, error, sizeof error);
  assert_non_null(m);
  mjData* d = mj_makeData(m);
  mjcb_control = count_control;
  for (int i = 0; i < 5; i++) mj_step(m, d);
  mjcb_control = NULL;
  assert_int_equal(controls, 5);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_doors),
                                     cmocka_unit_test(test_user_table),
                                     cmocka_unit_test(test_callbacks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) {
  printf("this build has one copy\n");
  return 0;
}

#endif
