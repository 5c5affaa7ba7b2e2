// Passive forces: springs, dampers, gravity compensation, fluid drag. Included by lane-generic
// files after model/lane_data.h.
#ifndef SINEW_FORCE_PASSIVE_H_
#define SINEW_FORCE_PASSIVE_H_

#include "model/lane_data.h"

// qpos, qvel, ten_length, ten_velocity, ten_J, positions and velocities of the bodies ->
// qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, qfrc_passive (their sum, without the gravity
// compensation that goes through actuators). One world: mjcb_passive and plugins are called at the
// end. All are zero if springs and dampers are both disabled.
void LANE(passive_forces)(const lane_Model* m, lane_Data* d);

// Damping polynomial of a dof or a tendon, including that of actuators: the force is -v (b + c0 |v|
// + c1 v^2), coef = (b, c0, c1). Return 0 if all coefficients are zero, with coef filled.
int LANE(passive_dofDamping)(const lane_Model* m, int dof, real coef[1 + mjNPOLY]);
int LANE(passive_tendonDamping)(const lane_Model* m, int tendon, real coef[1 + mjNPOLY]);

// the parts, each adding to its own array: qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid; the
// last two return 0 if the model has no such force
void LANE(passive_jointSprings)(const lane_Model* m, lane_Data* d);
void LANE(passive_tendonSprings)(const lane_Model* m, lane_Data* d);
void LANE(passive_dofDampers)(const lane_Model* m, lane_Data* d);
void LANE(passive_tendonDampers)(const lane_Model* m, lane_Data* d);
int LANE(passive_gravcomp)(const lane_Model* m, lane_Data* d);
int LANE(passive_fluid)(const lane_Model* m, lane_Data* d);

// semiaxes of the ellipsoid that approximates a geom in the fluid
void LANE(fluid_semiaxes)(const lane_Model* m, int geom, real size[3]);
// sides of the box that has the mass and inertia of a body
void LANE(fluid_inertiaBox)(const lane_Model* m, int body, real box[3]);

#endif
