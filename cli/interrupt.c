// Signal handlers (SIGINT, SIGTERM, SIGUSR1) for graceful shutdown.
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t signalSeen = 0;

static void onSignal(int number) { signalSeen = number; }

int interrupt_seen(void) { return (int)signalSeen; }

void interrupt_catch(bool user) {
  struct sigaction action = {.sa_handler = onSignal, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  action.sa_flags = 0;  // batch systems may signal twice: a launcher and the processes it starts
  if (user) sigaction(SIGUSR1, &action, NULL);
}
