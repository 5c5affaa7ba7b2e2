// base/log: handlers, hooks, topics, log file.
#include "support.h"

#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"

static char hookText[1024];
static void hook(const char* text) { snprintf(hookText, sizeof hookText, "%s", text); }

static void test_handler(void** state) {
  (void)state;
  catch_begin();
  mju_error("bad %d", 7);
  assert_string_equal(caught.subject, "bad 7");
  assert_int_equal(caught.level, mjLOG_ERROR);
  mju_warning("odd");
  assert_int_equal(caught.level, mjLOG_WARNING);
  mju_info(mjTOPIC_NONE, "note");
  assert_int_equal(caught.level, mjLOG_INFO);
  assert_int_equal(caught_count, 3);
  assert_ptr_equal(mju_setLogHandler(NULL), catch_message);
}

static void test_hooks(void** state) {
  (void)state;
  mju_user_error = hook;
  mju_error("first");
  assert_string_equal(hookText, "first");
  mju_user_warning = hook;
  mju_warning("second");
  assert_string_equal(hookText, "second");
  mju_clearHandlers();
  assert_null(mju_user_error);
  assert_null(mju_user_warning);
}

static void test_topics(void** state) {
  (void)state;
  mjLogConfig config = mju_getLogConfig();
  catch_begin();
  mju_info(mjTOPIC_SLEEP, "quiet");
  assert_int_equal(caught_count, 0);
  config.topics = 1 << (mjTOPIC_SLEEP - 1);
  mju_setLogConfig(config);
  mju_info(mjTOPIC_SLEEP, "loud");
  mju_info(mjTOPIC_TIME_STP, "quiet");
  assert_int_equal(caught_count, 1);
  catch_end();
  config.topics = 0;
  mju_setLogConfig(config);
}

static void test_file(void** state) {
  (void)state;
  char name[] = "/tmp/sinew_log_XXXXXX";
  close(mkstemp(name));
  const mjLogConfig before = mju_getLogConfig();
  mjLogConfig config = before;
  config.logto_console = false;
  config.logto_file = true;
  snprintf(config.logfile, sizeof config.logfile, "%s", name);
  mju_setLogConfig(config);
  mju_warning("in the file");
  mju_writeLog("NOTE", "by hand");
  char* data;
  size_t size;
  assert_int_equal(file_read(name, 10000, &data, &size), FILE_OK);
  assert_non_null(strstr(data, "WARNING: in the file\n"));
  assert_non_null(strstr(data, "NOTE: by hand\n"));
  mem_free(data);
  mju_setLogConfig(before);
  remove(name);
}

static void test_longText(void** state) {
  (void)state;
  char text[5000];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  catch_begin();
  mju_error("%s", text);
  assert_int_equal(strlen(caught.subject), sizeof caught.subject - 1);
  catch_end();
}

static void test_userMemory(void** state) {
  (void)state;
  void* p = mju_malloc(100);
  assert_int_equal((uintptr_t)p % 64, 0);
  mju_free(p);
  catch_begin();
  assert_null(mju_malloc(SIZE_MAX / 2));
  assert_int_equal(caught_count, 1);
  catch_end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_handler),  cmocka_unit_test(test_hooks),
      cmocka_unit_test(test_topics),   cmocka_unit_test(test_file),
      cmocka_unit_test(test_longText), cmocka_unit_test(test_userMemory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
