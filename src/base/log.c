// Messages: mju_error, mju_warning, mju_info and mju_message -> the program's handler, or console
// and log file. The library never exits: after reporting an error every function returns to its
// caller. Order of choice: the log handler if one is set; else for errors and warnings the older
// hooks mju_user_error and mju_user_warning; else console (stderr) and log file as configured.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/clock.h"
#include "base/text.h"

void (*mju_user_error)(const char*) = NULL;
void (*mju_user_warning)(const char*) = NULL;

const char* mjTOPICSTRING[mjNTOPIC] = {"step time", "compile time", "sleep"};

static const char* const levelName[] = {"DEBUG", "INFO", "WARNING", "ERROR"};

static mjfLogHandler logHandler = NULL;
static mjLogConfig logConfig = {.logto_console = true, .logfile = "SINEW_LOG.TXT"};

mjfLogHandler mju_setLogHandler(mjfLogHandler handler) {
  mjfLogHandler old = logHandler;
  logHandler = handler;
  return old;
}

void mju_clearHandlers(void) {
  mju_user_error = NULL;
  mju_user_warning = NULL;
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  logHandler = NULL;
}

mjLogConfig mju_getLogConfig(void) { return logConfig; }

void mju_setLogConfig(mjLogConfig config) {
  config.logfile[sizeof config.logfile - 1] = 0;
  logConfig = config;
}

// appends one dated entry to the log file; a file that cannot be opened is passed over in silence,
// since there is nobody left to tell
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
static bool isWanted(const mjLogMessage* msg) {
  return msg->topic <= mjTOPIC_NONE || msg->topic > mjNTOPIC ||
         (logConfig.topics >> (msg->topic - 1) & 1);
}

void mju_message(const mjLogMessage* msg) {
  ARGS_NEED(msg);
  int level = msg->level < mjLOG_DEBUG   ? mjLOG_DEBUG
              : msg->level > mjLOG_ERROR ? mjLOG_ERROR
                                         : msg->level;
  if (level < mjLOG_WARNING && !isWanted(msg)) return;
  if (logHandler) {
    logHandler(msg);
    return;
  }
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

static void report(int level, int topic, const char* format, va_list args) {
  mjLogMessage msg = {.level = level, .topic = topic};
  vsnprintf(msg.subject, sizeof msg.subject, format ? format : "(message without a text)", args);
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

void mju_writeLog(const char* type, const char* msg) { appendFile(type, msg, NULL); }
