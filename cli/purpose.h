// Purposes of random numbers in a rollout: each purpose has its own independent stream (philox.h).
#ifndef SINEW_CLI_PURPOSE_H_
#define SINEW_CLI_PURPOSE_H_

typedef enum { PURPOSE_START = 1, PURPOSE_CONTROL, PURPOSE_PARAMETER } purpose_Purpose;

#endif
