// base/log: errors as values, kept by each thread.
#include "support.h"

#include <pthread.h>

static void test_keep(void** state) {
  (void)state;
  catch_begin();
  sn_clearErrors();
  assert_null(sn_lastError());
  assert_null(sn_lastWarning());
  assert_int_equal(sn_setErrorMode(sn_ERROR_KEEP), sn_ERROR_REPORT);
  assert_int_equal(sn_setErrorMode(7), -1);
  mj_step(NULL, NULL);
  assert_non_null(strstr(sn_lastError(), "mj_step: argument 'm' is NULL"));
  assert_null(sn_lastWarning());
  mju_warning("odd");
  assert_string_equal(sn_lastWarning(), "odd");
  mju_error("second: %s", sn_lastError());  // its own text may be an argument
  assert_non_null(strstr(sn_lastError(), "second: mj_step:"));
  assert_int_equal(caught_count, 0);
  mju_info(mjTOPIC_NONE, "note");  // not an error: handled as ever
  assert_int_equal(caught_count, 1);
  sn_clearErrors();
  assert_null(sn_lastError());
  assert_null(sn_lastWarning());

  assert_int_equal(sn_setErrorMode(sn_ERROR_REPORT), sn_ERROR_KEEP);
  mju_error("told");
  assert_string_equal(sn_lastError(), "told");
  assert_string_equal(caught.subject, "told");
  sn_clearErrors();
  catch_end();
}

// a message without an end is cut
static void test_longText(void** state) {
  (void)state;
  sn_setErrorMode(sn_ERROR_KEEP);
  mjLogMessage msg = {.level = 99};
  memset(msg.subject, 'x', sizeof msg.subject);
  mju_message(&msg);
  assert_int_equal(strlen(sn_lastError()), sizeof msg.subject - 1);
  sn_clearErrors();
  sn_setErrorMode(sn_ERROR_REPORT);
}

enum { NTHREAD = 4, NROUND = 200 };

// mode and texts are the thread's own
static void* useErrors(void* context) {
  const int id = *(const int*)context;
  char want[50];
  if (sn_lastError() || sn_setErrorMode(sn_ERROR_KEEP) != sn_ERROR_REPORT) return context;
  for (int i = 0; i < NROUND; i++) {
    snprintf(want, sizeof want, "thread %d, error %d", id, i);
    mju_error("%s", want);
    if (strcmp(sn_lastError(), want) || sn_lastWarning()) return context;
  }
  return NULL;
}

static void test_threads(void** state) {
  (void)state;
  catch_begin();
  mju_error("of the main thread");
  pthread_t thread[NTHREAD];
  int id[NTHREAD];
  for (int i = 0; i < NTHREAD; i++) {
    id[i] = i;
    assert_int_equal(pthread_create(&thread[i], NULL, useErrors, &id[i]), 0);
  }
  for (int i = 0; i < NTHREAD; i++) {
    void* failed;
    pthread_join(thread[i], &failed);
    assert_null(failed);
  }
  assert_string_equal(sn_lastError(), "of the main thread");
  assert_int_equal(caught_count, 1);
  sn_clearErrors();
  catch_end();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_keep), cmocka_unit_test(test_longText),
                                     cmocka_unit_test(test_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
