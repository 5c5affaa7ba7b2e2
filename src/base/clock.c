// Monotonic clock, CPU time and timestamps by the POSIX clocks (clock_gettime, strftime).
#include "base/clock.h"

#include <time.h>

static double readClock(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_seconds(void) { return readClock(CLOCK_MONOTONIC); }

double clock_cpuSeconds(void) { return readClock(CLOCK_PROCESS_CPUTIME_ID); }

void clock_stamp(char stamp[CLOCK_STAMP_SIZE]) {
  struct tm parts;
  time_t now = time(NULL);
  stamp[0] = 0;
  if (localtime_r(&now, &parts)) strftime(stamp, CLOCK_STAMP_SIZE, "%Y-%m-%d %H:%M:%S", &parts);
}
