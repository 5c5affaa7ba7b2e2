// Logging and error reporting: mju_error, mju_warning, mju_info and mju_message call the program's
// log handler, or the standard one. The library never exits: after reporting an error every
// function returns to its caller. The standard handler drops topics that are off, calls the older
// hooks mju_user_error and mju_user_warning if they are set, and otherwise writes to console
// (stderr) and log file as configured. The environment variable MUJOCO_LOG_TOPICS=sleep,time_cmp
// switches topics on; it is read at the first use and by mju_clearHandlers. Each thread keeps its
// last error and warning; sn_setErrorMode can suppress their report.
#include "base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/extra.h>

#include "base/args.h"
#include "base/clock.h"
#include "base/text.h"

void (*mju_user_error)(const char*) = NULL;
void (*mju_user_warning)(const char*) = NULL;

const char* mjTOPICSTRING[mjNTOPIC] = {"Step timing", "Compile timing", "Sleep/wake"};

static const char* const levelName[] = {"DEBUG", "INFO", "WARNING", "ERROR"};
_Static_assert(sizeof levelName / sizeof *levelName == mjLOG_ERROR + 1, "a name for every level");

static void standardHandler(const mjLogMessage* msg);

static mjfLogHandler logHandler = standardHandler;
#define FIRST_CONFIG                                                                               \
  { .logto_console = true, .logfile = "SINEW_LOG.TXT" }
static mjLogConfig logConfig = FIRST_CONFIG;
static pthread_once_t configOnce = PTHREAD_ONCE_INIT;

mjfLogHandler mju_setLogHandler(mjfLogHandler handler) {
  mjfLogHandler old = logHandler;
  logHandler = handler ? handler : standardHandler;
  return old;
}

// ---- configuration

static bool isBlank(char c) { return c == ' ' || c == '\t'; }

// bit of a topic by its name without mjTOPIC_, case-insensitive; 0 if unknown
static int topicBit(const char* word, size_t n) {
  static const char* const name[mjNTOPIC] = {"time_stp", "time_cmp", "sleep"};
  char copy[16] = "";
  if (n >= sizeof copy) return 0;
  memcpy(copy, word, n);
  for (int i = 0; i < mjNTOPIC; i++) {
    if (text_equalNoCase(copy, name[i])) return 1 << i;
  }
  return 0;
}

// comma-separated names -> bits; unknown names are ignored
static int topicBits(const char* list) {
  int bits = 0;
  for (size_t n; *list; list += n + (list[n] == ',')) {
    n = strcspn(list, ",");
    size_t from = 0, to = n;
    while (from < to && isBlank(list[from])) from++;
    while (to > from && isBlank(list[to - 1])) to--;
    bits |= topicBit(list + from, to - from);
  }
  return bits;
}

static void startConfig(void) {
  const char* list = getenv("MUJOCO_LOG_TOPICS");
  logConfig = (mjLogConfig)FIRST_CONFIG;
  if (list) logConfig.topics = topicBits(list);
}

void mju_clearHandlers(void) {
  mju_user_error = NULL;
  mju_user_warning = NULL;
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  logHandler = standardHandler;
  pthread_once(&configOnce, startConfig);
  startConfig();
}

mjLogConfig mju_getLogConfig(void) {
  pthread_once(&configOnce, startConfig);
  return logConfig;
}

void mju_setLogConfig(mjLogConfig config) {
  pthread_once(&configOnce, startConfig);  // so that a later first use does not overwrite it
  config.logfile[sizeof config.logfile - 1] = 0;
  logConfig = config;
}

// ---- the standard handler

// appends one entry with a timestamp to the log file; if it cannot be opened, nothing is reported,
// since there is nowhere to report it
static void appendFile(const char* type, const char* subject, const char* body) {
  FILE* f = fopen(logConfig.logfile, "a");
  if (!f) return;
  char stamp[CLOCK_STAMP_SIZE];
  clock_stamp(stamp);
  fprintf(f, "%s\n%s: %s\n%s%s\n", stamp, type, subject, body ? body : "", body ? "\n" : "");
  fclose(f);
}

