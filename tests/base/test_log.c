// base/log: handlers, hooks, topics, log file.
#include "support.h"

#include <sys/wait.h>
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

// a handler of the program gets all messages, the standard one leaves out topics that are off
static void test_topics(void** state) {
  (void)state;
  mjLogConfig config = mju_getLogConfig();
  catch_begin();
  for (int topic = -1; topic <= mjNTOPIC + 1; topic++) mju_info(topic, "any");
  assert_int_equal(caught_count, mjNTOPIC + 3);
  catch_end();

  char name[] = "/tmp/sinew_log_XXXXXX";
  close(mkstemp(name));
  const mjLogConfig before = config;
  config.logto_console = false;
  config.logto_file = true;
  snprintf(config.logfile, sizeof config.logfile, "%s", name);
  config.topics = 1 << (mjTOPIC_SLEEP - 1);
  mju_setLogConfig(config);
  for (int topic = -1; topic <= mjNTOPIC + 1; topic++) mju_info(topic, "topic %d", topic);
  mjLogMessage msg = {.level = mjLOG_WARNING, .topic = mjTOPIC_TIME_STP, .subject = "serious"};
  mju_message(&msg);
  mju_setLogConfig(before);
  char* data;
  size_t size;
  assert_int_equal(file_read(name, 10000, &data, &size), FILE_OK);
  assert_non_null(strstr(data, "INFO: topic 0\n"));
  assert_non_null(strstr(data, "INFO: topic 3\n"));
  assert_non_null(strstr(data, "WARNING: serious\n"));
  assert_null(strstr(data, "topic -1"));
  assert_null(strstr(data, "topic 1"));
  assert_null(strstr(data, "topic 2"));
  assert_null(strstr(data, "topic 4"));
  mem_free(data);
  remove(name);
}

// ---- handlers that report something themselves

static int handled;

static void chattyHandler(const mjLogMessage* msg) {
  (void)msg;
  if (++handled > 10) return;  // it would go on for ever
  mju_warning("about a message");
  mju_info(mjTOPIC_NONE, "about a message");
}

static void test_handlerThatWarns(void** state) {
  (void)state;
  handled = 0;
  mju_setLogHandler(chattyHandler);
  mju_warning("first");
  assert_int_equal(handled, 1);
  mju_info(mjTOPIC_SLEEP, "second");
  assert_int_equal(handled, 2);
  mju_error("third");  // and the two that it causes, which cause none
  assert_int_equal(handled, 5);
  mju_setLogHandler(NULL);
}

static jmp_buf way;
static void jumpingHandler(const mjLogMessage* msg) {
  handled++;
  if (msg->level == mjLOG_ERROR) longjmp(way, 1);
}

static void test_handlerThatJumps(void** state) {
  (void)state;
  handled = 0;
  mju_setLogHandler(jumpingHandler);
  if (!setjmp(way)) mju_error("leaves");
  mju_warning("is still heard");
  mju_setLogHandler(NULL);
  assert_int_equal(handled, 2);
}

// the handler that was there, also if it was the standard one, which can be called and set again
static void test_oldHandler(void** state) {
  (void)state;
  const mjfLogHandler standard = mju_setLogHandler(catch_message);
  assert_non_null(standard);
  assert_ptr_equal(mju_setLogHandler(jumpingHandler), catch_message);
  assert_ptr_equal(mju_setLogHandler(NULL), jumpingHandler);
  assert_ptr_equal(mju_setLogHandler(standard), standard);
  mju_user_warning = hook;
  mju_warning("through the hook");
  assert_string_equal(hookText, "through the hook");
  mjLogMessage msg = {.level = mjLOG_WARNING, .subject = "by hand"};
  standard(&msg);
  assert_string_equal(hookText, "by hand");
  mju_clearHandlers();
}

// ---- MUJOCO_LOG_TOPICS is read once, when it is needed first: each value in a child

static int topicsOf(const char* value) {
  int end[2], topics = -1;
  assert_int_equal(pipe(end), 0);
  const pid_t pid = fork();
  if (!pid) {
    setenv("MUJOCO_LOG_TOPICS", value, 1);
    const int found = mju_getLogConfig().topics;
    _exit(write(end[1], &found, sizeof found) != (ssize_t)sizeof found);
  }
  close(end[1]);
  assert_int_equal(read(end[0], &topics, sizeof topics), sizeof topics);
  close(end[0]);
  waitpid(pid, NULL, 0);
  return topics;
}

// the reference's readings
static void test_environment(void** state) {
  (void)state;
  static const struct {
    const char* value;
    int topics;
  } row[] = {
      {"", 0},
      {"sleep", 4},
      {"SLEEP", 4},
      {"time_stp", 1},
      {"time_cmp", 2},
      {"time_stp,TIME_CMP", 3},
      {" sleep , time_stp ", 5},
      {"bogus,sleep", 4},
      {"sleep,,time_cmp,", 6},
      {",", 0},
      {"7", 0},
      {"sleepy", 0},
      {"sleep;time_stp", 0},
      {"sleep time_stp", 0},
      {"mjTOPIC_SLEEP", 0},
      {"all", 0},
      {"a word that is longer than any topic", 0},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    if (topicsOf(row[i].value) != row[i].topics) fail_msg("'%s'", row[i].value);
  }
}

// the variable is read again by mju_clearHandlers, and what a program has set is gone
static void test_readAgain(void** state) {
  (void)state;
  mjLogConfig config = mju_getLogConfig();
  config.topics = 7;
  config.logto_console = false;
  mju_setLogConfig(config);
  setenv("MUJOCO_LOG_TOPICS", "sleep,time_cmp", 1);
  assert_int_equal(mju_getLogConfig().topics, 7);
  mju_clearHandlers();
  assert_int_equal(mju_getLogConfig().topics, 6);
  assert_true(mju_getLogConfig().logto_console);
  unsetenv("MUJOCO_LOG_TOPICS");
  mju_clearHandlers();
  assert_int_equal(mju_getLogConfig().topics, 0);
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
      cmocka_unit_test(test_environment),  // first: the others read it
      cmocka_unit_test(test_readAgain),
      cmocka_unit_test(test_handler),
      cmocka_unit_test(test_hooks),
      cmocka_unit_test(test_topics),
      cmocka_unit_test(test_handlerThatWarns),
      cmocka_unit_test(test_handlerThatJumps),
      cmocka_unit_test(test_oldHandler),
      cmocka_unit_test(test_file),
      cmocka_unit_test(test_longText),
      cmocka_unit_test(test_userMemory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
