// Dampers of dofs and tendons with polynomial damping: force -v (b + c0 |v| + c1 v^2). Actuators
// with damping add theirs to the joint or tendon that they act on, times the square of their gear.
//   qvel, ten_velocity, ten_J -> qfrc_damper
#include "base/assert.h"
#include "force/passive.h"
#include "force/poly_force.h"

enum { SEVERAL = -2 };  // jnt_actuatorid, tendon_actuatorid: look for the actuators

static void addOne(const lane_Model* m, int actuator, real coef[1 + mjNPOLY]) {
  const real gear = lane_prm(m->actuator_gear, 6 * m->actuator_outadr[actuator]);
  const real square = gear * gear;
  real own[1 + mjNPOLY];
  poly_load(own, lane_prms(m->actuator_damping), lane_prms(m->actuator_dampingpoly), actuator);
  for (int k = 0; k < 1 + mjNPOLY; k++) coef[k] = coef[k] + own[k] * square;
}

static bool drivesJoint(const lane_Model* m, int actuator, int joint) {
  const int type = m->actuator_trntype[actuator];
  return (type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT) &&
         m->actuator_trnid[2 * actuator] == joint;
}

static bool drivesTendon(const lane_Model* m, int actuator, int tendon) {
  return m->actuator_trntype[actuator] == mjTRN_TENDON && m->actuator_trnid[2 * actuator] == tendon;
}

// adds the damping of the actuators on one target; known is its entry of jnt_actuatorid or
// tendon_actuatorid
LANE_INLINE int addActuators(const lane_Model* m, int known, int target,
                             bool (*drives)(const lane_Model*, int, int), real coef[1 + mjNPOLY]) {
  ASSERT_FULL(known >= SEVERAL && known < m->nactuator);
  if (known >= 0) addOne(m, known, coef);
  if (known == SEVERAL) {
    for (int i = 0; i < m->nactuator; i++) {
      if (drives(m, i, target)) addOne(m, i, coef);
    }
  }
  return known != -1;
}

LANE_INLINE int dofDamping(const lane_Model* m, int dof, real coef[1 + mjNPOLY]) {
  const int joint = m->dof_jntid[dof];
  const int own = poly_load(coef, lane_prms(m->dof_damping), lane_prms(m->dof_dampingpoly), dof);
  return addActuators(m, m->jnt_actuatorid[joint], joint, drivesJoint, coef) | own;
}

int LANE(passive_dofDamping)(const lane_Model* m, int dof, real coef[1 + mjNPOLY]) {
  return dofDamping(m, dof, coef);
}

int LANE(passive_tendonDamping)(const lane_Model* m, int tendon, real coef[1 + mjNPOLY]) {
  const int own =
      poly_load(coef, lane_prms(m->tendon_damping), lane_prms(m->tendon_dampingpoly), tendon);
  return addActuators(m, m->tendon_actuatorid[tendon], tendon, drivesTendon, coef) | own;
}

static real damping(real v, const real coef[1 + mjNPOLY]) {
  return -v * poly_value(coef, lane_abs(v));
}

void LANE(passive_dofDampers)(const lane_Model* m, lane_Data* d) {
  real coef[1 + mjNPOLY];
  const range_List ranges = lane_ranges(d);
  range_each(ranges, dof, i) {
    if (!dofDamping(m, i, coef)) continue;
    d->qfrc_damper[i] = d->qfrc_damper[i] + damping(d->qvel[i], coef);
  }
}

void LANE(passive_tendonDampers)(const lane_Model* m, lane_Data* d) {
  real coef[1 + mjNPOLY];
  for (int i = 0; i < m->ntendon; i++) {
    if (!LANE(passive_tendonDamping)(m, i, coef) || lane_isTendonAsleep(m, d, i)) continue;
    const real frc = damping(d->ten_velocity[i], coef);
    const int adr = m->ten_J_rowadr[i], nnz = m->ten_J_rownnz[i];
    for (int k = adr; k < adr + nnz; k++) {
      real* at = d->qfrc_damper + m->ten_J_colind[k];
      *at = *at + d->ten_J[k] * frc;
    }
  }
}
