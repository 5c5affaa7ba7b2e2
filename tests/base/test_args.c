// base/args: what a program is told that hands over NULL. Every function of the API is tried by
// check_null.py; here is the text.
#include "support.h"

static void test_message(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  catch_begin();
  mj_step(m, NULL);
  assert_int_equal(caught_count, 1);
  assert_int_equal(caught.level, mjLOG_ERROR);
  assert_string_equal(caught.subject,
                      "mj_step: argument 'd' is NULL; pass the mjData of the model, "
                      "from mj_makeData");
  mj_step(NULL, NULL);  // the first that is missing
  assert_non_null(strstr(caught.subject, "mj_step: argument 'm' is NULL; pass a model"));
  mjtNum a[3] = {1, 2, 3};
  mju_add3(a, a, NULL);
  assert_non_null(strstr(caught.subject, "mju_add3: argument 'vec2' is NULL; "));
  assert_true(a[0] == 1 && a[2] == 3);
  assert_null(mjs_addGeom(NULL, NULL));
  assert_non_null(strstr(caught.subject, "mjs_addGeom: argument 'body' is NULL; "));
  mjs_defaultGeom(NULL);
  assert_non_null(strstr(caught.subject, "mjs_defaultGeom: argument 'geom' is NULL; "));
  assert_int_equal(caught_count, 5);
  catch_end();
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// arrays without elements may be anywhere
static void test_emptyArrays(void** state) {
  (void)state;
  catch_begin();
  mju_copy(NULL, NULL, 0);
  mju_mulMatVec(NULL, NULL, NULL, 0, 3);
  assert_true(mju_dot(NULL, NULL, 0) == 0);
  assert_int_equal(caught_count, 0);
  mjtNum res[2] = {7, 7};
  mju_mulMatVec(res, NULL, NULL, 2, 0);  // an empty sum is 0
  assert_true(res[0] == 0 && res[1] == 0);
  assert_int_equal(caught_count, 0);
  mju_mulMatVec(NULL, NULL, NULL, 2, 0);
  assert_non_null(strstr(caught.subject, "mju_mulMatVec: argument 'res' is NULL; "));
  catch_end();
}

// functions that tell their errors in a text do so, and cannot without one
static void test_errorText(void** state) {
  (void)state;
  char error[300] = "old";
  catch_begin();
  assert_null(mj_loadXML(NULL, NULL, error, sizeof error));
  assert_non_null(strstr(error, "mj_loadXML: argument 'filename' is NULL; "));
  assert_null(mj_parseXMLString(NULL, NULL, error, 20));
  assert_string_equal(error, "mj_parseXMLString: ");
  assert_null(mj_loadXML(NULL, NULL, NULL, 0));
  assert_int_equal(caught_count, 0);
  catch_end();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_message),
                                     cmocka_unit_test(test_emptyArrays),
                                     cmocka_unit_test(test_errorText)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
