// Derivatives by gain, bias and gear parameters of actuators (diff/parameter.h). With moments m,
// force f and e the derivative of the force by velocity that D contains,
//   G = m df + f dm,    E = h d(e m m') acc
// Changes of f and e are finite differences of the actuator's own functions with a private copy of
// the array, exact for gains and biases that are linear in their parameters. A gear g scales length
// and velocity too: m = g t, where t is the row of the joint or tendon.
//   actuator_length, actuator_velocity, actuator_moment, act, ctrl -> G, E
#include <math.h>

#include "diff/derivative_kinds.h"
#include "diff/derivative_parts.h"
#include "diff/parameter.h"
#include "force/actuation.h"

// ---- supported actuators

static bool isPlain(const mjModel* m, int i) {
  const int gain = m->actuator_gaintype[i], bias = m->actuator_biastype[i];
  const int dyn = m->actuator_dyntype[i];
  const bool tendon = m->actuator_trntype[i] == mjTRN_TENDON;
  if (tendon && m->tendon_actfrclimited[m->actuator_trnid[2 * i]])
    return false;  // others share the limit
  return (gain == mjGAIN_FIXED || gain == mjGAIN_AFFINE || gain == mjGAIN_MUSCLE) &&
         (bias == mjBIAS_NONE || bias == mjBIAS_AFFINE || bias == mjBIAS_MUSCLE) &&
         (dyn == mjDYN_NONE || dyn == mjDYN_INTEGRATOR || dyn == mjDYN_FILTER ||
          dyn == mjDYN_FILTEREXACT || dyn == mjDYN_MUSCLE);
}

bool parameter_coversGain(const mjModel* m, int index) { return isPlain(m, index / mjNGAIN); }
bool parameter_coversBias(const mjModel* m, int index) { return isPlain(m, index / mjNBIAS); }

static int actuatorOf(const mjModel* m, int out) {
  int i = (int)m->nactuator - 1;
  while (m->actuator_outadr[i] > out) i--;
  return i;
}

// armature and damping of the actuator are reflected to the joint, scaled with the square of its
// gear
static bool isReflected(const mjModel* m, int i) {
  const mjtNum* poly = m->actuator_dampingpoly + mjNPOLY * i;
  return m->actuator_armature[i] != 0 || m->actuator_damping[i] != 0 || poly[0] != 0 ||
         poly[1] != 0;
}

bool parameter_coversGear(const mjModel* m, int index) {
  const int i = actuatorOf(m, index / 6), type = m->actuator_trntype[i];
  if (!isPlain(m, i) || isReflected(m, i)) return false;
  if (type == mjTRN_TENDON) return true;
  if (type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT) return false;
  const int joint = m->jnt_type[m->actuator_trnid[2 * i]];
  return joint == mjJNT_HINGE || joint == mjJNT_SLIDE;
}

// ---- force and its derivative by velocity

typedef struct {
  mjtNum force, drag;
} Answer;

// sum += weight (force and drag of an actuator of a model)
static void ask(const parameter_Point* p, const mjModel* m, int i, mjtNum weight, Answer* sum) {
  const act_View a = {.m = m, .d = p->d, .u = p->u, .act_dot = p->d->act_dot, .id = i};
  mjtNum force[3], drag;
  LANE(act_force)(&a, force);
  LANE(diff_actuatorDrag)(m, p->d, i, &drag);
  sum->force += weight * force[0];
  sum->drag += weight * drag;
}

static bool isOff(const mjModel* m, int i) {
  return (m->opt.disableflags & mjDSBL_ACTUATION) || actuation_isDisabled(m, i);
}

static bool isSaturated(const parameter_Point* p, int i) {
  const mjtNum* range = p->m->actuator_forcerange + 2 * i;
  const mjtNum force = p->d->actuator_force[p->m->actuator_outadr[i]];
  return p->m->actuator_forcelimited[i] && (force <= range[0] || force >= range[1]);
}

// five-point stencil: (8 (f(e) - f(-e)) - (f(2e) - f(-2e))) / 12 e
static const mjtNum stencil[4] = {1, -1, 2, -2}, stencilWeight[4] = {8, -8, -1, 1};

static mjtNum stepOf(mjtNum x) { return 1e-4 * fmax(fabs(x), 1e-2); }

