// Clocks: monotonic time and CPU time for timers, local date and time (timestamp) for messages.
#ifndef SINEW_BASE_CLOCK_H_
#define SINEW_BASE_CLOCK_H_

#define CLOCK_STAMP_SIZE 24

// seconds since an arbitrary moment; monotonic
double clock_seconds(void);
// CPU time of this process in seconds, summed over all threads
double clock_cpuSeconds(void);
// local date and time, "2024-05-31 17:02:11"
void clock_stamp(char stamp[CLOCK_STAMP_SIZE]);

#endif
