// Tendons (cables), lane-generic: lengths and their Jacobian (moment arms), velocities, and the
// bias force of their armature. Fixed tendons are linear in joint positions; spatial ones run over
// sites, around spheres and cylinders, and through pulleys (tendon_path.h, wrap.h).
#ifndef SINEW_FORCE_TENDON_H_
#define SINEW_FORCE_TENDON_H_

#include "model/lane_data.h"

// qpos, site and geom poses, cdof, subtree_com -> ten_length, ten_J; one world: also ten_wrapadr,
// ten_wrapnum, wrap_obj, wrap_xpos
void LANE(tendon_update)(const lane_Model* m, lane_Data* d);
// ten_J, qvel -> ten_velocity
void LANE(tendon_velocity)(const lane_Model* m, lane_Data* d);
// ten_J, cvel, cdof_dot, qvel, ... -> adds J' armature (dJ/dt qvel) to qfrc_bias
void LANE(tendon_armatureBias)(const lane_Model* m, lane_Data* d);

#endif
