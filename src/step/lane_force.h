// Forces of contacts and equalities on bodies and sites in lanes (SIMD over worlds), for sensors
// and results on demand. Included by lane-generic files.
#ifndef SINEW_STEP_LANE_FORCE_H_
#define SINEW_STEP_LANE_FORCE_H_

#include "model/lane_data.h"

#if LANE_W > 1

// qacc, xfrc_applied, forces of contacts, connects and welds -> cacc, cfrc_ext, cfrc_int
void LANE(force_rnePost)(const lane_Model* m, lane_Data* d);
// touch sensor: *res = sum of the normal forces on the body of a site whose lines of action meet
// the site
void LANE(force_touch)(const lane_Model* m, lane_Data* d, int sensor, real* res);

#endif

#endif
