// Springs of joints and tendons with polynomial stiffness: force -x (k + c0 x + c1 x^2). x is
// signed for hinges, sliders and tendons; ball and free joints use the length of the deflection
// vector. A tendon is relaxed between the two lengths of tendon_lengthspring (dead band).
//   qpos, ten_length, ten_J -> qfrc_spring
#include "force/passive.h"
#include "force/poly_force.h"
#include "math/quat.h"

// frc -= poly(|e|) e
static void pullBack(real frc[3], const real e[3], const real coef[1 + mjNPOLY]) {
  v3_addToScl(frc, e, -poly_value(coef, v3_norm(e)));
}

static void ballSpring(real frc[3], const real qpos[4], const real ref[4],
                       const real coef[1 + mjNPOLY]) {
  real quat[4], e[3];
  v4_copy(quat, qpos);
  quat_normalize(quat);
  quat_sub(e, quat, ref);
  pullBack(frc, e, coef);
}

static void freeSpring(real frc[6], const real qpos[7], const real ref[7],
                       const real coef[1 + mjNPOLY]) {
  real e[3];
  v3_sub(e, qpos, ref);
  pullBack(frc, e, coef);
  ballSpring(frc + 3, qpos + 3, ref + 3, coef);
}

static void scalarSpring(real frc[1], const real qpos[1], const real ref[1],
                         const real coef[1 + mjNPOLY]) {
  const real x = qpos[0] - ref[0];
  frc[0] = frc[0] - x * poly_value(coef, x);
}

typedef void JointSpring(real* frc, const real* qpos, const real* ref, const real* coef);

static JointSpring* const jointSpring[] = {
    [mjJNT_FREE] = freeSpring,
    [mjJNT_BALL] = ballSpring,
    [mjJNT_SLIDE] = scalarSpring,
    [mjJNT_HINGE] = scalarSpring,
};

_Static_assert(sizeof jointSpring / sizeof *jointSpring == mjJNT_HINGE + 1, "every kind of joint");

static void tendonSpring(const lane_Model* m, lane_Data* d, int i) {
  real coef[1 + mjNPOLY];
  if (!poly_load(coef, lane_prms(m->tendon_stiffness), lane_prms(m->tendon_stiffnesspoly), i)) {
    return;
  }
  if (lane_isTendonAsleep(m, d, i)) return;
  const real lo = lane_prm(m->tendon_lengthspring, 2 * i);
  const real hi = lane_prm(m->tendon_lengthspring, 2 * i + 1);
  const real length = d->ten_length[i];
  const real below = lane_select(length < lo, length - lo, lane_bc(0));
  const real x = lane_select(length > hi, length - hi, below);
  const real frc = -x * poly_value(coef, x);
  const int adr = m->ten_J_rowadr[i], nnz = m->ten_J_rownnz[i];
  for (int k = adr; k < adr + nnz; k++) {
    real* at = d->qfrc_spring + m->ten_J_colind[k];
    *at = *at + d->ten_J[k] * frc;
  }
}

void LANE(passive_jointSprings)(const lane_Model* m, lane_Data* d) {
  const range_List ranges = lane_ranges(d);
  range_each(ranges, jnt, i) {
    real coef[1 + mjNPOLY];
    if (!poly_load(coef, lane_prms(m->jnt_stiffness), lane_prms(m->jnt_stiffnesspoly), i)) continue;
    const int adr = m->jnt_qposadr[i];
    jointSpring[m->jnt_type[i]](d->qfrc_spring + m->jnt_dofadr[i], d->qpos + adr,
                                lane_prmAt(m->qpos_spring, adr), coef);
  }
}

void LANE(passive_tendonSprings)(const lane_Model* m, lane_Data* d) {
  for (int i = 0; i < m->ntendon; i++) tendonSpring(m, d, i);
}
