// Messages of the library: what a message carries, where messages go, and the type of the function
// that a program may set to receive them (mju_setLogHandler).
#ifndef SINEW_LOG_H_
#define SINEW_LOG_H_

#include <sinew/types.h>

// how serious a message is
typedef enum mjtLogLevel_ {
  mjLOG_DEBUG = 0,  // for developers
  mjLOG_INFO,       // information on a topic
  mjLOG_WARNING,    // something is wrong, the call goes on
  mjLOG_ERROR       // the call cannot go on
} mjtLogLevel;

// topics of information messages, each can be switched on (mjLogConfig.topics)
typedef enum mjtLogTopic_ {
  mjTOPIC_NONE = 0,      // no topic
  mjTOPIC_TIME_STP = 1,  // timing of steps
  mjTOPIC_TIME_CMP = 2,  // timing of compilations
  mjTOPIC_SLEEP = 3,     // trees that fall asleep or wake
  mjNTOPIC = 3           // number of topics, mjTOPIC_NONE not counted
} mjtLogTopic;

// a message
typedef struct mjLogMessage_ {
  int level;           // mjtLogLevel
  int topic;           // mjtLogTopic
  char subject[1024];  // text of one line
  const char* body;    // further text, NULL: none
  const char* func;    // function that it comes from, NULL: not known
  const char* file;    // source file, NULL: not known
  int line;            // line there
  mjtBool timestamp;   // is the time to be printed with it
} mjLogMessage;

// what the standard handler does
typedef struct mjLogConfig_ {
  mjtBool logto_console;  // print messages
  mjtBool logto_file;     // append messages to a file
  char logfile[1024];     // name of that file
  int topics;             // topics that are on: bit k-1 for topic k
} mjLogConfig;

#ifdef __cplusplus
extern "C" {
#endif

// receives every message, in place of the standard handler
typedef void (*mjfLogHandler)(const mjLogMessage* msg);

#ifdef __cplusplus
}
#endif

#endif
