// Graceful shutdown on signals: work continues to a consistent point, then stops.
#ifndef SINEW_CLI_INTERRUPT_H_
#define SINEW_CLI_INTERRUPT_H_

#include <stdbool.h>

// Installs handlers that record Ctrl-C (SIGINT) and SIGTERM; with `user` also SIGUSR1, which batch
// systems send before the time limit of a job. A second Ctrl-C or SIGTERM terminates the program at
// once.
void interrupt_catch(bool user);
// the signal that was received, 0: none
int interrupt_seen(void);

#endif
