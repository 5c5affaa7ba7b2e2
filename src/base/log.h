// Messages, beside the public functions (mju_message and its kin).
#ifndef SINEW_BASE_LOG_H_
#define SINEW_BASE_LOG_H_

#include <stdbool.h>

// does information on a topic go anywhere: to a handler of the program, or is the topic on
bool log_isHeard(int topic);

#endif
