// User interfaces: layout, events and edits are those of the reference, line by line of a script
// (ui_script.h, tools/oracle/ui.sh); where they are not, ours.txt has what is meant.
#include "support.h"

#include "ui_script.h"

static mjrContext con;

static int setUpAll(void** state) {
  (void)state;
  mjr_defaultContext(&con);
  mjr_makeContext(NULL, &con, 100);
  return 0;
}

static int tearDownAll(void** state) {
  (void)state;
  mjr_freeContext(&con);
  return 0;
}

static void assertScript(const char* script, const char* golden) {
  FILE* in = fopen(script, "r");
  FILE* want = fopen(golden, "r");
  FILE* out = tmpfile();
  assert_non_null(in);
  assert_non_null(want);
  assert_non_null(out);
  script_run(in, out, &con);
  rewind(out);
  char a[512], b[512];
  for (int line = 1;; line++) {
    const char *x = fgets(a, sizeof a, want), *y = fgets(b, sizeof b, out);
    if (!x && !y) break;
    if (!x || !y || strcmp(a, b))
      fail_msg("line %d\n  is        %s  should be %s", line, y ? b : "missing\n",
               x ? a : "no line");
  }
  fclose(in);
  fclose(want);
  fclose(out);
}

static void testLikeReference(void** state) {
  (void)state;
  assertScript(TEST_DIR "/ui/events.txt", TEST_DIR "/golden/ui_events.txt");
}

static void testOurWay(void** state) {
  (void)state;
  assertScript(TEST_DIR "/ui/ours.txt", TEST_DIR "/golden/ui_ours.txt");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(testLikeReference),
                                     cmocka_unit_test(testOurWay)};
  return cmocka_run_group_tests(tests, setUpAll, tearDownAll);
}
