// mj_maxContact against the reference (tests/golden/max_contact.txt): all pairs of shapes, margins
// of geoms, of pairs and of the override, the flags of the convex solver.
#include "support.h"

#define MAX_PAIRS 400

static void test_golden(void** state) {
  (void)state;
  char error[300] = "";
  mjModel* m = mj_loadXML(TEST_DIR "/golden/max_contact.xml", NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  FILE* file = fopen(TEST_DIR "/golden/max_contact.txt", "r");
  assert_non_null(file);
  static char line[4096];
  int settings = 0;
  assert_non_null(fgets(line, sizeof line, file));  // the command
  while (fgets(line, sizeof line, file)) {
    double setting[4], most[MAX_PAIRS];
    assert_int_equal(golden_numbers(line, 'm', setting, 4), 4);
    m->opt.disableflags = (int)setting[0];
    m->opt.enableflags = (int)setting[1];
    m->opt.o_margin = setting[2];
    assert_non_null(fgets(line, sizeof line, file));
    assert_int_equal(golden_numbers(line, 'n', most, MAX_PAIRS), m->ngeom * m->ngeom);
    for (int i = 0; i < m->ngeom * m->ngeom; i++) {
      const int g1 = i / (int)m->ngeom, g2 = i % (int)m->ngeom;
      const int ours = mj_maxContact(m, g1, g2, (int)setting[3]);
      if (ours != (int)most[i]) {
        fail_msg("geoms %d and %d, setting %d: %d, reference %g", g1, g2, settings, ours, most[i]);
      }
    }
    settings++;
  }
  fclose(file);
  assert_int_equal(settings, 40);
  mj_deleteModel(m);
}

static void test_noSuchGeom(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjModel* m = mj_compile(s, NULL);
  catch_begin();
  assert_int_equal(mj_maxContact(m, 0, 0, -1), 0);
  assert_int_equal(mj_maxContact(m, -1, 0, -1), 0);
  assert_int_equal(caught_count, 2);
  catch_end();
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden),
                                     cmocka_unit_test(test_noSuchGeom)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
