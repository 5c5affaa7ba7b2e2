// The signature of a step: a hash of everything discrete that its results depend on (active set,
// contacts, branches). Between states of one signature a step is smooth; where the signature
// changes there is a kink or a discontinuity, and no derivative. Zones of rows are determined from
// J qacc - aref: the states that solvers store are those of their own iteration.
#include <math.h>

#include <sinew/api.h>

#include "constraint/law.h"
#include "diff/step_difference.h"
#include "math/curve.h"
#include "model/stack.h"

// ---- the hash (FNV-1a, 64 bits, by words instead of bytes)

static void add(uint64_t* hash, int64_t value) {
  *hash = (*hash ^ (uint64_t)value) * 1099511628211u;
}

static int sign(mjtNum x) { return (x > 0) - (x < 0); }

// an input: beyond its range it has no effect
static int outside(mjtNum x, const mjtNum range[2]) { return (x > range[1]) - (x < range[0]); }

// a clamped output is at its bound; slack for one that is a sum
static int atBound(mjtNum x, const mjtNum range[2], mjtNum slack) {
  return (x >= range[1] - slack) - (x <= range[0] + slack);
}

// ---- contacts and rows

static void addContacts(uint64_t* hash, const mjData* d) {
  add(hash, d->ncon);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    for (int k = 0; k < 2; k++) add(hash, con->geom[k]), add(hash, con->flex[k]);
    add(hash, con->exclude);
    add(hash, con->dim);
  }
}

static int coneZone(const mjData* d, int row, const mjtNum* jar) {
  const mjContact* con = d->contact + d->efc_id[row];
  mjtNum force[LAW_DIM];
  law_Zone z;
  law_cone(jar + row, d->efc_D + row, con->mu, con->friction, con->dim, force, &z);
  return z.top ? 1 : z.bottom ? 2 : 3;
}

static int rowZone(const mjData* d, int row, const mjtNum* jar) {
  const int type = d->efc_type[row];
  mjtNum force;
  mask back, front;
  if (type == mjCNSTR_EQUALITY) return 0;
  if (type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON) {
    law_friction(jar[row], d->efc_D[row], d->efc_R[row], d->efc_frictionloss[row], &force, &back,
                 &front);
    return back ? 1 : front ? 2 : 3;
  }
  if (type != mjCNSTR_CONTACT_ELLIPTIC) return jar[row] < 0;
  return d->contact[d->efc_id[row]].efc_address == row ? coneZone(d, row, jar) : 0;
}

static bool addRows(uint64_t* hash, const mjModel* m, mjData* d) {
  add(hash, d->nefc);
  mj_markStack(d);
  mjtNum* jar = stack_num(d, (size_t)d->nefc);
  for (int i = 0; jar && i < d->nefc; i++) {
    if (!i) mj_mulJacVec(m, d, jar, d->qacc);
    jar[i] -= d->efc_aref[i];
  }
  for (int i = 0; jar && i < d->nefc; i++) {
    add(hash, d->efc_type[i]);
    add(hash, d->efc_id[i]);
    add(hash, rowZone(d, i, jar));
  }
  mj_freeStack(d);
  return jar || !d->nefc;
}

// ---- tendons and dampers

// dampers with a polynomial have a kink at zero velocity
static int damperSide(const mjtNum* poly, int i, mjtNum velocity) {
  return poly[mjNPOLY * i] != 0 ? sign(velocity) : 0;
}

static void addTendons(uint64_t* hash, const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->ntendon; i++) {
    add(hash, d->ten_wrapnum[i]);
    for (int k = 0; k < 2 * d->ten_wrapnum[i]; k++) {
      add(hash, d->wrap_obj[2 * d->ten_wrapadr[i] + k]);
    }
    add(hash, outside(d->ten_length[i], m->tendon_lengthspring + 2 * i));
    add(hash, damperSide(m->tendon_dampingpoly, i, d->ten_velocity[i]));
  }
}

static void addDampers(uint64_t* hash, const mjModel* m, const mjData* d, const mjtNum* qvel) {
  for (int i = 0; i < m->nv; i++) add(hash, damperSide(m->dof_dampingpoly, i, qvel[i]));
  for (int i = 0; i < m->nactuator; i++) {
    const int out = m->actuator_outadr[i];
    add(hash, damperSide(m->actuator_dampingpoly, i, d->actuator_velocity[out]));
  }
}

// ---- actuators

