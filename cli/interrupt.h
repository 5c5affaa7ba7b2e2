// Signals that ask the program to end in order: work goes on to a good place, then stops.
#ifndef SINEW_CLI_INTERRUPT_H_
#define SINEW_CLI_INTERRUPT_H_

#include <stdbool.h>

// Ctrl-C and SIGTERM are noted from now on; SIGUSR1 too if `user`, which batch systems send before
// the time of a job is over. A second Ctrl-C or SIGTERM ends the program at once.
void interrupt_catch(bool user);
// the signal that asked to end, 0: none
int interrupt_seen(void);

#endif