// values (nactuator x size) of an array of the model at `offset`
static void addParameter(const parameter_Point* p, size_t offset, int size, int index,
                         const parameter_Column* col) {
  const int i = index / size, out = p->m->actuator_outadr[i];
  const int adr = p->d->moment_rowadr[out], n = p->d->moment_rownnz[out];
  const mjtNum* moment = p->d->actuator_moment + adr;
  const int* dof = p->d->moment_colind + adr;
  if (isOff(p->m, i)) return;
  mjModel moved = *p->m;
  vn_copy(p->copy, *parameter_array(p->m, offset), size * (int)p->m->nactuator);
  *parameter_array(&moved, offset) = p->copy;
  const mjtNum start = p->copy[index], eps = stepOf(start);
  Answer change = {0, 0};
  for (int k = 0; k < 4; k++) {
    p->copy[index] = start + stencil[k] * eps;
    ask(p, &moved, i, stencilWeight[k] / (12 * eps), &change);
  }
  if (!isSaturated(p, i)) {
    for (int k = 0; k < n; k++) col->G[dof[k]] += p->w.driven[dof[k]] * change.force * moment[k];
  }
  if (col->E && diff_isImplicit(p->m)) {
    parameter_addOuter(p, col->E, dof, moment, n, change.drag);
  }
}

void parameter_gain(const parameter_Point* p, int index, const parameter_Column* col) {
  addParameter(p, offsetof(mjModel, actuator_gainprm), mjNGAIN, index, col);
}

void parameter_bias(const parameter_Point* p, int index, const parameter_Column* col) {
  addParameter(p, offsetof(mjModel, actuator_biasprm), mjNBIAS, index, col);
}

// ---- gears

// the row of a joint or tendon that the gear scales, with length and velocity
typedef struct {
  const int* dof;
  const mjtNum* row;
  int n;
  mjtNum length, velocity;
} Lever;

static Lever leverOf(const parameter_Point* p, int i) {
  static const mjtNum one = 1;
  const mjModel* m = p->m;
  const int target = m->actuator_trnid[2 * i];
  if (m->actuator_trntype[i] == mjTRN_TENDON) {
    const int adr = m->ten_J_rowadr[target];
    return (Lever){m->ten_J_colind + adr, p->d->ten_J + adr, m->ten_J_rownnz[target],
                   p->d->ten_length[target], p->d->ten_velocity[target]};
  }
  const int* dof = m->jnt_dofadr + target;
  return (Lever){dof, &one, 1, p->d->qpos[m->jnt_qposadr[target]], p->d->qvel[*dof]};
}

// changes of f and of e g^2 by the gear; lengths and velocities are restored
static Answer gearChange(const parameter_Point* p, int i, const Lever* lever, mjtNum gear) {
  const int out = p->m->actuator_outadr[i];
  mjtNum *length = p->d->actuator_length + out, *velocity = p->d->actuator_velocity + out;
  const mjtNum start[2] = {*length, *velocity}, eps = stepOf(gear);
  Answer change = {0, 0};
  for (int k = 0; k < 4; k++) {
    const mjtNum g = gear + stencil[k] * eps, weight = stencilWeight[k] / (12 * eps);
    Answer at = {0, 0};
    *length = g * lever->length;
    *velocity = g * lever->velocity;
    ask(p, p->m, i, 1, &at);
    change.force += weight * at.force;
    change.drag += weight * at.drag * g * g;
  }
  *length = start[0];
  *velocity = start[1];
  return change;
}

void parameter_gear(const parameter_Point* p, int index, const parameter_Column* col) {
  const int out = index / 6, i = actuatorOf(p->m, out);
  if (isOff(p->m, i) || index % 6) return;  // joints and tendons have one gear
  const mjtNum gear = p->m->actuator_gear[index], force = p->d->actuator_force[out];
  const Lever lever = leverOf(p, i);
  const Answer change = gearChange(p, i, &lever, gear);
  const mjtNum total = force + (isSaturated(p, i) ? 0 : gear * change.force);
  for (int k = 0; k < lever.n; k++) {
    col->G[lever.dof[k]] += p->w.driven[lever.dof[k]] * total * lever.row[k];
  }
  if (col->E && diff_isImplicit(p->m)) {
    parameter_addOuter(p, col->E, lever.dof, lever.row, lever.n, change.drag);
  }
}