// pieces of the curves of length and velocity
static void addMuscleGain(uint64_t* hash, const mjModel* m, const mjData* d, int i) {
  const mjtNum* prm = m->actuator_gainprm + (ptrdiff_t)mjNGAIN * i;
  const int out = m->actuator_outadr[i];
  const mjtNum* range = m->actuator_lengthrange + 2 * out;
  const mjtNum length0 = curve_muscleLength0(range, prm);
  const mjtNum L = curve_muscleLength(d->actuator_length[out], length0, range, prm);
  const mjtNum V = d->actuator_velocity[out] / fmax(mjMINVAL, length0 * prm[6]);
  const mjtNum lmin = prm[4], lmax = prm[5], a = 0.5 * (lmin + 1), b = 0.5 * (1 + lmax);
  const mjtNum joints[] = {lmin, a, 1, b, lmax};
  int piece = 0;
  for (int k = 0; k < 5; k++) piece += L > joints[k];
  add(hash, piece);
  add(hash, (V > -1) + (V > 0) + (V > prm[8] - 1));
}

// activation and deactivation differ; controls and activations count between 0 and 1
static void addMuscleState(uint64_t* hash, const mjModel* m, const mjData* d, int i,
                           const mjtNum* act) {
  static const mjtNum unit[2] = {0, 1};
  const mjtNum u = d->ctrl[m->actuator_ctrladr[i]];
  const mjtNum a = act[m->actuator_actadr[i] + m->actuator_actnum[i] - 1];
  add(hash, outside(u, unit));
  add(hash, outside(a, unit));
  add(hash, sign(fmin(1, fmax(0, u)) - a));
}

static void addActivations(uint64_t* hash, const mjModel* m, const mjData* d, int i,
                           const mjtNum* act) {
  const mjtNum* range = m->actuator_actrange + 2 * i;
  for (int k = 0; m->actuator_actlimited[i] && k < m->actuator_actnum[i]; k++) {
    const int adr = m->actuator_actadr[i] + k;
    add(hash, outside(act[adr], range));
    add(hash, atBound(d->act[adr], range, 0));
  }
}

static void addActuators(uint64_t* hash, const mjModel* m, const mjData* d, const mjtNum* act) {
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_ctrllimited[i]) add(hash, outside(d->ctrl[i], m->actuator_ctrlrange + 2 * i));
  }
  for (int i = 0; i < m->nactuator; i++) {
    for (int k = 0; m->actuator_forcelimited[i] && k < m->actuator_outnum[i]; k++) {
      const mjtNum force = d->actuator_force[m->actuator_outadr[i] + k];
      add(hash, atBound(force, m->actuator_forcerange + 2 * i, 0));
    }
    if (m->actuator_gaintype[i] == mjGAIN_MUSCLE) addMuscleGain(hash, m, d, i);
    if (m->actuator_dyntype[i] == mjDYN_MUSCLE) addMuscleState(hash, m, d, i, act);
    addActivations(hash, m, d, i, act);
  }
}

// ---- forces of all actuators on a joint or a tendon

static mjtNum tendonForce(const mjModel* m, const mjData* d, int tendon) {
  mjtNum sum = 0;
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendon) {
      sum += d->actuator_force[m->actuator_outadr[i]];
    }
  }
  return sum;
}

static void addForceLimits(uint64_t* hash, const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->njnt; i++) {
    if (!m->jnt_actfrclimited[i]) continue;
    add(hash, atBound(d->qfrc_actuator[m->jnt_dofadr[i]], m->jnt_actfrcrange + 2 * i, 0));
  }
  for (int i = 0; i < m->ntendon; i++) {
    if (!m->tendon_actfrclimited[i]) continue;
    const mjtNum* range = m->tendon_actfrcrange + 2 * i;
    add(hash, atBound(tendonForce(m, d, i), range, 1e-12 * (range[1] - range[0])));
  }
}

// ---- sensors

static void addSensors(uint64_t* hash, const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nsensor; i++) {
    const mjtNum cutoff = m->sensor_cutoff[i], range[2] = {-cutoff, cutoff};
    for (int k = 0; cutoff > 0 && k < m->sensor_dim[i]; k++) {
      add(hash, atBound(d->sensordata[m->sensor_adr[i] + k], range, 0));
    }
  }
}

uint64_t signature_of(const mjModel* m, mjData* d, const mjtNum* qvel, const mjtNum* act) {
  uint64_t hash = 14695981039346656037u;
  addContacts(&hash, d);
  if (!addRows(&hash, m, d)) return 0;  // arena overflow: different from every other step
  addTendons(&hash, m, d);
  addDampers(&hash, m, d, qvel);
  addActuators(&hash, m, d, act);
  addForceLimits(&hash, m, d);
  addSensors(&hash, m, d);
  return hash ? hash : 1;
}
