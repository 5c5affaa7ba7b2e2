// Time for timers and for people.
#ifndef SINEW_BASE_CLOCK_H_
#define SINEW_BASE_CLOCK_H_

#define CLOCK_STAMP_SIZE 24

// seconds since an arbitrary moment; never runs backwards
double clock_seconds(void);
// CPU time that this process has used, all threads together
double clock_cpuSeconds(void);
// local date and time, "2024-05-31 17:02:11"
void clock_stamp(char stamp[CLOCK_STAMP_SIZE]);

#endif