static void printConsole(const mjLogMessage* msg, const char* type) {
  char stamp[CLOCK_STAMP_SIZE] = "";
  if (msg->timestamp) clock_stamp(stamp);
  fprintf(stderr, "%s%s%s: %s\n", stamp, msg->timestamp ? " " : "", type, msg->subject);
  if (msg->body) fprintf(stderr, "%s\n", msg->body);
}

// topics are off unless their bit is set; messages without a topic always pass
static bool isOn(int topic) {
  if (topic == mjTOPIC_NONE) return true;
  return topic > mjTOPIC_NONE && topic <= mjNTOPIC && (logConfig.topics >> (topic - 1) & 1);
}

static void standardHandler(const mjLogMessage* msg) {
  pthread_once(&configOnce, startConfig);
  const int level = msg->level < mjLOG_DEBUG   ? mjLOG_DEBUG
                    : msg->level > mjLOG_ERROR ? mjLOG_ERROR
                                               : msg->level;
  if (level < mjLOG_WARNING && !isOn(msg->topic)) return;
  void (*hook)(const char*) = level == mjLOG_ERROR     ? mju_user_error
                              : level == mjLOG_WARNING ? mju_user_warning
                                                       : NULL;
  if (hook) {
    hook(msg->subject);
    return;
  }
  if (logConfig.logto_console) printConsole(msg, levelName[level]);
  if (logConfig.logto_file) appendFile(levelName[level], msg->subject, msg->body);
}

bool log_isHeard(int topic) {
  pthread_once(&configOnce, startConfig);
  return logHandler != standardHandler || isOn(topic);
}

// ---- last error and warning of a thread

typedef struct {
  bool there;
  char text[sizeof((mjLogMessage*)0)->subject];
} Kept;

static _Thread_local sn_ErrorMode errorMode;
static _Thread_local Kept lastError, lastWarning;

int sn_setErrorMode(int mode) {
  const int old = (int)errorMode;
  if (mode != sn_ERROR_REPORT && mode != sn_ERROR_KEEP) return -1;
  errorMode = (sn_ErrorMode)mode;
  return old;
}

const char* sn_lastError(void) { return lastError.there ? lastError.text : NULL; }

const char* sn_lastWarning(void) { return lastWarning.there ? lastWarning.text : NULL; }

void sn_clearErrors(void) { lastError.there = lastWarning.there = false; }

// stores errors and warnings; returns whether the message must not be reported
static bool keep(const mjLogMessage* msg) {
  if (msg->level < mjLOG_WARNING) return false;
  Kept* kept = msg->level == mjLOG_WARNING ? &lastWarning : &lastError;
  memcpy(kept->text, msg->subject, sizeof kept->text);
  kept->text[sizeof kept->text - 1] = 0;
  kept->there = true;
  return errorMode == sn_ERROR_KEEP;
}

// ---- message dispatch

// Messages from inside a handler are dropped, to prevent infinite recursion. Error handlers may
// leave by longjmp, so `busy` is not set for them.
void mju_message(const mjLogMessage* msg) {
  static _Thread_local bool busy;
  ARGS_NEED(msg);
  if (busy || keep(msg)) return;
  busy = msg->level < mjLOG_ERROR;
  logHandler(msg);
  busy = false;
}

static void report(int level, int topic, const char* format, va_list args) {
  mjLogMessage msg = {.level = level, .topic = topic};
  text_printArgs(msg.subject, sizeof msg.subject, format ? format : "(message without a text)",
                 args);
  mju_message(&msg);
}

void mju_error(const char* msg, ...) {
  va_list args;
  va_start(args, msg);
  report(mjLOG_ERROR, mjTOPIC_NONE, msg, args);
  va_end(args);
}

void mju_warning(const char* msg, ...) {
  va_list args;
  va_start(args, msg);
  report(mjLOG_WARNING, mjTOPIC_NONE, msg, args);
  va_end(args);
}

void mju_info(int topic, const char* msg, ...) {
  va_list args;
  va_start(args, msg);
  report(mjLOG_INFO, topic, msg, args);
  va_end(args);
}

void mju_writeLog(const char* type, const char* msg) {
  appendFile(type ? type : "", msg ? msg : "", NULL);
}
