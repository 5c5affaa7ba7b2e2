// What random numbers of a rollout are for: each purpose has numbers of its own (philox.h).
#ifndef SINEW_CLI_PURPOSE_H_
#define SINEW_CLI_PURPOSE_H_

typedef enum { PURPOSE_START = 1, PURPOSE_CONTROL, PURPOSE_PARAMETER } purpose_Purpose;

#endif
