// Logging: internal functions beside the public ones (mju_message, mju_error, mju_warning,
// mju_info).
#ifndef SINEW_BASE_LOG_H_
#define SINEW_BASE_LOG_H_

#include <stdbool.h>

// whether info messages of a topic go anywhere: to a log handler of the program, or the topic is on
bool log_isHeard(int topic);

#endif
