// Assertions: a condition that holds does nothing; one that does not is an error that names the
// place, and ends the program where all assertions are on.
#include "support.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/assert.h"

static char told[500];

static void keep(const char* message) { snprintf(told, sizeof told, "%s", message); }

static void breakIt(void) {
  mju_user_error = keep;
  const int one = 1;
  ASSERT(one == 2);
}

static void test_holds(void** unused) {
  (void)unused;
  int count = 0;
  ASSERT(++count == 1);  // looked at once
  assert_int_equal(count, 1);
  ASSERT_FULL(count == 1);
}

static void test_fails(void** unused) {
  (void)unused;
#ifdef SINEW_ASSERT_FULL
  const pid_t child = fork();
  if (!child) {
    signal(SIGABRT, SIG_DFL);
    freopen("/dev/null", "w", stderr);
    breakIt();
    _exit(0);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
#else
  breakIt();
  mju_user_error = NULL;
  assert_non_null(strstr(told, "test_assert.c"));
  assert_non_null(strstr(told, "one == 2"));
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_holds),
      cmocka_unit_test(test_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
