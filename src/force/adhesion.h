// Adhesion: passive forces of adhesive contacts along their contact normals, and moment rows of
// adhesion actuators. Lanes do not support adhesion: there both do nothing.
#ifndef SINEW_FORCE_ADHESION_H_
#define SINEW_FORCE_ADHESION_H_

#include "model/lane_data.h"

// contacts with an adhesive force -> qfrc_adhesion; returns 0 if the model has none
int LANE(adhesion_pull)(const lane_Model* m, lane_Data* d);
// row[nv] = minus the mean over the contacts of a body of the Jacobian along the normal; row needs
// a capacity of 2 nv. False: the body has no contacts, row is untouched
bool LANE(adhesion_row)(const lane_Model* m, const lane_Data* d, int body, real* row);

#endif
